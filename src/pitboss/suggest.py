"""Suggestions for an unknown name: the closest known one, or the list of all."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


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
