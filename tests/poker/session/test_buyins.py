"""Seats and chips: minimum buy-ins, short buys, arriving, leaving, and refusals (PK-14, TH-3, PK-31)."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.deal.session import SessionError
from pitboss.errors import PitbossError
from pitboss.poker import TableError
from pitboss.poker.session.session import PokerSession

from .table import folded, go, opened, said

# Pot house: every cell of the document's tables; Button house: one table for all its games.
POT = {
    **{(game, "1-2"): 1_000 for game in ("holdem", "omaha", "omaha-hi-lo", "lowball", "five-stud")},
    **{
        (game, "2-4"): 2_000
        for game in ("holdem", "omaha", "omaha-hi-lo", "lowball", "five-stud", "draw", "seven-stud")
    },
}
BUTTON = {"1-2": 1_000, "2-4": 2_000, "3-6": 4_000, "6-12": 6_000, "10-20": 20_000}


@pytest.mark.rule("PK-14", "PK-31")
@pytest.mark.parametrize(("game", "limit"), POT)
def test_pot_house_minimum_buy_ins(game: str, limit: str) -> None:
    least = POT[game, limit]
    session = PokerSession.open(game, "pot", limit, shuffle=pitboss.seeded(1), seats=6)
    with pytest.raises(TableError, match=r"less than the minimum buy-in of \$\d+ at \d-\d \(PK-31\)"):
        session.sit(1, "Ann", least - 50 if session.games[game].ante else least - 100)
    session.sit(1, "Ann", least)
    assert session.places[1].stack == least


@pytest.mark.rule("PK-14", "TH-3", "PK-32")
@pytest.mark.parametrize("limit", BUTTON)
def test_button_house_minimum_buy_ins(limit: str) -> None:
    session = PokerSession.open(house="button", limit=limit, shuffle=pitboss.seeded(1))
    with pytest.raises(TableError, match="minimum buy-in"):
        session.sit(1, "Ann", BUTTON[limit] - 100)
    session.sit(1, "Ann", BUTTON[limit])


@pytest.mark.rule("PK-14")
@pytest.mark.parametrize(
    ("limit", "least"),  # five bets: of the lower limit up to 3-6, of the higher from 5-10 up
    [("1-2", 500), ("2-4", 1_000), ("3-6", 1_500), ("6-12", 6_000), ("10-20", 10_000)],
)
def test_a_short_buy_is_marked_and_nothing_follows(limit: str, least: int) -> None:
    session = PokerSession.open(house="button", limit=limit, shuffle=pitboss.seeded(1))
    session.sit(1, "Ann", BUTTON[limit])
    session.buy(1, least)
    assert said(session, "short buy") == []
    session.buy(1, least - 100)
    assert said(session, "short buy") == [("short buy", 1, least - 100)]
    assert session.places[1].stack == BUTTON[limit] + 2 * least - 100
    assert session.in_play() == [1]


@pytest.mark.rule("PK-14")
@pytest.mark.parametrize("limit", BUTTON)
def test_who_sits_down_is_never_a_short_buy(limit: str) -> None:
    """The column "Buy-In" is a minimum, and no less than five bets in any row."""
    session = PokerSession.open(house="button", limit=limit, shuffle=pitboss.seeded(1))
    session.sit(1, "Ann", BUTTON[limit])
    assert said(session, "short buy") == []


@pytest.mark.rule("PK-14")
@pytest.mark.parametrize(("house", "game", "least"), [("pot", "five-stud", 2_000), ("button", None, 2_000)])
def test_who_has_lost_all_they_had_buys_in_for_the_minimum_again(house: str, game: str | None, least: int) -> None:
    session = PokerSession.open(game, house, "2-4", shuffle=pitboss.seeded(1), seats=6)
    for seat, player in enumerate(("Ann", "Bob", "Cyd"), 1):
        session.sit(seat, player, least)
    while all(place.stack for place in session.places.values()):
        hand = session.deal(game or "holdem")
        while not hand.done:
            options = {option.word for option in hand.legal(hand.actors[0]) if option.allowed}
            word = next(word for word in ("raise", "bet", "complete", "call", "check") if word in options)
            hand.act(hand.actors[0], word)
        session.finish()
    broke = next(seat for seat, place in session.places.items() if not place.stack)
    before = session.dump()
    with pytest.raises(TableError, match=r"\$19 is less than the minimum buy-in of \$20 at 2-4"):
        session.buy(broke, least - 100)
    assert session.dump() == before
    session.buy(broke, least)
    session.buy(broke, 100)  # he has chips now
    assert session.places[broke].stack == least + 100


@pytest.mark.rule("PK-14")
def test_the_pot_house_marks_no_short_buys() -> None:
    session = opened()
    session.buy(1, 100)
    assert said(session, "short buy") == []


def test_chips_are_bought_between_hands() -> None:
    session = opened()
    hand = session.deal()
    for forbidden in (lambda: session.buy(1, 1_000), lambda: session.leave(1)):
        with pytest.raises(TableError, match="seat 1 is in the hand being played"):
            forbidden()
    session.sit(7, "Gus", 2_000)
    session.buy(7, 500)  # he is not in it
    folded(hand)
    session.buy(1, 1_000)
    session.leave(7)
    assert (session.finished, 7 in session.places) == (1, False)


@pytest.mark.parametrize(
    ("seat", "player", "cents", "words"),
    [
        (0, "Zoe", 5_000, "not a seat"),
        (11, "Zoe", 5_000, "seats 1 to 10"),
        ("5", "Zoe", 5_000, "not a seat"),
        (1, "Zoe", 5_000, "taken by Ann"),
        (9, "Ann", 5_000, "has a seat already"),
        (9, "", 5_000, "a name"),
        (9, "Zo\ne", 5_000, "a control character"),
        (9, "Zoe", 5_050, "smallest chip is"),
        (9, "Zoe", 49.5, "is not a buy-in"),
        (9, "Zoe", -100, "is not a buy-in"),
    ],
)
def test_what_is_refused_in_one_sentence(seat: object, player: str, cents: object, words: str) -> None:
    session = opened()
    before = session.dump()
    with pytest.raises(PitbossError, match=words) as refused:
        session.sit(seat, player, cents)
    assert str(refused.value).endswith(".")
    assert session.dump() == before


def test_other_refusals() -> None:
    session = opened()
    with pytest.raises(TableError, match="nobody sits in seat 8; taken seats: 1, 2, 3, 4"):
        session.sit_out(8)
    with pytest.raises(SessionError, match="no deal is over"):
        session.finish()
    session.deal()
    with pytest.raises(SessionError, match="a deal is being played"):
        session.deal()
    with pytest.raises(TableError, match="up to 10 seats"):
        PokerSession.open("holdem", shuffle=pitboss.seeded(1), seats=11)
    with pytest.raises(TableError, match="does not spread"):
        PokerSession.open("omaha", "button", shuffle=pitboss.seeded(1))


def test_who_has_no_chips_is_out_until_they_buy() -> None:
    session = opened("five-stud", limit="2-4", seats=(1, 2))
    session.places[2].stack = 50
    hand = session.deal()
    while not hand.done:
        hand.act(hand.actors[0], "check")
    session.finish()
    loser = next((seat for seat, place in session.places.items() if not place.stack), 0)
    if loser:
        assert said(session, "out of chips") == [("out of chips", loser, 0)]
        session.buy(loser, 2_000)
        session.come_back(loser)
    assert session.in_play() == [1, 2]


def test_the_chips_of_the_cage_come_back_when_players_leave() -> None:
    session = go(opened(), 3)
    fees = session.chips()["fee box"]
    for seat in list(session.places):
        session.leave(seat)
    assert session.chips() == {"pot": 0, "fee box": fees, "cage": -fees}
