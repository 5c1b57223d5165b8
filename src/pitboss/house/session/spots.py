"""A house table between rounds: its limits and sheet, its spots, players and chips, and the wagers placed (HB-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.deal.event import PlayerCameBack, PlayerLeft, PlayerMoved, PlayerSat, PlayerSatOut, WagersPlaced
from pitboss.deal.players import account
from pitboss.deal.record import RecordError
from pitboss.deal.seating import IN, OUT, Seating
from pitboss.deal.session_log import Dealing, SessionError, SessionLog, Shuffles
from pitboss.deal.session_record import Bought, CameBack, Left, Moved, Named, Placed, Sat, SatOut
from pitboss.deal.table_layout import LawPoint, TableSheet
from pitboss.deal.view import Option, SeatView
from pitboss.house import approval
from pitboss.house import limits as table_limits
from pitboss.house.chips import RACK
from pitboss.house.definition import DEFAULT_LIMIT, Definition, Limit
from pitboss.house.game import Game
from pitboss.house.plan import MAX_CACHED, place
from pitboss.money import dollars
from pitboss.rules.jurisdiction import Finding

USUAL = 500
"""The minimum of a table that posts none: five dollars."""

ROUNDS = 20
"""A usual buy-in covers this many lost rounds at the smallest wagers."""


@dataclass
class Spot:
    """A taken spot: its player, whether it is dealt in, and its wagers for the next round."""

    player: str
    status: str
    placed: dict[str, int]
    account: str = field(init=False)

    def __post_init__(self) -> None:
        self.account = account(self.player)


class SpotsState(msgspec.Struct, forbid_unknown_fields=True):
    """The table's part of a checkpoint: spots with player, status and wagers, chips by player, the rack."""

    spots: list[tuple[int, str, str, dict[str, int]]] = []
    balance: dict[str, int] = {}
    rack: int = 0


class TableTerms:
    """The game of a table and its limits.

    ``limits`` are the table's own, ``jurisdiction`` the one whose ceilings on the day ``on`` apply (HB-2). None stands
    for those of the game's file; ``posted`` are the limits in force.
    """

    def __init__(self, game: Game, setup: Mapping[str, Any]) -> None:
        self.game = game
        posted = setup.get("limits")
        self.limits = None if posted is None else {key: Limit(*each) for key, each in posted.items()}
        self.posted: Mapping[str, Limit] = game.definition.limits if self.limits is None else self.limits
        self.jurisdiction: str | None = setup.get("jurisdiction")
        self.on = date.fromisoformat(setup["on"]) if setup.get("on") else None
        self._within_limits: set[tuple[tuple[str, int], ...]] = set()

    def check(self, seat: int, chosen: Mapping[str, int]) -> None:
        """Refuse wagers beyond the limits (HB-2); wagers accepted once are not checked again."""
        key = tuple(chosen.items())
        if key not in self._within_limits:
            table_limits.check(self.game.definition, {seat: chosen}, self.limits, self.jurisdiction, self.on)
            if len(self._within_limits) >= MAX_CACHED:
                self._within_limits.clear()
            self._within_limits.add(key)

    def sheet(self) -> TableSheet:
        """The sheet of the table, for a lobby."""
        game, definition = self.game, self.game.definition
        needed = least_wagers(definition, self.posted)
        least = sum(needed.values()) + game.plan.least_cost(needed, game.plan.order)
        law = definition.jurisdiction if self.jurisdiction is None else self.jurisdiction
        beyond, kept = table_limits.compared(definition, self.limits, self.jurisdiction, self.on)
        findings = [*beyond, *_deviations(definition)]
        return TableSheet(
            name=definition.name,
            kind=game.kind,
            games=(game.id,),
            seats=definition.spots.usual,
            limits=self._limit_words(),
            least_buy_in=least,
            usual_buy_in=ROUNDS * least,
            jurisdiction="" if law == table_limits.NONE else law,
            findings=tuple(map(str, findings)),
            points=(*(LawPoint(*finding, True) for finding in findings), *(LawPoint(*finding) for finding in kept)),
        )

    def _limit_words(self) -> str:
        """The limits of the wagers placed before the deal: one range for all, or by wager."""
        alike: dict[Limit, list[str]] = {}
        for wager in self.game.definition.initial:
            alike.setdefault(self.posted.get(wager.key, DEFAULT_LIMIT), []).append(wager.key)
        words = []
        for limit, keys in alike.items():
            low, named = dollars(limit.minimum or 1), f"{', '.join(keys)} " if len(alike) > 1 else ""
            words.append(f"{named}{low}–{dollars(limit.maximum)}" if limit.maximum else f"{named}from {low}")
        return "; ".join(words)


@lru_cache(maxsize=256)
def _deviations(definition: Definition) -> tuple[Finding, ...]:
    """The deviations from the approval; cached, since they are read from files."""
    return approval.findings(definition)


class HouseSpots(Seating):
    """The spots by number; ``balance`` are the chips of every seated player that are not on the layout.

    A player may have several spots (HB-7), which share the player's chips.
    """

    places: dict[int, Spot]
    balance: dict[str, int]
    rack: int

    def __init__(self, terms: TableTerms, log: SessionLog, shuffles: Shuffles) -> None:
        self.terms, self.game = terms, terms.game
        super().__init__(self.game.definition.spots.usual, log, shuffles)

    def state(self) -> dict[str, Any]:
        return {
            "spots": [[seat, spot.player, spot.status, dict(spot.placed)] for seat, spot in self.places.items()],
            "balance": dict(self.balance),
            "rack": self.rack,
        }

    def set_state(self, state: dict[str, Any] | None) -> None:
        saved = msgspec.convert(state, SpotsState) if state else SpotsState()
        self.places = {seat: Spot(player, status, dict(placed)) for seat, player, status, placed in saved.spots}
        self.balance = dict(saved.balance)
        self.rack = saved.rack
        if {spot.player for spot in self.places.values()} != set(self.balance):
            raise RecordError("this checkpoint has chips of players who do not sit at its table, or the reverse.")

    def bank(self) -> dict[str, int]:
        accounts = {spot.player: spot.account for spot in self.places.values()}
        return {**{accounts[player]: cents for player, cents in self.balance.items()}, RACK: self.rack}

    def players(self) -> dict[int, str]:
        return {seat: spot.player for seat, spot in sorted(self.places.items())}

    def views(self, chips: dict[str, int]) -> dict[int, SeatView]:
        return {
            seat: SeatView(spot.player, chips[spot.account], spot.status, dict(spot.placed))
            for seat, spot in sorted(self.places.items())
        }

    # Coming and going ------------------------------------------------------------------------------------------------

    def sit(self, sat: Sat, dealing: Dealing | None) -> None:
        player = sat.player
        self._check_free(sat.seat)
        known = player in self.balance
        if sat.cents or not known:
            _check_chips(sat.cents)
        if known and sat.cents:
            _check_resting(player, dealing)
        self.places[sat.seat] = Spot(player, IN, {})
        self.events.append(PlayerSat("sit", sat.seat, player=player))
        if sat.cents:
            self._pay_for(sat.seat, player, sat.cents)

    def buy(self, bought: Bought, dealing: Dealing | None) -> None:
        player = self.spot(bought.seat).player
        _check_chips(bought.cents)
        _check_resting(player, dealing)
        self._pay_for(bought.seat, player, bought.cents)

    def _pay_for(self, seat: int, player: str, cents: int) -> None:
        self.balance[player] = self.balance.get(player, 0) + cents
        self.sell(seat, player, cents)

    def sit_out(self, command: SatOut, dealing: Dealing | None) -> None:
        spot = self.spot(command.seat)
        spot.status, spot.placed = OUT, {}
        self.events.append(PlayerSatOut("sit out", command.seat))

    def come_back(self, command: CameBack, dealing: Dealing | None) -> None:
        self.spot(command.seat).status = IN
        self.events.append(PlayerCameBack("come back", command.seat))

    def leave(self, command: Left, dealing: Dealing | None) -> None:
        player = self.spot(command.seat).player
        if dealing is not None and command.seat in dealing.players:
            raise SessionError(f"spot {command.seat} is in the round being played; leave when it is over.")
        last = all(seat == command.seat or spot.player != player for seat, spot in self.places.items())
        del self.places[command.seat]
        cents = self.balance.pop(player) if last else 0
        self.cash_out(player, cents)
        self.events.append(PlayerLeft("leave", command.seat, cents=cents, player=player))

    def move(self, moved: Moved, dealing: Dealing | None) -> None:
        """Move a spot's player, with the wagers placed, to a free spot."""
        seat, to = moved.seat, moved.to
        self.check_number(to)
        spot = self.spot(seat)
        self._check_free(to)
        if dealing is not None and seat in dealing.players:
            raise SessionError(f"spot {seat} is in the round being played; move when it is over.")
        self.places[to] = self.places.pop(seat)
        self.events.append(PlayerMoved("move", seat, player=spot.player, place="spot", to_seat=to))

    def name(self, named: Named, dealing: Dealing | None) -> None:
        raise SessionError(f"this table deals {self.game.name} only; players cannot name a game.")

    def spot(self, seat: int) -> Spot:
        """The spot of a seat that is taken."""
        if type(seat) is not int or seat not in self.places:
            taken = ", ".join(map(str, sorted(self.places))) or "none"
            raise SessionError(f"nobody plays spot {seat!r}; the taken spots are {taken}.")
        return self.places[seat]

    def _check_free(self, seat: int) -> None:
        if seat in self.places:
            raise SessionError(f"spot {seat} is taken by {self.places[seat].player}.")

    # Wagers ----------------------------------------------------------------------------------------------------------

    def place(self, placed: Placed, dealing: Dealing | None) -> None:
        """Place the wagers of a spot for the next round, or take them back."""
        for key, cents in placed.wagers.items():
            if type(key) is not str:
                raise SessionError(f"{key!r} is not a wager; write its name, such as 'ante'.")
            if type(cents) is not int:
                raise SessionError(f"{cents!r} on {key} is not an amount; give whole cents, such as 500.")
        spot = self.spot(placed.seat)
        if dealing is not None:
            raise SessionError("no more wagers: a round is being played.", rule="HB-1")
        chosen: dict[str, int] = {}
        if any(placed.wagers.values()):
            chosen = place(self.game.definition, {placed.seat: placed.wagers})[placed.seat]
            if not self._shuffles.replaying:  # in a replay, placed wagers are not checked again
                self.terms.check(placed.seat, chosen)
            self._cover(spot.player, placed.seat, chosen)
        spot.placed = chosen
        if chosen:
            spot.status = IN
        wagers = tuple(chosen.items())
        self.events.append(WagersPlaced("place", placed.seat, cents=sum(chosen.values()), rule="HB-1", wagers=wagers))

    def _cover(self, player: str, seat: int, chosen: Mapping[str, int]) -> None:
        """Refuse wagers that the player's chips do not cover, including the minimum cost of decisions (HB-1)."""
        listed = [chosen, *(each.placed for at, each in self.places.items() if each.player == player and at != seat)]
        plan = self.game.plan
        staked = sum([sum(stakes.values()) for stakes in listed])
        later = sum([plan.least_cost(stakes, plan.order) for stakes in listed])
        cents = self.balance[player]
        if staked + later > cents:
            more = f" and will need {dollars(later)} more" if later else ""
            raise SessionError(
                f"the player of spot {seat} wagers {dollars(staked)}{more} but has {dollars(cents)}; wager less or buy "
                "chips.",
                rule="HB-1",
            )

    def options(self, seat: int) -> tuple[Option, ...]:
        """Every wager placed before the deal, with the amounts the table accepts from the player of a spot."""
        player = self.spot(seat).player
        others = [spot for at, spot in self.places.items() if spot.player == player and at != seat]
        cents = self.balance[player] - sum(sum(spot.placed.values()) for spot in others)
        listed = []
        for wager in self.game.definition.initial:
            limit = self.terms.posted.get(wager.key, DEFAULT_LIMIT)
            low = limit.minimum or 1
            high = min(cents, limit.maximum) if limit.maximum else cents
            why = "" if low <= high else "the player has too few chips"
            listed.append(Option(wager.key, low=low, high=high, step=limit.step, why=why, rule="HB-2"))
        return tuple(listed)


def least_wagers(game: Definition, limits: Mapping[str, Limit]) -> dict[str, int]:
    """The required wagers, or else the game's unit, each at the table's minimum; tied wagers are equal."""
    needed = [wager.key for wager in game.initial if wager.initial == "required"] or [game.unit]
    tied: list[str] = []
    while len(tied) != len(needed):
        tied = list(needed)
        needed += [
            wager.key for wager in game.initial if wager.key not in needed and wager.equals and wager.equals in needed
        ]
        needed += [game.wagers[key].equals for key in tied if game.wagers[key].equals not in ("", *needed)]
    cents = {key: limits[key].minimum or USUAL if key in limits else USUAL for key in needed}
    groups = {key: max(cents[other] for other in needed if _root(game, key) == _root(game, other)) for key in needed}
    return {wager.key: groups[wager.key] for wager in game.initial if wager.key in groups}


def _root(game: Definition, key: str) -> str:
    """The wager that this one must be equal to, directly or through others."""
    while game.wagers[key].equals:
        key = game.wagers[key].equals
    return key


def _check_chips(cents: object) -> None:
    if type(cents) is not int or cents <= 0:
        raise SessionError(f"{cents!r} cents buy no chips; give whole cents, such as 10000 for $100.")


def _check_resting(player: str, dealing: Dealing | None) -> None:
    """Refuse to sell chips to a player in the running round, which was dealt on the chips held before it (HB-1)."""
    if dealing is not None and dealing.seat_of(player):
        raise SessionError(f"{player} is in the round being played; chips are bought between rounds.")
