"""The layout in a round: where every card is, which are face up, which spots folded or are void, and what hands make.

Only :mod:`pitboss.house.dealer`, decisions and rulings change it; each change is one event. The chips on it move in
:mod:`pitboss.house.chips`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from pitboss.deal.event import Event
from pitboss.house import decisions
from pitboss.house.chips import RACK, RoundChips
from pitboss.house.definition import PLAYER, DealStep, Definition, JudgedHand, Wager
from pitboss.ranking import make

PLAYERS = tuple(f"{PLAYER} {spot}" for spot in range(100))
"""The pile of each spot's own cards, by spot number."""

OUTS = tuple(f"out {spot}" for spot in range(100))
"""The pile of each spot's discards."""

Piles: TypeAlias = Mapping[str, Sequence[int]]


class Layout:
    """The cards of a round, with its chips as ``money``; :class:`pitboss.house.round.Round` plays on it.

    ``shows`` are the hands with a spot's own cards that each wager is judged on; ``events`` are those of the round.
    """

    def __init__(
        self, game: Definition, shows: Mapping[Wager, tuple[JudgedHand, ...]], order: tuple[int, ...], money: RoundChips
    ) -> None:
        self.game, self.shows, self.money = game, shows, money
        self.events: list[Event] = money.events
        self.order, self.next = order, 0
        self.folded: set[int] = set()
        self.voided: set[int] = set()
        self.up: set[int] = set()
        self.piles: dict[str, list[int]] = {}
        self.dealt: dict[str, list[int]] = {}  # every card dealt to a pile, for hands "at the deal" and for counting
        self.due: dict[str, int] = {}  # number of cards the script has dealt to it
        self.snapshots: dict[str, dict[str, tuple[int, ...]]] = {}  # the piles when each decision was reached
        self.values: dict[tuple[JudgedHand, int], int] = {}  # of hands judged since the last card moved
        self.uncounted = False  # True if cards were dealt since hands were last counted
        self.packets: dict[str, int] = {}  # packets known to have a wrong number of cards

    def draw(self, count: int) -> tuple[int, ...]:
        """Draw the next cards of the deck."""
        self.next, start = self.next + count, self.next
        return self.order[start : self.next]

    def dealt_in(self, step: DealStep) -> list[int]:
        """The spots that a deal of player cards goes to."""
        return [
            spot
            for spot, stakes in self.money.stakes.items()
            if spot not in self.voided and decisions.dealt_in(step, stakes, spot in self.folded)
        ]

    def pile(self, name: str) -> list[int]:
        """The cards of a pile, created if it does not exist."""
        return self.piles.setdefault(name, [])

    def to_rack(self, name: str, cards: Iterable[int]) -> None:
        """Move cards of a pile to the discard rack."""
        pile, rack = self.piles[name], self.pile(RACK)
        for card in list(cards):
            pile.remove(card)
            rack.append(card)
        self.values.clear()

    def void(self, spot: int) -> None:
        """Take a void hand out of play: its cards go to the rack unseen (T5-18)."""
        self.voided.add(spot)
        self.folded.discard(spot)
        for name in (PLAYERS[spot], OUTS[spot]):
            if self.piles.get(name):
                self.to_rack(name, self.piles[name])

    def remember(self, decision: str) -> None:
        """Keep the own cards of the spots and the face-up cards, for hands judged at a decision."""
        lying = {name: tuple(cards) for name, cards in self.piles.items() if name.startswith(f"{PLAYER} ")}
        for name in self.game.piles:
            if name != PLAYER:
                lying[name] = tuple(card for card in self.piles.get(name, ()) if card in self.up)
        self.snapshots[decision] = lying

    def all_piles(self) -> dict[str, tuple[int, ...]]:
        """Every card of the deck by pile, each in exactly one."""
        piles = {name: tuple(cards) for name, cards in self.piles.items()}
        piles["deck"] = self.order[self.next :]
        return piles

    def lying(self, hand: JudgedHand) -> Piles:
        """The piles at the moment a hand is judged at."""
        if not hand.at:
            return self.piles
        return self.dealt if hand.at == "deal" else self.snapshots[hand.at]

    def value(self, hand: JudgedHand, spot: int) -> int:
        """The value of a hand (spot 0 for a hand of the house); cached until a card moves."""
        value = self.values.get((hand, spot))
        if value is None:
            value = self.values[hand, spot] = judge(hand)(self.lying(hand), PLAYERS[spot])
        return value


# Hands ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def judge(hand: JudgedHand) -> Callable[[Piles, str], int]:
    """Return the function from the piles on the table and the name of the spot's own pile to the hand's value.

    Cards that must play always do (HO-7, T5-7).
    """
    ranking, worth = hand.ranking, hand.ranking.value
    if not hand.must and len(hand.of) == 1:
        (only,) = hand.of
        if hand.own:
            return lambda piles, own: worth(piles[own])
        return lambda piles, own: worth(piles[only])
    if not hand.must and len(hand.of) == 2:
        first, second = hand.of
        if first == PLAYER:
            return lambda piles, own: worth([*piles[own], *piles[second]])
        if second != PLAYER:
            return lambda piles, own: worth([*piles[first], *piles[second]])
    if tuple(hand.must.items()) == ((PLAYER, -1),) and len(hand.of) == 2:
        (other,) = (pile for pile in hand.of if pile != PLAYER)
        size = ranking.cards

        def held(piles: Piles, own: str) -> int:
            fixed = piles[own]
            wanted = size - len(fixed)
            if not wanted:
                return worth(fixed)
            return max([worth([*fixed, *more]) for more in combinations(piles[other], wanted)])

        return held
    return lambda piles, own: make(ranking, *parts(hand, piles, own)).value


def best(hand: JudgedHand, piles: Piles, own: str, worth: int) -> tuple[int, ...]:
    """The cards that make a hand of this value, pairs first; of equivalent cards, those of the first pile."""
    ranking = hand.ranking
    if hand.must or hand.own:
        return make(ranking, *parts(hand, piles, own)).cards
    value, cards = ranking.value, [card for pile in hand.of for card in piles[pile]]
    place = len(cards)
    while len(cards) > ranking.cards:
        # a card needed now is still needed when fewer cards are left, so each is tried once
        place -= 1
        rest = cards[:place] + cards[place + 1 :]
        if value(rest) == worth:
            cards = rest
    return _in_order(cards)


def _in_order(cards: Sequence[int]) -> tuple[int, ...]:
    """Sort cards from the highest, but larger groups of one rank first."""
    ordered = sorted(cards, reverse=True)
    ranks = [card >> 2 for card in ordered]
    if len(set(ranks)) < len(ranks):
        group_size = dict(zip(ordered, map(ranks.count, ranks), strict=True))
        ordered.sort(key=group_size.__getitem__, reverse=True)
    return tuple(ordered)


def parts(hand: JudgedHand, piles: Piles, own: str) -> tuple[list[int], list[tuple[Sequence[int], int]]]:
    """The cards that complete the hand, and the piles that must play with how many of their cards."""
    lying = {pile: piles.get(own if pile == PLAYER else pile, ()) for pile in hand.of}
    must = [(lying[pile], len(lying[pile]) if count < 0 else count) for pile, count in hand.must.items()]
    return [card for pile in hand.of if pile not in hand.must for card in lying[pile]], must
