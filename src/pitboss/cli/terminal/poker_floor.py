"""The floor at a practice table: which rulings apply now, the facts one rests on asked one by one, then the ruling."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from pitboss import cards
from pitboss.cli.terminal.screen import Leave, Screen
from pitboss.errors import PitbossError
from pitboss.money import parse_dollars
from pitboss.poker.hand import Hand
from pitboss.poker.rulings.procedures import Fact, procedures
from pitboss.suggest import closest

CALLS = ("!", "floor", "ruling", "rulings")
NONE = ("", "-", "no", "cancel", "u", "undo")
YES, NO = ("y", "yes", "true"), ("n", "no", "false")

_HOW = {
    "seat": "a seat's number",
    "flag": "y or n",
    "text": "a few words",
    "cents": "dollars, such as 5",
    "count": "a number",
    "amounts": "dollars one after the other, such as 2 4",
    "cards": "cards such as As Td",
    "card": "a card such as As",
}


class Dropped(PitbossError):
    """The person thought better of it."""


def rule(screen: Screen, hand: Hand) -> str:
    """Let the person call a ruling; gives back its name. Nothing has changed if it raises."""
    options = {option.word: option for option in hand.rulings()}
    possible = [option for option in options.values() if option.allowed]
    screen.say("  The floor can rule now:" if possible else "  Nothing can be ruled at this moment.")
    for number, option in enumerate(possible, 1):
        text = Text("    ")
        text.append(f"{number:<4}", style="bold cyan")
        text.append(option.word, style="bold")
        screen.ruled(text, option.rule)
        screen.ruled(Text(f"        {procedures()[option.word].about}", style="dim"), "")
    name = _named(screen.ask("ruling> "), [option.word for option in possible], list(options))
    option = options[name]
    if not option.allowed:
        raise PitbossError(f"{name} cannot be ruled now: {option.why.rstrip('.')} ({option.rule}).")
    facts = {fact.name: _ask(screen, fact) for fact in procedures()[name].facts}
    hand.floor(name, **{key: value for key, value in facts.items() if value is not None})
    return name


def _named(line: str, possible: list[str], known: list[str]) -> str:
    word = line.lower().strip()
    if word in ("q", "quit"):
        raise Leave
    if word in NONE:
        raise Dropped("No ruling was called.")
    if word.isdecimal():
        if not 1 <= int(word) <= len(possible):
            raise PitbossError(f"there is no ruling {word} in the list; it has {len(possible)}.")
        return possible[int(word) - 1]
    begun = [one for one in known if one.startswith(word)]
    if word in known or len(begun) == 1:
        return word if word in known else begun[0]
    near = closest(word, known)
    raise PitbossError(f'"{line}" is no ruling; {f"did you mean {near!r}?" if near else "type a number of the list."}')


def _ask(screen: Screen, fact: Fact) -> Any:
    """One fact in the engine's terms, asked until it can be read; None where its default is meant."""
    how = " or ".join(fact.of) if fact.of else _HOW[fact.kind]
    usual = "" if fact.required else f", Enter: {_spelled(fact)}"
    says = fact.says.replace(", in cents", "")  # people say dollars
    screen.say(f"  {fact.name.replace('_', ' ')}: {says} ({how}{usual}; - calls it off)")
    while True:
        line = screen.ask(f"{fact.name.replace('_', ' ')}> ")
        if line == "-":
            raise Dropped("No ruling was called.")
        if not line and not fact.required:
            return None
        try:
            return _read(fact, line)
        except (ValueError, PitbossError):
            screen.refuse(f'"{line}" is not what is asked for; write {how}, or - to call it off.')


def _spelled(fact: Fact) -> str:
    if isinstance(fact.default, bool):
        return "yes" if fact.default else "no"
    return str(fact.default) if fact.default else "nothing"


def _read(fact: Fact, line: str) -> Any:
    word = line.lower().strip()
    if fact.kind in ("seat", "count"):
        return int(word.removeprefix("seat"))
    if fact.kind == "flag":
        if word not in YES + NO:
            raise ValueError
        return word in YES
    if fact.kind == "cents":
        return parse_dollars(word)
    if fact.kind == "amounts":
        return [parse_dollars(part) for part in word.replace(",", " ").split()]
    if fact.of:
        found = next((one for one in fact.of if one == word or one.split()[0] == word), "")
        if not found:
            raise ValueError
        return found
    if not word or (fact.kind in ("card", "cards") and not _dealt(word, fact.kind)):
        raise ValueError
    return line


def _dealt(word: str, kind: str) -> bool:
    """Whether this names cards, or just one card; what is none raises."""
    named = cards.parse(word)
    return len(named) == 1 if kind == "card" else bool(named)
