"""Situations of a round with one decision as sets of cards, for the pages of the simulation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.exact.options import ProofOption
from pitboss.exact.pages import Fork, Numbers, Words, offer_number
from pitboss.exact.script.views import Outline, Public


def set_names(outline: Outline) -> tuple[str, ...]:
    """The names of the sets of cards seen at the decision; cards noted for a hand judged earlier change no choice."""
    listed = [name for name, _ in outline.publics[0].lying if name.split()[0] in ("up", "gone")]
    return (*listed, "own")


def card_sets(names: Sequence[str], public: Public, own: Words) -> Words:
    """The sets of these names for every hand of the player at one public state."""
    lying = dict(public.lying)
    sets = np.empty((len(names), len(own)), dtype=np.int64)
    for at, name in enumerate(names[:-1]):
        sets[at] = lying[name]
    sets[-1] = own
    return sets


def offers_of(fork: Fork, act: ProofOption, kept: Numbers, own: int) -> Numbers:
    """The offers of the file by the number of cards kept; the proof merges options that do the same."""
    offers = np.full(own + 1, -1, dtype=np.int64)
    for choice, times in sorted(act.choices, key=lambda each: each[0].fold != act.fold):
        number = offer_number(fork, choice, times)
        for many in choice.hold or (own,):
            if offers[many] < 0:
                offers[many] = number
    return np.asarray(offers[kept])
