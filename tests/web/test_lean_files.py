"""Modules and style sheets are sent without comments and indentation, and otherwise unchanged."""

from __future__ import annotations

import pytest

from pitboss.server.web_files import FOLDER, web_file

FILES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.suffix in (".js", ".css"))


@pytest.mark.parametrize("path", FILES)
def test_only_comments_and_indentation_are_left_out(path: str) -> None:
    sent = web_file(path)
    assert sent is not None
    lines = sent.content.decode().splitlines()
    assert not [line for line in lines if line.startswith(("//", "/*", " "))]
    if path.endswith(".js"):
        written = [line.strip() for line in (FOLDER / path).read_text("utf-8").splitlines()]
        assert set(lines) <= set(written)
        assert sum("`" in line and line.count("`") % 2 for line in lines) == 0  # no text over several lines
