"""A strategy book: the best option of every situation of a game, looked up for many rounds at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.suits import ranks_of, word
from pitboss.exact.pages import Answer, Grades, Pages, Part, StrategyPage, Unplayable, untold
from pitboss.house.decisions import Offer
from pitboss.house.definition import PLAYER, Definition, JudgedHand
from pitboss.simulation.layout import CardLayout, Words
from pitboss.simulation.play import Numbers, Policy, Rounds


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
        """A chapter for one decision."""
        written = list(pages.pages)
        table = BookTable(sum(len(page.offers) for page in written))
        for page in written:
            self.insert(table, page)
        graded = self._grade(pages.grades) if pages.grades is not None else None
        self.chapters[pages.step] = Chapter(tuple(pages.names), table, graded)

    def _grade(self, grades: Grades) -> Graded:
        sets, many = grades.publics.shape
        table = BookTable(many)
        if sets:
            for public in range(many):
                self.number(table, np.ascontiguousarray(grades.publics[:, public : public + 1]), public)
        return Graded(grades.hand, table, grades.offers)

    def insert(self, table: BookTable, page: StrategyPage) -> None:
        """Write some situations into a table; two that cannot be told apart have to be played alike."""
        salt = np.uint64(page.state + 1)
        sets = np.ascontiguousarray(page.sets)
        conflicts = _kernels().insert(sets, self.deck, salt, page.offers, page.held, table.keys, table.entries)
        if conflicts:
            why = f"{conflicts} situations of {self.rounds.game.name} look like others that are played otherwise"
            raise Unplayable(f"{why}; simulate its wagers one at a time.")

    def number(self, table: BookTable, sets: Words, number: int) -> None:
        """Give a public state its number; two that cannot be told apart may not have two."""
        if number > 0xFFFF:
            raise Unplayable(f"the table of {self.rounds.game.name} shows too many different things for a book.")
        numbers = np.full(1, number, dtype=np.int64)
        if _kernels().number(sets, self.deck, np.uint64(1), numbers, table.keys, table.entries):
            raise Unplayable(f"what the table of {self.rounds.game.name} shows cannot be told apart.")

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
        lost = _kernels().look_up(sets, self.deck, salts, asked, table.keys, table.entries, offers, held)
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
        lost = _kernels().find(np.ascontiguousarray(publics), self.deck, np.uint64(1), keys, entries, numbers)
        if lost:
            raise AssertionError(f"{lost} tables are not in the book")
        return np.asarray(graded.options[numbers, value], dtype=np.int64)

    def _any(self, offers: Sequence[Offer], to: Numbers) -> Numbers:
        """Where a decision changes nothing: the first offer open to every hand, one that does not fold if there is."""
        rank = [0 if offer.choice.needs else 1 if offer.choice.fold else 2 for offer in offers]
        return np.asarray(np.argmax((to >= 0) * np.array(rank), axis=1))


def _kernels() -> Any:
    from pitboss.simulation.kernels import keys

    return keys


def seen(layout: CardLayout, name: str) -> Words:
    """A named set of cards: ``own``, ``up PILE`` or ``gone PILE``."""
    if name == "own":
        return layout.lying(PLAYER)
    kind, _, pile = name.partition(" ")
    return layout.shown(pile) if kind == "up" else layout.gone_from(pile)


def playable(game: Definition, stakes: Mapping[str, Fraction]) -> None:
    """Refuse a game that no book can be written for, before anything is counted."""
    from pitboss.exact.shape import recognise

    why = recognise(game, stakes).unplayable
    if why:
        raise Unplayable(f"{game.name} {why}.")


def book(rounds: Rounds, stakes: Mapping[str, Fraction], tell: Part = untold) -> Policy:
    """The book of a game for these stakes, from the cache or written from the proof; ``tell`` is called with the part
    that is written."""
    from pitboss.exact.shape import recognise
    from pitboss.simulation import book_cache

    shape, written, forks = recognise(rounds.game, stakes), StrategyBook(rounds), rounds.paths.forks
    if shape.unplayable:
        raise Unplayable(f"{rounds.game.name} {shape.unplayable}.")
    if not shape.decides:
        return written
    written.answers.update(shape.answers(forks))
    key = book_cache.key_of(rounds.game, stakes)
    if not book_cache.fill(key, written):
        for pages in shape.pages(forks, tell):
            written.write(pages)
        book_cache.keep(key, written)
    return written
