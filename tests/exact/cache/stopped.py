"""A proof in its own process that reports every job, so that a test can stop it halfway and start it again.

``python -m tests.exact.cache.stopped GAME.toml FOLDER PAUSE THREADS`` proves the game's unit; the cache is FOLDER.
"""

from __future__ import annotations

import json
import os
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.exact import counts, solver
from pitboss.exact.figures import Figures
from pitboss.exact.request import prove
from pitboss.exact.shapes.holding.holding import Holding
from pitboss.exact.shapes.showdown.showdown import DealerShowdown
from pitboss.exact.shapes.streets import streets
from pitboss.exact.shapes.streets.streets import OpenStreets
from pitboss.exact.stakes import groups
from pitboss.house.vocabulary import game_file


def small_jobs() -> None:
    """Treat every proof as a long one; split those without public cards into jobs too."""
    solver.LONG = 0
    streets.AT_ONCE = 1 << 18


def told(found: Figures) -> list[Any]:
    """Figures as plain data, to compare across processes."""
    lines = [[line.wager, line.outcome, line.hand, str(line.pays), line.count] for line in found.lines]
    shown = [[each.shows, each.deals, str(each.ev)] for each in found.shown]
    return [found.deals, {str(net): count for net, count in found.nets.items()}, lines, shown, str(found.fold)]


def say(*words: object) -> None:
    """Print a whole line, whichever thread calls."""
    os.write(sys.stdout.fileno(), f"{' '.join(map(str, words))}\n".encode())


def tell_jobs(shape: Any) -> None:
    """Make a kind of proof report every job it runs."""
    run = shape.run

    def telling(self: Any, job: int, *more: Any) -> Any:
        tally = run(self, job, *more)
        say("ran", job)
        return tally

    shape.run = telling


def main(file: str, folder: str, pause: str, threads: str) -> None:
    small_jobs()
    counts.PROOF_KIND, counts.KIND = folder, f"{folder}-counts"
    game = game_file.parse(Path(file).read_text(), Path(file).name)
    group = next(group for group in groups(game) if group.key == game.unit)
    solver.warm(group)
    for shape in (DealerShowdown, Holding, OpenStreets):
        tell_jobs(shape)

    def report(progress: solver.Progress) -> None:
        if progress.stage == "count":
            say("done", progress.done, progress.jobs)
            time.sleep(float(Fraction(pause)))

    result = prove(game, only=game.unit, threads=int(threads), progress=report)
    say("result", json.dumps(told(result[game.unit])))


if __name__ == "__main__":
    main(*sys.argv[1:])
