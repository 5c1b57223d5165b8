"""Bodies of requests, read strictly: a number is no text, and 0 is not false."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException

_WHERE = re.compile(r"(.*) - at `\$\.?(.*)`$", re.S)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body has to be exactly what its handler declares."""

    async def json(self) -> Any:
        field = getattr(self.route_handler, "parsed_data_field", None)
        kind = field.annotation if field is not None else Any
        try:
            return msgspec.json.decode(await self.body(), type=kind)
        except UnicodeDecodeError:
            raise ValidationException("the body is not JSON: it is not UTF-8.") from None
        except (msgspec.MsgspecError, RecursionError) as error:
            raise ValidationException(_sentence(str(error))) from None


def _sentence(words: str) -> str:
    """What msgspec says, as a sentence that begins with the key."""
    what, where = match.groups() if (match := _WHERE.match(words)) else (words, "")
    what = what.replace("`", "'")
    what = what[:1].lower() + what[1:]
    if words.startswith(("JSON is malformed", "Input data was truncated")):
        return f"the body is not JSON: {what}."
    return f"{where or 'the body'}: {what}."
