"""``pitboss ruling``: the rulings of the card room, and each procedure in words, step by step."""

from __future__ import annotations

import shutil
import textwrap

import click

from pitboss.poker.rulings.procedures import Procedure, procedure, procedures


@click.command("ruling")
@click.argument("name", nargs=-1, metavar="[NAME]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(name: tuple[str, ...], as_json: bool) -> None:
    """The rulings of the poker room; with a NAME, such as "four-card flop" or PK-20, its procedure step by step."""
    if name:
        found = [procedure(" ".join(name))]
    else:
        found = list(procedures().values())
    if as_json:
        import json

        data = found[0].data() if name else {"rulings": [each.data() for each in found]}
        click.echo(json.dumps(data, ensure_ascii=False))
    elif name:
        _explain(found[0])
    else:
        _list(found)


def _width() -> int:
    return min(shutil.get_terminal_size().columns, 100)


def _list(found: list[Procedure]) -> None:
    room = max(len(each.name) for each in found) + 2
    for each in found:
        lead = f"{each.name:<{room}}{each.rule:<7}"
        click.echo(textwrap.fill(each.about, _width(), initial_indent=lead, subsequent_indent=" " * len(lead)))
    click.echo("\npitboss ruling NAME explains one, step by step.")


def _explain(one: Procedure) -> None:
    heading = f"{one.name[0].upper()}{one.name[1:]} ({one.rule})"
    click.echo(f"{heading}\n{'=' * len(heading)}")
    _say(one.about)
    _say(f"When: {one.when}.")
    if one.facts:
        click.echo("\nThe floor states:")
        for fact in one.facts:
            default = "" if fact.required else f" (otherwise {_default(fact.default)})"
            _say(f"{fact.says}{default}", f"  {fact.name}: ")
    click.echo()
    for number, step in enumerate(one.steps, 1):
        _say(f"{step.does} ({step.rule})", f"{number:>2}. ")
    if one.reading:
        click.echo()
        _say(f"Reading: {one.reading}")


def _default(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else f"{value}" if value else "nothing"


def _say(words: str, lead: str = "") -> None:
    click.echo(textwrap.fill(words, _width(), initial_indent=lead, subsequent_indent=" " * len(lead)))
