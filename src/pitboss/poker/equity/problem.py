"""An equity problem (a game, hands or ranges, the board so far, dead cards) and the type of its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss import cards
from pitboss.cards import Card, CardError
from pitboss.errors import PitbossError
from pitboss.poker import library
from pitboss.poker.definition import PokerDefinition
from pitboss.poker.equity.ranges import Array, RangeError, masks_of, rows
from pitboss.poker.equity.showdown import Showdown
from pitboss.poker.posted import book_of

MOST_HANDS = 10
MOST_CARDS = 7
TRIES = 20_000


class Share(NamedTuple):
    """The result of one hand: its equity, how often it wins the whole pot and how often only part of it."""

    hand: str
    equity: Fraction
    win: Fraction
    part: Fraction
    low: float = 0.0  # the 95% confidence interval of a sampled equity
    high: float = 0.0
    error: float = 0.0  # the standard error of a sampled equity

    @property
    def lose(self) -> Fraction:
        return 1 - self.win - self.part


class Equity(NamedTuple):
    """The answer: exact (every deal counted) or sampled."""

    exact: bool
    deals: int
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class EquityProblem:
    """Each player's possible holdings, without those ruled out by the board, dead cards or a known hand."""

    showdown: Showdown
    words: tuple[str, ...]
    hands: tuple[Array, ...]  # the known cards of each player, one row per holding
    board: tuple[Card, ...]
    dead: tuple[Card, ...]

    @property
    def missing(self) -> int:
        """Board cards still to come."""
        return self.showdown.board - len(self.board)

    @property
    def certain(self) -> tuple[Card, ...]:
        """The cards of all known hands."""
        return tuple(int(card) for hand in self.hands if len(hand) == 1 for card in hand[0])

    @property
    def live(self) -> tuple[Card, ...]:
        """All cards but the board and the dead cards."""
        gone = {*self.board, *self.dead}
        return tuple(card for card in self.showdown.deck if card not in gone)


def question(game: str | Path, hands: tuple[str, ...], board: str, dead: str, house: str | Path) -> EquityProblem:
    """The problem of a question given as text; a house settles ties its own way, otherwise they split."""
    definition = library.definition(str(game))
    return problem(Showdown.of(definition, _ties(definition, house)), hands, board, dead)


def _ties(definition: PokerDefinition, house: str | Path) -> str:
    """The house's policy for equal hands; ``split`` without a house."""
    if not house:
        return "split"
    book = book_of(str(house), definition)
    if definition.id not in book.games:
        spreads = ", ".join(book.games)
        raise PitbossError(f"the {book.name} does not spread {definition.name}; it spreads {spreads}.")
    return book.showdown.ties


def problem(showdown: Showdown, hands: Sequence[str], board: str = "", dead: str = "") -> EquityProblem:
    """Parse and check hands, board and dead cards."""
    if not 2 <= len(hands) <= MOST_HANDS:
        raise RangeError(f"equity compares 2 to {MOST_HANDS} hands; {len(hands)} given.")
    size = showdown.own + showdown.board
    if size > MOST_CARDS and any(not half.hole for half in showdown.halves):
        raise RangeError(f"equity takes at most {MOST_CARDS} cards a hand, board included; {showdown.name} has {size}.")
    common, out = cards.parse(board), cards.parse(dead)
    if len(common) not in showdown.boards:
        raise RangeError(
            f"{cards.show(common)} is {len(common)} card{'s' * (len(common) != 1)}, but {_boards(showdown)}."
        )
    at_once = showdown.own if showdown.at_once else 0
    lists = [rows(words, showdown.own, at_once, showdown.down, showdown.deck) for words in hands]
    for card in (*common, *out, *(int(card) for hand in lists for card in np.unique(hand))):
        if card not in showdown.deck:
            raise CardError(f"{cards.text(card)} is not in the deck of {showdown.name}.")
    seen: dict[Card, str] = {}
    _claim(seen, common, "the board")
    _claim(seen, out, "the dead cards")
    for words, hand in zip(hands, lists, strict=True):
        if len(hand) == 1:
            _claim(seen, tuple(map(int, hand[0])), words)
    pruned = []
    for words, hand in zip(hands, lists, strict=True):
        gone = np.array(sorted(set(seen) - set(hand[0].tolist() if len(hand) == 1 else ())), np.uint8)
        left = hand[~np.isin(hand, gone).any(axis=1)]
        if not len(left):
            raise RangeError(f"{words!r} is impossible: every hand of it needs a card that is already out.")
        pruned.append(left)
    if not _fit_together(pruned):
        raise RangeError(f"{', '.join(hands)} cannot be dealt together: they need the same cards.")
    parsed = EquityProblem(showdown, tuple(hands), tuple(pruned), common, out)
    need = len(hands) * showdown.own + parsed.missing
    if need > len(parsed.live):
        raise RangeError(
            f"{len(hands)} hands and the board need {need} more cards, but only {len(parsed.live)} are left."
        )
    return parsed


def _fit_together(lists: Sequence[Array]) -> bool:
    """True if one hand of each list can be dealt at the same time; False after ``TRIES`` attempts."""
    masks = sorted((masks_of(rows) for rows in lists), key=len)
    tries = 0

    def deal(player: int, used: Any) -> bool:
        nonlocal tries
        if player == len(masks):
            return True
        for mask in masks[player][(masks[player] & used) == 0]:
            tries += 1
            if tries > TRIES:
                return False
            if deal(player + 1, used | mask):
                return True
        return False

    return deal(0, np.uint64(0))


def _boards(showdown: Showdown) -> str:
    """The possible sizes of the board, for an error message."""
    later = showdown.boards[1:]
    if not later:
        return f"{showdown.name} has no board"
    return f"the board of {showdown.name} has {', '.join(map(str, later[:-1]))} or {later[-1]} cards, or none yet"


def _claim(seen: dict[Card, str], group: Sequence[Card], where: str) -> None:
    for card in group:
        if card in seen:
            raise CardError(f"{cards.text(card)} is in {seen[card]} and in {where}; the deck holds it once.")
        seen[card] = where
