"""The types of the pages: generated from the server's schemas, and checked, so that a renamed field is found."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.server.web_files import FOLDER, published
from tests.patience import MINUTE

from .wire_types import FILE, written

ROOT = Path(__file__).parents[2]
DENO = Path(sys.executable).with_name("deno")


def deno(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Deno as ``make lint`` does: with what is installed, and nothing from the network."""
    kept = {"DENO_DIR": str(ROOT / ".venv/deno"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    return subprocess.run([DENO, *words], cwd=root, env=kept, capture_output=True, text=True, timeout=5 * MINUTE)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the pages, their types and the settings, where they may be changed."""
    for path in ("src/pitboss/web/js", "src/pitboss/web/types"):
        shutil.copytree(ROOT / path, tmp_path / path)
    for path in ("deno.json", "tests/web/lint.js"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


def change(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text, f"{before} is not in {file}"
    file.write_text(text.replace(before, after), "utf-8")


def test_the_types_are_those_of_the_schemas() -> None:
    """After a change of the protocol: ``python -m tests.web.wire_types``."""
    assert FILE.read_text("utf-8") == written()


def test_types_are_not_sent_to_browsers() -> None:
    assert list(FOLDER.glob("types/*.d.ts"))
    assert not [path for path in published() if "types" in path or path.endswith(".ts")]


@pytest.mark.long
def test_a_field_that_the_server_renames_is_found_wherever_a_page_reads_it(copied: Path) -> None:
    """In messages, events, layouts and answers over HTTP; and a field that the page itself misspells."""
    types, js = copied / "src/pitboss/web/types/wire.d.ts", copied / "src/pitboss/web/js"
    renamed = {
        "raises_left?:": "raises_open?:",
        "breakage?: string;\n    outcome": "broken?: string;\n    outcome",  # no page reads it
        "several: boolean;": "multiple: boolean;",
        "unit?: number;": "stake_unit?: number;",
        'type: "mucked";': 'type: "thrown";',
    }
    for before, after in renamed.items():
        change(types, before, after)
    change(js / "felt/poker.js", "ui.replay", "ui.replayed")
    run = deno(copied, "check", "--quiet", "src/pitboss/web/js")
    assert run.returncode != 0
    for name in ("raises_left", "several", "unit", '"mucked"', "replayed"):
        assert name in run.stderr, f"{name} is not found:\n{run.stderr}"
    assert "breakage" not in run.stderr


def test_a_ternary_within_a_ternary_and_a_long_line_are_found(copied: Path) -> None:
    text = f"export const size = (n) => (n > 2 ? n > 3 ? 'l' : 'm' : 's');\n// {'long ' * 24}\n"
    (copied / "src/pitboss/web/js/wrong.js").write_text(text)
    run = deno(copied, "lint", "src/pitboss/web/js/wrong.js")
    assert run.returncode != 0
    assert "nested-ternary" in run.stderr
    assert "long-line" in run.stderr
