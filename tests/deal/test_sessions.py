"""One conformance suite for sessions of both kinds; nothing in it asks which kind it has."""

from __future__ import annotations

import random

import pytest

from pitboss.deal.session import Session, SessionError
from pitboss.deal.session_log import Forgotten
from pitboss.deal.session_record import Checkpoint, Entry, Finished, Named, Placed, SessionRecord, Undone
from pitboss.errors import PitbossError
from tests.examples import seeds

from .tables import BUY, TABLES, begin, conserved, decide, happen, opened, state, viewers

every_table = pytest.mark.parametrize("table", TABLES)


def played(table: str, seed: int, things: int = 60, *, practice: bool = False) -> tuple[Session, random.Random]:
    session, rng = opened(table, seed, practice=practice), random.Random(seed)
    for _ in range(things):
        happen(session, rng)
    return session, rng


@every_table
@seeds(1, more=5)
def test_chips_and_cards_are_conserved_and_refusals_change_nothing(table: str, seed: int) -> None:
    session, rng = opened(table, seed), random.Random(seed)
    for _ in range(60):
        before, version, entries = state(session), session.version, len(session.record.entries)
        accepted = happen(session, rng)
        conserved(session)
        new = session.record.entries[entries:]
        assert (session.version > version) == bool(new)
        if not accepted and not new:
            assert state(session) == before
        elif not accepted:  # the deal was refused after wagers were placed or the game was named
            assert session.done
            assert isinstance(new[-1].did, Placed | Named)
    assert session.finished or session.running is not None


@every_table
@seeds(1, more=5)
def test_news_are_the_events_that_views_show(table: str, seed: int) -> None:
    """What a client builds from news is what a view would show him, card for card."""
    session, rng = opened(table, seed), random.Random(seed)
    begin(session, rng)
    known = {viewer: (session.version, list(_events(session, viewer))) for viewer in viewers(session)}
    while session.actors:
        decide(session, rng)
        for viewer, (version, events) in known.items():
            news = session.since(version, viewer)
            assert (news.base, news.version) == (version, session.version)
            assert news.chips == session.chips()
            assert news.actors == session.actors
            events += news.events
            known[viewer] = (news.version, events)
            assert [event.verb for event in events] == [event.verb for event in _events(session, viewer)]
            faces = {card for event in _events(session, viewer) for card in event.cards}
            assert {card for event in events for card in event.cards} - {-1} == faces - {-1}
    moves = session.since(session.version).moves
    assert moves == ()
    with pytest.raises(Forgotten, match=f"version {session.version + 1} has not happened yet.*take a view"):
        session.since(session.version + 1)


def _events(session: Session, viewer: str) -> tuple[object, ...]:
    deal = session.view(viewer).deal
    return deal.events if deal is not None else ()


@every_table
@seeds(1, more=5)
def test_all_news_together_are_all_moves(table: str, seed: int) -> None:
    session, rng = opened(table, seed), random.Random(seed)
    version, moves, said = 0, [], 0
    for _ in range(50):
        happen(session, rng)
        news = session.since(version)
        assert news.version == session.version
        version = news.version
        moves += news.moves
        said += len(news.events)
    assert moves == session.moves
    whole = session.since(0)
    assert (list(whole.moves), len(whole.events)) == (moves, said)
    session.forget(session.version)
    assert session.since(version).events == ()
    with pytest.raises(Forgotten, match="no longer available"):
        session.since(0)


@every_table
@seeds(1, more=5)
def test_a_record_gives_the_same_session_again(table: str, seed: int) -> None:
    session, _ = played(table, seed)
    again = type(session).load(session.dump())
    assert again.dump() == session.dump()
    assert again.version == session.version
    assert state(again) == state(session)
    assert again.moves == session.moves
    for viewer in viewers(session):
        assert again.since(0, viewer) == session.since(0, viewer)


@every_table
@seeds(1, more=5)
def test_a_log_grows_line_by_line_and_is_never_rewritten(table: str, seed: int) -> None:
    session, rng = opened(table, seed), random.Random(seed)
    lines = [session.record.head()]
    for _ in range(50):
        happen(session, rng)
        lines += [entry.encode() for entry in session.record.entries[len(lines) - 1 :]]
    assert [entry.encode() for entry in session.record.entries] == lines[1:]
    record = SessionRecord.from_log(lines)
    assert record == session.record
    assert state(type(session).load(record)) == state(session)


@every_table
@seeds(1, more=5)
def test_restored_from_any_checkpoint_every_event_is_the_same(table: str, seed: int) -> None:
    session, rng = opened(table, seed), random.Random(seed)
    saved: list[tuple[Checkpoint, bytes, int]] = []
    for _ in range(50):
        happen(session, rng)
        checkpoint = session.checkpoint()
        saved.append((checkpoint, checkpoint.encode(), len(session.record.entries)))
    head = SessionRecord.decode(session.record.head())
    games = list(getattr(session, "games", {}).values()) or [session.game]  # type: ignore[attr-defined]
    for kept, data, entries in rng.sample(saved, 8):
        assert kept.encode() == data, "a checkpoint does not change while the table goes on"
        checkpoint = Checkpoint.decode(data)
        assert checkpoint.entry == entries
        later = [Entry.decode(entry.encode()) for entry in session.record.entries[entries:]]
        again = type(session).restore(head, checkpoint, later, games=games)
        assert again.version == session.version
        assert state(again) == state(session)
        for viewer in viewers(session):
            assert again.since(checkpoint.version, viewer) == session.since(checkpoint.version, viewer)


@every_table
@seeds(1, more=5)
def test_undo_restores_the_table_and_versions_never_fall(table: str, seed: int) -> None:
    session, rng = opened(table, seed, practice=True), random.Random(seed)
    states = [state(session)]
    for _ in range(40):
        before = len(session.record.entries)
        if session.running is not None and session.running.done:
            session.finish()  # as any other verb would do unasked
            states.append(state(session))
            before += 1
        happen(session, rng)
        new = len(session.record.entries) - before
        if new > 1:  # wagers placed one after another
            states += [{}] * (new - 1)
        if new:
            states.append(state(session))
    entries, version = len(session.record.entries), session.version
    for count, expected in enumerate(reversed(states[:-1]), 1):
        session.undo()
        assert session.version == version + count
        assert not expected or state(session) == expected
    assert [type(entry.did) for entry in session.record.entries[entries:]] == [Undone] * (len(states) - 1)
    again = type(session).load(session.dump())
    assert (state(again), again.version) == (state(session), session.version)
    kept = type(session).restore(session.record, session.checkpoint(), [])
    assert (state(kept), kept.version) == (state(session), session.version)
    kept.undo()


@every_table
@seeds(1, more=5)
def test_what_is_undone_comes_again_from_the_same_shuffle(table: str, seed: int) -> None:
    session, rng = opened(table, seed, practice=True), random.Random(seed)
    begin(session, random.Random(seed))
    first = session.view("floor").deal
    session.undo()
    assert session.running is None
    assert session.dealings() == ()
    begin(session, random.Random(seed))
    again = session.view("floor").deal
    assert first is not None
    assert again is not None
    assert again.piles == first.piles
    while session.actors and rng.random() < 0.9:
        decide(session, rng)
    assert state(type(session).load(session.dump())) == state(session)


@every_table
@seeds(1, more=5)
def test_legal_and_act_agree(table: str, seed: int) -> None:
    session, rng = opened(table, seed, practice=True), random.Random(seed)
    begin(session, rng)
    for _ in range(5):
        if not session.actors:
            break
        for seat in session.seats:
            for option in session.legal(seat):
                before = state(session)
                if option.allowed:
                    text, cents = rng.choice(option.actions or (option.word,)), option.low
                    assert seat in session.actors
                    session.act(seat, text, cents)
                    session.undo()
                else:
                    with pytest.raises(PitbossError):
                        session.act(seat, option.word)
                assert state(session) == before
        decide(session, rng)


@every_table
def test_a_live_table_takes_nothing_back(table: str) -> None:
    with pytest.raises(SessionError, match="only practice tables"):
        opened(table, 1).undo()


@every_table
def test_an_account_belongs_to_a_player_and_not_to_a_seat(table: str) -> None:
    session = opened(table, 1, players=0)
    session.sit(2, "Ann", BUY)
    session.leave(2)
    session.sit(2, "Dan", BUY)
    paid = [(move.source, move.target) for move in session.moves]
    assert paid == [("cage", "player Ann"), ("player Ann", "cage"), ("cage", "player Dan")]
    assert "player Ann" not in session.chips()
    for name in ("", " ", "a\x00b", "a\nb", None, 7, "a\u202eb"):
        with pytest.raises(PitbossError, match=r"\.$"):
            session.sit(3, name, BUY)  # type: ignore[arg-type]


@every_table
def test_a_hand_dealt_step_by_step_is_the_same(table: str) -> None:
    session, slow = opened(table, 5), opened(table, 5)
    begin(session, random.Random(1))
    begin(slow, random.Random(1), auto=False)
    rng = random.Random(2)
    while not session.done:
        while slow.step():
            pass
        at = len(session.record.entries)
        decide(session, rng)
        for entry in session.record.entries[at:]:
            slow.do(entry.did)
    while slow.step():
        pass
    assert slow.chips() == session.chips()
    assert state(type(slow).load(slow.dump())) == state(slow)
    session.finish()
    assert isinstance(session.record.entries[-1].did, Finished)
