"""Finds games and house books by name or path, and loads a game under a house book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pitboss import datafile
from pitboss.errors import PitbossError, suggestion
from pitboss.money import parse_dollars
from pitboss.poker import house_book as books
from pitboss.poker import vocabulary
from pitboss.poker.definition import HouseBook, PokerDefinition, SpreadLimit
from pitboss.poker.game import PokerGame, TableError

_ROOT = Path(__file__).parent.parent
_GAMES, _HOUSES = _ROOT / "games" / "poker", _ROOT / "houses"
DEFAULT_HOUSE = "pot"
USUAL_LIMIT = "2-4"


@lru_cache(maxsize=1)
def games() -> dict[str, PokerDefinition]:
    """Every game that ships with pitboss, by id."""
    return {path.stem: vocabulary.definition(datafile.read(path)) for path in sorted(_GAMES.glob("*.toml"))}


@lru_cache(maxsize=1)
def houses() -> dict[str, HouseBook]:
    """Every house book that ships with pitboss, by id."""
    return {path.stem: books.book(datafile.read(path), games()) for path in sorted(_HOUSES.glob("*.toml"))}


def definition(game: str | Path) -> PokerDefinition:
    """A poker game by its id or the path of its file, in any house."""
    return games()[game] if isinstance(game, str) and game in games() else vocabulary.definition(_game_file(game))


def load(
    game: str | Path,
    house: str | Path = DEFAULT_HOUSE,
    limit: str | None = None,
    *,
    play: str = "limit",
    wild: bool = False,
    lower: int = 0,
    higher: int = 0,
    blinds: Sequence[int] = (),
    ante: int = 0,
    bring_in: int = 0,
) -> PokerGame:
    """Load a game of a house at a limit such as ``"2-4"`` (default: the first limit of the house).

    Game and house may be paths of files. Where the house takes any stakes, give them in cents.
    """
    terms = _Terms(limit, play, wild, (lower, higher, tuple(blinds), ante, bring_in))
    if _shipped(game, _GAMES) and _shipped(house, _HOUSES):
        return _load(str(game), str(house), terms)
    return _open(_game_file(game), _house_file(house), terms)


class _Terms(NamedTuple):
    """The terms a game is loaded under; the stakes are lower, higher, blinds, ante and bring-in."""

    limit: str | None
    play: str
    wild: bool
    stakes: tuple[int, int, tuple[int, ...], int, int]


@lru_cache(maxsize=256)
def _load(game: str, house: str, terms: _Terms) -> PokerGame:
    return _open(_game_file(game), _house_file(house), terms)


def listing() -> list[dict[str, Any]]:
    """Every game for ``pitboss games``: streets, seats, and the limits of each house."""
    return [describe(game) for game in games().values()]


def from_file(path: str | Path) -> dict[str, Any]:
    """Describe the game of a file in plain data."""
    return describe(vocabulary.definition(datafile.read(path)))


def describe(game: PokerDefinition) -> dict[str, Any]:
    """Describe a game in plain data."""
    return {
        "id": game.id,
        "name": game.name,
        "kind": "poker",
        "deck": len(game.deck),
        "seats": list(game.seats),
        "play": list(game.play),
        "streets": [street.name for street in game.streets],
        "wins": [win.name for win in game.wins],
        "findings": [
            {"where": misprint.where, "printed": misprint.printed, "exact": misprint.exact, "kind": "misprint"}
            for misprint in game.misprints
        ],
        "houses": {
            house.id: ["any"] if house.any_stakes else list(house.games[game.id].limits)
            for house in houses().values()
            if game.id in house.games
        },
    }


def problems(text: str, name: str) -> tuple[datafile.Problem, ...]:
    """Every mistake in the text of a poker game or a house book."""
    try:
        file = datafile.parse(text, name)
        if books.recognises(file.data):
            return book_problems(text, name)
        vocabulary.definition(file)
    except datafile.FileError as error:
        return error.problems
    return ()


def book_problems(text: str, name: str, others: Iterable[str | Path] = ()) -> tuple[datafile.Problem, ...]:
    """Every mistake in the text of a house book, which may also spread games that do not ship with pitboss.

    Those are looked up among the files ``others`` and as ``ID.toml`` in the book's folder.
    """
    try:
        file = datafile.parse(text, name)
        books.book(file, {**games_beside(file), **_own_games(others)})
    except datafile.FileError as error:
        return error.problems
    return ()


def games_beside(house: datafile.DataFile) -> dict[str, PokerDefinition]:
    """The games a house book may spread: those that ship, and those in files ``ID.toml`` in the book's folder."""
    spread = house.data.get("games", {})
    own = [id for id in spread if id not in games() and vocabulary.ID.fullmatch(id)] if isinstance(spread, dict) else []
    paths = [Path(house.name).with_name(f"{id}.toml") for id in own]
    return {**games(), **_own_games([path for path in paths if path.is_file()])}


def _own_games(paths: Iterable[str | Path]) -> dict[str, PokerDefinition]:
    """The poker games among these files, by id; files that are not games or have mistakes are skipped."""
    own: dict[str, PokerDefinition] = {}
    for path in paths:
        with suppress(datafile.FileError):
            file = datafile.read(path)
            if vocabulary.recognises(file.data):
                game = vocabulary.definition(file)
                own[game.id] = game
    return own


def recognises(data: dict[str, Any]) -> bool:
    """True if a parsed file is a poker game or a house book."""
    return vocabulary.recognises(data) or books.recognises(data)


def reopen(reference: dict[str, Any]) -> PokerGame:
    """Load the game a record refers to."""
    try:
        files = reference.get("files", {})
        game = files["game"] if "game" in files else _game_file(reference["game"]).text
        house = files["house"] if "house" in files else _house_file(reference["house"]).text
        stakes = reference.get("stakes")
        stakes = (*stakes[:2], tuple(stakes[2]), *stakes[3:]) if stakes else (0, 0, (), 0, 0)
        terms = _Terms(reference["limit"], reference.get("play", "limit"), reference.get("wild", False), stakes)
        return _reopen(game, house, terms, reference["digest"])
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, PitbossError):
            raise
        raise TableError("this record does not name its game; load one that dump() has written.") from None


@lru_cache(maxsize=64)
def _reopen(game: str, house: str, terms: _Terms, digest: str) -> PokerGame:
    """Load a game from the texts of both files; cached, since the records of a table share them."""
    definition, book = (datafile.parse(text, "the record's file") for text in (game, house))
    spread = book.data.get("games")
    name = definition.data.get("id")
    if isinstance(spread, dict) and name in spread:  # other games of the book may have changed since
        book.data["games"] = {name: spread[name]}
    return _open(definition, book, terms, expected=digest)


def _shipped(name: str | Path, folder: Path) -> bool:
    return isinstance(name, str) and "/" not in name and (folder / f"{name}.toml").is_file()


def _game_file(name: str | Path) -> datafile.DataFile:
    return _file(name, _GAMES, "poker game")


def _house_file(name: str | Path) -> datafile.DataFile:
    return _file(name, _HOUSES, "house")


def _file(name: str | Path, folder: Path, what: str) -> datafile.DataFile:
    if _shipped(name, folder):
        return datafile.read(folder / f"{name}.toml")
    if isinstance(name, Path) or "/" in name or name.endswith(".toml"):
        return datafile.read(name)
    known = sorted(path.stem for path in folder.glob("*.toml"))
    raise TableError(f"{name!r} is not a {what}; {suggestion(name, known, 'the path of a file')}")


def _open(game: datafile.DataFile, house: datafile.DataFile, terms: _Terms, expected: str = "") -> PokerGame:
    play, wild = terms.play, terms.wild
    digest = sha256(f"{game.text}\0{house.text}".encode()).hexdigest()[:16]
    if expected and digest != expected:
        raise TableError(
            f"the rules of {game.data.get('id')} in house {house.data.get('id')} have changed since this record was "
            "written; replay it with the release that wrote it."
        )
    definition = vocabulary.definition(game)
    book = books.book(house, {**games_beside(house), definition.id: definition})
    if definition.id not in book.games:
        spread = ", ".join(book.games)
        raise TableError(f"the {book.name} does not spread {definition.name}; it spreads {spread}.")
    if play not in (book.games[definition.id].play or definition.play):
        raise TableError(f"the {book.name} does not spread {definition.name} as {play!r}; write limit or no-limit.")
    row = _stakes(definition, book, terms)
    reference: dict[str, Any] = {"game": definition.id, "house": book.id, "limit": row.name, "digest": digest}
    if play != "limit":
        reference["play"] = play
    if wild:
        reference["wild"] = True
    if book.any_stakes:
        reference["stakes"] = [row.lower, row.higher, list(row.blinds), row.ante, row.bring_in]
    reference["files"] = {"game": game.text, "house": house.text}
    return PokerGame(definition, book, row, play=play, wild=wild, reference=reference)


def _stakes(definition: PokerDefinition, book: HouseBook, terms: _Terms) -> SpreadLimit:
    limit, (lower, higher, blinds, ante, bring_in) = terms.limit, terms.stakes
    limits = book.games[definition.id].limits
    if not book.any_stakes:
        if lower or higher or blinds or ante or bring_in:
            raise TableError(f"the {book.name} posts its own stakes; name one of its limits: {', '.join(limits)}.")
        name = limit if limit is not None else next(iter(limits))
        if name not in limits:
            raise TableError(
                f"the {book.name} does not spread {definition.name} at {name!r}; its limits are {', '.join(limits)}."
            )
        return limits[name]
    if limit and not lower:
        try:
            lower, higher = (parse_dollars(part) for part in limit.split("-"))
        except ValueError:
            raise TableError(f'{limit!r} is not a limit; write lower and higher in dollars, as in "2-4".') from None
    if lower <= 0:
        raise TableError(f"the {book.name} takes any stakes; give at least lower and higher in cents.")
    higher = higher or lower
    if definition.stakes == "blinds" and not blinds:
        blinds = (lower // 2 or lower, lower)
    return SpreadLimit(limit or f"{lower}-{higher}", lower, higher, tuple(blinds), ante, bring_in)


def agreed_stakes(game: str | Path, limit: str = "") -> dict[str, Any]:
    """Arguments for :func:`load` in a house that takes any stakes, from a limit such as 2-4.

    They are both bets, and the blinds or the ante and bring-in that go with them.

    >>> agreed_stakes("holdem", "3-6")
    {'lower': 300, 'higher': 600, 'blinds': (150, 300)}
    """
    match = re.fullmatch(r"\$?([\d.]+)\s*[-–/]\s*\$?([\d.]+)", limit or USUAL_LIMIT)
    if not match:
        raise TableError(f"{limit!r} is not a limit; write the lower and the higher one, such as 2-4.")
    lower, higher = parse_dollars(match[1]), parse_dollars(match[2])
    stakes: dict[str, Any] = {"lower": lower, "higher": higher}
    shipped = games().get(str(game))
    forced = shipped.stakes if shipped else datafile.read(game).data.get("stakes")
    if forced == "blinds":
        return stakes | {"blinds": (max(1, lower // 2), lower)}
    return stakes | {"ante": max(1, lower // 4), "bring_in": max(1, lower // 2)}
