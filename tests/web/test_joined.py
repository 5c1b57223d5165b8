"""The scripts and style sheets of the pages as the server joins them."""

from __future__ import annotations

import gzip
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.server.web import modules
from pitboss.server.web.files import PAGES, folder, joined, parts, web_file
from pitboss.server.web.joined import Bundle, join
from pitboss.server.web.lean import lean_script, lean_style
from pitboss.server.web.styles import named_in, used_only
from tests.patience import MINUTE

from .test_modules import node

MODULES = {
    "js/page.js": """// The page.

import { add as sum, count } from "./lib/add.js";
import * as t from "./texts.js";

/** Never called. */
export const unused = () => t.NEVER;

async function later() {
  const { shown, MORE } = await import("./late.js");
  return shown(sum(1, 2)) + MORE;
}

export const at = async () => [await later(), (await import("./here.js")).HERE, count(), t.HELLO, t.MORE];
console.log(JSON.stringify(await_all(at)));

function await_all(promise) {
  return typeof promise;
}
globalThis.answer = at();
""",
    "js/lib/add.js": """let calls = 0;

export function add(a, b) {
  calls += 1;
  return a + b;
}

export const count = () => calls;

export const subtract = (a, b) => a - b;
""",
    "js/texts/more.js": """export const MORE = "more";
""",
    "js/texts.js": """export * from "./texts/more.js";

export const HELLO = "a { b } : c";
export const LATE = "late";
export const NEVER = "never said";
""",
    "js/late.js": """import { add } from "./lib/add.js";
import * as t from "./texts.js";
export * from "./texts/more.js";

export function shown(number) {
  return `${t.LATE} ${add(number, 10)}`;
}
""",
    "js/here.js": "export const HERE = 'here';\n",
}


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for path, text in MODULES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.setattr(modules, "FOLDER", tmp_path)
    modules.module_at.cache_clear()
    yield tmp_path
    modules.module_at.cache_clear()


def test_joined_modules_do_what_they_did(sources: Path) -> None:
    scripts = join(Bundle("js/page.js", at_once=("js/here.js",)), "/page.mjs")
    assert set(scripts) == {"/page.mjs", "/page.mjs/js/late.js"}
    main, late = scripts.values()
    assert "never said" not in main + late
    assert "subtract" not in main
    assert "LATE" not in main, "only the late module needs this text"
    assert "a+b" not in late, "add() is in the script of the page"
    (sources / "main.mjs").write_text(main.replace("/page.mjs/js/late.js", "./late.mjs"))
    (sources / "late.mjs").write_text(late.replace("/page.mjs", "./main.mjs"))
    (sources / "run.mjs").write_text(
        'await import("./main.mjs");\nconsole.log(JSON.stringify(await globalThis.answer));'
    )
    run = subprocess.run([node(), str(sources / "run.mjs")], capture_output=True, text=True, timeout=MINUTE)
    assert run.stdout == '"function"\n["late 13more","here",2,"a { b } : c","more"]\n', run.stderr


def test_a_module_that_is_never_fetched_is_not_sent(sources: Path) -> None:
    scripts = join(Bundle("js/page.js", never=("js/late.js",)), "/page.js")
    assert list(scripts) == ["/page.js", "/page/js/here.js"]


LEAN = {
    'const { a, b } = c ? [1] : { d: "x : y" };': 'const{a,b}=c?[1]:{d:"x : y"};',
    "if (a / b > 1) c();": "if (a / b > 1) c();",
    "x = `a ${b} : c`;": "x = `a ${b} : c`;",
    "return a - -b;": "return a - -b;",
    "call(\na,\nb\n)": "call(a,b\n)",
}


@pytest.mark.parametrize("line", LEAN)
def test_spaces_that_say_nothing_are_left_out(line: str) -> None:
    assert lean_script(line) == LEAN[line]


def test_a_style_sheet_loses_comments_and_spaces() -> None:
    sheet = '/* a */\n.a > b, .c {\n  color: red; content: "x : y; z";\n  width: calc(1px + 2px);\n}\n'
    assert lean_style(sheet) == '.a>b,.c{color:red;content:"x : y; z";width:calc(1px + 2px)}'


NAMED = named_in(['h("i", { class: "near far" });', "h(`suit-${suit} ${on ? `lit` : ''}`)"], ['<p class="skip">'])


def test_rules_of_classes_that_a_page_never_names_are_left_out() -> None:
    sheet = (
        'body{--x:url("data:{.gone}")}.near,.gone{a:b}.near .gone{a:b}.suit-s{a:b}.lit:not(.gone,.near){a:b}.skip{a:b}'
        "@media (x){.gone{a:b}}@media (x){.far>.near{a:b}}@keyframes gone{to{a:b}}"
    )
    assert used_only(sheet, NAMED) == (
        'body{--x:url("data:{.gone}")}.near{a:b}.suit-s{a:b}.lit:not(.gone,.near){a:b}.skip{a:b}'
        "@media (x){.far>.near{a:b}}@keyframes gone{to{a:b}}"
    )


def test_every_script_is_valid(tmp_path: Path) -> None:
    for number, (path, script) in enumerate(joined().items()):
        if path.endswith(".js"):
            file = tmp_path / f"{number}.mjs"
            file.write_bytes(script.content)
            run = subprocess.run([node(), "--check", str(file)], capture_output=True, text=True, timeout=MINUTE)
            assert run.returncode == 0, f"{path}: {run.stderr}"


@pytest.mark.parametrize("name", PAGES)
def test_the_parts_of_a_page_are_there_joined_and_as_sources(name: str) -> None:
    for sources in (False, True):
        styles, script = parts(name, sources)
        for address in (*styles, script):
            file = web_file(address.removeprefix("/web/"), sources)
            assert file is not None, address
            assert gzip.decompress(file.packed) == file.content
            assert file.kept is not sources
    assert re.fullmatch(rf"/web/{folder()}/{name}\.js", parts(name).script)


def test_no_file_outside_the_folder_is_sent() -> None:
    assert web_file("../server/config.py") is None
    assert web_file("../../../etc/passwd", sources=True) is None
