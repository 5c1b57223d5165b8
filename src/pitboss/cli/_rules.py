"""Rules by their ID, wherever they stand: in the catalogue, or in the files of the games that ship."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pitboss.rules.catalogue import Rule, RuleError, catalogue, families, rule
from pitboss.suggest import closest

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


_ID = re.compile(r"[A-Z0-9]{2}(-[0-9]+)?", re.I)


def chosen(words: tuple[str, ...]) -> list[Rule]:
    """What was asked for: all of the catalogue, rules and families by ID, or the rules that hold all these words."""
    if not words:
        return list(catalogue().values())
    if not all(_ID.fullmatch(word.strip()) for word in words):
        return search(words)
    return list({each.id: each for id in words for each in found(id)}.values())


def search(words: Iterable[str]) -> list[Rule]:
    """The rules whose ID, text or readings hold every word, as it stands or as the beginning of one.

    Case and hyphens do not matter; several words in one text are looked for as they stand together.
    """
    every = {each: _plain(" ".join([each.id, each.text, *each.readings])) for each in _every()}
    wanted = [_plain(word) for word in words]
    held = [each for each, text in every.items() if all(word in text for word in wanted)]
    if held:
        return held
    known = {word for text in every.values() for word in text.split()}
    for phrase in wanted:
        for word in phrase.split():
            if not any(one.startswith(word) for one in known):
                meant = closest(word, sorted(known))
                hint = f"did you mean {meant!r}?" if meant else "try another word, or 'pitboss rules' for all of them."
                raise RuleError(f"no rule holds the word {word!r}; {hint}")
    raise RuleError(f"no rule holds {' and '.join(repr(word.strip()) for word in wanted)} together; try fewer words.")


def _every() -> list[Rule]:
    return [*catalogue().values(), *_written()]


def _plain(text: str) -> str:
    """In small letters, words apart by one space, with one at the beginning."""
    return " " + " ".join(re.sub(r"[^\w$¢%]+", " ", text.lower()).split())


def _written() -> list[Rule]:
    """The rules that the files of the games that ship bring along."""
    from pitboss import datafile
    from pitboss.house import library

    return [
        Rule(id, text, basis=GAME_FILE, game=name, documents=(library.path(name).name,))
        for name in library.names()
        for id, text in datafile.read(library.path(name)).data.get("rules", {}).items()
    ]
