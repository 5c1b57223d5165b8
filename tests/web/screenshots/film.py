"""The pictures of the README, made from the screenshots: reduced in size and colours, and a round as a short film."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.web.screenshots import house_scenes
from tests.web.screenshots.page import serve

FOLDER = Path("docs/pictures")
WIDTHS = {
    "house-table-top5": 1200,
    "poker-holdem": 720,
    "omaha-showdown": 720,
    "lobby": 720,
    "poker-floor": 720,
    "house-table-top5-phone": 360,
    "poker-holdem-phone": 360,
}
FRAME = (900, 563)


def reduce(source: Path) -> None:
    """Write the chosen pictures of a folder, smaller and in 128 colours."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, width in WIDTHS.items():
        picture = Image.open(source / f"{name}.png").convert("RGB")
        small = picture.resize((width, picture.height * width // picture.width), Image.Resampling.LANCZOS)
        small.quantize(128, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)


def _moments() -> Iterator[tuple[dict[str, Any], int, str]]:
    """A round from the cards to the settlement: what the page is given, milliseconds, a key to press."""
    scene = house_scenes.top5()
    scene.answers = scene.answers or {}
    data = scene.data()
    yield data, 1400, ""
    yield data, 1400, "5"
    scene = house_scenes.settling(before=True)
    session: Any = scene.session
    while session.step():
        last = session.view("floor").deal.events[-1]
        if last.verb in ("turn", "announce") or (last.verb == "settle" and last.pile == "bet"):
            yield scene.data(), 1000, ""


def film(out: Path) -> None:
    """Play the round in the page and write its pictures as one moving one."""
    made = list(_moments())
    server, base = serve(lambda path: ("table", made[int(path.split("/")[-1])][0]))
    frames = []
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path="/usr/bin/chromium")
            page = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
            for number, (_, _, key) in enumerate(made):
                page.goto(f"{base}/table/{number}")
                page.wait_for_selector(".act")
                page.wait_for_timeout(500)
                if key:
                    page.keyboard.press(key)
                page.wait_for_timeout(1300)
                shot = out / f"film-{number}.png"
                page.screenshot(path=str(shot))
                frames.append(Image.open(shot).convert("RGB").resize(FRAME, Image.Resampling.LANCZOS))
            browser.close()
    finally:
        server.shutdown()
    times = [time for _, time, _ in made]
    times[-1] = 3000
    first, *rest = frames
    target = FOLDER / "round.webp"
    first.save(target, save_all=True, append_images=rest, duration=times, loop=0, quality=72, method=4)


if __name__ == "__main__":
    reduce(Path(sys.argv[1]))
    film(Path(sys.argv[1]))
