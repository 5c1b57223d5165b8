"""The stakes of a table in a house that takes any, from a limit such as 2-4."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pitboss import datafile
from pitboss.money import parse_dollars
from pitboss.poker import library
from pitboss.poker.game import TableError

USUAL = "2-4"


def agreed_stakes(game: str | Path, limit: str = "") -> dict[str, Any]:
    """Arguments for :func:`pitboss.poker.load`: both bets, and the blinds or the ante and bring-in that go with them.

    >>> agreed_stakes("holdem", "3-6")
    {'lower': 300, 'higher': 600, 'blinds': (150, 300)}
    """
    match = re.fullmatch(r"\$?([\d.]+)\s*[-–/]\s*\$?([\d.]+)", limit or USUAL)
    if not match:
        raise TableError(f"{limit!r} is not a limit; write the lower and the higher one, such as 2-4.")
    lower, higher = parse_dollars(match[1]), parse_dollars(match[2])
    stakes: dict[str, Any] = {"lower": lower, "higher": higher}
    shipped = library.games().get(str(game))
    forced = shipped.stakes if shipped else datafile.read(game).data.get("stakes")
    if forced == "blinds":
        return stakes | {"blinds": (max(1, lower // 2), lower)}
    return stakes | {"ante": max(1, lower // 4), "bring_in": max(1, lower // 2)}
