"""Rankings: batches, whole decks, single hands and Omaha, against eval7 and PokerKit."""

from __future__ import annotations

from itertools import combinations

import eval7
import numpy as np
from pokerkit import StandardHighHand

from bench import unit
from bench.measure import Row, in_turns, rate, span
from pitboss.cards import TEXT, show
from pitboss.ranking import batch, ranking

HANDS = 2_000_000
LOOP = 50_000
SEVEN, JOKER_SEVEN = 133_784_560, 154_143_080


def rows() -> list[Row]:
    return [*_seven_cards(), *_omaha(), *_threads()]


def _random_hands(count: int) -> np.ndarray:
    rng = np.random.default_rng(7)
    pieces = [np.argsort(rng.random((50_000, 52)), axis=1)[:, :7].astype(np.uint8) for _ in range(count // 50_000)]
    return np.ascontiguousarray(np.concatenate(pieces))


def _seven_cards() -> list[Row]:
    standard, joker = ranking("standard"), ranking("joker")
    hands = _random_hands(HANDS)
    ours = [tuple(hand) for hand in hands[:LOOP].tolist()]
    cards = [eval7.Card(text) for text in TEXT[:52]]
    theirs = [[cards[c] for c in hand] for hand in ours]
    pokerkit = [show(hand).replace(" ", "") for hand in ours[:50]]

    def our_loop() -> None:
        value = standard.value
        for hand in ours:
            value(hand)

    def eval7_loop() -> None:
        evaluate = eval7.evaluate
        for hand in theirs:
            evaluate(hand)

    def pokerkit_loop() -> None:
        for hand in pokerkit:
            StandardHighHand.from_game(hand)

    best = in_turns(
        {
            "batch": lambda: batch.values(standard, hands),
            "eval7": eval7_loop,
            "one": our_loop,
            "all": lambda: batch.counts(standard, 7),
            "joker": lambda: batch.counts(joker, 7),
            "pokerkit": pokerkit_loop,
        },
        turns=9,
    )
    per_hand = {"one": best["one"] / LOOP, "eval7": best["eval7"] / LOOP, "pokerkit": best["pokerkit"] / len(pokerkit)}
    in_batch, in_loop, in_all = HANDS / best["batch"], LOOP / best["eval7"], SEVEN / best["all"]
    return [
        Row(
            "random 7-card hands in a batch : eval7 in a loop",
            rate(HANDS, best["batch"]),
            rate(LOOP, best["eval7"]),
            in_batch / in_loop,
            100,
        ),
        Row(
            "all 133,784,560 7-card hands : a batch (rates)",
            rate(SEVEN, best["all"]),
            rate(HANDS, best["batch"]),
            in_all / in_batch,
            2.5,
        ),
        Row(
            "all 154,143,080 joker hands : all 7-card hands (times)",
            span(best["joker"]),
            span(best["all"]),
            best["joker"] / best["all"],
            4,
            at_most=True,
        ),
        Row(
            "eval7 : one 7-card hand from Python (times)",
            span(per_hand["one"]),
            span(per_hand["eval7"]),
            per_hand["eval7"] / per_hand["one"],
            1,
        ),
        Row(
            "PokerKit : one 7-card hand from Python (times)",
            span(per_hand["one"]),
            span(per_hand["pokerkit"]),
            per_hand["pokerkit"] / per_hand["one"],
        ),
        Row(
            "all 7-card hands, in units",
            span(best["all"]),
            span(unit.seconds()),
            best["all"] / unit.seconds(),
        ),
    ]


def _omaha() -> list[Row]:
    r, board = ranking("standard"), (3, 17, 20, 33, 47)
    rest = [card for card in range(52) if card not in board]
    holes = np.array(list(combinations(rest, 4)), dtype=np.uint8)
    boards = np.tile(np.array(board, dtype=np.uint8), (len(holes), 1))
    best = in_turns(
        {"table": lambda: batch.omaha_on(r, board, holes), "plain": lambda: batch.omaha(r, holes, boards)}, turns=9
    )
    return [
        Row(
            "Omaha, all hands of one board, by a table : by 60 combinations",
            rate(len(holes), best["table"]),
            rate(len(holes), best["plain"]),
            best["plain"] / best["table"],
            10,
        )
    ]


def _threads() -> list[Row]:
    """Two cores are needed; where something else keeps one of them busy, this is what suffers."""
    r = ranking("standard")
    runs = {"one": lambda: batch.counts(r, 7), "two": lambda: batch.counts(r, 7, threads=2)}
    best = in_turns(runs, turns=15, wall=True)
    return [
        Row(
            "all 7-card hands, one thread : two threads (times)",
            span(best["two"]),
            span(best["one"]),
            best["one"] / best["two"],
            1.7,
        )
    ]
