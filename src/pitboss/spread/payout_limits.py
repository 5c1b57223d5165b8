"""The payout limits that a table posts, checked by the rule of its jurisdiction before it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pitboss.books.payout_limit import PayoutRule, rule
from pitboss.deal.session import Session
from pitboss.deal.table_sheet import LawPoint
from pitboss.errors import PitbossError
from pitboss.house.limits import best_odds, largest
from pitboss.house.session import HouseSession
from pitboss.money import dollars
from pitboss.rules import jurisdiction


def payout_rule(place: str) -> PayoutRule:
    """The rule on payout limits in a table's jurisdiction; without one nothing says how low a limit may be."""
    if not place:
        raise PitbossError(
            "no jurisdiction applies to this table, so no rule says how low a payout limit may be; name a "
            "jurisdiction, or post no payout limit."
        )
    return rule(jurisdiction.load(place).id)


def least_payout_limits(session: Session) -> dict[str, int]:
    """The least payout limit of every wager for which one may be posted, in cents."""
    try:
        table, law = _ruled(session)
    except PitbossError:
        return {}
    game, maxima = table.game.definition, largest(table.game.definition, table.terms.limits)
    least = {key: law.least(cents, max(best_odds(game.wagers[key]))) for key, cents in maxima.items()}
    return {key: cents for key, cents in least.items() if cents is not None}


def payout_points(session: Session, posted: Mapping[str, int]) -> tuple[LawPoint, ...]:
    """Check each payout limit, in cents by wager, against the law; the first that may not be posted is refused."""
    if not posted:
        return ()
    table, law = _ruled(session)
    game, maxima = table.game.definition, largest(table.game.definition, table.terms.limits)
    points: list[LawPoint] = []
    for key, cents in posted.items():
        if key not in game.wagers:
            known = ", ".join(game.wagers)
            raise PitbossError(f"there is no wager {key!r} in {game.name} to post a payout limit for; it has {known}.")
        if key not in maxima:
            raise PitbossError(f"{key} has no maximum at this table, which its payout limit depends on; give it one.")
        odds = max(best_odds(game.wagers[key]))
        least = law.least(maxima[key], odds)
        if least is None:
            raise PitbossError(
                f"{key} pays at most {odds} to 1; a payout limit may be posted only where the highest odds are "
                f"{law.odds} to 1 or more ({law.citation})."
            )
        if cents < least:
            raise PitbossError(
                f"a payout limit of {dollars(cents)} on {key} is too low; the least allowed is {dollars(least)}, its "
                f"largest wager of {dollars(maxima[key])} at {law.odds} to 1 ({law.citation})."
            )
        allowed, source = f"at least {dollars(least)}", f"{law.citation}, in force since {law.since}"
        points.append(LawPoint(f"payout limit, {key}", f"{dollars(cents)} a deal", allowed, source))
    return tuple(points)


def _ruled(session: Session) -> tuple[HouseSession, PayoutRule]:
    """A table of the house, and the rule on payout limits that is in force at it."""
    if not isinstance(session, HouseSession):
        raise PitbossError("players of this table win each other's chips; a payout limit is for games of the house.")
    law = payout_rule(session.sheet().jurisdiction)
    if session.terms.on is not None and session.terms.on < date.fromisoformat(law.since):
        raise PitbossError(
            f"{law.citation} is known as of {law.since}; no payout limit can be posted on {session.terms.on}."
        )
    return session, law
