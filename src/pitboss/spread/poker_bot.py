"""A bot at a poker table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pitboss.deal.option import Option
from pitboss.deal.players import account
from pitboss.deal.record import SeatAct
from pitboss.deal.session_view import SessionView
from pitboss.errors import PitbossError
from pitboss.poker.bots import Sensible
from pitboss.poker.game import PokerGame
from pitboss.shuffle import seeded

SAMPLES = {1: 20, 2: 60, 3: 200}
"""Deals a bot of each level imagines before it decides."""


class PokerBot:
    """Plays any poker game by hand strength and pot odds."""

    def __init__(self, games: Mapping[str, PokerGame], seed: int, level: int) -> None:
        self.seed = seed
        self._bots = {id: Sensible(game, seed, SAMPLES[level]) for id, game in games.items()}

    def act(self, view: SessionView, seat: int) -> SeatAct:
        if view.deal is None or seat not in view.deal.legal:
            raise PitbossError(f"seat {seat} has nothing to decide in this view.")
        chips = {f"player {at}": view.chips[account(place.player)] for at, place in view.seats.items()}
        by_seat = msgspec.structs.replace(view.deal, chips={**chips, "pot": view.chips["pot"]})
        choice = self._bots[view.game].choose(by_seat, seat)
        return SeatAct(seat, choice.action, choice.cents)

    def place(self, wagers: Sequence[Option], least: Mapping[str, int], cents: int) -> dict[str, int]:
        return {}

    def name(self, games: Sequence[str], version: int = 0) -> str:
        return games[seeded((self.seed * 1_000_003 + version) & 0xFFFFFFFF).below(len(games))] if games else ""

    def prepare(self) -> None:
        pass

    def stop(self) -> None:
        pass
