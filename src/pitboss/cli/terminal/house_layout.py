"""Drawing a house game: the layout with piles, spots, cards and chips, the settlement, and the pay tables."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from rich import box
from rich.measure import Measurement
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cards import Card
from pitboss.cli.terminal.screen import Screen
from pitboss.deal import Event, View
from pitboss.deal.english import hand_words
from pitboss.deal.round_events import DecisionAsked, HandAnnounced, HandsVoided, WagerSettled
from pitboss.deal.view import HandReading, WagerResult
from pitboss.house import Round
from pitboss.house.definition import PLAYER, Definition
from pitboss.house.event_words import sentence
from pitboss.money import dollars, odds_text

RESULTS = {"win": "green", "lose": "red", "push": "yellow"}


def tell(screen: Screen, event: Event, result: WagerResult | None = None) -> None:
    """Write one event with its rule on the right; a settled wager also shows the hand it was paid on."""
    if isinstance(event, WagerSettled):
        paid = event if result is None else msgspec.structs.replace(event, line=_paid_on(result))
        screen.ruled(Text(f"  {sentence(paid, screen.signs)}", style=RESULTS[event.result]), event.rule)
        return
    bold = "bold" if isinstance(event, HandAnnounced | HandsVoided | DecisionAsked) else ""
    told = Text(f"  {sentence(event, screen.signs)}", style=bold)
    told.highlight_regex(r"(?:10|[2-9JQKA])[♥♦]", "red")
    screen.ruled(told, event.rule)


def _paid_on(result: WagerResult) -> str:
    """The hand that a wager was settled on; its pay line is only a threshold."""
    return hand_words(result.hand) if result.hand is not None else result.line


class _Row(NamedTuple):
    """A pile or a spot: turn mark, name, cards, labels under the cards, and lines about it."""

    mark: Text
    name: Text
    cards: Sequence[Card] = ()
    under: Sequence[str] = ()
    about: Sequence[str] = ()


def layout(
    screen: Screen, game: Definition, deal: Round, view: View, readings: Mapping[int, HandReading], seat: int
) -> Panel:
    """The table as the player sees and reads it; an arrow marks the spot that has to decide."""
    rows = [
        _Row(Text(), Text(name, style="bold"), view.piles[name])
        for name in game.piles
        if name != PLAYER and name in view.piles
    ]
    rows += _spots(screen, deal, view, readings, seat)
    grid = _grid(screen, rows)
    if screen.console.measure(grid).maximum + 4 > screen.console.width:
        grid = _grid(screen, rows, narrow=True)
    return screen.frame(grid, game.name, f"chips {dollars(view.chips.get(view.viewer, 0))}")


def _spots(screen: Screen, deal: Round, view: View, readings: Mapping[int, HandReading], seat: int) -> list[_Row]:
    """Every spot with its cards, the hand they make and its wagers."""
    picks = any(len(option.actions) > 1 for option in view.legal.get(seat, ()))
    rows = []
    for spot, stakes in deal.stakes.items():
        cards = view.piles.get(f"{PLAYER} {spot}", ())
        turn = spot == seat
        mark = Text(("▶" if screen.signs else ">") if turn else " ", style="bold cyan")
        hand = "folded" if spot in deal.folded else readings[spot].words if spot in readings else ""
        about = [hand] if hand else []
        about += [" · ".join(f"{key} {dollars(cents)}" for key, cents in stakes.items())] if stakes else []
        places = [str(place) for place in range(1, len(cards) + 1)] if turn and picks else ()
        rows.append(_Row(mark, Text(f"spot {spot}"), cards, places, about))
    return rows


def _grid(screen: Screen, rows: Sequence[_Row], narrow: bool = False) -> Table:
    """Rows with the lines about them to the right of the cards; in a ``narrow`` terminal under the cards."""
    room = screen.console.width - 4 - 1 - max(len(row.name) for row in rows) - 2
    grid = Table.grid(padding=(0, 1 if narrow else 2))
    for _ in range(3 if narrow else 4):
        grid.add_column(no_wrap=True)
    for row in rows:
        cell = screen.cards(row.cards, row.under, room if narrow else 0)
        if not narrow:
            grid.add_row(row.mark, row.name, cell, "\n".join(row.about))
            continue
        for line in (piece for said in row.about for piece in _pieces(said, room)):
            cell.append(f"\n{line}" if cell else line)
        grid.add_row(row.mark, row.name, cell)
    return grid


def _pieces(said: str, width: int) -> list[str]:
    """A list of wagers wrapped to this width, never between a wager and its amount."""
    lines = [""]
    for part in said.split(" · "):
        together = f"{lines[-1]} · {part}" if lines[-1] else part
        if len(together) <= width or not lines[-1]:
            lines[-1] = together
        else:
            lines.append(part)
    return [piece for line in lines for piece in textwrap.wrap(line, max(width, 10))]


HEADINGS = ("spot", "wager", "stake", "result", "odds", "paid", "breakage", "rule")
_NUMBERS = ("stake", "odds", "paid", "breakage")


def settlement(screen: Screen, results: Sequence[WagerResult]) -> Table:
    """The settlement of a round as a table (HB-4, HB-5)."""
    rows = [_settled(result) for result in results]
    table = _settlement(rows, HEADINGS)
    unbounded = screen.console.options.update(max_width=1000)
    if Measurement.get(screen.console, unbounded, table).maximum <= screen.console.width:
        return table
    said = [heading for at, heading in enumerate(HEADINGS) if any(row[at].plain for row in rows)]
    several = len({row[0].plain for row in rows}) > 1
    return _settlement(rows, said if several else said[1:], narrow=True)


def _settlement(rows: Sequence[Sequence[Text]], headings: Sequence[str], narrow: bool = False) -> Table:
    """A table of these columns; ``narrow`` drops the margins and wraps the names of wagers and hands."""
    gap = (0, 1, 0, 0) if narrow else (0, 1)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=gap, pad_edge=not narrow)
    for heading in headings:
        wraps = narrow and heading in ("wager", "result")
        table.add_column(heading, justify="right" if heading in _NUMBERS else "left", no_wrap=not wraps)
    for row in rows:
        table.add_row(*(row[HEADINGS.index(heading)] for heading in headings))
    return table


def _settled(result: WagerResult) -> list[Text]:
    """The cells of a result, in the order of the headings."""
    name = f"{result.wager} bonus" if result.bonus else result.wager
    hand = f" ({_paid_on(result)})" if result.line else ""
    return [
        Text(str(result.seat)),
        Text(name + (f", table {result.table}" if result.table else "")),
        Text(dollars(result.stake)),
        Text(result.result + hand, style=RESULTS[result.result]),
        Text(odds_text(Fraction(result.odds)) if result.odds else ""),
        Text(dollars(result.paid) if result.paid else ""),
        Text(f"{result.breakage}¢" if result.breakage else ""),
        Text(result.rule),
    ]


def pay_tables(game: dict[str, Any], in_force: bool = False) -> Iterator[Table]:
    """One table per wager with pay lines, alternatives side by side; ``in_force`` keeps the chosen one."""
    for wager in game["wagers"]:
        tables = wager.get("tables", {})
        if in_force and tables:
            tables = {wager["table"]: tables[wager["table"]]}
        if "bonus" in wager:
            yield _pay_table(f"{wager['key']}, bonus on top", {"": wager["bonus"]})
        if tables and "shares" not in wager:
            name = next(iter(tables)) if in_force else ""
            also = [other["key"] for other in game["wagers"] if other.get("shares") == wager["key"]]
            yield _pay_table(", ".join([wager["key"], *also]) + (f", table {name}" if name else ""), tables)


def _pay_table(title: str, tables: dict[str, list[dict[str, str]]]) -> Table:
    shown = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_edge=False)
    shown.add_column("hand")
    for name in tables:
        shown.add_column(f"table {name}" if len(tables) > 1 else "pays", justify="right")
    for index, line in enumerate(next(iter(tables.values()))):
        odds = [Fraction(lines[index]["pays"]) for lines in tables.values()]
        shown.add_row(line["words"], *(odds_text(each) if each else "push" for each in odds))
    return shown
