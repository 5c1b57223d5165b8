"""A poker table between hands: seats, buy-ins, cashing out, sitting out and blinds owed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar

import msgspec

from pitboss.deal.event import (
    ChipsBought,
    PlayerCameBack,
    PlayerLeft,
    PlayerMoved,
    PlayerSat,
    PlayerSatOut,
    ShortBuyMarked,
)
from pitboss.deal.option import Option
from pitboss.deal.players import account
from pitboss.deal.reading import HandReading
from pitboss.deal.session import CAGE, Session
from pitboss.deal.session_record import Bought, CameBack, Left, Moved, Placed, Sat, SatOut
from pitboss.deal.session_view import SeatView
from pitboss.deal.table_layout import PokerLayout
from pitboss.deal.table_sheet import TableSheet
from pitboss.deal.view import View
from pitboss.move import Move
from pitboss.poker import library
from pitboss.poker.definition import HouseBook
from pitboss.poker.game import PokerGame, Post, TableError
from pitboss.poker.hand import Hand
from pitboss.poker.session import buyins, seating, sheets
from pitboss.poker.session.printed import printed
from pitboss.poker.session.readings import readings, shares
from pitboss.poker.session.seating import IN, OUT, WAITING, TakenSeat

FEE_BOX, POT = "fee box", "pot"


class PokerTableState(msgspec.Struct, forbid_unknown_fields=True):
    """The table in a checkpoint; a place is seat, player, stack, status, whether new, and blinds owed."""

    places: list[tuple[int, str, int, str, bool, list[str]]] = []
    button: int = 0
    named: str = ""
    fees: int = 0


class CardTable(Session):
    """The seats and chips of a poker session; :class:`.session.PokerSession` deals the hands."""

    kind = "poker"
    ASKING: ClassVar = {"showdown": "ask"}

    games: dict[str, PokerGame]
    book: HouseBook
    places: dict[int, TakenSeat]
    button: int
    """The seat of the button in the last hand; 0 before the first."""
    named: str
    """The game named for the next hand where the button names it (PK-2)."""
    fees: int

    def _prepare(self, games: Sequence[Any]) -> None:
        references = self.record.setup["games"]
        spread = games or [library.reopen(reference) for reference in references]
        if len(spread) != len(references) or not all(map(PokerGame.is_of, spread, references)):
            raise TableError("this session was recorded with other games, houses or limits; load it with its own.")
        self.games = {game.id: game for game in spread}
        setup = self.record.setup
        self.size = setup["seats"]
        self.jurisdiction: str = setup.get("jurisdiction", "")
        self.on = date.fromisoformat(setup["on"]) if setup.get("on") else None
        self.book = spread[0].book

    def _state(self) -> dict[str, Any]:
        return {
            "places": [
                [place.seat, place.player, place.stack, place.status, place.new, sorted(place.owes)]
                for place in self.places.values()
            ],
            "button": self.button,
            "named": self.named,
            "fees": self.fees,
        }

    def _set_state(self, state: dict[str, Any] | None) -> None:
        saved = msgspec.convert(state, PokerTableState) if state else PokerTableState()
        self.places = {
            seat: TakenSeat(seat, player, stack, status, new, set(owes))
            for seat, player, stack, status, new, owes in saved.places
        }
        self.button, self.named, self.fees = saved.button, saved.named, saved.fees

    def _bank(self) -> dict[str, int]:
        stacks = {place.account: place.stack for _, place in sorted(self.places.items())}
        stacks[POT], stacks[FEE_BOX] = 0, self.fees
        return stacks

    # Coming and going ------------------------------------------------------------------------------------------------

    def _sit(self, sat: Sat) -> None:
        """Seat a player; in a running game a new player posts the big blind or waits for it (PK-25)."""
        seat, player = sat.seat, sat.player
        if seat in self.places:
            raise TableError(f"seat {seat} is taken by {self.places[seat].player}.")
        if any(other.player == player for other in self.places.values()):
            raise TableError(f"{player!r} has a seat already; at a poker table a player has one.")
        buyins.check(self.games.values(), sat.cents, joining=True)
        running = self.button > 0
        place = TakenSeat(seat, player, status=WAITING if sat.wait and running else IN, new=running)
        self.places[seat] = place
        self.events.append(PlayerSat("sit", seat, player=player, waiting=place.status == WAITING))
        self._pay_for(place, sat.cents)

    def _buy(self, bought: Bought) -> None:
        """Sell chips between hands; a player without chips needs the minimum buy-in again (PK-14)."""
        place = self._resting(bought.seat)
        buyins.check(self.games.values(), bought.cents, joining=not place.stack)
        self._pay_for(place, bought.cents)

    def _pay_for(self, place: TakenSeat, cents: int) -> None:
        game = buyins.strictest(self.games.values())
        place.stack += cents
        self._moves.append(Move(CAGE, account(place.player), cents, "buy-in", game.limit.rule, "buy-in"))
        self.events.append(ChipsBought("buy", place.seat, cents=cents, rule=game.limit.rule))
        if buyins.short(game, cents):
            marked = ShortBuyMarked("short buy", place.seat, cents=cents, rule=self.book.short_buy.rule)
            self.events.append(marked)

    def _sit_out(self, command: SatOut) -> None:
        """Sit a player out; blinds missed meanwhile are owed (PK-25)."""
        self._taken(command.seat).status = OUT
        self.events.append(PlayerSatOut("sit out", command.seat))

    def _come_back(self, command: CameBack) -> None:
        """Deal a player in again, who posts what is owed or waits for the big blind (PK-25)."""
        place = self._taken(command.seat)
        place.status = WAITING if command.wait and (place.owes or place.new) else IN
        waiting = place.status == WAITING
        self.events.append(PlayerCameBack("come back", command.seat, rule="PK-25", waiting=waiting))

    def _leave(self, command: Left) -> None:
        place = self._resting(command.seat)
        del self.places[command.seat]
        if not self.places:
            self.button = 0  # an empty table starts a new game
        if place.stack:
            self._moves.append(Move(account(place.player), CAGE, place.stack, "cashed out", "", "cash-out"))
        self.events.append(PlayerLeft("leave", command.seat, cents=place.stack, player=place.player))

    def _move(self, moved: Moved) -> None:
        """Move a player to a free seat; one who moves away from the big blind posts as a new player does (PK-25)."""
        seat, to = moved.seat, moved.to
        place = self._resting(seat)
        if to in self.places:
            raise TableError(f"seat {to} is taken by {self.places[to].player}.")
        away = any(
            seating.moves_away(game, self.in_play(), self.button, seat, to, self.size) for game in self.games.values()
        )
        del self.places[seat]
        place.seat = to
        place.new = place.new or away
        self.places[to] = place
        self.events.append(PlayerMoved("move", seat, rule="PK-25", player=place.player, to_seat=to, away=away))

    def _place(self, placed: Placed) -> None:
        raise TableError("nothing is placed before a hand of poker; players bet with the chips in front of them.")

    def wagers(self, seat: int) -> tuple[Option, ...]:
        self._taken(seat)
        return ()

    def least_wagers(self, seat: int) -> dict[str, int]:
        self._taken(seat)
        return {}

    def owed(self, seat: int) -> tuple[Post, ...]:
        """The posts of a player to be dealt in at once; empty in games without blinds."""
        game = next((spread for spread in self.games.values() if spread.blinds), None)
        return tuple(seating.price(game, self._taken(seat))) if game else ()

    # What anyone may ask -------------------------------------------------------------------------------------------

    def _read_sheet(self) -> TableSheet:
        return sheets.sheet(tuple(self.games.values()), self.size, self.jurisdiction, self.on)

    def printed(self) -> PokerLayout:
        return printed(tuple(self.games.values()), self.size)

    def _read(self, game: str, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
        hand = self.running
        contests = hand.contests if isinstance(hand, Hand) else self.games[game].contests
        read = readings(contests, view, seats)
        for seat in set(view.legal) & set(read):  # only the player to act sees his options
            told = shares(hand, seat) if isinstance(hand, Hand) else {}
            if told:
                read[seat] = msgspec.structs.replace(read[seat], shares=told)
        return read

    @property
    def players(self) -> dict[int, str]:
        return {seat: place.player for seat, place in sorted(self.places.items())}

    @property
    def seats(self) -> dict[int, SeatView]:
        chips = self.chips()
        return {
            seat: SeatView(place.player, chips[place.account], place.status, {}, tuple(sorted(place.owes)))
            for seat, place in sorted(self.places.items())
        }

    @property
    def spread(self) -> tuple[str, ...]:
        return tuple(self.games)

    @property
    def next_game(self) -> str:
        return self.named if len(self.games) > 1 else next(iter(self.games))

    @property
    def namer(self) -> int:
        return self.next_button if len(self.games) > 1 else 0

    @property
    def button_seat(self) -> int:
        return self.button

    def in_play(self) -> list[int]:
        """The seats to be dealt in, without those that wait for the big blind."""
        return sorted(seat for seat, place in self.places.items() if place.status == IN and place.stack)

    @property
    def next_button(self) -> int:
        """The seat of the button in the next hand, the next one in play (PK-1); 0 before the first hand."""
        seats = self.in_play()
        return seating.next_seat(seats, self.button) if self.button and seats else 0

    def _taken(self, seat: int) -> TakenSeat:
        if type(seat) is not int or seat not in self.places:
            raise TableError(f"nobody sits in seat {seat!r}; taken are {', '.join(map(str, sorted(self.places)))}.")
        return self.places[seat]

    def _resting(self, seat: int) -> TakenSeat:
        place = self._taken(seat)
        if self.dealing is not None and seat in self.dealing.players:
            raise TableError(f"seat {seat} is in the hand being played; chips change hands between hands.")
        return place
