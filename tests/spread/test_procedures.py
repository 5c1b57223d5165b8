"""Procedures of rulings as the floor's panel walks through them."""

from __future__ import annotations

from typing import Any

import pytest

import pitboss
from pitboss.cards import show
from pitboss.poker.rulings import procedures
from pitboss.poker.rulings.procedures import met
from pitboss.spread.sessions import walked_through


def _walked(table: Any, name: str) -> dict[str, Any]:
    return walked_through(table, next(option for option in table.rulings() if option.word == name))


@pytest.mark.rule("PK-19")
@pytest.mark.rule("PK-34")
def test_steps_that_are_met_say_so() -> None:
    table: Any = pitboss.game("seven-stud", house="pot", limit="2-4").session(pitboss.seeded(3), seats=4)
    for seat, name in enumerate(("Ann", "Ben", "Cyd"), 1):
        table.sit(seat, name, 10_000)
    table.deal(auto=False)
    while not any(event.verb == "deal" for event in table.view("floor").deal.events):
        table.step()
    first, _, complete, _ = _walked(table, "exposed card")["steps"]
    assert first["met"] == "It is the first."
    assert "met" not in complete
    while table.step():
        pass
    assert _walked(table, "exposed card")["steps"][2]["met"] == "It is complete."
    down = next(event for event in table.view("floor").deal.events if event.verb == "deal" and not event.up)
    table.floor("exposed card", seat=down.seat, card=show(down.cards))
    assert "met" not in _walked(table, "exposed card")["steps"][0]


def test_a_ruling_that_is_not_possible_gives_its_reason() -> None:
    table: Any = pitboss.game("seven-stud", house="pot", limit="2-4").session(pitboss.seeded(3), seats=4)
    for seat, name in enumerate(("Ann", "Ben", "Cyd"), 1):
        table.sit(seat, name, 10_000)
    table.deal()
    assert "flop" in _walked(table, "premature flop")["why"]


def test_every_condition_that_is_named_is_known() -> None:
    table: Any = pitboss.game("holdem", house="pot", limit="2-4").session(pitboss.seeded(3), seats=4)
    for seat, name in enumerate(("Ann", "Ben", "Cyd"), 1):
        table.sit(seat, name, 10_000)
    table.deal()
    named = {step.met: step.says for one in procedures().values() for step in one.steps if step.met}
    assert named
    for condition, says in named.items():
        assert met(table.running, condition) in (True, False)
        assert says.endswith(".")
