"""Every text for people is in the catalogue, each under its own name."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pitboss.server.web_files import FOLDER

SCRIPTS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.js"))
STYLES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*$", re.DOTALL | re.MULTILINE)

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
    source = COMMENT.sub("", (FOLDER / path).read_text("utf-8"))
    assert texts_in(source) == []
    assert not re.search(r"\ben-[A-Z]{2}\b", source), "a language outside the catalogue"


def test_no_two_texts_of_the_catalogue_have_one_name() -> None:
    """A name that two files export is not exported by a module that passes both on."""
    folder = FOLDER / "js" / "texts"
    wholes = [file.read_text("utf-8") for file in folder.glob("*.js")]
    files = {name for whole in wholes for name in re.findall(r'^export \* from "\./(en/.*)";$', whole, re.M)}
    assert len(files) > 10
    named = [
        name
        for file in files
        for name in re.findall(r"^export (?:const|function) (\w+)", (folder / file).read_text("utf-8"), re.M)
    ]
    assert [name for name, times in Counter(named).items() if times > 1] == []


def test_a_text_outside_the_catalogue_is_found() -> None:
    assert texts_in('h("p", { class: "panel held" }, "Nobody is here yet.")') == ['"Nobody is here yet."']
    assert texts_in("`${name} has decided`") == ["`${name} has decided`"]
