"""Find JavaScript code that reads facts out of words, by its tokens.

As in :mod:`tests.foundation.words_lint.python_reads`, an expression is *words* if it is a field named ``words``,
``why`` or ``note``, the message of an error, or a local name for one of these, by destructuring or as a parameter too.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.foundation.words_lint.finding import NAMES, Read
from tests.foundation.words_lint.script_tokens import Token, tokens

READERS = frozenset(
    (
        "includes", "startsWith", "endsWith", "split", "replace", "replaceAll", "match", "matchAll", "search",
        "indexOf", "lastIndexOf", "localeCompare"
    )
)  # fmt: skip
"""Methods of a text that read or edit it."""
SAME = frozenset(
    (
        "toLowerCase", "toUpperCase", "trim", "trimStart", "trimEnd", "toString", "normalize", "slice", "substring",
        "at", "charAt"
    )
)  # fmt: skip
"""Methods that leave a text the same words, or a part of them."""
TAKERS = frozenset(
    (
        "test", "exec", "includes", "has", "get", "indexOf", "lastIndexOf", "startsWith", "endsWith", "match",
        "search", "Number", "parseInt", "parseFloat"
    )
)  # fmt: skip
"""Functions that read what they are given."""
EQUALS = frozenset({"===", "!==", "==", "!="})
FALLBACKS = frozenset({"??", "||"})
DOTS = frozenset({".", "?."})
ERRORS = frozenset({"error", "err", "e", "exception"})
KEYWORDS = frozenset(
    (
        "if", "while", "switch", "for", "return", "typeof", "case", "in", "of", "new", "await", "throw", "else", "do",
        "yield", "void", "delete"
    )
)  # fmt: skip
CLOSES = {")": "(", "]": "[", "}": "{"}


class Binding(NamedTuple):
    """A name and whether it is for words, from one token to another."""

    name: str
    first: int
    last: int
    words: bool


def reads(source: str) -> list[Read]:
    """Every read of a module."""
    return _Module(tokens(source)).reads()


class _Module:
    def __init__(self, listed: list[Token]) -> None:
        self.tokens = listed
        self.pair = _pairs(listed)
        self.around = _enclosing(listed, self.pair)
        self.where = _declarations(listed, self.pair)
        self.errors = set(ERRORS)
        self.bindings: list[Binding] = []
        for at in range(len(listed)):
            self._bind(at)

    def text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def kind(self, at: int) -> str:
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else ""

    def reads(self) -> list[Read]:
        found: dict[int, Read] = {}
        for at in range(len(self.tokens)):
            if not self._is_atom(at):
                continue
            start, end = self._extended(self._start(at), at)
            if self._is_read(start, end):
                code = " ".join(token.text for token in self.tokens[max(0, start - 3) : end + 5])
                found.setdefault(start, Read(self.tokens[at].line, self.where[at], code))
        return sorted(found.values())

    # Which names are words --------------------------------------------------------------------------------------------

    def _bind(self, at: int) -> None:
        token = self.tokens[at]
        if token.text == "catch" and self.text(at + 1) == "(" and self.kind(at + 2) == "name":
            self.errors.add(self.text(at + 2))
        elif token.text in ("const", "let", "var"):
            self._declared(at + 1)
        elif token.text == "=>":
            self._arrow(at)
        elif token.text == "function" or self._is_method(at):
            opening = at + 1
            while self.text(opening) != "(":
                opening += 1
            self._parameters(opening, self.pair[opening], self._extent(at))
        elif self._is_assigned(at) and self._is_words(at + 2, self._operand_end(at + 2)):
            self._add(token.text, at, self._extent(at), words=True)

    def _declared(self, at: int) -> None:
        last = self._extent(at)
        while True:
            end = self.pair.get(at, at)
            if self.text(end + 1) == "=":
                to = self._operand_end(end + 2)
                if self.text(at) == "{":
                    self._unpacked(at, end, last)
                elif self.text(at) == "[":
                    self._listed(at, end, end + 2, to, last)
                else:
                    self._add(self.text(at), to, last, words=self._is_words(end + 2, to))
            else:  # for (const words of …)
                to = end + 1
                self._patterns(at, end, last)
            if self.text(to) != ",":
                return
            at = to + 1

    def _patterns(self, at: int, end: int, last: int) -> None:
        if self.text(at) == "{":
            self._unpacked(at, end, last)
            return
        for place in range(at, end + 1):
            if self.kind(place) == "name":
                self._add(self.text(place), place, last, words=self.text(place) in NAMES)

    def _listed(self, at: int, end: int, value: int, to: int, last: int) -> None:
        """Names out of a list: those of a list of expressions one by one, of anything else by what they are called."""
        names = [place for place in range(at + 1, end) if self.kind(place) == "name"]
        parts = self._parts(value, self.pair[value]) if self.text(value) == "[" and self.pair[value] + 1 == to else []
        for number, place in enumerate(names):
            known = self._is_words(*parts[number]) if number < len(parts) else self.text(place) in NAMES
            self._add(self.text(place), to, last, words=known)

    def _unpacked(self, opening: int, closing: int, last: int) -> None:
        """``{ words, why: reason }``: the names that words are unpacked to."""
        for first, to in self._parts(opening, closing):
            key = self.text(first)
            if key in NAMES and self.text(first + 1) == ":" and self.kind(first + 2) == "name":
                self._add(self.text(first + 2), to, last, words=True)
            elif self.text(first + 1) == ":" and self.text(first + 2) in ("{", "["):
                self._patterns(first + 2, self.pair[first + 2], last)
            elif self.kind(first) == "name" and self.text(first + 1) != ":":
                self._add(key, to, last, words=key in NAMES)

    def _arrow(self, at: int) -> None:
        last = self._extent(at)
        if self.text(at - 1) == ")":
            self._parameters(self.pair[at - 1], at - 1, last)
        elif self.kind(at - 1) == "name":
            self._add(self.text(at - 1), at, last, words=self.text(at - 1) in NAMES)

    def _parameters(self, opening: int, closing: int, last: int) -> None:
        for first, _ in self._parts(opening, closing):
            if self.text(first) in ("{", "["):
                self._patterns(first, self.pair[first], last)
            elif self.kind(first) == "name":
                self._add(self.text(first), first, last, words=self.text(first) in NAMES)

    def _is_assigned(self, at: int) -> bool:
        return self.kind(at) == "name" and self.text(at + 1) == "=" and self.text(at - 1) in (";", "{", "}", ")")

    def _is_method(self, at: int) -> bool:
        """``name(…) {`` in a class or an object."""
        if self.kind(at) != "name" or self.text(at) in KEYWORDS | {"catch"} or self.text(at + 1) != "(":
            return False
        return self.text(self.pair[at + 1] + 1) == "{" and self.text(at - 1) not in DOTS

    def _add(self, name: str, first: int, last: int, *, words: bool) -> None:
        self.bindings.append(Binding(name, first, last, words))

    def _extent(self, at: int) -> int:
        """The end of the innermost brackets around a token."""
        opening = self.around[at]
        return self.pair[opening] if opening >= 0 else len(self.tokens)

    def _named(self, at: int) -> bool:
        name = self.text(at)
        known = [each for each in self.bindings if each.name == name and each.first <= at <= each.last]
        return max(known, key=lambda each: each.first).words if known else False

    # Which expressions are words --------------------------------------------------------------------------------------

    def _is_atom(self, at: int) -> bool:
        """Whether an expression of words ends with this token."""
        token = self.tokens[at]
        after = self.text(at + 1)
        if token.text == "]" and self.kind(at - 1) == "text" and self.pair[at] == at - 2:
            return self.text(at - 1)[1:-1] in NAMES and self._is_value(at - 3)
        if token.text == ")" and self.text(at - 3) == "String":
            return self.text(at - 1) in self.errors
        if token.kind != "name" or after in ("(", "=", "=>"):
            return False
        if self.text(at - 1) in DOTS:
            if token.text == "message":
                return self.text(at - 2) in self.errors
            return token.text in NAMES
        is_key = after == ":" and self.text(at - 1) in ("{", ",")
        return not is_key and self._named(at)

    def _is_value(self, at: int) -> bool:
        return (self.kind(at) == "name" and self.text(at) not in KEYWORDS) or self.text(at) in (")", "]")

    def _start(self, at: int) -> int:
        """The first token of the chain of names, calls and dots that ends with this token."""
        while True:
            if self.text(at) in (")", "]"):
                opening = self.pair[at]
                if not self._is_value(opening - 1):
                    return opening
                at = opening - 1
            elif self.text(at - 1) in DOTS:
                at -= 2
            else:
                return at

    def _extended(self, start: int, end: int, last: int = -1) -> tuple[int, int]:
        """The words with what leaves them words, such as ``?? ""``, brackets or ``.trim()``, but not past ``last``."""
        while end != last:
            before, after = self.text(start - 1), self.text(end + 1)
            if after in FALLBACKS and self.kind(end + 2) == "text":
                end += 2
            elif before in FALLBACKS and last < 0:
                start = self._start(start - 2)
            elif before == "(" and after == ")" and not self._called(start - 1):
                start, end = start - 1, end + 1
            elif before in ("(", ",") and after in (")", ",") and self._is_wording(self.around[start]):
                opening = self.around[start]
                start, end = self._start(opening - 1), self.pair[opening]
            elif after in DOTS and self.text(end + 2) in SAME and self.text(end + 3) == "(":
                end = self.pair[end + 3]
            elif after == "[" or (after == "?." and self.text(end + 2) == "["):
                end = self.pair[end + 1 + (after == "?.")]
            else:
                break
        return start, end

    def _is_wording(self, opening: int) -> bool:
        """Whether a bracket opens the arguments of a function that makes words of words."""
        name = self.text(opening - 1)
        return self.text(opening) == "(" and (name == "capital" or name.endswith("Words"))

    def _called(self, opening: int) -> bool:
        return self._is_value(opening - 1) or self.text(opening - 1) in KEYWORDS - {"return", "case", "await", "throw"}

    def _is_words(self, first: int, to: int) -> bool:
        """Whether the tokens from ``first`` up to ``to`` are an expression of words."""
        while self.text(first) == "(" and self.pair[first] == to - 1:
            first, to = first + 1, to - 1
        for signs in (("?", ":"), ("??", "||", "&&")):
            parts = self._split(first, to, signs)
            if len(parts) > 1:
                return any(self._is_words(*part) for part in parts)
        if first >= to:
            return False
        for at in range(first, to):
            if self._is_atom(at) and self._extended(self._start(at), at, to - 1) == (first, to - 1):
                return True
        return False

    def _split(self, first: int, to: int, signs: tuple[str, ...]) -> list[tuple[int, int]]:
        parts, at = [first], first
        while at < to:
            if self.text(at) in signs:
                parts += [at, at + 1]
            if self.text(at) == "=>":
                return [(first, to)]
            at = self.pair[at] + 1 if self.text(at) in ("(", "[", "{", "${") else at + 1
        parts.append(to)
        return list(zip(parts[::2], parts[1::2], strict=True))

    def _parts(self, opening: int, closing: int) -> list[tuple[int, int]]:
        """The parts between commas inside a pair of brackets."""
        return [part for part in self._split(opening + 1, closing, (",",)) if part[0] < part[1]]

    def _operand_end(self, at: int) -> int:
        """The token after an expression: a comma, a semicolon or a closing bracket."""
        while at < len(self.tokens) and self.text(at) not in (";", ",", ")", "]", "}"):
            at = self.pair[at] + 1 if self.text(at) in ("(", "[", "{", "${") else at + 1
        return at

    # What reads them --------------------------------------------------------------------------------------------------

    def _is_read(self, start: int, end: int) -> bool:
        before, after = self.text(start - 1), self.text(end + 1)
        if after in EQUALS and not self._is_nothing(end + 2):
            return True
        if before in EQUALS and not self._is_nothing(start - 2):
            return True
        if after in DOTS and self.text(end + 2) in READERS and self.text(end + 3) in ("(", "?."):
            return True
        if before == "[" and after == "]" and self._is_value(start - 2):
            return True
        if before == "(" and after == ")" and self.text(start - 2) == "switch":
            return True
        return before in ("(", ",") and after in (")", ",") and self._is_taken(start)

    def _is_taken(self, start: int) -> bool:
        opening = self.around[start]
        return opening > 0 and self.text(opening) == "(" and self.text(opening - 1) in TAKERS

    def _is_nothing(self, at: int) -> bool:
        """A comparison with an empty text or null asks only whether there are words."""
        return self.text(at) in ('""', "''", "null", "undefined")


def _pairs(listed: list[Token]) -> dict[int, int]:
    """The other bracket of every bracket."""
    pair: dict[int, int] = {}
    waiting: list[int] = []
    for at, token in enumerate(listed):
        if token.kind != "sign":
            continue
        if token.text in ("(", "[", "{", "${"):
            waiting.append(at)
        elif token.text in CLOSES:
            opening = waiting.pop()
            pair[opening], pair[at] = at, opening
    return pair


def _enclosing(listed: list[Token], pair: dict[int, int]) -> list[int]:
    """For every token the innermost bracket that is open there; -1 for none."""
    around, waiting = [], [-1]
    for at in range(len(listed)):
        if at in pair and pair[at] < at:
            waiting.pop()
        around.append(waiting[-1])
        if at in pair and pair[at] > at:
            waiting.append(at)
    return around


def _declarations(listed: list[Token], pair: dict[int, int]) -> list[str]:
    """For every token the name of the declaration at the top of the module that it stands in."""
    around = _enclosing(listed, pair)
    where, name = [], "<module>"
    for at, token in enumerate(listed):
        if around[at] == -1 and token.text in ("function", "class", "const", "let", "var"):
            name = next((each.text for each in listed[at + 1 : at + 4] if each.kind == "name"), "<module>")
        where.append(name)
    return where
