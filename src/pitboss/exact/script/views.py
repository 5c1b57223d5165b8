"""The player's knowledge at a decision: views of hands and the cards that make them, the outline, and everything that
the table can show up to the decision.

States of the face-up cards are listed up to exchanging suits. Each has a weight, so that the weights times the ways to
deal the rest add up to the number of deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial
from typing import TypeAlias, TypeVar

from pitboss.cards import JOKER, RANKS
from pitboss.errors import PitbossError
from pitboss.exact.cards.hands import Alike, Making, cards_of, simplified, standard, word
from pitboss.exact.stakes import ProofOption, judged_hands
from pitboss.house.decisions import discarded, holds
from pitboss.house.definition import (
    PLAYER,
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    JudgedHand,
    SettleStep,
    Step,
    TurnStep,
)

T = TypeVar("T")


class Outside(PitbossError):
    """A script that a shape cannot prove; the message names the step."""

    def __init__(self, step: int, why: str) -> None:
        super().__init__(f"step {step + 1} of the script {why}.")
        self.step, self.why = step, why


class TooLarge(Outside):
    """A script that a shape could prove, but with too many situations or too much memory."""


def lay(step: DealStep | TurnStep, up: Counter[str], down: Counter[str]) -> None:
    """Count the cards of each pile that lie face up and face down after a step."""
    if isinstance(step, DealStep):
        (up if step.up else down)[step.pile] += step.cards
    else:
        turned = step.cards or down[step.pile]
        down[step.pile] -= turned
        up[step.pile] += turned


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
        """Its face-up cards, as one set."""
        return sum(cards for _, cards in self.board)


@dataclass(frozen=True)
class Public:
    """The face-up cards of the table at the decision.

    ``free`` are the cards that may still be anywhere, ``down`` of them hidden; ``up`` and ``dead`` (seen, and out of
    every hand to come) lie there; ``alike`` are the suits that can be exchanged; ``weight`` says in how many ways it is
    reached for every way to deal the rest. ``views`` are the hands by wager: its own and the one it is against;
    ``judged`` is the hand ``player`` as the conditions of options see it. ``lying`` are all sets of cards of the state
    by name (:class:`States`).
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
        """The estimated number of situations, up to exchanging suits."""
        free = ((comb(public.free.bit_count(), self.own), public.alike.group) for public in self.publics)
        return sum(-(-hands // group) for hands, group in free)


def ways(public: Public, own: int) -> int:
    """The number of ways to deal the player's and the hidden cards."""
    free = public.free.bit_count()
    return comb(free, own) * comb(free - own, public.down)


def ways_to_make(hand: JudgedHand, cards: Mapping[str, Sequence[T]]) -> list[list[T]]:
    """The sets of cards a hand may be made of, from the cards of each pile; one set for a hand that is simply the best
    of its cards."""
    if not hand.must:
        return [[card for pile in hand.of for card in cards[pile]]]
    must = {pile: len(cards[pile]) if many < 0 else many for pile, many in hand.must.items()}
    wanted = hand.ranking.cards - sum(must.values())
    if wanted < 0:
        return []
    free = [card for pile in hand.of if pile not in must for card in cards[pile]]
    parts = [combinations(cards[pile], many) for pile, many in must.items()]
    return [[card for part in chosen for card in part] for chosen in product(*parts, combinations(free, wanted))]


def makings(view: HandView, pile: str, places: int) -> frozenset[Making]:
    """The makings of a hand from the cards of one pile and the cards on the table.

    The pile's cards vary from deal to deal, so a making names them by their place in the set; ``places`` are those that
    may be used, as bits. There are several makings if a certain number of cards must play; the best one counts.
    """
    hand, board = view.hand, dict(view.board)
    cards = {name: [(0, card) for card in _bits(board.get(name, 0))] for name in hand.of}
    if pile in hand.of:
        cards[pile] = [(place, 0) for place in _bits(places)] + cards[pile]
    ways = ways_to_make(hand, cards)
    return frozenset(Making(sum(place for place, _ in way), sum(card for _, card in way)) for way in ways)


def _bits(word: int) -> list[int]:
    return [1 << at for at in range(word.bit_length()) if word >> at & 1]


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


State: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The cards of every named set, and how many cards of every pile lie face down."""

Weights: TypeAlias = dict[State, int]

MOST_STATES = 10_000
"""Most states of the table that are listed. Each is a separate proof: about 10 ms with three cards a hand, 0.1 s with
five, on one thread."""


class States:
    """The states reached so far. Sets have names: ``deck``, ``up PILE``, ``gone PILE`` (discarded, still visible), and
    those that a hand is judged on later, ``at DECISION PILE`` and ``settled WAGER PILE``. Suits are in standard places
    in each state, so the deck is part of it: a small deck's suits move too."""

    def __init__(self, game: Definition, piles: tuple[str, ...], wagers: Sequence[str]) -> None:
        self.game, self.piles, self.wagers = game, piles, wagers
        self.names = ["deck", *(f"up {pile}" for pile in piles), *(f"gone {pile}" for pile in piles)]
        nothing = (0,) * (2 * len(piles))
        start = self._placed((word(game.deck.cards), *nothing))
        self.weights: Weights = {(start, (0,) * len(piles)): 1}
        self.settled: set[str] = set()
        self.step = 0

    def follow(self, index: int, step: Step) -> None:
        """Apply a step of the script to the table."""
        self.step = index
        if isinstance(step, DealStep) and step.pile in self.piles:
            at, cards = self.piles.index(step.pile), step.cards
            if step.up:
                self._show(step.pile, lambda state: cards, turned=False)
            else:
                self.weights = {
                    (words, (*downs[:at], downs[at] + cards, *downs[at + 1 :])): weight
                    for (words, downs), weight in self.weights.items()
                }
        elif isinstance(step, TurnStep) and step.pile in self.piles:
            self._turn(step)
        elif isinstance(step, DiscardStep) and step.pile in self.piles:
            self._discard(step)
        elif isinstance(step, DecideStep):
            hands = judged_hands(self.game, self.wagers).values()
            self._note(f"at {step.decision}", [hand for hand in hands if hand.at == step.decision])
        elif isinstance(step, SettleStep):
            for key, judged in settled_by(self.game, index, step, self.wagers, self.settled):
                self.settled.add(key)
                self._note(f"settled {key}", [hand for hand in judged if not hand.at])

    def free(self, words: tuple[int, ...]) -> int:
        """The cards that have not been seen."""
        known = 0
        for one in words[1:]:
            known |= one
        return words[0] & ~known

    def _turn(self, step: TurnStep) -> None:
        at = self.piles.index(step.pile)
        condition = self.names.index(f"up {step.if_none_up}") if step.if_none_up else None

        def turned(state: State) -> int:
            words, downs = state
            return 0 if condition is not None and words[condition] else step.cards or downs[at]

        # Where a condition keeps cards face down, every way to turn them counts, so that all states weigh the same.
        self.weights = {
            state: weight * (1 if turned(state) else comb(state[1][at], step.cards or state[1][at]))
            for state, weight in self.weights.items()
        }
        self._show(step.pile, turned, turned=True)

    def _show(self, pile: str, many: Callable[[State], int], turned: bool) -> None:
        """Show cards of a pile one by one; every order counts, and the orders are divided out at the end."""
        at, up = self.piles.index(pile), self.names.index(f"up {pile}")
        by_number: dict[int, Weights] = {}
        for state, weight in self.weights.items():
            by_number.setdefault(many(state), {})[state] = weight
        weights: Weights = Counter()
        for cards, states in by_number.items():
            self._refuse_too_many(states, cards, up)
            for _ in range(cards):
                states = self._one_more(states, up)
            for (words, downs), weight in states.items():
                left = (*downs[:at], downs[at] - cards, *downs[at + 1 :]) if turned else downs
                weights[words, left] += weight // factorial(cards)
        self.weights = weights

    def _refuse_too_many(self, states: Mapping[State, int], cards: int, up: int) -> None:
        """Refuse a table with too many states before they are listed, by a lower bound for one to ``cards`` more cards.

        From a state with f free cards, of which suits can be exchanged in g ways, comb(f, n) / g states or more are
        reached by n cards; comb(u + n, n) states with u cards face up in the pile can lead to the same one.
        """
        known: Counter[tuple[int, int, int]] = Counter()
        for words, _ in states:
            known[self.free(words).bit_count(), words[up].bit_count(), standard(words).alike.group] += 1
        least = max(
            sum(
                Fraction(many * comb(free, more), group * comb(shown + more, more))
                for (free, shown, group), many in known.items()
            )
            for more in range(cards + 1)
        )
        if least > MOST_STATES:
            why = f"shows {int(least):,} or more different tables, each a separate proof (at most {MOST_STATES:,})"
            raise TooLarge(self.step, why)

    def _one_more(self, states: Mapping[State, int], up: int) -> Weights:
        weights: Weights = Counter()
        for (words, downs), weight in states.items():
            free = self.free(words)
            while free:
                card = free & -free
                free ^= card
                shown = (*words[:up], words[up] | card, *words[up + 1 :])
                weights[self._placed(shown), downs] += weight
        return weights

    def _placed(self, words: Sequence[int]) -> tuple[int, ...]:
        """Suits in their standard places, so that states which differ only by exchanging suits are one."""
        return standard(words).words

    def _discard(self, step: DiscardStep) -> None:
        up, gone = self.names.index(f"up {step.pile}"), self.names.index(f"gone {step.pile}")
        weights: Weights = Counter()
        for (words, downs), weight in self.weights.items():
            out = word(discarded(step, cards_of(words[up])))
            changed = list(words)
            changed[up] &= ~out
            changed[gone] |= out
            weights[self._placed(changed), downs] += weight
        self.weights = weights

    def _note(self, prefix: str, hands: Sequence[JudgedHand]) -> None:
        """Note the cards that lie face up now under another name, for hands judged on them."""
        for pile in self.piles:
            name = f"{prefix} {pile}"
            if any(pile in hand.of for hand in hands) and name not in self.names:
                self.names.append(name)
                up = self.names.index(f"up {pile}")
                self.weights = {((*words, words[up]), downs): weight for (words, downs), weight in self.weights.items()}


class Given(States):
    """The one state of a table whose face-up cards are given, pile by pile in the order in which they were shown."""

    def __init__(
        self, game: Definition, piles: tuple[str, ...], wagers: Sequence[str], shown: Mapping[str, Sequence[int]]
    ) -> None:
        super().__init__(game, piles, wagers)
        self.left = {pile: list(shown.get(pile, ())) for pile in piles}
        self.asked = dict.fromkeys(piles, 0)

    def _placed(self, words: Sequence[int]) -> tuple[int, ...]:
        return tuple(words)

    def _show(self, pile: str, many: Callable[[State], int], turned: bool) -> None:
        ((words, downs),) = self.weights
        cards = many((words, downs))
        at, up = self.piles.index(pile), self.names.index(f"up {pile}")
        self.asked[pile] += cards
        taken, self.left[pile] = self.left[pile][:cards], self.left[pile][cards:]
        shown = (*words[:up], words[up] | word(taken), *words[up + 1 :])
        left = (*downs[:at], downs[at] - cards, *downs[at + 1 :]) if turned else downs
        self.weights = {(shown, left): 1}


def settled_by(
    game: Definition, index: int, step: SettleStep, wagers: Sequence[str], settled: Container[str]
) -> Iterator[tuple[str, list[JudgedHand]]]:
    """The wagers that a step settles in every case, with their hands, apart from those already ``settled``.

    A script that changes a hand after it may have been judged is refused.
    """
    for key in step.wagers:
        if key in wagers and key not in settled:
            hands = list(judged_hands(game, [key]).values())
            judged = hands if step.only else [hand for hand in hands if hand.at == "deal"]
            for later, change in enumerate(game.script[index + 1 :], index + 1):
                if isinstance(change, DealStep | DiscardStep) and any(change.pile in hand.of for hand in judged):
                    raise Outside(later, f"changes {change.pile} after a hand of it may have been settled")
            if not step.only:
                yield key, hands


def ranks(cards: int) -> str:
    """The ranks of some cards, highest first; the joker is a star."""
    shown = sorted(cards_of(cards), key=lambda card: -(card >> 2))
    return "".join("*" if card == JOKER else RANKS[card >> 2] for card in shown)
