"""Validation errors in words: msgspec's complaints as sentences that name the field.

>>> from pitboss.server.live.wire import ChipsMoved
>>> complaint("Expected `int` >= 1 - at `$.cents`", ChipsMoved)
'cents has to be a whole number from 1 to 10,000,000,000.'
>>> complaint("Object contains unknown field `cent`", ChipsMoved)
"'cent' is not a field of this message; did you mean 'cents'?"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException
from msgspec import inspect

from pitboss.suggest import suggestion

_WHERE = re.compile(r"(.*) - at (`key` in )?`\$\.?(.*)`$", re.S)
_NO_VALUE = re.compile(r"Invalid value (.*)", re.S)
_MALFORMED = re.compile(r"JSON is malformed: (.*) \(byte (\d+)\)", re.S)
_MISSING = re.compile(r"Object missing required field `(.*)`", re.S)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.S)


def complaint(words: str, kind: Any) -> str:
    """Turn an error of msgspec into a sentence: which field, and what it has to be."""
    what, key, path = match.groups() if (match := _WHERE.match(words)) else (words, "", "")
    if what.startswith("Input data was truncated"):
        return "the body is not JSON: it ends too early; close what was opened."
    if match := _MALFORMED.match(what):
        return f"the body is not JSON: at byte {match[2]}, {match[1]}."
    if match := _MISSING.match(what):
        field = _joined(path, match[1])
        return f"{field} is missing; it has to be {_described(kind, field)}."
    if match := _UNKNOWN.match(what):
        known = [field.name for field in _fields(_at(kind, path))]
        where = f" of {path}" if path else ""
        if not known:
            return f"{match[1]!r} is not a field{where} of this message; leave it out."
        return f"{match[1]!r} is not a field{where} of this message; {suggestion(match[1], known)}"
    if match := _NO_VALUE.match(what):
        return f"{_named(path)} cannot be {match[1]}; /docs and /api/protocol list what it can be."
    if key:
        return f"a name in {path or 'the body'} has to be {_described(kind, path, names=True)}."
    return f"{_named(path)} has to be {_described(kind, path)}."


def _named(path: str) -> str:
    """The name of the value at a path in a sentence."""
    if not path:
        return "the body"
    name, bracket, _ = path.partition("[")
    return f"each value of {name}" if bracket else name


def _joined(path: str, field: str) -> str:
    return f"{path}.{field}" if path else field


def _described(kind: Any, path: str, *, names: bool = False) -> str:
    """Describe the value expected at a path, or the ``names`` in it."""
    info = _at(kind, path)
    if names and isinstance(info, inspect.DictType):
        info = info.key_type
    return _words(info) if info is not None else "what /docs says"


@lru_cache(maxsize=64)
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _at(kind: Any, path: str) -> inspect.Type | None:
    """The type of the value at a path such as ``options[...]`` or ``roles[0]``."""
    try:
        info: inspect.Type | None = _info(kind)
    except (TypeError, NotImplementedError):
        return None
    for step in re.findall(r"\[[^\]]*\]|[^.\[\]]+", path):
        info = _inside(info, step)
    return info


def _inside(info: inspect.Type | None, step: str) -> inspect.Type | None:
    """The type inside another: a field of an object, an item of a list, a value of a mapping."""
    for each in info.types if isinstance(info, inspect.UnionType) else [info]:
        if isinstance(each, inspect.StructType):
            named = next((field.type for field in each.fields if field.encode_name == step), None)
            if named is not None:
                return named
        if step.startswith("["):
            if isinstance(each, inspect.DictType):
                return each.value_type
            if isinstance(each, inspect.ListType | inspect.VarTupleType):
                return each.item_type
    return None


def _fields(info: inspect.Type | None) -> Sequence[inspect.Field]:
    return info.fields if isinstance(info, inspect.StructType) else ()


def _words(info: inspect.Type) -> str:
    tell = _WORDS.get(type(info))
    return tell(info) if tell else "what /docs says"


def _text(info: Any) -> str:
    return "a text" + _span(info.min_length or 0, info.max_length, " characters")


def _number(info: Any) -> str:
    return "a whole number" + _span(info.ge, info.le, "", "from ")


def _span(low: int | None, high: int | None, what: str, of: str = "of ") -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f" {of}{low:,} or more{what}" if low else ""
    if not low and what:
        return f" {of}at most {high:,}{what}"
    return f" {of}{low or 0:,} to {high:,}{what}"


def _union(info: Any) -> str:
    listed = list(dict.fromkeys(_words(each) for each in info.types if not isinstance(each, inspect.NoneType)))
    if any(isinstance(each, inspect.NoneType) for each in info.types):
        listed.append("null")
    return " or ".join(listed)


_WORDS: dict[type, Callable[[Any], str]] = {
    inspect.StrType: _text,
    inspect.IntType: _number,
    inspect.FloatType: lambda _: "a number",
    inspect.BoolType: lambda _: "true or false",
    inspect.NoneType: lambda _: "null",
    inspect.LiteralType: lambda info: " or ".join(map(str, info.values)),
    inspect.ListType: lambda info: f"a list, each item {_words(info.item_type)}",
    inspect.VarTupleType: lambda info: f"a list, each item {_words(info.item_type)}",
    inspect.DictType: lambda info: f"an object, each value {_words(info.value_type)}",
    inspect.StructType: lambda _: "a JSON object",
    inspect.UnionType: _union,
}


def refused(error: Exception, kind: Any) -> str:
    """The sentence for an error of reading a message."""
    if isinstance(error, UnicodeDecodeError):
        return "the body is not JSON: it is not UTF-8."
    if isinstance(error, msgspec.MsgspecError):
        return complaint(str(error), kind)
    return "the body is nested too deeply; send plain fields."


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body has to be exactly what its handler declares."""

    async def json(self) -> Any:
        field = getattr(self.route_handler, "parsed_data_field", None)
        kind = field.annotation if field is not None else Any
        try:
            return msgspec.json.decode(await self.body(), type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise ValidationException(refused(error, kind)) from None
