"""The procedures of rulings, and ``pitboss ruling``."""

from __future__ import annotations

import json

import pytest

from pitboss.errors import PitbossError
from pitboss.poker.rulings import CASES, procedure, procedures
from pitboss.rules import catalogue

RULINGS = [f"PK-{number}" for number in (12, *range(15, 28), 34)]


def test_what_is_written_is_what_is_carried_out() -> None:
    in_a_hand = {name for name, one in procedures().items() if not (one.by_itself or one.between_hands)}
    assert in_a_hand == set(CASES)


def test_every_ruling_of_the_catalogue_has_a_procedure_and_rests_on_known_rules() -> None:
    own = {one.rule for one in procedures().values()}
    assert own == set(RULINGS)
    for one in procedures().values():
        assert set(one.rules) <= set(catalogue())
        assert one.steps
        assert all(step.does.endswith(".") for step in one.steps)


def test_a_step_says_which_of_its_words_stand_for_a_stated_fact() -> None:
    named = [(one, step) for one in procedures().values() for step in one.steps if step.parts]
    assert len(named) >= 3
    for one, step in named:
        assert {part["fact"] for part in step.parts if "fact" in part} <= {fact.name for fact in one.facts}
    step = procedure("exposed card").steps[1]
    assert step.does == "The player may not keep the card: put it out of the hand, face up."
    assert [part.get("fact", part["words"]) for part in step.parts[:3]] == ["seat", " may not keep ", "card"]


def test_the_list_names_every_ruling(command) -> None:
    said = command("ruling")
    assert said.code == 0
    for one in procedures().values():
        assert one.name in said.out
        assert one.rule in said.out


@pytest.mark.parametrize("name", ["premature turn", "Premature-Turn", "PK-22"])
def test_a_procedure_is_explained_step_by_step_with_its_rules(command, name: str) -> None:
    said = command("ruling", *name.split())
    assert said.code == 0
    assert said.out.startswith("Premature turn (PK-22)\n")
    flat = " ".join(said.out.split())
    for number, step in enumerate(procedure("premature turn").steps, 1):
        assert f"{number}. {step.does} ({step.rule})" in flat


def test_facts_and_readings_are_told(command) -> None:
    flat = " ".join(command("ruling", "retrieved", "hand").out.split())
    assert "touched_muck: whether it touched the muck (otherwise no)" in flat
    assert "Reading: The document sets no time" in flat


def test_the_same_as_one_json_object(command) -> None:
    one = json.loads(command("ruling", "four-card", "flop", "--json").out)
    assert (one["name"], one["rule"], one["rules"]) == ("four-card flop", "PK-20", ["PK-20"])
    assert one["facts"][0]["name"] == "identified"
    assert one["facts"][0]["required"] is True
    assert len(one["steps"]) == 3
    everything = json.loads(command("ruling", "--json").out)
    of_poker = [each["name"] for each in everything["rulings"] if each["kind"] == "poker"]
    assert of_poker == list(procedures())


def test_an_unknown_ruling_is_one_sentence(command) -> None:
    said = command("ruling", "angle", "shot")
    assert said.code == 2
    assert said.err.startswith("pitboss: 'angle shot' is not a ruling; choose one of string bet, ")
    assert len(said.err.strip().splitlines()) == 1
    with pytest.raises(PitbossError, match="is not a ruling"):
        procedure("ZZ-99")
