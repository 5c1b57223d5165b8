"""The dealer's acts: every step of a script as a generator that yields after each physical act and its event.

A step with nothing to do has no event. Cards go from the dealer's left to the right (HB-3), wagers are settled from the
right to the left (HB-4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from pitboss.deal.event import CardBurned, CardsDealt, HandShown, called
from pitboss.deal.round_events import (
    CardsCollected,
    CardsDiscarded,
    CardsTurned,
    DeckDispensed,
    HandAnnounced,
    HandSet,
)
from pitboss.house import decisions, hands, settlement
from pitboss.house.chips import RACK
from pitboss.house.definition import (
    PLAYER,
    AnnounceStep,
    BurnStep,
    CollectStep,
    DealStep,
    DiscardStep,
    DispenseStep,
    JudgedHand,
    SetStep,
    SettleStep,
    TurnStep,
    Wager,
)
from pitboss.house.layout import OUTS, PLAYERS, LayoutTable
from pitboss.house.settlement import Ending, Result

Acts: TypeAlias = Iterator[None]


def deal(table: LayoutTable, step: DealStep) -> Acts:
    if step.pile != PLAYER:
        _give(table, step.pile, 0, step.cards, step)
        yield
        return
    spots = table.dealt_in(step)
    for _ in range(1 if step.packet else step.cards):
        for spot in spots:
            if spot in table.voided:  # since this deal began (T5-18)
                continue
            _give(table, PLAYERS[spot], spot, step.cards if step.packet else 1, step)
            yield


def _give(table: LayoutTable, name: str, spot: int, count: int, step: DealStep) -> None:
    table.due[name] = table.due.get(name, 0) + count
    cards = table.draw(table.packets.pop(name, count) if table.packets else count)
    if name in table.piles:
        table.piles[name] += cards
        table.dealt[name] += cards
    else:
        table.piles[name], table.dealt[name] = list(cards), list(cards)
    if step.up:
        table.up.update(cards)
    if table.values:
        table.values.clear()
    table.uncounted = True
    table.events.append(CardsDealt("deal", spot, name, cards, step.up, 0, step.rule))


def burn(table: LayoutTable, step: BurnStep) -> Acts:
    for _ in range(step.cards):
        cards = table.draw(1)
        table.pile("burn").extend(cards)
        table.events.append(CardBurned("burn", 0, "burn", cards, rule=step.rule))
        yield


def dispense(table: LayoutTable, step: DispenseStep) -> Acts:
    rest = table.draw(len(table.order) - table.next)
    table.pile(RACK).extend(rest)
    table.events.append(DeckDispensed("dispense", 0, RACK, rest, rule=step.rule))
    yield


def turn(table: LayoutTable, step: TurnStep) -> Acts:
    if step.if_none_up and any(card in table.up for card in table.piles[step.if_none_up]):
        return
    down = [card for card in table.piles[step.pile] if card not in table.up]
    cards = down[: step.cards] if step.cards else down
    if cards:
        table.up.update(cards)
        table.values.clear()
        table.events.append(CardsTurned("turn", 0, step.pile, tuple(cards), True, 0, step.rule))
        yield


def discard(table: LayoutTable, step: DiscardStep) -> Acts:
    for card in decisions.discarded(step, [card for card in table.piles[step.pile] if card in table.up]):
        table.to_rack(step.pile, (card,))
        table.events.append(CardsDiscarded("discard", 0, RACK, (card,), True, 0, step.rule, source=step.pile))
        yield


def collect(table: LayoutTable, step: CollectStep) -> Acts:
    for spot in reversed(table.stakes):
        for what in step.what:
            if what == "folded" and spot not in table.folded:
                continue
            name = PLAYERS[spot] if what == "folded" else OUTS[spot]
            cards = table.piles.get(name)
            if cards:
                gone = tuple(cards)
                table.to_rack(name, gone)
                table.events.append(CardsCollected("collect", spot, RACK, gone, rule=step.rule, what=what))
                yield


def set_hand(table: LayoutTable, step: SetStep) -> Acts:
    hand = table.game.hands[step.hand]
    worth = table.value(hand, 0)
    cards = hands.best(hand, table.piles, "", worth)
    table.events.append(HandSet("set", 0, step.hand, cards, True, 0, step.rule, hand=called(hand.ranking, worth)))
    yield
    if step.rack_unused:
        unused = [card for card in table.piles[step.rack_unused] if card not in cards]
        if unused:
            values, table.values = table.values, {}
            table.to_rack(step.rack_unused, unused)
            table.values = values  # cards that do not play change no hand
            table.events.append(
                CardsDiscarded("discard", 0, RACK, tuple(unused), True, 0, step.rule, source=step.rack_unused)
            )
            yield


def announce(table: LayoutTable, step: AnnounceStep) -> Acts:
    hand = table.game.hands[step.hand]
    table.events.append(_announcement(hand, table.value(hand, 0), step.rule))
    yield


@lru_cache(maxsize=1 << 15)
def _announcement(hand: JudgedHand, worth: int, rule: str) -> HandAnnounced:
    """The dealer's announcement: the hand, or that it does not qualify (T5-10)."""
    has = called(hand.ranking, worth) if worth >= hand.qualifies else None
    return HandAnnounced("announce", 0, hand.name, rule=rule, hand=has, qualifier=bool(hand.qualifies))


def settle(table: LayoutTable, step: SettleStep) -> Acts:
    if step.only == "folded" and not table.folded:
        return
    wagers = table.game.wagers
    for spot in reversed(table.stakes):
        stakes = table.stakes[spot]
        folded = spot in table.folded
        if not stakes or (step.only == "folded" and not folded):
            continue
        due = [wagers[key] for key in step.wagers if key in stakes]
        if not due:
            continue
        if _show(table, spot, due, folded, step.rule):
            yield
        for wager in due:
            if spot in table.voided:  # since its settlement began: its wagers are back already (T5-18)
                break
            ending, value = _judge(table, spot, wager, folded)
            if step.only == "losing" and ending.result is not Result.LOSE:
                continue
            if wager.bonus is not None:
                extra = settlement.bonus_ending(wager, folded, value)
                if extra is not None:
                    table.settle(spot, extra, value)
                    yield
                    if spot in table.voided:
                        break
            table.settle(spot, ending, value)
            yield


def _show(table: LayoutTable, spot: int, due: list[Wager], folded: bool, rule: str) -> bool:
    """Show the spot's cards, exactly those that a wager is settled on (HB-10, HO-5); False if there are none."""
    judged: list[JudgedHand] = []
    for wager in due:
        if not folded or wager.stands:
            for hand in table.shows[wager]:
                if hand not in judged:
                    judged.append(hand)
    if not judged:
        return False
    cards = table.lying(judged[0])[PLAYERS[spot]]
    if len(judged) > 1:
        cards = list(dict.fromkeys(card for hand in judged for card in table.lying(hand)[PLAYERS[spot]]))
    if table.up.issuperset(cards):
        return False
    table.up.update(cards)
    made = (called(judged[0].ranking, table.value(judged[0], spot)),)
    table.events.append(HandShown("show", spot, PLAYERS[spot], tuple(cards), True, 0, rule, 0, made))
    return True


def _judge(table: LayoutTable, spot: int, wager: Wager, folded: bool) -> tuple[Ending, int]:
    """Settle a wager on the facts of the cards; return its ending and the value of its hand."""
    if folded and not wager.stands:
        return settlement.ending(wager, True, True, 0, 0), 0
    hand = table.game.hands[wager.hand]
    value = table.value(hand, spot if hand.own else 0)
    if not wager.against:
        return settlement.ending(wager, folded, True, 0, value), value
    against = table.game.hands[wager.against]
    other = table.value(against, spot if against.own else 0)
    return settlement.ending(wager, folded, other >= against.qualifies, (value > other) - (value < other), value), value


ACTS: dict[type, Callable[[Any, Any], Acts]] = {
    DealStep: deal,
    BurnStep: burn,
    DispenseStep: dispense,
    TurnStep: turn,
    DiscardStep: discard,
    CollectStep: collect,
    SetStep: set_hand,
    AnnounceStep: announce,
    SettleStep: settle,
}
