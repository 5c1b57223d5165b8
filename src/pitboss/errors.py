"""The one kind of error a person can cause and put right.

Every message is a single sentence: what was wrong, what was expected, how to fix it. The command line prints it and
exits with code 2; nothing is changed by a call that raises it.
"""

from __future__ import annotations

import re

UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Control characters and signs that change the direction of text; line feeds and tabs are harmless."""


def visible(text: str) -> str:
    r"""The text with control characters written out, so that a stranger's file cannot steer a terminal.

    >>> visible("red \x1b[31m")
    'red \\x1b[31m'
    """
    return UNSAFE.sub(lambda found: ascii(found[0])[1:-1], text)


class PitbossError(ValueError):
    """Something asked for cannot be done; the message says why and what would work."""

    def __init__(self, *args: object) -> None:
        super().__init__(*(visible(each) if isinstance(each, str) else each for each in args))
