"""Everything the documentation shows is run.

In every Markdown file of the project, and in the docstrings of the package:

- a ``python`` block runs; with ``>>>`` its output is compared as in doctest (``...`` matches anything). The blocks
  of one file share one namespace, from the top down;
- a ``console`` block: each line ``$ pitboss …`` runs; output written under it is compared (``...`` again). The exit
  code must be 0, or the one in a comment at the end of the line: ``$ pitboss rules  # exit 1``;
- comments on the lines above a block: ``<!-- file: lone-queen.toml -->`` writes the block to that file first,
  ``<!-- file: other.toml = lone-queen.toml with: OLD -> NEW · OLD -> NEW -->`` writes a changed copy of an earlier one,
  and ``<!-- exit: 1 -->`` is the exit code of a whole console block;
- ``python long`` and ``console long`` run with ``make long``; any other word (``sh``, ``text``, ``toml``) is not run.
"""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ..conftest import Said

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"((?:^<!-- [^\n]* -->\n)*)^```(\w+)([^\n]*)\n(.*?)^```", re.M | re.S)
FILE = re.compile(r"<!-- file: (\S+)(?: = (\S+) with: (.*))? -->")
EXITS = re.compile(r"<!-- exit: (\d+) -->")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
EXIT = re.compile(r"\s+# exit (\d+)\s*$")


class Block(NamedTuple):
    """A fenced block: what kind, its first line's number, its text, and what the comments above it say."""

    kind: str
    long: bool
    line: int
    text: str
    notes: str


def blocks(markdown: str) -> Iterator[Block]:
    for match in FENCE.finditer(markdown):
        line = markdown.count("\n", 0, match.start(2)) + 2
        yield Block(match[2], "long" in match[3].split(), line, match[4], match[1])


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])


def cases() -> list[Any]:
    params = []
    for path in pages():
        here = list(blocks(path.read_text(encoding="utf-8")))
        for long in (False, True):
            if any(block.long is long and block.kind in ("python", "console") for block in here):
                marks = [pytest.mark.long] if long else []
                params.append(pytest.param(path, long, id=f"{path.relative_to(ROOT)}{' long' * long}", marks=marks))
    return params


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder in which the project's examples lie, and where files may be written."""
    for name in ("docs", "examples", "src", "tests"):
        if (ROOT / name).is_dir():
            (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("path", "long"), cases())
@pytest.mark.usefixtures("visitor")
def test_a_page_shows_what_happens(path: Path, long: bool, command: Callable[..., Said]) -> None:
    check(path.name, path.read_text(encoding="utf-8"), long, command)


def check(name: str, markdown: str, long: bool, command: Callable[..., Said]) -> None:
    names: dict[str, Any] = {"__name__": "__page__"}
    for block in blocks(markdown):
        write_file(f"{name}:{block.line}", block)
        if block.kind == "console" and block.long is long:
            whole = EXITS.search(block.notes)
            for number, line, expected in lines(block):
                run_command(f"{name}:{number}", line, expected, int(whole[1]) if whole else 0, command)
        elif block.kind == "python" and (block.long is long or long):  # a long block may use names of the others
            run_python(f"{name}:{block.line}", block, names)


def write_file(where: str, block: Block) -> None:
    file = FILE.search(block.notes)
    if not file:
        return
    text = Path(file[2]).read_text(encoding="utf-8") if file[2] else block.text
    for change in (file[3] or "").split(" · ") if file[2] else ():
        old, _, new = change.partition(" -> ")
        assert old in text, f"{where}: {old!r} is not in {file[2]}"
        text = text.replace(old, new, 1)
    assert Path(file[1]).name == file[1], f"{where}: a plain file name, please"
    Path(file[1]).write_text(text, encoding="utf-8")


def run_python(where: str, block: Block, names: dict[str, Any]) -> None:
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, where, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line - 1)
    runner, said = doctest.DocTestRunner(optionflags=FLAGS), []
    result = runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert result.failed == 0, "".join(said)


def lines(block: Block) -> Iterator[tuple[int, str, str]]:
    """The commands of a console block: line number, command, and the output shown under it."""
    commands: list[tuple[int, str, list[str]]] = []
    for number, line in enumerate(block.text.splitlines(), block.line):
        if line.startswith("$ "):
            commands.append((number, line[2:], []))
        elif commands:
            commands[-1][2].append(line)
    for number, line, shown in commands:
        if line.split()[0] == "pitboss":
            yield number, line, "\n".join(shown)


def run_command(where: str, line: str, expected: str, code: int, command: Callable[..., Said]) -> None:
    own = EXIT.search(line)
    words = shlex.split(EXIT.sub("", line))
    assert not {"|", ">", "&&", ";"} & set(words), f"{where}: only plain commands are run; use a sh block for {line!r}"
    said = command(*words[1:])
    assert said.code == (int(own[1]) if own else code), f"{where}: {said}"
    if expected.strip():
        # Progress on standard error comes only where a machine is slow, so no page shows it.
        shown = (said.out + said.err, said.out)
        right = any(doctest.OutputChecker().check_output(expected + "\n", text, FLAGS) for text in shown)
        assert right, f"{where}: expected\n{expected}\ngot\n{said.out}{said.err}"


# That it can fail


GOOD = """
```python
x = 1
```
```python
>>> x + 1
2
```
```console
$ pitboss rules XX  # exit 2
pitboss: ... is not a rule ...
$ make whatever
```
<!-- file: notes.toml -->
```toml
x = 3
```
<!-- exit: 2 -->
<!-- file: more.toml = notes.toml with: x -> y · 3 -> 4 -->
```console
$ pitboss rules XX
```
```python
>>> from pathlib import Path
>>> Path("notes.toml").read_text(), Path("more.toml").read_text()
('x = 3\\n', 'y = 4\\n')
```
```sh
$ pitboss nonsense
```
"""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("x = 1", "x = 2"),
        ("x = 1", "x = nonsense"),
        ("# exit 2", ""),
        ("is not a rule", "is a rule"),
        pytest.param("```toml\nx", "```toml\nz", marks=pytest.mark.long),
        pytest.param("exit: 2", "exit: 1", marks=pytest.mark.long),
        pytest.param("x -> y", "z -> y", marks=pytest.mark.long),
        pytest.param("XX", "| XX", marks=pytest.mark.long),
    ],
)
@pytest.mark.usefixtures("visitor")
def test_a_page_that_tells_something_else_is_red(command: Callable[..., Said], right: str, wrong: str) -> None:
    check("page", GOOD, False, command)
    with pytest.raises((AssertionError, NameError)):
        check("page", GOOD.replace(right, wrong), False, command)


def test_the_readme_is_among_the_pages() -> None:
    assert ROOT / "README.md" in pages()


# Docstrings


def modules() -> list[str]:
    source = ROOT / "src"
    shown = [path for path in sorted(source.rglob("*.py")) if ">>>" in path.read_text(encoding="utf-8")]
    return [".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__") for path in shown]


@pytest.mark.parametrize("name", modules())
def test_docstrings_show_what_happens(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.attempted > 0
    assert result.failed == 0
