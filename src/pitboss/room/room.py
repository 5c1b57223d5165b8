"""The room: its open tables, who may open, see and join them, and the waiting lists they share.

The room knows a table only by :class:`Hosted`: an id, its settings, its session and its state. It neither deals nor
stores anything; the code that runs the tables asks it and carries out the answers.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from pitboss.deal.players import checked
from pitboss.deal.table_layout import AnyLayout, HouseLayout, TableSheet
from pitboss.deal.view import SeatView
from pitboss.kinds import KINDS
from pitboss.room.config import TableConfig
from pitboss.room.lists import TABLE, Hold, ListError, ListPlace, Lists, Vacancy
from pitboss.room.people import BOT, FLOOR, Person
from pitboss.room.table.outcome import Refused

LONGEST_NAME = 60
_ID = re.compile(r"t(\d+)")


class SeatedSession(Protocol):
    """The part of a session that the room uses."""

    @property
    def size(self) -> int: ...

    @property
    def seats(self) -> Mapping[int, SeatView]: ...

    @property
    def done(self) -> bool:
        """True if no deal is in progress."""

    def sheet(self) -> TableSheet: ...

    def printed(self) -> AnyLayout: ...


class HostedState(Protocol):
    """The part of a table's state that the room uses."""

    @property
    def people(self) -> Mapping[str, str]:
        """The seated players and their kind (``guest``, ``registered``, ``bot``)."""

    @property
    def moving(self) -> Mapping[int, int]:
        """Seats whose players get another seat of this table as soon as it is free."""

    @property
    def leaving(self) -> tuple[int, ...]:
        """Seats that are given up when their hand is over."""

    @property
    def paused(self) -> str: ...

    @property
    def closing(self) -> bool: ...


class Hosted(Protocol):
    """An open table."""

    @property
    def id(self) -> str: ...

    @property
    def config(self) -> TableConfig: ...

    @property
    def session(self) -> SeatedSession: ...

    @property
    def state(self) -> HostedState: ...

    @property
    def average_pot(self) -> int:
        """The average sum wagered in recent deals, in cents; 0 before the first."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby; amounts are in cents.

    ``game`` is the id of its game, or all of them where a seat names the next one; ``title`` is the game in words.
    ``taken`` seats of all ``seats`` belong to ``players``, ``bots`` of them are bots; ``waiting`` people are on its
    list, ``pot`` is the average pot of a poker table. ``felt`` is the data for a small picture of the table,
    ``payout_limits`` the most it posts to pay on one deal, by wager.
    """

    id: str
    game: str
    kind: str
    name: str
    seats: int
    taken: int
    waiting: int = 0
    house: str = ""
    limit: str = ""
    fee: str = ""
    bots: int = 0
    players: tuple[str, ...] = ()
    private: bool = False
    spectators: bool = True
    closing: bool = False
    paused: str = ""
    opened_by: str = ""
    stakes: dict[str, Any] = {}
    findings: tuple[str, ...] = ()
    title: str = ""
    felt: dict[str, Any] = {}
    pot: int = 0
    payout_limits: dict[str, int] = {}


class SeatFor(NamedTuple):
    """A seat for a newcomer, and the chips to buy."""

    table: str
    seat: int
    cents: int


class AtTables(NamedTuple):
    """A person's chips at all tables that are not at stake, and whether a hand is in progress at one of them."""

    cents: int
    playing: bool


class Room:
    """The registry of open tables.

    ``private_each`` is how many private tables one person may have open, ``number`` that of the last table known to
    have been opened (ids are never used again).
    """

    def __init__(self, *, lists: Lists | None = None, private_each: int = 5, number: int = 0) -> None:
        self.lists = lists or Lists()
        self.tables: dict[str, Hosted] = {}
        self.private_each = private_each
        self.number = number
        self._sheets: dict[str, TableSheet] = {}
        self._felts: dict[str, dict[str, Any]] = {}
        self._invited: dict[str, set[str]] = {}
        self.new_guests: list[tuple[str, str]] = []  # table and name of those invited since this was last stored

    # Opening and closing ----------------------------------------------------------------------------------------------

    def check_open(self, by: Person, *, private: bool) -> None:
        """Raise :class:`~pitboss.room.table.outcome.Refused` if this person may not open such a table."""
        if by.may(FLOOR):
            return
        if not private:
            raise Refused("only the floor opens public tables; open a private one, with an invitation link.")
        own = sum(t.config.private and t.config.opened_by == by.name for t in self.tables.values())
        if own >= self.private_each:
            raise Refused(f"you have {own} private tables open, which is as many as one person may; close one first.")

    def check_close(self, by: Person, table: str) -> None:
        """Raise if this person may not close a table: the floor may, and the opener of a private one."""
        config = self.table(table).config
        if not by.may(FLOOR) and not (config.private and config.opened_by == by.name):
            raise Refused("only the floor, or whoever opened a private table, may close it.")

    def new_id(self) -> str:
        """The id of the next table."""
        self.number += 1
        return f"t{self.number}"

    def config(self, table: str, sheet: TableSheet, by: Person, *, invite: str = "", **settings: Any) -> TableConfig:
        """The settings of a new table: a unique name, its waiting list, and who opened it.

        A table with an ``invite`` code is private and has a separate list.
        """
        wanted = settings.pop("name", "").strip() or f"Table {table.removeprefix('t')}"
        key = list_key(sheet) + (f" {table}" if invite else "")
        return TableConfig(
            name=self._name(wanted), list_key=key, private=bool(invite), invite=invite, opened_by=by.name, **settings
        )

    def _name(self, wanted: str) -> str:
        name = checked(" ".join(wanted.split())[:LONGEST_NAME].strip())
        taken = {table.config.name.casefold() for table in self.tables.values()}
        number = 1
        candidate = name
        while candidate.casefold() in taken:
            number += 1
            candidate = f"{name} {number}"
        return candidate

    def add(self, table: Hosted) -> None:
        """Add a table that was opened or restored."""
        if match := _ID.fullmatch(table.id):
            self.number = max(self.number, int(match[1]))
        self.tables[table.id] = table
        self._sheets[table.id] = table.session.sheet()
        self._felts[table.id] = _felt(table.session.printed())
        self._invited.setdefault(table.id, set()).add(table.config.opened_by)

    def replace(self, table: Hosted) -> None:
        """Replace a table that was restored from the journal while the room was open."""
        if table.id in self.tables:
            self.tables[table.id] = table

    def remove(self, table: str) -> tuple[ListPlace, ...]:
        """Remove a closed table; return the places on lists that it frees, so that their players can be notified."""
        gone = self.tables.get(table)
        self.forget(table)
        if gone is None:
            return ()
        key = gone.config.list_key
        last = all(other.config.list_key != key for other in self.tables.values())
        return self.lists.closed(table, key, last=last)

    def forget(self, table: str) -> None:
        """Drop a closed table of another process; that process frees its list."""
        for known in (self.tables, self._sheets, self._felts, self._invited):
            known.pop(table, None)

    def sort(self) -> None:
        """Sort the tables by the order of opening."""
        self.tables = dict(sorted(self.tables.items(), key=lambda each: (len(each[0]), each[0])))

    def table(self, table: str) -> Hosted:
        if table not in self.tables:
            raise Refused(f"there is no table {table!r}; the lobby lists those that are open.")
        return self.tables[table]

    # Permissions ------------------------------------------------------------------------------------------------------

    def invite(self, table: str, person: Person, code: str) -> bool:
        """Present the code of an invitation link; return whether this person is invited, now or earlier."""
        config = self.table(table).config
        shown = config.private and code and hmac.compare_digest(code.encode(), config.invite.encode())
        if shown and person.name not in self._invited[table]:
            self._invited[table].add(person.name)
            self.new_guests.append((table, person.name))
        return self.may_enter(table, person)

    def invited(self, table: str) -> frozenset[str]:
        """The people who were invited to a table, and its opener."""
        return frozenset(self._invited.get(table, ()))

    def admit(self, table: str, names: Iterable[str]) -> None:
        """Let people in who showed an invitation elsewhere or before."""
        self._invited.setdefault(table, set()).update(names)

    def may_enter(self, table: str, person: Person | None) -> bool:
        """True if a person may go to a table: anyone to a public one, those invited or seated to a private one."""
        hosted = self.table(table)
        if not hosted.config.private:
            return True
        if person is None:
            return False
        return person.may(FLOOR) or person.name in self._invited[table] or person.name in players(hosted)

    def may_watch(self, table: str, person: Person | None) -> bool:
        """True if a person may see a table without a seat: if it allows spectators, or to do the floor's work."""
        return self.may_enter(table, person) and (
            self.table(table).config.spectators or (person is not None and person.may(FLOOR))
        )

    def listing(self, person: Person | None = None) -> tuple[TableRow, ...]:
        """The lobby: every table in the order of opening, without private ones the asker may not enter."""
        return tuple(self.row(table) for table in self.tables if self.may_enter(table, person))

    def row(self, table: str) -> TableRow:
        """One table as the lobby shows it."""
        hosted, sheet = self.tables[table], self._sheets[table]
        config, seats, state = hosted.config, hosted.session.seats, hosted.state
        return TableRow(
            id=table,
            game=" ".join(sheet.games),
            kind=sheet.kind,
            name=config.name,
            seats=hosted.session.size,
            taken=len(seats),
            waiting=len(self.lists.line(config.list_key)),
            house=sheet.house,
            limit=sheet.limits,
            fee=sheet.fee,
            bots=sum(_is_bot(hosted, view.player) for view in seats.values()),
            players=players(hosted),
            private=config.private,
            spectators=config.spectators,
            closing=state.closing,
            paused=state.paused,
            opened_by=config.opened_by if config.private else "",
            stakes={
                "least": sheet.least_buy_in,
                "usual": sheet.usual_buy_in,
                "most": sheet.most_buy_in,
                "chip": sheet.chip,
                **sheet.betting,
            },
            findings=sheet.findings,
            title=sheet.name,
            felt=self._felts[table],
            pot=0 if KINDS[sheet.kind].banked else hosted.average_pot,
            payout_limits=config.payout_limits,
        )

    # Seats ------------------------------------------------------------------------------------------------------------

    def quick_seat(self, person: Person, cents: int, *, game: str = "", kind: str = "") -> SeatFor:
        """The best seat for a newcomer with this much in the wallet: at the busiest table they can afford.

        Only public tables with a free seat are offered, of one ``game`` or ``kind`` if given.
        """
        offers: list[tuple[tuple[int, int, int], SeatFor]] = []
        for order, (id_, hosted) in enumerate(self.tables.items()):
            sheet, at_table = self._sheets[id_], players(hosted)
            if hosted.config.private or hosted.state.closing or hosted.state.paused or person.name in at_table:
                continue
            if (game and game not in sheet.games) or (kind and kind != sheet.kind) or sheet.least_buy_in > cents:
                continue
            seats = [seat for seat in self.free_seats(id_) if self.lists.may_sit(person.name, id_, seat)]
            if seats:
                people = sum(not _is_bot(hosted, player) for player in at_table)
                offers.append(((people, len(at_table), -order), SeatFor(id_, seats[0], sheet.buy_in(cents))))
        if not offers:
            raise Refused("no table that you can afford has a free seat now; join a waiting list.")
        return max(offers)[1]

    def at_tables(self, player: str) -> AtTables:
        """A person's chips at tables; see :func:`pitboss.room.bank.refill`."""
        cents, playing = 0, False
        for hosted in self.tables.values():
            own = [view.cents for view in hosted.session.seats.values() if view.player == player]
            if own:
                cents += own[0]  # all seats of a player share the chips
                playing = playing or not hosted.session.done
        return AtTables(cents, playing)

    def free_seats(self, table: str) -> tuple[int, ...]:
        """The free seats, except those that a player of the table is about to move to."""
        hosted = self.tables[table]
        wanted = set(hosted.state.moving.values())
        taken = hosted.session.seats
        return tuple(seat for seat in range(1, hosted.session.size + 1) if seat not in taken and seat not in wanted)

    def bots_to_seat(self, table: str) -> int:
        """The number of bots to seat now (negative: to send away), so that a person always finds a free seat.

        There are never more than the table is meant to have; people who wait come before bots.
        """
        hosted = self.tables[table]
        leaving = hosted.state.leaving
        stay = [view.player for seat, view in hosted.session.seats.items() if seat not in leaving]
        bots = sum(_is_bot(hosted, player) for player in dict.fromkeys(stay))
        if hosted.state.closing:
            return 0  # everybody is cashed out at the end
        held = len(self.lists.held(table))
        free = len(self.free_seats(table)) + len(leaving) - held
        waiting = len(self.lists.line(hosted.config.list_key)) - held
        return max(min(hosted.config.bots - bots, free - max(1, waiting)), -bots)

    # Waiting lists ----------------------------------------------------------------------------------------------------

    def join_list(self, table: str, person: Person, want: str, now: float) -> ListPlace:
        """Put a person on the waiting list of a table's game and limit."""
        hosted = self.table(table)
        if not self.may_enter(table, person):
            raise Refused("this table is private; come with its invitation link.")
        key = hosted.config.list_key
        if all(person.name in players(other) for other in self._of_list(key)):
            raise ListError("you sit at every table of this list; ask for another seat instead.")
        return self.lists.join(key, person.name, want, now)

    def waits(self, table: str, person: Person, now: float) -> dict[str, Any]:
        """A person's place on a table's waiting list: ``want``, ``place`` in line, and the ``seat`` held.

        A held seat has the seconds ``left`` to take it. Empty for a person who does not wait.
        """
        key = self.table(table).config.list_key
        place = self.lists.position(key, person.name)
        if not place:
            return {}
        want = next(each.want for each in self.lists.places(person.name) if each.key == key)
        held = {seat: hold for seat, hold in self.lists.held(table).items() if hold.player == person.name}
        seat = min(held, default=0)
        own = {"seat": seat, "left": max(0.0, held[seat].until - now)} if seat else {}
        return {"want": want, "place": place, **own}

    def leave_list(self, table: str, person: Person) -> tuple[ListPlace, ...]:
        """Take a person off the list of a table, with the wish for another table."""
        return self.lists.off(self.table(table).config.list_key, person.name)

    def ask_table(self, table: str, person: Person, to: str, now: float) -> ListPlace:
        """Ask to move from a table to another of the same game and limit; an empty ``to`` is any."""
        hosted = self.table(table)
        if person.name not in players(hosted):
            raise ListError("only a seated player changes tables; join the waiting list instead.")
        key = hosted.config.list_key
        if to and self.table(to).config.list_key != key:
            raise ListError("that table has another game or limit; join its waiting list instead.")
        if len(self._of_list(key)) < 2:
            raise ListError("there is no other table of this game and limit; join another list instead.")
        return self.lists.ask_table(key, table, person.name, to, now)

    def sat(self, table: str, player: str, seat: int) -> tuple[str, ...]:
        """Note that a player took a seat; return the tables the player moves away from, whose seats are given up."""
        key = self.table(table).config.list_key
        done = self.lists.took(player, key, table, seat)
        return tuple(place.table for place in done if place.want == TABLE)

    def page(self, now: float, own: Collection[str] | None = None) -> tuple[tuple[Hold, ...], tuple[Hold, ...]]:
        """Hold free seats for the next in line; return the new holds, to be paged, and those that ran out unused.

        With ``own``, only seats of these tables: those that this process owns, where several share a room.
        """
        for place in self.lists.changes():
            if own is not None and place.table not in own:
                continue
            if place.table not in self.tables or place.player not in players(self.tables[place.table]):
                self.lists.left(place.player, place.table)
        missed = self.lists.expire(now)
        vacancies = (
            Vacancy(
                table=id_,
                key=hosted.config.list_key,
                seats=self.free_seats(id_),
                players=frozenset(players(hosted)),
                hold=hosted.config.page,
            )
            for id_, hosted in self.tables.items()
            if not hosted.state.closing and (own is None or id_ in own)
        )
        return self.lists.offer(vacancies, now), missed

    def check_sit(self, table: str, person: Person, seat: int) -> None:
        """Raise if a seat is held for somebody else; 0 is any seat."""
        if person.name in players(self.table(table)):
            return  # the table itself answers, also to a repeated command
        held = self.lists.held(table)
        if seat:
            if not self.lists.may_sit(person.name, table, seat):
                raise Refused(f"seat {seat} is held for {held[seat].player}; take another, or join the waiting list.")
        elif not any(self.lists.may_sit(person.name, table, free) for free in self.free_seats(table)):
            raise Refused("there is no free seat at this table; join its waiting list.")

    def _of_list(self, key: str) -> list[Hosted]:
        return [table for table in self.tables.values() if table.config.list_key == key]


def players(table: Hosted) -> tuple[str, ...]:
    """The players seated at a table, in the order of their first seats."""
    return tuple(dict.fromkeys(view.player for _, view in sorted(table.session.seats.items())))


def list_key(sheet: TableSheet) -> str:
    """The key of the waiting list of a game and limit: the same for every table that offers the same."""
    return ", ".join(filter(None, (sheet.house, " ".join(sheet.games), sheet.limits)))


def _is_bot(table: Hosted, player: str) -> bool:
    return table.state.people.get(player) == BOT


def _felt(printed: AnyLayout) -> dict[str, Any]:
    """The data of a small picture of a table: its wagers by shape, and how many cards a player gets."""
    if not isinstance(printed, HouseLayout):
        return {}
    kept = ("key", "of", "initial", "against")
    wagers = [{key: value for key in kept if (value := getattr(wager, key))} for wager in printed.wagers]
    return {"version": printed.version, "unit": printed.unit, "player": printed.player, "wagers": wagers}
