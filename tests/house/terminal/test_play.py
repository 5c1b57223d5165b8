"""``pitboss play`` for house games: scripts and pipes, keys and refusals, undo, limits, graceful leaving."""

from __future__ import annotations

import random
import re
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import pitboss
from pitboss import house
from pitboss.cli import main, room
from pitboss.money import parse_dollars


def play(game: str, *arguments: str, lines: str = "") -> Result:
    """A session read from a pipe; slashes separate the lines."""
    result = CliRunner().invoke(room, ["play", game, *arguments], input=lines.replace(" / ", "\n") + "\n")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "\x1b" not in result.output
    return result


def left_with(result: Result) -> str:
    match = re.search(r"You leave after (.*)\.\n$", result.output)
    assert match
    return match[1]


def test_a_round_is_told_step_by_step_with_its_rules() -> None:
    """Cards as in round 2 of the golden file: the dealer does not qualify, so the beaten ante is paid (T5-13)."""
    result = play("top5", "--seed", "7", "--wagers", "ante=5,tens=5", lines="go / p / q")
    told = [" ".join(line.split()) for line in result.output.splitlines()]
    for expected in (
        "Five cards to spot 1: 4♠ 3♦ 5♠ 2♣ 9♦ T5-4",
        "Five cards to the dealer, face down T5-4",
        "One card to the board, face up: 9♠ T5-5",
        "spot 1> p",
        '"the dealer qualifies with pair of sevens" T5-10',
        "Spot 1, tens $5 loses T5-12",
        "1 bet $5 lose T5-14",
        "You lose $15.",
    ):
        assert expected in told
    assert left_with(result) == "1 round with $485 (-$15)"


def test_a_paid_line_names_the_hand_and_not_where_the_line_begins() -> None:
    result = play("three-card", "--seed", "1", "--wagers", "ante=5,pair-plus=5", lines="go / p / q")
    told = [" ".join(line.split()) for line in result.output.splitlines()]
    assert "Spot 1, pair-plus $5 wins 1 to 1 with pair of sevens 3C-5" in told
    assert "1 pair-plus $5 win (pair of sevens) 1 to 1 $5 3C-5" in told


def test_the_seed_repeats_a_session_and_no_seed_does_not() -> None:
    lines = "go / p / go / p / go / p / q"
    once = play("high5", "--seed", "5", lines=lines).output
    assert play("high5", "--seed", "5", lines=lines).output == once
    assert play("high5", "--seed", "6", lines=lines).output != once
    assert play("high5", lines=lines).output != play("high5", lines=lines).output


@pytest.mark.rule("HB-8")
def test_options_post_a_pay_table_and_the_settlement_names_it() -> None:
    result = play("top5", "--seed", "1", "--option", "tens=3", "--table", "ace-or-face=2", lines="go / f / $ / q")
    assert "pay tables in force: ace-or-face/2, tens/3" in result.output
    posted = result.output.split("tens, table 3")[1]
    assert re.search(r"full house +10 to 1", posted)
    wager = play("top5", "--seed", "1", "--option", "tens=3", "--wagers", "tens=5", lines="go / p / q").output
    assert "tens, table 3" in wager


@pytest.mark.rule("HB-7")
def test_a_later_spot_stays_hidden_until_the_earlier_one_has_decided() -> None:
    result = play("six54", "--seed", "3", "--spots", "3", lines="go / p / f / p / q")
    tables = result.output.split("╭")[1:]
    hidden = "[??] [??] [??] [??] [??]"
    for decided, table in enumerate(tables):
        spots = {
            line.split("spot ")[1][0]: hidden in line for line in table.splitlines() if re.search(r"spot \d  ", line)
        }
        assert spots == {"1": False, "2": decided < 1, "3": decided < 2}
    assert left_with(result).startswith("1 round")


@pytest.mark.rule("HB-1")
def test_who_cannot_cover_the_bet_may_only_fold() -> None:
    result = play("top5", "--seed", "7", "--bankroll", "7.50", lines="go / p / s 1 / f / q")
    assert "play is not possible now: it costs $5 and the player has $2.50 (HB-1)" in result.output
    assert "swap is not possible now" in result.output
    assert left_with(result) == "1 round with $2.50 (-$5)"
    broke = play("top5", "--seed", "7", "--bankroll", "7.50", lines="go / f / go / buy 10 / go / f / q")
    assert "wagers $5 but has $2.50" in broke.output
    assert left_with(broke) == "2 rounds with $7.50 (-$10)"


@pytest.mark.rule("HB-1")
def test_wagers_are_closed_once_dealing_has_started() -> None:
    result = play("top5", "--seed", "7", lines="go / wager / f / q")
    assert "wager is not possible now: wagers closed when the dealing started (HB-1)" in result.output


@pytest.mark.rule("HB-2", "PK-28")
def test_limits_and_ceilings_are_refused_before_the_deal_with_their_source() -> None:
    law = ("--jurisdiction", "washington", "--date", "2015-06-01")
    result = play(
        "top5", "--seed", "1", "--bankroll", "5000", *law, "--wagers", "ante=350", lines="go / ante 300 / go / f / q"
    )
    assert "Washington allows $300 on a single wager (WAC 230-15-140, in force since 2009)" in result.output
    assert left_with(result) == "1 round with $4,700 (-$300)"
    table = play("top5", "--seed", "1", "--limits", "ante=5-100/5", lines="ante 7 / go / ante 5 / go / f / q")
    assert "steps of $5 (table limit, HB-2)" in table.output
    posted = play("top5", *law, "--limits", "ante=5-500/5", lines="q")
    assert "finding: limits.ante: the ante wager may reach $500; WAC 230-15-140, in force since 2009" in posted.output


@pytest.mark.rule("HO-13")
def test_a_changed_game_opens_with_a_finding(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(house.load("holdout").definition.source.replace('"pair of J" = 2 }', '"pair of J" = 3 }', 1))
    result = play(str(file), "--seed", "1", lines="q")
    assert 'finding: wager.first.table."pair of J": 3 to 1; the approval of April 21, 2015' in result.output
    assert "finding" not in play("holdout", lines="q").output


def test_undo_takes_back_decisions_even_of_a_settled_round() -> None:
    result = play("top5", "--seed", "7", lines="u / go / u / f / u / p / u / u / s 5 / q")
    assert "no round has been played yet" in result.output
    assert "you have not decided anything in this round" in result.output
    assert result.output.count("Taken back: spot 1, fold.") == 1
    assert result.output.count("Taken back: spot 1, play.") == 1
    plain = play("top5", "--seed", "7", lines="go / s 5 / q")
    assert left_with(result) == left_with(plain)


def test_undo_of_several_spots_goes_back_one_decision_at_a_time() -> None:
    result = play("six54", "--seed", "3", "--spots", "2", lines="go / p / u / f / p / u / u / p / p / q")
    assert re.findall(r"Taken back: (.*)\.", result.output) == ["spot 1, play", "spot 2, play", "spot 1, fold"]
    assert left_with(result) == left_with(play("six54", "--seed", "3", "--spots", "2", lines="go / p / p / q"))


def test_every_refused_key_is_explained() -> None:
    result = play(
        "holdout",
        "--seed",
        "1",
        "--wagers",
        "first=5,final=5",
        lines="go / x / o / o 6 / o 1 1 / o As Kd / 77 / swap 2h / 135 / q",
    )
    refusals = re.findall(r"✗ (.*)", result.output)
    assert len(refusals) == 7
    expected = (
        *('"x" means nothing here', "hold needs cards", "places are 1 to 5", "each once"),
        *("Kd is not in your hand", "each once", "means nothing"),
    )
    for refusal, words in zip(refusals, expected, strict=True):
        assert words in refusal
        assert refusal.endswith(".")
    assert "Spot 1: hold, two cards put out" in result.output


def test_multiples_have_keys_of_their_own() -> None:
    result = play("mississippi", "--seed", "1", lines="go / b3 / bet 2 / bet 1x / go / b 1 / b7 / f / q")
    assert [line.split("bet ")[1][:2] for line in result.output.splitlines() if "Spot 1: bet" in line] == [
        "3x",
        "2x",
        "1x",
        "1x",
    ]
    assert '"b7" means nothing here; you may type f (fold), b1 (bet 1x), b2 (bet 2x), b3 (bet 3x)' in result.output
    back = play("let-it-ride", "--seed", "1", lines="go / t / l / q").output
    assert "Spot 1: take back" in back
    assert "Spot 1: let it ride" in back


def test_wagers_as_people_type_them() -> None:
    lines = "ante 10 tens 5 / 2: tens=2.50 / 3: none / 9: ante 5 / ante / nickels 5 / ante five / go / q"
    result = play("top5", "--seed", "1", "--spots", "3", lines=lines)
    assert "Wagers: 1: ante $10 · tens $5; 2: tens $2.50; 3: nothing." in result.output
    assert "you do not play spot 9; yours are 1, 2, 3" in result.output
    for refusal in ("'ante' is not a wager; write its name and dollars", "'nickels' is not a wager you can place now"):
        assert refusal in result.output
    assert "Spot 2 wagers $2.50 on tens" in result.output
    assert "Spot 3 wagers" not in result.output
    tied = play("let-it-ride", "--seed", "1", "--wagers", "bet-3=10", lines="q")
    assert all(f"{key} $10" in tied.output for key in ("bet-1", "bet-2", "bet-3"))


def test_wagers_of_a_game_of_ones_own_are_typed_as_its_file_names_them(tmp_path: Path) -> None:
    text = (Path(pitboss.__file__).parent / "games/house/three-card.toml").read_text(encoding="utf-8")
    for old, new in (("pair-plus", "3_Paare"), ('"ante"', '"Buy-in"'), ("[wager.ante]", "[wager.Buy-in]")):
        text = text.replace(old, new)
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    lines = "buy-in 10 3_paare 5 / buy 20 / 3 20, buy-in=5 / go / q"
    result = play(str(file), "--seed", "1", lines=lines)
    assert "$520 in front of you. Wager: Buy-in $10 · 3_Paare $5." in result.output
    assert "Spot 1 wagers $20 on 3_Paare" in result.output
    assert "Spot 1 wagers $5 on Buy-in" in result.output
    assert "✗" not in result.output


def test_leaving_in_the_middle_of_a_round_gives_the_wagers_back() -> None:
    for end in ("q", ""):
        result = play("crazy4", "--seed", "1", lines=f"go / {end}")
        assert "Void: the player leaves the practice table" in result.output
        assert left_with(result) == "0 rounds with $500 ($0)"
        assert result.exit_code == 0


def test_rounds_stops_by_itself() -> None:
    assert left_with(play("top5", "--rounds", "2", "--seed", "1", lines="go / f / go / f / go / f")).startswith(
        "2 rounds"
    )


def test_help_and_rules() -> None:
    result = play("top5", lines="? / rule T5-15 / rule t5-13 / rule XX-1 / q")
    assert "take back the last decision" in result.output
    assert "T5-15: " in result.output
    assert "XX-1" in result.output
    assert result.output.count("✗") == 1


# Scripts -----------------------------------------------------------------------------------------------------------


def test_a_script_plays_unattended(tmp_path: Path) -> None:
    script = tmp_path / "session.txt"
    script.write_text("# two rounds\ngo\n\nf   # nothing worth playing\ngo\np\n")
    result = play("top5", "--seed", "7", "--script", str(script))
    assert result.exit_code == 0
    assert left_with(result).startswith("2 rounds")
    script.write_text("go\nfly\nf\n")
    refused = play("top5", "--seed", "7", "--script", str(script))
    assert refused.exit_code == 1
    assert "pitboss: 1 line of the script was refused." in refused.output


KEYS = [
    *("go", "go", "go", "f", "p", "c", "r", "b1", "b2", "r2", "r3", "r4", "l", "a", "t", "s", "o", "d", "play", "fold"),
    *("check", "1", "12", "135", "s 1", "o 1 2", "u", "u", "?", "$", "x", "2: none", "rule", "rule HB-1", "buy 50"),
]


@pytest.mark.parametrize("name", house.names())
def test_any_keys_at_any_game_end_well(name: str) -> None:
    """Random keys at every game: nothing typed breaks the table, and the chips add up."""
    monkey = random.Random(name)
    lines = [monkey.choice(KEYS) for _ in range(150)]
    result = play(name, "--seed", "1", "--spots", "2", lines=" / ".join(lines))
    assert result.exit_code == 0
    rounds, chips, net = re.match(r"(\d+) rounds? with (\S+) \(\+?(\S+)\)", left_with(result)).groups()  # type: ignore[union-attr]
    results: list[int] = []
    bought, typed = 500_00, ""
    for line in result.output.splitlines():
        if line.startswith("wagers> "):
            typed = line.removeprefix("wagers> ")
            bought += 50_00 * (typed == "buy 50")
        elif typed == "u" and line == "  Taken back: $50 bought.":
            bought -= 50_00
        elif typed == "u" and line.startswith("  Taken back"):
            results.pop()
            typed = ""
        elif told := re.match(r"You (win|lose|break even) ?(\S*)\.$", line):
            results.append(parse_dollars(told[2] or "0") * (-1 if told[1] == "lose" else 1))
            typed = ""
    assert len(results) == int(rounds) > 0
    assert sum(results) == parse_dollars(net)
    assert bought + sum(results) == parse_dollars(chips)


# Bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing"], "there is no game 'nothing'"),
        (["top5", "--spots", "9"], "1 to 7 spots"),
        (["top5", "--option", "tens=9"], "no pay table '9'"),
        (["top5", "--option", "tens"], "write NAME=VALUE"),
        (["top5", "--option", "nickels=1"], "not an option of Top 5 Poker"),
        (["top5", "--bankroll", "lots"], "not an amount"),
        (["top5", "--bankroll", "0"], "buys no chips"),
        (["top5", "--wagers", "bet=5"], "not a wager you can place now"),
        (["top5", "--limits", "ante=5"], "not a table limit"),
        (["top5", "--jurisdiction", "atlantis"], "no jurisdiction is called 'atlantis'"),
        (["top5", "--house", "pot"], "belong to poker"),
        (["top5", "--script", "/nowhere/at/all"], "cannot be read"),
        (["/nowhere/game.toml"], "cannot be read"),
    ],
)
def test_bad_arguments_are_one_sentence(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["play", *arguments])
    assert caught.value.code == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.startswith("pitboss: ")
    assert told.count("\n") == 1


def test_wagers_beyond_a_limit_are_refused_when_they_are_typed() -> None:
    result = play("top5", "--seed", "1", "--limits", "ante=5-100/5", lines="ante 500 / ante 7 / go / q")
    refusals = re.findall(r"✗ (.*)", result.output)
    assert "above the table maximum of $100" in refusals[0]
    assert "between two steps" in refusals[1]
    assert len(refusals) == 2
    assert "Spot 1 wagers $5 on ante" in result.output, "the wagers of before stand"


def test_a_rule_has_to_be_named_and_the_law_is_in_the_heading() -> None:
    result = play("top5", "--jurisdiction", "washington", "--date", "2024-05-01", lines="rule / ante 900 / q")
    assert "under the ceilings of Washington in force on 2024-05-01: at most $400 on a single wager\n" in result.output
    first, second = re.findall(r"✗ (.*)", result.output)
    assert first.startswith("say which rule, such as rule HB-4")
    assert "on a single wager" in second


@pytest.mark.rule("HB-2")
def test_a_table_announces_its_limits_and_the_law_when_it_opens() -> None:
    own = play("top5", "--date", "2020-05-01", lines="q").output  # the ceilings its file names
    assert "  table limits: up to $10,000 on each wager\n" in own
    assert "  under the ceilings of Washington in force on 2020-05-01: at most $300 on a single wager\n" in own
    none = play("top5", "--jurisdiction", "none", "--limits", "ante=5-300/5,tens=1-25", lines="q").output
    assert "tens $1 to $25 in steps of $1; ante $5 to $300 in steps of $5\n" in none
    assert "  no legal ceilings apply" in none
    assert "  table limits: any amount on each wager\n" in play("top5", "--limits", "none", lines="q").output
    assert f"in force on {date.today()}" in play("top5", lines="q").output
    poker = play("holdem", "--jurisdiction", "washington", "--date", "2024-05-01", lines="q").output
    assert "  under the ceilings of Washington in force on 2024-05-01: at most $40 on a single wager\n" in poker
