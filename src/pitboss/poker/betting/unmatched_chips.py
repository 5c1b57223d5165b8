"""Claims to chips that no live hand has matched.

A player's claim reaches as far as that player's own chips in the pot (PK-10). A player who mucks at the showdown gives
up every pot that another live hand can win, but keeps a pot in which nobody else is left, as the last player left need
not show (PK-15). So a pot without a live hand goes to the last who gave up a hand with a part in it. A player who
forfeits the pot by a ruling (PK-16, PK-18) wins nothing: the player made to discard takes that place (PK-16), and only
the part of the forfeiter's bets that nobody else has matched goes back.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.poker.step import HandInPlay


class Claim(NamedTuple):
    """The reason why a player gets chips of a pot, as in :class:`pitboss.deal.hand_events.PotAwarded`."""

    reason: str
    rule: str
    half: str = ""
    by: str = ""


FORFEITS = frozenset({"foul hand", "misdescribed hand"})


def last_hand(hand: HandInPlay, position: int) -> Claim:
    """The reason why the last player wins; without a hand, another player's forfeit (PK-16, PK-18)."""
    if position in hand.piles.thrown:
        ruled = next((event for event in reversed(hand.events) if event.verb in FORFEITS), None)
        if ruled is not None:
            reason = "made to discard" if ruled.pile == hand.accounts[position] else "forfeited"
            return Claim(reason, ruled.rule)
    return Claim("last hand", hand.game.show_rule)


def heir(hand: HandInPlay, victim: int = -1) -> int:
    """The player who gets the pot when nobody is left: one made to discard by a forfeiter, or the last to discard."""
    lost = forfeited(hand)
    if victim >= 0 and victim not in lost:
        return victim
    return next((place for place in claims(hand) if place not in lost), max(victim, 0))


def forfeited(hand: HandInPlay) -> frozenset[int]:
    """The positions without a live hand that have forfeited the pot by a ruling."""
    ruled = {hand.index[event.seat] for event in hand.events if event.verb in FORFEITS}
    return frozenset(place for place in ruled if not hand.money.live >> place & 1)


def claims(hand: HandInPlay) -> dict[int, Claim]:
    """Every player without a live hand, in the order of their claims, with the reason."""
    ruled = {event.seat: event for event in hand.events if event.verb in FORFEITS}
    earlier = [place for place in range(len(hand.seats)) if place not in hand.piles.thrown]  # not dealt in again (LB-5)
    claimants: dict[int, Claim] = {}  # in the order the hands were given up
    lost: dict[int, Claim] = {}
    for place in (*earlier, *hand.piles.thrown):
        if hand.money.live >> place & 1:
            continue
        event = ruled.get(hand.seats[place])
        if event is None:
            claimants[place] = Claim("last hand", hand.game.show_rule)
            continue
        lost[place] = Claim("unmatched", event.rule)
        claimants = dict.fromkeys(claimants, Claim("forfeited", event.rule))
        victim = next((one for one in claimants if hand.accounts[one] == event.pile), None)
        if victim is not None:
            del claimants[victim]
            claimants[victim] = Claim("made to discard", event.rule)
    return dict(reversed([*lost.items(), *claimants.items()]))
