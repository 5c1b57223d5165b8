"""The printed layout of a poker table: seats, board, cards of each kind, stakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.deal.table_layout import PokerLayout, PrintedGame, PrintedStreet, Qualifier, RaiseCap
from pitboss.money import dollars
from pitboss.poker.definition import Street
from pitboss.poker.spread_game import SpreadGame
from pitboss.ranking.definition import read_line


def printed(games: Sequence[SpreadGame], seats: int) -> PokerLayout:
    """The layout of a table; where the button names the game, ``games`` are those it may name."""
    shown = max(games, key=lambda game: sum(street.board for street in game.streets))
    cards = _cards(shown)
    return PokerLayout(
        id=shown.id if len(games) == 1 else "",
        name=shown.name,
        seats=seats,
        several=False,
        limit=shown.higher,
        no_limit=shown.no_limit,
        hole=max(contest.hole for contest in shown.contests),
        games=tuple(_game(game) for game in games),
        cites=tuple(sorted({rule for game in games for rule in _rules(game)})),
        board=cards.board,
        down=cards.down,
        up=cards.up,
        hand=cards.hand,
    )


def _rules(game: SpreadGame) -> set[str]:
    cited = {game.definition.rule, *game.definition.rules.values(), *(street.rule for street in game.streets)}
    return {rule for rule in (*cited, *game.betting.rule.values(), game.limit.rule, game.book.fee.rule) if rule}


class _StreetCards(NamedTuple):
    """The cards of each kind that a game deals: on the board, down before the first card up, up, and to a hand."""

    board: int
    down: int
    up: int
    hand: int


def _cards(game: SpreadGame) -> _StreetCards:
    first_down = 0
    for street in game.streets:
        if street.up:
            first_down += street.down
            break
        first_down += street.down
    return _StreetCards(
        board=sum(street.board for street in game.streets),
        down=first_down,
        up=sum(street.up for street in game.streets),
        hand=sum(street.down + street.up for street in game.streets),
    )


def _game(game: SpreadGame) -> PrintedGame:
    words = []
    if any(game.blinds):
        words.append("blinds " + " and ".join(dollars(blind) for blind in game.blinds if blind))
    if game.ante:
        words.append(f"ante {dollars(game.ante)}")
    button = game.book.fee.payer == "button"
    cards = _cards(game)
    return PrintedGame(
        id=game.id,
        name=game.name,
        seats=game.seats,
        words=", ".join(words),
        ante=game.ante,
        fee=tuple(game.fee(heads) for heads in range(game.seats[1] + 1)) if button else (),
        rule=game.definition.rule,
        steps=game.no_limit,
        draw=max(street.draw for street in game.streets),
        opens=_opens(game),
        opens_with=_opens_with(game),
        wins=tuple(sorted({contest.name for contest in (*game.contests, *game.opening_contests)})),
        streets=tuple(PrintedStreet(street.name, _bet(game, street)) for street in game.streets),
        cap=_cap(game),
        board=cards.board,
        down=cards.down,
        up=cards.up,
        hand=cards.hand,
    )


def _opens_with(game: SpreadGame) -> Qualifier | None:
    """The least hand that opens the betting, where the game asks for one (LB-5)."""
    if not game.opening.needs:
        return None
    ranking = game.opening_contests[0].ranking
    place, ranks = read_line(ranking.definition, game.opening.needs)
    return Qualifier(list(reversed(ranking.categories))[place], ranks, f"{game.opening.needs} or better")


def _opens(game: SpreadGame) -> str:
    """The opener of the betting, where it is not the seat after the button or the blinds."""
    if game.opening.needs:
        return f"{game.opening.needs} or better"
    opens = [street.opens for street in game.streets]
    return next((each for each in reversed(opens) if each in ("high board", "low board", "low card")), "")


def _bet(game: SpreadGame, street: Street) -> int:
    """The bet of a street, the minimum in no-limit; zero where nothing is bet."""
    return {"lower": game.lower, "higher": game.higher}.get(street.limit, 0)


def _cap(game: SpreadGame) -> RaiseCap | None:
    """The number of raises a round allows; None where they are not counted (PK-8)."""
    if not game.capped:
        return None
    return RaiseCap(
        most=game.wagers,
        blind=int(any(game.blinds) and game.betting.blind_is_bet),
        pair=game.pair_uncapped,
        rule=game.betting.rule.get("raises", ""),
    )
