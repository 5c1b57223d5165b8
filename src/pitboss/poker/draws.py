"""The draw: each player in turn stands pat or replaces cards."""

from __future__ import annotations

from itertools import combinations

from pitboss import cards
from pitboss.deal import IllegalAction, Option
from pitboss.deal.hand_events import CardsDrawn
from pitboss.errors import PitbossError
from pitboss.poker.dealing import DealCard
from pitboss.poker.step import HandInPlay, HandStep


class AskDraw(HandStep, frozen=True):
    """Ask the next live player, from position ``first`` on and all-in or not, which cards to discard."""

    number: int
    first: int = 0

    silent = True
    deals = True

    def do(self, hand: HandInPlay) -> None:
        first = self.first
        if not first and hand.betting.sandbags:
            hand.betting.note_pot_before_draw(hand.money.put)
        rest = hand.money.live >> first << first
        if not rest:
            hand.end_phase()
            return
        position = (rest & -rest).bit_length() - 1
        hand.queue.append(AskDraw(self.number, position + 1))
        hand.ask(position, "draw")

    def cards(self, hand: HandInPlay) -> int:
        # Enough for one player: the next ones may be dealt the discards of the others (LB-4).
        return hand.game.streets[self.number].draw


def legal(hand: HandInPlay, position: int) -> tuple[Option, ...]:
    """Every set of cards the player may discard; all other actions are refused until after the draw."""
    street = hand.game.streets[hand.street_number]
    own = hand.piles.down[position]
    texts = {"draw": None}  # an ordered set: unknown cards would repeat
    for count in range(1, street.draw + 1):
        for thrown in combinations(own, count):
            texts[f"draw {cards.show(thrown)}"] = None
    return tuple(
        Option(word, tuple(texts), rule=street.rule, names="out")
        if word == "draw"
        else Option(word, why="the draw comes first", rule=street.rule)
        for word in hand.game.words
    )


def draw(hand: HandInPlay, position: int, text: str, cents: int) -> tuple[str, int]:
    """Discard the cards named after ``draw``; the dealer replaces them before the next player draws."""
    seat = hand.seats[position]
    if hand.phase != "draw":
        raise IllegalAction(f"seat {seat} cannot draw: there is no draw now.")
    if cents:
        raise IllegalAction("a draw takes no amount.")
    street = hand.game.streets[hand.street_number]
    try:
        discards = cards.parse(text.removeprefix("draw"))
    except PitbossError as error:
        raise IllegalAction(str(error), rule=error.rule, cite=False) from None
    kept = list(hand.piles.down[position])
    for card in discards:
        if card not in kept:
            raise IllegalAction(f"seat {seat} does not hold {cards.text(card)} and cannot discard it.")
        kept.remove(card)
    if len(discards) > street.draw:
        most = f"{street.draw} card{'s' * (street.draw != 1)}"
        raise IllegalAction(f"seat {seat} may draw up to {most}, not {len(discards)}.", rule=street.rule)
    hand.nobody_acts()
    hand.piles.exchange(position, kept, discards)
    hand.events.append(CardsDrawn("draw", seat, "discards", discards, False, 0, street.rule, 0, street.name))
    hand.queue.extend([DealCard(position, False)] * len(discards))
    return f"draw {cards.show(discards)}" if discards else "draw", 0
