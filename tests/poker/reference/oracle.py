"""A betting oracle: a reference implementation of a betting round from the rule catalogue alone.

It uses no code of the engine. Given how a round began (live seats, stacks, posts) and every action since, it replays
the history and says whose turn it is and which amounts are legal. Amounts are totals of the round, in cents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Round:
    """How a betting round began."""

    seats: tuple[int, ...]  # the live hands clockwise, the one to act first at the front (an all-in hand is live)
    stacks: Mapping[int, int]  # chips behind once everything posted is out
    step: int  # the limit of this round (PK-7); without a limit, the least bet and the least raise (PK-29)
    posted: Mapping[int, int] = field(default_factory=dict)  # live money: blinds, live posts, a forced bet
    blind: int = 0  # the big blind as the table has it: called in full even if its player had less (PK-9)
    forced: int = 0  # the seat whose forced bet lies there: it has acted, a blind has not (PK-9, S7-1)
    raises: int = 3  # PK-8; lowball of the Pot house 6 (LB-2)
    limit: bool = True  # False: no-limit hold'em (PK-29)
    must_open: bool = False  # first round of the Pot house's seven-card stud: no check (S7-1)
    pairs: frozenset[int] = frozenset()  # open pairs on fourth street (S7-2)
    higher: int = 0  # the limit such a pair may choose instead
    openers: frozenset[int] | None = None  # hands that may open, where that takes openers (LB-5); None: any


@dataclass(frozen=True)
class Choices:
    """What the player whose turn it is may do; ``to`` lists totals (limit: each one; no limit: least and most)."""

    fold: bool
    check: bool
    call: int  # the total after calling, all-in for less included; 0 when there is nothing to call
    to: tuple[int, ...]


class Walk:
    """A round, played from its beginning through a history of ``(seat, word, total)``."""

    def __init__(self, start: Round, history: Iterable[tuple[int, str, int]] = ()) -> None:
        self.start = start
        self.live = list(start.seats)
        self.put = {seat: start.posted.get(seat, 0) for seat in start.seats}
        self.behind = {seat: start.stacks[seat] for seat in start.seats}
        self.step = start.step
        self.high = max([start.blind, *self.put.values()])  # what a call comes to
        self.full = self.high if self.high >= self.step else 0  # the last full bet (PK-10, PK-11)
        self.bets = 1 if self.full else 0  # the bet and its raises so far; the big blind is the bet (PK-9)
        self.acted = {start.forced: self.full} if start.forced else {}  # the full bet each had acted on
        self.last: int | None = None
        for seat, word, total in history:
            self.do(seat, word, total)

    def do(self, seat: int, word: str, total: int) -> None:
        if word == "fold":
            self.live.remove(seat)
        elif word != "check":
            if self.high == 0 and seat in self.start.pairs and total > self.step:
                self.step = self.start.higher  # S7-2: chosen with the opening bet, binding this round
            self.behind[seat] -= total - self.put[seat]
            self.put[seat] = total
            if total >= self.full + self.step:
                self.full = total  # a full bet or raise; anything between is action only (PK-10)
                self.bets += 1
            self.high = max(self.high, total)
        self.acted[seat] = self.full
        self.last = seat

    def actor(self) -> int | None:
        """The seat to act; None when the round is over."""
        if len(self.live) == 1:
            return None
        circle = list(self.start.seats)
        if self.last is not None:
            place = circle.index(self.last) + 1
            circle = circle[place:] + circle[:place]
        return next((seat for seat in circle if self.owes(seat)), None)

    def owes(self, seat: int) -> bool:
        if seat not in self.live or not self.behind[seat]:
            return False
        if self.put[seat] < self.high:
            # what is missing from a short blind is owed only while somebody could match it
            return self.answered(seat) or self.put[seat] < max(self.put.values())
        return seat not in self.acted and self.answered(seat)

    def answered(self, seat: int) -> bool:
        """Whether anybody else could still call a bet of this seat."""
        return any(self.behind[other] for other in self.live if other != seat)

    def choices(self, seat: int) -> Choices:
        owed = self.high - self.put[seat]
        nothing = owed == 0
        return Choices(
            fold=True,
            check=nothing and not (self.start.must_open and self.high == 0),
            call=0 if nothing else self.put[seat] + min(owed, self.behind[seat]),
            to=self.amounts(seat) if self.may_raise(seat) else (),
        )

    def may_raise(self, seat: int) -> bool:
        if self.behind[seat] <= self.high - self.put[seat]:
            return False  # no chips beyond the call
        if not any(self.put[other] + self.behind[other] > self.high for other in self.live if other != seat):
            return False  # nobody could call any of it (no rule says so; it is what a bet is for)
        if self.full and self.acted.get(seat, -1) == self.full and self.put[seat] < self.high:
            return False  # has acted and faces only action (PK-10); what is no full bet may be completed (PK-11)
        if self.high == 0 and self.start.openers is not None and seat not in self.start.openers:
            return False  # LB-5
        return self.bets <= self.start.raises or len(self.live) == 2  # PK-8: the bet and so many raises

    def amounts(self, seat: int) -> tuple[int, ...]:
        most = self.put[seat] + self.behind[seat]
        least = min(self.full + self.step, most)  # all-in for less is action only (PK-10)
        if not self.start.limit:
            return (least, most)
        if self.high == 0 and seat in self.start.pairs:
            return tuple(sorted({least, min(self.start.higher, most)}))  # S7-2
        return (least,)


def legal(start: Round, history: Sequence[tuple[int, str, int]]) -> tuple[int, Choices] | None:
    """The seat to act and its choices; None when the round is over."""
    walk = Walk(start, history)
    seat = walk.actor()
    return None if seat is None else (seat, walk.choices(seat))


def opens_low(up: Mapping[int, int]) -> int:
    """The seat with the lowest up card, lowest suit on a tie, the ace high (S7-1); cards as rank * 4 + suit."""
    return min(up, key=lambda seat: up[seat])


def opens_high(boards: Mapping[int, Sequence[int]]) -> int:
    """The seat with the highest board: quads, trips, pairs, cards from the top, suit of the highest card (PK-36)."""

    def height(board: Sequence[int]) -> tuple[list[int], list[int], int]:
        ranks = [card // 4 for card in board]
        groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
        return [count for count, _ in groups], [rank for _, rank in groups], max(board) % 4

    return max(boards, key=lambda seat: height(boards[seat]))
