"""Sealed decks: opened with the keys, and compared with the seal that was shown before the deal."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.shuffle.seal import root_of
from pitboss.storage.keys import Keys
from pitboss.storage.places import StorageError

LENGTH = 2


def opened(keys: Keys, table: str, ciphers: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, str]]:
    """The cards of a table's decks by their seals; and what is wrong with those that are not as sealed."""
    wrong: dict[str, str] = {}
    decks: dict[str, bytes] = {}
    for root, cipher in ciphers.items():
        try:
            data = keys.decrypt(cipher, "deck", table, root)
        except StorageError:
            wrong[root] = f"deck {root[:8]} does not open with the key file: its row was changed"
            continue
        size = int.from_bytes(data[:LENGTH], "big")
        order, salts = data[LENGTH : LENGTH + size], data[LENGTH + size :]
        if root_of(order, salts) == root:
            decks[root] = order
        else:
            wrong[root] = f"deck {root[:8]} is not the deck that was sealed: its cards were exchanged"
    return decks, wrong
