"""``make mutants`` finds changes that a weak test misses, and never tries the same change twice."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bench.mutants.campaign import in_turn
from bench.mutants.mutate import mutants

from tests.patience import MINUTE

ROOT = Path(__file__).parents[2]

CODE = '''
from functools import lru_cache


class Stack:
    def __init__(self, cents):
        self._cents = cents

    @property
    def half(self):
        return self._cents // 2

    def never_called(self):
        return 1


@lru_cache
def pays(stake, odds):
    """Pay a stake."""
    return stake * odds


def legal(cents, least):
    assert least > 0
    return cents >= least


def emptied(pile):
    while pile:
        pile.pop()
    return pile
'''
WEAK = """
from toy.chips import Stack, emptied, legal, pays

READ_EARLY = pays(3, 1)  # in the cache before anything is changed


def test_half():
    assert Stack(8).half == 4


def test_pays():
    assert pays(3, 1) == 3


def test_legal():
    assert legal(10, 5)


def test_emptied():
    assert emptied([1, 2]) == []
"""
STRONG = (
    WEAK
    + """

def test_the_least_is_legal():
    assert legal(5, 5)


def test_pays_odds():
    assert pays(3, 2) == 6
"""
)
PLAN = """
modules = ["src/toy/chips.py"]
tests = ["tests"]
spare = 0
warm = ["toy.server:start"]
after = ["toy.server:forget"]
"""
SERVER = """
from pathlib import Path


def start():
    Path("server").write_text("started ")


def forget(pid):
    with Path("server").open("a") as file:
        file.write(f"{pid} ")
"""


class Toy:
    """A package of one module, its tests and a plan."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("src/toy/__init__.py", "")
        self.write("src/toy/chips.py", CODE)
        self.write("src/toy/server.py", SERVER)
        self.write("tests/test_chips.py", WEAK)
        self.write("plan.toml", PLAN)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bench.mutants", "--plan", "plan.toml", *words],
            cwd=self.root,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join((str(self.root / "src"), str(ROOT))),
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=2 * MINUTE,
        )

    @property
    def known(self) -> list[dict[str, Any]]:
        lines = (self.root / ".mutants/state.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def tried(self) -> list[str]:
        """The keys of all outcomes, in the order they were written."""
        return [entry["data"]["key"] for entry in self.known if entry["kind"] == "outcome"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Toy, subprocess.CompletedProcess[str]]:
    """A toy whose weak tests were tried, and what was said of them."""
    toy = Toy(tmp_path_factory.mktemp("toy"))
    return toy, toy.run()


@pytest.fixture
def toy(finished: tuple[Toy, object], tmp_path: Path) -> Toy:
    """A copy of that toy."""
    shutil.copytree(finished[0].root, tmp_path, dirs_exist_ok=True)
    return Toy(tmp_path)


def counts(said: subprocess.CompletedProcess[str]) -> list[int]:
    """Ran, died, timed out, survived, not covered, equivalent, in all."""
    row = next(line for line in said.stdout.splitlines() if line.startswith("src/toy/chips.py"))
    return [int(word) for word in row.split()[1:]]


@pytest.mark.long
def test_a_weak_test_leaves_survivors_until_it_is_mended(
    finished: tuple[Toy, subprocess.CompletedProcess[str]], toy: Toy
) -> None:
    said = finished[1]
    assert said.returncode == 1, said.stdout + said.stderr
    assert [line for line in said.stdout.splitlines() if line.startswith("survived")] == [
        "survived 1 tests  src/toy/chips.py:20 in pays: stake * odds → stake // odds",
        "survived 1 tests  src/toy/chips.py:25 in legal: cents >= least → cents > least",
    ]
    assert "not covered  src/toy/chips.py:14 in Stack.never_called: return 1 → return None" in said.stdout
    # A loop that no longer pops never ends; all else that is changed is noticed.
    assert counts(said) == [12, 9, 1, 2, 3, 0, 15]
    word, *ended = (toy.root / "server").read_text(encoding="utf-8").split()
    assert word == "started"
    assert len(set(ended)) == 12 + 1  # each change, and the file of tests to see what it covers

    before = toy.tried()
    toy.write("tests/test_chips.py", STRONG)
    said = toy.run()
    assert said.returncode == 0, said.stdout + said.stderr
    assert counts(said) == [12, 11, 1, 0, 3, 0, 15]
    assert toy.tried()[: len(before)] == before
    assert (toy.root / "src/toy/chips.py").read_text(encoding="utf-8") == CODE


@pytest.mark.long
def test_an_interrupted_run_goes_on_where_it_stopped(toy: Toy) -> None:
    state, keys = toy.root / ".mutants/state.jsonl", toy.tried()
    *kept, cut = state.read_text(encoding="utf-8").splitlines(keepends=True)[:-4]
    state.write_text("".join(kept) + cut[:40] + "\n", encoding="utf-8")  # as if it had been killed while it wrote
    assert "The time was up" in toy.run("--minutes", "0").stdout
    said = toy.run()
    assert "The time was up" not in said.stdout
    written = state.read_text(encoding="utf-8").splitlines()[len(kept) + 1 :]
    assert sorted(json.loads(line)["data"]["key"] for line in written) == sorted(keys[-5:])
    assert counts(said) == [12, 9, 1, 2, 3, 0, 15]


@pytest.mark.long
def test_outcomes_of_other_sources_do_not_count(toy: Toy) -> None:
    once = toy.tried()
    toy.write("src/toy/other.py", "CHANGED = True\n")
    toy.run()
    assert sorted(toy.tried()) == sorted(once * 2)
    assert len({entry["source"] for entry in toy.known}) == 2


def test_a_listed_equivalent_is_not_tried_and_has_to_exist(toy: Toy) -> None:
    entry = """
    [[equivalent]]
    file = "src/toy/chips.py"
    function = "legal"
    change = "cents >= least → cents > least"
    reason = "nobody bets the least"
    """
    toy.write("equivalent.toml", entry)
    assert counts(toy.run()) == [11, 9, 1, 1, 3, 1, 15]
    toy.write("equivalent.toml", entry.replace("cents > least", "cents < least"))
    said = toy.run()
    assert said.returncode == 2
    assert "is not a change that is tried; delete the entry or mend it" in said.stderr


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("a < b", ["a < b → a <= b"]),
        ("a == b", ["a == b → a != b"]),
        ("a in b", ["a in b → a not in b"]),
        ("a + 1", ["a + 1 → a - 1", "a + 1 → a + 2", "a + 1 → a + 0"]),
        ("a and b()", ["a and b() → a or b()", "a and b() → not a and b()", "a and b() → a and (not b())"]),
        ("not a", ["return not a → return a"]),
        ("min(a)", ["min(a) → max(a)"]),
        ("a[b:c]", ["a[b:c] → a[:c]", "a[b:c] → a[b:]"]),
        ("f(a, b=True)", ["f(a, b=True) → f(a, b=False)"]),
        ("'text'", []),
        ("zip(a, b, strict=True)", []),
    ],
)
def test_the_changes_of_an_expression(code: str, changes: list[str]) -> None:
    made = mutants("m.py", f"def f():\n    return {code}\n")
    assert [one.change for one in made] == [f"return {code} → return None", *changes]


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("a.b()", ["a.b() → pass"]),
        ("a.b = c", ["a.b = c → pass"]),
        ("a = c", []),
        ("a += c", ["a += c → a -= c", "a += c → pass"]),
        ("raise E", ["raise E → pass"]),
        ("raise AssertionError(1)", []),
        ("assert 1 > 2", []),
        ("if a: return", ["if a: → if not a:", "return → pass"]),
        ("x: int = 1", ["x: int = 1 → x: int = 2", "x: int = 1 → x: int = 0"]),
    ],
)
def test_the_changes_of_a_statement(code: str, changes: list[str]) -> None:
    made = mutants("m.py", f"def f(a: int = 1):\n    'words'\n    {code}\n")
    assert [one.change for one in made] == changes


def test_every_module_has_its_share_of_a_run_that_is_cut_short() -> None:
    few = mutants("few.py", "def f():\n" + "    a.b()\n" * 10)
    many = mutants("many.py", "def f():\n" + "    a.b()\n" * 100)
    order = in_turn([*few, *many], 1)
    assert sorted(one.key for one in order) == sorted(one.key for one in (*few, *many))
    for cut in (11, 55, 99):
        assert abs(sum(one.path == "few.py" for one in order[:cut]) - cut / 11) <= 1
    assert [one.key for one in in_turn([*few, *many], 1)] == [one.key for one in order]
    assert [one.key for one in in_turn([*few, *many], 2)] != [one.key for one in order]
