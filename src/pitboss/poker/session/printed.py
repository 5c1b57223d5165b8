"""What a page needs to draw a poker table: seats, board, cards of each kind, stakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.money import dollars
from pitboss.poker.definition import Street
from pitboss.poker.game import PokerGame

UNCAPPED = 1 << 30
"""The number of raises of a game that does not count them."""


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
        "steps": game.no_limit,
        "draw": max(street.draw for street in game.streets),
        "opens": _opens(game),
        "wins": sorted({contest.name for contest in (*game.contests, *game.opening_contests)}),
        "streets": [{"name": street.name, "bet": _bet(game, street)} for street in game.streets],
        "cap": _cap(game),
        **_cards(game),
    }


def _opens(game: PokerGame) -> str:
    """Who opens the betting, where it is not the seat after the button or the blinds."""
    if game.opening.needs:
        return f"{game.opening.needs} or better"
    opens = [street.opens for street in game.streets]
    return next((each for each in reversed(opens) if each in ("high board", "low board", "low card")), "")


def _bet(game: PokerGame, street: Street) -> int:
    """What a bet is on a street, without limit the least; zero where nothing is bet."""
    return {"lower": game.lower, "higher": game.higher}.get(street.limit, 0)


def _cap(game: PokerGame) -> dict[str, Any]:
    """How many bets and raises a round allows, whether the blind counts as one, and whether two players are free."""
    if game.wagers >= UNCAPPED:
        return {}
    return {
        "most": game.wagers,
        "blind": int(any(game.blinds) and game.betting.blind_is_bet),
        "pair": game.pair_uncapped,
        "rule": game.betting.rule.get("raises", ""),
    }
