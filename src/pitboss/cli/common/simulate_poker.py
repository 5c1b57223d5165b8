"""``pitboss simulate`` for poker: bots play, and the figures of the table are shown with their intervals."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pitboss.cli.common.progress import Working
from pitboss.cli.play import PlayOptions
from pitboss.errors import PitbossError
from pitboss.library import kind_of
from pitboss.money import dollars
from pitboss.wager_text import parse_options

if TYPE_CHECKING:
    from pitboss.poker.simulation import BotTable, Estimate, HandTally, Pace

HANDS = 1000
HOUR = 3600
HOUSE_ONLY = ("rounds", "wagers", "only", "resume", "scheduler", "threads")
POKER_ONLY = ("hands", "house", "limit", "seats", "pace")


def is_poker(game: str) -> bool:
    """True if the game of the command is poker; options of the other kind of game are refused."""
    ctx, poker = click.get_current_context(), not kind_of(game).banked
    for name in HOUSE_ONLY if poker else POKER_ONLY:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            kind = "games against the house" if poker else f"poker, and {game} is played against the house"
            hint = "write --hands for the number of hands" if name == "rounds" else "leave it out"
            raise PitbossError(f"--{name} is for {kind}; {hint}.")
    return poker


def simulate_poker(game: str, seed: int, as_json: bool, options: dict[str, Any]) -> int:
    """Let bots play and show the figures; the exit code is 130 if they were stopped."""
    quiet, asked = options["quiet"], options["hands"] or HANDS
    pace = read_pace(options["pace"])
    with Working(f"getting {game} ready", quiet):
        table = _table(game, seed, options)
    with Working(f"{table.game.name}: {asked:,} hands", quiet) as tell:
        tallies = table.play(asked, lambda played: tell(played / asked))
    played = sum(tally.hands for tally in tallies.values())
    stopped = played < asked
    if as_json:
        click.echo(json.dumps(_data(table, tallies, pace, asked, stopped), ensure_ascii=False))
    elif played:
        _show(table, tallies, pace, played)
    if stopped:
        click.echo(f"stopped after {played:,} of {asked:,} hands.", err=True)
    return 130 if stopped else 0


def read_pace(text: str) -> Pace:
    """Parse a pace: ``40+4``, seconds per hand and per decision; ``35/h``, hands per hour."""
    from pitboss.poker.simulation import Pace

    number = r"(\d{1,6}(?:\.\d{1,6})?)"
    if match := re.fullmatch(rf"{number}\s*\+\s*{number}", text.strip()):
        pace = Pace(float(match[1]), float(match[2]))
    elif match := re.fullmatch(rf"{number}\s*/\s*h", text.strip()):
        pace = Pace(HOUR / float(match[1]) if float(match[1]) else 0.0, 0.0)
    else:
        pace = Pace(0.0, 0.0)
    if not pace.per_hand:
        raise PitbossError(
            f"--pace {text!r} is not a pace; write seconds per hand and per decision such as 40+4, or hands per "
            "hour such as 35/h."
        )
    return pace


def _table(game: str, seed: int, options: dict[str, Any]) -> BotTable:
    from pitboss.cli.terminal.poker_table import terms_of
    from pitboss.poker import library
    from pitboss.poker.simulation import BotTable

    chosen = parse_options(options["chosen"])
    asked = PlayOptions(game, house=options["house"], limit=options["limit"], options=chosen)
    opened = library.load(game, **terms_of(asked))
    return BotTable(opened, _seats(options["seats"], opened.seats), seed)


def _seats(text: str, possible: tuple[int, int]) -> tuple[int, ...]:
    """Parse numbers of players, ``6`` or ``2-8``; by default every number the game allows."""
    if not text:
        return tuple(range(possible[0], possible[1] + 1))
    match = re.fullmatch(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?", text.strip())
    least, most = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if least > most:
        raise PitbossError(f"--seats {text!r} is not a number of players; write one such as 6, or a range such as 2-8.")
    return tuple(range(least, most + 1))


# Results -------------------------------------------------------------------------------------------------------------


def _data(table: BotTable, tallies: dict[int, HandTally], pace: Pace, asked: int, stopped: bool) -> dict[str, Any]:
    game = table.game
    return {
        "game": game.id,
        "house": game.book.id,
        "limit": game.limit.name,
        "seed": table.seed,
        "hands": sum(tally.hands for tally in tallies.values()),
        "asked": asked,
        "stopped": stopped,
        "pace": {"seconds_per_hand": pace.per_hand, "seconds_per_decision": pace.per_decision},
        "stack": table.stack,
        "unit": "cents",
        "total": _figures(_total(tallies), pace) if tallies else None,
        "by_players": [{"players": count, **_figures(tally, pace)} for count, tally in tallies.items()],
    }


def _figures(tally: HandTally, pace: Pace) -> dict[str, Any]:
    count = tally.hands
    return {
        "hands": count,
        "decisions": _plain(tally.decisions.estimate(count)),
        "hands_per_hour": _plain(tally.hands_per_hour(pace)),
        "pot": _plain(tally.pot.estimate(count)),
        "fee_per_hand": _plain(tally.fee.estimate(count)),
        "fee_per_hour": _plain(tally.fee_per_hour(pace)),
        "drop": tally.fee.total,
        "fees": {str(cents): times for cents, times in sorted(tally.fees.items())},
    }


def _plain(estimate: Estimate) -> dict[str, Any]:
    """An estimate as plain data; JSON has no infinity, so with too few hands the interval is null."""
    sure = math.isfinite(estimate.low) and math.isfinite(estimate.high)
    return {"mean": estimate.mean, "interval": [estimate.low, estimate.high] if sure else None}


def _total(tallies: dict[int, HandTally]) -> HandTally:
    from pitboss.poker.simulation import HandTally

    total = HandTally()
    for tally in tallies.values():
        total.merge(tally)
    return total


def _show(table: BotTable, tallies: dict[int, HandTally], pace: Pace, played: int) -> None:
    from rich import box
    from rich.table import Table as Grid

    from pitboss.cli.terminal.screen import Screen

    game, screen = table.game, Screen()
    play = "no-limit" if game.no_limit else "limit"
    limit, many = f"{dollars(game.lower)}–{dollars(game.higher)}", f"{played:,} hand{'s' * (played > 1)}"
    screen.say(f"{game.name}, {game.book.name}, {play} {limit}: {many} between bots", style="bold")
    screen.say(f"  {_pace_words(pace)}; everybody starts every hand with {dollars(table.stack)}")
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("players", "hands", "hands\nper hour", "pot", "fee\nper hand", "fee\nper hour", "drop"):
        grid.add_column(heading, justify="right")
    rows = [(str(count), tally) for count, tally in tallies.items()]
    if len(rows) > 1:
        rows.append(("all", _total(tallies)))
    for name, tally in rows:
        count = tally.hands
        money = (tally.pot.estimate(count), tally.fee.estimate(count), tally.fee_per_hour(pace))
        shown = [_around(tally.hands_per_hour(pace), "", 1), *(_around(one, "$", 100) for one in money)]
        grid.add_row(name, f"{count:,}", *shown, dollars(tally.fee.total))
    screen.say(grid)
    screen.say("  ± is a 95% interval; drop is the sum of the fees")


def _pace_words(pace: Pace) -> str:
    if not pace.per_decision:
        return f"{HOUR / pace.per_hand:g} hands per hour"
    return f"{pace.per_hand:g} s per hand and {pace.per_decision:g} s per decision"


def _around(estimate: Estimate, sign: str, by: int) -> str:
    """``$12.40 ± 0.85``; the larger side of an asymmetric interval."""
    mean, room = estimate.mean / by, max(estimate.high - estimate.mean, estimate.mean - estimate.low) / by
    digits = 2 if sign else 1
    error = f"{room:.{digits}f}" if math.isfinite(room) else "?"
    return f"{sign}{mean:.{digits}f} ± {error}"
