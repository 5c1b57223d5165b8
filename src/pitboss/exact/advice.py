"""Advice in any house game: the exact value of every option for the cards a player sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from pitboss.cards import JOKER, Card, CardError, parse, show
from pitboss.exact.counts import Memory
from pitboss.exact.question import Advice, AdviceError, Question
from pitboss.exact.script.views import Outside
from pitboss.exact.shape import Shape, recognise
from pitboss.exact.stakes import Group, combination, tied
from pitboss.house.definition import PLAYER, DealStep, DecideStep, Definition, TurnStep

BOARD = "board"


def ask(
    game: Definition,
    cards: Sequence[int],
    shown: Mapping[str, Sequence[int]] | None = None,
    stakes: Mapping[str, Fraction | int] | None = None,
    did: Sequence[str] = (),
    slow: Callable[[int, int], None] | None = None,
) -> Advice:
    """The value of every option with these cards; ``did`` are the earlier decisions of a game with several.

    ``slow`` is called with the number of boards counted and their total, if no proof is cached and the answer takes as
    long as one.
    """
    question = Question(tuple(cards), {pile: lie for pile, lie in (shown or {}).items() if lie}, did, slow)
    placed = combination(game, stakes if stakes else tied(game, game.unit))
    shape = _shape_for(placed, question)
    if not shape.decides:
        raise AdviceError(f"there is nothing to decide in {game.name} with these wagers; every play is worth the same.")
    return Advice(game.id, tuple(sorted(shape.advise(question), key=lambda each: -each.ev)))


def _shape_for(placed: Group, question: Question) -> Shape:
    """The shape that answers: of this table alone if the round has one decision, otherwise of the whole round."""
    game = placed.game
    if sum(isinstance(step, DecideStep) for step in game.script) < 2:
        if question.did:
            raise AdviceError(f"{game.name} has one decision, so nothing was decided before it; leave out {{did}}.")
        check_cards(game, question.cards, question.shown)
        with suppress(Outside):
            return recognise(game, placed.stakes, question.shown)
    return _shape(game, tuple(placed.stakes.items()))


def check_cards(game: Definition, cards: Sequence[int], shown: Mapping[str, Sequence[int]]) -> None:
    """Refuse unknown piles, cards that are not in the deck, and duplicate cards."""
    unknown = [pile for pile in shown if pile not in game.piles or pile == PLAYER]
    if unknown:
        piles = ", ".join(pile for pile in game.piles if pile != PLAYER)
        raise AdviceError(f"{unknown[0]!r} is not a pile on the table of {game.name}; its piles are {piles}.")
    game.deck.check([*cards, *(card for each in shown.values() for card in each)])


def read(cards: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Cards from one text, or from texts or cards one by one."""
    if isinstance(cards, str):
        return parse(cards)
    if not isinstance(cards, Iterable):
        raise CardError(f"{cards!r} is not a hand; write its cards like 'As Kd', or give a list of cards.")
    return parse(" ".join(each if isinstance(each, str) else _card_text(each) for each in cards))


def _card_text(card: object) -> str:
    if not isinstance(card, int) or isinstance(card, bool) or not 0 <= card <= JOKER:
        raise CardError(f"{card!r} is not a card; write rank and suit like As, Td or 2c, the joker Jk.")
    return show([card])


@lru_cache(maxsize=16)
def _shape(game: Definition, stakes: tuple[tuple[str, Fraction], ...]) -> Shape:
    """The shape of a round, cached so that the next question reuses what it has solved."""
    return recognise(game, dict(stakes)).remembering(Memory())


def _seen(game: Definition, pile: str) -> bool:
    """True if cards of a pile lie face up at some decision."""
    script = game.script
    last = max((at for at, step in enumerate(script) if isinstance(step, DecideStep)), default=0)
    return any(
        step.pile == pile and (isinstance(step, TurnStep) or step.up)
        for step in script[:last]
        if isinstance(step, DealStep | TurnStep)
    )


def piles(game: Definition, board: Sequence[int], up: Sequence[int]) -> dict[str, Sequence[int]]:
    """Face-up cards by pile: ``board`` is the pile of that name, ``up`` the hand of the house."""
    shown_by_pile: dict[str, Sequence[int]] = {}
    others = [pile for pile in game.piles if pile not in (PLAYER, BOARD)]
    if board:
        if BOARD not in game.piles:
            instead = " or give the cards of the house with {up}" if any(_seen(game, each) for each in others) else ""
            raise AdviceError(f"{game.name} has no board; leave out {{board}}{instead}.")
        shown_by_pile[BOARD] = board
    if up:
        if not others:
            board_too = " or give the board's cards with {board}" if BOARD in game.piles else ""
            raise AdviceError(
                f"{game.name} has no hand of the house, so none of its cards is up; leave out {{up}}{board_too}."
            )
        shown_by_pile[others[0]] = up
    return shown_by_pile
