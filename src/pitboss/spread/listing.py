"""The games and houses that can be spread, as plain data."""

from __future__ import annotations

from typing import Any

from pitboss import library


def games() -> list[dict[str, Any]]:
    """Every game that ships, as ``pitboss games --json`` lists them."""
    return library.listing()


def houses() -> list[dict[str, Any]]:
    """The posted limits of every house, as ``pitboss houses --json`` lists it; amounts are in cents."""
    from pitboss.poker.posted import listing

    return listing()
