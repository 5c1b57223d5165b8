"""Seven- and five-card stud in both houses (S7, S5), boards (PK-36), burns (PK-35) and card shortage (PK-26)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import pitboss
from pitboss import cards
from pitboss.poker.betting import stud_opener
from pitboss.poker.hand import Hand
from tests.poker.table import Arranged, against, amounts, book, checked_down, deal, dealt, load, may, play, verbs


def stud(house: str, *holes: str, stacks: tuple[int, ...] = (), game: str = "seven-stud") -> Hand:
    """Seats 1, 2, … with these cards in the order they come, the last seat on the button."""
    spread = load(game, house, "2-4")
    seats = dict(enumerate(holes, 1))
    deck = dealt(spread, seats, button=len(holes))
    return deal(spread, *(stacks or [5000] * len(holes)), shuffle=deck)


# Seven-card stud -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("S7-1", "S7-5", "PK-35")
@pytest.mark.parametrize("heads", [2, 6])
def test_pot_house_streets(heads: int) -> None:
    game = load("seven-stud", "pot")
    assert game.seats == (2, 8)
    hand = checked_down(deal(game, *[20_000] * heads, button=2))
    left = [*range(3, heads + 1), 1, 2] if heads > 2 else [1, 2]
    own = [2, *left[:-1]]
    given = [(event.seat, event.up) for event in hand.events if event.verb == "deal"]
    assert given[: 3 * heads] == [(seat, False) for seat in left * 2] + [(seat, True) for seat in left]
    # 4th to 7th street start with the button's own seat
    assert [seat for seat, _ in given[3 * heads :]] == own * 4
    assert [up for _, up in given[3 * heads :]] == [True] * 3 * heads + [False] * heads
    assert len(hand.piles.burns) == 4
    kinds = [event.verb for event in hand.events if event.verb in ("deal", "burn")]
    assert kinds == ["deal"] * 3 * heads + (["burn"] + ["deal"] * heads) * 4


@pytest.mark.rule("S7-5", "S7-3")
def test_the_button_house_always_deals_from_the_buttons_left() -> None:
    hand = checked_down(deal(load("seven-stud", "button", "2-4"), *[20_000] * 3))
    assert [event.seat for event in hand.events if event.verb == "deal"] == [1, 2, 3] * 7


@pytest.mark.rule("S7-5")
def test_with_the_button_folded_the_next_clockwise_gets_the_first_card() -> None:
    hand = stud("pot", "2s 2h 3c", "Kd Kh Kc", "Qs Qh Qc")
    play(hand, "2 call, 3 fold")
    assert [event.seat for event in hand.events if event.verb == "deal"][9:] == [1, 2]


@pytest.mark.rule("S7-1")
@pytest.mark.parametrize(
    ("ups", "opener"),
    [
        (["9d", "3h", "Ks"], 2),
        (["3d", "3c", "3h"], 2),  # the lowest suit on a tie
        (["Ac", "Kh", "Ks"], 2),  # the ace is high
        (["As", "Ac", "Ad"], 2),
    ],
)
def test_the_lowest_up_card_must_bet(ups: list[str], opener: int) -> None:
    hand = stud("pot", *(f"{down} {up}" for down, up in zip(["2s 2h", "4s 4h", "5s 5h"], ups, strict=True)))
    assert verbs(hand, "forced bet") == [("forced bet", opener, 200)]  # one full lower-limit bet
    assert hand.actors == (opener % 3 + 1,)
    assert sorted(may(hand)) == ["call", "fold", "raise"]
    assert amounts(hand, "raise") == [400]
    assert (hand.betting.wagers, hand.betting.full) == (1, 200)


@pytest.mark.rule("S7-1", "PK-8")
def test_the_forced_bet_is_the_bet_and_three_raises_follow() -> None:
    hand = stud("pot", "2s 2h 3c", "Kd Kh Kc", "Qs Qh Qc")
    play(hand, "2 raise, 3 raise, 1 raise")
    assert hand.betting.level == 800
    assert against(hand, "raise").rule == "PK-8"


@pytest.mark.rule("S7-1", "PK-10", "PK-11")
def test_a_forced_bet_with_too_few_chips_is_all_in_and_may_be_completed() -> None:
    hand = stud("pot", "2s 2h 3c", "Kd Kh Kc", "Qs Qh Qc", stacks=(170, 5000, 5000))
    assert verbs(hand, "forced bet") == [("forced bet", 1, 120)]
    assert may(hand)["call"].cents == 120
    assert amounts(hand, "complete") == [200]


@pytest.mark.rule("S7-1")
def test_a_low_card_without_chips_leaves_the_next_player_to_bet_or_fold() -> None:
    hand = stud("pot", "2s 2h 3c", "Kd Kh Kc", "Qs Qh Qc", stacks=(50, 5000, 5000))
    assert not verbs(hand, "forced bet")
    assert hand.actors == (2,)
    assert sorted(may(hand)) == ["bet", "fold"]
    assert against(hand, "check").rule == "S7-1"
    play(hand, "2 bet, 3 call")
    assert hand.street.name == "fourth"
    assert "check" in may(hand)


@pytest.mark.rule("S7-1", "PK-8")
def test_a_house_may_set_a_smaller_bring_in_that_is_completed(tmp_path: Path) -> None:
    house = book(
        tmp_path,
        "pot",
        (
            '[games.seven-stud.limits]\n"2-4" = { ante = "0.50",',
            '[games.seven-stud.limits]\n"2-4" = { bring_in = "1", ante = "0.50",',
        ),
    )
    game = load("seven-stud", house, "2-4")
    holes = {1: "2s 2h 3c", 2: "Kd Kh Kc", 3: "Qs Qh Qc"}
    hand = deal(game, *[5000] * 3, shuffle=dealt(game, holes, button=3))
    assert verbs(hand, "forced bet") == [("forced bet", 1, 100)]
    assert amounts(hand, "complete") == [200]
    play(hand, "2 complete, 3 raise, 1 raise, 2 raise")  # completing is not a raise
    assert hand.betting.level == 800
    assert against(hand, "raise").rule == "PK-8"


@pytest.mark.rule("S7-1", "PK-36")
def test_the_highest_board_opens_later_rounds() -> None:
    hand = stud("pot", "2s 2h 3c Jd Jc", "Kd Kh Kc 4d 9c", "Qs Qh Qc Qd 8c")
    play(hand, "2 call, 3 call")
    assert (hand.street.name, hand.actors) == ("fourth", (3,))  # a pair of queens
    play(hand, "3 check, 1 check, 2 check")
    assert (hand.street.name, hand.actors) == ("fifth", (3,))


@pytest.mark.rule("PK-36")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac", "Ks"),
        ("2c 2d", "Ac Kd"),
        ("2c 2d 2h", "As Ad Kc"),
        ("3c 3d 3h 3s", "As Ad Ah Kc"),
        ("5c 5d 4c 4d", "5h 5s Ac Kc"),  # two pair over a pair
        ("Ac 7d 6d 5d", "Kc Qc Jc Tc"),  # straights and flushes do not show
        ("Kc 9d 4d", "Kd 9h 3s"),
        ("Ks 9c 4c", "Kh 9d 4d"),  # equal ranks: the suit of the highest card
        ("9c Kd", "Kc 9s"),
    ],
)
def test_boards(higher: str, lower: str) -> None:
    up, down = cards.parse(higher), cards.parse(lower)
    assert (stud_opener.height(up), max(up)) > (stud_opener.height(down), max(down))


@pytest.mark.rule("PK-36")
def test_equal_boards_are_told_apart_by_suit_or_in_a_tournament_by_position() -> None:
    for house, first in (("pot", 2), ("wsop", 1)):
        game = load("seven-stud", house, **({} if house == "pot" else {"ante": 50, "bring_in": 0}))
        holes = {1: "2s 2h Kd 9c", 2: "3s 3h Ks 9d", 3: "4s 4h 5c 8s"}
        hand = deal(game, *[5000] * 3, shuffle=dealt(game, holes, button=3))
        while hand.street.name == "third":
            hand.act(hand.actors[0], "call" if "call" in may(hand) else "check")
        assert hand.actors == (first,)


@pytest.mark.rule("PK-36")
def test_boards_agree_with_the_comparators_of_the_rankings() -> None:
    from pitboss.ranking.makers import board_order, highest_board

    rng = random.Random(5)
    hand = deal(load("five-stud", "pot", "2-4"), *[5000] * 6)
    for _ in range(300):
        count = rng.randint(1, 4)
        some = rng.sample(range(52), 6 * count)
        hand.piles.up = [some[count * p : count * p + count] for p in range(6)]
        assert stud_opener.opener(hand, "high board", hand.piles.up) == highest_board(dict(enumerate(hand.piles.up)))
        if count == 1:
            lowest = min(range(6), key=lambda position: board_order(hand.piles.up[position]))
            assert stud_opener.opener(hand, "low card", hand.piles.up) == lowest


@pytest.mark.rule("PK-36")
def test_an_opener_without_chips_passes_the_opening_clockwise() -> None:
    hand = stud("pot", "2s 2h 3c Jd", "4s 4h Kc Kd", "Qs Qh Qc 8d", stacks=(5000, 250, 5000))
    play(hand, "2 call, 3 call")
    assert not hand.money.able >> 1 & 1
    assert hand.actors == (3,)


@pytest.mark.rule("S7-2")
def test_an_open_pair_on_fourth_street_chooses_the_limit_for_that_round() -> None:
    hand = stud("pot", "2s 2h 3c Jd", "4s 4h Kc Kd", "Qs Qh Qc 8d")
    play(hand, "2 call, 3 call")
    assert amounts(hand, "bet") == [200, 400]
    assert may(hand)["bet"].rule == "S7-2"
    play(hand, "2 bet 400")
    assert hand.events[-1].rule == hand.moves[-1].rule == "S7-2"
    assert amounts(hand, "raise") == [800]
    play(hand, "3 raise, 1 fold, 2 call")
    assert hand.street.name == "fifth"
    assert amounts(hand, "bet") == [400]
    lower = stud("pot", "2s 2h 3c Jd", "4s 4h Kc Kd", "Qs Qh Qc 8d")
    play(lower, "2 call, 3 call, 2 bet 200")
    assert lower.events[-1].rule == "PK-7"
    assert amounts(lower, "raise") == [400]


@pytest.mark.rule("S7-2")
def test_only_a_pairs_holder_chooses_and_only_while_nobody_has_bet() -> None:
    hand = stud("pot", "2s 2h 3c Jd", "4s 4h Kc Kd", "Qs Qh Qc 8d")
    play(hand, "2 call, 3 call, 2 check")
    assert amounts(hand, "bet") == [200]
    play(hand, "3 bet, 1 call")
    assert amounts(hand, "raise") == [400]  # once anyone has bet the limit stands
    for street in load("seven-stud", "button", "2-4").streets:
        assert not street.open_pair
    hand = stud("pot", "2s 2h 3c Jd", "4s 4h Kc Kd", "Qs Qh Qc 8d", stacks=(5000, 250 + 300, 5000))
    play(hand, "2 call, 3 call")
    assert amounts(hand, "bet") == [200, 300]
    assert may(hand)["bet"].rule == "PK-10"
    play(hand, "2 bet 300")  # the higher limit, all-in for less
    assert hand.events[-1].rule == "PK-10"
    assert amounts(hand, "complete") == [400]


@pytest.mark.rule("S7-2")
def test_the_open_pair_has_no_choice_on_other_streets() -> None:
    hand = stud("pot", "2s 2h 3c Jd 9c", "4s 4h Kc Kd 8c", "Qs Qh Qc 8d 7c")
    play(hand, "2 call, 3 call, 2 check, 3 check, 1 check")
    assert amounts(hand, "bet") == [400]


@pytest.mark.rule("S7-3", "PK-33")
def test_in_the_button_house_the_highest_card_opens_every_round_without_being_forced() -> None:
    hand = stud("button", "2s 2h 3c Jd", "4s 4h Kc 5d", "Qs Qh Qc 8d")
    assert hand.actors == (2,)
    assert sorted(may(hand)) == ["bet", "check", "fold"]
    play(hand, "2 check, 3 check, 1 check")
    assert hand.actors == (2,)


@pytest.mark.rule("S7-1")
def test_best_five_of_seven() -> None:
    hand = checked_down(stud("pot", "2s 3s 4c Td 5s 6s 9c", "As Ad Kc Qh 8h 7h 2d"))
    assert [event.seat for event in hand.events if event.verb == "award"] == [1]
    assert next(event.words for event in hand.events if event.verb == "show") == "straight, six high"


# Card shortage (PK-26) -----------------------------------------------------------------------------------------------


def eight_handed(folds: int) -> Hand:
    """Eight players, some of whom fold on fifth street; the others check to seventh."""
    hand = deal(load("seven-stud", "pot"), *[5000] * 8)
    while hand.street.name != "fifth":
        hand.act(hand.actors[0], "call" if "call" in may(hand) else "check")
    for _ in range(folds):
        hand.act(hand.actors[0], "fold")
    while hand.street.name in ("fifth", "sixth"):
        hand.act(hand.actors[0], "check")
    return hand


@pytest.mark.rule("PK-26", "S7-4", "PK-36")
def test_eight_live_hands_get_a_common_card() -> None:
    hand = eight_handed(0)
    # 51 cards are out before seventh street: one is left, so no burn; 1 - 1 + 3 burns are fewer than eight
    tail = [event for event in hand.events if event.verb in ("scramble", "burn", "board")][-3:]
    assert [event.verb for event in tail] == ["scramble", "burn", "board"]
    assert tail[0].words == "4 cards"
    assert (tail[2].words, tail[2].rule) == ("common card", "PK-26")
    assert len(hand.board) == 1
    assert all(len(hand.piles.own_cards(position)) == 6 for position in range(8))
    assert sorted(cards_of(hand)) == list(range(52))
    value = hand.contests[0].ranking.value
    best = max(range(8), key=lambda p: (value(hand.piles.up[p] + hand.board), max(hand.piles.up[p] + hand.board)))
    assert hand.actor == best  # the player high with it opens
    checked_down(hand)
    shown = next(event for event in hand.events if event.verb == "show")
    seven = list(hand.cards(shown.seat)) + hand.board
    assert shown.words == hand.contests[0].ranking.words(hand.contests[0].ranking.value(seven))


@pytest.mark.rule("PK-26", "S7-4")
@pytest.mark.parametrize(
    ("folds", "steps", "mixed"),
    [
        # 40 cards on third to fifth street, 8 - folds on sixth, 3 burns: 1 + folds are left before seventh
        (1, ["burn", "scramble", "burn", "board"], "5 cards"),
        (2, ["burn", "scramble", "burn", "board"], "6 cards"),  # 2 - 1 + 4 burns are fewer than six
        (3, ["burn", *["deal"] * 2, "scramble", "burn", *["deal"] * 3], "5 cards"),
        (4, ["burn", *["deal"] * 4], ""),
    ],
)
def test_shortage_before_the_common_card(folds: int, steps: list[str], mixed: str) -> None:
    hand = eight_handed(folds)
    start = max(i for i, event in enumerate(hand.events) if event.verb == "check")
    kinds = [event.verb for event in hand.events[start + 1 :]]
    assert kinds == steps
    said = [event.words for event in hand.events if event.verb == "scramble"]
    assert said == ([mixed] if mixed else [])
    assert sorted(cards_of(hand)) == list(range(52))
    live = [p for p in range(8) if hand.money.live >> p & 1]
    assert all(len(hand.piles.own_cards(p)) == (6 if hand.board else 7) for p in live)


@pytest.mark.rule("PK-26")
def test_folded_hands_are_never_used_and_the_last_card_only_if_needed() -> None:
    hand = eight_handed(3)
    muck = set(hand.piles.muck)
    assert len(muck) == 3 * 5
    assert not muck & {card for pile in hand.piles.down for card in pile}
    assert not muck & set(hand.piles.stub)


def cards_of(hand: Hand) -> list[int]:
    piles = (*hand.piles.down, *hand.piles.up, hand.board, hand.piles.burns, hand.piles.muck, hand.piles.stub)
    return [card for pile in piles for card in pile]


# Five-card stud ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S5-1", "S5-3", "PK-35")
@pytest.mark.parametrize("heads", [2, 10])
def test_pot_house_five_card_stud(heads: int) -> None:
    game = load("five-stud", "pot", "2-4")
    assert game.seats == (2, 10)
    hand = deal(game, *[20_000] * heads)
    assert hand.actors == (1,)  # a round from the button's left on the down card
    assert hand.events[-1].up is False
    rounds = []
    while not hand.done:
        if not rounds or rounds[-1][0] != hand.street.name:
            rounds.append((hand.street.name, hand.betting.step_size))
            if hand.piles.up[0]:
                assert hand.actor == stud_opener.opener(hand, "high board", hand.piles.up)
        hand.act(hand.actors[0], "check")
    assert rounds == [("hole", 200), ("second", 200), ("third", 400), ("fourth", 400), ("fifth", 400)]
    assert [event.seat for event in hand.events if event.verb == "deal"] == [*range(1, heads + 1)] * 5
    assert not hand.piles.burns
    assert len(hand.piles.stub) == 52 - 5 * heads


@pytest.mark.rule("S5-2")
def test_button_house_five_card_stud_has_four_rounds_opened_by_the_highest_board() -> None:
    hand = deal(load("five-stud", "button", "2-4"), *[20_000] * 4)
    rounds = []
    while not hand.done:
        if not rounds or rounds[-1][0] != hand.street.name:
            rounds.append((hand.street.name, hand.betting.step_size))
            assert hand.actor == stud_opener.opener(hand, "high board", hand.piles.up)
        hand.act(hand.actors[0], "check")
    assert rounds == [("second", 200), ("third", 400), ("fourth", 400), ("fifth", 400)]


@pytest.mark.rule("S5-1")
def test_all_five_cards_play() -> None:
    hand = stud("pot", "As Kd 9c 4h 2s", "Ac Kh 9d 4s 3s", game="five-stud")
    play(hand, "1 bet, 2 call")
    checked_down(hand)
    assert [(event.seat, event.cents) for event in hand.events if event.verb == "award"] == [(2, 400)]


@pytest.mark.rule("PK-35")
def test_decks_have_no_joker_and_burns_are_in_board_games_and_seven_stud_only() -> None:
    from pitboss import poker

    for game in poker.games().values():
        assert len(game.deck) == 52
        assert not game.deck.joker
        burns = sum(street.burn for street in game.streets)
        assert burns == {"five-stud": 0, "draw": 0, "lowball": 0, "seven-stud": 4}.get(game.id, 3)


def test_a_tournament_bring_in_may_be_a_full_bet_at_once() -> None:
    hand = deal(load("seven-stud", "wsop"), *[5000] * 3, shuffle=pitboss.seeded(3))
    assert sorted(may(hand)) == ["bring in", "complete"]
    assert (may(hand)["bring in"].cents, amounts(hand, "complete")) == (100, [200])
    assert against(hand, "fold").why == "the opener has to bring it in or complete"
    opener = hand.actors[0]
    hand.act(opener, "bring in")
    assert amounts(hand, "complete") == [200]
    other = deal(load("seven-stud", "wsop"), *[5000] * 3, shuffle=pitboss.seeded(3))
    other.act(opener, "complete")
    assert amounts(other, "raise") == [400]


def test_unused_arranged_decks_are_complete() -> None:
    assert sorted(Arranged("As").mix(range(52))) == list(range(52))
