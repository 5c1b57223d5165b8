"""Evaluate one hand under a named ranking: its value, category and announcement."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cards import Card, parse, show
from pitboss.errors import PitbossError
from pitboss.ranking.definition import NAMED
from pitboss.ranking.lookup import Ranking, ranking
from pitboss.ranking.makers import MadeHand, omaha
from pitboss.suggest import suggestion

TWO_AND_THREE = "omaha"
"""Not a separate ranking: the standard one, for two cards of the hand and three of the board."""

NAMES = (*NAMED, TWO_AND_THREE)
MAX_CARDS = 7


class Evaluation(NamedTuple):
    """An evaluated hand; a higher ``value`` wins, in low rankings too, and 0 means no hand."""

    ranking: str
    cards: str
    value: int
    category: str
    words: str
    best: str
    top: int  # the highest value of the ranking


def evaluate(cards: str, ranking: str = "standard") -> Evaluation:
    """Evaluate the best hand in cards such as ``"As Ks Qs Js Ts 2d 3c"``, or ``HOLE/BOARD`` in ``omaha``.

    >>> evaluate("As Ad Ac Ah Jk 2c 3d", "joker").words
    'five aces'
    """
    name = ranking.lower()
    if name not in NAMES:
        raise PitbossError(f"{ranking!r} is not a ranking; {suggestion(ranking, NAMES)}")
    order = _ranking(name)
    held, made = _two_and_three(order, cards) if name == TWO_AND_THREE else _best(order, cards)
    category, words = order.category(made.value), order.words(made.value)
    return Evaluation(name, held, made.value, category, words, show(made.cards), order.top)


def _ranking(name: str) -> Ranking:
    return ranking("standard" if name == TWO_AND_THREE else name)


def _best(order: Ranking, text: str) -> tuple[str, MadeHand]:
    held = order.deck.check(_no_slash(text), range(order.cards, MAX_CARDS + 1))
    return show(held), MadeHand(order.value(held), order.best(held))


def _no_slash(text: str) -> tuple[Card, ...]:
    if "/" in text:
        raise PitbossError(f"{text!r} has a '/', which separates hand and board in {TWO_AND_THREE} only; leave it out.")
    return parse(text)


def _two_and_three(order: Ranking, text: str) -> tuple[str, MadeHand]:
    hole, slash, board = text.partition("/")
    if not slash or "/" in board:
        raise PitbossError(f"{text!r} is not HOLE/BOARD; write it like 'As Ks 2d 3d / Qs Js Ts 4h 5c'.")
    held, common = parse(hole), parse(board)
    order.deck.check((*held, *common))
    order.deck.check(held, 4)
    order.deck.check(common, range(3, 6))
    return f"{show(held)}/{show(common)}", omaha(order, held, common)
