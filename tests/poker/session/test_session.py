"""Random sessions: chips add up after every step, records restore the session, and hands go on."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss.deal import RecordError
from pitboss.deal.session import CAGE, SessionError
from pitboss.deal.session_record import Finished
from pitboss.errors import PitbossError
from pitboss.poker import TableError
from pitboss.poker.session.session import PokerSession
from tests.examples import examples

from ..rulings.chance import rule_something
from ..table import random_act
from .table import NAMES, folded, go, opened

TABLES = [("pot", game) for game in ("holdem", "omaha", "lowball", "seven-stud")] + [
    ("button", None),
    ("wsop", "holdem"),
]


def new_table(house: str, game: str | None, seed: int) -> PokerSession:
    stakes = {"lower": 200, "higher": 400} if house == "wsop" else {}
    limit = None if house == "wsop" else "2-4"
    return PokerSession.open(game, house, limit, shuffle=pitboss.seeded(seed), seats=7, **stakes)


def balanced(session: PokerSession) -> None:
    """The accounts sum to zero and agree with the moves."""
    chips = session.chips()
    assert sum(chips.values()) == 0
    assert min(cents for account, cents in chips.items() if account != CAGE) >= 0
    accounts: Counter[str] = Counter()
    for move in session.moves:
        assert move.cents > 0
        accounts[move.source] -= move.cents
        accounts[move.target] += move.cents
    assert {account: cents for account, cents in accounts.items() if cents} == {
        account: cents for account, cents in chips.items() if cents
    }


def happen(session: PokerSession, rng: random.Random) -> None:
    """Somebody comes, goes, buys, sits out or comes back; what the table refuses changes nothing."""
    before = len(session.record.entries), session.chips(), len(session.events)
    seat = rng.randint(1, 7)
    resting = [one for one, place in session.places.items() if place.status == "out"]
    if resting and rng.random() < 0.3:
        session.come_back(rng.choice(resting), wait=rng.random() < 0.3)
        return
    what = rng.choice(
        [
            lambda: session.sit(seat, NAMES[seat - 1], rng.choice([2_000, 4_000, 50]), wait=rng.random() < 0.5),
            lambda: session.buy(seat, rng.choice([100, 1_000, 75])),
            lambda: session.sit_out(seat),
            lambda: session.come_back(seat, wait=rng.random() < 0.5),
            lambda: session.leave(seat),
        ]
    )
    try:
        what()
    except PitbossError:
        if len(session.record.entries) == before[0] + 1:  # a hand that was over has been taken up
            assert isinstance(session.record.entries[-1].did, Finished)
            before = (len(session.record.entries), session.chips(), len(session.events))
        assert (len(session.record.entries), session.chips(), len(session.events)) == before


def night(session: PokerSession, rng: random.Random, hands: int) -> None:
    for seat in range(1, 5):
        session.sit(seat, NAMES[seat - 1], 4_000)
    for _ in range(hands):
        for _ in range(rng.randrange(4)):
            happen(session, rng)
            balanced(session)
        game = rng.choice(list(session.games)) if len(session.games) > 1 else ""
        idle = [seat for seat, place in session.places.items() if place.status == "out" and place.stack]
        try:
            hand = session.deal(game, joker=rng.random() < 0.1, dead=idle[:1] if rng.random() < 0.5 else ())
        except TableError:
            continue
        for _ in range(rng.choice([3, 400])):
            if hand.done:
                break
            if rng.random() < 0.05:
                rule_something(hand, rng)
            else:
                random_act(hand, rng)
            assert session.record  # a hand played past its session is written down when the session is asked
            if rng.random() < 0.1:
                happen(session, rng)
            if rng.random() < 0.1:
                balanced(session)
        while not hand.done:
            random_act(hand, rng)
            assert session.record
        assert hand.button == session.button
        balanced(session)


def same(one: PokerSession, other: PokerSession) -> None:
    assert one.dump() == other.dump()
    assert (one.chips(), one.moves, one.events) == (other.chips(), other.moves, other.events)
    assert (one.places, one.button, one.finished) == (other.places, other.button, other.finished)
    assert (one.hand is None) is (other.hand is None)
    if one.hand and other.hand:
        assert (one.hand.events, one.hand.actors) == (other.hand.events, other.hand.actors)


@pytest.mark.rule("PK-1", "PK-24", "PK-25")
@pytest.mark.parametrize(("house", "game"), TABLES)
@examples(0.05)
@given(seed=st.integers(0, 2**32))
def test_a_night_at_the_table(house: str, game: str | None, seed: int) -> None:
    session = new_table(house, game, seed)
    night(session, random.Random(seed), hands=8)
    same(session, PokerSession.load(session.dump()))


@pytest.mark.long
@pytest.mark.parametrize(("house", "game"), TABLES)
@examples(0.3)
@given(seed=st.integers(0, 2**32))
def test_many_nights(house: str, game: str | None, seed: int) -> None:
    session = new_table(house, game, seed)
    night(session, random.Random(seed), hands=12)
    same(session, PokerSession.load(session.dump()))


def test_a_session_goes_on_in_the_middle_of_a_hand() -> None:
    session = go(opened(), 2)
    session.deal()
    session.act(session.actors[0], "call")
    other = PokerSession.load(session.dump(), pitboss.seeded(5))
    same(session, other)
    folded(other.hand)
    other.finish()
    assert other.deal().button == 4
    with pytest.raises(SessionError, match="without a shuffle"):
        go(PokerSession.load(session.dump()), 1)


def test_a_loaded_session_can_be_played_to_its_end_without_a_shuffle() -> None:
    session = opened()
    session.deal()
    other = PokerSession.load(session.dump())
    folded(other.hand)
    with pytest.raises(SessionError, match="loaded without a shuffle"):
        other.deal()


def test_damaged_records_are_refused_in_a_sentence() -> None:
    session = go(opened())
    for data in (b"", b"{}", b'{"setup": {}, "entries": []}', b'{"setup": {"games": []}, "entries": []}'):
        with pytest.raises(RecordError, match=r"\.$"):
            PokerSession.load(data)
    record = PokerSession.load(session.dump()).record
    at = next(place for place, entry in enumerate(record.entries) if entry.shuffles)
    record.entries[at] = msgspec.structs.replace(record.entries[at], shuffles=())
    with pytest.raises(RecordError, match="fewer shuffles"):
        PokerSession.load(record)


def test_players_see_the_table_by_their_names() -> None:
    session = opened(seats=(1, 2, 3))
    session.deal()
    seen = {name: session.view(f"player {name}").deal for name in ("Ann", "Bob")}
    assert seen["Ann"] is not None
    assert -1 not in seen["Ann"].piles["player 1"]
    assert seen["Bob"] is not None
    assert set(seen["Bob"].piles["player 1"]) == {-1}


def test_all_that_can_happen_happens() -> None:
    """Guards against sessions in which nothing happens."""
    seen: Counter[str] = Counter()
    wanted = {"missed blind", "owes blinds", "dealt in", "short buy", "out of chips", "names the game"}
    wanted |= {"dead blind", "live blind"}
    for seed in range(120):
        house, game = TABLES[seed % len(TABLES)]
        session = new_table(house, game, seed)
        night(session, random.Random(seed), hands=8)
        seen.update(event.verb for event in session.events)
        seen.update(event.words for hand in _hands(session) for event in hand.events if event.verb == "post")
        if wanted <= set(seen):
            break
    assert wanted <= set(seen)


def _hands(session: PokerSession) -> list:
    return [dealing.deal for dealing in session.dealings()]
