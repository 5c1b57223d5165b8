"""Bets and raises: amounts, the cap, all-ins, completion (PK-7 to PK-11, PK-29, PK-30, PK-33)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.deal import IllegalAction
from pitboss.poker.hand import Hand
from tests.poker.table import SPREAD, against, amounts, book, checked_down, deal, dealt, load, may, play, verbs

HOUSE_GAMES = [(house, game) for house, game in SPREAD if house != "wsop"]
FIVE_TEN = ('"2-4" = { blinds = ["1", "2"], ante = "1"', '"5-10" = { blinds = ["2", "5"], ante = "1"')


@pytest.fixture
def five_ten(tmp_path: Path) -> str:
    """The Button house with the $5-$10 game of the document's examples."""
    return book(tmp_path, "button", FIVE_TEN)


def last_card(house: str, *stacks: int) -> Hand:
    """A $5-$10 hold'em hand checked down to the last card; seat 1 acts first."""
    hand = deal(load("holdem", house, "5-10"), *stacks)
    while hand.street is None or hand.street.name != "river" or hand.betting.level:
        hand.act(hand.actors[0], "call" if "call" in may(hand) else "check")
    return hand


@pytest.mark.rule("PK-10")
def test_facing_ten_and_an_all_in_of_eighteen(five_ten: str) -> None:
    """The document's example: bet $10, all-in $18; call $18 or raise the $10 to $20."""
    hand = last_card(five_ten, 50_000, 500 + 1800, 50_000, 50_000 + 200)  # seat 4 pays the fee of $1
    play(hand, "1 bet, 2 raise")
    assert hand.events[-1].cents == 1800
    assert hand.actors == (3,)
    assert may(hand)["call"].cents == 1800
    assert amounts(hand, "raise") == [2000]
    with pytest.raises(IllegalAction, match=r"only be to \$20"):
        hand.act(3, "raise", 2800)
    play(hand, "3 raise 2000, 4 fold")
    assert amounts(hand, "raise") == [3000]  # the first bettor faces a full raise


@pytest.mark.rule("PK-10")
def test_having_acted_one_may_call_mere_action_but_not_raise_it(five_ten: str) -> None:
    hand = last_card(five_ten, 50_000, 500 + 1800, 50_000, 50_000)
    play(hand, "1 bet, 2 raise, 3 call, 4 call")
    assert hand.actors == (1,)
    assert sorted(may(hand)) == ["call", "fold"]
    assert may(hand)["call"].cents == 800
    assert against(hand, "raise").rule == "PK-10"


@pytest.mark.rule("PK-10")
def test_who_has_not_acted_may_still_raise_over_action(five_ten: str) -> None:
    hand = last_card(five_ten, 50_000, 500 + 1800, 50_000, 50_000)
    play(hand, "1 bet, 2 raise, 3 call")
    assert amounts(hand, "raise") == [2000]
    play(hand, "4 raise, 1 raise 3000")
    assert hand.betting.full == 3000


@pytest.mark.rule("PK-10")
def test_a_total_of_a_full_step_is_a_full_raise_and_anything_between_is_not(five_ten: str) -> None:
    hand = last_card(five_ten, 50_000, 500 + 2000, 50_000, 50_000)
    play(hand, "1 bet, 2 raise, 3 fold, 4 fold")
    assert hand.betting.full == 2000
    assert "raise" not in may(hand)  # everybody else is all-in: nobody could call it
    hand = last_card(five_ten, 50_000, 500 + 1999, 50_000, 50_000)
    play(hand, "1 bet, 2 raise")
    assert (hand.betting.full, hand.betting.level) == (1000, 1999)
    assert amounts(hand, "raise") == [2000]


@pytest.mark.rule("PK-11")
def test_an_all_in_of_six_is_called_or_completed(five_ten: str) -> None:
    """The document's example: all-in $6 in a $10 round; call $6 or complete to $10, not raise to $16."""
    hand = last_card(five_ten, 500 + 600, 50_000, 50_000, 50_000)
    play(hand, "1 bet")
    assert may(hand)["call"].cents == 600
    assert amounts(hand, "complete") == [1000]
    assert against(hand, "raise").rule == "PK-11"
    for cents in (1600, 600, 2000):
        with pytest.raises(IllegalAction):
            hand.act(2, "complete", cents)
    # the completion is the bet: three raises follow
    play(hand, "2 complete, 3 raise 2000, 4 raise 3000, 2 raise 4000")
    assert against(hand, "raise").rule == "PK-8"


@pytest.mark.rule("PK-11", "PK-8")
def test_who_has_checked_may_complete_an_opening_all_in_of_less_than_a_bet(five_ten: str) -> None:
    """In the document's example it is the final player who goes all-in for $6: everybody else has checked."""
    hand = last_card(five_ten, 50_000, 50_000, 50_000, 500 + 100 + 600)  # seat 4 has paid the fee of $1
    play(hand, "1 check, 2 check, 3 check, 4 bet")
    assert hand.betting.level == 600
    assert sorted(may(hand)) == ["call", "complete", "fold"]
    assert may(hand)["call"].cents == 600
    assert amounts(hand, "complete") == [1000]
    assert against(hand, "raise").rule == "PK-11"
    play(hand, "1 call, 2 complete")  # it is the bet: three raises follow
    play(hand, "3 raise 2000, 1 raise 3000, 2 raise 4000")
    assert against(hand, "raise").rule == "PK-8"


@pytest.mark.rule("PK-11")
def test_who_has_called_a_short_all_in_may_complete_a_larger_one(five_ten: str) -> None:
    hand = last_card(five_ten, 50_000, 500 + 600, 50_000, 500 + 100 + 800)
    play(hand, "1 check, 2 bet, 3 call, 4 complete")
    assert (hand.betting.level, hand.betting.full) == (800, 0)
    play(hand, "1 call")
    assert hand.actors == (3,)
    assert may(hand)["call"].cents == 200
    assert amounts(hand, "complete") == [1000]


@pytest.mark.rule("PK-10")
def test_who_has_checked_may_not_raise_an_all_in_over_a_full_bet(five_ten: str) -> None:
    """Facing the full bet he may; once he has called it, an all-in on top of it is action only."""
    hand = last_card(five_ten, 50_000, 50_000, 500 + 1800, 50_000)
    play(hand, "1 check, 2 bet, 3 raise, 4 call, 1 call")
    assert hand.actors == (2,)
    assert sorted(may(hand)) == ["call", "fold"]
    assert against(hand, "raise").rule == "PK-10"


BLIND_GAMES = [("pot", "holdem"), ("pot", "omaha"), ("pot", "omaha-hi-lo"), ("button", "holdem")]


@pytest.mark.rule("PK-9")
@pytest.mark.parametrize(("house", "game"), BLIND_GAMES)
def test_a_short_big_blind_is_called_in_full_and_raised_to_twice_it(house: str, game: str) -> None:
    hand = deal(load(game, house, "2-4"), 5000, 100, 5000)
    assert hand.actors == (3,)
    assert may(hand)["call"].cents == 200
    assert amounts(hand, "raise") == [400]
    assert "complete" not in may(hand)
    play(hand, "3 raise, 1 raise")
    assert hand.betting.level == 600


@pytest.mark.rule("PK-9", "PK-10")
def test_a_short_big_blind_wins_only_what_they_can_match() -> None:
    game = load("holdem", "pot", "2-4")
    holes = {1: "Ks Kd", 2: "As Ad", 3: "Qs Qd"}
    hand = deal(game, 5000, 100, 5000, shuffle=dealt(game, holes, "2c 7h 9d 3s 4h", button=3))
    checked_down(play(hand, "3 call, 1 call"))
    awards = [(event.pile, event.seat, event.cents) for event in hand.events if event.verb == "award"]
    assert awards == [("pot", 2, 200), ("side pot 1", 1, 200)]  # $1 of each, less the fee; the rest is not for him


@pytest.mark.rule("PK-9")
def test_what_nobody_can_match_of_a_short_big_blind_is_not_asked_for() -> None:
    hand = deal(load("holdem", "pot", "2-4"), 5000, 50, 5000)
    play(hand, "3 fold")  # seat 1 has $1 in against 50 cents: the betting is over
    assert hand.done
    assert verbs(hand, "return") == [("return", 1, 50)]
    hand = deal(load("holdem", "pot", "2-4"), 5000, 150, 5000)
    play(hand, "3 fold")
    assert sorted(may(hand)) == ["call", "fold"]  # fifty cents more to match, called with the whole blind
    play(hand, "1 call")
    assert verbs(hand, "return") == [("return", 1, 50)]


@pytest.mark.rule("PK-8")
@pytest.mark.parametrize(("house", "limit"), [("pot", "2-4"), ("button", "3-6")])
def test_a_bet_and_three_raises_with_three_players(house: str, limit: str) -> None:
    hand = deal(load("holdem", house, limit), 50_000, 50_000, 50_000)
    step = hand.game.lower
    play(hand, f"3 raise {2 * step}, 1 raise {3 * step}, 2 raise {4 * step}")  # the big blind is the bet (PK-9)
    option = against(hand, "raise")
    assert (option.why, option.rule) == ("no more raises are allowed in this round", "PK-8")
    play(hand, "3 call, 1 call")
    assert hand.street.name == "flop"
    play(hand, f"1 bet {step}, 2 raise {2 * step}, 3 raise {3 * step}, 1 raise {4 * step}")
    assert against(hand, "raise").rule == "PK-8"


@pytest.mark.rule("PK-8")
def test_the_cap_lifts_as_soon_as_two_are_left_in_that_very_round() -> None:
    hand = deal(load("holdem", "pot", "2-4"), 50_000, 50_000, 50_000)
    play(hand, "3 raise, 1 raise, 2 raise")
    assert "raise" not in may(hand)
    play(hand, "3 fold")
    assert amounts(hand, "raise") == [1000]
    play(hand, "1 raise, 2 raise, 1 raise, 2 raise, 1 raise, 2 raise")
    assert hand.betting.level == 2000


@pytest.mark.rule("PK-8")
def test_an_all_in_player_counts_as_remaining() -> None:
    hand = deal(load("holdem", "pot", "2-4"), 50_000, 50_000, 400)
    play(hand, "3 raise")  # all-in
    play(hand, "1 raise, 2 raise")
    assert hand.money.live.bit_count() == 3
    assert against(hand, "raise").rule == "PK-8"


@pytest.mark.rule("PK-8")
def test_heads_up_from_the_start_there_is_no_cap() -> None:
    hand = deal(load("five-stud", "pot", "2-4"), 50_000, 50_000)
    play(hand, "1 bet" + ", 2 raise, 1 raise" * 10)
    assert hand.betting.level == 21 * 200


@pytest.mark.rule("PK-8")
def test_mere_action_is_not_one_of_the_raises(five_ten: str) -> None:
    hand = last_card(five_ten, 50_000, 500 + 1800, 50_000, 50_000)
    play(hand, "1 bet, 2 raise, 3 raise, 4 raise, 1 raise")  # $10, $18 (action), $20, $30, $40
    assert hand.betting.level == 4000
    assert "raise" not in may(hand)


@pytest.mark.rule("LB-2")
def test_lowball_has_six_raises() -> None:
    hand = deal(load("lowball", "pot", "2-4"), *[50_000] * 3)
    play(hand, "1 bet, 2 raise, 3 raise, 1 raise, 2 raise, 3 raise, 1 raise")
    assert hand.betting.level == 1400
    assert against(hand, "raise").rule == "LB-2"
    play(hand, "2 fold")
    assert amounts(hand, "raise") == [1600]


@pytest.mark.rule("PK-9")
def test_check_and_raise_and_the_live_big_blind() -> None:
    hand = deal(load("holdem", "pot", "2-4"), 5000, 5000, 5000)
    play(hand, "3 call, 1 call")
    assert hand.actors == (2,)
    assert sorted(may(hand)) == ["check", "fold", "raise"]
    play(hand, "2 check, 1 check, 2 bet, 3 call")
    assert amounts(hand, "raise") == [400]
    play(hand, "1 raise")
    assert hand.betting.level == 400


@pytest.mark.rule("PK-9", "PK-25")
def test_a_live_post_may_raise() -> None:
    game = load("holdem", "pot", "2-4")
    posts = [*game.posts([1, 2, 3, 4], 4), (4, "live blind", 200), (4, "dead blind", 100)]
    hand = deal(game, 5000, 5000, 5000, 5000, posts=posts)
    assert hand.pot == 600
    assert hand.money.dead == 100
    play(hand, "3 call")
    assert sorted(may(hand, 4)) == ["check", "fold", "raise"]
    play(hand, "4 raise, 1 fold, 2 fold, 3 fold")
    assert hand.stack(4) == 5000 + 100 + 200 + 200


@pytest.mark.rule("PK-7")
@pytest.mark.parametrize(
    ("game", "limits"),
    [
        ("holdem", [200, 200, 400, 400]),
        ("omaha", [200, 200, 400, 400]),
        ("omaha-hi-lo", [200, 200, 400, 400]),
        ("lowball", [200, 400]),
        ("draw", [200, 400]),
        ("seven-stud", [200, 200, 400, 400, 400]),
        ("five-stud", [200, 200, 400, 400, 400]),
    ],
)
def test_the_lower_limit_first_and_the_higher_later(game: str, limits: list[int]) -> None:
    hand = deal(load(game, "pot", "2-4"), *[50_000] * 3)
    seen = []
    while not hand.done:
        if hand.phase == "draw":
            hand.act(hand.actors[0], "draw")
            continue
        word = "bet" if "bet" in may(hand) else "raise"
        low = may(hand)[word].low
        seen.append(low - (hand.betting.full if word == "raise" else 0))
        play(hand, f"{hand.actors[0]} {word}")
        while hand.phase == "bet" and "call" in may(hand):
            assert amounts(hand, "raise") == [hand.betting.full + seen[-1]]
            hand.act(hand.actors[0], "call")
    assert seen == limits


def to_last_round(hand: Hand) -> Hand:
    """Everybody stays, with one bet where a passed first round would end the deal, until the last round opens."""
    last = hand.game.streets[-1].name
    while hand.street.name != last or hand.phase != "bet":
        options = may(hand)
        opens = "bet" in options and hand.game.opening.passed
        hand.act(hand.actors[0], "bet" if opens else next(w for w in ("draw", "check", "call") if w in options))
    return hand


@pytest.mark.rule("PK-30", "PK-10", "PK-11")
@pytest.mark.parametrize(("house", "game"), HOUSE_GAMES)
def test_all_in_rules_hold_in_every_game_of_both_houses(house: str, game: str) -> None:
    spread = load(game, house)
    size = spread.higher
    dry = to_last_round(deal(spread, *[50_000] * 4))
    order = [dry.actors[0]]
    while len(order) < 4:
        dry.act(order[-1], "check")
        order.append(dry.actors[0])
    first, second, third, fourth = order
    paid = 50_000 - dry.stack(second)
    stacks = dict.fromkeys(order, 50000) | {second: paid + size * 9 // 5}
    hand = to_last_round(deal(spread, *(stacks[seat] for seat in range(1, 5))))
    play(hand, f"{first} bet, {second} raise")
    assert (hand.betting.full, hand.betting.level) == (size, size * 9 // 5)
    assert amounts(hand, "raise") == [2 * size]
    play(hand, f"{third} call, {fourth} call")
    assert sorted(may(hand)) == ["call", "fold"]
    assert against(hand, "raise").rule == "PK-10"

    paid = 50_000 - dry.stack(first)
    stacks = dict.fromkeys(order, 50000) | {first: paid + size * 3 // 5}
    hand = to_last_round(deal(spread, *(stacks[seat] for seat in range(1, 5))))
    play(hand, f"{first} bet")
    assert amounts(hand, "complete") == [size]
    assert against(hand, "raise").rule == "PK-11"


@pytest.mark.rule("PK-33")
@pytest.mark.parametrize(
    ("house", "game"), [pair for pair in HOUSE_GAMES if pair[1] in ("draw", "five-stud", "lowball")]
)
def test_an_ante_is_not_matched_and_does_not_count_as_the_bet(house: str, game: str) -> None:
    hand = deal(load(game, house), *[50_000] * 3)
    assert hand.pot + hand.fee == 3 * hand.game.ante + (100 if house == "button" else 0)
    assert "check" in may(hand)
    assert against(hand, "call").why == "there is nothing to call"
    assert hand.betting.wagers == 0


@pytest.mark.rule("PK-33", "TH-1")
def test_after_a_blind_there_is_no_check() -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[5000] * 3)
    assert (against(hand, "check").why, against(hand, "check").rule) == ("there is $2 to call", "PK-33")


# No-limit (PK-29) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PK-29")
def test_no_limit_bets_are_at_least_the_step_also_after_a_larger_raise() -> None:
    hand = deal(load("holdem", "pot", "2-4", play="no-limit"), 50_000, 50_000, 50_000)
    option = may(hand)["raise"]
    assert (option.low, option.high, option.step) == (400, 50_000, 100)
    play(hand, "3 raise 3000")
    assert may(hand)["raise"].low == 3200
    play(hand, "1 call, 2 call")
    assert (may(hand)["bet"].low, may(hand)["bet"].high) == (200, 47_000)
    with pytest.raises(IllegalAction, match=r"from \$2 to \$470"):
        hand.act(1, "bet", 150)
    play(hand, "1 bet 1000, 2 call, 3 call")
    assert may(hand)["bet"].low == 400  # the turn's step is the higher limit


@pytest.mark.rule("PK-29", "PK-8")
def test_no_limit_keeps_the_cap_of_three_raises() -> None:
    hand = deal(load("holdem", "pot", "2-4", play="no-limit"), *[500_000] * 3)
    play(hand, "3 raise 1000, 1 raise 3000, 2 raise 9000")
    assert against(hand, "raise").rule == "PK-8"
    play(hand, "3 fold")
    assert may(hand)["raise"].low == 9200


@pytest.mark.rule("PK-29", "PK-10")
def test_no_limit_all_in_between_is_action_only() -> None:
    hand = deal(load("holdem", "pot", "2-4", play="no-limit"), 50_000, 50_000, 50_000, 1100)
    play(hand, "3 raise 1000, 4 raise 1100")
    assert (hand.betting.full, hand.betting.level) == (1000, 1100)
    assert may(hand)["raise"].low == 1200
    play(hand, "1 call, 2 call")
    assert sorted(may(hand)) == ["call", "fold"]


@pytest.mark.rule("PK-29")
def test_only_the_pot_house_spreads_no_limit() -> None:
    from pitboss.poker import TableError

    for game, house in (("holdem", "button"), ("omaha", "pot")):
        with pytest.raises(TableError, match="no-limit"):
            load(game, house, "2-4", play="no-limit")
    assert load("holdem", "pot", "1-2", play="no-limit").blinds == (100, 100)


# The tournament book ------------------------------------------------------------------------------------------------


def test_tournament_raises_go_on_top_of_a_short_all_in() -> None:
    game = load("holdem", "wsop", lower=1000, higher=2000, blinds=(500, 1000))
    hand = deal(game, 50_000, 50_000, 50_000, 2800)
    play(hand, "3 raise, 4 raise")  # $20, all-in $28
    assert amounts(hand, "raise") == [3800]
    hand = deal(game, *[50_000] * 4)
    play(hand, "3 raise, 4 raise, 1 raise, 2 raise")  # four raises above the blind
    assert hand.betting.level == 5000
    assert "raise" not in may(hand)
    play(hand, "3 fold, 4 fold")
    assert "raise" not in may(hand)  # heads-up play is capped too


def test_tournament_no_limit_raises_are_as_large_as_the_last() -> None:
    game = load("holdem", "wsop", lower=100, higher=100, blinds=(50, 100), play="no-limit")
    hand = deal(game, *[10_000] * 3)
    play(hand, "3 raise 400")
    assert may(hand)["raise"].low == 700
    play(hand, "1 raise 1500, 2 raise 2600, 3 raise 4000, 1 raise 6000")  # no cap
    assert may(hand)["raise"].low == 8000


@pytest.mark.parametrize(("reopens", "open_again"), [("full raise in sum", True), ("full raise", False)])
def test_two_short_all_ins_that_make_a_full_raise_together_reopen_the_betting_or_do_not(
    tmp_path: Path, reopens: str, open_again: bool
) -> None:
    house = book(tmp_path, "wsop", ('reopens = "full raise in sum"', f'reopens = "{reopens}"'))
    game = load("holdem", house, lower=1000, higher=2000, blinds=(500, 1000))
    hand = deal(game, 50_000, 2500, 3000, 50_000)
    play(hand, "3 call, 4 call, 1 call, 2 check")
    play(hand, "1 bet, 2 raise, 3 raise, 4 call")  # $10, all-in $15, all-in $20
    assert (hand.betting.level, hand.to_call(1)) == (2000, 1000)
    assert ("raise" in may(hand)) is open_again


# Being refused ------------------------------------------------------------------------------------------------------


def test_a_refused_action_changes_nothing() -> None:
    hand = deal(load("holdem", "pot", "2-4"), 5000, 5000, 5000)
    before = (list(hand.events), list(hand.moves), hand.chips(), hand.dump())
    for seat, action, cents in [
        (1, "call", 0),
        (3, "check", 0),
        (3, "bet", 0),
        (3, "raise", 401),
        (3, "raise", -400),
        (3, "call", 200),
        (3, "fold", 100),
        (3, "dance", 0),
        (3, "draw As", 0),
        (3, "draw", 0),
        (3, "show", 0),
        (3, "muck", 0),
        (3, "bring in", 0),
        (3, "complete", 0),
        (9, "call", 0),
    ]:
        with pytest.raises(IllegalAction) as refused:
            hand.act(seat, action, cents)
        assert str(refused.value).endswith(".")
        assert "\n" not in str(refused.value)
        assert (list(hand.events), list(hand.moves), hand.chips(), hand.dump()) == before


def test_every_word_says_why_it_is_refused_and_by_which_rule() -> None:
    for house, game in HOUSE_GAMES:
        hand = deal(load(game, house), *[50_000] * 3)
        for option in hand.legal(hand.actors[0]):
            assert bool(option.why) != bool(option.actions), option
            assert option.allowed or option.rule, option
        assert {option.word for option in hand.legal(hand.actors[0])} == set(hand.game.words)
        other = next(seat for seat in hand.seats if seat not in hand.actors)
        assert all("acts first" in option.why for option in hand.legal(other))
        while not hand.done:
            hand.act(hand.actors[0], "fold")
        assert all(option.why == "the hand is over" for option in hand.legal(1))


def test_an_uncalled_bet_goes_back() -> None:
    hand = deal(load("holdem", "pot", "2-4"), 5000, 5000, 5000)
    play(hand, "3 raise, 1 fold, 2 fold")
    assert verbs(hand, "return", "award") == [("return", 3, 200), ("award", 3, 500)]
    assert hand.stack(3) == 5300
