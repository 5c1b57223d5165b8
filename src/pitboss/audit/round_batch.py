"""Plain rounds side by side: what became of every spot, by the batch of :mod:`pitboss.simulation`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.audit.plain_round import PlacedSpot, PlainRound, Stakes
from pitboss.exact.cards.suits import bit
from pitboss.house.actions import _NAMES, Spoken
from pitboss.house.definition import PLAYER, DecideStep, Definition, SettleStep
from pitboss.house.settlement import Ending
from pitboss.simulation.layout import CardLayout, Words
from pitboss.simulation.play import IllegalChoice, Numbers, Rounds, SettledWagers, rounds
from pitboss.simulation.several_spots import columns, draws

MOST_STAKES = 512
NOTHING = -1


class SpotColumns(NamedTuple):
    """Columns of the batch: the round and the place among its spots of each, the decisions of each, and the cards."""

    places: list[tuple[int, int]]
    said: list[list[str]]
    bits: list[Words]


class RoundBatch:
    """Settles rounds of one game.

    An outcome is what became of a spot, as bytes of small numbers: for each step of ``steps`` that asks the number of
    the offer chosen, for each wager of one that settles the numbers of its ending and its bonus (-1 for none).
    """

    def __init__(self, game: Definition, spoken: Mapping[str, Spoken], offers: Mapping[str, Sequence[Any]]) -> None:
        self.game, self._plan_spoken, self._plan_offers = game, spoken, offers
        self.steps = [
            (index, step) for index, step in enumerate(game.script) if isinstance(step, DecideStep | SettleStep)
        ]
        self.places: dict[tuple[int, str], int] = {}
        self.width = 0
        for index, step in self.steps:
            for key in ("",) if isinstance(step, DecideStep) else step.wagers:
                self.places[index, key] = self.width
                self.width += 2 if key else 1
        self._deck = np.array(sorted(game.deck.cards), dtype=np.uint8)
        self._ready: dict[Stakes, Rounds] = {}
        self._listed: dict[str, tuple[Ending, ...]] = {}
        self._spoken: dict[tuple[int, str], tuple[int, int, bool]] = {}

    def listed(self, wager: str) -> tuple[Ending, ...]:
        """The endings of a wager, by their numbers."""
        return self._listed[wager]

    def play(self, run: Sequence[PlainRound], decks: Sequence[bytes]) -> list[list[bytes]]:
        """The outcomes of every spot of every round; :class:`IllegalChoice` if a round is not as it could be."""
        if any(len(deck) != len(self._deck) for deck in decks):
            raise IllegalChoice("a deck has too many cards, or too few")
        orders = np.frombuffer(b"".join(decks), dtype=np.uint8).reshape(len(run), -1)
        if (np.sort(orders, axis=1) != self._deck).any():
            raise IllegalChoice("a deck has a card twice, or one that is not of it")
        groups = self._grouped(run, orders)
        outcomes: list[list[bytes]] = [[b""] * len(plain.spots) for plain in run]
        for stakes, spots in groups.items():
            ends, width = self._group(stakes, spots), 2 * self.width
            for column, (number, at) in enumerate(spots.places):
                outcomes[number][at] = ends[column * width : (column + 1) * width]
        return outcomes

    def _grouped(self, run: Sequence[PlainRound], orders: npt.NDArray[np.uint8]) -> dict[Stakes, SpotColumns]:
        """All spots with the same ratio of stakes, with the cards that each sees."""
        alike: dict[tuple[PlacedSpot, ...], list[int]] = {}
        for number, plain in enumerate(run):
            alike.setdefault(plain.spots, []).append(number)
        groups: dict[Stakes, SpotColumns] = {}
        for placed, numbers in alike.items():
            places = draws(self.game, tuple([(spot.seat, spot.keys) for spot in placed]))
            if places is None:
                raise IllegalChoice("who is dealt cards depends on decisions")
            dealt = orders[numbers]
            said: list[dict[int, list[str]]] = [{spot.seat: [] for spot in placed} for _ in numbers]
            for spoken, number in zip(said, numbers, strict=True):
                for act in run[number].acts:
                    spoken[act.seat].append(act.action)
            for at, spot in enumerate(placed):
                spots = groups.setdefault(spot.ratio, SpotColumns([], [], []))
                spots.places.extend([(number, at) for number in numbers])
                spots.said.extend([spoken[spot.seat] for spoken in said])
                spots.bits.append(columns(self.game, dealt, places[spot.seat]))
        return groups

    def _group(self, stakes: Stakes, spots: SpotColumns) -> bytes:
        """The outcomes of these spots, one after the other."""
        ends = np.full((len(spots.places), self.width), NOTHING, dtype=np.int16)
        policy = _AsRecorded(self, spots.said, ends)
        settled: list[SettledWagers] = []
        self.ready(stakes).play(np.concatenate(spots.bits, axis=1), policy, settled)
        if policy.at != [len(texts) for texts in spots.said]:
            raise IllegalChoice("more was decided than was asked")
        for each in settled:
            at = self.places[each.step, each.wager]
            ends[:, at] = np.where(each.due, each.endings, NOTHING)
            ends[:, at + 1] = np.where(each.due, each.bonuses, NOTHING)
        return ends.tobytes()

    def ready(self, stakes: Stakes) -> Rounds:
        """The batch for these stakes, of which only the ratio matters."""
        made = self._ready.get(stakes)
        if made is None:
            if len(self._ready) >= MOST_STAKES:
                self._ready.clear()
            made = self._ready[stakes] = rounds(self.game, {key: Fraction(cents) for key, cents in stakes})
            for key, each in made.endings.items():
                self._listed.setdefault(key, each.listed)
        return made

    def spoken(self, index: int, decision: str, text: str) -> tuple[int, int, bool]:
        """The number of the offer a text chooses, the cards it names, and whether those are held (else put out)."""
        place = (index, text)
        known = self._spoken.get(place)
        if known is None:
            spoken = self._plan_spoken[decision]
            offer, named, held = spoken.plain.get(text), 0, True
            if offer is None:
                word, _, names = text.partition(" ")
                offer = spoken.by_word[word]
                held = offer.choice.say.endswith("{held}")
                for name in names.split(" "):
                    named |= 1 << bit(_NAMES[name])
            known = self._spoken[place] = (self._plan_offers[decision].index(offer), named, held)
        return known


class _AsRecorded:
    """A policy that decides as the log says, and writes the numbers of the offers down."""

    def __init__(self, batch: RoundBatch, said: Sequence[Sequence[str]], ends: npt.NDArray[np.int16]) -> None:
        self.batch, self.said, self.ends = batch, said, ends
        self.at = [0] * len(said)

    def choose(self, step: int, layout: CardLayout, states: Numbers, asked: Any) -> tuple[Numbers, Words]:
        decide = self.batch.game.script[step]
        assert isinstance(decide, DecideStep)
        held = np.zeros(layout.rounds, dtype=np.int64)
        own: Words | None = None
        chosen: list[int] = []
        columns = np.flatnonzero(asked)
        at, said, spoken, decision = self.at, self.said, self.batch.spoken, decide.decision
        for column in columns.tolist():
            text = said[column][at[column]]
            at[column] += 1
            offer, named, holds = spoken(step, decision, text)
            chosen.append(offer)
            if named:
                if own is None:
                    own = layout.lying(PLAYER)
                held[column] = named if holds else int(own[column]) & ~named
        offers = np.zeros(layout.rounds, dtype=np.int64)
        offers[columns] = chosen
        self.ends[columns, self.batch.places[step, ""]] = chosen
        return offers, held
