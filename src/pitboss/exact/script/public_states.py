"""Everything the table can show up to a decision: states of the face-up cards, up to exchanging suits.

Each state has a weight, so that the weights times the ways to deal the rest add up to the number of deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial
from typing import TypeAlias

from pitboss.cards import JOKER, RANKS
from pitboss.exact.cards.hands import cards_of, standard, word
from pitboss.exact.script.views import Outside, TooLarge
from pitboss.exact.stakes import judged_hands
from pitboss.house.decisions import discarded
from pitboss.house.definition import (
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    JudgedHand,
    SettleStep,
    Step,
    TurnStep,
)

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
        """The effect of a step of the script on the table."""
        self.step = index
        if isinstance(step, DealStep) and step.pile in self.piles:
            if step.up:
                cards = step.cards
                self._show(step.pile, lambda state: cards, turned=False)
            else:
                self._lay_down(step)
        elif isinstance(step, TurnStep) and step.pile in self.piles:
            self._turn(step)
        elif isinstance(step, DiscardStep) and step.pile in self.piles:
            self._discard(step)
        elif isinstance(step, DecideStep):
            hands = judged_hands(self.game, self.wagers).values()
            self._note(f"at {step.decision}", [hand for hand in hands if hand.at == step.decision])
        elif isinstance(step, SettleStep):
            self._settle(index, step)

    def free(self, words: tuple[int, ...]) -> int:
        """The cards that have not been seen."""
        known = 0
        for one in words[1:]:
            known |= one
        return words[0] & ~known

    def _at(self, name: str) -> int:
        return self.names.index(name)

    def _lay_down(self, step: DealStep) -> None:
        at = self.piles.index(step.pile)
        self.weights = {
            (words, (*downs[:at], downs[at] + step.cards, *downs[at + 1 :])): weight
            for (words, downs), weight in self.weights.items()
        }

    def _turn(self, step: TurnStep) -> None:
        at = self.piles.index(step.pile)
        condition = self._at(f"up {step.if_none_up}") if step.if_none_up else None

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
        """Cards of a pile become known, one after the other; every order counts, and is divided out in the end."""
        at, up = self.piles.index(pile), self._at(f"up {pile}")
        by_number: dict[int, Weights] = {}
        for state, weight in self.weights.items():
            by_number.setdefault(many(state), {})[state] = weight
        self.weights = {}
        for cards, states in by_number.items():
            self._refuse_too_many(states, cards, up)
            for _ in range(cards):
                states = self._one_more(states, up)
            for (words, downs), weight in states.items():
                left = (*downs[:at], downs[at] - cards, *downs[at + 1 :]) if turned else downs
                self._add(self.weights, (words, left), weight // factorial(cards))

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
        weights: Weights = {}
        for (words, downs), weight in states.items():
            free = self.free(words)
            while free:
                card = free & -free
                free ^= card
                shown = (*words[:up], words[up] | card, *words[up + 1 :])
                self._add(weights, (self._placed(shown), downs), weight)
        return weights

    def _placed(self, words: Sequence[int]) -> tuple[int, ...]:
        """Suits in their standard places, so that states which differ only by exchanging suits are one."""
        return standard(words).words

    def _add(self, weights: Weights, state: State, weight: int) -> None:
        weights[state] = weights.get(state, 0) + weight

    def _discard(self, step: DiscardStep) -> None:
        up, gone = self._at(f"up {step.pile}"), self._at(f"gone {step.pile}")
        weights: Weights = {}
        for (words, downs), weight in self.weights.items():
            out = word(discarded(step, cards_of(words[up])))
            changed = list(words)
            changed[up] &= ~out
            changed[gone] |= out
            self._add(weights, (self._placed(changed), downs), weight)
        self.weights = weights

    def _note(self, prefix: str, hands: Sequence[JudgedHand]) -> None:
        """Note the cards that lie face up now under another name, for hands judged on them."""
        for pile in self.piles:
            name = f"{prefix} {pile}"
            if any(pile in hand.of for hand in hands) and name not in self.names:
                self.names.append(name)
                up = self._at(f"up {pile}")
                self.weights = {((*words, words[up]), downs): weight for (words, downs), weight in self.weights.items()}

    def _settle(self, index: int, step: SettleStep) -> None:
        for key in step.wagers:
            if key in self.wagers and key not in self.settled:
                hands = list(judged_hands(self.game, [key]).values())
                if step.only:
                    nothing_more(self.game, index, hands)
                else:
                    self.settled.add(key)
                    nothing_more(self.game, index, [hand for hand in hands if hand.at == "deal"])
                    self._note(f"settled {key}", [hand for hand in hands if not hand.at])


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
        at, up = self.piles.index(pile), self._at(f"up {pile}")
        self.asked[pile] += cards
        taken, self.left[pile] = self.left[pile][:cards], self.left[pile][cards:]
        shown = (*words[:up], words[up] | word(taken), *words[up + 1 :])
        left = (*downs[:at], downs[at] - cards, *downs[at + 1 :]) if turned else downs
        self.weights = {(shown, left): 1}


def nothing_more(game: Definition, index: int, hands: Sequence[JudgedHand]) -> None:
    """Refuse a script that changes a hand after it was judged."""
    for later, step in enumerate(game.script[index + 1 :], index + 1):
        if isinstance(step, DealStep | DiscardStep) and any(step.pile in hand.of for hand in hands):
            raise Outside(later, f"changes {step.pile} after a hand of it may have been settled")


def ranks(cards: int) -> str:
    """The ranks of some cards, highest first; the joker is a star."""
    shown = sorted(cards_of(cards), key=lambda card: -(card >> 2))
    return "".join("*" if card == JOKER else RANKS[card >> 2] for card in shown)
