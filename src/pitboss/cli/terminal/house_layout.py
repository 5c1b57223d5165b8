"""Drawing the layout of a house game: piles, spots with cards and chips, and the settlement."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich import box
from rich.measure import Measurement
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cards import UNKNOWN, Card
from pitboss.cli.terminal.screen import Screen
from pitboss.deal import Event, View
from pitboss.house import Round
from pitboss.house.chips import SettlementLine
from pitboss.house.definition import PLAYER, Definition
from pitboss.house.event_words import sentence
from pitboss.money import dollars, odds_text

RESULTS = {"win": "green", "lose": "red", "push": "yellow"}


def tell(screen: Screen, event: Event, line: SettlementLine | None = None, made: str = "") -> None:
    """Write one event with its rule on the right; ``made`` is the hand that a settlement line was paid on."""
    text = sentence(event, screen.signs)
    if line is not None and line.hand and made:
        text = text.replace(f" with {line.hand}", f" with {made}")
    style = RESULTS[line.result] if line else "bold" if event.verb in ("announce", "void", "decide") else ""
    told = Text(f"  {text}", style=style)
    if line is None:
        told.highlight_regex(r"(?:10|[2-9JQKA])[♥♦]", "red")
    screen.ruled(told, event.rule)


class _Row(NamedTuple):
    """A pile or a spot: turn mark, name, cards, labels under the cards, and lines about it."""

    mark: Text
    name: Text
    cards: Sequence[Card] = ()
    under: Sequence[str] = ()
    about: Sequence[str] = ()


def layout(screen: Screen, game: Definition, deal: Round, view: View, seat: int) -> Panel:
    """The table as the player sees it; an arrow marks the spot that has to decide."""
    rows = [
        _Row(Text(), Text(name, style="bold"), view.piles[name])
        for name in game.piles
        if name != PLAYER and name in view.piles
    ]
    rows += _spots(screen, game, deal, view, seat)
    grid = _side_by_side(screen, rows)
    if screen.console.measure(grid).maximum + 4 > screen.console.width:
        grid = _underneath(screen, rows)
    chips_left = view.chips.get(view.viewer, 0)
    return Panel(
        grid,
        title=game.name,
        subtitle=f"chips {dollars(chips_left)}",
        border_style="green",
        box=box.ROUNDED,
        expand=False,
        padding=(0, 1),
    )


def _spots(screen: Screen, game: Definition, deal: Round, view: View, seat: int) -> list[_Row]:
    """Every spot with its cards, what they are worth and its wagers."""
    picks = any(len(option.actions) > 1 for option in view.legal.get(seat, ()))
    rows = []
    for spot, stakes in deal.stakes.items():
        cards = view.piles.get(f"{PLAYER} {spot}", ())
        turn = spot == seat
        mark = Text(("▶" if screen.signs else ">") if turn else " ", style="bold cyan")
        hand = "folded" if spot in deal.folded else worth(game, view, spot)
        about = [hand] if hand else []
        about += [" · ".join(f"{key} {dollars(cents)}" for key, cents in stakes.items())] if stakes else []
        places = [str(place) for place in range(1, len(cards) + 1)] if turn and picks else ()
        rows.append(_Row(mark, Text(f"spot {spot}"), cards, places, about))
    return rows


def _side_by_side(screen: Screen, rows: Sequence[_Row]) -> Table:
    """Rows with the lines about them to the right of the cards."""
    grid = Table.grid(padding=(0, 2))
    for _ in range(4):
        grid.add_column(no_wrap=True)
    for row in rows:
        grid.add_row(row.mark, row.name, screen.cards(row.cards, row.under), "\n".join(row.about))
    return grid


def _underneath(screen: Screen, rows: Sequence[_Row]) -> Table:
    """Rows for a narrow terminal, with the lines about them under the cards."""
    room = screen.console.width - 4 - 1 - max(len(row.name) for row in rows) - 2
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    for row in rows:
        cell = screen.cards(row.cards, row.under, room)
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


def worth(game: Definition, view: View, spot: int) -> str:
    """The spot's hand in words, as far as its player can see it; empty while it is incomplete."""
    own = view.piles.get(f"{PLAYER} {spot}", ())
    for hand in sorted(game.hands.values(), key=lambda each: each.name != PLAYER):
        if not hand.own or hand.at not in ("", "deal") or UNKNOWN in own:
            continue
        cards = list(own)
        if not hand.must and not hand.at:
            cards += [card for pile in hand.of if pile != PLAYER for card in view.piles.get(pile, ()) if card >= 0]
        if hand.ranking.cards <= len(cards) <= 7 and (not hand.must or len(cards) == hand.ranking.cards):
            return hand.ranking.words(hand.ranking.value(cards))
    return ""


def made(game: Definition, deal: Round, line: SettlementLine) -> str:
    """The hand that a line was settled on, in words; the pay line itself is only a threshold."""
    hand = game.hands.get(game.wagers[line.wager].hand)
    if not line.hand or hand is None:
        return ""
    return hand.ranking.words(deal.value(hand, line.spot if hand.own else 0))


HEADINGS = ("spot", "wager", "stake", "result", "odds", "paid", "breakage", "rule")
_NUMBERS = ("stake", "odds", "paid", "breakage")


def settlement(screen: Screen, lines: Sequence[SettlementLine], hands: Mapping[int, str]) -> Table:
    """The settlement of a round as a table (HB-4, HB-5)."""
    rows = [_settled(line, hands.get(number) or line.hand) for number, line in enumerate(lines)]
    table = _settlement(rows, HEADINGS)
    unbounded = screen.console.options.update(max_width=1000)
    if Measurement.get(screen.console, unbounded, table).maximum <= screen.console.width:
        return table
    said = [heading for at, heading in enumerate(HEADINGS) if any(row[at].plain for row in rows)]
    several = len({row[0].plain for row in rows}) > 1
    return _settlement(rows, said if several else said[1:], narrow=True)


def _settlement(rows: Sequence[Sequence[Text]], headings: Sequence[str], narrow: bool = False) -> Table:
    """A table of these columns; ``narrow`` drops the margins and wraps the names of wagers and hands."""
    style = box.SIMPLE_HEAD
    table = Table(box=style, show_edge=False, padding=(0, 1, 0, 0) if narrow else (0, 1), pad_edge=not narrow)
    for heading in headings:
        wraps = narrow and heading in ("wager", "result")
        table.add_column(heading, justify="right" if heading in _NUMBERS else "left", no_wrap=not wraps)
    for row in rows:
        table.add_row(*(row[HEADINGS.index(heading)] for heading in headings))
    return table


def _settled(line: SettlementLine, hand: str) -> list[Text]:
    """The cells of a settlement line, in the order of the headings."""
    name = f"{line.wager} bonus" if line.outcome == "bonus" else line.wager
    return [
        Text(str(line.spot)),
        Text(name + (f", table {line.table}" if line.table else "")),
        Text(dollars(line.stake)),
        Text(line.result + (f" ({hand})" if line.hand else ""), style=RESULTS[line.result]),
        Text(odds_text(line.odds) if line.odds else ""),
        Text(dollars(line.cents) if line.cents else ""),
        Text(f"{line.breakage}¢" if line.breakage else ""),
        Text(line.rule),
    ]
