"""Names: allowed account names, and how they are shown."""

from __future__ import annotations

import pytest

from pitboss.errors import PitbossError
from pitboss.server.access.people import checked_name

from .serving import Served


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("Ann", "Ann"),
        ("  Ann ", "Ann"),
        ("Zoe\u0301", "Zoé"),
        ("Жанна", "Жанна"),
        ("李 雷", "李 雷"),
        ("a" * 24, "a" * 24),
    ],
)
def test_names_are_stored_in_one_spelling(given: str, stored: str) -> None:
    assert checked_name(given) == stored


BAD = {
    "empty": "",
    "blank": "   ",
    "a control character": "Ann\x07",
    "an escape": "\x1b[31mAnn",
    "a line feed": "Ann\nfloor: pays Ann",
    "a tab": "Ann\tBob",
    "text from right to left": "Ann\u202egnu",
    "a zero-width space": "An\u200bn",
    "a surrogate": "Ann\ud800",
    "a line separator": "Ann\u2028Bob",
    "too long": "a" * 25,
    "no letter": "--- ---",
    "the house's": "Floor",
    "the cage": "CAGE",
}


@pytest.mark.parametrize("name", BAD.values(), ids=BAD.keys())
def test_other_names_are_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(PitbossError) as refused:
        checked_name(name)
    assert str(refused.value).isprintable()
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("name", [name for name in BAD.values() if "\ud800" not in name], ids=lambda _: "")
def test_nobody_gets_such_a_name_over_http(shared: Served, name: str) -> None:
    for path, extra in (("/api/guest", {}), ("/api/register", {"password": "correct horse"})):
        answer = shared.client().post(path, json={"name": name, **extra})
        assert answer.status_code == 400
        assert answer.json()["error"].isprintable()


def test_markup_in_a_name_is_only_text(shared: Served) -> None:
    """It is sent as JSON, which no browser renders; the pages insert it as text."""
    markup = "<img src=x onerror=a()>"
    floor = shared.with_roles("Flo", "floor")
    floor.post("/api/tables", json={"game": "toy", "name": markup})
    guest = shared.client().post("/api/guest", json={"name": markup})
    assert guest.json()["name"] == markup
    for answer in (guest, shared.client().get("/api/tables"), shared.client().get(f"/api/tables/{markup}")):
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert markup not in shared.client().get("/").text


def test_templates_escape_everything() -> None:
    from pitboss.server.web_files import page

    row = {"method": "GET", "path": "/<b>", "words": "<script>", "tag": "<h1>x"}
    row |= {"parameters": [{"name": "<i>", "in": "path"}], "body": [("<u>", "<em>", True)]}
    text = page("docs.html", operations=[row]).content
    for markup in ("<b>", "<script>", "<i>", "<u>", "<em>", "<h1>x"):
        assert markup not in text
        assert markup.replace("<", "&lt;").replace(">", "&gt;") in text
