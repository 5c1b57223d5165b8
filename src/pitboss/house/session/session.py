"""A table of one game against the house, round after round.

>>> import pitboss
>>> from pitboss.house.session import HouseSession
>>> session = HouseSession.open("three-card", shuffle=pitboss.seeded(7))
>>> session.sit(1, "Ann", 10_000)
>>> session.place(1, {"ante": 500})
>>> deal = session.deal()
>>> session.act(1, "play")
>>> session.finish()
>>> sum(session.chips().values())
0

A seat is a spot of the layout; a player may have several (HB-7), which share the player's chips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Self

import msgspec

from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.event import (
    ChipsBought,
    PlayerCameBack,
    PlayerLeft,
    PlayerMoved,
    PlayerSat,
    PlayerSatOut,
    WagersPlaced,
)
from pitboss.deal.history import Dealing
from pitboss.deal.option import Option
from pitboss.deal.players import account
from pitboss.deal.reading import HandReading
from pitboss.deal.record import Record, RecordError
from pitboss.deal.session import CAGE, Session, SessionError
from pitboss.deal.session_record import Bought, CameBack, Dealt, Left, Moved, Named, Placed, Sat, SatOut
from pitboss.deal.session_view import SeatView
from pitboss.deal.table_layout import HouseLayout
from pitboss.deal.table_sheet import TableSheet
from pitboss.deal.view import View
from pitboss.errors import PitbossError
from pitboss.house import limits as table_limits
from pitboss.house.chips import RACK
from pitboss.house.definition import Limit
from pitboss.house.game import Game, load, recall
from pitboss.house.liability import liability
from pitboss.house.plan import MAX_CACHED, place
from pitboss.house.round import Round
from pitboss.house.session import sheets, wagers
from pitboss.house.session.printed import printed
from pitboss.house.session.readings import readings
from pitboss.money import dollars
from pitboss.move import Move

IN, OUT = "in", "out"


@dataclass
class Spot:
    """A spot somebody plays: who, whether it is dealt in, and its wagers for the next round."""

    player: str
    status: str
    placed: dict[str, int]


class SpotsState(msgspec.Struct, forbid_unknown_fields=True):
    """The table's part of a checkpoint: spots with player, status and wagers, chips by player, the rack."""

    spots: list[tuple[int, str, str, dict[str, int]]] = []
    balance: dict[str, int] = {}
    rack: int = 0


class HouseSession(Session):
    """Rounds of one game; the stakes are wagers placed before each round, the bank is the rack."""

    kind = "house"

    game: Game
    places: dict[int, Spot]
    balance: dict[str, int]
    """The chips of every seated player that are not on the layout."""
    rack: int

    @classmethod
    def open(
        cls,
        game: str | Path | Game,
        *,
        shuffle: Mixer,
        limits: Mapping[str, Limit] | str | None = None,
        jurisdiction: str | None = None,
        on: date | None = None,
        practice: bool = False,
        **options: Any,
    ) -> Self:
        """Open a table of a game, given by name, by the path of its file, or loaded.

        ``limits`` are the table's own, ``jurisdiction`` the one whose ceilings on the day ``on`` apply (HB-2); by
        default both are those of the game's file, and ``"none"`` lifts either. ``options`` are the house's options,
        such as ``tens=1`` or ``spots=6``.
        """
        if isinstance(game, Game):
            loaded = game.choose(**options) if options else game
        else:
            loaded = load(game, **options)
        setup: dict[str, Any] = {"game": loaded.setup}
        if limits is not None:
            posted = table_limits.parse(limits, loaded.definition) if isinstance(limits, str) else limits
            setup["limits"] = {key: [each.minimum, each.maximum, each.step] for key, each in posted.items()}
        if jurisdiction is not None:
            setup["jurisdiction"] = jurisdiction
        if on is not None:
            setup["on"] = on.isoformat()
        if practice:
            setup["practice"] = True
        return cls(setup, shuffle, games=[loaded])

    def __repr__(self) -> str:
        running = ", one running" if self.running is not None else ""
        return (
            f"<Session of {self.game.name}: {len(self.places)} of {self.size} spots taken, "
            f"{self.finished} round{'s' * (self.finished != 1)} over{running}>"
        )

    # The table -------------------------------------------------------------------------------------------------------

    def _prepare(self, games: Sequence[Any]) -> None:
        setup = self.record.setup
        self.game = games[0] if games else recall({**setup["game"], "stakes": {}})
        if not self.game.is_of(setup["game"]):
            raise SessionError(f"this session is of another game, or posted otherwise, than {self.game!r}.")
        self.size = self.game.definition.spots.usual
        posted = setup.get("limits")
        self.limits = None if posted is None else {key: Limit(*each) for key, each in posted.items()}
        self.jurisdiction: str | None = setup.get("jurisdiction")
        self.on = date.fromisoformat(setup["on"]) if setup.get("on") else None
        self._within_limits: set[tuple[tuple[str, int], ...]] = set()

    def _state(self) -> dict[str, Any]:
        return {
            "spots": [[seat, spot.player, spot.status, dict(spot.placed)] for seat, spot in self.places.items()],
            "balance": dict(self.balance),
            "rack": self.rack,
        }

    def _set_state(self, state: dict[str, Any] | None) -> None:
        spots_state = msgspec.convert(state, SpotsState) if state else SpotsState()
        self.places = {seat: Spot(player, status, dict(placed)) for seat, player, status, placed in spots_state.spots}
        self.balance = dict(spots_state.balance)
        self.rack = spots_state.rack
        if {spot.player for spot in self.places.values()} != set(self.balance):
            raise RecordError("this checkpoint has chips of players who do not sit at its table, or the reverse.")

    def _bank(self) -> dict[str, int]:
        return {**{account(player): cents for player, cents in self.balance.items()}, RACK: self.rack}

    @property
    def players(self) -> dict[int, str]:
        return {seat: spot.player for seat, spot in sorted(self.places.items())}

    @property
    def seats(self) -> dict[int, SeatView]:
        chips = self.chips()
        return {
            seat: SeatView(spot.player, chips[account(spot.player)], spot.status, dict(spot.placed))
            for seat, spot in sorted(self.places.items())
        }

    @property
    def spread(self) -> tuple[str, ...]:
        return (self.game.id,)

    @property
    def next_game(self) -> str:
        return self.game.id

    @property
    def namer(self) -> int:
        return 0

    def _name(self, named: Named) -> None:
        raise SessionError(f"this table deals {self.game.name} only; nobody names a game at it.")

    # Coming and going ------------------------------------------------------------------------------------------------

    def _sit(self, sat: Sat) -> None:
        if sat.seat in self.places:
            raise SessionError(f"spot {sat.seat} is taken by {self.places[sat.seat].player}.")
        known = sat.player in self.balance
        if sat.cents or not known:
            self._check_chips(sat.cents)
        if known and sat.cents:
            self._check_resting(sat.player)
        self.places[sat.seat] = Spot(sat.player, IN, {})
        self.events.append(PlayerSat("sit", sat.seat, player=sat.player))
        if sat.cents:
            self._pay_for(sat.seat, sat.player, sat.cents)

    def _buy(self, bought: Bought) -> None:
        player = self._spot(bought.seat).player
        self._check_chips(bought.cents)
        self._check_resting(player)
        self._pay_for(bought.seat, player, bought.cents)

    def _pay_for(self, seat: int, player: str, cents: int) -> None:
        self.balance[player] = self.balance.get(player, 0) + cents
        self._moves.append(Move(CAGE, account(player), cents, "buy-in", "", "buy-in"))
        self.events.append(ChipsBought("buy", seat, cents=cents))

    def _sit_out(self, command: SatOut) -> None:
        spot = self._spot(command.seat)
        spot.status, spot.placed = OUT, {}
        self.events.append(PlayerSatOut("sit out", command.seat))

    def _come_back(self, command: CameBack) -> None:
        self._spot(command.seat).status = IN
        self.events.append(PlayerCameBack("come back", command.seat))

    def _leave(self, command: Left) -> None:
        player = self._spot(command.seat).player
        running = self.dealing
        if running is not None and command.seat in running.players:
            raise SessionError(f"spot {command.seat} is in the round being played; leave when it is over.")
        last = all(seat == command.seat or spot.player != player for seat, spot in self.places.items())
        del self.places[command.seat]
        cents = self.balance.pop(player) if last else 0
        if cents:
            self._moves.append(Move(account(player), CAGE, cents, "cashed out", "", "cash-out"))
        self.events.append(PlayerLeft("leave", command.seat, cents=cents, player=player))

    def _move(self, moved: Moved) -> None:
        """Move a spot's player, with the wagers placed, to a free spot."""
        seat, to = moved.seat, moved.to
        spot = self._spot(seat)
        if to in self.places:
            raise SessionError(f"spot {to} is taken by {self.places[to].player}.")
        if self.dealing is not None and seat in self.dealing.players:
            raise SessionError(f"spot {seat} is in the round being played; move when it is over.")
        self.places[to] = self.places.pop(seat)
        self.events.append(PlayerMoved("move", seat, player=spot.player, place="spot", to_seat=to))

    def _spot(self, seat: int) -> Spot:
        if type(seat) is not int or seat not in self.places:
            taken = ", ".join(map(str, sorted(self.places))) or "none"
            raise SessionError(f"nobody plays spot {seat!r}; taken are {taken}.")
        return self.places[seat]

    def _check_chips(self, cents: object) -> None:
        if type(cents) is not int or cents <= 0:
            raise SessionError(f"{cents!r} cents buy no chips; give whole cents, such as 10000 for $100.")

    def _check_resting(self, player: str) -> None:
        """Refuse chips for a player in the running round, which was dealt for the chips before it (HB-1)."""
        if self.dealing is not None and self.dealing.seat_of(player):
            raise SessionError(f"{player} is in the round being played; chips are bought between rounds.")

    # What anyone may ask ---------------------------------------------------------------------------------------------

    def next_shuffles(self) -> tuple[tuple[int, ...], ...]:
        return (self.game.definition.deck.cards,)

    def _deal_refused(self, game: str = "") -> PitbossError | None:
        return None if any(spot.placed for spot in self.places.values()) else _nothing_placed()

    def liability(self) -> int:
        deal = self.running
        if isinstance(deal, Round):
            return sum(liability(self.game.definition, stakes) for stakes in deal.stakes.values())
        return sum(liability(self.game.definition, spot.placed) for spot in self.places.values())

    def _read_sheet(self) -> TableSheet:
        return sheets.sheet(self.game, self.posted, self.limits, self.jurisdiction, self.on)

    def printed(self) -> HouseLayout:
        return printed(self.game.definition, self.posted)

    def _read(self, game: str, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
        deal = self.running
        return readings(deal, view, seats) if isinstance(deal, Round) else {}

    # Wagers ----------------------------------------------------------------------------------------------------------

    @property
    def posted(self) -> Mapping[str, Limit]:
        """The limits of this table (HB-2)."""
        return self.game.definition.limits if self.limits is None else self.limits

    def wagers(self, seat: int) -> tuple[Option, ...]:
        free = self.balance[self._spot(seat).player] - self._placed_by(self.places[seat].player, but=seat)
        return wagers.options(self.game.definition, self.posted, free)

    def least_wagers(self, seat: int) -> dict[str, int]:
        self._spot(seat)
        return wagers.least(self.game.definition, self.posted)

    def _placed_by(self, player: str, but: int = 0) -> int:
        return sum(
            sum(spot.placed.values()) for seat, spot in self.places.items() if spot.player == player and seat != but
        )

    def _place(self, placed: Placed) -> None:
        spot = self._spot(placed.seat)
        if self.dealing is not None:
            raise SessionError("no more wagers: a round is being played.", rule="HB-1")
        chosen: dict[str, int] = {}
        if any(placed.wagers.values()):
            chosen = place(self.game.definition, {placed.seat: placed.wagers})[placed.seat]
            if not self._shuffles.replaying:  # in a replay, placed wagers are not checked again
                self._check_limits(placed.seat, chosen)
            self._cover(spot.player, placed.seat, chosen)
        spot.placed = chosen
        if chosen:
            spot.status = IN
        wagers = tuple(chosen.items())
        self.events.append(WagersPlaced("place", placed.seat, cents=sum(chosen.values()), rule="HB-1", wagers=wagers))

    def _check_limits(self, seat: int, chosen: Mapping[str, int]) -> None:
        """Refuse wagers beyond this table's limits (HB-2); what was within them once is not checked again."""
        key = tuple(chosen.items())
        if key not in self._within_limits:
            table_limits.check(self.game.definition, {seat: chosen}, self.limits, self.jurisdiction, self.on)
            if len(self._within_limits) >= MAX_CACHED:
                self._within_limits.clear()
            self._within_limits.add(key)

    def _cover(self, player: str, seat: int, chosen: Mapping[str, int]) -> None:
        """Refuse wagers that the player's chips do not cover, including the minimum cost of decisions (HB-1)."""
        listed = [chosen, *(each.placed for at, each in self.places.items() if each.player == player and at != seat)]
        plan = self.game.plan
        staked = sum(sum(stakes.values()) for stakes in listed)
        later = sum(plan.least_cost(stakes, plan.order) for stakes in listed)
        cents = self.balance[player]
        if staked + later > cents:
            more = f" and will need {dollars(later)} more" if later else ""
            raise SessionError(
                f"the player of spot {seat} wagers {dollars(staked)}{more} but has {dollars(cents)}; wager less or buy "
                "chips.",
                rule="HB-1",
            )

    # Rounds ----------------------------------------------------------------------------------------------------------

    def deal(self, game: str = "", *, auto: bool = True, ask: bool = False, **options: Any) -> Round:
        deal = super().deal(game, auto=auto, ask=ask, **options)
        assert isinstance(deal, Round)
        return deal

    def _begin(self, dealt: Dealt) -> tuple[Dealt, Dealing]:
        if dealt.game not in ("", self.game.id):
            raise SessionError(f"{dealt.game!r} is not dealt at this table; it deals {self.game.id}.")
        if dealt.options:
            raise SessionError(f"{next(iter(dealt.options))!r} is not an option of a round against the house.")
        stakes = {seat: spot.placed for seat, spot in sorted(self.places.items()) if spot.placed}
        if not stakes:
            raise _nothing_placed()
        players = {seat: self.places[seat].player for seat in stakes}
        first: dict[str, int] = {}
        for seat, player in players.items():
            first.setdefault(player, seat)
        deal = self.game.deal(
            stakes,
            self._shuffles,
            owners={seat: first[player] for seat, player in players.items()},
            bankroll={seat: self.balance[player] for player, seat in first.items()},
            limits=table_limits.NONE,  # checked when they were placed
            jurisdiction=table_limits.NONE,
            auto=dealt.auto,
        )
        for seat in stakes:
            self.places[seat].placed = {}
        return Dealt(self.game.id, dealt.auto), Dealing(deal, self.game.id, players)

    def _take_chips(self, dealing: Dealing) -> None:
        chips = dealing.deal.chips()
        for player in dict.fromkeys(dealing.players.values()):
            self.balance[player] = chips[f"player {dealing.seat_of(player)}"]
        self.rack += chips[RACK]

    def _pack(self, record: Record) -> Record:
        setup = {key: value for key, value in record.setup.items() if key not in self.game.setup}
        shuffles, entries = list(record.shuffles), list(record.entries)  # copies, since the deal goes on
        return Record(record.kind, setup, record.auto, shuffles, entries, record.seal, record.format)

    def _unpack(self, record: Record, game: str) -> Deal:
        setup = {**self.game.setup, **record.setup}
        packed = Record(record.kind, setup, record.auto, record.shuffles, record.entries, record.seal, record.format)
        return Round.load(packed, self._shuffles, game=self.game)


def _nothing_placed() -> SessionError:
    return SessionError("no wager is placed, so there is no round; place one first.", rule="HB-1")
