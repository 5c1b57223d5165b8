"""A poker table between hands: who sits where, chips bought and cashed, who sits out, what is owed."""

from __future__ import annotations

from typing import Any

from pitboss.deal import Event
from pitboss.deal.deal import FLOOR, RAIL
from pitboss.money import Move
from pitboss.poker import library
from pitboss.poker.game import Game, Post, TableError
from pitboss.poker.hand import Hand
from pitboss.poker.hand_setup import somebody_elses
from pitboss.poker.session import buyins, seating
from pitboss.poker.session.record import Bought, CameBack, Entry, Left, Sat, SatOut, SessionRecord
from pitboss.poker.session.seating import IN, OUT, WAITING, Place

CAGE, FEE_BOX = "cage", "fee box"


class CardTable:
    """The seats of a session and the chips before them; every command is an entry of the record."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.record = SessionRecord(setup, [])
        self.games: dict[str, Game] = {one["game"]: library.reopen(one) for one in setup["games"]}
        self.size: int = setup["seats"]
        self.book = next(iter(self.games.values())).book
        self.places: dict[int, Place] = {}
        self.button = 0
        self.hand: Hand | None = None
        self.finished = 0
        self.fees = 0
        self.events: list[Event] = []
        self._moves: list[Move] = []
        self._acts: list[int] = []  # for every entry, how much of the running hand had been played when it was written

    # Coming and going ----------------------------------------------------------------------------------------------

    def sit(self, seat: int, player: str, cents: int, *, wait: bool = False) -> None:
        """A player from the rail takes a seat; in a running game he posts the big blind, or waits for it (PK-25)."""
        self._take_up()
        if type(seat) is not int or not 1 <= seat <= self.size:
            raise TableError(f"{seat!r} is not a seat of this table; it has seats 1 to {self.size}.")
        if seat in self.places:
            raise TableError(f"seat {seat} is taken by {self.places[seat].player}.")
        taken = {FLOOR, RAIL, *(one.player for one in self.places.values())}
        if not isinstance(player, str) or not player or player in taken or somebody_elses(player, seat):
            raise TableError(f"{player!r} cannot take a seat; a player has a name of his own, and one seat.")
        buyins.check(self.games.values(), cents, joining=True)
        running = self.button > 0
        place = Place(seat, player, status=WAITING if wait and running else IN, new=running)
        self.places[seat] = place
        self._write(Sat(seat, player, cents, bool(wait)))
        self._say("sit", seat, f"{player}, waiting for the big blind" if place.status == WAITING else player)
        self._buy(place, cents)

    def buy(self, seat: int, cents: int) -> None:
        """More chips, between hands; who has none left buys in anew (PK-14)."""
        place = self._resting(seat)
        buyins.check(self.games.values(), cents, joining=not place.stack)
        self._write(Bought(seat, cents))
        self._buy(place, cents)

    def _buy(self, place: Place, cents: int) -> None:
        game = buyins.least(self.games.values())
        place.stack += cents
        self._moves.append(Move(CAGE, _account(place.seat), cents, "buy-in", game.limit.rule))
        self._say("buy", place.seat, "", cents, game.limit.rule)
        if buyins.short(game, cents):
            self._say("short buy", place.seat, "marked, nothing follows", cents, self.book.short_buy.rule)

    def sit_out(self, seat: int) -> None:
        """Not to be dealt in from the next hand on; blinds that pass are owed (PK-25)."""
        self._take_up()
        self._place(seat).status = OUT
        self._write(SatOut(seat))
        self._say("sit out", seat)

    def come_back(self, seat: int, *, wait: bool = False) -> None:
        """To be dealt in again: by posting what is owed, or waiting for the big blind (PK-25)."""
        self._take_up()
        place = self._place(seat)
        place.status = WAITING if wait and (place.owes or place.new) else IN
        self._write(CameBack(seat, bool(wait)))
        self._say("come back", seat, "waiting for the big blind" if place.status == WAITING else "", rule="PK-25")

    def leave(self, seat: int) -> None:
        """Between hands a player takes his chips and leaves."""
        place = self._resting(seat)
        del self.places[seat]
        if not self.places:
            self.button = 0  # who sits down next begins a new game
        self._write(Left(seat))
        if place.stack:
            self._moves.append(Move(_account(seat), CAGE, place.stack, "cashed out"))
        self._say("leave", seat, place.player, place.stack)

    def owed(self, seat: int) -> tuple[Post, ...]:
        """What the player would post to be dealt in at once in this table's blind game; nothing in ante games."""
        game = next((one for one in self.games.values() if one.blinds), None)
        return tuple(seating.price(game, self._place(seat))) if game else ()

    # What anyone may ask -------------------------------------------------------------------------------------------

    def in_play(self) -> list[int]:
        """The seats that are to be dealt in, those apart that still wait for the big blind."""
        return sorted(seat for seat, place in self.places.items() if place.status == IN and place.stack)

    @property
    def next_button(self) -> int:
        """The seat the button moves to for the next hand: the next one in play (PK-1); 0 before it is drawn for."""
        seats = self.in_play()
        return seating.next_seat(seats, self.button) if self.button and seats else 0

    @property
    def moves(self) -> list[Move]:
        """Every chip that moved, the running hand's included."""
        return [*self._moves, *(self.hand.moves if self.hand else ())]

    def chips(self) -> dict[str, int]:
        """Every account; the cage has given out what the others hold, so the sum is always nothing."""
        accounts = {_account(seat): place.stack for seat, place in sorted(self.places.items())}
        accounts |= {"pot": 0, FEE_BOX: self.fees}
        if self.hand:
            running = self.hand.chips()
            running[FEE_BOX] += self.fees
            accounts |= running
        return {**accounts, CAGE: -sum(accounts.values())}

    # What the rest needs ---------------------------------------------------------------------------------------------

    def _take_up(self) -> None:
        """A hand that is over is finished before the table changes."""

    def _write(self, entry: Entry) -> None:
        self.record.entries.append(entry)
        self._acts.append(len(self.hand.record.entries) if self.hand else 0)

    def _place(self, seat: int) -> Place:
        if type(seat) is not int or seat not in self.places:
            raise TableError(f"nobody sits in seat {seat!r}; taken are {', '.join(map(str, sorted(self.places)))}.")
        return self.places[seat]

    def _resting(self, seat: int) -> Place:
        self._take_up()
        place = self._place(seat)
        if self.hand is not None and seat in self.hand.index:
            raise TableError(f"seat {seat} is in the hand being played; chips change hands between hands.")
        return place

    def _say(self, verb: str, seat: int, words: str = "", cents: int = 0, rule: str = "") -> None:
        self.events.append(Event(verb, seat, "", (), False, cents, words, rule))


def _account(seat: int) -> str:
    return f"player {seat}"
