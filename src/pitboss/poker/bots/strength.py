"""Hand strength for bots: the expected share of the pot against unseen hands, exact or sampled.

Plain Python, so a table starts without loading compiled code; :mod:`pitboss.poker.equity` is exact and faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.poker.spread_game import Contest, SpreadGame
from pitboss.shuffle import Seeded

FEW = 1_100  # up to this many deals are enumerated: a river against one unknown hand


def part(
    contests: Sequence[Contest], own: Sequence[Card], others: Sequence[Sequence[Card]], board: Sequence[Card]
) -> float:
    """The share of the pot ``own`` takes at this showdown."""
    took = decided = 0.0
    for contest in contests:
        mine = contest.judge(own, board)
        rivals = [contest.judge(other, board) for other in others]
        best = max(mine, *rivals)
        if not best:
            continue
        decided += 1
        if mine == best:
            took += 1 / (1 + rivals.count(best))
    return took / decided if decided else 0.0


def deals(live: Sequence[Card], needs: Sequence[int], samples: int, rng: Seeded) -> Iterator[Sequence[Card]]:
    """Unseen cards for all hands and the board, one after the other: every combination if few, else random ones."""
    if sum(1 for need in needs if need) == 1 and comb(len(live), sum(needs)) <= FEW:
        yield from combinations(live, sum(needs))
        return
    for _ in range(samples):
        yield rng.mix(live)


def expected(
    game: SpreadGame,
    contests: Sequence[Contest],
    own: Sequence[Card],
    others: Sequence[Sequence[Card]],
    board: Sequence[Card],
    seen: frozenset[Card],
    rng: Seeded,
    samples: int = 60,
) -> float:
    """The average share of the pot if nobody folds."""
    size = sum(street.down + street.up for street in game.streets)
    to_come = sum(street.board for street in game.streets) - len(board)
    hands = [own, *others]
    needs = [max(0, size - len(hand)) for hand in hands]
    live = [card for card in game.deck.cards if card not in seen]
    if sum(needs) + max(0, to_come) > len(live):
        return 1 / len(hands)  # a full table of stud: the deck is too short to sample
    total = count = 0.0
    for cards in deals(live, [*needs, to_come], samples, rng):
        at = 0
        filled = []
        for hand, need in zip(hands, needs, strict=True):
            filled.append([*hand, *cards[at : at + need]])
            at += need
        total += part(contests, filled[0], filled[1:], [*board, *cards[at : at + max(0, to_come)]])
        count += 1
    return total / count


class Prospect(NamedTuple):
    """The frequency with which a discard wins and, to break ties, the average value of the hand."""

    win: float
    height: float


def draws(
    game: SpreadGame,
    contests: Sequence[Contest],
    own: Sequence[Card],
    rivals: int,
    seen: frozenset[Card],
    rng: Seeded,
    most: int,
    samples: int = 40,
) -> dict[tuple[Card, ...], Prospect]:
    """The prospect of every set of cards that may be discarded.

    Each rival gets the better of two random hands, about as good as one after a draw. All choices are judged by the
    same random cards, so differences between them are not due to luck.
    """
    live = [card for card in game.deck.cards if card not in seen]
    size = len(own)
    contest = contests[0]
    prospects: dict[tuple[Card, ...], Prospect] = {}
    futures = []
    for _ in range(samples):
        cards = rng.mix(live)
        best = 0
        for rival in range(rivals):
            first = cards[most + 2 * size * rival :]
            hands = [first[:size], first[size : 2 * size]]
            best = max([best, *(contest.ranking.value(hand) for hand in hands if len(hand) == size)])
        futures.append((cards[:most], best))
    for count in range(min(most, size) + 1):
        for discards in combinations(own, count):
            kept = [card for card in own if card not in discards]
            wins = height = 0.0
            for new, best in futures:
                mine = contest.ranking.value([*kept, *new[:count]])
                wins += 1.0 if mine > best else 0.5 if mine == best else 0.0
                height += mine
            prospects[discards] = Prospect(wins / len(futures), height / len(futures))
    return prospects
