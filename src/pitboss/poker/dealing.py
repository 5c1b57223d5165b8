"""Dealer steps with cards: shuffle, burn, deal down, up and on the board, and what happens when the deck runs out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import JOKER, Card
from pitboss.deal import Event, IllegalAction
from pitboss.poker.step import HandStep

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


class Shuffle(HandStep, frozen=True):
    """Shuffle the whole deck."""

    def do(self, hand: Hand) -> None:
        hand.fresh_deck()
        hand.events.append(Event("shuffle"))


class DealCard(HandStep, frozen=True):
    """Deal one card to one player."""

    position: int
    up: bool

    deals = True

    def do(self, hand: Hand) -> None:
        position, up = self.position, self.up
        if hand.known is None:
            if not hand.stub:
                make_up_deck(hand, position, self)
                return
            card = hand.stub.pop()
            if up and leave_out_joker(hand, card):
                hand.queue.append(self)
                return
        else:
            card = hand.top(hand.seats[position])
        (hand.up if up else hand.down)[position].append(card)
        rule = hand.game.streets[hand.street_number].rule
        hand.events.append(Event("deal", hand.seats[position], hand.accounts[position], (card,), up, 0, "", rule))

    def cards(self, hand: Hand) -> int:
        return 1

    def without(self, hand: Hand, position: int) -> HandStep | None:
        return None if self.position == position else self


class DealCards(HandStep, frozen=True):
    """Deal one card to each of these positions; without ``auto``, one card per step."""

    order: tuple[int, ...]
    up: bool

    deals = True

    def do(self, hand: Hand) -> None:
        order, up = self.order, self.up
        if not hand.record.auto or hand.joker or hand.known is not None or len(hand.stub) < len(order):
            if len(order) > 1:
                hand.queue.append(DealCards(order[1:], up))
            DealCard(order[0], up).do(hand)
            return
        rule = hand.game.streets[hand.street_number].rule
        piles = hand.up if up else hand.down
        seats, accounts = hand.seats, hand.accounts
        take, write = hand.stub.pop, hand.events.append
        for position in order:
            card = take()
            piles[position].append(card)
            write(Event("deal", seats[position], accounts[position], (card,), up, 0, "", rule))

    def cards(self, hand: Hand) -> int:
        return len(self.order)

    def without(self, hand: Hand, position: int) -> HandStep | None:
        order = tuple(place for place in self.order if place != position)
        return DealCards(order, self.up) if order else None


class Burn(HandStep, frozen=True):
    """Burn the top card, or a card already seen that is held as the next burn (PK-20)."""

    rule: str

    deals = True

    def do(self, hand: Hand) -> None:
        seen = bool(hand.held)
        if seen:
            card = hand.take_held()
        elif hand.stub or hand.known is not None:
            card = hand.top("burn")
        else:
            return  # boxed cards have emptied the deck (PK-18, PK-26)
        hand.burns.append(card)
        hand.events.append(Event("burn", 0, "burn", (card,), seen, 0, "", self.rule))

    def cards(self, hand: Hand) -> int:
        return 1


class TurnBoard(HandStep, frozen=True):
    """Turn board cards, all at once."""

    count: int
    words: str
    rule: str

    deals = True

    def do(self, hand: Hand) -> None:
        needed = self.count + (hand.joker and JOKER in hand.stub)
        if len(hand.stub) < needed and hand.known is None:
            _deal_on_from_burns(hand, self.count + hand.joker)
        cards = hand.take("board", self.count)
        if hand.joker and JOKER in cards:
            leave_out_joker(hand, JOKER)
            cards = (*(card for card in cards if card != JOKER), hand.top("board"))
        hand.board.extend(cards)
        hand.events.append(Event("board", 0, "board", cards, True, 0, self.words, self.rule))

    def cards(self, hand: Hand) -> int:
        return self.count


class Scramble(HandStep, frozen=True):
    """Mix the rest of the deck with the burns and cut; folded hands are never used (PK-26)."""

    deals = True

    def do(self, hand: Hand) -> None:
        count = hand.scramble()
        hand.events.append(Event("scramble", 0, "deck", (), False, 0, f"{count} cards", "PK-26"))


class TurnCommonCard(HandStep, frozen=True):
    """Turn one card face up that plays in every hand (PK-26)."""

    deals = True

    def do(self, hand: Hand) -> None:
        card = JOKER
        while card == JOKER:  # a joker dealt face up is a boxed card (PK-18)
            if not hand.stub:
                _deal_on_from_burns(hand)
            card = hand.stub.pop()
            if not leave_out_joker(hand, card):
                break
        hand.board.append(card)
        hand.events.append(Event("board", 0, "board", (card,), True, 0, "common card", "PK-26"))

    def cards(self, hand: Hand) -> int:
        return 1


def leave_out_joker(hand: Hand, card: Card) -> bool:
    """Put a joker that comes face up out of play as a boxed card; whether it was one (PK-18)."""
    if card != JOKER or not hand.joker:
        return False
    hand.put_out(card)
    hand.events.append(Event("boxed card", 0, "out of play", (card,), True, 0, "the next card below counts", "PK-18"))
    return True


def make_up_deck(hand: Hand, position: int, step: HandStep) -> None:
    """Refill an empty deck and queue ``step`` again.

    In draw games from the earlier discards and folded hands of the other players (LB-4). In other games the deck runs
    out only by boxed cards, and the burns are scrambled (PK-26).
    """
    if not hand.game.draws:
        hand.queue.append(step)
        _deal_on_from_burns(hand)
        return
    cards = hand.others_discards(position)
    if not cards and any(card in hand.game.deck for card in hand.aside):  # boxed cards have emptied the deck
        hand.queue.append(step)
        _deal_on_from_burns(hand)
        return
    if not cards:  # cannot happen: games and rulings that would leave too few cards are refused
        raise IllegalAction(f"no card is left that seat {hand.seats[position]} could get; call the floor (LB-4).")
    hand.take_up_discards(position)
    hand.queue.append(step)
    hand.events.append(Event("reshuffle", 0, "deck", (), False, 0, f"{len(cards)} discards", "LB-4"))


def _deal_on_from_burns(hand: Hand, count: int = 1) -> None:
    """Scramble the burns when boxed cards have left fewer than ``count`` cards in the deck (PK-26)."""
    if len(hand.stub) + len(hand.burns) < count:  # only cards put out of play are left (PK-18)
        hand.use_what_is_out_of_play()
    Scramble().do(hand)
    if len(hand.stub) > count:
        Burn("PK-26").do(hand)
