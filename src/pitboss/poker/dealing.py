"""The dealer's work with cards: shuffle, burn, deal down, up and on the board; what follows when cards run short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import JOKER, UNKNOWN, Card
from pitboss.deal import Event, IllegalAction

if TYPE_CHECKING:
    from pitboss.poker.definition import Street
    from pitboss.poker.hand import Hand, Step


def shuffle(hand: Hand, step: Step) -> None:
    hand.fresh_deck()
    hand.events.append(Event("shuffle"))


def street(hand: Hand, step: Step) -> None:
    """Queue what a street deals and the round after it."""
    number: int = step[1]
    hand.street_number = number
    game = hand.game
    one = game.streets[number]
    key = (number, hand.live, len(hand.seats), hand.seats[-1] == hand.button, not hand.board)
    if may_run_short(number, one) and hand.known is None and len(hand.stub) - one.burn < hand.live.bit_count():
        order = recipients(hand, one.starts)
        if _short(hand, one.burn, len(order)):
            hand.queue += reversed([*_shortage(hand, one, order), *_after_cards(hand, number)])
            return
    steps = game.streets_dealt.get(key)
    if steps is None:
        steps = game.streets_dealt[key] = tuple(reversed(_dealt(hand, number)))
    hand.queue += steps


def _dealt(hand: Hand, number: int) -> list[Step]:
    one = hand.game.streets[number]
    steps: list[Step] = [("burn", one.burn_rule or one.rule)] * one.burn
    order = tuple(recipients(hand, one.starts))
    if one.down:
        steps.append(("cards", order * one.down, False))
    if one.up:
        steps.append(("cards", order * one.up, True))
    return steps + _after_cards(hand, number)


def _after_cards(hand: Hand, number: int) -> list[Step]:
    """The board, the fee once it is up, the draw and the betting of a street, and the next street."""
    game = hand.game
    one = game.streets[number]
    steps: list[Step] = []
    if one.board:
        steps.append(("board", one.board, one.rule, one.name))
        if not hand.board and game.fee_moment == "first board":
            steps.append(("fee",))
    if one.draw:
        steps.append(("draw", number))
    if one.limit != "none":
        steps.append(("bet", number))
    steps.append(("street", number + 1) if number + 1 < len(game.streets) else ("showdown",))
    return steps


def recipients(hand: Hand, starts: str) -> list[int]:
    """Live hands in the order they get cards."""
    live, count = hand.live, len(hand.seats)
    order = [position for position in range(count) if live >> position & 1]
    if starts == "button" and live >> (count - 1) & 1 and hand.seats[-1] == hand.button:
        order.insert(0, order.pop())  # S7-5
    return order


def card(hand: Hand, step: Step) -> None:
    """One card to one player."""
    _, position, up = step
    if hand.known is None:
        if not hand.stub:
            make_up_deck(hand, position, step)
            return
        one = hand.stub.pop()
        if up and leave_out_joker(hand, one):
            hand.queue.append(step)
            return
    else:
        one = hand.top(hand.seats[position])
    (hand.up if up else hand.down)[position].append(one)
    rule = hand.game.streets[hand.street_number].rule
    hand.events.append(Event("deal", hand.seats[position], hand.accounts[position], (one,), up, 0, "", rule))


def cards(hand: Hand, step: Step) -> None:
    """One card after another to these positions; a dealer who does not run on by himself deals one at a time."""
    _, order, up = step
    if not hand.record.auto or hand.joker or hand.known is not None:
        if len(order) > 1:
            hand.queue.append(("cards", order[1:], up))
        card(hand, ("card", order[0], up))
        return
    rule = hand.game.streets[hand.street_number].rule
    piles = hand.up if up else hand.down
    seats, accounts, stub, events = hand.seats, hand.accounts, hand.stub, hand.events
    for position in order:
        one = stub.pop()
        piles[position].append(one)
        events.append(Event("deal", seats[position], accounts[position], (one,), up, 0, "", rule))


def burn(hand: Hand, step: Step) -> None:
    if not (hand.stub or hand.held or hand.known is not None):
        return  # a boxed card was the last one (PK-18, PK-26)
    one, seen = hand.next_burn()
    hand.burns.append(one)
    hand.events.append(Event("burn", 0, "burn", (one,), seen, 0, "", step[1]))


def board(hand: Hand, step: Step) -> None:
    """Cards for everybody, turned together."""
    cards = tuple([hand.top("board") for _ in range(step[1])])
    if hand.joker and JOKER in cards:
        leave_out_joker(hand, JOKER)
        cards = (*(card for card in cards if card != JOKER), hand.top("board"))
    hand.board.extend(cards)
    hand.events.append(Event("board", 0, "board", cards, True, 0, step[3], step[2]))


def leave_out_joker(hand: Hand, card: Card) -> bool:
    """A joker that comes face up is a boxed card: as if it were not there (PK-18)."""
    if card != JOKER or not hand.joker:
        return False
    hand.put_out(card)
    hand.events.append(Event("boxed card", 0, "out of play", (card,), True, 0, "the next card below counts", "PK-18"))
    return True


def make_up_deck(hand: Hand, position: int, step: Step) -> None:
    """The deck is out in the draw: earlier discards and folded hands, never his own, are dealt on (LB-4).

    In other games a boxed card was the last one, and the burns are scrambled and dealt on (PK-26).
    """
    if not hand.game.draws:
        hand.queue.append(step)
        _deal_on_from_burns(hand)
        return
    cards = hand.others_discards(position)
    if not cards:  # no game is opened whose deck cannot serve a draw; what a ruling takes out must leave enough, too
        raise IllegalAction(f"no card is left that seat {hand.seats[position]} could get; call the floor (LB-4).")
    hand.take_up_discards(position)
    hand.queue.append(step)
    hand.events.append(Event("reshuffle", 0, "deck", (), False, 0, f"{len(cards)} discards", "LB-4"))


# Card shortage in stud (PK-26) -----------------------------------------------------------------------------------


def may_run_short(number: int, one: Street) -> bool:
    """Whether a common card can take the place of a street's cards; also where only boxed cards make it short."""
    return bool(one.shortage) or (number > 0 and one.down + one.up == 1 and not one.board)


def _short(hand: Hand, burn: int, needed: int) -> bool:
    left = len(hand.stub)
    return needed > (left - burn if left >= 2 else left)


def _shortage(hand: Hand, one: Street, order: list[int]) -> list[Step]:
    """Deal all but the last card and go on from the scrambled burns; if that is not enough, one card for everybody."""
    left, burns = len(hand.stub), len(hand.burns)
    steps: list[Step] = []
    if left >= 2 and one.burn:
        steps.append(("burn", one.burn_rule or one.rule))
        left, burns = left - 1, burns + 1
    up = bool(one.up)
    if left - 1 + burns < len(order):
        return [*steps, ("scramble",), ("burn", "PK-26"), ("common",)]
    dealt = max(left - 1, 0)  # a ruling may have taken the very last card out of play
    steps += [("card", position, up) for position in order[:dealt]]
    steps += [("scramble",), ("burn", "PK-26")]
    return steps + [("card", position, up) for position in order[dealt:]]


def scramble(hand: Hand, step: Step) -> None:
    """What is left of the deck is mixed with the burns and cut; folded hands are never used."""
    count = hand.scramble()
    hand.events.append(Event("scramble", 0, "deck", (), False, 0, f"{count} cards", "PK-26"))


def _deal_on_from_burns(hand: Hand) -> None:
    """What PK-26 does when boxed cards have emptied the deck in the middle of a street."""
    if not hand.burns:  # nothing else is left in the house: what was put out of play is dealt after all (PK-18)
        hand.use_what_is_out_of_play()
    scramble(hand, ("scramble",))
    if len(hand.stub) > 1:
        burn(hand, ("burn", "PK-26"))


def common(hand: Hand, step: Step) -> None:
    """One card face up that plays in every hand."""
    one = JOKER
    while one == JOKER:  # which is a boxed card (PK-18)
        if not hand.stub:
            _deal_on_from_burns(hand)
        one = hand.stub.pop()
        if not leave_out_joker(hand, one):
            break
    hand.board.append(one)
    hand.events.append(Event("board", 0, "board", (one,), True, 0, "common card", "PK-26"))


def has_unknown(hand: Hand, position: int) -> bool:
    return UNKNOWN in hand.down[position] or UNKNOWN in hand.up[position]
