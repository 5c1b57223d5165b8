"""What the modules of the pages keep to, so that the server can join them without parsing JavaScript."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pitboss.server.web.modules import FOLDER, module_at, without_comments

SCRIPTS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.js"))
STYLES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.css"))
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
NAMES = r"\{ \w+( as \w+)?(, \w+( as \w+)?)* \}"
IMPORT = re.compile(rf'(import (\* as \w+|{NAMES})|export \*) from "\.{{1,2}}/[\w./-]+\.js";')
START = re.compile(
    r"(export )?(async function \w+|function \w+|const \w+ =|class \w+)|let \w+ =|\w[\w.]*\(|\(function "
)
BANNED = re.compile(r"\bexport default\b|\bexport (let|var|\{|\* as)|\bimport\.meta\b|^var |^await ", re.MULTILINE)


@pytest.mark.parametrize("path", SCRIPTS)
def test_statements_begin_at_the_margin_and_imports_are_one_line(path: str) -> None:
    lines = without_comments((FOLDER / path).read_text("utf-8"))
    begun = False
    for line in lines:
        if line.startswith(("import ", "export * ")):
            assert IMPORT.fullmatch(line), line
            assert not begun, f"an import after the first statement: {line}"
        elif not re.match(r"[\s})\]]", line):
            begun = True
            assert START.match(line), line


@pytest.mark.parametrize("path", SCRIPTS)
def test_nothing_is_written_that_cannot_be_joined(path: str) -> None:
    source = "\n".join(without_comments((FOLDER / path).read_text("utf-8")))
    assert not (match := BANNED.search(source)), match
    assert all(line.count("`") % 2 == 0 for line in source.splitlines()), "a template over several lines"
    fetched = re.findall(r"\bimport\(([^)]*)\)", source)
    assert all(re.fullmatch(r'"\.{1,2}/[\w./-]+\.js"', each) for each in fetched), fetched
    for each in module_at(path).imports:
        if each.alias:
            assert not re.search(rf"\b{each.alias}\[", source), f"{each.alias}[…]: say which name"


def exports(path: str) -> set[str]:
    module = module_at(path)
    passed_on = {name for each in module.imports if each.passed_on for name in exports(each.path)}
    return passed_on | {statement.name for statement in module.statements if statement.exported}


@pytest.mark.parametrize("path", SCRIPTS)
def test_what_is_imported_is_exported_there(path: str) -> None:
    module = module_at(path)
    for each in module.imports:
        exported = exports(each.path)
        assert {theirs for theirs, _ in each.names} <= exported
        if each.alias:
            used = {name for text in module.statements for name in re.findall(rf"\b{each.alias}\.(\w+)", text.text)}
            assert used <= exported, used - exported
    assert all((FOLDER / later).is_file() for later in module.later)


def test_no_modules_import_each_other_in_a_circle() -> None:
    def walk(path: str, above: tuple[str, ...]) -> None:
        assert path not in above, " → ".join((*above, path))
        if path not in seen:
            for each in module_at(path).imports:
                walk(each.path, (*above, path))
            seen.add(path)

    seen: set[str] = set()
    for path in SCRIPTS:
        walk(path, ())


@pytest.mark.parametrize("path", STYLES)
def test_style_sheets_have_texts_in_double_quotes_and_no_relative_addresses(path: str) -> None:
    source = re.sub(r"/\*.*?\*/", "", (FOLDER / path).read_text("utf-8"), flags=re.DOTALL)
    assert "'" not in TEXT.sub("", source)
    addresses = re.findall(r"url\(([^)]{0,12})", re.sub(r"@import [^;]*;", "", source))
    assert all(each.startswith(('"data:', "#", "%23")) for each in addresses), addresses


WORDS = re.compile(r"[A-Za-z’']{2,},? [A-Za-z’']{2,}")
SPOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
CLASSES = {name for path in STYLES for name in re.findall(r"\.([a-z][\w-]*)", (FOLDER / path).read_text("utf-8"))}
WIRED = {  # what the server says, and what things of the page are called among themselves: not texts for people
    *("bring in", "forced bet", "buy in", "sign in", "let it ride", "call any", "deal all", "sit out", "come back"),
    *("names the game", "not proved", "drop box", "fee box", "three of a kind", "pitboss settings", "pitboss seal"),
    *("pitboss score", "input, textarea, select, [contenteditable]"),
}
BARE = {"refusal", "reasons", "list", "box", "hold", "suit-"}
"""Classes that no style sheet names."""
STYLED = re.compile(r"\W|\w+[.:>[ ]+\W|[\w-]+\(|.*px solid ")
"""Selectors and values of styles."""


def texts_in(source: str) -> list[str]:
    """Every literal of a module that reads like words for people: neither classes, nor selectors, nor names."""
    found = []
    for match in SPOKEN.finditer(source):
        text = re.sub(r"\$\{[^}]*\}", "", match[0][1:-1]).strip(" 0123456789")
        classes = set(re.findall(r"[A-Za-z][\w-]*", text)) <= CLASSES | BARE
        if WORDS.search(text) and text not in WIRED and not classes and not STYLED.match(text):
            found.append(match[0])
    return found


@pytest.mark.parametrize("path", [path for path in SCRIPTS if "/texts/" not in path])
def test_every_text_is_in_the_catalogue(path: str) -> None:
    source = "\n".join(without_comments((FOLDER / path).read_text("utf-8")))
    assert texts_in(source) == []
    assert not re.search(r"\ben-[A-Z]{2}\b", source), "a language outside the catalogue"


def test_no_two_texts_of_the_catalogue_have_one_name() -> None:
    """A name that two files export is none of theirs for whoever imports them all."""
    whole = FOLDER / "js" / "texts" / "en.js"
    files = re.findall(r'^export \* from "\./(.*)";$', whole.read_text("utf-8"), re.M)
    assert len(files) > 10
    named = [
        name
        for file in files
        for name in re.findall(r"^export (?:const|function) (\w+)", (whole.parent / file).read_text("utf-8"), re.M)
    ]
    assert [name for name, times in Counter(named).items() if times > 1] == []


def test_a_text_outside_the_catalogue_is_found() -> None:
    assert texts_in('h("p", { class: "panel held" }, "Nobody is here yet.")') == ['"Nobody is here yet."']
    assert texts_in("`${name} has decided`") == ["`${name} has decided`"]
