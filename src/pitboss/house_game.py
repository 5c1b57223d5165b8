"""``HouseGame``: a house game that can be dealt, proved and advised on.

``pitboss.game`` returns it. It adds proofs and advice to :class:`pitboss.house.Game`, which only deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.house import Game
from pitboss.house import load as load_game
from pitboss.wager_text import as_texts, parse_house_options, parse_stakes

if TYPE_CHECKING:
    from pitboss.exact.question import Advice
    from pitboss.exact.request import ProofRequest
    from pitboss.exact.result import ProofResult
    from pitboss.exact.sheet.report import Report
    from pitboss.exact.solver import OnProgress

Hand: TypeAlias = "str | Iterable[str | Card]"
Units: TypeAlias = "int | float | str | Fraction"

THREADS = 256
"""The most threads a proof may use."""


class HouseGame(Game):
    """A game against the house, with its proofs and advice."""

    @classmethod
    def of(cls, game: Game) -> HouseGame:
        return cls(game.definition)

    def choose(self, /, **options: Any) -> HouseGame:
        """This game under other options of the house."""
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
        progress: OnProgress | None = None,
    ) -> ProofResult:
        """The exact figures by stake group: ``game.prove()["tens/1"].edge`` is a fraction.

        ``only``: one stake group, ``"tens/1"``; without it, all of them.
        ``pay``: one or more pay cells to change: ``"tens/1:flush=6"``, ``["bet:flush=8 to 5"]``.
        ``wagers``: wagers placed together, in units: ``{"ante": 1, "tens": 5}``. The figures are then one group, named
        ``"ante=1,tens=5"``.
        ``option``: choices of the house, ``{"tens": 2}`` or ``"tens=2"``. Of several pay tables only the posted one is
        then proved.
        ``threads``: how many threads count, 0 for all cores; ``scheduler``: the address of a dask cluster that counts
        instead.
        ``fresh``: ignore the results of earlier runs.
        ``progress``: a function called with a :class:`~pitboss.exact.solver.Progress` as the proof goes on.

        >>> import pitboss
        >>> pitboss.game("three-card").prove(pay="pair-plus:flush=3", only="pair-plus")
        <Proof of three-card, house edge: pair-plus 7.2760%>
        """
        return self._request(only, pay, wagers, option, threads, fresh, scheduler, progress).result()

    def report(
        self,
        *,
        only: str = "",
        pay: str | Iterable[str] = (),
        wagers: Mapping[str, Units] | str | None = None,
        option: Mapping[str, Any] | str | Iterable[str] = (),
        threads: int = 0,
        fresh: bool = False,
        scheduler: str = "",
        progress: OnProgress | None = None,
        published: str | Path | None = None,
        readings: bool = True,
        strategy: bool = False,
    ) -> Report:
        """A proof with all that its sheet shows; ``data()`` is what ``pitboss prove --json`` prints.

        The other arguments are those of :meth:`prove`. ``published``: the game's file, to compare the figures printed
        in its document. ``readings``: also solve the other readings of open rules. ``strategy``: put optimal play in
        words.
        """
        request = self._request(only, pay, wagers, option, threads, fresh, scheduler, progress)
        return request.report(published, readings, strategy)

    def _request(
        self,
        only: str,
        pay: str | Iterable[str],
        wagers: Mapping[str, Units] | str | None,
        option: Mapping[str, Any] | str | Iterable[str],
        threads: int,
        fresh: bool,
        scheduler: str,
        progress: OnProgress | None,
    ) -> ProofRequest:
        from pitboss.exact.request import ProofRequest

        if only and wagers is not None:
            raise PitbossError("only= names a stake group and wagers= a combination; give one of them.")
        if not isinstance(threads, int) or isinstance(threads, bool) or not 0 <= threads <= THREADS:
            raise PitbossError(f"threads={threads!r} is not possible; give a number from 0 (all cores) to {THREADS}.")
        chosen = parse_house_options(option)
        return ProofRequest(
            posted=self.choose(**chosen).definition if chosen else self.definition,
            pay=as_texts(pay),
            stakes=None if wagers is None else parse_stakes(wagers),
            only=only,
            in_force=bool(chosen),
            threads=threads,
            scheduler=scheduler,
            fresh=fresh,
            progress=progress,
        )

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


def load(name: str | Path, **options: Any) -> HouseGame:
    """A game by its id or by the path of its file, with the house's options."""
    return HouseGame.of(load_game(name, **options))
