"""``HouseGame``: a house game that can be dealt, proved and advised on.

``pitboss.game`` returns it. It adds proofs and advice to :class:`pitboss.house.Game`, which only deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.house import Game
from pitboss.house import load as load_game
from pitboss.wager_text import PROOF_DEFAULTS, ProofOptions, as_texts, parse_stakes, takes_proof_options

if TYPE_CHECKING:
    from pitboss.exact.figures import ProofResult
    from pitboss.exact.question import Advice
    from pitboss.exact.request import ProofRequest, Report

Hand: TypeAlias = "str | Iterable[str | Card]"
Units: TypeAlias = "int | float | str | Fraction"


class HouseGame(Game):
    """A game against the house, with its proofs and advice."""

    @classmethod
    def of(cls, game: Game) -> HouseGame:
        return cls(game.definition)

    def choose(self, /, **options: Any) -> HouseGame:
        """This game under other options of the house."""
        return self.of(super().choose(**options))

    @takes_proof_options
    def prove(self, **options: Unpack[ProofOptions]) -> ProofResult:
        """The exact figures by stake group: ``game.prove()["tens/1"].edge`` is a fraction.

        ``only``: one stake group, ``"tens/1"``; without it, all of them.
        ``pay``: one or more pay cells to change: ``"tens/1:flush=6"``, ``["bet:flush=8 to 5"]``.
        ``wagers``: wagers placed together, in units: ``{"ante": 1, "tens": 5}``. The figures are then one group, named
        ``"ante=1,tens=5"``.
        ``option``: choices of the house, ``{"tens": 2}`` or ``"tens=2"``. Of several pay tables only the posted one is
        then proved.
        ``threads``: how many threads count, 0 for all cores (default); ``scheduler``: the address of a dask cluster
        that counts instead.
        ``fresh``: ignore the results of earlier runs.
        ``progress``: a function called with a :class:`~pitboss.exact.solver.Progress` as the proof goes on.

        >>> import pitboss
        >>> pitboss.game("three-card").prove(pay="pair-plus:flush=3", only="pair-plus")
        <Proof of three-card, house edge: pair-plus 7.2760%>
        """
        return self.request(**options).result()

    @takes_proof_options
    def report(
        self,
        *,
        published: str | Path | None = None,
        readings: bool = True,
        strategy: bool = False,
        **options: Unpack[ProofOptions],
    ) -> Report:
        """A proof with all that its sheet shows; ``data()`` is what ``pitboss prove --json`` prints.

        The other arguments are those of :meth:`prove`. ``published``: the game's file, to compare the figures printed
        in its document. ``readings``: also solve the other readings of open rules. ``strategy``: put optimal play in
        words.
        """
        return self.request(**options).report(published, readings, strategy)

    @takes_proof_options
    def request(self, **options: Unpack[ProofOptions]) -> ProofRequest:
        """A request for a proof, to get figures or a report from; the arguments are those of :meth:`prove`."""
        from pitboss.exact.request import ProofRequest

        if unknown := [name for name in options if name not in PROOF_DEFAULTS]:
            takes = ", ".join(f"{name}=" for name in PROOF_DEFAULTS)
            raise TypeError(f"{unknown[0]!r} is not an argument of a proof, which takes {takes}.")
        return ProofRequest(self.definition, **(PROOF_DEFAULTS | options))

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
