"""Presence of players: connected, lost with grace left, or sitting out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.room import people
from pitboss.room.table.outcome import Presence

if TYPE_CHECKING:
    from pitboss.deal.session_view import SeatView
    from pitboss.room.table.table import Table

LIVE, LOST, OUT = "live", "lost", "out"


def state(table: Table, view: SeatView, now: float) -> tuple[str, float]:
    """The state of a taken seat, and the seconds of grace left."""
    ends = table.clocks.grace_ends(view.player)
    if ends is not None:
        return LOST, max(0.0, ends - now)
    return (OUT if view.status == OUT else LIVE), 0.0


def tell(table: Table, player: str) -> None:
    """Report the presence of a player for each of the player's seats."""
    for seat, view in table.seated.items():
        if view.player == player:
            table.notices.append(Presence(seat, *state(table, view, table.now)))


def lost(table: Table, player: str) -> None:
    """Note a lost connection: questions to the player wait for the grace."""
    tell(table, player)
    for seat in table.questions.open:
        if table.player(seat) == player:
            table.clocks.extend(seat, player)
            table.notices.append(table.clock(seat, table.now))


def everyone_lost(table: Table) -> None:
    """After a restart nobody is connected; bots are."""
    for view in table.seated.values():
        if table.state.people.get(view.player) != people.BOT:
            table.clocks.lose(view.player, table.now)
    if table.state.dealer:
        table.clocks.lose(table.state.dealer, table.now)
    for seat in table.questions.open:
        table.clocks.extend(seat, table.player(seat))
