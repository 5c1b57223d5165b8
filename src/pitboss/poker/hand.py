"""A poker hand: from the first post to the last chip awarded, one event per physical act.

The dealer's work lies in a queue of small steps, the next one last; players act between them. Everything about seats
is kept in lists by position: 0 is the button's left, the last one the button, so that "closest to the left of the
button" is simply the lowest position. Sets of players are bit masks of positions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any, Self, TypeAlias

from pitboss.cards import JOKER, UNKNOWN, Card
from pitboss.deal import Deal, Event, IllegalAction, Option
from pitboss.deal.interface import FLOOR, RAIL, Mixer
from pitboss.deal.record import Act
from pitboss.errors import PitbossError
from pitboss.money import Move
from pitboss.poker import betting, dealing, draws, fees, posting, showdown
from pitboss.poker.definition import Street
from pitboss.poker.game import Contest, Game
from pitboss.poker.offers import Refusal, Wager

Step: TypeAlias = tuple[Any, ...]

_STEPS: dict[str, Callable[[Hand, Step], None]] = {}
_ACTS: dict[str, Callable[[Hand, int, int], tuple[str, int]]] = {}
# Steps that are not an act of the dealer but say what comes next; they run with the act before them.
_SILENT = frozenset({"street", "bet", "draw", "showdown", "ask", "settle", "end"})

_ACCOUNTS = {seat: f"player {seat}" for seat in range(1, 25)}
# What is the same at the start of every hand.
_FRESH: dict[str, Any] = {
    **dict.fromkeys(("dead", "pot", "fee", "taken", "shown", "pending", "acted", "level", "full", "last"), 0),
    **dict.fromkeys(("short", "wagers", "step_size", "passes", "sandbags"), 0),
    **dict.fromkeys(("street_number", "actor", "aggressor", "offered"), -1),
    **dict.fromkeys(("must_bet", "can_bring_in", "pair_option"), False),
    **dict.fromkeys(("aside", "early", "held"), ()),
    "joker": False,
    "dead_seats": 0,
    "known": None,
    "before_draw": None,
    "phase": "",
    "offer": Refusal("", ""),
}


class Hand(Deal):
    """A hand of poker between seats; see :class:`pitboss.deal.Deal` for what every deal can do."""

    kind = "poker"

    def __init__(self, setup: dict[str, Any], mixer: Mixer, *, auto: bool = True, game: Game | None = None) -> None:
        if game is None:
            from pitboss.poker.spread import reopen

            game = reopen(setup["game"])
        self.game = game
        super().__init__(setup, mixer, auto=auto)

    # The state ---------------------------------------------------------------------------------------------------

    # Chips: in front of each player this round, in the pot from each in all, in the pot from nobody in particular,
    # what the pot holds, what the fee box holds, and how much of that came out of the pot.
    stacks: list[int]
    bets: list[int]
    put: list[int]
    dead: int
    pot: int
    fee: int
    taken: int
    # Who holds a live hand, who of them has chips left, whose hand everybody has seen
    live: int
    able: int
    shown: int
    # Cards
    down: list[list[Card]]
    up: list[list[Card]]
    board: list[Card]
    burns: list[Card]
    muck: list[Card]
    discards: list[list[Card]]
    thrown: dict[int, tuple[list[Card], list[Card]]]
    stub: list[Card]
    # Irregularities: cards out of the hand, turned up too early, or held for the next burn (everybody has seen them);
    # whether a joker was left in the deck and not found yet, and which seats should not have been dealt in
    aside: tuple[Card, ...]
    early: tuple[Card, ...]
    held: tuple[Card, ...]
    joker: bool
    dead_seats: int
    known: dict[int | str, list[Card]] | None
    # The round: "bet", "draw" or "show" while players act; see :mod:`pitboss.poker.betting` for the rest
    street_number: int
    phase: str
    actor: int
    pending: int
    acted: int
    level: int
    full: int
    last: int
    short: int
    wagers: int
    step_size: int
    must_bet: bool
    can_bring_in: bool
    pair_option: bool
    aggressor: int
    opener_after: int
    offer: Wager | Refusal
    offered: int
    # The whole hand: first rounds passed out, who checked too strong a hand, what was in the pot before the draw
    passes: int
    sandbags: int
    before_draw: list[int] | None
    contests: tuple[Contest, ...]

    def _open(self) -> None:
        setup, game = self.record.setup, self.game
        stacks: dict[int, int] = dict(setup["stacks"])
        self.button: int = setup["button"]
        seats = self.seats = game.order(stacks, self.button)
        count = len(seats)
        self.__dict__.update(_FRESH)
        self.index = {seat: position for position, seat in enumerate(seats)}
        self.accounts = [_ACCOUNTS.get(seat) or f"player {seat}" for seat in seats]
        self.stacks = [stacks[seat] for seat in seats]
        self.bets, self.put = [0] * count, [0] * count
        self.live = self.able = (1 << count) - 1
        self.down, self.up, self.discards = [[] for _ in seats], [[] for _ in seats], [[] for _ in seats]
        self.board, self.burns, self.muck, self.stub, self.thrown = [], [], [], [], {}
        self.opener_after = count - 1
        self.contests = game.opening_contests
        if "known" in setup:
            self.known = {pile: list(reversed(cards)) for pile, cards in setup["known"]}
        if "joker" in setup:
            self.joker = True
        if "dead" in setup:
            self.dead_seats = sum(1 << self.index[seat] for seat in setup["dead"])
        self.asks: bool = setup.get("showdown") == "ask"
        self.queue: list[Step] = []
        posting.begin(self)

    @cached_property
    def names(self) -> dict[int, str]:
        """The viewer who plays each seat."""
        names = dict(zip(self.seats, self.accounts, strict=True))
        names.update(dict(self.record.setup.get("players", ())))
        return names

    # What happens ------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        said = len(self.events)
        while self.queue and not self.actors and (len(self.events) == said or self.queue[-1][0] in _SILENT):
            step = self.queue.pop()
            _STEPS[step[0]](self, step)

    def _run(self) -> None:
        queue, steps = self.queue, _STEPS
        while queue and not self.actors:
            step = queue.pop()
            steps[step[0]](self, step)

    def act(self, seat: int, action: str, cents: int = 0) -> Self:
        text, amount = self._act(seat, action, cents)
        record = self.record
        record.entries.append(Act(seat, text, amount))
        if not self.actors and record.auto:
            self._run()
        return self

    def _act(self, seat: int, action: str, cents: int) -> tuple[str, int]:
        if self.actors != (seat,):
            raise IllegalAction(self._not_now(seat))
        act = _ACTS.get(action)
        if act is not None:
            return act(self, self.actor, cents)
        return self._spelled_out(action, cents)

    def _spelled_out(self, action: str, cents: int) -> tuple[str, int]:
        """Actions that say more than one word: ``draw 2c 3d``, ``show As Kd``."""
        word, _, rest = action.strip().partition(" ")
        if word == "draw":
            return draws.draw(self, self.actor, rest, cents)
        if word == "show":
            return showdown.show(self, self.actor, rest, cents)
        words = ", ".join(option.word for option in self.legal(self.actors[0]) if option.allowed)
        raise IllegalAction(f"{action!r} is no action here; seat {self.actors[0]} may {words}.")

    def _not_now(self, seat: int) -> str:
        if self.done:
            return "the hand is over."
        if seat not in self.index:
            return f"seat {seat} is not in this hand; its seats are {', '.join(map(str, sorted(self.seats)))}."
        if self.actors:
            return f"it is not seat {seat}'s turn; seat {self.actors[0]} acts first."
        return "nobody has to act before the dealer's next step."

    def legal(self, seat: int) -> tuple[Option, ...]:
        """For every action word of the game its amounts, or the rule against it."""
        if self.actors != (seat,):
            why = self._not_now(seat)
            return tuple(Option(word, why=why) for word in self.game.words)
        if self.phase == "bet":
            return betting.legal(self, self.actor)
        if self.phase == "draw":
            return draws.legal(self, self.actor)
        return showdown.legal(self, self.actor)

    # Rulings -----------------------------------------------------------------------------------------------------

    def _floor(self, ruling: str, facts: dict[str, Any]) -> None:
        import_module("pitboss.poker.rulings").call(self, ruling, facts)

    def rulings(self) -> tuple[Option, ...]:
        options: tuple[Option, ...] = import_module("pitboss.poker.rulings").options(self)
        return options

    # What anyone may ask -----------------------------------------------------------------------------------------

    @property
    def street(self) -> Street | None:
        """The street being played; none before the first card."""
        return self.game.streets[self.street_number] if self.street_number >= 0 else None

    def stack(self, seat: int) -> int:
        """Chips in front of a seat that are not in the pot."""
        return self.stacks[self.index[seat]]

    def to_call(self, seat: int) -> int:
        """What a seat has to put in to stay; more than its stack if it would be all-in."""
        return self.level - self.bets[self.index[seat]]

    def in_hand(self, seat: int) -> bool:
        """Whether a seat still holds a live hand."""
        return bool(self.live >> self.index[seat] & 1)

    def cards(self, position: int) -> list[Card]:
        """A player's own cards."""
        return self.down[position] + self.up[position]

    def chips(self) -> dict[str, int]:
        accounts = dict(zip(self.accounts, self.stacks, strict=True))
        accounts["pot"] = self.pot
        accounts["fee box"] = self.fee
        return accounts

    def seats_of(self, viewer: str) -> tuple[int, ...]:
        seats = tuple(seat for seat, name in self.names.items() if name == viewer)
        if not seats and viewer not in (FLOOR, RAIL) and not viewer.startswith("player "):
            raise PitbossError(f"{viewer!r} cannot look at this hand; viewers are its players, floor and rail.")
        return seats

    def _sees(self, viewer: str, index: int) -> bool:
        event = self.events[index]
        return viewer == FLOOR or (event.seat != 0 and self.names.get(event.seat) == viewer)

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

    # Primitive acts, for the steps and for rulings -----------------------------------------------------------------

    def say(
        self, verb: str, position: int = -1, cents: int = 0, words: str = "", rule: str = "", pile: str = ""
    ) -> None:
        """Write an event without cards."""
        seat = self.seats[position] if position >= 0 else 0
        self.events.append(Event(verb, seat, pile, (), False, cents, words, rule))

    def pay_in(self, position: int, cents: int, why: str, rule: str) -> None:
        """Chips of a player into the pot, counted as his bet of this round."""
        self.stacks[position] -= cents
        self.bets[position] += cents
        self.put[position] += cents
        self.pot += cents
        if not self.stacks[position]:
            self.able &= ~(1 << position)
        self.moves.append(Move(self.accounts[position], "pot", cents, why, rule))

    def pay_out(self, position: int, cents: int, why: str, rule: str) -> None:
        """Chips of the pot to a player."""
        self.stacks[position] += cents
        self.pot -= cents
        self.moves.append(Move("pot", self.accounts[position], cents, why, rule))

    def kill(self, position: int) -> None:
        """A hand goes to the muck."""
        self.live &= ~(1 << position)
        self.able &= ~(1 << position)
        self.pending &= ~(1 << position)
        down, up = self.thrown[position] = self.down[position], self.up[position]
        self.muck += down
        self.muck += up
        self.down[position], self.up[position] = [], []

    def revive(self, position: int) -> None:
        """A hand thrown away comes back from the muck, as it was (PK-17)."""
        down, up = self.thrown.pop(position)
        for card in (*down, *up):
            self.muck.remove(card)
        self.down[position], self.up[position] = down, up
        self.live |= 1 << position
        if self.stacks[position]:
            self.able |= 1 << position

    def refund(self, why: str, rule: str) -> None:
        """Every chip of the hand goes back to whom it came from, the fee too: as if nothing had been posted."""
        given = dict.fromkeys(self.accounts, 0)
        for source, target, cents, _, _ in self.moves:
            if source in given:
                given[source] += cents
            if target in given:
                given[target] -= cents
        if self.taken:
            self.moves.append(Move("fee box", "pot", self.taken, why, rule))
            self.pot += self.taken
        if self.fee > self.taken:
            self.moves.append(Move("fee box", "pot", self.fee - self.taken, why, rule))
            self.pot += self.fee - self.taken
        self.fee = self.taken = 0
        for position, account in enumerate(self.accounts):
            if given[account]:
                self.pay_out(position, given[account], why, rule)
                self.say("return", position, given[account], why, rule)

    def start_over(self, why: str, rule: str) -> None:
        """The hand begins again with everyone dealt in: chips back, cards back, button as it was, one fee (PK-34)."""
        self.refund(why, rule)
        self.actors = ()
        self._open()

    def gather(self) -> None:
        """Every card on the table goes back to the dealer, unshuffled."""
        for position in range(len(self.seats)):
            self.down[position], self.up[position], self.discards[position] = [], [], []
        self.board, self.burns, self.muck, self.stub, self.thrown = [], [], [], [], {}
        self.aside = tuple(card for card in self.aside if card not in self.game.deck)  # a joker found stays out
        self.early = self.held = ()
        self.shown = 0

    def fresh_deck(self) -> None:
        """The whole deck is shuffled and becomes the stub; its top card is dealt first."""
        if self.known is None:
            cards = self.game.deck.cards
            self.stub = list(self._mix((*cards, JOKER) if self.joker else cards))
            self.stub.reverse()

    def reshuffle(self, cards: list[Card]) -> None:
        """These cards are shuffled and become the stub."""
        self.stub = list(self._mix(cards))
        self.stub.reverse()

    def top(self, pile: int | str = "") -> Card:
        """The next card of the deck, or of what is known to lie on a pile."""
        if self.known is None:
            return self.stub.pop()
        cards = self.known.get(pile)
        return cards.pop() if cards else UNKNOWN


def _ruled(hand: Hand, step: Step) -> None:
    """An act of the dealer that a ruling asks for."""
    import_module("pitboss.poker.rulings").carry_out(hand, step)


_STEPS.update(
    {
        "ruled": _ruled,
        "post": posting.post,
        "shuffle": dealing.shuffle,
        "fee": fees.take,
        "street": dealing.street,
        "card": dealing.card,
        "cards": dealing.cards,
        "burn": dealing.burn,
        "board": dealing.board,
        "scramble": dealing.scramble,
        "common": dealing.common,
        "bet": betting.begin,
        "forced": betting.forced,
        "return": betting.give_back,
        "draw": draws.begin,
        "showdown": showdown.begin,
        "ask": showdown.ask,
        "show": showdown.turn_up,
        "muck": showdown.throw_away,
        "settle": showdown.settle,
        "award": showdown.award,
        "end": showdown.end,
    }
)
_ACTS.update(
    {
        "fold": betting.fold,
        "check": betting.check,
        "call": betting.call,
        "bet": betting.bet,
        "complete": betting.complete,
        "raise": betting.raises,
        "bring in": betting.bring_in,
        "draw": draws.stand_pat,
        "show": showdown.show_all,
        "muck": showdown.muck,
    }
)
