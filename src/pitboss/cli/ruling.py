"""``pitboss ruling``: the rulings of the card room, and each procedure in words, step by step."""

from __future__ import annotations

import shutil
import textwrap

import click

from pitboss.errors import PitbossError
from pitboss.poker.rulings.procedures import Procedure, procedures
from pitboss.suggest import near


@click.command("ruling", short_help="The rulings of the poker room, each procedure step by step.")
@click.argument("name", nargs=-1, metavar="[NAME]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(name: tuple[str, ...], as_json: bool) -> None:
    """The rulings of the poker room; with a NAME its procedure step by step.

    NAME is a ruling such as "four-card flop", or a rule such as PK-20: then every ruling that rests on it is shown.
    """
    found = _found(" ".join(name)) if name else list(procedures().values())
    if as_json:
        import json

        data = found[0].data() if name else {}
        if len(found) > 1:
            data["rulings"] = [each.data() for each in found]
        click.echo(json.dumps(data, ensure_ascii=False))
    elif name:
        for number, each in enumerate(found):
            click.echo("\n" * bool(number), nl=False)
            _explain(each)
    else:
        _list(found)


def _found(name: str) -> list[Procedure]:
    """The ruling of that name, or all that a rule is about; if it is not the rule of any, those with a step by it."""
    plain = _plain(name)
    every = list(procedures().values())
    by_name = [one for one in every if plain == _plain(one.name)]
    by_rule = [one for one in every if plain == _plain(one.rule)]
    by_step = [one for one in every if plain in map(_plain, one.rules)]
    if found := by_name or by_rule or by_step:
        return found
    raise PitbossError(f"{name!r} is no ruling; {near(name, procedures())}")


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


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
