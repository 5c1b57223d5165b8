"""What lies on the table during a hand: chips, cards, whose turn it is, and the few acts that move them.

Everything about seats is kept in lists by position: 0 is the button's left, the last one the button, so that "closest
to the left of the button" is simply the lowest position. Sets of players are bit masks of positions. The rules are in
the modules beside this one; rulings use the same acts.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeAlias

from pitboss.cards import JOKER, UNKNOWN, Card
from pitboss.deal import Deal, Event
from pitboss.money import Move
from pitboss.poker.betting.offers import Refusal, Wager
from pitboss.poker.game import Contest, Game

Step: TypeAlias = tuple[Any, ...]
"""A step of the dealer: its name, and what it needs to know."""

_NOTHING = Refusal("", "")
_move = tuple.__new__  # a Move made directly, in half the time


class Felt(Deal):
    """The state of a hand; :class:`pitboss.poker.hand.Hand` is the hand itself."""

    # Slots, because a hand reads its state at every turn.
    __slots__ = (
        "able",
        "accounts",
        "acted",
        "actor",
        "aggressor",
        "aside",
        "asks",
        "before_draw",
        "bets",
        "blind",
        "board",
        "burns",
        "button",
        "can_bring_in",
        "contests",
        "dead",
        "dead_seats",
        "deepest",
        "discards",
        "down",
        "early",
        "fee",
        "full",
        "game",
        "held",
        "index",
        "joker",
        "known",
        "last",
        "level",
        "live",
        "muck",
        "must_bet",
        "offer",
        "offered",
        "opener_after",
        "pair_option",
        "passes",
        "pending",
        "phase",
        "pot",
        "put",
        "queue",
        "sandbags",
        "seats",
        "short",
        "shown",
        "stacks",
        "step_size",
        "street_number",
        "stub",
        "taken",
        "thrown",
        "turns",
        "up",
        "wagers",
    )

    game: Game
    button: int
    seats: tuple[int, ...]
    index: dict[int, int]
    turns: tuple[tuple[int], ...]
    accounts: list[str]
    asks: bool
    queue: list[Step]
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
    # The round: "bet", "draw" or "show" while players act; see :mod:`pitboss.poker.betting.rounds` for the rest
    street_number: int
    phase: str
    actor: int
    pending: int
    acted: int
    blind: int
    level: int
    full: int
    last: int
    short: int
    wagers: int
    step_size: int
    deepest: int
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

    def _lay_out(self) -> None:
        """Chips at their seats, no card dealt, nobody to act."""
        setup, game = self.record.setup, self.game
        stacks: dict[int, int] = dict(setup["stacks"])
        self.button = setup["button"]
        seats, self.index, self.turns, self.accounts = game.places(stacks, self.button)
        self.seats = seats
        count = len(seats)
        self.stacks = [stacks[seat] for seat in seats]
        self.bets, self.put = [0] * count, [0] * count
        self.dead = self.pot = self.fee = self.taken = 0
        self.live = self.able = (1 << count) - 1
        self.down, self.up = [[] for _ in seats], [[] for _ in seats]
        self.discards = [[] for _ in seats] if game.draws else [[]] * count
        self.board, self.burns, self.muck, self.stub, self.thrown = [], [], [], [], {}
        self.shown = 0
        self.aside = self.early = self.held = ()
        self.joker, self.dead_seats, self.known = False, 0, None
        self.phase, self.street_number, self.actor = "", -1, -1
        self.pending = self.acted = self.blind = self.level = self.full = self.last = self.short = self.wagers = 0
        self.step_size, self.deepest = 0, min(self.stacks)
        self.must_bet = self.can_bring_in = self.pair_option = False
        self.aggressor, self.opener_after = -1, count - 1
        self.offer, self.offered = _NOTHING, -1
        self.passes = self.sandbags = 0
        self.before_draw = None
        self.contests = game.opening_contests
        if "known" in setup:
            self.known = {pile: list(reversed(cards)) for pile, cards in setup["known"]}
        if "joker" in setup:
            self.joker = True
        if "dead" in setup:
            for seat in setup["dead"]:
                self.dead_seats |= 1 << self.index[seat]
        self.asks = setup.get("showdown") == "ask"
        self.queue = []

    @cached_property
    def names(self) -> dict[int, str]:
        """The viewer who plays each seat."""
        names = dict(zip(self.seats, self.accounts, strict=True))
        names.update(dict(self.record.setup.get("players", ())))
        return names

    # The acts ---------------------------------------------------------------------------------------------------------

    def say(
        self, verb: str, position: int = -1, cents: int = 0, words: str = "", rule: str = "", pile: str = ""
    ) -> None:
        """Write an event without cards."""
        seat = self.seats[position] if position >= 0 else 0
        self.events.append(Event(verb, seat, pile, (), False, cents, words, rule))

    def pay_in(self, position: int, cents: int, why: str, rule: str) -> None:
        """Chips of a player into the pot, counted as his bet of this round."""
        stacks = self.stacks
        left = stacks[position] = stacks[position] - cents
        self.bets[position] += cents
        self.put[position] += cents
        self.pot += cents
        if left <= self.deepest:
            self.deepest = left
            if not left:
                self.able &= ~(1 << position)
        self.moves.append(_move(Move, (self.accounts[position], "pot", cents, why, rule)))

    def pay_out(self, position: int, cents: int, why: str, rule: str) -> None:
        """Chips of the pot to a player."""
        self.stacks[position] += cents
        self.pot -= cents
        self.moves.append(_move(Move, ("pot", self.accounts[position], cents, why, rule)))

    def kill(self, position: int) -> None:
        """A hand goes to the muck."""
        others = ~(1 << position)
        self.live &= others
        self.able &= others
        self.pending &= others
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
            self.deepest = min(self.deepest, self.stacks[position])

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
