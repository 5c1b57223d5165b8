"""Requests between the processes of a room: they prove with the shared key file that they are of the room."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

HEADER = "x-pitboss-peer"
FORWARDED = "x-forwarded-for"
GOOD_FOR = 60
"""Seconds for which a proof is good: the clocks of machines differ."""


class PeerProof:
    """Makes and checks the header by which a process knows a request of another process of its room."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"pitboss peers", "sha256")

    def headers(self, address: str, cookie: str, now: float) -> dict[str, str]:
        """The headers of a request that is passed on for somebody at an address, with their cookies."""
        return {HEADER: self._proof(int(now)), FORWARDED: address, "cookie": cookie}

    def is_peer(self, headers: Mapping[str, str], now: float) -> bool:
        """True if a request comes from a process of this room."""
        given = headers.get(HEADER, "")
        at = given.partition(".")[0]
        if not at.isdecimal() or len(at) > 12 or abs(int(at) - now) > GOOD_FOR:
            return False
        return hmac.compare_digest(given.encode(), self._proof(int(at)).encode())

    def _proof(self, at: int) -> str:
        return f"{at}.{hmac.new(self._key, str(at).encode(), hashlib.sha256).hexdigest()}"
