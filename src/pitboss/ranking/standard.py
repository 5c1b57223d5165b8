"""The named rankings; a game file may use one of these or write its own in the same form."""

from __future__ import annotations

from typing import Any

_MADE_HANDS = ["three of a kind", "two pair", "pair", "high card"]

NAMED: dict[str, dict[str, Any]] = {
    # PK-3
    "standard": {
        "cards": 5,
        "order": ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", *_MADE_HANDS],
    },
    # H5-1, H5-2, H5-10
    "joker": {
        "cards": 5,
        "order": [
            *("five aces", "royal flush", "straight flush", "four of a kind", "full house", "flush", "straight"),
            *_MADE_HANDS,
        ],
        "deck": 53,
        "wild": "bug",
    },
    # S4-1
    "four-card": {
        "cards": 4,
        "order": [
            *("four of a kind", "straight flush", "three of a kind", "flush", "straight"),
            *("two pair", "pair", "high card"),
        ],
    },
    "three-card": {
        "cards": 3,
        "order": ["straight flush", "three of a kind", "straight", "flush", "pair", "high card"],
    },
    # T5-11
    "one-card": {"cards": 1, "order": ["high card"]},
    # LB-1, LB-6
    "ace-to-five": {
        "cards": 5,
        "order": ["low", "pair", "two pair", "three of a kind", "full house", "four of a kind"],
        "low": True,
    },
    # OH-1: a pair disqualifies.
    "eight-or-better": {"cards": 5, "order": ["low"], "low": True, "qualifier": "low of 8"},
    # PK-4: with a wild card five of a kind is the best hand and a straight beats a flush.
    "wild": {
        "cards": 5,
        "order": [
            *("five of a kind", "royal flush", "straight flush", "four of a kind", "full house", "straight", "flush"),
            *_MADE_HANDS,
        ],
        "deck": 53,
        "wild": "any",
    },
}
