"""Sealed decks: opened with the keys, and compared with the seal that was shown before the deal."""

from __future__ import annotations

from pitboss.shuffle.seal import SealedDeck, root_of
from pitboss.storage.keys import Keys
from pitboss.storage.places import StorageError

LENGTH = 2


class WrongDeck(Exception):
    """A deck that is not the one its seal was made of."""


def opened(keys: Keys, table: str, root: str, cipher: bytes) -> SealedDeck:
    """The order of a deck, without its salts; :class:`WrongDeck` unless its seal is that of this order."""
    try:
        data = keys.decrypt(cipher, "deck", table, root)
    except StorageError:
        raise WrongDeck(f"deck {root[:8]} does not open with the key file: its row was changed") from None
    size = int.from_bytes(data[:LENGTH], "big")
    order = tuple(data[LENGTH : LENGTH + size])
    if root_of(order, data[LENGTH + size :]) != root:
        raise WrongDeck(f"deck {root[:8]} is not the deck that was sealed: its cards were exchanged")
    return SealedDeck(root, order, ())
