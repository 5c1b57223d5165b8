"""A game ready to be dealt, as one house offers it.

>>> from pitboss import house, seeded
>>> deal = house.load("three-card").deal({1: {"ante": 500}}, shuffle=seeded(7))
>>> [option.word for option in deal.legal(1) if option.allowed]
['fold', 'play']
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from pitboss.deal.deal import Mixer
from pitboss.house import library
from pitboss.house import limits as limits_of
from pitboss.house.definition import Definition, Limit
from pitboss.house.options import choose
from pitboss.house.plan import Plan
from pitboss.house.round import Round
from pitboss.rules.jurisdiction import Jurisdiction
from pitboss.shuffle import live

if TYPE_CHECKING:
    from pitboss.house.session.session import HouseSession


def load(name: str | Path, **options: Any) -> Game:
    """A game by its id or by the path of its file, with the house's options (``tens=1``, ``spots=6`` …).

    >>> load("top5", tens=3).definition.wagers["tens"].sheet_key
    'tens/3'
    """
    game = library.definition(name)
    return Game(choose(game, **options) if options else game)


def recall(setup: Mapping[str, Any]) -> Game:
    """The game of a record, in exactly the version that was dealt."""
    return Game(library.recall(setup))


class Game:
    """A house-banked game with the pay tables, the layout and the required wagers a house has chosen."""

    kind = "house"

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.plan = Plan(definition)

    def __repr__(self) -> str:
        return f"<Game {self.definition.id}: {self.definition.name}>"

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def name(self) -> str:
        return self.definition.name

    def choose(self, /, **options: Any) -> Game:
        """This game with other options of the house."""
        return Game(choose(self.definition, **options))

    @cached_property
    def setup(self) -> dict[str, Any]:
        """The game's part of a record: id, version, the house's choices (HB-8), and the text of its file."""
        return {
            "game": self.id,
            "version": self.definition.version,
            "house": self.definition.in_force,
            "source": self.definition.source,
            "file": PurePath(self.definition.file).name,
            "changes": [list(change) for change in self.definition.changes],
        }

    def is_of(self, setup: Mapping[str, Any]) -> bool:
        """True if a record with this setup is of this game; the version is compared instead of the text."""
        own = self.setup
        same = all(setup.get(key) == own[key] for key in ("game", "version", "house"))
        return same and setup.get("changes", []) == own["changes"]

    def deal(
        self,
        stakes: Mapping[int, Mapping[str, int]],
        shuffle: Mixer | None = None,
        *,
        owners: Mapping[int, int | str] | None = None,
        bankroll: int | Mapping[int | str, int] | None = None,
        limits: Mapping[str, Limit] | str | None = None,
        jurisdiction: Jurisdiction | str | None = None,
        on: date | None = None,
        auto: bool = True,
    ) -> Round:
        """Deal a round with these stakes in cents per spot and wager; the default shuffle is a live one.

        ``owners`` names the player of a spot if it is not the player of the same number (HB-7), ``bankroll`` is the
        players' chips in cents. The table's ``limits`` and the ceilings of ``jurisdiction`` on the day ``on`` are
        checked before the first card (HB-2); by default they are those of the game's file and at most $10,000 on an
        opening wager, and ``"none"`` lifts them. With ``auto=False``, every physical act of the dealer is a ``step()``.
        """
        if limits is None and jurisdiction is None and on is None:
            self.plan.check_limits(stakes)
        else:
            limits_of.check(self.definition, stakes, limits, jurisdiction, on)
        setup = {**self.setup, "stakes": {str(spot): dict(placed) for spot, placed in stakes.items()}}
        if owners:
            setup["owners"] = {str(spot): who for spot, who in owners.items()}
        if bankroll is not None:
            setup["bankroll"] = bankroll if isinstance(bankroll, int) else {str(who): c for who, c in bankroll.items()}
        return Round(setup, shuffle or live(), auto=auto, plan=self.plan)

    def session(self, shuffle: Mixer, *, practice: bool = False) -> HouseSession:
        """Open a table of this game; ``practice`` allows undo."""
        from pitboss.house.session.session import HouseSession  # a session knows its game

        return HouseSession.open(self, shuffle=shuffle, practice=practice)
