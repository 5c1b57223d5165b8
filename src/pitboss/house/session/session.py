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
from datetime import date
from pathlib import Path
from typing import Any, Self

from pitboss.deal.deal import Mixer
from pitboss.deal.session import Session, SessionError
from pitboss.deal.session_log import Dealing
from pitboss.deal.session_record import Dealt
from pitboss.deal.table_layout import HouseLayout, TableSheet
from pitboss.deal.view import HandReading, Option, View
from pitboss.errors import PitbossError
from pitboss.house import limits as table_limits
from pitboss.house.chips import RACK
from pitboss.house.definition import Limit
from pitboss.house.game import Game, load, recall
from pitboss.house.limits import liability
from pitboss.house.round import Round
from pitboss.house.session.printed import printed
from pitboss.house.session.readings import readings
from pitboss.house.session.spots import HouseSpots, Spot, TableTerms, least_wagers


class HouseSession(Session):
    """Rounds of one game; the stakes are wagers placed before each round, the bank is the rack."""

    kind = "house"
    DEAL = Round
    TAKES_WAGERS = True

    game: Game
    terms: TableTerms
    seating: HouseSpots

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

    def _seating(self, setup: dict[str, Any], games: Sequence[Any]) -> HouseSpots:
        self.game = games[0] if games else recall({**setup["game"], "stakes": {}})
        if not self.game.is_of(setup["game"]):
            raise SessionError(f"this session is not of {self.game!r}; the game or its posted options differ.")
        self.terms = TableTerms(self.game, setup)
        self.spread = (self.game.id,)
        return HouseSpots(self.terms, self.log, self.shuffles)

    # What anyone may ask ---------------------------------------------------------------------------------------------

    @property
    def next_game(self) -> str:
        return self.spread[0]

    @property
    def places(self) -> dict[int, Spot]:
        """The spots that are taken."""
        return self.seating.places

    @property
    def balance(self) -> dict[str, int]:
        """The chips of every seated player that are not on the layout."""
        return self.seating.balance

    def next_shuffles(self) -> tuple[tuple[int, ...], ...]:
        return (self.game.definition.deck.cards,)

    def wagers(self, seat: int) -> tuple[Option, ...]:
        return self.seating.options(seat)

    def least_wagers(self, seat: int) -> dict[str, int]:
        self.seating.spot(seat)
        return least_wagers(self.game.definition, self.terms.posted)

    def _deal_refused(self, game: str = "") -> PitbossError | None:
        return None if any(spot.placed for spot in self.places.values()) else _nothing_placed()

    def liability(self) -> int:
        deal = self.running
        if isinstance(deal, Round):
            return sum(liability(self.game.definition, stakes) for stakes in deal.stakes.values())
        return sum(liability(self.game.definition, spot.placed) for spot in self.places.values())

    def _read_sheet(self) -> TableSheet:
        return self.terms.sheet()

    def printed(self) -> HouseLayout:
        return printed(self.game.definition, self.terms.posted)

    def _read(self, game: str, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
        deal = self.running
        return readings(deal, view, seats) if isinstance(deal, Round) else {}

    # Rounds ----------------------------------------------------------------------------------------------------------

    def deal(self, game: str = "", *, auto: bool = True, ask: bool = False, **options: Any) -> Round:
        deal = super().deal(game, auto=auto, ask=ask, **options)
        assert isinstance(deal, Round)
        return deal

    def begin(self, dealt: Dealt) -> tuple[Dealt, Dealing]:
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
            self.shuffles,
            owners={seat: first[player] for seat, player in players.items()},
            bankroll={seat: self.balance[player] for player, seat in first.items()},
            limits=table_limits.NONE,  # checked when they were placed
            jurisdiction=table_limits.NONE,
            auto=dealt.auto,
        )
        for seat in stakes:
            self.places[seat].placed = {}
        return Dealt(self.game.id, dealt.auto), Dealing(deal, self.game.id, players)

    def take_chips(self, dealing: Dealing) -> None:
        chips = dealing.deal.chips()
        for player in dict.fromkeys(dealing.players.values()):
            self.balance[player] = chips[f"player {dealing.seat_of(player)}"]
        self.seating.rack += chips[RACK]

    def _game(self, game: str) -> tuple[Game, dict[str, Any]]:
        return self.game, self.game.setup


def _nothing_placed() -> SessionError:
    return SessionError("no wager is placed, so there is no round; place one first.", rule="HB-1")
