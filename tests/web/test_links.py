"""Imports between the modules of the pages, linked by Node.js as a browser links them."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.server.web_files import FOLDER, PAGES, imported, parts, version
from tests.patience import MINUTE

from .test_modules import node


@cache
def linked(folder: Path = FOLDER) -> dict[str, dict[str, Any]]:
    """By path: the modules that a module imports statically and later, and what it takes that is not there."""
    words = [node(), "--experimental-vm-modules", "--no-warnings", str(Path(__file__).with_name("linked.mjs"))]
    run = subprocess.run([*words, str(folder)], capture_output=True, text=True, timeout=MINUTE)
    assert run.returncode == 0, run.stderr
    return dict(json.loads(run.stdout))


def test_everything_imported_is_exported_there() -> None:
    modules = linked()
    assert len(modules) == len(list(FOLDER.rglob("*.js")))
    assert {path: module["missing"] for path, module in modules.items() if module["missing"]} == {}
    assert all(later in modules for module in modules.values() for later in module["later"])


def test_what_is_imported_but_not_exported_is_found(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    for name, text in {
        "there.js": "export const here = 1;\n",
        "named.js": 'import {\n  gone,\n} from "./there.js";\ngone();\n',
        "whole.js": 'import * as all from "./there.js";\nall.here + all.lost;\n',
        "nowhere.js": 'import "./nothing.js";\n',
    }.items():
        (tmp_path / "js" / name).write_text(text)
    missing = {path: module["missing"] for path, module in linked(tmp_path).items() if module["missing"]}
    assert missing.keys() == {"js/named.js", "js/whole.js", "js/nowhere.js"}
    assert "export named 'gone'" in missing["js/named.js"][0]
    assert missing["js/whole.js"] == ["all.lost"]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """In a circle some module would run before what it imports."""

    def walk(path: str, above: tuple[str, ...]) -> None:
        assert path not in above, " → ".join((*above, path))
        if path not in seen:
            for each in linked()[path]["imports"]:
                walk(each, (*above, path))
            seen.add(path)

    seen: set[str] = set()
    for path in linked():
        walk(path, ())


@pytest.mark.parametrize("name", PAGES)
def test_a_page_preloads_exactly_what_its_modules_import(name: str) -> None:
    """Otherwise a browser would learn of a module only from the one that imports it, or fetch one for nothing."""
    page, needed = PAGES[name], set[str]()
    waiting = [page.module, *page.at_once]
    while waiting:
        path = waiting.pop()
        if path not in needed:
            needed.add(path)
            waiting += linked()[path]["imports"]
    assert {page.module, *imported(page.module, *page.at_once)} == needed
    assert parts(name).preloads == tuple(f"/web/{version()}/{path}" for path in imported(page.module, *page.at_once))
    assert set(page.at_once) <= {later for path in needed for later in linked()[path]["later"]}
