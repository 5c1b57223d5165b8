"""Waiting lists: one for each game and limit, with paging and a hold on the seat that came free.

A list has a key that its tables share (:attr:`~pitboss.room.config.TableConfig.list_key`). Players on it have shown
``interest`` or are ``going`` to play; players at its tables may ask for another ``table``. A free seat goes to changes
of table first, in the order they were asked for, then to those going, then to those interested, each in the order of
arrival. The next in line is paged and the seat is held; a player who does not take it in time loses the place, and
the next is paged. (Another seat of the same table is a matter of that table, and comes before all of them.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from pitboss.errors import PitbossError

INTEREST, GOING, TABLE = "interest", "going", "table"
_RANK = {TABLE: 0, GOING: 1, INTEREST: 2}


class ListError(PitbossError):
    """A place on a list that cannot be had; nothing was changed."""


class ListPlace(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A player's place on a list.

    ``number`` is the order of arrival over all lists and ``since`` its time. ``table`` is where a player who wants a
    change sits, ``to`` the table asked for (empty: any).
    """

    number: int
    key: str
    player: str
    want: str
    since: float
    table: str = ""
    to: str = ""


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """A seat held for a player until a time, who was paged for it because of place ``number``."""

    number: int
    key: str
    player: str
    want: str
    table: str
    seat: int
    until: float


class Vacancy(msgspec.Struct, frozen=True, kw_only=True):
    """The free seats of a table, who sits there, and for how many seconds a seat is held."""

    table: str
    key: str
    seats: tuple[int, ...]
    players: frozenset[str] = frozenset()
    hold: float = 60


class Waiting(msgspec.Struct, frozen=True):
    """All lists as plain data, to be stored: places in the order of arrival, and the seats held."""

    places: tuple[ListPlace, ...] = ()
    holds: tuple[Hold, ...] = ()


class Lists:
    """The waiting lists of a room. Time is an argument everywhere; nothing happens by itself."""

    def __init__(self, stored: Waiting | None = None) -> None:
        self.reset(stored or Waiting())

    def reset(self, stored: Waiting) -> None:
        """Go back to an earlier result of :meth:`stored`, when a change could not be stored."""
        self._places = {place.number: place for place in sorted(stored.places, key=lambda place: place.number)}
        self._holds = {(hold.table, hold.seat): hold for hold in stored.holds}
        self._next = max(self._places, default=0) + 1

    def put_back(self, player: str, before: Waiting) -> None:
        """Restore what one player waits for; changes for other players stay."""
        others = self.stored()
        places = [place for place in others.places if place.player != player]
        holds = {(hold.table, hold.seat): hold for hold in before.holds if hold.player == player}
        holds |= {(hold.table, hold.seat): hold for hold in others.holds if hold.player != player}
        places += [place for place in before.places if place.player == player]
        number = self._next
        self.reset(Waiting(tuple(places), tuple(holds.values())))
        self._next = max(number, self._next)

    def stored(self) -> Waiting:
        """Everything, to be stored; ``Lists(lists.stored())`` goes on with it."""
        return Waiting(tuple(self._places.values()), tuple(self._holds.values()))

    # Joining and leaving ----------------------------------------------------------------------------------------------

    def join(self, key: str, player: str, want: str, now: float) -> ListPlace:
        """Put a player on a list, or change the player's wish there; the place in line is kept."""
        if want not in (INTEREST, GOING):
            raise ListError(f"{want!r} is not a kind of waiting; write 'interest' or 'going'.")
        if not key:
            raise ListError("this table has no waiting list; take a free seat, or ask for one when there is one.")
        return self._put(ListPlace(number=self._next, key=key, player=player, want=want, since=now))

    def ask_table(self, key: str, table: str, player: str, to: str, now: float) -> ListPlace:
        """Ask for a seat at another table of the same list; an empty ``to`` is any other."""
        if to == table:
            raise ListError("that is the table you sit at; ask for another table, or for another seat.")
        wish = ListPlace(number=self._next, key=key, player=player, want=TABLE, since=now, table=table, to=to)
        return self._put(wish)

    def _put(self, new: ListPlace) -> ListPlace:
        """Add a place; the same wish of the same player keeps its number."""
        for old in self._places.values():
            if (old.player, old.key, old.table) == (new.player, new.key, new.table) and _alike(old, new):
                new = msgspec.structs.replace(new, number=old.number, since=old.since)
                if old.to != new.to:  # paged for a wish that has changed
                    self._holds = {at: hold for at, hold in self._holds.items() if hold.number != old.number}
                break
        else:
            self._next += 1
        self._places[new.number] = new
        return new

    def off(self, key: str, player: str, table: str = "") -> tuple[ListPlace, ...]:
        """Take a player off a list, with the wishes for changes; with ``table``, only those of that table."""
        return self._drop(lambda at: (at.key, at.player) == (key, player) and (not table or at.table == table))

    def gone(self, player: str) -> tuple[ListPlace, ...]:
        """Take a player off every list."""
        return self._drop(lambda at: at.player == player)

    def left(self, player: str, table: str) -> tuple[ListPlace, ...]:
        """Drop the wishes to change of a player who no longer sits at a table."""
        return self._drop(lambda at: at.player == player and bool(table) and at.table == table)

    def took(self, player: str, key: str, table: str, seat: int) -> tuple[ListPlace, ...]:
        """Drop the hold, the place on the list and the wish of a player who took the seat."""
        self._holds.pop((table, seat), None)

        def served(at: ListPlace) -> bool:
            moves = at.want != TABLE or (at.table != table and at.to in ("", table))
            return (at.player, at.key) == (player, key) and moves

        return self._drop(served)

    def closed(self, table: str, key: str, *, last: bool) -> tuple[ListPlace, ...]:
        """Drop the holds and wishes of a closed table, and its list too if it was the ``last`` table on it."""
        self._holds = {at: hold for at, hold in self._holds.items() if hold.table != table}
        return self._drop(lambda at: table in (at.table, at.to) or (last and bool(key) and at.key == key))

    def _drop(self, ends: Callable[[ListPlace], bool]) -> tuple[ListPlace, ...]:
        """Drop the places that end, with their holds."""
        dropped = {place.number: place for place in self._places.values() if ends(place)}
        for number in dropped:
            del self._places[number]
        self._holds = {at: hold for at, hold in self._holds.items() if hold.number not in dropped}
        return tuple(dropped.values())

    # Paging -----------------------------------------------------------------------------------------------------------

    def due(self) -> float | None:
        """The time at which the next hold runs out."""
        return min((hold.until for hold in self._holds.values()), default=None)

    def expire(self, now: float) -> tuple[Hold, ...]:
        """End the holds that have run out; those players lose their places."""
        missed = tuple(hold for hold in self._holds.values() if hold.until <= now)
        numbers = {hold.number for hold in missed}
        self._drop(lambda at: at.number in numbers)
        self._holds = {at: hold for at, hold in self._holds.items() if hold not in missed}
        return missed

    def offer(self, vacancies: Iterable[Vacancy], now: float) -> tuple[Hold, ...]:
        """Hold the free seats for the next in line and return the new holds: their players are to be paged."""
        new: list[Hold] = []
        for vacancy in vacancies:
            for seat in vacancy.seats:
                if (vacancy.table, seat) in self._holds:
                    continue
                place = next((place for place in self._line() if self._fits(place, vacancy)), None)
                if place is None:
                    continue
                hold = Hold(
                    number=place.number,
                    key=place.key,
                    player=place.player,
                    want=place.want,
                    table=vacancy.table,
                    seat=seat,
                    until=now + vacancy.hold,
                )
                self._holds[vacancy.table, seat] = hold
                new.append(hold)
        return tuple(new)

    def _line(self) -> list[ListPlace]:
        return sorted(self._places.values(), key=lambda place: (_RANK[place.want], place.number))

    def _fits(self, place: ListPlace, vacancy: Vacancy) -> bool:
        """True if a seat is what a place on a list waits for; nobody is paged twice for one place or one table."""
        if place.key != vacancy.key:
            return False
        for hold in self._holds.values():
            if hold.number == place.number or (hold.player, hold.table) == (place.player, vacancy.table):
                return False
        if place.player in vacancy.players:
            return False
        return place.want != TABLE or (place.table != vacancy.table and place.to in ("", vacancy.table))

    # Questions --------------------------------------------------------------------------------------------------------

    def held(self, table: str) -> dict[int, Hold]:
        """The held seats of a table."""
        return {seat: hold for (at, seat), hold in self._holds.items() if at == table}

    def may_sit(self, player: str, table: str, seat: int) -> bool:
        """True if a free seat may be taken: it is not held for somebody else."""
        hold = self._holds.get((table, seat))
        return hold is None or hold.player == player

    def line(self, key: str) -> tuple[ListPlace, ...]:
        """The players waiting for a first seat on a list, the next one first; changes of table are left out."""
        return tuple(place for place in self._line() if place.key == key and place.want in (INTEREST, GOING))

    def changes(self) -> tuple[ListPlace, ...]:
        """The seated players who wait for another table."""
        return tuple(place for place in self._places.values() if place.want == TABLE)

    def places(self, player: str) -> tuple[ListPlace, ...]:
        """Everything a player waits for."""
        return tuple(place for place in self._places.values() if place.player == player)

    def position(self, key: str, player: str) -> int:
        """A player's place in line, from 1; 0 if not on the list."""
        players = [place.player for place in self.line(key)]
        return players.index(player) + 1 if player in players else 0


def _alike(old: ListPlace, new: ListPlace) -> bool:
    """True if a new wish replaces an old one: both to play, or both for another table."""
    first = (INTEREST, GOING)
    return old.want == new.want or (old.want in first and new.want in first)
