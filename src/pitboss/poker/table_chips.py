"""The chips on the table: stacks, bets, the pot and the fee box, and the only method that moves chips.

Everything about seats is kept in lists by position: 0 is the button's left, the last one the button, so that "closest
to the left of the button" is simply the lowest position. Sets of players are bit masks of positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.deal import Event
from pitboss.deal.hand_events import AwardTakenBack, BetStands, ChipsReturned
from pitboss.move import Move, Purpose

POT, FEE_BOX = -1, -2
"""Places of chips besides the stack of a position."""

NOTHING, ANTE, BET = 0, 1, 2
"""The kinds of chips in the pot: nobody's, a player's, and a player's that are also a bet of this round."""

_NAMES = {POT: "pot", FEE_BOX: "fee box"}


@dataclass(slots=True)
class TableChips:
    """Chips by position and who plays for them; nothing outside this class changes them."""

    seats: tuple[int, ...]
    accounts: list[str]
    stacks: list[int]
    events: list[Event]  # of the hand, as are the moves
    moves: list[Move]
    bets: list[int] = field(init=False)  # in front of each player this round
    put: list[int] = field(init=False)  # in the pot from each player
    live: int = field(init=False)  # players with a live hand
    able: int = field(init=False)  # those of them with chips left
    deepest: int = field(init=False)  # a lower bound of the stacks of those who can bet
    dead: int = 0  # in the pot from nobody in particular
    pot: int = 0
    fee: int = 0
    taken: int = 0  # the part of the fee that came out of the pot

    def __post_init__(self) -> None:
        count = len(self.stacks)
        self.bets, self.put = [0] * count, [0] * count
        self.live = self.able = (1 << count) - 1
        self.deepest = min(self.stacks)

    # Who plays for the pot ----------------------------------------------------------------------------------------

    def pass_over(self, positions: int) -> None:
        """Take these positions out of the hand."""
        others = ~positions
        self.live &= others
        self.able &= others

    def deal_in(self, position: int) -> None:
        """Give a player a live hand again."""
        self.live |= 1 << position
        if self.stacks[position]:
            self.able |= 1 << position
            self.deepest = min(self.deepest, self.stacks[position])

    def leave_to(self, position: int) -> None:
        """Leave the pot to this player, with or without a hand (PK-16)."""
        self.live = 1 << position

    def count_deepest(self) -> None:
        """Make the lower bound of the stacks exact: the fewest chips behind of a player who can bet."""
        able = self.able
        self.deepest = min([stack for position, stack in enumerate(self.stacks) if able >> position & 1])

    # Moves --------------------------------------------------------------------------------------------------------

    def move(
        self, source: int, target: int, cents: int, why: str, rule: str, purpose: Purpose, counts: int = NOTHING
    ) -> None:
        """Move chips between positions, the pot and the fee box, and record the move; nothing else moves chips.

        Chips put into the pot may count as a bet of this round, or at least as put in by that player.
        """
        if source >= 0:
            giver = self.accounts[source]
            stacks = self.stacks
            left = stacks[source] = stacks[source] - cents
            if left <= self.deepest:
                self.deepest = left
                if not left:
                    self.able &= ~(1 << source)
            if counts == BET:
                self.bets[source] += cents
                self.put[source] += cents
            elif counts:
                self.put[source] += cents
        else:
            giver = _NAMES[source]
            if source == POT:
                self.pot -= cents
            else:
                self.fee -= cents
        if target == POT:
            taker = "pot"
            self.pot += cents
        elif target >= 0:
            taker = self.accounts[target]
            self.stacks[target] += cents
        else:
            taker = "fee box"
            self.fee += cents
        self.moves.append(Move(giver, taker, cents, why, rule, purpose))

    def pay_dead(self, position: int, cents: int, why: str, rule: str, purpose: Purpose) -> None:
        """Put chips of a player into the pot that count for nobody (PK-25)."""
        self.dead += cents
        self.move(position, POT, cents, why, rule, purpose)

    def pay_fee(self, source: int, cents: int, why: str, rule: str) -> None:
        """Put chips of the pot, or of a player, into the fee box."""
        if source == POT:
            self.taken += cents
        self.move(source, FEE_BOX, cents, why, rule, "fee")

    def pay_out(self, position: int, cents: int, why: str, rule: str, purpose: Purpose) -> None:
        """Push chips of the pot to a player."""
        self.move(POT, position, cents, why, rule, purpose)

    def give_back(self, position: int, cents: int, why: str, rule: str, purpose: Purpose) -> None:
        """Refund chips from the pot to the player who bet them."""
        self.put[position] -= cents
        self.move(POT, position, cents, why, rule, purpose)
        self.able |= self.live & 1 << position
        self.events.append(ChipsReturned("return", self.seats[position], "", (), False, cents, rule, 0, why))

    def take_back(self, position: int, cents: int, rule: str) -> None:
        """Put chips that were already pushed back into the pot."""
        self.move(position, POT, cents, "award taken back", rule, "award back")
        self.events.append(AwardTakenBack("take back", self.seats[position], "pot", (), False, cents, rule))

    def sweep(self) -> None:
        """Clear the bets of a round that is over; they are in the pot."""
        self.bets = [0] * len(self.bets)

    def bets_stand(self, past: TableChips, rule: str) -> None:
        """Restore the bets of an earlier state of the hand, including chips returned since."""
        for position, now in enumerate(self.stacks):
            cents = now - past.stacks[position]
            if cents:
                self.move(position, POT, cents, "uncalled bet put back", rule, "bet stands")
                self.events.append(BetStands("bet stands", self.seats[position], "pot", (), False, cents, rule))
        self.put, self.bets = past.put, past.bets
        self.able = past.able & self.live

    def refund(self, why: str, rule: str) -> None:
        """Return every chip of the hand, the fee included, to its player."""
        given = dict.fromkeys(self.accounts, 0)
        for moved in self.moves:
            if moved.source in given:
                given[moved.source] += moved.cents
            if moved.target in given:
                given[moved.target] -= moved.cents
        for cents in (self.taken, self.fee - self.taken):
            if cents:
                self.move(FEE_BOX, POT, cents, why, rule, "return")
        self.taken = 0
        for position, account in enumerate(self.accounts):
            if given[account]:
                self.pay_out(position, given[account], why, rule, "return")
                seat, cents = self.seats[position], given[account]
                self.events.append(ChipsReturned("return", seat, "", (), False, cents, rule, 0, why))
