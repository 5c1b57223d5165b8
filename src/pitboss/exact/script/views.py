"""The player's knowledge at a decision: views of hands and the cards that make them, public states, the outline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from math import comb

from pitboss.errors import PitbossError
from pitboss.exact.cards.hands import Alike, Making, simplified
from pitboss.exact.stakes import ProofOption
from pitboss.house.decisions import holds
from pitboss.house.definition import PLAYER, Definition, JudgedHand


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


def makings(view: HandView, pile: str, places: int) -> frozenset[Making]:
    """The makings of a hand from the cards of one pile and the cards on the table.

    The pile's cards vary from deal to deal, so a making names them by their place in the set; ``places`` are those that
    may be used, as bits. There are several makings if a certain number of cards must play; the best one counts.
    """
    hand, board = view.hand, dict(view.board)
    cards: dict[str, list[tuple[int, int]]] = {name: _bits(board.get(name, 0)) for name in hand.of}
    if pile in hand.of:
        cards[pile] = [(place, 0) for place, _ in _places(places)] + cards[pile]
    if not hand.must:
        return frozenset([_made(card for name in hand.of for card in cards[name])])
    must = {name: len(cards[name]) if many < 0 else many for name, many in hand.must.items()}
    free = [card for name in hand.of if name not in must for card in cards[name]]
    wanted = hand.ranking.cards - sum(must.values())
    if wanted < 0 or wanted > len(free):
        return frozenset()
    parts = [combinations(cards[name], many) for name, many in must.items()]
    return frozenset(
        _made(card for part in chosen for card in part) for chosen in product(*parts, combinations(free, wanted))
    )


def _made(cards: Iterable[tuple[int, int]]) -> Making:
    part = board = 0
    for place, card in cards:
        part |= place
        board |= card
    return Making(part, board)


def _places(places: int) -> list[tuple[int, int]]:
    return [(1 << at, 0) for at in range(places.bit_length()) if places >> at & 1]


def _bits(word: int) -> list[tuple[int, int]]:
    return [(0, 1 << at) for at in range(53) if word >> at & 1]


def held(own: int, hold: Sequence[int]) -> tuple[int, ...]:
    """Every way to hold as many of the player's cards as ``hold`` allows, as bit masks; all cards if it is empty."""
    return tuple(sum(1 << place for place in kept) for kept, _ in holds(hold, tuple(range(own))))


def candidates(view: HandView, own: int, hold: Sequence[int]) -> tuple[tuple[Making, ...], ...]:
    """The makings of the hand, one tuple for every way to hold cards."""
    size = view.hand.ranking.cards
    return tuple(simplified(makings(view, PLAYER, places), own, size) for places in held(own, hold))


def highest(view: HandView, own: int, hold: Sequence[int]) -> tuple[Making, ...]:
    """The makings of the highest hand that any way of holding gives."""
    every = frozenset(one for places in held(own, hold) for one in makings(view, PLAYER, places))
    return simplified(every, own, view.hand.ranking.cards)
