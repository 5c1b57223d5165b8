"""Helpers for the tests of sessions: tables with players, and hands that end quickly."""

from __future__ import annotations

from collections.abc import Sequence

import pitboss
from pitboss.poker.hand import Hand
from pitboss.poker.session.session import PokerSession

from ..table import may

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


class Drawn:
    """A seeded shuffle in which the draw for the button deals these cards first."""

    def __init__(self, top: Sequence[int] = (), seed: int = 1) -> None:
        self.top, self.later = tuple(top), pitboss.seeded(seed)

    def mix(self, deck: Sequence[int]) -> tuple[int, ...]:
        if self.top:
            top, self.top = self.top, ()
            return (*top, *(card for card in deck if card not in top))
        return self.later.mix(deck)


def opened(
    game: str | None = "holdem",
    house: str = "pot",
    limit: str = "2-4",
    *,
    seats: Sequence[int] = (1, 2, 3, 4),
    **more: object,
) -> PokerSession:
    """A table with $100 before each of these seats; in the pot house the lowest seat wins the draw for the button."""
    high = [48 + 3, *range(len(seats))]  # the ace of spades for the first seat
    session = PokerSession.open(game, house, limit, shuffle=Drawn(high), practice=True, **more)
    for seat in seats:
        session.sit(seat, NAMES[seat - 1], 10_000)
    return session


def folded(hand: Hand) -> Hand:
    """Everybody folds or checks until it is over."""
    while not hand.done:
        options = may(hand)
        hand.act(hand.actors[0], next(word for word in ("fold", "check", "draw", "show") if word in options))
    return hand


def go(session: PokerSession, hands: int = 1, game: str = "") -> PokerSession:
    """Deal this many hands, each folded at once."""
    for _ in range(hands):
        folded(session.deal(game))
        session.finish()
    return session


def posts(hand: Hand) -> list[tuple[int, str, int]]:
    """Who posted what before the cards."""
    return [
        (event.seat, event.words or event.verb, event.cents) for event in hand.events if event.verb in ("post", "ante")
    ]


def said(session: PokerSession, *verbs: str) -> list[tuple[str, int, int]]:
    """The events of the table with these verbs."""
    return [(event.verb, event.seat, event.cents) for event in session.events if event.verb in verbs]
