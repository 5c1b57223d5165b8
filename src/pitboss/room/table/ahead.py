"""Decisions of players ahead of time: being ready for the next deal, and pre-actions.

The betting window lies between two rounds: players place their wagers, and may take them back until it closes. Its
clock starts with the first place. It closes when the time is up, or as soon as every player who is in and connected is
ready. What is placed then plays, whether its player is ready or connected or not; a spot with nothing placed sits out.
If nothing is placed there is no deal, and the window stays open.

A pre-action is one action of the game and its price, such as ``check``, ``fold`` or ``call`` for 400 cents. It is
carried out only if exactly this action is legal at this price when the turn comes. ``check/fold`` is the first of the
two that is legal, ``call any`` is a call whatever it costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.deal.option import Option
from pitboss.deal.session_view import SeatView

ANY = " any"


class BettingWindow:
    """The players who are ready, and when the window closes; ``closes`` is None while its clock has not started.

    Where players play with their stacks nothing is placed, and being ready only shortens the pause between hands.
    """

    def __init__(self) -> None:
        self.closes: float | None = None
        self.ready: set[str] = set()

    def reopen(self) -> None:
        self.closes = None
        self.ready.clear()

    def placed(self, seats: Mapping[int, SeatView], now: float, seconds: float) -> None:
        """Something was placed or taken back: the clock runs while anything is placed."""
        if not any(seat.placed for seat in seats.values()):
            self.closes = None
        elif self.closes is None:
            self.closes = now + seconds

    def all_ready(self, seats: Mapping[int, SeatView], lost: Mapping[str, float]) -> bool:
        """True if everybody who is in, has chips and is connected is ready."""
        inside = {seat.player for seat in seats.values() if seat.status != "out" and seat.cents}
        awaited = inside - lost.keys()
        return bool(awaited) and awaited <= self.ready


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
                    if wanted in option.actions or not option.actions:
                        return wanted
                    return option.actions[0] if len(option.actions) == 1 else ""
        return ""
