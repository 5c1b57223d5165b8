"""Events that belong to no table are in the room's own log, and invitations to private tables survive a restart."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pitboss.server.access.credentials import hash_of
from pitboss.server.config import Config
from pitboss.server.live import opening
from pitboss.storage.storage import Storage

from .conftest import PLENTY
from .serving import Served, served


@contextmanager
def life(folder: Path) -> Iterator[tuple[Served, Storage]]:
    """Run a server on a folder until the block ends."""
    config = Config(port=0, data=str(folder), default_room=False, **PLENTY)
    with (
        closing(opening.open_storage(config)) as storage,
        served(config, app=opening.card_room(config, storage)) as room,
    ):
        yield room, storage


def notes(storage: Storage) -> list[tuple[str, str]]:
    return [(line.by, line.note) for line in asyncio.run(storage.tables.lines("room"))]


def test_an_invitation_is_good_after_a_restart_for_those_who_took_it_and_for_others(tmp_path: Path) -> None:
    with life(tmp_path) as (room, storage):
        ann, ben, dan = room.registered("Ann"), room.registered("Ben"), room.registered("Dan")
        opened = ann.post("/api/tables", json={"game": "top5", "private": True}).json()
        address = f"/api/tables/{opened['id']}"
        for _ in range(2):
            assert ben.post(f"{address}/invitation", json={"invite": opened["invite"]}).status_code == 200
        assert dan.get(address).status_code == 404
        cookies = {name: dict(client.cookies) for name, client in (("Ben", ben), ("Dan", dan))}
        taken = [each for each in notes(storage) if "invitation" in each[1]]
        assert taken == [("player Ben", f"invitation to {opened['id']} taken")]
    with life(tmp_path) as (room, storage):
        ben, dan = room.client(cookies["Ben"]), room.client(cookies["Dan"])
        assert ben.get(address).status_code == 200, "he need not show it again"
        assert dan.get(address).status_code == 404
        assert dan.post(f"{address}/invitation", json={"invite": opened["invite"]}).status_code == 200
        assert dan.get(address).status_code == 200


def test_tables_roles_and_refills_are_in_the_rooms_log(tmp_path: Path) -> None:
    with life(tmp_path) as (room, storage):
        olga, ann = room.registered("Olga"), room.registered("Ann")
        room.wait(storage.accounts.add_owner_link(hash_of("code"), room.context.clock() + 3600))
        assert olga.post("/api/owner", json={"code": "code"}).status_code == 200
        assert olga.put("/api/people/Ann/roles", json={"roles": ["floor"]}).status_code == 200
        table = olga.post("/api/tables", json={"game": "top5"}).json()["id"]
        assert olga.delete(f"/api/tables/{table}").status_code == 202
        room.wait(storage.accounts.refill("Ann", 100, room.context.clock()))
        assert ann.get("/api/me").status_code == 401
        digest = "[0-9a-f]{64}"  # of the rules and settings
        assert [(by, re.sub(digest, "DIGEST", note)) for by, note in notes(storage)] == [
            ("room", "gambling days end at 6 in UTC"),
            ("room", "account Olga"),
            ("room", "account Ann"),
            ("owner link", "roles of Olga: player owner"),
            ("owner Olga", "roles of Ann: player floor"),
            ("Olga", f"table {table} opened with DIGEST"),
            ("floor Olga", f"table {table} closed"),
            ("room", "refill Ann"),
        ]
        assert asyncio.run(storage.verify()) == []
        lines = asyncio.run(storage.tables.lines("room"))
        assert all(line.at > 10**15 for line in lines)
