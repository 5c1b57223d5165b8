"""An in-memory store for tests of the live room, used instead of storage on a database."""

from __future__ import annotations

import asyncio
from collections import Counter

import msgspec

from pitboss.room.bank import bot_wallet, wallet
from pitboss.room.journal import JournalError, Overdrawn, StoredTable
from pitboss.room.line import GENESIS, AnsweredKey, Change, chained
from pitboss.room.lists import Waiting
from pitboss.room.people import BOT, Account
from pitboss.storage.waiting import in_order
from tests.server.memory_accounts import MemoryAccounts, NoHands


class MemoryStore:
    """Keeps every change; ``fail`` is raised by the next commits, ``gate`` holds them back until it is open."""

    def __init__(self) -> None:
        self.changes: dict[str, list[Change]] = {}
        self.balance: Counter[str] = Counter()
        self.fail: list[JournalError] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.lists = Waiting()
        self.guests: dict[str, set[str]] = {}
        self.accounts, self.hands = LedgerAccounts(self.balance), NoHands()
        self.tables, self.waiting, self.invitations = Tables(self), WaitingLists(self), Invitations(self)

    async def commit(self, change: Change) -> None:
        await self.gate.wait()
        if self.fail:
            raise self.fail.pop()
        before = self.changes.setdefault(change.table, [])
        head = before[-1].head if before else GENESIS
        assert change.line.number == len(before) + 1
        assert chained(head, change.line.encode()) == change.head
        moved: Counter[str] = Counter()
        for move in change.line.moves:
            moved[move.source] -= move.cents
            moved[move.target] += move.cents
        for name, cents in moved.items():
            if name != "cage" and self.balance[name] + cents < 0:
                raise Overdrawn(f"{name} holds {self.balance[name]} cents, less than is taken from it.")
        self.balance.update(moved)
        before.append(msgspec.structs.replace(change))

    async def check(self) -> None:
        """Memory is always there."""

    async def note_calendar(self, now: float) -> None:
        pass


class Tables:
    def __init__(self, store: MemoryStore) -> None:
        self.store = store

    async def open(self) -> list[str]:
        return [id for id, changes in self.store.changes.items() if not changes[-1].closed]

    async def all(self) -> list[str]:
        return list(self.store.changes)

    async def load(self, table: str) -> StoredTable:
        changes = self.store.changes[table]
        at = max(n for n, change in enumerate(changes) if change.checkpoint)
        states = [change.line.state for change in changes[: at + 1] if change.line.state is not None]
        decks = {deck.root: deck for change in changes for deck in change.decks}
        used = {root for change in changes for did in change.line.did for root in did.seals}
        opened = changes[0].opened
        assert opened is not None
        return StoredTable(
            table=table,
            config=opened.config,
            record=opened.record,
            checkpoint=changes[at].checkpoint,
            state=states[-1] if states else None,
            head=changes[-1].head,
            number=len(changes),
            lines=tuple(change.line for change in changes[at + 1 :]),
            decks=decks,
            ready=tuple(root for change in changes for root in change.line.sealed if root not in used),
            keys={
                (change.line.by, change.line.key): AnsweredKey(change.line.seq, change.line.digest)
                for change in changes
                if change.line.key
            },
        )


class WaitingLists:
    def __init__(self, store: MemoryStore) -> None:
        self.store = store

    async def load(self) -> Waiting:
        return self.store.lists

    async def swap(self, before: Waiting, after: Waiting) -> Waiting | None:
        if in_order(self.store.lists) != in_order(before):
            return self.store.lists
        self.store.lists = after
        return None


class Invitations:
    def __init__(self, store: MemoryStore) -> None:
        self.store = store

    async def add(self, table: str, name: str, now: float) -> None:
        self.store.guests.setdefault(table, set()).add(name)

    async def listed(self) -> dict[str, tuple[str, ...]]:
        return {table: tuple(names) for table, names in self.store.guests.items()}


class LedgerAccounts(MemoryAccounts):
    """Accounts whose wallets are the ledger's."""

    def __init__(self, balance: Counter[str]) -> None:
        super().__init__()
        self.balance = balance

    async def add(self, account: Account, cents: int, now: float) -> None:
        await super().add(account, cents, now)
        self.balance[_account(account)] += cents
        self.balance["cage"] -= cents

    async def wallet(self, name: str) -> int:
        account = await self.find(name)
        return self.balance[_account(account)] if account else 0

    async def refill(self, name: str, cents: int, now: float, *, had: int | None = None) -> None:
        account = await self.find(name)
        assert account is not None
        self.balance[_account(account)] += cents
        self.balance["cage"] -= cents


def _account(account: Account) -> str:
    return bot_wallet(account.name) if account.kind == BOT else wallet(account.name)
