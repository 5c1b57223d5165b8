"""What is agreed before a hand is dealt, checked as anybody may say it: chips, players, posts, known cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from pitboss.cards import JOKER, UNKNOWN, Card, parse, text
from pitboss.deal.deal import FLOOR, RAIL
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.poker.game import Game

POSTS = ("ante", "small blind", "big blind", "straddle", "live blind", "dead blind", "dead ante")


class TableError(PitbossError):
    """A game that is not spread like this, or a hand that cannot be dealt to these seats."""


def chips(stacks: Any) -> None:
    """Seats and what lies before them: whole numbers."""
    if not isinstance(stacks, Mapping):
        raise TableError(
            f"{stacks!r} does not say who plays; give the chips of each seat, such as {{1: 4000, 2: 4000}}."
        )
    for seat, cents in stacks.items():
        if type(seat) is not int or seat < 1:
            raise TableError(f"{seat!r} is not a seat; seats are numbered from 1.")
        if type(cents) is not int or cents <= 0:
            raise TableError(f"seat {seat} has {cents!r} where a stack of chips in whole cents was expected.")


def posts(said: Any, stacks: Mapping[int, int]) -> list[tuple[int, str, int]]:
    """Who puts up what before the cards."""
    return [_post(one, stacks) for one in _several(said, "posts", "posts such as (2, 'small blind', 100)")]


def _post(post: Any, stacks: Mapping[int, int]) -> tuple[int, str, int]:
    if not isinstance(post, list | tuple) or len(post) != 3:
        raise TableError(f"{post!r} is no post; write a seat, what it posts and the cents: (2, 'small blind', 100).")
    seat, what, cents = post
    if type(seat) is not int or seat not in stacks:
        raise TableError(f"seat {seat!r} is not in this hand and cannot post a {what}.")
    if what not in POSTS:
        raise TableError(f"{what!r} is no post; a seat may post {', '.join(POSTS)}.")
    if type(cents) is not int or cents <= 0:
        raise TableError(f"a {what} of {cents!r} is not an amount in whole cents.")
    return seat, what, cents


def dead(said: Any) -> tuple[int, ...]:
    """Seats that get cards by mistake, each named once."""
    seats = _several(said, "dead", "seats such as (3,)")
    for place, seat in enumerate(seats):
        if type(seat) is not int:
            raise TableError(f"{seat!r} is no dead seat; seats are whole numbers from 1.")
        if seat in seats[:place]:
            raise TableError(f"seat {seat} is named as a dead seat twice; name it once.")
    return tuple(seats)


def joker(game: Game) -> None:
    """A joker can be left by mistake only where none belongs."""
    if JOKER in game.deck:
        raise TableError("the joker is a wild card here and cannot have been left in the deck by mistake (PK-4).")


def players(said: Any, stacks: Mapping[int, int]) -> list[tuple[int, str]]:
    """The name of whoever plays each seat, as he looks at the hand: his own, and nobody else's."""
    if not isinstance(said, Mapping):
        raise TableError(f"{said!r} does not name the players; give a name for each seat, such as {{1: 'Ann'}}.")
    taken = {FLOOR, RAIL}
    for seat, player in said.items():
        if type(seat) is not int or seat not in stacks:
            raise TableError(f"{player!r} cannot play seat {seat!r}, which is not dealt in.")
        if not isinstance(player, str) or not player or player in taken or somebody_elses(player, seat):
            raise TableError(f"{player!r} cannot play seat {seat}; a player has a name of his own, and one seat.")
        taken.add(player)
    return list(said.items())


def somebody_elses(player: str, seat: int) -> bool:
    """Whether a name is how another seat's viewer is called."""
    return player.startswith("player ") and player != f"player {seat}"


def known(game: Game, said: Any, stacks: Mapping[int, int]) -> list[list[Any]]:
    """The cards of an old hand, pile by pile: no more than are dealt, and none of them twice."""
    if not isinstance(said, Mapping):
        raise TableError(f"{said!r} does not tell known cards; give them by seat and 'board', such as {{1: 'As Kd'}}.")
    first = sum(street.down + street.up for street in game.streets)
    most: dict[int | str, int] = dict.fromkeys(stacks, first + sum(street.draw for street in game.streets))
    common = sum(1 for street in game.streets if street.shortage)  # a common card, burned for once more (PK-26)
    most["board"] = common + sum(street.board for street in game.streets)
    most["burn"] = common + sum(street.burn for street in game.streets)
    anew = "new deal" in game.opening.passed  # then the same deck may have been dealt more than once (LB-5)
    found: list[list[Any]] = []
    seen: set[Card] = set()
    for pile, written in said.items():
        if type(pile) not in (int, str) or pile not in most:
            raise TableError(f"{pile!r} gets no cards; cards can be known of a seat that is dealt in, board and burn.")
        cards = _cards(game, pile, written)
        if len(cards) > most[pile] and not anew:
            raise TableError(f"{_whose(pile)} gets at most {most[pile]} cards here; {len(cards)} were given.")
        # What is drawn may have been thrown away by another player before (LB-4).
        told = cards[:first] if game.draws else cards
        twice = next((card for card in told if card in seen), None)
        own = told if anew else cards
        twice = next((card for place, card in enumerate(own) if card in own[:place] and card != UNKNOWN), twice)
        if twice is not None:
            raise TableError(f"{text(twice)} of {_whose(pile)} is given twice; a deck has it once.")
        seen.update(card for card in told if card != UNKNOWN)
        found.append([pile, cards])
    return found


def _cards(game: Game, pile: int | str, written: Any) -> list[Card]:
    if not isinstance(written, str | Sequence) or isinstance(written, bytes):
        raise TableError(f"{written!r} are no cards of {_whose(pile)}; write them as in 'As Kd'.")
    cards = list(parse(written) if isinstance(written, str) else written)
    for card in cards:
        if type(card) is not int or (card != UNKNOWN and card not in game.deck):
            shown = text(card) if type(card) is int and 0 <= card <= 52 else repr(card)
            raise TableError(f"{shown} of {_whose(pile)} is not a card of the deck {game.name} is played with.")
    return cards


def _whose(pile: int | str) -> str:
    return f"seat {pile}" if isinstance(pile, int) else f"the {pile}"


def _several(said: Any, name: str, wanted: str) -> list[Any]:
    if not isinstance(said, Sequence | AbstractSet) or isinstance(said, str | bytes):
        raise TableError(f"{name} = {said!r} is not a list; give {wanted}.")
    return list(said)
