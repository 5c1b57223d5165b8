"""What the cards of a seat make, as far as its player sees them."""

from __future__ import annotations

from pitboss.cards import UNKNOWN
from pitboss.deal.reading import HandReading, PotShare
from pitboss.deal.view import View
from pitboss.errors import PitbossError
from pitboss.poker.game import Contest, PokerGame
from pitboss.poker.hand import Hand
from pitboss.ranking import make

SHOW, MUCK = "show", "muck"


def readings(game: PokerGame, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
    """The hands of these seats in words; seats without enough cards are left out."""
    board = tuple(card for card in view.piles.get("board", ()) if card != UNKNOWN)
    read = {}
    for seat in seats:
        own = tuple(card for card in view.piles.get(f"player {seat}", ()) if card != UNKNOWN)
        hands = {each.name: hand for each in game.contests if (hand := _made(each, own, board)) is not None}
        if hands:
            cards = tuple(dict.fromkeys(card for _, made in hands.values() for card in made))
            halves = {name: HandReading(*hand) for name, hand in hands.items()} if len(game.contests) > 1 else {}
            read[seat] = HandReading("; ".join(words for words, _ in hands.values()), cards, halves=halves)
    return read


def shares(hand: Hand, seat: int) -> dict[str, tuple[PotShare, ...]]:
    """How the pots would go if a seat showed and if it mucked.

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
        awards = [event for event in trial.events[before:] if event.verb == "award"]
        told[action] = tuple(PotShare(each.seat, each.pile, each.cents, each.words, each.rule) for each in awards)
    return told


def _made(contest: Contest, own: tuple[int, ...], board: tuple[int, ...]) -> tuple[str, tuple[int, ...]] | None:
    """The words and the cards of a hand in one contest; None if there are too few cards, or no low."""
    if not own:
        return None
    try:
        if contest.hole:
            made = make(contest.ranking, (), [(own, contest.hole), (board, contest.ranking.cards - contest.hole)])
        else:
            made = make(contest.ranking, (*own, *board))
    except PitbossError:
        return None
    return (contest.words(made.value), made.cards) if made.value else None
