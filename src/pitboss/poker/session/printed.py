"""The layout of a poker table (seats, board, cards of each kind, stakes) and its lobby sheet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from pitboss.deal.table_layout import LawPoint, PokerLayout, PrintedGame, PrintedStreet, Qualifier, RaiseCap, TableSheet
from pitboss.money import dollars
from pitboss.poker.definition import Street
from pitboss.poker.game import PokerGame
from pitboss.poker.session.seats import smallest_chip, strictest
from pitboss.poker.spread_game import SpreadGame
from pitboss.poker.table_law import agreements, findings
from pitboss.ranking.definition import read_line

DEALERS_CHOICE = "Dealer's choice"
BETS = {"limit": 20, "no-limit": 100}
"""A usual buy-in, in higher bets; in no-limit, in big blinds."""
PAYERS = {"button": "paid by the button", "pot": "out of the pot"}


# The layout ---------------------------------------------------------------------------------------------------------


def printed(games: Sequence[SpreadGame], seats: int) -> PokerLayout:
    """The layout of a table; where the button names the game, ``games`` are those it may name."""
    shown = max(games, key=lambda game: sum(street.board for street in game.streets))
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
        **_cards(shown),
    )


def _rules(game: SpreadGame) -> set[str]:
    cited = {game.definition.rule, *game.definition.rules.values(), *(street.rule for street in game.streets)}
    return {rule for rule in (*cited, *game.betting.rule.values(), game.limit.rule, game.book.fee.rule) if rule}


def _cards(game: SpreadGame) -> dict[str, Any]:
    """The cards of each kind that a game deals: on the board, down before the first card up, up, and to a hand."""
    first_down = 0
    for street in game.streets:
        first_down += street.down
        if street.up:
            break
    return {
        "board": sum(street.board for street in game.streets),
        "down": first_down,
        "up": sum(street.up for street in game.streets),
        "hand": sum(street.down + street.up for street in game.streets),
    }


def _game(game: SpreadGame) -> PrintedGame:
    words = []
    if any(game.blinds):
        words.append("blinds " + " and ".join(dollars(blind) for blind in game.blinds if blind))
    if game.ante:
        words.append(f"ante {dollars(game.ante)}")
    button = game.book.fee.payer == "button"
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
        **_cards(game),
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


# The sheet ----------------------------------------------------------------------------------------------------------


def sheet(games: Sequence[PokerGame], seats: int, jurisdiction: str, on: date | None) -> TableSheet:
    """The sheet of a table of these games, under the law of a jurisdiction on a day."""
    first = games[0]
    chip = smallest_chip(games)
    least = max(strictest(games).limit.buy_in, first.chip)
    beyond = [one for game in games for one in findings(game, jurisdiction, on)] if jurisdiction and on else []
    kept = [one for game in games for one in agreements(game, jurisdiction, on)] if jurisdiction and on else []
    points = [
        *(LawPoint(*one, True) for one in dict.fromkeys(beyond)),
        *(LawPoint(*one) for one in dict.fromkeys(kept)),
    ]
    return TableSheet(
        name=DEALERS_CHOICE if len(games) > 1 else first.name,
        kind="poker",
        games=tuple(game.id for game in games),
        seats=seats,
        limits=_limits(games),
        least_buy_in=least,
        usual_buy_in=max(least, _usual(first)),
        house=first.book.name,
        fee=_fee(games),
        jurisdiction=jurisdiction,
        findings=tuple(dict.fromkeys(str(finding) for finding in beyond)),
        points=tuple(points),
        betting=_betting(games),
        chip=chip,
    )


def _usual(game: PokerGame) -> int:
    if game.no_limit:
        return BETS["no-limit"] * (max(game.blinds, default=0) or game.lower)
    return BETS["limit"] * game.higher


def _betting(games: Sequence[PokerGame]) -> dict[str, Any]:
    """The stakes of a table in numbers; of several games, the largest forced bets."""
    game = games[0]
    return {
        "lower": game.lower,
        "higher": game.higher,
        "no_limit": game.no_limit,
        "blinds": list(max(one.blinds for one in games)),
        "ante": max(one.ante for one in games),
        "bring_in": max(one.bring_in for one in games),
        "raises": game.betting.raises,
        "payer": game.book.fee.payer,
        "fees": [cents for _, cents in _fees(game)],
    }


def _fees(game: PokerGame) -> list[tuple[int, int]]:
    """The collection from each number of players on, fewest first; empty if there is none."""
    fee = game.book.fee
    return [] if fee.payer == "nobody" else sorted(zip(fee.heads, game.limit.fee or fee.amounts, strict=True))


def _limits(games: Sequence[PokerGame]) -> str:
    game = games[0]
    words = ["no-limit" if game.no_limit else f"limit {dollars(game.lower)}–{dollars(game.higher)}"]
    blinds, ante = (max(getattr(one, what) for one in games) for what in ("blinds", "ante"))
    bring_in = max(one.bring_in if any(street.completes for street in one.streets) else 0 for one in games)
    if any(blinds):
        words.append(f"blinds {dollars(blinds[0])} and {dollars(blinds[1])}")
    if ante:
        words.append(f"ante {dollars(ante)}")
    if bring_in:
        words.append(f"bring-in {dollars(bring_in)}")
    return ", ".join(words)


def _fee(games: Sequence[PokerGame]) -> str:
    """The collection for each number of players, and who pays it; empty if there is none."""
    fees, payer = _fees(games[0]), games[0].book.fee.payer
    if not fees:
        return ""
    (_, least), *more = fees
    steps = [dollars(least), *(f"{dollars(cents)} with {heads} players or more" for heads, cents in more)]
    return f"{', '.join(steps)}, {PAYERS.get(payer, payer)}"
