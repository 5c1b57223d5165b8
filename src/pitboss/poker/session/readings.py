"""What the cards of a seat make, as far as its player sees them."""

from __future__ import annotations

from pitboss.cards import UNKNOWN
from pitboss.deal.reading import HandReading
from pitboss.deal.view import View
from pitboss.errors import PitbossError
from pitboss.poker.game import Contest, PokerGame
from pitboss.ranking import make


def readings(game: PokerGame, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
    """The hands of these seats in words; seats without enough cards are left out."""
    board = tuple(card for card in view.piles.get("board", ()) if card != UNKNOWN)
    read = {}
    for seat in seats:
        own = tuple(card for card in view.piles.get(f"player {seat}", ()) if card != UNKNOWN)
        hands = [hand for contest in game.contests if (hand := _made(contest, own, board)) is not None]
        if hands:
            cards = tuple(dict.fromkeys(card for _, made in hands for card in made))
            read[seat] = HandReading("; ".join(words for words, _ in hands), cards)
    return read


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
