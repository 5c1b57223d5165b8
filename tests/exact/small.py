"""Games small enough for the slow reference: shipped scripts on small decks, solved by every shape that can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pitboss import house
from pitboss.exact.figures import Figures, figures, merge
from pitboss.exact.request import prove
from pitboss.exact.script.views import Outside
from pitboss.exact.shape import ScriptReading, Shape
from pitboss.exact.shapes import general, histogram
from pitboss.exact.shapes.board import board
from pitboss.exact.shapes.holding import holding
from pitboss.exact.shapes.showdown import showdown
from pitboss.exact.shapes.streets import streets
from pitboss.exact.stakes import Group, combination
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import game_file
from pitboss.money import odds_text
from tests.exact.expectimax import Expectimax

UNIT = 1000
"""Cents on a wager, chosen so that all odds of these games pay whole cents."""


def cut(name: str, deck: Mapping[str, Any]) -> Definition:
    """A shipped game with its script unchanged, on a small deck, for one spot."""
    game = house.load(name).definition
    return game_file.parse(game.source, game.file, (("deck", dict(deck)), ("spots", 1)))


def counted(shape: Shape, group: Group) -> Figures:
    """The figures of a stake group by one shape."""
    tally = merge(shape.run(job) for job in range(shape.jobs))
    found = figures(group.game, group.key, group.stakes, tally)
    assert found.deals == shape.deals, f"{shape.name} counts {found.deals} deals and says {shape.deals}"
    return found


def proved(game: Definition, stakes: Mapping[str, int]) -> Figures:
    """The figures of a combination of wagers from the public interface, without the cache."""
    (found,) = prove(game, wagers=stakes, fresh=True).groups.values()
    return found


def every_shape(group: Group) -> Iterator[Shape]:
    """All shapes that can solve a round, not only the one the solver prefers."""
    game, stakes = group.game, group.stakes
    for module in (histogram, showdown, holding, board, streets):
        try:
            yield module.recognise(ScriptReading(game, stakes))
        except Outside:
            continue
    yield general.General(game, stakes)


def oracle(game: Definition, stakes: Mapping[str, int]) -> Expectimax:
    """The slow reference for a combination of wagers, in cents, ``UNIT`` of them to a unit."""
    placed = combination(game, stakes).stakes
    return Expectimax(house.Game(game), {key: int(stake * UNIT) for key, stake in placed.items()})


def agree(game: Definition, found: Figures, right: Expectimax) -> bool:
    """Compare figures with the reference: the expectation exactly, every count within the range of perfect play. Return
    whether perfect play is unique, so that every count was compared with a single number. Where all wagers stand
    whatever the player does, a fold changes nothing and is not counted.
    """
    placed = [game.wagers[key] for key in found.stakes]
    folds = any(not wager.stands or wager.bonus is not None for wager in placed)
    assert found.ev == right.ev() / UNIT, f"{float(found.ev)} is not {float(right.ev() / UNIT)}"
    counts = _counts(found)
    free = False
    for name in {*counts, *right.truth.most} - (set() if folds else {("fold", "")}):
        least, most = right.between(name)
        assert least <= counts.get(name, 0) <= most, f"{name}: {counts.get(name, 0)} is not {least} to {most}"
        free = free or least < most
    return not free


def _counts(found: Figures) -> dict[tuple[str, Any], Fraction]:
    """The figures per deal, under the names of the reference."""
    counts: dict[tuple[str, Any], Fraction] = {
        ("net", net * UNIT): Fraction(count, found.deals) for net, count in found.nets.items()
    }
    counts["fold", ""] = found.fold
    counts["wagered", ""] = found.average_wager * UNIT
    for line in found.lines:
        how = f"wins {odds_text(line.pays)}" if line.pays > 0 else "pushes" if not line.pays else "loses"
        name = f"{line.wager}{' bonus' * (line.outcome == 'bonus')} {how}{f' with {line.hand}' if line.hand else ''}"
        counts["settled", name] = counts.get(("settled", name), Fraction(0)) + Fraction(line.count, found.deals)
    return counts


def placements(game: Definition) -> Iterator[dict[str, int]]:
    """The least a spot may place, and all wagers at once, in different sizes where the game allows it."""
    alone = [w.key for w in game.initial if w.initial != "beside" and not w.equals]
    required = [w.key for w in game.initial if w.initial == "required" and not w.equals]
    least = dict.fromkeys(required or alone[:1], 1)
    yield least
    everything = {w.key: 1 + at % 3 for at, w in enumerate(w for w in game.initial if not w.equals)}
    if everything != least:
        yield everything
