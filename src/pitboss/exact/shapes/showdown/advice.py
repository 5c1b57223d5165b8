"""Advice: what every option of a decision is worth, exactly, for the cards a player sees.

One situation is small enough to be counted hand by hand, whatever the proof of the whole game takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from pitboss.cards import show
from pitboss.errors import PitbossError
from pitboss.exact.cards.hand_makers import makings
from pitboss.exact.cards.hands import canonical_hands, values
from pitboss.exact.cards.hidden_hands import histogram
from pitboss.exact.cards.suits import Alike, cards_of, word
from pitboss.exact.options import Option
from pitboss.exact.payoff import Payoffs
from pitboss.exact.script.one_decision import outline
from pitboss.exact.script.views import Outline, Outside, Public, View
from pitboss.exact.shapes.board.values import SHIFTS
from pitboss.exact.shapes.holding import holding
from pitboss.exact.shapes.holding.holding import Holding, Table
from pitboss.exact.shapes.showdown import showdown
from pitboss.exact.shapes.showdown.showdown import Showdown
from pitboss.exact.stakes import combination, tied
from pitboss.house.actions import said
from pitboss.house.decisions import Offer, holds
from pitboss.house.definition import PLAYER, Definition


class AdviceError(PitbossError):
    """A situation that cannot arise, or in which there is nothing to decide."""


@dataclass(frozen=True)
class Worth:
    """An action in the words of the game, and what it is worth in units of the base wager."""

    action: str
    ev: Fraction

    def data(self) -> dict[str, str]:
        return {"action": self.action, "ev": str(self.ev)}


@dataclass(frozen=True)
class Advice:
    """Every action open to the player, best first; of equal ones folding comes last, of ways to hold cards the one that
    makes the better hands comes first, the others stay in the order of the game's file."""

    game: str
    options: tuple[Worth, ...]

    @property
    def best(self) -> str:
        return self.options[0].action

    def data(self) -> dict[str, Any]:
        return {"game": self.game, "best": self.best, "options": [each.data() for each in self.options]}


def advise(
    game: Definition,
    cards: Sequence[int],
    shown: Mapping[str, Sequence[int]] | None = None,
    stakes: Mapping[str, Fraction | int] | None = None,
) -> Advice:
    """What to do with these cards: ``shown`` are the cards of other piles that lie face up, in the order they were
    turned, ``stakes`` the wagers placed in units (the game's unit wager with those tied to it, unless said)."""
    placed = combination(game, stakes if stakes else tied(game, game.unit))
    game, lying = placed.game, shown or {}
    _check_cards(game, cards, lying)
    found = outline(game, placed.stakes, lying)
    if not found.decides:
        raise AdviceError(f"there is nothing to decide in {game.name} with these wagers; every play is worth the same.")
    if len(cards) != found.own:
        many = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        raise AdviceError(f"{show(cards) or 'nothing'} is {many}; a player of {game.name} has {found.own}.")
    worths = list(_worths(found, tuple(cards)))
    return Advice(game.id, tuple(sorted(worths, key=lambda each: -each.ev)))


def _check_cards(game: Definition, cards: Sequence[int], lying: Mapping[str, Sequence[int]]) -> None:
    unknown = [pile for pile in lying if pile not in game.piles or pile == PLAYER]
    if unknown:
        piles = ", ".join(pile for pile in game.piles if pile != PLAYER)
        raise AdviceError(f"{unknown[0]!r} is no pile on the table of {game.name}; those are {piles}.")
    game.deck.check([*cards, *(card for each in lying.values() for card in each)])


def _worths(found: Outline, cards: tuple[int, ...]) -> Iterator[Worth]:
    try:
        shape: Showdown | Holding = showdown.recognise(found)
    except Outside:
        shape = holding.recognise(found)
    public = found.publics[0]
    counts = _Held(shape, public, cards) if isinstance(shape, Holding) else _Compared(shape, public, cards)
    for at, act in enumerate(shape.acts):
        if act.needs and counts.judged() < act.needs:
            continue
        for choice, times in act.choices:
            ways = list(holds(choice, cards))
            if isinstance(counts, _Held):
                # Of equal ways the one that makes the better hands, as proved.
                ways.sort(key=lambda way: counts.height(way[0]), reverse=True)
            for held, out in ways:
                worth = counts.worth(at, act, held)
                yield Worth(said(Offer("", choice, times, False), held, out), worth)


class _Situation:
    """The player's cards on a table: values of hands made with them."""

    def __init__(self, payoffs: Payoffs, public: Public, cards: tuple[int, ...]) -> None:
        self.payoffs, self.public, self.cards = payoffs, public, cards
        self.own = word(cards)
        self.known: dict[int, Fraction] = {}

    def value(self, view: View, held: int) -> int:
        """The value of a hand with these of the player's cards."""
        places = (1 << held.bit_count()) - 1
        ways = tuple(sorted(makings(view, PLAYER, places)))
        one = np.array([held], dtype=np.int64)
        return int(values(view.hand.ranking, one, held.bit_count(), ways)[0])

    def judged(self) -> int:
        assert self.public.judged is not None
        return self.value(self.public.judged, self.own)

    def rest(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        free = self.public.free & ~self.own
        return np.array([1 << at for at in range(53) if free >> at & 1], dtype=np.int64)


class _Compared(_Situation):
    """Options settled against a hidden hand, or on what is known already."""

    def __init__(self, shape: Showdown, public: Public, cards: tuple[int, ...]) -> None:
        super().__init__(shape.payoffs, public, cards)
        self.shape = shape
        wagers = shape.outline.wagers
        game = shape.outline.game
        self.view = next(public.views[key][0] for key in wagers if game.wagers[key].hand == shape.main)
        self.views = {game.wagers[key].hand: public.views[key][0] for key in wagers}
        self.other = next((other for _, other in public.views.values() if other is not None), None)

    @cached_property
    def hidden(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        return self._histogram()

    def _histogram(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The hidden hands by value, added up from below."""
        if self.other is None:
            return np.zeros(0, dtype=np.int64)
        hand, down, free = self.other.hand, self.public.down, self.public.free & ~self.own
        if hand.must:
            every = canonical_hands(free, Alike((0, 1, 2, 3)), down)
            ways = tuple(sorted(makings(self.other, self.other.hidden[0][0], (1 << down) - 1)))
            found = np.bincount(values(hand.ranking, every.words, down, ways), minlength=hand.ranking.top + 1)
        else:
            by_ranks = histogram(hand.ranking, free, down, self.other.table)
            found = self._one_by_one(free) if by_ranks is None else by_ranks
        return np.concatenate([[0], np.cumsum(found)])

    def _one_by_one(self, free: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        from pitboss.exact.kernels import direct as compiled

        kernels: Any = compiled
        assert self.other is not None
        ranking, down = self.other.hand.ranking, self.public.down
        found = np.zeros(ranking.top + 1, dtype=np.int64)
        arrays = ranking.arrays()
        board, rest = _codes(self.other.table), _codes(free)
        kernels.histogram(
            *(arrays.keys[rest], arrays.masks[rest], down, arrays.keys[board].sum(), arrays.masks[board].sum()),
            *(SHIFTS, (arrays.rows[down + len(board)], arrays.values, arrays.flush, arrays.flags), found),
        )
        return found

    def _case(self) -> int:
        leasts = []
        for name, every in zip(self.payoffs.extras, zip(*self.payoffs.cases, strict=True), strict=True):
            view = self.views.get(name) or self.public.judged
            assert view is not None
            value = self.value(view, self.own)
            leasts.append(max(least for least in set(every) if least <= max(value, min(every))))
        return self.payoffs.cases.index(tuple(leasts))

    def worth(self, at: int, act: Option, held: Sequence[int]) -> Fraction:
        view, keep = self.view, word(held)
        uses = act.hold or (len(self.cards),)
        assert len(held) in uses
        if act.fold and not any(self.shape.outline.game.wagers[key].stands for key, _ in act.stakes):
            return Fraction(int(self.payoffs.pay[self._case(), at, 0, 0]), self.payoffs.scale)
        value = self.value(view, self.own if act.fold else keep)
        segment = self.payoffs.segments.at(value)
        pay = [int(each) for each in self.payoffs.pay[self._case(), at, :, segment]]
        if self.other is None or act.fold:
            return Fraction(pay[0], self.payoffs.scale)
        below, upto, low, total = (int(self.hidden[at]) for at in (value, value + 1, self.other.hand.qualifies, -1))
        ties, over = upto - below, total - upto
        if value >= self.other.hand.qualifies:
            counts = (over, ties, below - low, 0, 0, low)
        else:
            counts = (total - low, 0, 0, low - upto, ties, below)
        return Fraction(sum(c * p for c, p in zip(counts, pay, strict=True)), total * self.payoffs.scale)


def _codes(cards: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array(cards_of(cards), dtype=np.int64)


class _Held(_Situation):
    """Options that keep cards before a hidden board completes them."""

    def __init__(self, shape: Holding, public: Public, cards: tuple[int, ...]) -> None:
        super().__init__(shape.payoffs, public, cards)
        self.table = Table(shape, public, numbered=False)

    def height(self, held: Sequence[int]) -> int:
        """How good the hands are that these cards lead to, whatever they pay."""
        counts = self.table.boards_of(self.own, word(held))
        return int(counts @ np.arange(len(counts)))

    def worth(self, at: int, act: Option, held: Sequence[int]) -> Fraction:
        counts = self.table.boards_of(self.own, word(held))
        pay = self.payoffs.pay[0, at, 0]
        total = comb(len(self.rest()), self.public.down)
        gained = sum(int(count) * int(each) for count, each in zip(counts, pay, strict=True))
        return Fraction(gained, total * self.payoffs.scale)
