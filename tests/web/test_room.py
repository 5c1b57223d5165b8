"""Everything around the cards: find a seat, chat, change settings, open tables, rule, look back at a hand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import pitboss

from .driver import Keyboard, Mouse, Player, Watching
from .serving import Room


def test_a_newcomer_has_a_seat_with_chips_after_two_clicks(visits: Watching, room: Room) -> None:
    page = visits.page()
    page.goto(room.url)
    page.get_by_role("button", name=re.compile("Quick seat")).click()
    page.wait_for_url("**/table/**")
    page.locator('section.act:not([data-mode="watch"])').wait_for()
    chips = (
        "() => { const e = document.querySelector('pitboss-table'); return e.state.view.seats[e.moment.seat].cents; }"
    )
    assert page.evaluate(chips) > 0


@pytest.mark.long
def test_a_seat_taken_while_i_think_is_not_offered_any_more(visits: Watching, room: Room) -> None:
    ann, bob, cat = (visits.guest(room, name) for name in ("Ann", "Bob", "Cat"))
    path = ann.open(game="holdem", house="pot", limit="2-4", seats=3)
    for each in (ann, bob, cat):
        each.go(path)
        each.wait("watch")
    for each, button in ((ann, ann.bar.locator(".btn.main")), (bob, bob.page.get_by_role("button", name="Sit at 1"))):
        button.click()
        expect(each.page.locator("dialog .btn.main")).to_contain_text("seat 1")
    cat.page.get_by_role("button", name="Sit at 1").click()
    cat.page.locator("dialog .btn.main").click()
    for each in (ann, bob):
        expect(each.page.locator("dialog .btn.main")).to_contain_text("seat 2")
    expect(bob.page.locator("dialog")).to_contain_text("Seat 1 was taken meanwhile.")
    for each, sat in ((ann, [0, 2]), (bob, [3, 3])):
        each.page.locator("dialog .btn.main").click()
        each.wait("wait", "decide")
        asked = next(frame["seat"] for frame in each.sent if frame["type"] == "sit")
        assert [asked, each.reads("e.moment.seat")] == sat


@pytest.mark.long
def test_chat_is_heard_by_others(visits: Watching, room: Room) -> None:
    ann, bob = visits.guest(room, "Ann"), visits.guest(room, "Bob")
    path = ann.open(game="holdem", house="pot", limit="2-4")
    for each in (ann, bob):
        each.go(path)
        each.wait("watch")
    ann.sit(Mouse())
    for each in (ann, bob):
        each.page.keyboard.press("c")
    field = ann.page.get_by_label("Say something")
    expect(field).to_be_focused()  # otherwise the letters would play the hand
    ann.page.keyboard.type("good evening")
    ann.page.keyboard.press("Enter")
    expect(bob.page.get_by_role("log", name="Chat")).to_contain_text(f"{ann.name} good evening")
    ann.page.keyboard.press("Escape")
    expect(field).not_to_be_focused()


@pytest.mark.long
def test_sitting_out_coming_back_buying_and_leaving(player: Player) -> None:
    hands = Mouse()
    player.go(player.open(game="holdem", house="pot", limit="2-4", bots=1))
    player.sit(hands)
    player.play(hands)
    player.tool("Sit out")

    def decide() -> None:
        if player.mode == "decide":
            hands.decide(player, 0)

    # One bot is left, so no hand begins, and the stack stays as it is.
    player.until(lambda: player.mode == "out" and player.reads("e.state.view.done"), decide)
    before = player.reads("e.state.view.seats[e.moment.seat].cents")
    player.tool("Buy chips")
    player.page.locator("dialog[open] #cents").fill("25")
    player.page.locator("dialog[open] .btn.main").click()
    bought = player.answer("buy")
    assert bought["ok"], bought
    assert [frame["cents"] for frame in player.sent if frame["type"] == "buy"] == [2500]
    player.until(lambda: player.reads("e.state.seq") >= bought["seq"])
    assert player.reads("e.state.view.seats[e.moment.seat].cents") == before + 2500
    player.bar.locator(".btn.main").click()
    player.wait("wait", "decide")
    player.play(hands)
    player.tool("Leave the table")
    player.until(lambda: player.mode == "watch", decide)
    assert player.page.request.get(f"{player.room.url}/api/me").json()["cents"] > 40_000


@pytest.mark.long
def test_the_button_names_the_game(player: Player) -> None:
    player.go(player.open(game="", house="button", limit="2-4", bots=1))
    player.sit(Mouse())
    for _ in range(4):
        player.play(Mouse())
        if any(frame["type"] == "name" for frame in player.sent):
            break
    named = [frame["game"] for frame in player.sent if frame["type"] == "name"]
    assert named, "the button never named a game"


@pytest.mark.long
def test_no_limit_has_a_slider(player: Player) -> None:
    options = {"play": "no-limit"}
    player.go(player.open(game="holdem", house="pot", limit="2-4", bots=1, options=options))
    player.sit(Mouse())
    for _ in range(20):
        player.wait("decide")
        if player.page.locator("input[type=range]").count():
            break
        before = player.turn()
        player.bar.locator(".doing .btn:not([aria-disabled])").last.click()
        player.moved_on(before)
    player.page.get_by_role("button", name=re.compile("All in|Pot")).last.click()
    high = player.page.locator("input[type=range]").get_attribute("max")
    expect(player.page.locator("input[type=range]")).to_have_value(str(high))
    before = player.turn()
    player.bar.locator(".doing .btn:not([aria-disabled])").last.click()
    player.moved_on(before)
    assert player.sent[-1].get("cents") == int(high or 0) or any(f.get("cents") == int(high or 0) for f in player.sent)


@pytest.mark.long
def test_the_coach_values_every_option(player: Player) -> None:
    player.go(player.open(game="three-card", bots=0))
    player.sit(Keyboard())
    Keyboard().bet(player)
    player.wait("decide")
    values = player.page.get_by_role("region", name="Coach").locator(".ev li")
    values.first.wait_for()
    assert values.count() == player.bar.locator(".doing .btn:not([aria-disabled])").count()
    region = player.page.get_by_role("region", name="Coach")
    expect(region.locator(".reasons")).to_contain_text("more than")
    worst = values.last.locator("b").inner_text()
    player.bar.locator(".doing .btn", has_text=worst).first.click()
    expect(player.page.get_by_role("region", name="What happened")).to_contain_text("1 decision, 1 slip")
    expect(player.page.locator(".feed li", has_text="was worth")).to_have_count(1)
    player.page.keyboard.press("k")
    expect(values).to_have_count(0)


@pytest.mark.long
def test_settings_are_kept(player: Player) -> None:
    player.go("/")
    player.tool("Settings")
    player.page.get_by_label("Light").check()
    player.page.get_by_label("High contrast").check()
    player.page.get_by_label("Four-colour deck").check()
    player.page.keyboard.press("Escape")
    expect(player.page.locator("dialog[open]")).to_have_count(0)
    player.page.reload()
    root = player.page.locator("html")
    for name, value in {"data-theme": "light", "data-contrast": "more", "data-deck": "four"}.items():
        expect(root).to_have_attribute(name, value)


@pytest.mark.long
def test_anyone_opens_a_private_table(player: Player) -> None:
    player.go("/open")
    player.page.get_by_role("radio", name="Between players").click()
    player.page.get_by_role("button", name=re.compile("^Open")).click()
    player.page.get_by_role("link", name="Go to the table").click()
    player.page.wait_for_url("**/table/*invite=*")
    player.sit(Mouse())
    assert [each["type"] for each in player.sent].count("sit") == 1
    assert player.answer("sit")["ok"]


@pytest.mark.long
@pytest.mark.parametrize("wanted", [{"game": "holdout"}, {"game": "five-stud", "house": "pot", "limit": "2-4"}])
def test_a_finished_hand_is_replayed_and_its_seal_checked(player: Player, wanted: dict[str, str]) -> None:
    player.go(player.open(bots=1, **wanted))
    player.sit(Mouse())
    player.play(Mouse())
    with player.page.context.expect_page() as opened:
        player.page.locator(".feed .street a").last.click()  # the first may be a bot's alone
    replay = opened.value
    replay.locator(".tag.good").wait_for()
    steps = replay.locator("#step")
    last = int(steps.get_attribute("max") or 0)
    assert last > 5
    for _ in range(3):
        replay.keyboard.press("ArrowRight")
    expect(steps).to_have_value("4")
    replay.keyboard.press("End")
    expect(steps).to_have_value(str(last))
    eyes = replay.get_by_role("group", name="Seen as")
    eyes.get_by_text("As the rail").click()
    expect(eyes.locator("[aria-pressed=true]")).to_have_text("As the rail")
    eyes.get_by_text("As you saw it").click()
    expect(replay.locator(".tag.good")).to_be_visible()
    with replay.expect_download() as download:
        replay.get_by_role("link", name="JSON").click()
    assert json.loads(download.value.path().read_text())


@pytest.mark.long
def test_the_floor_rules_at_a_table_dealt_by_a_person(visits: Watching, room: Room) -> None:
    boss, ann = visits.guest(room, "Boss"), visits.guest(room, "Ann")
    boss.post("/api/owner", code=room.owner_code())
    path = boss.open(game="holdem", house="pot", limit="2-4", dealer="person", bots=1)
    ann.go(path)
    ann.sit(Mouse())
    boss.go(path)
    boss.page.get_by_role("button", name="Floor").wait_for()
    boss.page.keyboard.press("!")
    panel = boss.page.get_by_role("region", name="Floor")
    panel.wait_for()
    rulings = panel.locator(".rulings > li")
    for _ in range(8):
        if rulings.filter(has_text=re.compile("misdeal", re.IGNORECASE)).count():
            break
        before = boss.reads("e.state.seq")
        boss.page.get_by_role("button", name="Next step").click()
        boss.page.wait_for_function(f"() => document.querySelector('pitboss-table').state.seq > {before}")
        boss.page.evaluate("() => document.querySelector('pitboss-table').act.floor(true)")  # the rulings of now
    misdeal = rulings.filter(has_text=re.compile("misdeal", re.IGNORECASE)).first
    misdeal.locator("button").first.click()
    expect(misdeal.locator(".steps li").first).to_be_visible()
    before = boss.reads("e.state.seq")
    boss.page.keyboard.press("Enter")  # the reason is still to be stated
    expect(boss.bar.locator(".refusal")).to_contain_text("what went wrong")
    assert boss.reads("e.state.seq") == before
    misdeal.locator("input[name=reason]").fill("a card fell off the table")
    before = boss.reads("e.state.seq")
    boss.bar.locator(".doing .btn.main").click()
    boss.page.wait_for_function(f"() => document.querySelector('pitboss-table').state.seq > {before}")
    told = [event for frame in boss.frames for event in frame.get("events", ())]
    assert any("misdeal" in json.dumps(event).lower() for event in told)
    expect(boss.bar.get_by_role("status")).to_contain_text("Misdeal: done")


@pytest.mark.long
def test_a_player_calls_the_floor_which_pauses_and_closes(visits: Watching, room: Room) -> None:
    boss, ann = visits.guest(room, "Boss"), visits.guest(room, "Ann")
    boss.post("/api/owner", code=room.owner_code())
    path = boss.open(game="three-card")
    ann.go(path)
    ann.sit(Mouse())
    boss.go(path)
    ann.page.keyboard.press("!")
    expect(boss.page.locator("header .tag.warn")).to_contain_text(f"{ann.name} called the floor")
    boss.page.keyboard.press("!")
    panel = boss.page.get_by_role("region", name="Floor")
    expect(panel).to_contain_text(f"called by {ann.name}")
    panel.get_by_role("button", name="Pause").click()
    boss.page.locator("dialog[open] input").fill("a dispute")
    boss.page.locator("dialog[open] .btn.main").click()
    expect(ann.page.locator("header .tag.warn")).to_have_text("Table paused: a dispute")
    ann.page.reload()
    expect(ann.page.locator("header .tag.warn")).to_have_text("Table paused: a dispute")
    panel.get_by_role("button", name="Fill").click()
    boss.page.locator("dialog[open] .btn.main").click()
    assert boss.answer("floor")["ok"]
    expect(boss.bar.locator(".refusal")).to_have_count(0)
    panel.get_by_role("button", name="Go on").click()
    expect(ann.page.locator("header .tag.warn")).to_have_count(0)
    panel.get_by_role("button", name="Close the table").click()
    boss.page.get_by_role("button", name="Keep it open").click()
    expect(boss.page.locator("dialog[open]")).to_have_count(0)
    assert not boss.reads("e.state.status.closing")


@pytest.mark.long
def test_a_game_from_a_file_is_hosted_and_played(visits: Watching, room: Room, tmp_path: Path) -> None:
    shipped = Path(pitboss.__file__).parent / "games"
    text = next(path for path in shipped.rglob("three-card.toml")).read_text()
    file = tmp_path / "unheard-of.toml"
    file.write_text(re.sub(r'(?m)^name = ".*"', 'name = "Unheard Of"', text, count=1))
    boss = visits.guest(room, "Boss")
    boss.post("/api/owner", code=room.owner_code())
    path = boss.open(game=str(file), bots=1)
    boss.go(path)
    expect(boss.page.locator("header .where")).to_contain_text("Unheard Of")
    boss.sit(Mouse())
    assert len(boss.play(Mouse())) > 1


@pytest.mark.long
def test_the_rules_are_listed_by_number(visits: Watching, room: Room) -> None:
    page = visits.page()
    page.goto(f"{room.url}/rules#HB-10")
    expect(page.locator("[id='HB-10']")).to_be_in_viewport()


@pytest.mark.long
def test_a_player_wagers_on_two_spots_and_decides_on_both(visits: Watching, room: Room) -> None:
    player = visits.guest(room, "Two")
    player.go(player.open(game="three-card", bots=0))
    player.sit(Mouse())
    player.page.get_by_role("button", name=re.compile(r"^Sit at \d")).first.click()
    other = player.page.get_by_role("button", name=re.compile(r"^Place wagers on your spot \d"))
    for place in player.page.locator(".spot.me button.place").all():
        place.click()
    expect(player.page.locator(".spot.me .place .chips")).not_to_have_count(0)
    other.click()
    expect(player.page.locator(".spot.me .place .chips")).to_have_count(0)
    Mouse().bet(player)
    player.wait("decide")
    decided = []
    while player.mode == "decide":
        decided.append(player.reads("e.moment.asked"))
        Mouse().decide(player, 0)
    own = player.reads("e.moment.own")
    told = [event for frame in player.frames for event in frame.get("events", ())]
    assert len(own) == 2
    assert sorted(decided) == own == sorted({event["seat"] for event in told if event["verb"] == "settle"})
