"""What a user sees at the Python prompt: objects that describe themselves, and errors in plain sentences."""

from __future__ import annotations

import inspect
from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.house_game import HouseGame
from pitboss.poker import PokerSession
from pitboss.wager_text import PROOF_DEFAULTS


def test_a_round_says_what_it_waits_for() -> None:
    game = pitboss.game("top5")
    deal = game.deal({1: {"ante": 500}, 3: {"ante": 500}}, shuffle=pitboss.seeded(7))
    assert repr(deal) == "<Round of Top 5 Poker, spots 1, 3: spots 1, 3 to decide 'play'>"
    assert repr(deal.act(1, "play")) == "<Round of Top 5 Poker, spots 1, 3: spot 3 to decide 'play'>"
    assert repr(deal.act(3, "fold")) == "<Round of Top 5 Poker, spots 1, 3: over>"
    slow = game.deal({1: {"ante": 500}}, shuffle=pitboss.seeded(7), auto=False)
    assert repr(slow) == "<Round of Top 5 Poker, spot 1: the dealer's turn>"


def test_a_poker_hand_and_a_session_say_where_they_stand() -> None:
    table = PokerSession.open("holdem", house="pot", limit="2-4", shuffle=pitboss.seeded(1))
    for seat in (1, 2, 3):
        table.sit(seat, f"guest {seat}", 4000)
    about = "<Session of Texas Hold'em, Pot house, 2-4: 3 of 10 seats taken, "
    assert repr(table) == f"{about}0 hands dealt>"
    hand = table.deal()
    first = hand.actors[0]
    assert repr(hand) == f"<Hand of Texas Hold'em, seats 1 2 3: first street, seat {first} to act, pot $3>"
    assert repr(table) == f"{about}1 hand dealt, the last one running>"
    hand.act(first, "fold")
    hand.act(hand.actors[0], "fold")
    assert repr(hand) == "<Hand of Texas Hold'em, seats 1 2 3: over>"
    choice = PokerSession.open(house="button", limit="2-4", shuffle=pitboss.seeded(1))
    assert repr(choice).startswith("<Session of Texas Hold'em and 4 other games, Button house, 2-4: 0 of ")


@pytest.mark.parametrize("word", ["prove", "advise"])
def test_a_game_without_a_house_says_what_to_use_instead(word: str) -> None:
    game = pitboss.game("holdem", house="pot", limit="2-4")
    with pytest.raises(pitboss.PitbossError, match=r"^Texas Hold'em is played between seats .* pitboss\.equity "):
        getattr(game, word)("As Ks")


# Proofs


def test_a_proof_takes_changed_pay_cells_and_wagers_placed_together() -> None:
    game = pitboss.game("three-card")
    plain = game.prove()
    assert repr(plain) == "<Proof of three-card, house edge: ante 3.3730%, pair-plus 2.3167%>"
    assert repr(plain["ante"]).startswith("<Figures of ante: house edge 3.3730%, win 44.91%, push 0.06%, lose 55.03%>")
    assert list(plain) == ["ante", "pair-plus"]
    changed = game.prove(only="pair-plus", pay="pair-plus:flush=3")
    assert changed["pair-plus"].edge == plain["pair-plus"].edge + Fraction(1096, 22100)
    assert game.prove(only="pair-plus", pay=["pair-plus:flush=3"])["pair-plus"].ev == changed["pair-plus"].ev
    assert pitboss.prove("three-card", only="pair-plus", pay="pair-plus:flush=3").groups.keys() == {"pair-plus"}
    both = game.prove(wagers={"pair-plus": 5})
    assert repr(both) == "<Proof of three-card, house edge: pair-plus=5 11.5837% of one unit (5 placed)>"
    assert both["pair-plus=5"].edge == 5 * plain["pair-plus"].edge
    for written in ({"pair-plus": "5"}, {"pair-plus": 5.0}, {"pair-plus": Fraction(5)}, "pair-plus=5"):
        (same,) = game.prove(wagers=written).groups.values()
        assert same.ev == both["pair-plus=5"].ev


def test_a_proof_takes_the_choices_of_the_house() -> None:
    game = pitboss.game("high5")
    assert len([key for key in game.prove(only="trips/APP-02") if key.startswith("trips")]) == 1
    for written in ({"trips": "APP-02"}, "trips=APP-02", ["trips=APP-02"]):
        (alone,) = game.prove(option=written, wagers={"trips": 1}).groups.values()
        assert alone.ev == game.prove(only="trips/APP-02")["trips/APP-02"].ev


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        ({"pay": "pair-plus"}, "'pair-plus' is not a pay cell; "),
        ({"pay": "tens:flush=3"}, "'tens' is not a wager of Three Card Poker; its wagers are "),
        ({"pay": 6}, "6 is not text; "),
        ({"wagers": {"tens": 1}}, "'tens' is not a wager placed before the deal of Three Card Poker; "),
        ({"wagers": {"ante": 0}}, "ante = 0 is not a stake; "),
        ({"wagers": {"ante": "much"}}, "'much' is not a stake on ante; "),
        ({"wagers": {"ante": float("nan")}}, "nan is not a stake on ante; "),
        ({"wagers": {"ante": True}}, "True is not a stake on ante; "),
        ({"wagers": {}}, "no wager is named; "),
        ({"wagers": 5}, "5 are not wagers; "),
        ({"wagers": {"ante": 1}, "only": "ante"}, "only= names a stake group and wagers= a combination; "),
        ({"only": "tens"}, "'tens' is not a stake group of this game; its stake groups are ante, pair-plus."),
        ({"option": "tens"}, "'tens' is not an option; "),
        ({"option": {"self": 3}}, "'self' is not an option of Three Card Poker; "),
        ({"option": {"definition": 3}}, "'definition' is not an option of Three Card Poker; "),
        ({"option": "tables=3"}, "tables = '3' names no wager; "),
        ({"threads": -1}, "threads=-1 is not possible; "),
        ({"threads": "two"}, "threads='two' is not possible; "),
    ],
)
def test_what_cannot_be_proved_says_why(mistake: dict[str, Any], sentence: str) -> None:
    with pytest.raises(pitboss.PitbossError) as raised:
        pitboss.game("three-card").prove(**mistake)
    assert str(raised.value).startswith(sentence)
    assert str(raised.value).endswith(".")


def test_a_stake_group_that_is_not_there_is_an_error_of_both_kinds() -> None:
    proof = pitboss.game("three-card").prove(only="ante")
    for kind in (pitboss.PitbossError, KeyError):
        with pytest.raises(kind) as raised:
            proof["foo"]
        assert str(raised.value) == "'foo' is not a stake group of this proof; it has 'ante'."
    assert "foo" not in proof
    assert "ante" in proof


def test_help_names_the_arguments_of_a_proof() -> None:
    told = inspect.signature(pitboss.game("three-card").prove)
    assert {"only", "pay", "wagers", "option", "threads", "fresh"} <= set(told.parameters)
    assert {name: each.default for name, each in told.parameters.items()} == PROOF_DEFAULTS
    assert set(inspect.signature(pitboss.prove).parameters) == {"name", *told.parameters}
    assert all(f"``{name}``" in str(HouseGame.prove.__doc__) for name in told.parameters)


def test_advice_takes_wagers_as_a_proof_does() -> None:
    game = pitboss.game("top5", tens=1)
    advice = game.advise("Ah Kd Qs Tc 4h", board="2s", wagers={"ante": 1, "tens": 5})
    assert advice == game.advise("Ah Kd Qs Tc 4h", board="2s", ante=1, tens=5)
    assert advice == pitboss.advise("top5", "Ah Kd Qs Tc 4h", board="2s", wagers="ante=1,tens=5")
    dashed = pitboss.advise("three-card", "Qs 6d 4c", wagers={"ante": 1, "pair-plus": 5})
    assert dashed == pitboss.advise("three-card", "Qs 6d 4c", ante=1, pair_plus=5)
    once = pitboss.game("mississippi").advise("Ah 4d", board="2s", did="bet 1x")
    assert once == pitboss.game("mississippi").advise("Ah 4d", board="2s", did=["bet 1x"])


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        ({"ante": "much"}, "'much' is not a stake on ante; "),
        ({"wagers": {"ante": 1}, "tens": 1}, "wagers= names all that is placed; put tens into it too."),
        ({"wagers": 3}, "3 are not wagers; "),
        ({"did": 3}, "3 is not text; "),
        ({"foo": 1}, "'foo' is not a wager placed before the deal of Top 5 Poker; "),
    ],
)
def test_advice_that_cannot_be_given_says_why(mistake: dict[str, Any], sentence: str) -> None:
    with pytest.raises(pitboss.PitbossError) as raised:
        pitboss.advise("top5", "Ah Kd Qs Tc 4h", board="2s", **mistake)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("name", "options", "dealt", "more"),
    [
        ("top5", {}, {"wagers": {1: {"ante": 500}}}, {"folded", "game", "lines", "net", "owners", "stakes", "voided"}),
        (
            "holdem",
            {"house": "pot", "limit": "2-4"},
            {"stacks": {1: 4000, 2: 4000}, "button": 1},
            {"board", "button", "cards", "game", "in_hand", "pot", "seats", "stack", "to_call"},
        ),
    ],
)
def test_what_a_deal_can_be_asked_is_short_and_documented(
    name: str, options: dict[str, Any], dealt: dict[str, Any], more: set[str]
) -> None:
    """The public surface grows only on purpose; everything else of a round or hand is private."""
    wagers = dealt.pop("wagers", None)
    deal = pitboss.game(name, **options).deal(*([wagers] if wagers else []), shuffle=pitboss.seeded(7), **dealt)
    public = set(dir(deal))
    assert public - more == {
        *("act", "actors", "chips", "default_act", "done", "dump", "events", "events_for", "floor", "kind", "legal"),
        *("chat_open", "load", "moves", "record", "rulings", "seats_of", "seen_positions", "step", "undo", "version"),
        *("standing", "view"),
    }
    assert more <= public
    for each in public:
        value = inspect.getattr_static(type(deal), each, None)
        assert hasattr(deal, each)
        assert not callable(getattr(deal, each)) or inspect.getdoc(getattr(type(deal), each)), each
        assert not isinstance(value, property) or value.__doc__, each
