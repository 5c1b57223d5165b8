"""Tables played over real sockets."""

from __future__ import annotations

import pytest

from pitboss.room.default_room import OpeningTable
from pitboss.room.journal import Unavailable
from pitboss.room.people import BOT

from .playing import Player, abreast, cautious, play_on, serving
from .rooms import FLOOR, HOLDEM, HOUSE, Room, begin, playing, run

TABLES = [HOLDEM, HOUSE, OpeningTable(game="seven-stud"), OpeningTable(house="button")]


@pytest.mark.parametrize("opening", TABLES, ids=["holdem", "three-card", "seven-stud", "dealer's choice"])
def test_a_deal_is_played_over_sockets(opening: OpeningTable) -> None:
    async def play() -> None:
        async with playing(opening=opening, deal=False) as (room, owner, players):
            if not owner.table.session.next_game:
                await room.pass_time(60)  # nobody names a game, so the first is dealt
                await players[0].until_state(lambda each: bool(each.actors))
            else:
                await begin(room, players)
            assert await play_on(players) > 1
            await abreast(players)
            for player in players:
                kinds = {message["type"] for message in player.messages}
                assert {"welcome", "snap", "ev", "ack", "seal", "open", "here"} <= kinds
            assert sum(room.store.balance.values()) == 0

    run(play())


def test_a_snapshot_and_the_events_after_it_tell_what_a_new_snapshot_tells() -> None:
    async def play() -> None:
        async with playing() as (_, owner, players):
            for _ in range(3):
                ann = players[0]
                before = ann.seq
                actor = next(player for player in players if player.legal)
                seat = actor.actors[0]
                await actor.ask("act", seat=seat, **cautious(actor.legal[seat]))
                await abreast(players)
                await ann.drop()
                await ann.open(have=before)
                missed = await ann.until(lambda message: message["type"] in ("ev", "snap"))
                assert missed["type"] == "ev"
                assert (missed["base"], missed["seq"]) == (before, owner.table.version)
                await ann.send("sync", have=0)
                snap = await ann.until(lambda message: message["type"] == "snap")
                assert snap["seq"] == missed["seq"]
                assert snap["view"]["chips"] == missed["chips"]
                piles = snap["view"]["deal"]["piles"]
                assert all(missed["piles"][name] == piles[name] for name in piles if piles[name])

    run(play())


def test_who_comes_back_learns_who_is_here_and_the_seals_they_missed() -> None:
    async def play() -> None:
        async with playing(("Ann", "Ben", "Cyd")) as (room, owner, players):
            ann, ben, _ = players
            before = ann.seq
            await ann.drop()
            await ben.drop()
            await room.settled()
            await ann.open(have=before)
            assert (await ann.until(lambda message: message["type"] in ("ev", "snap")))["type"] == "ev"
            seal = await ann.until(lambda message: message["type"] == "seal")
            assert (seal["root"],) == owner.table.seals()
            await ann.heard()
            here = {message["seat"]: message["state"] for message in ann.messages if message["type"] == "here"}
            assert here == {1: "live", 2: "lost", 3: "live"}
            await ben.open()

    run(play())


def test_a_killed_connection_keeps_its_seat_and_its_cards() -> None:
    async def play() -> None:
        async with playing() as (_room, owner, (ann, ben)):
            cards = [m["view"]["deal"]["piles"] for m in ann.messages if m["type"] == "snap" and m["view"].get("deal")]
            await ann.drop()
            lost = await ben.until(lambda message: message["type"] == "here" and message["state"] == "lost")
            assert lost["left"] == owner.table.config.grace
            await ann.open()
            await ben.until(lambda message: message["type"] == "here" and message["state"] == "live")
            snap = await ann.until(lambda message: message["type"] == "snap")
            seat = owner.table.session.seats_of("Ann")[0]
            pile = snap["view"]["deal"]["piles"][f"player {seat}"]
            assert "??" not in pile
            assert pile == cards[-1][f"player {seat}"]
            assert await play_on([ann, ben])

    run(play())


def test_a_guest_who_does_not_come_back_is_cashed_out_after_their_grace() -> None:
    async def play() -> None:
        async with playing(deal=False) as (room, owner, (ann, ben)):
            await ann.drop()
            await ben.until(lambda message: message["type"] == "here" and message["state"] == "lost")
            await room.pass_time(owner.table.config.grace + 20)
            while owner.table.session.seats_of("Ann"):  # a hand may have begun meanwhile
                await room.pass_time(60)
            assert await room.store.accounts.wallet("Ann") > 0
            assert sum(room.store.balance.values()) == 0

    run(play())


def test_what_is_not_stored_is_told_to_nobody() -> None:
    async def play() -> None:
        async with playing() as (room, owner, players):
            actor = next(player for player in players if player.legal)
            seat, told = actor.actors[0], [len(player.messages) for player in players]
            stored = len(room.store.changes[owner.table.id])
            room.store.fail.append(Unavailable("the disk is full; try again later."))
            ack = await actor.ask("act", seat=seat, **cautious(actor.legal[seat]))
            assert (ack["ok"], ack["why"]) == (False, "the disk is full; try again later.")
            assert len(room.store.changes[owner.table.id]) == stored
            for player, count in zip(players, told, strict=True):
                await player.send("ping")
                await player.until(lambda message: message["type"] == "pong")
                assert not [message for message in player.messages[count:] if message["type"] == "ev"]
            assert await play_on(players)
            assert sum(room.store.balance.values()) == 0

    run(play())


def test_a_table_goes_on_in_the_middle_of_a_hand_after_a_restart() -> None:
    async def play() -> None:
        async with playing() as (room, owner, players):
            actor = next(player for player in players if player.legal)
            await actor.ask("act", seat=actor.actors[0], **cautious(actor.legal[actor.actors[0]]))
            await abreast(players)
            before = owner.table.session.view("player Ann")
            cookies = [player.cookie for player in players]
        assert [player.closed for player in players] != [None, None]
        again = Room(room.store)
        async with serving(again) as address:
            owner = again.owners[owner.table.id]
            assert owner.table.session.view("player Ann") == before
            back = [
                Player(name, cookie, address, owner.table.id)
                for name, cookie in zip(("Ann", "Ben"), cookies, strict=True)
            ]
            for player in back:
                await player.open()
                await player.until(lambda message: message["type"] == "snap")
            assert await play_on(back)
            for player in back:
                await player.close()

    run(play())


def test_sockets_are_told_that_the_server_restarts() -> None:
    async def play() -> None:
        room = Room()
        async with serving(room) as address:
            owner = await room.open(HOLDEM, FLOOR)
            ann, ben = [await Player.guest(address, name, at) for name, at in (("Ann", owner.table.id), ("Ben", ""))]
        assert [await ann.until_closed(), await ben.until_closed()] == [1012, 1012]

    run(play())


@pytest.mark.parametrize("opening", [HOLDEM, HOUSE], ids=["holdem", "three-card"])
def test_bots_take_the_seats_kept_for_them_and_play(opening: OpeningTable) -> None:
    async def play() -> None:
        room = Room(bot_delay=0.5)
        async with serving(room) as address:
            owner = await room.open(
                OpeningTable(game=opening.game, house=opening.house, limit=opening.limit, bots=2), FLOOR
            )
            ann = await Player.guest(address, "Ann", owner.table.id)
            await ann.until_state(lambda _: list(owner.table.state.people.values()) == [BOT, BOT])
            assert (await ann.ask("sit", cents=10_000))["ok"]
            for _ in range(400):
                await room.pass_time(0.5)
                session = owner.table.session
                for seat in session.seats_of("Ann"):
                    if session.least_wagers(seat) and session.running is None:
                        await ann.ask("place", spot=seat, wagers=session.least_wagers(seat))
                        await ann.ask("ready")
                    elif seat in ann.actors and seat in ann.legal:
                        await ann.ask("act", seat=seat, **cautious(ann.legal[seat]))
                if session.finished >= 2:
                    break
            assert owner.table.session.finished >= 2
            assert sum(room.store.balance.values()) == 0
            assert all(cents >= 0 for name, cents in room.store.balance.items() if name != "cage")
            await ann.close()

    run(play())


def test_a_resting_table_of_bots_finishes_its_hand_to_be_closed() -> None:
    async def play() -> None:
        room = Room(bot_delay=0.0)
        async with serving(room) as address:
            owner = await room.open(OpeningTable(game="holdem", house="pot", limit="2-4", seats=6, bots=3), FLOOR)
            watching = await Player.guest(address, "Ann", owner.table.id)
            while owner.table.session.running is None:
                await room.pass_time(1.0)
            await watching.close()
            while not owner.asleep:
                await room.settled()
            while owner.table.session.running is None:  # the hand ended before he was gone
                await watching.open()
                await room.pass_time(3.0)
                await watching.close()
            await room.close_table(owner.table.id, FLOOR)
            for _ in range(100):
                await room.pass_time(1.0)
                if not room.owners:
                    break
            assert owner.table.closed
            assert not room.owners

    run(play())


def test_a_table_of_bots_rests_while_nobody_is_there() -> None:
    async def play() -> None:
        room = Room()
        async with serving(room) as address:
            owner = await room.open(OpeningTable(game="holdem", house="pot", limit="2-4", bots=3), FLOOR)
            for _ in range(20):
                await room.settled()
            assert len(owner.table.state.people) == 3
            lines = len(room.store.changes[owner.table.id])
            for _ in range(10):
                await room.pass_time(30)
            assert len(room.store.changes[owner.table.id]) == lines
            ann = await Player.guest(address, "Ann", owner.table.id)
            for _ in range(20):
                await room.pass_time(5)
            assert len(room.store.changes[owner.table.id]) > lines
            await ann.close()

    run(play())
