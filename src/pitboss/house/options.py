"""The house's options of a game: posted pay tables, required wagers, spots and misdeal policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pitboss.errors import PitbossError
from pitboss.house.definition import MISDEALS, Definition, PayTable, Spots, Wager


class OptionError(PitbossError):
    """An option that this game does not offer to the house."""


def choose(
    definition: Definition,
    /,
    tables: Mapping[str, str | int] | None = None,
    required: str | Sequence[str] | None = None,
    spots: int | None = None,
    misdeal: str | None = None,
    **by_wager: str | int,
) -> Definition:
    """The game with options of a house; a wager's key (dashes may be underscores) selects its pay table.

    Other options stay as they are. ``required`` names the mandatory initial wagers (T5-3), in addition to those the
    file requires.
    """
    if tables is not None and not isinstance(tables, Mapping):
        raise OptionError(f"tables = {tables!r} names no wager; name it with its table, such as tens=1.")
    picked: dict[str, str | int] = dict(tables or {})  # the house posts one of the file's pay tables (HB-8)
    for key, name in by_wager.items():
        match = next((known for known in definition.wagers if known.replace("-", "_") == key.replace("-", "_")), None)
        if match is None:
            known = ", ".join(
                wager.key for wager in definition.wagers.values() if len(wager.tables) > 1 and not wager.shares
            )
            options = f"required, spots, misdeal{' and the pay tables of ' * bool(known)}{known}"
            raise OptionError(f"{key!r} is not an option of {definition.name}; options are {options}.")
        picked[match] = name
    wagers = dict(definition.wagers)
    for key, name in picked.items():
        wagers[key] = _with_table(definition, key, str(name))
    for key, wager in wagers.items():
        if wager.shares:
            wagers[key] = replace(wager, table=wagers[wager.shares].table)
    for key in (required,) if isinstance(required, str) else required or ():
        if key not in wagers or (wagers[key].initial != "required" and key not in definition.may_require):
            may = ", ".join(definition.may_require)
            offer = f"it may require {may}." if may else "it has no choice."
            raise OptionError(f"the house cannot make {key!r} mandatory in {definition.name}; {offer}")
        wagers[key] = replace(wagers[key], initial="required")
    choices = definition.spots.choices
    if spots is not None and spots not in choices:
        offered = f"1 to {max(choices)}" if len(choices) > 2 else " or ".join(map(str, choices))
        raise OptionError(f"{definition.name} has no layout with {spots} spots; it may have {offered}.")
    if misdeal is not None and misdeal not in MISDEALS:
        raise OptionError(f"misdeal = {misdeal!r} is unknown; it may be {' or '.join(MISDEALS)}.", rule="T5-18")
    return replace(
        definition,
        wagers=wagers,
        spots=definition.spots if spots is None else Spots(choices, spots),
        misdeal=misdeal or definition.misdeal,  # type: ignore[arg-type]
    )


def _with_table(definition: Definition, key: str, name: str) -> Wager:
    wager = definition.wagers.get(key)
    if wager is None:
        known = ", ".join(definition.wagers)
        raise OptionError(f"{key!r} is not a wager of {definition.name}; its wagers are {known}.")
    table: PayTable | None = wager.tables.get(name)
    if table is None or wager.shares:
        names = ", ".join(filter(None, wager.tables)) if not wager.shares else ""
        offer = f"the house may post {names}." if names else "it has no tables to choose from."
        raise OptionError(f"there is no pay table {name!r} for {key} in {definition.name}; {offer}")
    return replace(wager, table=table)
