"""The common interface of house rounds and poker hands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence, Set
from copy import deepcopy
from itertools import chain
from typing import Any, ClassVar, Protocol, Self, cast

from pitboss.deal.event import Event
from pitboss.deal.record import FORMAT, DealerStep, Record, RecordError, Ruling, SeatAct
from pitboss.deal.view import Option, Standing, View
from pitboss.errors import PitbossError
from pitboss.move import Move

FLOOR, RAIL = "floor", "rail"

_NOT_GATHERED: tuple[int, tuple[int, ...], bool, Standing] = (-1, (), False, Standing())


class IllegalAction(PitbossError):
    """An action or ruling that is not allowed now; the deal is unchanged."""


class Mixer(Protocol):
    """A source of shuffled cards: a live shuffle, a seeded one, or a record being replayed."""

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]: ...


class ReplayedShuffles:
    """The shuffles of a record in order, then shuffles from ``then``.

    After an undo (``strict`` off) the remaining orders are used again as long as they fit the cards to be shuffled, and
    dropped at the first that does not.
    """

    def __init__(self, orders: Sequence[tuple[int, ...]], then: Mixer | None = None) -> None:
        self.left = list(orders)
        self.then = then
        self.strict = True

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        if self.left and sorted(self.left[0]) == sorted(cards):
            return self.left.pop(0)
        if self.left and self.strict:
            raise RecordError("a shuffle in the record holds different cards from those the deal shuffles there.")
        self.left.clear()
        if self.then is None:
            raise RecordError("the record holds fewer shuffles than the deal needs; it is cut short.")
        return self.then.mix(cards)


class Deal(ABC):
    """One round or hand, from the first chip to the last.

    Each kind of game implements the abstract methods; record, undo, replay and views are shared. ``setup`` is plain
    data, since it is written to the record; the mixer is not.
    """

    kind: str
    events: list[Event]
    moves: list[Move]
    actors: tuple[int, ...]
    done: bool
    listener: Callable[[], None] | None
    """Called after every change, so that a session can follow its deal."""

    PUBLIC: ClassVar[tuple[str, ...]] = (
        *("act", "actors", "chat_open", "chips", "default_act", "done", "dump", "events"),
        *("events_for", "floor", "kind", "legal", "load", "moves", "record", "rulings"),
        *("seats_of", "seen_positions", "standing", "step", "undo", "version", "view"),
    )
    """The public interface of a deal, as ``dir()`` lists it; the rest belongs to the engine and may change."""

    def __dir__(self) -> list[str]:
        return sorted(self.PUBLIC)

    def __init__(self, setup: dict[str, Any], mixer: Mixer, *, auto: bool = True) -> None:
        if not callable(getattr(mixer, "mix", None)):
            raise IllegalAction(f"{mixer!r} does not shuffle; give pitboss.live() or pitboss.seeded(7).")
        self.record = Record(kind=self.kind, setup=setup, auto=auto, shuffles=[], entries=[], format=FORMAT)
        self._mixer = mixer
        self.listener = None
        self._start()

    def _start(self) -> None:
        self.events, self.moves, self.actors, self.done = [], [], (), False
        self._shuffled_at: list[int] = []
        self._stands = _NOT_GATHERED
        self._open()
        if self.record.auto:
            self._run()

    # Implemented by each kind of game -----------------------------------------------------------------------------

    @abstractmethod
    def _open(self) -> None:
        """Set the state before the first step from ``self.record.setup``."""

    @abstractmethod
    def _step(self) -> None:
        """Do the dealer's next physical act; called only when no seat has to act and the deal is not done."""

    @abstractmethod
    def _act(self, seat: int, action: str, cents: int) -> tuple[str, int]:
        """Carry out a legal action and return its canonical text and amount, or raise with nothing changed."""

    @abstractmethod
    def legal(self, seat: int) -> tuple[Option, ...]:
        """For every action of the game: what is accepted from this seat now, or the rule against it."""

    @abstractmethod
    def _floor(self, ruling: str, facts: dict[str, Any]) -> None:
        """Carry out a ruling, or raise with nothing changed."""

    @abstractmethod
    def rulings(self) -> tuple[Option, ...]:
        """Every ruling, allowed if the floor may make it now, else with the reason against it."""

    @abstractmethod
    def _seeing(self, viewer: str) -> Callable[[int], bool]:
        """A function that says whether this viewer now sees the faces of the cards of an event, given its index."""

    @abstractmethod
    def _piles(self, viewer: str) -> dict[str, tuple[int, ...]]:
        """The cards on the table as this viewer sees them."""

    @abstractmethod
    def chips(self) -> dict[str, int]:
        """The current balance of every account; the total never changes.

        A house round starts from zero (or the players' bankrolls): players, wagers and rack sum to what they started
        with. A poker hand starts from the stacks: stacks, pot and fee box always sum to them.
        """

    @abstractmethod
    def seats_of(self, viewer: str) -> tuple[int, ...]:
        """The seats or spots this viewer plays; none for the floor, the rail and everyone not in this deal."""

    @abstractmethod
    def _players(self) -> tuple[str, ...]:
        """The players of this deal as viewers, in the order of their seats."""

    def _standing(self) -> Standing:
        """The current public facts, which depend only on what everybody may see; empty by default."""
        return Standing()

    # Shared by all kinds ---------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The number of events so far; states of one deal with equal versions are equal."""
        return len(self.events)

    @property
    def standing(self) -> Standing:
        """The current public facts; computed once for each state."""
        events, actors, done, standing = self._stands
        if events != len(self.events) or actors != self.actors or done != self.done:
            standing = self._standing()
            self._stands = len(self.events), self.actors, self.done, standing
        return standing

    def act(self, seat: int, action: str, cents: int = 0) -> Self:
        """Carry out a seat's decision: anything :meth:`legal` lists; anything else raises with the reason."""
        if type(seat) is not int or type(action) is not str or type(cents) is not int:
            raise IllegalAction(
                f"{seat!r}, {action!r}, {cents!r} is not a decision; give a seat, an action and whole cents, such as "
                '1, "raise", 600.'
            )
        text, amount = self._act(seat, action, cents)
        self.record.entries.append(SeatAct(seat, text, amount))
        if self.record.auto:
            self._run()
        if self.listener is not None:
            self.listener()
        return self

    def default_act(self, seat: int) -> SeatAct:
        """The action for a seat that does not answer in time; always legal.

        It is the free option that keeps all wagers (check, stand pat, hold every card), else a fold; where there is
        no fold, the cheapest option. The definition of a house game may name another option.
        """
        if type(seat) is not int or seat not in self.actors:
            raise IllegalAction(f"seat {seat!r} has nothing to decide now.")
        return SeatAct(seat, self._default(seat))

    def _default(self, seat: int) -> str:
        """The text of the action for a seat that does not answer."""
        allowed = [option for option in self.legal(seat) if option.allowed and not option.high]
        best = min(allowed, key=lambda option: (option.cents, option.word == "fold"))
        return best.actions[0] if best.actions else best.word

    def step(self) -> bool:
        """Do the dealer's next physical act; False if a seat must act first or the deal is over."""
        if self.done or self.actors:
            return False
        self._step()
        if not self.record.auto:
            self.record.entries.append(DealerStep())
        if self.listener is not None:
            self.listener()
        return True

    def _run(self) -> None:
        while not self.done and not self.actors:
            self._step()

    def floor(self, ruling: str, **facts: Any) -> Self:
        """Carry out a ruling of the floor."""
        facts = deepcopy(facts)  # entries of the record never change, even if the caller's lists do
        self._floor(ruling, facts)
        self.record.entries.append(Ruling(ruling, facts))
        if self.record.auto:
            self._run()
        if self.listener is not None:
            self.listener()
        return self

    def _mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Shuffle these cards and add the order to the record."""
        order = self._mixer.mix(cards)
        self.record.shuffles.append(order)
        self._shuffled_at.append(len(self.events))
        return order

    def undo(self) -> Self:
        """Take back the last decision, ruling or single step by replaying the record without it."""
        entries = self.record.entries
        if not entries:
            raise IllegalAction("there is nothing to undo yet.")
        if self.listener is not None:
            raise IllegalAction("this deal belongs to a session; use session.undo().")
        shuffles, self.record.shuffles, self.record.entries = self.record.shuffles, [], []
        mixer = self._mixer
        left, then = (mixer.left, mixer.then) if isinstance(mixer, ReplayedShuffles) else ([], mixer)
        self._mixer = replay = ReplayedShuffles([*shuffles, *left], then)
        self._start()
        self._follow(entries[:-1])
        replay.strict = False
        return self

    def _follow(self, entries: list[Any]) -> None:
        for entry in entries:
            if isinstance(entry, SeatAct):
                self.act(entry.seat, entry.action, entry.cents)
            elif isinstance(entry, Ruling):
                self.floor(entry.name, **entry.facts)
            elif not self.step():
                raise RecordError("the record holds an act of the dealer where a player had to decide first.")

    def view(self, viewer: str | int) -> View:
        """The deal as seen by a player (``"player 1"``, or 1 for short), the ``floor`` or the ``rail``.

        A player without a seat in this deal is refused; spectators are the ``rail``.
        """
        who = f"player {viewer}" if type(viewer) is int else cast(str, viewer)
        return self._view_as(who, who, self.chips())

    def _view_as(self, who: str, name: str, chips: dict[str, int]) -> View:
        """The deal as seen by ``who``, with the viewer's name and the balances that the session uses."""
        seats = self._seats_behind(who)
        return View(
            viewer=name,
            version=self.version,
            done=self.done,
            actors=self.actors,
            piles=self._piles(who),
            chips=chips,
            legal={seat: self.legal(seat) for seat in seats if seat in self.actors},
            events=self.events_for(who),
            standing=self.standing,
        )

    def events_for(self, viewer: str, start: int = 0, stop: int | None = None) -> tuple[Event, ...]:
        """Events from ``start`` up to ``stop``, as a viewer sees them now."""
        self._seats_behind(viewer)
        events = self.events[start:stop]
        if [event for event in events if event.cards and not event.up]:
            sees = self._seeing(viewer)
            events = [
                event if not event.cards or event.up or sees(index) else event.hidden()
                for index, event in enumerate(events, start)
            ]
        return tuple(events)

    def seen_positions(self, viewer: str) -> tuple[tuple[int, ...], ...]:
        """For every shuffle of the deal, the positions in its order of the cards this viewer has seen from it.

        A card that was shuffled again belongs to the later shuffle from then on: a viewer who saw it before does not
        learn its new position.
        """
        orders, starts = self.record.shuffles, self._shuffled_at
        if len(orders) == 1:
            return (_positions(orders[0], self._seen_cards(viewer)),)
        where = dict.fromkeys(orders[0], 0) if orders else {}
        seen: list[set[int]] = [set() for _ in orders]
        shuffle = 1
        for index, event in enumerate(self.events_for(viewer)):
            while shuffle < len(starts) and starts[shuffle] <= index:
                where.update(dict.fromkeys(orders[shuffle], shuffle))
                shuffle += 1
            for card in event.cards:
                if card in where:
                    seen[where[card]].add(card)
        for number in range(shuffle, len(starts)):
            where.update(dict.fromkeys(orders[number], number))
        for pile in self._piles(viewer).values():
            for card in pile:
                if card in where:
                    seen[where[card]].add(card)
        return tuple(_positions(order, cards) for order, cards in zip(orders, seen, strict=True))

    def _seen_cards(self, viewer: str) -> set[int]:
        """Every card this viewer has seen."""
        self._seats_behind(viewer)
        sees = self._seeing(viewer)
        seen = set(chain.from_iterable(self._piles(viewer).values()))
        with_cards = [(index, event) for index, event in enumerate(self.events) if event.cards]
        seen.update(*[event.cards for index, event in with_cards if event.up or sees(index)])
        return seen

    @property
    def chat_open(self) -> bool:
        """True if players may talk at the table now."""
        return True

    def _seats_behind(self, viewer: str) -> tuple[int, ...]:
        """The seats this viewer plays, none for the floor and the rail; anybody else is refused."""
        if viewer in (FLOOR, RAIL):
            return ()
        seats = self.seats_of(viewer)
        if not seats:
            raise PitbossError(
                f"{viewer!r} cannot look at this deal; its viewers are {', '.join(self._players())}, floor and rail."
            )
        return seats

    def dump(self) -> bytes:
        """The record as bytes, for :meth:`load`."""
        return self.record.encode()

    @classmethod
    def load(cls, data: bytes | Record, mixer: Mixer | None = None, *, game: Any = None) -> Self:
        """Replay the deal of a record; with a mixer it can continue beyond the record's last shuffle.

        With ``game``, the parsed game is used instead of the text in the record.
        """
        record = data if isinstance(data, Record) else Record.decode(data)
        if record.kind != cls.kind:
            raise RecordError(f"this record is of a {record.kind} deal, not of a {cls.kind} deal.")
        replay = ReplayedShuffles(record.shuffles, mixer)
        deal = cls._from_start(record, replay, game)
        deal._follow(list(record.entries))
        if replay.left:
            raise RecordError("the record holds more shuffles than its decisions need; it was changed.")
        replay.strict = False
        return deal

    @classmethod
    def _from_start(cls, record: Record, mixer: Mixer, game: Any) -> Self:
        """The deal before the first entry; kinds that take a parsed game check that it is the record's."""
        return cls(record.setup, mixer, auto=record.auto)


def _positions(order: Sequence[int], cards: Set[int]) -> tuple[int, ...]:
    """The positions of these cards in an order."""
    return tuple([at for at, card in enumerate(order) if card in cards])
