"""House games as plain data, for ``pitboss games``, pages and tools; and the check of their files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitboss import datafile
from pitboss.datafile import Problem
from pitboss.house import library, published
from pitboss.house.definition import Definition, PayTable, Wager
from pitboss.house.pay_words import table_words
from pitboss.house.vocabulary import game_file


@lru_cache(maxsize=1)
def games() -> dict[str, Definition]:
    """The shipped house games by id."""
    return {name: library.definition(name) for name in library.names()}


def listing() -> list[dict[str, Any]]:
    """The shipped games as plain data."""
    return [describe(game) for game in games().values()]


def from_file(path: str | Path) -> dict[str, Any]:
    """The game of a file as plain data."""
    file = datafile.read(path)
    return describe(game_file.parse(file.text, file.name))


def describe(game: Definition) -> dict[str, Any]:
    """A game as plain data: deck, seats, wagers and what they pay."""
    return {
        "id": game.id,
        "name": game.name,
        "kind": "house",
        "deck": len(game.deck),
        "seats": [1, game.spots.most],
        "spots": list(game.spots.choices),
        "ranking": list(game.ranking.categories),
        "unit": game.unit,
        "wagers": [_wager(game, wager) for wager in game.wagers.values()],
        "decisions": {name: [choice.say for choice in decision.choices] for name, decision in game.decisions.items()},
        "limits": {
            key: {"minimum": limit.minimum, "maximum": limit.maximum, "step": limit.step}
            for key, limit in game.limits.items()
        },
        "version": game.version,
    }


def _wager(game: Definition, wager: Wager) -> dict[str, Any]:
    values = {key: getattr(wager, key) for key in ("initial", "of", "equals", "hand", "against", "shares")}
    data: dict[str, Any] = {"key": wager.key, **{key: value for key, value in values.items() if value}}
    if wager.tables:
        data["tables"] = {name: _table(game, wager, table) for name, table in wager.tables.items()}
        data["table"] = wager.table.name if wager.table else ""
    if wager.bonus:
        data["bonus"] = _table(game, wager, wager.bonus)
    return data


def _table(game: Definition, wager: Wager, table: PayTable) -> list[dict[str, str]]:
    """The lines of a pay table: the name in the file, what it pays, and the words of a posted table."""
    words = table_words(wager, game.hands[wager.hand], table)
    return [
        {"hand": line.hand, "pays": str(line.odds), "words": text}
        for line, text in zip(table.lines, words, strict=True)
    ]


def recognises(data: Mapping[str, Any]) -> bool:
    """True if a parsed file is meant to be a house game or the published figures of one."""
    return "script" in data or "wager" in data


def problems(text: str, name: str) -> tuple[Problem, ...]:
    """Every mistake in a house game's file or in the published figures next to it, which every proof reads."""
    of_figures = "document" in datafile.parse(text, name).data
    try:
        if of_figures:
            return _published(name)
        if wrong := game_file.check(text, name):
            return tuple(wrong)
        figures = published.of_game(name) if name.endswith(library.SUFFIX) else None
        return published.misfits(figures, game_file.parse(text, name)) if figures is not None else ()
    except datafile.FileError as error:
        return error.problems


def _published(name: str) -> tuple[Problem, ...]:
    """The mistakes in a file of published figures, and where they do not fit their game."""
    figures = published.load(name)
    game = Path(name.removesuffix(published.SUFFIX) + ".toml")
    line = figures.file.line("game")
    if not name.endswith(published.SUFFIX) or not game.is_file():
        sentence = f"the game these figures belong to, {game.name}, is not in the folder of this file; put it there."
        return (Problem(name, line, "game", sentence),)
    try:
        definition = game_file.load(game)
    except datafile.FileError as error:
        sentence = f"the game these figures belong to has {len(error.problems) or 1} mistakes; check {game.name} first."
        return (Problem(name, line, "game", sentence),)
    return published.misfits(figures, definition)
