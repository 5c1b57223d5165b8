"""The files of the pages: their addresses change with their contents, so that a browser may cache them forever."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.server import web_files
from pitboss.server.api.web import KEPT
from pitboss.server.config import Config
from pitboss.server.web_files import FOLDER, PAGES, imported, parts, published, version, web_file

from .serving import Served, served


def forget() -> None:
    version.cache_clear()
    published.cache_clear()


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The pages in a folder where they may be changed."""
    shutil.copytree(FOLDER, tmp_path / "web")
    monkeypatch.setattr(web_files, "FOLDER", tmp_path / "web")
    forget()
    yield tmp_path / "web"
    forget()


@pytest.mark.parametrize("name", PAGES)
def test_every_part_of_a_page_is_there_as_it_is_written(name: str) -> None:
    for sources in (False, True):
        styles, script, preloads = parts(name, sources)
        assert len(styles) > 2
        assert bool(preloads) is not sources
        for address in (*styles, script, *preloads):
            path = address.removeprefix("/web/")
            file = web_file(path, sources)
            assert file is not None, address
            assert file.content == (FOLDER / path.removeprefix(f"{version()}/")).read_bytes()
            assert gzip.decompress(file.packed) == file.content
            assert file.kept is not sources


@pytest.mark.parametrize("changed", ["js/lib/dom.js", "js/panels/seated-house.js", "css/tokens.css"])
def test_a_changed_file_changes_every_address(copied: Path, changed: str) -> None:
    """Also those of files that import it: they would otherwise be kept with the old one."""
    before, old = parts("house-table"), version()
    assert parts("house-table") == before
    (copied / changed).write_text((copied / changed).read_text("utf-8") + "\n")
    forget()
    after = parts("house-table")
    assert version() != old
    assert not {*before.styles, before.script, *before.preloads} & {*after.styles, after.script, *after.preloads}
    file = web_file(f"{version()}/{changed}")
    assert file is not None
    assert file.content == (copied / changed).read_bytes()
    assert web_file(f"{old}/{changed}") is None, "a page of the version before must not mix the two"


def test_a_renamed_file_changes_every_address(copied: Path) -> None:
    old = version()
    (copied / "js/lib/cards.js").rename(copied / "js/lib/playing-cards.js")
    forget()
    assert version() != old


def test_imports_are_followed_however_they_are_written(copied: Path) -> None:
    (copied / "js/first.js").write_text(
        "import {\n  a, // the first\n  b as c,\n} from './lib/one.js';\n"
        'import whole, * as all from "./lib/two.js"; export * from "./lib/three.js";import"./lib/four.js";\n'
        'export { d } from "./lib/five.js";\n'
        'const late = () => import("./lib/late.js");\n'
        "// import what is not there from './lib/nothing.js'\n"
    )
    for name in ("one", "two", "three", "four", "five", "late"):
        (copied / f"js/lib/{name}.js").write_text('import "../lib/deep.js";\n')
    (copied / "js/lib/deep.js").write_text('import "../first.js";\n')
    found = imported("js/first.js")
    assert sorted(found) == [f"js/lib/{name}.js" for name in ("deep", "five", "four", "one", "three", "two")]


def test_no_file_outside_the_folder_is_sent() -> None:
    assert web_file("../server/config.py") is None
    assert web_file("../../../etc/passwd", sources=True) is None
    assert web_file(f"{version()}/../../server/config.py") is None
    assert web_file("js/lib/dom.js") is None, "an address without the version is for work on the pages only"


def test_files_are_kept_for_good_and_pages_are_asked_for_again(shared: Served) -> None:
    client = shared.client()
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    script = parts("lobby").script
    assert script in page.text
    plain = client.get(script, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = client.get(script, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    for answer in (plain, packed):
        assert answer.headers["cache-control"] == KEPT
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.text == (FOLDER / PAGES["lobby"].module).read_text("utf-8")
    again = client.get(script, headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = script.replace(version(), "0" * len(version()))
    assert client.get(other).status_code == 404


def test_the_files_of_a_page_do_not_count_as_requests_of_an_address() -> None:
    """A first visit fetches some fifty of them, and a family or a school shares one address."""
    with served(Config(port=0, requests_per_minute=5)) as running:
        client = running.client()
        script = parts("lobby").script
        assert [client.get(script).status_code for _ in range(20)] == [200] * 20
        assert [client.get(f"/web/{number}/x.js").status_code for number in range(6)] == [404] * 5 + [429]
        assert client.get(script).status_code == 200
