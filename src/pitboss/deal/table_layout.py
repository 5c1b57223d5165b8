"""The layout of a table (what is printed on its felt and what a page needs to draw it), and its sheet for the lobby.

A session says what its games print (:meth:`~pitboss.deal.session.Session.printed`); the server adds what the table
itself has: its title, its buy-in, the texts of the rules cited. Money is whole cents.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec


class BuyIn(msgspec.Struct, frozen=True):
    """The limits of a buy-in, in cents; ``most`` is 0 where there is no limit, ``chip`` the smallest chip in play."""

    least: int = 0
    usual: int = 0
    most: int = 0
    chip: int = 1


class RuleText(msgspec.Struct, frozen=True):
    """A rule with its number."""

    id: str
    text: str


class TableLayout(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", rename={"buy_in": "buyIn"}):
    """The common part of both kinds of tables; ``kind`` tells them apart.

    ``limit`` is the highest wager, ``several``: a player may have more than one seat, ``cites`` the numbers of the
    rules of its games. The fields from ``title`` on are the table's own; ``edges`` has the house edge of every wager
    in per cent, ``dealt`` says who deals (``auto`` or ``person``).
    """

    id: str
    name: str
    seats: int
    several: bool
    limit: int
    cites: tuple[str, ...] = ()
    title: str = ""
    subtitle: str = ""
    buy_in: BuyIn | None = None
    edges: dict[str, float] = {}
    coach: bool = False
    chat: bool = False
    dealt: str = ""
    spectators: bool = False
    rules: tuple[RuleText, ...] = ()


# Tables against the house -----------------------------------------------------------------------------------------


class PrintedLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a pay table.

    ``line`` is its name in the game's file, as in :class:`~pitboss.deal.round_events.WagerSettled`; ``odds`` what it
    pays to one as a fraction (``3/2``, ``0`` for a push). ``words`` and ``pays`` say both to people. The hands that it
    pays, as facts: ``kind`` is ``category`` for whole ``categories``, the worst first; ``ranks`` for hands of one
    category from the first rank to the second (0 is the deuce, 12 the ace); ``other`` for what better lines leave of
    its category; ``rest`` for any hand that no better line pays (``any`` where there is none); ``line`` for a hand
    that only its name describes. ``better``: it pays better hands as well.
    """

    line: str
    words: str
    pays: str
    odds: str
    kind: str
    categories: tuple[str, ...] = ()
    ranks: tuple[int, ...] = ()
    better: bool = False


class PayoutLimit(msgspec.Struct, frozen=True):
    """The most that a wager pays to all players together in one deal, and the law that says so."""

    cents: int
    source: str


class PrintedWager(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A wager's place on the felt (:class:`~pitboss.house.definition.Wager`).

    ``low``, ``high`` and ``step`` are its limits, ``times`` the multiples of the wager ``of`` that a decision may
    place, ``sheet`` its key in ``edges`` where that differs. ``fixed``: no decision changes its cards; ``common``:
    they are everybody's; ``sure``: it is won or lost as soon as they are seen. ``outcomes`` are the odds or results
    printed for a win, a tie and a dealer that does not qualify. ``title`` and ``heading`` are printed next to its place
    and above its pay table where they say more than its key; ``rule`` is the rule of its settlement.
    """

    key: str
    initial: str = ""
    of: str = ""
    equals: str = ""
    against: str = ""
    low: int
    high: int
    step: int
    sheet: str = ""
    fixed: bool = False
    common: bool = False
    times: tuple[int, ...] = ()
    outcomes: dict[str, list[str]] = {}
    lines: tuple[PrintedLine, ...] = ()
    title: str = ""
    heading: str = ""
    sure: bool = False
    rule: str = ""
    payout: PayoutLimit | None = None


class Qualifier(msgspec.Struct, frozen=True):
    """The least hand that the dealer plays with: its category, the ranks that it needs, and the same in words."""

    category: str
    ranks: tuple[int, ...]
    words: str


class HandOrder(msgspec.Struct, frozen=True):
    """The hands of a game in order, best first, and their number of cards."""

    cards: int
    hands: tuple[str, ...]


class HouseLayout(TableLayout, frozen=True, kw_only=True, tag="house"):
    """A table against the house.

    ``player``, ``dealer`` and ``board`` are the numbers of cards each gets, ``piles`` the number by pile. ``law`` is
    the sentence on the arc, ``peels``: cards are discarded from piles of the house, ``quiet``: the table may not talk
    while hands are open (HO-10).
    """

    version: str
    unit: str
    spots: int
    law: str
    qualifies: str = ""
    qualifier: Qualifier | None = None
    order: HandOrder | None = None
    player: int
    dealer: int
    board: int
    piles: dict[str, int]
    peels: bool
    quiet: bool
    wagers: tuple[PrintedWager, ...]


# Tables between players -------------------------------------------------------------------------------------------


class PrintedStreet(msgspec.Struct, frozen=True):
    """A street and its bet, the minimum in no-limit; 0 where nothing is bet."""

    name: str
    bet: int


class RaiseCap(msgspec.Struct, frozen=True):
    """The number of bets and raises in a round, whether the blind counts as one, and whether two players are exempt."""

    most: int
    blind: int
    pair: bool
    rule: str


class PrintedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a poker table; where the button names the game, the table has several.

    ``seats`` are the least and the most players, ``fee`` what the button pays by the number of players, ``steps``:
    bets have no limit, ``draw`` how many cards may be changed, ``wins`` the parts of the pot, ``opens`` who opens
    where that is neither the seat after the button nor the blinds. ``opens_with`` is the least hand that opens.
    """

    id: str
    name: str
    seats: tuple[int, int]
    words: str
    ante: int
    fee: tuple[int, ...]
    rule: str
    steps: bool
    draw: int
    opens: str
    opens_with: Qualifier | None = None
    wins: tuple[str, ...]
    streets: tuple[PrintedStreet, ...]
    cap: RaiseCap | None = None
    board: int
    down: int
    up: int
    hand: int


class PokerLayout(TableLayout, frozen=True, kw_only=True, tag="poker"):
    """A table between players, with the numbers of cards of each kind in its game with the largest board.

    ``hole`` cards of the hand have to play; ``button`` is the seat that had the button in a finished hand.
    """

    no_limit: bool
    hole: int
    games: tuple[PrintedGame, ...]
    board: int
    down: int
    up: int
    hand: int
    button: int = 0


AnyLayout: TypeAlias = HouseLayout | PokerLayout


# The sheet ------------------------------------------------------------------------------------------------------------


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
