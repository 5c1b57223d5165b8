"""The seats of a session: players, chips, who is dealt in, sits out or waits, and blinds owed.

A player owes the blinds that passed the seat while not dealt in (PK-25).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pitboss.deal.players import account
from pitboss.poker.game import Post

if TYPE_CHECKING:
    from pitboss.poker.game import PokerGame

IN, OUT, WAITING = "in", "out", "waiting"
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


def moves_away(game: PokerGame, in_play: Collection[int], button: int, seat: int, to: int, size: int) -> bool:
    """True if the big blind, on its way to a player's new seat, would first come to others behind that seat (PK-25)."""
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


def price(game: PokerGame, place: TakenSeat) -> list[Post]:
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


def posts(game: PokerGame, places: dict[int, TakenSeat], dealt_in: Collection[int], button: int) -> list[Post]:
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


def miss(game: PokerGame, places: dict[int, TakenSeat], dealt_in: Collection[int], button: int) -> list[Post]:
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
