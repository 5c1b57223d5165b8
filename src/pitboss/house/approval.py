"""Compare a game with the one the regulator approved (HO-13): every step and cell that differs is a finding.

A game's published file may name its approval and the game as approved. The house's own choices (the posted pay table,
the number of spots, its limits) are not deviations, and neither are rule IDs and names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.datafile import spell
from pitboss.house import library, published
from pitboss.house.definition import Choice, Definition, JudgedHand, PayTable, Wager
from pitboss.house.published import Approval
from pitboss.house.vocabulary import game_file
from pitboss.money import odds_text
from pitboss.rules.jurisdiction import Finding


def approval(definition: Definition) -> Approval | None:
    """The approval in the folder of the game's own file, or of the shipped game of the same id."""
    for path in (Path(definition.file or "."), library.folder() / f"{definition.id}.toml"):
        figures = published.of_game(path) if path.suffix == ".toml" else None
        if figures is not None and figures.approval is not None:
            return figures.approval
    return None


def findings(definition: Definition) -> tuple[Finding, ...]:
    """Every deviation from the approval; empty if there is no approval."""
    letter = approval(definition)
    if letter is None:
        return ()
    return deviations(definition, game_file.load(letter.file), letter)


def deviations(definition: Definition, approved: Definition, letter: Approval) -> tuple[Finding, ...]:
    """Every cell that differs from the approved game, is missing, or was added."""
    now, then = dict(cells(definition)), dict(cells(approved))
    source = f"the approval of {letter.letter:%B} {letter.letter.day}, {letter.letter.year} by {letter.by}"
    return tuple(
        Finding(where, now.get(where, "nothing"), then.get(where, "nothing"), source, letter.rule)
        for where in dict.fromkeys([*then, *now])
        if now.get(where) != then.get(where)
    )


def cells(definition: Definition) -> Iterator[tuple[str, str]]:
    """Every fact of the game as key path and text, in the order of its file."""
    yield "deck", definition.deck.name
    yield "spots", " or ".join(map(str, definition.spots.choices))
    yield "ranking", definition.ranking.key
    yield "misdeal", definition.misdeal
    for index, step in enumerate(definition.script):
        yield spell(("script", index)), _plain(step)
    for name, decision in definition.decisions.items():
        for index, choice in enumerate(decision.choices):
            yield spell(("decision", name, index)), _choice(choice)
    for name, hand in definition.hands.items():
        yield spell(("hand", name)), _hand(hand)
    for name, wager in definition.wagers.items():
        yield from _wager(name, wager)


def _wager(name: str, wager: Wager) -> Iterator[tuple[str, str]]:
    for key in ("initial", "of", "equals", "hand", "against", "shares"):
        if value := getattr(wager, key):
            yield spell(("wager", name, key)), value
    for key, outcome in wager.outcomes.items():
        parts = (odds_text(part) if isinstance(part, Fraction) else part for part in outcome)
        yield spell(("wager", name, key)), ", ".join(parts)
    if not wager.shares:
        for title, table in wager.tables.items():
            yield from _table(("wager", name, "tables", title) if title else ("wager", name, "table"), table)
        if wager.table is not None and not wager.tables:
            yield from _table(("wager", name, "table"), wager.table)
    if wager.bonus is not None:
        yield from _table(("wager", name, "bonus"), wager.bonus)


def _table(path: tuple[str, ...], table: PayTable) -> Iterator[tuple[str, str]]:
    for line in table.lines:
        yield spell((*path, line.hand)), odds_text(line.odds)


def _plain(step: Any) -> str:
    values = (
        (field.name, getattr(step, field.name)) for field in fields(step) if field.name not in ("rule", "timeout")
    )
    words = (f"{key} {_words(value)}" for key, value in values if value not in ("", (), 0, False))
    return f"{type(step).__name__.removesuffix('Step').lower()}: {', '.join(words)}"


def _choice(choice: Choice) -> str:
    parts = [choice.say]
    if choice.fold:
        parts.append("fold")
    parts += [f"place {key} {_words(times)}" for key, times in choice.place.items()]
    if choice.take:
        parts.append(f"take {choice.take}")
    if choice.hold:
        parts.append(f"hold {_words(choice.hold)}")
    if choice.needs_line:
        parts.append(f"needs {choice.needs_line}")
    return ", ".join(parts)


def _hand(hand: JudgedHand) -> str:
    parts = [f"of {_words(hand.of)}", f"ranking {hand.ranking.key}"]
    parts += [f"must {pile} {'all' if number < 0 else number}" for pile, number in hand.must.items()]
    if hand.at:
        parts.append(f"at {hand.at}")
    if hand.qualifies_line:
        parts.append(f"qualifies {hand.qualifies_line}")
    return ", ".join(parts)


def _words(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
