"""Dealer steps with cards: shuffle, burn, deal down, up and on the board, and what happens when the deck runs out."""

from __future__ import annotations

from pitboss.cards import JOKER, Card
from pitboss.deal import IllegalAction
from pitboss.deal.event import CardBurned, CardsDealt, DeckShuffled
from pitboss.deal.hand_events import BoardTurned, CardBoxed, DeckReshuffled, DeckScrambled
from pitboss.deal.view import DealerAct
from pitboss.poker.step import HandInPlay, HandStep, PlayerStep


class Shuffle(HandStep, frozen=True):
    """Shuffle the whole deck."""

    def do(self, hand: HandInPlay) -> None:
        if hand.piles.known is None:
            hand.shuffle(hand.piles.whole_deck())
        hand.events.append(DeckShuffled("shuffle"))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("shuffle")


class DealCard(PlayerStep, frozen=True):
    """Deal one card to one player."""

    up: bool

    deals = True

    def do(self, hand: HandInPlay) -> None:
        position, up = self.position, self.up
        if hand.piles.known is None:
            if not hand.piles.stub:
                make_up_deck(hand, position, self)
                return
            card = hand.piles.stub.pop()
            if up and leave_out_joker(hand, card):
                hand.queue.append(self)
                return
        else:
            card = hand.piles.top(hand.seats[position])
        (hand.piles.up if up else hand.piles.down)[position].append(card)
        street, seat = hand.game.streets[hand.street_number], hand.seats[position]
        dealt = CardsDealt("deal", seat, hand.accounts[position], (card,), up, 0, street.rule, 0, street.name)
        hand.events.append(dealt)

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        if hand.piles.known is None and not hand.piles.stub:
            discards = hand.game.draws and hand.piles.others_discards(self.position)  # LB-4
            return DealerAct("reshuffle" if discards else "scramble", pile="deck")
        return DealerAct("deal", hand.seats[self.position], hand.accounts[self.position], 1)

    def cards(self, hand: HandInPlay) -> int:
        return 1


class DealCards(HandStep, frozen=True):
    """Deal one card to each of these positions; without ``auto``, one card per step."""

    order: tuple[int, ...]
    up: bool

    deals = True

    def do(self, hand: HandInPlay) -> None:
        order, up = self.order, self.up
        if (
            not hand.record.auto
            or hand.piles.joker
            or hand.piles.known is not None
            or len(hand.piles.stub) < len(order)
        ):
            if len(order) > 1:
                hand.queue.append(DealCards(order[1:], up))
            DealCard(order[0], up).do(hand)
            return
        street = hand.game.streets[hand.street_number]
        rule, name = street.rule, street.name
        piles = hand.piles.up if up else hand.piles.down
        seats, accounts = hand.seats, hand.accounts
        take, write = hand.piles.stub.pop, hand.events.append
        for position in order:
            card = take()
            piles[position].append(card)
            write(CardsDealt("deal", seats[position], accounts[position], (card,), up, 0, rule, 0, name))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealCard(self.order[0], self.up).announced(hand)

    def cards(self, hand: HandInPlay) -> int:
        return len(self.order)

    def without(self, hand: HandInPlay, position: int) -> HandStep | None:
        order = tuple(place for place in self.order if place != position)
        return DealCards(order, self.up) if order else None


class Burn(HandStep, frozen=True):
    """Burn the top card, or a card already seen that is held as the next burn (PK-20)."""

    rule: str

    deals = True

    def do(self, hand: HandInPlay) -> None:
        seen = bool(hand.piles.held)
        if seen:
            card = hand.piles.take_held()
        elif hand.piles.stub or hand.piles.known is not None:
            card = hand.piles.top("burn")
        else:
            return  # boxed cards have emptied the deck (PK-18, PK-26)
        hand.piles.burns.append(card)
        hand.events.append(CardBurned("burn", 0, "burn", (card,), seen, 0, self.rule))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        any_left = hand.piles.held or hand.piles.stub or hand.piles.known is not None
        return DealerAct("burn", pile="burn", cards=1) if any_left else None

    def cards(self, hand: HandInPlay) -> int:
        return 1


class TurnBoard(HandStep, frozen=True):
    """Turn board cards, all at once."""

    count: int
    street: str
    rule: str

    deals = True

    def do(self, hand: HandInPlay) -> None:
        needed = self.count + (hand.piles.joker and JOKER in hand.piles.stub)
        if len(hand.piles.stub) < needed and hand.piles.known is None:
            _deal_on_from_burns(hand, self.count + hand.piles.joker)
        cards = hand.piles.take("board", self.count)
        if hand.piles.joker and JOKER in cards:
            leave_out_joker(hand, JOKER)
            cards = (*(card for card in cards if card != JOKER), hand.piles.top("board"))
        hand.piles.board.extend(cards)
        hand.events.append(BoardTurned("board", 0, "board", cards, True, 0, self.rule, 0, self.street))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("board", pile="board", cards=self.count)

    def cards(self, hand: HandInPlay) -> int:
        return self.count


class Scramble(HandStep, frozen=True):
    """Mix the rest of the deck with the burns and cut; folded hands are never used (PK-26)."""

    deals = True

    def do(self, hand: HandInPlay) -> None:
        cards = hand.piles.stub + hand.piles.take_burns()
        hand.shuffle(cards)
        hand.events.append(DeckScrambled("scramble", 0, "deck", rule="PK-26", count=len(cards)))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("scramble", pile="deck")


class TurnCommonCard(HandStep, frozen=True):
    """Turn one card face up that plays in every hand (PK-26)."""

    deals = True

    def do(self, hand: HandInPlay) -> None:
        card = JOKER
        while card == JOKER:  # a joker dealt face up is a boxed card (PK-18)
            if not hand.piles.stub:
                _deal_on_from_burns(hand)
            card = hand.piles.stub.pop()
            if not leave_out_joker(hand, card):
                break
        hand.piles.board.append(card)
        street = hand.game.streets[hand.street_number].name
        hand.events.append(BoardTurned("board", 0, "board", (card,), True, 0, "PK-26", 0, street, True))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("board", pile="board", cards=1)

    def cards(self, hand: HandInPlay) -> int:
        return 1


def leave_out_joker(hand: HandInPlay, card: Card) -> bool:
    """Put a joker that comes face up out of play as a boxed card; False for any other card (PK-18)."""
    if card != JOKER or not hand.piles.joker:
        return False
    hand.piles.put_out(card)
    hand.events.append(CardBoxed("boxed card", 0, "out of play", (card,), True, 0, "PK-18"))
    return True


def make_up_deck(hand: HandInPlay, position: int, step: HandStep) -> None:
    """Refill an empty deck and queue ``step`` again.

    In draw games from the earlier discards and folded hands of the other players (LB-4). In other games the deck runs
    out only by boxed cards, and the burns are scrambled (PK-26).
    """
    cards = hand.piles.others_discards(position) if hand.game.draws else []
    boxed = any(card in hand.game.deck for card in hand.piles.aside)  # such cards have emptied the deck
    if not hand.game.draws or (boxed and not cards):
        hand.queue.append(step)
        _deal_on_from_burns(hand)
        return
    if not cards:  # cannot happen: games and rulings that would leave too few cards are refused
        raise IllegalAction(f"no card is left that seat {hand.seats[position]} could get; call the floor.", rule="LB-4")
    hand.shuffle(hand.piles.take_others_discards(position))
    hand.queue.append(step)
    hand.events.append(DeckReshuffled("reshuffle", 0, "deck", rule="LB-4", count=len(cards), discards=True))


def _deal_on_from_burns(hand: HandInPlay, count: int = 1) -> None:
    """Scramble the burns when boxed cards have left fewer than ``count`` cards in the deck (PK-26)."""
    if len(hand.piles.stub) + len(hand.piles.burns) < count:  # only cards put out of play are left (PK-18)
        hand.piles.use_what_is_out_of_play()
    Scramble().do(hand)
    if len(hand.piles.stub) > count:
        Burn("PK-26").do(hand)
