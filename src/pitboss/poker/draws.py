"""The draw: each player in turn keeps his hand or throws cards away for as many new ones."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pitboss import cards
from pitboss.deal import Event, IllegalAction, Option
from pitboss.errors import PitbossError
from pitboss.poker.dealing import DealCard
from pitboss.poker.step import Step

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


class AskDraw(Step, frozen=True):
    """Ask the next live hand from a position on, all-in or not, for the cards it throws away."""

    number: int
    first: int = 0

    silent = True
    deals = True

    def do(self, hand: Hand) -> None:
        first = self.first
        if not first and hand.sandbags:
            hand.note_pot_before_draw()
        rest = hand.live >> first << first
        if not rest:
            hand.end_phase()
            return
        position = (rest & -rest).bit_length() - 1
        hand.queue.append(AskDraw(self.number, position + 1))
        hand.ask(position, "draw")

    def cards(self, hand: Hand) -> int:
        return hand.game.streets[self.number].draw  # what others threw away serves those who draw later (LB-4)


def legal(hand: Hand, position: int) -> tuple[Option, ...]:
    """Every set of cards he may throw away; the game's other words wait."""
    street = hand.game.streets[hand.street_number]
    own = hand.down[position]
    texts = {"draw": None}  # a dict keeps the order and drops doubles of unknown cards
    for count in range(1, street.draw + 1):
        for thrown in combinations(own, count):
            texts[f"draw {cards.show(thrown)}"] = None
    return tuple(
        Option(word, tuple(texts), rule=street.rule)
        if word == "draw"
        else Option(word, why="the draw comes first.", rule=street.rule)
        for word in hand.game.words
    )


def draw(hand: Hand, position: int, text: str, cents: int) -> tuple[str, int]:
    """Throw the cards named after ``draw`` away; the dealer replaces them before the next player draws."""
    seat = hand.seats[position]
    if hand.phase != "draw":
        raise IllegalAction(f"seat {seat} cannot draw: there is no draw now.")
    if cents:
        raise IllegalAction("a draw takes no amount.")
    street = hand.game.streets[hand.street_number]
    try:
        gone = cards.parse(text.removeprefix("draw"))
    except PitbossError as error:
        raise IllegalAction(str(error)) from None
    kept = list(hand.down[position])
    for one in gone:
        if one not in kept:
            raise IllegalAction(f"seat {seat} does not hold {cards.text(one)} and cannot throw it away.")
        kept.remove(one)
    if len(gone) > street.draw:
        raise IllegalAction(f"seat {seat} may draw up to {street.draw} cards, not {len(gone)} ({street.rule}).")
    hand.nobody_acts()
    hand.exchange(position, kept, gone)
    words = f"draws {len(gone)}" if gone else "stands pat"
    hand.events.append(Event("draw", seat, "discards", gone, False, 0, words, street.rule))
    hand.queue += [DealCard(position, False)] * len(gone)
    return f"draw {cards.show(gone)}" if gone else "draw", 0
