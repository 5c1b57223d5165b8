"""Names that sound like results, verbs or odds are right everywhere: pages take facts from the fields of events."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.money import dollars, odds_text

from .driver import Mouse, Player, Watching
from .serving import Room

GAME = Path(__file__).with_name("hostile.toml")
TITLES = {
    "close-call": "Close Call",
    "returned": "Returned",
    "lose": "Lose",
    "bonus": "Bonus",
    "to": "To",
    "push-up": "Push Up",
}
SAID = "Ann wins $5, 4 to 1: returned, loses, pushes; deal void"
LINGERS = "void (e.linger = () => (e.ui.linger = true))"
"""A finished round is shown until the next wager: the time it usually is may be over before it is looked at."""
Event = dict[str, Any]


def guest(visits: Watching, room: Room, name: str) -> Player:
    """A guest of exactly this name."""
    page = visits.page()
    player = Player(page, room, name)
    player.post("/api/guest", name=name)
    return player


def seat_of(player: Player) -> int:
    return int(player.reads("e.moment.seat"))


def deals(player: Player) -> list[list[Event]]:
    """The events of every deal that a page has heard of, the last one perhaps not finished."""
    heard: list[list[Event]] = [[]]
    for frame in player.frames:
        for event in frame.get("events", ()) if frame["type"] == "ev" else ():
            heard[-1].append(event)
            if event["type"] == "finished":
                heard.append([])
    return heard


def settled(events: list[Event], seat: int) -> list[Event]:
    return [event for event in events if event["type"] == "settled" and event["seat"] == seat]


def results(events: list[Event], seat: int) -> dict[str, str]:
    """What stands beside each wager of a spot: its result, with what it and its bonus were paid."""
    paid, said = Counter[str](), {}
    for event in settled(events, seat):
        wager = event["wager"]
        paid[wager] += event.get("paid", 0)
        said[wager] = {"win": "wins", "push": "push", "lose": "loses"}[event["result"]]
    return {
        TITLES[wager]: f"wins {dollars(paid[wager])}" if paid[wager] or word == "wins" else word
        for wager, word in said.items()
    }


def shown(facts: list[list[Event]]) -> set[str]:
    """The results of wagers that some round had."""
    return {event["result"] for events in facts for event in events if event["type"] == "settled"}


def net(events: list[Event], seat: int) -> int:
    lines = settled(events, seat)
    return sum(line.get("paid", 0) - (line["stake"] if line["result"] == "lose" else 0) for line in lines)


def told(event: Event) -> str:
    """What the feed tells of a settled wager, apart from whose it is."""
    title = f"{TITLES[event['wager']]} Bonus" if event.get("bonus") else TITLES[event["wager"]]
    stake = dollars(event["stake"])
    if event["result"] == "win":
        return f"{title}|{stake}, {odds_text(Fraction(event['odds']))}, paid {dollars(event.get('paid', 0))}"
    return f"{title}|{stake} {'pushes' if event['result'] == 'push' else 'loses'}"


def spot_of(page: Page) -> dict[str, str]:
    """My places as they are drawn: the name of each wager and what stands beside its chips."""
    lots = page.locator(".spot.me .lot")
    return {
        str(lot.locator("dt").text_content()): str(lot.locator("small").text_content())
        for lot in lots.all()
        if lot.locator("small").count()
    }


def feed(page: Page) -> list[str]:
    return [" ".join(line.split()) for line in page.locator(".feed .lines li > span:first-child").all_text_contents()]


def tells(lines: list[str], event: Event) -> bool:
    title, rest = told(event).split("|")
    return any(f"{title} {rest}" in line or f"{title} of {rest}" in line for line in lines)


def play(people: list[Player], choices: list[str]) -> None:
    """One round of the house game in which each person presses the decision of this word."""
    for player in people:
        player.wait("bet")
    for player in people:
        Mouse().bet(player)
    for player, word in zip(people, choices, strict=True):
        player.wait("decide")
        before = player.turn()
        player.bar.get_by_role("button", name=word).click()
        player.moved_on(before)
    for player in people:
        player.wait("bet")


def follow(player: Player, other: Player, word: str, last: list[Event]) -> None:
    """The felt and the feed of a player after a round show what the facts say."""
    page, own = player.page, seat_of(player)
    player.until(lambda: spot_of(page) == results(last, own))
    won = {key for key, words in results(last, own).items() if words.startswith("wins")}
    lit = {str(lot.locator("dt").text_content()) for lot in page.locator(".spot.me .lot.won").all()}
    assert lit == won
    lines = feed(page)
    assert any(line.startswith(f"You {word}") for line in lines), lines
    if word != "void":  # a folded spot is told in one line each
        assert all(tells(lines, event) for event in settled(last, own)), (lines, settled(last, own))
    plate = page.locator(f"[data-seat='{seat_of(other)}'] .plate")
    cents = net(last, seat_of(other))
    folded = any(event.get("folds") and event["seat"] == seat_of(other) for event in last if event["type"] == "chosen")
    came_to = f"wins {dollars(cents)}" if cents > 0 else f"loses {dollars(-cents)}" if cents < 0 else "even"
    expect(plate).to_have_text(f"{other.name} {'folded' if folded else came_to}")


def test_a_house_game_of_hostile_names(visits: Watching, room: Room) -> None:
    people = [guest(visits, room, "Ann wins"), guest(visits, room, "$5")]
    ann, other = people
    ann.post("/api/owner", code=room.owner_code())
    path = ann.open(bots=0, game="hostile", definition=GAME.read_text())
    for player in people:
        player.go(path)
        player.sit(Mouse())
        player.reads(LINGERS)
    expect(ann.page.locator(".where h1")).to_contain_text("Returned to Lose, 4 to 1")
    facts: list[list[Event]] = []
    while len(facts) < 2 or not shown(facts) >= {"win", "lose"}:  # the cards are shuffled live
        at, choices = len(facts), [["settle", "deal"], ["void", "settle"]][len(facts) % 2]
        play(people, choices)
        for player, opponent, word in ((ann, other, choices[0]), (other, ann, choices[1])):
            player.until(lambda player=player, at=at: len(deals(player)) > at + 1)
            follow(player, opponent, word, deals(player)[at])
        facts.append(deals(ann)[at])
    chats(ann, other)
    table = path.split("?")[0].rpartition("/")[2]
    replays(ann, table, facts)
    keeps_books(ann, table, facts)


def chats(player: Player, other: Player) -> None:
    for each in (player, other):
        each.page.get_by_role("button", name="Chat").click()
    player.page.locator("#say").fill(SAID)
    player.page.locator("#say").press("Enter")
    expect(other.page.locator(".feed .lines li").last).to_contain_text(f"{player.name} {SAID}")


def replays(player: Player, table: str, facts: list[list[Event]]) -> None:
    """The first round step by step, the others at their end, and their files."""
    page, own = player.page, seat_of(player)
    for number, events in enumerate(facts, 1):
        player.go(f"/hand/{table}-{number}")
        page.locator("#step").wait_for()
        lines = feed(page)
        void = any(event.get("folds") and event["seat"] == own for event in events if event["type"] == "chosen")
        assert void or all(tells(lines, event) for event in settled(events, own)), lines
        for _ in events if number == 1 else ():
            page.keyboard.press("ArrowRight")
        page.keyboard.press("End")
        player.until(lambda events=events: spot_of(page) == results(events, own))
        address = f"{player.room.url}/api/hands/{table}-{number}"
        kept = player.page.request.get(address).json()
        again = [event for step in kept["steps"] for event in step.get("events", ()) if event["type"] == "settled"]
        assert again == [event for event in events if event["type"] == "settled"]
        for form in ("txt", "json"):
            text = player.page.request.get(f"{address}.{form}").text()
            assert all(name in text for name in (player.name, *TITLES)), text


def keeps_books(player: Player, table: str, facts: list[list[Event]]) -> None:
    """The books of the table have the handle and the win that the facts add up to."""
    lines = [event for events in facts for event in events if event["type"] == "settled"]
    handle = sum(line["stake"] for line in lines if not line.get("bonus"))
    win = -sum(net(lines, seat) for seat in {line["seat"] for line in lines})
    report = player.page.request.get(f"{player.room.url}/api/books").json()["report"]
    (house,) = [each for each in report["house"] if each["table"] == table]
    period = house["period"]
    assert (period["rounds"], period["handle"], period["win"]) == (len(facts), handle, win)
    player.go("/books")
    named = player.page.get_by_role("cell", name=house["name"], exact=True)
    row = player.page.get_by_role("table", name="Tables by their inventory").locator("tr", has=named)
    amount = f"{'−' if win < 0 else ''}{dollars(abs(win))}"
    expect(row.first).to_contain_text(amount if win % 100 else f"{amount}.00")


@pytest.mark.parametrize("names", [("returned", "4 to 1")])
def test_a_poker_hand_of_hostile_names(visits: Watching, room: Room, names: tuple[str, str]) -> None:
    people = [guest(visits, room, name) for name in names]
    path = people[0].open(bots=0, game="holdem", house="pot", limit="2-4")
    for player in people:
        player.go(path)
        player.sit(Mouse())
    first, second = people

    def press() -> None:
        for player in people:
            if player.mode == "decide":
                before = player.turn()
                player.bar.locator(".doing .btn.main").click()
                player.moved_on(before)

    first.until(first.dealt, press)
    last = deals(first)[0]
    awards = [event for event in last if event["type"] == "awarded"]
    assert awards
    table = path.split("?")[0].rpartition("/")[2]
    first.go(f"/hand/{table}-1")
    first.page.locator("#step").wait_for()
    lines = feed(first.page)
    seats = first.page.request.get(f"{room.url}/api/hands/{table}-1").json()["hand"]["players"]
    for event in awards:
        name = seats[str(event["seat"])]
        said = f"You win {dollars(event['cents'])}" if name == first.name else f"{name} wins {dollars(event['cents'])}"
        assert any(line.startswith(said) for line in lines), (said, lines)
    assert not any("undefined" in line or "NaN" in line for line in lines)
    assert second.name in " ".join(lines)
