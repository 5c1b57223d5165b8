"""Readings of the hand at each spot, from the cards its player sees: own cards and those turned up on the board.

A reading also gives the best hand that the spot can still get, from the script, the cards its player sees, and every
order of the unseen cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import msgspec

from pitboss.cards import UNKNOWN
from pitboss.deal.english import hand_words
from pitboss.deal.event import CalledHand
from pitboss.deal.view import HandReading, View
from pitboss.house import definition as script
from pitboss.house.actions import action_text
from pitboss.house.decisions import asked, dealt_in, holds, offers
from pitboss.house.definition import PLAYER, Decision, Definition, JudgedHand, PayTable
from pitboss.house.layout import PLAYERS, Piles, parts
from pitboss.house.round import Round
from pitboss.house.session.printed import is_sure
from pitboss.money import pay
from pitboss.ranking.so_far import HandSoFar, PileAhead, best_reachable, so_far

Moments: TypeAlias = Mapping[str, Piles]
"""The piles at earlier moments, by the ``at`` of :class:`~pitboss.house.definition.JudgedHand`."""


def readings(table: Round, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
    """The hands of these spots in words, with the pay lines they reach; spots without a hand are left out."""
    visible = {name: tuple(card for card in pile if card != UNKNOWN) for name, pile in view.piles.items()}
    seen = frozenset(card for pile in visible.values() for card in pile) | {
        card for event in view.events for card in event.cards if card != UNKNOWN
    }
    past: dict[str, Piles] = {"deal": table.layout.dealt, **table.layout.snapshots}
    lying = {at: {name: _seen(pile, seen) for name, pile in piles.items()} for at, piles in past.items()}
    read = {seat: _with_after(table, view, visible, lying, seen, seat) for seat in seats}
    return {seat: each for seat, each in read.items() if each != HandReading()}


def _seen(pile: Sequence[int], seen: frozenset[int]) -> tuple[int, ...]:
    return tuple(card for card in pile if card in seen)


def _with_after(table: Round, view: View, piles: Piles, lying: Moments, seen: frozenset[int], seat: int) -> HandReading:
    game = table.game
    now = reading(game, piles, PLAYERS[seat], lying)
    if not now.words:
        return now
    actions = [text for option in view.legal.get(seat, ()) if len(option.actions) > 1 for text in option.actions]
    then = readings_after(game, piles, seat, actions)
    after = {text: each for text, each in then.items() if each.cards != now.cards}
    reach = _reach(table, seat, seen)
    return msgspec.structs.replace(now, after=after, reach=reach, sure=_sure(table, seat, now.lines, reach))


def _sure(table: Round, seat: int, lines: Mapping[str, int], reach: Mapping[str, int]) -> dict[str, int]:
    """The payments on wagers that are won already: no decision changes them, and no card makes them better."""
    won = {}
    for key, stake in table.stakes.get(seat, {}).items():
        wager = table.game.wagers[key]
        if wager.table is not None and key in lines and lines[key] == reach.get(key) and is_sure(table.game, wager):
            won[key] = pay(stake, wager.table.lines[lines[key]].odds).cents
    return {key: cents for key, cents in won.items() if cents}


def _reach(table: Round, seat: int, seen: frozenset[int]) -> dict[str, int]:
    """The best line of each wager's pay table that some order of the unseen cards still gives."""
    ahead, best, lines = CardsAhead(table, seat, seen), dict[str, int](), dict[str, int]()
    for wager in table.game.wagers.values():
        if wager.table is not None:
            if wager.hand not in best:
                best[wager.hand] = ahead.best(table.game.hands[wager.hand])
            line = _line(wager.table, best[wager.hand])
            if line is not None:
                lines[wager.key] = line
    return lines


def readings_after(game: Definition, piles: Piles, seat: int, actions: Collection[str]) -> dict[str, HandReading]:
    """Readings of the hand of a spot after each of these actions, where all its cards are seen now."""
    own = PLAYERS[seat]
    made: dict[str, HandReading] = {}
    if not actions:
        return made
    main = _main(game)
    for offer in (each for decision in game.decisions.values() for each in offers(decision)):
        if offer.choice.fold or main is None:
            continue
        for held, out in holds(offer.choice.hold, tuple(piles.get(own, ()))):
            text = action_text(offer, held, out)
            if text in actions:
                after = reading(game, {**piles, own: held}, own, {"deal": piles})
                if len(after.cards) == main.ranking.cards:
                    made[text] = after
    return made


def reach_after(game: Definition, piles: Piles, seat: int, actions: Collection[str]) -> dict[str, dict[str, int]]:
    """The best line of each wager's pay table that is in reach after each of these actions that waits for cards.

    Only for hands that are judged at settlement, on the cards held and those still face down.
    """
    own, reached = PLAYERS[seat], dict[str, dict[str, int]]()
    seen = frozenset(card for pile in piles.values() for card in pile)
    wagers = {key: wager for key, wager in game.wagers.items() if wager.table is not None}
    judged = {wager.hand for wager in wagers.values() if game.hands[wager.hand].own and not game.hands[wager.hand].at}
    for offer in (each for decision in game.decisions.values() for each in offers(decision)):
        for held, out in holds(offer.choice.hold, tuple(piles.get(own, ()))) if offer.choice.hold else ():
            if (text := action_text(offer, held, out)) not in actions:
                continue
            best = {name: best_to_come(game, game.hands[name], {**piles, PLAYER: held}, seen) for name in judged}
            lines = {key: _line(wager.table, best.get(wager.hand, 0)) for key, wager in wagers.items()}
            reached[text] = {key: line for key, line in lines.items() if line is not None}
    return reached


def reading(game: Definition, piles: Piles, own: str, lying: Moments) -> HandReading:
    """The hand that the pile ``own`` makes with the others; hands of earlier moments, from ``lying``."""
    read = {name: _so_far(hand, lying.get(hand.at, piles), own) for name, hand in game.hands.items()}
    lines = {}
    for wager in game.wagers.values():
        made = read[wager.hand]
        line = _line(wager.table, made.least) if made is not None else None
        if line is not None:
            lines[wager.key] = line
    main = _main(game)
    made = read[main.name] if main is not None else None
    if made is None or main is None:
        return HandReading(lines=lines)
    hand = CalledHand(made.category, made.ranks, main.ranking.cards)
    return HandReading(hand_words(hand), made.cards, lines, category=made.category, matched=made.matched, hand=hand)


def _main(game: Definition) -> JudgedHand | None:
    """The hand that a spot reads: the one it is settled on in the end, if there are several."""
    own = [hand for hand in game.hands.values() if hand.own]
    return next((hand for hand in own if not hand.at), own[0] if own else None)


def _so_far(hand: JudgedHand, piles: Piles, own: str) -> HandSoFar | None:
    """The reading of a hand so far; None without a card of the spot itself, where it has any."""
    if hand.own and not piles.get(own):
        return None
    return so_far(hand.ranking, *parts(hand, piles, own))


def _line(table: PayTable | None, worth: int) -> int | None:
    if table is None or not worth:
        return None
    return next((place for place, line in enumerate(table.lines) if worth >= line.least), None)


# Cards to come ------------------------------------------------------------------------------------------------------


class CardsAhead:
    """The cards to come after this moment of a round, for one spot whose player has seen these cards."""

    def __init__(self, table: Round, spot: int, seen: frozenset[int]) -> None:
        self.table, self.spot, self.seen = table, spot, seen
        self.script, self.own = table.game.script, PLAYERS[spot]
        self.unseen = frozenset(table.game.deck.cards) - seen
        self.decides = [(place, step) for place, step in enumerate(self.script) if isinstance(step, script.DecideStep)]
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
            place
            for place, step in enumerate(self.script)
            if isinstance(step, script.SettleStep) and on & {*step.wagers}
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
            and asked(step, self._possible_wagers(), self.folded)
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
            if isinstance(step, script.DealStep)
            and step.pile == pile
            and (pile != PLAYER or dealt_in(step, wagers, self.folded))
        )

    def _face_up(self, pile: str, until: int) -> int:
        """The number of cards of a pile that lie face up at a place in the script."""
        lying = up = 0
        for step in self.script[:until]:
            if isinstance(step, script.DealStep) and step.pile == pile:
                lying += step.cards
                up += step.cards if step.up else 0
            elif isinstance(step, script.TurnStep) and step.pile == pile:
                up = min(lying, up + step.cards) if step.cards else lying
        return up

    # Cards to come ----------------------------------------------------------------------------------------------------

    def _layouts(self, hand: JudgedHand) -> Iterator[tuple[PileAhead, ...]]:
        """Every layout that a hand may be judged on, one for each set of own cards the spot may hold."""
        table, until = self.table, self._judged_at(hand)
        past = hand.at in table.layout.snapshots
        lying = table.layout.lying(hand) if past or hand.at in ("", "deal") else table.layout.piles
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
        """The spot's cards; if its decision waits for earlier spots to decide, the cards it keeps (HB-10)."""
        table = self.table
        if not hand.at and self.spot in table.asked[table.written :] and self.spot in table.decided:
            return table.decided[self.spot].held
        return lying.get(self.own, ())

    def _changing(self, until: int) -> Collection[str]:
        """Piles from which cards are taken depending on their faces, so that their number is not known."""
        taken = [step.pile for step in self.script[:until] if isinstance(step, script.DiscardStep)]
        return [*taken, *(step.rack_unused for step in self.script[:until] if isinstance(step, script.SetStep))]

    def _held(
        self, hand: JudgedHand, mine: tuple[int, ...], until: int, *, past: bool
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """The cards that the spot may hold then, and the number it is still dealt."""
        dealt = len(self.table.layout.dealt.get(self.own, ()))
        if past:
            yield mine, 0
            return
        to_come = max(self._dealt(PLAYER, until) - dealt, 0)
        pending = self._pending() if not hand.at else []
        holding = [each for each in pending if each[0] < until and any(choice.hold for choice in each[1].choices)]
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
        dealt = sum(step.cards for step in game.script if isinstance(step, script.DealStep) and step.pile == pile)
        lying[pile] = (known, 0 if pile == PLAYER else max(dealt - len(known), 0))
    if not any(to_come for _, to_come in lying.values()):
        return 0
    layouts = tuple(_layout(hand, lying))
    return best_reachable(hand.ranking, layouts, frozenset(game.deck.cards) - seen) if layouts else 0


def _kept(decision: Decision, size: int) -> set[int]:
    """The numbers of cards that a decision allows to keep, out of this many."""
    kept: set[int] = set()
    for choice in decision.choices:
        if not choice.fold:
            kept |= {count for count in choice.hold if count <= size} if choice.hold else {size}
    return kept


def _layout(hand: JudgedHand, piles: Mapping[str, tuple[tuple[int, ...], int]]) -> Iterator[tuple[PileAhead, ...]]:
    """The piles of a hand, with those whose cards must play kept separate; none if they cannot make a hand."""
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
