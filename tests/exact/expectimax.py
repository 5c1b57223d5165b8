"""A slow reference: exhaustive expectimax over a round, using only ``legal``, ``act`` and ``view``.

Every deal is played with every decision. Deals that look the same to the player up to a decision form one situation;
there he takes the action with the highest total. Nothing here reads a definition, a ranking or a pay table, so
agreement with the solver means that both read the game alike.

For every deal :data:`Counts` also has the net result, folds, chips wagered, and how each wager was settled in the
dealer's words. Where several actions are equally good these depend on which is taken, so they are ranges: the least and
the most over all perfect ways to play.

Deck orders that differ only among cards treated alike (dealt to one pile at once, turned together) are played once.
Which places are treated alike is learned by watching rounds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import factorial, prod
from random import Random
from typing import Any, NamedTuple, TypeAlias

from pitboss.deal.event import Event
from pitboss.deal.view import View
from pitboss.house import Game, Round
from pitboss.money import parse_dollars

SPOT = 1
WATCHED = 60
"""Rounds watched to learn which places of the deck are treated alike."""


Counts: TypeAlias = Counter[tuple[str, Any]]
"""Counts over deals: ``("net", cents)``, ``("settled", words)`` and ``("fold", "")`` count occurrences, ``("wagered",
"")`` sums cents."""

_SETTLED = re.compile(r"(?P<wager>\S+?(?: bonus)?) (?P<stake>\$[\d,.]+) (?P<how>.*)")


class Truth(NamedTuple):
    """Perfect play over some deals: the total cents won, and the least and most of each count."""

    total: int
    least: Counts
    most: Counts


class Stacked:
    """A shuffle with a given order."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = tuple(order)

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        return self.order


class Expectimax:
    """A game with given wagers on one spot, in cents."""

    def __init__(self, game: Game, stakes: Mapping[str, int]) -> None:
        self.game, self.stakes = game, {SPOT: dict(stakes)}
        self.deck = game.definition.deck.cards
        self.rounds = 0

    def ev(self) -> Fraction:
        """The player's expectation in cents with perfect play."""
        return Fraction(self.truth.total, self.many)

    def between(self, count: tuple[str, Any]) -> tuple[Fraction, Fraction]:
        """The least and the most of a count per deal, over all perfect ways to play."""
        return Fraction(self.truth.least[count], self.many), Fraction(self.truth.most[count], self.many)

    @cached_property
    def truth(self) -> Truth:
        orders = list(self.orders())
        assert len(orders) == self.many
        return self._best(orders, ())

    def _best(self, orders: Sequence[tuple[int, ...]], acted: tuple[str, ...]) -> Truth:
        """The most that can be won over all these orders after some actions."""
        total, least, most = 0, Counter(), Counter()  # type: int, Counts, Counts
        situations: dict[tuple[Event, ...], list[tuple[int, ...]]] = {}
        choices: dict[tuple[Event, ...], tuple[str, ...]] = {}
        for order in orders:
            view = self.play(order, acted).view(SPOT)
            if view.done:
                total += view.chips[view.viewer]
                counted = described(view)
                least.update(counted)
                most.update(counted)
                continue
            situations.setdefault(view.events, []).append(order)
            options = tuple(text for option in view.legal[SPOT] if option.allowed for text in option.actions)
            assert choices.setdefault(view.events, options) == options, "what may be done depends on hidden cards"
        for seen, alike in situations.items():
            ways = [self._best(alike, (*acted, action)) for action in choices[seen]]
            best = max(way.total for way in ways)
            perfect = [way for way in ways if way.total == best]
            total += best
            for count in {count for way in perfect for count in way.most}:
                least[count] += min(way.least[count] for way in perfect)
                most[count] += max(way.most[count] for way in perfect)
        return Truth(total, least, most)

    def play(self, order: Sequence[int], acted: Sequence[str]) -> Round:
        """A round dealt from this order, up to the decision after these actions."""
        self.rounds += 1
        deal = self.game.deal(self.stakes, shuffle=Stacked(order))
        for action in acted:
            deal.act(SPOT, action)
        return deal

    # Orders ----------------------------------------------------------------------------------------------------

    def orders(self) -> Iterator[tuple[int, ...]]:
        """Every deck order that can make a difference; each stands for equally many."""
        return self._fill([None] * len(self.deck), self.alike, self.deck)

    @property
    def many(self) -> int:
        """The number of these orders."""
        return factorial(len(self.deck)) // prod(factorial(len(places)) for places in self.alike)

    @cached_property
    def alike(self) -> list[list[int]]:
        """The places of the deck, grouped by those treated alike."""
        found: dict[Any, list[int]] = {}
        for place, label in enumerate(self.labels()):
            found.setdefault(label, []).append(place)
        return list(found.values())

    def _fill(self, order: list[int | None], groups: list[list[int]], left: Sequence[int]) -> Iterator[tuple[int, ...]]:
        if not groups:
            yield tuple(card for card in order if card is not None)
            return
        for cards in combinations(left, len(groups[0])):
            for place, card in zip(groups[0], cards, strict=True):
                order[place] = card
            yield from self._fill(order, groups[1:], [card for card in left if card not in cards])

    def labels(self) -> list[tuple[Any, ...]]:
        """For every place of the deck, what became of its card in each watched round."""
        random = Random(0)
        labels: list[tuple[Any, ...]] = [()] * len(self.deck)
        for _ in range(WATCHED):
            order = list(self.deck)
            random.shuffle(order)
            deal = self.play(order, ())
            while not deal.done:
                texts = [text for option in deal.legal(SPOT) if option.allowed for text in option.actions]
                deal.act(SPOT, random.choice(texts))
            became = self._became(deal)
            labels = [(*label, became.get(card)) for label, card in zip(labels, order, strict=True)]
        return labels

    def _became(self, deal: Round) -> dict[int, tuple[Any, ...]]:
        """Where each card was dealt, and after how many decisions and turns it was turned up."""
        found: dict[int, tuple[Any, ...]] = {}
        moment = 0
        for event in deal.view("floor").events:
            if event.verb in ("decide", "turn"):
                moment += 1
            if event.verb in ("deal", "turn"):
                for card in event.cards:
                    found[card] = (*found.get(card, ()), event.verb, event.pile, event.up, moment)
        return found


def described(view: View) -> Counts:
    """The counts of a finished deal."""
    counts: Counts = Counter({("net", view.chips[view.viewer]): 1})
    for event in view.events:
        if event.seat == SPOT and event.verb == "fold":
            counts["fold", ""] = 1
        if event.seat == SPOT and event.verb == "settle":
            wager, stake, how = _settled(event.words)
            counts["settled", f"{wager} {how}"] += 1
            if not wager.endswith(" bonus"):
                counts["wagered", ""] += stake
    return counts


@lru_cache(maxsize=1 << 12)
def _settled(words: str) -> tuple[str, int, str]:
    """The wager, its stake in cents, and how it was settled: ``raise $20 wins 2 to 1 with two pair``."""
    found = _SETTLED.fullmatch(words)
    assert found, words
    return found["wager"], parse_dollars(found["stake"]), found["how"]
