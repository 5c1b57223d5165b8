"""The dealer's acts: every step of a script as a generator that stops after each physical act, with its event.

A step that finds nothing to do says nothing. The order is the documents': cards go from the dealer's left to the right
(HB-3), wagers are settled from the right to the left (HB-4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from pitboss import money
from pitboss.house import hands, settlement
from pitboss.house.definition import (
    PLAYER,
    AnnounceStep,
    BurnStep,
    CollectStep,
    DealStep,
    DiscardStep,
    DispenseStep,
    Hand,
    SetStep,
    SettleStep,
    TurnStep,
    Wager,
)
from pitboss.house.settlement import Full, Result
from pitboss.house.table import RACK, Line, Table
from pitboss.money import Move, dollars, odds_text

Acts: TypeAlias = Iterator[None]


def deal(table: Table, step: DealStep) -> Acts:
    if step.pile != PLAYER:
        _give(table, step.pile, 0, step.cards, step)
        yield
        return
    spots = table.dealt_in(step)
    for _ in range(1 if step.packet else step.cards):
        for spot in spots:
            _give(table, f"{PLAYER} {spot}", spot, step.cards if step.packet else 1, step)
            yield


def _give(table: Table, name: str, spot: int, count: int, step: DealStep) -> None:
    table.due[name] = table.due.get(name, 0) + count
    cards = table.draw(table.packets.pop(name, count) if table.packets else count)
    table.pile(name).extend(cards)
    dealt = table.dealt.get(name)
    table.dealt[name] = list(cards) if dealt is None else [*dealt, *cards]
    if step.up:
        table.up.update(cards)
    if table.values:
        table.values.clear()
    table.say("deal", spot, name, cards, step.up, rule=step.rule)


def burn(table: Table, step: BurnStep) -> Acts:
    for _ in range(step.cards):
        cards = table.draw(1)
        table.pile("burn").extend(cards)
        table.say("burn", 0, "burn", cards, rule=step.rule)
        yield


def dispense(table: Table, step: DispenseStep) -> Acts:
    rest = table.draw(len(table.order) - table.next)
    table.pile(RACK).extend(rest)
    words = "the rest of the deck is dispensed unused; another deck is shuffled for the next round"
    table.say("dispense", 0, RACK, rest, words=words, rule=step.rule)
    yield


def turn(table: Table, step: TurnStep) -> Acts:
    if step.if_none_up and any(card in table.up for card in table.piles[step.if_none_up]):
        return
    down = [card for card in table.piles[step.pile] if card not in table.up]
    cards = down[: step.cards] if step.cards else down
    if cards:
        table.up.update(cards)
        table.values.clear()
        table.say("turn", 0, step.pile, cards, True, rule=step.rule)
        yield


def discard(table: Table, step: DiscardStep) -> Acts:
    least = step.up_at_least << 2
    for card in [card for card in table.piles[step.pile] if card in table.up and card >= least]:
        table.to_rack(step.pile, (card,))
        table.say("discard", 0, RACK, (card,), True, words=f"from {step.pile}", rule=step.rule)
        yield


def collect(table: Table, step: CollectStep) -> Acts:
    for spot in reversed(table.stakes):
        for what in step.what:
            name = f"{PLAYER} {spot}" if what == "folded" else f"out {spot}"
            cards = table.piles.get(name)
            if cards and (what == "out" or spot in table.folded):
                gone = tuple(cards)
                table.to_rack(name, gone)
                table.say(
                    "collect", spot, RACK, gone, words="folded hand" if what == "folded" else what, rule=step.rule
                )
                yield


def set_hand(table: Table, step: SetStep) -> Acts:
    hand = table.game.hands[step.hand]
    cards = hands.best(hand, table.hand_cards(hand, 0))
    table.say("set", 0, step.hand, cards, True, words=hand.ranking.words(table.value(step.hand, 0)), rule=step.rule)
    yield
    if step.rack_unused:
        unused = [card for card in table.piles[step.rack_unused] if card not in cards]
        if unused:
            table.to_rack(step.rack_unused, unused)
            table.say("discard", 0, RACK, unused, True, words=f"from {step.rack_unused}", rule=step.rule)
            yield


def announce(table: Table, step: AnnounceStep) -> Acts:
    hand = table.game.hands[step.hand]
    table.say("announce", 0, step.hand, words=announced(hand, table.value(step.hand, 0)), rule=step.rule)
    yield


def announced(hand: Hand, value: int) -> str:
    """What the dealer calls out."""
    if value < hand.qualifies:
        return f"the {hand.name} does not qualify"
    verb = "qualifies with" if hand.qualifies else "has"
    return f"the {hand.name} {verb} {hand.ranking.words(value)}"


def settle(table: Table, step: SettleStep) -> Acts:
    game = table.game
    for spot in reversed(table.stakes):
        stakes = table.stakes[spot]
        folded = spot in table.folded
        if not stakes or (step.only == "folded" and not folded):
            continue
        due = [game.wagers[key] for key in step.wagers if key in stakes]
        if not due:
            continue
        if _show(table, spot, due, folded, step.rule):
            yield
        for wager in due:
            full, value = _judge(table, spot, wager, folded)
            if step.only == "losing" and full.result is not Result.LOSE:
                continue
            extra = settlement.explained_bonus(wager, folded, value)
            if extra is not None:
                _pay(table, spot, wager, extra)
                yield
            _pay(table, spot, wager, full)
            yield


def _show(table: Table, spot: int, due: list[Wager], folded: bool, rule: str) -> bool:
    """The spot's cards are laid open, those and only those that a wager is settled on (HB-10, HO-5)."""
    shown: dict[int, None] = {}
    words = ""
    for wager in due:
        if folded and settlement.decided_by_fold(wager):
            continue
        for name in (wager.hand, wager.against) if wager.against else (wager.hand,):
            hand = table.game.hands[name]
            if hand.own:
                shown.update(dict.fromkeys(table.hand_cards(hand, spot)[PLAYER]))
                words = words or hand.ranking.words(table.value(name, spot))
    if not shown or table.up.issuperset(shown):
        return False
    table.up.update(shown)
    table.say("show", spot, f"{PLAYER} {spot}", tuple(shown), True, words=words, rule=rule)
    return True


def _judge(table: Table, spot: int, wager: Wager, folded: bool) -> tuple[Full, int]:
    """The facts of a wager, taken from the cards, and what settlement makes of them."""
    if folded and settlement.decided_by_fold(wager):
        return settlement.explained(wager, True, True, 0, 0), 0
    value = table.value(wager.hand, spot)
    if not wager.against:
        return settlement.explained(wager, folded, True, 0, value), value
    other = table.value(wager.against, spot)
    qualified = other >= table.game.hands[wager.against].qualifies
    return settlement.explained(wager, folded, qualified, (value > other) - (value < other), value), value


def _pay(table: Table, spot: int, wager: Wager, full: Full) -> None:
    """One line: chips, event, line. A winning stake goes back with what it won."""
    key, player, place = wager.key, table.owners[spot], f"spot {spot}/{wager.key}"
    stake = table.stakes[spot][key]
    on_top = full.outcome == "bonus"
    paid = money.pay(stake, full.odds)
    line = f" with {full.line}" if full.line else ""
    if full.result is Result.WIN:
        words = f"{key}{' bonus' * on_top} {dollars(stake)} wins {odds_text(full.odds)}{line}"
        if paid.breakage:
            words += f", breakage {paid.breakage} of a cent"
        if paid.cents:
            table.moves.append(Move(RACK, player, paid.cents, words, full.rule))
    elif full.result is Result.LOSE:
        words = f"{key} {dollars(stake)} loses{line}"
        table.moves.append(Move(place, RACK, stake, words, full.rule))
        del table.stakes[spot][key]
    else:
        words = f"{key} {dollars(stake)} pushes{line}"
    if full.result is not Result.LOSE and not on_top:
        table.give_back(spot, key, words if full.result is Result.PUSH else f"{key} stake back", full.rule)
    table_name = wager.table.name if wager.table is not None and full.outcome != "bonus" else ""
    table.lines.append(
        Line(spot, key, stake, full.result.value, full.odds, paid.cents, paid.breakage, full.rule, full.outcome)
        if not (full.line or table_name)
        else Line(
            spot,
            key,
            stake,
            full.result.value,
            full.odds,
            paid.cents,
            paid.breakage,
            full.rule,
            full.outcome,
            table_name,
            full.line,
        )
    )
    cents = paid.cents if full.result is Result.WIN else stake
    table.say("settle", spot, key, (), False, cents, words, full.rule)


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
