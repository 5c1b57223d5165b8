"""Errors carry their facts in fields; the sentence is for people."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss.datafile.section import FileError, Problem
from pitboss.deal.deal import IllegalAction
from pitboss.errors import PitbossError
from pitboss.exact.figures import GroupError
from pitboss.exact.question import AdviceError
from pitboss.room import messages
from pitboss.room.table.outcome import Refused

PACKAGE = Path(pitboss.__file__).parent


def test_an_error_cites_its_rule_at_the_end_of_its_sentence():
    error = IllegalAction("spot 1 cannot play: the spot has folded.", rule="HB-1")
    assert (str(error), error.rule) == ("spot 1 cannot play: the spot has folded (HB-1).", "HB-1")
    assert error.clause == "spot 1 cannot play: the spot has folded (HB-1)"


def test_an_error_may_have_a_rule_that_its_sentence_cites_elsewhere_or_leaves_out():
    error = PitbossError("players are silent (HO-10) until all have decided.", rule="HO-10", cite=False)
    assert (str(error), error.rule) == ("players are silent (HO-10) until all have decided.", "HO-10")


@pytest.mark.parametrize(
    "text", ["there is no such wager (PK-2).", "'fold (HB-1)' is not an action (table limit, HB-2)."]
)
def test_a_sentence_that_looks_like_a_citation_is_no_rule(text: str):
    """A wager, an option or a player may be called anything."""
    error = IllegalAction(text)
    assert (error.rule, Refused.by(error).rule, messages.Ack.refused("k", error).rule) == ("", "", "")


def test_a_refusal_of_the_table_keeps_sentence_and_rule():
    error = IllegalAction("the spot has folded.", rule="HB-1")
    refused = Refused.by(error)
    assert (str(refused), refused.rule, refused.stale) == ("the spot has folded (HB-1).", "HB-1", False)
    assert Refused.by(refused) is refused
    answer = messages.Ack.refused("k", refused, stale=True)
    assert (answer.ok, answer.why, answer.rule, answer.stale) == (False, "the spot has folded (HB-1).", "HB-1", True)


@pytest.mark.parametrize(
    "error",
    [
        PitbossError(),
        PitbossError("no."),
        IllegalAction("no, \x1b[31m never.", rule="PK-10"),
        Refused("look again.", rule="PK-2", cite=False, stale=True),
        FileError("bad.toml has a mistake.", [Problem("bad.toml", 3, "wager", "it is unknown.")]),
        AdviceError("leave out {board} or say {did:bet 1x}."),
        GroupError("there is no such stake group."),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_sent_to_another_process(error: PitbossError):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.args, again.rule) == (str(error), error.args, error.rule)
    assert vars(again) == vars(error)


CITED = re.compile(r"\((?:[^()\"]*, )?[A-Z][A-Z0-9]-[1-9][0-9]*\)")
AT_THE_END = re.compile(rf"{CITED.pattern}\.?$")


def wrong(source: str) -> Iterator[int]:
    """The lines of a module that write a rule into the text of an error and do not pass it as a field."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.func, ast.Name):
            continue
        given = {each.arg for each in node.keywords}
        text = rendered(node.args[0])
        if not re.search(r"(Error|Refused|Action|Limit)$", node.func.id) or not CITED.search(text):
            continue
        if "rule" not in given or (AT_THE_END.search(text) and "cite" not in given):
            yield node.lineno


def rendered(node: ast.expr) -> str:
    """The text of a literal, with an ID wherever a rule is formatted into it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(rendered, node.values))
    if isinstance(node, ast.FormattedValue):
        return "PK-1" if re.search(r"\brule\b|RULE", ast.unparse(node.value)) else "…"
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_no_error_has_a_rule_in_its_text_only():
    found = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in PACKAGE.rglob("*.py")
        for line in wrong(path.read_text("utf-8"))
    ]
    assert not found, "pass the rule as a field (rule=…); the sentence cites it by itself"


@pytest.mark.parametrize(
    ("code", "bad"),
    [
        ('raise IllegalAction(f"no ({rule}).")', True),
        ('raise IllegalAction(f"no ({option.rule}).", rule=option.rule)', True),
        ('raise TableError("no (PK-4).")', True),
        ('raise OverLimit("too much (table limit, HB-2).")', True),
        ('raise OverLimit("too much (table limit, HB-2).", rule="HB-2", cite=False)', False),
        ('raise SessionError("silent (HO-10) until all have decided.")', True),
        ('raise SessionError("silent (HO-10) until all have decided.", rule="HO-10", cite=False)', False),
        ('raise IllegalAction("no.", rule=rule)', False),
        ('raise MarkerError("write them out, as in rule(\\"T5-6\\").")', False),
    ],
)
def test_a_rule_in_the_text_of_an_error_is_found(code: str, bad: bool):
    assert bool(list(wrong(code))) == bad
