"""Strategy in words for a sheet: the lists of every stake group as rows of text, cached between runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import partial

from pitboss import store
from pitboss.exact.counts import proof_key
from pitboss.exact.figures import by_rank
from pitboss.exact.shape import recognise
from pitboss.exact.solver import OnProgress, Progress
from pitboss.exact.stakes import Group
from pitboss.exact.strategy.lists import StrategyList

KIND = "strategy"
FORM = 13
"""Raised whenever the rows of a game may change."""

NEAR = Fraction(1, 20)
"""A hand is on the border if the better option gains at most this many units."""

NONE = "There is no list in words for this wager, since {}; 'pitboss advise' shows the best option of any hand exactly."

Rows = list[tuple[str, ...]]


def in_words(
    groups: Iterable[Group], progress: OnProgress | None = None
) -> tuple[dict[str, Rows], dict[str, tuple[str, ...]]]:
    """Rows and notes by stake group; groups without a decision have none, and a note says where a decision has no
    list. ``progress`` is called with the number of lists made; cached ones are not made again."""
    rows: dict[str, Rows] = {}
    notes: dict[str, tuple[str, ...]] = {}
    for group in groups:
        key = store.key_of(FORM, proof_key(group.game, group.stakes))
        listed, said = json.loads(store.fetch(KIND, key, partial(_encoded, group, progress or (lambda _: None))))
        if listed:
            rows[group.key] = [tuple(row) for row in listed]
        if said:
            notes[group.key] = tuple(said)
    return rows, notes


def _encoded(group: Group, progress: OnProgress) -> bytes:
    return json.dumps(_made(group, progress)).encode()


def _made(group: Group, progress: OnProgress) -> tuple[Rows, list[str]]:
    shape = recognise(group.game, group.stakes)
    if not shape.decides:
        return [], []

    def tell(done: int, lists: int) -> None:
        progress(Progress(group.key, "words", shape.name, shape.deals, shape.situations, done, lists))

    tell(0, 0)
    lists, notes, unlisted = shape.strategy(tell)
    if not lists:
        return [], [NONE.format(unlisted)]
    if not any(each.asked for each in lists):  # what the table shows comes in the order of ranks
        lists = tuple(sorted(lists, key=lambda each: by_rank(each.shows)))
    return [row for alike in _alike(lists) for row in _rows(alike)], [*_notes(lists), *notes]


def _alike(lists: tuple[StrategyList, ...]) -> list[list[StrategyList]]:
    """The lists, grouped by what they say."""
    by_text: dict[tuple[str, ...], list[StrategyList]] = {}
    for each in lists:
        by_text.setdefault((each.asked, *(line.text for line in each.lines)), []).append(each)
    return list(by_text.values())


def _rows(alike: list[StrategyList]) -> Rows:
    """The rows of lists that say the same; the cost of a line is its cost in all of them."""
    first, many = alike[0], len(alike[0].lines)
    where = ": ".join(filter(None, (first.asked, ", ".join(each.shows for each in alike if each.shows))))
    costs = [sum((each.lines[at].cost for each in alike), Fraction(0)) for at in range(many)]
    texts = [line.text if many > 1 else re.sub("^otherwise ", "always ", line.text) for line in first.lines]
    return [
        (where if number == 1 else "", str(number), text, percent(cost))
        for number, (text, cost) in enumerate(zip(texts, costs, strict=True), 1)
    ]


def _notes(lists: tuple[StrategyList, ...]) -> list[str]:
    total = sum((each.cost for each in lists), Fraction(0))
    notes = [
        "Read each list from the top: the first line a hand fits says what to do. A line's cost is the house edge it "
        f"adds against optimal play; all of them together add {percent(total)}."
    ]
    borders = sorted(((b, each) for each in lists for b in each.borders), key=lambda one: one[0].margin)
    parted = len(lists) > 1
    close = "; ".join(
        f"{border.hand}{_where(each) * parted}, {border.best} by {small(border.margin)} units"
        for border, each in borders[:8]
        if border.margin <= NEAR
    )
    if close:
        notes.append(f"Hands on the border, and what the better option gains: {close}.")
    elif borders:
        least = small(borders[0][0].margin)
        notes.append(f"No hand is on the border: where options differ, it is by {least} units or more.")
    same = [(b, each) for each in lists for b in each.indifferent]
    deals = sum(each.equals for each in lists)
    if same:
        hands = "; ".join(f"{b.hand}{_where(each) * parted}, {b.best} = {b.other}" for b, each in same[:8])
        notes.append(f"Options are exactly equal in {deals:,} deals, for example: {hands}.")
    else:
        notes.append("No hand leaves two options exactly equal.")
    return notes


def small(value: Fraction) -> str:
    """Two significant digits, in plain decimals."""
    places = 1
    while abs(value) * 10**places < 10 and value and places < 12:
        places += 1
    return f"{float(value):.{places}f}"


def _where(listed: StrategyList) -> str:
    shows = f" when {listed.shows} shows" if listed.shows else ""
    return f" at {listed.asked}{shows}" if listed.asked else shows


def percent(cost: Fraction) -> str:
    """A cost in percent; ``0`` if it is exactly zero."""
    if not cost:
        return "0"
    places = 6
    while 100 * cost * 10**places < 10 and places < MOST:
        places += 1
    return f"{float(100 * cost):.{places}f}%" if 100 * cost * 10**places >= 1 else f"less than {10**-MOST:.{MOST}f}%"


MOST = 10
"""Decimals of the smallest cost that is written out."""
