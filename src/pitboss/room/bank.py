"""The bank of the room: its accounts, and every way chips move between the cage, wallets and tables.

An account is a plain word. The room's own are ``cage``, ``wallet Ann`` for a person and ``bot Bea`` for a bot; those of
a table begin with its id: ``t7/player Ann``, ``t7/pot``, ``t7/rack``, ``t7/spot 1/ante``, ``t7/drop box``. The cage
gives out every chip there is, so its balance is minus the sum of all others. No other account may be negative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

import msgspec

from pitboss.deal.players import account as player_account
from pitboss.deal.players import normal
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.move import Move, Purpose

CAGE, RACK, DROP_BOX, FEE_BOX, BREAKAGE, TOKES, POT = "cage", "rack", "drop box", "fee box", "breakage", "tokes", "pot"
WALLET, BOT, PLAYER, SPOT = "wallet", "bot", "player", "spot"

BOXES = (DROP_BOX, FEE_BOX, BREAKAGE, TOKES)
"""Boxes of a table, apart from its rack, that hold the house's chips until they are counted."""

_HOLDERS = (WALLET, BOT)
_NAMED = (PLAYER, SPOT)


class BankError(PitbossError):
    """A movement the bank does not make; nothing was moved."""


class LedgerAccount(NamedTuple):
    """The parts of an account's name.

    ``table`` is empty for the room's own accounts; ``name`` is the person or bot, or the spot and its wager.

    >>> parse("t7/player Ann")
    LedgerAccount(table='t7', kind='player', name='Ann')
    >>> parse("t7/spot 1/ante"), parse("wallet A/B"), parse("cage")
    (LedgerAccount(table='t7', kind='spot', name='1/ante'), LedgerAccount(table='', kind='wallet', name='A/B'), \
LedgerAccount(table='', kind='cage', name=''))
    """

    table: str
    kind: str
    name: str = ""

    def __str__(self) -> str:
        words = f"{self.kind} {self.name}" if self.name else self.kind
        return f"{self.table}/{words}" if self.table else words


def parse(account: str) -> LedgerAccount:
    """The parts of an account's name; raises :class:`BankError` for anything else."""
    if account == CAGE:
        return LedgerAccount("", CAGE)
    kind, _, name = account.partition(" ")
    if kind in _HOLDERS and name:  # before the table is split off: a person's name may hold a slash
        return LedgerAccount("", kind, name)
    table, _, rest = account.partition("/")
    if table and " " not in table:
        if rest in (RACK, POT, *BOXES):
            return LedgerAccount(table, rest)
        kind, _, name = rest.partition(" ")
        if kind in _NAMED and name:
            return LedgerAccount(table, kind, name)
    raise BankError(f"{account!r} is not an account; expected one such as 'wallet Ann', 't7/player Ann' or 'cage'.")


def wallet(person: str) -> str:
    """The account of a person's chips that are not at a table."""
    return f"{WALLET} {normal(person)}"


def bot_wallet(bot: str) -> str:
    """The account of a bot's chips that are not at a table; kept apart from people's in every report."""
    return f"{BOT} {normal(bot)}"


def table_account(table: str, name: str) -> str:
    """An account of a session at this table, such as ``pot`` or ``player Ann``, as the ledger names it."""
    if not table or " " in table or "/" in table or table in (*_HOLDERS, CAGE):
        raise BankError(f"{table!r} cannot be a table's id; give a short word such as 't7'.")
    return f"{table}/{name}"


def chips_at(table: str, player: str) -> str:
    """The account of a player's chips at a table."""
    return table_account(table, player_account(normal(player)))


def guarded(account: str) -> bool:
    """True if an account may not be negative: every one but the cage."""
    return account != CAGE


# What a session moves ---------------------------------------------------------------------------------------------


def movements(table: str, moves: Iterable[Move], wallet_of: Callable[[str], str], *, rack: bool) -> tuple[Move, ...]:
    """The moves of a session as movements of the ledger, each with its reason and rule.

    The cage of a session stands for the player's wallet, which ``wallet_of`` finds by name. At a table with a ``rack``
    a buy-in is two movements: money into the drop box, and chips from the rack to the player.
    """
    result: list[Move] = []
    here = table_account(table, "")
    for move in moves:
        source, target = move.source, move.target
        if source == CAGE:
            player, chips = _player(move, target), here + target
            if rack:
                result.append(move.between(wallet_of(player), f"{table}/{DROP_BOX}"))
                why = f"chips for the {move.why}"
                result.append(Move(f"{table}/{RACK}", chips, move.cents, why, move.rule, "chips"))
            else:
                result.append(move.between(wallet_of(player), chips))
        elif target == CAGE:
            result.append(move.between(here + source, wallet_of(_player(move, source))))
        else:
            result.append(move.between(here + source, here + target))
    return tuple(result)


def _player(move: Move, account: str) -> str:
    kind, _, name = account.partition(" ")
    if kind != PLAYER or not name:
        raise BankError(f"the move {move} is not between the cage and a player; only players buy and cash out chips.")
    return name


# What the house moves ---------------------------------------------------------------------------------------------


def _positive(cents: int, what: str) -> int:
    if type(cents) is not int or cents <= 0:
        raise BankError(f"{cents!r} is not an amount for {what}; give whole cents above 0.")
    return cents


# Each names the slip it belongs to after the first word of its reason: "fill t7-F3".


def _rack_move(what: Purpose, into: bool, table: str, cents: int, slip: str = "") -> Move:
    """Chips between the cage and a table's rack."""
    rack = table_account(table, RACK)
    source, target = (CAGE, rack) if into else (rack, CAGE)
    amount = _positive(cents, f"{'an' if what == 'opener' else 'a'} {what}")
    return Move(source, target, amount, _on_slip(what, slip), "", what)


opener, fill = partial(_rack_move, "opener", True), partial(_rack_move, "fill", True)
"""The chips a table's rack opens with, and more chips from the cage into it."""
credit, closer = partial(_rack_move, "credit", False), partial(_rack_move, "closer", False)
"""Chips from a table's rack back into the cage, and all of them when the table closes."""


def count(table: str, box: str, cents: int, slip: str = "") -> Move:
    """The counted content of one of a table's boxes into the cage."""
    if box not in BOXES:
        raise BankError(
            f"{box!r} is not a box of a table; it has a {', a '.join(BOXES[:2])}, {' and '.join(BOXES[2:])}."
        )
    counted = _positive(cents, f"the count of a {box}")
    return Move(table_account(table, box), CAGE, counted, _on_slip(f"{box} counted", slip), "", "count")


def toke(table: str, purse: str, cents: int) -> Move:
    """A tip for the dealer out of a wallet, into the table's box of tokes."""
    return Move(purse, table_account(table, TOKES), _positive(cents, "a toke"), "toke", "", "toke")


def _on_slip(what: str, slip: str) -> str:
    return f"{what} {slip}" if slip else what


def fund_bot(bot: str, cents: int) -> Move:
    """Chips from the cage for a bot."""
    return Move(CAGE, bot_wallet(bot), _positive(cents, "a bot's chips"), "bot's chips", "", "bot")


class ChipPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """The play chips a person gets from the cage, in cents.

    ``start`` is what a newcomer gets; a refill brings someone who has less than ``refill_below`` in total to
    ``refill_to``.
    """

    start: int = 50_000
    refill_below: int = 1_000
    refill_to: int = 50_000


CHIP_POLICY = ChipPolicy()


def starting_chips(person: str, policy: ChipPolicy = CHIP_POLICY) -> Move:
    """Return the movement of chips that a newcomer gets."""
    return Move(CAGE, wallet(person), _positive(policy.start, "starting chips"), "starting chips", "", "start")


def refill(person: str, total: int, policy: ChipPolicy = CHIP_POLICY, *, playing: bool = False) -> Move:
    """New chips for a person whose ``total`` (:func:`total_of`) is nearly gone; not while ``playing`` a hand.

    Chips in a pot or on a spot are not in the total, so a player who is all-in would otherwise look broke.
    """
    if playing:
        raise BankError("a refill has to wait until your hand is over; ask again then.")
    if total >= policy.refill_below:
        raise BankError(
            f"a refill is for players with less than {dollars(policy.refill_below)} in total; "
            f"you have {dollars(total)} in your wallet and at tables."
        )
    return refilled(wallet(person), policy.refill_to - total)


def refilled(purse: str, cents: int) -> Move:
    """New chips from the cage for a wallet."""
    return Move(CAGE, purse, _positive(cents, "a refill"), "refill", "", "refill")


def total_of(person: str, balances: Mapping[str, int]) -> int:
    """All of a person's chips in the wallet and at tables, without what is at stake in a hand."""
    name, total = normal(person), 0
    for text, cents in balances.items():
        account = parse(text)
        if account.name == name and account.kind in (WALLET, PLAYER):
            total += cents
    return total
