"""Reads the facts of a ruling, with seats converted to positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.deal.procedures import Procedure, RulingFact, read_facts, wrong_fact
from pitboss.poker.step import HandInPlay


def read(hand: HandInPlay, procedure: Procedure, stated: Mapping[str, Any]) -> dict[str, Any]:
    """The checked facts of a ruling by name."""

    def seat(fact: RulingFact, value: Any) -> int:
        if type(value) is not int or value not in hand.index:
            raise wrong_fact(fact, value, f"a seat of this hand ({', '.join(map(str, sorted(hand.seats)))})")
        return hand.index[value]

    return read_facts(procedure, stated, {"seat": seat})
