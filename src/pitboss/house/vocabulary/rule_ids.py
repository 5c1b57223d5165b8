"""Read the rule IDs of a file and check them against the catalogue and the file's own rules."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pitboss.datafile import Section
from pitboss.rules import catalogue

_ID = re.compile(r"[^\W_][\w.-]{0,19}")

RULINGS = ("void", "misdeal", "wrong count", "shuffler fault")
"""The rulings whose rule a file may name; the default is the rule common to all house games."""


def read_rules(top: Section) -> dict[str, str]:
    """The texts of the file's own rules by their IDs."""
    table = top.table("rules")
    for key in table.data:
        if not _ID.fullmatch(key):
            table.problem(key, f'"{key}" is not a rule ID; use letters, digits and dashes, 20 at most, such as LQ-1.')
    return {key: text for key in table.data if (text := table.text(key))}


class RuleReader:
    """Reads the rule ID of a section and checks it against the catalogue and the file's own rules."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self.own = own

    def __call__(self, section: Section) -> str:
        rule = section.text("rule", "")
        self._known(section, rule)
        return rule

    def by_outcome(self, section: Section) -> dict[str, str]:
        """A wager's rules by outcome; a single text is for all outcomes, under the key ""."""
        if not isinstance(section.raw("rule"), dict):
            rule = self(section)
            return {"": rule} if rule else {}
        table = section.table("rule")
        outcomes = ("fold", "unqualified", "win", "tie", "lose", "shown", "bonus")
        rules = {name: table.text(name) for name in outcomes if name in table}
        for name, rule in rules.items():
            self._known(table, rule)
            if name not in section.data:
                table.problem(name, f'the wager has no outcome "{name}" to which this rule could belong.')
        table.done()
        return rules

    def _known(self, section: Section, rule: str) -> None:
        if rule and rule not in self.own and rule not in catalogue():
            section.problem("rule", f'"{rule}" is not a rule of the catalogue; write its text under [rules].')


def read_rulings(top: Section, rule: RuleReader) -> dict[str, str]:
    """The rule of each ruling in the file."""
    table = top.table("rulings")
    rules = {name: table.text(name) for name in RULINGS if name in table}
    for name, id in rules.items():
        if id not in rule.own and id not in catalogue():
            table.problem(name, f'"{id}" is not a rule of the catalogue; write its text under [rules].')
    for name in table.data:
        if name not in RULINGS:
            table.problem(name, f"it is not a ruling; rulings are {', '.join(RULINGS)}.")
    return rules
