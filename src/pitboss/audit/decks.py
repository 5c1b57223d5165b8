"""Sealed decks: opened with the keys, and compared with the seal that was shown before the deal."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.audit.seals import roots
from pitboss.shuffle.seal import SealedDeck
from pitboss.storage.keys import Keys
from pitboss.storage.places import StorageError

LENGTH = 2


def opened(keys: Keys, table: str, ciphers: Mapping[str, bytes]) -> tuple[dict[str, SealedDeck], dict[str, str]]:
    """The decks of a table by their seals, without their salts; and what is wrong with those that are not as sealed."""
    wrong: dict[str, str] = {}
    read: dict[str, tuple[tuple[int, ...], bytes]] = {}
    for root, cipher in ciphers.items():
        try:
            data = keys.decrypt(cipher, "deck", table, root)
        except StorageError:
            wrong[root] = f"deck {root[:8]} does not open with the key file: its row was changed"
            continue
        size = int.from_bytes(data[:LENGTH], "big")
        read[root] = tuple(data[LENGTH : LENGTH + size]), data[LENGTH + size :]
    decks = {}
    for (root, (order, _)), made in zip(read.items(), roots(list(read.values())), strict=True):
        if made == root:
            decks[root] = SealedDeck(root, order, ())
        else:
            wrong[root] = f"deck {root[:8]} is not the deck that was sealed: its cards were exchanged"
    return decks, wrong
