"""Chips that no live hand has matched: who has a claim to them.

A player's claim reaches as far as his own chips in the pot do (PK-10). Whoever throws his hand away at the showdown
gives up every pot that another live hand can win; a pot in which nobody else is left stays his, as the last player left
need not show (PK-15). So a pot without a live hand goes to the last who gave up a hand with a part in it. Who forfeits
the pot by a ruling (PK-16, PK-18) wins nothing: whom he made to discard stands in his place (PK-16), and only what
nobody else has matched of his bets goes back to him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand

Why: TypeAlias = tuple[str, str]
"""What is said of an award, and its rule."""

FORFEITS = frozenset({"foul hand", "misdescribed hand"})


def last_hand(hand: Hand, position: int) -> Why:
    """Why the last player wins; if he has no hand, another player forfeited the pot to him (PK-16, PK-18)."""
    if position in hand.thrown:
        ruled = next((event for event in reversed(hand.events) if event.verb in FORFEITS), None)
        if ruled is not None:
            words = "made to discard" if ruled.pile == hand.accounts[position] else "left by a forfeited hand"
            return words, ruled.rule
    return "last hand left", hand.game.show_rule


def heir(hand: Hand, victim: int = -1) -> int:
    """Who gets the pot when nobody is left: the one a forfeiting player made discard, or the last to discard."""
    lost = forfeited(hand)
    if victim >= 0 and victim not in lost:
        return victim
    return next((place for place in claims(hand) if place not in lost), max(victim, 0))


def forfeited(hand: Hand) -> frozenset[int]:
    """The positions without a live hand that have forfeited the pot by a ruling."""
    ruled = {hand.index[event.seat] for event in hand.events if event.verb in FORFEITS}
    return frozenset(place for place in ruled if not hand.live >> place & 1)


def claims(hand: Hand) -> dict[int, Why]:
    """Everybody without a live hand, the first to claim first, and why."""
    ruled = {event.seat: event for event in hand.events if event.verb in FORFEITS}
    earlier = [place for place in range(len(hand.seats)) if place not in hand.thrown]  # not dealt in again (LB-5)
    claimants: dict[int, Why] = {}  # in the order the hands were given up
    lost: dict[int, Why] = {}
    for place in (*earlier, *hand.thrown):
        if hand.live >> place & 1:
            continue
        event = ruled.get(hand.seats[place])
        if event is None:
            claimants[place] = "last hand left", hand.game.show_rule
            continue
        lost[place] = "matched by nobody else", event.rule
        claimants = dict.fromkeys(claimants, ("left by a forfeited hand", event.rule))
        victim = next((one for one in claimants if hand.accounts[one] == event.pile), None)
        if victim is not None:
            del claimants[victim]
            claimants[victim] = "made to discard", event.rule
    return dict(reversed([*lost.items(), *claimants.items()]))
