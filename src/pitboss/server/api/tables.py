"""TableList: the lobby as a list, opening and closing, fills and credits."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import Parameter

from pitboss.library import is_path
from pitboss.room.people import FLOOR, OWNER, Person
from pitboss.server.context import Context, context_of
from pitboss.server.people import person_of, signed_in
from pitboss.server.wire import ChipsMoved, NewTable, Opened, TableInfo, TableList

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=40, description="the id of a table, such as t1")]


@get("/api/tables", tags=["tables"])
async def tables(request: AnyRequest) -> TableList:
    """Every public table, and the private ones that the asker opened; the floor sees all."""
    person = await person_of(request)
    return TableList(tables=[each for each in context_of(request).room.tables() if _listed(each, person)])


@get("/api/tables/{table:str}", tags=["tables"])
async def table(request: AnyRequest, table: TableId) -> TableInfo:
    """One table; whoever knows the id of a private one is told of it."""
    return _table(context_of(request), table)


@post("/api/tables", status_code=201, tags=["tables"])
async def open_table(request: AnyRequest, data: NewTable) -> Opened:
    """Open a table: a private one by anyone, a public one by the floor. Says what limits or laws it goes beyond."""
    person = await signed_in(request)
    context = context_of(request)
    if not person.may(FLOOR):
        if not data.private:
            raise PermissionDeniedException(
                "only the floor opens public tables; add private: true for one of your own."
            )
        if is_path(data.game) or is_path(data.house):
            raise PermissionDeniedException("only the floor opens tables of a game by its file; name a shipped game.")
        own = sum(each.opened_by == person.name for each in context.room.tables())
        if own >= context.config.tables_each:
            raise PermissionDeniedException(f"you have {own} tables open; close one first.")
    return await context.room.open_table(data, person)


@delete("/api/tables/{table:str}", status_code=202, tags=["tables"])
async def close_table(request: AnyRequest, table: TableId) -> Response[TableInfo]:
    """Close a table: the hand is finished, everyone is cashed out and the lists are freed. Floor, or who opened it."""
    person = await signed_in(request)
    context = context_of(request)
    info = _table(context, table)
    if not person.may(FLOOR) and not (info.private and info.opened_by == person.name):
        raise PermissionDeniedException("only the floor or whoever opened a private table closes it.")
    await context.room.close_table(table, person)
    return Response(info, status_code=202)


@post("/api/tables/{table:str}/fill", status_code=200, tags=["tables"])
async def fill(request: AnyRequest, table: TableId, data: ChipsMoved) -> TableInfo:
    """Bring chips from the cage to a table's rack, for the floor."""
    return await _move_chips(request, table, data.cents)


@post("/api/tables/{table:str}/credit", status_code=200, tags=["tables"])
async def credit(request: AnyRequest, table: TableId, data: ChipsMoved) -> TableInfo:
    """Take chips from a table's rack back to the cage, for the floor."""
    return await _move_chips(request, table, -data.cents)


async def _move_chips(request: AnyRequest, table: str, cents: int) -> TableInfo:
    person = await signed_in(request, FLOOR)
    context = context_of(request)
    _table(context, table)
    await context.room.fill(table, cents, person)
    return _table(context, table)


def _table(context: Context, table: str) -> TableInfo:
    for each in context.room.tables():
        if each.id == table:
            return each
    raise NotFoundException(f"there is no table {table!r}; /api/tables lists them.")


def _listed(table: TableInfo, person: Person | None) -> bool:
    if not table.private:
        return True
    return person is not None and (person.may(FLOOR) or person.may(OWNER) or table.opened_by == person.name)


ROUTES = [tables, table, open_table, close_table, fill, credit]
