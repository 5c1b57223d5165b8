"""The journal: a change is stored as a whole or not at all, and a table is restored from what was stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from sqlalchemy import select

from pitboss.move import Move
from pitboss.room.journal import Conflict, Fenced, JournalError, Overdrawn
from pitboss.room.line import AnsweredKey, Change
from pitboss.room.recall import HandQuery
from pitboss.storage import schema
from pitboss.storage.reading import NotStored
from pitboss.storage.storage import Storage
from tests.storage.logs import Log, some_deck, some_hand


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(coroutine)


async def commit_all(storage: Storage, *changes: Change) -> list[BaseException | None]:
    """Commit changes together, so that a quick writer makes them one group; return what each raised."""
    return await asyncio.gather(*(storage.commit(change) for change in changes), return_exceptions=True)


def test_a_table_is_restored_from_its_checkpoint_and_the_lines_after_it(open_storage: Callable[..., Storage]) -> None:
    log = Log()
    first, second, third = (some_deck(seed) for seed in range(3))

    async def play(storage: Storage) -> None:
        await storage.commit(log.open(decks=(first,), line={"state": {"hand": 1}}))
        await storage.commit(log.bet(dealt=(first.root,)))
        await storage.commit(log.bet(checkpoint=b"the session after line 3", decks=(second, third)))
        await storage.commit(log.bet(line={"state": {"hand": 2}, "key": ""}))
        await storage.commit(log.bet(dealt=(second.root,)))

    one = open_storage()
    run(play(one))
    one.close()
    stored = run(open_storage().tables.load("t1"))
    assert (stored.config, stored.record) == (b'{"name":"Table t1"}', b"record")
    assert (stored.number, stored.head) == (5, log.head)
    assert stored.checkpoint == b"the session after line 3"
    assert stored.state == {"hand": 1}
    assert [line.number for line in stored.lines] == [4, 5]
    assert stored.lines[0].state == {"hand": 2}
    assert stored.ready == (third.root,)
    assert stored.decks[third.root] == third
    assert stored.keys == {("player Ann", f"t1 key {at}"): AnsweredKey(at) for at in (1, 2, 3, 5)}


def test_the_digests_of_commands_are_known_after_a_restart(open_storage: Callable[..., Storage]) -> None:
    async def play(storage: Storage) -> None:
        log = Log()
        await storage.commit(log.open())
        await storage.commit(log.change(line={"digest": "0123456789abcdef"}))

    one = open_storage()
    run(play(one))
    one.close()
    keys = run(open_storage().tables.load("t1")).keys
    assert keys["player Ann", "t1 key 2"] == AnsweredKey(2, "0123456789abcdef")


def test_decks_made_ready_by_one_line_come_back_in_order(storage: Storage) -> None:
    log = Log()
    decks = tuple(some_deck(seed) for seed in range(6))
    run(commit_all(storage, log.open(), log.bet(decks=decks[:2]), log.bet(decks=decks[2:], dealt=(decks[3].root,))))
    stored = run(storage.tables.load("t1"))
    assert stored.ready == tuple(deck.root for deck in decks if deck is not decks[3])
    assert set(stored.decks) >= set(stored.ready)


def test_tables_are_open_until_they_are_closed(storage: Storage) -> None:
    logs = [Log(f"t{at}") for at in range(3)]
    run(commit_all(storage, *(log.open() for log in logs)))
    assert run(storage.tables.open()) == ["t0", "t1", "t2"]
    run(storage.commit(logs[1].change(closed=True)))
    assert run(storage.tables.open()) == ["t0", "t2"]
    assert set(run(storage.tables.all())) == {"room", "t0", "t1", "t2"}
    with pytest.raises(Conflict, match="closed"):
        run(storage.commit(logs[1].bet()))
    with pytest.raises(NotStored, match="no table 't9'"):
        run(storage.tables.load("t9"))


def test_what_does_not_continue_the_log_is_refused(storage: Storage) -> None:
    log = Log()
    run(storage.commit(log.open()))
    good = log.bet(keep=False)
    wrong: list[tuple[Change, type[JournalError], str]] = [
        (Log("t9").bet(), Conflict, "first change has to open it"),
        (Log().open(), Conflict, "stored already"),
        (log.bet(keep=False, line={"number": 3}), Conflict, "not its next"),
        (log.bet(keep=False, line={"number": 1}), Conflict, "not its next"),
        (Change("t1", good.line, "0" * 64), Conflict, "does not continue"),
        (log.bet(keep=False, fence=1), Fenced, "another process owns"),
        (log.bet(keep=False, line={"key": "t1 key 1"}), Conflict, "stored already"),
        (log.bet(keep=False, dealt=("no such root",)), Conflict, "not stored as ready"),
        (log.bet(keep=False, cents=100_001), Overdrawn, r"holds \$1,000, which is \$0.01 less"),
        (log.bet(keep=False, cents=-5), Overdrawn, "positive amount"),
        (log.bet(keep=False, by="Eve"), Overdrawn, "Eve holds"),
    ]
    for change, error, words in wrong:
        with pytest.raises(error, match=words):
            run(storage.commit(change))
        assert run(storage.verify()) == []
    run(storage.commit(good))
    assert run(storage.tables.load("t1")).number == 2


def test_a_refused_change_does_not_hurt_its_neighbours(storage: Storage) -> None:
    logs = [Log(f"t{at}") for at in range(40)]
    run(commit_all(storage, *(log.open() for log in logs)))
    changes = []
    for at, log in enumerate(logs):
        bad = {
            0: {"line": {"key": f"t{at} key 1"}},  # only the database notices
            1: {"cents": 10**9},
            2: {"dealt": ("no such root",)},
            3: {"fence": 7},
        }.get(at % 8, {})
        changes.append(log.bet(keep=False, **bad))
    raised = run(commit_all(storage, *changes))
    assert [error is not None for error in raised] == [at % 8 < 4 for at in range(40)]
    assert run(storage.verify()) == []
    assert [run(storage.tables.load(log.table)).number for log in logs] == [1 if at % 8 < 4 else 2 for at in range(40)]


def test_two_changes_of_a_group_may_not_spend_the_same_chips(storage: Storage) -> None:
    logs = [Log(f"t{at}") for at in range(10)]
    run(commit_all(storage, *(log.open() for log in logs)))
    run(storage.post([Move("cage", "wallet Ann", 500, "starting chips")], now=1e9, by="room"))
    buys = [log.change((Move("wallet Ann", f"{log.table}/player Ann", 200, "buy-in"),)) for log in logs]
    raised = run(commit_all(storage, *buys))
    assert [type(error) for error in raised].count(Overdrawn) == 8
    assert run(storage.ledger.balance("wallet Ann")) == 100
    assert run(storage.verify()) == []


def test_the_rooms_own_log_is_chained_too(storage: Storage) -> None:
    async def scene() -> None:
        async with asyncio.TaskGroup() as group:
            for at in range(20):
                move = Move("cage", f"wallet P{at}", 500, "starting chips")
                group.create_task(storage.post([move], now=1e9 + at, by="room"))
        with pytest.raises(Overdrawn):
            await storage.post([Move("wallet P1", "cage", 501, "too much")], now=1e9, by="room")

    run(scene())
    log = run(storage.tables.lines("room"))
    assert [line.number for line in log] == list(range(1, 21))
    assert run(storage.verify("room")) == []
    assert run(storage.ledger.balance("cage")) == -10_000


def test_statements_and_balances_follow_the_movements(storage: Storage) -> None:
    log = Log()
    run(commit_all(storage, log.open(1000), log.bet(300), log.bet(200, "Bea")))
    assert run(storage.ledger.balances("t1/")) == {"t1/player Ann": 700, "t1/player Bea": 800, "t1/pot": 500}
    rows = run(storage.ledger.statement("t1/player Ann"))
    assert [(row.move.cents, row.number) for row in rows] == [(300, 2), (1000, 1)]
    assert rows[0].day == "2026-09-21"
    assert run(storage.ledger.statement("t1/player Ann", before=rows[0].id)) == rows[1:]
    days = select(schema.movements.c.day)
    assert run(storage.read(lambda connection: list(connection.scalars(days)))) == ["2026-09-21"] * 4


def test_verify_notices_what_was_tampered_with(storage: Storage) -> None:
    log = Log()
    run(commit_all(storage, log.open(decks=(some_deck(1),)), log.bet(), log.bet()))
    damages = {
        "UPDATE lines SET line = (SELECT line FROM lines WHERE number = 1 AND \"table\" = 't1') "
        "WHERE number = 2 AND \"table\" = 't1'": "was changed",
        "DELETE FROM lines WHERE number = 2": "line 2 is missing",
        "DELETE FROM lines WHERE number = 3": "movements of a line that is not in the log",
        "UPDATE heads SET number = 2": "stored head",
        "UPDATE lines SET seq = 9 WHERE number = 2": "t1 line 2: the columns",
        "UPDATE movements SET cents = 401 WHERE number = 2": "t1 line 2: the log says",
        "DELETE FROM movements WHERE number = 2": "its movements sum to",
        "UPDATE balances SET cents = cents + 1 WHERE account = 't1/pot'": "sum to 1 cents",
        "DELETE FROM decks": "1 of 1 decks",
    }
    for damage, words in damages.items():
        with storage.engine.connect() as connection:
            connection.begin()
            connection.exec_driver_sql(damage)
            from pitboss.storage.check import problems

            reported = problems(connection)
            connection.rollback()
        assert any(words in each for each in reported), (damage, reported)
    assert run(storage.verify()) == []


def test_hands_are_looked_up_by_day_table_game_player_and_size(storage: Storage) -> None:
    first, second = Log("t1"), Log("t2")
    deck = some_deck(1)
    run(
        commit_all(
            storage,
            first.open(decks=(deck,), dealt=(deck.root,)),
            first.change(hands=(some_hand(1, seals=(deck.root,)), some_hand(2, game="razz"))),
            second.open(),
            second.change(
                hands=(
                    some_hand(1, ended=1_800_000_000_000_000, players={1: "Ann", 4: "Ann"}, net={"Ann": -700}),
                    some_hand(9, players={3: "Éve"}, net={"Éve": 5}),
                )
            ),
        )
    )

    def ids(**want: Any) -> list[str]:
        return [row.id for row in run(storage.hands.search(HandQuery(**want)))]

    assert ids() == ["t2-1", "t2-9", "t1-2", "t1-1"]
    assert ids(count=2) == ["t2-1", "t2-9"]
    assert ids(before="t2-9") == ["t1-2", "t1-1"]
    assert ids(before="t7-1") == []
    assert ids(day="2026-09-21", table="t1") == ["t1-2", "t1-1"]
    assert ids(game="razz") == ["t1-2"]
    assert ids(player="e\u0301VE") == ["t2-9"]
    assert ids(player="ann", least=101) == ["t1-2"]
    assert ids(most=100) == ["t2-1", "t1-1"]
    hand = run(storage.hands.find("t1-1"))
    assert (hand.record, hand.table, hand.row.open) == (b"the record of hand 1", "Table t1", True)
    assert (hand.head, hand.decks) == (b"record", (deck,))
    assert (hand.row.players, hand.row.net) == ({1: "Ann", 2: "Bea"}, {"Ann": 50, "Bea": -50})
    assert run(storage.hands.find("t1-3")) is None
