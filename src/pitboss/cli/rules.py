"""``pitboss rules``: the rule catalogue, and what covers each rule."""

from __future__ import annotations

import shutil
import sys
import textwrap
from pathlib import Path

import click

from pitboss.cli._rules import GAME_FILE, found
from pitboss.rules.catalogue import Rule, catalogue, families


@click.command("rules", short_help="The rule catalogue, and the tests that cover each rule.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--missing", is_flag=True, help="Only the rules that no test covers yet.")
@click.option("--write", is_flag=True, help="Write the coverage file that ships with the package (in a checkout).")
@click.option(
    "--tests", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Read these tests instead."
)
def command(ids: tuple[str, ...], as_json: bool, missing: bool, write: bool, tests: Path | None) -> None:
    """The rule catalogue, each rule with the tests that cover it; exit code 1 while one has none.

    ID is a rule such as T5-6 or a whole family such as T5; without any, the whole catalogue is printed. The rules a
    game's file brings along, such as UT-2, are found by their ID too; they are not counted among those to be covered.
    """
    from pitboss.rules import coverage
    from pitboss.rules.markers import markers

    covered = markers(tests.resolve()) if tests else coverage.coverage()
    chosen = _chosen(ids)
    if write:
        if tests is None and coverage.checkout() is None:
            raise click.ClickException("there are no tests beside this package to read; run it in a checkout.")
        click.echo(f"wrote {coverage.write(covered)}", err=True)
    counted = [each for each in chosen if each.basis != GAME_FILE]
    without = [each for each in counted if not covered.get(each.id)]
    shown = without if missing else chosen
    if as_json:
        import json

        listed = [{**each.data(), "tests": covered.get(each.id, [])} for each in shown]
        click.echo(json.dumps({"rules": listed, "missing": [each.id for each in without]}, ensure_ascii=False))
    else:
        _show(shown, covered)
        if counted:
            done = len(counted) - len(without)
            click.echo(f"{len(counted)} rules, {done} covered by tests, {len(without)} not yet.")
    sys.exit(1 if without else 0)


def _chosen(ids: tuple[str, ...]) -> list[Rule]:
    if not ids:
        return list(catalogue().values())
    chosen: dict[str, Rule] = {}
    for id in ids:
        for each in found(id):
            chosen[each.id] = each
    return list(chosen.values())


def _show(rules: list[Rule], covered: dict[str, list[str]]) -> None:
    width = min(shutil.get_terminal_size().columns, 120)
    family = ""
    for each in rules:
        if each.family != family:
            family = each.family
            written = each.basis == GAME_FILE
            title = f"From the game file {each.sources[0]}" if written else families()[family].title
            heading = f"{title} ({family})"
            click.echo(f"{heading}\n{'=' * len(heading)}")
        text = f"[{each.game}] {each.text}" if each.game and each.basis != GAME_FILE else each.text
        basis = {"reading": "Reading: ", "external": "External: "}.get(each.basis, "")
        lines = [basis + text, *(f"Reading: {reading}" for reading in each.readings)]
        if each.basis != GAME_FILE:
            lines += _tests(covered.get(each.id, []))
        for number, line in enumerate(lines):
            click.echo(
                textwrap.fill(
                    line,
                    width,
                    initial_indent=f"{each.id:<7}" if number == 0 else " " * 7,
                    subsequent_indent=" " * 7,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            )
        click.echo()


def _tests(tests: list[str]) -> list[str]:
    if not tests:
        return ["not yet"]
    more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
    return [f"covered by {', '.join(tests[:3])}{more}"]
