"""Money: whole cents in and out, exact odds, breakage."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import MoneyError, dollars, odds, odds_text, parse_dollars, pay
from pitboss.move import Move

cents = st.integers(-(10**12), 10**12)
fractions = st.fractions(min_value=0, max_value=1000, max_denominator=60)


@given(cents)
def test_dollars_read_back(amount: int) -> None:
    assert parse_dollars(dollars(amount)) == amount
    assert parse_dollars(dollars(amount).replace(",", "").replace("$", " ")) == amount


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("5", 500),
        ("$5.50", 550),
        (" 5.5 ", 550),
        (".50", 50),
        ("$.05", 5),
        ("1,000", 100_000),
        ("$1,234,567.89", 123_456_789),
        ("50¢", 50),
        ("50 c", 50),
        ("-$5", -500),
        ("+5", 500),
        ("0", 0),
        ("007", 700),
        (f"{'1' * 19}c", 1_111_111_111_111_111_111),
    ],
)
def test_dollars_as_people_write_them(written: str, amount: int) -> None:
    assert parse_dollars(written) == amount


@pytest.mark.parametrize(
    "written",
    [
        "",
        "$",
        ".",
        "five",
        "5.123",
        "1,00",
        "1,0000",
        "5..5",
        "--5",
        "5 5",
        "1e3",
        "c",
        "5.",
        "nan",
        "5xc",
        "1" * 20 + "c",
    ],
)
def test_what_is_no_amount_is_named(written: str) -> None:
    with pytest.raises(MoneyError) as caught:
        parse_dollars(written)
    assert repr(written) in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("amount", "shown"),
    [(0, "$0"), (5, "$0.05"), (37, "$0.37"), (500, "$5"), (-550, "-$5.50"), (123_456_789, "$1,234,567.89")],
)
def test_dollars_are_shown(amount: int, shown: str) -> None:
    assert dollars(amount) == shown


@given(fractions)
def test_odds_read_back(value: Fraction) -> None:
    assert odds(odds_text(value)) == odds(value) == odds(str(value)) == value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("8 to 5", Fraction(8, 5)),
        ("8:5", Fraction(8, 5)),
        ("3-2", Fraction(3, 2)),
        ("3", Fraction(3)),
        (100, 100),
        (0, 0),
    ],
)
def test_odds_as_pay_tables_print_them(written: str | int, value: Fraction) -> None:
    assert odds(written) == value


@pytest.mark.parametrize("written", ["", "8 to 0", "eight", "8 to", "-1", -1, 1.5, True, None, Fraction(-1, 2), "1.5"])
def test_what_are_no_odds_is_refused(written: object) -> None:
    with pytest.raises(MoneyError, match="odds"):
        odds(written)  # type: ignore[arg-type]


@pytest.mark.rule("HB-5")
@pytest.mark.parametrize(
    ("stake", "at", "paid", "breakage"),
    [
        (500, "8 to 5", 800, "0"),
        (500, "6 to 5", 600, "0"),
        (500, "3 to 2", 750, "0"),
        (1, "8 to 5", 1, "3/5"),
        (3, "8 to 5", 4, "4/5"),
        (1, "6 to 5", 1, "1/5"),
        (25, "3 to 2", 37, "1/2"),
        (0, "3 to 2", 0, "0"),
        (500, "250 to 1", 125_000, "0"),
    ],
)
def test_odds_are_paid_to_the_cent_and_the_rest_is_breakage(stake: int, at: str, paid: int, breakage: str) -> None:
    assert pay(stake, odds(at)) == (paid, Fraction(breakage))


@pytest.mark.rule("HB-5")
@given(st.integers(0, 10**9), fractions)
def test_payment_and_breakage_make_up_the_exact_amount(stake: int, at: Fraction) -> None:
    payment = pay(stake, at)
    assert payment.cents + payment.breakage == stake * at
    assert 0 <= payment.breakage < 1
    assert type(payment.cents) is int


def test_a_move_says_why() -> None:
    move = Move("rack", "player 1", 750, "ante wins", "T5-14")
    assert str(move) == "$7.50 from rack to player 1: ante wins (T5-14)"
    assert str(msgspec.structs.replace(move, rule="")) == "$7.50 from rack to player 1: ante wins"
