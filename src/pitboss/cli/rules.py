"""``pitboss rules``: the rule catalogue, with the code that implements each rule and the tests that cover it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from pitboss.cli.common.rules import GAME_FILE, chosen
from pitboss.cli.common.usage import echo_wrapped
from pitboss.rules import Rule, coverage, families
from pitboss.rules.coverage import by_file, markers, sources


@click.command("rules", short_help="Find rules by ID or words, with their code and tests.")
@click.argument("words", nargs=-1, metavar="[ID | WORD]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--missing", is_flag=True, help="Only rules that no test covers.")
@click.option("--write", is_flag=True, help="Rewrite the coverage file of a checkout.")
@click.option(
    "--tests",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Read the tests in this folder instead.",
)
def command(words: tuple[str, ...], as_json: bool, missing: bool, write: bool, tests: Path | None) -> None:
    """Show rules, the code that implements each, and the tests that cover it.

    ID is a rule such as T5-6 or a family such as T5; any other WORDs are searched for in the texts. Without either, the
    whole catalogue is shown. Rules from game files, such as UT-2, are included in searches but need no tests. Exit
    code 1 if a rule shown has no test.

    \b
    pitboss rules PK-10
    pitboss rules short all-in
    """
    covered = markers(tests.resolve()) if tests else coverage.coverage()
    rules = chosen(words)
    if write:
        if tests is None and coverage.checkout() is None:
            raise click.ClickException("this package comes without its tests; run it in a checkout.")
        click.echo(f"wrote {coverage.write(covered)}", err=True)
    counted = [each for each in rules if each.basis != GAME_FILE]
    without = [each for each in counted if not covered.get(each.id)]
    shown = without if missing else rules
    if as_json:
        places = sources()
        listed = [
            {**each.data(), "tests": covered.get(each.id, []), "sources": places.get(each.id, [])} for each in shown
        ]
        click.echo(json.dumps({"rules": listed, "missing": [each.id for each in without]}, ensure_ascii=False))
    else:
        _show(shown, covered, sources(), in_full=bool(words))
        if counted:
            many, left = len(counted), len(without)
            click.echo(f"{many} rule{'s' * (many > 1)}, {many - left} covered by tests, {left} not yet.")
    sys.exit(1 if without else 0)


def _show(rules: list[Rule], covered: dict[str, list[str]], places: dict[str, list[str]], in_full: bool) -> None:
    family = ""
    for each in rules:
        if each.family != family:
            family = each.family
            written = each.basis == GAME_FILE
            title = f"From the game file {each.documents[0]}" if written else families()[family].title
            heading = f"{title} ({family})"
            click.echo(f"{heading}\n{'=' * len(heading)}")
        text = f"[{each.game}] {each.text}" if each.game and each.basis != GAME_FILE else each.text
        basis = {"reading": "Reading: ", "external": "External: "}.get(each.basis, "")
        lines = [basis + text, *(f"Reading: {reading}" for reading in each.readings)]
        if each.basis != GAME_FILE:
            lines += _sources(places.get(each.id, []), in_full)
            lines += _tests(covered.get(each.id, []))
        for number, line in enumerate(lines):
            echo_wrapped(line, " " * 7 if number else f"{each.id:<7}", most=120)
        click.echo()


def _sources(places: list[str], in_full: bool) -> list[str]:
    """The places that implement the rule; in the whole catalogue only the first three."""
    files = by_file(places)
    if in_full and len(files) > 1:
        return ["carried out in", *(f"  {file}" for file in files)]
    more = len(files) - 3
    rest = f" and {more} more file{'s' * (more > 1)}" if more > 0 else ""
    return [f"carried out in {'; '.join(files[:3])}{rest}"] if files else []


def _tests(tests: list[str]) -> list[str]:
    if not tests:
        return ["covered by no test yet"]
    more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
    return [f"covered by {', '.join(tests[:3])}{more}"]
