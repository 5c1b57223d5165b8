"""The plain pages: words between backticks are code, and no text is treated as markup."""

from __future__ import annotations

import re

import pytest

from pitboss.server.web_files import coded

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


def test_a_browser_at_a_wrong_address_gets_a_page_and_a_program_a_sentence(shared: Served) -> None:
    seen = shared.client().get("/nowhere/<b>", headers={"Accept": "text/html,*/*;q=0.8"})
    assert seen.status_code == 404
    assert seen.headers["content-type"].startswith("text/html")
    assert "There is no such page" in seen.text
    assert "<b>" not in seen.text
    for path, accept in (("/nowhere", "*/*"), ("/api/nowhere", "text/html")):
        said = shared.client().get(path, headers={"Accept": accept})
        assert said.status_code == 404
        assert said.json()["error"].startswith(f"there is no {path} here")


@pytest.mark.parametrize("path", ["/owner", "/docs", "/nowhere"])
def test_plain_pages_wear_the_dress_of_the_others(shared: Served, path: str) -> None:
    client = shared.client()
    styles = re.findall(r'<link rel="stylesheet" href="[^"]+">', client.get("/rules").text)
    assert styles
    seen = client.get(path, headers={"Accept": "text/html"}).text
    assert all(style in seen for style in styles)
