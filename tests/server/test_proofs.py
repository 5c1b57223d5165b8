"""Proofs in the background: one low-priority process at a time, its progress, and games that are too large."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pitboss.server import background
from pitboss.server.background import NICENESS, Proofs, ProofState
from pitboss.spread.game_files import GameText
from tests.patience import until_async

WORKER = """
import json, os, sys, time
asked = json.load(sys.stdin)
with open({log!r}, "a") as log:
    print("began", asked["file"], os.nice(0), file=log, flush=True)
    {body}
    print("ended", asked["file"], os.nice(0), file=log, flush=True)
"""


def proofs(folder: Path, body: str, most: float = 60) -> Proofs:
    """Proofs by a fake worker that records when it begins and ends, and runs ``body`` in between."""
    worker = folder / "worker.py"
    worker.write_text(WORKER.format(log=str(folder / "log"), body=body))
    return Proofs(most, (str(worker),))


def played(asked: Callable[[Proofs], Awaitable[None]], made: Proofs) -> None:
    async def play() -> None:
        try:
            await asked(made)
        finally:
            await made.stop()

    asyncio.run(play())


async def ended(made: Proofs, game: GameText) -> ProofState:
    def found() -> ProofState | None:
        state = made.want(game)
        return None if state.state in ("waiting", "being proved") else state

    return await until_async(found, "the proof", 120)


def game(name: str) -> GameText:
    return GameText(f"{name}.toml", f"the text of {name}", f"digest of {name}")


FIGURES = 'print(json.dumps({"figures": {"ante": 3.5, "tens": 7.25}}), flush=True)'


def test_proofs_run_one_after_the_other_behind_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "NICENESS", NICENESS)
    made = proofs(tmp_path, FIGURES)
    names = ("one", "two", "three")

    async def asked(made: Proofs) -> None:
        assert [made.want(game(name)).state for name in names] == ["waiting"] * 3
        for name in names:
            assert await ended(made, game(name)) == ProofState(state="proved", done=1.0)
            assert made.figures(f"digest of {name}") == {"ante": 3.5, "tens": 7.25}
            assert made.edge(f"digest of {name}") == 3.5

    played(asked, made)
    lines = [line.split() for line in (tmp_path / "log").read_text().splitlines()]
    # A worker may be ended as soon as it has told its figures.
    began = [each for each in lines if each[0] == "began"]
    assert [each[1] for each in began] == ["one.toml", "two.toml", "three.toml"]
    assert {int(each[2]) >= NICENESS for each in lines} == {True}
    assert [line[1] for line in lines] == sorted((line[1] for line in lines), key=[each[1] for each in began].index)


def test_how_far_a_proof_is_is_told_while_it_runs(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    lines = [
        'print(json.dumps({"done": 0.25}), flush=True)',
        f"while not os.path.exists({str(gate)!r}): time.sleep(0.01)",
        FIGURES,
    ]
    made = proofs(tmp_path, "\n    ".join(lines))

    async def asked(made: Proofs) -> None:
        await until_async(lambda: made.want(game("slow")).done == 0.25, "a quarter of the proof", 120)
        assert made.want(game("slow")) == ProofState(state="being proved", done=0.25)
        assert made.edge("digest of slow") is None
        gate.touch()
        assert (await ended(made, game("slow"))).state == "proved"

    played(asked, made)


def test_what_cannot_be_proved_says_why(tmp_path: Path) -> None:
    refuse = f"print(json.dumps({json.dumps({'why': 'step 3 shows too many tables.'})}), flush=True)"

    async def asked(made: Proofs) -> None:
        assert await ended(made, game("huge")) == ProofState(state="not proved", why="step 3 shows too many tables.")

    played(asked, proofs(tmp_path, refuse))


def test_a_proof_that_takes_too_long_is_given_up_and_the_next_one_begins(tmp_path: Path) -> None:
    slow = f'if asked["file"] == "endless.toml": time.sleep(600)\n    {FIGURES}'

    async def asked(made: Proofs) -> None:
        given_up = await ended(made, game("endless"))
        assert given_up.state == "not proved"
        assert given_up.why == "it is too large to be proved here within 0.01 minutes."
        made.most = 60
        assert (await ended(made, game("short"))).state == "proved"

    played(asked, proofs(tmp_path, slow, most=0.6))


def test_a_proof_that_dies_says_so(tmp_path: Path) -> None:
    async def asked(made: Proofs) -> None:
        state = await ended(made, game("dead"))
        assert (state.state, "ended early" in state.why) == ("not proved", True)

    played(asked, proofs(tmp_path, "sys.exit(3)"))
