"""The player's knowledge at a decision: views of hands, public states, and the outline of the round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from pitboss.errors import PitbossError
from pitboss.exact.cards.suits import Alike
from pitboss.exact.options import ProofOption
from pitboss.house.definition import Definition, JudgedHand


class Outside(PitbossError):
    """A script that a shape cannot prove; the message names the step."""

    def __init__(self, step: int, why: str) -> None:
        super().__init__(f"step {step + 1} of the script {why}.")
        self.step, self.why = step, why


class TooLarge(Outside):
    """A script that a shape could prove, but with too many situations or too much memory."""


DEALT, HELD = "dealt", "held"


@dataclass(frozen=True)
class HandView:
    """A hand as the player sees it at a decision.

    ``own`` says whether the player's cards are part of it, as dealt or as held; ``board`` are the cards seen, by pile;
    ``hidden`` counts those not seen yet.
    """

    hand: JudgedHand
    own: str
    board: tuple[tuple[str, int], ...]
    hidden: tuple[tuple[str, int], ...]

    @property
    def hides(self) -> int:
        return sum(many for _, many in self.hidden)

    @property
    def table(self) -> int:
        """The cards of it that lie face up, as one set."""
        return sum(cards for _, cards in self.board)


@dataclass(frozen=True)
class Public:
    """The face-up cards of the table at the decision.

    ``free`` are the cards that may still be anywhere, ``down`` of them hidden; ``up`` and ``dead`` (seen, and out of
    every hand to come) lie there; ``alike`` are the suits that can be exchanged; ``weight`` says in how many ways it is
    reached for every way to deal the rest. ``views`` are the hands by wager: its own and the one it is against;
    ``judged`` is the hand ``player`` as the conditions of options see it. ``lying`` are all sets of cards of the state
    by name (:mod:`~pitboss.exact.script.public_states`).
    """

    shows: str
    free: int
    alike: Alike
    weight: int
    down: int
    views: Mapping[str, tuple[HandView, HandView | None]]
    up: int = 0
    dead: int = 0
    judged: HandView | None = None
    lying: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Outline:
    """A round for certain stakes: ``own`` cards of the player, the options of its one decision, the public states."""

    game: Definition
    stakes: Mapping[str, Fraction]
    wagers: tuple[str, ...]
    own: int
    step: int
    options: tuple[ProofOption, ...]
    publics: tuple[Public, ...] = field(repr=False, default=())

    @property
    def decides(self) -> bool:
        return len(self.options) > 1 or any(option.hold for option in self.options)

    @property
    def deals(self) -> int:
        """The denominator of every count."""
        return sum(public.weight * ways(public, self.own) for public in self.publics)

    @property
    def hidden(self) -> int:
        """The most hidden hands or boards there can be for one hand of the player."""
        return max(comb(public.free.bit_count() - self.own, public.down) for public in self.publics)

    @property
    def situations(self) -> int:
        """About how many situations differ by more than suits."""
        free = ((comb(public.free.bit_count(), self.own), public.alike.group) for public in self.publics)
        return sum(-(-hands // group) for hands, group in free)


def ways(public: Public, own: int) -> int:
    """In how many ways the player's and the hidden cards can be dealt."""
    free = public.free.bit_count()
    return comb(free, own) * comb(free - own, public.down)
