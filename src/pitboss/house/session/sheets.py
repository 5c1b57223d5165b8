"""The sheet of a house table, for a lobby."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pitboss.deal.table_sheet import LawPoint, TableSheet
from pitboss.house import approval
from pitboss.house import limits as table_limits
from pitboss.house.definition import DEFAULT_LIMIT, Definition, Limit
from pitboss.house.game import Game
from pitboss.house.session.spots import TableTerms, least_wagers
from pitboss.money import dollars
from pitboss.rules.jurisdiction import Finding

ROUNDS = 20
"""A usual buy-in covers this many lost rounds at the smallest wagers."""


def sheet(terms: TableTerms) -> TableSheet:
    """The sheet of a table of this game with these limits."""
    game, limits, jurisdiction, on = terms.game, terms.limits, terms.jurisdiction, terms.on
    definition = game.definition
    needed = least_wagers(definition, terms.posted)
    least = sum(needed.values()) + game.plan.least_cost(needed, game.plan.order)
    law = definition.jurisdiction if jurisdiction is None else jurisdiction
    findings = [*table_limits.findings(definition, limits, jurisdiction, on), *_deviations(definition)]
    return TableSheet(
        name=definition.name,
        kind=game.kind,
        games=(game.id,),
        seats=definition.spots.usual,
        limits=_words(game, terms.posted),
        least_buy_in=least,
        usual_buy_in=ROUNDS * least,
        jurisdiction="" if law == table_limits.NONE else law,
        findings=tuple(str(finding) for finding in findings),
        points=(
            *(LawPoint(*finding, True) for finding in findings),
            *(LawPoint(*kept) for kept in table_limits.agreements(definition, limits, jurisdiction, on)),
        ),
    )


@lru_cache(maxsize=256)
def _deviations(definition: Definition) -> tuple[Finding, ...]:
    """The deviations from the approval; cached, since they are read from files."""
    return approval.findings(definition)


def _words(game: Game, posted: Mapping[str, Limit]) -> str:
    """The limits of the wagers placed before the deal: one range for all, or by wager."""
    alike: dict[Limit, list[str]] = {}
    for wager in game.definition.initial:
        alike.setdefault(posted.get(wager.key, DEFAULT_LIMIT), []).append(wager.key)
    if len(alike) == 1:
        return _range(next(iter(alike)))
    return "; ".join(f"{', '.join(keys)} {_range(limit)}" for limit, keys in alike.items())


def _range(limit: Limit) -> str:
    low = dollars(limit.minimum or 1)
    return f"{low}–{dollars(limit.maximum)}" if limit.maximum else f"from {low}"
