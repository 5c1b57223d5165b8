"""The layout of a house game, drawn: piles, spots with cards and chips, what a hand is worth, settlement lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cards import UNKNOWN
from pitboss.cli.terminal.house_words import sentence
from pitboss.cli.terminal.screen import Screen
from pitboss.deal import Event, View
from pitboss.house import Round
from pitboss.house.definition import PLAYER, Definition
from pitboss.house.layout import Line
from pitboss.money import dollars, odds_text

RESULTS = {"win": "green", "lose": "red", "push": "yellow"}


def tell(screen: Screen, event: Event, line: Line | None = None, made: str = "") -> None:
    """One act of the dealer or of a player, with its rule on the right; ``made``: the hand a line was paid on."""
    text = sentence(event, screen.signs)
    if line is not None and line.hand and made:
        text = text.replace(f" with {line.hand}", f" with {made}")
    style = RESULTS[line.result] if line else "bold" if event.verb in ("announce", "void", "decide") else ""
    told = Text(f"  {text}", style=style)
    if line is None:
        told.highlight_regex(r"(?:10|[2-9JQKA])[♥♦]", "red")
    screen.ruled(told, event.rule)


def layout(screen: Screen, game: Definition, deal: Round, view: View, seat: int) -> Panel:
    """The table as the player sees it; an arrow marks the spot that is to decide."""
    picks = any(len(option.actions) > 1 for option in view.legal.get(seat, ()))
    grid = Table.grid(padding=(0, 2))
    for _ in range(4):
        grid.add_column(no_wrap=True)
    for name in game.piles:
        if name != PLAYER and name in view.piles:
            grid.add_row("", Text(name, style="bold"), screen.cards(view.piles[name]), "")
    for name, cards in view.piles.items():
        head, _, number = name.partition(" ")
        if head != PLAYER:
            continue
        spot = int(number)
        mark = Text(("▶" if screen.signs else ">") if spot == seat else " ", style="bold cyan")
        chips = " · ".join(f"{key} {dollars(cents)}" for key, cents in deal.stakes[spot].items())
        about = [part for part in (worth(game, view, spot), chips) if part]
        if spot in deal.folded:
            about = ["folded", *about[1:]]
        grid.add_row(mark, f"spot {spot}", screen.cards(cards, places=spot == seat and picks), "\n".join(about))
    for spot, stakes in deal.stakes.items():
        if f"{PLAYER} {spot}" not in view.piles:
            grid.add_row("", f"spot {spot}", "", " · ".join(f"{key} {dollars(c)}" for key, c in stakes.items()))
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


def worth(game: Definition, view: View, spot: int) -> str:
    """What the spot's hand is as far as its player can see it; nothing while it is not complete."""
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


def made(game: Definition, deal: Round, line: Line) -> str:
    """The hand that a line was settled on, in words; a pay line only says from which hand on it pays."""
    hand = game.hands.get(game.wagers[line.wager].hand)
    if not line.hand or hand is None:
        return ""
    return hand.ranking.words(deal.value(hand, line.spot if hand.own else 0))


def settlement(screen: Screen, lines: Sequence[Line], hands: Mapping[int, str]) -> Table:
    """Every line of the round: stake, result, odds, what was paid, breakage, rule (HB-4, HB-5)."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for heading in ("spot", "wager", "stake", "result", "odds", "paid", "breakage", "rule"):
        table.add_column(heading, justify="right" if heading in ("stake", "odds", "paid", "breakage") else "left")
    for number, line in enumerate(lines):
        name = f"{line.wager} bonus" if line.outcome == "bonus" else line.wager
        hand = f" ({hands.get(number) or line.hand})" if line.hand else ""
        table.add_row(
            str(line.spot),
            name + (f", table {line.table}" if line.table else ""),
            dollars(line.stake),
            Text(line.result + hand, style=RESULTS[line.result]),
            odds_text(line.odds) if line.odds else "",
            dollars(line.cents) if line.cents else "",
            f"{line.breakage}¢" if line.breakage else "",
            line.rule,
        )
    return table
