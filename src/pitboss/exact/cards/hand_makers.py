"""The cards that make a hand: turns the view of a hand into the makings that the kernels evaluate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product

from pitboss.exact.cards.hands import Making, simplified
from pitboss.exact.script.views import HandView
from pitboss.house.decisions import holds
from pitboss.house.definition import PLAYER


def makings(view: HandView, pile: str, places: int) -> frozenset[Making]:
    """The makings of a hand from the cards of one pile and the cards on the table.

    The pile's cards vary from deal to deal, so a making names them by their place in the set; ``places`` are those that
    may be used, as bits. There are several makings if a certain number of cards must play; the best one counts.
    """
    hand, board = view.hand, dict(view.board)
    cards: dict[str, list[tuple[int, int]]] = {name: _bits(board.get(name, 0)) for name in hand.of}
    if pile in hand.of:
        cards[pile] = [(place, 0) for place, _ in _places(places)] + cards[pile]
    if not hand.must:
        return frozenset([_made(card for name in hand.of for card in cards[name])])
    must = {name: len(cards[name]) if many < 0 else many for name, many in hand.must.items()}
    free = [card for name in hand.of if name not in must for card in cards[name]]
    wanted = hand.ranking.cards - sum(must.values())
    if wanted < 0 or wanted > len(free):
        return frozenset()
    parts = [combinations(cards[name], many) for name, many in must.items()]
    return frozenset(
        _made(card for part in chosen for card in part) for chosen in product(*parts, combinations(free, wanted))
    )


def _made(cards: Iterable[tuple[int, int]]) -> Making:
    part = board = 0
    for place, card in cards:
        part |= place
        board |= card
    return Making(part, board)


def _places(places: int) -> list[tuple[int, int]]:
    return [(1 << at, 0) for at in range(places.bit_length()) if places >> at & 1]


def _bits(word: int) -> list[tuple[int, int]]:
    return [(0, 1 << at) for at in range(53) if word >> at & 1]


def held(own: int, hold: Sequence[int]) -> tuple[int, ...]:
    """Every way to hold as many of the player's cards as ``hold`` allows, as bit masks; all cards if it is empty."""
    return tuple(sum(1 << place for place in kept) for kept, _ in holds(hold, tuple(range(own))))


def candidates(view: HandView, own: int, hold: Sequence[int]) -> tuple[tuple[Making, ...], ...]:
    """The makings of the hand, one tuple for every way to hold cards."""
    size = view.hand.ranking.cards
    return tuple(simplified(makings(view, PLAYER, places), own, size) for places in held(own, hold))


def highest(view: HandView, own: int, hold: Sequence[int]) -> tuple[Making, ...]:
    """The makings of the highest hand that any way of holding gives."""
    every = frozenset(one for places in held(own, hold) for one in makings(view, PLAYER, places))
    return simplified(every, own, view.hand.ranking.cards)
