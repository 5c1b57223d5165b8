"""``pitboss ruling``: the floor's procedures when something goes wrong, step by step."""

from __future__ import annotations

import json
from typing import Any

import click

from pitboss.cli.common.usage import echo_wrapped
from pitboss.deal.procedures import Procedure, RulingFact, find
from pitboss.errors import PitbossError, closest, suggestion
from pitboss.kinds import KINDS
from pitboss.library import games, is_path, kind_of


@click.command("ruling", short_help="Explain what the floor does when something goes wrong.")
@click.argument("name", nargs=-1, metavar="[NAME|GAME]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(name: tuple[str, ...], as_json: bool) -> None:
    """List the rulings of poker and of games against the house, or explain one step by step.

    NAME is a ruling such as four-card flop, or a rule such as PK-20, which shows every ruling that rests on it. GAME, a
    name or the path of a file, lists the rulings that can arise in that game.
    """
    every, wanted = procedures(), " ".join(name)
    game = "" if not name or find(every, wanted) else _game(every, wanted)
    shown = of_game(game) if game else find(every, wanted) if name else every
    if as_json:
        data: dict[str, Any] = {"game": game} if game else shown[0].data() if name else {}
        if len(shown) > 1:
            data["rulings"] = [each.data() for each in shown]
        click.echo(json.dumps(data, ensure_ascii=False))
    elif name and not game:
        for number, each in enumerate(shown):
            click.echo("\n" * bool(number), nl=False)
            _explain(each)
    else:
        _list(shown, next((one.name for one in games() if one.id == game), game))


def procedures() -> list[Procedure]:
    """Every ruling of either kind, poker first."""
    return [each for kind in reversed(list(KINDS.values())) for each in kind.rulings.procedures().values()]


def of_game(game: str) -> list[Procedure]:
    """The rulings that can arise in a game, by its name or path, with the rules of its own file."""
    kind = kind_of(game)
    rulings: list[Procedure] = kind.rulings.of_game(kind.definition(game))
    return rulings


def _game(every: list[Procedure], name: str) -> str:
    """The game that was named instead of a ruling."""
    known = [game.id for game in games()]
    if is_path(name) or name in known:
        return name
    rulings = dict.fromkeys(one.name for one in every)
    choices = [*rulings, *known] if closest(name, known) else rulings
    raise PitbossError(f"{name!r} is not a ruling; {suggestion(name, choices)}")


def _list(shown: list[Procedure], game: str) -> None:
    room = max(len(each.name) for each in shown) + 2
    kind = ""
    for each in shown:
        if each.kind != kind:
            click.echo(f"{chr(10) * bool(kind)}{game or KINDS[each.kind].title}")
            kind = each.kind
        echo_wrapped(each.about, f"{each.name:<{room}}{each.rule:<7}")
    click.echo("\npitboss ruling NAME explains one step by step.")


def _explain(one: Procedure) -> None:
    where = ", games against the house" if KINDS[one.kind].banked else ""
    heading = f"{one.name[0].upper()}{one.name[1:]}{where} ({one.rule})"
    click.echo(f"{heading}\n{'=' * len(heading)}")
    echo_wrapped(one.about)
    echo_wrapped(f"When: {one.when}.")
    if one.facts:
        click.echo("\nThe floor states:")
        for fact in one.facts:
            echo_wrapped(f"{fact.says}{_otherwise(fact)}", f"  {fact.name}: ")
    click.echo()
    for number, step in enumerate(one.steps, 1):
        does = f"If it {step.given}, {step.words}." if step.given else step.does
        echo_wrapped(f"{does} ({step.rule})", f"{number:>2}. ")
    if one.reading:
        click.echo()
        echo_wrapped(f"Reading: {one.reading}")


def _otherwise(fact: RulingFact) -> str:
    """The value of a fact that is not stated."""
    if fact.required:
        return ""
    if fact.default is None:
        return " (may be left out)"
    value = ("yes" if fact.default else "no") if isinstance(fact.default, bool) else str(fact.default or "nothing")
    return f" (otherwise {value})"
