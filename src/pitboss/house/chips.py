"""The chips of a round: wagers on the layout, their settlement, and the moves between players, wagers and the rack.

Every chip of a round moves here: nothing else changes a wager on the layout or writes a move.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from pitboss import money
from pitboss.deal.english import settled_words
from pitboss.deal.event import Event, called
from pitboss.deal.round_events import HandsVoided, WagerSettled
from pitboss.deal.view import WagerResult
from pitboss.house.definition import Definition
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


class RoundChips:
    """The wagers of a round, their settlement, and the balances of the players.

    ``owners`` are the players of the spots, ``bankroll`` the chips that players with a limit had before the round.
    ``stakes`` are the chips on the layout now, cents per spot and wager; ``lines`` is the settlement, wager by wager;
    ``events`` and ``moves`` are those of the round.
    """

    def __init__(
        self,
        owners: dict[int, str],
        bankroll: dict[str, int],
        stakes: Mapping[int, dict[str, int]],
        events: list[Event],
        moves: list[Move],
    ) -> None:
        self.owners, self.bankroll, self.events, self.moves = owners, bankroll, events, moves
        self.stakes = {spot: placed.copy() for spot, placed in stakes.items()}
        self.lines: list[SettlementLine] = []
        self.settled: list[tuple[WagerResult, int]] = []  # each with the value of its hand, 0 without one

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
        line, result, event, moves = _payment(ending, spot, self.owners[spot], stakes[ending.wager])
        if ending.outcome != "bonus":
            del stakes[ending.wager]
        self.moves += moves
        self.lines.append(line)
        self.settled.append((result, value))
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

    def balances(self) -> dict[str, int]:
        """The balance of every account; a player without a bankroll starts at zero."""
        balance = {who: self.bankroll.get(who, 0) for who in self.owners.values()}
        balance[RACK] = 0
        for move in self.moves:
            balance[move.source] = balance.get(move.source, 0) - move.cents
            balance[move.target] = balance.get(move.target, 0) + move.cents
        return balance

    def net(self) -> dict[str, int]:
        """Each player's win or loss so far; chips on the layout count as lost."""
        balance = self.balances()
        return {who: balance[who] - self.bankroll.get(who, 0) for who in dict.fromkeys(self.owners.values())}

    def results(self, game: Definition, voided: Collection[int]) -> tuple[WagerResult, ...]:
        """The settled wagers, without those returned because their hand or the round is void (HB-6)."""
        last = self.events[-1]
        if isinstance(last, HandsVoided) and not last.seat:
            return ()
        results = []
        for result, value in self.settled:
            if result.seat not in voided:
                if result.line:
                    ranking = game.hands[game.wagers[result.wager].hand].ranking
                    result = msgspec.structs.replace(result, hand=called(ranking, value))
                results.append(result)
        return tuple(results)


@lru_cache(maxsize=1 << 14)
def _payment(
    ending: Ending, spot: int, player: str, stake: int
) -> tuple[SettlementLine, WagerResult, WagerSettled, tuple[Move, ...]]:
    """The settlement line, result, event and moves of an ending.

    A winning stake goes back with the win; a bonus leaves it where it is. Cached, since the same few endings recur;
    everything in it is immutable.
    """
    paid, key, rule, on_top = money.pay(stake, ending.odds), ending.wager, ending.rule, ending.outcome == "bonus"
    won = ending.result is Result.WIN
    facts: dict[str, Any] = {
        "wager": key,
        "result": ending.result.value,
        "stake": stake,
        "paid": paid.cents,
        "odds": str(ending.odds) if ending.odds else "",
        "line": ending.line,
        "breakage": str(paid.breakage) if paid.breakage else "",
        "outcome": ending.outcome,
        "table": ending.table,  # HB-8: a round records the table it was settled under
        "bonus": on_top,
        "rule": rule,
    }
    event = WagerSettled("settle", spot, key, cents=paid.cents if won else stake, **facts)
    words, place = settled_words(event), f"spot {spot}/{key}"
    moves: list[Move] = []
    if won and paid.cents:
        moves.append(Move(RACK, player, paid.cents, words, rule, "bonus" if on_top else "pay", key, "win"))
    if won and not on_top:
        moves.append(Move(place, player, stake, f"{key} stake back", rule, "stake", key, "win"))
    elif ending.result is Result.PUSH:
        moves.append(Move(place, player, stake, words, rule, "stake", key, "push"))
    elif ending.result is Result.LOSE:
        moves.append(Move(place, RACK, stake, words, rule, "stake", key, "lose"))
    line = SettlementLine(
        *(spot, key, stake, ending.result.value, ending.odds, paid.cents, paid.breakage, rule),
        *(ending.outcome, ending.table, ending.line),
    )
    return line, WagerResult(seat=spot, **facts), event, tuple(moves)
