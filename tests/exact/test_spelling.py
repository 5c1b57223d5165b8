"""A proof does not depend on how a file writes the round: the same cards in other piles take the same time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss import house
from pitboss.exact import solver
from pitboss.exact.figures import Figures, Tally
from pitboss.exact.request import prove
from pitboss.exact.script.one_pile import one_pile
from pitboss.exact.script.views import Outside
from pitboss.exact.shapes.general import General
from pitboss.exact.shapes.showdown.showdown import DealerShowdown
from pitboss.exact.stakes import combination, groups
from pitboss.house.vocabulary import game_file
from tests.exact.small import counted

DOUBLE_DOWN_STUD = """
id = "double-down-stud"
name = "Double Down Stud"
deck = 52
spots = 1
unit = "ante"
ranking = "standard"
script = [ %s, { decide = "double" }, %s, { settle = "all" } ]
[decision]
double = [ { say = "stay" }, { say = "double", place = { double = 1 } } ]
[hand]
player = { of = %s }
[wager.ante]
initial = "required"
shown = ["table", "lose"]
[wager.ante.table]
"royal flush" = 2000
"straight flush" = 200
"four of a kind" = 50
"full house" = 11
"flush" = 8
"straight" = 5
"three of a kind" = 3
"two pair" = 2
"pair of J" = 1
"pair of 6" = 0
[wager.double]
of = "ante"
shown = ["table", "lose"]
table = "ante"
"""


def own(cards: int) -> str:
    return f'{{ deal = "player", cards = {cards} }}'


def up(pile: str, cards: int) -> str:
    return f'{{ deal = "{pile}", cards = {cards}, face = "up" }}'


# Four cards known when the player may double, and a fifth, in every arrangement of piles a file may use.
FIVE_CARDS = {
    "own, board": (own(4), up("board", 1), ["player", "board"]),
    "all own": (own(4), own(1), ["player"]),
    "one pile beside": (f"{own(1)}, {up('street', 3)}", up("street", 1), ["player", "street"]),
    "two piles beside": (f"{own(2)}, {up('a', 1)}, {up('b', 1)}", up("b", 1), ["player", "a", "b"]),
    "three piles": (f"{own(1)}, {up('a', 3)}", up("last", 1), ["player", "a", "last"]),
    "turned": (
        f'{own(2)}, {{ deal = "board", cards = 3 }}, {{ turn = "board", cards = 2 }}',
        '{ turn = "board" }',
        ["player", "board"],
    ),
    "none own": (up("board", 4), up("board", 1), ["board"]),
}

BOSTON = """
id = "boston"
name = "Two cards, then a third"
deck = %s
spots = 1
unit = "ante"
ranking = "three-card"
script = [
  { deal = "player", cards = 2 },
  { deal = "dealer", cards = 3 },
  { decide = "first" },
  %s,
  { decide = "second" },
  { turn = "dealer" },
  { settle = "all" },
]
[decision]
first = [ { say = "fold", fold = true }, { say = "raise", place = { raise = 1 } } ]
second = [ { say = "check" }, { say = "bet", place = { bet = 2 } } ]
[hand]
player = { of = %s }
dealer = { of = ["dealer"] }
[wager.ante]
initial = "required"
against = "dealer"
fold = "lose"
win = ["table", "push"]
tie = "lose"
lose = "lose"
table = { "straight" = 2, "pair" = 1 }
[wager.raise]
of = "ante"
against = "dealer"
win = "1 to 1"
tie = "lose"
lose = "lose"
[wager.bet]
of = "ante"
against = "dealer"
win = ["table", "push"]
tie = "lose"
lose = "lose"
table = { "straight" = 2, "pair" = 1 }
"""
THIRD = {"own": (own(1), ["player"]), "board": (up("board", 1), ["player", "board"])}


def told(found: Figures) -> list[object]:
    """What a sheet reports for a stake group."""
    return [found.shape, found.deals, found.edge, found.nets, found.lines]


def proofs_of(texts: Mapping[str, str]) -> dict[str, Figures]:
    games = {name: game_file.parse(text, "game.toml") for name, text in texts.items()}
    return {name: prove(game, fresh=True)["ante"] for name, game in games.items()}


def like_the_first(found: Mapping[str, Figures]) -> None:
    """Every spelling gives equal figures, from equally many situations in one job."""
    first = next(iter(found.values()))
    for name, figures in found.items():
        assert told(figures) == told(first), name
        assert figures.work == first.work, name
        assert re.search(r"^[\d,]+ situations .* in 1 job", figures.work)


def test_five_cards_cost_the_same_in_any_piles() -> None:
    """Double Down Stud returns 97.33%, after the same work whatever the piles."""
    found = proofs_of({name: DOUBLE_DOWN_STUD % parts for name, parts in FIVE_CARDS.items()})
    like_the_first(found)
    assert found["own, board"].edge == Fraction(2889, 108290)


def test_cards_dealt_to_the_player_after_a_decision_are_proved_as_cards_of_the_table() -> None:
    found = proofs_of({name: BOSTON % ("52", *parts) for name, parts in THIRD.items()})
    like_the_first(found)
    assert found["own"].shape == "reveal"


@pytest.mark.parametrize("name", THIRD)
def test_later_cards_are_proved_to_the_truth(name: str) -> None:
    """On a small deck, compared with the round played out exactly as the file writes it."""
    game = game_file.parse(BOSTON % ('{ ranks = "J-A", suits = 2 }', *THIRD[name]), "game.toml")
    group = combination(game, {"ante": 1})
    found = prove(game, wagers={"ante": 1}, fresh=True)["ante=1"]
    assert found.shape == "reveal"
    assert found.ev == counted(General(game, group.stakes), group).ev


@pytest.mark.parametrize("name", FIVE_CARDS)
def test_known_cards_are_proved_to_the_truth(name: str) -> None:
    text = (DOUBLE_DOWN_STUD % FIVE_CARDS[name]).replace("deck = 52", 'deck = { ranks = "T-A", suits = 2 }')
    game = game_file.parse(text, "game.toml")
    group = combination(game, {"ante": 1})
    found = prove(game, wagers={"ante": 1}, fresh=True)["ante=1"]
    assert found.shape == "holding"
    assert found.ev == counted(General(game, group.stakes), group).ev


# Where a hand tells the piles apart they stay as they are.
APART: Mapping[str, tuple[str, str]] = {
    "a hand of one pile alone": (
        'player = { of = ["player", "street"] }',
        'player = { of = ["player", "street"] }\n'
        'street = { of = ["street"], ranking = "three-card", at = "double" }\n'
        '[wager.side]\ninitial = "beside"\n'
        'hand = "street"\nshown = ["table", "lose"]\ntable = { "pair" = 1 }',
    ),
    "a number of cards from a pile": (
        'player = { of = ["player", "street"] }',
        'player = { of = ["player", "street"], must = { player = 1, street = 4 } }',
    ),
}


@pytest.mark.parametrize("why", APART)
def test_piles_that_a_hand_tells_apart_stay(why: str) -> None:
    text = DOUBLE_DOWN_STUD % FIVE_CARDS["one pile beside"]
    text = text.replace("['player', 'street']", '["player", "street"]')
    game = game_file.parse(text.replace(*APART[why]), "game.toml")
    stakes = {wager.key: Fraction(1) for wager in game.initial}
    assert one_pile(game, stakes) is game


@pytest.mark.parametrize("name", house.names())
def test_shipped_games_stay_as_they_are(name: str) -> None:
    for group in groups(house.load(name).definition):
        assert one_pile(group.game, group.stakes) is group.game


STREETS = """
id = "long-streets"
name = "Four streets"
deck = 52
spots = 1
unit = "ante"
ranking = "standard"
script = [
  { deal = "player", cards = 2 },
  { decide = "one" },
  { deal = "a", cards = 1, face = "up" },
  { decide = "two" },
  { deal = "b", cards = 1, face = "up" },
  { decide = "three" },
  { deal = "c", cards = 1, face = "up" },
  { deal = "d", cards = 1, face = "up" },
  { deal = "e", cards = 1, face = "up" },
  { settle = "all" },
]
[decision]
one = [ { say = "stay" }, { say = "bet", place = { first = 1 } } ]
two = [ { say = "stay" }, { say = "bet", place = { second = 1 } } ]
three = [ { say = "stay" }, { say = "bet", place = { third = 1 } } ]
[hand]
player = { of = ["player", "a", "b", "c", "d", "e"] }
[wager.ante]
initial = "required"
shown = ["table", "lose"]
table = { "two pair" = 3, "pair of J" = 1 }
""" + "".join(
    f'[wager.{key}]\nof = "ante"\nshown = ["table", "lose"]\ntable = "ante"\n' for key in ("first", "second", "third")
)


def test_a_round_that_is_only_too_large_is_refused_for_its_size() -> None:
    game = game_file.parse(STREETS, "game.toml")
    with pytest.raises(Outside) as refused:
        prove(game)
    message = str(refused.value)
    assert message.startswith("step 10 of the script ends a round of 13,983,953,555 situations")
    assert "too many to lay out one by one; simplify" in message
    assert "compares" not in message


OPEN_CARD = """
id = "open-card"
name = "An open card"
deck = { ranks = "T-A", suits = 2 }
spots = 1
unit = "ante"
ranking = "three-card"
script = [
  { deal = "player", cards = 3 },
  { deal = "dealer", cards = 1, face = "up" },
  { deal = "dealer", cards = 2 },
  { decide = "play" },
  { turn = "dealer" },
  { settle = "all" },
]
[decision]
play = [ { say = "fold", fold = true }, { say = "play", place = { play = 1 } } ]
[hand]
player = { of = ["player"] }
dealer = { of = ["dealer"] }
[wager.ante]
initial = "required"
against = "dealer"
fold = "lose"
win = "1 to 1"
tie = "push"
lose = "lose"
[wager.play]
of = "ante"
against = "dealer"
win = "1 to 1"
tie = "push"
lose = "lose"
"""


def test_a_resumed_proof_reports_the_seconds_of_all_its_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By a fake clock each job takes a minute; stopped in its third job, a proof keeps two, with their time."""
    monkeypatch.setattr(solver, "LONG", 0)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    game = game_file.parse(OPEN_CARD, "game.toml")
    solver.warm(groups(game)[0])
    clock = [0.0]
    monkeypatch.setattr(solver.time, "perf_counter", lambda: clock[0])
    run = DealerShowdown.run

    def slowly(self: DealerShowdown, job: int, pool: Any = None) -> Tally:
        clock[0] += 60
        if clock[0] == 180:
            raise KeyboardInterrupt
        return run(self, job, pool)

    monkeypatch.setattr(DealerShowdown, "run", slowly)
    with pytest.raises(KeyboardInterrupt):
        prove(game)
    found = prove(game)["ante"]
    jobs = int(re.search(r"in (\d+) jobs", found.work)[1])  # type: ignore[index]
    assert jobs > 3
    assert found.seconds == 60 * jobs
