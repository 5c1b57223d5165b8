"""For any input to a session or deal of either kind, refusals are one sentence and records stay readable."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

import pytest

import pitboss
from pitboss import house, poker
from pitboss.deal.deal import Deal
from pitboss.deal.session import Session
from pitboss.deal.session_record import SessionRecord
from pitboss.errors import PitbossError

from .tables import BUY, NAMES, state

OPENERS: dict[str, Callable[[], Session]] = {
    "house": lambda: house.load("top5").session(pitboss.seeded(3), practice=True),
    "poker": lambda: poker.load("holdem", "pot", "2-4").session(pitboss.seeded(3), practice=True),
}
NO_INTS: list[Any] = [True, None, 1.0, [1], "x", b"1"]
NO_WORDS: list[Any] = [None, 5, ["play"], b"play", True]


@pytest.fixture(params=OPENERS)
def table(request: pytest.FixtureRequest) -> Session:
    """A table with three players, the first of whom is named Ann."""
    session = OPENERS[request.param]()
    for seat in (1, 2, 3):
        session.sit(seat, NAMES[seat - 1], BUY)
    return session


@pytest.fixture
def playing(table: Session) -> Session:
    for seat in table.seats:
        if wagers := table.least_wagers(seat):
            table.place(seat, wagers)
    table.deal()
    return table


def refused(session: Session, say: Callable[[], object]) -> str:
    """The sentence of the refusal; the session is unchanged and its record can be read."""
    before = session.dump(), session.version, state(session)
    with pytest.raises(PitbossError) as error:
        say()
    assert (session.dump(), session.version, state(session)) == before
    assert state(type(session).load(session.dump())) == before[2]
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def running(session: Session) -> Deal:
    assert session.running is not None
    return session.running


def test_a_decision_is_a_seat_an_action_and_whole_cents(playing: Session) -> None:
    seat = playing.actors[0]
    word = next(option.word for option in playing.legal(seat) if option.allowed)
    for act in (playing.act, running(playing).act):
        for wrong in NO_INTS:
            refused(playing, lambda act=act, wrong=wrong: act(wrong, word))  # type: ignore[misc]
            refused(playing, lambda act=act, wrong=wrong: act(seat, word, wrong))  # type: ignore[misc]
        for wrong in NO_WORDS:
            refused(playing, lambda act=act, wrong=wrong: act(seat, wrong))  # type: ignore[misc]


@pytest.mark.parametrize("wrong", NO_INTS, ids=repr)
def test_options_are_asked_for_by_seat(playing: Session, wrong: Any) -> None:
    refused(playing, lambda: playing.legal(wrong))
    refused(playing, lambda: running(playing).legal(wrong))


@pytest.mark.parametrize("viewer", [True, None, 1.0, [1], b"rail", "x"], ids=repr)
def test_a_viewer_is_a_player_the_floor_or_the_rail(playing: Session, viewer: Any) -> None:
    assert "cannot look" in refused(playing, lambda: playing.view(viewer))
    assert "cannot look" in refused(playing, lambda: running(playing).view(viewer))


@pytest.mark.parametrize("viewer", [99, "player 99", "player Nobody", 0, -1], ids=repr)
def test_a_deal_is_shown_to_its_own_players_only(playing: Session, viewer: Any) -> None:
    deal = running(playing)
    sentence = refused(playing, lambda: deal.view(viewer))
    assert "its viewers are player 1, player 2, player 3, floor and rail" in sentence
    if isinstance(viewer, str):
        assert refused(playing, lambda: deal.events_for(viewer)) == sentence


def test_a_player_who_is_not_at_the_table_sees_what_the_rail_sees(playing: Session) -> None:
    seen, rail = playing.view("player Nobody"), playing.view("rail")
    assert seen.viewer == "player Nobody"
    assert seen.deal is not None
    assert rail.deal is not None
    assert (seen.deal.piles, seen.deal.events, seen.deal.legal) == (rail.deal.piles, rail.deal.events, {})
    assert playing.since(0, "player Nobody") == playing.since(0, "rail")


@pytest.mark.parametrize("wagers", [None, 5, [("ante", 500)], {"ante": None}, {"ante": False}, {5: 0}], ids=repr)
def test_wagers_are_cents_by_name(table: Session, wagers: Any) -> None:
    refused(table, lambda: table.place(1, wagers))


@pytest.mark.parametrize("version", ["x", None, True, 1.0], ids=repr)
def test_only_versions_are_forgotten(playing: Session, version: Any) -> None:
    assert "is not a version" in refused(playing, lambda: playing.forget(version))


def test_what_is_no_record_is_not_loaded(playing: Session) -> None:
    for wrong in (None, 5, b"", b"{}", [b""]):
        refused(playing, lambda wrong=wrong: type(playing).load(wrong))  # type: ignore[misc]
        refused(playing, lambda wrong=wrong: type(running(playing)).load(wrong))  # type: ignore[misc]
    assert "empty" in refused(playing, lambda: SessionRecord.from_log([]))
    refused(playing, lambda: SessionRecord.from_log([5]))  # type: ignore[list-item]


def test_a_refused_command_leaves_a_deal_that_is_over_open_to_rulings(playing: Session) -> None:
    while playing.actors:
        seat = playing.actors[0]
        option = next(option for option in playing.legal(seat) if option.allowed)
        playing.act(seat, next(iter(option.actions), option.word), option.low)
    deal = running(playing)
    rulings = playing.rulings()
    commands: list[Callable[[], object]] = [
        lambda: playing.sit(1, "Dan", BUY),
        lambda: playing.buy(2, -1),
        lambda: playing.leave(9),
        lambda: playing.place(1, {"nope": 5}),
        lambda: playing.name("nope"),
        lambda: playing.deal("nope"),
        lambda: playing.deal(nope=True),
    ]
    for command in commands:
        news, moves, entries = playing.since(0), playing.moves, len(playing.record.entries)
        refused(playing, command)
        assert playing.running is deal
        assert playing.rulings() == rulings
        assert (playing.since(0), playing.moves, len(playing.record.entries)) == (news, moves, entries)
    last = playing.last
    playing.sit_out(1)
    assert playing.running is None
    playing.undo()
    playing.undo()
    assert playing.last == last
    playing.finish()
    assert state(type(playing).load(playing.dump())) == state(playing)


@pytest.mark.parametrize("joker", [object(), 1, None, "yes"], ids=["an object", "1", "None", "yes"])
def test_a_joker_was_left_in_the_deck_or_not(joker: Any) -> None:
    session = OPENERS["poker"]()
    session.sit(1, "Ann", BUY)
    session.sit(2, "Bob", BUY)
    assert "joker = " in refused(session, lambda: session.deal(joker=joker))
    session.deal(joker=False)
    assert session.record.entries[-1].did.options == {"joker": False}  # type: ignore[union-attr]


def test_an_entry_does_not_change_with_what_the_caller_gave() -> None:
    session = OPENERS["poker"]()
    for seat in (1, 2, 3, 4):
        session.sit(seat, NAMES[seat], BUY)
    session.sit_out(4)
    dead = [4]
    session.deal(dead=dead)
    amounts = [200, 400]
    session.floor("string bet", amounts=amounts)
    before = session.dump(), running(session).dump()
    dead.clear()
    amounts.append(7)
    assert (session.dump(), running(session).dump()) == before
    assert b'"dead":[4]' in before[0]
    assert b'"amounts":[200,400]' in before[0]
    assert state(type(session).load(session.dump())) == state(session)


def test_a_name_has_one_spelling(table: Session) -> None:
    composed, decomposed = (unicodedata.normalize(form, "Zoë") for form in ("NFC", "NFD"))
    table.leave(3)
    table.sit(3, decomposed, BUY)
    assert table.seats[3].player == composed
    assert table.seats_of(decomposed) == table.seats_of(composed) == (3,)
    assert table.view(f"player {decomposed}").seats == table.view(f"player {composed}").seats
    assert list(table.chips()).count(f"player {composed}") == 1
    for name in (" Ann", "Ann ", "Ann\u00a0", "\u3000Ann"):
        assert "white space" in refused(table, lambda name=name: table.sit(4, name, BUY))  # type: ignore[misc]


def test_a_log_with_space_around_a_name_is_still_read(table: Session) -> None:
    data = table.dump().replace(b'"player":"Ann"', b'"player":"Ann "')
    assert type(table).load(data).seats[1].player == "Ann "
