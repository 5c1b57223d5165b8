"""Random rulings in every game of every house: no card or chip is lost, no card leaks, hands still end (PK-30)."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss import cards
from pitboss.cards import JOKER
from pitboss.deal import IllegalAction
from pitboss.deal.record import Record, SeatAct
from pitboss.poker.betting.unmatched_chips import forfeited
from pitboss.poker.hand import Hand
from pitboss.poker.rulings import CASES, procedures
from pitboss.poker.rulings.common import pushed
from tests.examples import examples

from ..table import SPREAD, load, random_act
from .chance import conserved, facts, play_with_rulings, rule_something

EXAMPLES, MANY = 0.06, 0.8
every_game = pytest.mark.parametrize(("house", "game"), SPREAD)
seeds = st.integers(0, 2**32)


def table(house: str, game: str, seed: int) -> tuple[Hand, random.Random]:
    """A hand with random seats and stacks, short ones among them; now and then a joker, a dead seat, players asked."""
    rng = random.Random(seed)
    spread = load(game, house)
    heads = rng.randint(*spread.seats)
    seats = rng.sample(range(1, 11), heads)
    stacks = {seat: rng.choice([300, 500, 1_000, 4_000, 20_000]) for seat in seats}
    more: dict[str, object] = {"auto": rng.random() < 0.5, "joker": rng.random() < 0.3}
    if heads > 2 and rng.random() < 0.3:
        more["dead"] = [seats[1]]
    if rng.random() < 0.5:
        more["showdown"] = "ask"
    return spread.deal(stacks, seats[0], pitboss.seeded(seed), **more), rng


def check_whole_hand(house: str, game: str, seed: int) -> list[str]:
    hand, rng = table(house, game, seed)
    made = play_with_rulings(hand, rng)
    assert hand.done
    assert hand.chips()["pot"] == 0
    for position, cents in enumerate(pushed(hand)):  # nobody is paid what he has not matched, whatever is ruled (PK-10)
        assert cents <= sum(min(one, hand.money.put[position]) for one in hand.money.put) + hand.money.dead, (
            position,
            hand.money.put,
        )
    if not hand.betting.sandbags:
        check_forfeits(hand)
    accounts = Counter({f"player {seat}": cents for seat, cents in hand.record.setup["stacks"]})
    for move in hand.moves:
        assert move.cents > 0
        accounts[move.source] -= move.cents
        accounts[move.target] += move.cents
    assert {**accounts, "pot": 0, "fee box": accounts["fee box"]} == hand.chips()
    data = hand.dump()
    again = Hand.load(data)
    assert (again.events, again.moves, again.chips(), again.dump()) == (hand.events, hand.moves, hand.chips(), data)
    return made


def check_forfeits(hand: Hand) -> None:
    """Who forfeited gets back what nobody else has matched of his bets, and nothing more (PK-16, PK-18)."""
    given_out = pushed(hand)
    lost = forfeited(hand)
    others = max([cents for place, cents in enumerate(hand.money.put) if place not in lost], default=0)
    for place in lost:
        assert given_out[place] == max(0, hand.money.put[place] - others), (place, hand.money.put)


@pytest.mark.rule("PK-30", "PK-16", "PK-18")
@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_chips_and_cards_are_conserved_and_the_hand_ends(house: str, game: str, seed: int) -> None:
    check_whole_hand(house, game, seed)


@pytest.mark.long
@pytest.mark.rule("PK-30")
@every_game
@examples(MANY)
@given(seed=seeds)
def test_chips_and_cards_are_conserved_over_many_hands(house: str, game: str, seed: int) -> None:
    check_whole_hand(house, game, seed)


@pytest.mark.rule("PK-17")
@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_hands_thrown_away_come_back_again_and_again(house: str, game: str, seed: int) -> None:
    """In the round, in later ones, after the fold that ended the hand, at the showdown: nothing is lost by it."""
    hand, rng = table(house, game, seed)
    came_back = 0
    while True:
        away = [seat for place, seat in enumerate(hand.seats) if place in hand.piles.thrown]
        if away and came_back < 6 and rng.random() < 0.4:
            with suppress(IllegalAction):
                hand.floor("retrieved hand", seat=rng.choice(away))
                came_back += 1
        elif hand.done:
            break
        elif hand.actors:
            random_act(hand, rng, folds=0.5)
        else:
            hand.step()
        conserved(hand)
        assert sum(hand.money.bets) <= hand.pot or hand.done
    assert hand.chips()["pot"] == 0
    assert Hand.load(hand.dump()).events == hand.events


def somewhere(house: str, game: str, seed: int, most: int) -> tuple[Hand, random.Random]:
    """A hand after fewer acts of the dealer and of the players than ``most``."""
    hand, rng = table(house, game, seed)
    for _ in range(rng.randrange(most)):
        if hand.done:
            break
        if hand.actors:
            random_act(hand, rng)
        else:
            hand.step()
    return hand, rng


@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_a_ruling_undone_leaves_nothing_behind(house: str, game: str, seed: int) -> None:
    hand, rng = somewhere(house, game, seed, 30)
    before = (list(hand.events), list(hand.moves), hand.actors, hand.chips(), hand.view("floor"), hand.done)
    if not rule_something(hand, rng):
        return
    after = (list(hand.events), list(hand.moves), hand.actors, hand.chips(), hand.view("floor"), hand.done)
    ruling = hand.record.entries[-1]
    hand.undo()
    assert (hand.events, hand.moves, hand.actors, hand.chips(), hand.view("floor"), hand.done) == before
    hand.floor(ruling.name, **ruling.facts)
    assert (hand.events, hand.moves, hand.actors, hand.chips(), hand.view("floor"), hand.done) == after


@pytest.mark.rule("PK-30")
@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_what_is_listed_as_impossible_is_refused_with_its_rule(house: str, game: str, seed: int) -> None:
    hand, rng = somewhere(house, game, seed, 40)
    before = (hand.dump(), list(hand.events), hand.view("floor"))
    for option in hand.rulings():
        assert option.rule == procedures()[option.word].rule
        if not option.allowed:
            with pytest.raises(IllegalAction) as refused:
                hand.floor(option.word, **facts(hand, option.word, rng))
            assert option.why.rstrip(".") in str(refused.value)
            assert option.rule in str(refused.value)
    assert (hand.dump(), hand.events, hand.view("floor")) == before
    assert {option.word for option in hand.rulings()} == {*CASES, "card shortage"}


def redealt(hand: Hand, unseen: list[int], rng: random.Random) -> Hand:
    """A copy of the hand in which the cards a viewer has not seen are permuted."""
    changed = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))

    def act(entry: object) -> object:
        if isinstance(entry, SeatAct) and entry.action.startswith("draw "):
            thrown = [changed.get(card, card) for card in cards.parse(entry.action[5:])]
            return SeatAct(entry.seat, f"draw {cards.show(thrown)}", entry.cents)
        return entry

    record = hand.record
    orders = [tuple(changed.get(card, card) for card in order) for order in record.shuffles]
    return Hand.load(Record(record.kind, record.setup, record.auto, orders, [act(one) for one in record.entries]))


@pytest.mark.rule("PK-19", "PK-30")
@every_game
@examples(EXAMPLES * 2)
@given(seed=seeds)
def test_nothing_leaks_from_a_ruling(house: str, game: str, seed: int) -> None:
    """A view does not depend on cards its viewer has not seen."""
    hand, rng = table(house, game, seed)
    for _ in range(rng.randrange(5, 40)):
        if hand.done or any(event.verb in ("show", "muck", "award") for event in hand.events):
            return  # who wins depends on cards that are never shown
        if rng.random() < 0.3 and rule_something(hand, rng):
            continue
        if hand.actors:
            random_act(hand, rng, folds=0.1)
        elif not hand.done:
            hand.step()
    if hand.done or any(event.verb in ("show", "muck", "award") for event in hand.events):
        return
    for viewer in (rng.choice(hand.seats), "rail"):
        view = hand.view(viewer)
        seen = {card for event in view.events for card in event.cards}
        seen |= {card for pile in view.piles.values() for card in pile}
        unseen = [card for card in hand.game.deck if card not in seen and card != JOKER]
        try:
            other = redealt(hand, unseen, rng)
        except IllegalAction:
            continue  # with other cards that decision or ruling was not possible
        assert other.view(viewer) == view


def test_every_ruling_is_tried_by_chance() -> None:
    """Guards against the tests above passing without any ruling."""
    wanted = set(CASES)
    made: Counter[str] = Counter()
    for seed in range(900):
        house, game = SPREAD[seed % len(SPREAD)]
        made.update(check_whole_hand(house, game, seed))
        if wanted <= set(made):
            break
    assert wanted <= set(made), wanted - set(made)


def test_the_checks_can_fail() -> None:
    """A card or a chip too many is noticed."""
    hand, _ = table("pot", "holdem", 1)
    while not hand.piles.stub:
        hand.step()
    conserved(hand)
    hand.piles.stub.append(hand.piles.stub[0])
    with pytest.raises(AssertionError):
        conserved(hand)
    hand.piles.stub.pop()
    hand.money.stacks[0] += 1
    with pytest.raises(AssertionError):
        conserved(hand)
