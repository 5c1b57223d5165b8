"""Tables as pages draw them: what is printed on the felt, the rules of the games, and what buys a seat."""

from __future__ import annotations

import asyncio
from datetime import date

from litestar import get, post
from litestar.params import JSONBody
from msgspec import structs

from pitboss import spread
from pitboss.deal.table_layout import AnyLayout, BuyIn, HouseLayout, PayoutLimit, RuleText
from pitboss.deal.table_sheet import TableSheet
from pitboss.room.room import Hosted
from pitboss.rules import catalogue
from pitboss.server.access.people import person_of, signed_in
from pitboss.server.api.hands import HandId, seen_hand
from pitboss.server.api.tables import TableId, as_file, check_files, row_of
from pitboss.server.context import AnyRequest, context_of
from pitboss.server.live.wire import NewTable
from pitboss.spread.payout_limits import payout_rule
from pitboss.spread.restoring import printed_of


@get("/api/tables/{table:str}/layout", tags=["tables"])
async def layout(request: AnyRequest, table: TableId) -> AnyLayout:
    """Everything a page needs to draw this table, from the definition of its games."""
    context = context_of(request)
    room = context.live.room
    row = row_of(room, table, await person_of(request))
    hosted = room.table(table)
    printed = _with_payout_limits(hosted.session.printed(), hosted)
    sheet = hosted.session.sheet()
    house = f" · {row.house}" if row.house else ""
    cited, is_house = set(printed.cites), isinstance(printed, HouseLayout)
    return structs.replace(
        printed,
        title=row.title,
        subtitle=f"{row.name}{house} · {row.limit}",
        buy_in=BuyIn(sheet.least_buy_in, sheet.usual_buy_in, sheet.most_buy_in, sheet.chip),
        edges=context.proofs.figures(printed.version if isinstance(printed, HouseLayout) else ""),
        coach=hosted.config.coach and is_house,
        chat=hosted.config.chat,
        dealt=hosted.config.dealer,
        spectators=hosted.config.spectators,
        rules=tuple(RuleText(rule.id, rule.text) for rule in catalogue().values() if rule.id in cited),
    )


def _with_payout_limits(printed: AnyLayout, hosted: Hosted) -> AnyLayout:
    """The layout of a table that posts payout limits, each with its wager."""
    limits = hosted.config.payout_limits
    if not limits or not isinstance(printed, HouseLayout):
        return printed
    source = payout_rule(hosted.session.sheet().jurisdiction).citation
    posted = {key: PayoutLimit(cents, source) for key, cents in limits.items()}
    wagers = (structs.replace(wager, payout=posted.get(wager.key)) for wager in printed.wagers)
    return structs.replace(printed, wagers=tuple(wagers))


@post("/api/tables/look", status_code=200, tags=["tables"])
async def look(request: AnyRequest, data: JSONBody[NewTable]) -> TableSheet:
    """Return the sheet a table would have, with the limits or laws it would exceed, before it is opened."""
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
async def hand_layout(request: AnyRequest, hand: HandId) -> AnyLayout:
    """What a page needs to draw the table of a finished hand."""
    stored = await seen_hand(request, hand)
    printed = await asyncio.to_thread(printed_of, stored.record, head=stored.head, game=stored.row.game)
    return structs.replace(printed, title=printed.name)
