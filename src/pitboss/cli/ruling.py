"""``pitboss ruling``: what the floor does when something goes wrong, step by step."""

from __future__ import annotations

import shutil
import textwrap

import click

from pitboss.deal.procedures import Procedure, RulingFact, find
from pitboss.errors import PitbossError
from pitboss.suggest import suggestion

HEADINGS = {"poker": "Poker", "house": "Games against the house"}


@click.command("ruling", short_help="Explain what the floor does when something goes wrong.")
@click.argument("name", nargs=-1, metavar="[NAME]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(name: tuple[str, ...], as_json: bool) -> None:
    """List the rulings of poker and of games against the house, or explain one step by step.

    NAME is a ruling such as four-card flop, or a rule such as PK-20, which shows every ruling that rests on it.
    """
    every = procedures()
    shown = _named(every, " ".join(name)) if name else every
    if as_json:
        import json

        data = shown[0].data() if name else {}
        if len(shown) > 1:
            data["rulings"] = [each.data() for each in shown]
        click.echo(json.dumps(data, ensure_ascii=False))
    elif name:
        for number, each in enumerate(shown):
            click.echo("\n" * bool(number), nl=False)
            _explain(each)
    else:
        _list(shown)


def procedures() -> list[Procedure]:
    """Every ruling of either kind, poker first."""
    from pitboss.house import rulings as house
    from pitboss.poker.rulings import procedures as poker_procedures

    return [*poker_procedures().values(), *house.procedures().values()]


def _named(every: list[Procedure], name: str) -> list[Procedure]:
    """The rulings of that name or rule; for a rule of no ruling, those with a step that cites it."""
    if named := find(every, name):
        return named
    raise PitbossError(f"{name!r} is not a ruling; {suggestion(name, dict.fromkeys(one.name for one in every))}")


def _width() -> int:
    return min(shutil.get_terminal_size().columns, 100)


def _list(shown: list[Procedure]) -> None:
    room = max(len(each.name) for each in shown) + 2
    kind = ""
    for each in shown:
        if each.kind != kind:
            click.echo(f"{chr(10) * bool(kind)}{HEADINGS[each.kind]}")
            kind = each.kind
        lead = f"{each.name:<{room}}{each.rule:<7}"
        click.echo(textwrap.fill(each.about, _width(), initial_indent=lead, subsequent_indent=" " * len(lead)))
    click.echo("\npitboss ruling NAME explains one step by step.")


def _explain(one: Procedure) -> None:
    where = ", games against the house" if one.kind == "house" else ""
    heading = f"{one.name[0].upper()}{one.name[1:]}{where} ({one.rule})"
    click.echo(f"{heading}\n{'=' * len(heading)}")
    _say(one.about)
    _say(f"When: {one.when}.")
    if one.facts:
        click.echo("\nThe floor states:")
        for fact in one.facts:
            _say(f"{fact.says}{_otherwise(fact)}", f"  {fact.name}: ")
    click.echo()
    for number, step in enumerate(one.steps, 1):
        does = f"If it {step.given}, {step.words}." if step.given else step.does
        _say(f"{does} ({step.rule})", f"{number:>2}. ")
    if one.reading:
        click.echo()
        _say(f"Reading: {one.reading}")


def _otherwise(fact: RulingFact) -> str:
    """What holds if the fact is not stated."""
    if fact.required:
        return ""
    if fact.default is None:
        return " (may be left out)"
    value = ("yes" if fact.default else "no") if isinstance(fact.default, bool) else str(fact.default or "nothing")
    return f" (otherwise {value})"


def _say(words: str, lead: str = "") -> None:
    click.echo(textwrap.fill(words, _width(), initial_indent=lead, subsequent_indent=" " * len(lead)))
