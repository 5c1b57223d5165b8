"""Tables: the lobby as a list, opening and closing, invitations, seats, fills, rulings, layouts and the coach."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, Parameter, PathParameter, QueryParameter
from msgspec import structs

from pitboss import spread
from pitboss.deal.players import normal
from pitboss.deal.table_layout import AnyLayout, BuyIn, HouseLayout, PayoutLimit, RuleText, TableSheet
from pitboss.errors import PitbossError
from pitboss.library import is_path
from pitboss.room.people import FLOOR, Person
from pitboss.room.room import Hosted, Room, TableRow
from pitboss.room.table.outcome import Refused
from pitboss.room.table.table import Table
from pitboss.rules import catalogue
from pitboss.server.access.people import person_of, signed_in
from pitboss.server.context import AnyRequest, context_of
from pitboss.server.live import wire
from pitboss.server.live.tables import LiveTables
from pitboss.spread.coach import Coaching, CoachQuestion, PastQuestion, ask_coach, ask_coach_again
from pitboss.spread.sessions import payout_rule, walked_through


@contextmanager
def as_file(wanted: wire.NewTable, person: Person) -> Iterator[wire.NewTable]:
    """The requested table, with its definition in a file that exists until the block ends.

    A table keeps the text of its game in its record, so the file is not needed later. Only the floor may name files:
    they are read from the server's disk, and their games may be large.
    """
    files = wanted.definition or any(is_path(name) for name in (wanted.game, wanted.house, wanted.jurisdiction))
    if files and not person.may(FLOOR):
        raise PermissionDeniedException("only the floor opens a table from other files; name a shipped game.")
    if not wanted.definition:
        yield wanted
        return
    with file_of(wanted.game, wanted.definition) as path:
        yield structs.replace(wanted, game=str(path), definition="")


@contextmanager
def file_of(name: str, text: str) -> Iterator[Path]:
    """A text as a file with a plain name; refusals in the block name the file without the temporary folder."""
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
async def tables(request: AnyRequest) -> wire.TableList:
    """Every public table, and the private ones you may enter."""
    return wire.TableList(tables=context_of(request).live.room.listing(await person_of(request)))


@get("/api/tables/{table:str}", tags=["tables"])
async def table(request: AnyRequest, table: TableId) -> TableRow:
    """One table that you may enter."""
    return row_of(context_of(request).live.room, table, await person_of(request))


@post("/api/tables", status_code=201, tags=["tables"])
async def open_table(request: AnyRequest, data: JSONBody[wire.NewTable]) -> wire.OpenedTable:
    """Open a table: anyone a private one, the floor a public one. Returns the limits or laws it exceeds."""
    person = await signed_in(request)
    context = context_of(request)
    with _as_forbidden():
        context.live.room.check_open(person, private=data.private)
    with as_file(data, person) as wanted:
        return await context.live.open_table(wanted, person)


@delete("/api/tables/{table:str}", status_code=202, tags=["tables"])
async def close_table(request: AnyRequest, table: TableId) -> Response[TableRow]:
    """Close a table, for the floor or its opener: the hand is finished and everyone is cashed out."""
    person, live, row = await at_table(request, table)
    with _as_forbidden():
        live.room.check_close(person, table)
    await live.close_table(table, person)
    return Response(row, status_code=202)


@get("/api/tables/{table:str}/invitation", tags=["tables"])
async def invitation(request: AnyRequest, table: TableId) -> wire.Invitation:
    """The invitation to a private table, for its opener and for the floor."""
    person, live, _ = await at_table(request, table)
    with _as_forbidden():
        live.room.check_close(person, table)
    code = live.room.table(table).config.invite
    if not code:
        raise NotFoundException(f"table {table} is public; it needs no invitation.")
    return wire.Invitation(table=table, invite=code, link=f"/table/{table}?{urlencode({'invite': code})}")


@post("/api/tables/{table:str}/invitation", status_code=200, tags=["tables"])
async def accept(request: AnyRequest, table: TableId, data: JSONBody[wire.InvitationCode]) -> TableRow:
    """Accept an invitation by its code; from then on you may enter the private table."""
    person = await signed_in(request)
    live = context_of(request).live
    if table not in live.room.tables or not live.room.invite(table, person, data.invite):
        raise NotFoundException("this invitation is not valid, or its table is closed; ask for a new one.")
    await live.keep_invitations()
    return live.room.row(table)


@get("/api/seat", tags=["tables"])
async def quick_seat(request: AnyRequest, game: Wanted = "", kind: Wanted = "") -> wire.FreeSeat:
    """The best free seat for you: at the busiest table that your wallet can afford."""
    person = await signed_in(request)
    context = context_of(request)
    cents = await context.accounts.wallet(person.name)
    seat = context.live.room.quick_seat(person, cents, game=game, kind=kind)
    return wire.FreeSeat(table=seat.table, seat=seat.seat, cents=seat.cents)


@post("/api/tables/{table:str}/fill", status_code=200, tags=["tables"])
async def fill(request: AnyRequest, table: TableId, data: JSONBody[wire.ChipsMoved]) -> TableRow:
    """Bring chips from the cage to a table's rack, for the floor."""
    return await _move_chips(request, table, data.cents)


@post("/api/tables/{table:str}/credit", status_code=200, tags=["tables"])
async def credit(request: AnyRequest, table: TableId, data: JSONBody[wire.ChipsMoved]) -> TableRow:
    """Take chips from a table's rack back to the cage, for the floor."""
    return await _move_chips(request, table, -data.cents)


async def _move_chips(request: AnyRequest, table: str, cents: int) -> TableRow:
    person, live, _ = await at_table(request, table, FLOOR)
    await live.fill(table, cents, person)
    return live.room.row(table)


def row_of(room: Room, table: str, person: Person | None) -> TableRow:
    """A table that a person may enter; other private tables do not seem to exist."""
    if table not in room.tables or not room.may_enter(table, person):
        raise NotFoundException(f"there is no table {table!r}; /api/tables lists them.")
    return room.row(table)


async def at_table(request: AnyRequest, table: str, role: str = "") -> tuple[Person, LiveTables, TableRow]:
    """The person behind a request, who must have this role if one is named, at a table that they may enter."""
    person, live = await signed_in(request, role), context_of(request).live
    return person, live, row_of(live.room, table, person)


@contextmanager
def _as_forbidden() -> Iterator[None]:
    """Turn the room's refusals for missing rights into status 403."""
    try:
        yield
    except Refused as refused:
        raise PermissionDeniedException(str(refused), extra={"rule": refused.rule}) from None


@get("/api/tables/{table:str}/rulings", tags=["tables"])
async def rulings(request: AnyRequest, table: TableId) -> dict[str, Any]:
    """Every ruling available now, for the floor; a table dealt by machine has none on dealing errors."""
    _, live, _ = await at_table(request, table, FLOOR)
    if live.room.table(table).config.dealer == "machine":
        return {"rulings": [], "why": "This table is dealt by machine, which makes no dealing errors."}

    def see(hosted: Any) -> list[dict[str, Any]]:
        return [walked_through(hosted.session, option) for option in hosted.session.rulings()]

    listed = await live.look(table, see)
    return {"rulings": listed, "why": "" if listed else "No deal is running."}


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
    """A table's layout with its posted payout limits, each at its wager."""
    limits = hosted.config.payout_limits
    if not limits or not isinstance(printed, HouseLayout):
        return printed
    source = payout_rule(hosted.session.sheet().jurisdiction).citation
    posted = {key: PayoutLimit(cents, source) for key, cents in limits.items()}
    wagers = (structs.replace(wager, payout=posted.get(wager.key)) for wager in printed.wagers)
    return structs.replace(printed, wagers=tuple(wagers))


@post("/api/tables/look", status_code=200, tags=["tables"])
async def look(request: AnyRequest, data: JSONBody[wire.NewTable]) -> TableSheet:
    """Return the sheet a table would have, with the limits or laws it would exceed, before it is opened."""
    person = await signed_in(request)
    with as_file(data, person) as wanted:
        return await asyncio.to_thread(_sheet, wanted, context_of(request).config.house_limit)


def _sheet(wanted: wire.NewTable, house_limit: str) -> TableSheet:
    keys = ("house", "limit", "options", "seats", "jurisdiction", "payout_limits")
    how = {key: getattr(wanted, key) for key in keys}
    today = date.today() if wanted.jurisdiction else None
    return spread.table_sheet(wanted.game, **how, on=today, house_limit=house_limit)


# The coach ------------------------------------------------------------------------------------------------------------

_ONE_AT_A_TIME = asyncio.Semaphore(1)
OVER = "the question is over."


@get("/api/tables/{table:str}/advice", tags=["tables"])
async def advice(
    request: AnyRequest,
    table: TableId,
    seat: Annotated[int, Parameter(ge=1, le=99)],
    question: Annotated[int | None, Parameter(ge=0)] = None,
) -> Coaching:
    """The exact value of every option of a seat of yours that has to decide.

    With ``question``, the number on the seat's clock, that question is answered even if the seat has decided already:
    the answer is then ``stale``. Once another round asks something, the answer names only the current question, if any.
    """
    person, live, _ = await at_table(request, table)
    if not live.room.table(table).config.coach:
        raise PermissionDeniedException("this table plays without a coach.")

    def see(hosted: Table) -> tuple[int, CoachQuestion | PastQuestion | str] | None:
        """The number of the question and what to answer, or why it cannot be answered."""
        session = hosted.session
        if seat not in session.seats_of(person.name):
            return None
        asked = hosted.questions.open.get(seat)
        number = asked.version if asked is not None else 0
        past = hosted.questions.past(seat, question) if question is not None and question != number else None
        try:
            if question is None or question == number:
                return number, ask_coach(session, person.name, seat)
            if past is None or past.deal is None or past.player != normal(person.name):
                return number, OVER
            return question, ask_coach_again(session, past.deal, seat, past.acts)
        except PitbossError as error:
            return number, str(error)

    seen = await live.look(table, see)
    if seen is None:
        raise NotFoundException(f"seat {seat} is not yours.")
    number, found = seen
    stale = found is OVER or isinstance(found, PastQuestion)
    if isinstance(found, str):
        return Coaching(seat, (), says=found, question=number, stale=stale)
    try:
        async with _ONE_AT_A_TIME:
            answer = await asyncio.to_thread(found.answer)
    except PitbossError as error:
        return Coaching(seat, (), says=str(error), question=number, stale=stale)
    return structs.replace(answer, question=number, stale=stale)
