"""Reading markers from test files, and the output of ``pitboss rules``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.rules import catalogue
from pitboss.rules import coverage as coverage_module
from pitboss.rules.coverage import MarkerError, markers
from tests.conftest import Said

# Assembled here so that reading this very file does not find a marker in it.
EXAMPLE = """
import pytest
from pytest import mark

covers = pytest.mark.rule
BOTH = ("T5-1", "T5-2")
CASES = [pytest.param(1, marks=pytest.mark.rule("T5-10")), 2]
pytestmark = [pytest.mark.rule("HB-1"), pytest.mark.long]

@pytest.mark.rule("T5-6", "T5-7")
def test_plain(): ...

@mark.rule(*BOTH)
async def test_constants(): ...

@covers("T5-3")
def test_alias(): ...

@pytest.mark.parametrize("n", CASES)
def test_named_cases(n): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=[pytest.mark.rule("T5-11")]), 2])
def test_cases(n): ...

@pytest.mark.rule("T5-4")
class TestRound:
    pytestmark = pytest.mark.rule("T5-5")

    @pytest.mark.rule("T5-8")
    def test_inside(self): ...

    class TestDeeper:
        def test_innermost(self): ...

    def helper(self): ...

def helper():
    return something.rule("not a marker")
"""


def folder(tmp_path: Path, source: str) -> Path:
    tests = tmp_path / "tests"
    (tests / "area").mkdir(parents=True, exist_ok=True)
    (tests / "area" / "test_example.py").write_text(source)
    (tests / "area" / "helper.py").write_text(
        "import pytest\n@pytest.mark.rule('T5-20')\ndef test_not_collected(): ..."
    )
    return tests


def test_markers_are_read_wherever_pytest_reads_them(tmp_path: Path) -> None:
    tests_of = markers(folder(tmp_path, EXAMPLE))
    where = "tests/area/test_example.py::"
    inside, innermost = f"{where}TestRound::test_inside", f"{where}TestRound::TestDeeper::test_innermost"
    assert list(tests_of) == ["HB-1", *(f"T5-{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11))]
    assert tests_of["T5-6"] == tests_of["T5-7"] == [where + "test_plain"]
    assert tests_of["T5-1"] == tests_of["T5-2"] == [where + "test_constants"]
    assert tests_of["T5-3"] == [where + "test_alias"]
    assert tests_of["T5-10"] == [where + "test_named_cases"]
    assert tests_of["T5-11"] == [where + "test_cases"]
    assert tests_of["T5-4"] == tests_of["T5-5"] == sorted([inside, innermost])
    assert tests_of["T5-8"] == [inside]
    assert len(tests_of["HB-1"]) == 7


def test_the_names_are_those_pytest_gives(tmp_path: Path) -> None:
    """Compared with what pytest collects from the same file."""
    import subprocess
    import sys

    tests = folder(tmp_path, EXAMPLE.replace("async def", "def"))
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  rule(*ids)\n  long\n")
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", str(tests)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    collected = {line.partition("[")[0] for line in said.stdout.splitlines() if "::" in line}
    assert collected == {test for tests in markers(tests).values() for test in tests}, said.stdout


@pytest.mark.parametrize(
    "source",
    [
        "import pytest\n@pytest.mark.rule(f'T5-{1}')\ndef test_x(): ...",
        "import pytest\n@pytest.mark.rule(ids())\ndef test_x(): ...",
        "import pytest\n@pytest.mark.rule(5)\ndef test_x(): ...",
        "import pytest\n@pytest.mark.rule(*NAMES)\ndef test_x(): ...",
        "import pytest\n@pytest.mark.rule('T5-1')\ndef helper(): ...",
        "import pytest\ndef test_x():\n    pytest.mark.rule('T5-1')",
    ],
)
def test_a_marker_that_cannot_be_counted_is_refused_with_its_line(tmp_path: Path, source: str) -> None:
    with pytest.raises(MarkerError, match=r"tests/area/test_example\.py:\d: "):
        markers(folder(tmp_path, source))


# The command


def test_rules_prints_the_catalogue(command: Callable[..., Said], tmp_path: Path) -> None:
    said = command("rules", "--tests", str(folder(tmp_path, EXAMPLE)))
    assert said.code == 1
    assert all(f"\n{id} " in f"\n{said.out}" for id in catalogue())
    assert "covered by no test yet\n" in said.out
    assert "129 rules, 11 covered by tests, 118 not yet." in said.out
    assert said.err == ""


def test_rules_as_json(command: Callable[..., Said], tmp_path: Path) -> None:
    said = command("rules", "--json", "--tests", str(folder(tmp_path, EXAMPLE)))
    data = json.loads(said.out)
    assert [each["id"] for each in data["rules"]] == list(catalogue())
    by_id = {each["id"]: each for each in data["rules"]}
    assert by_id["T5-6"]["tests"] == ["tests/area/test_example.py::test_plain"]
    assert by_id["T5-6"]["text"] == catalogue()["T5-6"].text
    assert by_id["PK-28"]["external"] is True
    assert by_id["PK-1"]["tests"] == []
    assert len(data["missing"]) == 118
    assert said.code == 1


def test_chosen_rules_and_families(command: Callable[..., Said], tmp_path: Path) -> None:
    tests = str(folder(tmp_path, EXAMPLE))
    covered = command("rules", "t5-6", "T5-7", "--tests", tests)
    assert covered.code == 0
    assert "2 rules, 2 covered by tests, 0 not yet." in covered.out
    assert "no test yet" not in covered.out
    family = json.loads(command("rules", "T5", "--json", "--tests", tests).out)
    assert len(family["rules"]) == 20
    missing = json.loads(command("rules", "T5", "--json", "--missing", "--tests", tests).out)
    assert [each["id"] for each in missing["rules"]] == missing["missing"] == family["missing"]
    assert "T5-6" not in missing["missing"]


def test_a_rule_that_is_none_is_named(command: Callable[..., Said]) -> None:
    none = "T5-" + "99"  # in two pieces: a rule written out must exist, here too
    said = command("rules", none)
    assert said.code == 2
    assert said.out == ""
    assert said.err == f"pitboss: {none!r} is not a rule of the catalogue; T5 runs from T5-1 to T5-20.\n"


def test_an_installed_package_reads_the_file_that_ships(
    command: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coverage_module, "SHIPPED", tmp_path / "coverage.json")
    command("rules", "--write", "--tests", str(folder(tmp_path, EXAMPLE)))
    monkeypatch.setattr(coverage_module, "checkout", lambda: None)
    assert json.loads(command("rules", "T5-6", "--json").out)["rules"][0]["tests"] == [
        "tests/area/test_example.py::test_plain"
    ]
    assert command("rules", "T5-6").code == 0
    assert command("rules").code == 1
    said = command("rules", "--write")
    assert said.code == 2
    assert "in a checkout" in said.err
