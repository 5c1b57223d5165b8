"""Payout limits that tables post: checked when a table is opened, and compared with what its deals paid."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pitboss import house, spread
from pitboss.audit.database import place
from pitboss.audit.run import audit
from pitboss.books.fold import FinishedHand, fold_day
from pitboss.books.payout_limit import rule
from pitboss.books.sums import PaidAbove, Period, TableDay, together
from pitboss.cli import room
from pitboss.errors import PitbossError
from pitboss.house import library
from pitboss.house.definition import Wager
from pitboss.house.limits import largest
from pitboss.room.config import TableConfig
from pitboss.spread.books import books_of, report_sheet
from pitboss.storage.storage import Storage
from tests.books import evenings
from tests.books.evenings import played
from tests.books.test_fold import DAY as WRITTEN_DAY
from tests.books.test_fold import moves
from tests.books.test_reports import DAY, NEXT
from tests.room.evening import START

SOON = date(2026, 11, 17)


def sheet(game: str, limits: dict[str, int], **how: Any) -> Any:
    return spread.table_sheet(game, payout_limits=limits, **how)


# Opening --------------------------------------------------------------------------------------------------------------


def test_a_limit_that_the_law_allows_is_among_the_points_of_the_table() -> None:
    point = sheet("top5", {"tens": 600_000}, limit="5-100/5").points[-1]
    assert (point.where, point.found, point.allowed, point.beyond) == (
        "payout limit, tens",
        "$6,000 a deal",
        "at least $5,000",
        False,
    )
    assert point.source == "WAC 230-15-490, in force since 2021-06-14"


def test_the_least_limits_are_those_of_wagers_with_high_odds() -> None:
    assert sheet("top5", {}, limit="5-100/5").least_payout_limits == {"tens": 500_000, "bet": 500_000}
    assert sheet("top5", {}, limit="5-100/5", jurisdiction="none").least_payout_limits == {}
    assert sheet("holdem", {}).least_payout_limits == {}


REFUSED: dict[str, tuple[str, dict[str, int], dict[str, Any], str]] = {
    "too low": (
        "top5",
        {"tens": 499_999},
        {"limit": "5-100/5"},
        r"limit of \$4,999\.99 on tens is too low; the least allowed is \$5,000, .* \$100 at 50 to 1 .WAC 230-15-490.",
    ),
    "a wager placed later, at its largest": (
        "top5",
        {"bet": 500_000},
        {"limit": "ante=5-200/5"},
        r"on bet is too low; the least allowed is \$10,000",
    ),
    "low odds": ("top5", {"ante": 10**9}, {}, r"ante pays at most 1 to 1; .* 50 to 1 or more .WAC 230-15-490."),
    "no such wager": ("top5", {"trips": 10**9}, {}, "no wager 'trips' .* it has ace-or-face, tens, ante, bet"),
    "no maximum": ("top5", {"tens": 10**9}, {"limit": "none"}, "tens has no maximum at this table"),
    "no law": ("three-card", {"pair-plus": 10**9}, {}, "no jurisdiction applies to this table"),
    "the law is lifted": ("top5", {"tens": 10**9}, {"jurisdiction": "none"}, "no jurisdiction applies"),
    "before the rule": (
        "ultimate",
        {"blind": 10**9},
        {"jurisdiction": "washington", "on": date(2021, 6, 13)},
        "WAC 230-15-490 is known as of 2021-06-14; no payout limit can be posted on 2021-06-13",
    ),
    "poker": ("holdem", {"ante": 10**9}, {}, "win each other's chips; a payout limit is for games of the house"),
}


@pytest.mark.parametrize(("game", "limits", "how", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_limit_that_may_not_be_posted_is_refused(
    game: str, limits: dict[str, int], how: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PitbossError, match=sentence):
        sheet(game, limits, **how)


def test_a_jurisdiction_of_ones_own_without_such_a_rule_has_no_limits(tmp_path: Path) -> None:
    own = tmp_path / "atlantis.toml"
    text = 'id = "atlantis"\nname = "Atlantis"\nauthority = "x"\n[[ceiling]]\nlimits = "single wager"\n'
    own.write_text(text + 'kind = "house"\nmost = "$900"\ncitation = "x"\n', encoding="utf-8")
    with pytest.raises(PitbossError, match="no payout limits of 'atlantis' are known"):
        sheet("top5", {"tens": 10**9}, jurisdiction=str(own), on=SOON)


def highest_odds(wager: Wager) -> Fraction:
    """The highest odds that a wager's outcomes, pay table and bonus name."""
    lines = [line.odds for table in (wager.table, wager.bonus) if table is not None for line in table.lines]
    return max([*lines, *(what for words in wager.outcomes.values() for what in words if isinstance(what, Fraction))])


@given(st.sampled_from(sorted(house.names())), st.integers(1, 400), st.integers(0, 60), st.data())
def test_a_limit_is_taken_exactly_where_the_law_allows_it(
    game: str, most: int, times: int, data: st.DataObject
) -> None:
    definition = library.definition(game)
    key = data.draw(st.sampled_from(sorted(definition.wagers)))
    limit, law = f"1-{most}/1", rule("washington")
    posted = {key: largest(definition, limit)[key] * times}
    if times >= law.odds and highest_odds(definition.wagers[key]) >= law.odds:
        sheet(game, posted, limit=limit, jurisdiction="washington", on=SOON)
    else:
        with pytest.raises(PitbossError, match=rf"{key}.*\({law.citation}\)"):
            sheet(game, posted, limit=limit, jurisdiction="washington", on=SOON)


def test_the_largest_wager_follows_from_the_limits() -> None:
    top5, ultimate = (library.definition(game) for game in ("top5", "ultimate"))
    assert largest(top5, "5-100/5") == {"ace-or-face": 10_000, "tens": 10_000, "ante": 10_000, "bet": 10_000}
    assert largest(top5, "ante=5-100/5, bet=5-50/5")["bet"] == 5_000
    assert largest(ultimate, "ante=5-100/5")["play"] == 40_000, "four times the ante"
    assert largest(top5, "none") == {}


def test_settings_without_the_key_are_those_of_a_table_that_posts_none() -> None:
    old = b'{"name":"Ante Up","opener":5000000}'
    config = msgspec.json.decode(old, type=TableConfig)
    assert config.payout_limits == {}
    assert msgspec.json.encode(config) == old, "so the digest of its opening is what it was"


# Deals above a limit --------------------------------------------------------------------------------------------------

PAID = """
 1 | cage > rack                 | 900000 | opener t1-I1
 2 | player Ann > spot 1/tens    |   1000 | tens wager
 2 | player Ben > spot 2/tens    |   1000 | tens wager
 2 | player Cay > spot 3/tens    |   1000 | tens wager
 3 | rack > player Ann           |  25000 | tens $10 wins 25 to 1 with four of a kind
 3 | spot 1/tens > player Ann    |   1000 | tens stake back
 3 | rack > player Ben           |  15000 | tens $10 wins 15 to 1 with full house
 3 | spot 2/tens > player Ben    |   1000 | tens stake back
 3 | spot 3/tens > rack          |   1000 | tens $10 loses
"""
VOID = """ 4 | player Ann > rack           |  25000 | tens payment taken back: foul hand
 4 | rack > player Cay           |   1000 | tens returned: foul hand
"""


@pytest.mark.parametrize(
    ("text", "limit", "paid"),
    [
        (PAID, 40_000, None),
        (PAID, 39_999, 40_000),
        (PAID, 25_000, 40_000),
        (PAID + VOID, 39_999, None),
        (PAID + VOID, 14_999, 15_000),
    ],
    ids=["just the limit", "a cent above", "two players together", "taken back", "a returned stake is no payment"],
)
def test_what_a_deal_paid_to_all_is_compared_with_the_limit(text: str, limit: int, paid: int | None) -> None:
    hands = [FinishedHand("top5", 3, 0, 2, 4, 7)]
    day = fold_day("t1", WRITTEN_DAY, 0, moves(text), hands, lambda at: 0, limits={"tens": limit, "bet": 1})
    assert day.above == (() if paid is None else (PaidAbove(7, "tens", paid),))
    assert together([day, day]).above == day.above * 2


def raw_payments(storage: Storage, wager: str) -> Counter[int]:
    """What each line of the raw log paid on a wager; a round of this evening is settled by one line."""
    paid = Counter[int]()
    for line in asyncio.run(storage.tables.lines("t1")):
        for move in line.moves:
            if move.source == "t1/rack" and move.why.startswith(f"{wager} ") and "wins" in move.why:
                paid[line.number] += move.cents
    return paid


def test_the_report_names_each_deal_above_a_limit_as_the_raw_log_has_it(
    storage: Storage, database: str, tmp_path: Path
) -> None:
    evening = played(12, payout_limits={"ante": 1_500, "tens": 10**9})
    evenings.run(storage, evening)
    paid = raw_payments(storage, "ante")
    hands = {hand.number: hand for hand in evening.journal.hands}
    expected = {
        number: sum(cents for line, cents in paid.items() if hand.first_line <= line <= hand.last_line)
        for number, hand in hands.items()
    }
    above = {number: cents for number, cents in expected.items() if cents > 1_500}
    assert 0 < len(above) < sum(map(bool, expected.values())), "some deals are above the limit and some are not"
    report = asyncio.run(books_of(storage.books, Period(DAY, DAY), START)).master
    ante, tens = report.payout_limits
    assert (ante.table, ante.wager, ante.limit, tens.wager, tens.deals) == ("t1", "ante", 1_500, "tens", ())
    assert {each.deal: each.cents for each in ante.deals} == above
    first = min(above)
    assert any(f"t1, ante: deal {first} paid $" in each and "limit of $15" in each for each in report.findings)

    async def days() -> list[TableDay]:
        return await storage.books.days(Period(DAY, NEXT), now=START + 3 * 86_400)

    assert asyncio.run(days()) == asyncio.run(days()), "summed up and stored, then read back"
    assert audit(place(database, str(tmp_path / "keys")), workers=1).findings == []


def test_the_printed_report_lists_limits_and_deals(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"
    storage = Storage.open(url)
    evenings.run(storage, played(6, payout_limits={"ante": 1_000, "tens": 10**9}))
    made = asyncio.run(books_of(storage.books, Period(DAY, DAY), START))
    section = next(each for each in report_sheet(*made).sections if each.title == "Posted payout limits")
    assert section.rows[-1] == ("t1", "tens", "10,000,000.00", "–", "–", "–")
    assert all(row[:3] == ("t1", "ante", "10.00") for row in section.rows[:-1])
    storage.close()
    result = CliRunner().invoke(room, ["books", "--db", url, "--day", DAY, "--json"])
    listed = json.loads(result.output)["report"]["payout_limits"]
    assert [(each["wager"], each["limit"]) for each in listed] == [("ante", 1_000), ("tens", 10**9)]
    assert len(listed[0]["deals"]) == len(section.rows) - 1 > 0
    text = CliRunner().invoke(room, ["books", "--db", url, "--day", DAY]).output
    assert "Posted payout limits" in text
