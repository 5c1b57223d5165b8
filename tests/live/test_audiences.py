"""What each audience is sent: players, delayed spectators, people who may not watch, the lobby, chat and pages."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest

from pitboss.room.default_room import OpeningTable
from pitboss.room.journal import Unavailable
from pitboss.room.messages import FromRoom, encode, protocol
from pitboss.room.people import Person
from pitboss.server.live.wire import NewTable
from pitboss.shuffle.seal import SealLeaf, verify
from tests.patience import until_async

from .playing import Player, abreast, cautious, guest, play_on, serving
from .rooms import FLOOR, HOLDEM, HOUSE, Room, begin, playing, run


def of(player: Player, kind: str) -> list[dict[str, Any]]:
    return [message for message in player.messages if message["type"] == kind]


def test_options_are_sent_to_the_seat_that_acts_and_to_nobody_else() -> None:
    async def play() -> None:
        async with playing(("Ann", "Ben", "Cyd")) as (_, owner, players):
            rail = await Player.guest(players[0].address, "Eve", owner.table.id)
            await play_on(players)
            for player in (*players, rail):
                own = set(owner.table.session.seats_of(player.name))
                for ev in of(player, "ev"):
                    assert {int(seat) for seat in ev.get("legal", {})} == own & set(ev["actors"])
            await rail.close()

    run(play())


def test_one_frame_is_encoded_for_everybody_who_sees_the_same() -> None:
    async def play() -> None:
        async with playing(("Ann", "Ben", "Cyd")) as (_, owner, players):
            eyes = [await Player.guest(players[0].address, name, owner.table.id) for name in ("Eve", "Eva")]
            watching = [len(each.raw) for each in eyes]
            await play_on(players)
            await abreast([*players, *eyes])
            seen = [each.raw[start:] for each, start in zip(eyes, watching, strict=True)]
            assert seen[0] == seen[1]
            plain = [raw for raw in seen[0] if '"ev"' in raw and "??" not in raw]
            assert plain
            for player in players:
                assert sum(raw in player.raw for raw in plain) >= len(plain) // 2
            for each in eyes:
                await each.close()

    run(play())


def test_the_late_rail_sees_nothing_before_its_time() -> None:
    async def play() -> None:
        delay = 30.0
        async with playing(rail_delay=delay) as (room, owner, players):
            eve = await Player.guest(players[0].address, "Eve", owner.table.id)
            assert of(eve, "welcome")[0]["wait"] == delay
            begun = owner.table.version
            for _ in range(3):
                actor = next(player for player in players if player.legal)
                await actor.ask("act", seat=actor.actors[0], **cautious(actor.legal[actor.actors[0]]))
                await abreast(players)
                await room.pass_time(5)
                for have in (0, 1, begun, owner.table.version):
                    await eve.send("sync", have=have)
                await eve.drop()
                await eve.open(have=owner.table.version)
                await eve.heard()
                assert all(message.get("seq", 0) < begun for message in eve.messages)
            await room.pass_time(delay - 15 + 0.5)
            await eve.until(lambda message: message.get("seq", 0) >= begun)
            last = max(message.get("seq", 0) for message in eve.messages)
            now = owner.table.version
            assert begun <= last < now
            await room.pass_time(delay)
            await eve.until(lambda message: message.get("seq", 0) >= now)
            for raw in eve.raw:
                if '"snap"' in raw or '"ev"' in raw:
                    assert "legal" not in raw or '"legal":{}' in raw
            await eve.close()

    run(play())


def test_the_floor_sets_the_delay_and_the_fills_of_a_table() -> None:
    async def play() -> None:
        room = Room(rail_delay=5.0)
        async with serving(room) as address:
            for wanted, delay in ((30, 30), (0, 0), (None, 5)):
                new = NewTable(game="three-card", rail_delay=wanted, fills="floor")
                table = (await room.open_table(new, FLOOR)).id
                eve = await Player.guest(address, "Eve", table)
                assert of(eve, "welcome")[0].get("wait", 0) == delay
                assert room.owners[table].table.config.fills == "floor"
                await eve.close()

    run(play())


def test_a_player_who_leaves_falls_back_to_the_late_rail() -> None:
    async def play() -> None:
        async with playing(("Ann", "Ben", "Cyd"), deal=False, rail_delay=20.0) as (room, owner, (ann, ben, cyd)):
            assert (await cyd.ask("leave"))["ok"]
            assert [(each["seats"], each.get("wait")) for each in of(cyd, "welcome")] == [
                ([], 20.0),
                ([3], None),
                ([], 20.0),
            ]
            left = owner.table.version
            await begin(room, [ann, ben])
            await cyd.heard()
            assert all(message.get("seq", 0) <= left for message in cyd.messages)

    run(play())


def test_a_table_may_forbid_spectators() -> None:
    async def play() -> None:
        async with playing(spectators=False) as (_room, owner, players):
            eve = await Player.guest(players[0].address, "Eve", owner.table.id)
            await play_on(players)
            assert (await players[0].ask("chat", text="nobody listens"))["ok"]
            await eve.send("sync", have=0)
            await eve.heard()
            assert {message["type"] for message in eve.messages} <= {"welcome", "ack"}
            assert (await eve.ask("sit", cents=20_000))["ok"]
            await eve.until(lambda message: message["type"] == "snap", again=True)
            await eve.close()

    run(play())


def test_who_deals_a_table_sees_it_at_once_though_spectators_do_not() -> None:
    async def play() -> None:
        async with playing(spectators=False, dealer="person", deal=False) as (_room, owner, players):
            dealer = Person("Dee", "registered", frozenset({"player", "dealer"}))
            assert owner.hub.audience_of(dealer) == "rail"
            assert owner.hub.audience_of(Person("Eve")) == ""
        async with playing(spectators=False, deal=False) as (_room, owner, players):
            assert owner.hub.audience_of(dealer) == "", "a machine deals it"
            assert players

    run(play())


def test_nobody_looks_at_what_is_not_stored_yet() -> None:
    async def play() -> None:
        async with playing() as (room, owner, players):
            actor = next(player for player in players if player.legal)
            seat, version = actor.actors[0], owner.table.version
            room.store.gate.clear()
            room.store.fail.append(Unavailable("the disk is full."))
            asked = asyncio.create_task(actor.ask("act", seat=seat, **cautious(actor.legal[seat])))
            await until_async(lambda: owner.table.version != version, "the act", step=0.005)
            looking = asyncio.create_task(room.look(owner.table.id, lambda table: table.version))
            await asyncio.sleep(0)
            room.store.gate.set()
            assert await looking == version, "after the commit failed, as it was before"
            assert not (await asked)["ok"]

    run(play())


def test_leaves_are_opened_for_the_cards_a_viewer_saw_and_no_others() -> None:
    async def play() -> None:
        async with playing(("Ann", "Ben", "Cyd")) as (_room, owner, players):
            eve = await Player.guest(players[0].address, "Eve", owner.table.id)
            cards: dict[str, set[str]] = {}
            await play_on(players)
            await abreast([*players, eve])
            for player in (*players, eve):
                shown = json.dumps([m for m in player.messages if m["type"] in ("ev", "snap")])
                opened = [m for m in of(player, "open") if len(m["leaves"]) or player is eve]
                assert opened
                sealed = {seal["root"] for seal in of(player, "seal")}
                sealed |= {root for snap in of(player, "snap") for root in snap["seal"]}
                for opening in opened:
                    for leaf in opening["leaves"]:
                        assert f'"{leaf["card"]}"' in shown
                        whole = SealLeaf(leaf["position"], leaf["card"], leaf["salt"], tuple(leaf["path"]))
                        assert verify(opening["root"], whole, opening["cards"])
                cards[player.name] = {leaf["card"] for leaf in opened[-1]["leaves"]}
                assert player is eve or opened[-1]["root"] in sealed
            assert cards["Eve"] <= cards["Ann"]
            await eve.close()

    run(play())


def test_roles_open_no_cards_of_a_hand_to_who_played_it() -> None:
    async def play() -> None:
        async with playing(("Ann", "Ben", "Cyd"), deal=False) as (room, owner, players):
            ann = players[0]
            await room.store.accounts.set_roles("Ann", ("player", "owner"))
            await ann.close()
            await ann.open()
            eve = Player("Eve", await guest(ann.address, "Eve"), ann.address, owner.table.id)
            await room.store.accounts.set_roles("Eve", ("player", "auditor"))
            await eve.open()
            await begin(room, players)
            assert (await ann.ask("leave"))["ok"]  # takes effect when the hand is over
            await play_on(players)
            await abreast([*players, eve])
            await ann.heard()
            everything = of(eve, "open")[-1]
            assert len(everything["leaves"]) == everything["cards"] == 52
            own = next(m for m in reversed(of(ann, "open")) if m["root"] == everything["root"])
            shown = json.dumps([m for m in ann.messages if m["type"] in ("ev", "snap")])
            assert 2 <= len(own["leaves"]) < 52
            assert all(f'"{leaf["card"]}"' in shown for leaf in own["leaves"])
            await eve.close()

    run(play())


def test_chat_reaches_those_who_have_not_muted_its_writer() -> None:
    async def play() -> None:
        async with playing(("Ann", "Ben", "Cyd"), deal=False) as (room, _owner, (ann, ben, cyd)):
            assert (await ben.ask("mute", player="Ann"))["ok"]
            assert (await ann.ask("chat", text="good\u2028 luck\x07"))["ok"]
            line = await cyd.until(lambda message: message["type"] == "chat")
            assert (line["player"], line["text"]) == ("Ann", "good luck")
            await ben.heard()
            assert not of(ben, "chat")
            for _ in range(4):
                assert (await ann.ask("chat", text="again"))["ok"]
            refused = await ann.ask("chat", text="again")
            assert not refused["ok"]
            await room.pass_time(11)
            assert (await ann.ask("chat", text="again"))["ok"]

    run(play())


def test_the_lobby_shows_tables_and_what_changes_in_them() -> None:
    async def play() -> None:
        room = Room()
        async with serving(room) as address:
            owner = await room.open(HOLDEM, FLOOR)
            hidden = await room.open(HOUSE, FLOOR, private=True)
            eve = await Player.guest(address, "Eve")
            whole = await eve.until(lambda message: message["type"] == "lobby")
            assert whole["whole"]
            assert [row["id"] for row in whole["tables"]] == [owner.table.id]
            ann = await Player.guest(address, "Ann", owner.table.id)
            assert (await ann.ask("sit", cents=20_000))["ok"]
            await room.pass_time(1)
            row = (await eve.until(lambda message: message["type"] == "lobby" and message["tables"]))["tables"][0]
            assert (row["taken"], row["players"]) == (1, ["Ann"])
            await room.close_table(owner.table.id, FLOOR)
            await room.pass_time(5)
            gone = await eve.until(lambda message: message["type"] == "lobby" and message.get("gone"))
            assert owner.table.id in gone["gone"]
            assert await ann.until_closed() == 1001
            stranger = Player("Ann", ann.cookie, address, hidden.table.id)
            await stranger.open(hello=False)
            await stranger.send("hello")
            assert await stranger.until_closed() == 1008
            invited = Player("Ann", ann.cookie, address, hidden.table.id)
            await invited.open(query=f"&invite={hidden.table.config.invite}")
            assert (await invited.ask("sit", cents=10_000))["ok"]
            for each in (eve, invited):
                await each.close()

    run(play())


def test_the_next_in_line_is_paged_when_a_seat_is_free() -> None:
    async def play() -> None:
        names = ("Ann", "Ben", "Cyd", "Dan", "Eli", "Fay")
        async with playing(names, deal=False) as (room, owner, players):
            waiting = await Player.guest(players[0].address, "Gil")
            ack = await waiting.ask("list", table=owner.table.id, interest=True)
            assert ack["ok"], ack
            assert [place.player for place in room.store.lists.places] == ["Gil"]
            assert (await players[5].ask("leave"))["ok"]
            page = await waiting.until(lambda message: message["type"] == "page")
            assert (page["table"], page["seat"], page["left"]) == (owner.table.id, 6, owner.table.config.page)
            thief = await Player.guest(waiting.address, "Hal", owner.table.id)
            assert not (await thief.ask("sit", seat=6, cents=20_000))["ok"]
            at_table = Player("Gil", waiting.cookie, waiting.address, owner.table.id)
            await at_table.open()
            assert (await at_table.ask("sit", seat=6, cents=20_000))["ok"]
            await room.settled()
            assert room.store.lists.places == ()
            for each in (waiting, thief, at_table):
                await each.close()

    run(play())


@pytest.mark.parametrize("opening", [HOLDEM, HOUSE, OpeningTable(game="draw")], ids=["holdem", "three-card", "draw"])
def test_everything_sent_follows_the_published_schema(opening: OpeningTable) -> None:
    async def play() -> None:
        async with playing(("Ann", "Ben"), opening) as (_room, _owner, players):
            eve = await Player.guest(players[0].address, "Eve")
            await play_on(players)
            await players[0].ask("act", seat=1, action="nonsense")
            words = {
                each["properties"]["type"]["enum"][0]
                for each in protocol()["$defs"].values()
                if "type" in each["properties"]
            }
            for player in (*players, eve):
                assert {message["type"] for message in player.messages} <= words
                for raw in player.raw:
                    assert json.loads(encode(msgspec.json.decode(raw, type=FromRoom))) == json.loads(raw)
            await eve.close()

    run(play())


def test_a_guest_is_told_who_they_are() -> None:
    async def play() -> None:
        room = Room()
        async with serving(room) as address:
            cookie = await guest(address, "Ann")
            ann = Player("Ann", cookie, address)
            await ann.open()
            welcome = of(ann, "welcome")[0]
            assert (welcome["you"], welcome["seats"], welcome["v"]) == ("Ann", [], 1)
            await ann.close()

    run(play())
