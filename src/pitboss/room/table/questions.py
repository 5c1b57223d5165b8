"""The questions a table asks: which seat has to act or to name a game, since when, and since which version.

An answer is stale if it was based on a version before its question, or its options, last changed. Decisions of several
seats at once are separate questions (HB-10): what one seat decides leaves those of the others alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.deal.deal import Deal
from pitboss.deal.option import Option
from pitboss.deal.record import Ruling, SeatAct
from pitboss.deal.session_record import Command, Finished

ACT, NAME, PLACE = "act", "name", "place"


class SeatQuestion(NamedTuple):
    """A question to a seat, asked at the time ``at``.

    ``version``, the version at which the question or its options last changed, is also its number: clients name it when
    they ask for advice. ``acts`` is how many entries the record of the deal had by then.
    """

    what: str
    seat: int
    at: float
    version: int
    options: tuple[Option, ...] = ()
    deal: Deal | None = None
    player: str = ""
    acts: int = 0


class Questions:
    """The open questions by seat, and those of the last deal that are over."""

    def __init__(self, version: int = 0) -> None:
        self.open: dict[int, SeatQuestion] = {}
        self._base = version
        self._changed: dict[int, int] = {}
        self._answered: set[int] = set()
        self._over: dict[tuple[int, int], SeatQuestion] = {}  # by seat and number

    def past(self, seat: int, number: int) -> SeatQuestion | None:
        """A question that is over; it is kept until another deal asks something."""
        return self._over.get((seat, number))

    def changed_at(self, seat: int) -> int:
        """The version at which the question of a seat, or its absence, last changed."""
        return self._changed.get(seat, self._base)

    def answered(self, seat: int) -> None:
        """Mark the question of a seat answered; the next one is new even if identical."""
        self._answered.add(seat)

    def unchanged(self, seat: int, player: str, deal: Deal) -> SeatQuestion | None:
        """The open question of a seat if nothing that its player decided in this deal can have changed it."""
        old = self.open.get(seat)
        if old is None or old.deal is not deal or seat in self._answered:
            return None
        return None if any(self.open[each].player == player for each in self._answered if each in self.open) else old

    def all_answered(self) -> None:
        """A ruling may have changed anything."""
        self._answered.update(self.open)

    def follow(self, did: Iterable[Command]) -> None:
        """Mark the questions that entries of a log answered."""
        for each in did:
            if isinstance(each, SeatAct):
                self.answered(each.seat)
            elif isinstance(each, Ruling | Finished):
                self.all_answered()

    def ask(self, wanted: dict[int, SeatQuestion], version: int) -> tuple[list[SeatQuestion], list[int], list[int]]:
        """Set the questions that are open now.

        Returns the new ones, the seats whose options changed, and the seats that are asked nothing any more.
        """
        new, changed = [], []
        for seat, question in wanted.items():
            old = self.open.get(seat)
            if old is None or seat in self._answered or (old.what, old.deal) != (question.what, question.deal):
                self._close(old)
                if self._over and next(iter(self._over.values())).deal is not question.deal:
                    self._over.clear()
                new.append(question)
                self.open[seat] = question
                self._changed[seat] = question.version
            elif old.options != question.options:
                self.open[seat] = question._replace(at=old.at)
                self._changed[seat] = question.version
                changed.append(seat)
        over = [seat for seat in self.open if seat not in wanted]
        for seat in over:
            self._close(self.open.pop(seat))
            self._changed[seat] = version
        self._answered.clear()
        return new, changed, over

    def _close(self, question: SeatQuestion | None) -> None:
        if question is not None and question.what == ACT:
            self._over[question.seat, question.version] = question
