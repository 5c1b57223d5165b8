"""Answers equity questions given as text: a game, hands or ranges, a board, and a house that settles ties."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.poker import library
from pitboss.poker.definition import PokerDefinition
from pitboss.poker.equity.counting import exact as count
from pitboss.poker.equity.counting import plan
from pitboss.poker.equity.problem import Equity, EquityProblem, problem
from pitboss.poker.equity.sampling import sampled
from pitboss.poker.equity.showdown import Showdown
from pitboss.poker.posted import book_of

EXACT_WORK = 30_000_000_000
"""Most work in nanoseconds that is counted exactly by default: half a minute at worst."""

SAMPLES = 200_000
"""Deals sampled by default where an exact count would take longer."""


def equity(
    game: str | Path,
    *hands: str,
    board: str = "",
    dead: str = "",
    house: str | Path = "",
    samples: int | None = None,
    seed: int = 1,
    exact: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Equity:
    """The equity of each hand; :func:`pitboss.equity` explains the arguments."""
    if exact and samples is not None:
        raise PitbossError("exact=True counts every deal and samples= only some of them; give one of the two.")
    asked = question(game, hands, board, dead, house)
    if samples is None and (exact or plan(asked).work <= EXACT_WORK):
        return count(asked, progress)
    return sampled(asked, SAMPLES if samples is None else samples, seed, progress)


def question(game: str | Path, hands: tuple[str, ...], board: str, dead: str, house: str | Path) -> EquityProblem:
    """The parsed question, for :func:`plan`, :func:`exact` and :func:`sampled`."""
    definition = library.definition(str(game))
    return problem(Showdown.of(definition, ties(definition, house)), hands, board, dead)


def ties(definition: PokerDefinition, house: str | Path) -> str:
    """The house's policy for equal hands; ``split`` without a house."""
    if not house:
        return "split"
    book = book_of(str(house), definition)
    if definition.id not in book.games:
        spreads = ", ".join(book.games)
        raise PitbossError(f"the {book.name} does not spread {definition.name}; it spreads {spreads}.")
    return book.showdown.ties
