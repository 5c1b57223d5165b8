"""The turn and the state of the betting; :mod:`pitboss.poker.betting` changes it by the rules."""

from __future__ import annotations

from pitboss.poker.betting.offers import Refusal, WagerOffer
from pitboss.poker.game import Contest
from pitboss.poker.layout.cards import TableCards

_NOTHING = Refusal("", "")


class BettingRound(TableCards):
    """The street, the turn and the round; see :mod:`pitboss.poker.betting.rounds` for the bets."""

    __slots__ = (
        "acted",
        "actor",
        "aggressor",
        "before_draw",
        "blind",
        "can_bring_in",
        "contests",
        "dead_seats",
        "full",
        "last",
        "level",
        "must_bet",
        "offer",
        "offered",
        "opener_after",
        "pair_option",
        "passes",
        "pending",
        "phase",
        "sandbags",
        "short",
        "step_size",
        "street_number",
        "turns",
        "wagers",
    )

    turns: tuple[tuple[int], ...]
    dead_seats: int  # seats that should not have been dealt in
    # "bet", "draw" or "show" while players act
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
    must_bet: bool
    can_bring_in: bool
    pair_option: bool
    aggressor: int
    opener_after: int
    offer: WagerOffer | Refusal
    offered: int
    # The whole hand: first rounds passed out, who checked too strong a hand, what was in the pot before the draw
    passes: int
    sandbags: int
    before_draw: list[int] | None
    contests: tuple[Contest, ...]

    def _lay_round(self) -> None:
        self.phase, self.street_number, self.actor = "", -1, -1
        self.pending = self.acted = self.blind = self.level = self.full = self.last = self.short = self.wagers = 0
        self.step_size = self.dead_seats = 0
        self.must_bet = self.can_bring_in = self.pair_option = False
        self.aggressor, self.opener_after = -1, len(self.seats) - 1
        self.offer, self.offered = _NOTHING, -1
        self._deal_anew()

    def _deal_anew(self) -> None:
        """Nothing has been passed out, checked or drawn in this deal yet."""
        self.passes = self.sandbags = 0
        self.before_draw = None
        self.contests = self.game.opening_contests

    def ask(self, position: int, phase: str) -> None:
        """A player is to act: to bet, draw or show."""
        self.phase = phase
        self.actor = position
        self.actors = self.turns[position]

    def open_phase(self, phase: str) -> None:
        """Set what players do from here on, regardless of who is asked first."""
        self.phase = phase

    def nobody_acts(self) -> None:
        """The player who had to act has done so, or has no hand any more."""
        self.actors, self.actor = (), -1

    def end_phase(self) -> None:
        """Nobody bets, draws or shows."""
        self.actors, self.actor, self.phase = (), -1, ""

    def note_pot_before_draw(self) -> None:
        """Everyone's chips in the pot until now; later bets may go another way (LB-3)."""
        self.before_draw = list(self.put)

    def await_turn(self, position: int) -> None:
        """Let a player who has come back act in this round, given chips."""
        self.pending |= self.able & 1 << position

    def before_first_street(self) -> None:
        """The cards are dealt again in the same hand."""
        self.end_phase()
        self.street_number = -1
        self._deal_anew()

    def as_it_was(self, past: BettingRound) -> None:
        """The round goes on as it stood in an earlier state of the hand."""
        self.phase, self.done = past.phase, False
        self.pending = past.pending & self.live
