"""The state of a round: where every card and chip is, and who may see which cards.

Only :mod:`pitboss.house.dealer`, decisions and rulings change it; each change is one event. Chips move in
:mod:`pitboss.house.chips`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pitboss.cards import UNKNOWN
from pitboss.deal.deal import FLOOR
from pitboss.house import decisions, hands
from pitboss.house.chips import RACK, Chips
from pitboss.house.definition import PLAYER, DealStep, Definition, JudgedHand, Wager

PLAYERS = tuple(f"{PLAYER} {spot}" for spot in range(100))
"""The pile of each spot's own cards, by spot number."""

OUTS = tuple(f"out {spot}" for spot in range(100))
"""The pile of each spot's discards."""


class LayoutTable(Chips):
    """The cards of a round and who sees them, in addition to its chips; :class:`pitboss.house.round.Round` plays it."""

    __slots__ = (
        *("asked", "dealt", "due", "folded", "game", "next", "order", "packets", "piles"),
        *("shows", "snapshots", "uncounted", "up", "values", "voided"),
    )

    game: Definition
    shows: Mapping[Wager, tuple[JudgedHand, ...]]
    """The hands with a spot's own cards that each wager is judged on."""
    folded: set[int]
    asked: tuple[int, ...]

    def lay_out(self, order: tuple[int, ...]) -> None:
        """Start with an empty layout and a shuffled deck."""
        self.order, self.next = order, 0
        self.folded = set()
        self.voided: set[int] = set()
        self.up: set[int] = set()
        self.piles: dict[str, list[int]] = {}
        self.dealt: dict[str, list[int]] = {}  # every card dealt to a pile, for hands "at the deal" and for counting
        self.due: dict[str, int] = {}  # number of cards the script has dealt to it
        self.snapshots: dict[str, dict[str, tuple[int, ...]]] = {}  # the piles when each decision was reached
        self.values: dict[tuple[JudgedHand, int], int] = {}  # of hands judged since the last card moved
        self.uncounted = False  # True if cards were dealt since hands were last counted
        self.packets: dict[str, int] = {}  # packets known to have a wrong number of cards

    # Cards ---------------------------------------------------------------------------------------------------------

    def draw(self, count: int) -> tuple[int, ...]:
        """Draw the next cards of the deck."""
        self.next, start = self.next + count, self.next
        return self.order[start : self.next]

    def dealt_in(self, step: DealStep) -> list[int]:
        """The spots that a deal of player cards goes to."""
        return [
            spot
            for spot, stakes in self.stakes.items()
            if spot not in self.voided and decisions.dealt_in(step, stakes, spot in self.folded)
        ]

    def pile(self, name: str) -> list[int]:
        """The cards of a pile, created if it does not exist."""
        cards = self.piles.get(name)
        if cards is None:
            cards = self.piles[name] = []
        return cards

    def to_rack(self, name: str, cards: Iterable[int]) -> None:
        """Move cards of a pile to the discard rack."""
        pile, rack = self.piles[name], self.pile(RACK)
        for card in list(cards):
            pile.remove(card)
            rack.append(card)
        self.values.clear()

    def all_piles(self) -> dict[str, tuple[int, ...]]:
        """Every card of the deck by pile, each in exactly one."""
        piles = {name: tuple(cards) for name, cards in self.piles.items()}
        piles["deck"] = self.order[self.next :]
        return piles

    def lying(self, hand: JudgedHand) -> Mapping[str, Sequence[int]]:
        """The piles at the moment a hand is judged at."""
        if not hand.at:
            return self.piles
        return self.dealt if hand.at == "deal" else self.snapshots[hand.at]

    def value(self, hand: JudgedHand, spot: int) -> int:
        """The value of a hand (spot 0 for a hand of the house); cached until a card moves."""
        value = self.values.get((hand, spot))
        if value is None:
            value = self.values[hand, spot] = hands.judge(hand)(self.lying(hand), PLAYERS[spot])
        return value

    # Sight ---------------------------------------------------------------------------------------------------------

    def seats_of(self, viewer: str) -> tuple[int, ...]:
        return tuple(spot for spot, who in self.owners.items() if who == viewer)

    def _players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.owners.values()))

    def looked_at(self, spot: int) -> bool:
        """True if the player of a spot may look at its cards; not before earlier spots are finished (HB-7)."""
        raise NotImplementedError

    def leave(self, spot: int) -> None:
        """Remove a spot whose hand is void from the open decision."""
        raise NotImplementedError

    def seen(self, viewer: str) -> set[int]:
        """Every card whose face this viewer knows now."""
        if viewer == FLOOR:
            return set(self.order[: self.next])
        known = set(self.up)
        for spot in self.seats_of(viewer):
            if self.looked_at(spot):
                known.update(self.dealt.get(PLAYERS[spot], ()))
        return known

    def _seeing(self, viewer: str) -> Callable[[int], bool]:
        known, events = self.seen(viewer), self.events
        return lambda index: known.issuperset(events[index].cards)

    def _piles(self, viewer: str) -> dict[str, tuple[int, ...]]:
        known = self.seen(viewer)
        return {
            name: tuple(card if card in known else UNKNOWN for card in cards)
            for name, cards in self.all_piles().items()
        }
