"""A hand as the rules see it, and the dealer's work as small steps in its queue, the next one last."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, Self

import msgspec

from pitboss.deal import Event, Option
from pitboss.deal.record import Record
from pitboss.deal.view import DealerAct
from pitboss.poker.betting.betting_round import BettingRound
from pitboss.poker.spread_game import Contest, SpreadGame, WagerOffer
from pitboss.poker.table_cards import TableCards
from pitboss.poker.table_chips import TableChips


class HandInPlay(Protocol):
    """The parts of a hand, whose turn it is, and the acts that concern more than one part.

    :class:`pitboss.poker.hand.Hand` is one. The rules import this interface, and the hand imports the rules.
    """

    game: SpreadGame
    seats: tuple[int, ...]
    index: dict[int, int]
    accounts: list[str]
    button: int
    dead_seats: int
    asks: bool

    money: TableChips
    piles: TableCards
    betting: BettingRound
    queue: list[HandStep]
    contests: tuple[Contest, ...]

    record: Record
    events: list[Event]
    actors: tuple[int, ...]
    done: bool
    actor: int
    phase: str
    street_number: int
    offer: WagerOffer | None

    def begin_street(self, number: int) -> None: ...
    def ask(self, position: int, phase: str) -> None: ...
    def advance(self, position: int) -> None: ...
    def open_phase(self, phase: str) -> None: ...
    def nobody_acts(self) -> None: ...
    def end_phase(self) -> None: ...
    def end(self) -> None: ...
    def reopen(self) -> None: ...
    def play_for(self, contests: tuple[Contest, ...]) -> None: ...
    def shuffle(self, cards: Any) -> None: ...
    def kill(self, position: int) -> None: ...
    def revive(self, position: int) -> None: ...
    def deal_again(self) -> None: ...
    def start_over(self, why: str, rule: str) -> None: ...
    def before_first_street(self) -> None: ...
    def as_it_was(self, past: HandInPlay) -> None: ...
    def earlier(self, entries: int) -> Self: ...
    def trial(self) -> Self: ...
    def legal(self, seat: int) -> tuple[Option, ...]: ...
    def _act(self, seat: int, action: str, cents: int) -> tuple[str, int]: ...
    def _step(self) -> None: ...


class HandStep(msgspec.Struct, frozen=True, gc=False):
    """One step of the dealer; its fields are what it needs to know."""

    silent: ClassVar[bool] = False
    """True if this is not an act of the dealer but only queues what comes next; it runs with the act before it."""

    deals: ClassVar[bool] = False
    """True if it is part of dealing cards."""

    def do(self, hand: HandInPlay) -> None:
        raise NotImplementedError

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        """The act as everybody knows it before it is done; None if it does nothing, or only queues what comes next.

        It names no card, and nothing that depends on a hidden one.
        """
        return None

    def cards(self, hand: HandInPlay) -> int:
        """The most cards of the deck that it takes."""
        return 0

    def without(self, hand: HandInPlay, position: int) -> HandStep | None:
        """The rest of the step once this position no longer has a hand; None if nothing is left."""
        return self


class PlayerStep(HandStep, frozen=True):
    """A step with the hand of one player, dropped if that hand is dead."""

    position: int

    def without(self, hand: HandInPlay, position: int) -> HandStep | None:
        return None if self.position == position else self
