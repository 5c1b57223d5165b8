"""``import pitboss`` imports few modules and no heavy ones; every public name is where it should be."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pitboss

ROOT = Path(__file__).parents[2]
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


def modules(statement: str) -> set[str]:
    """The modules that a new interpreter imports for a statement."""
    code = f"import sys\nbefore = set(sys.modules)\n{statement}\nprint(*set(sys.modules) - before)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(said.stdout.splitlines()[-1].split())


def loaded(statement: str) -> set[str]:
    """The packages that a new interpreter imports for a statement."""
    return {name.partition(".")[0] for name in modules(statement)}


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


@pytest.mark.parametrize(
    ("statement", "own", "others"),
    [
        ("import pitboss", 1, 60),
        ("import pitboss.poker", 2, 60),
        ("from pitboss.poker import Hand, PokerSession, load", 110, 140),  # everything a table needs
    ],
)
def test_few_modules_are_imported(statement: str, own: int, others: int) -> None:
    """Modules of ours, and of Python and other packages: their number decides how long an import takes."""
    ours = {name for name in modules(statement) if name.partition(".")[0] == "pitboss"}
    assert 0 < len(ours) <= own
    assert len(modules(statement) - ours) <= others


def test_public_names() -> None:
    assert set(pitboss.__all__) <= set(dir(pitboss))
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        _ = pitboss.nonsense


def layers() -> list[set[str]]:
    """The layers of the import contract from the top, each as the names of its modules."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return [set(re.findall(r"pitboss\.(\w+)", layer)) for layer in settings["contracts"][0]["layers"]]


def test_the_layers_contract_places_every_top_level_module() -> None:
    package = Path(pitboss.__file__).parent
    modules = {path.stem for path in package.glob("*.py")} | {
        path.parent.name for path in package.glob("*/__init__.py")
    }
    placed = [name for layer in layers() for name in layer]
    assert len(placed) == len(set(placed))
    assert set(placed) == modules - {"__init__"}


def test_the_contributors_guide_draws_the_layers_of_the_contract() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    drawn = re.search(r"^```text\n(cli .*?)```", guide, re.M | re.S)
    assert drawn is not None
    assert [set(re.findall(r"\w+", layer)) for layer in drawn[1].split("→")] == layers()[1:]


def test_every_public_name_is_documented() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    assert not [name for name in pitboss.__all__ if f"pitboss.{name}" not in page and f"`{name}`" not in page]
