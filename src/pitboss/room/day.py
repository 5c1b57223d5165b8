"""Gambling days: the day of the books, which ends at the room's closing hour instead of at midnight.

A day is named by the date on which it begins: the first time the clock shows the closing hour on that date. It lasts
until the next day begins. So a day is 23 or 25 hours long when clocks are changed, and every moment belongs to exactly
one day.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from pitboss.errors import PitbossError

ONE_DAY = timedelta(days=1)


class CalendarError(PitbossError):
    """A time zone or closing hour that does not exist."""


class Calendar:
    """The gambling days of a room: its time zone and its closing hour.

    >>> calendar = Calendar("America/Los_Angeles", closing=6)
    >>> calendar.day(1_700_000_000)          # 14 November 2023, 14:13 there
    datetime.date(2023, 11, 14)
    >>> calendar.day(1_700_000_000 - 9 * 3600)         # 05:13, before the closing hour
    datetime.date(2023, 11, 13)
    """

    def __init__(self, zone: str = "UTC", closing: int = 6) -> None:
        if type(closing) is not int or not 0 <= closing <= 23:
            raise CalendarError(f"{closing!r} is not a closing hour; give a whole number from 0 to 23.")
        try:
            self.zone = ZoneInfo(zone)
        except (ValueError, OSError, KeyError, TypeError):  # ZoneInfoNotFoundError is a KeyError
            raise CalendarError(f"{zone!r} is not a time zone; give one such as 'America/Los_Angeles'.") from None
        self.closing = closing

    def start(self, day: date) -> float:
        """The start of a gambling day, in seconds since 1970 (UTC)."""
        # If clocks show an hour twice this is the first one; an hour they skip is counted on from the one before.
        return datetime(day.year, day.month, day.day, self.closing, tzinfo=self.zone).timestamp()

    def end(self, day: date) -> float:
        """The end of a gambling day: the start of the next."""
        return self.start(day + ONE_DAY)

    def day(self, now: float) -> date:
        """The gambling day of a moment in seconds since 1970 (UTC)."""
        day = datetime.fromtimestamp(now, self.zone).date() + ONE_DAY
        while self.start(day) > now:
            day -= ONE_DAY
        return day

    def local(self, now: float) -> datetime:
        """The local time in the room."""
        return datetime.fromtimestamp(now, self.zone)

    def hour(self, at: int) -> int:
        """The hour on the room's clock at a time in microseconds."""
        return self.local(at / 1_000_000).hour


def day_names(calendar: Calendar) -> Callable[[int], str]:
    """A function from a time in microseconds to its gambling day as text; it caches the last day.

    Not thread-safe: create one for each thread.
    """
    start = end = 0
    text = ""

    def day(at: int) -> str:
        nonlocal start, end, text
        if not start <= at < end:
            date = calendar.day(at / 1_000_000)
            start, end = round(calendar.start(date) * 1_000_000), round(calendar.end(date) * 1_000_000)
            text = date.isoformat()
        return text

    return day
