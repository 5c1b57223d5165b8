"""Options: what a seat may do now and, for the rest, the rule against it."""

from __future__ import annotations

import msgspec


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One action of the game and whether a seat may take it now.

    It is allowed if ``why`` is empty. ``actions`` are the exact texts :meth:`Deal.act` accepts for ``word``. ``cents``
    are the chips it costs at least: what a call or a bring-in puts in, what an option of a house game places, what the
    smallest bet or raise adds.

    If the action needs an amount (a bet, completion or raise in poker, a wager placed at a table of house games), the
    accepted ones run from ``low`` to ``high`` by ``step``, and ``high`` is always accepted. They are totals in cents:
    what then lies before the seat in this round of poker betting, or on the wager. If it takes no amount, ``low``,
    ``high`` and ``step`` are 0, also where chips move: a call and a bring-in are given as ``act(seat, "call")``, and
    ``cents`` says what they put in. So ``high`` says whether to pass an amount.

    ``names`` says which cards the texts name after the word: those ``held``, or those put ``out``; it is empty where
    they name none. ``folds``: the seat gives its hand up.
    """

    word: str
    actions: tuple[str, ...] = ()
    cents: int = 0
    low: int = 0
    high: int = 0
    step: int = 0
    why: str = ""
    rule: str = ""
    names: str = ""
    folds: bool = False

    @property
    def allowed(self) -> bool:
        return not self.why

    def cards_named(self, action: str) -> tuple[str, ...]:
        """The cards that one of its actions names, as text."""
        return tuple(action[len(self.word) :].split()) if self.names else ()

    def takes(self, cents: int) -> bool:
        """True if this amount is accepted; ``high`` always is (all-in)."""
        if not self.high:
            return not cents
        if cents == self.high:
            return True
        return self.low <= cents < self.high and (cents - self.low) % (self.step or 1) == 0
