"""Clocks: how long a seat has to answer, its time bank, and the grace of a player whose connection is lost.

Nothing here is durable: after a restart everybody counts as disconnected with a fresh grace period, and clocks start
again.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.room.config import TableConfig
from pitboss.room.table.questions import NAME, SeatQuestion


class Clocks:
    """The people connected, and the deadline of each question."""

    def __init__(self, config: TableConfig) -> None:
        self._config = config
        self._lost: dict[str, float] = {}
        self._on_bank: set[int] = set()
        self._graces: dict[int, float] = {}  # by seat, for its present question

    # Who is here ------------------------------------------------------------------------

    def connect(self, player: str) -> bool:
        """Note that a player is connected; return whether the connection was lost before."""
        return self._lost.pop(player, None) is not None

    def lose(self, player: str, now: float) -> bool:
        """Note a lost connection; the grace runs from the first loss."""
        if player in self._lost:
            return False
        self._lost[player] = now
        return True

    def live(self, player: str) -> bool:
        return player not in self._lost

    def grace_ends(self, player: str) -> float | None:
        """The end of a player's grace; None while connected."""
        since = self._lost.get(player)
        return None if since is None else since + self._config.grace

    def lost(self) -> tuple[str, ...]:
        return tuple(self._lost)

    def forget(self, players: Iterable[str]) -> None:
        """Keep nothing of players who have no seat any more."""
        for player in players:
            self._lost.pop(player, None)

    # How long ------------------------------------------------------------------------

    def start(self, question: SeatQuestion) -> None:
        """Start the clock of a question; a disconnected player has the rest of the grace."""
        self._graces.pop(question.seat, None)
        grace = self.grace_ends(question.player)
        if grace is not None:
            self._graces[question.seat] = grace

    def extend(self, seat: int, player: str) -> None:
        """Give a player who lost the connection the grace for an open question, once for each."""
        grace = self.grace_ends(player)
        if grace is not None:
            self._graces.setdefault(seat, grace)

    def limit(self, question: SeatQuestion) -> float:
        """The end of the plain time for a question."""
        return question.at + (self._config.name_game if question.what == NAME else self._config.act)

    def deadline(self, question: SeatQuestion, bank: float) -> float:
        """The deadline of a question: the end of its time, or of its player's grace if that is later.

        ``bank`` is the time left in the player's time bank, which counts if it is used.
        """
        seat, end = question.seat, self.limit(question)
        if seat in self._on_bank:
            end += bank
        return max(end, self._graces[seat]) if seat in self._graces else end

    def use_bank(self, seat: int) -> bool:
        """A seat uses its time bank for the present question; False if it does already."""
        if seat in self._on_bank:
            return False
        self._on_bank.add(seat)
        return True

    def stop(self, question: SeatQuestion, bank: float, now: float) -> float:
        """A question is answered: what is left of the time bank."""
        if question.seat not in self._on_bank:
            return bank
        self._on_bank.discard(question.seat)
        return max(0.0, bank - max(0.0, now - self.limit(question)))
