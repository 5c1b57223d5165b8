"""The log of one simulated table being written: lines with their chain, sealed decks, hands, and the table's state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.deal.session import Session
from pitboss.deal.session_log import Dealing
from pitboss.move import Move
from pitboss.room import bank
from pitboss.room import slips as paper
from pitboss.room.line import FORMAT, Change, Did, Line, OpenedWith, PlayedHand, chained
from pitboss.room.slips import Signature, Slip
from pitboss.room.table.state import TableState
from pitboss.shuffle.seal import SALT, SealedDeck, root_of, split_salts
from pitboss.simulated_room.chance import Chance

BY = "clock"


class Mixed:
    """A mixer that hands out orders prepared before, else shuffles."""

    def __init__(self, chance: Chance) -> None:
        self.chance, self.ready = chance, list[tuple[int, ...]]()

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        if self.ready:
            return self.ready.pop()
        return self.chance.mix(cards)


class SimulatedLog:
    """Turns what a session did since the last line into the next one."""

    def __init__(self, table: str, session: Session, number: int, head: str, state: TableState, chance: Chance) -> None:
        self.table, self.session = table, session
        self.number, self.head, self.state = number, head, state
        self.changes: list[Change] = []
        self.has_rack = bank.RACK in session.chips()
        self._chance = chance
        self._version = session.version

    def line(
        self,
        at: int,
        *,
        house: Sequence[Move] = (),
        state: TableState | None = None,
        dealing: Dealing | None = None,
        opened: OpenedWith | None = None,
        moves: tuple[Move, ...] | None = None,
        slips: tuple[Slip, ...] = (),
    ) -> tuple[Move, ...]:
        """Write everything since the last line as one; return its movements.

        ``dealing`` is the deal that began and ended in it. ``moves`` are written instead of those of the session.
        """
        session = self.session
        decks: list[SealedDeck] = []
        did = []
        for entry in session.record.entries:
            seals = []
            for order in entry.shuffles:
                salts = self._chance.salts(SALT * len(order))
                decks.append(SealedDeck(root_of(order, salts), order, split_salts(salts)))
                seals.append(decks[-1].root)
            did.append(Did(entry.did, tuple(seals)))
        due = self.due()
        if state is not None:
            self.state = state
        number = self.number + 1
        hands: tuple[PlayedHand, ...] = ()
        if dealing is not None:
            self.state = self.state.but(hand=self.state.hand + 1, started=at, first_line=number)
            hands = (self._played(dealing, at, number, decks),)
        written = (*house, *(due if moves is None else moves))
        line = Line(
            *(number, session.version, at, BY, "", tuple(did), written),
            state=None if state is None else self.state.data(),
            slips=slips,
            format=FORMAT,
        )
        self.number, self.head = number, chained(self.head, line.encode())
        roots = tuple(deck.root for deck in decks)
        self.changes.append(
            Change(self.table, line, self.head, decks=tuple(decks), dealt=roots, hands=hands, opened=opened)
        )
        self._version = session.version
        if session.running is None:
            session.forget(self._version)
        session.drop_books()
        return written

    def slip(self, kind: str, cents: int, at: int, **fields: Any) -> tuple[Slip, TableState]:
        """The next slip of a kind, signed by everybody, and the state of the table with its number."""
        series = paper.SERIES[kind]
        number = self.state.slips.get(series, 0) + 1
        signed = tuple(Signature(role, f"the {role}", at) for role in paper.SIGNED[kind])
        slip = Slip(
            log=self.table,
            kind=kind,
            number=number,
            table=self.table,
            at=at,
            cents=cents,
            chips=paper.as_chips(cents),
            signed=signed,
            **fields,
        )
        return slip, self.state.but(slips={**self.state.slips, series: number})

    def due(self) -> tuple[Move, ...]:
        """The movements of what the session did since the last line."""
        return bank.movements(self.table, self.session.moves_since(self._version), bank.wallet, rack=self.has_rack)

    def checkpoint(self) -> None:
        """Let the last line carry a checkpoint of the session, so that the table can be opened again."""
        from msgspec.structs import replace

        self.changes[-1] = replace(self.changes[-1], checkpoint=self.session.checkpoint().encode())

    def _played(self, dealing: Dealing, at: int, line: int, decks: Sequence[SealedDeck]) -> PlayedHand:
        size, net = dealing.outcome()
        roots = {deck.order: deck.root for deck in decks}
        return PlayedHand(
            number=self.state.hand,
            game=dealing.game,
            started=at,
            ended=at,
            first_line=line,
            last_line=line,
            players=dict(dealing.players),
            size=size,
            net=net,
            record=self.session.packed(dealing.deal).encode(),
            seals=tuple(roots[order] for order in dealing.deal.record.shuffles),
        )
