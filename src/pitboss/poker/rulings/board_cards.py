"""Rulings on board cards: too many on the flop, or a flop, turn or river dealt too early (PK-20 to PK-23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.deal import IllegalAction
from pitboss.deal.hand_events import CardsTakenBack, DeckReshuffled
from pitboss.deal.view import DealerAct
from pitboss.poker.betting.rounds import OpenRound
from pitboss.poker.dealing import Burn, TurnBoard
from pitboss.poker.rulings.common import Case, Facts, last, not_enough, turn_up
from pitboss.poker.step import HandInPlay, HandStep
from pitboss.poker.streets import StartStreet

if TYPE_CHECKING:
    from pitboss.poker.definition import PokerDefinition
    from pitboss.poker.spread_game import SpreadGame

FLOP, TURN, RIVER = 0, 3, 4
"""The number of board cards before each of them."""


def street_of(game: SpreadGame | PokerDefinition, before: int) -> int:
    """The number of the street that deals the flop, the turn or the river; -1 if the game has none."""
    cards = 0
    for number, street in enumerate(game.streets):
        if street.board and cards == before:
            right = street.board == 3 if before == FLOP else street.board == 1
            return number if right else -1
        cards += street.board
    return -1


class TurnThenReshuffle(HandStep, frozen=True):
    """Deal the turn from the next card, then reshuffle before the river (PK-22)."""

    number: int

    deals = True

    def do(self, hand: HandInPlay) -> None:
        below = len(hand.queue)
        StartStreet(self.number).do(hand)
        hand.queue.insert(below + 1, ReshuffleEarly())  # right above the street that follows the turn
        hand._step()

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        street = hand.game.streets[self.number]
        if street.burn:
            return DealerAct("burn", pile="burn", cards=1)
        return DealerAct("board", pile="board", cards=street.board)

    def cards(self, hand: HandInPlay) -> int:
        return StartStreet(self.number).cards(hand)


class ReshuffleEarly(HandStep, frozen=True):
    """Reshuffle the deck with the cards turned too early, without burns and discards (PK-22, PK-23)."""

    deals = True

    def do(self, hand: HandInPlay) -> None:
        _put_back(hand, hand.piles.take_early(), hand.events[last(hand, ("exposed card",))].rule)

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("take back", pile="deck", cards=len(hand.piles.early))


def _put_back(hand: HandInPlay, cards: list[int], rule: str) -> None:
    hand.events.append(CardsTakenBack("take back", 0, "deck", tuple(cards), True, 0, rule))
    hand.shuffle(hand.piles.stub + cards)
    hand.events.append(DeckReshuffled("reshuffle", 0, "deck", (), False, 0, rule, 0, len(hand.piles.stub)))


# Too many cards on the flop -------------------------------------------------------------------------------------------


def _not_on_the_flop(hand: HandInPlay) -> str:
    if street_of(hand.game, FLOP) < 0:
        return "the game has no flop"
    since = [event.verb for event in hand.events if event.verb != "fee"]
    if hand.done or len(hand.piles.board) != 3 or not since or since[-1] != "board":
        return "it is noticed right after the flop, before anybody acts"
    return not_enough(hand, 1)


def _four_card_flop(hand: HandInPlay, facts: Facts, rule: str) -> None:
    if not facts["identified"]:
        _flop_taken_back(hand, 1, "fourth unknown", rule)
        return
    hand.piles.hold(turn_up(hand, 1, "out of play", "fourth on flop", rule))


def _five_card_flop(hand: HandInPlay, facts: Facts, rule: str) -> None:
    _flop_taken_back(hand, facts["cards"] - 3, "flop too large", rule)


def _flop_taken_back(hand: HandInPlay, more: int, reason: str, rule: str) -> None:
    if more >= len(hand.piles.stub):
        raise IllegalAction(f"the deck has {len(hand.piles.stub)} cards left; {more + 3} cannot lie on the flop.")
    extra = turn_up(hand, more, "board", reason, rule, more + 3)
    _put_back(hand, [*hand.piles.take_board(), *extra], rule)
    if hand.phase == "bet":
        hand.end_phase()
        hand.queue.append(OpenRound(hand.street_number))
    flop = hand.game.streets[street_of(hand.game, FLOP)]
    hand.queue.extend([TurnBoard(flop.board, flop.name, rule), Burn(rule)])


# Too early ------------------------------------------------------------------------------------------------------------


def _not_before(before: int, name: str) -> Case:
    def why_not(hand: HandInPlay) -> str:
        number = street_of(hand.game, before)
        if number < 0:
            return f"the game has no {name}"
        if not (hand.phase == "bet" and hand.actors and hand.street_number == number - 1):
            return f"it is not the round of betting before the {name}"
        return not_enough(hand, 1)  # the burn; what is turned up comes back

    return Case(why_not, _TURNED[before])


def _premature_flop(hand: HandInPlay, facts: Facts, rule: str) -> None:
    Burn(rule).do(hand)
    _put_back(hand, list(turn_up(hand, 3, "board", "early flop", rule)), rule)


def _premature_turn(hand: HandInPlay, facts: Facts, rule: str) -> None:
    _turned_early(hand, rule)
    street = hand.queue[-1]
    if isinstance(street, StartStreet):
        hand.queue[-1] = TurnThenReshuffle(street.number)


def _premature_river(hand: HandInPlay, facts: Facts, rule: str) -> None:
    _turned_early(hand, rule)
    if not isinstance(hand.queue[-1], ReshuffleEarly):
        hand.queue.append(ReshuffleEarly())


def _turned_early(hand: HandInPlay, rule: str) -> None:
    Burn(rule).do(hand)
    hand.piles.turned_early(turn_up(hand, 1, "out of play", "early card", rule))


_TURNED = {FLOP: _premature_flop, TURN: _premature_turn, RIVER: _premature_river}

CASES = {
    "four-card flop": Case(_not_on_the_flop, _four_card_flop),
    "five-card flop": Case(_not_on_the_flop, _five_card_flop),
    "premature flop": _not_before(FLOP, "flop"),
    "premature turn": _not_before(TURN, "turn"),
    "premature river": _not_before(RIVER, "river"),
}
