"""Bots: they take the seats a table keeps for them, play, and buy chips with money from the cage.

A choice is computed in a worker thread from what the bot may see, and comes back as an ordinary command. While nobody
watches or plays at a table, its bots rest.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING

from pitboss import spread
from pitboss.deal.players import account
from pitboss.deal.view import SeatView
from pitboss.room import commands
from pitboss.room.default_room import DefaultRoom
from pitboss.room.people import BOT, Account, NameTaken, Person
from pitboss.room.table.outcome import BotTurn
from pitboss.room.table.questions import ACT, PLACE
from pitboss.room.table.table import Table
from pitboss.server.live.clock import Tasks
from pitboss.server.live.owner import Owner
from pitboss.spread.sessions import RoomBot

if TYPE_CHECKING:
    from pitboss.server.live.tables import LiveTables

BANKROLL = 200_000
"""Cents a bot gets from the cage, and again when they are spent."""


class BotRunner:
    """Seats the bots of every table and acts for them."""

    def __init__(self, live: LiveTables, default: DefaultRoom | None, *, prepares: bool) -> None:
        self.live, self.clock = live, live.clock
        self.names = default.bot_names if default else ()
        self.bankroll = default.bankroll if default else BANKROLL
        self.prepares = prepares
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="bot")
        self._preparing = ThreadPoolExecutor(1, thread_name_prefix="bot preparing")
        self._bots: dict[tuple[str, str], RoomBot] = {}
        self._asked: set[tuple[str, BotTurn]] = set()
        self._tending: set[str] = set()
        self.tasks = Tasks("a bot failed")
        self._taken: set[str] = set()
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True
        for bot in self._bots.values():
            bot.stop()
        for task in self.tasks.running:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._preparing.shutdown(wait=False, cancel_futures=True)

    # Deciding ---------------------------------------------------------------------------------------------------------

    def turn(self, owner: Owner, turn: BotTurn) -> None:
        """Answer a bot's question after the table's delay."""
        asked = (owner.table.id, turn)
        if not self._stopped and not owner.asleep and asked not in self._asked:
            self._asked.add(asked)
            when = self.clock.now() + owner.table.config.bot_delay
            self.clock.at(when, lambda: self.tasks.start(self._answer(owner, turn)))

    async def _answer(self, owner: Owner, turn: BotTurn) -> None:
        self._asked.discard((owner.table.id, turn))
        if self._stopped or turn not in owner.table.bot_turns():
            return  # asked something else since
        owner.ask(await self._choice(owner, turn), Person(turn.player, BOT))

    async def _choice(self, owner: Owner, turn: BotTurn) -> commands.TableCommand:
        session, seat = owner.table.session, turn.seat
        bot = self._bot(owner, turn.player)
        if turn.what == PLACE:
            wagers = bot.place(session.wagers(seat), session.least_wagers(seat), session.seats[seat].cents)
            if not wagers:
                self.tend(owner)
                return commands.Ready(seq=turn.seq)
            return commands.Place(seq=turn.seq, spot=seat, wagers=wagers)
        if turn.what != ACT:
            return commands.Name(seq=turn.seq, game=bot.name(session.playable(), session.version))
        view = session.view(account(turn.player))
        act = await asyncio.get_running_loop().run_in_executor(self._threads, bot.act, view, seat)
        return commands.Act(seq=turn.seq, seat=seat, action=act.action, cents=act.cents)

    def _bot(self, owner: Owner, player: str) -> RoomBot:
        known = self._bots.get((owner.table.id, player))
        if known is None:
            seed = int.from_bytes(sha256(player.encode()).digest()[:4], "big")
            known = self._bots[owner.table.id, player] = spread.bot(owner.table.session, seed)
            if self.prepares:
                self._preparing.submit(known.prepare)
        return known

    # Coming and going -------------------------------------------------------------------------------------------------

    def tend(self, owner: Owner) -> None:
        """Seat missing bots, remove surplus ones, and bring chips to those without."""
        id = owner.table.id
        if self._stopped or id in self._tending:
            return
        if self.live.room.bots_to_seat(id) or self._broke(owner):
            self._tending.add(id)
            self.tasks.start(self._tend(owner))

    async def _tend(self, owner: Owner) -> None:
        id = owner.table.id
        try:
            while id in self.live.owners and (wanted := self.live.room.bots_to_seat(id)):
                if not await (self._seat(owner) if wanted > 0 else self._send_away(owner)):
                    break
            for player, seat in self._broke(owner):
                await self._bring_chips(owner, player, seat)
        finally:
            self._tending.discard(id)

    async def _seat(self, owner: Owner) -> bool:
        """Seat one more bot; False if it was refused."""
        cents = owner.table.session.sheet().usual_buy_in
        bot = await self._next_bot(cents)
        if bot is None:
            return False
        ack = await owner.do(commands.Sit(cents=cents), bot)
        if not ack.ok:
            self._taken.discard(bot.name)
        return ack.ok

    async def _send_away(self, owner: Owner) -> bool:
        seats = [each for each in _bots_at(owner.table) if each[0] not in owner.table.state.leaving]
        if not seats:
            return False
        seat, view = seats[-1]
        ack = await owner.do(commands.Leave(seat=seat), Person(view.player, BOT))
        self._taken.discard(view.player)
        return ack.ok

    def _broke(self, owner: Owner) -> list[tuple[str, int]]:
        """Bots that have too few chips to play on, and are in no deal."""
        table = owner.table
        if BOT not in table.state.people.values() or table.session.running is not None:
            return []
        sheet = table.session.sheet()
        least = sheet.least_buy_in if sheet.least_buy_in < sheet.usual_buy_in else 1
        return [(view.player, seat) for seat, view in _bots_at(table) if view.status == "out" or view.cents < least]

    async def _bring_chips(self, owner: Owner, player: str, seat: int) -> None:
        """Let a bot buy chips and go on; if it cannot, it leaves."""
        bot = Person(player, BOT)
        view = owner.table.session.seats.get(seat)
        if view is None or view.player != player:
            return
        sheet = owner.table.session.sheet()
        cents = sheet.in_chips(sheet.usual_buy_in - view.cents)
        if cents > 0:
            await self._fund(player, cents)
            await owner.do(commands.Buy(seat=seat, cents=cents), bot)
        if view.status == "out":
            ack = await owner.do(commands.Back(seat=seat), bot)
            if not ack.ok:
                await owner.do(commands.Leave(seat=seat), bot)

    async def _next_bot(self, cents: int) -> Person | None:
        """A bot that is not seated anywhere, with at least ``cents`` in its wallet."""
        seated = {name for hosted in self.live.room.tables.values() for name in hosted.state.people}
        for name in chain(self.names, (f"Bot {number}" for number in range(1, 1000))):
            if name in seated or name in self._taken:
                continue
            self._taken.add(name)
            known = await self.live.store.accounts.find(name)
            if known is None:
                try:
                    await self.live.store.accounts.add(Account(name, BOT), self.bankroll, self.clock.now())
                except NameTaken:
                    continue
            elif known.kind != BOT:
                continue
            await self._fund(name, cents)
            return Person(name, BOT)
        return None

    async def _fund(self, name: str, cents: int) -> None:
        if await self.live.store.accounts.wallet(name) < cents:
            await self.live.store.accounts.refill(name, max(cents, self.bankroll), self.clock.now())


def _bots_at(table: Table) -> list[tuple[int, SeatView]]:
    """The seats of a table where bots are."""
    return [each for each in table.session.seats.items() if table.state.people.get(each[1].player) == BOT]
