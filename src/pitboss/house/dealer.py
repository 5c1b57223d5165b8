"""The dealer's acts: every step of a script as a generator that yields after each physical act and its event.

A step with nothing to do has no event. Cards go from the dealer's left to the right (HB-3), wagers are settled from the
right to the left (HB-4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from pitboss.deal.event import Event
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
    table.events.append(Event("deal", spot, name, cards, step.up, 0, "", step.rule))


def burn(table: LayoutTable, step: BurnStep) -> Acts:
    for _ in range(step.cards):
        cards = table.draw(1)
        table.pile("burn").extend(cards)
        table.say("burn", 0, "burn", cards, rule=step.rule)
        yield


def dispense(table: LayoutTable, step: DispenseStep) -> Acts:
    rest = table.draw(len(table.order) - table.next)
    table.pile(RACK).extend(rest)
    words = "the rest of the deck is dispensed unused; another deck is shuffled for the next round"
    table.say("dispense", 0, RACK, rest, words=words, rule=step.rule)
    yield


def turn(table: LayoutTable, step: TurnStep) -> Acts:
    if step.if_none_up and any(card in table.up for card in table.piles[step.if_none_up]):
        return
    down = [card for card in table.piles[step.pile] if card not in table.up]
    cards = down[: step.cards] if step.cards else down
    if cards:
        table.up.update(cards)
        table.values.clear()
        table.events.append(Event("turn", 0, step.pile, tuple(cards), True, 0, "", step.rule))
        yield


def discard(table: LayoutTable, step: DiscardStep) -> Acts:
    for card in decisions.discarded(step, [card for card in table.piles[step.pile] if card in table.up]):
        table.to_rack(step.pile, (card,))
        table.say("discard", 0, RACK, (card,), True, words=f"from {step.pile}", rule=step.rule)
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
                table.say(
                    "collect", spot, RACK, gone, words="folded hand" if what == "folded" else what, rule=step.rule
                )
                yield


def set_hand(table: LayoutTable, step: SetStep) -> Acts:
    hand = table.game.hands[step.hand]
    worth = table.value(hand, 0)
    cards = hands.best(hand, table.piles, "", worth)
    words = hands.words(hand.ranking, worth)
    table.events.append(Event("set", 0, step.hand, cards, True, 0, words, step.rule))
    yield
    if step.rack_unused:
        unused = [card for card in table.piles[step.rack_unused] if card not in cards]
        if unused:
            values, table.values = table.values, {}
            table.to_rack(step.rack_unused, unused)
            table.values = values  # cards that do not play change no hand
            words = f"from {step.rack_unused}"
            table.events.append(Event("discard", 0, RACK, tuple(unused), True, 0, words, step.rule))
            yield


def announce(table: LayoutTable, step: AnnounceStep) -> Acts:
    hand = table.game.hands[step.hand]
    words = hands.announced(hand, table.value(hand, 0))
    table.events.append(Event("announce", 0, step.hand, (), False, 0, words, step.rule))
    yield


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
                    table.settle(spot, extra)
                    yield
                    if spot in table.voided:
                        break
            table.settle(spot, ending)
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
    words = hands.words(judged[0].ranking, table.value(judged[0], spot))
    table.events.append(Event("show", spot, PLAYERS[spot], tuple(cards), True, 0, words, rule))
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
