"""The coach says what every option is worth, exactly, to the player whose turn it is."""

from __future__ import annotations

from fractions import Fraction

import pytest

import pitboss
from pitboss.errors import PitbossError
from pitboss.spread.coach import ask_coach


def test_the_values_are_those_of_advice() -> None:
    table = pitboss.game("six54").session(pitboss.seeded(7))
    table.sit(1, "Ann", 100_000)
    table.place(1, {"ante": 1000})
    table.deal()
    coaching = ask_coach(table, "Ann", 1).answer(patient=True)
    values = {option.action: Fraction(option.ev) for option in coaching.options}
    assert set(values) == {text for option in table.legal(1) if option.allowed for text in option.actions}
    assert values["fold"] == -1
    assert list(values.values()) == sorted(values.values(), reverse=True)
    assert coaching.options[-1].cents == float(1000 * min(values.values()))


def test_there_is_nothing_to_say_out_of_turn_or_at_a_poker_table() -> None:
    table = pitboss.game("six54").session(pitboss.seeded(7))
    table.sit(1, "Ann", 100_000)
    with pytest.raises(PitbossError, match="turn"):
        ask_coach(table, "Ann", 1)
    poker = pitboss.game("holdem", house="pot", limit="2-4").session(pitboss.seeded(7), seats=6)
    with pytest.raises(PitbossError, match="against the house"):
        ask_coach(poker, "Ann", 1)
