"""Limits that all processes of a room count together, through Redis; alone as long as Redis does not answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.server.access.limits import Failures, Limits, Rate
from pitboss.server.cluster.bulletin import Bulletin, CutOff
from pitboss.server.cluster.news import LoginTried


@dataclass
class SharedRate(Rate):
    """A rate that is counted in Redis under a name."""

    name: str = ""
    bulletin: Bulletin | None = None

    async def take(self, key: str, now: float) -> float:
        if self.bulletin is not None:
            try:
                return await self.bulletin.wait(f"{self.name}:{key}", self.most, self.span)
            except CutOff:
                pass
        return self.wait(key, now)


@dataclass
class SharedFailures(Failures):
    """Failures that every process tells the others of."""

    name: str = ""
    tell: Callable[[LoginTried], None] | None = None

    def failed(self, key: str, now: float) -> None:
        super().failed(key, now)
        if self.tell is not None:
            self.tell(LoginTried(self.name, key, now))

    def succeeded(self, key: str) -> None:
        super().succeeded(key)
        if self.tell is not None:
            self.tell(LoginTried(self.name, key, None))

    def hear(self, tried: LoginTried) -> None:
        """Note what another process tells."""
        if tried.failed is None:
            super().succeeded(tried.key)
        else:
            super().failed(tried.key, tried.failed)


def share(limits: Limits, bulletin: Bulletin, tell: Callable[[LoginTried], None]) -> dict[str, SharedFailures]:
    """Let all processes of the room count these limits together; return those of failures by name."""
    for name in ("addresses", "accounts", "logins", "new_accounts"):
        rate: Rate = getattr(limits, name)
        setattr(limits, name, SharedRate(rate.most, rate.span, name=name, bulletin=bulletin))
    counted = {}
    for name in ("wrong_by_account", "wrong_by_address"):
        failures: Failures = getattr(limits, name)
        counted[name] = SharedFailures(failures.free, failures.longest, name=name, tell=tell)
        setattr(limits, name, counted[name])
    return counted
