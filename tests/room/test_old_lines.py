"""Lines of earlier releases: the facts behind their words, whatever names occur in them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.move import Move
from pitboss.room import bank, notes, old_lines
from pitboss.room.day import Calendar
from pitboss.room.line import Line, entries
from pitboss.room.people import BOT
from pitboss.room.table.table import TableState
from pitboss.spread.sessions import restore_session
from pitboss.storage import reading
from pitboss.storage.schema import ROOM
from pitboss.storage.storage import Storage
from tests.books.hostile import RENAMED, played
from tests.deal.frozen_rooms import unpacked


def facts(move: Move) -> tuple[str, str, str]:
    return move.purpose, move.wager, move.result


def read(move: Move) -> tuple[str, str, str]:
    return old_lines.facts_of(move.source, move.target, move.why)


# Movements ------------------------------------------------------------------------------------------------------------


async def _due(storage: Storage, table: str, lines: list[Line]) -> list[tuple[Move, Move]]:
    """Each stored movement of a table's session, and the one that this release makes of it."""
    stored = await storage.tables.load(table)
    seals = {seal for line in lines for did in line.did for seal in did.seals}
    decks = await storage.read(reading.stored_decks, storage.keys, table, seals)
    session = restore_session(stored.record, None)
    rack, people, pairs = bank.RACK in session.chips(), dict[str, str](), list[tuple[Move, Move]]()

    def wallet(name: str) -> str:
        return bank.bot_wallet(name) if people.get(name) == BOT else bank.wallet(name)

    for line in lines:
        if line.state is not None:
            people.update(TableState.of(line.state).people)
        before = session.version
        session.follow(entries(line, decks))
        due = bank.movements(table, session.moves_since(before), wallet, rack=rack)
        pairs += zip(line.moves[len(line.moves) - len(due) :], due, strict=True)
    return pairs


@pytest.mark.parametrize("revision", ["0001", "0002"])
def test_movements_of_stored_rooms_mean_what_their_play_makes_again(revision: str, tmp_path: Path) -> None:
    storage = Storage.open(str(unpacked(revision, tmp_path)))

    async def pairs() -> list[tuple[Move, Move]]:
        result: list[tuple[Move, Move]] = []
        for table in await storage.tables.all():
            lines = await storage.tables.lines(table, 0, 100_000)
            assert {line.format for line in lines} == {1}
            assert not any(move.purpose for line in lines for move in line.moves)
            result += [] if table == ROOM else await _due(storage, table, lines)
        return result

    try:
        both = asyncio.run(pairs())
    finally:
        storage.close()
    assert len(both) > 900
    for stored, due in both:
        assert stored == due.without_facts()
        assert read(stored) == facts(due), stored
    seen = {move.purpose for _, move in both}
    assert seen >= {"wager", "pay", "stake", "return", "blind", "ante", "call", "bet", "award", "fee", "uncalled"}


@pytest.mark.parametrize("game", RENAMED)
def test_no_name_and_no_reason_is_mistaken_for_another_word(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = played(game, tmp_path, monkeypatch)
    for change in evening.journal.changes:
        for move in change.line.moves:
            assert read(move) == facts(move), move


@pytest.mark.parametrize(
    ("source", "target", "why", "expected"),
    [
        ("t1/rack", "t1/player Ann", "ante $5 wins 2 to 1 with returned: 4 to 1", ("pay", "ante", "win")),
        ("t1/rack", "t1/player Ann", "chips $5 wins 1 to 1", ("pay", "chips", "win")),
        ("t1/rack", "t1/player Ann", "bonus bonus $5 wins 1 to 1", ("bonus", "bonus", "win")),
        ("t1/rack", "t1/player Ann", "bonus $5 wins 1 to 1", ("pay", "bonus", "win")),
        ("t1/rack", "t1/player Ann", "chips for the buy-in", ("chips", "", "")),
        ("t1/rack", "t1/player x/rack", "ante returned: $5 wins", ("return", "ante", "lose")),
        ("t1/player x/rack", "t1/rack", "ante payment taken back: returned", ("payment back", "ante", "win")),
        ("t1/spot 1/ante", "t1/player Ann", "ante $5 pushes with stake back", ("stake", "ante", "push")),
        ("t1/spot 1/ante", "t1/player Ann", "ante $5 loses with pushes", ("stake", "ante", "lose")),  # a thief's
        ("t1/spot 1/ante", "t1/rack", "ante $5 loses with pushes", ("stake", "ante", "lose")),
        ("t1/spot 1/taken", "t1/player Ann", "taken taken back", ("take back", "taken", "")),
        ("t1/spot 1/ante", "t1/player Ann", "ante returned: their stake back", ("return", "ante", "")),
        ("cage", "t1/rack", "opener t1-I1", ("opener", "", "")),
        ("cage", "t1/rack", "fill", ("fill", "", "")),
        ("t1/rack", "cage", "closer t1-I2", ("closer", "", "")),
        ("t1/rack", "cage", "credit t1-F2", ("credit", "", "")),
        ("cage", "wallet refill", "starting chips", ("start", "", "")),
        ("cage", "wallet Ann", "refill", ("refill", "", "")),
        ("cage", "bot wallet", "bot's chips", ("bot", "", "")),
        ("wallet Ann", "t1/tokes", "toke", ("toke", "", "")),
        ("t1/drop box", "cage", "drop box counted D1", ("count", "", "")),
        ("t1/pot", "t1/player uncalled bet", "pot, misdeal", ("award", "", "")),
        ("nowhere", "t1/rack", "ante $5 loses", ("", "", "")),
        ("cage", "wallet Ann", "a gift", ("", "", "")),
    ],
)
def test_movements_that_hold_words_of_others(
    source: str, target: str, why: str, expected: tuple[str, str, str]
) -> None:
    assert old_lines.facts_of(source, target, why) == expected


# Notes ----------------------------------------------------------------------------------------------------------------

names = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp")), min_size=1).filter(str.strip)
hostile = st.sampled_from(["Ann: owner", "table t1 opened", "roles of Ann: owner", "t1 closed", "D1", "returned"])
tables = st.from_regex(r"t[0-9]{1,3}", fullmatch=True)
facts_noted = st.one_of(
    st.builds(notes.TableOpened, tables, st.sampled_from(["", "0" * 64])),
    st.builds(notes.TableClosed, tables),
    st.builds(notes.RolesGranted, names | hostile, st.lists(st.sampled_from(["player", "floor", "owner"])).map(tuple)),
    st.builds(notes.CalendarSet, st.sampled_from(["UTC", "America/Los_Angeles"]), st.integers(0, 23)),
    st.builds(notes.AccountMade, names | hostile),
    st.builds(notes.Refilled, names | hostile),
    st.builds(notes.InvitationTaken, tables),
    st.builds(notes.BoxCounted, st.integers(1, 999).map("D{}".format)),
)


@given(facts_noted)
def test_a_note_is_read_as_the_fact_it_was_made_of(fact: notes.RoomFact) -> None:
    assert old_lines.fact_of(fact.note) == fact
    line = Line(1, 1, 0, "room", note=fact.note, fact=fact, format=2)
    assert msgspec.json.decode(line.encode(), type=Line) == line


@pytest.mark.parametrize("note", ["", "gambling days end at 6 in Atlantis", "gambling days end at 66 in UTC", "t1"])
def test_other_notes_mean_nothing(note: str) -> None:
    assert old_lines.fact_of(note) is None


def test_a_calendar_is_its_fact_again() -> None:
    calendar = notes.CalendarSet.of(Calendar("America/Los_Angeles", 4)).calendar()
    assert (calendar.zone.key, calendar.closing) == ("America/Los_Angeles", 4)
