"""The house edge of the shipped games, shipped with them: lobbies show it at once.

``figures.json`` names each game by the digest of its definition, so figures of another version are never shown. It is
written by ``python -m pitboss.spread.figures``, and the long tests prove every figure again.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pitboss
from pitboss.kinds import KINDS

FILE = Path(__file__).with_name("figures.json")


@cache
def figures() -> dict[str, dict[str, float]]:
    """By the digest of a definition: the house edge in per cent of every stake group, the base wager's first."""
    data: dict[str, dict[str, float]] = json.loads(FILE.read_text("utf-8"))
    return data


def edge(version: str) -> float | None:
    """The house edge in per cent on the base wager of a definition; None if it is not among the shipped figures."""
    known = figures().get(version)
    return next(iter(known.values())) if known else None


def proved(game: Any, **how: Any) -> dict[str, float]:
    """The figures of a house game, proved now; ``how`` is what ``prove`` takes."""
    proof = game.prove(**how)
    keys = list(proof)
    unit = game.definition.unit
    first = next((key for key in keys if key.partition("/")[0] == unit), keys[0])
    return {key: round(float(proof[key].edge) * 100, 6) for key in [first, *(key for key in keys if key != first)]}


def main() -> None:
    data = {}
    for listed in pitboss.games():
        if KINDS[listed.kind].banked:
            game = pitboss.game(listed.id)
            sys.stderr.write(f"{listed.name} …\n")
            data[game.definition.version] = proved(game)
    FILE.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
