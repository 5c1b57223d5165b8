"""Pre-actions: decisions of a player ahead of the turn.

A pre-action is one action of the game and its price, such as ``check``, ``fold`` or ``call`` for 400 cents. It is
carried out only if exactly this action is legal at this price when the turn comes. ``check/fold`` is the first of the
two that is legal, ``call any`` is a call whatever it costs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.deal.option import Option

ANY = " any"


class PreAction(NamedTuple):
    action: str
    cents: int
    once: bool

    def choose(self, options: Iterable[Option]) -> str:
        """The text of the action to carry out; empty if none fits."""
        listed = [option for option in options if option.allowed and not option.high]
        for part in self.action.split("/"):
            wanted = part.strip()
            whatever = wanted.endswith(ANY)
            wanted = wanted.removesuffix(ANY)
            for option in listed:
                price_fits = whatever or option.cents == self.cents or not option.cents
                if price_fits and (wanted == option.word or wanted in option.actions):
                    return _text(option, wanted)
        return ""


def _text(option: Option, wanted: str) -> str:
    if wanted in option.actions or not option.actions:
        return wanted
    return option.actions[0] if len(option.actions) == 1 else ""


class PreActions:
    """The pre-actions by seat, until the hand ends."""

    def __init__(self) -> None:
        self._by_seat: dict[int, PreAction] = {}

    def __bool__(self) -> bool:
        return bool(self._by_seat)

    def set(self, seat: int, wanted: PreAction) -> None:
        if wanted.action:
            self._by_seat[seat] = wanted
        else:
            self._by_seat.pop(seat, None)

    def get(self, seat: int) -> PreAction | None:
        return self._by_seat.get(seat)

    def take(self, seat: int, options: Iterable[Option]) -> str:
        """The action for a seat whose turn has come; empty if it has to decide itself."""
        wanted = self._by_seat.get(seat)
        if wanted is None:
            return ""
        if wanted.once:
            del self._by_seat[seat]
        return wanted.choose(options)

    def clear(self) -> None:
        self._by_seat.clear()
