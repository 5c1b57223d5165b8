"""The public facts of a round: its settled wagers, and an act of the dealer."""

from __future__ import annotations

from functools import lru_cache

from pitboss.deal.event import CalledHand, Event, called
from pitboss.deal.round_events import CardsCollected, CardsDiscarded, DecisionAsked, HandsVoided, SpotLookedAt
from pitboss.deal.standing import DealerAct, WagerResult
from pitboss.house.chips import SettlementLine
from pitboss.house.layout import LayoutTable


def results(table: LayoutTable) -> tuple[WagerResult, ...]:
    """The settled wagers; a void returns those of its spot, or all of them, which then no longer count (HB-6)."""
    if not table.lines or _all_void(table):
        return ()
    hands, wagers = table.game.hands, table.game.wagers
    settled = []
    for line, value in zip(table.lines, table.settled_on, strict=True):
        if line.spot not in table.voided:
            hand = called(hands[wagers[line.wager].hand].ranking, value) if line.hand else None
            settled.append(_result(line, hand))
    return tuple(settled)


def _all_void(table: LayoutTable) -> bool:
    last = table.events[-1]
    return isinstance(last, HandsVoided) and not last.seat


@lru_cache(maxsize=1 << 14)
def _result(line: SettlementLine, hand: CalledHand | None) -> WagerResult:
    return WagerResult(
        seat=line.spot,
        wager=line.wager,
        result=line.result,
        stake=line.stake,
        paid=line.cents,
        odds=str(line.odds) if line.odds else "",
        line=line.hand,
        breakage=str(line.breakage) if line.breakage else "",
        outcome=line.outcome,
        table=line.table,
        bonus=line.outcome == "bonus",
        rule=line.rule,
        hand=hand,
    )


def dealer_act(event: Event) -> DealerAct:
    """An act by its event, without the faces of its cards."""
    if isinstance(event, DecisionAsked | SpotLookedAt):
        return DealerAct("ask")
    pile = event.pile
    if isinstance(event, CardsDiscarded):
        pile = event.source
    elif isinstance(event, CardsCollected):
        pile = event.what
    return DealerAct(event.verb, event.seat, pile, len(event.cards))
