"""What a page needs to draw a poker table: seats, board, cards of each kind, stakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.money import dollars
from pitboss.poker.game import PokerGame


def printed(games: Sequence[PokerGame], seats: int) -> dict[str, Any]:
    """The table as plain data; where the button names the game, ``games`` lists them."""
    shown = max(games, key=lambda game: sum(street.board for street in game.streets))
    return {
        "kind": "poker",
        "id": shown.id if len(games) == 1 else "",
        "name": shown.name,
        "seats": seats,
        "several": False,
        "limit": shown.higher,
        "no_limit": shown.no_limit,
        "hole": max(contest.hole for contest in shown.contests),
        "games": [_game(game) for game in games],
        "rules": sorted({rule for game in games for rule in _rules(game)}),
        **_cards(shown),
    }


def _rules(game: PokerGame) -> set[str]:
    cited = {game.definition.rule, *game.definition.rules.values(), *(street.rule for street in game.streets)}
    return {rule for rule in (*cited, *game.betting.rule.values(), game.limit.rule, game.book.fee.rule) if rule}


def _cards(game: PokerGame) -> dict[str, int]:
    first_down = 0
    for street in game.streets:
        if street.up:
            first_down += street.down
            break
        first_down += street.down
    return {
        "board": sum(street.board for street in game.streets),
        "down": first_down,
        "up": sum(street.up for street in game.streets),
        "hand": sum(street.down + street.up for street in game.streets),
    }


def _game(game: PokerGame) -> dict[str, Any]:
    words = []
    if any(game.blinds):
        words.append("blinds " + " and ".join(dollars(blind) for blind in game.blinds if blind))
    if game.ante:
        words.append(f"ante {dollars(game.ante)}")
    button = game.book.fee.payer == "button"
    return {
        "id": game.id,
        "name": game.name,
        "seats": list(game.seats),
        "words": ", ".join(words),
        "ante": game.ante,
        "fee": [game.fee(heads) for heads in range(game.seats[1] + 1)] if button else [],
        "rule": game.definition.rule,
        **_cards(game),
    }
