"""Check that published figures refer to wagers, pay tables, lines, outcomes and hands of the game."""

from __future__ import annotations

from pathlib import Path

from pitboss.datafile import KeyPath, Problem
from pitboss.errors import PitbossError
from pitboss.house.definition import Definition, PayTable, Wager
from pitboss.house.document.published import Figure, PrintedHands, Published, beside


def fitting(game: str | Path, definition: Definition) -> Published | None:
    """The published figures of a game's file; raises if they refer to something the game does not have."""
    published = beside(game)
    if published is not None and misfits(published, definition):
        published.file.refuse()
    return published


def misfits(published: Published, definition: Definition) -> tuple[Problem, ...]:
    """Every name in the published file that the game does not have, with key path, line and what would fit."""
    file = published.file
    file.problems.clear()
    if published.game != definition.id:
        file.problem(("game",), f'the game next to this file is "{definition.id}"; write game = "{definition.id}".')
    for name in file.data.get("wager", {}):
        path: KeyPath = ("wager", name)
        key, slash, table_name = name.partition("/")
        wager = definition.wagers.get(key)
        if wager is None:
            file.problem(path, f'"{key}" is not a wager of the game; the wagers are {", ".join(definition.wagers)}.')
            continue
        if slash and table_name not in wager.tables:
            tables = ", ".join(filter(None, wager.tables)) or "none"
            file.problem(path, f'"{key}" has no pay table "{table_name}"; its tables are {tables}.')
            continue
        table = wager.tables.get(table_name, wager.table)
        _rows(published, definition, wager, table, path)
    return tuple(sorted(file.problems, key=lambda problem: problem.line))


def _rows(published: Published, definition: Definition, wager: Wager, table: PayTable | None, path: KeyPath) -> None:
    section = published.file.data["wager"][path[-1]]
    for list_name, lines in (("lines", table), ("bonus", wager.bonus)):
        for index, row in enumerate(section.get(list_name, ())):
            hands = PrintedHands(row.get("line", ""), row.get("from", ""), row.get("below", ""))
            for key, sentence in _unknown(definition, wager, lines, hands):
                published.file.problem((*path, list_name, index, key), sentence)
    for index, row in enumerate(section.get("outcomes", ())):
        if row["outcome"] not in wager.outcomes:
            has = ", ".join(wager.outcomes)
            sentence = f'the wager has no outcome "{row["outcome"]}"; its outcomes are {has}.'
            published.file.problem((*path, "outcomes", index, "outcome"), sentence)


def _unknown(
    definition: Definition, wager: Wager, table: PayTable | None, hands: PrintedHands
) -> list[tuple[str, str]]:
    if hands.line:
        known = [line.hand for line in table.lines] if table is not None else []
        if hands.line in known:
            return []
        listed = ", ".join(known) or "none"
        return [("line", f'"{hands.line}" is not a line of this pay table; its lines are {listed}.')]
    ranking = definition.hands[wager.hand].ranking
    problems = []
    for key, line in (("from", hands.start), ("below", hands.below)):
        try:
            if line:
                ranking.threshold(line)
        except PitbossError as error:
            problems.append((key, str(error)))
    return problems


def values(figure: Figure, definition: Definition) -> tuple[int, int]:
    """The hands a printed row refers to as a range of values, the end excluded.

    A pay line reaches up to the line above it; ``all hands`` is every value, including 0 for no hand.
    """
    key, _, table_name = figure.wager.partition("/")
    wager = definition.wagers[key]
    ranking = definition.hands[wager.hand].ranking
    hands = figure.hands
    if not hands.line:
        start = ranking.threshold(hands.start) if hands.start else 0
        return start, ranking.threshold(hands.below) if hands.below else ranking.top + 1
    table = wager.bonus if figure.kind == "bonus" else wager.tables.get(table_name, wager.table)
    above = ranking.top + 1
    for line in table.lines if table is not None else ():
        if line.hand == hands.line:
            return line.least, above
        above = line.least
    raise PitbossError(f'"{hands.line}" is not a line of the pay table of {figure.wager} in {definition.name}.')
