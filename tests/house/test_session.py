"""A table against the house: spots, wagers placed before the round, the rack."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

import pitboss
from pitboss import house
from pitboss.deal.session import SessionError
from pitboss.errors import PitbossError
from pitboss.house import limits
from pitboss.house.session import HouseSession


def opened(game: str = "top5", **more: object) -> HouseSession:
    session = HouseSession.open(game, shuffle=pitboss.seeded(7), **more)  # type: ignore[arg-type]
    session.sit(1, "Ann", 10_000)
    session.sit(2, "Ben", 10_000)
    return session


@pytest.mark.rule("HB-7")
def test_a_player_sees_their_second_spot_when_the_first_is_finished() -> None:
    session = opened()
    session.sit(4, "Ann")
    for seat in (1, 2, 4):
        session.place(seat, {"ante": 500})
    session.deal()
    assert session.actors == (1, 2)
    ann = session.view("player Ann").deal
    assert ann is not None
    assert -1 not in ann.piles["player 1"]
    assert set(ann.piles["player 4"]) == {-1}
    before = session.version
    session.act(1, "play")
    look = [event for event in session.since(before, "player Ann").events if event.verb == "look"]
    assert [(event.seat, -1 in event.cards) for event in look] == [(4, False)]
    assert [-1 in event.cards for event in session.since(before, "player Ben").events if event.verb == "look"] == [True]
    assert session.actors == (2, 4)


@pytest.mark.rule("HB-7")
def test_several_spots_share_one_account() -> None:
    session = opened()
    session.sit(4, "Ann", 5_000)
    assert session.chips()["player Ann"] == 15_000
    session.leave(1)
    assert session.chips()["player Ann"] == 15_000
    session.leave(4)
    assert "player Ann" not in session.chips()
    assert session.chips()["cage"] == -10_000


@pytest.mark.rule("HB-1")
@pytest.mark.parametrize(
    ("seat", "wagers", "words"),
    [
        (3, {"ante": 500}, "nobody plays spot 3"),
        (1, {"dance": 500}, "not a wager of"),
        (1, {"ante": -5}, "not an amount"),
        (1, {"ante": 2.5}, "not an amount"),
        (1, {house.load("top5").definition.placed[0].key: 500}, "placed by a decision"),
        (1, {"ante": 20_000}, "wagers .* but has"),
    ],
)
def test_what_cannot_be_placed_is_refused_and_what_was_placed_stays(
    seat: int, wagers: Mapping[str, int], words: str
) -> None:
    session = opened()
    session.place(1, {"ante": 500})
    before = session.dump()
    with pytest.raises(PitbossError, match=words):
        session.place(seat, wagers)
    assert session.dump() == before
    assert session.seats[1].placed == {"ante": 500}


@pytest.mark.rule("HB-1")
def test_wagers_may_be_taken_back_until_the_deal_and_not_after() -> None:
    session = opened()
    session.place(1, {"ante": 500})
    session.place(2, {"ante": 500})
    session.place(2, {})
    deal = session.deal()
    assert list(deal.stakes) == [1]
    with pytest.raises(SessionError, match="no more wagers"):
        session.place(2, {"ante": 500})
    session.buy(2, 1_000)  # who is not in the round may buy
    with pytest.raises(SessionError, match="between rounds"):
        session.buy(1, 1_000)
    with pytest.raises(SessionError, match="leave when it is over"):
        session.leave(1)


def test_without_a_wager_there_is_no_round() -> None:
    session = opened()
    with pytest.raises(SessionError, match="no wager is placed"):
        session.deal()
    session.place(1, {"ante": 500})
    session.sit_out(1)
    with pytest.raises(SessionError, match="no wager is placed"):
        session.deal()
    with pytest.raises(SessionError, match="players cannot name a game"):
        session.name("top5")


@pytest.mark.rule("HB-2")
def test_the_limits_of_the_table_and_the_law_count_when_wagers_are_placed() -> None:
    posted = limits.parse("ante=5-100/5", house.load("top5").definition)
    session = opened(limits=posted, jurisdiction="washington", on=date(2026, 1, 5))
    assert session.least_wagers(1) == {"ante": 500}
    ante = next(option for option in session.wagers(1) if option.word == "ante")
    assert (ante.low, ante.high, ante.step) == (500, 10_000, 500)
    with pytest.raises(PitbossError, match="below the table minimum"):
        session.place(1, {"ante": 100})
    session.buy(1, 990_000)
    with pytest.raises(PitbossError, match="above the table maximum"):
        session.place(1, {"ante": 50_000})
    session.place(1, {"ante": 500})
    session.deal()
    assert HouseSession.load(session.dump()).view("floor") == session.view("floor")


@pytest.mark.parametrize("game", house.names())
def test_the_least_wagers_of_every_game_are_accepted(game: str) -> None:
    session = opened(game)
    session.place(1, session.least_wagers(1))
    assert session.deal().stakes[1].keys() >= {
        wager.key for wager in session.game.definition.initial if wager.initial == "required"
    }


def test_the_rack_is_the_bank() -> None:
    session = opened(practice=True)
    session.place(1, {"ante": 500})
    session.deal()
    session.act(1, "fold")
    session.finish()
    chips = session.chips()
    assert (chips["player Ann"], chips["rack"], chips["cage"]) == (9_500, 500, -20_000)
    session.undo()
    assert session.running is not None
    assert {name: cents for name, cents in session.chips().items() if name in chips} == chips
