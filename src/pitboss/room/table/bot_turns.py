"""Turns of the bots at a table: to act, to name a game, to place wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.room.people import BOT
from pitboss.room.table import dealing
from pitboss.room.table.outcome import BotTurn
from pitboss.room.table.questions import PLACE

if TYPE_CHECKING:
    from pitboss.room.table.table import Table


def all_turns(table: Table) -> tuple[BotTurn, ...]:
    """Everything bots are asked now."""
    people = table.state.people
    if BOT not in people.values():
        return ()
    bots = {player for player, kind in people.items() if kind == BOT}
    turns = [
        BotTurn(question.player, seat, question.what, table.asked_at(seat))
        for seat, question in table.questions.open.items()
        if question.player in bots
    ]
    if table.wagering and dealing.taking_wagers(table):
        turns += [
            BotTurn(view.player, seat, PLACE, table.state.opened)
            for seat, view in table.seated.items()
            if view.player in bots and view.status != "out" and view.player not in table.window.ready
        ]
    return tuple(turns)
