"""``pitboss equity``: what part of the pot hands or ranges get at a showdown."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.poker.definition import Definition
    from pitboss.poker.equity import Equity

EXACT_WORK = 30_000_000_000  # what is counted without being asked: half a minute, at worst
SAMPLES = 200_000


@click.command(name="equity")
@click.argument("game")
@click.argument("hands", nargs=-1, required=True)
@click.option("--board", default="", help="Board cards that lie there already.")
@click.option("--dead", default="", help="Cards out of play: seen, folded, burned.")
@click.option("--samples", type=click.IntRange(1, 10**9), help="Sample so many deals instead of counting all.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Seed of the samples.")
@click.option("--exact", "insist", is_flag=True, help="Count every deal however long it takes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def command(
    game: str,
    hands: tuple[str, ...],
    board: str,
    dead: str,
    samples: int | None,
    seed: int,
    insist: bool,
    as_json: bool,
) -> None:
    """What part of the pot each hand gets at the showdown of GAME, exactly where that is feasible.

    A hand is its cards (AsKd), random, or in two-card games a range (AA, AKs, QQ+, ATs+, 22-55, AA,AKs). Stud and draw
    hands may name fewer cards than will be held: the rest comes from the deck.

    \b
    pitboss equity holdem AA KK
    pitboss equity holdem AsKs QhQd random --board "Ts 9s 2d"
    pitboss equity seven-stud "As Ah 2c" "Kd Qd Jd"
    """
    from pitboss.poker import equity

    definition = _definition(game)
    asked = equity.problem(equity.Showdown.of(definition), hands, board, dead)
    if insist and samples is not None:
        raise PitbossError("--exact counts every deal and --samples some of them; give one of the two.")
    plan = equity.plan(asked)
    if samples is None and (insist or plan.work <= EXACT_WORK):
        click.echo(f"counting {plan} …", err=True)
        found = equity.exact(asked, _progress())
    else:
        count = SAMPLES if samples is None else samples
        if samples is None:
            click.echo(f"counting {plan} would take long (--exact insists); sampling {count:,} deals …", err=True)
        found = equity.sampled(asked, count, seed, _progress())
    if as_json:
        click.echo(json.dumps(_data(definition.id, found, board, dead, seed)))
    else:
        _table(found)


def _definition(game: str) -> Definition:
    from pitboss import datafile
    from pitboss.poker import spread, vocabulary

    if game in spread.games():
        return spread.games()[game]
    if "/" in game or game.endswith(".toml"):
        return vocabulary.definition(datafile.read(Path(game)))
    known = ", ".join(spread.games())
    raise PitbossError(f"{game!r} is not a poker game; choose one of {known}, or give the path of a game file.")


def _progress() -> Any:
    """Tells how far the count has come, at a terminal only."""
    if not sys.stderr.isatty():
        return None

    def tell(part: float) -> None:
        click.echo(f"\r{part:4.0%}" + ("\r    \r" if part >= 1 else ""), nl=False, err=True)

    return tell


def _percent(part: Fraction) -> float:
    return float(part * 100)


def _data(game: str, found: Equity, board: str, dead: str, seed: int) -> dict[str, Any]:
    from pitboss import cards

    hands = []
    for share in found.shares:
        line: dict[str, Any] = {"hand": share.hand, "equity_percent": _percent(share.equity)}
        if found.exact:
            line |= {
                "equity": str(share.equity),
                "win": str(share.win),
                "tie": str(share.part),
                "lose": str(share.lose),
            }
        else:
            line["interval_percent"] = [share.low * 100, share.high * 100]
        line |= {"win_percent": _percent(share.win), "tie_percent": _percent(share.part)}
        hands.append(line)
    shown = {"board": cards.show(cards.parse(board)), "dead": cards.show(cards.parse(dead))}
    how = {"exact": found.exact, "deals": found.deals} | ({} if found.exact else {"seed": seed})
    return {"game": game, **shown, **how, "hands": hands}


def _table(found: Equity) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("hand")
    for heading in ("equity", "takes all", "takes part", "exactly" if found.exact else "95 in 100 times between"):
        table.add_column(heading, justify="right")
    for share in found.shares:
        last = str(share.equity) if found.exact else f"{share.low:.3%} and {share.high:.3%}"
        percent = [f"{_percent(part):.3f}%" for part in (share.equity, share.win, share.part)]
        table.add_row(share.hand, *percent, last)
    console = Console()
    console.print(table)
    console.print(f"{found.deals:,} deals {'counted' if found.exact else 'sampled'}", highlight=False)
