"""How strong a hand is: the part of the pot it can expect against hands nobody has seen, exactly or by sampling.

In plain Python on the rankings' tables, a few hundred hands at a time: fast enough for a table of one person, and
without the weight of compiled code. :mod:`pitboss.poker.equity` is the thorough way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.poker.game import Contest, Game
from pitboss.shuffle import Seeded

FEW = 1_100  # so many deals are counted one by one: a river against one unknown hand


def value(contest: Contest, own: Sequence[Card], board: Sequence[Card]) -> int:
    """The value of a hand in one contest, with exactly the cards that must play."""
    rank = contest.ranking
    if not contest.hole:
        return rank.value([*own, *board])
    rest = list(combinations(board, rank.cards - contest.hole))
    return max(rank.value(mine + common) for mine in combinations(own, contest.hole) for common in rest)


def part(
    contests: Sequence[Contest], own: Sequence[Card], others: Sequence[Sequence[Card]], board: Sequence[Card]
) -> float:
    """The part of the pot the first hand takes at this showdown."""
    took = decided = 0.0
    for contest in contests:
        mine = value(contest, own, board)
        rivals = [value(contest, other, board) for other in others]
        best = max(mine, *rivals)
        if not best:
            continue
        decided += 1
        if mine == best:
            took += 1 / (1 + rivals.count(best))
    return took / decided if decided else 0.0


def deals(live: Sequence[Card], needs: Sequence[int], samples: int, chance: Seeded) -> Iterator[Sequence[Card]]:
    """Unseen cards for all who need some, side by side: every possibility where there are few, else random ones."""
    if sum(1 for need in needs if need) == 1 and comb(len(live), sum(needs)) <= FEW:
        yield from combinations(live, sum(needs))
        return
    for _ in range(samples):
        yield chance.mix(live)


def expected(
    game: Game,
    contests: Sequence[Contest],
    own: Sequence[Card],
    others: Sequence[Sequence[Card]],
    board: Sequence[Card],
    seen: frozenset[Card],
    chance: Seeded,
    samples: int = 60,
) -> float:
    """The part of the pot a hand takes on average when all stay to the end."""
    size = sum(street.down + street.up for street in game.streets)
    to_come = sum(street.board for street in game.streets) - len(board)
    hands = [own, *others]
    needs = [max(0, size - len(hand)) for hand in hands]
    live = [card for card in game.deck.cards if card not in seen]
    if sum(needs) + max(0, to_come) > len(live):
        return 1 / len(hands)  # a full table of stud: too few cards are left to tell
    total = count = 0.0
    for cards in deals(live, [*needs, to_come], samples, chance):
        at = 0
        filled = []
        for hand, need in zip(hands, needs, strict=True):
            filled.append([*hand, *cards[at : at + need]])
            at += need
        total += part(contests, filled[0], filled[1:], [*board, *cards[at : at + max(0, to_come)]])
        count += 1
    return total / count


class Prospect(NamedTuple):
    """What a choice leads to: how often it wins, and, where that is the same, how high the hand is on the average."""

    win: float
    height: float


def draws(
    game: Game,
    contests: Sequence[Contest],
    own: Sequence[Card],
    rivals: int,
    seen: frozenset[Card],
    chance: Seeded,
    most: int,
    samples: int = 40,
) -> dict[tuple[Card, ...], Prospect]:
    """Every set of cards that may be thrown away, with what can be expected of it.

    A rival is taken to hold the better of two random hands, about what a draw makes of one; the same random cards judge
    every choice, so that they differ by the choice and not by luck.
    """
    live = [card for card in game.deck.cards if card not in seen]
    size = len(own)
    contest = contests[0]
    found: dict[tuple[Card, ...], Prospect] = {}
    futures = []
    for _ in range(samples):
        cards = chance.mix(live)
        best = 0
        for rival in range(rivals):
            first = cards[most + 2 * size * rival :]
            hands = [first[:size], first[size : 2 * size]]
            best = max([best, *(contest.ranking.value(hand) for hand in hands if len(hand) == size)])
        futures.append((cards[:most], best))
    for count in range(min(most, size) + 1):
        for thrown in combinations(own, count):
            kept = [card for card in own if card not in thrown]
            wins = height = 0.0
            for new, best in futures:
                mine = contest.ranking.value([*kept, *new[:count]])
                wins += 1.0 if mine > best else 0.5 if mine == best else 0.0
                height += mine
            found[thrown] = Prospect(wins / len(futures), height / len(futures))
    return found
