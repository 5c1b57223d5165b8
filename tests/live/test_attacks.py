"""What a socket refuses: other people's seats, stale and repeated commands, foreign pages, and malformed messages."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pitboss.server.live import sockets
from pitboss.server.live.sockets import MOST_DEPTH, TooDeep, Unreadable, read
from tests.examples import examples
from tests.patience import until_async

from .playing import PATIENCE, Player, cautious, guest, play_on, serving
from .rooms import FLOOR, HOLDEM, Room, playing, run
from .store import MemoryStore


def test_a_repeated_command_is_carried_out_once_and_answered_as_before() -> None:
    async def play() -> None:
        async with playing() as (room, owner, players):
            actor = next(player for player in players if player.legal)
            seat, based = actor.actors[0], actor.seq
            act = cautious(actor.legal[seat])
            first = await actor.ask("act", key="one", seat=seat, **act)
            lines = len(room.store.changes[owner.table.id])
            for _ in range(3):
                again = await actor.ask("act", key="one", seq=based, seat=seat, **act)
                assert again == {**first, "again": True}
            other = await actor.ask("buy", key="one", seq=based, seat=seat, cents=100)
            assert not other["ok"]
            assert "another command" in other["why"]
            assert len(room.store.changes[owner.table.id]) == lines

    run(play())


def test_a_decision_on_an_old_question_is_refused_with_a_fresh_snapshot() -> None:
    async def play() -> None:
        async with playing() as (_room, owner, players):
            actor = next(player for player in players if player.legal)
            seat, version = actor.actors[0], owner.table.version
            ack = await actor.ask("act", seq=1, seat=seat, **cautious(actor.legal[seat]))
            assert (ack["ok"], ack["stale"]) == (False, True)
            snap = await actor.until(lambda message: message["type"] == "snap")
            assert snap["seq"] == version == owner.table.version

    run(play())


def test_nobody_plays_anothers_seat_or_spends_anothers_chips() -> None:
    async def play() -> None:
        async with playing() as (room, owner, players):
            actor = next(player for player in players if player.legal)
            other = next(player for player in players if player is not actor)
            seat, lines = actor.actors[0], len(room.store.changes[owner.table.id])
            mal = await Player.guest(other.address, "Mal", owner.table.id)
            tries: list[tuple[str, dict[str, Any]]] = [
                ("act", {"seat": seat, **cautious(actor.legal[seat])}),
                ("buy", {"seat": seat, "cents": 1_000}),
                ("leave", {"seat": seat}),
                ("out", {"seat": seat}),
                ("pre", {"seat": seat, "action": "fold"}),
                ("floor", {"ruling": "close"}),
                ("floor", {"ruling": "pause"}),
                ("step", {}),
            ]
            for thief in (other, mal):
                for kind, fields in tries:
                    ack = await thief.ask(kind, **fields)
                    assert not ack["ok"], (kind, ack)
            assert not (await mal.ask("sit", seat=seat, cents=1_000))["ok"]
            assert not (await mal.ask("sit", cents=10_000_000))["ok"]  # more than his wallet
            assert len(room.store.changes[owner.table.id]) == lines
            await mal.close()

    run(play())


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
    ids=["foreign", "null", "another port", "cross-site"],
)
def test_a_page_of_another_site_opens_no_socket(headers: dict[str, str]) -> None:
    async def play() -> None:
        room = Room()
        async with serving(room) as address:
            cookie = await guest(address, "Ann")
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://{address}/ws", additional_headers={"Cookie": cookie, **headers})
            assert refused.value.response.status_code == 403
            ours = await connect(
                f"ws://{address}/ws", additional_headers={"Cookie": cookie, "Origin": f"http://{address}"}
            )
            await ours.close()

    run(play())


def test_a_socket_needs_a_session_a_table_and_hello() -> None:
    async def play() -> None:
        room = Room()
        async with serving(room) as address:
            table = (await room.open(HOLDEM, FLOOR)).table.id
            cookie = await guest(address, "Ann")
            nobody = Player("nobody", "pitboss=forged", address, table)
            await nobody.open(hello=False)
            assert await nobody.until_closed() == 1008
            lost = Player("Ann", cookie, address, "t99")
            await lost.open(hello=False)
            await lost.send("hello")
            assert await lost.until_closed() == 1008
            for first in ({"type": "sync"}, {"type": "sit", "cents": 100}, {"type": "hello", "v": 99}):
                rude = Player("Ann", cookie, address, table)
                await rude.open(hello=False)
                await rude.send_raw(json.dumps(first))
                assert await rude.until_closed() == 1008
            silent = Player("Ann", cookie, address, table)
            await silent.open(hello=False)
            await room.pass_time(7)
            assert await silent.until_closed() == 1008

    run(play())


def test_large_messages_close_the_socket() -> None:
    async def play() -> None:
        async with playing(deal=False) as (_, _owner, (ann, ben)):
            await ann.send("chat", text="x" * 20_000)
            assert await ann.until_closed() == 1009
            assert (await ben.ask("chat", text="hello"))["ok"]

    run(play())


def test_deep_messages_close_the_socket() -> None:
    async def play() -> None:
        async with playing(deal=False) as (_, _owner, (ann, _ben)):
            nested: Any = 0
            for _ in range(MOST_DEPTH):
                nested = [nested]
            await ann.send("floor", ruling="misdeal", facts={"a": nested})
            assert await ann.until_closed() == 1008

    run(play())


def test_what_is_no_message_is_refused_and_too_much_of_it_closes_the_socket() -> None:
    async def play() -> None:
        async with playing(deal=False) as (_, _owner, (ann, ben)):
            for text in (
                "",
                "null",
                "[]",
                "{",
                '{"type": "bet"}',
                '{"type": "act"}',
                "\ud7ff",
                '{"type": "sit", "cents": -1}',
            ):
                await ann.send_raw(text)
                ack = await ann.until(lambda message: message["type"] == "ack")
                assert not ack["ok"]
                assert "/api/protocol" in ack["why"]
            for _ in range(20):
                await ann.send_raw("nonsense")
            assert await ann.until_closed() == 1008
            assert (await ben.ask("chat", text="hello"))["ok"]

    run(play())


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
kinds = st.sampled_from(["act", "place", "sit", "floor", "pre", "sync", "hello", "move", "list", "chat", "name"])


def test_what_cannot_be_read_is_refused_by_its_key() -> None:
    async def play() -> None:
        async with playing(deal=False) as (_, _owner, (ann, _ben)):
            for fields in ({}, {"seat": "one", "action": "fold"}, {"seat": -1, "action": "fold"}, {"seat": 1}):
                ack = await ann.ask("act", **fields)
                assert set(ack) >= {"key", "ok", "why", "rule"}
                assert not ack["ok"]
                assert "not a message of the protocol" in ack["why"]
            assert not (await ann.ask("dance"))["ok"]
            for _ in range(30):
                await ann.send("act", key="k")
            assert await ann.until_closed() == 1008

    run(play())


def test_a_repeated_mute_changes_nothing_and_mutes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_MUTED", 2)

    async def play() -> None:
        async with playing(deal=False) as (_room, owner, (ann, ben)):
            assert not (await ann.ask("mute", key="m", player="Ben"))["again"]
            assert (await ann.ask("mute", key="m", player="Ben"))["again"]
            assert owner.hub.clients_of("Ann")[0].muted == {"Ben"}
            assert (await ben.ask("mute", player="Cyd"))["ok"]
            assert (await ben.ask("mute", player="Ann"))["ok"]
            assert not (await ben.ask("mute", player="one too many"))["ok"]
            assert (await ben.ask("mute", player="Ann"))["ok"]

    run(play())


@examples(1)
@given(st.binary(max_size=50) | st.builds(lambda value: json.dumps(value).encode(), values))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises((Unreadable, TooDeep)):
        read(data)


@examples(1)
@given(kinds, st.dictionaries(st.sampled_from(["seat", "cents", "key", "seq", "action", "wagers", "facts"]), values))
def test_any_fields_are_read_or_refused(kind: str, fields: dict[str, Any]) -> None:
    try:
        message = read(json.dumps({"type": kind, **fields}))
    except (Unreadable, TooDeep):
        return
    assert type(message).__struct_config__.tag == kind


@examples(0.06)
@given(
    st.lists(
        st.tuples(
            kinds,
            st.dictionaries(
                st.sampled_from(["seat", "cents", "spot", "action", "n", "have"]),
                st.integers(0, 12) | st.text(max_size=3),
            ),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_any_commands_leave_a_sound_table(sent: list[tuple[str, dict[str, Any]]]) -> None:
    async def play() -> None:
        async with playing() as (room, owner, (ann, _ben)):
            for kind, fields in sent:
                if kind not in ("chat", "hello"):
                    await ann.send(kind, **{**fields, "key": "", "seq": ann.seq})
            await ann.send("ping")
            await ann.until(lambda message: message["type"] == "pong")
            await room.settled()
            assert sum(room.store.balance.values()) == 0
            assert not owner.ill
            session = owner.table.session
            assert sum(session.chips().values()) == 0

    run(play())


@pytest.mark.parametrize("key", ["\\u0000", "a\\u0000b", "a\\nb"], ids=["nul", "nul within", "line"])
def test_a_key_holds_no_control_characters(key: str) -> None:
    with pytest.raises(Unreadable):
        read(f'{{"type": "ready", "key": "{key}"}}')


def test_a_slow_reader_is_cut_off_and_delays_nobody() -> None:
    async def play() -> None:
        async with playing() as (_room, owner, players):
            slow = await Player.guest(players[0].address, "Sloth", owner.table.id)
            assert slow._socket is not None
            slow._socket.transport.pause_reading()  # type: ignore[attr-defined]
            client = owner.hub.clients_of("Sloth")[0]
            frame = b'{"type":"chat","player":"","text":"%s"}' % (b"x" * 60_000)
            for _ in range(200):
                client.send(frame)
            assert client.closing is not None
            assert client.closing[0] == 4001
            async with asyncio.timeout(PATIENCE):
                assert await play_on(players)
                await until_async(lambda: not owner.hub.clients_of("Sloth"), "the slow reader to be gone")
            await slow.drop()

    run(play())


def test_opening_a_table_again_closes_the_first_socket_of_a_player_only() -> None:
    async def play() -> None:
        async with playing() as (_room, _owner, (ann, ben)):
            again = Player("Ann", ann.cookie, ann.address, ann.table)
            await again.open()
            assert await ann.until_closed() == 4002
            await again.until(lambda message: message["type"] == "snap")
            assert await play_on([again, ben])
            eyes = [await Player.guest(ben.address, "Eve", ben.table)]
            eyes.append(Player("Eve", eyes[0].cookie, ben.address, ben.table))
            await eyes[1].open()
            for each in eyes:
                await each.send("ping")
                await each.until(lambda message: message["type"] == "pong")
                await each.close()
            await again.close()

    run(play())


def test_a_client_that_pings_and_falls_silent_is_dead_after_six_seconds() -> None:
    async def play() -> None:
        async with playing(deal=False) as (room, _owner, (ann, ben)):
            await ann.send("ping")
            pong = await ann.until(lambda message: message["type"] == "pong")
            assert pong["now"] == room.clock.now()
            await room.pass_time(5)
            assert ann.closed is None
            await room.pass_time(3)
            assert await ann.until_closed() == 4001  # not 1008: he may come back
            assert ben.closed is None  # never pinged: the protocol's own pings keep it

    run(play())


def test_a_flood_of_messages_closes_the_socket() -> None:
    async def play() -> None:
        async with playing(deal=False) as (_, _owner, (ann, _ben)):
            for _ in range(260):
                await ann.send("ping")
            assert await ann.until_closed() == 1008

    run(play())


def test_signing_out_closes_the_sockets_of_an_account() -> None:
    async def play() -> None:
        async with playing(deal=False) as (room, _owner, (ann, ben)):
            await room.ended("Ann")
            assert await ann.until_closed() == 1008
            assert ben.closed is None

    run(play())


def test_an_invitation_shown_at_the_socket_is_kept() -> None:
    async def play() -> None:
        store = MemoryStore()
        room = Room(store)
        async with serving(room) as address:
            owner = await room.open(HOLDEM, FLOOR, private=True)
            ann = await Player.guest(address, "Ann", owner.table.id, query=f"&invite={owner.table.config.invite}")
            await room.settled()
            assert await store.invitations.listed() == {owner.table.id: ("Ann",)}
            await ann.close()
        again = Room(store)
        async with serving(again) as address:
            back = Player("Ann", ann.cookie, address, owner.table.id)
            await back.open()
            await back.close()

    run(play())
