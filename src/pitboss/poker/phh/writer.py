"""Writes hand histories: the format's own fields first, then all others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from pitboss.poker.phh.history import HandHistory, HistoryError, spell


def write(history: HandHistory) -> str:
    """The text of a history; :func:`read` restores the history."""
    lines = [f"variant = {_text(history.variant)}", f"ante_trimming_status = {_value(history.trimmed)}"]
    lines.append(f"antes = {_value(history.antes)}")
    if history.blinds:
        lines.append(f"blinds_or_straddles = {_value(history.blinds)}")
    for key in ("bring_in", "small_bet", "big_bet", "min_bet"):
        if amount := getattr(history, key):
            lines.append(f"{key} = {_value(amount)}")
    lines.append(f"starting_stacks = {_value(Decimal('Infinity') if s is None else s for s in history.stacks)}")
    actions = "".join(f"  {_text(str(line))},\n" for line in history.lines)
    lines.append(f"actions = [\n{actions}]")
    lines.extend(f"{_key(key)} = {_value(value)}" for key, value in history.more.items())
    if history.finishing is not None:
        lines.append(f"finishing_stacks = {_value(history.finishing)}")
    return "\n".join(lines) + "\n"


def _text(words: str) -> str:
    """A TOML string; JSON escapes are valid in TOML, except that TOML also escapes DEL."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Decimal):
        return "inf" if value.is_infinite() else spell(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(str(key))} = {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Iterable):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise HistoryError(
        f"{value!r} cannot be written to a hand history; use text, whole numbers, dates, lists or tables."
    )
