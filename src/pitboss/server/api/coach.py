"""The coach over HTTP: exact values of what the asker may do now, at tables that allow it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, get
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import Parameter
from msgspec import structs

from pitboss.errors import PitbossError
from pitboss.room.table.table import Table
from pitboss.server.access.people import signed_in
from pitboss.server.api.tables import TableId, row_of
from pitboss.server.context import context_of
from pitboss.spread.coach import Coaching, CoachQuestion, ask_coach

_ONE_AT_A_TIME = asyncio.Semaphore(1)
STALE = "the question is over, or its options have changed."


@get("/api/tables/{table:str}/advice", tags=["tables"])
async def advice(
    request: Request[Any, Any, Any],
    table: TableId,
    seat: Annotated[int, Parameter(ge=1, le=99)],
    question: Annotated[int | None, Parameter(ge=0)] = None,
) -> Coaching:
    """The exact value of every option of a seat of the asker's that has to decide.

    With ``question``, the number that the seat's clock carries, only that very question is answered.
    """
    person = await signed_in(request)
    live = context_of(request).live
    row_of(live.room, table, person)
    if not live.room.table(table).config.coach:
        raise PermissionDeniedException("this table plays without a coach.")

    def see(hosted: Table) -> tuple[int, CoachQuestion | str] | None:
        """The number of the question asked of the seat, and the question or why it cannot be answered."""
        if seat not in hosted.session.seats_of(person.name):
            return None
        asked = hosted.questions.open.get(seat)
        number = asked.version if asked is not None else 0
        if question not in (None, number):
            return number, STALE
        try:
            return number, ask_coach(hosted.session, person.name, seat)
        except PitbossError as error:
            return number, str(error)

    seen = await live.look(table, see)
    if seen is None:
        raise NotFoundException(f"seat {seat} is not yours.")
    number, found = seen
    if isinstance(found, str):
        return Coaching(seat, (), says=found, question=number, stale=found is STALE)
    try:
        async with _ONE_AT_A_TIME:
            answer = await asyncio.to_thread(found.answer)
    except PitbossError as error:
        return Coaching(seat, (), says=str(error), question=number)
    return structs.replace(answer, question=number)


ROUTES = [advice]
