"""The books: master games report, fees and time lines, for the floor, the cashier and auditors; and the ledger."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from pitboss.audit.database import place
from pitboss.books.band import svg
from pitboss.books.sums import Period
from pitboss.errors import PitbossError
from pitboss.exact.sheet.documents import csv, pdf
from pitboss.room import old_lines
from pitboss.room import slips as paper
from pitboss.room.people import AUDITOR, CASHIER, FLOOR, Person
from pitboss.room.slips import Slip
from pitboss.server.access.people import signed_in
from pitboss.server.api.tables import TableId, at_table
from pitboss.server.background import AuditState
from pitboss.server.context import AnyRequest, context_of
from pitboss.server.live.wire import BoxCount, PaperWanted, VoidSlip
from pitboss.spread.books import books_of, plain, report_sheet, timeline_of
from pitboss.storage.books import Books
from pitboss.storage.reading import Movement
from pitboss.storage.slips import SlipQuery
from pitboss.storage.storage import Storage

Text = Annotated[str, QueryParameter(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")]
Day = Annotated[str, QueryParameter(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="a gambling day, 2026-11-16")]
Before = Annotated[int, QueryParameter(ge=0, le=2**62, description="the id of a movement, to go further back")]
Form = Annotated[str, PathParameter(max_length=20, pattern=r"^[\w.]+$", description="report.csv or report.pdf")]
READERS = (FLOOR, CASHIER, AUDITOR)
ANSWER = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="the answer")}
LONGEST = 400
"""Most gambling days in a report."""


async def reader(request: AnyRequest) -> tuple[Person, Storage]:
    """The person behind a request, who must be allowed to read the books, and the database."""
    person, store = await signed_in(request), context_of(request).store
    if not any(person.may(role) for role in READERS):
        raise PermissionDeniedException("only floor, cashier and auditor read the books; an owner grants these roles.")
    if not isinstance(store, Storage):
        raise NotFoundException("this room keeps no books; it has no database.")
    return person, store


async def asked(request: AnyRequest, first: str, last: str) -> tuple[Books, Period, float]:
    """The books, the requested gambling days, and the current time.

    The last day defaults to today, the first to the start of that month.
    """
    _, store = await reader(request)
    now = context_of(request).clock()
    try:
        end = date.fromisoformat(last) if last else store.calendar.day(now)
        start = date.fromisoformat(first) if first else end.replace(day=1)
    except ValueError:
        raise PitbossError("first and last are dates, such as 2026-11-16.") from None
    if not 0 <= (end - start).days <= LONGEST:
        raise PitbossError(f"a report covers 1 to {LONGEST} gambling days, with the first before the last.")
    return store.books, Period(start.isoformat(), end.isoformat()), now


@get("/api/books", tags=["books"], responses=ANSWER)
async def books(request: AnyRequest, first: Day = "", last: Day = "", table: Text = "") -> Response[Any]:
    """The master games report and the collection fees of some gambling days, by default of this month."""
    made = await books_of(*await asked(request, first, last), table)
    return Response({"report": made.master, "fees": made.fees})


@get("/api/books/timeline", tags=["books"], responses=ANSWER)
async def timeline(
    request: AnyRequest, table: Text, first: Day = "", last: Day = "", wager: Text = ""
) -> Response[Any]:
    """A table's results day by day against the expected band, for all wagers or one."""
    stored, period, now = await asked(request, first, last)
    line = await timeline_of(stored, table, period, now, wager)
    return Response({"timeline": line, "svg": svg(line)})


@get("/api/books/{form:str}", tags=["books"], responses=ANSWER)
async def report_file(
    request: AnyRequest, form: Form, first: Day = "", last: Day = "", table: Text = ""
) -> Response[Any]:
    """Download the reports as ``report.csv`` or ``report.pdf``."""
    stored, period, now = await asked(request, first, last)
    kind = form.rpartition(".")[2]
    if form not in ("report.csv", "report.pdf"):
        raise NotFoundException(f"{form!r} is not a file of the report; the files are report.csv and report.pdf.")
    made = await books_of(stored, period, now, table)
    sheet = report_sheet(made.master, made.fees)
    headers = {"Content-Disposition": f'attachment; filename="books {period.first} {period.last}.{kind}"'}
    if kind == "csv":
        return Response(csv(plain(sheet)), media_type="text/csv", headers=headers)
    return Response(await asyncio.to_thread(pdf, sheet), media_type="application/pdf", headers=headers)


@get("/api/ledger", tags=["books"], responses=ANSWER)
async def ledger(request: AnyRequest, account: Text = "", start: Text = "", before: Before = 0) -> Response[Any]:
    """The latest movements of an account, or else the balances of the accounts whose names begin with ``start``."""
    _, store = await reader(request)
    if account:
        moves = [_movement(each) for each in await store.ledger.statement(account, before)]
        return Response({"account": account, "cents": await store.ledger.balance(account), "movements": moves})
    held = await store.ledger.balances(start)
    whole = held if not start else await store.ledger.balances()
    return Response({"accounts": held, "sum": sum(whole.values())})


def _movement(each: Movement) -> dict[str, Any]:
    move = each.move
    facts = (move.purpose, move.wager, move.result)
    purpose, wager, result = facts if move.purpose else old_lines.facts_of(move.source, move.target, move.why)
    line = {"id": each.id, "table": each.table, "line": each.number, "at": each.at, "day": each.day}
    moved = {"from": move.source, "to": move.target, "cents": move.cents, "why": move.why, "rule": move.rule}
    return line | moved | {"purpose": purpose, "wager": wager, "result": result}


@get("/api/audit", tags=["books"])
async def audit(request: AnyRequest) -> AuditState:
    """The progress of the audit, and the findings of the last one."""
    await reader(request)
    return context_of(request).audits.state


@post("/api/audit", status_code=202, tags=["books"], responses={202: ANSWER[200]})
async def begin(request: AnyRequest) -> Response[AuditState]:
    """Check everything that is stored and replay every round and hand, in a separate process.

    The audit is always a full one. Only one runs at a time.
    """
    await reader(request)
    context = context_of(request)
    config = context.config
    where = place(config.db, config.keys, config.folder)
    return Response(context.audits.start(where), status_code=202)


SlipId = Annotated[
    str, PathParameter(max_length=60, pattern=r"^[\w-]+$", description="the number of a slip, such as t1-F3")
]
Count = Annotated[int, QueryParameter(ge=1, le=1000)]


@get("/api/slips", tags=["books"], responses=ANSWER)
async def slips(
    request: AnyRequest, table: Text = "", day: Day = "", kind: Text = "", status: Text = "", count: Count = 200
) -> Response[Any]:
    """Slips, the latest first; what a person counted is not shown until the count is complete."""
    _, store = await reader(request)
    query = SlipQuery(table=table, day=day, kind=kind, state=status, most=count)
    return Response({"slips": [shown(each) for each in await store.slips.search(query)]})


@post("/api/tables/{table:str}/slips", status_code=201, tags=["books"], responses={201: ANSWER[200]})
async def write(request: AnyRequest, table: TableId, data: JSONBody[PaperWanted]) -> Response[Any]:
    """Write a slip for a table: a fill or credit to be signed, the closer of a shift, a count of the opener."""
    facts: dict[str, Any] = {}
    if data.chips or data.what == "opener count":
        facts["chips"] = data.chips
    elif data.what != "inventory":
        facts["cents"] = data.cents
    return await _on_paper(request, table, data.what, facts, FLOOR, status=201)


@post("/api/tables/{table:str}/slips/{slip:str}/confirm", status_code=200, tags=["books"], responses=ANSWER)
async def confirm(request: AnyRequest, table: TableId, slip: SlipId) -> Response[Any]:
    """Sign a slip in the role whose turn it is; with the last signature its chips move."""
    return await _on_paper(request, table, "confirm slip", {"slip": slip})


@post("/api/tables/{table:str}/slips/{slip:str}/void", status_code=200, tags=["books"], responses=ANSWER)
async def void(request: AnyRequest, table: TableId, slip: SlipId, data: JSONBody[VoidSlip]) -> Response[Any]:
    """Make an open slip void, by the floor or the cashier; it keeps its number."""
    return await _on_paper(request, table, "void slip", {"slip": slip, "why": data.why})


@post("/api/tables/{table:str}/counts", status_code=200, tags=["books"], responses=ANSWER)
async def count(request: AnyRequest, table: TableId, data: JSONBody[BoxCount]) -> Response[Any]:
    """Record a count of a box; when two people counted the same, the chips go to the cage."""
    person, store = await reader(request)
    chips = paper.read_chips(data.chips)
    made = await store.slips.count(table, data.box, chips, by=person.name, now=context_of(request).clock())
    return Response({"slip": shown(made)})


async def _on_paper(
    request: AnyRequest, table: str, what: str, facts: dict[str, Any], role: str = "", *, status: int = 200
) -> Response[Any]:
    person, live, _ = await at_table(request, table, role)
    written = await live.paper(table, what, facts, person)
    return Response({"slips": [shown(each) for each in written]}, status_code=status)


def shown(slip: Slip) -> dict[str, Any]:
    """A slip as people see it; an open count hides its amount, since counts are independent."""
    secret = slip.kind == paper.COUNT and slip.state == paper.OPEN
    fields = ("id", "kind", "table", "at", "state", "refers", "box", "void", "note")
    return {field: getattr(slip, field) for field in fields} | {
        "cents": None if secret else slip.cents,
        "chips": {} if secret else {str(size): many for size, many in slip.chips.items()},
        "next": slip.next_role,
        "signed": [{"role": each.role, "name": each.name, "at": each.at} for each in slip.signed],
        "expected": None if slip.expected < 0 or secret else slip.expected,
    }
