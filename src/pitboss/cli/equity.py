"""``pitboss equity``: the share of the pot that hands or ranges get at a showdown."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from pitboss import cards
from pitboss.cli.common.progress import Working, in_background
from pitboss.cli.common.usage import WholeNumber
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.poker.equity import CountingPlan, Equity


@click.command(name="equity", short_help="Compute the share of the pot that poker hands or ranges get.")
@click.argument("game")
@click.argument("hands", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="Cards of the board, such as 'Ts 9s 2d'.")
@click.option("--dead", default="", metavar="CARDS", help="Cards known to be out of play: folded, burned, exposed.")
@click.option("--house", default="", metavar="NAME", help="Settle ties by this house's book, by name or file.")
@click.option("--samples", type=WholeNumber(1, 10**9), metavar="N", help="Sample N deals instead of counting all.")
@click.option(
    "--seed", type=WholeNumber(0, 2**64 - 1), default=1, show_default=True, metavar="N", help="Seed of the samples."
)
@click.option("--exact", "insist", is_flag=True, help="Count every deal, however long it takes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str, hands: tuple[str, ...], samples: int | None, seed: int, insist: bool, as_json: bool, **known: str
) -> None:
    """Compute the share of the pot that each hand gets at the showdown of GAME.

    Every deal is counted where that is feasible; otherwise deals are sampled, and the standard error is shown. Each of
    HANDS is one player's hand or range, a list separated by commas:

    \b
    AsKd              these cards; in stud and draw the rest are dealt
    random            any hand
    AA  A2xx  AAKxx   ranks in any suits, x for any card
    QQ+  22-55        pairs; [TJQ] [2-7] some ranks; xh any heart
    AKQJ:s            one suit; :o not one suit, :r rainbow,
    AAxxds  AAxxss    double- and single-suited
    (AA)K             stud: the cards dealt down in parentheses
    AKs  ATs+  A5s-A2s, KQo   hold'em's shorthand

    \b
    pitboss equity holdem AA KK
    pitboss equity holdem AsKs "QQ+,AKs" random --board "Ts 9s 2d"
    pitboss equity omaha AAxxds "KKxx,QQxx" --board "Ts 9s 2d"
    pitboss equity seven-stud "(AA)K" "Kd Qd Jd"
    """
    if insist and samples is not None:
        raise PitbossError("--exact counts every deal and --samples some of them; give one of the two.")
    from pitboss.poker import equity, library
    from pitboss.poker.equity.counting import EXACT_WORK, SAMPLES
    from pitboss.poker.equity.problem import question

    with Working("listing the hands"):
        asked = in_background(lambda: question(game, hands, **known))
        plan = in_background(lambda: equity.plan(asked))
    if samples is None and (insist or plan.work <= EXACT_WORK):
        _room_for(plan)
        if plan.work > EXACT_WORK:
            click.echo(f"counting {plan}: very roughly {_long(plan.work)}; Ctrl-C stops it.", err=True)
        with Working(f"counting {plan}") as tell:
            answer = in_background(lambda: equity.exact(asked, tell))
    else:
        count = SAMPLES if samples is None else samples
        if samples is None:
            would = f"counting {plan} would take very roughly {_long(plan.work)}"
            click.echo(f"{would} (--exact does it anyway); sampling {count:,} deals.", err=True)
        with Working(f"sampling {count:,} deals") as tell:
            answer = in_background(lambda: equity.sampled(asked, count, seed, tell))
    if as_json:
        click.echo(json.dumps(_data(library.definition(game).id, answer, known["board"], known["dead"], seed)))
    else:
        _table(answer)


def _long(work: int) -> str:
    """Work in nanoseconds as a rounded time."""
    seconds = work / 1e9
    for unit, size, most in (("seconds", 1, 90), ("minutes", 60, 90), ("hours", 3600, 36), ("days", 86400, 600)):
        if seconds < most * size:
            return f"{max(2, round(seconds / size))} {unit}"
    return f"{max(2, round(seconds / 31_557_600)):,} years"


def _room_for(plan: CountingPlan) -> None:
    """Refuse lists of hands that do not fit into this machine's memory."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if plan.memory > memory:
        needed, there = (f"{size / (1 << 30):.0f} GB" for size in (plan.memory, memory))
        raise PitbossError(
            f"counting {plan} needs about {needed} of memory and this machine has {there}; leave out --exact to sample."
        )


def _percent(part: Fraction) -> float:
    return float(part * 100)


def _data(game: str, answer: Equity, board: str, dead: str, seed: int) -> dict[str, Any]:
    hands = []
    for share in answer.shares:
        line: dict[str, Any] = {"hand": share.hand, "equity_percent": _percent(share.equity)}
        if answer.exact:
            line |= {"equity": str(share.equity), "win": str(share.win)}
            line |= {"tie": str(share.part), "lose": str(share.lose)}
        else:
            line["standard_error_percent"] = share.error * 100
            line["interval_percent"] = [share.low * 100, share.high * 100]
        line |= {"win_percent": _percent(share.win), "tie_percent": _percent(share.part)}
        hands.append(line)
    shown = {"board": cards.show(cards.parse(board)), "dead": cards.show(cards.parse(dead))}
    how = {"exact": answer.exact, "deals": answer.deals} | ({} if answer.exact else {"seed": seed})
    return {"game": game, **shown, **how, "hands": hands}


def _table(answer: Equity) -> None:
    from rich.console import Console
    from rich.table import Column, Table

    figures = ("equity", "takes all", "takes part", "exactly" if answer.exact else "standard error")
    table = Table("hand", *(Column(each, justify="right") for each in figures), box=None, pad_edge=False)
    for share in answer.shares:
        last = str(share.equity) if answer.exact else f"± {share.error:.3%}"
        percent = [f"{_percent(part):.3f}%" for part in (share.equity, share.win, share.part)]
        table.add_row(share.hand, *percent, last)
    console = Console()
    console.print(table)
    sampled = "sampled; the 95% confidence interval is two standard errors either side"
    how = "counted" if answer.exact else sampled
    console.print(f"{answer.deals:,} deals {how}", highlight=False, soft_wrap=True)
