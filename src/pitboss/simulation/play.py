"""The dealer's script over many rounds of one spot at once; a policy takes the decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import bit, tables, word
from pitboss.exact.pages import Fork
from pitboss.house import definition as script
from pitboss.house.decisions import dealt_in, discarded
from pitboss.house.definition import PLAYER, Definition, JudgedHand
from pitboss.ranking.numba_cache import Kernels
from pitboss.simulation.paths import Endings, Paths, StateWorth, endings, paths, worth

kernels = Kernels("pitboss.simulation.kernels")

Words: TypeAlias = npt.NDArray[np.int64]
Truth: TypeAlias = "npt.NDArray[np.bool_] | np.bool_"

YES, NO = np.True_, np.False_


@dataclass
class DealtCard:
    """One card of every round: its bit, whether it still lies in its pile, and whether it is face up."""

    bits: Words
    there: Truth
    up: Truth


class CardLayout:
    """Piles of many rounds. ``bits[card, round]`` are the cards in the order they leave the deck."""

    def __init__(self, bits: Words) -> None:
        self.bits, self.rounds, self.next = bits, bits.shape[1], 0
        self.piles: dict[str, list[DealtCard]] = {}
        self.gone: dict[str, Words] = {}
        self.snapshots: dict[str, dict[str, Words]] = {}

    # Acts of the dealer ----------------------------------------------------------------------------------------------

    def deal(self, pile: str, cards: int, up: bool, to: Truth = YES) -> None:
        """Deal cards to a pile; where ``to`` is false they stay out of the round, unseen like the rest of the deck."""
        for _ in range(cards):
            self.piles.setdefault(pile, []).append(DealtCard(self.bits[self.next], to, to if up else NO))
            self.next += 1

    def burn(self, cards: int) -> None:
        self.next += cards

    def turn(self, pile: str, cards: int, when: Truth) -> None:
        """Turn up the first ``cards`` face-down cards of a pile (0: all)."""
        left: Any = np.where(when, cards or len(self.piles[pile]), 0)
        for card in self.piles[pile]:
            turned = card.there & ~card.up & (left > 0)
            card.up = card.up | turned
            left = left - turned

    def discard(self, pile: str, takes: int) -> None:
        """Remove the face-up cards of a set from a pile; they stay visible."""
        for card in self.piles[pile]:
            goes = card.there & card.up & ((card.bits & takes) != 0)
            card.there = card.there & ~goes
            self.gone[pile] = self.gone_from(pile) | np.where(goes, card.bits, 0)

    def keep(self, held: Words, when: Truth) -> None:
        """Keep these cards of the player and put the others out."""
        for card in self.piles[PLAYER]:
            card.there = card.there & (((held & card.bits) != 0) | ~when)

    def remember(self, decision: str) -> None:
        """Remember the piles of a hand judged at a decision: the player's cards and those that lie face up."""
        self.snapshots[decision] = {p: self.lying(p) if p == PLAYER else self.shown(p) for p in self.piles}

    # Cards on the table ----------------------------------------------------------------------------------------------

    def _sum(self, cards: Sequence[tuple[Words, Truth]]) -> Words:
        total = np.zeros(self.rounds, dtype=np.int64)
        for bits, there in cards:
            if there is YES:
                total |= bits
            elif there is not NO:
                total |= np.where(there, bits, 0)
        return total

    def lying(self, pile: str) -> Words:
        return self._sum([(card.bits, card.there) for card in self.piles.get(pile, ())])

    def shown(self, pile: str) -> Words:
        return self._sum([(card.bits, card.there & card.up) for card in self.piles.get(pile, ())])

    def any_up(self, pile: str) -> Truth:
        any_up: Truth = NO
        for card in self.piles.get(pile, ()):
            any_up = any_up | (card.there & card.up)
        return any_up

    def gone_from(self, pile: str) -> Words:
        gone = self.gone.get(pile)
        return np.zeros(self.rounds, dtype=np.int64) if gone is None else gone

    def dealt(self, pile: str) -> Words:
        return self._sum([(card.bits, YES) for card in self.piles.get(pile, ())])

    # Values ----------------------------------------------------------------------------------------------------------

    def value(self, hand: JudgedHand) -> npt.NDArray[np.uint16]:
        """The value of a hand in every round."""
        piles = {pile: self._moment(hand, pile) for pile in hand.of}
        out = np.zeros(self.rounds, dtype=np.uint16)
        if not hand.must:
            total = np.zeros(self.rounds, dtype=np.int64)
            for each in piles.values():
                total |= each
            kernels.best(total, tables(hand.ranking), out)
            return out
        free = np.zeros(self.rounds, dtype=np.int64)
        for pile, each in piles.items():
            if pile not in hand.must:
                free |= each
        stacked = np.stack([*(piles[pile] for pile in hand.must), free])
        counts = np.array([*hand.must.values(), 0], dtype=np.int64)
        kernels.best_made(stacked, counts, hand.ranking.cards, tables(hand.ranking), out)
        return out

    def _moment(self, hand: JudgedHand, pile: str) -> Words:
        if hand.at == "deal":
            return self.dealt(pile)
        return self.snapshots[hand.at][pile] if hand.at else self.lying(pile)


Numbers: TypeAlias = npt.NDArray[np.int64]


class Policy(Protocol):
    """Takes the decisions of many rounds at once."""

    def choose(
        self, step: int, layout: CardLayout, states: Numbers, asked: npt.NDArray[np.bool_]
    ) -> tuple[Numbers, Words]:
        """The number of the offer chosen in every round that is asked, and the cards held (0: left alone)."""
        ...


class Played(NamedTuple):
    """The results of some rounds: net result of each (times ``scale``), its last state, and how often each ending came.

    ``endings[wager]`` counts by the number of the ending.
    """

    nets: Numbers
    states: Numbers
    endings: dict[str, Numbers]


class SettledWagers(NamedTuple):
    """One wager at one settling step: the rounds in which it was settled, and the number of its ending in each."""

    wager: str
    due: npt.NDArray[np.bool_]
    endings: Numbers


class IllegalChoice(AssertionError):
    """A policy chose what the game does not offer: a bug in the policy, never a user's mistake."""


@dataclass(frozen=True)
class Rounds:
    """A game with the stakes of one spot, ready to be played many times."""

    game: Definition
    paths: Paths
    endings: Mapping[str, Endings]
    worth: StateWorth
    cards: int

    def deal(self, state: int, rounds: int) -> tuple[Any, Words]:
        """``rounds`` shuffles from a state of the seeded shuffle: the next state, and the cards dealt."""
        deck = np.array(self.game.deck.cards, dtype=np.int64)
        bits = np.zeros(64, dtype=np.int64)
        bits[deck] = [1 << bit(card) for card in self.game.deck.cards]
        out = np.empty((self.cards, rounds), dtype=np.int64)
        after = kernels.deal(np.uint64(state), deck, bits, np.empty_like(deck), out)
        return int(after), out

    def play(self, bits: Words, policy: Policy, settled: list[SettledWagers] | None = None) -> Played:
        """Play rounds with these cards, in the order they leave the deck; every settlement is added to ``settled``."""
        table = _Table(self, bits, settled)
        for index, step in enumerate(self.game.script):
            if isinstance(step, script.DealStep):
                table.deal(step)
            elif isinstance(step, script.BurnStep):
                table.layout.burn(step.cards)
            elif isinstance(step, script.TurnStep):
                when = ~table.layout.any_up(step.if_none_up) if step.if_none_up else YES
                table.layout.turn(step.pile, step.cards, when)
            elif isinstance(step, script.DiscardStep):
                table.layout.discard(step.pile, word(discarded(step, self.game.deck.cards)))
            elif isinstance(step, script.DecideStep):
                table.decide(index, step, policy)
            elif isinstance(step, script.SettleStep):
                table.settle(step)
        if any(each.any() for each in table.open.values()):
            raise AssertionError("a wager was left on the layout")
        return Played(table.nets, table.states, table.counts)


def rounds(game: Definition, stakes: Mapping[str, Fraction]) -> Rounds:
    """A game ready to be played with these stakes."""
    all_paths = paths(game, stakes)
    keys = [key for key in game.wagers if any(key in dict(state.placed) for state in all_paths.states)]
    made = {key: endings(game.wagers[key], game.hands[game.wagers[key].hand].ranking) for key in keys}
    cards = sum(step.cards for step in game.script if isinstance(step, script.DealStep | script.BurnStep))
    return Rounds(game, all_paths, made, worth(game, made, all_paths.states), cards)


class _Table:
    def __init__(self, rounds: Rounds, bits: Words, settled: list[SettledWagers] | None) -> None:
        self.rounds, self.game, self.settled = rounds, rounds.game, settled
        self.layout = CardLayout(bits)
        many = bits.shape[1]
        self.states = np.zeros(many, dtype=np.int64)
        self.nets = np.zeros(many, dtype=np.int64)
        self.folded = np.array([state.folded for state in rounds.paths.states])
        self.has = {
            key: np.array([key in dict(state.placed) for state in rounds.paths.states]) for key in rounds.endings
        }
        start = rounds.paths.states[0]
        self.open = {key: np.full(many, key in dict(start.placed)) for key in rounds.endings}
        self.counts = {key: np.zeros(len(each.listed), dtype=np.int64) for key, each in rounds.endings.items()}

    def deal(self, step: script.DealStep) -> None:
        to: Truth = YES
        if step.pile == PLAYER:
            states = self.rounds.paths.states
            concerned = np.array([dealt_in(step, dict(each.placed), each.folded) for each in states])[self.states]
            if not concerned.any():
                return
            to = YES if concerned.all() else concerned
        self.layout.deal(step.pile, step.cards, step.up, to)

    def decide(self, index: int, step: script.DecideStep, policy: Policy) -> None:
        fork = self.rounds.paths.forks[index]
        if any(hand.at == step.decision for hand in self.game.hands.values()):
            self.layout.remember(step.decision)
        asked = fork.asked[self.states]
        if not asked.any():
            return
        offers, held = policy.choose(index, self.layout, self.states, asked)
        to = fork.to[self.states, offers]
        if (to[asked] < 0).any():
            raise IllegalChoice(f"an option of {step.decision} that is not open was chosen")
        self._check(fork, offers, held, asked)
        self.states = np.where(asked, to, self.states)
        for key, has in self.has.items():
            self.open[key] &= has[self.states] | ~asked
            newly = [key in each.choice.place for each in fork.offers]
            if any(newly):
                self.open[key] |= asked & has[self.states] & np.array(newly)[offers]
        if held.any():
            self.layout.keep(held, asked & (held != 0))

    def _check(self, fork: Fork, offers: Numbers, held: Words, asked: npt.NDArray[np.bool_]) -> None:
        """Refuse what the file does not allow: wrong numbers of held cards, and hands that are too low."""
        judged: Any = None
        for number, offer in enumerate(fork.offers):
            here = asked & (offers == number)
            if not here.any():
                continue
            if offer.choice.needs:
                judged = self.layout.value(self.game.hands[PLAYER]) if judged is None else judged
                if (judged[here] < offer.choice.needs).any():
                    raise IllegalChoice(f"{offer.word} was chosen with too low a hand")
            own = self.layout.lying(PLAYER)[here] if held.any() or offer.choice.hold else held[here]
            kept = np.where(held[here] != 0, held[here], own)
            if (kept & ~own).any():
                raise IllegalChoice("cards were held that are not the player's")
            if offer.choice.hold:
                counts = np.bitwise_count(kept)
                if not np.isin(counts, offer.choice.hold).all():
                    raise IllegalChoice(f"{offer.word} was chosen with a wrong number of cards held")
            elif (kept != own).any():
                raise IllegalChoice(f"{offer.word} leaves the cards alone")

    def settle(self, step: script.SettleStep) -> None:
        values: dict[str, Any] = {}
        for key in step.wagers:
            if key not in self.rounds.endings:
                continue
            due = self.open[key]
            folded = self.folded[self.states]
            if step.only == "folded":
                due = due & folded
            if not due.any():
                continue
            self._one(key, due, folded, step, values)

    def _value(self, name: str, values: dict[str, Any]) -> Any:
        if name not in values:
            values[name] = self.layout.value(self.game.hands[name]).astype(np.int64)
        return values[name]

    def _one(
        self,
        key: str,
        due: npt.NDArray[np.bool_],
        folded: npt.NDArray[np.bool_],
        step: script.SettleStep,
        values: dict[str, Any],
    ) -> None:
        wager, made, net = self.game.wagers[key], self.rounds.endings[key], self.rounds.worth.net[key]
        many = len(due)
        segment, qualified, side = (np.zeros(many, dtype=np.int64) for _ in range(3))
        if wager.stands or (due & ~folded).any():
            value = self._value(wager.hand, values)
            segment = made.segment[value]
            if wager.against:
                other = self._value(wager.against, values)
                qualified = (other >= self.game.hands[wager.against].qualifies).astype(np.int64)
                side = np.sign(value - other)
        ending = made.of[folded.astype(np.int64), qualified, side + 1, segment]
        if step.only == "losing":
            due = due & made.loses[ending]
        if self.settled is not None:
            self.settled.append(SettledWagers(key, due, ending))
        extra = np.where(due, made.bonus[folded.astype(np.int64), segment], -1)
        paid = extra >= 0
        if paid.any():
            self.nets += np.where(paid, net[self.states, extra], 0)
            self.counts[key] += np.bincount(extra[paid], minlength=len(made.listed))
        self.nets += np.where(due, net[self.states, ending], 0)
        self.counts[key] += np.bincount(ending[due], minlength=len(made.listed))
        self.open[key] = self.open[key] & ~due
