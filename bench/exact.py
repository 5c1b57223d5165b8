"""Proofs in multiples of the benchmark unit, with warm kernels: four documented games and eight others; then changed
pay cells, and advice.

Each proof runs from the parsed definition to the finished figures, without cached results. One thread is measured in
CPU time; two threads against one in wall-clock time, in turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import randrange

from tests.simulation.plain_rounds import Chooser, by_advice, play

import pitboss
from bench import unit
from bench.measure import Row, in_turns, span, within
from pitboss import house
from pitboss.exact.request import prove
from pitboss.exact.sheet.changes import with_pay
from pitboss.exact.stakes import groups
from pitboss.house.round import Round

# One unit is about 0.16 s on the machine the targets were set for: 2.5, 2.5, 10 and 4 s there, stretch 0.8, 1.2, 5, 2.
TARGETS = {
    ("top5", "ante"): (15.5, 5.0),
    ("holdout", "final"): (15.5, 7.5),
    ("high5", "ante"): (62.0, 31.0),
    ("six54", "ante"): (25.0, 12.5),
    ("three-card", "ante"): None,
    ("caribbean", "ante"): None,
    ("four-card", "ante"): None,
    ("crazy4", "ante"): None,
    ("let-it-ride", "bet-3"): None,
    ("mississippi", "ante"): None,
}
LARGE = {("casino-holdem", "ante"): 60.0, ("ultimate", "ante"): 60.0}
"""Games proved on two threads, and the seconds they may take."""

CELLS: dict[tuple[str, str], dict[str, int]] = {
    ("top5", "ante"): {
        "bet:flush": 4,
        "bet:flush, less than a straight": 1,
        "bet:flush, less than a pair": 0,
        "bet:flush + bet:straight": 0,
        "bet:straight": 90,
        "bet:high card": 1,
    },
    ("top5", "tens/1"): {"tens/1:flush": 6},
    ("holdout", "final"): {"final:flush": 2, "final:royal flush": 120, "final:straight": 90},
    ("holdout", "first"): {"first:flush": 20},
    ("high5", "ante"): {"play:straight": 2},
    ("high5", "trips/APP-01"): {"trips/APP-01:flush": 8},
    ("six54", "ante"): {"ante/bonus:straight flush": 11},
    ("six54", "queens-up/1"): {"queens-up/1:flush": 5},
    ("casino-holdem", "ante"): {"ante:flush": 2, "ante:high card": 90},
    ("four-card", "ante"): {"ante/bonus:straight flush": 20},
}
"""Pay cells, and what they pay about when they are changed: always odds never asked for before."""

CHANGE, ADVICE = 1.0, 0.05
"""Seconds for the proof of a changed cell, and for an answer."""

ROUNDS = 12
TURNS = 3


def proof(game: str, group: str, threads: int = 1) -> Callable[[], object]:
    definition = house.load(game).definition
    return lambda: prove(definition, only=group, threads=threads, fresh=True)


def rows() -> list[Row]:
    return [*alone(), *large(), *changes(), *answers(), questions()]


def alone() -> list[Row]:
    """One thread, in units; then two threads beside one."""
    measured = []
    for (game, group), aims in TARGETS.items():
        run = proof(game, group)
        run()
        best = float("inf")
        for _ in range(TURNS):
            start = time.process_time()
            run()
            best = min(best, time.process_time() - start)
        ratio = best / unit.seconds()
        target, stretch = aims or (None, None)
        other = f"units, stretch {stretch:g}" if stretch else "units"
        measured.append(Row(f"{game} {group}", span(best), other, ratio, target, at_most=True))
    both = in_turns({"one": proof("high5", "ante"), "two": proof("high5", "ante", 2)}, turns=TURNS, wall=True)
    ratio = both["one"] / both["two"]
    measured.append(Row("high5 ante, two threads", span(both["two"]), span(both["one"]), ratio, 1.6))
    return measured


def large() -> list[Row]:
    measured = []
    for (game, group), seconds in LARGE.items():
        start = time.perf_counter()
        proof(game, group, 2)()
        taken = time.perf_counter() - start
        measured.append(within(f"{game} {group}, two threads", taken, seconds))
    return measured


def changes() -> list[Row]:
    """A changed pay cell, decisions included, from the cached counts of an earlier proof."""
    measured = []
    for (game, group), cells in CELLS.items():
        definition = house.load(game).definition
        prove(definition, only=group)
        for cell, pays in cells.items():
            names, times = cell.partition(",")[0].split(" + "), []
            for _ in range(TURNS):
                odds = f"{pays * 997 + randrange(1, 499)} to 997"
                changed = with_pay(definition, *(f"{name}={odds}" for name in names))
                start = time.process_time()
                prove(changed, only=group)
                times.append(time.process_time() - start)
            measured.append(within(f"{game} {group}, {cell}, changed", times[0], CHANGE))
    return measured


def answers() -> list[Row]:
    """The slowest answer in several rounds played by advice, without the first round."""
    measured = []
    for name in house.names():
        game = house.load(name)
        main = next(group for group in groups(game.definition) if game.definition.unit in group.stakes)
        prove(game.definition, only=main.key, threads=2)
        choose, times = by_advice(game, main.stakes), []

        def timed(deal: Round, choose: Chooser = choose, times: list[float] = times) -> str:
            start = time.process_time()
            said = choose(deal)
            times.append(time.process_time() - start)
            return said

        play(game, main.stakes, 1, pitboss.seeded(1), timed, 10_000)
        times.clear()
        play(game, main.stakes, ROUNDS, pitboss.seeded(2), timed, 10_000)
        measured.append(within(f"{name} advice, slowest of {len(times)}", max(times), ADVICE))
    return measured


def questions() -> Row:
    """The slowest of many answers that need no proof, and of one that uses its counts."""
    from tests.exact.test_advice import AFTER_A_PROOF, QUESTIONS

    asked = {}
    for name, cards, more in (*QUESTIONS, *AFTER_A_PROOF):
        game = pitboss.game(name)
        asked[f"{name} {cards} {more or ''}"] = lambda game=game, cards=cards, more=more: game.advise(cards, **more)
    best = in_turns(asked)
    slowest = max(best, key=best.__getitem__)
    return within(f"{len(best)} questions, slowest ({slowest.partition(' ')[0]})", best[slowest], ADVICE)
