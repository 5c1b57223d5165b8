"""Compares a game with the legal ceilings of a jurisdiction; strict houses refuse to open over them (PK-28)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date

from pitboss.money import dollars
from pitboss.poker.spread_game import SpreadGame, TableError
from pitboss.rules import jurisdiction as law
from pitboss.rules.jurisdiction import Ceiling, Finding, Jurisdiction

RULE = "PK-28"


def open_table(
    game: SpreadGame, place: Jurisdiction | str, on: date, licences: Collection[str] = (), fee_methods: int = 1
) -> tuple[Finding, ...]:
    """The findings against a game; raises instead if the house book is ``strict`` and there is any."""
    against = findings(game, place, on, licences, fee_methods)
    if against and game.book.strict:
        raise TableError(
            f"the {game.book.name} is strict and does not open this table: {against[0]}", rule=RULE, cite=False
        )
    return against


def findings(
    game: SpreadGame, place: Jurisdiction | str, on: date, licences: Collection[str] = (), fee_methods: int = 1
) -> tuple[Finding, ...]:
    """Every point at which the game exceeds a ceiling in force on that day."""
    ceilings = _ceilings(place, on, licences)
    return tuple(_betting(game, ceilings)) + tuple(_fees(game, ceilings, fee_methods))


def agreements(game: SpreadGame, place: Jurisdiction | str, on: date) -> tuple[Finding, ...]:
    """The ceilings on betting in force on that day that the game keeps to, each with its practice."""
    ceilings = _ceilings(place, on)
    beyond = {finding.where for finding in findings(game, place, on)}
    has = {name: words for name, (_, words) in _practice(game).items()}
    has["wagers in a round"] = f"a bet and {game.betting.raises} raises in a round"
    return tuple(
        _finding(ceilings[name], what) for name, what in has.items() if name in ceilings and name not in beyond
    )


def rounds(game: SpreadGame) -> int:
    """The greatest number of betting rounds in one deal of the game."""
    played = sum(1 for street in game.streets if street.limit != "none")
    return played + game.opening.passed.count("play on")


def _ceilings(place: Jurisdiction | str, on: date, licences: Collection[str] = ()) -> dict[str, Ceiling]:
    jurisdiction = law.load(place) if isinstance(place, str) else place
    return {ceiling.limits: ceiling for ceiling in jurisdiction.in_force("poker", on, licences)}


def _practice(game: SpreadGame) -> dict[str, tuple[int, str]]:
    """The practice of the game as a number and in words, by the ceiling that limits it."""
    wagers = game.betting.raises + (1 if game.betting.blind_is_bet or not game.blinds else 2)
    antes = game.ante * game.seats[1]
    return {
        "betting rounds": (rounds(game), f"{rounds(game)} rounds of betting"),
        "wagers in a round": (wagers, f"a bet and {wagers - 1} raises in a round"),
        "single wager": (game.higher, f"bets and raises of {dollars(game.higher)}"),
        "antes in total": (antes, f"{dollars(antes)} of antes with {game.seats[1]} players"),
    }


def _finding(ceiling: Ceiling, practice: str) -> Finding:
    return Finding(ceiling.limits, practice, f"at most {ceiling.amount}", ceiling.source, RULE)


def _betting(game: SpreadGame, ceilings: dict[str, Ceiling]) -> Iterator[Finding]:
    unlimited = {}
    if game.no_limit:
        unlimited["single wager"] = "no-limit wagers"
    if not game.capped:
        unlimited["wagers in a round"] = "any number of raises in a round"
    for name, (most, words) in _practice(game).items():
        ceiling = ceilings.get(name)
        if ceiling and (name in unlimited or most > ceiling.most):
            yield _finding(ceiling, unlimited.get(name, words))
        if ceiling and name == "wagers in a round" and game.pair_uncapped:
            yield _finding(ceiling, "any number of raises between two players")


def _fees(game: SpreadGame, ceilings: dict[str, Ceiling], fee_methods: int) -> Iterator[Finding]:
    ceiling = ceilings.get("fee methods at a table")
    if ceiling and fee_methods > ceiling.most:
        yield _finding(ceiling, f"{fee_methods} ways of taking a fee")
    fee = game.book.fee
    if fee.payer == "nobody":
        return
    least, most = game.seats
    counts = range(least, most + 1)
    if game.fee_moment == "first board":
        ceiling = ceilings.get("rake")
        forced = game.blinds[1] if game.blinds else game.ante
        over = [heads for heads in counts if ceiling and ceiling.exceeded_by(game.fee(heads), heads * forced)]
        if ceiling and over:
            heads = over[0]
            pot = dollars(heads * forced)
            yield _finding(
                ceiling, f"{dollars(game.fee(heads))} out of a pot of {pot} on the flop with {heads} players"
            )
        return
    ceiling = ceilings.get("fee per hand and player")
    if not ceiling:
        return
    payers = 1 if fee.payer == "button" else 0
    over = [heads for heads in counts if game.fee(heads) > ceiling.most * (payers or heads)]
    if over:
        who = "one player" if payers else f"{over[0]} players"
        yield _finding(ceiling, f"{dollars(game.fee(over[0]))} paid by {who}")
    short = [heads for heads in counts if fee.payer == "pot" and game.fee(heads) > heads * game.ante]
    if short:
        heads = short[0]
        yield _finding(ceiling, f"{dollars(game.fee(heads))} out of {dollars(heads * game.ante)} of antes")
