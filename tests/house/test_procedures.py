"""The written procedures of house rulings, and ``pitboss ruling`` for both kinds of game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss import house
from pitboss.house.rulings import CASES, procedures
from pitboss.poker.rulings import procedures as poker_procedures
from pitboss.rules import catalogue
from tests.house.rounds import deal

from ..conftest import Said

STAKES = {1: {"ante": 500}}


def test_what_is_written_is_what_is_carried_out() -> None:
    assert list(procedures()) == list(CASES)
    table = deal("six54", STAKES, auto=False)
    assert [option.word for option in table.rulings()] == list(CASES)


@pytest.mark.rule("HB-6", "HB-9")
def test_every_step_ends_and_rests_on_a_rule_of_the_catalogue() -> None:
    for one in procedures().values():
        assert one.kind == "house"
        assert set(one.rules) <= set(catalogue())
        assert one.steps
        assert all(step.does.endswith(".") for step in one.steps)
        facts = {fact.name for fact in one.facts}
        assert {step.given for step in one.steps} - {""} <= facts
        assert set(one.under) <= set(procedures())


def test_the_rules_a_games_file_names_are_of_rulings_that_exist() -> None:
    for name in house.names():
        assert set(house.load(name).definition.rulings) <= set(procedures())


@pytest.mark.rule("S4-9", "T5-18")
def test_a_kind_of_misdeal_cites_the_rule_the_games_file_names_for_misdeals() -> None:
    def rules(game: str) -> dict[str, str]:
        return {option.word: option.rule for option in deal(game, STAKES, auto=False).rulings()}

    assert rules("top5") == {
        "void": "HB-6", "misdeal": "T5-18", "wrong count": "T5-18", "shuffler fault": "HB-9", "packet": "T5-18",
    }  # fmt: skip
    assert rules("six54") == {
        "void": "HB-6", "misdeal": "HB-6", "wrong count": "S4-9", "shuffler fault": "HB-9", "packet": "S4-9",
    }  # fmt: skip


@pytest.mark.rule("HB-9")
@pytest.mark.parametrize("persists", [False, True])
def test_the_shuffler_is_seen_to_step_by_step_as_written(persists: bool) -> None:
    table = deal("six54", STAKES)
    table.floor("shuffler fault", persists=persists)
    told = [event.words for event in table.events if event.verb == "shuffler"]
    written = [step.words for step in procedures()["shuffler fault"].steps if step.act and (persists or not step.given)]
    assert told == [*written, "all cards of the round were out; play goes on"]
    assert len(written) == (9 if persists else 2)


def test_both_kinds_are_listed_under_their_headings(command: Callable[..., Said]) -> None:
    said = command("ruling")
    poker, _, against = said.out.partition("Games against the house\n")
    assert poker.startswith("Poker\n")
    for one in procedures().values():
        assert f"{one.name} " in against
    for one in poker_procedures().values():
        assert f"{one.name} " in poker
    everything = json.loads(command("ruling", "--json").out)["rulings"]
    assert [(each["kind"], each["name"]) for each in everything] == [
        *(("poker", name) for name in poker_procedures()),
        *(("house", name) for name in procedures()),
    ]


def test_a_house_ruling_is_explained_by_its_name_or_its_rule(command: Callable[..., Said]) -> None:
    for name in (("shuffler", "fault"), ("Shuffler-Fault",), ("HB-9",)):
        said = command("ruling", *name).out
        assert said.startswith("Shuffler fault, games against the house (HB-9)\n")
        flat = " ".join(said.split())
        assert "1. The regulator's own procedure goes first. (HB-9)" in flat
        assert "3. If it persists, turn the shuffler off. (HB-9)" in flat
    count = " ".join(command("ruling", "S4-9").out.split())
    assert count.startswith("Wrong count, games against the house (HB-6)")
    assert "spot: the spot whose cards were counted (may be left out)" in count


def test_a_misdeal_is_explained_for_both_kinds(command: Callable[..., Said]) -> None:
    said = command("ruling", "misdeal").out
    assert said.index("Misdeal (PK-34)") < said.index("Misdeal, games against the house (HB-6)")
    data = json.loads(command("ruling", "misdeal", "--json").out)
    assert (data["kind"], data["rule"]) == ("poker", "PK-34")
    assert [each["rule"] for each in data["rulings"]] == ["PK-34", "HB-6"]


def test_the_rulings_of_one_game_are_listed_with_its_own_rules(command: Callable[..., Said], tmp_path: Path) -> None:
    said = command("ruling", "top5").out
    assert said.startswith("Top 5 Poker\n")
    assert re.search(r"^misdeal +T5-18 ", said, re.MULTILINE)
    assert re.search(r"^void +HB-6 ", said, re.MULTILINE)
    own = tmp_path / "mine.toml"
    own.write_text((house.library.folder() / "six54.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert f"{own}\nvoid " in command("ruling", str(own)).out
    data = json.loads(command("ruling", "top5", "--json").out)
    assert data["game"] == "top5"
    assert {each["name"]: each["rule"] for each in data["rulings"]} == {
        option.word: option.rule for option in deal("top5", {1: {"ante": 500}}).rulings()
    }


def test_a_poker_game_lists_only_rulings_that_can_arise_in_it(command: Callable[..., Said]) -> None:
    listed = {
        game: {each["name"] for each in json.loads(command("ruling", game, "--json").out)["rulings"]}
        for game in ("holdem", "seven-stud", "draw")
    }
    assert listed["holdem"] == {*poker_procedures()} - {"card shortage"}
    assert {"four-card flop", "premature river", "missed blinds"}.isdisjoint(listed["seven-stud"] | listed["draw"])
    assert "card shortage" in listed["seven-stud"] - listed["draw"]


def test_what_is_neither_a_ruling_nor_a_game_is_one_sentence(command: Callable[..., Said]) -> None:
    assert command("ruling", "hldem").err == "pitboss: 'hldem' is not a ruling; did you mean 'holdem'?\n"
    assert command("ruling", "nowhere.toml").code == 2
