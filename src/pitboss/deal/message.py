"""Messages to logs and clients as JSON: events, moves, settlement lines, entries, views.

Cents are whole numbers, fractions are text (``"3/2"``), and a move is a list of its fields in order.

>>> from fractions import Fraction
>>> encode({"odds": Fraction(8, 5)})
b'{"odds":"8/5"}'
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from pitboss.deal.record import UNREADABLE, RecordError, damage

MessageT = TypeVar("MessageT")


def encode(message: Any) -> bytes:
    """Encode a message as JSON."""
    return _ENCODER.encode(message)


def decode(data: bytes, kind: type[MessageT]) -> MessageT:
    """Decode a message of this type."""
    try:
        return msgspec.json.decode(data, type=kind, dec_hook=_read)
    except UNREADABLE as error:
        raise RecordError(f"this is not a message of type {kind.__name__} ({damage(error)}).") from None


def _write(message: Any) -> Any:
    if isinstance(message, Fraction):
        return str(message)
    raise NotImplementedError(f"{type(message).__name__} cannot be sent as a message")


def _read(kind: type, value: Any) -> Any:
    if kind is not Fraction or not isinstance(value, str):
        raise NotImplementedError(f"{kind.__name__} cannot be read from {value!r}")
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{value!r} is not a fraction") from None


_ENCODER = msgspec.json.Encoder(enc_hook=_write)
