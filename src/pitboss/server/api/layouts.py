"""Tables as pages draw them: what is printed on the felt, the rules of the games, and what buys a seat."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

from litestar import Request, get, post
from litestar.params import JSONBody

from pitboss import spread
from pitboss.deal.table_sheet import TableSheet
from pitboss.room.room import Hosted
from pitboss.rules.catalogue import catalogue
from pitboss.server.access.people import person_of, signed_in
from pitboss.server.api.hands import HandId, seen_hand
from pitboss.server.api.tables import TableId, row_of
from pitboss.server.context import context_of
from pitboss.server.game_files import as_file, check_files
from pitboss.server.live.wire import NewTable
from pitboss.spread.payout_limits import payout_rule
from pitboss.spread.printing import printed_of


@get("/api/tables/{table:str}/layout", tags=["tables"])
async def layout(request: Request[Any, Any, Any], table: TableId) -> dict[str, Any]:
    """Everything a page needs to draw this table, from the definition of its games."""
    context = context_of(request)
    room = context.live.room
    row = row_of(room, table, await person_of(request))
    hosted = room.table(table)
    printed = hosted.session.printed()
    house = f" · {row.house}" if row.house else ""
    rules = _rules(printed)
    return {
        **printed,
        **_with_payout_limits(printed, hosted),
        "title": row.title,
        "subtitle": f"{row.name}{house} · {row.limit}",
        "buyIn": row.stakes,
        "edges": context.proofs.figures(printed.get("version", "")),
        "coach": hosted.config.coach and printed["kind"] == "house",
        "chat": hosted.config.chat,
        "dealt": hosted.config.dealer,
        "spectators": hosted.config.spectators,
        "rules": [{"id": rule.id, "text": rule.text} for rule in catalogue().values() if rule.id in rules],
    }


def _rules(printed: dict[str, Any]) -> frozenset[str]:
    """The numbers of the rules that a table's games cite."""
    cited = printed.get("rules", ())
    return frozenset(cited)


def _with_payout_limits(printed: dict[str, Any], hosted: Hosted) -> dict[str, Any]:
    """The wagers of a table that posts payout limits, each with its own."""
    limits = hosted.config.payout_limits
    if not limits:
        return {}
    source = payout_rule(hosted.session.sheet().jurisdiction).citation
    posted = {key: {"payout": {"cents": cents, "source": source}} for key, cents in limits.items()}
    return {"wagers": [wager | posted.get(wager["key"], {}) for wager in printed["wagers"]]}


@post("/api/tables/look", status_code=200, tags=["tables"])
async def look(request: Request[Any, Any, Any], data: JSONBody[NewTable]) -> TableSheet:
    """What a table would offer, with the limits or laws it would go beyond, before it is opened."""
    person = await signed_in(request)
    check_files(data, person)
    with as_file(data) as wanted:
        return await asyncio.to_thread(_sheet, wanted, context_of(request).config.house_limit)


def _sheet(wanted: NewTable, house_limit: str) -> TableSheet:
    return spread.table_sheet(
        wanted.game,
        house=wanted.house,
        limit=wanted.limit,
        options=wanted.options,
        seats=wanted.seats,
        jurisdiction=wanted.jurisdiction,
        on=date.today() if wanted.jurisdiction else None,
        house_limit=house_limit,
        payout_limits=wanted.payout_limits,
    )


@get("/api/hands/{hand:str}/layout", tags=["hands"])
async def hand_layout(request: Request[Any, Any, Any], hand: HandId) -> dict[str, Any]:
    """What a page needs to draw the table of a finished hand."""
    stored = await seen_hand(request, hand)
    printed = await asyncio.to_thread(printed_of, stored.record, head=stored.head, game=stored.row.game)
    return {**printed, "title": printed["name"], "rules": []}


ROUTES = [layout, look, hand_layout]
