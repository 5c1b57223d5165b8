"""The layout of a board's proof before anything is counted: boards, private hands, payoffs, numbers of deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import comb, prod
from typing import Any, NoReturn, Self

import numpy as np
import numpy.typing as npt

from pitboss.exact.counts import Memory
from pitboss.exact.figures import LOSE, TIE, WIN, WagerFact
from pitboss.exact.induction import CourseShape, Pay, edges, pay
from pitboss.exact.script.course import Course, CourseStreet, Judgement
from pitboss.exact.script.views import Outside, TooLarge
from pitboss.exact.shape import Watch
from pitboss.exact.shapes.board.boards import Boards, Exchanges, Grids, Whole, subsets
from pitboss.exact.shapes.board.keep import Carry, Keep, carry
from pitboss.house.definition import PLAYER, DealStep, DecideStep, Definition, SettleStep, Step, TurnStep
from pitboss.ranking.numba_cache import Kernels

board_kernels = Kernels("pitboss.exact.kernels.board")

NOT_THIS_SHAPE = -1
"""A step before the first: the refusal of any other shape says more than this one."""


@dataclass(frozen=True)
class Setting:
    """A course as this shape sees it: the public board street by street, and the hidden pile met at the end."""

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
        raise Outside(settles, f"compares {len(compared)} pairs of hands, and only one pair can be proved")
    showdown = compared[0]
    hidden = _hidden(course, showdown)
    for judgement in course.final:
        if judgement != showdown and hidden in dict(judgement.cards):
            raise Outside(settles, f"settles a wager on {judgement.hand}, made of hidden cards, besides the showdown")
    board = [pile for pile in course.piles if pile != hidden]
    if PLAYER in board:
        step = _step(game, lambda step: isinstance(step, DealStep) and step.pile == PLAYER)
        raise Outside(step, "deals the player more cards after a decision, with a hidden hand still to come")
    if len(board) > 1:
        step = _step(game, lambda step: isinstance(step, DealStep) and step.pile == board[1])
        raise Outside(step, f"deals {board[1]} as well as {board[0]}, and only one board can be proved")
    if PLAYER in game.hands[showdown.against].of or not course.own:
        raise Outside(settles, f"compares {showdown.hand} with {showdown.against}, which holds the player's own cards")
    where = course.piles.index(hidden)
    sizes = [sum(street.shown) - street.shown[where] for street in course.streets]
    streets = list(course.streets)
    if len(sizes) > 1 and sizes[-1] == sizes[-2]:
        # The last street reveals only the hidden hand, so the street before it sees the same board and ends the round.
        streets, sizes = streets[:-1], sizes[:-1]
    return Setting(
        streets=tuple(streets),
        boards=tuple(sizes),
        board=board[0] if board else "",
        hidden=hidden,
        opposing=last.shown[where],
        showdown=showdown,
        others=tuple(judgement for judgement in course.final if judgement != showdown),
    )


def _hidden(course: Course, showdown: Judgement) -> str:
    """The one pile of the other hand that stays hidden until the end."""
    game, last = course.game, course.streets[-1]
    theirs = [pile for pile in game.hands[showdown.against].of if pile not in game.hands[showdown.hand].of]
    for pile in theirs:
        if pile in course.piles and any(street.shown[course.piles.index(pile)] for street in course.streets[:-1]):
            turns = (
                at
                for at, step in enumerate(game.script)
                if isinstance(step, DealStep | TurnStep)
                and step.pile == pile
                and (isinstance(step, TurnStep) or step.up)
            )
            step = next(turns, len(game.script) - 1)
            raise Outside(step, f"shows cards of {pile} before the end, but they must stay hidden or lie on the board")
    if last.decides:
        step = _step(game, lambda step: isinstance(step, DecideStep))
        raise Outside(step, "is decided when nothing is hidden any more")
    if len(theirs) != 1:
        what = " and ".join(theirs) or "no own cards"
        raise Outside(len(game.script) - 1, f"meets a hand of {what}, and only one hidden pile can be proved")
    return theirs[0]


def _step(game: Definition, wanted: Callable[[Step], bool]) -> int:
    """The last step that meets a condition."""
    return max((index for index, step in enumerate(game.script) if wanted(step)), default=len(game.script) - 1)


MOST_BYTES = 4 << 30
"""The most memory a proof may need at once, in bytes."""

MOST = 10_000_000_000
"""Most private hands over canonical boards. Two cards and a board of five are 363 million, under a minute on two
threads, so this is about 20 minutes."""

SHARES = 4
"""Parts into which the hands are split for threads."""

PART, PART_SIZE = 32, 1 << 20
BATCH, BATCH_SIZE = 512, 1 << 24
"""The most boards, and the most boards times private hands."""


class BoardLayout(CourseShape):
    """Boards, private hands and payoffs of a round for certain stakes."""

    def __init__(self, course: Course) -> None:
        self.setting = setting(course)
        self.course = course
        self.deck = len(course.game.deck)
        self.edges = [edges(street) for street in self.setting.streets]
        self.keep = Keep(course, Memory(fresh=True))
        self.watch: Watch | None = None
        if self._bytes > MOST_BYTES:
            self._refuse(f"needs {self._bytes >> 30:,} GiB for its hands and sums")
        if self.situations > MOST:
            self._refuse(f"leaves about {self.situations:,} situations (at most {MOST:,})")

    def _refuse(self, why: str) -> NoReturn:
        """Refuse the round, naming the last step that shows a card of the board."""
        board, script = self.setting.board, enumerate(self.course.game.script)
        steps = [at for at, step in script if isinstance(step, DealStep | TurnStep) and step.pile == board]
        raise TooLarge(max(steps, default=0), why)

    @property
    def _bytes(self) -> int:
        """The estimated bytes of the private hands and of the sums of the longest street before the last: one sum per
        board, hand and place, and for each hand its cards, its sets of cards and its image under every exchange."""
        hands, streets = comb(self.deck, self.course.own), zip(self.setting.boards, self.setting.streets, strict=True)
        sums = [comb(self.deck, size) // 24 * hands * len(street.leaving) * 8 for size, street in streets]
        others = comb(self.deck, self.setting.opposing)
        private = hands * (256 + 8 * self.course.own + (4 << self.course.own))
        return max(sums[:-1], default=0) + private + others * (8 * self.setting.opposing + (4 << self.setting.opposing))

    @property
    def part(self) -> int:
        """Boards per call of a kernel: few enough for their data to stay in the processor's cache."""
        return max(1, min(PART, PART_SIZE // comb(self.deck, self.course.own)))

    @property
    def batch(self) -> int:
        """Boards whose worth is held before it is summed."""
        return max(1, min(BATCH, BATCH_SIZE // comb(self.deck, self.course.own)))

    def remembering(self, memory: Memory) -> Self:
        """This shape with a memory: it caches solved streets for advice and partial sums for a resumed proof.

        A fresh memory ignores the results of earlier runs.
        """
        self.keep = Keep(self.course, memory)
        return self

    def watched(self, watch: Watch) -> Self:
        self.watch = watch
        return self

    # Sizes ---------------------------------------------------------------------------------------------------------

    @property
    def others(self) -> int:
        """The number of possible hidden hands once the board and the player's cards are known."""
        return comb(self.deck - self.course.own - self.setting.boards[-1], self.setting.opposing)

    @property
    def deals(self) -> int:
        return comb(self.deck, self.course.own) * self.continued()

    @property
    def situations(self) -> int:
        """The estimated number of pairs of a private hand and a canonical board on the last street."""
        boards = comb(self.deck, self.setting.boards[-1])
        hands = comb(self.deck, self.course.own) + comb(self.deck, self.setting.opposing)
        return (boards // 19 + 1) * hands

    # Laid out once -------------------------------------------------------------------------------------------------

    @cached_property
    def exchanges(self) -> Exchanges:
        return Exchanges(self.course.game.deck)

    @cached_property
    def boards(self) -> list[Boards]:
        return [Boards(self.exchanges, size) for size in self.setting.boards]

    @cached_property
    def parents(self) -> list[tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]]:
        return [before.parents(after) for before, after in zip(self.boards[:-1], self.boards[1:], strict=True)]

    @cached_property
    def grids(self) -> Grids:
        return Grids(self.course, self.setting.board, self.setting.hidden)

    @cached_property
    def turned(self) -> npt.NDArray[np.int32]:
        return self.exchanges.hands(self.grids.own)

    @cached_property
    def back(self) -> npt.NDArray[np.int32]:
        back: npt.NDArray[np.int32] = self.turned[self.exchanges.back]
        return back

    @cached_property
    def pay(self) -> Pay:  # type: ignore[override]
        """``worth[commitment, part, fact]``; a fact is a class of the player's value and those of the other hands."""
        judged = self.course.facts[self.setting.showdown]
        facts = [fact for value in judged.least for fact in parts(value, judged.qualifies)]
        final = [(self.setting.showdown, facts), *((j, self.course.facts[j].facts) for j in self.setting.others)]
        street = self.setting.streets[-1]
        ending = replace(self.course, streets=self.setting.streets)
        by_class = pay(ending, final, self.continued() * len(self.exchanges))
        # The parts before the classes: kernels look up one part of all facts at a time.
        shape = (len(judged.least), 4, self.radix)
        order = np.arange(prod(shape)).reshape(shape).transpose(1, 0, 2).ravel()
        worth = by_class.worth[:, order].reshape(len(street.leaving), 4, -1)
        endings = tuple(tuple(row[at] for at in order) for row in by_class.endings)
        return Pay(np.ascontiguousarray(worth), by_class.scale, endings)

    @property
    def radix(self) -> int:
        return prod(len(self.course.facts[judgement].facts) for judgement in self.setting.others)

    @cached_property
    def carried(self) -> Carry:
        """The sums that flow back from the last street to the one before."""
        return carry(self.setting.streets[-1], self.pay.worth)

    @cached_property
    def sets(self) -> tuple[Any, ...]:
        """For the sweep: subsets of the player's and of the hidden hands, with signs and their number."""
        most = min(self.course.own, self.setting.opposing)
        mine, signs, many = subsets(self.grids.own, self.deck, most)
        theirs, _, _ = subsets(self.grids.theirs, self.deck, most)
        return mine, signs, theirs, many

    @cached_property
    def shares(self) -> list[tuple[int, int]]:
        """The hands in parts that threads can sum separately."""
        return list(pairwise(len(self.grids.own) * part // SHARES for part in range(SHARES + 1)))

    def _lay_out(self) -> None:
        """Make everything the threads share before they start."""
        for _ in (self.parents, self.turned, self.back, self.pay, self.carried, self.sets):
            pass

    def met(self, low: int, high: int) -> tuple[Any, Any]:
        """Some boards of the last street: facts and parts of the hidden hands."""
        grids = self.grids
        judged = self.course.facts[self.setting.showdown]
        rows = self.boards[-1].rows[low:high]
        mine = grids.values(self.setting.showdown.hand, rows)
        theirs = (
            mine if grids.mirrored(self.setting.showdown) else grids.values(self.setting.showdown.against, rows, True)
        )
        my_sets, signs, their_sets, many = self.sets
        shift = (self.course.game.hands[self.setting.showdown.hand].ranking.top.bit_length() + 2) // 2
        least = judged.qualifies + 1
        counts = np.empty((4, *mine.shape), dtype=np.int32)
        room = max(mine.shape[1], theirs.shape[1])
        orders, sums = np.zeros((4, max(room, (1 << shift) + 1)), np.uint32), np.zeros((4, max(room, many)), np.int32)
        cards = (my_sets, signs, their_sets, many)
        board_kernels.showdowns(mine, theirs, theirs is mine, least, *cards, shift, self.others, orders, sums, counts)
        flat = counts.reshape(4, -1)
        facts = grids.classes(judged, mine).ravel()
        for judgement in self.setting.others:
            facts = facts * len(self.course.facts[judgement].facts) + grids.facts(judgement, rows).ravel()
        return facts, flat

    def batches(self, half: int, sums: npt.NDArray[Any], passes: int) -> Iterator[tuple[int, int]]:
        """The boards of the last street, some at a time, on one of ``passes`` over them (``half`` is 0 or 1);
        ``sums`` is saved now and then, and a stopped pass resumes from it."""
        many = len(self.boards[-1])
        for start, end in spans(self.keep.resume(half, sums), many, self.batch):
            yield start, end
            self.keep.sums(half, end if end < many else 0, sums)
            if self.watch is not None:
                self.watch(half * many + end, passes * many)

    def continued(self, number: int = -1) -> int:
        """The number of ways a round can continue from a board and a hand of a street, or from the hand alone."""
        free, sizes = self.deck - self.course.own, (0, *self.setting.boards)[number + 1 :]
        return self.others * prod(comb(free - before, size - before) for before, size in pairwise(sizes))

    def _classes(self, number: int, rows: Whole) -> Whole:
        """The outcome of the hands judged on a street, for every board and hand."""
        classes = np.zeros(len(rows) * len(self.grids.own), dtype=np.int64)
        for judgement in self.setting.streets[number].early:
            classes = classes * len(self.course.facts[judgement].facts) + self.grids.facts(judgement, rows).ravel()
        return classes


def parts(value: int, qualifies: int) -> tuple[WagerFact, ...]:
    """The facts of the four parts of the hidden hands, in the order of the kernels."""
    if value >= qualifies:
        sides = ((False, WIN), (True, WIN), (True, TIE), (True, LOSE))
    else:
        sides = ((False, WIN), (False, TIE), (False, LOSE), (True, LOSE))
    return tuple(WagerFact(qualified, comparison, value) for qualified, comparison in sides)


def spans(first: int, last: int, size: int) -> list[tuple[int, int]]:
    """Runs of at most ``size`` numbers: where each begins and ends."""
    return [(start, min(start + size, last)) for start in range(first, last, size)]


def each(pool: Executor | None, function: Callable[..., Any], rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Call a function with every row of arguments, in the pool's threads if there is one; results in order."""
    columns = zip(*rows, strict=True)
    return list(map(function, *columns) if pool is None else pool.map(function, *columns))
