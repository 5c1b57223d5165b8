"""The showdown: hands are shown in turn, the dealer inspects them, and every pot goes to its winners."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from pitboss import cards
from pitboss.cards import UNKNOWN, Card
from pitboss.deal import IllegalAction, Option
from pitboss.deal.english import award_words
from pitboss.deal.event import CalledHand, HandShown
from pitboss.deal.hand_events import HandMucked, PotAwarded
from pitboss.deal.view import DealerAct
from pitboss.errors import PitbossError
from pitboss.poker.betting.unmatched_chips import Claim, claims, forfeited, last_hand
from pitboss.poker.showdown.awards import UNCONTESTED, Award, divide
from pitboss.poker.showdown.pots import Pot, pots
from pitboss.poker.spread_game import Contest
from pitboss.poker.step import HandInPlay, HandStep, PlayerStep
from pitboss.ranking.makers import make, suits

SHOWDOWN = "showdown"
"""The dealer's next act while nobody knows whether a hand will be shown or thrown away."""


# Showing ------------------------------------------------------------------------------------------------------------


class BeginShowdown(HandStep, frozen=True):
    """The betting is over: hands are shown in turn."""

    silent = True

    def do(self, hand: HandInPlay) -> None:
        _begin(hand)

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct(SHOWDOWN)


class AskToShow(PlayerStep, frozen=True):
    """A player may show or muck; the last one left need not show (PK-15).

    Throwing it away gives up the pots that other live hands can win, but never a pot in which nobody else is left.
    """

    silent = True

    def do(self, hand: HandInPlay) -> None:
        if hand.money.live & (hand.money.live - 1):
            hand.ask(self.position, "show")


class TurnUp(PlayerStep, frozen=True):
    """A hand is shown, and the dealer says what it is."""

    hands: tuple[CalledHand, ...] = ()

    def do(self, hand: HandInPlay) -> None:
        position = self.position
        hand.piles.show_hand(position)
        shown = tuple(hand.piles.own_cards(position))
        seat, rule = hand.seats[position], hand.game.show_rule
        hand.events.append(HandShown("show", seat, hand.accounts[position], shown, True, 0, rule, 0, self.hands))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct(SHOWDOWN, hand.seats[self.position])


class ThrowAway(PlayerStep, frozen=True):
    """A beaten hand goes to the muck unseen."""

    def do(self, hand: HandInPlay) -> None:
        hand.kill(self.position)
        hand.events.append(HandMucked("muck", hand.seats[self.position], "muck"))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct(SHOWDOWN, hand.seats[self.position])


class Settle(HandStep, frozen=True):
    """Divide the pots; ``order`` are the hands still to be shown or thrown away, if nobody was asked."""

    order: tuple[int, ...] | None = None

    silent = True

    def do(self, hand: HandInPlay) -> None:
        _settle(hand, self.order)

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        live = hand.money.live
        if live & (live - 1) and self.order:
            return DealerAct(SHOWDOWN, hand.seats[self.order[0]])
        return DealerAct("award") if hand.money.pot else None  # the fee may have taken all there was (PK-13)

    def without(self, hand: HandInPlay, position: int) -> HandStep | None:
        return self if self.order is None else Settle(tuple(one for one in self.order if one != position))


class PushAward(HandStep, frozen=True):
    """Push chips to a winner; the dealer has inspected the hand (PK-27)."""

    position: int
    cents: int
    pile: str
    claim: Claim
    hand: CalledHand | None = None

    def do(self, hand: HandInPlay) -> None:
        cents, pile, (reason, rule, half, by) = self.cents, self.pile, self.claim
        if not cents:
            return  # the fee has taken all there was (PK-13)
        hand.money.pay_out(self.position, cents, f"{pile}, {award_words(reason, half, by)}", rule, "award")
        seat = hand.seats[self.position]
        hand.events.append(PotAwarded("award", seat, pile, (), False, cents, rule, 0, reason, half, by, self.hand))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("award") if self.cents else None


class EndHand(HandStep, frozen=True):
    """End the hand."""

    silent = True

    def do(self, hand: HandInPlay) -> None:
        hand.end()


_END = EndHand()


def _begin(hand: HandInPlay) -> None:
    """The last to bet shows first, then clockwise; without a bet the first live hand from the button's left."""
    if hand.piles.joker and import_module("pitboss.poker.rulings").inspect(hand):
        return
    aggressor, live, count = hand.betting.aggressor, hand.money.live, len(hand.seats)
    first = aggressor if aggressor >= 0 and live >> aggressor & 1 else 0
    order = [place for place in (*range(first, count), *range(first)) if live >> place & 1]
    hand.open_phase("show")
    unknown = hand.piles.known is not None and any(UNKNOWN in hand.piles.down[position] for position in order)
    if hand.asks or unknown:
        steps: list[HandStep] = [AskToShow(position) for position in order]
        steps.append(Settle())
    else:
        steps = [Settle(tuple(order))]
    steps.reverse()
    hand.queue.extend(steps)


def legal(hand: HandInPlay, position: int) -> tuple[Option, ...]:
    rule = hand.game.show_rule
    own = cards.show(hand.piles.own_cards(position))
    return tuple(
        Option(word, ("show", f"show {own}") if word == "show" else (word,), rule=rule, folds=word == "muck")
        if word in ("show", "muck")
        else Option(word, why="the betting is over", rule=rule)
        for word in hand.game.words
    )


def show(hand: HandInPlay, position: int, text: str, cents: int) -> tuple[str, int]:
    """Turn up the whole hand; cards that were unknown are named after ``show``."""
    written = text.removeprefix("show").strip()
    seat = hand.seats[position]
    if hand.phase != "show" or cents:
        raise IllegalAction(f"seat {seat} cannot show now: hands are shown at the showdown.")
    own = hand.piles.own_cards(position)
    try:
        named = list(cards.parse(written)) if written else own
    except PitbossError as error:
        raise IllegalAction(str(error), rule=error.rule, cite=False) from None
    hidden = own.count(UNKNOWN)
    rest = list(named)
    for one in own:
        if one != UNKNOWN:
            if one not in rest:
                raise IllegalAction(
                    f"seat {seat} has to show {cards.text(one)} too; a hand is shown whole.", rule="PK-15"
                )
            rest.remove(one)
    if len(rest) != hidden:
        raise IllegalAction(
            f"seat {seat} holds {len(own)} cards and shows {len(named)}; a hand is shown whole.", rule="PK-15"
        )
    if hidden:
        _name_unknown(hand, position, rest)
    hand.nobody_acts()
    TurnUp(position).do(hand)
    return f"show {cards.show(named)}", 0


def _name_unknown(hand: HandInPlay, position: int, named: list[Card]) -> None:
    seen = {*hand.piles.board, *(one for pile in (*hand.piles.down, *hand.piles.up) for one in pile)} - {UNKNOWN}
    for one in named:
        if one == UNKNOWN or one in seen:
            raise IllegalAction(
                f"seat {hand.seats[position]} cannot hold {cards.text(one)}; name the cards that are shown."
            )
    hand.piles.name_cards(position, [named.pop(0) if one == UNKNOWN else one for one in hand.piles.down[position]])


def muck(hand: HandInPlay, position: int, word: str, cents: int) -> tuple[str, int]:
    if hand.phase != "show" or cents:
        raise IllegalAction(f"seat {hand.seats[position]} cannot muck now; before the showdown a player folds.")
    if hand.money.live & (hand.money.live - 1) == 0:
        raise IllegalAction("the last hand is not thrown away.")
    hand.nobody_acts()
    ThrowAway(position).do(hand)
    return word, 0


def shows(hand: HandInPlay, position: int) -> bool:
    """True if the hand is shown: where all are, and where no hand shown so far beats it for some part of a pot (PK-15).

    Only hands that everybody has seen count, so the answer reveals nothing about the others.
    """
    if hand.game.shows:
        return True
    rivals = hand.money.live & hand.piles.shown & ~(1 << position)
    for contest in hand.contests:
        mine = contest.judge(hand.piles.own_cards(position), hand.piles.board)
        better = 0
        for other in range(len(hand.seats)):
            if rivals >> other & 1 and contest.judge(hand.piles.own_cards(other), hand.piles.board) > mine:
                better |= 1 << other
        if mine and any(
            pot.players >> position & 1 and not pot.players & better for pot in pots_of(hand, hand.money.put)
        ):
            return True
    return False


# Settling -----------------------------------------------------------------------------------------------------------


def laid_out(contest: Contest, own: list[Card], board: list[Card]) -> tuple[Card, ...]:
    """The cards that make a hand, in the order they count."""
    if contest.hole:
        return make(contest.ranking, must=[(own, contest.hole), (board, contest.board)]).cards
    return contest.ranking.best(own + board)


def _settle(hand: HandInPlay, order: tuple[int, ...] | None) -> None:
    """Work out every award, then queue the hands to be shown or mucked and the chips to be pushed."""
    live = hand.money.live
    hand.end_phase()
    alone = live & (live - 1) == 0
    if alone:
        last = live.bit_length() - 1
        if not hand.betting.sandbags and hand.money.put[last] == max(hand.money.put):
            hand.queue[:] = [_END, PushAward(last, hand.money.pot, "pot", last_hand(hand, last))]
            return
        values = [[live >> position & 1 for position in range(len(hand.seats))]]
    else:
        values = evaluate(hand)
    awards, back, before = _awards(hand, values)
    steps: list[HandStep] = []
    if not alone and order is not None:
        steps += _showing(hand, order, values, awards)
    for award in awards:
        claim = _claim(hand, award, before, alone)
        contest = hand.contests[award.contest]
        won = contest.called(values[award.contest][award.position]) if claim.reason == "hand" else None
        steps.append(PushAward(award.position, award.cents, pot_name(award.pot, before), claim, won))
    steps += [PushAward(position, cents, "pot", Claim("returned", _sandbag_rule(hand))) for position, cents in back]
    steps.append(_END)
    steps.reverse()
    hand.queue[:] = steps


def _claim(hand: HandInPlay, award: Award, before: int, alone: bool) -> Claim:
    """Why a player gets an award, and the rule that decided it."""
    if award.contest == UNCONTESTED:
        return claims(hand)[award.position]
    if alone:
        return last_hand(hand, award.position)
    contest = hand.contests[award.contest]
    if award.pot >= before:  # a player who checked too good a hand has no part in it (LB-3)
        return Claim("hand", _sandbag_rule(hand), contest.name)
    if not award.by:
        return Claim("hand", contest.rule, contest.name)
    rules = hand.game.book.showdown.rule
    decided = rules.get("ties" if award.by == "suit" else "odd_chip", contest.rule)
    return Claim("hand", decided, contest.name, award.by)


def _sandbag_rule(hand: HandInPlay) -> str:
    return hand.game.streets[0].sandbag_rule


def pot_name(number: int, before: int) -> str:
    """The name of a pot; those after the first ones hold what was bet after the draw (LB-3)."""
    if number < before:
        return f"side pot {number}" if number else "pot"
    number -= before
    return f"bets after the draw, side pot {number}" if number else "bets after the draw"


def evaluate(hand: HandInPlay) -> list[list[int]]:
    """The value of every live hand in every contest, each worked out once."""
    board, live = hand.piles.board, hand.money.live
    return [
        [
            contest.judge(hand.piles.down[position] + hand.piles.up[position], board) if live >> position & 1 else 0
            for position in range(len(hand.seats))
        ]
        for contest in hand.contests
    ]


def _awards(hand: HandInPlay, values: list[list[int]]) -> tuple[list[Award], list[tuple[int, int]], int]:
    """Return the awards of each pot, the chips that go back, and the number of pots before the draw (else of all)."""
    guilty = hand.betting.sandbags & hand.money.live
    if guilty and hand.betting.before_draw is not None:
        return _without_sandbags(hand, values, hand.betting.before_draw, hand.money.live & ~guilty)
    piles = pots_of(hand, hand.money.put)
    return _divide(hand, piles, values), [], len(piles)


def pots_of(hand: HandInPlay, put: list[int]) -> list[Pot]:
    """The pots these chips make; chips that no live hand has matched never go to a live hand (PK-10)."""
    live, most = hand.money.live, max(put)
    if live >> put.index(most) & 1 or any(live >> place & 1 for place, cents in enumerate(put) if cents == most):
        return pots(put, live, hand.money.dead, hand.money.taken)
    return pots(put, live, hand.money.dead, hand.money.taken, claims(hand), forfeited(hand))


def _divide(hand: HandInPlay, piles: list[Pot], values: list[list[int]]) -> list[Award]:
    policy, live = hand.game.book.showdown, hand.money.live
    if policy.ties != "suit" or not live & (live - 1):
        return divide(piles, values, hand.game.chip, policy.odd_half)

    def by_suit(contest: int, tied: list[int]) -> list[int]:
        keys = [suits(laid_out(hand.contests[contest], hand.piles.own_cards(who), hand.piles.board)) for who in tied]
        top = max(keys)
        return [who for who, key in zip(tied, keys, strict=True) if key == top]

    return divide(piles, values, hand.game.chip, policy.odd_half, by_suit)


def _without_sandbags(
    hand: HandInPlay, values: list[list[int]], before: list[int], clean: int
) -> tuple[list[Award], list[tuple[int, int]], int]:
    """Divide the pots so that a player who checked a seven or better wins only the pots before the draw (LB-3)."""
    piles = pots_of(hand, before)
    awards = _divide(hand, piles, values)
    after = [total - early for total, early in zip(hand.money.put, before, strict=True)]
    most = max((cents for position, cents in enumerate(after) if clean >> position & 1), default=0)
    if most:
        open_to = sum(1 << position for position, cents in enumerate(after) if cents and clean >> position & 1)
        later = pots([min(cents, most) for cents in after], open_to)
        awards += [award._replace(pot=award.pot + len(piles)) for award in _divide(hand, later, values)]
    back = [(position, cents - most) for position, cents in enumerate(after) if cents > most]
    return awards, back, len(piles)


def _showing(hand: HandInPlay, order: Sequence[int], values: list[list[int]], awards: list[Award]) -> list[HandStep]:
    """In turn, a hand is shown unless a hand already shown beats it everywhere; winners always show (PK-15)."""
    every = hand.game.shows
    must = {award.position for award in awards}
    steps: list[HandStep] = []
    best = [0] * len(values)
    for position in order:
        beaten = True
        for place, strengths in enumerate(values):
            mine = strengths[position]
            if mine and mine >= best[place]:
                best[place] = mine
                beaten = False
        if beaten and not every and position not in must:
            steps.append(ThrowAway(position))
        else:
            steps.append(TurnUp(position, _announce(hand, position, values)))
    return steps


def _announce(hand: HandInPlay, position: int, values: list[list[int]]) -> tuple[CalledHand, ...]:
    """A hand as the dealer calls it: the high hand, and the low one if it has one."""
    high = hand.contests[0].called(values[0][position])
    if len(values) == 1 or not values[1][position]:
        return (high,)
    return high, hand.contests[1].called(values[1][position])
