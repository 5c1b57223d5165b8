"""The rail: what spectators are shown, later than the table by a delay that the floor sets.

Frames are encoded when they happen, as the rail might see them then, and wait here until their time. A spectator who
comes or comes back is shown what was released, from the last snapshot on, and nothing later.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

SNAPSHOT_EVERY = 100
"""Frames after which a new snapshot is taken, so that a newcomer need not be sent more."""


class HeldFrame(NamedTuple):
    due: float
    frame: bytes
    whole: bool


class Rail:
    """Frames for spectators: those waiting, and those released since the last released snapshot."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.shown: list[bytes] = []
        self._held: deque[HeldFrame] = deque()
        self._since_snapshot = 0

    @property
    def wants_snapshot(self) -> bool:
        return self._since_snapshot >= SNAPSHOT_EVERY

    def hold(self, frame: bytes, now: float, *, whole: bool = False) -> None:
        """Keep a frame until its time; ``whole`` if it is a snapshot, which makes those before it unnecessary."""
        self._since_snapshot = 0 if whole else self._since_snapshot + 1
        self._held.append(HeldFrame(now + self.delay, frame, whole))

    def due(self) -> float | None:
        """The time at which the next frame is released."""
        return self._held[0].due if self._held else None

    def release(self, now: float) -> list[bytes]:
        """The frames whose time has come."""
        released = []
        while self._held and self._held[0].due <= now:
            held = self._held.popleft()
            if held.whole:
                self.shown.clear()
            self.shown.append(held.frame)
            released.append(held.frame)
        return released
