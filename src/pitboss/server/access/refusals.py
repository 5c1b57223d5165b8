"""Refusals over HTTP: one sentence as ``{"error": …}``, never a traceback; msgspec's complaints name the field.

>>> from pitboss.server.live.wire import ChipsMoved
>>> complaint("Expected `int` >= 1 - at `$.cents`", ChipsMoved)
'cents has to be a whole number from 1 to 10,000,000,000.'
>>> complaint("Object contains unknown field `cent`", ChipsMoved)
"'cent' is not a field of this message; did you mean 'cents'?"
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, TooManyRequestsException, ValidationException
from msgspec import inspect

from pitboss.errors import PitbossError, shortened, suggestion, visible
from pitboss.room.journal import Unavailable
from pitboss.room.people import NameTaken
from pitboss.server.live.wire import ErrorReply
from pitboss.server.web_files import page

STATUS: dict[type[Exception], int] = {NameTaken: 409, Unavailable: 503}
"""The status of our own errors, if it is not 400."""

log = structlog.get_logger("pitboss.http")


def too_many(wait: float) -> TooManyRequestsException:
    """The refusal of a request that came too soon."""
    seconds = max(1, math.ceil(wait))
    return TooManyRequestsException(
        f"too many requests; try again in {seconds} second{'s' * (seconds > 1)}.", headers={"Retry-After": str(seconds)}
    )


def refusal(status: int, sentence: str, rule: str = "", headers: dict[str, str] | None = None) -> Response[ErrorReply]:
    sentence = visible(shortened(" ".join(sentence.split())))
    return Response(ErrorReply(error=sentence, rule=rule), status_code=status, headers=headers)


def refuse_ours(_: Request[Any, Any, Any], error: PitbossError) -> Response[ErrorReply]:
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    return refusal(status, str(error), error.rule)


def refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorReply] | Response[str]:
    if isinstance(error, ValidationException):
        return refusal(400, _validation(error))
    # People who typed the address into a browser get a page; a program asks for JSON, or for anything.
    if (
        error.status_code == 404
        and "text/html" in request.headers.get("accept", "")
        and not request.url.path.startswith("/api/")
    ):
        return page("missing.html", status=404, path=shortened(visible(request.url.path)))
    words = {
        404: f"there is no {request.url.path} here; /docs lists every address.",
        405: "this address does not take that method; /docs lists which it takes.",
    }
    detail = words.get(error.status_code) if error.detail in ("Not Found", "Method Not Allowed") else None
    rule = error.extra.get("rule", "") if isinstance(error.extra, dict) else ""
    return refusal(error.status_code, detail or error.detail or "the request was refused.", rule, error.headers)


def refuse_any(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorReply]:
    log.error("request failed", path=request.url.path, exc_info=error)
    return refusal(500, "the server could not carry this out; it has been logged.")


def _validation(error: ValidationException) -> str:
    """One sentence for the first problem of a request."""
    extra: Any = error.extra
    first = extra[0] if isinstance(extra, list) and extra else extra
    if isinstance(first, dict) and first.get("key") == "data" and first.get("message") == "'data'":
        return "the body is empty; send a JSON object."
    if isinstance(first, dict) and first.get("message"):
        key = f"{first['key']}: " if first.get("key") else ""
        return f"{key}{first['message']}."
    return error.detail


# Bodies that are not what a route expects ----------------------------------------------------------------------------

_WHERE = re.compile(r"(.*) - at (`key` in )?`\$\.?(.*)`$", re.S)
_NO_VALUE = re.compile(r"Invalid value (.*)", re.S)
_MALFORMED = re.compile(r"JSON is malformed: (.*) \(byte (\d+)\)", re.S)
_MISSING = re.compile(r"Object missing required field `(.*)`", re.S)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.S)


def complaint(words: str, kind: Any) -> str:
    """Turn an error of msgspec into a sentence: which field, and what it has to be."""
    what, key, path = match.groups() if (match := _WHERE.match(words)) else (words, "", "")
    if what.startswith("Input data was truncated"):
        return "the body is not JSON: it ends too early; close every string and bracket."
    if match := _MALFORMED.match(what):
        return f"the body is not JSON: at byte {match[2]}, {match[1]}."
    if match := _MISSING.match(what):
        field = f"{path}.{match[1]}" if path else match[1]
        return f"{field} is missing; it has to be {_described(kind, field)}."
    if match := _UNKNOWN.match(what):
        at = _at(kind, path)
        known = [field.name for field in at.fields] if isinstance(at, inspect.StructType) else []
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


def _described(kind: Any, path: str, *, names: bool = False) -> str:
    """Describe the value expected at a path, or the ``names`` in it."""
    info = _at(kind, path)
    if names and isinstance(info, inspect.DictType):
        info = info.key_type
    return _words(info)


_info = lru_cache(maxsize=64)(inspect.type_info)


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


def _words(info: inspect.Type | None) -> str:
    tell = _WORDS.get(type(info))
    return tell(info) if tell else "as described in /docs"


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
    inspect.StrType: lambda info: "a text" + _span(info.min_length or 0, info.max_length, " characters"),
    inspect.IntType: lambda info: "a whole number" + _span(info.ge, info.le, "", "from "),
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
    """The sentence for an error in reading a message."""
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
