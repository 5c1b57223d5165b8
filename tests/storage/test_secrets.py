"""The key file: without it, a reader of the database cannot see an unopened card."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from pitboss import cards
from pitboss.shuffle.seal import SealedDeck
from pitboss.storage.keys import open_keys
from pitboss.storage.places import StorageError, database_url
from pitboss.storage.storage import Storage
from tests.storage.logs import Log, some_deck, some_hand


def everything_stored(database: str) -> bytes:
    """All bytes of a database: the raw files of SQLite, every value of PostgreSQL."""
    url = database_url(database)
    if url.drivername == "sqlite":
        path = Path(str(url.database))
        return b"".join(file.read_bytes() for file in path.parent.iterdir() if file.name.startswith(path.name))
    engine = create_engine(url)
    with engine.connect() as connection:
        values = [
            bytes(value) if isinstance(value, (bytes, memoryview)) else str(value).encode()
            for table in inspect(connection).get_table_names()
            for row in connection.execute(text(f"SELECT * FROM {table}"))
            for value in row
        ]
    engine.dispose()
    return b"\n".join(values)


def traces(deck: SealedDeck, data: bytes) -> list[str]:
    """Parts of a deck's order or salts that appear in the data, in any form they are ever written."""
    result = []
    for start in range(0, len(deck.order) - 6, 3):
        run = deck.order[start : start + 6]
        forms = {
            "codes": bytes(run),
            "text": cards.show(run).encode(),
            "JSON": json.dumps(run).strip("[]").replace(" ", "").encode(),
            "spaced JSON": json.dumps(run).strip("[]").encode(),
        }
        result += [f"{name} of {start}" for name, form in forms.items() if form in data]
    for at, salt in enumerate(deck.salts):
        result += [f"salt {at}" for form in (salt, salt.hex().encode()) if form in data]
    return result


def test_no_deck_can_be_read_in_the_database(open_storage: Callable[..., Storage], database: str) -> None:
    storage = open_storage()
    log = Log()
    ready, dealt = some_deck("ready"), some_deck("dealt")
    order = json.dumps(dealt.order).encode()
    record = b'{"shuffles": [' + order + b'], "cards": "' + cards.show(dealt.order).encode() + b'"}'

    async def play() -> None:
        await storage.commit(log.open(decks=(ready, dealt), dealt=(dealt.root,), checkpoint=record))
        await storage.commit(log.bet(hands=(some_hand(1, record=record, seals=(dealt.root,)),)))

    asyncio.run(play())
    data = everything_stored(database)
    assert ready.root.encode() in data
    assert traces(ready, data) + traces(dealt, data) == []
    storage.close()
    data = everything_stored(database)
    assert traces(ready, data) + traces(dealt, data) == []
    again = open_storage()
    stored = asyncio.run(again.tables.load("t1"))
    assert (stored.decks[ready.root], stored.checkpoint) == (ready, record)
    # The search does find an order where there is one.
    log.table = "t2"
    asyncio.run(again.commit(Log("t2").open(line={"note": cards.show(ready.order)})))
    assert "text of 0" in traces(ready, everything_stored(database))


def test_a_cipher_belongs_to_its_table_and_root(tmp_path: Path) -> None:
    keys = open_keys(tmp_path / "keys")
    data = keys.encrypt(b"secret", "deck", "t1", "root")
    assert keys.decrypt(data, "deck", "t1", "root") == b"secret"
    assert keys.encrypt(b"secret", "deck", "t1", "root") != data
    changed = bytes([*data[:-1], data[-1] ^ 1])
    for wrong, about in (
        (data, ("deck", "t2", "root")),
        (data, ("hand", "t1", "root")),
        (changed, ("deck", "t1", "root")),
        (b"", ("deck", "t1", "root")),
    ):
        with pytest.raises(StorageError, match="key file"):
            keys.decrypt(wrong, *about)
    with pytest.raises(StorageError):
        open_keys(tmp_path / "others").decrypt(data, "deck", "t1", "root")
    assert "secret" not in repr(keys)


def test_the_key_file_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "keys"
    first = open_keys(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(first.cookie) == 32
    assert open_keys(path).cookie == first.cookie
    assert [file.name for file in path.parent.iterdir()] == ["keys"]


def test_a_key_file_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    with pytest.raises(StorageError, match="is missing; put your copy of it back"):
        open_keys(path, create=False)
    open_keys(path)
    good = path.read_text()
    for text_, words in (
        ("", "not a key file"),
        ("[]", "not a key file"),
        ("{}", "not a key file"),
        ('{"cookie": "00", "deck": "00"}', "damaged"),
        ("\u00ff", "not a key file"),
    ):
        path.write_text(text_)
        with pytest.raises(StorageError, match=words):
            open_keys(path)
    path.write_text(good)
    path.chmod(0o640)
    with pytest.raises(StorageError, match="chmod 600"):
        open_keys(path)
    path.unlink()
    path.mkdir(mode=0o700)
    with pytest.raises(StorageError, match="cannot be used"):
        open_keys(path)


def test_a_database_wants_the_key_file_it_was_made_with(tmp_path: Path, database: str) -> None:
    keys = tmp_path / "keys"
    Storage.open(database, keys=str(keys)).close()
    os.rename(keys, tmp_path / "kept")
    with pytest.raises(StorageError, match="is missing, and without it the stored decks"):
        Storage.open(database, keys=str(keys))
    open_keys(keys)
    with pytest.raises(StorageError, match="not the one this database was written with"):
        Storage.open(database, keys=str(keys))
    Storage.open(database, keys=str(tmp_path / "kept")).close()
