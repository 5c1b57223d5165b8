"""The chips of a round: wagers on the layout, their settlement, and the moves between players, wagers and the rack.

Every chip moves here: nothing outside this module changes a wager on the layout or writes a move.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from pitboss import money
from pitboss.deal.deal import Deal
from pitboss.deal.english import settled_words
from pitboss.deal.event import Event
from pitboss.deal.round_events import WagerSettled
from pitboss.house.settlement import Ending, Result
from pitboss.move import Move, Purpose

RACK = "rack"
"""The chip rack among the accounts, the discard rack among the piles."""


class SettlementLine(msgspec.Struct, frozen=True, gc=False):
    """One line of a settlement (HB-4): a wager with its result, the odds, what was paid and the breakage (HB-5).

    ``table`` is the pay table in force (HB-8), ``outcome`` the case that applied (``bonus`` for a bonus paid on top),
    ``hand`` the pay line reached. ``cents`` is what the house paid, 0 unless the line wins.
    """

    spot: int
    wager: str
    stake: int
    result: str
    odds: Fraction
    cents: int
    breakage: Fraction
    rule: str
    outcome: str
    table: str = ""
    hand: str = ""


@lru_cache(maxsize=1 << 12)
def wagered(player: str, spot: int, wager: str, cents: int, rule: str) -> Move:
    """The move of chips from a player to a wager; cached, since the same wagers recur."""
    return Move(player, f"spot {spot}/{wager}", cents, f"{wager} wager", rule, "wager", wager)


class Chips(Deal):
    """The wagers of a round by spot, who owns them, and what was settled."""

    # Slots: CPython stops sharing attribute keys beyond 30 attributes.
    __slots__ = ("bankroll", "lines", "owners", "settled_on", "stakes")

    lines: list[SettlementLine]
    settled_on: list[int]
    """The value of the hand that each line was settled on, 0 if it was none."""
    stakes: dict[int, dict[str, int]]
    """The chips on the layout now: cents per spot and wager."""
    owners: dict[int, str]
    bankroll: dict[str, int]

    def open_wagers(self, stakes: Mapping[int, dict[str, int]], moves: tuple[Move, ...]) -> None:
        """Place the opening wagers of every spot; ``moves`` are theirs."""
        self.lines, self.settled_on = [], []
        self.stakes = {spot: placed.copy() for spot, placed in stakes.items()}
        self.moves += moves

    def put(self, spot: int, wager: str, cents: int, rule: str) -> None:
        """Place a player's chips on a wager."""
        self.moves.append(wagered(self.owners[spot], spot, wager, cents, rule))
        self.stakes[spot][wager] = cents

    def give_back(self, spot: int, wager: str, why: str, rule: str, purpose: Purpose) -> int:
        """Return the chips of a wager to the player."""
        cents = self.stakes[spot].pop(wager)
        self.moves.append(Move(f"spot {spot}/{wager}", self.owners[spot], cents, why, rule, purpose, wager))
        return cents

    def settle(self, spot: int, ending: Ending, value: int) -> None:
        """Settle a wager on a hand of this value: move its chips, add the settlement line and the event."""
        stakes = self.stakes[spot]
        line, event, moves = _payment(ending, spot, self.owners[spot], stakes[ending.wager])
        if ending.outcome != "bonus":
            del stakes[ending.wager]
        self.moves += moves
        self.lines.append(line)
        self.settled_on.append(value)
        self.events.append(event)

    def return_all(self, spot: int, why: str, rule: str) -> None:
        """Return every wager of a spot; settled wagers are undone chip by chip (HB-6)."""
        player = self.owners[spot]
        for wager in list(self.stakes[spot]):
            self.give_back(spot, wager, f"{wager} returned: {why}", rule, "return")
        for line in [line for line in self.lines if line.spot == spot]:
            if line.result == "lose":
                words = f"{line.wager} returned: {why}"
                self.moves.append(Move(RACK, player, line.stake, words, rule, "return", line.wager, "lose"))
            elif line.cents:
                words = f"{line.wager} payment taken back: {why}"
                self.moves.append(Move(player, RACK, line.cents, words, rule, "payment back", line.wager, "win"))

    def chips(self) -> dict[str, int]:
        """The balance of every account; a player without a bankroll starts at zero."""
        balance = {who: self.bankroll.get(who, 0) for who in self.owners.values()}
        balance[RACK] = 0
        for move in self.moves:
            balance[move.source] = balance.get(move.source, 0) - move.cents
            balance[move.target] = balance.get(move.target, 0) + move.cents
        return balance

    def net(self) -> dict[str, int]:
        """Each player's win or loss so far; chips on the layout count as lost."""
        balance = self.chips()
        return {who: balance[who] - self.bankroll.get(who, 0) for who in dict.fromkeys(self.owners.values())}


@lru_cache(maxsize=1 << 14)
def _payment(ending: Ending, spot: int, player: str, stake: int) -> tuple[SettlementLine, Event, tuple[Move, ...]]:
    """The settlement line, event and moves of an ending; a winning stake goes back with the win, a bonus leaves it.

    Cached, since the same few lines recur; everything in it is immutable.
    """
    paid, key, rule = money.pay(stake, ending.odds), ending.wager, ending.rule
    on_top = ending.outcome == "bonus"
    place = f"spot {spot}/{key}"
    event = WagerSettled(
        *("settle", spot, key, (), False, paid.cents if ending.result is Result.WIN else stake, rule, 0),
        wager=key,
        result=ending.result.value,
        stake=stake,
        paid=paid.cents,
        odds=str(ending.odds) if ending.odds else "",
        line=ending.line,
        breakage=str(paid.breakage) if paid.breakage else "",
        outcome=ending.outcome,
        table=ending.table,  # HB-8: a round records the table it was settled under
        bonus=on_top,
    )
    words = settled_words(event)
    moves: list[Move] = []
    if ending.result is Result.WIN:
        if paid.cents:
            moves.append(Move(RACK, player, paid.cents, words, rule, "bonus" if on_top else "pay", key, "win"))
        if not on_top:
            moves.append(Move(place, player, stake, f"{key} stake back", rule, "stake", key, "win"))
    elif ending.result is Result.PUSH:
        moves.append(Move(place, player, stake, words, rule, "stake", key, "push"))
    else:
        moves.append(Move(place, RACK, stake, words, rule, "stake", key, "lose"))
    line = SettlementLine(
        spot=spot,
        wager=key,
        stake=stake,
        result=ending.result.value,
        odds=ending.odds,
        cents=paid.cents,
        breakage=paid.breakage,
        rule=rule,
        outcome=ending.outcome,
        table=ending.table,
        hand=ending.line,
    )
    return line, event, tuple(moves)
