"""The description of a table, as a lobby shows it."""

from __future__ import annotations

from typing import Any

import msgspec


class LawPoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value of a table and the one that a law or an approval allows; ``beyond`` if the table exceeds it."""

    where: str
    found: str
    allowed: str
    source: str
    rule: str = ""
    beyond: bool = False


class TableSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in words and numbers; amounts are in cents.

    ``kind`` is ``house`` or ``poker``, ``name`` the game or ``Dealer's choice``, ``games`` the ids of all its games,
    ``house`` the name of the house book. ``limits`` are the table's stakes in words, ``fee`` what the house collects.
    A player joins with at least ``least_buy_in``; ``usual_buy_in`` is a fair suggestion; ``most_buy_in`` is 0 where
    there is no maximum; chips are bought in multiples of ``chip``. ``findings`` are the points at which the table goes
    beyond the law or an approval (PK-28, HB-2), one sentence each, and ``jurisdiction`` whose law it is; ``points`` are
    the same with the ceilings the table keeps to. ``betting`` are the stakes of a poker table as numbers,
    ``least_payout_limits`` the lowest payout limits that a new table of the house may post, by wager.
    """

    name: str
    kind: str
    games: tuple[str, ...]
    seats: int
    limits: str
    least_buy_in: int
    usual_buy_in: int
    most_buy_in: int = 0
    house: str = ""
    fee: str = ""
    jurisdiction: str = ""
    findings: tuple[str, ...] = ()
    points: tuple[LawPoint, ...] = ()
    betting: dict[str, Any] = {}
    least_payout_limits: dict[str, int] = {}
    chip: int = 1

    def in_chips(self, cents: int) -> int:
        """The most of an amount that can be bought in whole chips of this table."""
        return cents - cents % self.chip

    def buy_in(self, wallet: int | None) -> int:
        """The usual buy-in, or as much of it as the wallet holds in whole chips."""
        return self.usual_buy_in if wallet is None else self.in_chips(min(self.usual_buy_in or wallet, wallet))
