"""Rate limits that all processes of a room count together, in Redis; alone as long as Redis does not answer."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.server.access.limits import Limits, Rate
from pitboss.server.cluster.bulletin import Bulletin, CutOff


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


def shared(limits: Limits, bulletin: Bulletin) -> Limits:
    """The same limits, counted by all processes together."""
    for name in ("addresses", "accounts", "logins", "new_accounts"):
        rate: Rate = getattr(limits, name)
        setattr(limits, name, SharedRate(rate.most, rate.span, name=name, bulletin=bulletin))
    return limits
