"""Strategy in words for a sheet: the lists of every stake group as rows of text, kept between runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import partial

from pitboss import store
from pitboss.exact.cache import proofs
from pitboss.exact.figures import by_rank
from pitboss.exact.shape import Shape, recognise
from pitboss.exact.shapes.board.board import Reveal
from pitboss.exact.shapes.board.strategy import revealed
from pitboss.exact.shapes.histogram.histogram import Count
from pitboss.exact.shapes.holding.holding import Holding
from pitboss.exact.shapes.holding.strategy import PICK, holding
from pitboss.exact.shapes.showdown.showdown import Showdown
from pitboss.exact.shapes.showdown.strategy import strategy
from pitboss.exact.shapes.streets.strategy import staged
from pitboss.exact.shapes.streets.streets import Stages
from pitboss.exact.solver import Progress, Report
from pitboss.exact.stakes import Group
from pitboss.exact.strategy.lists import Listed, Tell

KIND = "strategy"
FORM = 12
"""Raised whenever rows may come out otherwise for the same game."""

NEAR = Fraction(1, 20)
"""Units by which the better option may gain and the hand still be called one on the border."""

NONE = "No list in words is given for this wager, since {}; 'pitboss advise' tells the best option of any hand exactly."

LATER = (
    "There is no list for {}: it is decided beside more kinds of boards than a list can name. What the lists cost "
    "holds for that being played perfectly, as 'pitboss advise' tells."
)

Rows = list[tuple[str, ...]]


def in_words(
    groups: Iterable[Group], progress: Report | None = None
) -> tuple[dict[str, Rows], dict[str, tuple[str, ...]]]:
    """Rows and notes by stake group; groups in which nothing is decided have none, and where no list is made of what is
    decided a note says so. ``progress`` is told how many lists are made of those that were not kept."""
    rows: dict[str, Rows] = {}
    notes: dict[str, tuple[str, ...]] = {}
    for group in groups:
        key = store.key_of(FORM, proofs.key_of(group.game, group.stakes))
        kept = store.load(KIND, key)
        if kept is None:
            made = _made(group, progress or (lambda _: None))
            kept = json.dumps(made).encode()
            store.save(KIND, key, kept)
        listed, said = json.loads(kept)
        if listed:
            rows[group.key] = [tuple(row) for row in listed]
        if said:
            notes[group.key] = tuple(said)
    return rows, notes


def _made(group: Group, progress: Report) -> tuple[Rows, list[str]]:
    shape = recognise(group.game, group.stakes)
    lists: tuple[Listed, ...] = ()
    tell: Tell = partial(_tell, progress, group.key, shape)
    if _decides(shape):
        tell(0, 0)
    if isinstance(shape, Showdown):
        lists = strategy(shape, tell=tell)
    elif isinstance(shape, Holding):
        lists = holding(shape)
    elif isinstance(shape, Stages):
        lists = staged(shape, tell)
    elif isinstance(shape, Reveal):
        lists = revealed(shape, tell)
    if not any(each.asked for each in lists):  # what the table shows comes in the order of ranks
        lists = tuple(sorted(lists, key=lambda each: by_rank(each.shows)))
    if not lists and _decides(shape):
        return [], [NONE.format(_why(shape))]
    more = [PICK] if isinstance(shape, Holding) else []
    unlisted = _asked(shape) - {each.asked for each in lists}
    if isinstance(shape, Reveal) and unlisted:
        more.append(LATER.format(" and ".join(f"'{name}'" for name in sorted(unlisted))))
    return [row for alike in _alike(lists) for row in _rows(alike)], [*_notes(lists), *more]


def _tell(progress: Report, group: str, shape: Shape, done: int, lists: int) -> None:
    progress(Progress(group, "words", shape.name, shape.deals, shape.situations, done, lists))


def _decides(shape: Shape) -> bool:
    """Whether there is anything to decide at all."""
    if isinstance(shape, Showdown | Holding):
        return shape.outline.decides
    if isinstance(shape, Stages | Reveal):
        return any(street.decides for street in shape.course.streets)
    return not isinstance(shape, Count)


def _asked(shape: Shape) -> set[str]:
    """The names of the decisions of a round with streets."""
    if not isinstance(shape, Stages | Reveal):
        return set()
    places = [place for street in shape.course.streets for place in street.places]
    return {edge.option.decision for place in places if len(place) > 1 for edge in place}


def _why(shape: Shape) -> str:
    """Why a shape in which something is decided has no list."""
    if isinstance(shape, Showdown):
        return "which cards to keep depends on more than the value of the hand they make"
    if isinstance(shape, Holding):
        if any(public.up for public in shape.outline.publics):
            return "the cards to hold depend on the cards that lie face up beside them"
        return "the cards to hold are chosen together with something else"
    if isinstance(shape, Stages):
        return "its decisions are taken with more cards in sight, or with a joker among them, than there are words for"
    if isinstance(shape, Reveal):
        if max(shape.setting.boards) < 2:
            return "its decisions depend on what was staked before, or are taken with too many cards to go through"
        return "its decision is taken beside more kinds of boards than a list can name"
    return "its decisions follow each other in a way that only plain recursion proves, situation by situation"


def _alike(lists: tuple[Listed, ...]) -> list[list[Listed]]:
    """The lists, those together that say the same."""
    found: dict[tuple[str, ...], list[Listed]] = {}
    for each in lists:
        found.setdefault((each.asked, *(line.text for line in each.lines)), []).append(each)
    return list(found.values())


def _rows(alike: list[Listed]) -> Rows:
    """The rows of lists that say the same; what a line costs is what it costs in all of them."""
    first, many = alike[0], len(alike[0].lines)
    where = ": ".join(filter(None, (first.asked, ", ".join(each.shows for each in alike if each.shows))))
    costs = [sum((each.lines[at].cost for each in alike), Fraction(0)) for at in range(many)]
    texts = [line.text if many > 1 else re.sub("^otherwise ", "always ", line.text) for line in first.lines]
    return [
        (where if number == 1 else "", str(number), text, percent(cost))
        for number, (text, cost) in enumerate(zip(texts, costs, strict=True), 1)
    ]


def _notes(lists: tuple[Listed, ...]) -> list[str]:
    if not lists:
        return []
    total = sum((each.cost for each in lists), Fraction(0))
    found = [
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
        found.append(f"Hands on the border, and what the better option gains: {close}.")
    elif borders:
        found.append(
            f"No hand is on the border: where options differ, it is by {small(borders[0][0].margin)} units or more."
        )
    same = [(b, each) for each in lists for b in each.indifferent]
    deals = sum(each.equals for each in lists)
    if same:
        hands = "; ".join(f"{b.hand}{_where(each) * parted}, {b.best} = {b.other}" for b, each in same[:8])
        found.append(f"Options are exactly equal in {deals:,} deals, for example: {hands}.")
    else:
        found.append("No hand leaves two options exactly equal.")
    return found


def small(value: Fraction) -> str:
    """Two digits that count, in plain decimals."""
    places = 1
    while abs(value) * 10**places < 10 and value and places < 12:
        places += 1
    return f"{float(value):.{places}f}"


def _where(listed: Listed) -> str:
    shows = f" when {listed.shows} shows" if listed.shows else ""
    return f" at {listed.asked}{shows}" if listed.asked else shows


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
