"""Events: one for each physical act at the table."""

from __future__ import annotations

import msgspec

from pitboss import cards, money


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that happened, in the words a dealer would use.

    ``verb`` is the act (``deal``, ``burn``, ``turn``, ``bet``, ``settle`` …), ``seat`` the spot or seat it concerns
    (0: none), ``pile`` where the cards are now, ``up`` whether they are face up, ``words`` what the dealer announces.
    ``cents`` are the chips moved by this act, never a total: a raise from $2 to $6 moves $4. ``to`` is the total that a
    poker seat then has in front of it in this round, after a blind, bring-in, call, bet, completion or raise.

    A ``settle`` event settles one wager against the house, named in ``pile``. Its ``cents`` are what the rack pays if
    the wager wins, the stake that goes back if it pushes, and the stake that the rack takes if it loses. The stake of
    a winning wager goes back as well, in a move of its own that ``cents`` leave out; a bonus paid on top leaves the
    stake where it is. A ``void`` event has no ``cents``: it returns several wagers, each with its own move.
    """

    verb: str
    seat: int = 0
    pile: str = ""
    cards: tuple[int, ...] = ()
    up: bool = False
    cents: int = 0
    words: str = ""
    rule: str = ""
    to: int = 0

    def __str__(self) -> str:
        parts = [self.verb]
        if self.seat:
            parts.append(f"seat {self.seat}")
        if self.pile:
            parts.append(self.pile)
        if self.cards:
            parts.append(f"[{cards.show(self.cards)}]" + (" face up" if self.up else ""))
        if self.cents:
            parts.append(money.dollars(self.cents))
        if self.to > self.cents:
            parts.append(f"to {money.dollars(self.to)}")
        if self.words:
            parts.append(f"— {self.words}")
        if self.rule:
            parts.append(f"({self.rule})")
        return " ".join(parts)
