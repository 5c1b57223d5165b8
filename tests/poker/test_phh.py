"""Hand histories: every real one is read and written back; damaged ones are refused in one sentence."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.poker.phh import History, HistoryError, Line, read, write
from pitboss.poker.phh.history import line

FILES = sorted((Path(__file__).parent / "phh").rglob("*.phh"))
SAMPLE = (Path(__file__).parent / "phh" / "FT_01-39-18.phh").read_text()


def test_all_the_real_hands_are_here() -> None:
    assert len(FILES) == 124
    assert (Path(__file__).parent / "phh" / "LICENSE").exists()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_real_hand_is_read_and_written_back(path: Path) -> None:
    history = read(path.read_text(), path.name)
    assert read(write(history)) == history
    assert history.scale == 1
    assert len(history.lines) > history.seats


amounts = st.decimals(min_value=0, max_value=10**9, places=2)
some_cards = st.lists(st.integers(-1, 51), min_size=1, max_size=7, unique=True).map(tuple)
notes = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=20).map(str.strip)
players = st.integers(1, 3)
none, nothing = st.just(()), st.just(Decimal(0))
some_lines = st.one_of(
    st.builds(Line, st.sampled_from(["bring-in", "call", "fold", "muck", "show"]), players, none, nothing, notes),
    st.builds(Line, st.just("raise"), players, none, amounts, notes),
    st.builds(Line, st.sampled_from(["show", "draw"]), players, some_cards, nothing, notes),
)


@given(some_lines)
def test_a_line_reads_back_what_it_wrote(one: Line) -> None:
    assert line(str(one)) == one


@given(st.lists(some_lines, max_size=8), st.lists(amounts, min_size=3, max_size=3), st.text(max_size=10))
def test_a_history_reads_back_what_it_wrote(lines: list[Line], antes: list[Decimal], words: str) -> None:
    three = (Decimal(100), Decimal("0.5"), None)
    history = History("FT", tuple(antes), three, tuple(lines), small_bet=Decimal(2), big_bet=Decimal(4))
    history.more["_pitboss_words"] = [words, {words: 3}]
    assert read(write(history)) == history


def test_fractions_of_a_chip_stay_exact() -> None:
    history = read(SAMPLE.replace("3175000,", "3175000.25,"))
    assert history.stacks[0] == Decimal("3175000.25")
    assert history.scale == 100


DAMAGE = {
    "cut in the middle": (SAMPLE[: len(SAMPLE) // 3], "is not a hand history"),
    "no variant": (SAMPLE.replace("variant =", "game ="), "'variant' is missing"),
    "a variant that is no text": (SAMPLE.replace("'FT'", "7"), "line 1: variant should be the code of a game"),
    "a stack too few": (SAMPLE.replace(", 3800000]\nactions", "]\nactions"), "but there are 4 starting stacks"),
    "a stack of words": (SAMPLE.replace("[3175000", "['much'"), "line 7: starting_stacks[1] 'much' is not an amount"),
    "an empty stack": (SAMPLE.replace("[3175000", "[0"), "nothing in front of him"),
    "a negative ante": (SAMPLE.replace("antes = [0", "antes = [-1"), "'-1' is not an amount"),
    "an absurd number": (SAMPLE.replace("antes = [0", "antes = [1e999"), "no amount of chips anybody bets"),
    "a number beyond reason": (SAMPLE.replace("antes = [0", f"antes = [{'9' * 5000}"), "beyond reason"),
    "an unknown action": (SAMPLE.replace("p3 f", "p3 g"), "'g' is not an action of a player"),
    "an unknown player": (SAMPLE.replace("p3 f", "p9 f"), "names player 9 of 5"),
    "nobody": (SAMPLE.replace("p3 f", "x f"), "neither the dealer (d) nor a player"),
    "no action": (SAMPLE.replace("p3 f", "p3"), "names p3 and no action"),
    "a card dealt twice": (SAMPLE.replace("p2 Tc9s", "p2 Td9s"), "deals Td, but action 1 had dealt it already"),
    "a card that is none": (SAMPLE.replace("p2 Tc9s", "p2 1c9s"), "'1c9s' is not a card"),
    "a joker": (SAMPLE.replace("p2 Tc9s", "p2 Jk9s"), "deals a joker"),
    "a raise to nothing": (SAMPLE.replace("p4 cbr 400000", "p4 cbr"), "cbr takes one amount"),
    "a raise to words": (SAMPLE.replace("p4 cbr 400000", "p4 cbr lots"), "'lots' is not an amount"),
    "a fold with cards": (SAMPLE.replace("p3 f", "p3 f As"), "nothing can follow 'f'"),
    "blinds and a bring-in": (SAMPLE.replace("small_bet", "bring_in = 5\nsmall_bet"), "not both"),
    "no limits": (SAMPLE.replace("small_bet = 200000\nbig_bet = 400000\n", ""), "it needs small_bet and big_bet"),
    "half the limits": (SAMPLE.replace("big_bet = 400000\n", ""), "stand together or not at all"),
    "actions that are no list": (SAMPLE.replace("actions = [", "actions = 5\nx = ["), "should be a list of actions"),
    "an action that is no text": (SAMPLE.replace("'p3 f'", "3"), "3 is not an action"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_refused_in_one_sentence(damage: str) -> None:
    text, sentence = DAMAGE[damage]
    assert text != SAMPLE
    with pytest.raises(HistoryError) as refused:
        read(text, "hand.phh")
    message = str(refused.value)
    assert sentence in message
    assert message.startswith("hand.phh")
    assert message.endswith(".")
    assert "\n" not in message


@given(st.text(max_size=60) | st.integers(0, len(SAMPLE)).map(lambda cut: SAMPLE[:cut] + SAMPLE[cut + 3 :]))
def test_no_text_makes_the_reader_stumble(text: str) -> None:
    try:
        history = read(text)
    except HistoryError:
        return
    assert read(write(history)) == history
