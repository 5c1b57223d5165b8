"""Rulings on wrong cards in the deal: boxed cards, jokers, exposed cards, misdeals (PK-18, PK-19, PK-34)."""

from __future__ import annotations

from pitboss.cards import JOKER, Card, text
from pitboss.deal import IllegalAction
from pitboss.deal.event import CardReplaced
from pitboss.deal.hand_events import CardBoxed, CardExposed, HandFouled, JokerFound, Misdealt
from pitboss.deal.view import DealerAct
from pitboss.poker.dealing import DealCard, DealCards, make_up_deck
from pitboss.poker.rulings.common import (
    ACTIONS,
    PLAYED,
    Case,
    Facts,
    deal_began,
    deals_on,
    last,
    refuse_shortage,
    still_dealing,
    strike,
)
from pitboss.poker.step import HandInPlay, PlayerStep

BOTTOM, MIDDLE = "bottom half", "middle"


class ReplaceCard(PlayerStep, frozen=True):
    """Deal a new down card: the top card of the bottom half, or the middle card of the deck."""

    place: str
    rule: str

    deals = True

    def do(self, hand: HandInPlay) -> None:
        position = self.position
        if not hand.piles.stub:
            make_up_deck(hand, position, self)
            return
        half = len(hand.piles.stub) // 2
        card = hand.piles.stub.pop(max(0, half - 1) if self.place == BOTTOM else half)
        hand.piles.down[position].append(card)
        seat, account = hand.seats[position], hand.accounts[position]
        hand.events.append(CardReplaced("deal", seat, account, (card,), False, 0, self.rule, 0, self.place))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealCard(self.position, False).announced(hand)

    def cards(self, hand: HandInPlay) -> int:
        return 1


def _after_that_round(hand: HandInPlay, step: ReplaceCard) -> None:
    """Replace a joker once the round of cards being dealt (one to each player) is complete (PK-18)."""
    queue = hand.queue
    being_dealt = queue[-1] if queue else None
    if not isinstance(being_dealt, DealCards):
        _after_the_deal(hand, step)
        return
    queue.pop()
    order, up = being_dealt.order, being_dealt.up
    rest = len(order) % hand.money.live.bit_count()  # cards left in this round; whole rounds follow
    if order[rest:]:
        queue.append(DealCards(order[rest:], up))
    if rest:
        queue.append(step)
        queue.append(DealCards(order[:rest], up))
    else:
        step.do(hand)


def _after_the_deal(hand: HandInPlay, step: ReplaceCard) -> None:
    """Replace a card once the deal in progress is complete; at once if none is (PK-19)."""
    queue = hand.queue
    top = index = len(queue)
    while index and queue[index - 1].deals:
        index -= 1
    if index == top:
        step.do(hand)
    else:
        queue.insert(index, step)


def _put_out(hand: HandInPlay, position: int, card: Card) -> tuple[int, str, tuple[Card], bool, int]:
    """Put a down card out of play and return the fields of its event: seat, pile, cards, face up, no chips."""
    hand.piles.down[position].remove(card)
    hand.piles.put_out(card)
    return hand.seats[position], "out of play", (card,), True, 0


# Boxed card -----------------------------------------------------------------------------------------------------------


def _no_box(hand: HandInPlay) -> str:
    if deal_began(hand) < 0:
        return "the cards have not been shuffled"
    return "" if hand.piles.stub and deals_on(hand) else "no more cards are dealt"


def _boxed_card(hand: HandInPlay, facts: Facts, rule: str) -> None:
    card = hand.piles.stub.pop()
    hand.piles.put_out(card)
    hand.events.append(CardBoxed("boxed card", 0, "out of play", (card,), True, 0, rule))


# Joker ----------------------------------------------------------------------------------------------------------------


def _no_joker(hand: HandInPlay) -> str:
    if not any(JOKER in pile for pile in hand.piles.down):
        return "nobody has a joker among the down cards"
    return "" if hand.piles.joker else "the joker is a wild card here"


def _acted_with_joker(hand: HandInPlay, position: int) -> bool:
    """True if the player has acted since being dealt the joker, or has discarded it in the draw."""
    seat = hand.seats[position]
    events = hand.events[deal_began(hand) :]
    got = [event.verb == "deal" and event.seat == seat and JOKER in event.cards for event in events]
    since = events[got.index(True) :] if True in got else []
    return any(event.seat == seat and event.verb in PLAYED for event in since)


def _holds_joker(hand: HandInPlay, position: int) -> None:
    if JOKER not in hand.piles.down[position]:
        raise IllegalAction(f"seat {hand.seats[position]} has no joker among its down cards.")


def _joker_found(hand: HandInPlay, facts: Facts, rule: str) -> None:
    position = facts["seat"]
    _holds_joker(hand, position)
    if _acted_with_joker(hand, position):
        foul(hand, position, rule)
        return
    refuse_shortage(hand, "joker", 1)
    hand.events.append(JokerFound("joker", *_put_out(hand, position, JOKER), rule, reason="before acting"))
    _after_that_round(hand, ReplaceCard(position, MIDDLE, rule))


def _foul_hand(hand: HandInPlay, facts: Facts, rule: str) -> None:
    position = facts["seat"]
    _holds_joker(hand, position)
    if not _acted_with_joker(hand, position):
        raise IllegalAction(f"seat {hand.seats[position]} has not acted on its hand; call a joker found.", rule=rule)
    foul(hand, position, rule)


def foul(hand: HandInPlay, position: int, rule: str) -> None:
    """Kill a hand that was played with a joker in it."""
    held = (JOKER,) if JOKER in hand.piles.down[position] else ()
    hand.events.append(HandFouled("foul hand", hand.seats[position], "muck", held, True, 0, rule))
    strike(hand, position, rule)


def inspect(hand: HandInPlay) -> bool:
    """Look for jokers in the hands at the showdown (PK-18); True if at most one live hand is left."""
    for position in range(len(hand.seats)):
        if not hand.money.live >> position & 1:
            continue
        if _acted_with_joker(hand, position):
            foul(hand, position, "PK-18")
        elif JOKER in hand.piles.down[position]:
            if hand.piles.stub:
                found = JokerFound("joker", *_put_out(hand, position, JOKER), "PK-18", reason="could not act")
                hand.events.append(found)
                ReplaceCard(position, MIDDLE, "PK-18").do(hand)
            else:
                foul(hand, position, "PK-18")
    return hand.money.live & (hand.money.live - 1) == 0


# Exposed hole card, misdeal -------------------------------------------------------------------------------------------


def _nothing_exposed(hand: HandInPlay) -> str:
    since = hand.events[max(last(hand, ACTIONS), last(hand, ("misdeal",))) + 1 :]
    dealt = any(event.verb == "deal" and not event.up for event in since)
    return "" if dealt else "no card has been dealt face down since somebody acted"


def _exposed_card(hand: HandInPlay, facts: Facts, rule: str) -> None:
    position, card = facts["seat"], facts["card"]
    seat = hand.seats[position]
    since = hand.events[last(hand, ACTIONS) + 1 :]
    dealt = any(event.verb == "deal" and event.seat == seat and event.cards == (card,) for event in since)
    if card not in hand.piles.down[position] or not dealt:
        raise IllegalAction(f"{text(card)} was not dealt face down to seat {seat} since somebody acted.")
    before = any(event.verb == "exposed card" and event.seat for event in hand.events[deal_began(hand) :])
    if before and still_dealing(hand):
        second = CardExposed("exposed card", seat, "out of play", (card,), True, 0, rule, reason="second")
        hand.events.append(second)
        start_again(hand, Misdealt("misdeal", rule="PK-34", exposed=True))
        return
    refuse_shortage(hand, "hole card exposed", 1)
    hand.events.append(CardExposed("exposed card", *_put_out(hand, position, card), rule, reason="not kept"))
    _after_the_deal(hand, ReplaceCard(position, BOTTOM, rule))


def _no_misdeal(hand: HandInPlay) -> str:
    began = deal_began(hand)
    if began < 0 or last(hand, ("deal",)) < max(began, last(hand, ("misdeal",))):
        return "no card has been dealt"
    return "" if still_dealing(hand) else "the hand has gone on from the deal, which stands"


def _misdeal(hand: HandInPlay, facts: Facts, rule: str) -> None:
    start_again(hand, Misdealt("misdeal", rule=rule, stated=facts["reason"]))


def start_again(hand: HandInPlay, event: Misdealt) -> None:
    """Return antes and blinds and deal again with the same button; the fee is not taken twice (PK-34)."""
    joker_found = JOKER in hand.piles.aside and JOKER not in hand.game.deck
    passed_over = hand.dead_seats & ~hand.money.live  # dead seats already noticed are not dealt to again (PK-24)
    hand.events.append(event)
    posted = _posted_again(hand)
    if posted is None:
        hand.start_over("misdeal", event.rule)
        hand.money.pass_over(passed_over)
        if joker_found:
            hand.piles.joker_stays_out()
        return
    for position, cents in posted:
        hand.money.give_back(position, cents, "misdeal", event.rule, "return")
    hand.before_first_street()
    hand.deal_again()


def _posted_again(hand: HandInPlay) -> list[tuple[int, int]] | None:
    """The antes of a new deal within the hand (LB-5); None in the first deal of the hand."""
    began = deal_began(hand)
    first = began
    while first and hand.events[first - 1].verb == "ante":
        first -= 1
    if not any(event.verb == "passed" for event in hand.events[:first]):
        return None
    return [(hand.index[event.seat], event.cents) for event in hand.events[first:began]]


CASES = {
    "boxed card": Case(_no_box, _boxed_card),
    "joker found": Case(_no_joker, _joker_found),
    "foul hand": Case(_no_joker, _foul_hand),
    "exposed card": Case(_nothing_exposed, _exposed_card),
    "misdeal": Case(_no_misdeal, _misdeal),
}
