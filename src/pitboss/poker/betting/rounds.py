"""Rounds of betting: how they open and close, and what follows when a seat puts chips in.

``level`` is what must be matched, ``full`` the last full bet or raise: an all-in between two steps raises the first and
not the second, so that facing $10 and an all-in of $18 the next player calls $18 or raises to $20 (PK-10), and facing
an all-in of $6 in a $10 round calls $6 or completes to $10 (PK-11). ``acted`` are the players who have acted since the
last full bet or raise; they may answer a mere all-in but not raise it. A big blind posted all-in for less is still
called in full and raised to twice its amount (PK-9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from pitboss.deal import IllegalAction, Option
from pitboss.deal.hand_events import ChipsWagered, HandFolded, TurnChecked
from pitboss.deal.standing import DealerAct
from pitboss.money import dollars
from pitboss.poker import dead_seats
from pitboss.poker.betting import passed_rounds, stud_opener
from pitboss.poker.betting.legality import least_raise, raises_left, wager, wager_rule
from pitboss.poker.betting.offers import Refusal
from pitboss.poker.layout.chips import BET, POT
from pitboss.poker.showdown.showdown import Settle
from pitboss.poker.step import HandStep

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


_SETTLE = Settle()


# The round --------------------------------------------------------------------------------------------------------


class OpenRound(HandStep, frozen=True):
    """Open the betting of a street: the opener, or the next player clockwise who has chips, is first to act."""

    number: int

    silent = True

    def do(self, hand: Hand) -> None:
        game = hand.game
        street = game.streets[self.number]
        hand.phase = "bet"
        size = hand.step_size = game.higher if street.limit == "higher" else game.lower
        posted = max(hand.bets) if any(hand.bets) else 0
        level = hand.level = posted if posted > hand.blind else hand.blind
        hand.last = hand.short = hand.acted = 0
        hand.full = level if level >= size else 0
        hand.wagers = 1 if hand.full and game.betting.blind_is_bet else 0
        hand.aggressor = -1
        hand.must_bet = hand.can_bring_in = False
        hand.pair_option = street.open_pair and not game.no_limit
        able = hand.pending = hand.able
        ups = hand.up
        if hand.dead_seats:  # a dead seat that nobody has played neither opens nor is forced to bet (PK-24)
            dead = dead_seats.idle(hand)
            able &= ~dead
            ups = [[] if dead >> position & 1 else up for position, up in enumerate(ups)]
        if not able or (able & (able - 1) == 0 and hand.bets[able.bit_length() - 1] >= posted):
            if not level:
                passed_rounds.no_betting(hand)
            close(hand)
            return
        if hand.deepest <= game.room:
            hand.count_deepest()
        opens = street.opens
        if opens == "left of button":
            first = 0
        elif opens == "after blinds":
            first = hand.opener_after + 1
        else:
            first = stud_opener.opener(hand, opens, ups)
        if street.must_bet:
            if able >> first & 1 or game.betting.low_all_in == "must bet":
                first = _next(able, first)
                if not street.completes or not game.bring_in:
                    hand.queue.append(ForceBet(first))
                    return
                hand.can_bring_in = True
            else:
                hand.must_bet = True  # S7-1: the next player clockwise bets or folds
            _turn(hand, _next(able, first))
            return
        _turn(hand, _next(hand.able, first))


class ForceBet(HandStep, frozen=True):
    """The opener's forced bet: the bring-in, or where there is none a full bet (S7-1)."""

    position: int

    def do(self, hand: Hand) -> None:
        _bring_in(hand, self.position, "forced bet")
        advance(hand, self.position)

    def told(self, hand: Hand) -> DealerAct | None:
        return DealerAct("forced bet", hand.seats[self.position])

    def without(self, hand: Hand, position: int) -> HandStep | None:
        return OpenRound(hand.street_number) if self.position == position else self  # somebody else opens


class ReturnUncalled(HandStep, frozen=True):
    """A bet that nobody called is not in the pot (PK-10)."""

    position: int
    cents: int

    def do(self, hand: Hand) -> None:
        hand.give_back(self.position, self.cents, "uncalled bet", hand.game.short_rule, "uncalled")

    def told(self, hand: Hand) -> DealerAct | None:
        return DealerAct("return", hand.seats[self.position])


def _bring_in(hand: Hand, position: int, verb: str) -> None:
    game = hand.game
    owed = game.bring_in or hand.step_size
    cents = min(owed, hand.stacks[position])
    rule = game.streets[hand.street_number].rule
    hand.pay_in(position, cents, verb, rule, "bring-in")
    seat, all_in = hand.seats[position], not hand.stacks[position]
    hand.events.append(ChipsWagered(verb, seat, "", (), False, cents, rule, hand.bets[position], all_in))
    hand.can_bring_in = False
    hand.level = cents
    if cents >= hand.step_size:
        hand.full, hand.wagers = cents, 1
        hand.aggressor = position
    hand.acted |= 1 << position
    hand.pending = hand.able & ~(1 << position)


def _next(mask: int, position: int) -> int:
    """The first position of a mask from here on, clockwise."""
    rest = mask >> position << position
    rest = rest or mask
    return (rest & -rest).bit_length() - 1


def _turn(hand: Hand, position: int) -> None:
    hand.actor = position
    hand.actors = hand.turns[position]


def advance(hand: Hand, position: int) -> None:
    """The next seat to act; none when the round, or the hand, is over."""
    pending = hand.pending
    if not pending:
        close(hand)
        return
    able, idle = hand.able, 0
    if hand.dead_seats:
        idle = dead_seats.idle(hand)
        able &= ~idle
    if able & (able - 1) == 0:  # at most one player has chips left: is there still a bet to call?
        live = hand.live
        # nobody can match more than that, but a short blind is called in full while others can (PK-9)
        if live & (live - 1) == 0 or not able or hand.bets[able.bit_length() - 1] >= min(hand.level, max(hand.bets)):
            pending &= idle  # the hand before a dead seat can still be taken up with a call (PK-24)
            if not pending or not hand.level:
                close(hand)
                return
    rest = pending >> position + 1 << position + 1
    rest = rest or pending
    position = (rest & -rest).bit_length() - 1
    hand.actor = position
    hand.actors = hand.turns[position]


def close(hand: Hand) -> None:
    """The round is over: what nobody called goes back, and the dealer goes on."""
    hand.actors, hand.actor, hand.phase = (), -1, ""
    hand.blind = 0
    if hand.dead_seats:
        dead_seats.take_in(hand)
    bets, live = hand.bets, hand.live
    level = max(bets) if any(bets) else 0
    alone = live & (live - 1) == 0
    if alone:
        hand.queue[:] = [_SETTLE]
    if level:
        if bets.count(level) == 1:
            second = sorted(bets)[-2]
            hand.queue.append(ReturnUncalled(bets.index(level), level - second))
        hand.sweep()
    elif not alone and passed_rounds.plays_on(hand):
        hand.queue.append(OpenRound(hand.street_number))


# What a seat does ---------------------------------------------------------------------------------------------------


def _betting(hand: Hand, word: str, cents: int = 0) -> None:
    if hand.phase != "bet":
        _refuse(hand, word)
    if cents:
        raise IllegalAction(f"a {word} takes no amount; {dollars(cents)} was given.")


def _refuse(hand: Hand, word: str) -> NoReturn:
    option = next((one for one in hand.legal(hand.actors[0]) if one.word == word), Option(word))
    why = option.why or "it is not possible now"
    raise IllegalAction(f"seat {hand.actors[0]} cannot {word}: {why}.", rule=option.rule)


def fold(hand: Hand, position: int, word: str, cents: int) -> tuple[str, int]:
    if hand.phase != "bet" or cents:
        _betting(hand, word, cents)
    if hand.can_bring_in:
        _refuse(hand, word)
    hand.pending &= ~(1 << position)
    hand.to_the_muck(position)
    hand.events.append(HandFolded("fold", hand.seats[position], "muck"))
    if hand.dead_seats and dead_seats.one_player_left(hand):
        close(hand)
    else:
        advance(hand, position)
    return "fold", 0


def check(hand: Hand, position: int, word: str, cents: int) -> tuple[str, int]:
    if hand.phase != "bet" or cents:
        _betting(hand, word, cents)
    if hand.level > hand.bets[position] or hand.must_bet or hand.can_bring_in:
        _refuse(hand, word)
    bit = 1 << position
    hand.pending &= ~bit
    hand.acted |= bit
    if hand.game.sandbag[hand.street_number]:
        passed_rounds.note_sandbag(hand, position)
    hand.events.append(TurnChecked("check", hand.seats[position]))
    advance(hand, position)
    return "check", 0


def call(hand: Hand, position: int, word: str, cents: int) -> tuple[str, int]:
    if hand.phase != "bet" or cents:
        _betting(hand, word, cents)
    price = hand.level - hand.bets[position]
    if price <= 0:
        _refuse(hand, word)
    rule = hand.game.call_rule
    stack = hand.stacks[position]
    all_in = price >= stack
    if price > stack:
        price, rule = stack, hand.game.short_rule
    bit = 1 << position
    hand.pending &= ~bit
    hand.acted |= bit
    hand.move(position, POT, price, "call", rule, "call", BET)
    seat, to = hand.seats[position], hand.bets[position]
    hand.events.append(ChipsWagered("call", seat, "", (), False, price, rule, to, all_in))
    advance(hand, position)
    return "call", 0


def bring_in(hand: Hand, position: int, word: str, cents: int) -> tuple[str, int]:
    _betting(hand, word, cents)
    if not hand.can_bring_in:
        _refuse(hand, word)
    _bring_in(hand, position, word)
    advance(hand, position)
    return word, 0


def put_in(hand: Hand, position: int, word: str, to: int) -> tuple[str, int]:
    """Bet, complete or raise to a total in front; 0 stands for the only amount where there is just one."""
    if hand.phase != "bet":
        _refuse(hand, word)
    offered = wager(hand, position)
    if isinstance(offered, Refusal) or offered.word != word:
        _refuse(hand, word)
    _, low, high, unit = offered
    if not to and low == high:
        to = low
    if not (to == high or (low <= to < high and (to - low) % unit == 0)):
        raise IllegalAction(_amounts(word, to, low, high, unit))
    if word == "bet" and hand.pair_option and to > hand.step_size:
        hand.step_size = hand.game.higher  # S7-2: the choice binds the round
    rule = wager_rule(hand, word, to) if hand.game.short_all_in_is_action else hand.game.wager_rules[word]
    cents = to - hand.bets[position]
    hand.move(position, POT, cents, word, rule, "bet", BET)
    seat, all_in = hand.seats[position], not hand.stacks[position]
    if hand.game.short_all_in_is_action:
        _count_full_bets(hand, position, to)
    else:
        _count_every_bet(hand, position, to)
    last = hand.wagers >= hand.game.wagers and raises_left(hand, position) == 0
    hand.events.append(ChipsWagered(word, seat, "", (), False, cents, rule, to, all_in, last))
    hand.level = to
    hand.aggressor = position
    hand.must_bet = hand.can_bring_in = False
    hand.pending = hand.able & ~(1 << position)
    advance(hand, position)
    return word, to


def _count_full_bets(hand: Hand, position: int, to: int) -> None:
    """Count a full bet or raise; anything between is action only (PK-10)."""
    bit = 1 << position
    if to < (hand.full + least_raise(hand) if hand.full else hand.step_size):
        hand.acted |= bit
        return
    added = to - hand.level
    if added > hand.last:
        hand.last = added
    hand.full, hand.acted = to, bit
    hand.wagers += 1


def _count_every_bet(hand: Hand, position: int, to: int) -> None:
    """A short all-in is a bet or raise too, but reopens the betting only where it adds up to a full one."""
    bit, added = 1 << position, to - hand.level
    hand.wagers += 1
    hand.full = to
    hand.acted = bit if added >= hand.last else hand.acted | bit
    if added > hand.last:
        hand.last = added
    hand.short = 0 if hand.stacks[position] else hand.short + added
    if hand.short >= hand.last:
        hand.short = 0


def _amounts(word: str, to: int, low: int, high: int, unit: int) -> str:
    if low == high:
        wanted = f"it can only be to {dollars(low)}"
    else:
        wanted = f"write a total from {dollars(low)} to {dollars(high)} in steps of {dollars(unit)}"
    return f"a {word} to {dollars(to)} is not possible; {wanted}."
