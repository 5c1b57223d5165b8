"""Tables of every kind are opened and restored through one interface."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss import house, spread
from pitboss.deal.session_record import Entry
from pitboss.errors import PitbossError
from pitboss.kinds import KINDS
from pitboss.poker.library import games, houses
from tests.deal.tables import begin, decide, state

EVERY: dict[str, dict[str, Any]] = {name: {"game": name} for name in house.names()}
EVERY |= {
    f"{name}, {book.id}": {"game": name, "house": book.id}
    for book in houses().values()
    for name in games()
    if name in book.games
}
EVERY |= {f"dealer's choice, {book.id}": {"house": book.id} for book in houses().values() if book.button.names_game}
every = pytest.mark.parametrize("table", EVERY)


def played(table: str, seed: int, deals: int = 2) -> Any:
    session, rng = spread.open_session(**EVERY[table], shuffle=pitboss.seeded(seed)), random.Random(seed)
    for seat in (1, 2, 3):
        session.sit(seat, f"P{seat}", max(40_000, session.sheet().usual_buy_in))
    for _ in range(deals):
        begin(session, rng)
        while session.actors:
            decide(session, rng)
        session.finish()
    begin(session, rng)
    return session


@every
def test_a_table_is_opened_and_restored_without_its_kind(table: str) -> None:
    session = played(table, 5)
    head, lines = session.record.head(), [entry.encode() for entry in session.record.entries]
    whole = spread.restore_session(head, None, lines, pitboss.seeded(1))
    assert state(whole) == state(session)
    checkpoint, count = session.checkpoint().encode(), len(session.record.entries)
    if session.actors:
        decide(session, random.Random(1))
    later = session.record.entries[count:]
    restored = spread.restore_session(head, checkpoint, later, pitboss.seeded(1))
    assert state(restored) == state(session)
    assert restored.version == session.version


def test_tables_of_one_game_share_one_that_is_parsed() -> None:
    head = spread.open_session("top5", shuffle=pitboss.seeded(1)).record.head()
    one, other = (spread.restore_session(head, None, (), pitboss.seeded(1)) for _ in range(2))
    assert one.game is other.game  # type: ignore[attr-defined]
    posted = spread.open_session("top5", options={"tens": 2}, shuffle=pitboss.seeded(1)).record.head()
    assert spread.restore_session(posted, None).game is not one.game  # type: ignore[attr-defined]


@every
def test_a_finished_deal_is_reopened_from_its_record(table: str) -> None:
    session = played(table, 9)
    for dealing in session.dealings():
        again = spread.reopen_deal(dealing.deal.dump())
        assert again.events == dealing.deal.events
        assert again.chips() == dealing.deal.chips()


def test_definition_files_are_opened_by_their_path(tmp_path: Path) -> None:
    folder = Path(pitboss.__file__).parent
    own = tmp_path / "own.toml"
    own.write_text((folder / "games/house/three-card.toml").read_text(encoding="utf-8"), encoding="utf-8")
    session = spread.open_session(str(own), shuffle=pitboss.seeded(1))
    assert session.spread == ("three-card",)
    poker = tmp_path / "mine.toml"
    poker.write_text((folder / "games/poker/holdem.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert spread.open_session(str(poker), house="pot", shuffle=pitboss.seeded(1)).spread == ("holdem",)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({}, "no game is named"),
        ({"game": "nope"}, "there is no game 'nope'"),
        ({"game": "top5", "house": "pot"}, "played against the house"),
        ({"game": "top5", "options": {"nines": 1}}, "'nines' is not an option"),
        ({"game": "top5", "options": {"spots": "many"}}, "is not a number of spots"),
        ({"game": "top5", "options": {"spots": True}}, "is not a number of spots"),
        ({"game": "top5", "seats": 99}, "no layout with 99 spots"),
        ({"game": "top5", "seats": -1}, "is not possible"),
        ({"game": "top5", "limit": "ante"}, "is not a table limit"),
        ({"game": "holdem", "house": "nope"}, "'nope' is not a house"),
        ({"game": "holdem", "limit": "7-9"}, "its limits are"),
        ({"game": "holdem", "options": {"tens": 1}}, "is not an option of a poker table"),
        ({"game": "holdem", "options": {"play": 3}}, "write it like"),
        ({"game": "holdem", "house": "wsop", "options": {"blinds": [1]}}, "write it like"),
        ({"game": "holdem", "house": "wsop", "limit": "x"}, "is not a limit"),
        ({"game": "holdem", "seats": 99}, "up to"),
        ({"house": "pot"}, "spreads one game at a table"),
        ({"game": 5}, "is not a text"),
        ({"game": "holdem", "jurisdiction": "washington"}, "depends on the day"),
        ({"game": "no/such.toml"}, "cannot be read"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_cannot_be_opened_is_refused_in_a_sentence(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError) as refused:
        spread.open_session(**how, shuffle=pitboss.seeded(1))
    assert sentence in str(refused.value)
    assert str(refused.value).endswith((".", "?"))


@pytest.mark.rule("PK-28")
@pytest.mark.rule("HB-2")
def test_findings_are_shown_before_a_table_opens() -> None:
    day = date(2024, 1, 31)
    sheet = spread.table_sheet("holdem", house="wsop", limit="500-1000", jurisdiction="washington", on=day)
    assert any("PK-28" in finding for finding in sheet.findings)
    assert sheet.jurisdiction == "washington"
    assert spread.table_sheet("holdem", jurisdiction="none").findings == ()
    limits = spread.table_sheet("top5", limit="ante=5-5000/5", jurisdiction="washington", on=day)
    assert any("limits.ante" in finding for finding in limits.findings)


@pytest.mark.parametrize("record", [b"{}", b'{"session":"bingo","setup":{}}', b'{"session":"house","setup":{}}'])
def test_damaged_records_are_refused_in_a_sentence(record: bytes) -> None:
    with pytest.raises(PitbossError):
        spread.restore_session(record, None)
    with pytest.raises(PitbossError):
        spread.reopen_deal(record)


def test_a_deal_without_its_setup_is_refused() -> None:
    for kind in KINDS:
        with pytest.raises(PitbossError):
            spread.reopen_deal(b'{"kind":"%s","setup":{}}' % kind.encode())


def test_listings_are_those_of_the_command_line() -> None:
    assert {game["id"] for game in spread.games()} == {game.id for game in pitboss.games()}
    assert {book["id"] for book in spread.houses()} == set(houses())


def test_entries_may_come_as_bytes_or_read() -> None:
    session = played("three-card", 2)
    entries = session.record.entries
    mixed = [entry.encode() if at % 2 else entry for at, entry in enumerate(entries)]
    again = spread.restore_session(session.record.head(), None, mixed)
    assert again.version == session.version
    assert all(isinstance(entry, Entry) for entry in again.record.entries)


def test_a_house_game_that_posts_no_limits_has_those_of_the_room(tmp_path: Path) -> None:
    text = (Path(pitboss.__file__).parent / "games" / "house" / "three-card.toml").read_text()
    file = tmp_path / "own.toml"
    file.write_text(text + "\n[limits]\nante = { minimum = 1000, maximum = 5000 }\n")
    room = {"house_limit": "5-100/5"}
    assert spread.table_sheet("three-card", **room).limits == "$5–$100"
    assert spread.table_sheet("three-card", limit="ante=25-200/25", **room).limits.startswith("ante $25–$200")
    assert spread.table_sheet(str(file), **room).limits == "ante $10–$50; pair-plus $5–$100"
    assert spread.table_sheet("holdem", house="pot", limit="2-4", **room).betting["blinds"] == [100, 200]


@pytest.mark.rule("PK-28")
def test_a_sheet_tells_what_the_law_allows_and_where_the_table_keeps_to_it() -> None:
    how: dict[str, Any] = {"house": "pot", "limit": "2-4", "jurisdiction": "washington", "on": date(2026, 11, 16)}
    sheet = spread.table_sheet("seven-stud", **how)
    beyond = {point.where: point for point in sheet.points if point.beyond}
    kept = {point.where: point for point in sheet.points if not point.beyond}
    assert set(beyond) == {"wagers in a round", "fee per hand and player"}
    assert len(sheet.findings) == len(beyond)
    assert set(kept) == {"betting rounds", "single wager", "antes in total"}
    assert (kept["single wager"].found, kept["single wager"].allowed) == ("bets and raises of $4", "at most $40")


@pytest.mark.rule("HB-2")
def test_the_sheet_of_a_house_game_tells_its_largest_wager() -> None:
    how: dict[str, Any] = {"jurisdiction": "washington", "on": date(2026, 11, 16)}
    single = [point for point in spread.table_sheet("three-card", limit="5-100/5", **how).points if not point.beyond]
    assert [(point.where, point.found) for point in single][:1] == [("single wager", "no wager is larger than $100")]
    dear = spread.table_sheet("three-card", limit="5-1000/5", **how)
    assert [point.where for point in dear.points if point.beyond] == ["limits.ante", "limits.pair-plus", "limits.play"]
