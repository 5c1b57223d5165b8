"""The house edge of a definition, proved in a separate process: ``python -m pitboss.spread.proving``.

It reads one JSON object, ``{"file": …, "source": …}``, from standard input and prints one object per line: how far it
is (``{"done": 0.25}``), then ``{"figures": {…}}`` as in :mod:`pitboss.spread.figures`, or ``{"why": …}``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pitboss
from pitboss.errors import PitbossError
from pitboss.exact.stakes import stake_groups
from pitboss.spread.figures import proved


class GameText(NamedTuple):
    """A definition as it was opened: the name of its file, its text, and the digest it is known by."""

    file: str
    source: str
    version: str


def text_of(session: Any) -> GameText | None:
    """The definition that a table against the house deals by; None for a table of another kind."""
    setup = session.record.setup.get("game")
    if not isinstance(setup, dict) or not setup.get("source"):
        return None
    return GameText(setup["file"] or f"{setup['game']}.toml", setup["source"], setup["version"])


class _Progress:
    """Tells how much of all stake groups is done, in steps of a hundredth."""

    def __init__(self, groups: int) -> None:
        self.groups, self.told = groups, -1.0
        self.seen: list[str] = []

    def __call__(self, at: Any) -> None:
        if at.group not in self.seen:
            self.seen.append(at.group)
        part = at.done / at.jobs if at.stage == "count" and at.jobs else 0.0
        done = round(min(1.0, (len(self.seen) - 1 + part) / self.groups), 2)
        if done > self.told:
            self.told = done
            _say({"done": done})


def _say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def main() -> None:
    asked = json.load(sys.stdin)
    with TemporaryDirectory() as folder:
        path = Path(folder) / Path(asked["file"]).name
        path.write_text(asked["source"], "utf-8")
        try:
            game = pitboss.game(str(path))
            _say({"figures": proved(game, threads=1, progress=_Progress(len(stake_groups(game.definition))))})
        except PitbossError as error:
            _say({"why": str(error).replace(str(path), path.name)})
        except MemoryError:
            _say({"why": f"{path.name} needs more memory than this machine has."})


if __name__ == "__main__":
    main()
