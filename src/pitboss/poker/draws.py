"""The draw: each player in turn keeps his hand or throws cards away for as many new ones."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pitboss import cards
from pitboss.deal import Event, IllegalAction, Option
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand, Step


def begin(hand: Hand, step: Step) -> None:
    """Ask the next live hand, all-in or not, from the button's left."""
    number: int = step[1]
    first: int = step[2] if len(step) > 2 else 0
    if not first and hand.sandbags:
        hand.note_pot_before_draw()
    rest = hand.live >> first << first
    if not rest:
        hand.end_phase()
        return
    position = (rest & -rest).bit_length() - 1
    hand.queue.append(("draw", number, position + 1))
    hand.ask(position, "draw")


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


def stand_pat(hand: Hand, position: int, cents: int) -> tuple[str, int]:
    """Draw nothing."""
    return draw(hand, position, "", cents)


def draw(hand: Hand, position: int, thrown: str, cents: int) -> tuple[str, int]:
    """Throw these cards away; the dealer replaces them before the next player draws."""
    seat = hand.seats[position]
    if hand.phase != "draw":
        raise IllegalAction(f"seat {seat} cannot draw: there is no draw now.")
    if cents:
        raise IllegalAction("a draw takes no amount.")
    street = hand.game.streets[hand.street_number]
    try:
        gone = cards.parse(thrown)
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
    hand.queue += [("card", position, False)] * len(gone)
    return f"draw {cards.show(gone)}" if gone else "draw", 0
