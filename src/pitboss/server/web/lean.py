"""Scripts and style sheets with fewer bytes: comments, indentation and spaces that say nothing are left out."""

from __future__ import annotations

import re

_DOUBTFUL = re.compile("['`/]")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_SPACED = re.compile(r"""("(?:[^"\\]|\\.)*")| ?([{}()\[\]:;,?=<>*%|&]+) ?""")
_OPEN_END = re.compile(r"(?<=[{(\[,;])\n")
_STYLE = re.compile(r"""("[^"]*")|;?\s*(})\s*|\s*([{};,>])\s*|(?<=:)\s+""")


def lean_script(text: str) -> str:
    """Lines of a script without spaces around punctuation.

    A line with a template, an apostrophe or a slash outside its texts is kept as it is: there a space may matter.
    """
    return _OPEN_END.sub("", "\n".join([_squeezed(line) for line in text.splitlines()]))


def _squeezed(line: str) -> str:
    if _DOUBTFUL.search(line) and _DOUBTFUL.search(_TEXT.sub("", line)):
        return line
    return _SPACED.sub(lambda match: match[1] or match[2], line)


def lean_style(text: str) -> str:
    """A style sheet without comments and without spaces around punctuation."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).strip()
    return _STYLE.sub(lambda match: match[1] or match[2] or match[3] or "", text)
