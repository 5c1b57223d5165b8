"""A stopped simulation on file: whole chunks only, so that resuming gives exactly the result of a single run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.definition import Definition
from pitboss.simulation.run import CHUNK, Run, Simulation
from pitboss.simulation.tally import Tally, restored

FORM = 1


class ResumeError(PitbossError):
    """A file that does not hold this simulation."""


class Resumed:
    """The file of a simulation's stake groups; it is rewritten after every group and when a run is stopped.

    It belongs to one version of one game under one seed. Other wagers or pay tables of that game are added; no group is
    ever removed.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.groups: dict[str, Any] = {}
        if self.path.exists():
            self.groups = self._read()
        self._write("")  # fail before hours are played, not after
        self._draft.unlink()

    @property
    def _draft(self) -> Path:
        return self.path.with_name(f".{self.path.name}.draft")

    def _write(self, text: str) -> None:
        """Write a text to a temporary file, and rename it into place."""
        try:
            self._draft.write_text(text, encoding="utf-8")
        except OSError as error:
            raise ResumeError(f"{str(self.path)!r} cannot be written: {error.strerror}.") from None

    def _read(self) -> dict[str, Any]:
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            if data["form"] != FORM or data["chunk"] != CHUNK:
                raise ResumeError(f"{str(self.path)!r} was written by another version; start again with a new file.")
            groups: dict[str, Any] = dict(data["groups"])
            for group in groups.values():
                game, version, _, _, seed = group["what"]
                if (type(game), type(version), type(seed)) != (str, str, int):
                    raise ValueError(group["what"])
                tally = restored(group["tally"])
                if {tally.rounds, sum(tally.nets.values())} != {group["chunks"] * CHUNK}:
                    raise ValueError(group["chunks"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise ResumeError(
                f"{str(self.path)!r} is not a stopped simulation; name a file that a simulation wrote, or a new one."
            ) from None
        return groups

    def check(self, game: Definition, seed: int) -> None:
        """Refuse a file of another game, another version of it or another seed, before anything is played."""
        for group in self.groups.values():
            held, version, _, _, of_seed = group["what"]
            for holds, wanted in (
                (held if held != game.id else "", game.id),
                (f"another version of {held}" if version != game.version else "", "this one"),
                (f"{held} under seed {of_seed}" if of_seed != seed else "", f"seed {seed}"),
            ):
                if holds:
                    raise ResumeError(f"{str(self.path)!r} holds {holds}; name another file for {wanted}.")

    def run(self, key: str, simulation: Simulation) -> Run:
        """The progress of a stake group; an empty run if it is not in the file."""
        self.check(simulation.game, simulation.seed)
        group = self.groups.get(key)
        if group is None:
            return Run(0, Tally(), Tally())
        if group["what"] != _what(simulation):
            raise ResumeError(
                f"{str(self.path)!r} holds {key} under other stakes or pay tables; name another file for these."
            )
        tally = restored(group["tally"])
        return Run(int(group["chunks"]), tally, Tally())

    def keep(self, key: str, simulation: Simulation, run: Run) -> None:
        """Write down how far a stake group came."""
        if self.path.exists():  # another run may have kept more meanwhile
            self.groups = self._read()
            self.check(simulation.game, simulation.seed)
        if run.chunks >= self.run(key, simulation).chunks:
            self.groups[key] = {"what": _what(simulation), "chunks": run.chunks, "tally": run.whole.data()}
        self._write(json.dumps({"form": FORM, "chunk": CHUNK, "groups": self.groups}))
        try:
            self._draft.replace(self.path)
        except OSError as error:
            raise ResumeError(f"{str(self.path)!r} cannot be written: {error.strerror}.") from None


def _what(simulation: Simulation) -> list[Any]:
    """Everything a chunk depends on."""
    game = simulation.game
    stakes = [[key, str(stake)] for key, stake in simulation.stakes]
    return [game.id, game.version, game.in_force["tables"], stakes, simulation.seed]
