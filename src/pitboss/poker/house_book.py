"""Reads house books: the policies and limits of one house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pitboss.datafile import DataFile, Section
from pitboss.errors import PitbossError
from pitboss.money import parse_dollars
from pitboss.poker import vocabulary
from pitboss.poker.definition import (
    Betting,
    Button,
    Fee,
    HouseBook,
    Missed,
    PokerDefinition,
    ShortBuy,
    Showing,
    Spread,
    SpreadLimit,
    Wild,
)

T = TypeVar("T")

MOMENTS = {"ante": ("before antes", "after antes", "first board"), "blinds": ("before blinds", "first board")}
COUNTS = ("posted", "live", "dealt in")
BETTING: Mapping[str, tuple[str, ...]] = {
    "heads_up": ("unlimited", "capped"),
    "short_all_in": ("action", "bet"),
    "reopens": ("full raise", "full raise in sum"),
    "minimum_raise": ("step", "last raise"),
    "no_limit": ("capped", "uncapped"),
    "low_all_in": ("bet or fold", "must bet"),
    "board_ties": ("suit", "position"),
    "short_blind": ("full", "posted"),
}
SHOWDOWN: Mapping[str, tuple[str, ...]] = {
    "ties": ("split", "suit"),
    "odd_half": ("left of button", "high"),
    "shows": ("in turn", "all"),
}
BUTTON: Mapping[str, tuple[str, ...]] = {"first": ("high card", "left of dealer")}
MISSED: Mapping[str, tuple[str, ...]] = {
    "small": ("dead", "live", "none"),
    "big": ("live", "none"),
    "newcomer": ("big", "both", "none"),
}
BETTING_RULES = ("raises", "short_all_in", "completion", "reopens", "check", "limit", "no_limit")
SHOWDOWN_RULES = ("shows", "ties", "odd_chip")


def recognises(data: Mapping[str, Any]) -> bool:
    """True if a parsed file is meant to be a house book."""
    return "games" in data and "street" not in data


def book(file: DataFile, games: Mapping[str, PokerDefinition]) -> HouseBook:
    """The house book of a file, or a :class:`~pitboss.datafile.FileError` with every mistake.

    ``games`` are those it may spread.
    """
    top = file.top
    house = _book(top, games)
    top.done()
    file.refuse()
    return house


def _book(top: Section, games: Mapping[str, PokerDefinition]) -> HouseBook:
    fee = _fee(top.table("fee"))
    blinds, antes, button, showdown = (top.table(key) for key in ("blinds", "antes", "button", "showdown"))
    columns = None if fee.amounts or fee.payer == "nobody" or top.broken("fee") else len(fee.heads)
    shared = _limits(top.table("limits"), columns)
    spreads = top.tables("games")
    betting = Betting(**_betting(top.table("betting")))
    any_stakes = _flag(top, "any_stakes", False)
    house = HouseBook(
        id=vocabulary.file_id(top),
        name=top.text("name"),
        strict=_flag(top, "strict", False),
        chips=tuple(_cents(top, "chips", chip) for chip in top.texts("chips")) or (100,),
        any_stakes=any_stakes,
        button=_policy(button, Button, BUTTON, names_game=_flag(button, "names_game", False)),
        heads_up_blinds=blinds.choice("heads_up", ("button small", "letter"), "button small"),
        missed=_policy(top.table("missed"), Missed, MISSED),
        short_buy=_short_buy(top.table("short_buy")),
        fee=fee,
        betting=betting,
        showdown=_policy(showdown, Showing, SHOWDOWN, rule=_rules(showdown, SHOWDOWN_RULES)),
        wild=_wild(top.table("wild")) if "wild" in top else None,
        games={name: _spread(name, section, games, shared, columns, betting) for name, section in spreads.items()},
        rule=top.text("rule", ""),
        blinds_rule=blinds.text("rule", ""),
        antes_rule=antes.text("rule", ""),
        misprints=vocabulary.misprints(top),
    )
    blinds.done()
    antes.done()
    _check(top, house, games, spreads)
    return house


def _check(
    top: Section, house: HouseBook, games: Mapping[str, PokerDefinition], spreads: Mapping[str, Section]
) -> None:
    """Report parts that do not fit together, unless one of them is already reported."""
    fee = house.fee
    if house.any_stakes and fee.payer != "nobody" and not fee.amounts and not top.broken("fee"):
        top.problem(
            "any_stakes", "a house that takes any stakes needs amounts in its [fee]; write one for each column."
        )
    if not house.games and not top.broken("games"):
        top.problem(None, "the house spreads no game; add a table such as [games.ID.limits].")
    for name, section in spreads.items():
        if name in games and not section.broken():
            _check_streets(section, games[name], house.games[name])
            if not top.broken("limits") and not top.broken("any_stakes"):
                _check_stakes(section, games[name], house.games[name], house.any_stakes)


def _flag(section: Section, key: str, default: bool) -> bool:
    return vocabulary.flag(section, key) if key in section else default


def _cents(section: Section, key: str, value: object) -> int:
    """The cents of an amount written as a text in dollars."""
    try:
        if not isinstance(value, str):
            raise PitbossError(f'{value!r} is not an amount; write dollars in quotes, such as "0.50".')
        cents = parse_dollars(value)
    except PitbossError as error:
        section.problem(key, str(error))
        return 1
    if cents <= 0:
        section.problem(key, f"{value!r} is not a positive amount; write more than 0, or leave it out.")
    return cents


def _amount(section: Section, key: str) -> int:
    value = section.raw(key)
    return 0 if value is None else _cents(section, key, value)


def _amounts(section: Section, key: str) -> tuple[int, ...]:
    value = section.raw(key, repeats=True)
    items = [] if value is None else value if isinstance(value, list) else [value]
    return tuple(_cents(section, key, item) for item in items)


def _policy(section: Section, kind: Callable[..., T], words: Mapping[str, tuple[str, ...]], **more: Any) -> T:
    """A policy of which each value is one of some words, the first by default."""
    if "rule" not in more:
        more["rule"] = section.text("rule", "")
    policy = kind(**{key: section.choice(key, choices, choices[0]) for key, choices in words.items()}, **more)
    section.done()
    return policy


def _short_buy(section: Section) -> ShortBuy:
    policy = ShortBuy(section.whole("bets", 0), _amount(section, "higher_from"), section.text("rule", ""))
    section.done()
    return policy


def _fee(section: Section) -> Fee:
    payer = section.choice("payer", ("pot", "button", "nobody"), "nobody")
    heads = section.raw("heads") or []
    whole = isinstance(heads, list) and all(type(least) is int for least in heads)
    if not whole or list(heads) != sorted(heads, reverse=True) or (heads and heads[-1] != 1):
        section.problem("heads", "write the least number of players of each column, falling to 1, such as [7, 5, 1].")
        heads = []
    moment, count = section.table("moment"), section.table("count")
    fee = Fee(
        payer=payer,
        heads=tuple(heads),
        amounts=_amounts(section, "amounts"),
        moment={key: moment.choice(key, words) for key, words in MOMENTS.items() if key in moment},
        count={key: count.choice(key, COUNTS) for key in ("ante", "blinds") if key in count},
        rule=section.text("rule", ""),
    )
    moment.done()
    count.done()
    section.done()
    if payer != "nobody" and (not heads or len(fee.moment) < 2 or len(fee.count) < 2) and not section.broken():
        section.problem(None, "a fee needs heads, and a moment and a count for both ante and blinds.")
    return fee


def _rules(section: Section, words: tuple[str, ...]) -> dict[str, str]:
    if "rule" not in section:
        return {}
    table = section.table("rule")
    rules = {key: table.text(key) for key in words if key in table}
    table.done()
    return rules


def _betting(section: Section, short_all_in: str = "action") -> dict[str, Any]:
    """Only the values the section states; a game of the house may override some of the house's betting."""
    policy: dict[str, Any] = {}
    if "raises" in section:
        policy["raises"] = section.whole("raises")
    if "blind_is_bet" in section:
        policy["blind_is_bet"] = vocabulary.flag(section, "blind_is_bet")
    for key, words in BETTING.items():
        if key in section:
            policy[key] = section.choice(key, words)
    if "reopens" in policy and policy.get("short_all_in", short_all_in) == "action":
        section.problem("reopens", 'a short all-in is action only here, so "reopens" has no effect; leave it out.')
    if "rule" in section:
        policy["rule"] = _rules(section, BETTING_RULES)
    section.done()
    return policy


def _wild(section: Section) -> Wild:
    deck = vocabulary.deck(section)
    ranking, replaces = section.text("ranking"), section.text("replaces")
    vocabulary.check_ranking(section, "ranking", ranking)
    vocabulary.check_ranking(section, "replaces", replaces)
    option = Wild(deck, ranking, replaces, section.text("rule", ""))
    section.done()
    return option


def _limits(section: Section, columns: int | None) -> dict[str, SpreadLimit]:
    return {name: _limit(name, section.table(name), columns) for name in section.data}


def _limit(name: str, section: Section, columns: int | None) -> SpreadLimit:
    """A row of stakes; ``columns`` is how many fees it states, None if that is not known or none is needed."""
    try:
        lower, higher = (parse_dollars(part) for part in name.split("-"))
        if not 0 < lower <= higher:
            raise PitbossError("the lower limit comes first")
    except (PitbossError, ValueError):
        section.problem(None, f'"{name}" is not a limit; write the lower and the higher one in dollars, as in "2-4".')
        lower = higher = 1
    limit = SpreadLimit(
        name=name,
        lower=lower,
        higher=higher,
        blinds=_amounts(section, "blinds"),
        ante=_amount(section, "ante"),
        bring_in=_amount(section, "bring_in"),
        buy_in=_amount(section, "buy_in"),
        fee=_amounts(section, "fee"),
        rule=section.text("rule", ""),
    )
    section.done()
    if columns is not None and len(limit.fee) != columns and not section.broken():
        section.problem("fee", f"write one amount for each of the {columns} columns of the house's heads.")
    return limit


def _spread(
    name: str,
    section: Section,
    games: Mapping[str, PokerDefinition],
    shared: Mapping[str, SpreadLimit],
    columns: int | None,
    betting: Betting,
) -> Spread:
    game = games.get(name)
    if game is None:
        section.problem(None, f'there is no game "{name}"; the games are {", ".join(sorted(games))}.')
    limits = _limits(section.table("limits"), columns)
    streets = section.tables("street")
    for street, table in streets.items():
        if game and street not in {known.name for known in game.streets}:
            names = ", ".join(known.name for known in game.streets)
            table.problem(None, f'{game.name} has no street "{street}"; its streets are {names}.')
    spread = Spread(
        limits=limits or shared,
        seats=vocabulary.seats(section) if "seats" in section else None,
        play=vocabulary.play(section),
        betting=_betting(section.table("betting"), betting.short_all_in),
        streets={street: vocabulary.street(table) for street, table in streets.items()},
        opening=vocabulary.opening(section.table("opening")) if "opening" in section else None,
    )
    section.done()
    return spread


def _check_streets(section: Section, game: PokerDefinition, spread: Spread) -> None:
    """Report a problem if the house's changes leave a game that cannot be dealt."""
    streets = [replace(street, **spread.streets.get(street.name, {})) for street in game.streets]
    wrong = vocabulary.street_problem(streets, (spread.seats or game.seats)[1], game.deck)
    if wrong:
        section.problem("street" if spread.streets else "seats", f"{wrong[0]}: {wrong[1]}")


def _check_stakes(section: Section, game: PokerDefinition, spread: Spread, any_stakes: bool) -> None:
    """Report a problem if a game has no stakes, or a limit lacks what the game posts."""
    if not spread.limits and not any_stakes:
        section.problem(None, f'{game.name} has no limit; write a row such as "2-4" in its limits.')
    for row in spread.limits.values():
        if game.stakes == "blinds" and len(row.blinds) != 2:
            section.problem(
                "limits", f'{game.name} at {row.name} needs two blinds; write blinds = ["1", "2"] in that row.'
            )
        if game.stakes == "ante" and not row.ante:
            section.problem("limits", f'{game.name} at {row.name} needs an ante; write ante = "0.50" in that row.')
