"""What to say of a word that names nothing: what was perhaps meant, and what there is."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """``did you mean 'holdem'?`` where one is close, else the list of all there are."""
    names = list(known)
    found = closest(word, names)
    if found:
        return f"did you mean {found!r}?"
    more = f", or give {otherwise}" if otherwise else ""
    return f"choose one of {', '.join(names)}{more}."


def closest(word: str, known: Iterable[str]) -> str:
    """The name a word probably stands for; none if nothing is close."""
    plain = {_plain(name): name for name in known}
    wanted = _plain(word)
    if wanted in plain:
        return plain[wanted]
    begins = [name for short, name in plain.items() if wanted and short.startswith(wanted)]
    if len(begins) == 1:
        return begins[0]
    found = get_close_matches(wanted, plain, n=1, cutoff=0.6)
    return plain[found[0]] if found else ""


def with_article(noun: str) -> str:
    """``an exposed card``, ``a burn``."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def _plain(word: str) -> str:
    return "".join(sign for sign in word.lower() if sign.isalnum())
