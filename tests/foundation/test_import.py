"""``import pitboss`` is quick and drags nothing heavy along; every public name is where it should be."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pitboss

HEAVY = (
    "numba",
    "numpy",
    "msgspec",
    "matplotlib",
    "distributed",
    "dask",
    "jinja2",
    "typst",
    "rich",
    "click",
    "litestar",
)


def loaded(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in said.stdout.split()}


@pytest.mark.parametrize(
    "statement",
    [
        "import pitboss",
        "import pitboss.cards, pitboss.money, pitboss.rules",
        "import pitboss; pitboss.seeded(7).mix(range(52)); pitboss.live().mix(range(52))",
        "from pitboss.rules import catalogue; catalogue()",
    ],
)
def test_nothing_heavy_comes_along(statement: str) -> None:
    assert not loaded(statement) & set(HEAVY)


def test_the_command_line_starts_without_the_heavy_ones() -> None:
    light = {"click"}
    statement = "from pitboss.cli import main\ntry: main(['rules', 'S5-1', '--json'])\nexcept SystemExit: pass"
    assert not loaded(statement) & (set(HEAVY) - light)


def test_import_takes_less_than_150_milliseconds() -> None:
    code = "import time; t = time.perf_counter(); import pitboss; print(time.perf_counter() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(5)
    ]
    assert min(times) < 0.15


def test_public_names() -> None:
    assert set(pitboss.__all__) <= set(dir(pitboss))
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        _ = pitboss.nonsense
