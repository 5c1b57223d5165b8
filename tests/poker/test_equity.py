"""Equity against an independent brute force, published figures, and itself (exact against sampled)."""

from __future__ import annotations

import json
import random
import sys
from fractions import Fraction
from itertools import combinations, product

import pytest
from click.testing import CliRunner

from pitboss import cards
from pitboss.cli.equity import _long, command
from pitboss.errors import PitbossError
from pitboss.poker import library
from pitboss.poker.equity import Equity, Showdown, exact, holdings, plan, problem, sampled
from tests.examples import rest_long
from tests.simulation.interrupted import stopped

from .reference.slow_settlement import best, fives

GAMES = library.games()
KINDS = {"standard": "high", "ace-to-five": "low", "eight-or-better": "eight"}


def count(game: str, *hands: str, board: str = "", dead: str = "") -> Equity:
    return exact(problem(Showdown.of(GAMES[game]), hands, board, dead))


def brute(game: str, *hands: str, board: str = "", dead: str = "") -> list[tuple[Fraction, Fraction, Fraction]]:
    """Equity, wins and parts of each hand, by enumerating every deal."""
    definition = GAMES[game]
    own = sum(street.down + street.up for street in definition.streets)
    missing = sum(street.board for street in definition.streets) - len(cards.parse(board))
    totals = [[Fraction(0)] * 3 for _ in hands]
    deals = 0
    gone = {*cards.parse(board), *cards.parse(dead)}
    for chosen in product(*(holdings(words, own) for words in hands)):
        used = [*gone, *(card for one in chosen for card in one)]
        if len(set(used)) < len(used):
            continue
        free = [card for card in range(52) if card not in used]
        for filled, common in fillings(free, [own - len(one) for one in chosen], missing):
            deals += 1
            shown = [*cards.parse(board), *common]
            mine = [[*one, *more] for one, more in zip(chosen, filled, strict=True)]
            for i, part in enumerate(shares(definition, mine, shown)):
                totals[i][0] += part
                totals[i][1] += part == 1
                totals[i][2] += 0 < part < 1
    return [(a / deals, b / deals, c / deals) for a, b, c in totals]


def fillings(free, needs, missing):  # type: ignore[no-untyped-def]
    if not needs:
        for common in combinations(free, missing):
            yield [], common
        return
    for mine in combinations(free, needs[0]):
        for rest, common in fillings([card for card in free if card not in mine], needs[1:], missing):
            yield [mine, *rest], common


def shares(definition, hands, board) -> list[Fraction]:  # type: ignore[no-untyped-def]
    won = []
    for win in definition.wins:
        values = [best(KINDS[win.ranking], fives(hand, board, win.hole or None)) for hand in hands]
        top = max((value for value in values if value is not None), default=None)
        if top is not None:
            won.append([i for i, value in enumerate(values) if value == top])
    parts = [Fraction(0)] * len(hands)
    for winners in won:
        for i in winners:
            parts[i] += Fraction(1, len(won) * len(winners))
    return parts


SMALL = [
    ("holdem", ("AsKs", "QhQd"), "Ts 9s 2d 2c", ""),
    ("holdem", ("AsKs", "QhQd", "8s7s"), "Ts 9s 2d", "3c 4c"),
    ("holdem", ("AA", "KK"), "Ah Kd 2c 7s", ""),
    ("holdem", ("TT+", "AKs"), "Ah Kd 2c 7s 7d", ""),
    ("holdem", ("AsAh", "random"), "Kd 2c 7s 7d 9h", ""),
    ("holdem", ("JTs", "AQ", "55-77"), "Th 9h 2c 3d 3s", ""),
    ("holdem", ("As", "Kd"), "Ah Kh 2c 7s 9d", "5d 5c"),
    ("omaha", ("AsKsQdJd", "9h9c8h8c"), "Ts 9s 2d", ""),
    ("omaha", ("AsKsQdJd", "9h9c8h8c", "2h2s3h3s"), "Ts 9s 2d 4c", ""),
    ("omaha-hi-lo", ("As2sKdJd", "9h9c8h8c"), "3s 7s 5d", ""),
    ("omaha-hi-lo", ("As2sKdJd", "Ah2h8h8c", "3h4hTcTd"), "3s 7s 5d Kc", ""),
    ("seven-stud", ("AsAhKdQd9c2c", "JdTd9d8d7h7c"), "", ""),
    ("seven-stud", ("AsAhKdQd9c", "JdTd9d8d7h7c"), "", "2c 3c 4c 5c 6c 7s 8s 9s Ts 2d 3d 4d 5d 6d 2h 3h 4h 5h 6h"),
    (
        "seven-stud",
        ("AsAhKdQd9c2c", "JdTd9d8d7h7c", "3c4c5c6cKhKs"),
        "",
        "2d 2h 2s 3d 3h 3s 4d 4h 4s 5d 5h 5s 6d 6h 6s 7d 7s 8c 8h 8s",
    ),
    ("five-stud", ("AsAhKd", "JdTd9d8d"), "", "2d 2h 2s 3d 3h 3s 4d 4h 4s 5d 5h"),
    ("draw", ("AsAhKd", "JdTd9d8d"), "", ""),
    ("lowball", ("As2h3d4c", "5d6d7dKh"), "", "8c 8d"),
    ("lowball", ("As2h3d4c9c", "5d6d7d"), "", ""),
]


@pytest.mark.parametrize(
    ("game", "hands", "board", "dead"), rest_long(SMALL, *SMALL[2:6], *SMALL[8:11:2], *SMALL[14:18:2])
)
def test_exact_equity_is_what_dealing_out_everything_gives(game: str, hands: tuple, board: str, dead: str) -> None:  # type: ignore[type-arg]
    equity = count(game, *hands, board=board, dead=dead)
    assert [(share.equity, share.win, share.part) for share in equity.shares] == brute(
        game, *hands, board=board, dead=dead
    )
    assert sum(share.equity for share in equity.shares) == 1
    assert all(share.lose == 1 - share.win - share.part for share in equity.shares)


def test_all_ways_of_counting_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = problem(Showdown.of(GAMES["holdem"]), ["22+,A2s+,ATo+", "random"], "Ks 7d 2h 2c")
    assert plan(asked).method == "swept in order"
    swept = exact(asked)
    monkeypatch.setattr("pitboss.poker.equity.counting.SWEPT", 0)
    assert plan(asked).method == "every pair"
    assert exact(asked) == swept
    monkeypatch.setattr("pitboss.poker.equity.counting.PAIR", 1000)
    assert plan(asked).method == "every choice"
    assert exact(asked) == swept


@pytest.mark.parametrize("hands", [["22,A2s", "KK,QJs"], ["A9", "22+,A2s+", "T9s,AA"], ["random", "AK"]])
def test_long_lists_are_counted_in_spells_that_tell_how_far_they_came(
    hands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result does not depend on how the longest list is split, and progress only grows."""
    asked = problem(Showdown.of(GAMES["holdem"]), hands, "Ks 7d 2h 2c")
    monkeypatch.setattr("pitboss.poker.equity.counting.SWEPT", 0)
    at_once = exact(asked)
    monkeypatch.setattr("pitboss.poker.equity.counting.SPELL", 100)
    told: list[float] = []
    assert exact(asked, told.append) == at_once
    assert told == sorted(told)
    assert told[-1] == 1
    assert len(told) > 2


def test_the_peer_eval7_finds_the_same() -> None:
    import eval7

    for mine, theirs, board in (("As Kd", "QQ+, AJs", "Th 9h 2c"), ("7c 7d", "TT-88, KTs+", "Ah 9h 2c 3d")):
        hand, common = ([eval7.Card(card) for card in some.split()] for some in (mine, board))
        won = deals = Fraction(0)
        for other, _ in eval7.HandRange(theirs).hands:
            gone = [*hand, *common, *other]
            if len(set(gone)) == len(gone):
                for more in combinations([card for card in eval7.Deck().cards if card not in gone], 5 - len(common)):
                    ours, their = (eval7.evaluate([*cards, *common, *more]) for cards in (hand, other))
                    won += Fraction(1 + (ours > their) - (ours < their), 2)
                    deals += 1
        assert count("holdem", mine, theirs, board=board).shares[0].equity == won / deals


def test_published_figures_of_holdem() -> None:
    """Aces against kings of the same suits: 82.36 and 0.54 ties in 100; over all suits 81.95; a pair is a coin flip."""
    aces = count("holdem", "AsAh", "KsKh").shares[0]
    assert (aces.win, aces.part) == (Fraction(1_410_336, 1_712_304), Fraction(9_308, 1_712_304))
    both = count("holdem", "AA", "KK").shares
    assert float(both[0].equity) == pytest.approx(0.8195, abs=0.0005)
    suited = count("holdem", "AsKs", "QhQd").shares[0]
    assert float(suited.equity) == pytest.approx(0.4621, abs=0.0005)


@pytest.mark.long
def test_aces_against_anything_preflop() -> None:
    """85.2% against a random hand is the figure every table of hold'em prints."""
    equity = count("holdem", "AA", "random")
    assert float(equity.shares[0].equity) == pytest.approx(0.85204, abs=0.00005)


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("holdem", ("AsKs", "QQ+", "random"), "Ts 9s 2d"),
        ("omaha-hi-lo", ("As2sKdJd", "9h9c8h8c"), "3s 7s 5d"),
        ("seven-stud", ("AsAhKd", "JdTd9d"), ""),
        ("lowball", ("As2h3d4c", "5d6d7dKh"), ""),
    ],
)
def test_samples_surround_the_exact_figure(game: str, hands: tuple[str, ...], board: str) -> None:
    asked = problem(Showdown.of(GAMES[game]), hands, board)
    true = exact(asked)
    guess = sampled(asked, 40_000, seed=11)
    assert sampled(asked, 40_000, seed=11) == guess
    assert sampled(asked, 40_000, seed=12) != guess
    assert sum(share.equity for share in guess.shares) == 1
    for right, share in zip(true.shares, guess.shares, strict=True):
        middle, width = (share.low + share.high) / 2, share.high - share.low
        assert abs(float(right.equity) - middle) < width  # twice the half-width of the interval
        assert width < 0.02


def test_the_interval_covers_the_truth_about_95_times_in_100() -> None:
    asked = problem(Showdown.of(GAMES["five-stud"]), ["AsAhKd", "JdTd9d8d"])
    true = float(exact(asked).shares[0].equity)
    inside = sum(
        share.low <= true <= share.high for share in (sampled(asked, 500, seed).shares[0] for seed in range(400))
    )
    assert 360 <= inside <= 398


def test_equity_does_not_hang_on_the_names_of_suits() -> None:
    chance = random.Random(5)
    for _ in range(20):
        deck = chance.sample(range(52), 13)
        swap = chance.sample(range(4), 4)
        moved = [card // 4 * 4 + swap[card % 4] for card in deck]
        answers = []
        for some in (deck, moved):
            hands = [cards.show(some[:4]), cards.show(some[4:8])]
            answers.append([s[1:] for s in count("omaha-hi-lo", *hands, board=cards.show(some[8:12])).shares])
        assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("game", "hands", "board", "dead", "sentence"),
    [
        ("holdem", ["AA"], "", "", "equity compares 2 to 10 hands; 1 given"),
        ("holdem", ["AsKs", "AsQs"], "", "", "As is in AsKs and in AsQs"),
        ("holdem", ["AsKs", "QQ"], "As 2c 3c", "", "As is in the board and in AsKs"),
        ("holdem", ["AsKs", "QQ"], "2c 3c 4c", "3c", "3c is in the board and in the dead cards"),
        ("holdem", ["AsAh", "AA"], "Ad 2c 3c", "", "'AA' is impossible"),
        ("holdem", ["AsKs", "QQ"], "2c 3c", "", "2c 3c is 2 cards, but the board of Texas Hold'em has 3, 4 or 5"),
        ("omaha", ["AAxx", "KKxx"], "2c", "", "2c is 1 card, but the board of Omaha has 3, 4 or 5 cards, or none yet"),
        ("holdem", ["AsKsQs", "QQ"], "", "", "holds 3 cards"),
        ("holdem", ["AsKs", "Z"], "", "", "'Z' is not a hand: 'Z' cannot be read"),
        ("holdem", ["AsKs", "QQs"], "", "", "a pair is never suited"),
        ("holdem", ["AsKs", "QQ-AK"], "", "", "is not a range"),
        ("holdem", ["AsKs", "ATs-A7o"], "", "", "mixes suited and offsuit"),
        (
            "holdem",
            ["AsKs", "QQ"],
            "2c 3c 4c 5c 6c 7c",
            "",
            "7c is 6 cards, but the board of Texas Hold'em has 3, 4 or 5",
        ),
        ("holdem", ["AsKs", "(QQ)"], "", "", "deals no cards up"),
        ("omaha", ["AKQJs", "random"], "", "", "write AKQJ:s for one suit, or AKQ Js for the card"),
        ("omaha", ["AAxx:z", "random"], "", "", "'z' in 'AAxx:z' is not a condition on suits"),
        ("omaha", ["AA[TQ", "random"], "", "", "'.TQ' cannot be read"),
        ("omaha", ["[TZ]AKQ", "random"], "", "", "should list ranks"),
        ("omaha", ["AA:r,AAAAds", "AsAhAdAcKs"], "", "", "holds 5 cards"),
        ("omaha", ["AAAA:ds", "random"], "", "", "matches no cards of the deck"),
        ("seven-stud", ["AKs", "random"], "", "", "is ambiguous here"),
        ("seven-stud", ["AA,KKK", "random"], "", "", "mixes hands of 2 and of 3 known cards"),
        ("seven-stud", ["(AAAA)K", "random"], "", "", "4 cards down and 1 up; this game deals 3 and 4"),
        ("seven-stud", ["(AA", "random"], "", "", "parentheses that do not match"),
        ("seven-stud", ["(AA)K,AAK", "random"], "", "", "the same number of cards in parentheses"),
        ("seven-stud", ["AAxxxxx", "random"], "", "", "allows millions of hands"),
        ("seven-stud", ["AsKs", "random"], "2c", "", "2c is 1 card, but Seven Card Stud has no board"),
        ("seven-stud", ["random"] * 8, "", "", "only 52 are left"),
        ("holdem", ["AsKs", "Jk2c"], "", "", "Jk is not in the deck"),
    ],
)
def test_a_question_that_cannot_be_is_refused(
    game: str, hands: list[str], board: str, dead: str, sentence: str
) -> None:
    with pytest.raises(PitbossError, match=sentence.replace("(", r"\(")):
        problem(Showdown.of(GAMES[game]), hands, board, dead)


def test_the_command_prints_one_json_object() -> None:
    result = CliRunner().invoke(command, ["holdem", "AsKs", "QhQd", "--board", "ts9s2d", "--json"])
    data = json.loads(result.stdout)
    assert (data["game"], data["board"], data["exact"], data["deals"]) == ("holdem", "Ts 9s 2d", True, 990)
    assert sum(Fraction(hand["equity"]) for hand in data["hands"]) == 1
    again = CliRunner().invoke(command, ["holdem", "AsKs", "QhQd", "--samples", "1000", "--seed", "3", "--json"])
    data = json.loads(again.stdout)
    assert (data["exact"], data["deals"], data["seed"]) == (False, 1000, 3)
    low, high = data["hands"][0]["interval_percent"]
    assert low < data["hands"][0]["equity_percent"] < high


@pytest.mark.rule("PK-5")
def test_the_command_settles_ties_by_the_book_of_a_house() -> None:
    words = ["five-stud", "AsKdQh9c", "AhKsQd9d", "--dead", "2c 3c 4c", "--json"]
    ties = {
        house: [
            Fraction(hand["tie"]) for hand in json.loads(CliRunner().invoke(command, [*words, *more]).stdout)["hands"]
        ]
        for house, more in (("", []), ("pot", ["--house", "pot"]), ("button", ["--house", "button"]))
    }
    assert ties[""] == ties["pot"] != ties["button"] == [0, 0]
    for house, sentence in (("buton", "did you mean 'button'"), ("nowhere", "choose one of")):
        refused = CliRunner().invoke(command, [*words, "--house", house])
        assert isinstance(refused.exception, PitbossError)
        assert sentence in str(refused.exception)
    missing = CliRunner().invoke(command, ["omaha", "AAxx", "KKxx", "--house", "button"])
    assert "does not spread Omaha" in str(missing.exception)


def test_an_empty_word_is_no_hand() -> None:
    for nothing in ("", " ", " , "):
        refused = CliRunner().invoke(command, ["holdem", "AA,KK", nothing])
        assert isinstance(refused.exception, PitbossError)
        assert "names no hand" in str(refused.exception)


def test_the_command_states_the_standard_error_of_samples() -> None:
    words = ["omaha", "AAxx", "KKxx,QQxx", "--samples", "2000", "--json"]
    first = json.loads(CliRunner().invoke(command, words).stdout)["hands"][0]
    low, high = first["interval_percent"]
    assert first["standard_error_percent"] == pytest.approx((high - low) / 2 / 1.96, rel=0.01)


def test_a_long_count_says_so_first_and_ends_when_it_is_stopped() -> None:
    words = ["equity", "seven-stud", "(AA)K", "Kd Qd Jd", "--exact"]
    run = stopped([sys.executable, "-c", "from pitboss.cli import main; main()", *words], "counting", after=0.3)
    assert run.line == ("counting 2,937,330 × 211,876 hands (every pair): very roughly 10 minutes; Ctrl-C stops it.\n")
    assert run.code == 130
    assert run.out == ""
    assert run.err.endswith("\nstopped.\n")


def test_lists_too_large_for_the_machine_are_refused() -> None:
    refused = CliRunner().invoke(command, ["seven-stud", "random", "random", "--exact"])
    assert isinstance(refused.exception, PitbossError)
    assert "needs about 42 GB of memory and this machine has" in str(refused.exception)
    assert str(refused.exception).endswith("leave out --exact to sample.")


@pytest.mark.parametrize(
    ("work", "words"),
    [(40e9, "40 seconds"), (622e9, "10 minutes"), (3e13, "8 hours"), (1e15, "12 days"), (2.8e19, "887 years")],
)
def test_how_long_a_count_takes_is_said_as_people_say_it(work: float, words: str) -> None:
    assert _long(int(work)) == words


def test_the_command_prints_a_table() -> None:
    result = CliRunner().invoke(command, ["draw", "AsAh", "KdKcKh", "--samples", "500"])
    assert "500 deals sampled" in result.stdout
    assert "AsAh" in result.stdout
    assert "counting" not in result.stdout
