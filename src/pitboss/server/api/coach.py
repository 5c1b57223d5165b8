"""The coach over HTTP: exact values of what the asker may do now, at tables that allow it."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import Parameter
from msgspec import structs

from pitboss.deal.players import normal
from pitboss.errors import PitbossError
from pitboss.room.table.table import Table
from pitboss.server.api.tables import TableId, at_table
from pitboss.server.context import AnyRequest
from pitboss.spread.coach import Coaching, CoachQuestion, PastQuestion, ask_coach, ask_coach_again

_ONE_AT_A_TIME = asyncio.Semaphore(1)
OVER = "the question is over."


@get("/api/tables/{table:str}/advice", tags=["tables"])
async def advice(
    request: AnyRequest,
    table: TableId,
    seat: Annotated[int, Parameter(ge=1, le=99)],
    question: Annotated[int | None, Parameter(ge=0)] = None,
) -> Coaching:
    """The exact value of every option of a seat of the asker's that has to decide.

    With ``question``, the number that the seat's clock carries, that very question is answered, also when the seat has
    decided already: the answer is ``stale`` then. Once another round asks something, it names only the question asked
    now, if there is one.
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
