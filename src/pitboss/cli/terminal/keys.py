"""Keys for the legal options, and the parsing of typed lines.

Keys are made from :meth:`pitboss.deal.Deal.legal` alone, so a new game works without further code. A line may be a
key, an action word, the whole action, or a word with cards after it: by name (``s 2c``) or by place (``s 5``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from rich.text import Text

from pitboss import cards
from pitboss.cards import Card, CardError
from pitboss.cli.terminal.screen import Screen
from pitboss.deal import Option
from pitboss.errors import PitbossError
from pitboss.money import dollars, parse_dollars

RESERVED = "uqh"  # undo, quit and hint keep their letters in every game
_MULTIPLE = re.compile(r" (\d+)x$")  # bet 3x


class KeyRefused(PitbossError):
    """A line that has no meaning here, or means something the rules forbid."""


@dataclass(frozen=True)
class Key:
    """A key, its option, and a description of what follows the key."""

    key: str
    option: Option
    follows: str = ""

    @property
    def shown(self) -> str:
        return f"{self.key} {self.follows}".strip()


def keys(options: Sequence[Option]) -> list[Key]:
    """A key for every option; forbidden options have one too, so that a refusal can explain why."""
    taken = set(RESERVED)
    entries = []
    for option in options:
        letters = re.sub(r"[^a-z0-9]", "", option.word.lower())
        multiple = _MULTIPLE.search(option.word)  # bet 3x is b3, whatever else begins with b
        spare = f"{letters[:1]}{multiple[1]}" if multiple else letters or option.word
        key = next((letter for letter in letters if letter not in taken and not multiple), spare)
        taken.add(key)
        entries.append(Key(key, option, _follows(option)))
    return entries


def show(screen: Screen, options: Sequence[Option]) -> None:
    """Show the keys of the options allowed now, each with its price."""
    for entry in keys(options):
        option = entry.option
        if not option.allowed or (not option.actions and not option.high):
            continue
        text = Text.assemble("    ", (f"{entry.shown:<10}", "bold cyan"), option.word)
        if option.cents:
            text.append(f"  {dollars(option.cents)}", style="bold")
        if len(option.actions) > 1:
            text.append(f"  ({len(option.actions)} ways)", style="dim")
        screen.ruled(text, option.rule)


def _rest(option: Option, action: str) -> str:
    return action[len(option.word) :].strip() if action.startswith(option.word) else action


def _cards(text: str) -> tuple[Card, ...] | None:
    try:
        return cards.parse(text) if text else None
    except CardError:
        return None


def _follows(option: Option) -> str:
    """A description of what follows the key: cards, one of a few numbers, an amount; empty for nothing."""
    if len(option.actions) > 1:
        rests = [_rest(option, action) for action in option.actions]
        counts = {len(named) for named in map(_cards, rests) if named is not None}
        if counts:
            return "card" if counts == {1} else "cards"
        return "/".join(rests)
    return "amount" if option.high > option.low else ""


def meaning(line: str, options: Sequence[Option], hand: Sequence[Card] = ()) -> tuple[Option, str]:
    """The option and the exact action that a typed line means; cards of ``hand`` may be named by place."""
    typed = " ".join(line.lower().split())
    menu = keys(options)
    for entry in menu:
        exact = [action for action in entry.option.actions if " ".join(action.lower().split()) == typed]
        if exact:
            return _allowed(entry.option), exact[0]
    for entry in sorted(menu, key=lambda one: -len(one.option.word)):
        word = entry.option.word.lower()
        rest = _after(typed, word, entry.key)
        if rest is None or (not entry.option.allowed and not _means_something(rest)):
            continue
        option = _allowed(entry.option)
        return option, _action(option, rest, hand, entry)
    chosen = [entry for entry in menu if entry.follows in ("card", "cards") and entry.option.allowed]
    if len(chosen) == 1 and re.fullmatch(r"[\d ,]+", typed) and hand:
        return chosen[0].option, _action(chosen[0].option, typed, hand, chosen[0])
    if several := _multiples(typed, menu):
        if len(several) == 1:
            return several[0].option, _action(several[0].option, "", hand, several[0])
        ways = " or ".join(f"{entry.key} ({entry.option.word})" for entry in several)
        raise KeyRefused(f'"{line}" does not say how many times; write {ways}.')
    offered = ", ".join(f"{entry.shown} ({entry.option.word})" for entry in menu if entry.option.allowed)
    raise KeyRefused(f'"{line}" means nothing here; you may type {offered}, ? for help.')


def _multiples(typed: str, menu: Sequence[Key]) -> list[Key]:
    """The allowed options such as ``raise 2x`` that a word without its multiple, ``raise`` or ``r``, may stand for."""
    return [
        entry
        for entry in menu
        if entry.option.allowed
        and (match := _MULTIPLE.search(entry.option.word.lower()))
        and typed in (entry.option.word.lower()[: match.start()], entry.key.rstrip("0123456789"))
    ]


def _means_something(rest: str) -> bool:
    """True if the text after a key can belong to it: empty, an amount, places or cards."""
    return not rest or bool(re.fullmatch(r"(to )?[$\d ,.x]+", rest)) or _cards(rest) is not None


def _after(typed: str, word: str, key: str) -> str | None:
    """The text after the word or its key; None if the line starts with neither."""
    together = word.replace(" ", "")
    if typed.replace(" ", "") in (key, together, together.removesuffix("x")):  # bet 3x, bet 3, b3
        return ""
    for head in (word, key):
        if typed == head:
            return ""
        if typed.startswith(f"{head} ") or (head == key and re.fullmatch(re.escape(head) + r"[\d, ]+x?", typed)):
            return typed[len(head) :].strip()
    return None


def _allowed(option: Option) -> Option:
    if option.allowed:
        return option
    raise KeyRefused(f"{option.word} is not possible now: {option.why}.", rule=option.rule)


def _action(option: Option, rest: str, hand: Sequence[Card], entry: Key) -> str:
    if not option.actions:
        return option.word
    if len(option.actions) == 1:
        if rest and rest != _rest(option, option.actions[0]).lower():
            raise KeyRefused(f'{option.word} takes nothing more, and "{rest}" was typed after it; write {entry.key}.')
        return option.actions[0]
    by_rest = {_rest(option, action).lower(): action for action in option.actions}
    for spelling in (rest, f"{rest}x"):
        if spelling in by_rest:
            return by_rest[spelling]
    wanted = _places(rest, hand) or _cards(rest)
    if wanted:
        if strange := [card for card in wanted if hand and card not in hand]:
            raise KeyRefused(f"{cards.show(strange)} {'is' if len(strange) == 1 else 'are'} not in your hand.")
        for action in option.actions:
            named = _cards(_rest(option, action))
            if named is not None and sorted(named) == sorted(wanted):
                return action
    example = f"{entry.key} {_rest(option, option.actions[0])}"
    if entry.follows in ("card", "cards"):
        by_place = f", or by place in the hand, such as {entry.key} 1" if hand else ""
        needed = "a card" if entry.follows == "card" else entry.follows
        what = f'"{rest}" is not what {option.word} takes' if rest else f"{option.word} needs {needed}"
        raise KeyRefused(f"{what}; write {example}{by_place}.")
    raise KeyRefused(f"{option.word} needs one of {entry.follows}; write {example}.")


def _places(rest: str, hand: Sequence[Card]) -> tuple[Card, ...] | None:
    """Cards by their places, counted from 1: ``1 3 5``, ``1,3,5`` or ``135``."""
    if not rest or not re.fullmatch(r"[\d ,]+", rest):
        return None
    parts = rest.replace(",", " ").split()
    digits = [int(digit) for part in parts for digit in (part if len(hand) < 10 else [part])]
    if len(set(digits)) != len(digits) or any(not 1 <= digit <= len(hand) for digit in digits):
        raise KeyRefused(f'"{rest}" does not name cards of the hand; its places are 1 to {len(hand)}, each once.')
    return tuple(hand[digit - 1] for digit in digits)


# Poker: the amounts of bets and raises --------------------------------------------------------------------------------

WAGERS = ("bet", "complete", "raise")
_MEANS = {
    "draw": "alone: stand pat",
    "show": "all your cards, to win",
    "muck": "nobody sees them, and the hand is dead",
}


def whole_hand(option: Option) -> Option:
    """``show`` without its cards: at a practice table the whole hand is shown."""
    return msgspec.structs.replace(option, actions=option.actions[:1]) if option.word == "show" else option


def show_wagers(screen: Screen, options: Sequence[Option]) -> None:
    """Show the keys of the options allowed now, with the amounts of wagers."""
    for entry in keys(options):
        option = entry.option
        if not option.allowed:
            continue
        follows = {"draw": "cards", "show": ""}.get(option.word, entry.follows)
        text = Text.assemble("    ", (f"{f'{entry.key} {follows}'.strip():<10}", "bold cyan"), option.word)
        if option.word in WAGERS:
            least, most = dollars(option.low), dollars(option.high)
            text.append(
                (f" {least}" if option.word == "bet" else f" to {least}")
                + (f" … {most}" if option.high > option.low else ""),
                style="bold",
            )
        elif option.cents:
            text.append(f" {dollars(option.cents)}", style="bold")
        elif option.word in _MEANS:
            text.append(f" ({_MEANS[option.word]})", style="dim")
        screen.ruled(text, option.rule)


def wager_meaning(line: str, options: Sequence[Option], own: Sequence[int]) -> tuple[str, int]:
    """The action and the amount that a typed line means."""
    match = re.fullmatch(r"(.*?[a-z])\s*(?:to\s+)?(\$?[\d,]*\.?\d+)", line.strip().lower())
    wager = next((option for option in options if option.word in WAGERS and option.allowed), None)
    if match and wager is not None:
        option, action = meaning(match[1], options, own)
        if option.word in WAGERS:
            cents = parse_dollars(match[2])
            if not option.takes(cents):
                raise KeyRefused(_amounts(option, cents))
            return action, cents
    option, action = meaning(line, options, own)
    if option.word in WAGERS and option.high > option.low:
        raise KeyRefused(_amounts(option, 0))
    return action, option.low if option.word in WAGERS else 0


def _amounts(option: Option, cents: int) -> str:
    asked = f"{option.word} to {dollars(cents)} is not possible" if cents else f"{option.word} needs an amount"
    if option.high == option.low:
        return f"{asked}; it can only be to {dollars(option.low)} ({option.rule})."
    step = f" in steps of {dollars(option.step)}" if option.step > 1 else ""
    return f"{asked}; write the total in front of you, {dollars(option.low)} to {dollars(option.high)}{step}."
