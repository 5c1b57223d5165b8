"""Rounds of betting: how they open and close, and what follows when a seat puts chips in."""

from __future__ import annotations

from typing import NoReturn

from pitboss.cards import JOKER, UNKNOWN
from pitboss.deal import IllegalAction, Option
from pitboss.deal.hand_events import ChipsWagered, HandFolded, RoundPassed, TurnChecked
from pitboss.deal.view import DealerAct
from pitboss.money import dollars
from pitboss.poker import dead_seats
from pitboss.poker.betting import stud_opener
from pitboss.poker.betting.legality import raises_left, wager, wager_rule
from pitboss.poker.showdown.showdown import Settle
from pitboss.poker.step import HandInPlay, HandStep
from pitboss.poker.table_chips import BET, POT

_SETTLE = Settle()


# The round --------------------------------------------------------------------------------------------------------


class OpenRound(HandStep, frozen=True):
    """Open the betting of a street: the opener, or the next player clockwise who has chips, is first to act."""

    number: int

    silent = True

    def do(self, hand: HandInPlay) -> None:
        game, money, betting = hand.game, hand.money, hand.betting
        street = game.streets[self.number]
        posted = max(money.bets)
        able = money.able
        betting.open(street, posted, able)
        ups = hand.piles.up
        if hand.dead_seats:  # a dead seat that nobody has played neither opens nor is forced to bet (PK-24)
            dead = dead_seats.idle(hand)
            able &= ~dead
            ups = [[] if dead >> position & 1 else up for position, up in enumerate(ups)]
        if not able or (able & (able - 1) == 0 and money.bets[able.bit_length() - 1] >= posted):
            if not betting.level and not hand.street_number:  # nobody opens, so the game's own ranking counts
                hand.play_for(game.contests)
                betting.skip_opening()
            close(hand)
            return
        if money.deepest <= game.room:
            money.count_deepest()
        opens = street.opens
        if opens == "left of button":
            first = 0
        elif opens == "after blinds":
            first = betting.opener_after + 1
        else:
            first = stud_opener.opener(hand, opens, ups)
        if not street.must_bet:
            hand.ask(_next(money.able, first), "bet")
            return
        if able >> first & 1 or game.betting.low_all_in == "must bet":
            first = _next(able, first)
            if not street.completes or not game.bring_in:
                hand.open_phase("bet")
                hand.queue.append(ForceBet(first))
                return
            betting.force(may_complete=True)
        else:
            betting.force(may_complete=False)  # S7-1: the next player clockwise bets or folds
        hand.ask(_next(able, first), "bet")


class ForceBet(HandStep, frozen=True):
    """The opener's forced bet: the bring-in, or where there is none a full bet (S7-1)."""

    position: int

    def do(self, hand: HandInPlay) -> None:
        _bring_in(hand, self.position, "forced bet")
        hand.advance(self.position)

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("forced bet", hand.seats[self.position])

    def without(self, hand: HandInPlay, position: int) -> HandStep | None:
        return OpenRound(hand.street_number) if self.position == position else self  # somebody else opens


class ReturnUncalled(HandStep, frozen=True):
    """A bet that nobody called is not in the pot (PK-10)."""

    position: int
    cents: int

    def do(self, hand: HandInPlay) -> None:
        hand.money.give_back(self.position, self.cents, "uncalled bet", hand.game.short_rule, "uncalled")

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("return", hand.seats[self.position])


def _bring_in(hand: HandInPlay, position: int, verb: str) -> None:
    game, money = hand.game, hand.money
    cents = min(game.bring_in or hand.betting.step_size, money.stacks[position])
    rule = game.streets[hand.street_number].rule
    money.move(position, POT, cents, verb, rule, "bring-in", BET)
    seat, all_in = hand.seats[position], not money.stacks[position]
    hand.events.append(ChipsWagered(verb, seat, "", (), False, cents, rule, money.bets[position], all_in))
    hand.betting.bring_in(position, cents, money.able)


def _next(mask: int, position: int) -> int:
    """The first position of a mask from here on, clockwise."""
    rest = mask >> position << position
    rest = rest or mask
    return (rest & -rest).bit_length() - 1


def still_to_act(hand: HandInPlay) -> int:
    """The players who have to act before the round is over, where seats are dead or at most one can bet."""
    betting, money = hand.betting, hand.money
    able, idle = money.able, 0
    pending = betting.pending & able
    if hand.dead_seats:
        idle = dead_seats.idle(hand)
        able &= ~idle
    if able & (able - 1) == 0:  # at most one player has chips left: is there still a bet to call?
        live, bets = money.live, money.bets
        # nobody can match more than that, but a short blind is called in full while others can (PK-9)
        if live & (live - 1) == 0 or not able or bets[able.bit_length() - 1] >= min(betting.level, max(bets)):
            # the hand before a dead seat can still be taken up with a call (PK-24)
            return pending & idle if betting.level else 0
    return pending


def close(hand: HandInPlay) -> None:
    """Close the round: return what nobody called, and let the dealer go on."""
    money = hand.money
    hand.end_phase()
    if hand.betting.blind:
        hand.betting.close()
    if hand.dead_seats:
        dead_seats.take_in(hand)
    bets, live = money.bets, money.live
    level = max(bets)
    alone = live & (live - 1) == 0
    if alone:
        hand.queue[:] = [_SETTLE]
    if level:
        if bets.count(level) == 1:
            second = sorted(bets)[-2]
            hand.queue.append(ReturnUncalled(bets.index(level), level - second))
        money.sweep()
    elif not alone and _plays_on(hand):
        hand.queue.append(OpenRound(hand.street_number))


# Rounds without a bet (LB-5, DR-3), and checks of a strong hand (LB-3) -----------------------------------------------


def _plays_on(hand: HandInPlay) -> bool:
    """True if the same cards are bet on again after a round in which nobody bet.

    In the first round the house book decides between this and a new deal.
    """
    opening = hand.game.opening
    if hand.street_number or hand.betting.passes >= len(opening.passed):
        return False
    follows = opening.passed[hand.betting.passes]
    hand.betting.pass_out()
    hand.play_for(hand.game.contests)
    hand.events.append(RoundPassed("passed", rule=opening.rule, follows=follows))
    if follows == "play on":
        return True
    hand.before_first_street()
    _everyone_again(hand)
    hand.deal_again()
    return False


_OUT = frozenset({"fold", "foul hand", "misdescribed hand"})


def _everyone_again(hand: HandInPlay) -> None:
    """Deal everyone in again, also those who folded (LB-5); not players who forfeited the pot, nor dead seats."""
    for position, seat in enumerate(hand.seats):
        bit = 1 << position
        if not (hand.money.live | hand.dead_seats) & bit:
            out = next(event.verb for event in reversed(hand.events) if event.seat == seat and event.verb in _OUT)
            if out == "fold":
                hand.money.deal_in(position)


def _note_sandbag(hand: HandInPlay, position: int) -> None:
    """Note a check with too strong a hand, which costs everything bet after the draw (LB-3)."""
    cards = hand.piles.down[position]
    if UNKNOWN in cards or (hand.piles.joker and JOKER in cards):
        return
    if hand.game.contests[0].ranking.value(cards) >= hand.game.sandbag[hand.street_number]:
        hand.betting.note_sandbag(position)


# What a seat does ---------------------------------------------------------------------------------------------------


def _betting(hand: HandInPlay, word: str, cents: int = 0) -> None:
    if hand.phase != "bet":
        _refuse(hand, word)
    if cents:
        raise IllegalAction(f"a {word} takes no amount; {dollars(cents)} was given.")


def _refuse(hand: HandInPlay, word: str) -> NoReturn:
    option = next((one for one in hand.legal(hand.actors[0]) if one.word == word), Option(word))
    why = option.why or "it is not possible now"
    raise IllegalAction(f"seat {hand.actors[0]} cannot {word}: {why}.", rule=option.rule)


def fold(hand: HandInPlay, position: int, word: str, cents: int) -> tuple[str, int]:
    if hand.phase != "bet" or cents:
        _betting(hand, word, cents)
    if hand.betting.can_bring_in:
        _refuse(hand, word)
    hand.money.pass_over(1 << position)
    hand.piles.to_the_muck(position)
    hand.events.append(HandFolded("fold", hand.seats[position], "muck"))
    if hand.dead_seats and dead_seats.one_player_left(hand):
        close(hand)
    else:
        hand.advance(position)
    return "fold", 0


def check(hand: HandInPlay, position: int, word: str, cents: int) -> tuple[str, int]:
    if hand.phase != "bet" or cents:
        _betting(hand, word, cents)
    betting = hand.betting
    if betting.level > hand.money.bets[position] or betting.must_bet or betting.can_bring_in:
        _refuse(hand, word)
    betting.acts(position)
    if hand.game.sandbag[hand.street_number]:
        _note_sandbag(hand, position)
    hand.events.append(TurnChecked("check", hand.seats[position]))
    hand.advance(position)
    return "check", 0


def call(hand: HandInPlay, position: int, word: str, cents: int) -> tuple[str, int]:
    if hand.phase != "bet" or cents:
        _betting(hand, word, cents)
    betting, money = hand.betting, hand.money
    price = betting.level - money.bets[position]
    if price <= 0:
        _refuse(hand, word)
    rule = hand.game.call_rule
    stack = money.stacks[position]
    all_in = price >= stack
    if price > stack:
        price, rule = stack, hand.game.short_rule
    betting.acts(position)
    money.move(position, POT, price, "call", rule, "call", BET)
    seat, to = hand.seats[position], money.bets[position]
    hand.events.append(ChipsWagered("call", seat, "", (), False, price, rule, to, all_in))
    hand.advance(position)
    return "call", 0


def bring_in(hand: HandInPlay, position: int, word: str, cents: int) -> tuple[str, int]:
    _betting(hand, word, cents)
    if not hand.betting.can_bring_in:
        _refuse(hand, word)
    _bring_in(hand, position, word)
    hand.advance(position)
    return word, 0


def put_in(hand: HandInPlay, position: int, word: str, to: int) -> tuple[str, int]:
    """Bet, complete or raise to a total in front; 0 stands for the only amount where there is just one."""
    if hand.phase != "bet":
        _refuse(hand, word)
    offered = hand.offer or wager(hand, position)
    if offered.word != word:
        _refuse(hand, word)
    low, high, unit = offered.low, offered.high, offered.step
    if not to and low == high:
        to = low
    if not (to == high or (low <= to < high and (to - low) % unit == 0)):
        raise IllegalAction(_amounts(word, to, low, high, unit))
    game, betting, money = hand.game, hand.betting, hand.money
    if word == "bet" and betting.pair_option:
        betting.bet_higher(to)
    rule = wager_rule(hand, word, to) if game.short_all_in_is_action else game.wager_rules[word]
    cents = to - money.bets[position]
    money.move(position, POT, cents, word, rule, "bet", BET)
    seat, all_in = hand.seats[position], not money.stacks[position]
    betting.bet(position, to, money.able, all_in=all_in)
    last = betting.wagers >= game.wagers and raises_left(hand, position) == 0
    hand.events.append(ChipsWagered(word, seat, "", (), False, cents, rule, to, all_in, last))
    hand.advance(position)
    return word, to


def _amounts(word: str, to: int, low: int, high: int, unit: int) -> str:
    if low == high:
        wanted = f"it can only be to {dollars(low)}"
    else:
        wanted = f"write a total from {dollars(low)} to {dollars(high)} in steps of {dollars(unit)}"
    return f"a {word} to {dollars(to)} is not possible; {wanted}."
