"""Readings of the hand at each spot, from the cards its player sees: own cards and those turned up on the board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

import msgspec

from pitboss.cards import UNKNOWN
from pitboss.deal.english import hand_words
from pitboss.deal.event import CalledHand
from pitboss.deal.view import HandReading, View
from pitboss.house.actions import action_text
from pitboss.house.decisions import holds, offers
from pitboss.house.definition import PLAYER, Definition, JudgedHand, PayTable
from pitboss.house.layout import PLAYERS
from pitboss.house.round import Round
from pitboss.house.session.printed import is_sure
from pitboss.house.session.reach import CardsAhead, best_to_come
from pitboss.money import pay
from pitboss.ranking.so_far import HandSoFar, so_far

Piles: TypeAlias = Mapping[str, Sequence[int]]
Moments: TypeAlias = Mapping[str, Piles]
"""Piles as they lay at moments that are over, by what :class:`~pitboss.house.definition.JudgedHand` calls them."""


def readings(table: Round, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
    """The hands of these spots in words, with the pay lines they reach; spots without a hand are left out."""
    visible = {name: tuple(card for card in pile if card != UNKNOWN) for name, pile in view.piles.items()}
    seen = frozenset(card for pile in visible.values() for card in pile) | {
        card for event in view.events for card in event.cards if card != UNKNOWN
    }
    past: dict[str, Piles] = {"deal": table.dealt, **table.snapshots}
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
    lying = {pile: tuple(piles.get(own if pile == PLAYER else pile, ())) for pile in hand.of}
    must = [(lying[pile], len(lying[pile]) if count < 0 else count) for pile, count in hand.must.items()]
    return so_far(hand.ranking, [card for pile in hand.of if pile not in hand.must for card in lying[pile]], must)


def _line(table: PayTable | None, worth: int) -> int | None:
    if table is None or not worth:
        return None
    return next((place for place, line in enumerate(table.lines) if worth >= line.least), None)
