"""``pitboss simulate``: play rounds by the proved strategy and compare the exact figures; or poker between bots."""

from __future__ import annotations

import json
import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from pitboss import library
from pitboss.cli.common.progress import MovingLine, Working, in_background
from pitboss.cli.common.simulate_poker import is_poker, simulate_poker
from pitboss.cli.common.usage import WholeNumber

if TYPE_CHECKING:
    from pitboss.exact.figures import Figures
    from pitboss.exact.request import ProofRequest
    from pitboss.exact.solver import Progress
    from pitboss.exact.stakes import Group
    from pitboss.simulation.run import Resumed, Run
    from pitboss.simulation.tally import Compared, Tally


@click.command(short_help="Simulate a house game and compare it with its exact figures, or poker between bots.")
@click.argument("game")
@click.option(
    "--rounds",
    type=WholeNumber(1, 1 << 41),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="Number of rounds.",
)
@click.option(
    "--seed",
    type=WholeNumber(0, (1 << 64) - 1),
    default=1,
    show_default=True,
    metavar="N",
    help="Seed of the shuffles.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--wagers", metavar="W=UNITS,…", help="Play wagers placed together: ante=1,tens=5.")
@click.option("--only", metavar="GROUP", default="", help="Play one stake group: tens/1.")
@click.option(
    "--option", "--table", "chosen", multiple=True, metavar="NAME=VALUE", help="A choice of the house, such as tens=2."
)
@click.option(
    "--threads", type=WholeNumber(0, 256), default=0, metavar="N", help="Number of threads (default: all cores)."
)
@click.option("--scheduler", metavar="ADDRESS", default="", help="Play on a dask cluster: tcp://host:8786.")
@click.option("--resume", metavar="FILE", help="Continue from this file, and save the run in it.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@click.option("--hands", type=WholeNumber(1, 1 << 24), metavar="N", help="Poker: number of hands (default: 1000).")
@click.option("--house", default="", metavar="NAME", help="Poker: the house book, by name or file.")
@click.option("--limit", default="", metavar="LIMIT", help="Poker: the limit, such as 2-4.")
@click.option(
    "--seats", default="", metavar="N | N-M", help="Poker: players dealt in (default: every number the game allows)."
)
@click.option(
    "--pace",
    default="40+4",
    show_default=True,
    metavar="PACE",
    help="Poker: seconds per hand + per decision, or hands per hour such as 35/h.",
)
def command(game: str, rounds: int, seed: int, as_json: bool, resume: str | None, **options: Any) -> int:
    """Simulate GAME: a house game, compared with its exact figures, or poker between bots.

    A house game is played by the strategy of its proof, each stake group separately. The result depends only on the
    seed and the number of rounds, not on threads or workers. Ctrl-C stops and shows what was played; with --resume the
    same command continues from there. Exit code 1 if a figure is more than four standard errors from the exact one.

    Poker hands all start with full stacks. The output is hands per hour at the given pace, pots, fees and drop, by
    number of players, with their intervals.

    \b
    pitboss simulate three-card --rounds 1000000 --seed 7
    pitboss simulate holdem --house pot --limit 2-4 --hands 2000
    """
    if is_poker(game):
        return simulate_poker(game, seed, as_json, options)
    with Working(f"getting {game} ready", options["quiet"]):
        from pitboss.exact.jobs import pool
        from pitboss.simulation.run import Resumed, playable_groups
        from pitboss.simulation.tally import compare, posted_names

        request = library.game(game).request(
            only="" if options["wagers"] else options["only"],
            wagers=options["wagers"] or None,
            option=options["chosen"],
            threads=options["threads"],
            scheduler=options["scheduler"],
        )
        definition, chosen = request.posted, playable_groups(request)
    file = Resumed(resume) if resume else None
    if file:
        file.check(definition, seed)
    shown: dict[str, Any] = {}
    compared: dict[str, tuple[Compared, ...]] = {}
    stopped = False
    with pool(options["threads"], options["scheduler"]) as (executor, workers):
        for group in chosen:
            try:
                exact = _proved(request, group, options["quiet"])
            except KeyboardInterrupt:
                stopped = True
                break
            run = _run(group, exact, rounds, seed, executor, workers, file, options["quiet"])
            stopped = run.stopped
            if run.total.rounds:
                compared[group.key] = compare(run.total, exact)
                shown[group.key] = _data(run.total, exact, compared[group.key])
                if not as_json:
                    names = posted_names(definition, group.key, exact)
                    _table(group.key, run.total, exact, compared[group.key], names, combined=bool(request.stakes))
            if stopped:
                executor.shutdown(wait=False, cancel_futures=True)
                break
    if len(shown) > 1 and not as_json:
        click.echo("All groups see the same deals, so their figures deviate together.")
    if as_json:
        head = {"game": definition.id, "version": definition.version, "seed": seed, "rounds": rounds}
        click.echo(json.dumps({**head, "stopped": stopped, "wagers": shown}, ensure_ascii=False))
    if stopped:
        hint = f"the same command continues from {resume}" if resume else "use --resume FILE to continue a run later"
        click.echo(f"stopped; {hint}.", err=True)
    if far := _far(compared):
        click.echo(f"pitboss: {far}", err=True)
    return 130 if stopped else 1 if far else 0


def _proved(request: ProofRequest, group: Group, quiet: bool) -> Figures:
    """The exact figures of a stake group."""
    with Working(f"{group.key}: proving the exact figures first", quiet) as tell:

        def progress(at: Progress) -> None:
            tell(at.done / at.jobs if at.jobs else 0.0)

        return in_background(replace(request.for_group(group.key), progress=progress).result)[group.key]


def _run(
    group: Group,
    exact: Figures,
    rounds: int,
    seed: int,
    executor: Any,
    workers: int,
    file: Resumed | None,
    quiet: bool,
) -> Run:
    from pitboss.simulation.run import Run, Simulation, simulate
    from pitboss.simulation.tally import Tally

    simulation = Simulation.of(group, seed)
    start = file.run(group.key, simulation) if file else Run(0, Tally(), Tally())
    if file and start.whole.rounds > rounds:
        held = f"{str(file.path)!r} holds {start.whole.rounds:,} rounds of {group.key}"
        click.echo(f"{held}, more than the {rounds:,} asked for; all of them are shown.", err=True)
    watch = _Watch(group.key, rounds, exact, quiet)
    run = simulate(simulation, rounds, executor, workers, start, watch, watch.writing)
    watch.line.wipe()
    if file:
        file.keep(group.key, simulation, run)
    return run


class _Watch:
    """The running interval and the exact edge: a line rewritten at a terminal, elsewhere one every five seconds."""

    def __init__(self, key: str, rounds: int, exact: Figures, quiet: bool) -> None:
        self.key, self.rounds, self.exact = key, rounds, float(100 * exact.edge)
        self.quiet, self.line = quiet, MovingLine()
        self.last = time.monotonic()
        if not quiet:
            self.line.write(f"{key}: {rounds:,} rounds, building the strategy book …")

    def writing(self, part: float) -> None:
        """Report how much of the strategy book is built, 0 to 1."""
        if self._due():
            self.line.write(f"{self.key}: building the strategy book, {part:.0%}")

    def __call__(self, tally: Tally) -> None:
        if not self._due():
            return
        low, high = tally.interval
        edge = f"edge {-100 * high:.4f}% to {-100 * low:.4f}%, exactly {self.exact:.4f}%"
        self.line.write(f"{self.key}: {tally.rounds / self.rounds:4.0%}  {edge}")

    def _due(self) -> bool:
        """True if it is time for another line."""
        now = time.monotonic()
        if self.quiet or now - self.last < (0.2 if self.line.live else 5):
            return False
        self.last = now
        return True


def _far(compared: dict[str, tuple[Compared, ...]]) -> str:
    """A sentence on the figure farthest from the exact one; empty if none is too far."""
    from pitboss.simulation.tally import by_chance

    far = [(key, each) for key, figures in compared.items() for each in figures if each.far]
    if not far:
        return ""
    key, most = max(far, key=lambda item: abs(item[1].errors))
    more = len(far) - 1
    others = f" ({more} more figures are too far off)" if more > 1 else " (one more is too far off)" * more
    if math.isinf(most.errors):
        apart = f"{key}: {most.name} is {most.simulated:g} as played and {most.exact:g} by the proof{others}"
        return f"{apart}; that cannot be chance."
    judged = sum(each.judged for figures in compared.values() for each in figures)
    chance = by_chance(most.errors, judged)
    once = f"about once in {1 / chance:,.0f} runs" if chance > 1e-9 else "practically never"
    apart = f"{key}: {most.name} is {abs(most.errors):.1f} standard errors from the exact figure{others}"
    return f"{apart}; chance alone takes one of {judged} figures that far {once}, so try another seed."


def _data(tally: Tally, exact: Figures, compared: tuple[Compared, ...]) -> dict[str, Any]:
    low, high = tally.interval
    return {
        "rounds": tally.rounds,
        "ev": str(tally.ev),
        "house_edge_percent": float(-100 * tally.ev),
        "interval_percent": [-100 * high, -100 * low],
        "exact": {"ev": str(exact.ev), "house_edge_percent": float(100 * exact.edge)},
        "sd": tally.sd,
        "win": str(tally.share(1)),
        "push": str(tally.share(0)),
        "lose": str(tally.share(-1)),
        "fold": str(tally.fold),
        "average_wager": float(tally.average_wager),
        # JSON has no infinity, so ``errors`` is null for impossible results.
        "figures": [
            {**each._asdict(), "errors": None if math.isinf(each.errors) else each.errors} for each in compared
        ],
        "within": not any(each.far for each in compared),
    }


def _table(
    key: str,
    tally: Tally,
    exact: Figures,
    compared: tuple[Compared, ...],
    names: dict[str, str],
    combined: bool,
) -> None:
    from rich.console import Console
    from rich.table import Column, Table

    low, high = tally.interval
    title = f"{key}, {tally.rounds:,} round{'s' * (tally.rounds > 1)}"
    numbers = (Column(each, justify="right") for each in ("simulated", "exact", "standard\nerrors apart"))
    table = Table("figure", *numbers, "", title=title, title_justify="left", box=None, pad_edge=False)
    for each in compared:
        note = "far" if each.far else "" if each.judged else "few"
        figures = (f"{each.simulated:.6f}", f"{each.exact:.6f}", f"{each.errors:+.2f}")
        table.add_row(names.get(each.name, each.name), *figures, note)
    console = Console(highlight=False)
    console.print(table)
    if not all(each.judged for each in compared):
        console.print("few: too few rounds to judge this figure", soft_wrap=True)
    sure = "95% confidence interval" if compared[0].judged else "too few rounds to be sure"
    seen = f"{-100 * high:.4f}% to {-100 * low:.4f}% ({sure})"
    unit = "; per unit, a wager of 1 being one unit" if combined else ""
    console.print(f"house edge {seen}, exactly {float(100 * exact.edge):.4f}%{unit}\n", soft_wrap=True)
