"""The button: who gets it in a new game, and who pays for the hand with it (PK-1, PK-2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pitboss.cards import text
from pitboss.deal.event import ButtonGiven, CardsDealt, Event, SeatDealtOut
from pitboss.poker.game import TableError
from pitboss.poker.session.seating import next_seat

if TYPE_CHECKING:
    from pitboss.cards import Card
    from pitboss.poker.definition import Button
    from pitboss.poker.game import PokerGame


def first(policy: Button, seats: Sequence[int], deck: Sequence[Card]) -> tuple[int, list[Event]]:
    """The button of a new game: the highest card dealt face up, or the seat on the house dealer's left."""
    in_order = sorted(seats)
    if policy.first != "high card":
        seat = in_order[0]
        return seat, [ButtonGiven("button", seat, rule="PK-1")]
    drawn = dict(zip(in_order, deck, strict=False))
    events: list[Event] = [
        CardsDealt("deal", seat, "draw for the button", (card,), True, rule="PK-1") for seat, card in drawn.items()
    ]
    seat = max(drawn, key=lambda place: drawn[place])  # by rank, the ace high, then by suit, spades high
    return seat, [*events, ButtonGiven("button", seat, rule="PK-1", card=text(drawn[seat]))]


def payer(
    game: PokerGame, stacks: Mapping[int, int], button: int, dealt_in: Callable[[set[int], int], list[int]]
) -> tuple[int, list[int], list[Event]]:
    """The button and the seats dealt in, skipping players who cannot pay fee and ante (PK-2)."""
    events: list[Event] = []
    left = set(stacks)
    while left:
        seats = dealt_in(left, button)
        due = game.fee(len(seats)) + (game.ante or game.chip)
        if game.book.fee.payer != "button" or stacks[button] >= due:
            return button, seats, events
        left.discard(button)
        events.append(SeatDealtOut("dealt out", button, rule=game.book.fee.rule, due=due))
        button = next_seat(left, button) if left else 0
    raise TableError(f"nobody in play can pay for a hand of {game.name}.", rule=game.book.fee.rule)
