"""A decision means one thing: a change in house/decisions shows at the table, in proofs and in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from random import Random
from types import FunctionType
from typing import Any

import pytest

from pitboss.exact.stakes import Group, combination
from pitboss.house import decisions
from pitboss.house.decisions import StakeChange, change, offers
from pitboss.house.definition import Definition
from pitboss.house.game import Game
from pitboss.house.vocabulary import game_file
from pitboss.shuffle import seeded, stream
from pitboss.simulation.play import rounds
from tests.exact.small import counted, every_shape
from tests.simulation.random_play import AtRandom

WAGERS = """
[decision]
before = [ { say = "check" }, { say = "raise {times}x", place = { raise = [2, 3] } }, { say = "back", take = "spare" } ]
after = [ { say = "fold", fold = true }, { say = "call", place = { raise = 1 } } ]

[wager.ante]
initial = "required"
%s
fold = "lose"

[wager.spare]
initial = "required"
equals = "ante"
%s
fold = "lose"

[wager.raise]
of = "ante"
%s
fold = "lose"
"""
ALONE = 'shown = ["table", "lose"]\ntable = { "pair of A" = 40, "pair" = 1 }'
AGAINST = 'against = "dealer"\nwin = "1 to 1"\ntie = "push"\nlose = "lose"'
PAIRS = 'ranking = { cards = 2, order = ["pair", "high card"] }'

HEAD = """
id = "small"
name = "Small"
deck = { ranks = "T-A", suits = 2 }
spots = 1
unit = "ante"
"""

STREETS = f"""{HEAD}{PAIRS}
script = [
  {{ deal = "player", cards = 1, if_placed = ["ante"] }},
  {{ deal = "board", cards = 1 }},
  {{ decide = "before", if_placed = ["ante"] }},
  {{ turn = "board" }},
  {{ decide = "after", if_placed = ["ante"], unless_placed = "raise" }},
  {{ settle = "all" }},
]
[hand]
player = {{ of = ["player", "board"] }}
{WAGERS % (ALONE, ALONE, ALONE)}"""

BOARD = f"""{HEAD}{PAIRS}
script = [
  {{ deal = "player", cards = 1 }},
  {{ deal = "dealer", cards = 1 }},
  {{ deal = "board", cards = 1 }},
  {{ decide = "before" }},
  {{ turn = "board" }},
  {{ decide = "after", unless_placed = "raise" }},
  {{ turn = "dealer" }},
  {{ settle = "all" }},
]
[hand]
player = {{ of = ["player", "board"] }}
dealer = {{ of = ["dealer", "board"] }}
{WAGERS % (AGAINST, AGAINST, AGAINST)}"""

SHOWDOWN = f"""{HEAD}{PAIRS}
script = [
  {{ deal = "player", cards = 2 }},
  {{ deal = "dealer", cards = 1, face = "up" }},
  {{ deal = "dealer", cards = 2 }},
  {{ discard = "dealer", up_at_least = "K" }},
  {{ decide = "play" }},
  {{ turn = "dealer" }},
  {{ settle = "all" }},
]
[decision]
play = [ {{ say = "fold", fold = true }}, {{ say = "bet {{times}}x", place = {{ bet = [1, 2] }} }} ]
[hand]
player = {{ of = ["player"] }}
dealer = {{ of = ["dealer"] }}
[wager.ante]
initial = "required"
{AGAINST}
fold = "lose"
[wager.bet]
of = "ante"
{AGAINST}
"""

HOLDING = f"""{HEAD}{PAIRS}
script = [
  {{ deal = "player", cards = 3 }},
  {{ deal = "board", cards = 1, face = "up" }},
  {{ decide = "keep" }},
  {{ settle = "all" }},
]
[decision]
keep = [ {{ say = "hold {{held}}", hold = [1] }} ]
[hand]
player = {{ of = ["player", "board"] }}
[wager.ante]
initial = "required"
{ALONE}
"""

# Played with the blind alone: without the ante, "play" places no raise (T5-6), and there is no spare to take back.
OPTIONAL = f"""{HEAD.replace("ante", "blind")}{PAIRS}
script = [
  {{ deal = "player", cards = 2 }},
  {{ deal = "dealer", cards = 2 }},
  {{ decide = "play" }},
  {{ turn = "dealer" }},
  {{ settle = "all" }},
]
[decision]
play = [
  {{ say = "fold", fold = true }},
  {{ say = "play", place = {{ call = 1, raise = 1 }} }},
  {{ say = "back", take = "spare" }},
]
[hand]
player = {{ of = ["player"] }}
dealer = {{ of = ["dealer"] }}
[wager.blind]
initial = "required"
{AGAINST}
fold = "lose"
[wager.ante]
initial = "beside"
{AGAINST}
fold = "lose"
[wager.spare]
initial = "beside"
{AGAINST}
fold = "lose"
[wager.call]
of = "blind"
{AGAINST}
[wager.raise]
of = "ante"
{AGAINST}
"""

GAMES = {"streets": STREETS, "board": BOARD, "showdown": SHOWDOWN, "holding": HOLDING, "optional": OPTIONAL}
SHAPES = {
    "streets": "stages",
    "board": "reveal",
    "showdown": "showdown",
    "holding": "choice",
    "optional": "showdown",
}


def everybody(step: Any, stakes: Any, folded: bool = False) -> bool:
    return not folded


def nobody(step: Any, stakes: Any, folded: bool = False) -> bool:
    return False


def one_more(game: Any, stakes: Any, offer: Any) -> Any:
    placed = {key: stakes[game.wagers[key].of] * (offer.times + 1) for key in offer.choice.place}
    return StakeChange(placed, offer.choice.take if offer.choice.take in stakes else "")


def nothing_back(game: Any, stakes: Any, offer: Any) -> Any:
    placed = {key: stakes[game.wagers[key].of] * offer.times for key in offer.choice.place}
    return StakeChange(placed, "")


def on_any_base(game: Any, stakes: Any, offer: Any) -> Any:
    placed = {key: stakes.get(game.wagers[key].of, max(stakes.values())) for key in offer.choice.place}
    return StakeChange(placed, offer.choice.take if offer.choice.take in stakes else "")


def no_raise(offer: Any, change: Any) -> str:
    return "" if offer.lowest or not offer.choice.place else "only the lowest multiple"


def takes_nothing_back(offer: Any, change: Any) -> str:
    return "no wager" if offer.choice.place and not change.placed and not offer.lowest else ""


def the_first_option(game: Any, step: Any, stakes: Any) -> Any:
    offer = offers(game.decisions[step.decision])[0]
    yield offer, change(game, stakes, offer)


def no_effect(self: Any, game: Any, stakes: Any) -> Any:
    return tuple(stakes.items())


def one_rank_lower(step: Any, face_up: Any) -> list[int]:
    return [card for card in face_up if card >= (step.up_at_least - 1) << 2]


def the_first_cards(hold: Any, cards: Any) -> Any:
    if not hold:
        yield cards, ()
    for count in hold:
        yield cards[:count], cards[count:]


# The function, its mutated body (run with the globals of house/decisions), and a game in which that shows.
MUTANTS = [
    ("asked", everybody, "streets"),
    ("asked", everybody, "board"),
    ("asked", nobody, "streets"),
    ("asked", nobody, "board"),
    ("asked", nobody, "showdown"),
    ("change", one_more, "streets"),
    ("change", one_more, "board"),
    ("change", one_more, "showdown"),
    ("change", nothing_back, "streets"),
    ("change", nothing_back, "board"),
    ("change", on_any_base, "optional"),
    ("closed", takes_nothing_back, "optional"),
    ("closed", no_raise, "streets"),
    ("closed", no_raise, "board"),
    ("closed", no_raise, "showdown"),
    ("dealt_in", nobody, "streets"),
    ("discarded", one_rank_lower, "showdown"),
    ("holds", the_first_cards, "holding"),
    ("open_changes", the_first_option, "streets"),
    ("open_changes", the_first_option, "board"),
    ("open_changes", the_first_option, "showdown"),
    ("StakeChange.applied", no_effect, "streets"),
    ("StakeChange.applied", no_effect, "board"),
    ("StakeChange.applied", no_effect, "showdown"),
]

# The table also lists closed options, with the reason, and moves the chips of a change one wager at a time.
NOT_AT_THE_TABLE = ("open_changes", "StakeChange.applied")


@contextmanager
def mutated(name: str, mutant: Callable[..., Any]) -> Iterator[None]:
    """Replace the body of the function, in every module that imported it."""
    function = attrgetter(name)(decisions)
    assert isinstance(function, FunctionType)
    assert isinstance(mutant, FunctionType)
    before = function.__code__
    function.__code__ = mutant.__code__
    try:
        yield
    finally:
        function.__code__ = before


def opening(game: Definition) -> Group:
    """One unit on the game's unit wager and on those that must equal it."""
    return combination(game, {game.unit: 1})


def table(game: Definition) -> object:
    """Rounds at the card room's table with random legal actions: the actions and results."""
    random, told = Random(3), []
    for seed in range(40):
        deal = Game(game).deal({1: dict.fromkeys(opening(game).stakes, 100)}, seeded(seed))
        while not deal.done:
            open_now = [text for option in deal.legal(1) if option.allowed for text in option.actions]
            deal.act(1, random.choice(open_now))
        told.append((list(deal.moves), deal.net()))
    return told


def proofs(game: Definition) -> dict[str, Callable[[], object]]:
    """The expectation by every shape that can solve the round."""
    group = opening(game)
    names = [shape.name for shape in every_shape(group)]

    def proof(name: str) -> Callable[[], object]:
        def expectation() -> object:
            (shape,) = (each for each in every_shape(group) if each.name == name)
            return counted(shape, group).ev

        return expectation

    return {name: proof(name) for name in names}


def batch(game: Definition) -> object:
    """The results of simulated rounds with random legal decisions."""
    ready = rounds(game, opening(game).stakes)
    return ready.play(ready.deal(stream(5, 0), 200)[1], AtRandom(ready)).nets.tolist()


def outcome(check: Callable[[], object]) -> object:
    """The result, or the error that a mutant may raise; a mutant with a bug of its own fails the test."""
    try:
        return check()
    except (KeyError, ValueError) as error:  # a PitbossError is a ValueError
        return repr(error)


@pytest.mark.parametrize(
    ("name", "mutant", "where"),
    [pytest.param(*each, marks=pytest.mark.long if each[2] == "board" else ()) for each in MUTANTS],
)
def test_a_changed_meaning_shows_at_the_table_in_every_proof_and_in_the_simulation(
    name: str, mutant: Callable[..., Any], where: str
) -> None:
    game = game_file.parse(GAMES[where], f"{where}.toml")
    every = proofs(game)
    assert set(every) >= {SHAPES[where], "general"}
    checks: dict[str, Callable[[], object]] = {"table": lambda: table(game), "batch": lambda: batch(game), **every}
    right = {side: check() for side, check in checks.items()}
    assert right == {side: check() for side, check in checks.items()}
    with mutated(name, mutant):
        wrong = {side: outcome(check) for side, check in checks.items()}
    assert [side for side in checks if wrong[side] == right[side]] == (["table"] if name in NOT_AT_THE_TABLE else [])
    assert right == {side: check() for side, check in checks.items()}
