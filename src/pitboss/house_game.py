"""A house game as a player or a designer asks it: dealt like any other, and proved and advised on besides.

The layer that deals knows nothing of proofs; this is the game as the library hands it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.house import Game
from pitboss.wager_text import as_texts, parse_house_options, parse_stakes

if TYPE_CHECKING:
    from pitboss.exact.question import Advice
    from pitboss.exact.result import Result
    from pitboss.exact.solver import Report

Hand: TypeAlias = "str | Iterable[str | Card]"
Units: TypeAlias = "int | float | str | Fraction"

THREADS = 256
"""The most threads that may count."""


class HouseGame(Game):
    """A game with what can be worked out about it."""

    @classmethod
    def of(cls, game: Game) -> HouseGame:
        return cls(game.definition)

    def choose(self, /, **options: Any) -> HouseGame:
        """The same game under other options of the house."""
        return self.of(super().choose(**options))

    def prove(
        self,
        *,
        only: str = "",
        pay: str | Iterable[str] = (),
        wagers: Mapping[str, Units] | str | None = None,
        option: Mapping[str, Any] | str | Iterable[str] = (),
        threads: int = 0,
        fresh: bool = False,
        scheduler: str = "",
        progress: Report | None = None,
    ) -> Result:
        """The exact figures by stake group: ``game.prove()["tens/1"].edge`` is a fraction.

        ``only``: one stake group, ``"tens/1"``; all of them otherwise.
        ``pay``: pay cells to change, a text or several: ``"tens/1:flush=6"``, ``["bet:flush=8 to 5"]``.
        ``wagers``: wagers placed together, in units: ``{"ante": 1, "tens": 5}``; the figures are then one group,
        named ``"ante=1,tens=5"``.
        ``option``: choices of the house, ``{"tens": 2}`` or ``"tens=2"``; of pay tables side by side the posted ones
        are kept.
        ``threads``: how many count, 0 for all cores; ``scheduler``: the address of a dask cluster that counts instead.
        ``fresh``: results of earlier runs are left unused.
        ``progress``: is called with how far the proof has come.

        >>> import pitboss
        >>> pitboss.game("three-card").prove(pay="pair-plus:flush=3", only="pair-plus")
        <Proof of three-card, house edge: pair-plus 7.2760%>
        """
        from pitboss.exact.sheet.whatif import with_pay
        from pitboss.exact.solver import prove

        if only and wagers is not None:
            raise PitbossError("only= names a stake group and wagers= a combination; give one of them.")
        if not isinstance(threads, int) or isinstance(threads, bool) or not 0 <= threads <= THREADS:
            raise PitbossError(f"threads={threads!r} is not possible; give a number from 0 (all cores) to {THREADS}.")
        chosen = parse_house_options(option)
        posted = self.choose(**chosen).definition if chosen else self.definition
        found = prove(
            with_pay(posted, *as_texts(pay)),
            None if wagers is None else parse_stakes(wagers),
            only=only,
            threads=threads,
            scheduler=scheduler,
            fresh=fresh,
            progress=progress,
        )
        if not chosen or only or wagers is not None:
            return found
        keys = {wager.sheet_key for wager in posted.wagers.values()}
        return replace(found, groups={key: each for key, each in found.groups.items() if "/" not in key or key in keys})

    def advise(
        self,
        cards: Hand,
        *,
        board: Hand = "",
        up: Hand = "",
        did: str | Iterable[str] = (),
        wagers: Mapping[str, Units] | str | None = None,
        **units: Units,
    ) -> Advice:
        """Every option for a hand with its exact value, best first; ``did`` are the earlier decisions of the round.

        Cards are given as a text, or one by one as texts or cards. What is placed, in units, is given as ``wagers``, as
        for a proof, or wager by wager: ``ante=1, pair_plus=5``.

        >>> import pitboss
        >>> pitboss.game("six54").advise("Ah Kd Qs Tc 4h", up="2s").best
        'fold'
        """
        from pitboss.exact.advice import ask, piles, read

        if wagers is not None and units:
            raise PitbossError(f"wagers= names all that is placed; put {next(iter(units))} into it too.")
        named = {key if key in self.definition.wagers else key.replace("_", "-"): each for key, each in units.items()}
        placed = parse_stakes(wagers) if wagers is not None else parse_stakes(named) if named else None
        shown = piles(self.definition, read(board), read(up))
        return ask(self.definition, read(cards), shown, placed, as_texts(did))
