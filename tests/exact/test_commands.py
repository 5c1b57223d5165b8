"""``pitboss prove`` and ``pitboss advise`` as people type them: their output, and their answers to mistakes."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from pitboss import store
from pitboss.exact import counts, solver, stakes
from pitboss.exact.request import prove
from pitboss.exact.shapes.showdown import showdown
from pitboss.exact.sheet.changes import with_pay
from pitboss.exact.stakes import groups
from pitboss.house import library
from tests.patience import MINUTE

Command = Callable[..., Any]


def shipped(name: str) -> str:
    return library.path(name).read_text(encoding="utf-8")


# Mistakes: exit 2, one sentence on standard error, nothing on standard output ------------------------------------

ADVISE = [
    (["six54", "Ah Kd Qs Tc Ah", "--up", "2s"], "Ah"),
    (["six54", "Ah Kd Qs Tc 4h", "--up", "4h"], "4h"),
    (["six54", "Ah Kd Qs Tc 4z", "--up", "2s"], "'4z'"),
    (["six54", "Ah Kd Qs Tc Jk", "--up", "2s"], "Jk"),
    (["six54", "Ah Kd Qs Tc", "--up", "2s"], "4 cards"),
    (["six54", "Ah Kd Qs Tc 4h"], "--up"),
    (["top5", "Ah Kd Qs Tc 4h"], "--board"),
    (["top5", "Ah Kd Qs Tc 4h", "--up", "Qd"], "--board"),
    (["six54", "Ah Kd Qs Tc 4h", "--up", "Ks"], "a ten or higher is discarded and the next card turned"),
    (["ultimate", "Ah Kd", "--board", "2s 3s 4s"], "--did check"),
    (["ultimate", "Ah Kd", "--board", "2s 3s"], "--board"),
    (["ultimate", "Ah Kd", "--up", "2s"], "--board"),
    (["mississippi", "Ah Kd", "--board", "2s"], "--did 'bet 1x'"),
    (["let-it-ride", "Ah Kd 2c", "--up", "2s"], "--board"),
    (["top5", "Ah Kd Qs Tc 4h", "--board", "2s", "--option", "tens=9"], "tens"),
    (["six54", "Ah Kd Qs Tc 4h", "--up", "2s 3s 4s"], "dealer"),
    (["six54", "Ah Kd Qs Tc 4h", "--up", "2s", "--board", "3s"], "no board"),
    (["six54", "Ah Kd Qs Tc 4h", "--up", "2s", "--wagers", "anti"], "'anti'"),
    (["six54", "Ah Kd Qs Tc 4h", "--up", "2s", "--wagers", "ante=much"], "'ante=much'"),
    (["six54", "Ah Kd Qs Tc 4h", "--up", "2s", "--wagers", "ante=-1"], "-1"),
    (["six54", "Ah Kd Qs Tc 4h", "--up", "2s", "--did", "fold"], "--did"),
    (["high5", "Ah Kd"], "2 cards"),
    (["high5", "Qs"], "Qs is 1 card;"),
    (["ultimate", "Ah Kd Qs"], "you gave 3 own cards"),
    (["mississippi", "Ah Kd", "--board", "2s", "--did", "jump"], "'jump'"),
    (["holdem", "Ah Kd"], "holdem"),
    (["nosuchgame", "Ah Kd"], "'nosuchgame'"),
    (["nosuch.toml", "Ah Kd"], "nosuch.toml"),
]

PROVE = [
    (["nosuchgame"], "'nosuchgame'"),
    (["nosuch.toml"], "nosuch.toml"),
    (["holdem"], "holdem"),
    ([], "no game"),
    (["three-card", "--pay", "pair-plus"], "'pair-plus'"),
    (["three-card", "--pay", "boni:flush=3"], "'boni'"),
    (["three-card", "--pay", "pair-plus:fluss=3"], "'fluss'"),
    (["three-card", "--pay", "pair-plus:flush=lots"], "'lots'"),
    (["three-card", "--pay", "pair-plus:flush=-3"], "'-3'"),
    (["three-card", "--pay", "ante:flush=3"], "ante"),
    (["top5", "--pay", "tens:flush=3"], "tens"),
    (["top5", "--pay", "tens/9:flush=3"], "tens"),
    (["three-card", "--only", "anti"], "'anti'"),
    (["three-card", "--wagers", "anti=1"], "'anti'"),
    (["three-card", "--wagers", "ante=x"], "'ante=x'"),
    (["three-card", "--only", "ante", "--wagers", "ante=1"], "--only"),
    (["three-card", "--csv", "sheet.txt"], "sheet.txt"),
    (["three-card", "--html", "no/such/folder/sheet.html"], "no/such/folder"),
    (["three-card", "caribbean", "--csv", "sheet.csv"], "--csv"),
    (["three-card", "--threads", "many"], "'many'"),
]


def one_sentence(said: Any, word: str) -> None:
    assert said.code == 2
    assert not said.out
    assert word in said.err
    assert "Traceback" not in said.err
    lines = [line for line in said.err.splitlines() if line.strip()]
    assert len(lines) == 1, said.err
    assert lines[0].rstrip().endswith(".")


@pytest.mark.parametrize(("words", "offending"), ADVISE, ids=str)
def test_advise_refuses_in_one_sentence(command: Command, words: list[str], offending: str) -> None:
    one_sentence(command("advise", *words), offending)
    one_sentence(command("advise", *words, "--json"), offending)


@pytest.mark.parametrize(("words", "offending"), PROVE, ids=str)
def test_prove_refuses_in_one_sentence(command: Command, words: list[str], offending: str) -> None:
    one_sentence(command("prove", *words, "--json", "--quiet"), offending)


def test_a_pay_table_that_misses_a_line_is_refused(command: Command, tmp_path: Path) -> None:
    """A raise that wins by the table needs a line for every hand that can win."""
    text = shipped("caribbean")
    assert text.count(', "high card" = 1') == 1
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(', "high card" = 1', ""), encoding="utf-8")
    for words in (["prove", str(file), "--json"], ["advise", str(file), "Ah Kd Qs Tc 4h", "--up", "2s"]):
        said = command(*words)
        one_sentence(said, "raise")
        assert "line" in said.err


def test_a_script_outside_the_shapes_is_refused_naming_the_step(command: Command, tmp_path: Path) -> None:
    """Folding mixed with holding cards on a whole deck: no shape fits, and it is too large to be played out."""
    text = shipped("holdout").replace("hold = [ {", 'hold = [ { say = "fold", fold = true, rule = "HO-4" }, {')
    for name, fold in (("first", "stands"), ("final", "lose"), ("community", "stands")):
        text = text.replace(f'hand = "{name}"', f'hand = "{name}"\nfold = "{fold}"')
    for rule in ("HO-5", "HO-7", "HO-8"):
        text = text.replace(f'rule = {{ shown = "{rule}" }}', f'rule = {{ shown = "{rule}", fold = "{rule}" }}')
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    one_sentence(command("prove", str(file), "--only", "final", "--json", "--quiet"), "step 4")


# What they print --------------------------------------------------------------------------------


def test_advise_prints_what_it_promises(command: Command) -> None:
    said = command("advise", "six54", "Ah Kd Qs Tc 4h", "--up", "2s", "--json")
    assert said.code == 0
    assert json.loads(said.out) == {
        "game": "six54",
        "best": "fold",
        "options": [{"action": "fold", "ev": "-1"}, {"action": "play", "ev": "-21548/20769"}],
    }
    assert command("advise", "six54", "Ah", "Kd", "Qs", "Tc", "4h", "--up", "2s", "--json").out == said.out
    words = command("advise", "six54", "ah,kd qs TC 4H", "--up", "2S", "--wagers", "ante").out
    assert [line.split()[0] for line in words.splitlines()[1:]] == ["fold", "play"]


def test_prove_prints_what_it_promises(command: Command) -> None:
    said = command("prove", "three-card", "--json", "--no-readings")
    assert said.code == 0
    found = json.loads(said.out)
    assert found["game"] == "three-card"
    assert found["wagers"].keys() == {"ante", "pair-plus"}
    ante = found["wagers"]["ante"]
    keys = {"ev", "house_edge_percent", "win", "push", "lose", "sd", "average_wager", "element_of_risk_percent", "fold"}
    assert keys | {"lines", "deals", "seconds", "work", "shape", "sensitivity"} <= ante.keys()
    assert Fraction(ante["ev"]) == prove(library.definition("three-card"), only="ante")["ante"].ev
    assert sum((Fraction(ante[each]) for each in ("win", "push", "lose")), Fraction(0)) == 1
    line = {"hand", "pays", "count", "probability", "return"}
    assert all(line <= each.keys() and isinstance(each["count"], int) for each in ante["lines"])
    assert isinstance(found["findings"], list)


def test_prove_changes_cells(command: Command) -> None:
    cells = ["pair-plus:flush=3", "pair-plus:straight=5"]
    said = command("prove", "three-card", "--pay", cells[0], "--pay", cells[1], "--only", "pair-plus", "--json")
    changed = with_pay(library.definition("three-card"), *cells)
    expected = prove(changed, only="pair-plus", fresh=True)["pair-plus"]
    assert json.loads(said.out)["wagers"]["pair-plus"]["ev"] == str(expected.ev)


def test_a_changed_sheet_says_what_if_and_what_it_was(command: Command) -> None:
    """The header names the cell with both odds and the edge before and after; no printed figure is compared."""
    words = ["prove", "three-card", "--pay", "pair-plus:flush=3", "--quiet"]
    shown = command(*words).out
    assert "pair-plus flush pays 3 to 1 instead of 4 to 1" in shown.split("House edge")[0]
    assert "Printed figures are not compared" in shown
    before = prove(library.definition("three-card"), only="pair-plus")["pair-plus"]
    found = json.loads(command(*words, "--json").out)
    (cell,) = found["what_if"]["cells"]
    assert (cell["wager"], cell["line"], cell["instead_of"], cell["pays"]) == ("pair-plus", "flush", "4", "3")
    assert found["what_if"]["before"].keys() == {"pair-plus"}  # the ante does not play for that cell
    assert found["what_if"]["before"]["pair-plus"]["ev"] == str(before.ev)
    (row,) = [line for line in shown.splitlines() if "2.3167%" in line][:1]
    assert "7.2760%" in row
    assert "what_if" not in json.loads(command("prove", "three-card", "--quiet", "--json", "--no-readings").out)


def test_prove_solves_a_combination(command: Command) -> None:
    said = command("prove", "three-card", "--wagers", "ante=1,pair-plus=2", "--json")
    (found,) = json.loads(said.out)["wagers"].values()
    alone = prove(library.definition("three-card"))
    assert Fraction(found["ev"]) == alone["ante"].ev + 2 * alone["pair-plus"].ev
    words = command("prove", "three-card", "--wagers", "ante=1,pair-plus=2", "--quiet").out
    assert "3 are placed at the start" in " ".join(words.split())


def test_prove_shows_what_the_house_posts(command: Command) -> None:
    found = json.loads(command("prove", "top5", "--option", "tens=2", "--json", "--quiet", "--no-readings").out)
    assert {key for key in found["wagers"] if key.startswith("tens")} == {"tens/2"}


def test_prove_writes_sheets(command: Command, tmp_path: Path) -> None:
    edge = 100 * float(prove(library.definition("three-card"), only="ante")["ante"].edge)
    for kind in ("csv", "html", "pdf"):
        file = tmp_path / f"sheet.{kind}"
        said = command("prove", "three-card", f"--{kind}", str(file), "--quiet", "--no-readings")
        assert said.code == 0
        assert not said.out
        assert f"wrote {file}" in said.err
        data = file.read_bytes()
        if kind == "pdf":
            assert data.startswith(b"%PDF-")
            continue
        text = data.decode("utf-8")
        assert f"{edge:.4f}"[:5] in text
        assert "computed" in text
        assert "certified" not in text.replace("not certified", "")
        if kind == "csv":
            assert len(list(csv.reader(text.splitlines()))) > 30


def test_prove_shows_the_estimate_before_it_starts(command: Command) -> None:
    said = command("prove", "crazy4", "--only", "ante", "--json")
    assert "108,290 situations for 3,986,646,103,440 deals" in said.err
    assert not command("prove", "crazy4", "--only", "ante", "--json", "--quiet").err


def test_nothing_heavy_is_imported_before_something_is_said() -> None:
    script = """
import sys
from pitboss.cli.common import progress as _progress
from pitboss.cli import main
heavy = ("numpy", "numba", "pitboss.exact.solver")
_progress.Watcher.begin = lambda watch: sys.exit(f"{watch.name} {[name for name in heavy if name in sys.modules]}")
main(["prove", "three-card"])
"""
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=2 * MINUTE, check=False
    )
    assert ran.stderr.strip() == "Three Card Poker []"


def test_other_readings_are_told_apart_from_the_game(command: Command) -> None:
    lines = command("prove", "top5", "--only", "ante", "--json").err.splitlines()
    told = [line.partition(": showdown, ")[0] for line in lines if ": showdown, " in line]
    assert told == ["Top 5 Poker, ante", *["Top 5 Poker, ante, other reading"] * 2]


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty cache of proofs, counts and strategies; compiled code is shared."""
    places = ("counts.KIND", "counts.PROOF_KIND", "strategy.rows.KIND")
    kinds = {place: f"{place}-{uuid4().hex}" for place in places}
    for place, kind in kinds.items():
        monkeypatch.setattr(f"pitboss.exact.{place}", kind)
    monkeypatch.setattr(counts, "_cached", counts._InMemory())
    yield
    for kind in kinds.values():
        shutil.rmtree(store.folder() / kind, ignore_errors=True)


@pytest.mark.usefixtures("nothing_kept")
def test_putting_strategy_in_words_is_told_and_can_be_stopped(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Progress names the group and counts lists; Ctrl-C ends it as anywhere, and the next run uses the cached lists."""
    words = ["prove", "crazy4", "--only", "ante", "--csv", str(tmp_path / "sheet.csv"), "--no-readings"]
    line = "Crazy 4 Poker, ante: strategy in words\n"
    with monkeypatch.context() as patched:

        def stop(*_: Any, **__: Any) -> Any:
            raise KeyboardInterrupt

        patched.setattr("pitboss.exact.shapes.showdown.strategy._listed", stop)
        said = command(*words)
        assert said.code == 130
        assert said.err.partition(line)[2].strip() == "stopped."
        assert command(*words, "--quiet").err.strip() == "stopped."
    assert line in command(*words).err
    assert line not in command(*words).err


@pytest.mark.usefixtures("nothing_kept")
def test_counts_of_the_same_run_are_not_called_an_earlier_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    game = library.definition("top5")
    some = tuple(group for group in groups(game) if group.key.startswith("ace-or-face"))
    monkeypatch.setattr(stakes, "groups", lambda game: some)
    works = [each.work for each in prove(game).groups.values()]
    assert [work.partition("; ")[2] for work in works] == ["", solver.SAME_RUN, solver.SAME_RUN]
    shutil.rmtree(store.folder() / counts.PROOF_KIND)
    works = [each.work for each in prove(game).groups.values()]
    assert [work.partition("; ")[2] for work in works] == [solver.EARLIER] * 3


@pytest.mark.usefixtures("nothing_kept")
def test_the_seconds_of_a_proof_are_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a fake clock: compiling is left out, whether it happens ahead or while a group is planned."""
    recognise, clock, compiled = solver.recognise, [0.0], [60.0, 60.0]

    def compiling(*rest: Any) -> Any:
        clock[0] += compiled.pop() if compiled else 0
        return recognise(*rest)

    monkeypatch.setattr(solver, "recognise", compiling)
    monkeypatch.setattr(solver, "_warmed", set())
    monkeypatch.setattr(solver.time, "perf_counter", lambda: clock[0])
    found = prove(library.definition("three-card"), only="pair-plus")["pair-plus"]
    assert clock[0] == 120
    assert found.seconds == 0


def test_a_proof_found_again_says_so(command: Command) -> None:
    command("prove", "three-card", "--only", "ante", "--json", "--fresh")
    found = json.loads(command("prove", "three-card", "--only", "ante", "--json").out)
    assert "earlier run" in found["wagers"]["ante"]["work"]
    fresh = json.loads(command("prove", "three-card", "--only", "ante", "--json", "--fresh").out)
    assert "earlier run" not in fresh["wagers"]["ante"]["work"]
    assert fresh["wagers"]["ante"]["ev"] == found["wagers"]["ante"]["ev"]


def test_a_proof_that_is_stopped_goes_on_where_it_was(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Ctrl-C in the middle of the jobs; the next run does only those that were left."""
    text = shipped("caribbean").replace("deck = 52", 'deck = { ranks = "7-A", suits = 4 }')
    text = re.sub(r"^spots = .*$", "spots = 1", text, flags=re.MULTILINE)
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    kind = f"proof-{uuid4().hex}"  # nothing is left of an earlier run of this test
    request.addfinalizer(lambda: shutil.rmtree(store.folder() / kind, ignore_errors=True))
    monkeypatch.setattr(counts, "PROOF_KIND", kind)
    monkeypatch.setattr("pitboss.exact.solver.LONG", 1)
    monkeypatch.setattr("pitboss.exact.solver.warm", lambda group: None)
    run = showdown.DealerShowdown.run
    ran: list[int] = []
    stop = True

    def counted(shape: Any, job: int, pool: Any = None) -> Any:
        if stop and len(ran) == 3:
            raise KeyboardInterrupt
        ran.append(job)
        return run(shape, job, pool)

    monkeypatch.setattr(showdown.DealerShowdown, "run", counted)
    monkeypatch.setattr(showdown.DealerShowdown, "recalled", lambda shape: None)
    words = ["prove", str(file), "--only", "ante", "--json", "--threads", "1", "--quiet"]
    said = command(*words)
    assert said.code == 130
    assert "Traceback" not in said.err
    first, stop = list(ran), False
    ran.clear()
    found = json.loads(command(*words).out)["wagers"]["ante"]
    assert len(first) == 3
    assert ran
    assert not set(first) & set(ran)
    monkeypatch.undo()
    assert found["ev"] == str(prove(library.definition(str(file)), only="ante", fresh=True)["ante"].ev)
