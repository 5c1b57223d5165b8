"""Tables: the lobby as a list, opening and closing, invitations, a quick seat, fills and credits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, PathParameter, QueryParameter

from pitboss.errors import PitbossError
from pitboss.library import is_path
from pitboss.room.people import FLOOR, Person
from pitboss.room.room import Room, TableRow
from pitboss.room.table.outcome import Refused
from pitboss.server.access.people import person_of, signed_in
from pitboss.server.context import AnyRequest, context_of
from pitboss.server.live.wire import (
    ChipsMoved,
    FreeSeat,
    Invitation,
    InvitationCode,
    NewTable,
    OpenedTable,
    TableList,
)
from pitboss.spread.procedures import walked_through


def check_files(wanted: NewTable, person: Person) -> None:
    """Refuse files of anyone but the floor: they are read from the server's disk, and their games may be large."""
    files = wanted.definition or any(is_path(name) for name in (wanted.game, wanted.house, wanted.jurisdiction))
    if files and not person.may(FLOOR):
        raise PermissionDeniedException("only the floor opens a table from other files; name a shipped game.")


@contextmanager
def as_file(wanted: NewTable) -> Iterator[NewTable]:
    """The table that is wanted, its definition as a file that is there until the block ends.

    A table keeps the text of its game in its record, so the file is not needed later.
    """
    if not wanted.definition:
        yield wanted
        return
    with file_of(wanted.game, wanted.definition) as path:
        yield msgspec.structs.replace(wanted, game=str(path), definition="")


@contextmanager
def file_of(name: str, text: str) -> Iterator[Path]:
    """A text as a file under a plain name; what is refused in the block tells of that name and not of our folder."""
    stem = re.sub(r"[^a-z0-9]+", "-", PurePath(name).name.removesuffix(".toml").lower()).strip("-") or "own"
    with TemporaryDirectory(prefix="pitboss-") as folder:
        path = Path(folder) / f"{stem[:60]}.toml"
        path.write_text(text, "utf-8")
        try:
            yield path
        except PitbossError as error:
            raise PitbossError(str(error).replace(f"{folder}/", ""), rule=error.rule, cite=False) from None


TableId = Annotated[str, PathParameter(max_length=40, description="the id of a table, such as t1")]
Wanted = Annotated[str, QueryParameter(max_length=100)]


@get("/api/tables", tags=["tables"])
async def tables(request: AnyRequest) -> TableList:
    """Every public table, and the private ones that the asker may enter."""
    return TableList(tables=context_of(request).live.room.listing(await person_of(request)))


@get("/api/tables/{table:str}", tags=["tables"])
async def table(request: AnyRequest, table: TableId) -> TableRow:
    """One table that the asker may enter."""
    return row_of(context_of(request).live.room, table, await person_of(request))


@post("/api/tables", status_code=201, tags=["tables"])
async def open_table(request: AnyRequest, data: JSONBody[NewTable]) -> OpenedTable:
    """Open a table: a private one by anyone, a public one by the floor. Says what limits or laws it goes beyond."""
    person = await signed_in(request)
    context = context_of(request)
    with _as_forbidden():
        context.live.room.check_open(person, private=data.private)
    check_files(data, person)
    with as_file(data) as wanted:
        return await context.live.open_table(wanted, person)


@delete("/api/tables/{table:str}", status_code=202, tags=["tables"])
async def close_table(request: AnyRequest, table: TableId) -> Response[TableRow]:
    """Close a table: the hand is finished, everyone is cashed out and the lists are freed. Floor, or who opened it."""
    person = await signed_in(request)
    live = context_of(request).live
    row = row_of(live.room, table, person)
    with _as_forbidden():
        live.room.check_close(person, table)
    await live.close_table(table, person)
    return Response(row, status_code=202)


@get("/api/tables/{table:str}/invitation", tags=["tables"])
async def invitation(request: AnyRequest, table: TableId) -> Invitation:
    """The invitation to a private table, for its opener and for the floor."""
    person = await signed_in(request)
    registry = context_of(request).live.room
    row_of(registry, table, person)
    with _as_forbidden():
        registry.check_close(person, table)
    code = registry.table(table).config.invite
    if not code:
        raise NotFoundException(f"table {table} is public; nobody needs an invitation to it.")
    return Invitation(table=table, invite=code, link=f"/table/{table}?{urlencode({'invite': code})}")


@post("/api/tables/{table:str}/invitation", status_code=200, tags=["tables"])
async def accept(request: AnyRequest, table: TableId, data: JSONBody[InvitationCode]) -> TableRow:
    """Show the code of an invitation; from then on the asker may enter the private table."""
    person = await signed_in(request)
    live = context_of(request).live
    if table not in live.room.tables or not live.room.invite(table, person, data.invite):
        raise NotFoundException("this invitation is not valid, or its table is closed; ask for a new one.")
    await live.keep_invitations()
    return live.room.row(table)


@get("/api/seat", tags=["tables"])
async def quick_seat(request: AnyRequest, game: Wanted = "", kind: Wanted = "") -> FreeSeat:
    """The best free seat for the asker: at the busiest table that the wallet suffices for."""
    person = await signed_in(request)
    context = context_of(request)
    cents = await context.accounts.wallet(person.name)
    seat = context.live.room.quick_seat(person, cents, game=game, kind=kind)
    return FreeSeat(table=seat.table, seat=seat.seat, cents=seat.cents)


@post("/api/tables/{table:str}/fill", status_code=200, tags=["tables"])
async def fill(request: AnyRequest, table: TableId, data: JSONBody[ChipsMoved]) -> TableRow:
    """Bring chips from the cage to a table's rack, for the floor."""
    return await _move_chips(request, table, data.cents)


@post("/api/tables/{table:str}/credit", status_code=200, tags=["tables"])
async def credit(request: AnyRequest, table: TableId, data: JSONBody[ChipsMoved]) -> TableRow:
    """Take chips from a table's rack back to the cage, for the floor."""
    return await _move_chips(request, table, -data.cents)


async def _move_chips(request: AnyRequest, table: str, cents: int) -> TableRow:
    person = await signed_in(request, FLOOR)
    live = context_of(request).live
    row_of(live.room, table, person)
    await live.fill(table, cents, person)
    return live.room.row(table)


def row_of(registry: Room, table: str, person: Person | None) -> TableRow:
    """A table that a person may enter; any other private table is answered as if it were not there."""
    if table not in registry.tables or not registry.may_enter(table, person):
        raise NotFoundException(f"there is no table {table!r}; /api/tables lists them.")
    return registry.row(table)


@contextmanager
def _as_forbidden() -> Iterator[None]:
    """Answer a refusal of the room's rules on who may do what with status 403."""
    try:
        yield
    except Refused as refused:
        raise PermissionDeniedException(str(refused), extra={"rule": refused.rule}) from None


@get("/api/tables/{table:str}/rulings", tags=["tables"])
async def rulings(request: AnyRequest, table: TableId) -> dict[str, Any]:
    """Every ruling of this moment, for the floor; a table dealt by machine has none on dealing errors."""
    person = await signed_in(request, FLOOR)
    live = context_of(request).live
    row_of(live.room, table, person)
    if live.room.table(table).config.dealer == "machine":
        return {"rulings": [], "why": "This table is dealt by machine, which makes no dealing errors."}

    def see(hosted: Any) -> list[dict[str, Any]]:
        return [walked_through(hosted.session, option) for option in hosted.session.rulings()]

    listed = await live.look(table, see)
    return {"rulings": listed, "why": "" if listed else "No deal is running."}
