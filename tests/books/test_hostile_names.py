"""Books and audit of rooms whose wagers, players and reasons have names that are words of moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.audit.database import place
from pitboss.audit.run import audit
from pitboss.books.sums import Period
from pitboss.move import Move
from pitboss.room.people import REGISTERED, Account
from pitboss.storage.storage import Storage
from tests.books.hostile import PLAYERS, RENAMED, Expected, as_written_before, played
from tests.books.test_reports import DAY
from tests.examples import rest_long
from tests.room.evening import START, Evening

Evenings = Callable[[str], Evening]
CHIPS = 1_000_000


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evenings:
    limits = {wager: 1_000 for names in RENAMED.values() for wager in names.values()}

    def play(game: str) -> Evening:
        wagers = RENAMED[game].values()
        return played(game, tmp_path, monkeypatch, payout_limits={key: limits[key] for key in wagers})

    return play


async def store(storage: Storage, evening: Evening, old: bool) -> None:
    await storage.note_calendar(START - 3600)
    for name in ("Flo", *PLAYERS):
        account = Account(name, REGISTERED, "", ("player",), 0)
        await storage.accounts.add(account, CHIPS, START - 3000)
        await storage.accounts.set_roles(name, ("player", "floor"), by="room", now=START - 2900)
    for change in as_written_before(evening.journal.changes) if old else evening.journal.changes:
        await storage.commit(change)


@pytest.mark.parametrize("database", rest_long(["sqlite", "postgresql"], "sqlite"), indirect=True)
@pytest.mark.parametrize("old", [False, True], ids=["with facts", "as written before"])
@pytest.mark.parametrize("game", RENAMED)
def test_books_and_audit_are_right_whatever_things_are_called(
    storage: Storage, database: str, tmp_path: Path, evening: Evenings, game: str, old: bool
) -> None:
    made = evening(game)
    asyncio.run(store(storage, made, old))
    expected = Expected(made)
    assert expected.voided == 4
    (day,) = asyncio.run(storage.books.days(Period(DAY, DAY), now=START))
    wagers = {key: each for key, each in day.wagers.items() if each.handle or each.win}
    assert {key: each.handle for key, each in wagers.items()} == +expected.handle
    assert {key: each.win for key, each in wagers.items()} == {key: expected.win[key] for key in wagers}
    assert {key: each.wagers for key, each in wagers.items()} == +expected.count
    assert {key: each.sizes for key, each in day.wagers.items() if each.sizes} == expected.sizes
    above = sorted((wager, cents) for paid in expected.paid for wager, cents in paid.items() if cents > 1_000)
    assert above, "some deals paid more than the posted limit"
    assert sorted((each.wager, each.cents) for each in day.above) == above
    assert day.rounds == len(expected.paid)
    assert audit(place(database, str(tmp_path / "keys")), workers=1).findings == []


def test_every_move_of_such_an_evening_says_what_it_is_for(evening: Evenings) -> None:
    """Every way in which a game of the house moves chips, and each under the name of its wager."""
    seen: set[tuple[str, str]] = set()
    for game in RENAMED:
        moves: list[Move] = [move for change in evening(game).journal.changes for move in change.line.moves]
        assert all(move.wager in RENAMED[game].values() for move in moves if move.wager)
        seen |= {(move.purpose, move.result) for move in moves}
    assert seen == {
        *{("opener", ""), ("buy-in", ""), ("chips", ""), ("wager", ""), ("take back", "")},
        *{("pay", "win"), ("bonus", "win"), ("stake", "win"), ("stake", "push"), ("stake", "lose")},
        *{("return", ""), ("return", "lose"), ("payment back", "win")},
    }
