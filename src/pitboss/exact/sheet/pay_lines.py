"""The pay lines of a sheet: their words, and whether they need explaining."""

from __future__ import annotations

from pitboss.exact.result import Figures, ResultLine
from pitboss.house.definition import Definition
from pitboss.house.pay_words import line_words

THRESHOLDS = "A pay line counts every hand from its own up to just below the next better line of its table."


def hand_words(game: Definition, group: str, line: ResultLine) -> str:
    """The name of a row's hands on a posted pay table; empty where no table decides."""
    wager = game.wagers[line.wager]
    key, _, name = group.partition("/")
    table = wager.tables.get(name, wager.table) if key == wager.key else wager.table
    return line_words(wager, game.hands[wager.hand], wager.bonus if line.outcome == "bonus" else table, line.hand)


def reaches(game: Definition, figures: Figures) -> bool:
    """True if a pay line counts other hands than the one it is called by."""
    for line in figures.lines:
        if line.hand:
            ranking = game.hands[game.wagers[line.wager].hand].ranking
            table = [each for each in figures.lines if each.wager == line.wager and each.hand]
            same = [each.least for each in table if (each.outcome == "bonus") == (line.outcome == "bonus")]
            best = min((least for least in same if least > line.least), default=ranking.top + 1) - 1
            said = ranking.category if line.hand in ranking.categories else ranking.words
            if said(best) != said(line.least):
                return True
    return False
