"""Rules by ID or by words, from the catalogue and from the files of shipped games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress

from pitboss import datafile
from pitboss.errors import closest
from pitboss.rules import Rule, RuleError, catalogue, families, rule

GAME_FILE = "game file"
"""The basis of a rule from the [rules] of a game file, which is not in the catalogue."""


def rule_text(id: str, own: Mapping[str, str]) -> str:
    """A rule as it is shown at a table; ``own`` are the rules of the game's file."""
    name = id.strip().upper()
    here = next((text for key, text in own.items() if key.upper() == name), "")
    if here:
        return f"{name}: {here}"
    each = by_id(name)[0] if "-" in name else rule(name)
    whose = f", a rule of the game {each.game}" if each.basis == GAME_FILE else ""
    return f"{each.id}{whose}: {' '.join([each.text, *each.readings])}"


def by_id(id: str) -> list[Rule]:
    """The rules of one ID or family, from the catalogue or else from a game file."""
    name = id.strip().upper()
    if family := families().get(name):
        return list(family.rules)
    try:
        return [rule(id)]
    except RuleError as error:
        from_files = _from_files()
        of_family = [each for each in from_files if each.family.upper() == name.partition("-")[0]]
        if named := [each for each in of_family if name in (each.id.upper(), each.family.upper())]:
            return named
        if of_family:
            first, last = of_family[0], of_family[-1]
            where = f"{first.game}'s file has {first.id} to {last.id}."
            raise RuleError(f"{id!r} is not a rule of {first.game}; {where}") from None
        if name.partition("-")[0] in families():
            raise
        brought = ", ".join(dict.fromkeys(f"{each.family} ({each.game})" for each in from_files))
        raise RuleError(f"{error.clause}; game files add {brought}.") from None


_ID = re.compile(r"[A-Z0-9]{2}(-[0-9]+)?", re.I)


def chosen(words: tuple[str, ...]) -> list[Rule]:
    """The whole catalogue, rules and families by ID, or the rules that contain all these words."""
    if not words:
        return list(catalogue().values())
    if not all(_ID.fullmatch(word.strip()) for word in words):
        return search(words)
    try:
        return list({each.id: each for id in words for each in by_id(id)}.values())
    except RuleError:
        if any("-" in word for word in words):
            raise
        with suppress(RuleError):  # a word of two letters, such as "up"
            return search(words)
        raise


def search(words: Iterable[str]) -> list[Rule]:
    """The rules whose ID, text or readings contain every word, or a word that begins with it.

    Case and hyphens do not matter; an argument of several words is searched for as a phrase.
    """
    rules = (*catalogue().values(), *_from_files())
    every = {each: _plain(" ".join([each.id, each.text, *each.readings])) for each in rules}
    wanted = [_plain(word) for word in words]
    matches = [each for each, text in every.items() if all(word in text for word in wanted)]
    if matches:
        return matches
    known = {word for text in every.values() for word in text.split()}
    for phrase in wanted:
        for word in phrase.split():
            if not any(one.startswith(word) for one in known):
                meant = closest(word, sorted(known))
                hint = f"did you mean {meant!r}?" if meant else "try another word, or 'pitboss rules' for all of them."
                raise RuleError(f"no rule contains the word {word!r}; {hint}")
    together = " and ".join(repr(word.strip()) for word in wanted)
    raise RuleError(f"no rule contains {together} together; try fewer words.")


def _plain(text: str) -> str:
    """Lower-case words separated and preceded by one space."""
    return " " + " ".join(re.sub(r"[^\w$¢%]+", " ", text.lower()).split())


def _from_files() -> list[Rule]:
    """The rules in the files of shipped games."""
    from pitboss.house import library

    return [
        Rule(id, text, basis=GAME_FILE, game=name, documents=(library.path(name).name,))
        for name in library.names()
        for id, text in datafile.read(library.path(name)).data.get("rules", {}).items()
    ]
