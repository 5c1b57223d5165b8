"""Checks the setup of a hand: stacks, players, posts, dead seats and known cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from pitboss.cards import JOKER, UNKNOWN, Card, parse, text
from pitboss.deal.deal import FLOOR, RAIL
from pitboss.poker.spread_game import POSTS, SpreadGame, TableError


def check_stacks(stacks: Any) -> None:
    """Check that stacks map seat numbers to whole cents."""
    if not isinstance(stacks, Mapping):
        raise TableError(
            f"{stacks!r} is not a mapping of seats to chips; give the cents of each seat: {{1: 4000, 2: 4000}}."
        )
    for seat, cents in stacks.items():
        if type(seat) is not int or seat < 1:
            raise TableError(f"{seat!r} is not a seat; seats are numbered from 1.")
        if type(cents) is not int or cents <= 0:
            raise TableError(f"seat {seat} has {cents!r} where a stack of chips in whole cents was expected.")


def posts(given: Any, stacks: Mapping[int, int]) -> list[tuple[int, str, int]]:
    """The checked posts: seat, kind and cents."""
    return [_post(post, stacks) for post in _as_list(given, "posts", "posts such as (2, 'small blind', 100)")]


def _post(post: Any, stacks: Mapping[int, int]) -> tuple[int, str, int]:
    if not isinstance(post, list | tuple) or len(post) != 3:
        raise TableError(
            f"{post!r} is not a post; write the seat, the kind of post and the cents: (2, 'small blind', 100)."
        )
    seat, what, cents = post
    if type(seat) is not int or seat not in stacks:
        raise TableError(f"seat {seat!r} is not in this hand and cannot post a {what}.")
    if what not in POSTS:
        raise TableError(f"{what!r} is not a kind of post; a seat may post {', '.join(POSTS)}.")
    if type(cents) is not int or cents <= 0:
        raise TableError(f"a {what} of {cents!r} is not an amount in whole cents.")
    return seat, what, cents


def dead_seats(given: Any) -> tuple[int, ...]:
    """The checked dead seats: those that get cards by mistake."""
    seats = _as_list(given, "dead", "seats such as (3,)")
    for place, seat in enumerate(seats):
        if type(seat) is not int:
            raise TableError(f"{seat!r} is not a seat; seats are whole numbers from 1.")
        if seat in seats[:place]:
            raise TableError(f"seat {seat} is named as a dead seat twice; name it once.")
    return tuple(seats)


def check_joker(game: SpreadGame) -> None:
    """Refuse a joker left in the deck by mistake where jokers are in play."""
    if JOKER in game.deck:
        raise TableError("the joker is a wild card here and cannot have been left in the deck by mistake.", rule="PK-4")


def players(given: Any, stacks: Mapping[int, int]) -> list[tuple[int, str]]:
    """The checked names of the players: all different, and none is another viewer's name."""
    if not isinstance(given, Mapping):
        raise TableError(f"{given!r} is not a mapping of seats to names; write them as in {{1: 'Ann'}}.")
    taken = {FLOOR, RAIL}
    for seat, player in given.items():
        if type(seat) is not int or seat not in stacks:
            raise TableError(f"{player!r} cannot play seat {seat!r}, which is not dealt in.")
        if not isinstance(player, str) or not player or player in taken or _names_other_seat(player, seat):
            raise TableError(f"{player!r} cannot play seat {seat}; give each player a name and a seat of their own.")
        taken.add(player)
    return list(given.items())


def _names_other_seat(player: str, seat: int) -> bool:
    """True if a name is the default name of another seat."""
    return player.startswith("player ") and player != f"player {seat}"


def known_cards(game: SpreadGame, given: Any, stacks: Mapping[int, int]) -> list[list[Any]]:
    """The checked cards of a hand dealt elsewhere, as ``[pile, cards]``: none too many and none twice."""
    if not isinstance(given, Mapping):
        raise TableError(f"{given!r} is not a mapping of known cards; write them as in {{1: 'As Kd'}}.")
    first = sum(street.down + street.up for street in game.streets)
    most: dict[int | str, int] = dict.fromkeys(stacks, first + sum(street.draw for street in game.streets))
    common = sum(1 for street in game.streets if street.shortage)  # a common card comes with another burn (PK-26)
    most["board"] = common + sum(street.board for street in game.streets)
    most["burn"] = common + sum(street.burn for street in game.streets)
    redealt = "new deal" in game.opening.passed  # the same deck may have been dealt more than once (LB-5)
    piles: list[list[Any]] = []
    seen: set[Card] = set()
    for pile, value in given.items():
        if type(pile) not in (int, str) or pile not in most:
            raise TableError(f"{pile!r} gets no cards; name a seat that is dealt in, 'board' or 'burn'.")
        cards = _cards(game, pile, value)
        if len(cards) > most[pile] and not redealt:
            raise TableError(f"{_whose(pile)} gets at most {most[pile]} cards here; {len(cards)} were given.")
        # A card drawn may have been discarded by another player before (LB-4).
        unique = cards[:first] if game.draws else cards
        twice = next((card for card in unique if card in seen), None)
        own = unique if redealt else cards
        twice = next((card for place, card in enumerate(own) if card in own[:place] and card != UNKNOWN), twice)
        if twice is not None:
            raise TableError(f"{text(twice)} of {_whose(pile)} is given twice; the deck holds it once.")
        seen.update(card for card in unique if card != UNKNOWN)
        piles.append([pile, cards])
    return piles


def _cards(game: SpreadGame, pile: int | str, value: Any) -> list[Card]:
    if not isinstance(value, str | Sequence) or isinstance(value, bytes):
        raise TableError(f"{value!r} is not a list of cards for {_whose(pile)}; write them as in 'As Kd'.")
    cards = list(parse(value) if isinstance(value, str) else value)
    for card in cards:
        if type(card) is not int or (card != UNKNOWN and card not in game.deck):
            shown = text(card) if type(card) is int and 0 <= card <= 52 else repr(card)
            raise TableError(f"{shown} of {_whose(pile)} is not a card of the deck {game.name} is played with.")
    return cards


def _whose(pile: int | str) -> str:
    return f"seat {pile}" if isinstance(pile, int) else f"the {pile}"


def _as_list(given: Any, name: str, wanted: str) -> list[Any]:
    if not isinstance(given, Sequence | AbstractSet) or isinstance(given, str | bytes):
        raise TableError(f"{name} = {given!r} is not a list; give {wanted}.")
    return list(given)
