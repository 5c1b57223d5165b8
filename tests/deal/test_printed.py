"""The facts a page draws a table from, and hands in words."""

from __future__ import annotations

import pytest

import pitboss
from pitboss import cards
from pitboss.deal.message import encode
from pitboss.deal.session import Session
from pitboss.deal.table_layout import PrintedLine

HOUSE = [game.id for game in pitboss.games() if game.kind == "house"]


def house_table(game: str) -> Session:
    table = pitboss.game(game).session(pitboss.seeded(7))
    table.sit(1, "Ann", 1_000_000)
    table.sit(2, "Ben", 1_000_000)
    for seat in (1, 2):
        table.place(seat, table.least_wagers(seat))
    table.deal()
    return table


@pytest.mark.parametrize("game", HOUSE)
def test_every_wager_of_a_layout_has_its_limits_and_lines(game: str) -> None:
    printed = house_table(game).printed()
    assert encode(printed)
    assert printed.player > 0
    assert len(printed.law) <= 42 or printed.law == printed.name
    for wager in printed.wagers:
        assert wager.low >= 1
        assert all(line.words and line.pays and line.kind for line in wager.lines)


@pytest.mark.parametrize(
    ("game", "law"),
    [
        ("high5", "Dealer qualifies with a pair of sixes"),
        ("caribbean", "Dealer qualifies with ace-king"),
        ("three-card", "Dealer qualifies with a queen high"),
        ("holdout", "All hold cards must play"),
        ("six54", "Dealer always qualifies"),
    ],
)
def test_the_arc_says_what_decides_most(game: str, law: str) -> None:
    assert house_table(game).printed().law == law


def test_the_layout_of_a_game_says_what_its_dealer_needs() -> None:
    printed = house_table("top5").printed()
    assert printed.law == "Dealer qualifies with a pair or better"
    assert (printed.player, printed.dealer, printed.board) == (5, 5, 1)
    lines = {wager.key: wager.lines for wager in printed.wagers}
    assert lines["tens"][0] == PrintedLine(
        line="royal flush",
        words="royal flush",
        pays="250 to 1",
        odds="250",
        kind="category",
        categories=("royal flush",),
    )
    queen = lines["ace-or-face"][2]
    assert (queen.words, queen.pays, queen.odds, queen.kind, queen.ranks) == (
        "queen",
        "8 to 5",
        "8/5",
        "ranks",
        (10, 10),
    )
    tens = lines["tens"][-1]
    assert (tens.line, tens.words, tens.ranks, tens.better) == ("pair of T", "tens or better", (8, 12), True)


def test_a_wager_is_titled_by_its_own_pay_lines() -> None:
    wagers = {wager.key: wager for wager in house_table("top5").printed().wagers}
    assert wagers["tens"].title == "tens or better"
    assert wagers["bet"].heading == "winning bet"
    assert (wagers["ace-or-face"].sure, wagers["tens"].sure) == (True, False)
    wagers = {wager.key: wager for wager in house_table("six54").printed().wagers}
    assert wagers["queens-up"].sure  # no fold and no decision changes it
    assert wagers["ante"].heading == "ante bonus"


def test_a_player_reads_their_own_hand_only() -> None:
    table = house_table("top5")
    own = table.readings("player Ann")
    assert set(own) == {1}
    assert own[1].words
    assert set(own[1].cards) <= set(table.view("player Ann").deal.piles["player 1"])
    assert table.readings("rail") == {}
    assert table.readings("floor") == {}


def test_a_poker_hand_in_words() -> None:
    table = pitboss.game("holdem", house="pot", limit="2-4").session(pitboss.seeded(11), seats=6)
    for seat, player in enumerate(("Ann", "Ben"), 1):
        table.sit(seat, player, 10_000)
    hand = table.deal()
    assert table.readings("player Ann")[1].words == "nine high"
    while not hand.view("floor").piles["board"]:
        seat = table.actors[0]
        words = [option.word for option in table.legal(seat) if option.allowed]
        table.act(seat, "check" if "check" in words else "call")
    view = table.view("player Ann").deal
    held = (*view.piles["player 1"], *view.piles["board"])
    reading = table.readings("player Ann")[1]
    assert reading.words == pitboss.evaluate(cards.show(held)).words
    assert set(reading.cards) <= set(held)


def test_the_last_to_show_a_hand_reads_how_the_pots_go() -> None:
    table = pitboss.game("omaha-hi-lo", house="pot", limit="2-4").session(pitboss.seeded(3), seats=3)
    for seat, player in enumerate(("Ann", "Ben", "Cid"), 1):
        table.sit(seat, player, 10_000)
    table.deal(ask=True)
    asked: list[int] = []
    while table.actors:
        (seat,) = table.actors
        words = [option.word for option in table.legal(seat) if option.allowed]
        reading = table.readings(f"player {table.players[seat]}").get(seat)
        if "muck" in words:
            asked.append(seat)
            assert reading is not None
            assert set(reading.halves) <= {"high", "low"}
            if len(asked) < 3:
                assert reading.shares == {}  # hands that are still hidden may change it
        table.act(seat, next(word for word in ("show", "check", "call") if word in words))
    assert reading is not None
    last = [(event.seat, event.pile, event.cents) for event in table.view("floor").deal.events if event.verb == "award"]
    assert [(each.seat, each.pile, each.cents) for each in reading.shares["show"]] == last
    assert all(each.seat != asked[-1] for each in reading.shares["muck"])


def test_streets_say_what_is_bet_and_how_often() -> None:
    game = pitboss.game("holdem", house="pot", limit="2-4").session(pitboss.seeded(1), seats=6).printed().games[0]
    assert [street.bet for street in game.streets] == [200, 200, 400, 400]
    assert (game.cap.most, game.cap.blind, game.cap.rule) == (4, 1, "PK-8")


def test_a_table_where_the_button_names_the_game_lists_its_games() -> None:
    from pitboss.poker.session.session import PokerSession

    printed = PokerSession.open(None, "button", "2-4", shuffle=pitboss.seeded(1), seats=7).printed()
    assert len(printed.games) == 5
    assert all(game.name for game in printed.games)
