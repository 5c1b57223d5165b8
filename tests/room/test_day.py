"""The gambling day, also on days when the clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.room.day import Calendar, CalendarError
from tests.examples import examples

HOURS = range(24)
ZONES = [
    *("UTC", "America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "America/Havana"),
    *("America/Santiago", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca", "Pacific/Kiritimati"),
]


def at(text: str) -> float:
    """Seconds since 1970 of a time in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


# In Los Angeles clocks went from 02:00 to 03:00 on 8 March 2026 (10:00 UTC), and go from 02:00 to 01:00 on 1 November
# 2026 (09:00 UTC). Berlin: 29 March (01:00 UTC) from 02:00 to 03:00, 25 October (01:00 UTC) from 03:00 to 02:00.
@pytest.mark.parametrize(
    ("zone", "closing", "before", "after", "day"),
    [
        pytest.param(
            "America/Los_Angeles", 6, "2026-03-08T12:59:59", "2026-03-08T13:00", date(2026, 3, 8), id="spring"
        ),
        pytest.param(
            "America/Los_Angeles", 1, "2026-03-08T08:59:59", "2026-03-08T09:00", date(2026, 3, 8), id="just before"
        ),
        pytest.param(
            "America/Los_Angeles", 2, "2026-03-08T09:59:59", "2026-03-08T10:00", date(2026, 3, 8), id="no such hour"
        ),
        pytest.param(
            "America/Los_Angeles", 3, "2026-03-08T09:59:59", "2026-03-08T10:00", date(2026, 3, 8), id="just after"
        ),
        pytest.param(
            "America/Los_Angeles", 1, "2026-11-01T07:59:59", "2026-11-01T08:00", date(2026, 11, 1), id="first of two"
        ),
        pytest.param(
            "America/Los_Angeles", 2, "2026-11-01T09:59:59", "2026-11-01T10:00", date(2026, 11, 1), id="after both"
        ),
        pytest.param(
            "America/Los_Angeles", 6, "2026-11-01T13:59:59", "2026-11-01T14:00", date(2026, 11, 1), id="autumn"
        ),
        pytest.param(
            "Europe/Berlin", 2, "2026-03-29T00:59:59", "2026-03-29T01:00", date(2026, 3, 29), id="Berlin, spring"
        ),
        pytest.param(
            "Europe/Berlin", 2, "2026-10-24T23:59:59", "2026-10-25T00:00", date(2026, 10, 25), id="Berlin, autumn"
        ),
        pytest.param("UTC", 0, "2026-12-31T23:59:59", "2027-01-01T00:00", date(2027, 1, 1), id="midnight"),
        pytest.param("UTC", 23, "2026-12-31T22:59:59", "2026-12-31T23:00", date(2026, 12, 31), id="23 h"),
    ],
)
def test_a_day_begins_at_the_closing_hour(zone: str, closing: int, before: str, after: str, day: date) -> None:
    calendar = Calendar(zone, closing)
    assert calendar.day(at(before)) == day - timedelta(days=1)
    assert calendar.day(at(after)) == day
    assert calendar.start(day) == at(after)


@pytest.mark.parametrize("closing", HOURS)
def test_the_days_when_clocks_change_are_an_hour_shorter_and_longer(closing: int) -> None:
    calendar = Calendar("America/Los_Angeles", closing)
    for change, hours in ((date(2026, 3, 8), 23), (date(2026, 11, 1), 25)):
        # the day on whose date it happens, or the one before if that day begins after the change
        lengths = {day: calendar.end(day) - calendar.start(day) for day in _around(change)}
        odd = {day: length / 3600 for day, length in lengths.items() if length != 86_400}
        assert list(odd.values()) == [hours]
        assert next(iter(odd)) in (change, change - timedelta(days=1))
        moments = range(int(calendar.start(change) - 2 * 86_400), int(calendar.start(change) + 2 * 86_400), 600)
        days = [calendar.day(moment) for moment in moments]
        assert days == sorted(days)
        wall = [calendar.local(moment) for moment in moments]
        expected = [shown.date() - timedelta(days=shown.hour < closing) for shown in wall]
        assert days == expected  # where no clock goes back over the closing hour, it is what the wall clock says


def _around(day: date) -> list[date]:
    return [day + timedelta(days=offset) for offset in range(-3, 4)]


@examples(3)
@given(
    zone=st.sampled_from(ZONES),
    closing=st.sampled_from(HOURS),
    moment=st.floats(min_value=0, max_value=4e9, allow_nan=False),
)
def test_every_moment_belongs_to_one_day(zone: str, closing: int, moment: float) -> None:
    calendar = Calendar(zone, closing)
    day = calendar.day(moment)
    assert calendar.start(day) <= moment < calendar.end(day)
    assert calendar.day(calendar.end(day)) > day
    assert calendar.start(day - timedelta(days=1)) <= calendar.start(day)


def test_clocks_going_back_over_midnight_do_not_reopen_a_day() -> None:
    """In St John's clocks went from 00:01 back to 23:01 of the day before, on 7 November 2010 (02:31 UTC)."""
    calendar = Calendar("America/St_Johns", 0)
    assert calendar.day(at("2010-11-07T02:30:30")) == date(2010, 11, 7)
    assert calendar.local(at("2010-11-07T02:31:00")).date() == date(2010, 11, 6)
    assert calendar.day(at("2010-11-07T02:31:00")) == date(2010, 11, 7)


def test_a_date_that_was_left_out_has_no_moment() -> None:
    """Samoa had no 30 December 2011."""
    calendar = Calendar("Pacific/Apia", 6)
    assert calendar.start(date(2011, 12, 30)) == calendar.end(date(2011, 12, 30))
    assert calendar.day(calendar.start(date(2011, 12, 30))) == date(2011, 12, 31)


@pytest.mark.parametrize("closing", [-1, 24, 6.5, True, "6"])
def test_a_closing_hour_is_one_of_the_day(closing: object) -> None:
    with pytest.raises(CalendarError, match="0 to 23"):
        Calendar("UTC", closing)  # type: ignore[arg-type]


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "America", "a\0b", None])
def test_a_zone_is_one_of_the_database(zone: object) -> None:
    with pytest.raises(CalendarError, match="not a time zone"):
        Calendar(zone)  # type: ignore[arg-type]
