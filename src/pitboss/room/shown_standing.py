"""The standing of a deal as it is sent: with cards as text, and hands with their words."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import msgspec

from pitboss.deal.standing import DealerAct, DealResult, PotResult, PotStanding, Standing, WagerResult
from pitboss.room.shown_events import KEPT, ShownHand, card_texts, shown_hand


class ShownWagerResult(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag="wager"):
    """How a wager was settled (:class:`~pitboss.deal.standing.WagerResult`)."""

    seat: int
    wager: str
    result: str
    stake: int
    paid: int = 0
    odds: str = ""
    line: str = ""
    breakage: str = ""
    outcome: str = ""
    table: str = ""
    bonus: bool = False
    rule: str = ""
    hand: ShownHand | None = None


class ShownPotResult(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag="pot"):
    """Chips of a pot that went to a seat (:class:`~pitboss.deal.standing.PotResult`), with the cards that won them."""

    seat: int
    pot: str
    cents: int
    reason: str = ""
    half: str = ""
    by: str = ""
    rule: str = ""
    hand: ShownHand | None = None
    cards: tuple[str, ...] = ()


ShownResult: TypeAlias = ShownWagerResult | ShownPotResult


class ShownStanding(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How a deal stands, the same for everybody (:class:`~pitboss.deal.standing.Standing`)."""

    street: str = ""
    pots: tuple[PotStanding, ...] = ()
    front: dict[int, int] = {}
    level: int = 0
    raises_left: int | None = None
    results: tuple[ShownResult, ...] = ()
    dealer: DealerAct | None = None
    decision: str = ""


def shown_standing(standing: Standing) -> ShownStanding:
    """A standing in the form in which it is sent."""
    return ShownStanding(
        standing.street,
        standing.pots,
        standing.front,
        standing.level,
        standing.raises_left,
        tuple([_shown_result(each) for each in standing.results]) if standing.results else (),
        standing.dealer,
        standing.decision,
    )


@lru_cache(maxsize=KEPT)
def _shown_result(result: DealResult) -> ShownResult:
    hand = None if result.hand is None else shown_hand(result.hand)
    if isinstance(result, PotResult):
        facts = (result.seat, result.pot, result.cents, result.reason, result.half, result.by, result.rule)
        return ShownPotResult(*facts, hand, card_texts(result.cards))
    assert isinstance(result, WagerResult)
    return ShownWagerResult(
        *(result.seat, result.wager, result.result, result.stake, result.paid, result.odds, result.line),
        *(result.breakage, result.outcome, result.table, result.bonus, result.rule, hand),
    )
