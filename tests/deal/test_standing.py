"""The standing of a deal always agrees with its events, and it shows nothing that is hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import pitboss
from pitboss import house
from pitboss.deal.deal import Deal
from pitboss.deal.event import Event
from pitboss.deal.hand_events import AwardTakenBack, ChipsReturned
from pitboss.deal.round_events import HandsVoided, WagerSettled
from pitboss.deal.view import DealerAct, PotResult, PotStanding, Standing, WagerResult
from pitboss.house import Round
from pitboss.poker.hand import Hand
from tests.house.games.conformance import stakes
from tests.poker.table import SPREAD, load

from .random_play import ruled
from .slow_standing import Chips, award, awards, best_cards, open_decision, settlement, settlements
from .tables import amount

GAMES = [*house.names(), *(f"{name}, {place}" for place, name in SPREAD)]
ASKED = {"ask", "showdown", "award", "end"}
"""Acts of the dealer that may move neither a card nor a chip: the next player is asked, or nothing is left."""


def dealt(game: str, rng: random.Random, *, auto: bool) -> Deal:
    """A deal of a game of either kind, with short stacks and with several spots of one player among others."""
    shuffle = pitboss.seeded(rng.randrange(2**32))
    if game in house.names():
        against = house.load(game)
        placed = stakes(against.definition, rng.randint(1, 4), rng.randrange)
        owners = {spot: min(placed) for spot in placed} if rng.random() < 0.3 else None
        return against.deal(placed, shuffle, owners=owners, auto=auto)
    name, place = game.split(", ")
    stacks = {seat: rng.choice([300, 600, 1500, 2500, 12_000]) for seat in range(1, rng.randint(3, 6))}
    return load(name, place).deal(stacks, 1, shuffle, auto=auto, showdown=rng.choice(["ask", "run"]))


def decide(deal: Deal, rng: random.Random) -> None:
    seat = rng.choice(deal.actors)
    options = [option for option in deal.legal(seat) if option.allowed]
    option = rng.choice([each for each in options if each.word != "fold" or rng.random() < 0.3] or options)
    deal.act(seat, rng.choice(option.actions or (option.word,)), amount(option, rng))


def looked_at(deal: Deal) -> Standing:
    """The standing as every viewer is shown it."""
    standing = deal.view("rail").standing
    for viewer in (*deal._players(), "floor"):
        assert deal.view(viewer).standing == standing
    return standing


def compare(deal: Deal) -> None:
    standing = looked_at(deal)
    compare_results(deal, standing)
    if isinstance(deal, Hand):
        compare_hand(deal, standing)
    else:
        assert standing.decision == open_decision(deal)
        assert (standing.street, standing.pots, standing.front, standing.level) == ("", (), {}, 0)


def compare_results(deal: Deal, standing: Standing) -> None:
    """Results that were not taken back, and the chips of the pots."""
    if isinstance(deal, Round):
        results = [each for each in standing.results if isinstance(each, WagerResult)]
        assert [settlement(each) for each in results] == settlements(deal.events)
        assert all((each.hand is not None) == bool(each.line) for each in results)
        return
    assert isinstance(deal, Hand)
    in_pots = sum(pot.cents for pot in standing.pots)
    assert in_pots + sum(standing.front.values()) == deal.chips()["pot"]
    awarded = [each for each in standing.results if isinstance(each, PotResult)]
    assert [award(each) for each in awarded] == awards(deal.events)
    for each in awarded:
        if each.reason == "hand":
            value, ways = best_cards(deal, each.seat, each.half)
            assert frozenset(each.cards) in ways
            contest = next(one for one in deal.contests if one.name == each.half)
            assert each.hand == contest.called(value)
        else:
            assert each.cards == ()


def compare_hand(hand: Hand, standing: Standing) -> None:
    chips = Chips(hand.events)
    asked = {option.word: option for seat in hand.actors for option in hand.legal(seat) if option.allowed}
    betting = bool(hand.actors) and "draw" not in asked and "show" not in asked
    if hand.actors and not betting:
        chips.round_over()
    if betting:
        assert standing.street == hand.game.streets[hand.street_number].name
        compare_round(hand, standing, chips, asked)
    elif standing.dealer != DealerAct("forced bet", standing.dealer.seat if standing.dealer else 0):
        assert (standing.level, standing.raises_left) == (0, None)
    if hand.actors and (betting or "draw" in asked):
        assert standing.front == {seat: cents for seat, cents in chips.front.items() if cents}
        slow = enumerate(chips.pots(hand.seats))
        assert standing.pots == tuple(
            PotStanding(f"side pot {number}" if number else "pot", *pot) for number, pot in slow
        )


def compare_round(hand: Hand, standing: Standing, chips: Chips, asked: dict[str, Any]) -> None:
    """The level and the cap, by what the player to act may do and by the bets that were counted."""
    (seat,) = hand.actors
    mine = chips.front.get(seat, 0)
    if "call" in asked and asked["call"].cents < hand.stack(seat):
        assert standing.level == mine + asked["call"].cents
    elif "check" in asked:
        assert standing.level == mine
    left, game = standing.raises_left, hand.game
    if not game.capped:
        assert left is None
        return
    if "raise" in asked:
        assert left is None or left > 0
    pair = game.pair_uncapped and sum(hand.in_hand(each) for each in hand.seats) == 2
    assert (left is None) == pair
    if left is not None and not chips.all_in and not game.no_limit:
        forced = [event for event in hand.events if event.verb == "forced bet" and event.cents >= game.lower]
        first = hand.street_number == 0 and game.blinds and game.betting.blind_is_bet
        counted = chips.counted + (1 if first and max(game.blinds) >= game.lower else 0)
        counted += bool(forced) and not hand.board and chips.acted and hand.street_number == 0
        assert left == game.betting.raises - max(counted - 1, 0)


def acted_out(act: DealerAct | None, events: list[Event], asked: bool) -> None:
    """The dealer does what was announced."""
    assert act is not None
    verbs = ["post" if event.verb == "ante" else event.verb for event in events]
    if not events:
        assert act.act in ASKED
        assert asked or act.act == "end"
        return
    first = events[0]
    if act.act == "showdown":
        assert set(verbs) & {"show", "muck", "award", "foul hand"}
    elif act.act == "ask":
        assert asked or verbs[0] in ("decide", "look")
    else:
        assert act.act in verbs
    if act.seat and act.act != "showdown":
        assert first.seat == act.seat
    if act.act == verbs[0]:
        assert act.cards == len(first.cards)


def played(game: str, seed: str) -> None:
    """Play a deal and compare at every moment, dealt by machine or by hand."""
    rng = random.Random(seed)
    by_hand = rng.random() < 0.5
    deal = dealt(game, rng, auto=not by_hand)
    while not deal.done:
        compare(deal)
        before, version = deal.standing, deal.version
        act = before.dealer
        assert (act is not None) == (by_hand and not deal.actors)
        if deal.actors:
            decide(deal, rng)
        else:
            deal.step()
            acted_out(act, deal.events[version:], bool(deal.actors))
            if act == DealerAct("return", act.seat if act else 0):
                (returned,) = [event for event in deal.events[version:] if isinstance(event, ChipsReturned)]
                assert before.front == {returned.seat: returned.cents}
    compare(deal)
    final = deal.standing
    assert (final.pots, final.front, final.dealer, final.decision) == ((), {}, None, "")


@pytest.mark.parametrize("game", GAMES)
def test_the_standing_of_every_game_is_what_its_events_add_up_to(game: str) -> None:
    for seed in range(4):
        played(game, f"{game} {seed}")


@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
@example(game="five-stud, pot", seed=329895581)  # the fee takes the whole pot
def test_the_standing_is_what_events_add_up_to_whatever_is_played(game: str, seed: int) -> None:
    played(game, f"{game} {seed}")


def ruled_on(game: str, seed: str) -> tuple[Deal, bool]:
    """Play a deal by hand with a ruling now and then, and compare what was settled and where the chips are."""
    rng = random.Random(seed)
    deal, undone = dealt(game, rng, auto=False), False
    for _ in range(400):
        if deal.done and (undone or not isinstance(deal, Hand)):
            break
        if rng.random() < (0.5 if deal.done else 0.03):
            ruled(deal, rng)
        elif deal.actors:
            decide(deal, rng)
        elif not deal.step():
            break
        compare_results(deal, looked_at(deal))
        undone |= any(isinstance(event, AwardTakenBack) for event in deal.events) or _settled_and_void(deal)
    return deal, undone


def _settled_and_void(deal: Deal) -> bool:
    settled = any(isinstance(event, WagerSettled) for event in deal.events)
    return settled and any(isinstance(event, HandsVoided) for event in deal.events)


@pytest.mark.parametrize("games", [house.names(), [game for game in GAMES if ", " in game]], ids=["house", "poker"])
def test_what_a_ruling_takes_back_is_no_result_any_more(games: list[str]) -> None:
    undone = 0
    for seed in range(3 * len(games)):
        game = games[seed % len(games)]
        undone += ruled_on(game, f"{game} {seed}")[1]
    assert undone


@pytest.mark.rule("T5-18")
def test_a_void_spot_has_no_results_while_the_others_keep_theirs() -> None:
    placed = {1: {"ante": 500}, 2: {"ante": 300}}
    deal = house.load("top5", misdeal="spot").deal(placed, pitboss.seeded(3), auto=False)
    while {result.seat for result in deal.standing.results} != {1, 2}:
        if deal.actors:
            deal.act(deal.actors[0], "play")
        deal.step()
    deal.floor("misdeal", reason="a card was exposed", spot=2)
    assert {result.seat for result in deal.standing.results} == {1}
