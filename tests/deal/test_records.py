"""Records: golden records of every format replay, unknown formats are refused, and loading is quick."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss import house, poker
from pitboss.deal.deal import Deal
from pitboss.deal.message import decode, encode
from pitboss.deal.record import FORMAT, Record, RecordError, SeatAct
from pitboss.deal.round_events import WagerSettled
from pitboss.deal.session import Session
from pitboss.deal.session_record import Checkpoint, Dealt, Entry, Placed, Sat, SessionRecord
from pitboss.errors import PitbossError
from pitboss.house.chips import SettlementLine
from pitboss.house.round import Round
from pitboss.house.session import HouseSession
from pitboss.move import Move
from pitboss.poker.hand import Hand
from pitboss.poker.session.session import PokerSession
from tests.examples import examples
from tests.work import calls

from ..house.test_records import damaged
from .golden_records import FOLDER
from .tables import happen, opened, state

HANDS: dict[str, type[Deal]] = {"house": Round, "poker": Hand}
SESSIONS: dict[str, type[Session]] = {"house": HouseSession, "poker": PokerSession}
RECORDS = sorted(path for path in FOLDER.glob("*/*.json") if path.name.count(".") == 1)


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def load(path: Path) -> Any:
    what, kind, *_ = path.stem.split("-")
    return (HANDS if what == "hand" else SESSIONS)[kind].load(path.read_bytes())


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_golden_records_replay(path: Path) -> None:
    expected = json.loads(path.with_suffix(".chips.json").read_text("utf-8"))
    if path.parent.name == "format-1" and path.stem.endswith("-shipped"):
        # Format 1 named the games that ship by digest only; once their files change, such a record is refused.
        try:
            load(path)
        except PitbossError:
            with pytest.raises(PitbossError, match=r"have changed since .*\.$|was dealt under version .*\.$"):
                load(path)
            return
    again = load(path)
    if path.parent.name == "format-1" and path.stem.startswith("session"):  # its accounts were those of seats
        assert sorted(again.chips().values()) == sorted(expected.values())
    else:
        assert again.chips() == expected
    assert json.loads(again.dump())["format"] == FORMAT
    assert type(again).load(again.dump()).chips() == again.chips()


@pytest.mark.parametrize("path", [path for path in RECORDS if path.with_suffix(".later.json").exists()], ids=named)
def test_golden_checkpoints_are_restored(path: Path) -> None:
    checkpoint = Checkpoint.decode(path.with_suffix(".checkpoint.json").read_bytes())
    later = msgspec.json.decode(path.with_suffix(".later.json").read_bytes(), type=list[Entry])
    whole = load(path)
    again = type(whole).restore(whole.record, checkpoint, later)
    assert (state(again), again.version) == (state(whole), whole.version)


def test_every_format_and_kind_has_golden_records() -> None:
    held = {(path.parent.name, *path.stem.split("-")[:2]) for path in RECORDS}
    assert held >= {("format-1", "hand", "house"), ("format-1", "hand", "poker"), ("format-1", "session", "poker")}
    for number in range(2, FORMAT + 1):
        assert held >= {(f"format-{number}", what, kind) for what in ("hand", "session") for kind in SESSIONS}


def test_a_later_format_is_refused() -> None:
    hand = poker.load("holdem").deal({1: 4000, 2: 4000}, 1, pitboss.seeded(1))
    data = json.loads(hand.dump())
    assert data["format"] == FORMAT
    data["format"] = FORMAT + 1
    with pytest.raises(RecordError, match=f"format {FORMAT + 1}; this release reads formats 1 to {FORMAT}"):
        Hand.load(json.dumps(data).encode())
    session = poker.load("holdem").session(pitboss.seeded(1))
    session.record.format = FORMAT + 1
    with pytest.raises(RecordError, match="this release reads"):
        PokerSession.load(session.dump())


def test_an_old_hand_replays_after_the_files_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text in the record counts, not the file that ships."""
    from pitboss.house import library as house_library
    from pitboss.poker import library as poker_library

    played = [
        house.load("top5").deal({1: {"ante": 500}}, shuffle=pitboss.seeded(3)).act(1, "play"),
        poker.load("holdem").deal({1: 4000, 2: 4000}, 1, pitboss.seeded(1)).act(1, "fold"),
    ]
    monkeypatch.setattr(house_library, "folder", lambda: tmp_path)
    monkeypatch.setattr(poker_library, "_GAMES", tmp_path)
    monkeypatch.setattr(poker_library, "_HOUSES", tmp_path)
    monkeypatch.setattr(poker_library, "games", dict)
    for deal in played:
        assert type(deal).load(deal.dump()).events == deal.events


def test_a_record_is_refused_with_another_game_than_its_own() -> None:
    hand = poker.load("holdem", "pot", "2-4").deal({1: 4000, 2: 4000}, 1, pitboss.seeded(1))
    with pytest.raises(RecordError, match="another game, house or limit"):
        Hand.load(hand.dump(), game=poker.load("holdem", "pot", "1-2"))
    deal = house.load("top5", tens=1).deal({1: {"ante": 500}}, shuffle=pitboss.seeded(3))
    with pytest.raises(RecordError, match="the game or its posted options differ"):
        Round.load(deal.dump(), game=house.load("top5", tens=2))


@pytest.mark.parametrize("kind", ["house", "poker"])
def test_loading_a_stored_hand_costs_little_more_than_playing_it(kind: str) -> None:
    """It calls few functions beyond those that its acts call; parsing the game's file would take many thousands."""
    if kind == "house":
        game: Any = house.load("top5")
        deal: Deal = game.deal({1: {"ante": 500}, 2: {"ante": 500}}, shuffle=pitboss.seeded(3))
        deal.act(1, "play").act(2, "fold")
    else:
        game = poker.load("holdem")
        deal = game.deal(dict.fromkeys(range(1, 7), 4000), 1, pitboss.seeded(1))
        while not deal.done:
            deal.act(
                deal.actors[0],
                "call" if any(o.allowed and o.word == "call" for o in deal.legal(deal.actors[0])) else "check",
            )
    data = deal.dump()
    record = Record.decode(data)

    def replayed() -> None:
        again = type(deal)._from_start(record, _Orders(record), game)
        for entry in record.entries:
            assert isinstance(entry, SeatAct)
            again.act(entry.seat, entry.action, entry.cents)

    type(deal).load(data)
    replayed()
    play = calls(replayed)
    assert calls(lambda: type(deal).load(data, game=game)) < play + 100
    assert calls(lambda: type(deal).load(data)) < play + 400, "texts met before are not parsed again"


class _Orders:
    def __init__(self, record: Record) -> None:
        self.left = list(record.shuffles)

    def mix(self, cards: Any) -> tuple[int, ...]:
        return self.left.pop(0)


def test_everything_that_crosses_encodes_and_decodes() -> None:
    line = SettlementLine(1, "tens", 500, "win", Fraction(3, 2), 750, Fraction(1, 2), "HB-4", "win", "1", "flush")
    for thing in (
        Move("player pot", "pot", 500, "ante", "PK-3"),
        WagerSettled("settle", 1, "ante", cents=500, wager="ante", result="win", odds="3/2"),
        line,
        Entry(Placed(1, {"ante": 500}), ((1, 2, 3),)),
        Entry(Sat(1, "Ann", 500)),
        Entry(Dealt("holdem", False, {"dead": [3]})),
        Entry(SeatAct(1, "raise", 400)),
    ):
        assert decode(encode(thing), type(thing)) == thing
    assert b'"3/2"' in encode(line)
    with pytest.raises(RecordError, match="not a message"):
        decode(b'{"odds": "x"}', SettlementLine)
    for nonsense in (b"", b"{}", b"[1]", b'{"did": {"type": "dance"}}'):
        with pytest.raises(RecordError):
            Entry.decode(nonsense)
        with pytest.raises(RecordError):
            SessionRecord.decode(nonsense)


@examples(0.6, shrink=False)
@given(st.sampled_from(["top5", "holdem, pot", "lowball, pot"]), st.integers(0, 2**32))
def test_a_damaged_session_is_refused_in_a_sentence_or_balances(table: str, seed: int) -> None:
    random = Random(seed)
    session = opened(table, seed)
    for _ in range(20):
        happen(session, random)
    data = json.loads(session.dump())
    games = list(getattr(session, "games", {}).values()) or [session.game]  # type: ignore[attr-defined]
    damaged({"entries": data["entries"]}, random)
    try:
        again = type(session).load(json.dumps(data).encode(), games=games)
    except PitbossError:
        pass
    else:
        assert sum(again.chips().values()) == 0
    checkpoint = damaged(json.loads(session.checkpoint().encode()), random)
    try:
        kept = type(session).restore(session.record, Checkpoint.decode(json.dumps(checkpoint).encode()), [])
    except PitbossError:
        return
    assert sum(kept.chips().values()) == 0
