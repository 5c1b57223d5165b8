"""A game whose deck is too small for its draw is refused when it is loaded (LB-4)."""

from __future__ import annotations

from pathlib import Path

import pytest

import pitboss
from pitboss import datafile, poker
from pitboss.deal import IllegalAction
from pitboss.poker.game import PokerGame
from tests.poker.table import GAMES, at_random, book, load, may

pytestmark = pytest.mark.rule("LB-4")
LOWBALL = (GAMES / "lowball.toml").read_text(encoding="utf-8")


def changed(*changes: tuple[str, str]) -> str:
    text = LOWBALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ([("[2, 7]", "[2, 10]")], "10 seats hold 50 cards and the deck has 52, too few for one of them to draw 5"),
        ([("down = 5", "down = 7")], "7 seats hold 49 cards"),
        ([("[win.low]", '[street.again]\ndraw = 13\nlimit = "none"\n\n[win.low]')], "to draw 18"),
        ([("[win.low]", '[street.last]\ndown = 1\nlimit = "none"\n\n[win.low]')], "may need 77 cards up to here"),
        ([("[win.low]", '[street.last]\nboard = 1\nlimit = "none"\n\n[win.low]')], "may need 71 cards up to here"),
    ],
)
def test_a_file_whose_deck_cannot_serve_a_draw_is_refused(changes: list[tuple[str, str]], sentence: str) -> None:
    (problem,) = poker.problems(changed(*changes), "lowball.toml")
    assert sentence in problem.sentence
    assert problem.line


def test_a_house_that_seats_too_many_for_the_draw_is_refused(tmp_path: Path) -> None:
    path = book(tmp_path, "pot", ("[games.lowball]\n", "[games.lowball]\nseats = [2, 10]\n"))
    with pytest.raises(datafile.FileError, match="10 seats hold 50 cards"):
        poker.load("lowball", path)


@pytest.mark.parametrize("seats", [8, 9])
def test_as_many_as_the_deck_can_serve_play_to_the_end(tmp_path: Path, seats: int) -> None:
    """Nine hold 45 cards and seven are left: enough for each to draw five, from what the others threw away."""
    path = tmp_path / "lowball.toml"
    path.write_text(changed(("[2, 7]", f"[2, {seats}]")), encoding="utf-8")
    game = poker.load(path, "pot")
    hand = game.deal(dict.fromkeys(range(1, seats + 1), 5000), 1, pitboss.seeded(1))
    while not hand.done:
        options = may(hand)
        if "draw" in options:
            hand.act(hand.actors[0], options["draw"].actions[-1])  # all five
        else:
            hand.act(hand.actors[0], "check")
    assert sum(event.verb == "reshuffle" for event in hand.events) >= 3
    for seed in range(20):
        at_random(game.deal(dict.fromkeys(range(1, seats + 1), 5000), 1, pitboss.seeded(seed)), seed, folds=0.05)


def test_a_dealer_without_a_card_to_deal_says_so() -> None:
    """Unreachable in a loaded game; the test raises the number of seats by hand."""
    spread = load("lowball", "pot", "2-4")
    game = PokerGame(spread.definition, spread.book, spread.limit, reference=spread.reference)
    game.seats = (2, 10)
    hand = game.deal(dict.fromkeys(range(1, 11), 5000), 10, pitboss.seeded(1))
    while hand.phase == "bet":
        hand.act(hand.actors[0], "check")
    with pytest.raises(IllegalAction, match="no card is left that seat 1 could get"):
        hand.act(1, may(hand)["draw"].actions[-1])
