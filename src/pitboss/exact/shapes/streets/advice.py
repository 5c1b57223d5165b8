"""What every option is worth in one situation of a round with streets: the player's cards, what he sees, what he did.

Only what can still follow is laid out. Where a hidden hand is met at the end it is met directly, by this one hand of
the player; the first street of such a round would take long that way, so it is taken from the solved shape, kept from
the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.exact.script.course import Option, Street
from pitboss.exact.script.one_decision import option_for
from pitboss.exact.shapes.board.board import Reveal
from pitboss.exact.shapes.board.single_hands import Singles
from pitboss.exact.shapes.streets.rows import Rows, parents, rows
from pitboss.exact.shapes.streets.streets import Stages, Whole
from pitboss.exact.shapes.streets.values import fact_numbers, hand_values
from pitboss.house.definition import PLAYER


class Worth(NamedTuple):
    """An option and what the round is worth with it, in units."""

    option: Option
    ev: Fraction


class AdviceError(PitbossError):
    """A situation in which there is nothing to advise; the message says what was expected."""


def advise(
    shape: Stages | Reveal, own: Sequence[Card], shown: Mapping[str, Sequence[Card]], did: Sequence[str] = ()
) -> tuple[Worth, ...]:
    """Every open option in the order of the file.

    ``own`` and ``shown`` are cards in the order they came; ``did`` the texts of the earlier decisions.
    """
    ahead = Ahead(shape, own, shown)
    place = ahead.place(did)
    return ahead.worths(place)


def prepare(
    shape: Stages | Reveal, own: int, shown: Mapping[str, Sequence[Card]], slow: Callable[[int, int], None] | None
) -> None:
    """Solve the first street of a round with a board if that is asked about and no proof has left it.

    ``slow`` is told the boards that are counted, and how many there are: first none of them, in the end all.
    """
    if isinstance(shape, Reveal) and not any(shown.values()) and own == shape.course.own:
        known = (
            shape.values.size or shape.keep.solved() is not None or (shape.cells is not None and shape.cells.known())
        )
        if slow is not None and not known:
            boards = len(shape.boards[-1])
            slow(0, boards)
            shape.watch = lambda done, _: slow(done, boards)  # of the two ways over the boards advice takes one
        first_street(shape)
        shape.watch = None


def first_street(shape: Reveal) -> None:
    """Have the first street solved: from this process, from an earlier proof, or now."""
    if not shape.values.size and not shape.setting.boards[0] and len(shape.setting.streets) > 1:
        shape.solve()
        shape.keep.memory.save()


def undecided(said: Sequence[str], decision: str, options: Sequence[str]) -> str:
    """What to say where an earlier decision is missing or was none of its options: how it is typed."""
    had = f"{said[0]!r} is no option of" if said else "it has to be said what was done at"
    typed = [f"'{text}'" if " " in text else text for text in options]
    such = next((text for text in typed if text != "fold"), typed[0])
    return (
        f"{had} the decision {decision!r}; its options are {', '.join(options)}, "
        f"given in the order they were taken, such as --did {such}."
    )


class Ahead:
    """All that can follow from one situation."""

    def __init__(self, shape: Stages | Reveal, own: Sequence[Card], shown: Mapping[str, Sequence[Card]]) -> None:
        self.shape, self.course = shape, shape.course
        course = self.course
        course.game.deck.check([*own, *(card for cards in shown.values() for card in cards)])
        hidden = shape.setting.hidden if isinstance(shape, Reveal) else ""
        self.piles = tuple(pile for pile in course.piles if pile != hidden)
        self.streets: tuple[Street, ...] = shape.setting.streets if isinstance(shape, Reveal) else course.streets
        self.own = tuple(own[: course.own])
        self.known = {pile: tuple(own[course.own :] if pile == PLAYER else shown.get(pile, ())) for pile in self.piles}
        unseen = [pile for pile, cards in shown.items() if cards and pile not in self.piles]
        if unseen:
            seen = [pile for pile in self.piles if pile != PLAYER]
            instead = f"; those of {seen[0]} are given with {option_for(seen[0])}" if seen else ""
            raise AdviceError(
                f"no card of {unseen[0]} is seen at a decision of {course.game.name}; "
                f"leave out {option_for(unseen[0])}{instead}."
            )
        self.number = self._street(own)
        used = {*self.own, *(card for cards in self.known.values() for card in cards)}
        self.free = np.array([card for card in course.game.deck if card not in used], dtype=np.uint8)

    def shown(self, number: int) -> tuple[int, ...]:
        """The cards of each pile seen on a street."""
        at = [self.course.piles.index(pile) for pile in self.piles]
        return tuple(self.streets[number].shown[place] for place in at)

    def _street(self, own: Sequence[Card]) -> int:
        counts = tuple(len(self.known[pile]) for pile in self.piles)
        asked = [n for n, street in enumerate(self.streets) if street.decides]
        for number in asked:
            mine = self.course.own + len(self.known.get(PLAYER, ()))
            if len(own) == mine and self.shown(number) == counts:
                return number
        expected = " or ".join(self._sight(number) for number in asked) or "nothing: there is no decision"
        have = ", ".join(
            [f"{len(own)} of his own", *(f"{len(self.known[p])} of {p}" for p in self.piles if p != PLAYER)]
        )
        others = [pile for pile in self.piles if pile != PLAYER]
        how = "".join(f"; {option_for(pile)} gives the cards of {pile}" for pile in others)
        raise AdviceError(f"nothing is decided on {have}; decisions are taken on {expected}{how}.")

    def _sight(self, number: int) -> str:
        counts = dict(zip(self.piles, self.shown(number), strict=True))
        mine = self.course.own + counts.pop(PLAYER, 0)
        return ", ".join([f"{mine} of his own", *(f"{many} of {pile}" for pile, many in counts.items())])

    # What was committed so far -----------------------------------------------------------------------------------

    def place(self, did: Sequence[str]) -> int:
        """The place of this street at which the earlier decisions lead."""
        said = [" ".join(text.lower().split()) for text in did]
        entering = 0
        for number in range(self.number + 1):
            street = self.streets[number]
            place = street.entry[entering][self._class(number)]
            while street.places[place] and not (number == self.number and not said):
                place = self._follow(street, place, said)
            if number < self.number:
                entering = place
        if said:
            raise AdviceError(
                f"{said[0]!r} is one decision too many; before this one {len(did) - len(said)} are taken."
            )
        if not self.streets[self.number].places[place]:
            raise AdviceError("nothing is left to decide here after these decisions.")
        return place

    def _follow(self, street: Street, place: int, said: list[str]) -> int:
        options = {edge.option.text.lower(): edge.to for edge in street.places[place]}
        decision = street.places[place][0].option.decision
        if not said or said[0] not in options:
            raise AdviceError(undecided(said, decision, list(options)))
        return options[said.pop(0)]

    def _class(self, number: int) -> int:
        """How the hands judged on an earlier street, or on this one, came out."""
        street = self.streets[number]
        if not street.early:
            return 0
        counts = self.shown(number)
        cards = [*self.own, *(c for pile, n in zip(self.piles, counts, strict=True) for c in self.known[pile][:n])]
        seen = np.array([cards], dtype=np.uint8)
        return int(fact_numbers(self.course, street.early, self._columns(counts), seen)[0])

    def _columns(self, counts: Sequence[int]) -> dict[str, list[int]]:
        found = {PLAYER: list(range(self.course.own))}
        start = self.course.own
        for pile, many in zip(self.piles, counts, strict=True):
            found.setdefault(pile, []).extend(range(start, start + many))
            start += many
        return found

    # What may follow -----------------------------------------------------------------------------------------------

    def worths(self, place: int) -> tuple[Worth, ...]:
        """The worth of every open option of a place."""
        street = self.streets[self.number]
        solved = self._solved()
        if solved is None:
            solved = self.values()[:, 0], self._ways * self.shape.pay.scale
        values, under = solved
        seen = self._seen(np.zeros((1, 0), dtype=np.uint8), (0,) * len(self.piles))
        held = 0
        if street.needs:
            held = int(hand_values(self.course.game.hands[PLAYER], self._columns(self.shown(self.number)), seen)[0])
        return tuple(
            Worth(edge.option, Fraction(int(values[edge.to]), under))
            for edge in street.places[place]
            if held >= edge.option.choice.needs
        )

    def _solved(self) -> tuple[Whole, int] | None:
        """The first street where it sees no board: laid out hand by hand it would be too much, so all are solved."""
        shape = self.shape
        if self.number or not isinstance(shape, Reveal) or shape.setting.boards[0] or len(self.streets) < 2:
            return None
        first_street(shape)
        deck = self.course.game.deck.cards
        number = shape.hand_number(sorted(deck.index(card) for card in self.own))
        return shape.values[:, 0, number], shape.boards_after * shape.others * shape.pay.scale

    def values(self) -> Whole:
        """The sums of every place of this street over everything that may follow."""
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
        now = self.shown(self.number)
        last = len(self.streets) - 1
        extra = [tuple(a - b for a, b in zip(self.shown(n), now, strict=True)) for n in range(self.number, last + 1)]
        laid = [rows(len(self.free), each) for each in extra]
        facts = self._facts(self._seen(laid[-1], extra[-1]), self._columns(self.shown(last)))
        self._ways = int(facts[:, 0].sum())
        worth = self._worth
        if last > self.number and not self.streets[last].decides:
            # Nothing is decided on the last street: its facts are counted through, which is less than all commitments.
            facts = self._before(facts, laid, extra, last - self.number)
            worth = worth[self.shape.edges[last].entry[:, 0]]
            last -= 1
        carried: Whole | None = None
        for number in range(last, self.number - 1, -1):
            street, at = self.streets[number], number - self.number
            edge = self.shape.edges[number]
            seen, columns = self._seen(laid[at], extra[at]), self._columns(self.shown(number))
            here = np.zeros((len(street.places), len(seen)), dtype=np.int64)
            if carried is None:
                kernels.weigh(worth, facts, here)
            else:
                here[: len(street.leaving)] = carried
            judged = np.zeros(0, dtype=np.int64)
            if street.needs:
                judged = hand_values(self.course.game.hands[PLAYER], columns, seen).astype(np.int64)
            choice = np.zeros((len(street.places) - len(street.leaving), len(seen)), dtype=np.int16)
            kernels.decide(here, len(street.leaving), edge.first, edge.to, edge.needs, judged, choice)
            if not at:
                return here
            entering = np.zeros((len(street.entry), len(seen)), dtype=np.int64)
            kernels.enter(here, edge.entry, fact_numbers(self.course, street.early, columns, seen), entering)
            carried = self._before(entering, laid, extra, at)
        raise AssertionError("a street has no situation")

    def _before(self, sums: Whole, laid: Sequence[Rows], extra: Sequence[tuple[int, ...]], at: int) -> Whole:
        """Sums of a street added up for the situations of the one before."""
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
        came = parents(laid[at], extra[at], extra[at - 1], laid[at - 1])
        found = np.zeros((len(sums), len(laid[at - 1])), dtype=np.int64)
        kernels.rise(sums, 1, came, len(laid[at - 1]), found)
        self._ways = self._ways * came.size // len(laid[at - 1])
        return found

    @property
    def _worth(self) -> Whole:
        worth = self.shape.pay.worth
        return worth.reshape(len(worth), -1)

    def _seen(self, more: Rows, extra: Sequence[int]) -> Rows:
        """The cards of every situation of a street, pile after pile, those known already first."""
        parts = [np.tile(np.array(self.own, dtype=np.uint8), (len(more), 1))]
        start = 0
        for pile, many in zip(self.piles, extra, strict=True):
            parts.append(np.tile(np.array(self.known[pile], dtype=np.uint8), (len(more), 1)))
            parts.append(self.free[more[:, start : start + many]])
            start += many
        return np.concatenate(parts, axis=1)

    def _facts(self, seen: Rows, columns: Mapping[str, list[int]]) -> Whole:
        """How often each situation of the last street shows each fact: once, or for as many hidden hands."""
        shape, course = self.shape, self.course
        found = np.zeros((self._worth.shape[1], len(seen)), dtype=np.int64)
        here = np.arange(len(seen))
        if isinstance(shape, Stages):
            found[fact_numbers(course, course.final, columns, seen), here] = 1
            return found
        singles = Singles(shape)
        at = singles.facts(seen, columns)
        for part, counts in enumerate(singles.parts(seen, columns)):
            found[part * shape.pay.worth.shape[2] + at, here] = counts
        return found
