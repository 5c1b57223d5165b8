"""A poker hand: from the first post to the last chip awarded, one event per physical act.

The dealer's work lies in a queue of small steps (:mod:`pitboss.poker.step`), the next one last; players act between
them. A hand has chips, cards and a betting round, and each of these parts alone changes its own state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from importlib import import_module
from typing import Any, Self, TypeVar

from pitboss.cards import UNKNOWN, Card
from pitboss.deal import Deal, IllegalAction, Option
from pitboss.deal.deal import FLOOR, Mixer, ReplayedShuffles
from pitboss.deal.record import Record, RecordError, SeatAct
from pitboss.deal.view import Standing
from pitboss.money import dollars
from pitboss.poker import draws
from pitboss.poker.betting import legality, posting, rounds
from pitboss.poker.betting.betting_round import BettingRound
from pitboss.poker.definition import Street
from pitboss.poker.showdown import showdown
from pitboss.poker.spread_game import Contest, SpreadGame, WagerOffer
from pitboss.poker.standing import standing
from pitboss.poker.step import HandInPlay, HandStep
from pitboss.poker.table_cards import TableCards
from pitboss.poker.table_chips import TableChips

PartT = TypeVar("PartT", TableChips, TableCards, BettingRound)

_ACTS: dict[str, Callable[[HandInPlay, int, str, int], tuple[str, int]]] = {
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


class Hand(Deal):
    """A hand of poker between seats.

    It adds to :class:`pitboss.deal.Deal`: ``seats``, ``button``, ``board`` and ``pot``; and for a seat
    ``cards(seat)``, ``stack(seat)``, ``to_call(seat)`` and ``in_hand(seat)``.
    """

    # Slots, because a hand reads its state at every turn.
    __slots__ = (
        "accounts",
        "actor",
        "asks",
        "betting",
        "button",
        "contests",
        "dead_seats",
        "game",
        "index",
        "money",
        "offer",
        "phase",
        "piles",
        "queue",
        "seats",
        "street_number",
        "turns",
    )

    kind = "poker"
    PUBLIC = (*Deal.PUBLIC, "board", "button", "cards", "game", "in_hand", "pot", "seats", "stack", "to_call")

    def __init__(
        self, setup: dict[str, Any], mixer: Mixer, *, auto: bool = True, game: SpreadGame | None = None
    ) -> None:
        if game is None:
            from pitboss.poker.library import reopen

            game = reopen(setup["game"])
        self.game = game
        super().__init__(setup, mixer, auto=auto)

    @classmethod
    def _from_start(cls, record: Record, mixer: Mixer, game: SpreadGame | None) -> Self:
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
        """Set the start of the hand: chips at their seats, no card dealt, nobody to act."""
        setup, game = self.record.setup, self.game
        stacks: dict[int, int] = dict(setup["stacks"])
        self.button: int = setup["button"]
        self.seats, self.index, self.turns, self.accounts = game.places(stacks, self.button)
        seats = self.seats
        self.money = TableChips(seats, self.accounts, [stacks[seat] for seat in seats], self.events, self.moves)
        self.piles = TableCards.before_deal(game.deck, len(seats), game.draws, setup.get("known"), "joker" in setup)
        self.betting = BettingRound(game, len(seats) - 1)
        self.phase = ""  # "bet", "draw" or "show" while players act
        self.actor = self.street_number = -1
        self.offer: WagerOffer | None = None  # what the player to act may bet, if the options were asked for
        self.contests = game.opening_contests
        self.dead_seats = sum({1 << self.index[seat] for seat in setup["dead"]}) if "dead" in setup else 0
        self.asks = setup.get("showdown") == "ask"
        self.queue: list[HandStep] = []
        posting.begin(self)

    # The turn ----------------------------------------------------------------------------------------------------

    def begin_street(self, number: int) -> None:
        self.street_number = number

    def advance(self, position: int) -> None:
        """Pass the turn to the next seat; to none when the round, or the hand, is over."""
        able = self.money.able
        pending = self.betting.pending & able
        if self.dead_seats or able & (able - 1) == 0:
            pending = rounds.still_to_act(self)
        if not pending:
            rounds.close(self)
            return
        rest = pending & -1 << position + 1 or pending  # those further on, or else from the first seat
        self.actor = position = (rest & -rest).bit_length() - 1
        self.actors = self.turns[position]

    def ask(self, position: int, phase: str) -> None:
        """Ask a player to bet, draw or show."""
        self.phase = phase
        self.actor = position
        self.actors = self.turns[position]

    def open_phase(self, phase: str) -> None:
        """Set what players do from here on, regardless of who is asked first."""
        self.phase = phase

    def nobody_acts(self) -> None:
        """Clear the turn: the player has acted, or no longer has a hand."""
        self.actors, self.actor = (), -1

    def end_phase(self) -> None:
        """End the phase in which players bet, draw or show."""
        self.actors, self.actor, self.phase = (), -1, ""

    def end(self) -> None:
        """End the hand."""
        self.done = True

    def reopen(self) -> None:
        """Reopen a hand that is over, because a ruling has left something to do."""
        self.done = False

    def play_for(self, contests: tuple[Contest, ...]) -> None:
        """Change the ways to win (LB-5)."""
        self.contests = contests

    # What concerns several parts ---------------------------------------------------------------------------------

    def shuffle(self, cards: Sequence[Card]) -> None:
        """Shuffle these cards, which become the deck."""
        self.piles.put_on_table(self._mix(cards))

    def kill(self, position: int) -> None:
        """Put a hand in the muck."""
        self.money.pass_over(1 << position)
        self.piles.to_the_muck(position)

    def revive(self, position: int) -> None:
        """Bring a hand that was thrown away back from the muck, as it was (PK-17)."""
        self.piles.from_the_muck(position)
        self.money.deal_in(position)

    def deal_again(self) -> None:
        """Deal the cards again in the same hand; everyone antes again (LB-5)."""
        self.piles.gather()
        posting.again(self)

    def start_over(self, why: str, rule: str) -> None:
        """Begin again with everyone dealt in: chips back, cards back, button as it was, one fee (PK-34)."""
        self.money.refund(why, rule)
        self.actors = ()
        self._open()

    def before_first_street(self) -> None:
        """Go back to before the first street, to deal the cards again in the same hand."""
        self.end_phase()
        self.street_number = -1
        self.betting.new_deal()
        self.contests = self.game.opening_contests

    def as_it_was(self, past: HandInPlay) -> None:
        """Continue the round as it stood in an earlier state of the hand."""
        self.phase, self.done = past.phase, False
        self.betting.as_it_was(past.betting, self.money.live)

    def earlier(self, entries: int) -> Self:
        """The hand as it was after this many entries of its record."""
        record = self.record
        past = type(self)(record.setup, ReplayedShuffles(record.shuffles), auto=record.auto, game=self.game)
        past._follow(record.entries[:entries])
        return past

    def trial(self) -> Self:
        """A copy that can go on by itself, apart from the record."""
        trial = copy(self)
        trial.queue = list(self.queue)
        trial.money, trial.piles, trial.betting = _apart(self.money), _apart(self.piles), _apart(self.betting)
        trial.events, trial.moves = trial.money.events, trial.money.moves
        return trial

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
        """Carry out a seat's decision, such as ``act(3, "raise", 600)``; ``cents`` is the total it raises to."""
        actors = self.actors
        # The seat is usually the same int object; True and 1.0 equal a seat but are refused.
        if actors and seat is actors[0] and type(action) is str and type(cents) is int and action in _ACTS:
            text, amount = _ACTS[action](self, self.actor, action, cents)
        else:
            _refuse_types(seat, action, cents)
            text, amount = self._act(seat, action, cents)
        self.offer = None
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
        if action in _ACTS:
            return _ACTS[action](self, self.actor, action, cents)
        text = action.strip()
        word = text.partition(" ")[0]
        if word in ("draw", "show"):  # they name cards: ``draw 2c 3d``, ``show As Kd``
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
            options, self.offer = legality.legal(self, self.actor)
            return options
        if self.phase == "draw":
            return draws.legal(self, self.actor)
        return showdown.legal(self, self.actor)

    def _default(self, seat: int) -> str:
        """Check, else fold, else the forced bring-in; stand pat; show only what may win."""
        if self.phase == "draw":
            return "draw"
        if self.phase == "show":
            return "show" if showdown.shows(self, self.actor) else "muck"
        allowed = [option.word for option in self.legal(seat) if option.allowed]
        return next(word for word in ("check", "fold", "bring in", *allowed) if word in allowed)

    def _standing(self) -> Standing:
        return standing(self)

    # Rulings -----------------------------------------------------------------------------------------------------

    def _floor(self, ruling: str, facts: dict[str, Any]) -> None:
        if not isinstance(ruling, str):
            raise IllegalAction(f"{ruling!r} is not a ruling; write its name, such as 'misdeal'.")
        self.offer = None
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

    @property
    def board(self) -> list[Card]:
        """The cards on the board."""
        return self.piles.board

    @property
    def pot(self) -> int:
        """The chips in the pot."""
        return self.money.pot

    @property
    def fee(self) -> int:
        """The chips in the fee box."""
        return self.money.fee

    @cached_property
    def names(self) -> dict[int, str]:
        """The viewer who plays each seat."""
        names = dict(zip(self.seats, self.accounts, strict=True))
        names.update(dict(self.record.setup.get("players", ())))
        return names

    def _position(self, seat: int) -> int:
        """The position of a seat; a seat that is not in the hand is refused."""
        position = self.index.get(seat) if type(seat) is int else None
        if position is None:
            raise IllegalAction(f"{self._no_part(seat)}.")
        return position

    def cards(self, seat: int) -> tuple[Card, ...]:
        """All cards of a seat, down cards first, hidden ones included; see ``view`` for a player's view."""
        return tuple(self.piles.own_cards(self._position(seat)))

    def stack(self, seat: int) -> int:
        """Chips in front of a seat that are not in the pot."""
        return self.money.stacks[self._position(seat)]

    def to_call(self, seat: int) -> int:
        """The chips a seat must put in to stay; more than its stack if it would be all-in."""
        return self.betting.level - self.money.bets[self._position(seat)]

    def in_hand(self, seat: int) -> bool:
        """True if a seat still holds a live hand."""
        return bool(self.money.live >> self._position(seat) & 1)

    def chips(self) -> dict[str, int]:
        """The stack of every player, the pot and the fee box; the total never changes."""
        money = self.money
        return {**dict(zip(self.accounts, money.stacks, strict=True)), "pot": money.pot, "fee box": money.fee}

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
        every, table = viewer == FLOOR, self.piles
        piles: dict[str, tuple[int, ...]] = {}
        for position, seat in enumerate(self.seats):
            mine = every or self.names[seat] == viewer or bool(table.shown >> position & 1)
            down = table.down[position]
            piles[self.accounts[position]] = (*(down if mine else (UNKNOWN,) * len(down)), *table.up[position])
        piles["board"] = tuple(table.board)
        discards = [card for pile in table.discards for card in pile]
        for name, cards in (("burn", table.burns), ("muck", table.muck), ("discards", discards), ("deck", table.stub)):
            piles[name] = tuple(cards) if every else (UNKNOWN,) * len(cards)
        if table.aside or table.early or table.held:
            piles["out of play"] = table.aside + table.early + table.held
        return piles


def _refuse_types(seat: Any, action: Any, cents: Any) -> None:
    """Refuse anything but whole numbers and words, since only those can be recorded."""
    if type(seat) is not int:
        raise IllegalAction(f"{_no_seat(seat)}.")
    if not isinstance(action, str):
        raise IllegalAction(f"{action!r} is not an action; write a word such as 'call'.")
    if type(cents) is not int:
        raise IllegalAction(f"{cents!r} is not an amount; write whole cents, such as 400 for $4.")


def _no_seat(seat: object) -> str:
    return f"{seat!r} is not a seat; seats are whole numbers from 1"


def _apart(part: PartT) -> PartT:
    """A copy of a part that changes without the original."""
    twin = copy(part)
    for name in part.__slots__:
        value = getattr(part, name)
        if isinstance(value, list):
            setattr(twin, name, [list(each) if isinstance(each, list) else each for each in value])
        elif isinstance(value, dict):
            setattr(twin, name, dict(value))
    return twin
