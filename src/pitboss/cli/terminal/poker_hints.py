"""A hint at a poker table: the price of a call, and the equity against random hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card, show
from pitboss.cli.common.background import in_background
from pitboss.cli.common.progress_line import Working
from pitboss.cli.terminal.poker_layout import price
from pitboss.cli.terminal.screen import Screen
from pitboss.deal import View
from pitboss.poker.hand import Hand

if TYPE_CHECKING:
    from pitboss.poker.equity import Equity

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
    shown = any(_faces(view, seat) for seat in rivals)
    with_up = " with the cards that are up" if shown else ""
    screen.say(f"  Against {whom}{with_up} you get {percent}{error} of the pot ({how}{_ahead(hand, view)}).")


def _ahead(hand: Hand, view: View) -> str:
    """A remark where cards can still be drawn, which an equity leaves out."""
    streets = hand.game.streets
    names = [street.name for street in streets]
    at = names.index(view.standing.street) if view.standing.street else 0
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
    plan = equity.plan(problem)
    return equity.exact(problem) if plan.work <= COUNTED else equity.sampled(problem, SAMPLES, seed=1)


def _faces(view: View, seat: int) -> tuple[Card, ...]:
    return tuple(card for card in view.piles[f"player {seat}"] if card != UNKNOWN)


def _dead(view: View, live: Mapping[int, tuple[Card, ...]], board: tuple[Card, ...]) -> list[Card]:
    """Cards that were seen and are no longer in a hand."""
    playing = {card for cards in live.values() for card in cards} | set(board)
    seen: set[Card] = set()
    for event in view.events:
        if event.verb in AGAIN:
            seen.clear()
        seen.update(card for card in event.cards if card != UNKNOWN)
    return sorted(seen - playing)
