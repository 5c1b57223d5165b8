"""The tokens of a JavaScript module: enough of the language for a lint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<number>\d[\w.]*)
    |(?P<name>[A-Za-z_$][\w$]*|\#[A-Za-z_$][\w$]*)
    |(?P<sign>===|!==|\*\*=|\.\.\.|>>>|\?\?=|\|\|=|&&=|=>|==|!=|<=|>=|\?\?|\|\||&&|\*\*|\+\+|--|[-+*/%&|^]=
        |\?\.(?!\d)|[{}()\[\];,<>+\-*/%&|^!~?:=.@])""",
    re.X | re.S,
)
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_BEFORE_PATTERN = frozenset(
    ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "else", "do"]
)


class Token(NamedTuple):
    """One token: ``kind`` is text, number, name, sign or pattern."""

    kind: str
    text: str
    line: int


def tokens(source: str) -> list[Token]:
    """The tokens of a module; a template is the tokens of its expressions between ```` ` ```` signs."""
    return list(_Reader(source).read())


class _Reader:
    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0
        self.last: Token | None = None

    def read(self, until: str = "") -> Iterator[Token]:
        depth = 0
        while self.at < len(self.source):
            sign = self.source[self.at]
            if sign == "`":
                yield from self._template()
                continue
            if sign == "/" and not self._divides() and (match := _PATTERN.match(self.source, self.at)):
                yield self._token("pattern", match[0])
                continue
            match = _TOKEN.match(self.source, self.at)
            if match is None:
                raise ValueError(f"line {self._line()}: no token begins with {self.source[self.at : self.at + 20]!r}")
            kind = str(match.lastgroup)
            if kind == "space":
                self.at = match.end()
                continue
            depth += (match[0] == "{") - (match[0] == "}")
            if until and depth < 0:
                return
            yield self._token(kind, match[0])

    def _token(self, kind: str, text: str) -> Token:
        self.last = Token(kind, text, self._line())
        self.at += len(text)
        return self.last

    def _line(self) -> int:
        return self.source.count("\n", 0, self.at) + 1

    def _divides(self) -> bool:
        """Whether a slash here divides, since a value stands before it."""
        if self.last is None:
            return False
        if self.last.kind == "sign":
            return self.last.text in (")", "]", "}")
        return self.last.text not in _BEFORE_PATTERN

    def _template(self) -> Iterator[Token]:
        yield self._token("sign", "`")
        while self.source[self.at] != "`":
            if self.source.startswith("${", self.at):
                yield self._token("sign", "${")
                yield from self.read("}")
                yield self._token("sign", "}")
            else:
                self.at += 2 if self.source[self.at] == "\\" else 1
        yield self._token("sign", "`")
