"""The base class of every error a user can cause and fix, and suggestions for an unknown name.

Every message is a single sentence: what was wrong, what was expected, how to fix it. The command line prints it and
exits with code 2. A call that raises it has changed nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Control characters and marks that change the direction of text, except line feeds and tabs."""


def visible(text: str) -> str:
    r"""Escape control characters, so that an untrusted file cannot control the terminal.

    >>> visible("red \x1b[31m")
    'red \\x1b[31m'
    """
    if text.isprintable():  # nothing unsafe is printable, and most texts are
        return text
    return UNSAFE.sub(lambda match: ascii(match[0])[1:-1], text)


LONGEST_WORD = 200
_LONG = re.compile(rf"(\S{{60}})\S{{{LONGEST_WORD - 60},}}(\S{{20}})")


def shortened(sentence: str) -> str:
    """The sentence with very long words cut in the middle, such as what a stranger typed."""
    if len(sentence) <= LONGEST_WORD:
        return sentence
    return _LONG.sub(r"\1…\2", sentence)


class PitbossError(ValueError):
    """A request that cannot be carried out; the message says why and what would work.

    ``rule`` is the ID of the rule it rests on, if any, and the sentence cites it at its end. With ``cite=False`` the
    sentence stays as it is given: it already cites the rule, or the code that shows the field does.

    >>> error = PitbossError("wagers closed when the dealing started.", rule="HB-1")
    >>> str(error), error.rule
    ('wagers closed when the dealing started (HB-1).', 'HB-1')
    """

    rule = ""

    def __init__(self, message: str = "", *, rule: str = "", cite: bool = True) -> None:
        if rule:
            self.rule = rule  # in the instance's dictionary, so that it is pickled
            if cite:
                message = f"{message.removesuffix('.')} ({rule})."
        super().__init__(visible(shortened(message)))

    @property
    def clause(self) -> str:
        """The sentence without its full stop, to be continued in another one."""
        return str(self).removesuffix(".")


def suggestion(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """``did you mean 'holdem'?`` if a known name is close, otherwise the list of known names."""
    names = list(known)
    match = closest(word, names)
    if match:
        return f"did you mean {match!r}?"
    alternative = f", or give {otherwise}" if otherwise else ""
    return f"choose one of {', '.join(names)}{alternative}."


def closest(word: str, known: Iterable[str]) -> str:
    """The known name most like this word, or an empty string."""
    plain = {_plain(name): name for name in known}
    wanted = _plain(word)
    if wanted in plain:
        return plain[wanted]
    completions = [name for short, name in plain.items() if wanted and short.startswith(wanted)]
    if len(completions) == 1:
        return completions[0]
    matches = get_close_matches(wanted, plain, n=1, cutoff=0.6)
    return plain[matches[0]] if matches else ""


def with_article(noun: str) -> str:
    """``an exposed card``, ``a burn``."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def _plain(word: str) -> str:
    return "".join(letter for letter in word.lower() if letter.isalnum())
