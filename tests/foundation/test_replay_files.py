"""What ``pitboss replay`` is handed by strangers: pipes, devices and endless files are refused before they are read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli import replay

from ..conftest import Said


def test_pipes_devices_and_large_files_are_refused(
    tmp_path: Path, command: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, large = tmp_path / "pipe", tmp_path / "large.json"
    os.mkfifo(pipe)
    large.write_text("{" + " " * 2000 + "}")
    monkeypatch.setattr(replay, "MOST_BYTES", 1000)
    for path, words in ((pipe, "not an ordinary file"), (Path("/dev/zero"), "not an ordinary file"), (large, "larger")):
        said = command("replay", str(path))
        assert said.code == 2
        assert words in said.err
        assert said.err.count("\n") == 1
