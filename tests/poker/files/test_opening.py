"""Legal findings when a table opens (PK-28)."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pitboss.poker import TableError
from pitboss.poker.table_law import findings, open_table, rounds
from tests.poker.table import SPREAD, book, load

DAY = date(2024, 5, 1)


def by_ceiling(game: str, house: str, limit: str | None = None, **more: object) -> dict[str, str]:
    """The findings by ceiling; several at one ceiling are joined."""
    joined: dict[str, str] = {}
    for finding in findings(load(game, house, limit, **more), "washington", DAY):
        assert finding.rule == "PK-28"
        assert "WAC 230-15-" in finding.source
        joined[finding.where] = "; ".join(filter(None, [joined.get(finding.where, ""), finding.found]))
    return joined


@pytest.mark.rule("PK-28")
def test_six_raises_and_uncapped_heads_up_play_are_findings() -> None:
    said = by_ceiling("lowball", "pot", "2-4")["wagers in a round"]
    assert said == "a bet and 6 raises in a round; any number of raises between two players"
    assert by_ceiling("holdem", "pot")["wagers in a round"] == "any number of raises between two players"


@pytest.mark.rule("PK-28")
def test_fees_above_the_ante_pot_and_a_button_fee_of_two_dollars_are_findings() -> None:
    assert by_ceiling("draw", "pot")["fee per hand and player"] == "$2 out of $1 of antes"
    assert by_ceiling("draw", "button", "2-4")["fee per hand and player"] == "$2 paid by one player"
    assert by_ceiling("lowball", "pot", "1-2").get("fee per hand and player") is None
    assert by_ceiling("holdem", "pot", "2-4")["rake"] == "$1 out of a pot of $4 on the flop with 2 players"


@pytest.mark.rule("PK-28")
def test_a_wager_above_the_ceiling_depends_on_licence_and_day(tmp_path: Path) -> None:
    house = book(tmp_path, "button", ('"10-20"', '"75-150"'))
    game = load("holdem", house, "75-150")
    where = [one.where for one in findings(game, "washington", DAY)]
    assert "single wager" in where
    allowed = [one.where for one in findings(game, "washington", DAY, licences=["class F"])]
    assert "single wager" not in allowed
    before = [one.where for one in findings(game, "washington", date(2016, 12, 22), licences=["class F"])]
    assert "single wager" in before
    assert "single wager" in by_ceiling("holdem", "pot", "2-4", play="no-limit")
    assert "single wager" not in by_ceiling("holdem", "pot", "2-4")


@pytest.mark.rule("PK-28")
def test_a_fee_of_six_dollars_out_of_a_large_pot_was_too_much_until_december_2016(tmp_path: Path) -> None:
    posted = '"2-4" = { blinds = ["1", "2"], buy_in = "20", fee = ["3", "2", "1"]'
    larger = '"20-40" = { blinds = ["15", "30"], buy_in = "200", fee = ["6", "6", "6"]'
    house = book(tmp_path, "pot", (posted, larger))
    game = load("holdem", house, "20-40")
    rakes = {
        day: [str(one) for one in findings(game, "washington", day) if one.where == "rake"]
        for day in (date(2016, 12, 22), date(2016, 12, 23))
    }
    then, now = rakes.values()
    assert now == []
    assert then == [
        "rake: $6 out of a pot of $60 on the flop with 2 players; WAC 230-15-080 (WSR 16-20-099), in force since "
        "2008-01-01 has at most 10% or $5, whichever is less [PK-28]."
    ]


@pytest.mark.rule("PK-28")
def test_antes_rounds_and_fee_methods(tmp_path: Path) -> None:
    house = book(tmp_path, "pot", ('"2-4" = { ante = "0.50"', '"2-4" = { ante = "4.50"'))
    said = {one.where: one.found for one in findings(load("five-stud", house, "2-4"), "washington", DAY)}
    assert said["antes in total"] == "$45 of antes with 10 players"
    assert "antes in total" not in by_ceiling("five-stud", "pot", "2-4")
    two = {one.where for one in findings(load("draw", "pot"), "washington", DAY, fee_methods=2)}
    assert "fee methods at a table" in two
    for house, name in SPREAD:
        assert rounds(load(name, house)) <= 5
    assert rounds(load("lowball", "button", "2-4")) == 3  # openers, then low, then after the draw


@pytest.mark.rule("PK-28")
def test_a_strict_house_does_not_open_the_table(tmp_path: Path) -> None:
    game = load("lowball", "pot", "2-4")
    assert open_table(game, "washington", DAY)
    strict = load("lowball", book(tmp_path, "pot", ("strict = false", "strict = true")), "2-4")
    with pytest.raises(TableError, match=r"strict .* 6 raises .* WAC 230-15-135"):
        open_table(strict, "washington", DAY)
