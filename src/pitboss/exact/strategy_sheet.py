"""Strategy in words for a sheet: the lists of every stake group as rows of text, kept between runs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction

from pitboss import store
from pitboss.exact import keeping
from pitboss.exact.count import Count
from pitboss.exact.figures import by_rank
from pitboss.exact.holding import Holding
from pitboss.exact.reveal import Reveal
from pitboss.exact.shapes import Shape, recognise
from pitboss.exact.showdown import Showdown
from pitboss.exact.stages_solve import Stages
from pitboss.exact.stakes import Group
from pitboss.exact.strategy import Border, Listed, strategy
from pitboss.exact.strategy_boards import revealed
from pitboss.exact.strategy_holds import PICK, holding
from pitboss.exact.strategy_stages import staged

KIND = "strategy"
FORM = 7
"""Raised whenever rows may come out otherwise for the same game."""

NONE = (
    "No short list is given for this wager: what decides here has no plain words yet; `pitboss advise` tells the best "
    "option of any hand exactly."
)

LATER = "Later decisions of this wager have no short list; here they are played perfectly, as `pitboss advise` tells."

Rows = list[tuple[str, ...]]


def in_words(groups: Iterable[Group]) -> tuple[dict[str, Rows], dict[str, tuple[str, ...]]]:
    """Rows and notes by stake group; groups in which nothing is decided have none, and where no list is made of what is
    decided a note says so."""
    rows: dict[str, Rows] = {}
    notes: dict[str, tuple[str, ...]] = {}
    for group in groups:
        key = store.key_of(FORM, keeping.key_of(group.game, group.stakes))
        kept = store.load(KIND, key)
        if kept is None:
            made = _made(group)
            kept = json.dumps(made).encode()
            store.save(KIND, key, kept)
        listed, said = json.loads(kept)
        if listed:
            rows[group.key] = [tuple(row) for row in listed]
        if said:
            notes[group.key] = tuple(said)
    return rows, notes


def _made(group: Group) -> tuple[Rows, list[str]]:
    shape = recognise(group.game, group.stakes)
    lists: tuple[Listed, ...] = ()
    if isinstance(shape, Showdown):
        lists = strategy(shape)
    elif isinstance(shape, Holding):
        lists = holding(shape)
    elif isinstance(shape, Stages):
        lists = staged(shape)
    elif isinstance(shape, Reveal):
        lists = revealed(shape)
    if not any(each.asked for each in lists):  # what the table shows comes in the order of ranks
        lists = tuple(sorted(lists, key=lambda each: by_rank(each.shows)))
    if not lists and _decides(shape):
        return [], [NONE]
    later = isinstance(shape, Reveal) and sum(street.decides for street in shape.course.streets) > 1
    more = [LATER] if later else [PICK] if isinstance(shape, Holding) else []
    return [row for each in lists for row in _rows(each)], [*_notes(lists), *more]


def _decides(shape: Shape) -> bool:
    """Whether there is anything to decide at all."""
    if isinstance(shape, Showdown | Holding):
        return shape.outline.decides
    if isinstance(shape, Stages | Reveal):
        return any(street.decides for street in shape.course.streets)
    return not isinstance(shape, Count)


def _rows(listed: Listed) -> Rows:
    return [
        ((listed.asked or listed.shows) if number == 1 else "", str(number), line.text, percent(line.cost))
        for number, line in enumerate(listed.lines, 1)
    ]


def _notes(lists: tuple[Listed, ...]) -> list[str]:
    if not lists:
        return []
    total = sum((each.cost for each in lists), Fraction(0))
    found = [
        "Read each list from the top: the first line a hand fits says what to do. A line's cost is the house edge it "
        f"adds against optimal play; all of them together add {percent(total)}."
    ]
    borders = sorted(((b, each) for each in lists for b in each.borders), key=lambda one: one[0].margin)[:8]
    if borders:
        close = "; ".join(_border(border, each) for border, each in borders)
        found.append(f"Hands on the border, and what the better option gains: {close}.")
    same = [(b, each) for each in lists for b in each.indifferent]
    deals = sum(each.equals for each in lists)
    if same:
        hands = ", ".join(f"{b.hand}{_where(each)} ({b.best} or {b.other})" for b, each in same[:8])
        found.append(f"Options are exactly equal in {deals:,} deals, for example with {hands}.")
    else:
        found.append("No hand leaves two options exactly equal.")
    return found


def _border(border: Border, listed: Listed) -> str:
    return f"{border.hand}{_where(listed)}, {border.best} by {small(border.margin)} units"


def small(value: Fraction) -> str:
    """Two digits that count, in plain decimals."""
    places = 1
    while abs(value) * 10**places < 10 and value and places < 12:
        places += 1
    return f"{float(value):.{places}f}"


def _where(listed: Listed) -> str:
    if listed.asked:
        return f" at {listed.asked}"
    return f" when {listed.shows} shows" if listed.shows else ""


def percent(cost: Fraction) -> str:
    """A cost in percent: plain nothing where it is exactly nothing."""
    if not cost:
        return "0"
    places = 6
    while 100 * cost * 10**places < 10 and places < MOST:
        places += 1
    return f"{float(100 * cost):.{places}f}%" if 100 * cost * 10**places >= 1 else f"less than {10**-MOST:.{MOST}f}%"


MOST = 10
"""Decimals of the smallest cost that is written out."""
