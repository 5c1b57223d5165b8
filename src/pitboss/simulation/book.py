"""A strategy book: the best option of every situation of a game, looked up for many rounds at once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.cards.hands import ranks_of, word
from pitboss.exact.counts import decode, encode, proof_key
from pitboss.exact.pages import Answer, Grades, Pages, Part, StrategyPage, Unplayable, untold
from pitboss.exact.shape import recognise
from pitboss.house.decisions import Offer
from pitboss.house.definition import PLAYER, Definition, JudgedHand
from pitboss.ranking.numba_cache import Kernels
from pitboss.simulation.play import CardLayout, Numbers, Policy, Rounds, Words

kernels = Kernels("pitboss.simulation.kernels")


class BookTable:
    """Situations by their keys, open addressing."""

    def __init__(self, many: int) -> None:
        size = 1 << max(4, (many * 3 // 2).bit_length())
        self.keys, self.entries = np.zeros(size, np.uint64), np.zeros(size, np.uint16)


class Graded(NamedTuple):
    """Situations given by what the table shows and the value of the hand: ``options[public, value]`` is -1 where hands
    of one value are played in different ways; each is then looked up by itself."""

    hand: JudgedHand
    publics: BookTable
    options: npt.NDArray[np.int16]


@dataclass
class Chapter:
    """One decision: the names of the sets that distinguish its situations, the player's own last, and the table."""

    names: tuple[str, ...]
    table: BookTable
    graded: Graded | None = None


class StrategyBook:
    """A policy that looks situations up, and takes the first offer where there is nothing to decide."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        deck = word(rounds.game.deck.cards)
        self.deck = np.array([ranks_of(deck, suit) for suit in range(4)], dtype=np.int64)
        self.chapters: dict[int, Chapter] = {}
        self.answers: dict[int, Answer] = {}

    def write(self, pages: Pages) -> None:
        """Write the chapter of one decision."""
        written = list(pages.pages)
        table = BookTable(sum(len(page.offers) for page in written))
        for page in written:
            self.insert(table, page)
        graded = self._grade(pages.grades) if pages.grades is not None else None
        self.chapters[pages.step] = Chapter(tuple(pages.names), table, graded)

    def _grade(self, grades: Grades) -> Graded:
        """Give every public state its number; two that cannot be distinguished may not have different ones."""
        sets, many = grades.publics.shape
        table = BookTable(many)
        if sets:
            if many - 1 > 0xFFFF:
                raise Unplayable(
                    f"the table of {self.rounds.game.name} shows more different things than a strategy book can hold."
                )
            publics, nothing = np.ascontiguousarray(grades.publics), np.zeros(many, dtype=np.int64)
            numbers = np.arange(many, dtype=np.int64)
            if kernels.insert(publics, self.deck, np.uint64(1), numbers, nothing, table.keys, table.entries):
                raise Unplayable(f"two tables of {self.rounds.game.name} show the same and are played differently.")
        return Graded(grades.hand, table, grades.offers)

    def insert(self, table: BookTable, page: StrategyPage) -> None:
        """Write some situations into a table; two that cannot be distinguished must be played the same way."""
        salt = np.uint64(page.state + 1)
        sets = np.ascontiguousarray(page.sets)
        conflicts = kernels.insert(sets, self.deck, salt, page.offers, page.held, table.keys, table.entries)
        if conflicts:
            same = f"{conflicts} situations of {self.rounds.game.name} cannot be distinguished from others"
            raise Unplayable(f"{same} that are played differently; simulate its wagers one at a time.")

    def choose(
        self, step: int, layout: CardLayout, states: Numbers, asked: npt.NDArray[np.bool_]
    ) -> tuple[Numbers, Words]:
        fork = self.rounds.paths.forks[step]
        held = np.zeros(layout.rounds, dtype=np.int64)
        if step in self.answers:
            return self._answered(self.answers[step], layout, states, asked), held
        chapter = self.chapters.get(step)
        if chapter is None:
            return self._any(fork.offers, fork.to)[states], held
        offers = np.zeros(layout.rounds, dtype=np.int64)
        sets = np.stack([seen(layout, name) for name in chapter.names])
        if chapter.graded is not None:
            offers = self._graded(chapter.graded, layout, sets[:-1])
            asked = asked & (offers < 0)
            offers = np.where(asked, 0, offers)
        salts = states.astype(np.uint64) + np.uint64(1)
        table = chapter.table
        lost = kernels.look_up(sets, self.deck, salts, asked, table.keys, table.entries, offers, held)
        if lost:
            raise AssertionError(f"{lost} situations are not in the book")
        return offers, held

    def _answered(self, answer: Answer, layout: CardLayout, states: Numbers, asked: npt.NDArray[np.bool_]) -> Numbers:
        offers = np.zeros(layout.rounds, dtype=np.int64)
        where = np.flatnonzero(asked)
        sets = np.stack([seen(layout, name)[where] for name in answer.names])
        offers[where] = answer.offers(sets, states[where])
        return offers

    def _graded(self, graded: Graded, layout: CardLayout, publics: Words) -> Numbers:
        value = layout.value(graded.hand)
        if not len(publics):
            return np.asarray(graded.options[0][value], dtype=np.int64)
        numbers = np.zeros(layout.rounds, dtype=np.int64)
        keys, entries = graded.publics.keys, graded.publics.entries
        lost = kernels.find(np.ascontiguousarray(publics), self.deck, np.uint64(1), keys, entries, numbers)
        if lost:
            raise AssertionError(f"{lost} tables are not in the book")
        return np.asarray(graded.options[numbers, value], dtype=np.int64)

    def _any(self, offers: Sequence[Offer], to: Numbers) -> Numbers:
        """If a decision changes nothing: the first offer open to every hand, one that does not fold if there is one."""
        rank = [0 if offer.choice.needs else 1 if offer.choice.fold else 2 for offer in offers]
        return np.asarray(np.argmax((to >= 0) * np.array(rank), axis=1))


def seen(layout: CardLayout, name: str) -> Words:
    """A named set of cards: ``own``, ``up PILE`` or ``gone PILE``."""
    if name == "own":
        return layout.lying(PLAYER)
    kind, _, pile = name.partition(" ")
    return layout.shown(pile) if kind == "up" else layout.gone_from(pile)


def playable(game: Definition, stakes: Mapping[str, Fraction]) -> None:
    """Refuse a game that no book can be written for, before anything is counted."""
    why = recognise(game, stakes).unplayable
    if why:
        raise Unplayable(f"{game.name} {why}.")


def book(rounds: Rounds, stakes: Mapping[str, Fraction], tell: Part = untold) -> Policy:
    """The book of a game for these stakes, from the cache or written from the proof; ``tell`` is called with the part
    that is written."""
    shape, written, forks = recognise(rounds.game, stakes), StrategyBook(rounds), rounds.paths.forks
    if shape.unplayable:
        raise Unplayable(f"{rounds.game.name} {shape.unplayable}.")
    if not shape.decides:
        return written
    written.answers.update(shape.answers(forks))
    key = key_of(rounds.game, stakes)
    if not fill(key, written):
        for pages in shape.pages(forks, tell):
            written.write(pages)
        keep(key, written)
    return written


KIND = "book"
FORM = 2
"""Raised whenever the form of books changes."""
MOST = 512 << 20
"""Most bytes of a cached book; a larger one is written again each time."""


# The cache, so that a second simulation of a game starts at once


def key_of(game: Definition, stakes: Mapping[str, Fraction]) -> str:
    """The key of a book: the game with its pay tables, the stakes, the version of the proof, and the way situations
    are numbered."""
    return store.key_of(FORM, _numbering(), proof_key(game, stakes))


@lru_cache(maxsize=1)
def _numbering() -> bytes:
    """The source of the numbering: a book read with another numbering would give wrong answers."""
    return Path(__file__).with_name("kernels.py").read_bytes()


def keep(key: str, book: StrategyBook) -> None:
    """Cache a book, unless it is too large."""
    listed = [
        (step, chapter.names, chapter.graded.hand.name if chapter.graded else "")
        for step, chapter in book.chapters.items()
    ]
    arrays: list[Any] = [np.frombuffer(json.dumps(listed).encode(), dtype=np.uint8)]
    for chapter in book.chapters.values():
        arrays += _packed(chapter.table)
        if chapter.graded:
            arrays += [*_packed(chapter.graded.publics), chapter.graded.options]
    if sum(array.nbytes for array in arrays) <= MOST:
        store.save(KIND, key, encode(arrays))


def fill(key: str, book: StrategyBook) -> bool:
    """Fill an empty book with the cached chapters of a key; False if there are none."""
    data = store.load(KIND, key)
    if data is None:
        return False
    head, *rest = decode(data)
    arrays = iter(rest)
    for step, names, hand in json.loads(head.tobytes()):
        chapter = Chapter(tuple(names), _unpacked(arrays))
        if hand:
            chapter.graded = Graded(book.rounds.game.hands[hand], _unpacked(arrays), next(arrays))
        book.chapters[step] = chapter
    return True


def _packed(table: BookTable) -> list[Any]:
    """The occupied slots of a table and their contents; most slots are empty."""
    taken = table.keys != 0
    size = np.array([len(table.keys)], dtype=np.int64)
    return [size, np.packbits(taken), table.keys[taken], table.entries[taken]]


def _unpacked(arrays: Iterator[Any]) -> BookTable:
    size, bits, keys, entries = (next(arrays) for _ in range(4))
    taken = np.unpackbits(bits, count=int(size[0])).astype(np.bool_)
    table = BookTable(0)
    table.keys, table.entries = np.zeros(len(taken), np.uint64), np.zeros(len(taken), np.uint16)
    table.keys[taken], table.entries[taken] = keys, entries
    return table
