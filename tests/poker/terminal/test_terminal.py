"""Poker at the terminal: every game of both houses, through a pipe, by a script, with random keys."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pitboss import seeded
from pitboss.cards import parse
from pitboss.cli.play import PlayOptions, command
from pitboss.cli.terminal.poker_help import how_to_play
from pitboss.cli.terminal.poker_layout import against_random
from pitboss.cli.terminal.poker_table import PokerTable
from pitboss.cli.terminal.screen import Screen
from pitboss.poker import library
from pitboss.poker.spread_game import made_words
from tests.poker.table import GAMES as FOLDER
from tests.poker.table import book, load

GAMES = [("pot", one) for one in ("holdem", "omaha", "omaha-hi-lo", "lowball", "draw", "seven-stud", "five-stud")]
GAMES += [("button", one) for one in ("holdem", "lowball", "draw", "seven-stud", "five-stud")]
GAMES += [("wsop", "holdem"), ("wsop", "seven-stud")]
KEYS = [
    "c",
    "c",
    "c",
    "f",
    "r",
    "b",
    "o",
    "d",
    "d 1",
    "d 1 3",
    "",
    "u",
    "?",
    "zzz",
    "r 8",
    "raise",
    "call",
    "rule PK-8",
    "!",
    "2",
    "3",
    "-",
    "y",
    "5",
    "As",
    "s",
    "m",
    "buy 20",
]


def play(arguments: list[str], lines: list[str]) -> Result:
    return CliRunner().invoke(command, arguments, input="".join(f"{line}\n" for line in lines), catch_exceptions=False)


@pytest.mark.parametrize(("house", "game"), [*GAMES, ("button", "")])
def test_any_keys_at_any_table_never_stumble(house: str, game: str) -> None:
    chance = random.Random(f"{house} {game}")
    lines = [chance.choice(KEYS) for _ in range(150)]
    arguments = [*game.split(), "--house", house, "--limit", "2-4", "--seats", "4", "--seed", "11"]
    arguments += ["--slowly"] if chance.random() < 0.5 else []
    first = play(arguments, lines)
    assert first.exit_code == 0
    assert "You leave after" in first.stdout.splitlines()[-1]
    assert "\x1b" not in first.stdout
    assert first.stdout == play(arguments, lines).stdout  # a seed repeats the whole session


@pytest.mark.parametrize("seats", [2, 10])
def test_smallest_and_largest_table(seats: int) -> None:
    result = play(["holdem", "--seats", str(seats), "--seed", "2", "--rounds", "3"], ["", *["c"] * 60])
    assert result.exit_code == 0
    assert f"{seats} seats" in result.stdout


def test_a_forbidden_key_is_explained_with_its_rule() -> None:
    result = play(["holdem", "--limit", "2-4", "--seats", "6", "--seed", "7"], ["", "b", "check", "d", "r 5", "q"])
    assert "bet is not possible now: there is a bet already (PK-7)." in result.stdout
    assert "check is not possible now: there is $2 to call (PK-33)." in result.stdout
    assert '"d" means nothing here; you may type f (fold), c (call), r (raise)' in result.stdout
    assert "raise to $5 is not possible; it can only be to $6 (PK-7)." in result.stdout


def test_the_table_shows_cards_chips_and_price() -> None:
    result = play(["holdem", "--limit", "2-4", "--seats", "6", "--seed", "7"], ["", "q"])
    assert "│ ▶   1 You    [9♠] [6♠]        $2    $98  nine high │" in result.stdout
    assert "│  D  5 Otto   [??] [??]        $4    $96            │" in result.stdout
    assert " pot $10, 2 raises left " in result.stdout
    # Two of the twelve dollars there will be are the caller's: a sixth, 17 in 100 rounded up.
    assert "$2 to call for a pot of $10: a call pays if you win at least 17 times in 100" in result.stdout
    assert "r         raise to $6" in result.stdout


def test_a_decision_can_be_taken_back_even_after_the_hand() -> None:
    arguments = ["holdem", "--seats", "3", "--seed", "7"]
    folded = play(arguments, ["", "f", "u", "f", "q"]).stdout
    assert "Taken back: fold." in folded
    last = folded[folded.rindex("Taken back: fold.") :]
    assert "You fold" in last
    assert "after 1 hand " in folded
    assert "nothing to take back" in play(arguments, ["u", "q"]).stdout
    before = play(arguments, ["", "u", "q"]).stdout
    assert "you have not decided anything in this hand" in before


def test_without_a_limit_the_amount_is_the_persons() -> None:
    arguments = ["holdem", "--seats", "3", "--seed", "7", "--option", "play=no-limit", "--limit", "2-4"]
    result = play(arguments, ["", "r", "r 1", "r 12", "q"])
    assert "no limit" in result.stdout
    assert "raise needs an amount; write the total in front of you, $4 to $100 in steps of $1." in result.stdout
    assert "raise to $1 is not possible" in result.stdout
    assert "You raise to $12" in result.stdout


def test_chips_are_bought_between_hands_and_none_are_lost() -> None:
    result = play(["five-stud", "--seats", "2", "--seed", "5", "--bankroll", "60"], ["buy 100", "buy 10", "q"])
    assert "you have $10 in your pocket; buy part of it" in result.stdout
    assert "$60 in front of you." in result.stdout
    assert result.stdout.splitlines()[-1] == "You leave after 0 hands with $60 ($0)."


def test_a_script_plays_unattended_and_says_what_was_refused(tmp_path: Path) -> None:
    script = tmp_path / "hand.txt"
    script.write_text("go   # the next hand\nc\nc\nc\nc\ns\n")
    result = CliRunner().invoke(command, ["omaha", "--seed", "7", "--rounds", "1", "--script", str(script)])
    assert result.exit_code == 0
    script.write_text("go\nnonsense\nq\n")
    assert CliRunner().invoke(command, ["omaha", "--seed", "1", "--script", str(script)]).exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["holdem", "--seats", "11"], "2 to 10 seats"),
        (["holdem", "--house", "nowhere"], "'nowhere' is not a house"),
        (["omaha", "--house", "button"], "does not spread Omaha"),
        (["holdem", "--limit", "7-9"], "7-9"),
        (["holdem", "--wagers", "ante=5"], "belong to house games"),
        (["holdem", "--option", "tens=1"], "not an option of a poker table"),
        (["draw", "--option", "play=no-limit"], "no-limit"),
        (["holdem", "--bankroll", "1"], "less than the minimum buy-in of $10"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused(arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(command, arguments)
    assert isinstance(result.exception, ValueError)
    assert sentence in str(result.exception)


@pytest.mark.rule("PK-17")
def test_the_floor_is_called_when_the_hand_is_over() -> None:
    """A hand thrown away is asked back after the pot was pushed: the ruling takes the pot back, and play goes on."""
    lines = ["", "f", "!", "retrieved hand", "one", "1", "", "", "", "q"]
    shown = play(["holdem", "--seed", "7", "--seats", "3", "--limit", "2-4"], lines).stdout
    over = shown.index("You lose $1.")
    assert shown.index("retrieved hand", over) > over
    assert '"one" is not what is asked for; write a seat\'s number' in shown
    assert "PK-17" in shown[over:]
    refused = play(["holdem", "--seed", "7", "--seats", "3"], ["!", "q"]).stdout
    assert "there is no hand to rule on" in refused


@pytest.mark.rule("PK-15")
def test_where_every_hand_is_shown_nobody_is_asked(tmp_path: Path) -> None:
    book = tmp_path / "open.toml"
    shipped = (Path(library.__file__).parents[1] / "houses" / "pot.toml").read_text()
    for shows, asked in (("in turn", True), ("all", False)):
        book.write_text(shipped.replace('shows = "in turn"', f'shows = "{shows}"'))
        lines = ["", "c", "c", "c", "c", "s", "c"]
        shown = play(["holdem", "--house", str(book), "--seed", "4", "--seats", "4", "--rounds", "1"], lines).stdout
        assert "You show" in shown
        assert ("muck (" in shown) is asked


def test_a_table_without_a_game_needs_a_house_whose_button_names_it() -> None:
    for arguments, sentence in (
        ([], "say which game to play"),
        (["--house", "pot"], "spreads one game at a table; name the game"),
        (["--house", "wsop"], "spreads one game at a table; say which"),
        (["--house", "button", "--seats", "11"], "this table is played by 2 to 10 seats"),
    ):
        result = CliRunner().invoke(command, arguments)
        assert sentence in str(result.exception)


@pytest.mark.rule("PK-2")
def test_who_cannot_pay_for_the_button_watches_the_hand() -> None:
    """A person with too little for fee and ante is dealt out when the button comes to him; he sees what all see."""
    screen = Screen()
    lines = iter(["", "five-stud", "q"])
    screen.ask = lambda prompt: next(lines)  # type: ignore[method-assign]
    table = PokerTable(screen, PlayOptions("", 3, house="button", limit="2-4", seats=3, bankroll="20"))
    table.session.places[1].stack = 100
    table.run()
    assert table.deal is not None
    assert 1 not in table.deal.index
    assert table.played == 1
    assert any(event.verb == "dealt out" and event.seat == 1 for event in table.session.events)


def test_slowly_is_for_poker_only() -> None:
    assert "belong to poker" in str(CliRunner().invoke(command, ["top5", "--slowly"]).exception)


def test_a_card_that_is_none_is_asked_for_again_and_the_ruling_goes_on() -> None:
    lines = [*[""] * 8, "!", "exposed card", "2", "zz", "As Kd", "-", "rule", "q"]
    said = play(["holdem", "--seed", "7", "--seats", "3", "--slowly"], lines).stdout
    assert '"zz" is not what is asked for; write a card such as As' in said
    assert '"As Kd" is not what is asked for' in said
    assert "No ruling was called." in said
    assert "say which rule, such as rule PK-10" in said


def test_the_law_in_force_is_in_the_heading() -> None:
    said = play(["holdem", "--seed", "7", "--jurisdiction", "washington", "--date", "2024-05-01"], ["q"]).stdout
    assert "in force on 2024-05-01: at most $40 on a single wager\n" in said


@pytest.mark.parametrize(
    ("own", "board", "words"),
    [
        ("As 2d Kc Kh", "3c 5h 8d", "pair of kings; eight-five-three-deuce-ace low"),
        ("As 2d Kc Kh", "Tc Jh 8d", "pair of kings"),
    ],
)
def test_a_low_hand_is_called_low_once(own: str, board: str, words: str) -> None:
    deal = library.load("omaha-hi-lo", "pot", "2-4").deal({1: 4000, 2: 4000}, 1, seeded(1))
    assert made_words(deal.contests, parse(own), parse(board)) == words


def test_a_rule_of_another_game_says_whose_it_is() -> None:
    for table in (["holdem", "--limit", "2-4", "--seats", "3"], ["top5"]):
        result = play([*table, "--seed", "7"], ["rule ut-2", "rule UT-99", "rule PK-8", "rule XX-1", "q"])
        said = " ".join(result.output.split())
        assert "UT-2, a rule of the game ultimate: A player raises once" in said
        assert "'UT-99' is not a rule of ultimate; ultimate's file has UT-1 to UT-" in said
        assert "PK-8: " in said
        assert "'XX-1' is not a rule" in said


def test_help_names_every_key_of_a_decision_and_how_a_game_is_named() -> None:
    told = play(["--house", "button", "--limit", "2-4", "--seed", "4", "--seats", "4"], ["", "?", "draw", "q"]).stdout
    assert "Name the game of this hand" in told
    asked = told[told.index("game>") :]
    assert "f, c, b, r        fold, check or call, bet, raise" in asked
    assert "2, lowball        name the game: by its number, id or name" in asked


def test_burned_cards_and_the_card_drawn_for_the_button_are_told() -> None:
    """The card in the same signs as in the line above it; each burn before its street, with its rule."""
    words = ["holdem", "--seed", "4", "--seats", "4", "--limit", "2-4"]
    lines = [line.split() for line in play(words, ["", "c", "c", "c", "c", "q"]).stdout.splitlines()]
    button = next(line for line in lines if "button:" in line)
    drawn = next(line for line in lines if line[-1:] == ["PK-1"])
    assert button[4] == "J♣"
    assert button[4] in drawn
    for street in ("flop:", "turn:", "river:"):
        at = next(i for i, line in enumerate(lines) if street in [word.lower() for word in line])
        assert lines[at - 1] == ["A", "card", "is", "burned", "TH-1"]


POT = ["--house", "pot", "--limit", "2-4", "--seed", "7", "--seats", "3"]


def test_a_wrong_ruling_stays_in_the_list_and_u_goes_back_one_question() -> None:
    typed = ["", "!", "99", "nothing", "string bet", "u", "string bet", "2 4", "u", "2 4", "-", "f", "q"]
    told = play(["holdem", *POT], typed).stdout
    prompts = [line.split(">")[0] for line in told.splitlines() if "> " in line and not line.startswith(" ")]
    assert prompts[2:11] == ["ruling"] * 3 + ["amounts", "ruling", "amounts", "announced", "amounts", "announced"]
    assert "there is no ruling 99 in the list; type a number from 1 to " in told
    assert "No ruling was called." in told


def test_the_questions_of_a_ruling_know_help_rules_and_leaving() -> None:
    told = play(["holdem", *POT], ["", "!", "?", "rule PK-8", "string bet", "?", "rule PK-19", "q"]).stdout
    assert "Type the number or the name of a ruling" in told
    assert "u goes back one question." in told
    assert told.count("Texas Hold'em\n    1. ") == 2
    for rule in ("PK-8: ", "PK-19: "):
        assert rule in told
    assert "You leave in the middle of a hand" in told


def test_naming_the_game_can_be_taken_back() -> None:
    words = ["--house", "button", "--limit", "2-4", "--seed", "4", "--seats", "4"]
    typed = ["", "draw", "f", *["", "f"] * 3, "", "u", "f", "q"]
    told = play(words, typed).stdout
    at = told.index("game> u")
    assert "Taken back: fold." in told[at:]


@pytest.mark.rule("PK-29", "PK-8")
def test_help_tells_the_least_bets_and_raises_without_a_limit() -> None:
    pot = how_to_play(load("holdem", "pot", "2-4", play="no-limit"))[2]
    assert "in bets of at least $2, from the turn on $4; a raise adds at least as much; at most three raises" in pot
    tournament = how_to_play(load("holdem", "wsop", play="no-limit"))[2]
    assert tournament.endswith("a raise adds at least the last bet or raise.")


def test_help_of_a_game_and_house_of_ones_own(tmp_path: Path) -> None:
    """As many cards and raises as the files say, however many."""
    text = (FOLDER / "omaha.toml").read_text(encoding="utf-8").replace('id = "omaha"', 'id = "own"')
    game = tmp_path / "own.toml"
    game.write_text(text.replace("hole = 2\nboard = 3", "hole = 3\nboard = 2"), encoding="utf-8")
    house = book(tmp_path, "pot", ("raises = 3 ", "raises = 25 "), ("[games.omaha.limits]", "[games.own.limits]"))
    said = how_to_play(load(str(game), house, "2-4"))
    assert "at most 25 raises" in said[2]
    assert "five cards from three of your own cards and two of the board" in said[3]


@pytest.mark.rule("LB-5")
def test_lowball_of_the_button_house_says_that_an_opened_pot_plays_high() -> None:
    button = play(["lowball", "--house", "button", "--limit", "2-4", "--seed", "5", "--seats", "4"], ["", "?", "q"])
    assert (
        "an opened pot is played for high, and only if all pass do the same cards play for low (LB-5)" in button.stdout
    )
    assert "an opened pot plays high" in button.stdout.split("╰")[1].splitlines()[0]
    assert "opened" not in play(["lowball", *POT], ["", "?", "q"]).stdout


@pytest.mark.parametrize(
    ("arguments", "typed", "expected"),
    [
        (
            ["holdem", *POT],
            ["", "h", "q"],
            r"Against (a|2) random hands? you get \d+\.\d% ± 0\.\d% of the pot \(20,000 deals sampled\)",
        ),
        (["seven-stud", *POT], ["", "h", "q"], r"with the cards that are up you get \d+\.\d%"),
        (["draw", *POT], ["", "h", "q"], r"deals sampled, nobody drawing\)"),
        (["omaha-hi-lo", *POT], ["", "h", "q"], r"you get \d+\.\d% ± 0\.\d%"),
    ],
)
def test_a_hint_gives_pot_odds_and_equity_with_its_error(arguments: list[str], typed: list[str], expected: str) -> None:
    told = play(arguments, typed).stdout
    hint = told[told.index("you> h") :]
    assert "to call for a pot of" in hint or "There is nothing to call" in hint
    assert re.search(expected, hint)
    assert "✗" not in told


def test_equity_of_a_hint_is_right_within_its_error() -> None:
    """Aces get 85.2% against one random hand before the flop."""
    table = PokerTable(Screen(), PlayOptions("holdem", 7, house="pot", limit="2-4", seats=2))
    hand = table.session.games["holdem"].deal(
        {1: 10000, 2: 10000}, button=1, known={1: "As Ah", 2: "?? ??", "board": "2c 3d 4h 9s Js"}
    )
    share = against_random(hand, hand.view(1), 1, [2]).shares[0]
    assert abs(float(share.equity) - 0.852) < 0.012


def test_stud_shows_which_of_ones_own_cards_are_up() -> None:
    told = play(["seven-stud", *POT], ["", "q"]).stdout
    lines = told.splitlines()
    at = next(number for number, line in enumerate(lines) if "1 You " in line)
    starts = [match.start() for match in re.finditer(r"\[", lines[at])]
    ups = [match.start() for match in re.finditer(r"up", lines[at + 1])]
    assert len(starts) == 3
    assert len(ups) == 1
    assert starts[2] <= ups[0] < starts[2] + 5


@pytest.mark.parametrize("colour", [False, True])
def test_the_joker_is_as_wide_as_a_card(colour: bool) -> None:
    screen = Screen()
    screen.colour = colour
    screen.signs = True
    assert len(screen.cards(parse("Jk"))) == len(screen.cards(parse("As")))


def test_cards_wrap_between_cards() -> None:
    screen = Screen()
    lines = screen.cards(parse("2c 3c 4c 5c 6c"), [*"12345"], width=15).plain.splitlines()
    assert [line.count("[") for line in lines] == [3, 0, 2, 0]
    assert lines[1].split() == ["1", "2", "3"]
