"""The seal of a deck: a Merkle tree over its cards, whose root is shown before the deal.

After the deal each player gets the leaves of the cards he saw, with the paths to the root, and no others.
"""

from __future__ import annotations

from typing import NamedTuple


class SealedDeck(NamedTuple):
    """An order of cards, the salt of each position, and the root that was shown before the deal."""

    root: str
    order: tuple[int, ...]
    salts: tuple[bytes, ...]
