"""What a seat may do now, and for everything else the rule against it."""

from __future__ import annotations

import msgspec


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action word of the game, as it stands for a seat at this moment.

    Allowed when ``why`` is empty. ``actions`` are the exact texts :meth:`Deal.act` takes for this word; where the word
    needs an amount, ``low``, ``high`` and ``step`` give every one that is accepted, in cents.
    """

    word: str
    actions: tuple[str, ...] = ()
    cents: int = 0
    low: int = 0
    high: int = 0
    step: int = 0
    why: str = ""
    rule: str = ""

    @property
    def allowed(self) -> bool:
        return not self.why

    def takes(self, cents: int) -> bool:
        """Whether this amount is one of those accepted; the highest always is (all-in)."""
        if not self.high:
            return not cents
        if cents == self.high:
            return True
        return self.low <= cents < self.high and (cents - self.low) % (self.step or 1) == 0
