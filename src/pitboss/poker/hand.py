"""A poker hand: from the first post to the last chip awarded, one event per physical act.

The dealer's work lies in a queue of small steps (:mod:`pitboss.poker.step`), the next one last; players act between
them. What lies on the table is in :mod:`pitboss.poker.layout`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Self

from pitboss.cards import UNKNOWN, Card
from pitboss.deal import IllegalAction, Option
from pitboss.deal.deal import FLOOR, Mixer
from pitboss.deal.record import Record, RecordError, SeatAct
from pitboss.deal.standing import Standing
from pitboss.money import dollars
from pitboss.poker import draws
from pitboss.poker.betting import legality, posting, rounds
from pitboss.poker.definition import Street
from pitboss.poker.game import PokerGame
from pitboss.poker.layout import Felt
from pitboss.poker.showdown import default_show, showdown
from pitboss.poker.standing import standing

__all__ = ["Hand"]

_ACTS: dict[str, Callable[[Hand, int, str, int], tuple[str, int]]] = {}


class Hand(Felt):
    """A hand of poker between seats.

    It adds to :class:`pitboss.deal.Deal`: ``seats``, ``button``, ``board`` and ``pot``; and for a seat
    ``cards(seat)``, ``stack(seat)``, ``to_call(seat)`` and ``in_hand(seat)``.
    """

    __slots__ = ()

    kind = "poker"
    PUBLIC = (*Felt.PUBLIC, "board", "button", "cards", "game", "in_hand", "pot", "seats", "stack", "to_call")

    def __init__(
        self, setup: dict[str, Any], mixer: Mixer, *, auto: bool = True, game: PokerGame | None = None
    ) -> None:
        if game is None:
            from pitboss.poker.library import reopen

            game = reopen(setup["game"])
        self.game = game
        super().__init__(setup, mixer, auto=auto)

    @classmethod
    def _from_start(cls, record: Record, mixer: Mixer, game: PokerGame | None) -> Self:
        if game is not None and not game.is_of(record.setup.get("game", {})):
            raise RecordError(f"this record is of another game, house or limit than {game!r}.")
        return cls(record.setup, mixer, auto=record.auto, game=game)

    def __repr__(self) -> str:
        street = f"{self.street.name} street, " if self.street else ""
        waits = f"seat {self.actors[0]} to act" if self.actors else "the dealer's turn"
        stands = "over" if self.done else f"{street}{waits}, pot {dollars(self.pot)}"
        seats = " ".join(map(str, sorted(self.seats)))
        return f"<Hand of {self.game.name}, seats {seats}: {stands}>"

    def _open(self) -> None:
        self._lay_out()
        posting.begin(self)

    def deal_again(self) -> None:
        """Deal the cards again in the same hand; everyone antes again (LB-5)."""
        self.gather()
        posting.again(self)

    # What happens ------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        said = len(self.events)
        while self.queue and not self.actors and (len(self.events) == said or self.queue[-1].silent):
            self.queue.pop().do(self)

    def _run(self) -> None:
        queue = self.queue
        while queue and not self.actors:
            queue.pop().do(self)

    def act(self, seat: int, action: str, cents: int = 0) -> Self:
        """A seat's decision, such as ``act(3, "raise", 600)``; ``cents`` is the total it raises to."""
        if type(cents) is not int or type(seat) is not int or type(action) is not str:
            _refuse_words(seat, action, cents)
        act = _ACTS.get(action)
        if act is None or not self.actors or self.actors[0] != seat:
            text, amount = self._act(seat, action, cents)
        else:
            text, amount = act(self, self.actor, action, cents)
        record = self.record
        record.entries.append(SeatAct(seat, text, amount))
        if not self.actors and record.auto:
            self._run()
        if self.listener is not None:
            self.listener()
        return self

    def _act(self, seat: int, action: str, cents: int) -> tuple[str, int]:
        if self.actors != (seat,):
            raise IllegalAction(f"{self._not_now(seat)}.")
        act = _ACTS.get(action)
        if act is not None:
            return act(self, self.actor, action, cents)
        return self._spelled_out(action, cents)

    def _spelled_out(self, action: str, cents: int) -> tuple[str, int]:
        """Actions that say more than one word: ``draw 2c 3d``, ``show As Kd``."""
        text = action.strip()
        word = text.partition(" ")[0]
        if word in ("draw", "show"):
            return _ACTS[word](self, self.actor, text, cents)
        words = ", ".join(option.word for option in self.legal(self.actors[0]) if option.allowed)
        raise IllegalAction(f"{action!r} is not an action here; seat {self.actors[0]} may {words}.")

    def _not_now(self, seat: int) -> str:
        if type(seat) is not int:
            raise IllegalAction(f"{_no_seat(seat)}.")
        if self.done:
            return "the hand is over"
        if seat not in self.index:
            return self._no_part(seat)
        if self.actors:
            return f"it is not seat {seat}'s turn; seat {self.actors[0]} acts first"
        return "nobody has to act before the dealer's next step"

    def _no_part(self, seat: object) -> str:
        if type(seat) is not int:
            return _no_seat(seat)
        return f"seat {seat} is not in this hand; its seats are {', '.join(map(str, sorted(self.seats)))}"

    def legal(self, seat: int) -> tuple[Option, ...]:
        """For every action word of the game its amounts, or the rule against it."""
        actors = self.actors
        if not actors or actors[0] != seat:
            why = self._not_now(seat)
            return tuple(Option(word, why=why) for word in self.game.words)
        if self.phase == "bet":
            return legality.legal(self, self.actor)
        if self.phase == "draw":
            return draws.legal(self, self.actor)
        return showdown.legal(self, self.actor)

    def _default(self, seat: int) -> str:
        """Check, else fold, else the forced bring-in; stand pat; show only what may win."""
        if self.phase == "draw":
            return "draw"
        if self.phase == "show":
            return "show" if default_show.shows(self, self.actor) else "muck"
        allowed = [option.word for option in self.legal(seat) if option.allowed]
        return next(word for word in ("check", "fold", "bring in", *allowed) if word in allowed)

    def _standing(self) -> Standing:
        return standing(self)

    # Rulings -----------------------------------------------------------------------------------------------------

    def _floor(self, ruling: str, facts: dict[str, Any]) -> None:
        if not isinstance(ruling, str):
            raise IllegalAction(f"{ruling!r} is not a ruling; write its name, such as 'misdeal'.")
        import_module("pitboss.poker.rulings").call(self, ruling, facts)

    def rulings(self) -> tuple[Option, ...]:
        """The rulings the floor may call at this moment, and for the others why not."""
        options: tuple[Option, ...] = import_module("pitboss.poker.rulings").options(self)
        return options

    # What anyone may ask -----------------------------------------------------------------------------------------

    @property
    def street(self) -> Street | None:
        """The street being played; none before the first card."""
        return self.game.streets[self.street_number] if self.street_number >= 0 else None

    def _position(self, seat: int) -> int:
        """The position of a seat; a seat that is not in the hand is refused."""
        position = self.index.get(seat) if type(seat) is int else None
        if position is None:
            raise IllegalAction(f"{self._no_part(seat)}.")
        return position

    def cards(self, seat: int) -> tuple[Card, ...]:
        """All cards of a seat, down cards first, hidden ones included; see ``view`` for a player's view."""
        return tuple(self.own_cards(self._position(seat)))

    def stack(self, seat: int) -> int:
        """Chips in front of a seat that are not in the pot."""
        return self.stacks[self._position(seat)]

    def to_call(self, seat: int) -> int:
        """The chips a seat must put in to stay; more than its stack if it would be all-in."""
        return self.level - self.bets[self._position(seat)]

    def in_hand(self, seat: int) -> bool:
        """True if a seat still holds a live hand."""
        return bool(self.live >> self._position(seat) & 1)

    def chips(self) -> dict[str, int]:
        """The stack of every player, the pot and the fee box; the total never changes."""
        accounts = dict(zip(self.accounts, self.stacks, strict=True))
        accounts["pot"] = self.pot
        accounts["fee box"] = self.fee
        return accounts

    def seats_of(self, viewer: str) -> tuple[int, ...]:
        return tuple([seat for seat, name in self.names.items() if name == viewer])

    def _players(self) -> tuple[str, ...]:
        return tuple(self.names[seat] for seat in sorted(self.names))

    def _seeing(self, viewer: str) -> Callable[[int], bool]:
        if viewer == FLOOR:
            return lambda index: True
        own, events = self.seats_of(viewer), self.events
        return lambda index: events[index].seat in own

    def _piles(self, viewer: str) -> dict[str, tuple[int, ...]]:
        every = viewer == FLOOR
        piles: dict[str, tuple[int, ...]] = {}
        for position, seat in enumerate(self.seats):
            mine = every or self.names[seat] == viewer or bool(self.shown >> position & 1)
            down = self.down[position]
            piles[self.accounts[position]] = (
                *(down if mine else (UNKNOWN,) * len(down)),
                *self.up[position],
            )
        piles["board"] = tuple(self.board)
        discards = [card for pile in self.discards for card in pile]
        for name, cards in (("burn", self.burns), ("muck", self.muck), ("discards", discards), ("deck", self.stub)):
            piles[name] = tuple(cards) if every else (UNKNOWN,) * len(cards)
        if self.aside or self.early or self.held:
            piles["out of play"] = self.aside + self.early + self.held
        return piles


def _refuse_words(seat: Any, action: Any, cents: Any) -> None:
    """Nothing but whole numbers and words can be played, and written into a record."""
    if type(seat) is not int:
        raise IllegalAction(f"{_no_seat(seat)}.")
    if not isinstance(action, str):
        raise IllegalAction(f"{action!r} is not an action; write a word such as 'call'.")
    if type(cents) is not int:
        raise IllegalAction(f"{cents!r} is not an amount; write whole cents, such as 400 for $4.")


def _no_seat(seat: object) -> str:
    return f"{seat!r} is not a seat; seats are whole numbers from 1"


_ACTS.update(
    {
        "fold": rounds.fold,
        "check": rounds.check,
        "call": rounds.call,
        "bet": rounds.put_in,
        "complete": rounds.put_in,
        "raise": rounds.put_in,
        "bring in": rounds.bring_in,
        "draw": draws.draw,
        "show": showdown.show,
        "muck": showdown.muck,
    }
)
