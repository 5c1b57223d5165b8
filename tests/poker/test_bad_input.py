"""Bad input to a hand or a table is refused in one sentence and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

import pitboss
from pitboss.errors import PitbossError
from pitboss.poker.hand import Hand
from pitboss.poker.hand_setup import TableError
from pitboss.poker.session.session import PokerSession

from .table import deal, load, may, play

NO_AMOUNTS = [400.0, 400.5, float("nan"), "400", None, True, False, [400], (400,), b"400"]
NO_WORDS = [None, 5, b"call", ("call",), ["call"], {"call": 1}, 1.5, True]
NO_SEATS = [None, "3", 3.0, True, [3], (3,), b"3", float("nan")]


def refused(hand: Hand, say: Any) -> str:
    """The sentence of the refusal; the hand must be unchanged."""
    before = (hand.dump(), hand.events[:], hand.moves[:], hand.chips(), hand.actors)
    with pytest.raises(PitbossError) as error:
        say()
    assert (hand.dump(), hand.events, hand.moves, hand.chips(), hand.actors) == before
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.fixture
def hand() -> Hand:
    """Seat 3 is first to act."""
    return deal(load("holdem", "pot", "2-4"), 4000, 4000, 4000)


@pytest.mark.parametrize("cents", NO_AMOUNTS, ids=repr)
def test_an_amount_is_a_whole_number_of_cents(hand: Hand, cents: Any) -> None:
    for action in ("raise", "call", "fold"):
        assert "whole cents" in refused(hand, lambda word=action: hand.act(3, word, cents))
    open_ended = deal(load("holdem", "pot", "2-4", play="no-limit"), 4000, 4000, 4000)
    assert "whole cents" in refused(open_ended, lambda: open_ended.act(3, "raise", cents))
    play(hand, "3 raise 400")
    assert Hand.load(hand.dump()).chips() == hand.chips()


@pytest.mark.parametrize("action", NO_WORDS, ids=repr)
def test_an_action_is_a_word(hand: Hand, action: Any) -> None:
    assert "is not an action" in refused(hand, lambda: hand.act(3, action))
    assert "is not an action" in refused(hand, lambda: hand.act(1, action))


@pytest.mark.parametrize("seat", NO_SEATS, ids=repr)
def test_a_seat_is_a_whole_number(hand: Hand, seat: Any) -> None:
    assert "is not a seat" in refused(hand, lambda: hand.act(seat, "call"))
    if seat != 3:
        assert "is not a seat" in refused(hand, lambda: hand.legal(seat))


def test_whose_turn_it_is_is_asked_by_a_whole_number_when_the_seat_is_one(hand: Hand) -> None:
    play(hand, "3 fold")
    assert "is not a seat" in refused(hand, lambda: hand.act(True, "call"))
    play(hand, "1 call")
    assert may(hand)


@pytest.mark.parametrize("ruling", [["misdeal"], None, 5, b"misdeal", {}], ids=repr)
def test_a_ruling_is_a_name(hand: Hand, ruling: Any) -> None:
    assert "is not a ruling" in refused(hand, lambda: hand.floor(ruling))


@pytest.mark.parametrize(
    "viewer", [None, 3.5, True, -1, 9, [1], b"floor", "player", "player x", "player 9", "nobody"], ids=repr
)
def test_a_viewer_is_a_player_the_floor_or_the_rail(hand: Hand, viewer: Any) -> None:
    assert "cannot look at this deal" in refused(hand, lambda: hand.view(viewer))


SETUPS: list[tuple[dict[str, Any], str]] = [
    ({"stacks": [1, 2]}, "is not a mapping of seats to chips"),
    ({"stacks": None}, "is not a mapping of seats to chips"),
    ({"stacks": {1: True, 2: 400}}, "whole cents"),
    ({"stacks": {1: 400.0, 2: 400}}, "whole cents"),
    ({"stacks": {"1": 400, 2: 400}}, "is not a seat"),
    ({"button": [1]}, "is not a seat for the button"),
    ({"payer": [1]}, "could pay the fee"),
    ({"posts": [(1,)]}, "is not a post"),
    ({"posts": [5]}, "is not a post"),
    ({"posts": 5}, "is not a list"),
    ({"posts": "ante"}, "is not a list"),
    ({"posts": [([1], "ante", 50)]}, "cannot post"),
    ({"posts": [(1, ["ante"], 50)]}, "is not a kind of post"),
    ({"posts": [(1, "ante", 50.0)]}, "whole cents"),
    ({"dead": "3"}, "is not a list"),
    ({"dead": 3}, "is not a list"),
    ({"dead": None}, "is not a list"),
    ({"dead": ["3"]}, "is not a seat"),
    ({"dead": [[3]]}, "is not a seat"),
    ({"dead": (3, 3)}, "named as a dead seat twice"),
    ({"players": {2: "floor"}}, "give each player a name"),
    ({"players": {2: "rail"}}, "give each player a name"),
    ({"players": {1: "Ann", 2: "Ann"}}, "give each player a name"),
    ({"players": {1: "player 2"}}, "give each player a name"),
    ({"players": {1: ""}}, "give each player a name"),
    ({"players": {1: 5}}, "give each player a name"),
    ({"players": {9: "Ann"}}, "not dealt in"),
    ({"players": ["Ann", "Bob"]}, "is not a mapping of seats to names"),
    ({"known": ["As"]}, "is not a mapping of known cards"),
    ({"known": {1: "As Ks", 2: "As Qs"}}, "As of seat 2 is given twice"),
    ({"known": {1: "As Ks", "board": "2c 3c As"}}, "As of the board is given twice"),
    ({"known": {1: [5, 5]}}, "is given twice"),
    ({"known": {9: "As Ks"}}, "9 gets no cards"),
    ({"known": {"foo": "As Ks"}}, "'foo' gets no cards"),
    ({"known": {1: "As Ks Qs"}}, "seat 1 gets at most 2 cards"),
    ({"known": {"board": "As Ks Qs 2c 3c 4c"}}, "the board gets at most 5 cards"),
    ({"known": {1: 5}}, "is not a list of cards for seat 1"),
    ({"known": {1: b"As"}}, "is not a list of cards for seat 1"),
    ({"known": {1: [99]}}, "not a card of the deck"),
    ({"known": {1: ["As"]}}, "not a card of the deck"),
    ({"known": {1: "Jk As"}}, "Jk of seat 1 is not a card of the deck"),
    ({"known": {1: "As Ks"}, "joker": True}, "no deck a joker could be left in"),
    ({"shuffle": 5}, "does not shuffle"),
    ({"showdown": ["ask"]}, "showdown"),
]


@pytest.mark.parametrize(("more", "sentence"), SETUPS, ids=[str(more) for more, _ in SETUPS])
def test_what_is_agreed_before_a_hand_is_checked(more: dict[str, Any], sentence: str) -> None:
    said = {"stacks": {1: 4000, 2: 4000, 3: 4000}, "button": 1, "shuffle": pitboss.seeded(1), **more}
    with pytest.raises(PitbossError) as error:
        load("holdem", "pot", "2-4").deal(**said)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_what_is_said_rightly_is_dealt() -> None:
    game = load("holdem", "pot", "2-4")
    stacks = {1: 4000, 2: 4000, 3: 4000}
    named = game.deal(stacks, 1, pitboss.seeded(1), players={1: "player 1", 2: "Bob"}, dead=[3])
    assert named.view("Bob").piles["player 2"] == named.view("floor").piles["player 2"]
    assert not game.deal(stacks, 1, pitboss.seeded(1), players={}).done
    told = game.deal(stacks, 1, known={1: "As ??", 2: "?? ??", "board": "2c 3c 4c", "burn": "5c"})
    assert told.view("floor").piles["player 1"] == (50 + 1, -1)


@pytest.mark.rule("LB-4", "LB-5")
def test_a_card_may_come_twice_only_where_it_was_thrown_away_or_dealt_anew() -> None:
    stacks = {1: 4000, 2: 4000}
    drawn = {1: "2c 3c 4c 5c 7d 8d", 2: "2h 3h 4h 5h 7h 7d"}  # seat 1 threw the seven of diamonds away
    load("lowball", "pot", "2-4").deal(stacks, 1, known=drawn)
    for known in ({1: drawn[1], 2: "2h 3h 4h 5h 7d"}, {1: [0, 1, 2, 3, 4, 5, 4]}):
        with pytest.raises(TableError):
            load("lowball", "pot", "2-4").deal(stacks, 1, known=known)
    anew = {1: [0, 1, 2, 3, 4] * 3, 2: [5, 6, 7, 8, 9, 0]}
    load("lowball", "button", "2-4").deal(stacks, 1, known=anew)
    with pytest.raises(TableError, match="given twice"):
        load("lowball", "button", "2-4").deal(stacks, 1, known={1: [0, 1, 2, 3, 4], 2: [5, 6, 7, 8, 0]})


@pytest.mark.rule("PK-4", "PK-18")
def test_a_wild_joker_is_not_left_in_the_deck_by_mistake() -> None:
    game = load("draw", "button", "2-4", wild=True)
    with pytest.raises(TableError, match="the joker is a wild card here"):
        deal(game, 4000, 4000, joker=True)
    session = PokerSession.open("draw", house="button", limit="2-4", wild=True, shuffle=pitboss.seeded(3), seats=6)
    for seat in (1, 2):
        session.sit(seat, f"P{seat}", 4000)
    with pytest.raises(TableError, match="the joker is a wild card here"):
        session.deal(joker=True)
    assert (session.button, session.hand) == (0, None)


@pytest.fixture
def session() -> PokerSession:
    table = PokerSession.open("holdem", house="pot", limit="2-4", shuffle=pitboss.seeded(3))
    for seat in range(1, 6):
        table.sit(seat, f"P{seat}", 4000)
    table.sit_out(5)
    return table


@pytest.mark.parametrize("seat", [[1], None, "1", 1.0, True, (1,), b"1"], ids=repr)
def test_a_seat_of_a_table_is_a_whole_number(session: PokerSession, seat: Any) -> None:
    before = session.dump()
    for say in (session.sit_out, session.come_back, session.leave, session.owed, lambda one: session.buy(one, 4000)):
        with pytest.raises(TableError, match="nobody sits in seat"):
            say(seat)
    assert session.dump() == before


@pytest.mark.parametrize(
    "more",
    [{"dead": (5, 5)}, {"dead": "5"}, {"dead": 5}, {"dead": [[5]]}, {"game": ["holdem"]}, {"showdown": "x"}],
    ids=str,
)
def test_a_hand_that_is_not_dealt_costs_no_shuffle(session: PokerSession, more: dict[str, Any]) -> None:
    before = session.dump()
    with pytest.raises(PitbossError):
        session.deal(**more)
    assert (session.dump(), session.hand) == (before, None)
    other = PokerSession.load(before, pitboss.seeded(3))
    hand, same = session.deal(dead=(5,)), other.deal(dead=(5,))
    assert hand.view("floor") == same.view("floor")


def test_what_a_waiting_player_says_can_be_read_again(session: PokerSession) -> None:
    session.deal()
    session.sit(6, "P6", 4000, wait=1)  # type: ignore[arg-type]
    session.come_back(5, wait=1)  # type: ignore[arg-type]
    assert PokerSession.load(session.dump(), pitboss.seeded(3)).places == session.places
