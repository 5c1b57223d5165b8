"""The sheet of a poker table, for a lobby."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from pitboss.deal.table_layout import LawPoint, TableSheet
from pitboss.money import dollars
from pitboss.poker.game import PokerGame
from pitboss.poker.session.seats import smallest_chip, strictest
from pitboss.poker.table_law import agreements, findings

DEALERS_CHOICE = "Dealer's choice"
BETS = {"limit": 20, "no-limit": 100}
"""A usual buy-in, in higher bets; in no-limit, in big blinds."""
PAYERS = {"button": "paid by the button", "pot": "out of the pot"}


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
