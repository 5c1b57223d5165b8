"""A question of equity: hands or ranges at a showdown, the board so far, dead cards; and the shape of its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss import cards
from pitboss.cards import Card, CardError
from pitboss.poker.equity.ranges import RangeError, holdings
from pitboss.poker.equity.showdown import Showdown

MOST_HANDS = 10


class Share(NamedTuple):
    """What one hand gets: its part of the pot, how often it takes all of it and how often only part."""

    hand: str
    equity: Fraction
    win: Fraction
    part: Fraction
    low: float = 0.0  # the ends of the interval in which a sampled equity lies 95 times out of 100
    high: float = 0.0

    @property
    def lose(self) -> Fraction:
        return 1 - self.win - self.part


class Equity(NamedTuple):
    """The answer: exact (every deal counted) or sampled."""

    exact: bool
    deals: int
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class Problem:
    """Each player's possible holdings, without those that the board, dead cards or a certain hand rule out."""

    showdown: Showdown
    words: tuple[str, ...]
    hands: tuple[tuple[tuple[Card, ...], ...], ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]

    @property
    def missing(self) -> int:
        """Board cards still to come."""
        return self.showdown.board - len(self.board)

    @property
    def certain(self) -> tuple[Card, ...]:
        """Cards that are surely in somebody's hand."""
        return tuple(card for hand in self.hands if len(hand) == 1 for card in hand[0])

    @property
    def live(self) -> tuple[Card, ...]:
        """Cards that a player or the board may still get, those of ranges included."""
        gone = {*self.board, *self.dead}
        return tuple(card for card in self.showdown.deck if card not in gone)


def problem(showdown: Showdown, hands: Sequence[str], board: str = "", dead: str = "") -> Problem:
    """The question in people's words, checked."""
    if not 2 <= len(hands) <= MOST_HANDS:
        raise RangeError(f"equity is between 2 to {MOST_HANDS} hands; {len(hands)} given.")
    common, out = cards.parse(board), cards.parse(dead)
    if len(common) > showdown.board:
        has = f"{showdown.board} board cards" if showdown.board else "no board"
        raise RangeError(f"{cards.show(common)} is {len(common)} cards, but {showdown.name} has {has}.")
    lists = [holdings(words, showdown.own) for words in hands]
    _check_deck(showdown, [*common, *out, *(card for hand in lists for one in hand for card in one)])
    seen: dict[Card, str] = {}
    for where, some in (("the board", common), ("the dead cards", out)):
        _claim(seen, some, where)
    for words, hand in zip(hands, lists, strict=True):
        if len(hand) == 1:
            _claim(seen, hand[0], words)
    pruned = []
    for words, hand in zip(hands, lists, strict=True):
        mine = hand[0] if len(hand) == 1 else ()
        gone = set(seen) - set(mine)
        left = tuple(one for one in hand if gone.isdisjoint(one))
        if not left:
            raise RangeError(f"nothing is left of {words!r}: every hand of it needs a card that is already out.")
        pruned.append(left)
    found = Problem(showdown, tuple(hands), tuple(pruned), common, out)
    need = len(hands) * showdown.own + found.missing
    if need > len(found.live):
        raise RangeError(
            f"{len(hands)} hands and the board need {need} more cards, but only {len(found.live)} are left."
        )
    return found


def _check_deck(showdown: Showdown, used: Sequence[Card]) -> None:
    for card in used:
        if card not in showdown.deck:
            raise CardError(f"{cards.text(card)} is not in the deck of {showdown.name}.")


def _claim(seen: dict[Card, str], some: Sequence[Card], where: str) -> None:
    for card in some:
        if card in seen:
            raise CardError(f"{cards.text(card)} stands in {seen[card]} and in {where}; each card is there only once.")
        seen[card] = where
