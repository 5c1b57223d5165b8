"""Figures of a table's game for the books and lobbies: exact edge and variance of every wager, and covariances.

``bands.json`` holds those of the shipped games by the digest of their definition, so that figures of another version
are never shown; ``python -m pitboss.spread.bands`` writes it, and the long tests prove every edge again. Other games
are proved when they are asked for, if that is allowed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pitboss
from pitboss.books.band import GameFigures, WagerFigures
from pitboss.errors import PitbossError
from pitboss.exact.stakes import groups, in_play
from pitboss.house import library
from pitboss.kinds import KINDS
from pitboss.spread.sessions import restore_session

FILE = Path(__file__).with_name("bands.json")
ROUNDS = 1 << 20
"""Rounds that covariances are simulated with for the file."""
QUICK = 1 << 18
"""Rounds for a game that does not ship."""


@cache
def shipped() -> dict[str, dict[str, Any]]:
    """The contents of the file, by the digest of a definition."""
    data: dict[str, dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return data


@cache
def edges() -> dict[str, dict[str, float]]:
    """By the digest of a definition: the house edge in per cent of every stake group, the base wager's first."""
    return {
        version: in_per_cent({key: Fraction(each["edge"]) for key, each in data["groups"].items()}, data["unit"])
        for version, data in shipped().items()
    }


def in_per_cent(edges: Mapping[str, Fraction], unit: str) -> dict[str, float]:
    """Edges by stake group in per cent, the base wager ``unit`` first."""
    first = next((key for key in edges if key.partition("/")[0] == unit), "")
    return {key: round(float(edges[key]) * 100, 6) for key in sorted(edges, key=lambda key: key != first)}


def figures_of(head: bytes, *, prove: bool = False) -> GameFigures | None:
    """The figures of what a table deals, from the head of its session's record; None if they are not known.

    A poker table has none. A table that deals by a changed definition of a shipped game is judged by the shipped one,
    so that a pay table configured wrongly shows in its win. With ``prove``, any other game that did not ship is proved
    now, which may take minutes.
    """
    session = restore_session(head, None)
    game = getattr(session, "game", None)
    if not KINDS[session.kind].banked or game is None:
        return None
    return _figures(game.definition, prove)


@lru_cache(maxsize=64)
def _figures(definition: Any, prove: bool) -> GameFigures | None:
    data = shipped().get(definition.version)
    differs = data is None and definition.id in library.names()
    if differs:
        data = shipped().get(library.definition(definition.id).version)
    if data is None:
        if not prove:
            return None
        data = measured(definition, QUICK)
    tables = {key: wager.tables and wager.sheet_key.partition("/")[2] for key, wager in definition.wagers.items()}
    groups = [(key, each) for key, each in data["groups"].items() if _posted(each["tables"], tables)]
    bases = {key: each["base"] for key, each in groups}

    def by_base(listed: Mapping[str, float]) -> dict[str, float]:
        pairs = ((key.split("|"), value) for key, value in listed.items())
        return {
            "|".join(sorted(bases[each] for each in keys)): value for keys, value in pairs if set(keys) <= set(bases)
        }

    return GameFigures(
        name=definition.name,
        groups=tuple(_group(key, each) for key, each in groups),
        same=by_base(data["same"]),
        across=by_base(data["across"]),
        differs=differs,
    )


def _posted(needed: Mapping[str, str], posted: Mapping[str, Any]) -> bool:
    return all(posted.get(key) == name for key, name in needed.items())


def _group(key: str, data: Mapping[str, Any]) -> WagerFigures:
    return WagerFigures(
        key=key,
        base=data["base"],
        wagers=tuple(data["wagers"]),
        edge=Fraction(data["edge"]),
        variance=Fraction(data["variance"]),
        nets=tuple((float(Fraction(net)), float(Fraction(chance))) for net, chance in data["nets"]),
    )


def measured(definition: Any, rounds: int) -> dict[str, Any]:
    """The figures of a game for the books: proved edges and variances, simulated covariances."""
    from pitboss.exact.request import prove

    listed = groups(definition)
    proof = prove(definition)
    data: dict[str, Any] = {"unit": definition.unit, "groups": {}, "same": {}, "across": {}}
    for group in listed:
        proved = proof[group.key]
        base, *names = group.key.split("/")
        members = in_play(group.game, group.stakes)
        varied = [
            key for key in members if len(group.game.wagers[key].tables) > 1 and not group.game.wagers[key].shares
        ]
        data["groups"][group.key] = {
            "base": base,
            "wagers": list(members),
            "tables": dict(zip(varied, names, strict=True)),
            "edge": str(proved.edge),
            "variance": str(proved.variance),
            "nets": [[str(net), str(Fraction(count, proved.deals))] for net, count in sorted(proved.nets.items())],
        }
    try:
        from pitboss.simulation.spots import covariances

        simulated = covariances(listed, rounds)
    except PitbossError:  # no book of best play can be written for this game, so its wagers are treated as independent
        return data
    data["rounds"] = simulated.rounds
    for name, pairs in (("same", simulated.same), ("across", simulated.across)):
        data[name] = {f"{one}|{other}": round(value, 6) for (one, other), value in pairs.items()}
    for group in listed:
        own = group.key, group.key
        if simulated.across[own] == simulated.same[own]:  # every spot has the same result
            data["across"][f"{group.key}|{group.key}"] = float(proof[group.key].variance)
    return data


def main() -> None:
    few = {"ultimate": 1 << 12}  # its last decision is worked out hand by hand
    data = {}
    for listed in pitboss.games():
        if KINDS[listed.kind].banked:
            game = pitboss.game(listed.id)
            sys.stderr.write(f"{listed.name} …\n")
            data[game.definition.version] = measured(game.definition, few.get(listed.id, ROUNDS))
    FILE.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
