"""Rules by their ID, wherever they stand: in the catalogue, or in the files of the games that ship."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rules.catalogue import Rule, RuleError, families, rule

GAME_FILE = "game file"
"""The basis of a rule that stands in the [rules] of a game that ships, not in the catalogue."""


def told(id: str, own: Mapping[str, str] | None = None) -> str:
    """What a rule says to somebody at a table, whose game's file may bring rules of its own."""
    name = id.strip().upper()
    here = next((text for key, text in (own or {}).items() if key.upper() == name), "")
    if here:
        return f"{name}: {here}"
    each = found(name)[0] if "-" in name else rule(name)
    whose = f", a rule of the game {each.game}" if each.basis == GAME_FILE else ""
    return f"{each.id}{whose}: {' '.join([each.text, *each.readings])}"


def found(id: str) -> list[Rule]:
    """The rules of one ID or family: of the catalogue, or else of the files of games."""
    name = id.strip().upper()
    if family := families().get(name):
        return list(family.rules)
    try:
        return [rule(id)]
    except RuleError as error:
        written = _written()
        of_family = [each for each in written if each.family.upper() == name.partition("-")[0]]
        if named := [each for each in of_family if name in (each.id.upper(), each.family.upper())]:
            return named
        if of_family:
            first, last = of_family[0], of_family[-1]
            where = f"{first.game}'s file has {first.id} to {last.id}."
            raise RuleError(f"{id!r} is no rule of {first.game}; {where}") from None
        if name.partition("-")[0] in families():
            raise
        brought = ", ".join(dict.fromkeys(f"{each.family} ({each.game})" for each in written))
        raise RuleError(f"{str(error).rstrip('.')}; files of games bring {brought}.") from None


def _written() -> list[Rule]:
    """The rules that the files of the games that ship bring along."""
    from pitboss import datafile
    from pitboss.house import library

    return [
        Rule(id, text, basis=GAME_FILE, game=name, sources=(library.path(name).name,))
        for name in library.names()
        for id, text in datafile.read(library.path(name)).data.get("rules", {}).items()
    ]
