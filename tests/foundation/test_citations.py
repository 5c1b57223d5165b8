"""Everything cited exists: files, folders, modules, commands and make targets named in pages and in code.

It covers every Markdown page, the docstrings and comments of every Python file, and the comments of every TOML file.
Placeholders (``NAME.toml``), files that a page writes itself, and the few in :data:`EXAMPLES` are left out.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import click
import pytest

import pitboss
from pitboss.cli import room

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "pitboss"
FOLDERS = "|".join(
    sorted(
        {path.name for top in (ROOT, PACKAGE) for path in top.iterdir() if path.is_dir() and path.name[0] not in "._"}
    )
)
FILE = re.compile(r"(?<![\w./*-])(?:[\w.*-]+/)*[\w*-][\w.*-]*\.(?:py|toml|md|json|html|txt|png|phh)\b(?![\w(/-])")
FOLDER = re.compile(rf"(?<![\w./*-])(?:{FOLDERS})/(?:[\w.*-]+/?)*[\w*/]")
DOTTED = re.compile(r"(?<![\w./@-])pitboss(?:\.[A-Za-z_]\w*)+")
ROLE = re.compile(r":(?:mod|class|func|meth|data|attr|exc):`~?\.?([\w.]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
CODE = re.compile(r"`+([^`\n]+)`+")
WRITTEN = re.compile(r"<!-- file: (\S+)|Path\(\"([\w.-]+)\"\)|--(?:resume|html|pdf|csv) ([\w.-]+)")
COMMAND = re.compile(r"`pitboss ([a-z][a-z-]*)")
TARGET = re.compile(r"`make ([a-z]+)`")
COMMENT = re.compile(r"(?:^|\s)#(?!:)\s+(.+)")
DEFINED = re.compile(r"^\s*(?:(?:def|class)\s+(\w+)|(\w+)\s*(?::|=(?!=))|(?:from \S+ )?import (.+))", re.M)
PLACEHOLDER = re.compile(r"(?:^|_)(?:NAME|GAME|ID)(?:\.|$)")
EXAMPLES = {"my-game.toml", "other.toml", "x.toml", "example.toml", "lone-queen.toml"}


class Text(NamedTuple):
    """A piece of text that may cite something: the file it stands in, its line, and the text."""

    path: Path
    line: int
    words: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def tracked(suffix: str) -> list[Path]:
    tops = [ROOT / name for name in ("src", "tests", "bench", "docs", "examples")]
    return sorted([*ROOT.glob(f"*.{suffix}"), *(path for top in tops for path in top.rglob(f"*.{suffix}"))])


def prose(path: Path) -> Iterator[Text]:
    """The comments and docstrings of a Python file; examples that are run (``>>>``) are left to their own test."""
    source = path.read_text(encoding="utf-8")
    for number, line in enumerate(source.splitlines(), 1):
        if comment := COMMENT.search(line):
            yield Text(path, number, comment[1])
    for number, docstring in docstrings(ast.parse(source).body):
        yield Text(path, number, "\n".join(line for line in docstring.splitlines() if ">>>" not in line))


def docstrings(body: list[ast.stmt]) -> Iterator[tuple[int, str]]:
    """Docstrings, including those below constants."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from docstrings(node.body)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def comments(path: Path) -> Iterator[Text]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("#"):
            yield Text(path, number, line)


def pages() -> list[Text]:
    return [Text(path, 1, path.read_text(encoding="utf-8")) for path in tracked("md")]


# What is there --------------------------------------------------------------------------------------------------------


def exists(cited: str, text: Text) -> bool:
    """Whether a path exists, from the root, the package, or the text's folder and its parents."""
    cited = cited.rstrip("/.")
    folder, _, name = cited.rpartition("/")
    if PLACEHOLDER.search(name):
        return not folder or exists(folder, text)
    places = [PACKAGE, *(folder for folder in text.path.parents if folder == ROOT or ROOT in folder.parents)]
    return any(any(place.glob(cited)) for place in places) or any((place / f"{cited}.py").exists() for place in places)


@cache
def resolves(name: str) -> bool:
    """Whether a dotted name is a module, or something a module or a class holds."""
    parts = name.split(".")
    if parts[0] == "pitboss" and parts[1:2] and parts[1] in pitboss.__all__:
        return len(parts) == 2  # importing the folder of that name would hide the function
    for cut in range(len(parts), 0, -1):
        try:
            thing: object = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            fields = getattr(thing, "__annotations__", {})
            if not hasattr(thing, part) and part not in fields:
                return False
            thing = getattr(thing, part, None)
        return True
    return False


@cache
def names(folder: Path) -> frozenset[str]:
    """Every name that the Python files of a folder define or import, members of classes and the built-ins included."""
    known = {path.stem for path in folder.glob("*.py")} | set(dir(builtins))
    for path in folder.glob("*.py"):
        for defined, assigned, imported in DEFINED.findall(path.read_text(encoding="utf-8")):
            known |= {defined, assigned, *re.findall(r"\w+", imported)}
    return frozenset(known)


@cache
def commands() -> frozenset[str]:
    return frozenset(room.list_commands(click.Context(room)))


@cache
def targets() -> frozenset[str]:
    return frozenset(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


def written(page: str) -> set[str]:
    """The files that a page writes, and so may name."""
    return {name for groups in WRITTEN.findall(page) for name in groups if name}


def wrong(text: Text) -> Iterator[str]:
    """What a text cites that is not there."""
    page = text.path.suffix == ".md"
    words = FENCE.sub("", text.words) if page else text.words
    examples = EXAMPLES | (written(text.words) if page else set())
    spans = "\n".join(CODE.findall(words)) if page else words
    for cited in {*FILE.findall(spans), *FOLDER.findall(spans)}:
        if cited not in examples and not exists(cited, text):
            yield f"{text} cites {cited}, which is not there"
    for cited in DOTTED.findall(words):
        if not resolves(cited):
            yield f"{text} cites {cited}, which is not there"
    if page:
        yield from wrong_links(text)
    else:
        for cited in ROLE.findall(words):
            if not resolves(cited) and not set(cited.split(".")) <= names(text.path.parent):
                yield f"{text} cites {cited}, which is not there"
    yield from (f"{text} cites pitboss {word}, no command" for word in COMMAND.findall(words) if word not in commands())
    yield from (f"{text} cites make {word}, no target" for word in TARGET.findall(words) if word not in targets())


def wrong_links(text: Text) -> Iterator[str]:
    for link in LINK.findall(FENCE.sub("", text.words)):
        if "://" in link:
            continue
        target, _, anchor = link.partition("#")
        file = text.path.parent / target if target else text.path
        if not file.exists():
            yield f"{text} links to {link}, which is not there"
        elif anchor and anchor not in {slug(line) for line in file.read_text(encoding="utf-8").splitlines()}:
            yield f"{text} links to {link}, and there is no such heading"


def slug(line: str) -> str:
    """The anchor of a heading as GitHub makes it; empty for any other line."""
    if not line.startswith("#"):
        return ""
    return re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("text", pages(), ids=lambda text: text.path.name)
def test_a_page_cites_only_what_is_there(text: Text) -> None:
    assert not list(wrong(text))


def test_the_readme_lists_every_command_and_links_to_every_page() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `pitboss ([\w-]+)` \|", readme, re.M)) == commands()
    linked = {link for link in LINK.findall(readme) if link.endswith(".md")}
    assert linked >= {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")} | {
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    }


@pytest.mark.parametrize("top", ["src", "tests", "bench"])
def test_code_cites_only_what_is_there(top: str) -> None:
    assert not [line for path in sorted((ROOT / top).rglob("*.py")) for text in prose(path) for line in wrong(text)]


def parts(path: Path) -> list[str]:
    """The modules that a package's docstring lists, one per indented line: name, spaces, what it holds."""
    told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    listed = told.partition("::\n")[2]
    return re.findall(r"^ {4}([\w./]+) {2,}\S", listed, re.M)


def test_a_package_lists_only_modules_it_has() -> None:
    listing = {path: parts(path) for path in PACKAGE.rglob("__init__.py") if parts(path)}
    assert len(listing) >= 5
    for path, listed in listing.items():
        for name in listed:
            here = path.parent / name.replace(".", "/")
            assert here.is_dir() or here.with_suffix(".py").exists(), f"{path} lists {name}, which is not there"


def test_data_cites_only_what_is_there() -> None:
    assert not [line for path in tracked("toml") for text in comments(path) for line in wrong(text)]


@pytest.mark.parametrize(
    "words",
    [
        "see src/pitboss/cli/nowhere.py",
        "``exact/gone.py``",
        "tests/house/nowhere/",
        "in MISSING.md",
        ":func:`pitboss.cards.no_such_function`",
        ":class:`NoSuchClass`",
        "pitboss.exact.gone",
        "`pitboss gone` does it",
        "`make gone`",
    ],
)
def test_what_is_not_there_is_noticed(words: str) -> None:
    assert list(wrong(Text(PACKAGE / "cards.py", 1, words)))


@pytest.mark.parametrize(
    "words", ["[a](docs/nowhere.md)", "[a](README.md#nowhere)", "`src/pitboss/nowhere.py`", "`nowhere.toml`"]
)
def test_a_link_that_leads_nowhere_is_noticed(words: str) -> None:
    assert list(wrong(Text(ROOT / "README.md", 1, words)))


@pytest.mark.parametrize(
    "words",
    ["src/pitboss/cards.py", "cards.py", "games/house/", ":func:`parse`", "pitboss.cards.parse", "`pitboss play`"],
)
def test_what_is_there_is_not(words: str) -> None:
    assert not list(wrong(Text(PACKAGE / "cards.py", 1, words)))
