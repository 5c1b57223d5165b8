"""A cache of tallies: counted deals as JSON, with everything they depend on in the key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss import store
from pitboss.exact.figures import RoundEnding, Tally, WagerFact
from pitboss.house.definition import Definition

KIND = "proof"

# Raised whenever a change of the solver could change its counts, so that no older count is used.
SOLVER = 6


def key_of(game: Definition, stakes: Mapping[str, Fraction], job: int | None = None) -> str:
    """The key of a group's tally, or of the tally of one of its jobs."""
    placed = tuple((key, str(stakes[key])) for key in game.wagers if stakes.get(key))
    tables = tuple(sorted(game.in_force["tables"].items()))
    deck = game.deck.cards
    return store.key_of(SOLVER, game.version, tables, deck, placed, job)


def encode(tally: Tally) -> bytes:
    return json.dumps(
        {shows: [_plain(e, count) for e, count in endings.items()] for shows, endings in tally.items()}
    ).encode()


def _plain(ending: RoundEnding, count: int) -> list[Any]:
    stakes = [[key, str(stake)] for key, stake in ending.stakes]
    return [stakes, ending.folded, [[key, *fact] for key, fact in ending.facts], str(count)]


def decode(data: bytes) -> Tally:
    tally: Tally = {}
    for shows, lines in json.loads(data).items():
        tally[shows] = {}
        for stakes, folded, facts, count in lines:
            ending = RoundEnding(
                tuple((key, Fraction(stake)) for key, stake in stakes),
                folded,
                tuple((key, WagerFact(qualified, comparison, value)) for key, qualified, comparison, value in facts),
            )
            tally[shows][ending] = int(count)
    return tally


class Proof(NamedTuple):
    """A tally, of a whole group or of one of its jobs, and how long it took to count it."""

    tally: Tally
    seconds: float


def load_proof(key: str) -> Proof | None:
    """The counts of an earlier run; None if they are not cached."""
    data = store.load(KIND, key)
    if data is None:
        return None
    seconds, _, tally = data.partition(b"\n")
    return Proof(decode(tally), float(seconds))


def save_proof(key: str, proof: Proof) -> None:
    store.save(KIND, key, b"%.6f\n" % proof.seconds + encode(proof.tally))
