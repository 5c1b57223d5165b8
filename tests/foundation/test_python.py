"""What somebody sees at the Python prompt: objects that say what they are, and sentences instead of puzzles."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.poker import Session


def test_a_round_says_what_it_waits_for() -> None:
    game = pitboss.game("top5")
    deal = game.deal({1: {"ante": 500}, 3: {"ante": 500}}, shuffle=pitboss.seeded(7))
    assert repr(deal) == "<Round of Top 5 Poker, spots 1, 3: spots 1, 3 to decide 'play'>"
    assert repr(deal.act(1, "play")) == "<Round of Top 5 Poker, spots 1, 3: spot 3 to decide 'play'>"
    assert repr(deal.act(3, "fold")) == "<Round of Top 5 Poker, spots 1, 3: over>"
    slow = game.deal({1: {"ante": 500}}, shuffle=pitboss.seeded(7), auto=False)
    assert repr(slow) == "<Round of Top 5 Poker, spot 1: the dealer's turn>"


def test_a_poker_hand_and_a_session_say_where_they_stand() -> None:
    table = Session.open("holdem", house="pot", limit="2-4", shuffle=pitboss.seeded(1))
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
    choice = Session.open(house="button", limit="2-4", shuffle=pitboss.seeded(1))
    assert repr(choice).startswith("<Session of Texas Hold'em and 4 other games, Button house, 2-4: 0 of ")


@pytest.mark.parametrize("word", ["prove", "advise"])
def test_a_game_without_a_house_says_what_to_use_instead(word: str) -> None:
    game = pitboss.game("holdem", house="pot", limit="2-4")
    with pytest.raises(
        pitboss.PitbossError, match=r"^Texas Hold'em is played between seats .* pitboss\.poker\.equity "
    ):
        getattr(game, word)("As Ks")
