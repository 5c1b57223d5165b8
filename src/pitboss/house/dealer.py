"""The dealer's acts: every step of a script as a generator that yields after each physical act and its event.

A step with nothing to do has no event. Cards go from the dealer's left to the right (HB-3), wagers are settled from the
right to the left (HB-4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from pitboss.deal import round_events as told
from pitboss.deal.event import CardBurned, CardsDealt, HandShown, called
from pitboss.house import decisions, settlement
from pitboss.house import definition as script
from pitboss.house.chips import RACK
from pitboss.house.definition import PLAYER, JudgedHand, Wager
from pitboss.house.layout import OUTS, PLAYERS, Layout, best
from pitboss.house.settlement import Ending, Result

Acts: TypeAlias = Iterator[None]


def deal(layout: Layout, step: script.DealStep) -> Acts:
    if step.pile != PLAYER:
        _give(layout, step.pile, 0, step.cards, step)
        yield
        return
    spots = layout.dealt_in(step)
    for _ in range(1 if step.packet else step.cards):
        for spot in spots:
            if spot in layout.voided:  # since this deal began (T5-18)
                continue
            _give(layout, PLAYERS[spot], spot, step.cards if step.packet else 1, step)
            yield


def _give(layout: Layout, name: str, spot: int, count: int, step: script.DealStep) -> None:
    layout.due[name] = layout.due.get(name, 0) + count
    cards = layout.draw(layout.packets.pop(name, count) if layout.packets else count)
    if name in layout.piles:
        layout.piles[name] += cards
        layout.dealt[name] += cards
    else:
        layout.piles[name], layout.dealt[name] = list(cards), list(cards)
    if step.up:
        layout.up.update(cards)
    if layout.values:
        layout.values.clear()
    layout.uncounted = True
    layout.events.append(CardsDealt("deal", spot, name, cards, step.up, 0, step.rule))


def burn(layout: Layout, step: script.BurnStep) -> Acts:
    for _ in range(step.cards):
        cards = layout.draw(1)
        layout.pile("burn").extend(cards)
        layout.events.append(CardBurned("burn", 0, "burn", cards, rule=step.rule))
        yield


def dispense(layout: Layout, step: script.DispenseStep) -> Acts:
    rest = layout.draw(len(layout.order) - layout.next)
    layout.pile(RACK).extend(rest)
    layout.events.append(told.DeckDispensed("dispense", 0, RACK, rest, rule=step.rule))
    yield


def turn(layout: Layout, step: script.TurnStep) -> Acts:
    if step.if_none_up and any(card in layout.up for card in layout.piles[step.if_none_up]):
        return
    down = [card for card in layout.piles[step.pile] if card not in layout.up]
    cards = down[: step.cards] if step.cards else down
    if cards:
        layout.up.update(cards)
        layout.values.clear()
        layout.events.append(told.CardsTurned("turn", 0, step.pile, tuple(cards), True, 0, step.rule))
        yield


def discard(layout: Layout, step: script.DiscardStep) -> Acts:
    for card in decisions.discarded(step, [card for card in layout.piles[step.pile] if card in layout.up]):
        layout.to_rack(step.pile, (card,))
        layout.events.append(told.CardsDiscarded("discard", 0, RACK, (card,), True, 0, step.rule, source=step.pile))
        yield


def collect(layout: Layout, step: script.CollectStep) -> Acts:
    for spot in reversed(layout.money.stakes):
        for what in step.what:
            if what == "folded" and spot not in layout.folded:
                continue
            name = PLAYERS[spot] if what == "folded" else OUTS[spot]
            cards = layout.piles.get(name)
            if cards:
                gone = tuple(cards)
                layout.to_rack(name, gone)
                layout.events.append(told.CardsCollected("collect", spot, RACK, gone, rule=step.rule, what=what))
                yield


def set_hand(layout: Layout, step: script.SetStep) -> Acts:
    hand = layout.game.hands[step.hand]
    worth = layout.value(hand, 0)
    cards = best(hand, layout.piles, "", worth)
    layout.events.append(told.HandSet("set", 0, step.hand, cards, True, 0, step.rule, hand=called(hand.ranking, worth)))
    yield
    if step.rack_unused:
        unused = [card for card in layout.piles[step.rack_unused] if card not in cards]
        if unused:
            values, layout.values = layout.values, {}
            layout.to_rack(step.rack_unused, unused)
            layout.values = values  # cards that do not play change no hand
            layout.events.append(
                told.CardsDiscarded("discard", 0, RACK, tuple(unused), True, 0, step.rule, source=step.rack_unused)
            )
            yield


def announce(layout: Layout, step: script.AnnounceStep) -> Acts:
    hand = layout.game.hands[step.hand]
    layout.events.append(_announcement(hand, layout.value(hand, 0), step.rule))
    yield


@lru_cache(maxsize=1 << 15)
def _announcement(hand: JudgedHand, worth: int, rule: str) -> told.HandAnnounced:
    """The dealer's announcement: the hand, or that it does not qualify (T5-10)."""
    has = called(hand.ranking, worth) if worth >= hand.qualifies else None
    return told.HandAnnounced("announce", 0, hand.name, rule=rule, hand=has, qualifier=bool(hand.qualifies))


def settle(layout: Layout, step: script.SettleStep) -> Acts:
    if step.only == "folded" and not layout.folded:
        return
    wagers = layout.game.wagers
    for spot in reversed(layout.money.stakes):
        stakes = layout.money.stakes[spot]
        folded = spot in layout.folded
        if not stakes or (step.only == "folded" and not folded):
            continue
        due = [wagers[key] for key in step.wagers if key in stakes]
        if not due:
            continue
        if _show(layout, spot, due, folded, step.rule):
            yield
        for wager in due:
            if spot in layout.voided:  # since its settlement began: its wagers are back already (T5-18)
                break
            ending, value = _judge(layout, spot, wager, folded)
            if step.only == "losing" and ending.result is not Result.LOSE:
                continue
            if wager.bonus is not None:
                extra = settlement.bonus_ending(wager, folded, value)
                if extra is not None:
                    layout.money.settle(spot, extra, value)
                    yield
                    if spot in layout.voided:
                        break
            layout.money.settle(spot, ending, value)
            yield


def _show(layout: Layout, spot: int, due: list[Wager], folded: bool, rule: str) -> bool:
    """Show the spot's cards, exactly those that a wager is settled on (HB-10, HO-5); False if there are none."""
    judged: list[JudgedHand] = []
    for wager in due:
        if not folded or wager.stands:
            for hand in layout.shows[wager]:
                if hand not in judged:
                    judged.append(hand)
    if not judged:
        return False
    cards = layout.lying(judged[0])[PLAYERS[spot]]
    if len(judged) > 1:
        cards = list(dict.fromkeys(card for hand in judged for card in layout.lying(hand)[PLAYERS[spot]]))
    if layout.up.issuperset(cards):
        return False
    layout.up.update(cards)
    made = (called(judged[0].ranking, layout.value(judged[0], spot)),)
    layout.events.append(HandShown("show", spot, PLAYERS[spot], tuple(cards), True, 0, rule, 0, made))
    return True


def _judge(layout: Layout, spot: int, wager: Wager, folded: bool) -> tuple[Ending, int]:
    """Settle a wager on the facts of the cards; return its ending and the value of its hand."""
    if folded and not wager.stands:
        return settlement.ending(wager, True, True, 0, 0), 0
    hand = layout.game.hands[wager.hand]
    value = layout.value(hand, spot if hand.own else 0)
    if not wager.against:
        return settlement.ending(wager, folded, True, 0, value), value
    against = layout.game.hands[wager.against]
    other = layout.value(against, spot if against.own else 0)
    return settlement.ending(wager, folded, other >= against.qualifies, (value > other) - (value < other), value), value


ACTS: dict[type, Callable[[Any, Any], Acts]] = {
    script.DealStep: deal,
    script.BurnStep: burn,
    script.DispenseStep: dispense,
    script.TurnStep: turn,
    script.DiscardStep: discard,
    script.CollectStep: collect,
    script.SetStep: set_hand,
    script.AnnounceStep: announce,
    script.SettleStep: settle,
}
