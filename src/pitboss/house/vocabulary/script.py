"""Read the script and its decisions: one verb per step, one line per option."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, cast

from pitboss.cards import rank_of
from pitboss.datafile import Section
from pitboss.house import definition as script
from pitboss.house.definition import OUTSIDE_PILES, PLAYER, Decision
from pitboss.house.vocabulary.terms import attempt

COLLECTED = ("folded", "out")
_BRACES = re.compile(r"{([^}]*)}")
_VARIES = ("times", "held", "out")
MOST_STEPS = 100
MOST_ACTIONS = 16
"""Actions of one decision, counting each multiple; the proofs support no more."""
MOST_TIMES = 100
"""The largest multiple of a wager that a decision places."""

RuleReader: TypeAlias = Callable[[Section], str]


def flag(section: Section, key: str, default: bool = False) -> bool:
    """A true or false value."""
    value = section.raw(key)
    if value is None:
        return default
    if not isinstance(value, bool):
        section.problem(key, f"{value!r} is neither true nor false.")
        return default
    return value


def numbers(section: Section, key: str, value: Any, low: int, what: str) -> tuple[int, ...]:
    """A whole number, or a list of different ones, lowest first."""
    items = value if isinstance(value, list) else [value]
    if not items or any(isinstance(item, bool) or not isinstance(item, int) or item < low for item in items):
        section.problem(key, f"{value!r} is not {what}; write a whole number of at least {low}, or a list of them.")
        return ()
    if sorted(set(items)) != items:
        section.problem(key, f"{value!r} should be in rising order without repeats; write {sorted(set(items))}.")
    return tuple(sorted(set(items)))


def read_script(
    rows: Sequence[Section], wagers: Sequence[str], rule: RuleReader
) -> tuple[tuple[Section, script.Step], ...]:
    """Every step with its section; a step that cannot be read is reported and skipped."""
    steps = []
    if len(rows) > MOST_STEPS:
        rows[MOST_STEPS].problem(None, f"the script has {len(rows)} steps; write {MOST_STEPS} or fewer.")
        return ()
    for row in rows:
        verbs = [verb for verb in _VERBS if verb in row]
        if len(verbs) != 1:
            several = f"{' and '.join(verbs)} are in one step; give each its own step."
            none = f"a step does one thing; begin it with one of {', '.join(_VERBS)}."
            row.problem(None, several if verbs else none)
            continue
        step = _VERBS[verbs[0]](row, tuple(wagers), rule(row))
        row.done()
        if step is not None:
            steps.append((row, step))
    return tuple(steps)


def _pile(row: Section, verb: str) -> str:
    pile = row.text(verb)
    if not isinstance(row.raw(verb), str):
        return ""  # already reported
    if pile in OUTSIDE_PILES:
        row.problem(verb, f'"{pile}" is a pile every game has; name one of your own, such as player, dealer or board.')
    elif not re.fullmatch(r"[a-z][a-z0-9-]*", pile):
        row.problem(verb, f'"{pile}" is not a name for a pile; use small letters, such as player, dealer or board.')
    return pile


def placed(row: Section, key: str, wagers: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers a condition names."""
    names = row.texts(key)
    for name in names:
        if wagers and name not in wagers:
            row.problem(key, f'"{name}" is not a wager of this game; the wagers are {", ".join(wagers)}.')
    if key in row and not names:
        row.problem(key, "no wager is named; name one or leave the key out.")
    return tuple(name for name in names if name in wagers)


def _deal(row: Section, wagers: tuple[str, ...], rule: str) -> script.Step | None:
    pile = _pile(row, "deal")
    face = row.choice("face", ("up", "down"), "down")
    packet = flag(row, "packet", True)
    if_placed = placed(row, "if_placed", wagers)
    if pile == PLAYER and face == "up":
        row.problem("face", "players' cards are dealt face down (HB-10); leave face out.")
    if pile not in ("", PLAYER) and if_placed:
        row.problem("if_placed", f"only spots have wagers; the pile {pile} lies on the table for everybody.")
    cards = row.whole("cards", low=1)
    return script.DealStep(pile, cards, face == "up", packet, if_placed, rule) if pile else None


def _dispense(row: Section, wagers: tuple[str, ...], rule: str) -> script.Step:
    row.choice("dispense", ("deck",))
    return script.DispenseStep(rule)


def _turn(row: Section, wagers: tuple[str, ...], rule: str) -> script.Step:
    pile = row.text("turn")
    if pile == PLAYER:
        row.problem("turn", "players' cards are shown when they are settled (HB-10); turn another pile.")
    cards = row.whole("cards", low=1) if "cards" in row else 0
    return script.TurnStep(pile, cards, row.text("if_none_up", ""), rule)


def _discard(row: Section, wagers: tuple[str, ...], rule: str) -> script.Step | None:
    pile = row.text("discard")
    if pile == PLAYER:
        row.problem("discard", "players discard by a decision with hold; name a pile on the table.")
    letter = row.text("up_at_least")
    rank = attempt(row, "up_at_least", lambda: rank_of(letter), None) if letter else None
    return script.DiscardStep(pile, rank, rule) if rank is not None else None


def _decide(row: Section, wagers: tuple[str, ...], rule: str) -> script.Step | None:
    name = row.text("decide")
    if_placed, unless_placed = placed(row, "if_placed", wagers), placed(row, "unless_placed", wagers)
    quiet = flag(row, "quiet")
    timeout = row.text("timeout", "")
    return script.DecideStep(name, if_placed, unless_placed, quiet, rule, timeout) if name else None


def _collect(row: Section, wagers: tuple[str, ...], rule: str) -> script.Step:
    what = row.texts("collect")
    for word in what:
        if word not in COLLECTED:
            row.problem("collect", f'"{word}" cannot be collected; write "folded", "out" or both.')
    return script.CollectStep(what, rule)


def _settle(row: Section, wagers: tuple[str, ...], rule: str) -> script.Step:
    names = wagers if row.texts("settle") == ("all",) else placed(row, "settle", wagers)
    only = row.choice("only", ("folded", "losing"), "")
    return script.SettleStep(names, cast(Literal["", "folded", "losing"], only), rule)


_VERBS: dict[str, Callable[[Section, tuple[str, ...], str], script.Step | None]] = {
    "deal": _deal,
    "burn": lambda row, wagers, rule: script.BurnStep(row.whole("burn", low=1), rule),
    "dispense": _dispense,
    "turn": _turn,
    "discard": _discard,
    "decide": _decide,
    "collect": _collect,
    "set": lambda row, wagers, rule: script.SetStep(row.text("set"), row.text("rack_unused", ""), rule),
    "announce": lambda row, wagers, rule: script.AnnounceStep(row.text("announce"), rule),
    "settle": _settle,
}


def read_decision(
    name: str, rows: Sequence[Section], needs: Callable[[Section, str], int], rule: RuleReader
) -> Decision:
    """Read a decision; ``needs`` converts a pay line to the lowest value of the hand ``player``."""
    choices: list[script.Choice] = []
    for row in rows:
        choice = _choice(row, needs, rule)
        row.done()
        if choice.say and choice.say in {other.say for other in choices}:
            row.problem("say", f'"{choice.say}" is said by an earlier option of this decision; choose other words.')
        choices.append(choice)
    actions = sum(len(choice.times) for choice in choices)
    if actions > MOST_ACTIONS:
        row = next(row for row, choice in zip(rows, choices, strict=True) if len(choice.times) > 1 or row is rows[-1])
        row.problem(None, f"the decision has {actions} actions, multiples counted; offer {MOST_ACTIONS} or fewer.")
    if rows and all(choice.take or choice.needs for choice in choices):
        rows[0].problem(None, "every option has a condition; add one that is always there, so that nobody is stuck.")
    return Decision(name, tuple(choices))


def _choice(row: Section, needs: Callable[[Section, str], int], rule: RuleReader) -> script.Choice:
    say, fold = row.text("say"), flag(row, "fold")
    place = _place(row)
    take = row.text("take", "")
    hold = numbers(row, "hold", row.raw("hold"), 1, "a number of cards to hold") if "hold" in row else ()
    line = row.text("needs", "")
    if fold and (place or take or hold or line):
        row.problem("fold", "a fold places, takes and holds nothing and needs nothing; leave the other keys out.")
    if isinstance(row.raw("say"), str):
        _say(row, say, place)
    return script.Choice(say, fold, place, take, hold, needs(row, line) if line else 0, line, rule(row))


def _place(row: Section) -> dict[str, tuple[int, ...]]:
    section = row.table("place")
    place = {key: numbers(section, key, section.raw(key), 1, "a multiple of the base wager") for key in section.data}
    for key, times in place.items():
        if times and max(times) > MOST_TIMES:
            section.problem(key, f"{max(times)} times the base is too much; write {MOST_TIMES} or less.")
    if sum(len(times) > 1 for times in place.values()) > 1:
        row.problem("place", "only one wager of an option may offer several multiples; make it several options.")
    return place


def _say(row: Section, say: str, place: dict[str, tuple[int, ...]]) -> None:
    """Check that the text of an option distinguishes its actions."""
    used = _BRACES.findall(say)
    for name in used:
        if name not in _VARIES:
            row.problem("say", f"{{{name}}} is unknown; write {{times}}, {{held}} or {{out}}.")
    if re.search("[{}]", _BRACES.sub("", say)):
        row.problem("say", f'"{say}" has a brace without its partner; write {{times}}, {{held}} or {{out}}.')
    plain = " ".join(say.lower().split())
    if say != plain:  # actions are parsed without regard to case and spaces, so texts must not depend on them
        row.problem("say", f'"{say}" should be in small letters with single spaces; write "{plain}".')
    if not _BRACES.split(say)[0].strip():
        row.problem("say", f'"{say}" has no action word in front; begin with one, such as fold, play or hold.')
    elif say.split()[0] == "wager":
        row.problem("say", '"wager" is what players say before the deal; choose another word.')
    several, read = any(len(times) > 1 for times in place.values()), all(place.values())
    if several != ("times" in used) and read and (place or "times" in used):
        need = "offers several multiples" if "times" not in used else "does not offer several multiples"
        row.problem("say", f'"{say}" {need}; write {{times}} exactly where the multiple varies.')
    if ("held" in used or "out" in used) and "hold" not in row:
        row.problem("say", f'"{say}" names cards but the option holds none; add hold = … or leave the braces out.')
