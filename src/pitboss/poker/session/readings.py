"""The hand of each seat in words, from the cards its player sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards import UNKNOWN
from pitboss.deal.english import hand_words, words
from pitboss.deal.event import CalledHand
from pitboss.deal.hand_events import PotAwarded
from pitboss.deal.view import HandReading, PotShare, View
from pitboss.poker.hand import Hand
from pitboss.poker.spread_game import Contest
from pitboss.ranking.so_far import so_far

SHOW, MUCK = "show", "muck"


def readings(contests: Sequence[Contest], view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
    """The hands of these seats in words, in the contests now played for; seats without cards are left out."""
    board = tuple(card for card in view.piles.get("board", ()) if card != UNKNOWN)
    read = {}
    for seat in seats:
        own = tuple(card for card in view.piles.get(f"player {seat}", ()) if card != UNKNOWN)
        halves = {each.name: half for each in contests if (half := _made(each, own, board)) is not None}
        if halves:
            first, cards, matched = next(iter(halves.values())), _all(halves, "cards"), _all(halves, "matched")
            read[seat] = HandReading(
                "; ".join(half.words for half in halves.values()),
                cards,
                halves=halves if len(contests) > 1 else {},
                category=first.category,
                matched=matched,
                hand=first.hand,
            )
    return read


def _all(halves: Mapping[str, HandReading], cards: str) -> tuple[int, ...]:
    """The cards of all parts of the pot, each once."""
    return tuple(dict.fromkeys(card for half in halves.values() for card in getattr(half, cards)))


def shares(hand: Hand, seat: int) -> dict[str, tuple[PotShare, ...]]:
    """The division of the pots if a seat shows and if it mucks.

    Only where nothing hidden could change it: the seat is the last that has to decide (PK-15).
    """
    if hand.actors != (seat,) or not {SHOW, MUCK} <= {option.word for option in hand.legal(seat) if option.allowed}:
        return {}
    told = {}
    for action in (SHOW, MUCK):
        trial = type(hand).load(hand.dump())
        before = len(trial.events)
        trial.act(seat, action)
        if not trial.done:
            return {}
        awards = [event for event in trial.events[before:] if isinstance(event, PotAwarded)]
        told[action] = tuple(
            PotShare(each.seat, each.pile, each.cents, words(each), each.rule, each.reason, each.half, each.by)
            for each in awards
        )
    return told


def _made(contest: Contest, own: tuple[int, ...], board: tuple[int, ...]) -> HandReading | None:
    """The hand so far in one contest; None without cards, or without a low."""
    if not own:
        return None
    if contest.hole:
        made = so_far(contest.ranking, (), [(own, contest.hole), (board, contest.board)])
    else:
        made = so_far(contest.ranking, (*own, *board))
    if made is None:
        return None
    hand = CalledHand(made.category, made.ranks, contest.ranking.cards)
    return HandReading(hand_words(hand), made.cards, category=made.category, matched=made.matched, hand=hand)
