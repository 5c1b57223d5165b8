"""Drawing a poker table for one player: seats, cards, chips, board, pots and the player's own hand; and hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cards import UNKNOWN, Card, show
from pitboss.cli.common.progress import Working, in_background
from pitboss.cli.terminal.poker_help import playing_for
from pitboss.cli.terminal.screen import Screen
from pitboss.deal import View
from pitboss.deal.deal import RAIL
from pitboss.money import dollars
from pitboss.poker.hand import Hand

if TYPE_CHECKING:
    from pitboss.poker.equity import Equity


def felt(screen: Screen, hand: Hand, view: View, names: Mapping[int, str], me: int, made: str) -> Panel:
    """The table as this player sees it; an arrow marks the seat to act, a D the button. ``made`` names the own hand."""
    wide = _seats(screen, hand, view, names, me, made, narrow=False)
    narrow = screen.console.measure(wide).maximum + 4 > screen.console.width
    middle = Table.grid(padding=(0, 2))
    middle.add_column()
    middle.add_row(_seats(screen, hand, view, names, me, made, narrow=True) if narrow else wide)
    if view.piles["board"]:
        board = Table.grid(padding=(0, 1))
        board.add_row("board", screen.cards(view.piles["board"], (), screen.console.width - 11))
        middle.add_row(board)
    if narrow and made:
        middle.add_row(Text(f"your hand: {made}", style="dim"))
    stands = (*_pots(view), _cap(view), playing_for(hand.game, hand.contests))
    return screen.frame(middle, f"{hand.game.name}, {view.standing.street}", ", ".join(filter(None, stands)))


def _pots(view: View) -> list[str]:
    """The pots by name if there are several, otherwise the total."""
    if len(view.standing.pots) > 1:
        return [f"{pot.name} {dollars(pot.cents)}" for pot in view.standing.pots]
    return [f"pot {dollars(view.chips['pot'])}"]


def _cap(view: View) -> str:
    """The raises that the round still allows, once somebody has bet (PK-8)."""
    left = view.standing.raises_left
    if left is None or not view.standing.level:
        return ""
    return f"{left or 'no'} raise{'s' * (left != 1)} left"


def _seats(screen: Screen, hand: Hand, view: View, names: Mapping[int, str], me: int, made: str, narrow: bool) -> Table:
    """One row per seat; ``narrow`` closes the gaps and drops the column of remarks."""
    mucked = {event.seat for event in view.events if event.verb == "muck"}
    choosing = any(option.word == "draw" and option.allowed for option in view.legal.get(me, ()))
    grid = Table.grid(padding=(0, 1 if narrow else 2))
    for right in (False, False, False, True, True) + (False,) * (not narrow):
        grid.add_column(no_wrap=True, justify="right" if right else "left")
    headings = ("", "seat", "", "bet" if narrow else "in front", "stack")
    grid.add_row(*(Text(each, style="dim") for each in headings))
    room = screen.console.width - _beside(hand, view, names)
    for seat in sorted(hand.seats):
        cards = view.piles[f"player {seat}"]
        folded = not hand.in_hand(seat)
        mark = Text(("▶" if screen.signs else ">") if seat in view.actors else " ", style="bold cyan")
        mark.append("D" if seat == hand.button else " ", style="bold yellow")
        name = Text(f"{seat} {names[seat]}", style="dim" if folded else "bold" if seat == me else "")
        stack, front = hand.stack(seat), view.standing.front.get(seat, 0)
        out = "mucked" if seat in mucked else "folded"
        under = _under(hand, view, seat, choosing) if seat == me else ()
        shown = Text("") if folded else screen.cards(cards, under, room if narrow else 0)
        chips = Text(dollars(stack), style="dim" if folded else "")
        state = out if folded else "all-in" if not stack else ""
        if narrow:
            shown = Text(out, style="dim") if folded else shown
            chips = Text("all-in") if state == "all-in" else chips
        elif seat == me and not folded:
            state = made or state
        remark = [] if narrow else [Text(state, style="dim")]
        grid.add_row(mark, name, shown, dollars(front) if front else "", chips, *remark)
    return grid


def _beside(hand: Hand, view: View, names: Mapping[int, str]) -> int:
    """The width of a narrow table without the cards: frame, marks, gaps, names, bets and stacks."""
    name = max(len(f"{seat} {names[seat]}") for seat in hand.seats)
    bet = max(len("bet"), *(len(dollars(cents)) for cents in (0, *view.standing.front.values())))
    stack = max(len("all-in"), *(len(dollars(hand.stack(seat))) for seat in hand.seats))
    return 4 + 2 + 4 + name + bet + stack


def _under(hand: Hand, view: View, me: int, choosing: bool) -> Sequence[str]:
    """Labels under the player's own cards: places while the player may draw, otherwise marks of the face-up cards."""
    pile = f"player {me}"
    if choosing:
        return [str(place) for place in range(1, len(view.piles[pile]) + 1)]
    public = hand.view(RAIL).piles.get(pile, ())
    return ["up" if card != UNKNOWN else "" for card in public]


def price(view: View, me: int) -> str:
    """The price of a call and the pot it plays for; empty if there is nothing to call."""
    call = next((option.cents for option in view.legal[me] if option.word == "call" and option.allowed), 0)
    pot = view.chips["pot"]
    if not call:
        return ""
    often = -(-100 * call // (pot + call))
    return (
        f"  {dollars(call)} to call for a pot of {dollars(pot)}: a call pays if you win at least {often} times in 100"
    )


# Hints ----------------------------------------------------------------------------------------------------------------

SAMPLES = 20_000
AGAIN = ("shuffle", "reshuffle", "scramble")  # cards seen before these events can be dealt again
COUNTED = 1_000_000_000
"""Work, in about nanoseconds, up to which all deals are counted instead of sampled."""


def hint(screen: Screen, hand: Hand, view: View, me: int) -> None:
    """Show the price of a call and the equity of the hand."""
    screen.say(price(view, me) or "  There is nothing to call.")
    rivals = [seat for seat in sorted(hand.seats) if seat != me and hand.in_hand(seat)]
    with Working("dealing the unknown cards", screen.unattended):
        equity = in_background(lambda: against_random(hand, view, me, rivals))
    mine = equity.shares[0]
    percent = f"{float(mine.equity):.1%}"
    how = f"all {equity.deals:,} deals counted" if equity.exact else f"{equity.deals:,} deals sampled"
    error = "" if equity.exact else f" ± {mine.error:.1%}"
    whom = "a random hand" if len(rivals) == 1 else f"{len(rivals)} random hands"
    with_up = " with the cards that are up" if any(_faces(view, seat) for seat in rivals) else ""
    screen.say(f"  Against {whom}{with_up} you get {percent}{error} of the pot ({how}{_ahead(hand, view)}).")


def _ahead(hand: Hand, view: View) -> str:
    """A remark if cards can still be drawn, which the equity ignores."""
    streets = hand.game.streets
    at = [street.name for street in streets].index(view.standing.street) if view.standing.street else 0
    return ", nobody drawing" if any(street.draw for street in streets[at + 1 :]) else ""


def against_random(hand: Hand, view: View, me: int, rivals: list[int]) -> Equity:
    """The equity of seat ``me`` against rivals of whom only the face-up cards are known."""
    from pitboss.poker import equity
    from pitboss.poker.equity.showdown import PotHalf

    ties = hand.game.book.showdown.ties
    showdown = replace(
        equity.Showdown.of(hand.game.definition, ties),
        halves=tuple(PotHalf(each.ranking, each.hole, ties == "suit") for each in hand.contests),
    )
    board = view.piles["board"]
    live = {seat: _faces(view, seat) for seat in (me, *rivals)}
    problem = equity.problem(
        showdown, [show(cards) or "random" for cards in live.values()], show(board), show(_dead(view, live, board))
    )
    counted = equity.plan(problem).work <= COUNTED
    return equity.exact(problem) if counted else equity.sampled(problem, SAMPLES, seed=1)


def _faces(view: View, seat: int) -> tuple[Card, ...]:
    return tuple(card for card in view.piles[f"player {seat}"] if card != UNKNOWN)


def _dead(view: View, live: Mapping[int, tuple[Card, ...]], board: tuple[Card, ...]) -> list[Card]:
    """The cards that were seen and have left the hands."""
    playing = {card for cards in live.values() for card in cards} | set(board)
    seen: set[Card] = set()
    for event in view.events:
        if event.verb in AGAIN:
            seen.clear()
        seen.update(card for card in event.cards if card != UNKNOWN)
    return sorted(seen - playing)
