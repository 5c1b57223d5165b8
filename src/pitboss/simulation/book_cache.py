"""A cache of strategy books, so that a second simulation of a game starts at once.

The key of a book is made of everything it depends on: the game with its pay tables, the stakes, the version of the
proof, and the way situations are numbered.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from pitboss import store
from pitboss.exact.cache import proofs
from pitboss.exact.cache.counts import decode, encode
from pitboss.house.definition import Definition
from pitboss.simulation.book import BookTable, Chapter, Graded, StrategyBook

KIND = "book"
FORM = 2
"""Raised whenever the form of books changes."""
MOST = 512 << 20
"""Most bytes of a cached book; a larger one is written again each time."""


def key_of(game: Definition, stakes: Mapping[str, Fraction]) -> str:
    """The key of the book of a game for these stakes."""
    return store.key_of(FORM, _numbering(), proofs.key_of(game, stakes))


@lru_cache(maxsize=1)
def _numbering() -> bytes:
    """The source of the numbering: a book read with another numbering would give wrong answers."""
    return (Path(__file__).parent / "kernels" / "keys.py").read_bytes()


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
