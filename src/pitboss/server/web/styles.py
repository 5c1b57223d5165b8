"""A style sheet without the rules that a page never uses: those about a class which nothing on it is called.

A class is looked for among the words in the texts of the page's scripts and templates, so that a rule is kept in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_TOKEN = re.compile(r'"[^"]*"|[{}]|[^"{}]+')
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_NAME = re.compile(r"[A-Za-z][\w-]*")
_MADE = re.compile(r"([A-Za-z][\w-]*-)\$\{")
_CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
_WITHIN = re.compile(r":(?:not|is|where|has)\([^()]*\)")
_COMMA = re.compile(r",(?![^(]*\))")
_NESTED = ("@media", "@supports", "@container")


class NamesInPages(NamedTuple):
    """The words that may be names of classes, and how the names begin that are put together."""

    words: frozenset[str]
    beginnings: tuple[str, ...]

    def has(self, name: str) -> bool:
        return name in self.words or name.startswith(self.beginnings)


def named_in(scripts: Iterable[str], templates: Iterable[str]) -> NamesInPages:
    """What things may be called on a page with these scripts and templates."""
    lines = [line for script in scripts for line in script.splitlines()]
    texts = [text for line in lines for text in ([line] if "`" in line else _TEXT.findall(line))]
    words = {word for text in (*texts, *templates) for word in _NAME.findall(text)}
    return NamesInPages(frozenset(words), tuple({each for line in lines for each in _MADE.findall(line)}))


def used_only(sheet: str, named: NamesInPages) -> str:
    """A lean style sheet without selectors of classes that are named nowhere."""
    return "".join(_kept(sheet, named))


def _kept(sheet: str, named: NamesInPages) -> Iterator[str]:
    for head, body in _rules(sheet):
        if head.startswith(_NESTED):
            inside = used_only(body, named)
            if inside:
                yield f"{head}{{{inside}}}"
        elif head.startswith("@"):
            yield f"{head}{{{body}}}"
        else:
            selectors = [each for each in _COMMA.split(head) if _used(each, named)]
            if selectors:
                yield f"{','.join(selectors)}{{{body}}}"


def _used(selector: str, named: NamesInPages) -> bool:
    return all(named.has(name) for name in _CLASS.findall(_WITHIN.sub("", selector)))


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """The rules at the top of a sheet: what stands before the braces, and what in them."""
    head, body, depth = "", "", 0
    for token in _TOKEN.findall(sheet):
        depth += {"{": 1, "}": -1}.get(token, 0)
        if token == "}" and not depth:
            yield head, body
            head, body = "", ""
        elif depth and not (token == "{" and depth == 1):
            body += token
        elif not depth:
            head += token
