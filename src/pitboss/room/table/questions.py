"""The questions a table asks and their clocks, and decisions ahead of time: in a betting window or before a turn.

An answer is stale if it was based on a version before its question, or its options, last changed. Decisions of several
seats at once are separate questions (HB-10): the decision of one seat does not change the questions to the others.

Nothing here is durable: after a restart everybody counts as disconnected with a fresh grace period, and clocks start
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.deal.deal import Deal
from pitboss.deal.record import Ruling, SeatAct
from pitboss.deal.session_record import Command, Finished
from pitboss.deal.view import Option, SeatView
from pitboss.room.config import TableConfig
from pitboss.room.table.outcome import ClockSet

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
    """The open questions by seat with their clocks, the closed ones of the last deal, and lost connections."""

    def __init__(self, config: TableConfig, version: int = 0) -> None:
        self._config = config
        self.lost: dict[str, float] = {}
        """The players whose connection is lost, and since when."""
        self.open: dict[int, SeatQuestion] = {}
        self.base = version
        self.changed: dict[int, int] = {}
        """The version at which the question of a seat, or its absence, last changed; ``base`` if it never did."""
        self._answered: set[int] = set()
        self._over: dict[tuple[int, int], SeatQuestion] = {}  # by seat and number
        self._on_bank: set[int] = set()
        self._graces: dict[int, float] = {}  # by seat, for its present question

    # Connections ------------------------------------------------------------------------

    def connect(self, player: str) -> bool:
        """Note that a player is connected; return whether the connection was lost before."""
        return self.lost.pop(player, None) is not None

    def lose(self, player: str, now: float) -> bool:
        """Note a lost connection; the grace runs from the first loss."""
        if player in self.lost:
            return False
        self.lost[player] = now
        return True

    def grace_ends(self, player: str) -> float | None:
        """The end of a player's grace; None while connected."""
        since = self.lost.get(player)
        return None if since is None else since + self._config.grace

    def extend(self, seat: int, player: str) -> None:
        """Give a player who lost the connection the grace for an open question, once for each."""
        grace = self.grace_ends(player)
        if grace is not None:
            self._graces.setdefault(seat, grace)

    # Clocks ------------------------------------------------------------------------

    def _limit(self, question: SeatQuestion) -> float:
        """The end of the plain time for a question."""
        return question.at + (self._config.name_game if question.what == NAME else self._config.act)

    def deadline(self, question: SeatQuestion, banks: dict[str, float]) -> float:
        """The deadline of a question: the end of its time, or of its player's grace if that is later.

        ``banks`` are the time banks of players who have used theirs; one counts while it is used.
        """
        seat, end = question.seat, self._limit(question)
        if seat in self._on_bank:
            end += banks.get(question.player, self._config.bank)
        return max(end, self._graces[seat]) if seat in self._graces else end

    def clock(self, seat: int, now: float, banks: dict[str, float]) -> ClockSet:
        """The time a seat has left to answer, and its time bank; 0 if it is asked nothing."""
        question = self.open.get(seat)
        if question is None:
            return ClockSet(seat, 0)
        left = max(0.0, self.deadline(question, banks) - now)
        return ClockSet(seat, left, banks.get(question.player, self._config.bank), question.version)

    def use_bank(self, seat: int) -> bool:
        """A seat uses its time bank for the present question; False if it does already."""
        if seat in self._on_bank:
            return False
        self._on_bank.add(seat)
        return True

    def _stop(self, question: SeatQuestion, now: float, banks: dict[str, float]) -> dict[str, float]:
        """Stop the clock of a question; return the time banks, less what was used of one."""
        if question.seat not in self._on_bank:
            return banks
        self._on_bank.discard(question.seat)
        had = banks.get(question.player, self._config.bank)
        left = max(0.0, had - max(0.0, now - self._limit(question)))
        return banks if left == had else {**banks, question.player: round(left, 3)}

    # Questions ------------------------------------------------------------------------

    def past(self, seat: int, number: int) -> SeatQuestion | None:
        """A question that is over; it is kept until another deal asks something."""
        return self._over.get((seat, number))

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
        """Mark all questions answered, since a ruling may have changed anything."""
        self._answered.update(self.open)

    def follow(self, did: Iterable[Command]) -> None:
        """Mark the questions that entries of a log answered."""
        for each in did:
            if isinstance(each, SeatAct):
                self.answered(each.seat)
            elif isinstance(each, Ruling | Finished):
                self.all_answered()

    def ask(
        self, wanted: dict[int, SeatQuestion], version: int, now: float, banks: dict[str, float]
    ) -> tuple[list[ClockSet], dict[str, float]]:
        """Set the questions that are open now.

        Returns the clocks that were started, changed or stopped, and the time banks of players who used them.
        """
        before = dict(self.open)
        new, changed = self._compare(wanted)
        for question in new:
            old = before.get(question.seat)
            if old is not None:
                banks = self._stop(old, now, banks)
            self._graces.pop(question.seat, None)  # a disconnected player has the rest of the grace
            self.extend(question.seat, question.player)
        over = [seat for seat in self.open if seat not in wanted]
        for seat in over:
            self._close(self.open.pop(seat))
            self.changed[seat] = version
            banks = self._stop(before[seat], now, banks)
        self._answered.clear()
        running = [*(question.seat for question in new), *changed]
        return [self.clock(seat, now, banks) for seat in (*running, *over)], banks

    def _compare(self, wanted: dict[int, SeatQuestion]) -> tuple[list[SeatQuestion], list[int]]:
        """Open the questions that are new, which are returned with the seats whose options changed."""
        new, changed = [], []
        for seat, question in wanted.items():
            old = self.open.get(seat)
            if old is None or seat in self._answered or (old.what, old.deal) != (question.what, question.deal):
                self._close(old)
                if self._over and next(iter(self._over.values())).deal is not question.deal:
                    self._over.clear()
                new.append(question)
                self.open[seat] = question
                self.changed[seat] = question.version
            elif old.options != question.options:
                self.open[seat] = question._replace(at=old.at)
                self.changed[seat] = question.version
                changed.append(seat)
        return new, changed

    def _close(self, question: SeatQuestion | None) -> None:
        if question is not None and question.what == ACT:
            self._over[question.seat, question.version] = question


# Decisions ahead of time ---------------------------------------------------------------------------------------------


ANY = " any"


class BettingWindow:
    """The players who are ready, and when the window closes; ``closes`` is None while its clock has not started.

    The betting window lies between two rounds: players place their wagers, and may take them back until it closes. Its
    clock starts with the first wager. It closes when the time is up, or as soon as every player who is in and connected
    is ready. What is placed then plays, whether its player is ready or connected or not; a spot with nothing placed
    sits out. If nothing is placed there is no deal, and the window stays open. Where players play with their stacks
    nothing is placed, and being ready only shortens the pause between hands.
    """

    def __init__(self) -> None:
        self.closes: float | None = None
        self.ready: set[str] = set()

    def reopen(self) -> None:
        self.closes = None
        self.ready.clear()

    def placed(self, seats: Mapping[int, SeatView], now: float, seconds: float) -> None:
        """Start or stop the clock after a change of wagers; it runs while anything is placed."""
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
    """One action of the game and its price, such as ``check``, ``fold`` or ``call`` for 400 cents.

    It is carried out only if exactly this action is legal at this price when the turn comes. ``check/fold`` is the
    first of the two that is legal, ``call any`` is a call whatever it costs.
    """

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
