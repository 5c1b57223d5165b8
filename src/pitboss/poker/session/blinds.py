"""The button and the blinds from hand to hand: who is dealt in, who gets the button, who posts and who owes.

Players owe the blinds that passed their seats while they were not dealt in (PK-25).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.cards import Card, text
from pitboss.deal.event import ButtonGiven, CardsDealt, Event, SeatDealtOut
from pitboss.deal.players import account
from pitboss.deal.seating import IN, WAITING
from pitboss.poker.definition import Button
from pitboss.poker.spread_game import Post, SpreadGame, TableError

SMALL, BIG = "small blind", "big blind"


@dataclass
class TakenSeat:
    """A taken seat. ``new``: seated from the rail and not dealt in yet; ``owes``: the blinds missed."""

    seat: int
    player: str
    stack: int = 0
    status: str = IN
    new: bool = False
    owes: set[str] = field(default_factory=set)
    account: str = field(init=False)

    def __post_init__(self) -> None:
        self.account = account(self.player)

    def pay_up(self) -> None:
        """Clear the debt: it has been posted, or the big blind has been taken in turn."""
        self.new = False
        self.owes.clear()


class HandPlan(NamedTuple):
    """A hand about to be dealt; ``playing`` are the seats in play, ``events`` the events of a draw for the button."""

    stacks: dict[int, int]
    button: int
    posts: list[Post] | None
    playing: list[int]
    events: list[Event]


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """The seats clockwise from the one after ``after``, which comes last."""
    return sorted(seats, key=lambda seat: (seat <= after, seat))


def next_seat(seats: Collection[int], after: int) -> int:
    """The next of these seats clockwise."""
    return clockwise(seats, after)[0]


def between(seats: Iterable[int], first: int, last: int) -> list[int]:
    """The seats clockwise after ``first`` and before ``last``."""
    order = clockwise({*seats, last}, first)
    return [seat for seat in order[: order.index(last)] if seat != first]


def moves_away(game: SpreadGame, in_play: Collection[int], button: int, seat: int, to: int, size: int) -> bool:
    """True if a player moves away from the big blind, so that it reaches others before the new seat (PK-25)."""
    if not (game.blinds and button and len(in_play) > 1):
        return False
    order = clockwise(in_play, button)
    last = order[game.blind_positions(len(order))[1]]
    due = {each: (each - last - 1) % size for each in {*in_play, seat, to}}
    return any(due[seat] < due[other] < due[to] for other in in_play)


def let_in(places: dict[int, TakenSeat], dealt_in: Collection[int], button: int) -> int:
    """The waiting seat that the big blind reaches now; 0 if there is none (PK-25)."""
    small = next_seat(dealt_in, button)
    waiting = [seat for seat, place in places.items() if place.status == WAITING and place.stack]
    big = next_seat({*dealt_in, *waiting} - {small}, small) if waiting else 0
    return big if big in waiting else 0


def price(game: SpreadGame, place: TakenSeat) -> list[Post]:
    """Return the posts of a player to be dealt in at once (PK-25).

    A player who owes blinds posts both, the small one dead and the big one live; a new player posts the big one.
    """
    if not game.blinds or not (place.owes or place.new):
        return []
    policy = game.book.missed
    small, big = game.blinds
    posts = []
    if policy.small != "none" and (place.owes or policy.newcomer == "both"):
        posts.append(Post(place.seat, f"{policy.small} blind", small))
    if (policy.big if place.owes else policy.newcomer) != "none":
        posts.append(Post(place.seat, "live blind", big))
    return posts


def posts(game: SpreadGame, places: dict[int, TakenSeat], dealt_in: Collection[int], button: int) -> list[Post]:
    """Antes and blinds of a hand, with the posts of new and returning players (PK-25).

    In the big blind they post only that; in the small blind, their posts replace it.
    """
    listed = game.posts(dealt_in, button)
    big = [post.seat for post in listed if post.what == BIG]
    for seat in clockwise(dealt_in, button):
        extra = [] if seat in big else price(game, places[seat])
        if extra:
            listed = [post for post in listed if (post.seat, post.what) != (seat, SMALL)] + extra
    return listed


def miss(game: SpreadGame, places: dict[int, TakenSeat], dealt_in: Collection[int], button: int) -> list[Post]:
    """Enter the blinds that pass players who are not dealt in as owed; new players miss none."""
    if not game.blinds:
        return []
    order = clockwise(dealt_in, button)
    missed = []
    for what, position, cents in zip((SMALL, BIG), game.blind_positions(len(order)), game.blinds, strict=True):
        if order[position] == button:
            continue  # heads-up the small blind is on the button and passes nobody
        for seat in between(places, button, order[position]):
            place = places[seat]
            if seat not in dealt_in and not place.new and what not in place.owes:
                place.owes.add(what)
                missed.append(Post(seat, what, cents))
    return missed


# The button (PK-1, PK-2) ----------------------------------------------------------------------------------------------


def first_button(policy: Button, seats: Sequence[int], deck: Sequence[Card]) -> tuple[int, list[Event]]:
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


def paying_button(
    game: SpreadGame, stacks: Mapping[int, int], button: int, dealt_in: Callable[[set[int], int], list[int]]
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
