"""Take the pictures: ``python -m tests.web.screenshots [--drawn FOLDER] [--out FOLDER] [NAME ...]``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.web.screenshots import house_scenes, pairs, poker_scenes, room_pages
from tests.web.screenshots.page import serve

DESK, PHONE = (1440, 900), (390, 844)
SCENES = {**house_scenes.SCENES, **poker_scenes.SCENES}
VARIANTS: dict[str, dict[str, Any]] = {
    "": {},
    "-phone": {"size": PHONE},
    "-light": {"settings": {"theme": "light"}},
    "-contrast": {"settings": {"contrast": "more"}},
}
FOUR_COLOURS = "house-table-top5-light"
WANTED = [
    *SCENES,
    "house-table-top5-light",
    "house-table-top5-contrast",
    "poker-holdem-light",
    *(f"{name}-phone" for name in SCENES if not name.startswith("states")),
]


def _split(name: str) -> tuple[str, dict[str, Any]]:
    for ending, variant in VARIANTS.items():
        if ending and name.endswith(ending):
            return name.removesuffix(ending), variant
    return name, {}


def _take(browser: Browser, base: str, name: str, out: Path) -> list[str]:
    scene, variant = _split(name)
    width, height = variant.get("size", DESK)
    phone = width < 760
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if phone else 1,
        has_touch=phone,
        reduced_motion="reduce",
    )
    settings = {"theme": "dark", **variant.get("settings", {}), "known": True, "toured": True}
    if name == FOUR_COLOURS:
        settings["deck"] = "four"
    context.add_init_script(f"localStorage.setItem('pitboss settings', JSON.stringify({json.dumps(settings)}))")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda told: said.append(told.text) if told.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(f"{error} {error.stack}"))
    page.goto(f"{base}/table/{scene}")
    page.wait_for_selector(".act, main")
    page.wait_for_timeout(300)
    before = _MADE[scene].before
    if before:
        before(page)
    page.wait_for_timeout(1300)
    page.screenshot(path=str(out / f"{name}.png"))
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        said.append(f"{wide} pixels wide")
    context.close()
    return said


_MADE: dict[str, Any] = {}


def _scene(path: str) -> tuple[str, dict[str, Any]]:
    name = path.split("/")[-1]
    return _MADE[name].page, _MADE[name].data()


def main() -> int:
    parser = argparse.ArgumentParser(prog="make screenshots")
    parser.add_argument("--drawn", type=Path, default=os.environ.get("DRAWN"), help="the folder of the drawings")
    parser.add_argument("--out", type=Path, default=Path("screenshots"), help="where the pictures go")
    parser.add_argument("names", nargs="*", help="pictures to take (all)")
    given = parser.parse_args()
    names = [name for name in WANTED if not given.names or any(name.startswith(each) for each in given.names)]
    given.out.mkdir(parents=True, exist_ok=True)
    for name in {_split(name)[0] for name in names}:
        _MADE[name] = SCENES[name]()
    server, base = serve(_scene)
    rooms = [name for name in room_pages.PAGES if not given.names or any(name.startswith(each) for each in given.names)]
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
            for name in names:
                said = _take(browser, base, name, given.out)
                print(name, *said, sep="\n  ")
            if rooms:
                room_pages.take(browser, rooms, given.out)
            browser.close()
    finally:
        server.shutdown()
    print(pairs.write(given.out, [*names, *rooms], Path(given.drawn) if given.drawn else None))
    return 0


if __name__ == "__main__":
    sys.exit(main())
