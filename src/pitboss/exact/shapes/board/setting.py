"""Read a course as a board revealed street by street and a hidden hand met at the end, or say why it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.exact.script.course import Course, CourseStreet
from pitboss.exact.script.judgements import Judgement
from pitboss.exact.script.views import Outside
from pitboss.house.definition import PLAYER, DealStep, DecideStep, Definition, SettleStep, Step, TurnStep

NOT_THIS_SHAPE = -1
"""A refusal at a step before the first: what any other shape says of the round is more telling."""


@dataclass(frozen=True)
class Setting:
    """A course as this shape sees it: the public board street by street, and the hidden pile met at the end."""

    course: Course
    streets: tuple[CourseStreet, ...]
    boards: tuple[int, ...]
    board: str
    hidden: str
    opposing: int
    showdown: Judgement
    others: tuple[Judgement, ...]


def setting(course: Course) -> Setting:
    """The course read as a board and a hidden hand, or :class:`Outside`."""
    game, last = course.game, course.streets[-1]
    settles = _step(game, lambda step: isinstance(step, SettleStep))
    compared = [judgement for judgement in course.final if judgement.against]
    if not compared:
        raise Outside(NOT_THIS_SHAPE, "has no hand to beat")
    if len(compared) != 1:
        raise Outside(settles, f"compares {len(compared)} pairs of hands, where one pair can be carried")
    showdown = compared[0]
    hidden = _hidden(course, showdown)
    for judgement in course.final:
        if judgement != showdown and hidden in dict(judgement.cards):
            raise Outside(settles, f"settles a wager on {judgement.hand}, made of hidden cards, beside the showdown")
    board = [pile for pile in course.piles if pile != hidden]
    if PLAYER in board:
        step = _step(game, lambda step: isinstance(step, DealStep) and step.pile == PLAYER)
        raise Outside(step, "deals the player more cards after a decision, with a hidden hand still to come")
    if len(board) > 1:
        step = _step(game, lambda step: isinstance(step, DealStep) and step.pile == board[1])
        raise Outside(step, f"deals {board[1]} beside {board[0]}, where one board can be carried")
    if PLAYER in game.hands[showdown.against].of or not course.own:
        raise Outside(settles, f"compares {showdown.hand} with {showdown.against}, which holds the player's own cards")
    where = course.piles.index(hidden)
    sizes = [sum(street.shown) - street.shown[where] for street in course.streets]
    streets = list(course.streets)
    if len(sizes) > 1 and sizes[-1] == sizes[-2]:
        # The last street reveals only the hidden hand, so the street before it sees the same board and ends the round.
        streets, sizes = streets[:-1], sizes[:-1]
    return Setting(
        course=course,
        streets=tuple(streets),
        boards=tuple(sizes),
        board=board[0] if board else "",
        hidden=hidden,
        opposing=last.shown[where],
        showdown=showdown,
        others=tuple(judgement for judgement in course.final if judgement != showdown),
    )


def _hidden(course: Course, showdown: Judgement) -> str:
    """The one pile of the other hand that nobody sees before the end."""
    game, last = course.game, course.streets[-1]
    theirs = [pile for pile in game.hands[showdown.against].of if pile not in game.hands[showdown.hand].of]
    for pile in theirs:
        if pile in course.piles and any(street.shown[course.piles.index(pile)] for street in course.streets[:-1]):
            step = _first(game, lambda step, pile=pile: _shows(step, pile))  # type: ignore[misc]
            raise Outside(
                step, f"shows cards of {pile} before the end, where they have to stay hidden or lie on the board"
            )
    if last.decides:
        step = _step(game, lambda step: isinstance(step, DecideStep))
        raise Outside(step, "is decided when nothing is hidden any more")
    if len(theirs) != 1:
        what = " and ".join(theirs) or "no own cards"
        raise Outside(len(game.script) - 1, f"meets a hand of {what}, where one hidden pile can be carried")
    return theirs[0]


def _shows(step: Step, pile: str) -> bool:
    return (isinstance(step, DealStep) and step.pile == pile and step.up) or (
        isinstance(step, TurnStep) and step.pile == pile
    )


def _step(game: Definition, wanted: Callable[[Step], bool]) -> int:
    """The last step of a kind."""
    return max((index for index, step in enumerate(game.script) if wanted(step)), default=len(game.script) - 1)


def _first(game: Definition, wanted: Callable[[Step], bool]) -> int:
    return next((index for index, step in enumerate(game.script) if wanted(step)), len(game.script) - 1)
