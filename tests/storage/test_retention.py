"""Retention: expired rows are deleted, and nothing that may still be needed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import text

from pitboss.room.people import Account
from pitboss.storage.storage import Storage
from pitboss.storage.upkeep import DAY, Deleted, sweep
from tests.storage.logs import NOW, Log, some_hand


def test_only_what_has_ended_is_deleted(tmp_path: Path) -> None:
    asyncio.run(scene(Storage.open(str(tmp_path / "room.sqlite"))))


async def scene(storage: Storage) -> None:
    def counted() -> dict[str, int]:
        with storage.engine.connect() as connection:
            names = ("lines", "movements", "hands", "decks", "logins", "links", "checkpoints")
            return {name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in names}

    now = NOW / 1_000_000
    await storage.accounts.add(Account("Ann"), 100, now)
    await storage.accounts.add_session("short", "Ann", now + DAY, now)
    await storage.accounts.add_session("long", "Ann", now + 60 * DAY, now)
    await storage.accounts.add_owner_link("link", now + DAY)
    closed, still = Log("t1"), Log("t2")
    for log in (closed, still):
        await storage.commit(log.open(checkpoint=b"checkpoint"))
        await storage.commit(log.change((), hands=(some_hand(2),)))
    await storage.commit(closed.change((), closed=True))
    before = counted()

    async def swept(days: float) -> Deleted:
        when = now + days * DAY
        result: Deleted = await storage.writer.store(lambda connection: sweep(connection, when, 30))
        return result

    assert await swept(0.5) == Deleted(0, 0, 0)
    assert await swept(2) == Deleted(1, 1, 0)
    assert await swept(31) == Deleted(0, 0, 1)
    gone = {"logins": 1, "links": 1, "checkpoints": 1}
    assert counted() == {name: count - gone.get(name, 0) for name, count in before.items()}
    assert await storage.verify() == []
    storage.close()
