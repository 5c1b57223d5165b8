"""Nothing leaks: redealing the cards a viewer has not seen changes no byte sent to that viewer.

A game is played over sockets with every decision scripted, and everything sent to each viewer is kept. Then, for each
viewer, the cards that viewer has not seen are redealt, the script is played again, and the bytes are compared. Only
seals, times and keys are masked.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

import pitboss
from pitboss.cards import TEXT, parse
from pitboss.deal.session_log import SessionStep
from pitboss.room.default_room import OpeningTable
from pitboss.server.live.hub import Hub
from pitboss.server.live.news import PilesTold
from pitboss.server.live.owner import Owner
from tests.examples import rest_long, seeds

from .playing import Player, abreast, guest, serving
from .rooms import FLOOR, Room, run

HOUSES = ("top5", "holdout", "high5", "six54", "three-card", "four-card", "crazy4", "caribbean", "casino-holdem")
MORE_HOUSES = ("let-it-ride", "mississippi", "ultimate")
GAMES = {
    **{game: OpeningTable(game=game) for game in (*HOUSES, *MORE_HOUSES)},
    **{game: OpeningTable(game=game) for game in ("draw", "five-stud", "holdem", "lowball", "omaha-hi-lo", "omaha")},
    "seven-stud": OpeningTable(game="seven-stud"),
    "dealer's choice": OpeningTable(house="button"),
}
CHIPS = 30_000
DECISIONS = 14
"""Decisions of a script; most games are over by then."""

NAMES = ("Ann", "Ben", "Cyd", "Eve")
"""Three players, the first with two spots where that is possible, and a spectator."""


class Changed:
    """A seeded shuffle with some cards exchanged in given orders."""

    def __init__(self, seed: int, new: dict[int, int], orders: frozenset[tuple[int, ...]]) -> None:
        self.seeded, self.new, self.orders = pitboss.seeded(seed), new, orders

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        order = self.seeded.mix(cards)
        return tuple(self.new.get(card, card) for card in order) if order in self.orders else order


class Script:
    """Decisions by number: made up the first time, then repeated with the cards they name dealt anew."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.made: list[tuple[str, int, str, int]] = []

    def decide(self, number: int, player: Player, new: dict[int, int]) -> dict[str, Any] | None:
        if number < len(self.made):
            name, seat, action, cents = self.made[number]
            if name != player.name or seat not in player.legal:
                return None
            words = [TEXT[new.get(parse(word)[0], parse(word)[0])] if word in TEXT else word for word in action.split()]
            return {"seat": seat, "action": " ".join(words), "cents": cents}
        seat = self.rng.choice([seat for seat in player.actors if seat in player.legal])
        option = self.rng.choice([option for option in player.legal[seat] if "why" not in option])
        action = self.rng.choice(option.get("actions") or [option["word"]])
        cents = self.rng.choice([option.get("low", 0), option.get("high", 0)])
        self.made.append((player.name, seat, action, cents))
        return {"seat": seat, "action": action, "cents": cents}


class Play:
    """One play of a script: what every viewer was sent, and which cards he saw."""

    def __init__(self, script: Script, new: dict[int, int], decisions: int) -> None:
        self.script, self.new, self.decisions = script, new, decisions
        self.raw: dict[str, list[str]] = {}
        self.known: dict[str, set[int]] = {}
        self.orders: frozenset[tuple[int, ...]] = frozenset()
        self.moves: list[Any] = []
        self.over = False

    async def run(self, room: Room, opening: OpeningTable, cookies: dict[str, str], address: str) -> bool:
        """Play at a new table; False if the script did not fit the cards."""
        for name in NAMES:
            await room.store.accounts.refill(name, CHIPS, 0)
        owner = await room.open(opening, FLOOR)
        everyone = [Player(name, cookies[name], address, owner.table.id) for name in NAMES]
        for each in everyone:
            await each.open()
        try:
            return await self._play(room, owner, everyone)
        finally:
            for each in everyone:
                await each.close()

    async def _play(self, room: Room, owner: Owner, everyone: list[Player]) -> bool:
        players = everyone[:3]
        for player in players:
            assert (await player.ask("sit", key=f"sit {player.name}", cents=CHIPS))["ok"]
        session = owner.table.session
        if owner.table.wagering:
            await players[0].ask("spot", key="spot", n=5)  # a second spot of the same player (HB-7)
            for player in players:
                for seat in session.seats_of(player.name):
                    await player.ask("place", key=f"place {seat}", spot=seat, wagers=session.least_wagers(seat))
            for player in players:
                await player.ask("ready", key=f"ready {player.name}")
        else:
            room.clock.advance(25 if not session.next_game else owner.table.config.pause)
        await players[0].until_state(lambda each: bool(each.actors))
        for number in range(self.decisions):
            await abreast(everyone)
            asked = [player for player in players if any(seat in player.legal for seat in player.actors)]
            if not asked:
                break
            act = self.script.decide(number, asked[0], self.new)
            if act is None or not (await asked[0].ask("act", key=f"act {number}", **act))["ok"]:
                return False
        await abreast(everyone)
        for each in everyone:
            await each.heard()
            self.raw[each.name] = list(each.raw)
        self._look(room, owner)
        return True

    def _look(self, room: Room, owner: Owner) -> None:
        dealing = owner.table.session.dealings()[-1]
        self.orders = frozenset(dealing.deal.record.shuffles)
        for name in NAMES:
            seat = dealing.seat_of(name)
            positions = dealing.deal.seen_positions(f"player {seat}" if seat else "rail")
            orders = zip(dealing.deal.record.shuffles, positions, strict=True)
            self.known[name] = {order[at] for order, seen in orders for at in seen}
        self.over = owner.table.session.running is None
        moves = [move for change in room.store.changes[owner.table.id] for move in change.line.moves]
        self.moves = [(move.source.partition("/")[2], move.target.partition("/")[2], move.cents) for move in moves]


def masked(raw: Sequence[str]) -> list[str]:
    """Messages without seals, times and keys."""
    return [json.dumps(_masked(json.loads(each))) for each in raw]


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        hidden = {"now", "key", "root", "seal", "salt", "path", "left", "bank", "table"}
        return {name: "masked" if name in hidden else _masked(each) for name, each in value.items()}
    return [_masked(each) for each in value] if isinstance(value, list) else value


async def compared(opening: OpeningTable, seed: int, lengths: Sequence[int]) -> int:
    """Play scripts of these lengths, and again for each viewer with the cards he has not seen dealt again. Return the
    number of plays that could be compared.
    """
    room, rng, count = Room(), random.Random(seed), 0
    async with serving(room) as address:
        cookies = {name: await guest(address, name) for name in NAMES}
        for length in lengths:
            script = Script(seed)
            room._mixer = lambda: pitboss.seeded(seed)
            first = Play(script, {}, length)
            assert await first.run(room, opening, cookies, address)
            for viewer, raw in first.raw.items():
                unseen = sorted({card for order in first.orders for card in order} - first.known[viewer])
                new = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
                room._mixer = partial(Changed, seed, new, first.orders)
                again = Play(script, new, length)
                if await again.run(room, opening, cookies, address) and (not first.over or again.moves == first.moves):
                    assert masked(again.raw[viewer]) == masked(raw), f"{viewer} was told of cards he has not seen"
                    count += 1
    return count


@pytest.mark.parametrize("game", rest_long(GAMES, *list(GAMES)[::3]))
@seeds(1, more=1)
def test_dealing_unseen_cards_anew_leaves_every_byte_as_it_was(game: str, seed: int) -> None:
    async def play() -> None:
        assert await compared(GAMES[game], seed, (2, DECISIONS)) >= 3

    run(play())


def _show_all_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Hub._snaps
    monkeypatch.setattr(Hub, "_snaps", lambda hub, viewers: dict.fromkeys(viewers, honest(hub, ("floor",))["floor"]))


def _show_all_events(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = SessionStep.seen_by
    monkeypatch.setattr(SessionStep, "seen_by", lambda step, viewer: honest(step, "floor"))


def _show_all_piles(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = PilesTold.changed
    monkeypatch.setattr(
        PilesTold,
        "changed",
        lambda told, session, audience, shared, alike: (
            session.piles("floor") or honest(told, session, audience, shared, alike=alike)
        ),
    )


@pytest.mark.parametrize(
    "leak", [_show_all_snapshots, _show_all_events, _show_all_piles], ids=["snap", "events", "piles"]
)
def test_a_leak_would_be_noticed(leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)

    async def play() -> None:
        with pytest.raises(AssertionError, match="was told of cards"):
            await compared(GAMES["holdem"], 1, (2,))

    run(play())
