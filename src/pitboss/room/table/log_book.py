"""The log of a table being written: numbers, the hash chain, checkpoints, and the keys of commands already answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from pitboss.room.line import GENESIS, AnsweredKey, Line, chained

MOST_KEYS = 2000
CHECKPOINT_EVERY = 200


class LogBook:
    """``number`` is that of the last line, ``head`` the hash of the chain with it."""

    def __init__(
        self, number: int = 0, head: str = GENESIS, keys: Mapping[tuple[str, str], AnsweredKey] | None = None
    ) -> None:
        self.number, self.head = number, head
        self._keys = OrderedDict(keys or {})
        self._since_checkpoint = 0

    def append(self, line: Line) -> bytes:
        """Add the next line; return it as it is stored."""
        assert line.number == self.number + 1
        encoded = line.encode()
        self.number, self.head = line.number, chained(self.head, encoded)
        self._since_checkpoint += 1
        return encoded

    def checkpoint_due(self, *, finished: bool) -> bool:
        """True if the next line should carry a checkpoint; there is one after every deal, and after many lines."""
        if not finished and self._since_checkpoint + 1 < CHECKPOINT_EVERY:
            return False
        self._since_checkpoint = 0
        return True

    def answered(self, by: str, key: str) -> AnsweredKey | None:
        """The command that this giver gave this key, if it was carried out."""
        return self._keys.get((by, key)) if key else None

    def remember(self, by: str, key: str, seq: int, digest: str) -> None:
        if not key:
            return
        self._keys[by, key] = AnsweredKey(seq, digest)
        while len(self._keys) > MOST_KEYS:
            self._keys.popitem(last=False)
