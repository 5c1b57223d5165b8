"""The families of rules that must be covered by tests now; a family is added when its games are delivered."""

from __future__ import annotations

from collections.abc import Collection, Mapping

DUE: tuple[str, ...] = (
    *("HB", "T5", "H5", "S4", "HO"),  # games against the house
    *("PK", "TH", "OM", "OH", "LB", "DR", "S7", "S5"),  # poker
)


def uncovered(ids: Collection[str], covered: Mapping[str, Collection[str]], due: Collection[str]) -> list[str]:
    """The IDs of the due families that no test carries."""
    return [id for id in ids if id.partition("-")[0] in due and not covered.get(id)]
