"""``pitboss replay`` and ``verify-shuffle`` with hostile input: endless, huge and deeply nested files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import pitboss
from pitboss.cli import replay, verify_shuffle

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


def test_a_byte_order_mark_is_passed_over_and_a_files_name_is_no_command(
    tmp_path: Path, command: Callable[..., Said]
) -> None:
    hand = pitboss.game("holdem", house="pot", limit="2-4").deal({1: 4000, 2: 4000}, 1, pitboss.seeded(1))
    path = tmp_path / "a\x1b[31m.json"
    path.write_text("\ufeff" + hand.dump().decode(), encoding="utf-8")
    for words in ((), ("--tell",)):
        said = command("replay", str(path), *words)
        assert said.code == 0
        assert "\x1b" not in said.out
        assert "\\x1b[31m.json" in said.out


DEEP = "[" * 100_000 + "]" * 100_000
HOSTILE = {
    "record.json": (f'{{"kind": "poker", "setup": {{"a": {DEEP}}}}}', "its brackets are nested too deeply"),
    "objects.json": ('{"a":' * 100_000 + "1" + "}" * 100_000, "its brackets are nested too deeply"),
    "session.json": (f'{{"session": "poker", "setup": {{"a": {DEEP}}}, "entries": []}}', "nested too deeply"),
    "lists.phh": (f'variant = "FT"\na = {DEEP}', "go deeper than 16 levels"),
    "dots.phh": (".".join("a" * 30_000) + " = 1", "go deeper than 16 levels"),
    "entries.phh": ("\n".join(f"a.b{number} = 1" for number in range(60_000)), "a hand history has a few hundred"),
    "long.phh": ("#" * 1_000_001, "is longer than 1 MB"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_files_that_are_too_deep_or_too_long_are_refused_in_one_sentence(
    name: str, tmp_path: Path, command: Callable[..., Said]
) -> None:
    text, words = HOSTILE[name]
    path = tmp_path / name
    path.write_text(text)
    said = command("replay", str(path))
    assert said.code == 2
    assert words in said.err
    assert said.err.count("\n") == 1


def test_a_record_whose_facts_cannot_be_copied_is_damaged(tmp_path: Path, command: Callable[..., Said]) -> None:
    hand = pitboss.game("holdem", house="pot", limit="2-4").deal({1: 4000, 2: 4000}, 1, pitboss.seeded(1))
    record = json.loads(hand.dump())
    record["entries"] = [{"type": "floor", "name": "misdeal", "facts": {"reason": 0}}]
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(record).replace('{"reason": 0}', f'{{"reason": {"[" * 600}{"]" * 600}}}'))
    said = command("replay", str(path))
    assert said.code == 2
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"hash": ' * 100_000, "is nested too deeply"),
        (b'{"hash": ' + b"9" * 100_000 + b"}", "contains a number with thousands of digits"),
        (b"\xff\xfe\x00", "is not text"),
        (b"{", "is not JSON"),
        (b" " * (verify_shuffle.LONGEST + 1), "is longer than 16 MB"),
        (b"{}", "the hash is missing"),
        (b"5", "holds no opening"),
    ],
    ids=["lists", "objects", "digits", "bytes", "cut short", "long", "empty", "number"],
)
def test_a_file_that_opens_no_shuffle_is_refused_in_one_sentence(
    text: bytes, words: str, tmp_path: Path, command: Callable[..., Said]
) -> None:
    path = tmp_path / "opening.json"
    path.write_bytes(text)
    said = command("verify-shuffle", str(path))
    assert (said.code, said.out) == (2, "")
    assert words in said.err
    assert said.err.count("\n") == 1
