"""Pay tables drawn from a game in plain data."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rich import box
from rich.table import Table

from pitboss.money import odds_text


def pay_tables(game: dict[str, Any], in_force: bool = False) -> Iterator[Table]:
    """One table per wager with pay lines, alternatives side by side; ``in_force`` keeps the chosen one."""
    for wager in game["wagers"]:
        tables = wager.get("tables", {})
        if in_force and tables:
            tables = {wager["table"]: tables[wager["table"]]}
        if "bonus" in wager:
            yield _table(f"{wager['key']}, bonus on top", {"": wager["bonus"]})
        if tables and "shares" not in wager:
            name = next(iter(tables)) if in_force else ""
            also = [other["key"] for other in game["wagers"] if other.get("shares") == wager["key"]]
            yield _table(", ".join([wager["key"], *also]) + (f", table {name}" if name else ""), tables)


def _table(title: str, tables: dict[str, list[dict[str, str]]]) -> Table:
    shown = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_edge=False)
    shown.add_column("hand")
    for name in tables:
        shown.add_column(f"table {name}" if len(tables) > 1 else "pays", justify="right")
    for index, line in enumerate(next(iter(tables.values()))):
        shown.add_row(line["words"], *(_pays(lines[index]["pays"]) for lines in tables.values()))
    return shown


def _pays(odds: str) -> str:
    value = Fraction(odds)
    return odds_text(value) if value else "push"
