"""Reads poker game files strictly and reports every mistake with its line.

A file lists the streets in order: what each deals (``down``, ``up``, ``board``, ``burn``, ``draw``), who opens the
round after it and at which limit; then the ways to win. House books are read by :mod:`pitboss.poker.house_book`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss import cards
from pitboss.datafile import DataFile, Section
from pitboss.errors import PitbossError
from pitboss.poker.definition import Misprint, OpeningRule, PokerDefinition, Street, Win
from pitboss.ranking import ranking

STARTS = ("left of button", "button")
OPENS = ("left of button", "after blinds", "low card", "high board")
LIMITS = ("lower", "higher", "none")
PLAY = ("limit", "no-limit")
PASSED = ("play on", "new deal")
ID = re.compile(r"[a-z0-9][a-z0-9-]*")


def recognises(data: Mapping[str, Any]) -> bool:
    """True if a parsed file is meant to be a poker game (and not a house game or a house book)."""
    return "street" in data or "win" in data


def definition(file: DataFile) -> PokerDefinition:
    """The game of a file, or a :class:`~pitboss.datafile.FileError` with every mistake."""
    top = file.top
    game = _definition(top)
    top.done()
    if game.streets and not top.broken("street"):
        _check_cards(top, game)
    file.refuse()
    return game


def _definition(top: Section) -> PokerDefinition:
    streets = tuple(
        Street(name=name, **street(section)) for name, section in _named(top, "street", "[street.first]").items()
    )
    wins = tuple(_win(name, section) for name, section in _named(top, "win", "[win.high]").items())
    rules = top.table("rules")
    if len(wins) > 2:
        top.problem("win", "a pot is won by one hand or split between two; write one or two [win.…] tables.")
    return PokerDefinition(
        id=file_id(top),
        name=top.text("name"),
        deck=deck(top),
        seats=seats(top),
        stakes="blinds" if top.choice("stakes", ("blinds", "ante")) == "blinds" else "ante",
        play=play(top) or ("limit",),
        streets=streets,
        wins=wins,
        opening=opening(top.table("opening")) if "opening" in top else OpeningRule(),
        rule=top.text("rule", ""),
        misprints=misprints(top),
        rules={key: rules.text(key) for key in rules.data},
    )


def file_id(top: Section) -> str:
    """The id of a game or house, which must be usable as a file name."""
    id = top.text("id")
    if id and not ID.fullmatch(id):
        top.problem("id", f'"{id}" is not an id; use small letters, digits and dashes.')
    return id


def _named(top: Section, key: str, example: str) -> dict[str, Section]:
    tables = top.tables(key)
    if not tables and not top.broken(key):
        top.problem(None, f'"{key}" is missing; write at least one table such as {example}.')
    return tables


def misprints(top: Section) -> tuple[Misprint, ...]:
    """Lines of the source document that contradict themselves and are not followed."""
    rows = []
    for row in top.rows("misprint"):
        rows.append(Misprint(row.text("where"), row.text("printed"), row.text("exact"), row.text("rule", "")))
        row.done()
    return tuple(rows)


def deck(section: Section) -> cards.Deck:
    """The deck of the section; 52 cards by default."""
    try:
        spec = section.raw("deck")
        return cards.deck(52 if spec is None else spec)
    except PitbossError as error:
        section.problem("deck", str(error))
        return cards.FULL


def seats(section: Section) -> tuple[int, int]:
    """The fewest and the most seats."""
    value = section.raw("seats", repeats=True)
    if value is None:
        section.problem(None, '"seats" is missing; write the fewest and the most, such as seats = [2, 10].')
        return 2, 2
    whole = isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)
    if not whole or not 2 <= value[0] <= value[1] <= 24:
        section.problem("seats", "expected the fewest and the most seats, such as seats = [2, 10].")
        return 2, 2
    return value[0], value[1]


def play(section: Section) -> tuple[str, ...]:
    """The betting structures the game may be spread with."""
    words = section.texts("play")
    for word in words:
        if word not in PLAY:
            section.problem("play", f'"{word}" is unknown; it may be {" or ".join(PLAY)}.')
    return words


def flag(section: Section, key: str) -> bool:
    """``true`` or ``false``."""
    value = section.raw(key)
    if not isinstance(value, bool):
        section.problem(key, f"{value!r} should be true or false.")
        return False
    return value


def street(section: Section) -> dict[str, Any]:
    """Only the values the section states; a house may override some values of a street."""
    values: dict[str, Any] = {}
    for key in ("burn", "down", "up", "board", "draw"):
        if key in section:
            values[key] = section.whole(key)
    for key, words in (("starts", STARTS), ("opens", OPENS), ("limit", LIMITS), ("shortage", ("common card",))):
        if key in section:
            values[key] = section.choice(key, words)
    for key in ("must_bet", "completes", "open_pair"):
        if key in section:
            values[key] = flag(section, key)
    if "sandbag" in section:
        values["sandbag"] = _cards(section, "sandbag")
    for key in ("burn_rule", "sandbag_rule", "rule"):
        if key in section:
            values[key] = section.text(key)
    section.done()
    return values


def _cards(section: Section, key: str) -> tuple[int, ...]:
    try:
        return cards.parse(section.text(key))
    except PitbossError as error:
        section.problem(key, str(error))
        return ()


def _win(name: str, section: Section) -> Win:
    raw = section.raw("ranking")
    if raw is None and not section.stand_in:
        section.problem(None, '"ranking" is missing; write its name, such as ranking = "standard", or a table.')
        raw = "standard"
    elif not isinstance(raw, str | dict):
        section.problem("ranking", 'write the name of a ranking, such as ranking = "standard", or a table.')
        raw = "standard"
    else:
        check_ranking(section, "ranking", raw)
    hole, board = section.whole("hole", 0), section.whole("board", 0)
    rule = section.text("rule", "")
    section.done()
    if bool(hole) != bool(board) and not section.broken():
        section.problem(None, "hole and board go together; write how many cards of each play, or neither.")
    return Win(name, raw, hole, board, rule)


def check_ranking(section: Section, key: str, value: str | Mapping[str, Any], hand: str = "") -> None:
    """Report a problem if there is no such ranking, or no such hand in it."""
    try:
        order = ranking(value)
        if hand:
            order.threshold(hand)
    except PitbossError as error:
        section.problem(key, str(error))


def opening(section: Section) -> OpeningRule:
    """Read the conditions to open the first round, and what follows if everybody passes."""
    plays, needs, passed = section.text("plays", ""), section.text("needs", ""), section.texts("passed", repeats=True)
    for word in passed:
        if word not in PASSED:
            section.problem("passed", f'"{word}" is unknown; it may be {" or ".join(PASSED)}.')
    if plays or needs:
        check_ranking(section, "needs" if plays and needs else "plays", plays or "standard", needs)
    rule = OpeningRule(plays, needs, passed, section.text("rule", ""))
    section.done()
    return rule


def _check_cards(top: Section, game: PokerDefinition) -> None:
    """Report a problem if hands are too small for their ranking or the deck for the table."""
    own = sum(street.down + street.up for street in game.streets)
    board = sum(street.board for street in game.streets)
    for win in game.wins:
        section = top.table("win").table(win.name)
        if section.broken():
            continue
        needed = ranking(win.ranking).cards
        if win.hole and (win.hole > own or win.board > board or win.hole + win.board != needed):
            section.problem("hole", f"{win.hole} and {win.board} cards cannot make a hand of {needed} here.")
        if not win.hole and own + board < needed:
            section.problem("ranking", f"a hand needs {needed} cards and a player gets only {own + board}.")
    if top.broken("seats") or top.broken("deck"):
        return
    problem = street_problem(game.streets, game.seats[1], game.deck)
    if problem:
        top.table("street").table(problem[0]).problem(None, problem[1])


def street_problem(streets: Sequence[Street], seats: int, deck: cards.Deck) -> tuple[str, str] | None:
    """The first street that cannot be dealt or opened, and why; None if all can."""
    used = up = drawn = 0
    for street in streets:
        up += street.up
        dealt = street.burn + street.board + seats * (street.down + street.up)
        used += dealt
        if street.opens in ("low card", "high board") and not up and street.limit != "none":
            return street.name, f'nobody shows a card yet, so the {street.opens} cannot open; write "left of button".'
        if street.shortage and street.down + street.up != 1:
            return street.name, "a common card can only take the place of one card for each player."
        if used > len(deck) and not street.shortage:  # no shortage may arise unless the street provides for it (OH-2)
            return street.name, (
                f"{seats} seats need {used} cards up to here and the deck has {len(deck)}; lower the most seats, or "
                'write shortage = "common card".'
            )
        if drawn and dealt and not street.shortage and used + seats * drawn > len(deck):
            return street.name, (
                f"{seats} seats may need {used + seats * drawn} cards up to here, as they draw {drawn} before it, and "
                f"the deck has {len(deck)}; lower the most seats, or deal before the draw."
            )
        drawn += street.draw
        if street.draw and used + drawn > len(deck):  # a player may be dealt any discards but their own (LB-4)
            return street.name, (
                f"{seats} seats hold {used} cards and the deck has {len(deck)}, too few for one of them to draw "
                f"{drawn}; lower the most seats or the draw."
            )
    return None
