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


_SPACES = frozenset({"Cc", "Zl", "Zp"})
_TURNED = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Characters that turn the direction of what follows: with them a line could make those around it read backwards."""


def plain(text: str) -> str:
    """A message on one line, without control characters and without signs that turn the direction of writing."""
    kept = (each for each in text if unicodedata.bidirectional(each) not in _TURNED)
    return " ".join("".join(" " if unicodedata.category(each) in _SPACES else each for each in kept).split())


def chat(table: Table, command: commands.Chat, request: Request) -> None:
    """Say something to everyone at the table."""
    if not table.config.chat and not request.by.may(FLOOR):
        raise Refused("there is no chat at this table.")
    if not table.seats_of(request.by.name) and not request.by.may(FLOOR):
        raise Refused("only players at the table may write; take a seat first.")
    running = table.session.running
    if running is not None and not running.chat_open:
        raise Refused("players may not talk about their cards while this decision is open.", rule="HO-10")
    text = plain(command.text)
    if not text:
        raise Refused("this message is empty; write something.")
    table.notices.append(Said(request.by.name, text))
