"""Antes, blinds and the collection: every cell of the documents' tables (PK-2, PK-6, PK-13, PK-31, PK-32, TH-3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.poker import TableError
from tests.poker.table import book, checked_down, deal, load, may, play, verbs

BLINDS = {"1-2": (100, 100), "2-4": (100, 200)}
# The collection tables as printed: game, limit, forced bet, buy-in, fee for 7+, 5-6, 4 or fewer.
POT_HOUSE = [
    *(
        (game, *row)
        for game in ("holdem", "omaha", "omaha-hi-lo")
        for row in (("1-2", (100, 100), 1000, (200, 100, 100)), ("2-4", (100, 200), 2000, (300, 200, 100)))
    ),
    *(
        (game, *row)
        for game in ("lowball", "five-stud")
        for row in (("1-2", 50, 1000, (300, 200, 100)), ("2-4", 50, 2000, (400, 300, 200)))
    ),
    *((game, "2-4", 50, 2000, (400, 300, 200)) for game in ("draw", "seven-stud")),
]
COLUMNS = {10: 0, 9: 0, 8: 0, 7: 0, 6: 1, 5: 1, 4: 2, 3: 2, 2: 2}


@pytest.mark.rule("PK-31", "PK-13")
@pytest.mark.parametrize(("name", "limit", "forced", "buy_in", "fees"), POT_HOUSE)
def test_pot_house_cells(
    name: str, limit: str, forced: int | tuple[int, int], buy_in: int, fees: tuple[int, ...]
) -> None:
    game = load(name, "pot", limit)
    assert (game.blinds or game.ante) == forced
    assert game.limit.buy_in == buy_in
    assert (game.lower, game.higher) == {"1-2": (100, 200), "2-4": (200, 400)}[limit]
    for heads in range(game.seats[0], game.seats[1] + 1):
        hand = deal(game, *[20_000] * heads)
        while hand.phase == "bet" and not hand.fee:  # up to the flop
            hand.act(hand.actors[0], "call" if "call" in may(hand) else "check")
            if hand.street.board:
                break
        due = fees[COLUMNS[heads]]
        antes = heads * game.ante
        assert hand.fee == (min(due, antes) if antes else due), heads
        assert [move.rule for move in hand.moves if move.target == "fee box"] == ["PK-13"]


BLIND_GAMES = [(*row, "limit") for row in POT_HOUSE if isinstance(row[2], tuple)]
BLIND_GAMES += [(*row, "no-limit") for row in POT_HOUSE if row[0] == "holdem"]


@pytest.mark.rule("PK-31", "PK-13", "PK-29")
@pytest.mark.parametrize(("name", "limit", "forced", "buy_in", "fees", "structure"), BLIND_GAMES)
def test_every_cell_by_the_hands_that_see_the_flop(
    name: str, limit: str, forced: tuple[int, int], buy_in: int, fees: tuple[int, ...], structure: str
) -> None:
    """Ten, or as few as two, are dealt in; whoever does not see the flop is not counted. No-limit as in limit."""
    game = load(name, "pot", limit, play=structure)
    assert (game.blinds, game.limit.buy_in) == (forced, buy_in)
    for dealt_in in range(2, 11):
        for live in range(2, dealt_in + 1):
            hand = deal(game, *[20_000] * dealt_in)
            away = dealt_in - live
            while not hand.board:
                assert hand.fee == 0
                options = may(hand)
                if away and "call" in options:
                    away -= 1
                    hand.act(hand.actors[0], "fold")
                else:
                    hand.act(hand.actors[0], "call" if "call" in options else "check")
            assert not away
            assert [event.verb for event in hand.events[-3:]] == ["burn", "board", "fee"]  # before the flop's betting
            fee = hand.events[-1]
            assert (fee.cents, fee.words, fee.rule) == (fees[COLUMNS[live]], f"{live} players", "PK-13")
            assert hand.pot == sum(hand.money.put) - fee.cents
            checked_down(hand)
            assert [move.cents for move in hand.moves if move.target == "fee box"] == [fee.cents]


@pytest.mark.rule("PK-31", "PK-13")
@pytest.mark.parametrize(
    ("name", "limit", "forced", "buy_in", "fees"), [row for row in POT_HOUSE if isinstance(row[2], int)]
)
def test_every_cell_by_the_antes_that_were_posted(
    name: str, limit: str, forced: int, buy_in: int, fees: tuple[int, ...]
) -> None:
    game = load(name, "pot", limit)
    for heads in range(game.seats[0], game.seats[1] + 1):
        hand = deal(game, *[20_000] * heads)
        kinds = [event.verb for event in hand.events]
        assert kinds[: heads + 2] == ["ante"] * heads + ["fee", "shuffle"]  # after the antes, before any card
        due, antes = fees[COLUMNS[heads]], heads * forced
        fee = hand.events[heads]
        short = f", ${(due - antes) / 100:.2f} short of ${due // 100}".replace(".00", "") if due > antes else ""
        assert (fee.cents, fee.words) == (min(due, antes), f"{heads} players{short}")
        checked_down(hand)
        assert kinds.count("fee") == 1
        assert hand.fee == fee.cents


@pytest.mark.rule("PK-31")
def test_the_pot_house_spreads_seven_games_and_the_button_house_five() -> None:
    from pitboss import poker

    pot, button = (poker.houses()[house].games for house in ("pot", "button"))
    assert {(name, limit) for name in pot for limit in pot[name].limits} == {(row[0], row[1]) for row in POT_HOUSE}
    assert set(button) == {"five-stud", "seven-stud", "draw", "holdem", "lowball"}
    with pytest.raises(TableError, match="does not spread Omaha"):
        load("omaha", "button")
    with pytest.raises(TableError, match="'1-2'; its limits are 2-4"):
        load("draw", "pot", "1-2")


@pytest.mark.rule("PK-13")
def test_ante_games_pay_after_the_antes_and_before_any_card() -> None:
    hand = deal(load("draw", "pot"), *[5000] * 5)
    kinds = [event.verb for event in hand.events]
    assert kinds[:7] == ["ante"] * 5 + ["fee", "shuffle"]
    assert hand.pot == 0  # $2.50 of antes, $3 due
    fee = next(event for event in hand.events if event.verb == "fee")
    assert (fee.cents, fee.words) == (250, "5 players, $0.50 short of $3")


@pytest.mark.rule("PK-13")
@pytest.mark.parametrize(
    ("heads", "taken", "left"),
    [(2, 100, 0), (3, 150, 0), (4, 200, 0), (5, 250, 0), (6, 300, 0), (7, 350, 0), (8, 400, 0)],
)
def test_at_two_four_the_fee_takes_all_the_antes(heads: int, taken: int, left: int) -> None:
    hand = deal(load("seven-stud", "pot"), *[5000] * heads)
    fee = next(event for event in hand.events if event.verb == "fee")
    assert fee.cents == taken
    assert ("short" in fee.words) == (heads in (2, 3, 5, 7))
    while not hand.done:
        hand.act(hand.actors[0], "fold")
    assert hand.chips()["pot"] == left
    assert sum(hand.chips().values()) == 5000 * heads


@pytest.mark.rule("PK-13")
def test_blind_games_pay_once_the_flop_is_up_before_its_betting_by_live_hands() -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[5000] * 7)
    play(hand, "3 call, 4 call, 5 call, 6 fold, 7 fold, 1 call")
    assert hand.fee == 0
    play(hand, "2 check")
    kinds = [event.verb for event in hand.events]
    assert kinds[-3:] == ["burn", "board", "fee"]
    assert hand.fee == 200  # five live hands of seven
    assert hand.pot == 1000 - 200


@pytest.mark.rule("PK-13")
def test_an_all_in_hand_is_counted_and_a_hand_that_ends_before_the_flop_pays_nothing() -> None:
    hand = deal(load("holdem", "pot", "2-4"), 5000, 5000, 200, 5000, 5000)
    play(hand, "3 call, 4 call, 5 call, 1 call, 2 check")
    assert hand.fee == 200
    hand = deal(load("holdem", "pot", "2-4"), *[5000] * 5)
    play(hand, "3 fold, 4 fold, 5 fold, 1 fold")
    assert hand.done
    assert hand.fee == 0


@pytest.mark.rule("PK-13")
def test_a_house_may_count_the_players_dealt_in(tmp_path: Path) -> None:
    house = book(tmp_path, "pot", ('blinds = "live" }', 'blinds = "dealt in" }'))
    hand = deal(load("holdem", house, "2-4"), *[5000] * 7)
    play(hand, "3 fold, 4 fold, 5 fold, 6 fold, 7 fold, 1 call, 2 check")
    assert hand.fee == 300


@pytest.mark.rule("PK-13", "PK-10")
def test_the_fee_comes_out_of_the_main_pot() -> None:
    hand = deal(load("holdem", "pot", "2-4", play="no-limit"), 5000, 5000, 300)
    play(hand, "3 raise 300, 1 raise 1000, 2 call")
    assert hand.fee == 100
    checked_down(hand)
    main = sum(event.cents for event in hand.events if event.verb == "award" and event.pile == "pot")
    side = sum(event.cents for event in hand.events if event.verb == "award" and event.pile == "side pot 1")
    assert (main, side) == (900 - 100, 1400)


@pytest.mark.rule("PK-13", "PK-10")
def test_a_main_pot_smaller_than_the_fee_leaves_the_side_pots_alone() -> None:
    """Seven live hands owe $3; one is in with 30¢, so the main pot is $2.10 and the shortfall is said."""
    hand = deal(load("holdem", "pot", "2-4"), 5000, 5000, 5000, 5000, 5000, 5000, 30)
    play(hand, "3 call, 4 call, 5 call, 6 call, 7 call, 1 call, 2 check")
    fee = next(event for event in hand.events if event.verb == "fee")
    assert (fee.cents, fee.words) == (210, "7 players, $0.90 short of $3")
    assert hand.pot == 6 * 170
    checked_down(hand)
    awards = [(event.pile, event.cents) for event in hand.events if event.verb == "award"]
    assert {pile for pile, _ in awards} == {"side pot 1"}
    assert sum(cents for _, cents in awards) == 6 * 170


@pytest.mark.rule("PK-13", "PK-10")
def test_antes_beyond_a_short_one_pay_no_fee() -> None:
    """Five players owe $3; one antes 20¢ and is all-in, so each gives 20¢ and $1.20 stay in a side pot."""
    hand = deal(load("seven-stud", "pot", "2-4"), 5000, 5000, 20, 5000, 5000)
    fee = next(event for event in hand.events if event.verb == "fee")
    assert (fee.cents, fee.words) == (100, "5 players, $2 short of $3")
    forced = sum(event.cents for event in hand.events if event.verb == "forced bet")
    assert hand.pot == 4 * 30 + forced


@pytest.mark.rule("PK-13", "PK-24")
def test_a_dead_seat_makes_no_side_pot_of_the_antes() -> None:
    hand = deal(load("five-stud", "pot", "2-4"), *[5000] * 5, dead=[2])
    fee = next(event for event in hand.events if event.verb == "fee")
    assert (fee.cents, fee.words) == (200, "4 players")


# The Button house ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PK-2")
@pytest.mark.parametrize("limit", ["1-2", "2-4", "3-6", "6-12", "10-20"])
@pytest.mark.parametrize("game", ["holdem", "draw", "lowball", "seven-stud", "five-stud"])
def test_the_button_pays_before_cards_and_antes(game: str, limit: str) -> None:
    """At every limit and from two players to as many as the game seats: $1 for up to four, $2 for five or more."""
    spread = load(game, "button", limit)
    least, most = spread.seats
    assert (least, most) == (2, {"holdem": 10, "five-stud": 10, "seven-stud": 8, "lowball": 7, "draw": 6}[game])
    for heads in range(least, most + 1):
        hand = deal(spread, *[5_000] * heads, button=2)
        first = hand.events[0]
        due = 100 if heads <= 4 else 200
        assert (first.verb, first.seat, first.cents, first.rule) == ("fee", 2, due, "PK-2")
        assert first.words == f"{heads} players"
        moved = hand.moves[0]
        assert (moved.source, moved.target, moved.cents) == ("player 2", "fee box", due)
        checked_down(hand)
        assert verbs(hand, "fee") == [("fee", 2, due)]  # and nothing more, however the hand goes on
        assert hand.fee == due


@pytest.mark.rule("PK-2")
def test_who_cannot_pay_fee_and_ante_is_not_dealt_in_as_button() -> None:
    game = load("draw", "button", "2-4")
    with pytest.raises(TableError, match="pass the button on"):
        deal(game, 199, 5000, 5000, button=1)
    hand = deal(game, 200, 5000, 5000, button=1)
    assert hand.stack(1) == 0
    assert hand.in_hand(1)
    with pytest.raises(TableError, match="cannot put up"):
        game.deal({1: 5000, 2: 5000}, 3, shuffle=hand._mixer)  # nobody sits at the button


@pytest.mark.rule("PK-32")
@pytest.mark.parametrize("game", ["draw", "lowball", "seven-stud", "five-stud"])
@pytest.mark.parametrize("limit", ["1-2", "2-4", "3-6", "6-12", "10-20"])
def test_a_dollar_ante_in_every_game_but_holdem_at_holdem_limits_and_buy_ins(game: str, limit: str) -> None:
    spread, holdem = load(game, "button", limit), load("holdem", "button", limit)
    assert (spread.ante, spread.blinds) == (100, ())
    assert (spread.lower, spread.higher, spread.limit.buy_in) == (holdem.lower, holdem.higher, holdem.limit.buy_in)
    assert holdem.ante == 0
    hand = deal(spread, *[50_000] * 3)
    assert verbs(hand, "ante") == [("ante", seat, 100) for seat in (1, 2, 3)]
    assert spread.seats == load(game, "pot").seats
    # the higher limit from the same round as there
    rounds = [street.limit for street in spread.streets if street.limit != "none"]
    assert rounds == [street.limit for street in load(game, "pot").streets][-len(rounds) :]


@pytest.mark.rule("TH-3")
@pytest.mark.parametrize(
    ("limit", "blinds", "buy_in"),
    [
        ("1-2", (50, 100), 1000),
        ("2-4", (100, 200), 2000),
        ("3-6", (100, 300), 4000),
        ("6-12", (400, 600), 6000),
        ("10-20", (500, 1000), 20_000),
    ],
)
def test_button_house_blinds_and_buy_ins(limit: str, blinds: tuple[int, int], buy_in: int) -> None:
    game = load("holdem", "button", limit)
    assert (game.blinds, game.limit.buy_in) == (blinds, buy_in)
    hand = deal(game, *[50_000] * 4)
    assert verbs(hand, "post") == [("post", 1, blinds[0]), ("post", 2, blinds[1])]
    assert may(hand)["raise"].low == 2 * game.lower


@pytest.mark.rule("TH-3")
def test_five_ten_has_no_row() -> None:
    with pytest.raises(TableError, match="5-10"):
        load("holdem", "button", "5-10")


@pytest.mark.rule("TH-3")
def test_heads_up_the_button_posts_the_small_blind_or_by_the_letter_the_big(tmp_path: Path) -> None:
    hand = deal(load("holdem", "pot", "2-4"), 5000, 5000, button=1)
    assert verbs(hand, "post") == [("post", 1, 100), ("post", 2, 200)]
    assert hand.actors == (1,)
    play(hand, "1 call, 2 check")
    assert hand.actors == (2,)  # later rounds open left of the button
    letter = book(tmp_path, "pot", ('heads_up = "button small"', 'heads_up = "letter"'))
    hand = deal(load("holdem", letter, "2-4"), 5000, 5000, button=1)
    assert verbs(hand, "post") == [("post", 2, 100), ("post", 1, 200)]
    assert hand.actors == (2,)


@pytest.mark.rule("PK-6")
@pytest.mark.parametrize(
    ("house", "game", "limit", "chip"),
    [
        ("pot", "holdem", "2-4", 100),
        ("pot", "omaha-hi-lo", "1-2", 100),
        ("pot", "lowball", "2-4", 50),
        ("pot", "seven-stud", "2-4", 50),
        ("button", "holdem", "1-2", 50),
        ("button", "holdem", "2-4", 100),
        ("button", "five-stud", "10-20", 100),
    ],
)
def test_the_smallest_chip(house: str, game: str, limit: str, chip: int) -> None:
    assert load(game, house, limit).chip == chip


@pytest.mark.rule("PK-10")
def test_short_posts_are_all_in() -> None:
    hand = deal(load("lowball", "pot", "2-4"), 30, 5000, 5000)
    assert verbs(hand, "ante")[0] == ("ante", 1, 30)
    assert not hand.money.able & 1
    assert hand.actors == (2,)
    hand = deal(load("holdem", "pot", "2-4"), 50, 5000, 5000)
    assert verbs(hand, "post")[0] == ("post", 1, 50)
    play(hand, "3 call, 2 check")
    assert hand.pot == 450 - 100  # the fee of three live hands is out


def test_bad_tables_are_refused_in_one_sentence() -> None:
    game = load("holdem", "pot", "2-4")
    shuffle = deal(game, 100, 100)._mixer
    for stacks, button, words in [
        ({1: 5000}, 1, "2 to 10 seats"),
        (dict.fromkeys(range(1, 12), 5000), 1, "2 to 10 seats"),
        ({1: 5000, 2: 0}, 1, "stack of chips"),
        ({1: 5000, 2: 50.5}, 1, "whole cents"),
        ({0: 5000, 2: 5000}, 1, "numbered from 1"),
        ({1: 5000, 2: 5000}, 0, "button"),
    ]:
        with pytest.raises(TableError, match=words):
            game.deal(stacks, button, shuffle)
    with pytest.raises(TableError, match="shuffle"):
        game.deal({1: 5000, 2: 5000}, 1)
    with pytest.raises(TableError, match="not a kind of post"):
        game.deal({1: 5000, 2: 5000}, 1, shuffle, posts=[(1, "tip", 100)])
    with pytest.raises(TableError, match="not in this hand"):
        game.deal({1: 5000, 2: 5000}, 1, shuffle, posts=[(3, "ante", 100)])
