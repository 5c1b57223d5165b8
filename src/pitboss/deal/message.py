"""Whatever crosses to a log or a client, as JSON: events, moves, settlement lines, entries, views.

Cents are whole numbers, fractions are text (``"3/2"``), a move is a list in the order of its fields.

>>> from fractions import Fraction
>>> encode({"odds": Fraction(8, 5)})
b'{"odds":"8/5"}'
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from pitboss.deal.record import RecordError

MessageT = TypeVar("MessageT")


def encode(thing: Any) -> bytes:
    """A message as bytes."""
    return _ENCODER.encode(thing)


def decode(data: bytes, kind: type[MessageT]) -> MessageT:
    """The message of this type that the bytes hold, or one sentence about what they are not."""
    try:
        return msgspec.json.decode(data, type=kind, dec_hook=_read)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RecordError(f"this is not a message of type {kind.__name__} ({error}).") from None


def _write(thing: Any) -> Any:
    if isinstance(thing, Fraction):
        return str(thing)
    raise NotImplementedError(f"{type(thing).__name__} does not cross to anyone")


def _read(kind: type, told: Any) -> Any:
    if kind is not Fraction or not isinstance(told, str):
        raise NotImplementedError(f"{kind.__name__} cannot be read from {told!r}")
    try:
        return Fraction(told)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{told!r} is no fraction") from None


_ENCODER = msgspec.json.Encoder(enc_hook=_write)
