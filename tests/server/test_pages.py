"""The plain pages: words between backticks are code, and nothing of a text is markup."""

from __future__ import annotations

import pytest

from pitboss.server.pages import coded

from .serving import Served


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("by `WAC 230-15-040` here", "by <code>WAC 230-15-040</code> here"),
        ("``.json`` or ``.txt``", "<code>.json</code> or <code>.txt</code>"),
        ("a <b> & `<i>`", "a &lt;b&gt; &amp; <code>&lt;i&gt;</code>"),
    ],
)
def test_words_between_backticks_are_code(text: str, shown: str) -> None:
    assert coded(text) == shown


@pytest.mark.parametrize("path", ["/rules", "/docs"])
def test_no_page_shows_backticks(shared: Served, path: str) -> None:
    answer = shared.client().get(path)
    assert answer.status_code == 200
    assert "<code>" in answer.text
    assert "`" not in answer.text
