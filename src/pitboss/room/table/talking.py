"""Chat at the table; closed where the game forbids talk (HO-10)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from pitboss.room import commands
from pitboss.room.people import FLOOR
from pitboss.room.table.outcome import Refused, Said
from pitboss.room.table.requests import Request

if TYPE_CHECKING:
    from pitboss.room.table.table import Table


def chat(table: Table, command: commands.Chat, request: Request) -> None:
    """Say something to everyone at the table."""
    if not table.config.chat and not request.by.may(FLOOR):
        raise Refused("there is no chat at this table.")
    if not table.seats_of(request.by.name) and not request.by.may(FLOOR):
        raise Refused("only players at the table may write; take a seat first.")
    running = table.session.running
    if running is not None and not running.chat_open:
        raise Refused("players may not talk about their cards while this decision is open (HO-10).", "HO-10")
    text = " ".join("".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in command.text).split())
    if not text:
        raise Refused("this message is empty; write something.")
    table.notices.append(Said(request.by.name, text))
