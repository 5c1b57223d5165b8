"""The books in a browser: the floor reads them, asks for a fill and counts a box; others are told who may read them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .driver import PATIENCE, Mouse, Watching
from .serving import Room
from .states import books_of
from .test_access import complaints

AUDITED = 2 * PATIENCE
"""Milliseconds in which an audit ends; it gives way to everything else on the machine."""


@pytest.mark.long
def test_the_floor_keeps_the_books(visits: Watching, room: Room) -> None:
    with closing(room.owner("Flora")) as floor:
        table = room.open(floor, game="top5")["id"]
        cookie = next(iter(floor.cookies.jar))
    player = visits.guest(room, "Ann")
    player.go(f"/table/{table}")
    player.sit(Mouse())
    player.play(Mouse(), 1)
    page = visits.page()
    page.context.add_cookies([{"name": cookie.name, "value": str(cookie.value), "url": room.url}])
    page.goto(f"{room.url}/books")
    wagers = page.get_by_role("table", name="Hold against its band")
    expect(wagers.get_by_role("row").filter(has_text="Top 5 Poker").first).to_be_visible()
    expect(page.locator("svg.band").first).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("balanced")
    page.get_by_role("button", name="Slips", exact=True).click()
    page.get_by_label("Table").select_option(table)
    page.get_by_label("Amount in dollars").fill("250")
    page.get_by_role("button", name="Request a fill").click()
    expect(page.get_by_role("row").filter(has_text=f"{table}-F1")).to_contain_text("$250.00")
    page.get_by_role("button", name="Drop", exact=True).click()
    page.get_by_label("Table").select_option(table)
    page.get_by_label("Amount in dollars").fill("100")
    page.get_by_role("button", name="This is my count").click()
    expect(page.get_by_role("row").filter(has_text="count, drop box").filter(has_text=table)).to_contain_text(
        "waits for"
    )
    page.get_by_role("button", name="Hands", exact=True).click()
    expect(page.get_by_role("link", name=f"{table}-1", exact=True)).to_be_visible()
    page.get_by_role("button", name="Ledger", exact=True).click()
    page.get_by_label("Account or start of its name").fill(f"{table}/rack")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("row").filter(has_text=f"fill {table}-F1")).to_be_visible()
    for tab in ("Fees", "Findings", "Games"):
        page.get_by_role("button", name=tab, exact=True).click()
        expect(page.get_by_role("button", name=tab, exact=True)).to_have_attribute("aria-pressed", "true")
    visits.deaf = True  # axe-core's own experiments are stopped by the content policy, which says so
    assert not complaints(page)


def test_strangers_are_told_whose_the_books_are(visits: Watching, room: Room) -> None:
    player = visits.guest(room, "Ben")
    player.page.goto(f"{room.url}/books")
    expect(player.page.get_by_role("alert")).to_contain_text("for the floor, the cashier and the auditor")


@pytest.fixture
def own_room(tmp_path: Path) -> Iterator[Room]:
    """A room that a test may tamper with."""
    running = Room(tmp_path)
    yield running
    running.kill()


@pytest.mark.long
def test_the_room_is_audited_from_its_books_and_what_was_changed_since_is_found(
    visits: Watching, own_room: Room
) -> None:
    page = books_of(visits.guest(own_room, "Ann"), "Findings")
    audit = page.locator("section.panel", has_text="What the audit found")
    expect(audit).to_contain_text("Not audited since the server was started")
    audit.get_by_role("button", name="Audit the room now").click()
    expect(audit.get_by_role("button", name="Audit again")).to_be_visible(timeout=AUDITED)
    expect(audit.get_by_role("status")).to_have_text("nothing")
    ran = audit.get_by_role("listitem").filter(has_text="Full audit")
    time = r"\d+ \w+ \d{4}, \d\d:\d\d:\d\d"
    expect(ran).to_contain_text(re.compile(rf"Full audit{time}Ended {time}\. Everything stored was read"))
    expect(audit.get_by_role("listitem").filter(has_text="Rounds and hands played again")).to_contain_text("1")
    first = str(ran.text_content())
    with closing(sqlite3.connect(own_room.folder / "room.sqlite")) as database, database:
        database.execute("UPDATE hands SET cipher = zeroblob(length(cipher))")
    audit.get_by_role("button", name="Audit again").click()
    expect(ran).not_to_have_text(first, timeout=AUDITED)
    expect(audit.get_by_role("status")).to_have_text("1 finding")
    expect(audit).to_contain_text("A stored hand differs")
    page.reload()
    expect(audit.get_by_role("status")).to_have_text("1 finding")
    keys = own_room.folder / "room.keys"
    keys.rename(keys.with_suffix(".hidden"))
    audit.get_by_role("button", name="Audit again").click()
    expect(audit.get_by_role("alert")).to_contain_text("The audit failed.", timeout=AUDITED)
    expect(audit.get_by_role("status")).to_have_text("The audit failed.")
    keys.with_suffix(".hidden").rename(keys)
    own_room.kill()
    visits.may_lose_line = True
    own_room.start()
    page.reload()
    expect(audit).to_contain_text("Not audited since the server was started")
