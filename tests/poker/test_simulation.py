"""``pitboss simulate`` of poker: figures with valid intervals, reproducible, and kept when interrupted."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.poker.simulation import HOUR, BotTable, HandTally, Pace
from tests.poker.table import load
from tests.simulation.interrupted import stopped

from ..conftest import Said


def simulated(command: Callable[..., Said], *words: str) -> dict[str, Any]:
    said = command("simulate", *words, "--json", "--quiet")
    assert (said.code, said.err) == (0, "")
    report: dict[str, Any] = json.loads(said.out)
    return report


@pytest.mark.rule("PK-13", "PK-31")
def test_the_drop_of_an_ante_game_is_its_fee_for_so_many_players(command: Callable[..., Said]) -> None:
    words = ("lowball", "--house", "pot", "--limit", "2-4", "--hands", "18", "--seats", "5-7", "--pace", "30/h")
    data = simulated(command, *words)
    assert (data["game"], data["house"], data["limit"], data["hands"]) == ("lowball", "pot", "2-4", 18)
    # The posted fee is $3, $3 and $4; five and seven antes of 50¢ do not cover it.
    for row, fee in zip(data["by_players"], (2_50, 3_00, 3_50), strict=True):
        assert row["fees"] == {str(fee): 6}
        assert row["drop"] == 6 * fee
        assert row["fee_per_hand"] == {"mean": fee, "interval": [fee, fee]}
        assert row["hands_per_hour"] == {"mean": 30, "interval": [30, 30]}
        assert row["fee_per_hour"]["mean"] == pytest.approx(30 * fee)
        low, high = row["pot"]["interval"]
        assert low < row["pot"]["mean"] < high
    assert data["total"]["drop"] == sum(row["drop"] for row in data["by_players"])
    assert [row["players"] for row in data["by_players"]] == [5, 6, 7]


def test_a_pot_is_what_was_won_and_taken_as_a_fee() -> None:
    for game in (load("holdem", "pot", "2-4"), load("draw", "button", "2-4")):
        table = BotTable(game, (2, 4), 3)
        for number in range(8):
            pot, fee, decisions = table._hand(number, 4)
            assert pot >= game.ante * 4 + sum(game.blinds[:1])
            assert 0 <= fee <= game.fee(4)
            assert decisions > 0
            assert pot % game.chip == 0


def test_the_pace_counts_the_hand_and_each_decision() -> None:
    tally = HandTally()
    for decisions in (10, 20):
        tally.add(pot=1000, fee=100, decisions=decisions)
    assert tally.seconds(Pace(40, 4)).mean == 100
    assert tally.hands_per_hour(Pace(40, 4)).mean == 36
    assert tally.fee_per_hour(Pace(40, 4)).mean == 36 * 100
    assert tally.hands_per_hour(Pace(100, 0)) == (36, 36, 36)


def test_intervals_hold_the_true_figure_as_often_as_they_say() -> None:
    """The fee and the decisions of a hand are correlated, so their ratio has an error of its own."""
    luck, pace = random.Random(1), Pace(40, 4)
    fees = {5: 0, 10: 100, 30: 300}
    true = HOUR * sum(fees.values()) / sum(40 + 4 * decisions for decisions in fees)
    held = {"hour": 0, "fee": 0, "hands": 0}
    for _ in range(1000):
        tally = HandTally()
        for _ in range(80):
            decisions = luck.choice([5, 10, 30])
            tally.add(0, fees[decisions], decisions)
        per_hour, fee, hands = tally.fee_per_hour(pace), tally.fee.estimate(80), tally.hands_per_hour(pace)
        held["hour"] += per_hour.low <= true <= per_hour.high
        held["fee"] += fee.low <= 400 / 3 <= fee.high
        held["hands"] += hands.low <= HOUR / 100 <= hands.high
    assert all(930 <= times <= 970 for times in held.values()), held


def test_the_same_seed_plays_the_same_hands_and_more_hands_begin_with_the_same(command: Callable[..., Said]) -> None:
    words = ("holdem", "--seats", "3", "--hands", "12")
    assert simulated(command, *words) == simulated(command, *words)
    assert simulated(command, *words)["total"] != simulated(command, *words, "--seed", "2")["total"]
    table = BotTable(load("holdem", "pot", "2-4"), (3,), 5)
    first = table.play(4)[3]
    rest = HandTally()
    for number in range(4, 7):
        rest.add(*table._hand(number, 3))
    first.merge(rest)
    assert first == table.play(7)[3]


def test_for_people_every_number_of_players_has_its_line(command: Callable[..., Said]) -> None:
    said = command("simulate", "holdem", "--house", "pot", "--limit", "2-4", "--hands", "9", "--quiet")
    assert said.code == 0
    assert "Texas Hold'em, Pot house, limit $2–$4: 9 hands between bots" in said.out
    assert "40 s per hand and 4 s per decision" in said.out
    firsts = [line.split()[0] for line in said.out.splitlines() if "±" in line and "$" in line]
    assert firsts == [*map(str, range(2, 11)), "all"]
    assert "± is a 95% interval" in said.out


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_ctrl_c_shows_what_was_played(
    command: Callable[..., Said], monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...]
) -> None:
    whole = BotTable._hand

    def until_the_sixth(table: BotTable, number: int, count: int) -> tuple[int, int, int]:
        if number == 5:
            raise KeyboardInterrupt
        return whole(table, number, count)

    monkeypatch.setattr(BotTable, "_hand", until_the_sixth)
    said = command("simulate", "holdem", "--seats", "2", "--hands", "50", "--quiet", *flags)
    assert said.code == 130
    assert said.err == "stopped after 5 of 50 hands.\n"
    if flags:
        data = json.loads(said.out)
        assert (data["hands"], data["asked"], data["stopped"]) == (5, 50, True)
    else:
        assert "5 hands between bots" in said.out


def test_a_signal_ends_it_and_it_says_how_far_it_came() -> None:
    code = "from pitboss.cli import main; from pitboss.cli.common import progress; progress.LONG = 0.5; main()"
    words = ["simulate", "holdem", "--hands", "1000000", "--json"]
    process = stopped([sys.executable, "-c", code, *words], "1,000,000 hands")
    assert process.code == 130
    assert "Traceback" not in process.err
    assert json.loads(process.out)["stopped"]
    assert "of 1,000,000 hands" in process.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("holdem", "--rounds", "5"), "--rounds is for games against the house; write --hands"),
        (("holdem", "--only", "ante"), "--only is for games against the house; leave it out."),
        (("top5", "--hands", "5"), "--hands is for poker, and top5 is played against the house; leave it out."),
        (("top5", "--house", "pot"), "--house is for poker"),
        (
            ("holdem", "--pace", "fast"),
            "--pace 'fast' is not a pace; write seconds per hand and per decision such as 40+4",
        ),
        (("holdem", "--pace", "0/h"), "--pace '0/h' is not a pace"),
        (("holdem", "--seats", "12"), "Texas Hold'em is played by 2 to 10 seats; 12 is not possible."),
        (("holdem", "--seats", "6-2"), "--seats '6-2' is not a number of players"),
        (
            ("holdem", "--limit", "5-9"),
            "the Pot house does not spread Texas Hold'em at '5-9'; its limits are 1-2, 2-4.",
        ),
        (("holdem", "--house", "pott"), "'pott' is not a house; did you mean 'pot'?"),
        (("holdem", "--option", "tens=1"), "'tens' is not an option of a poker table"),
    ],
)
def test_mistakes_are_one_sentence(command: Callable[..., Said], words: tuple[str, ...], sentence: str) -> None:
    said = command("simulate", *words)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert len(said.err.strip().splitlines()) == 1
