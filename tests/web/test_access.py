"""Accessible pages: axe-core finds nothing in any theme; on a phone nothing scrolls sideways or is too small."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from .driver import PHONE, Watching
from .serving import Room
from .states import STATES

THEMES = {
    "dark": {"data-theme": "dark"},
    "light": {"data-theme": "light"},
    "high contrast": {"data-theme": "dark", "data-contrast": "more"},
}
FINISH = "() => document.getAnimations().forEach((each) => each.playState === 'running' && each.finish())"
"""Cards that still travel arrive, and colours that change slowly have changed."""
SMOKE = ("deciding",)


def complaints(page: Page) -> list[str]:
    """What axe-core finds in each theme."""
    listed = []
    for theme, attributes in THEMES.items():
        page.evaluate(
            "wanted => { for (const name of ['data-theme', 'data-contrast']) {"
            " if (wanted[name]) document.documentElement.setAttribute(name, wanted[name]);"
            " else document.documentElement.removeAttribute(name); } }",
            attributes,
        )
        page.wait_for_timeout(100)
        page.evaluate(FINISH)
        for violation in Axe().run(page).response["violations"]:
            for node in violation["nodes"]:
                said = node["any"][0]["message"] if node["any"] else node["failureSummary"]
                listed.append(f"{theme}: {violation['id']}: {node['target']} {said}")
    return listed


def look_at(visits: Watching, room: Room, state: str) -> None:
    visits.may_lose_line = True
    page = STATES[state](visits.guest(room, "Ann"))
    visits.deaf = True  # the content policy stops some of axe-core's own experiments, and says so
    listed = complaints(page)
    assert not listed, "\n".join(listed)


@pytest.mark.parametrize("state", SMOKE)
def test_axe_finds_nothing(visits: Watching, room: Room, state: str) -> None:
    look_at(visits, room, state)


@pytest.mark.long
@pytest.mark.parametrize("state", [state for state in STATES if state not in SMOKE])
def test_axe_finds_nothing_in_any_state(visits: Watching, room: Room, state: str) -> None:
    look_at(visits, room, state)


TARGETS = """() => {
  const small = [];
  for (const each of document.querySelectorAll("a, button, input, select, summary, [role=button], [role=radio]")) {
    if (each.closest("[aria-hidden=true]") || !each.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(each);
    if (style.display === "inline" && each.tagName === "A") continue; // a link in a sentence
    each.scrollIntoView({ block: "center" });
    const box = (each.closest("label") ?? each).getBoundingClientRect();
    if (!box.width || style.opacity === "0" || each.classList.contains("skip")) continue;
    const reach = (dx, dy) => {
      const hit = document.elementFromPoint(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy);
      return hit === each || each.contains(hit);
    };
    const wide = box.width >= 43.5 || (reach(-21, 0) && reach(21, 0));
    const high = box.height >= 43.5 || (reach(0, -21) && reach(0, 21));
    if (!wide || !high)
      small.push(
        `${each.tagName} ${each.className} "${each.textContent.slice(0, 30)}"` +
          ` ${box.width.toFixed(0)}x${box.height.toFixed(0)}`,
      );
  }
  return small;
}"""


def fits_a_phone(page: Page) -> None:
    page.evaluate(FINISH)
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], f"the page is {wide} px wide"
    small = page.evaluate(TARGETS)
    assert not small, "\n".join(small)


def on_a_phone(visits: Watching, room: Room, state: str) -> None:
    visits.may_lose_line = True
    fits_a_phone(STATES[state](visits.guest(room, "Ann", viewport=PHONE, has_touch=True, is_mobile=True)))


@pytest.mark.parametrize("state", ["my turn"])
def test_a_table_fits_a_phone(visits: Watching, room: Room, state: str) -> None:
    on_a_phone(visits, room, state)


@pytest.mark.long
@pytest.mark.parametrize("state", [state for state in STATES if state != "my turn"])
def test_every_page_fits_a_phone(visits: Watching, room: Room, state: str) -> None:
    on_a_phone(visits, room, state)
