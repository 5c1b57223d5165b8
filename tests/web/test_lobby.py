"""The pages around the tables: lobby, waiting lists, accounts, opening a table, people, the tour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import pitboss

from .driver import PHONE, Mouse, Player, Watching
from .serving import Room

TEXT = (Path(pitboss.__file__).parent / "games" / "house" / "three-card.toml").read_text()
PHONE_OPTIONS = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def stranger(visits: Watching, room: Room, **options: object) -> Page:
    """Somebody who comes for the first time."""
    page = visits.page(**options)
    page.goto(room.url)
    page.locator(".game").first.wait_for()
    page.locator(".tour").wait_for()
    return page


def owner(visits: Watching, room: Room, name: str) -> Player:
    boss = visits.guest(room, name)
    boss.post("/api/owner", code=room.owner_code())
    return boss


def test_a_guest_registers_signs_out_and_in_again_with_their_chips(visits: Watching, room: Room) -> None:
    page = visits.guest(room, "Reg").page
    page.goto(room.url)
    name = page.request.get(f"{room.url}/api/me").json()["name"]
    page.locator("button.money").click()
    page.get_by_label("New password").fill("correct horse")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.request.get(f"{room.url}/api/me").json() == {
        "name": name,
        "kind": "registered",
        "roles": ["player"],
        "cents": 50_000,
    }
    page.locator("button.money").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Sign out").click()
    page.locator(".game").first.wait_for()
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill("correct horse")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("button.money")).to_have_accessible_name(re.compile(rf"{name}, \$500"))


@pytest.mark.long
def test_a_refused_sign_in_says_why_and_escape_closes_it(visits: Watching, room: Room) -> None:
    page = stranger(visits, room)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Name", exact=True).fill("Nobody here")
    page.get_by_label("Password").fill("wrong horse")
    visits.deaf = True  # a refusal is an answer of status 401
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("do not match an account")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_role("button", name="Sign in")).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "button"),
    [
        ("/people", "Refill the chips of"),
        ("/", "Quick seat"),
        ("/open", "Open"),
        ("/books?tab=slips", "Request a fill"),
    ],
)
def test_who_was_signed_out_elsewhere_is_asked_to_sign_in_again(
    visits: Watching, room: Room, path: str, button: str
) -> None:
    ann = owner(visits, room, "Ann")
    ann.go(path)
    pressed = ann.page.locator("main").get_by_role("button", name=button).first
    expect(pressed).to_be_enabled()
    ann.post("/api/logout")
    visits.deaf = True  # a refusal is an answer of status 401
    pressed.click()
    asked = ann.page.get_by_role("dialog", name="Sign in")
    expect(asked.get_by_role("alert")).to_contain_text("You were signed out")
    expect(asked.get_by_label("Name", exact=True)).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("button", name="Sign in")).to_be_visible()


@pytest.mark.long
def test_every_game_is_listed_with_a_way_to_open_it(visits: Watching, room: Room) -> None:
    page = visits.guest(room, "All").page
    page.goto(room.url)
    rows = page.locator(".grid tbody tr")
    rows.first.wait_for()
    before = rows.count()
    page.get_by_role("button", name="All games").click()
    link = page.get_by_role("link", name="Open a table of Draw Poker, Pot house")
    link.wait_for()
    assert rows.count() > before
    link.click()
    page.wait_for_url("**/open?kind=poker&house=pot&game=draw")
    expect(page.get_by_role("radio", name="Draw Poker", exact=True)).to_have_attribute("aria-checked", "true")


@pytest.mark.long
def test_waiting_for_a_seat_and_being_paged(visits: Watching, room: Room) -> None:
    boss = owner(visits, room, "Boss")
    wanted = {"game": "holdem", "house": "pot", "limit": "1-2", "seats": 2, "name": "Full house", "private": False}
    table = boss.post("/api/tables", **wanted)["id"]
    seated = [visits.guest(room, "Sit") for _ in range(2)]
    for each in seated:
        each.go(f"/table/{table}")
        each.sit(Mouse())
    waiting = visits.guest(room, "Wait").page
    waiting.goto(room.url)
    row = waiting.locator("tr", has=waiting.get_by_role("link", name=re.compile("Full house")))
    row.get_by_role("link", name="Wait: ").click()
    waiting.get_by_role("button", name="I am on my way").click()
    expect(waiting.locator("tr", has_text="you are 1st, on your way")).to_have_count(1)
    seated[0].tool("Leave the table")
    held = waiting.get_by_role("alertdialog")

    def decide() -> None:
        for each in seated:
            if each.mode == "decide":
                Mouse().decide(each, 0)

    seated[1].until(held.count, decide)
    expect(held).to_contain_text("is held for you")
    held.get_by_role("link", name=re.compile("Take seat")).click()
    waiting.wait_for_url(f"**/table/{table}?sit=*")


@pytest.mark.long
def test_a_private_table_is_opened_and_its_link_copied(visits: Watching, room: Room) -> None:
    page = visits.guest(room, "Priv").page
    page.goto(f"{room.url}/open?kind=poker&house=pot&game=seven-stud")
    expect(page.get_by_role("radio", name="No limit")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".find .tag.warn")).to_have_count(2)
    expect(page.locator(".find .tag.good")).to_have_count(3)
    page.get_by_role("button", name="Open with two findings").click()
    link = page.get_by_label("Invitation link")
    link.wait_for()
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_role("button", name="Copied").wait_for()
    other = visits.guest(room, "Invited")
    other.page.goto(link.input_value())
    other.wait("watch")


@pytest.mark.long
def test_limits_seats_and_clocks_of_a_house_table(visits: Watching, room: Room) -> None:
    page = visits.guest(room, "Lim").page
    page.goto(f"{room.url}/open?kind=house&game=three-card")
    facts = page.locator(".facts")
    expect(facts).to_contain_text("$5–$100")
    page.get_by_label("Limits of Ante: Least").fill("10")
    page.get_by_label("Limits of Ante: Least").press("Tab")
    expect(facts).to_contain_text("ante $10–$100")
    page.get_by_role("button", name="One seat fewer").click()
    expect(facts).to_contain_text("6")
    page.get_by_role("switch", name="Coach").click()
    page.get_by_role("radio", name="40 s").click()
    page.get_by_role("button", name="Open", exact=False).first.click()
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/table/")[2].partition("?")[0]
    layout = page.request.get(f"{room.url}/api/tables/{table}/layout").json()
    assert (layout["coach"], layout["spots"], layout["wagers"][0]["low"]) == (False, 6, 1000)


@pytest.mark.long
def test_the_floor_opens_a_game_from_its_text_and_the_lobby_shows_its_edge(visits: Watching, room: Room) -> None:
    boss = owner(visits, room, "Boss")
    page = boss.page
    boss.go("/open?kind=house")
    page.get_by_role("radio", name="A game file").click()
    expect(page.get_by_role("status").first).to_contain_text("it is checked, then the table can be opened")
    text = page.get_by_label("Text of the game")
    text.fill(TEXT.replace('against = "dealer"', 'against = "dealr"', 1))
    page.get_by_role("button", name="Check it").click()
    expect(page.locator(".rows-form .find li").first).to_contain_text("line ")
    expect(page.get_by_role("status").first).to_contain_text("once the mistakes in the game file are corrected")
    text.fill(
        TEXT.replace('name = "Three Card Poker"', 'name = "Pasted Poker"').replace('"pair" = 1 }', '"pair" = 2 }')
    )  # checked by itself
    expect(page.locator(".facts")).to_contain_text("Pasted Poker")
    page.locator(".head .btn.main").click()
    page.wait_for_url("**/table/*")
    boss.go("/")
    card = page.locator(".game", has_text="Pasted Poker")
    expect(card).to_contain_text("House edge 3.37%")


@pytest.mark.long
def test_an_owner_gives_roles_and_refills(visits: Watching, room: Room) -> None:
    boss = owner(visits, room, "Boss")
    dan = visits.guest(room, "Dan")
    dan.post("/api/register", name=dan.name, password="correct horse")
    boss.go("/people")
    boss.page.get_by_label("Find a name").fill(dan.name)
    role = boss.page.get_by_role("button", name=f"floor: {dan.name}")
    role.click()
    expect(role).to_have_attribute("aria-pressed", "true")
    expect(boss.page.get_by_role("status")).to_contain_text(f"{dan.name} is player, floor now")
    role.click()
    expect(role).to_have_attribute("aria-pressed", "false")
    visits.deaf = True  # nobody is refilled who has all his chips
    boss.page.get_by_role("button", name=f"Refill the chips of {dan.name}").click()
    expect(boss.page.get_by_role("alert")).to_contain_text("less than $500")


def test_people_are_for_an_owner_only(player: Player) -> None:
    player.go("/people")
    expect(player.page.locator("main")).to_contain_text("Only an owner")
    expect(player.page.locator(".people")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, PHONE_OPTIONS], ids=["wide", "phone"])
def test_the_tour_of_a_first_visit_by_keyboard(visits: Watching, room: Room, options: dict[str, object]) -> None:
    page = stranger(visits, room, **options)
    bubble = page.locator(".tour")
    for step in range(1, 6):
        expect(bubble).to_contain_text(f"{step} of 5")
        expect(bubble.locator(".btn.main")).to_be_focused()
        expect(bubble.locator(".btn.main")).to_be_in_viewport()
        expect(page.locator(".pointed")).to_have_count(1)
        page.keyboard.press("Enter")
    expect(bubble).to_have_count(0)
    page.reload()
    page.locator(".game").first.wait_for()
    expect(bubble).to_have_count(0)
    page.get_by_role("button", name="Show me round").click()
    page.keyboard.press("ArrowRight")
    expect(bubble).to_contain_text("2 of 5")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
