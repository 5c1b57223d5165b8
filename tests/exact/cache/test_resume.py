"""Long proofs are split into cached jobs: a stopped proof resumes where it was and gives the same figures."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss import house
from pitboss.exact.request import prove
from pitboss.house.vocabulary import game_file
from tests.exact.cache.stopped import told
from tests.patience import MINUTE

HOLD = """
id = "hold"
name = "Hold beside an open card"
deck = 52
spots = 1
unit = "bet"
ranking = "three-card"
script = [
  { deal = "player", cards = 3 },
  { deal = "board", cards = 1, face = "up" },
  { deal = "board", cards = 2 },
  { decide = "hold" },
  { turn = "board" },
  { settle = "all" },
]
[decision]
hold = [{ say = "hold {held}", hold = [1, 2, 3] }]
[hand]
final = { of = ["player", "board"], must = { player = "all" } }
[wager.bet]
initial = "required"
hand = "final"
shown = ["table", "lose"]
table = { "straight flush" = 20, "three of a kind" = 10, "straight" = 3, "flush" = 2, "pair" = 1 }
"""


class Told(NamedTuple):
    """What a process reported: the jobs it ran, how many of how many were merged, and its result if it finished."""

    ran: list[int]
    done: int
    jobs: int
    result: list[object] | None


def proving(file: Path, folder: Path, threads: int, stop: tuple[int, signal.Signals] | None) -> Told:
    """Prove in another process; with ``stop``, send a signal after that many jobs."""
    words = [
        sys.executable,
        "-m",
        "tests.exact.cache.stopped",
        str(file),
        str(folder),
        "1/2" if stop else "0",
        str(threads),
    ]
    ran: list[int] = []
    done, jobs, result = 0, 0, None
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                what, *rest = line.split(maxsplit=1)
                if what == "ran":
                    ran.append(int(rest[0]))
                elif what == "done":
                    done, jobs = map(int, rest[0].split())
                    if stop and done == stop[0]:
                        process.send_signal(stop[1])
                elif what == "result":
                    result = json.loads(rest[0])
            process.wait(timeout=2 * MINUTE)
        finally:
            process.kill()
    assert (process.returncode == 0) == (stop is None)
    return Told(ran, done, jobs, result)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "shape", "how", "threads"),
    [
        ("caribbean", "showdown", signal.SIGKILL, 1),
        ("caribbean", "showdown", signal.SIGINT, 2),
        ("hold", "holding", signal.SIGKILL, 1),
        ("hold", "holding", signal.SIGINT, 2),
        ("let-it-ride", "stages", signal.SIGKILL, 1),
        ("mississippi", "stages", signal.SIGINT, 1),
    ],
)
def test_a_stopped_proof_goes_on_where_it_was(
    game: str, shape: str, how: signal.Signals, threads: int, tmp_path: Path
) -> None:
    file = tmp_path / f"{game}.toml"
    file.write_text(HOLD if game == "hold" else house.load(game).definition.source)
    kept = tmp_path / "kept"
    first = proving(file, kept, threads, (3, how))
    assert first.result is None
    assert first.jobs > 4
    assert 3 <= first.done < first.jobs
    again = proving(file, kept, threads, None)
    # Merged jobs never run again; jobs that were still running may.
    assert sorted(again.ran) == list(range(min(again.ran), first.jobs))
    assert first.done <= min(again.ran) <= first.done + 1
    definition = game_file.parse(file.read_text(), file.name)
    whole = prove(definition, only=definition.unit, fresh=True)[definition.unit]
    assert whole.shape == shape
    assert again.result == json.loads(json.dumps(told(whole)))
    third = proving(file, kept, threads, None)
    assert (third.ran, third.result) == ([], again.result)
