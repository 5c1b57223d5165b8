"""Games played through the page: one of each kind in ``make test``, all by mouse and keyboard in ``make long``."""

from __future__ import annotations

import pytest

from .driver import Hands, Keyboard, Mouse, Player, Watching
from .serving import Room

HOUSE = [
    "top5",
    "holdout",
    "high5",
    "six54",
    "three-card",
    "four-card",
    "crazy4",
    "caribbean",
    "casino-holdem",
    "let-it-ride",
    "mississippi",
    "ultimate",
]
POKER = ["holdem", "omaha", "omaha-hi-lo", "seven-stud", "five-stud", "draw", "lowball"]
WAYS = {"mouse": Mouse, "keyboard": Keyboard}


@pytest.fixture
def player(visits: Watching, room: Room) -> Player:
    """A guest who watches cards fly and chips move."""
    return visits.guest(room, "Ann", reduced_motion="no-preference")


def play(player: Player, hands: Hands, **wanted: object) -> list[str]:
    """Sit down at a new table with one bot and play deals to their end until there was something to decide."""
    player.go(player.open(bots=1, **wanted))
    player.sit(hands)
    pressed: list[str] = []
    for deals in range(1, 6):
        pressed += player.play(hands)
        assert player.dealt() >= deals
        if any(label != "bet" for label in pressed):
            break
    return pressed


@pytest.mark.parametrize(("game", "way"), [("top5", "mouse")])
def test_a_round_against_the_house(player: Player, game: str, way: str) -> None:
    pressed = play(player, WAYS[way](), game=game)
    assert pressed[0] == "bet"
    assert len(pressed) > 1, "nothing was decided"


@pytest.mark.parametrize(("game", "way"), [("draw", "keyboard")])
def test_a_hand_of_poker(player: Player, game: str, way: str) -> None:
    assert play(player, WAYS[way](), game=game, house="pot", limit="2-4")


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", HOUSE)
def test_every_game_against_the_house(player: Player, game: str, way: str) -> None:
    assert len(play(player, WAYS[way](), game=game)) > 1


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", POKER)
def test_every_game_of_poker(player: Player, game: str, way: str) -> None:
    assert play(player, WAYS[way](), game=game, house="pot", limit="2-4")
