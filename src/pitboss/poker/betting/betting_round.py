"""The state of the betting in a hand; :mod:`pitboss.poker.betting.rounds` has the rules of a round.

``level`` is what must be matched, ``full`` the last full bet or raise: an all-in between two steps raises the first and
not the second, so that facing $10 and an all-in of $18 the next player calls $18 or raises to $20 (PK-10), and facing
an all-in of $6 in a $10 round calls $6 or completes to $10 (PK-11). ``acted`` are the players who have acted since the
last full bet or raise; they may answer a mere all-in but not raise it. A big blind posted all-in for less is still
called in full and raised to twice its amount (PK-9).
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.poker.definition import Street
from pitboss.poker.spread_game import SpreadGame


@dataclass(slots=True)
class BettingRound:
    """The bets of the round in play, and the state kept from earlier rounds of the hand."""

    game: SpreadGame
    opener_after: int  # the position left of which the first round opens
    pending: int = 0  # players who have to act, if they still hold a hand
    acted: int = 0
    blind: int = 0  # to be called in the first round
    level: int = 0
    full: int = 0
    last: int = 0  # the largest raise
    short: int = 0  # the sum of short all-ins since then, where they count as raises
    wagers: int = 0
    step_size: int = 0
    must_bet: bool = False
    can_bring_in: bool = False
    pair_option: bool = False  # an open pair may bet the higher limit (S7-2)
    aggressor: int = -1  # the last to bet
    passes: int = 0  # first rounds passed out
    sandbags: int = 0  # players who checked too strong a hand
    before_draw: list[int] | None = None  # each player's chips in the pot before the draw

    # Before and after a round -------------------------------------------------------------------------------------

    def new_deal(self) -> None:
        """Forget what was passed out, checked or drawn in an earlier deal."""
        self.passes = self.sandbags = 0
        self.before_draw = None

    def opens_after(self, position: int) -> None:
        """Open the first round left of this position, the last of the blinds (TH-1)."""
        self.opener_after = position

    def post_blind(self, cents: int) -> None:
        """Note a blind, which is called in full even if its player had less (PK-9)."""
        if cents > self.blind and self.game.full_blind:
            self.blind = cents

    def open(self, street: Street, posted: int, able: int) -> None:
        """Begin the round of a street; what was posted is the first bet."""
        game = self.game
        size = self.step_size = game.higher if street.limit == "higher" else game.lower
        level = self.level = posted if posted > self.blind else self.blind
        self.last = self.short = self.acted = 0
        self.full = level if level >= size else 0
        self.wagers = 1 if self.full and game.betting.blind_is_bet else 0
        self.aggressor = -1
        self.must_bet = self.can_bring_in = False
        self.pair_option = street.open_pair and not game.no_limit
        self.pending = able

    def force(self, *, may_complete: bool) -> None:
        """Make the opener bet: bring it in or complete, or else bet or fold (S7-1)."""
        self.can_bring_in, self.must_bet = may_complete, not may_complete

    def close(self) -> None:
        """Clear the blinds, which are bets of the first round only."""
        self.blind = 0

    def pass_out(self) -> None:
        """Count a first round in which nobody has bet."""
        self.passes += 1

    def skip_opening(self) -> None:
        """Do not play the first round again, because nobody can bet in it."""
        self.passes = len(self.game.opening.passed)

    def note_pot_before_draw(self, put: list[int]) -> None:
        """Note everyone's chips in the pot before the draw; later bets may go to other players (LB-3)."""
        self.before_draw = list(put)

    # Turns --------------------------------------------------------------------------------------------------------

    def acts(self, position: int) -> None:
        """Note that a player checks or calls."""
        bit = 1 << position
        self.pending &= ~bit
        self.acted |= bit

    def await_turn(self, positions: int) -> None:
        """Let players who have come back with chips act in this round."""
        self.pending |= positions

    def as_it_was(self, past: BettingRound, live: int) -> None:
        """Restore the players still to act from an earlier state of the hand."""
        self.pending = past.pending & live

    def note_sandbag(self, position: int) -> None:
        """Note that a player has checked too strong a hand, at the cost of everything bet after the draw (LB-3)."""
        self.sandbags |= 1 << position

    # Bets ---------------------------------------------------------------------------------------------------------

    def least_raise(self) -> int:
        """The least a full raise adds: the round's step, or the last raise in houses that say so (PK-29)."""
        return self.last if self.game.last_raise and self.last > self.step_size else self.step_size

    def bring_in(self, position: int, cents: int, able: int) -> None:
        """Count the forced bet of the opener."""
        self.can_bring_in = False
        self.level = cents
        if cents >= self.step_size:
            self.full, self.wagers = cents, 1
            self.aggressor = position
        self.acted |= 1 << position
        self.pending = able & ~(1 << position)

    def bet_higher(self, to: int) -> None:
        """Continue the round at the higher limit after such a bet on an open pair (S7-2)."""
        if self.pair_option and to > self.step_size:
            self.step_size = self.game.higher

    def bet(self, position: int, to: int, able: int, *, all_in: bool) -> None:
        """Count a bet, completion or raise to a total; everyone else able to bet acts again.

        Where a short all-in is action only, nothing less than a full bet or raise counts (PK-10). Elsewhere every one
        counts, but reopens the betting only where short all-ins add up to a full raise.
        """
        bit, added, last = 1 << position, to - self.level, self.last
        if not self.game.short_all_in_is_action:
            full, reopens = True, added >= last
            self.short = self.short + added if all_in and self.short + added < max(last, added) else 0
        else:
            full = reopens = to >= (self.full + self.least_raise() if self.full else self.step_size)
        self.acted = bit if reopens else self.acted | bit
        if full:
            self.full = to
            self.wagers += 1
            if added > last:
                self.last = added
        self.level = to
        self.aggressor = position
        self.must_bet = self.can_bring_in = False
        self.pending = able & ~bit
