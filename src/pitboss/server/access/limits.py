"""Rate limits: requests per address and account, and the delay of logins after wrong passwords."""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pitboss.server.config import Config

MOST_KEYS = 50_000
"""Addresses and accounts remembered by each limit; the least recently seen are forgotten first."""


@dataclass
class Rate:
    """At most ``most`` requests per ``span`` seconds and key, refilled evenly: a token bucket.

    ``together`` counts a request with the other processes of a room; it returns None while that is impossible.
    """

    most: int
    span: float
    together: Callable[[str, int, float], Awaitable[float | None]] | None = None
    _buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def wait(self, key: str, now: float) -> float:
        """Take one request; 0 if it is allowed, otherwise the seconds until the next one is."""
        left, last = self._buckets.pop(key, (float(self.most), now))
        speed = self.most / self.span
        left = min(float(self.most), left + max(0.0, now - last) * speed)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / speed

    async def take(self, key: str, now: float) -> float:
        """Like :meth:`wait`, but counted ``together`` with the other processes of a room if possible."""
        wait = await self.together(key, self.most, self.span) if self.together is not None else None
        return self.wait(key, now) if wait is None else wait


@dataclass
class Failures:
    """Delays after failures: the first ``free`` cost nothing, then each doubles the wait, up to ``longest`` seconds.

    Attempts that are being checked count as well, so that many sent at once do not all pass before the first fails.
    ``tell`` tells the other processes of a room how an attempt ended.
    """

    free: int
    longest: float
    tell: Callable[[str, float | None], None] | None = None
    _failed: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict)
    _trying: Counter[str] = field(default_factory=Counter)

    def wait(self, key: str, now: float) -> float:
        """The seconds to wait before the next attempt."""
        count, last = self._failed.get(key, (0, 0.0))
        trying = self._trying[key]
        if count + trying < self.free:
            return 0.0
        delay = last + min(self.longest, 2.0 ** (count - self.free)) - now if count >= self.free else 0.0
        return max(delay, 1.0 if trying else 0.0)

    @contextmanager
    def trying(self, key: str) -> Iterator[None]:
        """Count an attempt while it is being checked."""
        self._trying[key] += 1
        try:
            yield
        finally:
            self._trying[key] -= 1
            if not self._trying[key]:
                del self._trying[key]

    def tried(self, key: str, failed: float | None) -> None:
        """Record here and at other processes that an attempt ``failed`` at this time, or succeeded (None)."""
        self.hear(key, failed)
        if self.tell is not None:
            self.tell(key, failed)

    def hear(self, key: str, failed: float | None) -> None:
        """Record how an attempt ended, here or at another process."""
        if failed is None:
            self._failed.pop(key, None)
            return
        count, last = self._failed.pop(key, (0, failed))
        if failed - last > 10 * self.longest:
            count = 0
        self._failed[key] = (min(count + 1, self.free + 40), failed)
        if len(self._failed) > MOST_KEYS:
            self._failed.popitem(last=False)


class Limits:
    """Every limit of one server process."""

    def __init__(self, config: Config) -> None:
        self.addresses = Rate(config.requests_per_minute, 60)
        self.accounts = Rate(config.account_requests_per_minute, 60)
        self.logins = Rate(config.logins_per_minute, 60)
        self.new_accounts = Rate(config.accounts_per_hour, 3600)
        self.wrong_by_account = Failures(5, 60)
        self.wrong_by_address = Failures(10, 900)


def ip_of(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse an IP address, an IPv4 address in IPv6 form as IPv4; None if the text is not an address."""
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip


def address_key(address: str) -> str:
    """The key under which an address is counted: the address, or the /64 network of an IPv6 address."""
    ip = ip_of(address)
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip or address)
