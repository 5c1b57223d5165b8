"""The master games report of a day written by hand, line by line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.books.band import GameFigures, WagerFigures
from pitboss.books.fold import FinishedHand, LedgerMove, fold_day
from pitboss.books.report import Periods, master, totals
from pitboss.books.sums import FeeSums, Period, TableDay, idle, together
from pitboss.room import old_lines

DAY = "2026-11-16"


def moves(text: str, day: str = DAY) -> list[LedgerMove]:
    """Lines of "number | source > target | cents | why"; a name without a slash of table t1."""
    result = []
    for line in text.strip().splitlines():
        number, accounts, cents, why = (part.strip() for part in line.split("|"))
        source, _, target = accounts.partition(" > ")
        source, target = _named(source.strip()), _named(target.strip())
        facts = old_lines.facts_of(source, target, why)
        result.append(LedgerMove(int(number), day, source, target, int(cents), *facts))
    return result


def _named(account: str) -> str:
    return account if account.split(" ")[0] in ("cage", "wallet", "bot") else f"t1/{account}"


WRITTEN = """
 1 | cage > rack                 | 100000 | opener t1-I1
 2 | wallet Ann > drop box       |  20000 | buy-in
 2 | rack > player Ann           |  20000 | chips for the buy-in
 3 | player Ann > spot 1/ante    |   1000 | ante wager
 3 | player Ann > spot 1/tens    |    500 | tens wager
 3 | player Ann > spot 2/ante    |   2000 | ante wager
 4 | player Ann > spot 1/bet     |   1000 | bet wager
 4 | spot 2/ante > rack          |   2000 | ante $20 loses
 5 | spot 1/tens > rack          |    500 | tens $5 loses
 5 | rack > player Ann           |   1000 | ante $10 wins 1 to 1
 5 | spot 1/ante > player Ann    |   1000 | ante stake back
 5 | spot 1/bet > player Ann     |   1000 | bet $10 pushes
 6 | cage > rack                 |  50000 | fill t1-F1
 7 | player Ann > spot 1/ante    |   1000 | ante wager
 8 | player Ann > spot 1/bet     |   1000 | bet wager
 9 | spot 1/ante > rack          |   1000 | ante $10 loses
 9 | spot 1/bet > rack           |   1000 | bet $10 loses
10 | player Ann > spot 1/ante    |   1000 | ante wager
11 | spot 1/ante > player Ann    |   1000 | ante returned: misdeal
12 | rack > cage                 |  30000 | credit t1-F2
13 | player Ann > tokes          |    100 | toke
14 | player Ann > wallet Ann     |  16400 | cashed out
"""


def test_a_day_written_by_hand() -> None:
    day = fold_day("t1", DAY, 0, moves(WRITTEN), [], lambda at: 0)
    assert (day.opener, day.fills, day.credits, day.drop) == (100_000, 50_000, 30_000, 20_000)
    # The rack: 100,000 - 20,000 sold + 2,000 + 500 - 1,000 + 50,000 + 2,000 - 30,000.
    assert day.closer == 103_500
    assert day.win == 103_500 + 30_000 + 20_000 - 100_000 - 50_000 == 3_500
    assert day.win == day.wager_win
    assert totals(day, None).hold == 3_500 / 20_000
    assert (day.rounds, day.handle) == (2, 6_500), "the misdealt round is none"
    assert {key: (each.wagers, each.handle, each.win) for key, each in day.wagers.items()} == {
        "ante": (3, 4_000, 2_000),
        "tens": (1, 500, 500),
        "bet": (2, 2_000, 1_000),
    }
    assert day.wagers["ante"].sizes == {1_000: 2, 2_000: 1}
    assert day.wagers["ante"].totals == {3_000: 1, 1_000: 1}
    assert day.pairs == {
        "ante|ante": (1_000**2 + 2_000**2 + 1_000**2, 3_000**2 + 1_000**2),
        "ante|tens": (1_000 * 500, 3_000 * 500),
        "tens|tens": (500**2, 500**2),
    }
    assert (day.tokes, day.bought, day.cashed) == (100, 20_000, 16_400)
    assert (day.rack, day.closed) == (True, False)


def test_a_table_that_closes_has_its_chips_in_the_closer() -> None:
    text = WRITTEN + "15 | rack > cage | 103500 | closer t1-I2\n"
    day = fold_day("t1", DAY, 0, moves(text), [], lambda at: 0)
    assert (day.closer, day.win, day.closed) == (103_500, 3_500, True)


def test_a_round_over_the_closing_hour_counts_on_the_day_it_ends() -> None:
    rows = moves(WRITTEN)
    late = [row._replace(day="2026-11-17") if row.number > 8 else row for row in rows]
    first = fold_day("t1", DAY, 0, [row for row in late if row.day == DAY], [], lambda at: 0)
    assert (first.rounds, first.closer) == (1, 131_500)
    second = fold_day("t1", "2026-11-17", first.closer, [row for row in late if row.number >= 7], [], lambda at: 0)
    assert (second.rounds, second.fills, second.opener, second.closer) == (1, 0, 131_500, 103_500)
    assert (second.win, second.wager_win) == (2_000, 2_000)
    both = together([first, second])
    assert (both.opener, both.closer, both.win, both.rounds) == (100_000, 103_500, 3_500, 2)
    assert both.pairs == fold_day("t1", DAY, 0, rows, [], lambda at: 0).pairs


def test_fees_by_game_heads_and_hour() -> None:
    rows = moves("2 | pot > fee box | 300 | fee\n4 | pot > fee box | 400 | fee\n6 | pot > fee box | 300 | fee")
    hands = [
        FinishedHand("holdem", 5, 36_000_000_000, 1, 2),
        FinishedHand("stud", 6, 36_000_000_000, 3, 4),
        FinishedHand("holdem", 5, 36_100_000_000, 5, 6),
    ]
    day = fold_day("t1", DAY, 0, rows, hands, lambda at: at // 3_600_000_000)
    assert day.fee_hours == (FeeSums("holdem", 5, 10, 2, 600), FeeSums("stud", 6, 10, 1, 400))
    assert (day.fees, day.rounds, day.rack) == (1_000, 3, False)


COIN = WagerFigures(
    key="ante",
    base="ante",
    wagers=("ante", "bet"),
    edge=Fraction(1, 50),
    variance=Fraction(1),
    nets=((1, 0.49), (-1, 0.51)),
)
FIGURES = GameFigures(name="Top 5 Poker", groups=(COIN,), across={"ante|ante": 0.25})


def test_the_master_games_report_has_day_month_and_year() -> None:
    before = fold_day(
        "t1", "2026-10-31", 0, moves("1 | cage > rack | 90000 | opener t1-I1", "2026-10-31"), [], lambda at: 0
    )
    quiet = idle(before, "2026-11-01")
    rows = [row for row in moves(WRITTEN) if row.number > 1]
    day = fold_day("t1", DAY, 90_000, rows, [], lambda at: 0)
    idle_table = TableDay(table="t2", day=DAY, opener=5_000, closer=5_000, rack=True)
    columns = Periods.of(Period(DAY, DAY))
    assert columns.whole == Period("2026-01-01", DAY)
    report = master([before, quiet, day, idle_table], columns, lambda table: FIGURES, {"t1": "Ante Up"})
    first, second = report.house
    assert (first.name, first.game) == ("Ante Up", "Top 5 Poker")
    assert (first.period.opener, first.month.opener, first.year.opener) == (90_000, 90_000, 90_000)
    assert first.year.win == first.period.win == 3_500
    assert (second.period.rounds, second.period.win, second.period.hold, second.period.band) == (0, 0, None, None)
    assert (report.totals.win, report.totals.drop, report.totals.handle) == (3_500, 20_000, 6_500)
    (wager,) = first.wagers
    assert (wager.count, wager.base, wager.handle, wager.win) == (3, 4_000, 6_000, 3_000)
    assert wager.band is not None
    assert wager.band.expected == 80
    variance = (1 - 0.25) * 6_000_000 + 0.25 * 10_000_000
    assert wager.band.sd == round(variance**0.5)
    assert wager.band.off == pytest.approx((3_000 - 80) / variance**0.5, abs=0.01)
