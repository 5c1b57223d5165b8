"""Findings: what an audit reports."""

from __future__ import annotations

import msgspec

from pitboss.move import Move

CHAIN, COLUMNS, LEDGER, BALANCE, DECK, REPLAY, HAND, SLIP, CHIPS = (
    *("chain", "columns", "ledger", "balance", "deck", "replay", "hand", "slip", "chips"),
)
"""The kinds: a log whose hashes do not continue, columns that differ from their line or from the room's log, a ledger
that differs from the logs, a balance that is not the sum of its movements, a deck that is not the one sealed, play that
settles otherwise, a stored hand that differs from the one played, a slip out of its series, chips that no command
moves."""


class AuditFinding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong, with the record it was found at: a line of a table's log, or a hand."""

    kind: str
    text: str
    table: str = ""
    line: int = 0
    hand: str = ""

    def __str__(self) -> str:
        where = f"{self.table} line {self.line}: " if self.line else f"{self.table}: " if self.table else ""
        return f"{where}{self.text}"


def told_apart(move: Move | None, other: Move | None, none: str) -> str:
    """A movement in words beside another that it differs from, with its facts where only those differ."""
    if move is None:
        return none
    if type(move.cents) is not int:
        return repr(move)  # a row of the ledger may hold anything
    if other is None or move.without_facts() != other.without_facts():
        return str(move)
    facts = " ".join(filter(None, (str(move.purpose), str(move.wager), str(move.result))))
    return f"{move} [{facts or 'without facts'}]"
