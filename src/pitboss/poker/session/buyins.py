"""Buy-ins: the minimum to join, and short buys (PK-14, TH-3, PK-31)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pitboss.money import dollars
from pitboss.poker.game import TableError

if TYPE_CHECKING:
    from pitboss.poker.game import PokerGame


def strictest(games: Collection[PokerGame]) -> PokerGame:
    """The game with the highest minimum buy-in, which applies to the whole table."""
    return max(games, key=lambda game: game.limit.buy_in)


def smallest_chip(games: Collection[PokerGame]) -> int:
    """The smallest chip of the table, in cents."""
    return min(game.chip for game in games)


def check(games: Collection[PokerGame], cents: object, joining: bool) -> int:
    """Check the amount of a buy-in; the minimum applies only to a player ``joining`` without chips."""
    chip = smallest_chip(games)
    if type(cents) is not int or cents <= 0:
        raise TableError(f"{cents!r} is not a buy-in in whole cents; the table's smallest chip is {dollars(chip)}.")
    if cents % chip:
        raise TableError(
            f"{dollars(cents)} does not come out in chips; the table's smallest chip is {dollars(chip)}, "
            f"so buy {dollars(cents - cents % chip + chip)}, for example."
        )
    game = strictest(games)
    if joining and cents < game.limit.buy_in:
        raise TableError(
            f"{dollars(cents)} is less than the minimum buy-in of {dollars(game.limit.buy_in)} at {game.limit.name}.",
            rule=game.limit.rule,
        )
    return cents


def short(game: PokerGame, cents: int) -> bool:
    """True if the house marks this buy as short, which has no consequence (PK-14)."""
    policy = game.book.short_buy
    if not policy.bets:
        return False
    bet = game.higher if game.lower >= policy.higher_from else game.lower
    return cents < policy.bets * bet
