"""Finished hands: searched, and shown or exported as the person asking may see them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from msgspec import structs

from pitboss import spread
from pitboss.deal.deal import RAIL
from pitboss.deal.table_layout import AnyLayout
from pitboss.room.people import Person
from pitboss.room.recall import HandQuery, HandRow, StoredHand, openings, recalled, viewers_of
from pitboss.server.access.people import person_of, signed_in
from pitboss.server.context import AnyRequest, Context, context_of
from pitboss.server.live.wire import HandList
from pitboss.spread.sessions import printed_of

Text = Annotated[str, QueryParameter(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
Day = Annotated[
    str, QueryParameter(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$(?!\n)", description="a gambling day, 2026-11-16")
]
Size = Annotated[int, QueryParameter(ge=0, le=10**12, description="in cents")]
Count = Annotated[int, QueryParameter(ge=1, le=200)]
FORMS = {"json": "json", "txt": "text", "phh": "phh", "stars.txt": "stars"}
"""The formats of an exported hand by the suffix of its address."""
TYPES = {"json": "application/json"}
HandId = Annotated[
    str, PathParameter(max_length=60, pattern=r"^[\w.-]+$", description="the id of a hand, such as t1-17")
]


@get("/api/hands", tags=["hands"])
async def hands(
    request: AnyRequest,
    table: Text = "",
    day: Day = "",
    game: Text = "",
    player: Text = "",
    least: Size = 0,
    most: Size = 0,
    before: Text = "",
    count: Count = 50,
) -> HandList:
    """Finished hands without their cards, the latest first: your own and those that anyone could watch.

    ``next`` is the ``before`` of the next page; it is empty at the end.
    """
    person = await signed_in(request)
    context = context_of(request)
    query = HandQuery(
        table=table, day=day, game=game, player=player, least=least, most=most, before=before, count=count
    )
    rows = await context.store.hands.search(query)
    seen = tuple(row for row in rows if _views(context, row, person))
    return HandList(hands=seen, next=rows[-1].id if len(rows) >= count else "")


@get(
    "/api/hands/{hand:str}",
    tags=["hands"],
    responses={200: ResponseSpec(dict[str, Any], generate_examples=False, description="the hand")},
)
async def hand(request: AnyRequest, hand: HandId, viewer: Text = "") -> Response[Any]:
    """A finished hand step by step; add ``.json``, ``.txt``, ``.phh`` or ``.stars.txt`` to the id to download it.

    Its players see what they had seen by its end; the floor and auditors see every card of other hands. ``viewer``
    shows it as somebody else saw it who saw no more: ``rail``, and for the floor ``player 3``.
    """
    id, _, suffix = hand.partition(".")
    if suffix and suffix not in FORMS:
        raise NotFoundException(f"{suffix!r} is not a format of a hand; the formats are {', '.join(FORMS)}.")
    stored, views = await _seen(request, id)
    if viewer and viewer not in views:
        raise NotFoundException(f"you may not see this hand as {viewer!r}; see it as {', '.join(views)}.")
    seen_as = viewer or views[0]
    if not suffix:
        return Response(await asyncio.to_thread(recalled, stored, spread.reopen_deal, seen_as, views))
    text = await asyncio.to_thread(_exported, stored, seen_as, FORMS[suffix])
    headers = {"Content-Disposition": f'attachment; filename="{id}.{suffix}"'}
    return Response(text, media_type=TYPES.get(suffix, "text/plain"), headers=headers)


@get("/api/hands/{hand:str}/layout", tags=["hands"])
async def hand_layout(request: AnyRequest, hand: HandId) -> AnyLayout:
    """Everything a page needs to draw the table of a finished hand."""
    stored, _ = await _seen(request, hand)
    printed = await asyncio.to_thread(printed_of, stored.record, head=stored.head, game=stored.row.game)
    return structs.replace(printed, title=printed.name)


async def _seen(request: AnyRequest, id: str) -> tuple[StoredHand, tuple[str, ...]]:
    """A finished hand, and the views of it that the person asking may have, the default first."""
    context, person = context_of(request), await person_of(request)
    stored = await context.store.hands.find(id)
    views = _views(context, stored.row, person) if stored is not None else ()
    if stored is None or not views:
        raise NotFoundException(f"there is no hand {id!r}; /api/hands lists the ones you may see.")
    return stored, views


def _exported(stored: StoredHand, viewer: str, form: str) -> str:
    row = stored.row
    deal = spread.reopen_deal(stored.record, head=stored.head, game=row.game)
    seals = openings(deal, stored.decks, viewer)
    started = row.started / 1_000_000
    head = spread.DealHead(players=row.players, id=row.id, table=stored.table, started=started, seals=seals)
    return spread.export_deal(deal, form, viewer, head)


def _views(context: Context, row: HandRow, person: Person | None) -> tuple[str, ...]:
    """The views of a hand that a person may have; the rail sees it no sooner than it saw the table."""
    room = context.live.room
    views = viewers_of(row, person, invited=row.table in room.tables and room.may_watch(row.table, person))
    early = context.clock() < row.ended / 1_000_000 + row.rail_delay
    return () if views[:1] == (RAIL,) and early else views
