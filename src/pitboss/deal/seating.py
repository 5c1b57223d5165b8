"""The seats of a table between deals, as a session of either kind has them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from pitboss.deal.event import ChipsBought
from pitboss.deal.players import account, checked
from pitboss.deal.session_log import Dealing, SessionError, SessionLog, Shuffles
from pitboss.deal.session_record import Sat
from pitboss.deal.view import SeatView
from pitboss.move import Move

CAGE = "cage"
IN, OUT, WAITING = "in", "out", "waiting"


class Seating(ABC):
    """The players of a table by seat, their chips, and what they placed or owe.

    Each command changes the seats and reports it in the log, or raises with nothing changed. The method that carries it
    out has the name of its tag: ``sit_out`` for :class:`~pitboss.deal.session_record.SatOut`. It gets the deal being
    played meanwhile, ``dealing``.
    """

    def __init__(self, size: int, log: SessionLog, shuffles: Shuffles) -> None:
        self.size, self.events, self.moves = size, log.events, log.moves
        self._shuffles = shuffles
        self.set_state(None)

    # Implemented by each kind -----------------------------------------------------------------------------------------

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """The table between deals, as plain data."""

    @abstractmethod
    def set_state(self, state: dict[str, Any] | None) -> None:
        """Set the table to a state; None is an empty table."""

    @abstractmethod
    def bank(self) -> dict[str, int]:
        """The balances between deals: every player's and the house's accounts, without the cage."""

    @abstractmethod
    def players(self) -> dict[int, str]:
        """The name of the player in each taken seat."""

    @abstractmethod
    def views(self, chips: dict[str, int]) -> dict[int, SeatView]:
        """The taken seats by number; ``chips`` are the balances of all accounts."""

    # Shared by both kinds ---------------------------------------------------------------------------------------------

    def balances(self, dealing: Dealing | None) -> dict[str, int]:
        """The balance of every account during a deal; the cage is minus the sum of the others."""
        accounts = self.bank()
        if dealing is not None:
            for name, cents in dealing.deal.chips().items():
                if name in dealing.accounts:
                    accounts[dealing.accounts[name]] = cents
                else:
                    accounts[name] = accounts.get(name, 0) + cents
        accounts[CAGE] = -sum(accounts.values())
        return accounts

    def admit(self, sat: Sat) -> Sat:
        """The command with the player's name normalized; refused if there is no such seat."""
        self.check_number(sat.seat)
        name = checked(sat.player, recorded=self._shuffles.replaying)
        return sat if name == sat.player else Sat(sat.seat, name, sat.cents, sat.wait)

    def check_number(self, seat: object) -> None:
        if type(seat) is not int or not 1 <= seat <= self.size:
            raise SessionError(f"{seat!r} is not a seat of this table; it has seats 1 to {self.size}.")

    def sell(self, seat: int, player: str, cents: int, rule: str = "") -> None:
        """Report the chips that a player bought."""
        self.moves.append(Move(CAGE, account(player), cents, "buy-in", rule, "buy-in"))
        self.events.append(ChipsBought("buy", seat, cents=cents, rule=rule))

    def cash_out(self, player: str, cents: int) -> None:
        """Report the chips that a player takes away."""
        if cents:
            self.moves.append(Move(account(player), CAGE, cents, "cashed out", "", "cash-out"))
