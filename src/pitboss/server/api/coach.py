"""The coach over HTTP: exact values of what the asker may do now, at tables that allow it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, get
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import Parameter

from pitboss.errors import PitbossError
from pitboss.server.access.people import signed_in
from pitboss.server.api.tables import TableId, row_of
from pitboss.server.context import context_of
from pitboss.spread.coach import Coaching, CoachQuestion, ask_coach

_ONE_AT_A_TIME = asyncio.Semaphore(1)


@get("/api/tables/{table:str}/advice", tags=["tables"])
async def advice(
    request: Request[Any, Any, Any], table: TableId, seat: Annotated[int, Parameter(ge=1, le=99)]
) -> Coaching:
    """The exact value of every option of a seat of the asker's that has to decide."""
    person = await signed_in(request)
    live = context_of(request).live
    row_of(live.room, table, person)
    if not live.room.table(table).config.coach:
        raise PermissionDeniedException("this table plays without a coach.")

    def see(hosted: Any) -> CoachQuestion | None:
        own = hosted.session.seats_of(person.name)
        return ask_coach(hosted.session, person.name, seat) if seat in own else None

    try:
        question = await live.look(table, see)
        if question is None:
            raise NotFoundException(f"seat {seat} is not yours.")
        async with _ONE_AT_A_TIME:
            return await asyncio.to_thread(question.answer)
    except PitbossError as error:
        return Coaching(seat, (), says=str(error))


ROUTES = [advice]
