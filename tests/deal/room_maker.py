"""Makes a stored room with a bit of everything, to be frozen: once for each revision of the database's schema.

``tests/deal/frozen/room-0001.sqlite.xz`` was made by this file with the code of commit 8413afd, the last one before
revision 0002 (which had no slips, tokes, counts of boxes, notes of roles or calendars yet), and ``room-0002`` with the
code of the commit that added it; since ``room-0003`` movements and notes have facts. None is ever made again. When a
revision is added, first make the room of the one before it, and then its facts as :mod:`tests.deal.frozen_facts` says:

    .venv/bin/python -m tests.deal.room_maker
"""

from __future__ import annotations

import asyncio
import lzma
import sqlite3
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from pitboss.room import commands
from pitboss.room.bank import DROP_BOX
from pitboss.room.day import Calendar
from pitboss.room.line import Change
from pitboss.room.people import REGISTERED, Account
from pitboss.room.slips import as_chips
from pitboss.room.table.outcome import Refused
from pitboss.storage.engine import LATEST
from pitboss.storage.storage import Storage
from tests.deal.tables import NAMES
from tests.room.crowd import FLOOR, KINDS, Crowd
from tests.room.evening import START

FOLDER = Path(__file__).parent / "frozen"

# Game, commands given by the crowd, settings of the table; at tables dealt by a person there are rulings.
PLAYED: list[tuple[str, int, dict[str, str]]] = [
    ("top5", 90, {}),
    ("holdout", 70, {}),
    ("ultimate", 70, {"fills": "floor"}),
    ("high5", 150, {"dealer": "person"}),
    ("holdem, pot", 110, {}),
    ("omaha-hi-lo, wsop", 90, {}),
    ("seven-stud, button", 90, {}),
    ("lowball, pot", 90, {}),
    ("dealer's choice, button", 110, {}),
    ("holdem, button", 250, {"dealer": "person"}),
    ("three-card", 40, {}),
]
RARE = {"fold": 0.1, "raise": 0.3}
CHIPS = 100_000_000


class Guests(Crowd):
    """A crowd that mostly plays on to the showdown, with wagers of every kind, and now and then calls for a ruling."""

    def happen(self) -> None:
        if self.rng.random() < 0.15:
            super().happen()
            return
        with suppress(Refused):
            self._play()

    def _play(self) -> None:
        rng, table, evening = self.rng, self.table, self.evening
        session = table.session
        if session.running is not None and not table.by_machine and rng.random() < 0.06:
            self._rule()
        elif session.actors:
            self._play_on()
        elif session.done and table.wagering and session.seats and rng.random() < 0.7:
            spot = rng.choice([*session.seats])
            wagers = session.least_wagers(spot)
            for option in session.wagers(spot):
                if option.allowed and option.low and rng.random() < 0.7:
                    wagers[option.word.removeprefix("wager ")] = max(option.low, rng.choice([500, 137, 25]))
            evening.do(table.player(spot), commands.Place, spot=spot, wagers=wagers)
        elif not table.by_machine:
            evening.do(FLOOR, commands.Step)
        else:
            evening.wait(7)

    def _rule(self) -> None:
        """A ruling that the floor may make now, whatever facts it asks for."""
        allowed = [option.word for option in self.table.session.rulings() if option.allowed]
        for word in self.rng.sample(allowed, len(allowed)):
            for facts in ({"reason": "a card was exposed"}, {}, {"seat": 1}, {"seat": 2}, {"cents": 600}):
                with suppress(Refused):
                    self.evening.do(FLOOR, commands.Floor, ruling=word, facts=facts)
                    return

    def _play_on(self) -> None:
        session, rng = self.table.session, self.rng
        seat = rng.choice(session.actors)
        options = [option for option in session.legal(seat) if option.allowed]
        option = rng.choice(
            [each for each in options if each.word not in RARE or rng.random() < RARE[each.word]] or options
        )
        action = rng.choice(option.actions or (option.word,))
        self.evening.do(self.table.player(seat), commands.Act, seat=seat, action=action, cents=option.low)


def table_played(number: int, game: str, times: int, config: dict[str, str]) -> list[Change]:
    """The log of a table that a crowd played at; the first and the last are closed."""
    crowd = Guests(game, number, id=f"t{number}", **config)
    evening = crowd.evening
    evening.sit(*NAMES[:4])
    for _ in range(times):
        crowd.happen()
    for what in (
        commands.Floor(ruling="fill", facts={"cents": 250_000}),
        commands.Floor(ruling="credit", facts={"cents": 50_000}),
        commands.Floor(ruling="inventory", facts={}),
        commands.Toke(cents=700),
    ):
        seated = next((view.player for view in evening.table.session.seats.values()), FLOOR)
        who = FLOOR if isinstance(what, commands.Floor) else seated
        try:
            evening.send(evening.person(who), what)
        except Refused as why:
            print(f"t{number} {game}: {why}")
    if number in (1, len(PLAYED)):
        evening.do(FLOOR, commands.Floor, ruling="close", facts={})
        evening.wait(3600)
    return evening.journal.changes


async def make(storage: Storage) -> None:
    await storage.note_calendar(START - 3600)
    for name in NAMES:
        await storage.accounts.add(Account(name, KINDS.get(name, REGISTERED), "", ("player",), 0), CHIPS, START - 3000)
    await storage.accounts.add(Account(FLOOR, REGISTERED, "", ("player",), 0), CHIPS, START - 2900)
    await storage.accounts.set_roles(FLOOR, ("player", "floor", "dealer"), by="room", now=START - 2800)
    for number, played in enumerate(PLAYED, 1):
        for change in table_played(number, *played):
            await storage.commit(change)
    drop = await storage.ledger.balance(f"t2/{DROP_BOX}")
    for who in (FLOOR, "Ann"):
        await storage.slips.count("t2", DROP_BOX, as_chips(drop), by=who, now=START + 90_000)


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "room.sqlite"
        storage = Storage.open(str(file), keys=str(folder / f"room-{LATEST}.keys"), calendar=Calendar("UTC", 6))
        try:
            asyncio.run(make(storage))
        finally:
            storage.close()
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
        connection.close()
        packed = lzma.compress(file.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        target = folder / f"room-{LATEST}.sqlite.xz"
        with target.open("xb") as out:
            out.write(packed)
    print(f"{target.name}: {len(packed):,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
