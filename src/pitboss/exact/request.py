"""Requests for proofs: a game, changed pay cells, the wagers placed; and the result with everything on its sheet.

Python (:meth:`pitboss.house_game.HouseGame.prove`) and the command line both ask this way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path

from pitboss.exact.result import ProofResult
from pitboss.exact.sheet.report import Report, report
from pitboss.exact.sheet.whatif import WhatIf, pay_changes, touched, with_pay
from pitboss.exact.solver import OnProgress, Progress, prove
from pitboss.exact.stakes import Group, stake_groups
from pitboss.house.definition import Definition


@dataclass(frozen=True)
class ProofRequest:
    """A proof as it is asked for, with its options.

    ``posted`` is the game before pay cells are changed by ``pay``. ``stakes`` is a combination of wagers and ``only``
    the key of one stake group; without either, all groups are proved, and with ``in_force`` only those under the
    posted pay tables.
    """

    posted: Definition
    pay: tuple[str, ...] = ()
    stakes: Mapping[str, Fraction] | None = None
    only: str = ""
    in_force: bool = False
    threads: int = 0
    scheduler: str = ""
    fresh: bool = False
    progress: OnProgress | None = None

    @cached_property
    def game(self) -> Definition:
        """The game that is proved: the posted one with its pay cells changed."""
        return with_pay(self.posted, *self.pay)

    def result(self) -> ProofResult:
        """The exact figures."""
        return self._prove(self.game, self.only)

    def report(self, published: str | Path | None = None, readings: bool = True, strategy: bool = False) -> Report:
        """The figures with everything else that a sheet shows.

        ``published`` is the game's file; the figures of its document are in the same folder (None: compare none).
        ``readings`` also solves the other readings of open rules, ``strategy`` puts optimal play in words. Where pay
        cells are changed, nothing is compared or read otherwise; the report has the game as it is instead.
        """
        result = self.result()
        return report(
            self.game,
            result,
            partial(self._prove, of="other reading") if readings and not self.stakes and not self.pay else None,
            None if self.pay else published,
            self._groups(self.game) if strategy else (),
            self._what_if() if self.pay else None,
            self.progress,
        )

    def _what_if(self) -> WhatIf:
        """The changed cells, and the figures without them of every stake group they touch."""
        pairs = zip(self._groups(self.posted), self._groups(self.game), strict=True)
        keys = [after.key for before, after in pairs if touched(before, after)]
        before = {key: self._prove(self.posted, "" if self.stakes else key, of="as it is")[key] for key in keys}
        return WhatIf(pay_changes(self.posted, *self.pay), before)

    def _groups(self, game: Definition) -> list[Group]:
        return stake_groups(game, self.stakes, self.only, self.in_force)

    def _prove(self, game: Definition, only: str, of: str = "") -> ProofResult:
        return prove(
            game,
            self.stakes,
            only=only,
            posted=self.in_force,
            threads=self.threads,
            scheduler=self.scheduler,
            fresh=self.fresh,
            progress=partial(self._tell, of) if self.progress is not None else None,
        )

    def _tell(self, of: str, progress: Progress) -> None:
        assert self.progress is not None
        self.progress(progress._replace(of=of))
