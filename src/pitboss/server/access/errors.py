"""Refusals over HTTP: one sentence as ``{"error": …}``, never a traceback."""

from __future__ import annotations

import math
from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, TooManyRequestsException, ValidationException

from pitboss.errors import PitbossError, shortened, visible
from pitboss.room.journal import Unavailable
from pitboss.room.people import NameTaken
from pitboss.server.live.wire import ErrorReply
from pitboss.server.pages import page

STATUS: dict[type[Exception], int] = {NameTaken: 409, Unavailable: 503}
"""The status of our own errors, where it is not 400."""

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
    if error.status_code == 404 and _wants_page(request):
        return page("missing.html", status=404, path=shortened(visible(request.url.path)))
    words = {
        404: f"there is no {request.url.path} here; /docs lists every address.",
        405: "this address does not take that method; /docs lists which it takes.",
    }
    detail = words.get(error.status_code) if error.detail in ("Not Found", "Method Not Allowed") else None
    rule = error.extra.get("rule", "") if isinstance(error.extra, dict) else ""
    return refusal(error.status_code, detail or error.detail or "the request was refused.", rule, error.headers)


def _wants_page(request: Request[Any, Any, Any]) -> bool:
    """True if somebody typed the address into a browser; a program asks for JSON, or for anything."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def refuse_any(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorReply]:
    log.error("request failed", path=request.url.path, exc_info=error)
    return refusal(500, "the server could not carry this out; it has been logged.")


def _validation(error: ValidationException) -> str:
    """One sentence for the first thing that was wrong with a request."""
    extra: Any = error.extra
    first = extra[0] if isinstance(extra, list) and extra else extra
    if isinstance(first, dict) and first.get("key") == "data" and first.get("message") == "'data'":
        return "the body is empty; send a JSON object."
    if isinstance(first, dict) and first.get("message"):
        key = f"{first['key']}: " if first.get("key") else ""
        return f"{key}{first['message']}."
    return error.detail
