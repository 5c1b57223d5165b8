"""Small numbers in words, for what is told at a table."""

from __future__ import annotations

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(number: int) -> str:
    """A number in words up to ten, above that in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def count(number: int, thing: str = "card") -> str:
    """A number of things in words.

    >>> count(5), count(1), count(12, "hand")
    ('five cards', 'one card', '12 hands')
    """
    return f"{spelled(number)} {thing}{'s' * (number != 1)}"
