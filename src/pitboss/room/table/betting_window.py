"""The betting window: between two rounds players place their wagers, and may take them back until it closes.

Its clock starts with the first place. It closes when the time is up, or as soon as every player who is in and connected
is ready. What is placed then plays, whether its player is ready or connected or not; a spot with nothing placed sits
out. If nothing is placed there is no deal, and the window stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.deal.session_view import SeatView


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

    def all_ready(self, seats: Mapping[int, SeatView], live: Callable[[str], bool]) -> bool:
        """True if everybody who is in, has chips and is connected is ready."""
        awaited = {seat.player for seat in seats.values() if seat.status != "out" and seat.cents and live(seat.player)}
        return bool(awaited) and awaited <= self.ready
