"""The rows of one transaction, and the fate of a group whose connection is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from structlog.testing import capture_logs

from pitboss.errors import PitbossError
from pitboss.move import Move
from pitboss.room.journal import Conflict, JournalError, Overdrawn, Unavailable, Unsure
from pitboss.room.slips import Slip
from pitboss.storage import schema
from pitboss.storage.storage import Storage
from pitboss.storage.writing.group import _use_decks, packed, unpacked
from pitboss.storage.writing.transactions import Transactions, WriterAnswer
from tests.storage.logs import NOW, Log, some_deck, some_hand


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    opened = Storage.open(f"sqlite:///{tmp_path}/room.sqlite", keys=str(tmp_path / "keys"))
    yield opened
    opened.close()


def write(storage: Storage, *changes: Any) -> list[JournalError | None]:
    """Store changes in one transaction of the test's own, and return why each was refused."""
    with storage.engine.begin() as connection:
        return storage.group.write(connection, changes)


def rows(storage: Storage, *columns: Any) -> list[tuple[Any, ...]]:
    with storage.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(select(*columns).order_by(*columns))]


def test_every_line_and_movement_of_a_group_is_a_row_and_the_heads_are_the_last(storage: Storage) -> None:
    log = Log()
    changes = (
        log.open(line={"state": {"a": 1}}),
        log.bet(300),
        log.bet(200, "Bea", line={"state": {"a": 2}}),
        log.bet(5),
    )
    assert write(storage, *changes) == [None] * 4
    h, m = schema.heads.c, schema.movements.c
    assert rows(storage, h.number, h.seq, h.head, h.state_line, h.closed, h.table)[-1] == (
        4,
        4,
        log.head,
        3,
        False,
        "t1",
    )
    assert [row[1:] for row in rows(storage, m.number, m.source, m.cents, m.why, m.rule)] == [
        ("cage", 100_000, "buy-in", ""),
        ("cage", 100_000, "buy-in", ""),
        ("t1/player Ann", 300, "bet", "PK-11"),
        ("t1/player Bea", 200, "bet", "PK-11"),
        ("t1/player Ann", 5, "bet", "PK-11"),
    ]
    b = schema.balances.c
    assert rows(storage, b.account, b.cents, b.guarded) == [
        ("cage", -200_000, False),
        ("t1/player Ann", 99_695, True),
        ("t1/player Bea", 99_800, True),
        ("t1/pot", 505, True),
    ]


@pytest.mark.parametrize("cents", [0, -5, True, 2.5])
def test_a_movement_has_to_be_a_positive_number_of_cents(storage: Storage, cents: Any) -> None:
    log = Log()
    opened = log.open()
    (first, refused) = write(storage, opened, log.change((Move("t1/player Ann", "t1/pot", cents, "bet"),)))
    assert first is None
    assert isinstance(refused, Overdrawn)


def test_the_last_cent_can_be_bet_and_not_one_more(storage: Storage) -> None:
    log = Log()
    assert write(storage, log.open(1000)) == [None]
    (refused,) = write(storage, log.bet(1001, keep=False))
    assert str(refused) == (
        "t1/player Ann holds $10, which is $0.01 less than what is taken from it; bring chips first."
    )
    (refused,) = write(storage, log.bet(1, by="Cy", keep=False))
    assert str(refused) == ("t1/player Cy holds $0, which is $0.01 less than what is taken from it; bring chips first.")
    assert write(storage, log.bet(1000)) == [None]


def test_a_player_with_two_seats_is_counted_once_and_one_without_a_result_as_even(storage: Storage) -> None:
    log = Log()
    hand = some_hand(1, players={4: "Ann", 1: "Ann", 2: "Bea", 3: "Cy"}, net={"Ann": -700, "Bea": 700})
    assert write(storage, log.open(), log.change(hands=(hand,))) == [None, None]
    p = schema.hand_players.c
    assert rows(storage, p.seat, p.name, p.net) == [(1, "Ann", -700), (2, "Bea", 700), (3, "Cy", 0), (4, "Ann", 0)]


def test_decks_are_ready_until_they_are_dealt(storage: Storage) -> None:
    log = Log()
    ready, dealt, later = (some_deck(seed) for seed in range(3))
    opened = log.open(decks=(ready, dealt), dealt=(dealt.root,), line={"sealed": (ready.root,)})
    used = log.bet(decks=(later,), dealt=(later.root, ready.root), line={"sealed": ()})
    d = schema.decks.c
    assert write(storage, opened) == [None]
    assert dict(rows(storage, d.root, d.used)) == {ready.root: False, dealt.root: True}
    assert write(storage, used) == [None]
    assert dict(rows(storage, d.root, d.used)) == dict.fromkeys((ready.root, dealt.root, later.root), True)


@pytest.mark.parametrize("size", [1, 52, 53])
def test_a_deck_is_unpacked_as_it_was_packed(size: int) -> None:
    deck = some_deck("packed", size)
    assert unpacked(deck.root, packed(deck)) == deck


def test_a_slip_is_stored_as_its_last_line_left_it(storage: Storage) -> None:
    log = Log()
    written = Slip(log="t1", kind="fill", number=3, table="t1", at=NOW, cents=500)
    signed = replace(written, cents=700, void="spoilt")
    assert write(storage, log.open(line={"slips": (written,)}), log.change(line={"slips": (signed,)})) == [None, None]
    c = schema.slips.c
    columns = (c.id, c.log, c.line, c.series, c.number, c.kind, c.table, c.day, c.at, c.cents, c.state, c.slip)
    assert rows(storage, *columns) == [
        ("t1-F3", "t1", 2, "F", 3, "fill", "t1", "2026-09-21", NOW, 700, "void", msgspec.json.encode(signed))
    ]


def test_a_table_that_is_stored_is_not_opened_again(storage: Storage) -> None:
    assert write(storage, Log().open()) == [None]
    (refused,) = write(storage, Log().open())
    assert isinstance(refused, Conflict)
    assert str(refused) == "a table t1 is stored already; open the new one under another id."


def test_a_table_opened_without_a_state_has_none(storage: Storage) -> None:
    assert write(storage, Log().open()) == [None]
    h = schema.heads.c
    assert rows(storage, h.table, h.state_line)[-1] == ("t1", 0)


def test_a_deck_that_is_dealt_is_marked_in_the_words_of_each_database() -> None:
    postgresql_text, sqlite_text = (_use_decks(one) for one in (postgresql.dialect(), sqlite.dialect()))  # type: ignore[no-untyped-call]
    assert "SET used=TRUE WHERE NOT used AND decks.root = any(" in postgresql_text
    assert "SET used=1 WHERE NOT used AND decks.root IN (SELECT" in sqlite_text


def test_the_room_notes_that_a_table_opens_and_closes_and_nothing_else(storage: Storage) -> None:
    log, other = Log(), Log("t2")

    async def play() -> None:
        for change in (log.open(), log.bet(), other.open(), log.change(closed=True)):
            await storage.commit(change)
        with pytest.raises(Conflict):
            await storage.commit(Log("t2").open())

    asyncio.run(play())
    notes = [line.note.partition(" with ")[0] for line in asyncio.run(storage.tables.lines("room"))]
    assert [note for note in notes if note.startswith("table")] == [
        "table t1 opened",
        "table t2 opened",
        "table t1 closed",
    ]
    t = schema.tables.c
    assert [(table, closed is None) for table, closed in rows(storage, t.id, t.closed) if table in ("t1", "t2")] == [
        ("t1", False),
        ("t2", True),
    ]


# Lost connections -----------------------------------------------------------------------------------------------------


class _Connection:
    """A connection whose statements fail as often as asked."""

    invalidated = False

    def __init__(self, engine: _Engine) -> None:
        self._engine = engine
        self.said: list[str] = []

    def execution_options(self, **options: object) -> _Connection:
        return self

    def begin(self) -> None:
        self.said.append("begin")
        if self._engine.errors:
            error = self._engine.errors.pop(0)
            self.invalidated = self._engine.invalidates
            raise error

    def commit(self) -> None:
        self.said.append("commit")
        if self._engine.at_commit is not None:
            raise self._engine.at_commit

    def exec_driver_sql(self, text: str) -> None:
        self.said.append(text)

    def rollback(self) -> None:
        self.said.append("rollback")

    def invalidate(self) -> None:
        self.said.append("invalidate")

    def close(self) -> None:
        self.said.append("close")

    def begin_nested(self) -> Any:
        return SimpleNamespace(
            commit=lambda: self.said.append("release"), rollback=lambda: self.said.append("rollback to savepoint")
        )


class _Engine:
    """An engine that makes such connections."""

    def __init__(
        self,
        *errors: Exception,
        invalidates: bool = False,
        at_commit: Exception | None = None,
        options: dict[str, object] | None = None,
    ) -> None:
        self.errors, self.invalidates, self.at_commit = list(errors), invalidates, at_commit
        self._options = options or {}
        self.made: list[_Connection] = []

    def connect(self) -> _Connection:
        self.made.append(_Connection(self))
        return self.made[-1]

    def get_execution_options(self) -> dict[str, object]:
        return self._options


def stored(engine: _Engine, works: Sequence[Any] = (lambda _: "done",), **more: Any) -> list[WriterAnswer]:
    return Transactions(engine, SimpleNamespace(), **more).write_group(works)  # type: ignore[arg-type]


def failure(*, lost: bool = False, state: str | None = None) -> DBAPIError:
    error = sqlite3.OperationalError("gone")
    if state is not None:
        error.sqlstate = state  # type: ignore[attr-defined]
    return OperationalError("INSERT", {}, error, connection_invalidated=lost)


@pytest.mark.parametrize(
    ("error", "invalidates"),
    [
        (failure(lost=True), False),
        (failure(), True),
        (failure(state="40P01"), False),
        (failure(state="40001"), False),
        (ValueError("the driver"), True),
    ],
    ids=["lost", "invalidated", "deadlock", "not serial", "lost otherwise"],
)
def test_a_group_whose_connection_was_lost_is_tried_once_more(error: Exception, invalidates: bool) -> None:
    engine = _Engine(error, invalidates=invalidates)
    assert stored(engine) == [WriterAnswer("done")]
    first, second = engine.made
    assert first.said == ["begin", "rollback", "invalidate", "close"]
    assert second.said == ["begin", "release", "commit"]


def test_a_new_connection_is_told_how_long_a_transaction_may_idle() -> None:
    engine = _Engine(options={"pitboss_idle": 5000})
    assert stored(engine) == [WriterAnswer("done")]
    told = ["SET idle_in_transaction_session_timeout = 5000", "commit"]
    assert [one.said for one in engine.made] == [[*told, "begin", "release", "commit"]]


def test_a_group_that_loses_its_connection_twice_is_refused() -> None:
    engine = _Engine(failure(lost=True), failure(lost=True), failure(lost=True))
    (answer, other) = stored(engine, [lambda _: 1, lambda _: 2])
    assert isinstance(answer.error, Unavailable)
    assert isinstance(other.error, Unavailable)
    assert [one.said for one in engine.made] == [["begin", "rollback", "invalidate", "close"]] * 2


def test_another_error_of_the_database_is_not_tried_again() -> None:
    engine = _Engine(failure(state="53100"))
    (answer,) = stored(engine)
    assert "its disk is full" in str(answer.error)
    assert [one.said for one in engine.made] == [["begin", "rollback", "invalidate", "close"]]


def test_after_an_error_that_is_not_the_databases_the_connection_is_kept() -> None:
    engine = _Engine()

    def wrong(_: object) -> None:
        raise ValueError("not of the house")

    with capture_logs() as logged:
        answers = stored(engine, [wrong, lambda _: "done"])
    assert [entry["event"] for entry in logged] == ["a change could not be stored"]
    assert "could not be stored" in str(answers[0].error)
    assert answers[1] == WriterAnswer("done")
    (connection,) = engine.made
    assert connection.said == ["begin", "rollback", "begin", "rollback", "begin", "release", "commit"]


def test_what_the_database_refuses_of_a_group_is_stored_one_by_one() -> None:
    engine = _Engine(IntegrityError("INSERT", {}, sqlite3.IntegrityError("stored")))
    assert stored(engine, [lambda _: 1, lambda _: 2]) == [WriterAnswer(1), WriterAnswer(2)]
    assert [one.said for one in engine.made] == [
        ["begin", "rollback", "invalidate", "close"],
        ["begin", "release", "commit", "begin", "release", "commit"],
    ]


def test_a_refused_job_is_rolled_back_alone() -> None:
    engine = _Engine()
    refusal = PitbossError("no")

    def refused(_: object) -> None:
        raise refusal

    assert stored(engine, [refused, lambda _: "done"]) == [WriterAnswer(error=refusal), WriterAnswer("done")]
    assert engine.made[0].said == ["begin", "rollback to savepoint", "release", "commit"]


@pytest.mark.parametrize(("lost", "answer"), [(True, Unsure), (False, Unavailable)])
def test_a_commit_that_fails_is_unsure_only_if_the_connection_broke(lost: bool, answer: type[Exception]) -> None:
    engine = _Engine(at_commit=failure(lost=lost))
    (one, two) = stored(engine, [lambda _: 1, lambda _: 2])
    assert (type(one.error), type(two.error)) == (answer, answer)
    assert engine.made[0].said == ["begin", "release", "release", "commit", "rollback", "invalidate", "close"]


def test_an_unhealthy_disk_is_seen_before_anything_is_written() -> None:
    engine, sick = _Engine(), [False]

    def healthy() -> None:
        if sick[0]:
            raise OSError(28, "full")

    transactions = Transactions(engine, SimpleNamespace(), healthy=healthy)  # type: ignore[arg-type]
    assert transactions.write_group([lambda _: "done"]) == [WriterAnswer("done")]
    sick[0] = True
    (answer,) = transactions.write_group([lambda _: "done"])
    assert isinstance(answer.error, Unavailable)
    assert engine.made[0].said == ["begin", "release", "commit", "invalidate", "close"]
    sick[0] = False
    assert transactions.write_group([lambda _: "done"]) == [WriterAnswer("done")]
    assert len(engine.made) == 2


def test_what_the_database_refuses_is_said_of_a_job_and_of_a_change(storage: Storage) -> None:
    log = Log()

    async def refused() -> list[Any]:
        await storage.commit(log.open())
        again = log.bet(line={"key": "t1 key 1"}, keep=False)
        missing = log.bet(dealt=("no such root",), keep=False)
        return [await asyncio.gather(storage.commit(one), return_exceptions=True) for one in (again, missing)]

    (again,), (missing,) = asyncio.run(refused())
    assert isinstance(again, Conflict)
    assert "line 2 of t1 with key 't1 key 1' is stored already" in str(again)
    assert "dealt a deck that is not stored as ready" in str(missing)
