"""The figures the books ship with, against proofs; covariances against rounds dealt by the card room's own table."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import pitboss
from pitboss.spread.bands import edges, figures_of, shipped
from pitboss.spread.sessions import open_session


def test_they_agree_with_the_lobby_and_with_the_results_they_follow_from() -> None:
    for version, data in shipped().items():
        assert edges()[version].keys() == data["groups"].keys()
        for key, each in data["groups"].items():
            assert edges()[version][key] == pytest.approx(float(Fraction(each["edge"])) * 100, abs=1e-6)
            nets = [(Fraction(net), Fraction(chance)) for net, chance in each["nets"]]
            assert sum(chance for _, chance in nets) == 1
            mean = sum(net * chance for net, chance in nets)
            assert -mean == Fraction(each["edge"])
            assert sum(net * net * chance for net, chance in nets) - mean**2 == Fraction(each["variance"])


def test_a_table_has_the_figures_of_its_posted_pay_tables() -> None:
    head = open_session("top5", options={"tens": "2"}, shuffle=pitboss.seeded(1)).record.head()
    known = figures_of(head)
    assert known is not None
    assert [(group.key, group.base) for group in known.groups] == [
        ("ace-or-face/1", "ace-or-face"),
        ("tens/2", "tens"),
        ("ante", "ante"),
    ]
    assert known.groups[2].wagers == ("ante", "bet")
    own, across = known.pair("ante", "ante")
    assert 0 < across < own
    assert known.pair("ace-or-face", "ace-or-face")[0] == known.pair("ace-or-face", "ace-or-face")[1], (
        "one card for all"
    )


def test_a_pay_table_configured_wrongly_is_judged_by_the_approved_game() -> None:
    from pitboss.exact.sheet.changes import with_pay
    from pitboss.house.game import Game
    from pitboss.house.session import HouseSession

    game = pitboss.game("top5", tens=2).definition
    right, wrong = (
        figures_of(HouseSession.open(Game(each), shuffle=pitboss.seeded(1), jurisdiction="none").record.head())
        for each in (game, with_pay(game, "tens/2:flush=20"))
    )
    assert right is not None
    assert wrong is not None
    assert (right.differs, wrong.differs) == (False, True)
    assert right.groups == wrong.groups


def test_a_poker_table_and_an_unknown_game_have_none() -> None:
    head = open_session("holdem", house="pot", limit="2-4", shuffle=pitboss.seeded(1)).record.head()
    assert figures_of(head) is None
    changed = json.loads(open_session("three-card", shuffle=pitboss.seeded(1)).record.head())
    assert changed["setup"]["game"]["version"] in shipped()


def test_covariances_are_simulated_with_the_rounds_of_the_proof() -> None:
    """A fixed play at the room's own table: two spots of one round share the dealer."""
    from pitboss.exact.stakes import groups
    from pitboss.simulation.spots import covariances

    game = pitboss.game("three-card").definition
    listed = groups(game)
    made = covariances(listed, 1 << 15, seed=3)
    shipped_data = shipped()[game.version]
    for (one, other), value in made.across.items():
        assert value == pytest.approx(shipped_data["across"][f"{one}|{other}"], abs=0.35)
    for group in listed:
        proved = float(Fraction(shipped_data["groups"][group.key]["variance"]))
        assert made.same[group.key, group.key] == pytest.approx(proved, rel=0.1)
