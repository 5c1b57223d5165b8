"""The kinds of games: the one place that tells them apart.

Other modules ask a kind for what they need instead of comparing its name. A part is named by its module and imported
when it is first asked for, so the registry costs nothing to import and lies under every layer; parts of a higher layer
are asked for in that layer only.

>>> KINDS["poker"].deals, KINDS["house"].banked
('hands', True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any


class _Part:
    """A part of a kind by its place: a module, or a name in one (``module:name``)."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, kind: Kind | None, owner: type) -> Any:
        if kind is None:
            return self
        module, _, name = kind.places[self.name].partition(":")
        found = import_module(module)
        return getattr(found, name) if name else found


@dataclass(frozen=True)
class Kind:
    """A kind of game.

    ``banked`` games are played against the house: they have an edge and can be proved. In the others players win each
    other's chips. ``options`` are those of ``pitboss play`` that only this kind has, ``suggested`` the commands for a
    game that was named instead of one.
    """

    id: str
    title: str
    menu: str
    deals: str
    place: str
    banked: bool
    options: tuple[str, ...]
    suggested: tuple[str, ...]
    places: Mapping[str, str]

    # The module of its games: games(), listing(), recognises(data), problems(text, name) and from_file(path).
    files = _Part()
    # The function that loads a game with the options of a house.
    load = _Part()
    # The function that reads the definition of a game.
    definition = _Part()
    # The classes of its rounds or hands, and of its sessions.
    deal = _Part()
    session = _Part()
    # The module of its rulings: procedures() and of_game(definition).
    rulings = _Part()
    # The module with what a card room needs to know: tables opened and restored, bots, exports.
    tables = _Part()
    # The class that plays a day of a simulated room.
    day = _Part()
    # The class of its tables in the terminal.
    terminal = _Part()


_HOUSE = Kind(
    id="house",
    title="Games against the house",
    menu="Against the house",
    deals="rounds",
    place="Spot",
    banked=True,
    options=("spots", "wagers", "limits"),
    suggested=("play", "prove"),
    places={
        "files": "pitboss.house.listing",
        "load": "pitboss.house_game:load",
        "definition": "pitboss.house.library:definition",
        "deal": "pitboss.house.round:Round",
        "session": "pitboss.house.session.session:HouseSession",
        "rulings": "pitboss.house.rulings",
        "tables": "pitboss.spread.house_tables",
        "day": "pitboss.simulated_room.day:HouseDay",
        "terminal": "pitboss.cli.terminal.house_table:HouseTable",
    },
)
_POKER = Kind(
    id="poker",
    title="Poker",
    menu="Poker, against bots",
    deals="hands",
    place="Seat",
    banked=False,
    options=("house", "limit", "seats", "slowly"),
    suggested=("play", "equity"),
    places={
        "files": "pitboss.poker.library",
        "load": "pitboss.poker.library:load",
        "definition": "pitboss.poker.library:definition",
        "deal": "pitboss.poker.hand:Hand",
        "session": "pitboss.poker.session.session:PokerSession",
        "rulings": "pitboss.poker.rulings",
        "tables": "pitboss.spread.poker_tables",
        "day": "pitboss.simulated_room.day:PokerDay",
        "terminal": "pitboss.cli.terminal.poker_table:PokerTable",
    },
)

KINDS: Mapping[str, Kind] = {kind.id: kind for kind in (_HOUSE, _POKER)}
"""Every kind by its name, games against the house first."""

CHOICE = _POKER
"""The kind of a table where the button names the game."""
