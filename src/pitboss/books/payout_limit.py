"""The aggregate payout limit a table may post: the most it pays on one deal for a wager paid by odds."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.errors import PitbossError

FILE = Path(__file__).with_name("payout_limits.toml")


class PayoutRule(NamedTuple):
    """What a jurisdiction says of such limits; odds above ``odds`` to 1 count as that many."""

    odds: int
    since: str
    citation: str

    def least(self, maximum: int, highest_odds: int) -> int | None:
        """The lowest limit in cents for a wager of at most ``maximum`` cents; None if none may be posted.

        >>> rule("washington").least(30_000, 5_000)          # $300 at up to 5,000 to 1: $15,000
        1500000
        >>> rule("washington").least(30_000, 40) is None
        True
        """
        return maximum * min(highest_odds, self.odds) if highest_odds >= self.odds else None


@cache
def _rules() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))


def rule(jurisdiction: str) -> PayoutRule:
    """The rule of a jurisdiction."""
    data = _rules().get(jurisdiction)
    if data is None:
        raise PitbossError(f"no payout limits of {jurisdiction!r} are known; known are those of {', '.join(_rules())}.")
    return PayoutRule(data["odds"], data["from"], data["citation"])
