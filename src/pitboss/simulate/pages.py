"""Pages of a book of strategy, from each shape of proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from pitboss.exact.options import Option
from pitboss.exact.script.views import Outline, Public
from pitboss.exact.shapes.holding.holding import Holding
from pitboss.exact.shapes.holding.holding import Table as Holds
from pitboss.exact.shapes.showdown.showdown import Showdown
from pitboss.exact.shapes.showdown.worths import held_words, worths
from pitboss.simulate.book import Book, Graded, Page, Part, Table
from pitboss.simulate.layout import Words
from pitboss.simulate.play import Numbers


def _names(outline: Outline) -> tuple[str, ...]:
    """The sets of cards seen at the decision; what was noted for a hand judged earlier changes no choice by itself."""
    listed = [name for name, _ in outline.publics[0].lying if name.split()[0] in ("up", "gone")]
    return (*listed, "own")


def _sets(names: Sequence[str], public: Public, own: Words) -> Words:
    lying = dict(public.lying)
    found = np.empty((len(names), len(own)), dtype=np.int64)
    for at, name in enumerate(names[:-1]):
        found[at] = lying[name]
    found[-1] = own
    return found


def _offers(book: Book, step: int, act: Option, kept: Numbers, own: int) -> Numbers:
    """The offers of the file by the number of cards kept: options that come to the same are one for the proof."""
    offers = book.rounds.paths.forks[step].offers
    found = np.full(own + 1, -1, dtype=np.int64)
    for choice, times in sorted(act.choices, key=lambda each: each[0].fold != act.fold):
        number = next(i for i, offer in enumerate(offers) if offer.choice is choice and offer.times == times)
        for many in choice.hold or (own,):
            if found[many] < 0:
                found[many] = number
    return np.asarray(found[kept])


def showdown(book: Book, shape: Showdown, tell: Part) -> None:
    """Every hand beside everything the table can show, one decision."""
    if any(act.hold for act in shape.acts):
        names = _names(shape.outline)
        book.write(shape.outline.step, names, _held_pages(book, shape, names, tell))
    else:
        _graded(book, shape, tell)


def _held_pages(book: Book, shape: Showdown, names: Sequence[str], tell: Part) -> Iterator[Page]:
    outline = shape.outline
    for job, public in enumerate(outline.publics):
        tell(job / len(outline.publics))
        found = worths(shape, job)
        best = found.best
        offers = np.zeros(len(best), dtype=np.int64)
        held = np.zeros(len(best), dtype=np.int64)
        for number, act in enumerate(shape.acts):
            here = best == number
            words = found.words[here]
            kept = held_words(words, outline.own, act.hold, found.query[number][here]) if act.hold else words
            offers[here] = _offers(book, outline.step, act, np.bitwise_count(kept), outline.own)
            held[here] = np.where(kept == words, 0, kept)
        yield Page(_sets(names, public, found.words), offers, held, 0)


def _graded(book: Book, shape: Showdown, tell: Part) -> None:
    """Most hands of one value are played alike, so that only the others need a line of their own."""
    from pitboss.exact.kernels import worths as compiled

    kernels: Any = compiled
    outline, hand = shape.outline, shape.outline.game.hands[shape.main]
    names, many = _names(outline), len(outline.publics)
    grid = np.full((many, hand.ranking.top + 1), -1, dtype=np.int16)
    publics, pages = Table(many), []
    whole = np.full(1, outline.own, dtype=np.int64)
    offers = np.array([_offers(book, outline.step, act, whole, outline.own)[0] for act in shape.acts])
    for job, public in enumerate(outline.publics):
        tell(job / many)
        found = worths(shape, job)
        best = offers[found.best]
        kernels.agree(found.values, best, grid[job])
        mixed = grid[job][found.values] < 0
        own = found.words[mixed]
        pages.append(Page(_sets(names, public, own), best[mixed], np.zeros(len(own), dtype=np.int64), 0))
        if len(names) > 1:
            shown = np.array([[dict(public.lying)[name]] for name in names[:-1]], dtype=np.int64)
            book.number(publics, shown, job)
    book.write(outline.step, names, pages, Graded(hand, publics, grid))


def _further(tell: Part, job: int, jobs: int, part: float) -> None:
    tell((job + part) / jobs)


def holding(book: Book, shape: Holding, tell: Part) -> None:
    """Every hand, with the best cards to hold."""
    outline = shape.outline
    names = _names(outline)

    def pages() -> Iterator[Page]:
        many = len(outline.publics)
        for job, public in enumerate(outline.publics):
            _, acts, kept, own, _ = Holds(shape, public).best(tell=partial(_further, tell, job, many))
            offers = np.zeros(len(own), dtype=np.int64)
            for number, act in enumerate(shape.acts):
                here = acts == number
                offers[here] = _offers(book, outline.step, act, np.bitwise_count(kept[here]), outline.own)
            # The hand as it was held of may have its suits in other places than the table's cards have them.
            yield Page(_sets(names, public, own), offers, np.where(kept == own, 0, kept), 0)

    book.write(outline.step, names, pages())
