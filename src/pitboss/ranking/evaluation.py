"""What one hand is worth under a named ranking: its value, category and words."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cards import Card, parse, show
from pitboss.errors import PitbossError
from pitboss.ranking.lookup import Ranking, ranking
from pitboss.ranking.makers import Made, omaha
from pitboss.ranking.standard import NAMED
from pitboss.suggest import near

TWO_AND_THREE = "omaha"
"""Not a ranking of its own: the standard one, made of two cards of the hand and three of the board."""

NAMES = (*NAMED, TWO_AND_THREE)
MOST = 7


class Evaluation(NamedTuple):
    """A hand evaluated. A higher ``value`` wins, in low rankings too; 0 is no hand."""

    ranking: str
    cards: str
    value: int
    category: str
    words: str
    best: str
    top: int  # the highest value of the ranking


def evaluate(cards: str, ranking: str = "standard") -> Evaluation:
    """Evaluate a hand written like ``"As Ks Qs Js Ts 2d 3c"``, in ``omaha`` as ``HOLE/BOARD``; the best cards count.

    >>> evaluate("As Ad Ac Ah Jk 2c 3d", "joker").words
    'five aces'
    """
    name = ranking.lower()
    if name not in NAMES:
        raise PitbossError(f"{ranking!r} is not a ranking; {near(ranking, NAMES)}")
    order = _ranking(name)
    held, made = _two_and_three(order, cards) if name == TWO_AND_THREE else _best(order, cards)
    category, words = order.category(made.value), order.words(made.value)
    return Evaluation(name, held, made.value, category, words, show(made.cards), order.top)


def _ranking(name: str) -> Ranking:
    return ranking("standard" if name == TWO_AND_THREE else name)


def _best(order: Ranking, written: str) -> tuple[str, Made]:
    held = order.deck.check(_no_slash(written), range(order.cards, MOST + 1))
    return show(held), Made(order.value(held), order.best(held))


def _no_slash(written: str) -> tuple[Card, ...]:
    if "/" in written:
        raise PitbossError(f"{written!r} holds a '/', which parts hand and board in {TWO_AND_THREE} only.")
    return parse(written)


def _two_and_three(order: Ranking, written: str) -> tuple[str, Made]:
    hole, slash, board = written.partition("/")
    if not slash or "/" in board:
        raise PitbossError(f"{written!r} is not HOLE/BOARD; write it like 'As Ks 2d 3d / Qs Js Ts 4h 5c'.")
    held, common = parse(hole), parse(board)
    order.deck.check((*held, *common))
    order.deck.check(held, 4)
    order.deck.check(common, range(3, 6))
    return f"{show(held)}/{show(common)}", omaha(order, held, common)
