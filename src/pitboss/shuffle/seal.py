"""The seal of a deck: a Merkle tree over its cards, whose root is shown before the deal.

After the deal players get the leaves of the cards they saw, with the paths to the root, and no others. The tree is
the one of RFC 6962: a leaf is SHA-256 of a zero byte and the leaf's text, an inner node SHA-256 of a one byte and its
two children, and a node without a neighbour moves up a level unchanged. The text of a leaf holds a random salt, so that
a card nobody was shown cannot be guessed from its hash, and the position, so that a card cannot change places.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import msgspec

from pitboss import cards
from pitboss.shuffle.permute import ShuffleError

HEADING = "pitboss seal 1"
_LEAF = f"\x00{HEADING}\n"
SALT = 16
"""Bytes of a salt."""
MOST_CARDS = 1024
HASH_TEXT = re.compile(r"[0-9a-f]{64}")
SALT_TEXT = re.compile(rf"[0-9a-f]{{{2 * SALT}}}")


class SealedDeck(NamedTuple):
    """An order of cards, the salt of each position, and the root that was shown before the deal."""

    root: str
    order: tuple[int, ...]
    salts: tuple[bytes, ...]


class SealLeaf(msgspec.Struct, frozen=True, gc=False):
    """One card of a sealed deck: its position (0 is the top), its text, its salt and the hashes up to the root."""

    position: int
    card: str
    salt: str
    path: tuple[str, ...]


class SealOpening(msgspec.Struct, frozen=True):
    """The opening for a viewer after the deal: the leaves of the cards that viewer saw."""

    root: str
    cards: int
    leaves: tuple[SealLeaf, ...]


class DeckOpening(msgspec.Struct, frozen=True):
    """The opening for an auditor after the deal: the whole order and every salt."""

    root: str
    order: str
    salts: tuple[str, ...]


def seal(order: Sequence[int], salts: Sequence[bytes]) -> SealedDeck:
    """Seal an order of cards, top of the deck first, with a fresh random salt of 16 bytes for each card."""
    if not 0 < len(order) <= MOST_CARDS:
        raise ShuffleError(f"a deck of {len(order)} cards cannot be sealed; it has 1 to {MOST_CARDS} cards.")
    if len(salts) != len(order) or any(len(salt) != SALT for salt in salts):
        raise ShuffleError(f"a deck of {len(order)} cards is sealed with as many salts of {SALT} bytes.")
    order, salts = tuple(order), tuple(salts)
    return SealedDeck(_levels(order, salts)[-1][0].hex(), order, salts)


def split_salts(entropy: bytes) -> tuple[bytes, ...]:
    """Cut random bytes into salts, so that a deck's salts are drawn at once."""
    return tuple(entropy[at : at + SALT] for at in range(0, len(entropy), SALT))


def leaf(deck: SealedDeck, position: int) -> SealLeaf:
    """The leaf of one position of a sealed deck."""
    return leaves(deck, (position,))[0]


def leaves(deck: SealedDeck, positions: Iterable[int]) -> tuple[SealLeaf, ...]:
    """The leaves of these positions; the tree is built once for all of them."""
    levels = _levels(deck.order, deck.salts)
    return tuple(_leaf(deck, levels, position) for position in positions)


def opening(deck: SealedDeck, positions: Iterable[int]) -> SealOpening:
    """The leaves of the cards a viewer saw, as they are sent."""
    return SealOpening(deck.root, len(deck.order), leaves(deck, positions))


def deck_opening(deck: SealedDeck) -> DeckOpening:
    """The whole deck, for an auditor."""
    return DeckOpening(deck.root, cards.show(deck.order), tuple(salt.hex() for salt in deck.salts))


def verify(root: str, leaf: SealLeaf, size: int) -> bool:
    """True if this leaf belongs to the deck of ``size`` cards that was sealed with this root."""
    if not (0 <= leaf.position < size <= MOST_CARDS and SALT_TEXT.fullmatch(leaf.salt) and leaf.card in cards.TEXT):
        return False
    if len(leaf.path) > MOST_CARDS.bit_length() or not all(map(HASH_TEXT.fullmatch, leaf.path)):
        return False
    # RFC 9162, 2.1.3.2: `at` is this node's place on its level, `last` the level's last place.
    at, last = leaf.position, size - 1
    node = sha256(f"{_LEAF}{leaf.salt}\n{leaf.position}\n{leaf.card}\n".encode()).digest()
    for each in leaf.path:
        if last == 0:
            return False
        sibling = bytes.fromhex(each)
        if at & 1 or at == last:
            node = sha256(b"\x01" + sibling + node).digest()
            while not at & 1 and at:  # a node without a neighbour moved up to here
                at, last = at >> 1, last >> 1
        else:
            node = sha256(b"\x01" + node + sibling).digest()
        at, last = at >> 1, last >> 1
    return last == 0 and hmac.compare_digest(node.hex(), root)


def verify_deck(root: str, order: Sequence[int], salts: Sequence[bytes]) -> bool:
    """True if this whole order with these salts was sealed with this root."""
    return hmac.compare_digest(seal(order, salts).root, root)


def root_of(order: Sequence[int], salts: bytes) -> str:
    """The root of a deck whose salts are given as one text of bytes; quick, for checking many decks."""
    if len(salts) != SALT * len(order) or not order:
        return ""
    return _tree(order, salts)[-1][0].hex()


@lru_cache(maxsize=1)
def _leaf_ends() -> list[list[str]]:
    """The text after the salt in a leaf, by position and card."""
    return [[f"\n{at}\n{card}\n" for card in cards.TEXT] for at in range(MOST_CARDS)]


@lru_cache(maxsize=1024)  # a deck is opened one deal after it was sealed: enough for three hundred tables
def _levels(order: tuple[int, ...], salts: tuple[bytes, ...]) -> list[list[bytes]]:
    return _tree(order, b"".join(salts))


def _tree(order: Sequence[int], salts: bytes) -> list[list[bytes]]:
    """Every level of the tree, from the leaves to the root."""
    text, ends = salts.hex(), _leaf_ends()
    level = [
        sha256(f"{_LEAF}{text[at * 2 * SALT : (at + 1) * 2 * SALT]}{ends[at][card]}".encode()).digest()
        for at, card in enumerate(order)
    ]
    levels = [level]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        above = [sha256(b"\x01" + left + right).digest() for left, right in pairs]
        if len(level) & 1:
            above.append(level[-1])
        levels.append(above)
        level = above
    return levels


def _leaf(deck: SealedDeck, levels: list[list[bytes]], position: int) -> SealLeaf:
    if not 0 <= position < len(deck.order):
        raise ShuffleError(
            f"this deck has no position {position}; positions go from 0 (the top) to {len(deck.order) - 1}."
        )
    path = []
    at = position
    for level in levels[:-1]:
        if at ^ 1 < len(level):
            path.append(level[at ^ 1].hex())
        at >>= 1
    return SealLeaf(position, cards.text(deck.order[position]), deck.salts[position].hex(), tuple(path))
