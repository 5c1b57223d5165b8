"""An evening at a table in simulated time: a journal in memory, a ledger, and people who come, play and go."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable
from typing import Any

import msgspec

import pitboss
from pitboss.deal.session import Session
from pitboss.deal.session_record import Checkpoint, SessionRecord
from pitboss.move import Move
from pitboss.room import bank, commands
from pitboss.room.config import TableConfig
from pitboss.room.journal import StoredTable
from pitboss.room.ledger import Ledger
from pitboss.room.line import GENESIS, AnsweredKey, Change, Line, chained
from pitboss.room.people import BOT, GUEST, REGISTERED, Person
from pitboss.room.table import host
from pitboss.room.table.outcome import Notice, Outcome
from pitboss.room.table.shoe import Shoe
from pitboss.room.table.table import Table
from pitboss.shuffle.seal import SealedDeck
from tests.deal.tables import TABLES

START = 1_800_000_000.0
WALLET = 1_000_000


def salts(seed: int) -> Callable[[int], bytes]:
    """Repeatable salts."""
    counter = itertools.count()
    return lambda size: hashlib.shake_256(f"{seed} {next(counter)}".encode()).digest(size)


class MemoryJournal:
    """Keeps every change, as storage does on a database; balances are checked at every commit."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.lines: list[bytes] = []
        self.ledger = Ledger()
        self.decks: dict[str, SealedDeck] = {}
        self.ready: list[str] = []
        self.keys: dict[tuple[str, str], AnsweredKey] = {}
        self.head = GENESIS
        self.at_checkpoint = 0
        self.checkpoint = b""
        self.state: dict[str, Any] | None = None
        self.hands: list[Any] = []

    async def commit(self, change: Change) -> None:
        self.commit_now(change)

    def commit_now(self, change: Change) -> None:
        line = change.line
        assert line.number == len(self.lines) + 1
        assert change.head == chained(self.head, line.encode())
        self.ledger.post(*line.moves)
        assert (line.by, line.key) not in self.keys
        self.changes.append(change)
        self.lines.append(line.encode())
        self.head = change.head
        self.decks |= {deck.root: deck for deck in change.decks}
        assert set(line.sealed) <= {deck.root for deck in change.decks}
        self.ready += line.sealed
        self.ready = [root for root in self.ready if root not in change.dealt]
        if line.key:
            self.keys[line.by, line.key] = AnsweredKey(line.seq, line.digest)
        self.hands += change.hands
        if change.checkpoint:
            self.checkpoint, self.at_checkpoint = change.checkpoint, line.number
            self.state = None
            for each in map(self._line, self.lines):
                self.state = each.state if each.state is not None else self.state

    @staticmethod
    def _line(data: bytes) -> Line:
        return msgspec.json.decode(data, type=Line)

    def stored(self) -> StoredTable:
        first = self.changes[0]
        assert first.opened is not None
        lines = tuple(map(self._line, self.lines[self.at_checkpoint :]))
        named = {root for line in lines for did in line.did for root in did.seals} | set(self.ready)
        return StoredTable(
            table=first.table,
            config=first.opened.config,
            record=first.opened.record,
            checkpoint=self.checkpoint,
            state=self.state,
            head=self.head,
            number=len(self.lines),
            lines=lines,
            decks={root: self.decks[root] for root in named},
            ready=tuple(self.ready),
            keys=dict(self.keys),
        )


class Evening:
    """A table, its journal, and the time; commands are committed before anyone is told."""

    def __init__(self, game: str, seed: int = 7, *, id: str = "t1", **config: Any) -> None:
        self.now = START
        self.shuffle, self.salts = pitboss.seeded(seed), salts(seed)
        self.shoe = Shoe(self.shuffle, self.salts)
        session = TABLES[game](self.shoe, False)
        self.kind: type[Session] = type(session)
        self.games = getattr(session, "games", None) or {session.spread[0]: getattr(session, "game", None)}
        self.journal = MemoryJournal()
        config = {"name": game, "opened_by": "Flo", **config}
        self.table = Table(id, TableConfig(**config), session, self.shoe, self.now)
        self.journal.commit_now(host.opening(self.table))
        self.people: dict[str, Person] = {}
        self.told: list[Notice] = []
        self.table.wallets = self.wallet
        self.keys = itertools.count(1)
        self.version = self.table.version
        self.watch: Callable[[int, Outcome], None] | None = None

    # People -----------------------------------------------------------------------------------------------------------

    def person(self, name: str, kind: str = REGISTERED, *roles: str) -> Person:
        if name not in self.people:
            self.people[name] = Person(name, kind, frozenset({"player", *roles}))
            account = bank.bot_wallet(name) if kind == BOT else bank.wallet(name)
            self.journal.ledger.post(Move("cage", account, WALLET, "starting chips"))
        return self.people[name]

    def guest(self, name: str) -> Person:
        return self.person(name, GUEST)

    def wallet(self, name: str) -> int:
        kind = self.people[name].kind
        return self.journal.ledger[bank.bot_wallet(name) if kind == BOT else bank.wallet(name)]

    # Commands ---------------------------------------------------------------------------------------------------------

    def do(self, who: str, what: type[Any], **fields: Any) -> Outcome:
        """A command based on what the sender sees now, under a new key."""
        person = self.person(who)
        fields.setdefault("seq", self.table.version)
        fields.setdefault("key", f"k{next(self.keys)}")
        return self.send(person, what(**fields))

    def send(self, person: Person, command: commands.TableCommand, **more: Any) -> Outcome:
        outcome = host.handle(self.table, command, person, self.now, **more)
        return self.commit(outcome)

    def commit(self, outcome: Outcome) -> Outcome:
        if outcome.change is not None:
            self.journal.commit_now(outcome.change)
        self.told += outcome.notices
        if self.watch is not None:
            self.watch(self.version, outcome)
        self.version = self.table.version
        return outcome

    def sit(self, *names: str, cents: int = 40_000) -> None:
        for name in names:
            self.do(name, commands.Sit, cents=cents)

    def act(self, who: str, action: str, cents: int = 0) -> Outcome:
        seat = next(seat for seat in self.table.session.seats_of(who) if seat in self.table.session.actors)
        return self.do(who, commands.Act, seat=seat, action=action, cents=cents)

    # Time -------------------------------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> list[Outcome]:
        """Let time pass, with everything that becomes due in it."""
        end, outcomes = self.now + seconds, []
        while (due := self.table.due()) is not None and due <= end:
            self.now = max(self.now, due)
            outcome = host.tick(self.table, self.now)
            assert outcome is not None
            outcomes.append(self.commit(outcome))
            assert len(outcomes) < 5000
        self.now = end
        assert host.tick(self.table, self.now) is None
        return outcomes

    def lose(self, name: str) -> None:
        outcome = host.disconnected(self.table, name, self.now)
        if outcome is not None:
            self.commit(outcome)

    def find(self, name: str) -> None:
        outcome = host.connected(self.table, name, self.now)
        if outcome is not None:
            self.commit(outcome)

    # Restarts ---------------------------------------------------------------------------------------------------------

    def restored(self) -> Table:
        """The table as a new process would restore it from the journal."""
        stored = self.journal.stored()
        shoe = Shoe(self.shuffle, self.salts)
        session = self.kind.restore(
            SessionRecord.decode(stored.record),
            Checkpoint.decode(stored.checkpoint),
            (),
            shoe,
            games=list(self.games.values()),
        )
        table = host.restore(stored, session, shoe, self.now)
        table.wallets = self.wallet
        return table

    def restart(self) -> None:
        self.table = self.restored()
        self.shoe = self.table.shoe
