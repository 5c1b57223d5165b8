"""Slips: written by the floor, signed by dealer and cashier, and counts of boxes."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from pitboss.room import slips as paper
from pitboss.room.people import FLOOR
from pitboss.room.slips import Slip
from pitboss.server.access.people import signed_in
from pitboss.server.api.books import ANSWER, Day, Text, reader, store_of
from pitboss.server.api.tables import TableId, row_of
from pitboss.server.context import AnyRequest, context_of
from pitboss.server.live.wire import BoxCount, PaperWanted, VoidSlip
from pitboss.storage.slips import SlipQuery

SlipId = Annotated[
    str, PathParameter(max_length=60, pattern=r"^[\w-]+$", description="the number of a slip, such as t1-F3")
]
Count = Annotated[int, QueryParameter(ge=1, le=1000)]


@get("/api/slips", tags=["books"], responses=ANSWER)
async def slips(
    request: AnyRequest, table: Text = "", day: Day = "", kind: Text = "", status: Text = "", count: Count = 200
) -> Response[Any]:
    """Slips, the latest first; what a person counted is not shown until the count is complete."""
    await reader(request)
    query = SlipQuery(table=table, day=day, kind=kind, state=status, most=count)
    return Response({"slips": [shown(each) for each in await store_of(request).slips.search(query)]})


@post("/api/tables/{table:str}/slips", status_code=201, tags=["books"], responses={201: ANSWER[200]})
async def write(request: AnyRequest, table: TableId, data: JSONBody[PaperWanted]) -> Response[Any]:
    """Write a slip for a table: a fill or credit to be signed, the closer of a shift, a count of the opener."""
    person = await signed_in(request, FLOOR)
    facts: dict[str, Any] = {}
    if data.chips or data.what == "opener count":
        facts["chips"] = data.chips
    elif data.what != "inventory":
        facts["cents"] = data.cents
    return await _on_paper(request, table, data.what, facts, person, 201)


@post("/api/tables/{table:str}/slips/{slip:str}/confirm", status_code=200, tags=["books"], responses=ANSWER)
async def confirm(request: AnyRequest, table: TableId, slip: SlipId) -> Response[Any]:
    """Sign a slip in the role whose turn it is; with the last signature its chips move."""
    return await _on_paper(request, table, "confirm slip", {"slip": slip}, await signed_in(request))


@post("/api/tables/{table:str}/slips/{slip:str}/void", status_code=200, tags=["books"], responses=ANSWER)
async def void(request: AnyRequest, table: TableId, slip: SlipId, data: JSONBody[VoidSlip]) -> Response[Any]:
    """Make an open slip void, by the floor or the cashier; it keeps its number."""
    return await _on_paper(request, table, "void slip", {"slip": slip, "why": data.why}, await signed_in(request))


@post("/api/tables/{table:str}/counts", status_code=200, tags=["books"], responses=ANSWER)
async def count(request: AnyRequest, table: TableId, data: JSONBody[BoxCount]) -> Response[Any]:
    """Record a count of a box; when two people counted the same, the chips go to the cage."""
    person = await reader(request)
    chips = paper.read_chips(data.chips)
    made = await store_of(request).slips.count(table, data.box, chips, by=person.name, now=context_of(request).clock())
    return Response({"slip": shown(made)})


async def _on_paper(
    request: AnyRequest, table: str, what: str, facts: dict[str, Any], person: Any, status: int = 200
) -> Response[Any]:
    live = context_of(request).live
    row_of(live.room, table, person)
    written = await live.paper(table, what, facts, person)
    return Response({"slips": [shown(each) for each in written]}, status_code=status)


def shown(slip: Slip) -> dict[str, Any]:
    """A slip as people see it; of an open count only that somebody counted, since counts are independent."""
    secret = slip.kind == paper.COUNT and slip.state == paper.OPEN
    return {
        "id": slip.id,
        "kind": slip.kind,
        "table": slip.table,
        "at": slip.at,
        "cents": None if secret else slip.cents,
        "chips": {} if secret else {str(size): many for size, many in slip.chips.items()},
        "state": slip.state,
        "next": slip.next_role,
        "signed": [{"role": each.role, "name": each.name, "at": each.at} for each in slip.signed],
        "expected": None if slip.expected < 0 or secret else slip.expected,
        "refers": slip.refers,
        "box": slip.box,
        "void": slip.void,
        "note": slip.note,
    }
