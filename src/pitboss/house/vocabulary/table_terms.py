"""Read the terms of a table: deck, spots, limits and jurisdiction."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards import CardError, Deck, deck
from pitboss.datafile import Section
from pitboss.house.definition import DEFAULT_LIMIT, Limit, Spots, Wager
from pitboss.rules import jurisdiction


def read_deck(top: Section) -> Deck | None:
    """The deck, or None if it cannot be read."""
    spec = top.raw("deck")
    if spec is None:
        top.problem(None, '"deck" is missing; write deck = 52.')
        return None
    try:
        return deck(spec)
    except CardError as error:
        top.problem("deck", str(error))
        return None


MOST_SPOTS = 53  # one card each; also the limit if players get no cards, so that a typo does not make millions of spots
_TOO_MANY_SPOTS = f"that is more spots than a layout can have; write {MOST_SPOTS} or fewer."


def read_spots(top: Section) -> Spots:
    """``7``: up to seven; ``[6, 7]``: one of these layouts; ``{ usual = 7, most = 9 }``."""
    value = top.raw("spots")
    if isinstance(value, dict):
        table = top.table("spots")
        usual, most = table.whole("usual", low=1), table.whole("most", low=1)
        table.done()
        if usual > most:
            table.problem("usual", f"{usual} is more than the most spots, {most}.")
        if max(usual, most) > MOST_SPOTS:
            table.problem("most", _TOO_MANY_SPOTS)
            return Spots((1,), 1)
        return Spots(tuple(range(1, max(usual, most) + 1)), usual)
    counts = value if isinstance(value, list) else [value]
    if not counts or any(isinstance(count, bool) or not isinstance(count, int) or count < 1 for count in counts):
        where = "spots" if "spots" in top else None
        top.problem(where, "spots should be a number such as 7, layouts such as [6, 7], or { usual = 7, most = 9 }.")
        return Spots((1,), 1)
    if max(counts) > MOST_SPOTS:
        top.problem("spots", _TOO_MANY_SPOTS)
        return Spots((1,), 1)
    if isinstance(value, list):
        return Spots(tuple(sorted(set(counts))), max(counts))
    return Spots(tuple(range(1, counts[0] + 1)), counts[0])


def read_limits(top: Section, wagers: Mapping[str, Wager]) -> dict[str, Limit]:
    """The table limits by wager, in cents; ``maximum = 0`` means no maximum (HB-2)."""
    limits = {}
    for key, table in top.tables("limits").items():
        if wagers and key not in wagers:
            table.problem(None, f'"{key}" is not a wager of this game; the wagers are {", ".join(wagers)}.')
        low, step = table.whole("minimum", 1, low=1), table.whole("step", 1, low=1)
        high = table.whole("maximum", max(DEFAULT_LIMIT.maximum, low))
        if high and high < low:
            table.problem("maximum", f"{high} is less than the minimum {low}; amounts are in cents.")
        table.done()
        limits[key] = Limit(low, high, step)
    return limits


def read_jurisdiction(top: Section) -> str:
    """The default jurisdiction for legal ceilings (HB-2); "" for none."""
    name = top.text("jurisdiction", "")
    if name and name not in jurisdiction.names():
        known = ", ".join(jurisdiction.names())
        top.problem("jurisdiction", f'"{name}" is not a shipped jurisdiction; write one of {known}, or leave it out.')
    return name
