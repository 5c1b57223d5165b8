"""Bodies of requests, read strictly: a number is not a text, and 0 is not false."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException

from pitboss.server.access.expected import refused


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body has to be exactly what its handler declares."""

    async def json(self) -> Any:
        field = getattr(self.route_handler, "parsed_data_field", None)
        kind = field.annotation if field is not None else Any
        try:
            return msgspec.json.decode(await self.body(), type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise ValidationException(refused(error, kind)) from None
