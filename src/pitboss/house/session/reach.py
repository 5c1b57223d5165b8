"""The best hand that a spot can still get: from the script, the cards it sees, and every order of those it does not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from pitboss.house import decisions
from pitboss.house.definition import (
    PLAYER,
    DealStep,
    DecideStep,
    Decision,
    Definition,
    DiscardStep,
    JudgedHand,
    SetStep,
    SettleStep,
    TurnStep,
)
from pitboss.house.layout import PLAYERS
from pitboss.house.round import Round
from pitboss.ranking.so_far import PileAhead, best_reachable


class CardsAhead:
    """The cards to come after this moment of a round, for one spot whose player has seen these cards."""

    def __init__(self, table: Round, spot: int, seen: frozenset[int]) -> None:
        self.table, self.spot, self.seen = table, spot, seen
        self.script, self.own = table.game.script, PLAYERS[spot]
        self.unseen = frozenset(table.game.deck.cards) - seen
        self.decides = [(place, step) for place, step in enumerate(self.script) if isinstance(step, DecideStep)]
        self.folded = spot in table.folded or spot in table.voided

    def best(self, hand: JudgedHand) -> int:
        """The best value that a hand may still have; 0 if none is known."""
        layouts = tuple(self._layouts(hand))
        return best_reachable(hand.ranking, layouts, self.unseen) if layouts else 0

    # Steps to come ----------------------------------------------------------------------------------------------------

    def _judged_at(self, hand: JudgedHand) -> int:
        """The place in the script at which a hand is judged."""
        if hand.at and hand.at != "deal":
            return next(place for place, step in self.decides if step.decision == hand.at)
        on = {wager.key for wager in self.table.game.wagers.values() if hand.name in (wager.hand, wager.against)}
        settles = [
            place for place, step in enumerate(self.script) if isinstance(step, SettleStep) and on & {*step.wagers}
        ]
        return max(settles, default=len(self.script))

    def _pending(self) -> list[tuple[int, Decision]]:
        """The decisions that the spot has still to make, with their places in the script."""
        table = self.table
        if self.folded:
            return []
        now = next((place for place, step in self.decides if step.decision == table.decision), -1)
        deciding = self.spot in table.actors or (self.spot in table.asked and self.spot not in table.decided)
        return [
            (place, table.game.decisions[step.decision])
            for place, step in self.decides
            if (place > now or (place == now and deciding and table.actors))
            and decisions.asked(step, self._possible_wagers(), self.folded)
        ]

    def _possible_wagers(self) -> set[str]:
        """The wagers of the spot, and those that its decisions may place."""
        game = self.table.game
        placeable = {key for each in game.decisions.values() for choice in each.choices for key in choice.place}
        return {*self.table.stakes[self.spot], *placeable}

    def _dealt(self, pile: str, until: int) -> int:
        """The number of cards dealt to a pile before a place in the script."""
        wagers = self._possible_wagers()
        return sum(
            step.cards
            for step in self.script[:until]
            if isinstance(step, DealStep)
            and step.pile == pile
            and (pile != PLAYER or decisions.dealt_in(step, wagers, self.folded))
        )

    def _face_up(self, pile: str, until: int) -> int:
        """The number of cards of a pile that lie face up at a place in the script."""
        lying = up = 0
        for step in self.script[:until]:
            if isinstance(step, DealStep) and step.pile == pile:
                lying += step.cards
                up += step.cards if step.up else 0
            elif isinstance(step, TurnStep) and step.pile == pile:
                up = min(lying, up + step.cards) if step.cards else lying
        return up

    # Cards to come ----------------------------------------------------------------------------------------------------

    def _layouts(self, hand: JudgedHand) -> Iterator[tuple[PileAhead, ...]]:
        """Every layout that a hand may be judged on, one for each set of own cards the spot may hold."""
        table, until = self.table, self._judged_at(hand)
        past = hand.at in table.snapshots
        lying = table.lying(hand) if past or hand.at in ("", "deal") else table.piles
        if any(pile in self._changing(until) for pile in hand.of):
            return
        shared: dict[str, tuple[tuple[int, ...], int]] = {}
        for pile in hand.of:
            if pile != PLAYER:
                known = tuple(card for card in lying.get(pile, ()) if card in self.seen)
                due = self._face_up(pile, until) if hand.at not in ("", "deal") else self._dealt(pile, until)
                shared[pile] = (known, 0 if past else max(due - len(known), 0))
        if not hand.own:
            yield from _layout(hand, shared)
            return
        mine = tuple(card for card in self._own_cards(hand, lying) if card in self.seen)
        for held, to_come in self._held(hand, mine, until, past=past):
            yield from _layout(hand, {**shared, PLAYER: (held, to_come)})

    def _own_cards(self, hand: JudgedHand, lying: Mapping[str, Sequence[int]]) -> Sequence[int]:
        """The spot's cards; after a decision that waits for those of the spots before it, the ones it holds (HB-10)."""
        table = self.table
        if not hand.at and self.spot in table.asked[table.written :] and self.spot in table.decided:
            return table.decided[self.spot].held
        return lying.get(self.own, ())

    def _changing(self, until: int) -> Collection[str]:
        """Piles from which cards are taken depending on their faces, so that their number is not known."""
        taken = [step.pile for step in self.script[:until] if isinstance(step, DiscardStep)]
        return [*taken, *(step.rack_unused for step in self.script[:until] if isinstance(step, SetStep))]

    def _held(
        self, hand: JudgedHand, mine: tuple[int, ...], until: int, *, past: bool
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """The cards that the spot may hold then, and the number it is still dealt."""
        dealt = len(self.table.dealt.get(self.own, ()))
        if past:
            yield mine, 0
            return
        to_come = max(self._dealt(PLAYER, until) - dealt, 0)
        holding = [each for each in self._pending() if each[0] < until and _holds(each[1])] if not hand.at else []
        if not holding:
            yield mine, to_come
            return
        if self._dealt(PLAYER, holding[-1][0]) > dealt:
            return  # the spot may hold cards that it has not seen
        sizes = {len(mine)}
        for _, decision in holding:
            sizes = {kept for size in sizes for kept in _kept(decision, size)}
        for size in sizes:
            for held in combinations(mine, size):
                yield held, to_come


def best_to_come(game: Definition, hand: JudgedHand, piles: Mapping[str, Sequence[int]], seen: frozenset[int]) -> int:
    """The best value that a hand may have at settlement with these cards held; 0 if no card of it is still to come."""
    lying = {}
    for pile in hand.of:
        known = tuple(piles.get(pile, ()))
        dealt = sum(step.cards for step in game.script if isinstance(step, DealStep) and step.pile == pile)
        lying[pile] = (known, 0 if pile == PLAYER else max(dealt - len(known), 0))
    if not any(to_come for _, to_come in lying.values()):
        return 0
    layouts = tuple(_layout(hand, lying))
    return best_reachable(hand.ranking, layouts, frozenset(game.deck.cards) - seen) if layouts else 0


def _holds(decision: Decision) -> bool:
    return any(choice.hold for choice in decision.choices)


def _kept(decision: Decision, size: int) -> set[int]:
    """The numbers of cards that a decision allows to keep, out of this many."""
    kept: set[int] = set()
    for choice in decision.choices:
        if not choice.fold:
            kept |= {count for count in choice.hold if count <= size} if choice.hold else {size}
    return kept


def _layout(hand: JudgedHand, piles: Mapping[str, tuple[tuple[int, ...], int]]) -> Iterator[tuple[PileAhead, ...]]:
    """The piles of a hand, those from which a number of cards must play apart; none if they cannot make a hand."""
    ahead = []
    for pile, count in hand.must.items():
        known, to_come = piles[pile]
        ahead.append(PileAhead(known, to_come, len(known) + to_come if count < 0 else count))
    rest = hand.ranking.cards - sum(pile.plays for pile in ahead)
    free = [piles[pile] for pile in hand.of if pile not in hand.must]
    known = tuple(card for cards, _ in free for card in cards)
    to_come = sum(number for _, number in free)
    if 0 <= rest <= len(known) + to_come:
        ahead.append(PileAhead(known, to_come, rest))
        yield tuple(pile for pile in ahead if pile.plays)
