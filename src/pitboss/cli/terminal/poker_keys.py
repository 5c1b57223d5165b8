"""Keys at a poker table: those of every game, with the amounts that bets and raises take."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from rich.text import Text

from pitboss.cli.terminal import house_keys
from pitboss.cli.terminal.screen import Screen
from pitboss.deal import Option
from pitboss.money import dollars, parse_dollars

WAGERS = ("bet", "complete", "raise")
_MEANS = {
    "draw": "alone: stand pat",
    "show": "all your cards, to win",
    "muck": "nobody sees them, and the hand is dead",
}


def whole_hand(option: Option) -> Option:
    """``show`` without its cards: at a practice table the whole hand is shown."""
    return msgspec.structs.replace(option, actions=option.actions[:1]) if option.word == "show" else option


def show(screen: Screen, options: Sequence[Option]) -> None:
    """Show the keys of the options allowed now, with the amounts of wagers."""
    for entry in house_keys.keys(options):
        option = entry.option
        if not option.allowed:
            continue
        follows = {"draw": "cards", "show": ""}.get(option.word, entry.follows)
        text = Text("    ")
        text.append(f"{f'{entry.key} {follows}'.strip():<10}", style="bold cyan")
        text.append(option.word)
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


def meaning(line: str, options: Sequence[Option], own: Sequence[int]) -> tuple[str, int]:
    """The action and the amount that a typed line means."""
    match = re.fullmatch(r"(.*?[a-z])\s*(?:to\s+)?(\$?[\d,]*\.?\d+)", line.strip().lower())
    wager = next((option for option in options if option.word in WAGERS and option.allowed), None)
    if match and wager is not None:
        option, action = house_keys.meaning(match[1], options, own)
        if option.word in WAGERS:
            cents = parse_dollars(match[2])
            if not option.takes(cents):
                raise house_keys.KeyRefused(_amounts(option, cents))
            return action, cents
    option, action = house_keys.meaning(line, options, own)
    if option.word in WAGERS and option.high > option.low:
        raise house_keys.KeyRefused(_amounts(option, 0))
    return action, option.low if option.word in WAGERS else 0


def _amounts(option: Option, cents: int) -> str:
    asked = f"{option.word} to {dollars(cents)} is not possible" if cents else f"{option.word} needs an amount"
    if option.high == option.low:
        return f"{asked}; it can only be to {dollars(option.low)} ({option.rule})."
    step = f" in steps of {dollars(option.step)}" if option.step > 1 else ""
    return f"{asked}; write the total in front of you, {dollars(option.low)} to {dollars(option.high)}{step}."
