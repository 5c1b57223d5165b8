"""Chips bought at the table: the minimum to join, and the buy that is marked short (PK-14, TH-3, PK-31)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pitboss.money import dollars
from pitboss.poker.game import TableError

if TYPE_CHECKING:
    from pitboss.poker.game import Game


def least(games: Collection[Game]) -> Game:
    """The game whose minimum buy-in counts; a house that spreads several at one limit asks the same for all."""
    return max(games, key=lambda game: game.limit.buy_in)


def check(games: Collection[Game], cents: object, joining: bool) -> int:
    """The amount of a buy-in, or why it is not accepted; the minimum is for who has no chips on the table."""
    chip = min(game.chip for game in games)
    if type(cents) is not int or cents <= 0 or cents % chip:
        raise TableError(f"{cents!r} cents is no buy-in; the table's smallest chip is {dollars(chip)}.")
    game = least(games)
    if joining and cents < game.limit.buy_in:
        raise TableError(
            f"{dollars(cents)} is less than the minimum buy-in of {dollars(game.limit.buy_in)} at {game.limit.name} "
            f"({game.limit.rule})."
        )
    return cents


def short(game: Game, cents: int) -> bool:
    """Whether the house marks this buy as a short one; it attaches nothing to it (PK-14)."""
    policy = game.book.short_buy
    if not policy.bets:
        return False
    bet = game.higher if game.lower >= policy.higher_from else game.lower
    return cents < policy.bets * bet
