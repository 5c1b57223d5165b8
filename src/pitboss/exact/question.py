"""A question for advice, its answer, and the errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.errors import PitbossError

_ARGUMENT = re.compile(r"\{(board|up|did)(?::([^}]*))?\}")


class AdviceError(PitbossError):
    """A situation that cannot arise, or in which there is nothing to decide.

    In the template it is made from, ``{up}`` names an argument and ``{did:check}`` one with its value; the message has
    them as Python writes them (``up=``, ``did='check'``), and :meth:`worded` as another caller does.
    """

    def __init__(self, template: str) -> None:
        self._template = template
        super().__init__(self.worded(lambda name, value: f"{name}={value and repr(value)}"))

    def worded(self, argument: Callable[[str, str], str]) -> str:
        """The message with its arguments written by a function of their name and value (empty: none)."""
        return _ARGUMENT.sub(lambda match: argument(match[1], match[2] or ""), self._template)


def argument_for(pile: str) -> str:
    """The argument, as a template has it, that gives the cards of a pile on the table."""
    return "{board}" if pile == "board" else "{up}"


def undecided(said: Sequence[str], decision: str, options: Sequence[str]) -> AdviceError:
    """The error if an earlier decision is missing or is not one of its options."""
    had = f"{said[0]!r} is not an option of" if said else "an answer is missing for"
    such = next((text for text in options if text != "fold"), options[0])
    return AdviceError(
        f"{had} the decision {decision!r}; its options are {', '.join(options)}, "
        f"given in the order they were taken, such as {{did:{such}}}."
    )


@dataclass(frozen=True)
class Question:
    """The player's ``cards``, those ``shown`` of other piles, each in the order they came, and the answers (``did``) at
    earlier decisions of the round.

    ``slow`` is called with the number of boards counted and their total, if the answer takes as long as a proof.
    """

    cards: tuple[int, ...]
    shown: Mapping[str, Sequence[int]]
    did: Sequence[str] = ()
    slow: Callable[[int, int], None] | None = None


@dataclass(frozen=True)
class Worth:
    """An action in the words of the game, and what it is worth in units of the base wager."""

    action: str
    ev: Fraction

    def data(self) -> dict[str, str]:
        return {"action": self.action, "ev": str(self.ev)}


@dataclass(frozen=True)
class Advice:
    """Every action open to the player, best first. Ties stay in the order of the game's file, but folding comes last,
    and of equal ways to hold cards the one that makes better hands comes first."""

    game: str
    options: tuple[Worth, ...]

    @property
    def best(self) -> str:
        return self.options[0].action

    def data(self) -> dict[str, Any]:
        return {"game": self.game, "best": self.best, "options": [each.data() for each in self.options]}
