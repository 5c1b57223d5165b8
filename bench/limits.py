"""Limits in seconds that a person notices: imports, commands, refusals, stored hands, Ctrl-C.

Each is the best of several turns. Fresh interpreters and commands are timed from outside; the tests count the work
that causes these times.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.exact.test_estimates import peeled, shown, take_backs
from tests.simulation.interrupted import stopped

import pitboss
from bench.measure import Row, in_turns, within
from pitboss import datafile, house, poker
from pitboss.cli import check as files
from pitboss.deal.deal import Deal
from pitboss.deal.record import Record
from pitboss.errors import PitbossError

IMPORTS = {
    "import pitboss": 0.15,
    "import pitboss.poker": 0.2,
    "from pitboss.poker import Hand, PokerSession, load": 0.6,
}
COLD_EVAL = 0.5
LOADED, LOADED_WITHOUT_GAME = 0.0002, 0.0004
"""Seconds that loading a stored hand may take beyond playing it, with the game at hand and without."""
REFUSED, CHECKED, BRANCHES, INTERRUPTED = 3.0, 8.0, 5.0, 5.0
STRANGE = {
    "deep brackets": "a = " + "[" * 100_000,
    "many digits": "\na = " + "9" * 100_000,
    "many tables": "[[a]]\n" * 150_000,
    "unfinished strings": '"""\\' * 200_000,
    "one unfinished string": "a = '''" + "\\'" * 400_000,
}
TURNS = 5


def rows() -> list[Row]:
    return [*imports(), cold_eval(), *stored_hands(), refused_texts(), checks(), *branches(), *interrupts()]


def imports() -> list[Row]:
    measured = []
    for statement, most in IMPORTS.items():
        code = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
        times = [
            float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
            for _ in range(TURNS)
        ]
        measured.append(within(statement.removesuffix(", PokerSession, load"), min(times), most))
    return measured


def cold_eval() -> Row:
    """CPU time of a process with an empty cache."""
    times = []
    with TemporaryDirectory() as empty:
        for _ in range(TURNS):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            words = [sys.executable, "-m", "pitboss", "eval", "standard", "As Ks Qs Js Ts 2d 3c"]
            subprocess.run(words, capture_output=True, check=True, env=os.environ | {"PITBOSS_CACHE": empty})
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return within("pitboss eval, cold", min(times), COLD_EVAL)


def stored_hands() -> list[Row]:
    top5 = house.load("top5")
    deal = top5.deal({1: {"ante": 500}, 2: {"ante": 500}}, shuffle=pitboss.seeded(3))
    deal.act(1, "play").act(2, "fold")
    holdem = poker.load("holdem")
    hand = holdem.deal(dict.fromkeys(range(1, 7), 4000), 1, pitboss.seeded(1))
    while not hand.done:
        words = [option.word for option in hand.legal(hand.actors[0]) if option.allowed]
        hand.act(hand.actors[0], "call" if "call" in words else "check")
    measured = []
    for name, game, dealt in (("round", top5, deal), ("hand", holdem, hand)):
        best = in_turns(_loads(dealt, game), turns=100)
        with_game, without = best["with"] - best["play"], best["without"] - best["play"]
        measured.append(within(f"a stored {name} loaded, beyond playing it", max(with_game, 1e-9), LOADED))
        measured.append(within(f"a stored {name} loaded, game unknown", max(without, 1e-9), LOADED_WITHOUT_GAME))
    return measured


def _loads(deal: Deal, game: Any) -> dict[str, Callable[[], object]]:
    data = deal.dump()
    record = Record.decode(data)

    class Orders:
        def __init__(self) -> None:
            self.left = list(record.shuffles)

        def mix(self, cards: Any) -> tuple[int, ...]:
            return self.left.pop(0)

    def play() -> None:
        again = type(deal)._from_start(record, Orders(), game)
        for entry in record.entries:
            again.act(entry.seat, entry.action, entry.cents)  # type: ignore[union-attr]

    load = type(deal).load
    return {"play": play, "with": lambda: load(data, game=game), "without": lambda: load(data)}


def refused_texts() -> Row:
    def refusal(text: str) -> Callable[[], None]:
        def read() -> None:
            with suppress(PitbossError):
                datafile.parse(text, "strange.toml")

        return read

    best = in_turns({name: refusal(text) for name, text in STRANGE.items()}, turns=TURNS)
    slowest = max(best, key=best.__getitem__)
    return within(f"a strange file refused ({slowest})", best[slowest], REFUSED)


def checks() -> Row:
    """The slowest check of the games and books that ship."""
    package = Path(pitboss.__file__).parent
    found = [path for folder in ("games/house", "games/poker", "houses") for path in (package / folder).glob("*.toml")]
    best = in_turns({path.stem: lambda path=path: files.problems(str(path)) for path in found}, turns=1)
    slowest = max(best, key=best.__getitem__)
    return within(f"the slowest check ({slowest})", best[slowest], CHECKED)


def branches() -> list[Row]:
    """Scripts that branch too much, refused."""
    texts = {"decisions": take_backs(14), "piles": peeled(6, 3), "cards one by one": peeled(1, 1)}
    texts["discards"] = shown(4, 1, True)
    measured = []
    with TemporaryDirectory() as folder:
        for name, text in texts.items():
            file = Path(folder) / "own.toml"
            file.write_text(text)

            def refused(file: Path = file) -> None:
                with suppress(PitbossError):
                    pitboss.prove(file, only="ante")

            measured.append(within(f"too many {name} refused", in_turns({"it": refused}, turns=1)["it"], BRANCHES))
    return measured


def interrupts() -> list[Row]:
    """From Ctrl-C to the end of a process that counts or simulates."""
    main = [sys.executable, "-c", "from pitboss.cli import main; main()"]
    counts = stopped([*main, "equity", "seven-stud", "(AA)K", "Kd Qd Jd", "--exact"], "counting", after=3)
    words = ["simulate", "three-card", "--only", "ante", "--rounds", "1000000000", "--json"]
    rounds = stopped([*main, *words], "", after=3)  # after the first line, whatever it says
    return [
        within("Ctrl-C ends a count", counts.seconds, INTERRUPTED),
        within("Ctrl-C ends a simulation", rounds.seconds, INTERRUPTED),
    ]
