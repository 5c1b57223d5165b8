"""The command line as a whole: one sentence for a mistake, a menu, and one JSON object with nothing else."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from pitboss.cli import room as card_room
from tests.examples import rest_long
from tests.patience import MINUTE

from ..conftest import Said

ROOT = Path(__file__).parents[2]
PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()"]


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, with no terminal."""
    return subprocess.run([*PITBOSS, *words], input=stdin, capture_output=True, text=True, check=False)


def commands() -> list[str]:
    return card_room.list_commands(click.Context(card_room))


def test_without_a_terminal_the_menu_is_printed() -> None:
    said = run()
    assert said.returncode == 0
    assert said.stderr == ""
    for name in commands():
        assert f"\n  {name} " in said.stdout


def test_at_a_terminal_the_menu_takes_commands_until_one_leaves() -> None:
    parent, child = pty.openpty()
    room = subprocess.Popen(PITBOSS, stdin=child, stdout=child, stderr=child, close_fds=True)
    os.close(child)
    os.write(parent, b"rules S5-3\nnonsense\ntop5\nrules 'S5\npitboss rules XX\n\nq\n")
    shown = b""
    while True:
        try:
            piece = os.read(parent, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(parent)
    text = shown.decode()
    assert room.wait(timeout=MINUTE) == 0
    assert "Five-card stud (S5)" in text
    assert "'nonsense' is not a pitboss command" in text
    assert "did you mean 'pitboss play top5' or" in text
    assert "'XX' is not a rule" in text
    assert text.count("Pitboss card room") == 2
    assert "Traceback" not in text


def test_every_command_is_listed_and_explains_itself(command: Callable[..., Said]) -> None:
    listed = command("--help")
    assert listed.code == 0
    for name in commands():
        assert name in listed.out
        said = command(name, "--help")
        assert said.code == 0
        assert said.out.startswith(f"Usage: pitboss {name}")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("fly",), "'fly' is not a pitboss command"),
        (("rule",), "did you mean 'rules'?"),
        (("top5",), "'top5' is not a pitboss command; did you mean 'pitboss play top5' or 'pitboss prove top5'?"),
        (("Top-5", "As"), "did you mean 'pitboss play top5' or 'pitboss prove top5'?"),
        (("holdem",), "did you mean 'pitboss play holdem' or 'pitboss equity holdem'?"),
        ((str(ROOT / "pyproject.toml"),), "pyproject.toml' or 'pitboss play "),
        (("nowhere.toml",), "'nowhere.toml' is not a pitboss command; choose one of "),
        (("--fly",), "--fly"),
        (("rules", "--fly"), "--fly"),
        (("rules", "--tests", "/nowhere/at/all"), "/nowhere/at/all"),
        (("verify-shuffle", "/nowhere/at/all"), "/nowhere/at/all"),
        (("verify-shuffle", "a", "b"), "b"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(
    command: Callable[..., Said], words: tuple[str, ...], named: str
) -> None:
    said = command(*words)
    assert said.code == 2
    assert said.out == ""
    assert named in said.err
    assert said.err.startswith("pitboss: ")
    assert said.err.count("\n") == 1
    assert said.err.rstrip().endswith((".", "?", "!"))


def test_no_traceback_in_a_process_of_its_own() -> None:
    said = run("verify-shuffle", "-", stdin='{"hash": 1}')
    assert said.returncode == 2
    assert "Traceback" not in said.stderr
    assert "the hash is missing" in said.stderr


def test_json_is_one_object_and_nothing_else() -> None:
    said = run("rules", "--json", "S5")
    assert isinstance(json.loads(said.stdout), dict)
    assert said.stderr == ""


def test_a_reader_who_leaves_early_is_no_error() -> None:
    """``pitboss rules | head -1``: the pipe closes while we are still printing."""
    process = subprocess.Popen([*PITBOSS, "rules", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(timeout=MINUTE)


def test_version(command: Callable[..., Said]) -> None:
    import pitboss

    assert command("--version").out.strip().endswith(pitboss.__version__)


# pitboss verify-shuffle


def test_ctrl_c_gives_up_the_line_and_not_the_room(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.cli import games, room

    def stopped(**anything: object) -> None:
        raise KeyboardInterrupt

    typed: list[str | type[BaseException]] = [KeyboardInterrupt, "eval 'x", "games", "rules S5-3", EOFError]

    def answer(prompt: str) -> str:
        line = typed.pop(0)
        if isinstance(line, str):
            return line
        raise line

    monkeypatch.setattr(games.command, "callback", stopped)
    monkeypatch.setattr("builtins.input", answer)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    room.main(args=[], prog_name="pitboss", standalone_mode=False)
    said = capsys.readouterr()
    assert not typed, "the room was open until the end of the input"
    assert said.err.splitlines() == [
        "pitboss: the quotation begun with ' is not closed; write the mark at both ends, or leave it out.",
        "",
        "",
        "stopped.",
    ]
    assert "Five-card stud (S5)" in said.out


@pytest.fixture
def opening() -> dict[str, str]:
    import pitboss

    shuffle = pitboss.live()
    commitment = shuffle.commit(range(52))
    shuffle.mix(range(52))
    return shuffle.open(commitment).data()


def test_an_honest_shuffle_is_confirmed(command: Callable[..., Said], opening: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "opening.json"
    path.write_text(json.dumps(opening))
    said = command("verify-shuffle", str(path))
    assert said.code == 0
    assert said.out == f"The same deck: these 52 cards were in this order when {opening['hash']} was published.\n"
    by_hand = command(
        *("verify-shuffle", "--hash", opening["hash"], "--nonce", opening["nonce"].upper()),
        *("--order", opening["order"].lower().replace(" ", ",")),
    )
    assert by_hand == said
    path.write_text(json.dumps([opening, opening]))
    assert command("verify-shuffle", str(path)).out == said.out * 2


def test_a_changed_deck_is_found_out(command: Callable[..., Said], opening: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "opening.json"
    cards = opening["order"].split()
    cards[0], cards[1] = cards[1], cards[0]
    path.write_text(json.dumps([opening, {**opening, "order": " ".join(cards)}]))
    said = command("verify-shuffle", str(path))
    assert said.code == 1
    assert said.out.splitlines()[1].startswith("Not the same deck: ")
    data = json.loads(command("verify-shuffle", str(path), "--json").out)
    assert data["ok"] is False
    assert [each["ok"] for each in data["shuffles"]] == [True, False]
    # An opening that is consistent in itself, but does not match the published hash.
    assert command("verify-shuffle", str(path), "--hash", "0" * 64).code == 1


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"hash": "12"}, "64 hexadecimal digits"),
        ({"nonce": "x" * 64}, "is not a nonce"),
        ({"order": "As As"}, "As appears twice"),
        ({"order": "As Kx"}, "'Kx' is not a card"),
        ({"order": ""}, "no cards"),
        ({"order": "As ??"}, "unknown card"),
        ({"order": 5}, "the order is missing"),
        ({"nonce": None}, "the nonce is missing"),
    ],
)
def test_what_cannot_be_checked_says_why(
    command: Callable[..., Said], opening: dict[str, str], tmp_path: Path, change: dict[str, object], named: str
) -> None:
    path = tmp_path / "opening.json"
    path.write_text(json.dumps({**opening, **change}))
    said = command("verify-shuffle", str(path))
    assert said.code == 2
    assert said.out == ""
    assert named in said.err


@pytest.mark.parametrize("content", [b"", b"[]", b"[1]", b"not json", b"\xff\xfe\x00", b"3"])
def test_a_file_that_holds_no_opening(command: Callable[..., Said], tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "opening.json"
    path.write_bytes(content)
    said = command("verify-shuffle", str(path))
    assert said.code == 2
    assert "opening.json" in said.err


# What newcomers stumble over


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("advise",), "advise needs GAME; write pitboss advise GAME CARDS..., or see pitboss advise --help."),
        (("eval", "standard"), "eval needs CARDS; write pitboss eval [RANKING] CARDS..., or see pitboss eval --help."),
        (("play", "top5", "--sead", "3"), "play has no option --sead; did you mean --seed?"),
        (("play", "top5", "--zzz"), "play has no option --zzz; pitboss play --help lists everything."),
        (("play", "top5", "--seed", "x"), "--seed 'x' is not a whole number; pitboss play --help lists everything."),
        (("play", "top5", "--rounds", "0"), "--rounds 0 is not possible; write a number 1 or more."),
        (("equity", "holdem", "AA", "KK", "--samples", "0"), "write a number between 1 and 1000000000."),
        (("play", "top5", "--date", "today"), "--date 'today' is not a day; write it like 2024-01-31."),
        (("play", "top5", "again"), "play does not take 'again'; put a name of several words in quotes, or leave it"),
        (("play", "top5", "--seed"), "--seed needs a value after it"),
        (("play", "holdm"), "there is no game 'holdm'; did you mean 'holdem'?"),
        (("games", "top 5"), "there is no game 'top 5'; did you mean 'top5'?"),
        (("play", "holdem", "--house", "buton"), "'buton' is not a house; did you mean 'button'?"),
        (("eval", "standrd", "As"), "'standrd' is not a ranking; did you mean 'standard'?"),
        (("eval", "three-card", "As"), "As is 1 card; 3 to 7 expected."),
        (("ruling", "premature", "trun"), "'premature trun' is not a ruling; did you mean 'premature turn'?"),
        (("play", "top5", "--bankroll", "1"), "a bankroll of $1 does not cover the first round, which takes $5; bring"),
        (("simulate", "top5", "--option", "tens"), "'tens' is not an option; write NAME=VALUE, such as tens=1."),
    ],
)
def test_a_slip_is_answered_in_our_own_words(
    command: Callable[..., Said], words: tuple[str, ...], sentence: str
) -> None:
    said = command(*words)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert ".." not in said.err.replace("...", "")
    assert not said.err.endswith(").\n") or ".)." not in said.err


def test_several_mistakes_of_a_file_are_one_sentence(command: Callable[..., Said], tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("name = 3\n[wager.ante]\n")
    for said in (command("play", str(path)), command("prove", str(path))):
        assert said.code == 2
        assert ". (" not in said.err
        assert said.err.count("\n") == 1


@pytest.mark.parametrize("columns", rest_long([80, 90], 80))
def test_menu_and_help_break_lines_between_words(columns: int) -> None:
    for words in ((), ("--help",), ("play", "--help"), ("equity", "--help"), ("ruling",)):
        env = {**os.environ, "COLUMNS": str(columns)}
        said = subprocess.run([*PITBOSS, *words], capture_output=True, text=True, check=True, env=env)
        lines = said.stdout.splitlines()
        assert max(map(len, lines)) <= columns
        assert not [line for line in lines if line.endswith("...") and "ARGS" not in line and "HANDS" not in line]


def test_the_help_of_play_is_that_of_the_kind_of_game(command: Callable[..., Said]) -> None:
    both, house, poker = (command("play", *words, "--help").out for words in ((), ("top5",), ("holdem",)))
    assert "--wagers" in both
    assert "--seats" in both
    assert ("--wagers" in house, "--seats" in house) == (True, False)
    assert ("--wagers" in poker, "--seats" in poker) == (False, True)


def test_a_rules_id_shows_every_ruling_that_rests_on_it(command: Callable[..., Said]) -> None:
    said = command("ruling", "PK-20")
    assert "Four-card flop (PK-20)" in said.out
    assert "Five-card flop (PK-20)" in said.out
    data = json.loads(command("ruling", "pk-20", "--json").out)
    assert data["name"] == "four-card flop"
    assert [each["name"] for each in data["rulings"]] == ["four-card flop", "five-card flop"]


def test_rules_are_found_by_words_of_their_texts(command: Callable[..., Said]) -> None:
    def ids(*words: str) -> list[str]:
        said = command("rules", *words, "--json")
        assert said.code == 0, said.err
        return [each["id"] for each in json.loads(said.out)["rules"]]

    assert ids("boxed") == ["PK-18", "PK-26"]
    assert ids("BOXED", "card") == ["PK-18", "PK-26"]
    assert ids("scrambled") == ids("scrambl") != []
    assert "PK-10" in ids("all-in")
    assert set(ids("all in")) == set(ids("all-in"))
    assert ids("raises", "once") == ["UT-2"]  # of a game's file
    assert {id.partition("-")[0] for id in ids("PK", "button")} >= {"PK"}  # with a word that is no ID, all are words
    assert "S7-1" in ids("up")  # a word of two letters that is no family
    assert "the families are" in command("rules", "zq").err
    shown = command("rules", "boxed")
    assert "PK-18" in shown.out
    assert shown.out.endswith("2 rules, 2 covered by tests, 0 not yet.\n")
    for words, sentence in (
        (("boxd",), "no rule contains the word 'boxd'; did you mean 'boxed'?"),
        (("boxed", "straddle"), "no rule contains the word 'straddle'"),
        (("boxed", "lowball"), "no rule contains 'boxed' and 'lowball' together; try fewer words."),
    ):
        said = command("rules", *words)
        assert (said.code, said.out) == (2, "")
        assert sentence in said.err


def test_a_rule_names_the_places_that_carry_it_out(command: Callable[..., Said]) -> None:
    (rule,) = json.loads(command("rules", "PK-13", "--json").out)["rules"]
    places = [place for place in rule["sources"] if place.startswith("src/pitboss/poker/fees.py:")]
    assert places
    assert rule["documents"] == ["poker_room.txt"]
    file, _, line = places[0].rpartition(":")
    assert "PK-13" in (ROOT / file).read_text().splitlines()[int(line) - 1]
    shown = command("rules", "PK-13").out
    assert "carried out in" in shown
    assert "src/pitboss/poker/fees.py:" in shown
    assert command("rules").out.count("carried out in") == 129


def test_rules_that_a_games_file_brings_along_are_found_with_the_file(command: Callable[..., Said]) -> None:
    for id, file, words in (
        ("UT-2", "ultimate.toml", "raises once"),
        ("3c-3", "three-card.toml", "queen high"),
        ("MS-2", "mississippi.toml", "one, two or three times the Ante"),
    ):
        said = command("rules", id)
        assert said.code == 0
        assert f"From the game file {file}" in said.out
        assert words in " ".join(said.out.split())
        assert "no test yet" not in said.out
    whole = json.loads(command("rules", "UT", "--json").out)
    assert [each["id"] for each in whole["rules"]] == [f"UT-{number}" for number in range(1, 6)]
    assert {each["basis"] for each in whole["rules"]} == {"game file"}
    assert whole["missing"] == []
    assert "UT-1 to UT-5" in command("rules", "UT-9").err
    unknown = command("rules", "XX-1").err
    assert "T5, H5" in unknown
    assert "3C (three-card)" in unknown


def _records(folder: Path) -> dict[str, Path]:
    """A hand as history and as record, a round and a session, written out."""
    import pitboss
    from pitboss.poker import load, phh
    from pitboss.poker.session.session import PokerSession

    hand = load("five-stud", "button", "2-4").deal({1: 6000, 2: 6000}, 1, pitboss.seeded(5))
    while not hand.done:
        seat = hand.actors[0]
        hand = hand.act(seat, "call" if hand.to_call(seat) else "check")
    round = pitboss.game("three-card").deal({1: {"ante": 500}}, shuffle=pitboss.seeded(3))
    round.act(1, "play")
    session = PokerSession.open("holdem", house="pot", limit="2-4", shuffle=pitboss.seeded(7))
    for seat, player in enumerate(("Ann", "Bob", "Cyd"), 1):
        session.sit(seat, player, 4000)
    session.deal().act(3, "fold").act(1, "fold")
    session.finish()
    session.deal()
    written = {"history": phh.write(phh.from_hand(hand)).encode(), "record": hand.dump()}
    written |= {"round": round.dump(), "session": session.dump()}
    for name, data in written.items():
        (folder / name).write_bytes(data)
    return {name: folder / name for name in written}


def test_a_hand_is_told_again_event_by_event(tmp_path: Path, command: Callable[..., Said]) -> None:
    files = _records(tmp_path)
    told = {name: command("replay", "--tell", str(file)).out for name, file in files.items()}
    for name in ("history", "record"):
        assert "Cards: player 2 4♦ 4♠ · player 1 8♣ 2♠" in told[name]
        assert "Player 2 shows 4♦ 4♠ 2♦ A♣ 4♥: three of a kind, fours" in told[name]
        assert "Player 1 mucks" in told[name]
    assert "Player 2 antes 1 " in told["history"], "a history is told in its own units"
    assert "Player 2 antes $1 " in told["record"]
    assert "Three cards to spot 1: " in told["round"]
    assert "Spot 1: play for $5" in told["round"]
    assert told["session"].count("The deck is shuffled") == 2
    assert "Bob wins" in told["session"]
    for name, file in files.items():
        assert told[name].startswith(f"{file}\n")
        assert told[name].splitlines()[-1].startswith(f"{file}: ok, ")
        assert command("replay", str(file)).out == told[name].splitlines()[-1] + "\n"


def test_the_events_of_a_replay_are_there_as_data(tmp_path: Path, command: Callable[..., Said]) -> None:
    files = _records(tmp_path)
    for name, file in files.items():
        (plain,) = json.loads(command("replay", "--json", str(file)).out)["files"]
        (one,) = json.loads(command("replay", "--json", "--tell", str(file)).out)["files"]
        assert set(one) - set(plain) == {"events", "told"}
        assert one["ok"] is True
        assert {"file", "finishing_stacks", "error"} <= set(one)
        fields = {"type", "verb", "seat", "pile", "cards", "up", "amount", "to", "words", "rule"}
        assert fields == set(one["events"][0]), name
    (history,) = json.loads(command("replay", "--json", "--tell", str(files["history"])).out)["files"]
    shown = next(event for event in history["events"] if event["verb"] == "show")
    assert shown["cards"] == "4d 4s 2d Ac 4h"
    assert [event["amount"] for event in history["events"] if event["verb"] == "ante"] == [1, 1]
    assert {"told": "Player 1 mucks", "rule": ""} in history["told"]
    (broken,) = json.loads(command("replay", "--json", "--tell", str(tmp_path / "nothing")).out)["files"]
    assert broken["events"] is None


def test_rules_are_listed_without_the_tests(tmp_path: Path) -> None:
    """As after an installation: the package alone, no tests beside it."""
    (tmp_path / "pitboss").symlink_to(ROOT / "src" / "pitboss")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from pathlib import Path\n"
        "from pitboss.rules import coverage\n"
        "coverage.checkout = lambda: None\n"
        "from pitboss.cli import main; main(['rules', 'S5', '--json'])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    assert all(each["tests"] for each in json.loads(said.stdout)["rules"])


HEARD = """
import io, sys, time
from pitboss.cli.common import progress
from pitboss.cli.common.progress import Working

class Heard(io.StringIO):
    live = True

    def isatty(self):
        return self.live

    def until(self, words):
        while words not in self.getvalue():
            time.sleep(0.01)

sys.stderr = heard = Heard()
"""
"""A script whose standard error is a terminal that it can read; it waits for words, since a busy machine is slow."""


def test_what_takes_long_says_so_within_a_second() -> None:
    from pitboss.cli.common.progress import AFTER, EVERY

    assert AFTER + EVERY < 1.1
    code = HEARD + (
        "with Working('counting') as tell:\n"
        "    heard.until('counting …'); tell(0.5); heard.until('50%')\n"
        "progress.AFTER = 3600\n"
        "with Working('nothing'): pass\n"
        "sys.__stderr__.write(heard.getvalue())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stderr.decode()
    assert "counting …" in said
    assert "50%" in said
    assert "nothing" not in said
    assert said.endswith("\r")  # the line is wiped


def test_a_line_that_stays_stands_above_the_moving_one() -> None:
    code = HEARD + (
        "live, quiet = map(int, sys.argv[1:])\n"
        "heard.live = bool(live)\n"
        "progress.AFTER = progress.EVERY = progress.LONG = 0.05\n"
        "working = Working('counting', bool(quiet))\n"
        "if not live: working.say('not proved')\n"
        "with working as tell:\n"
        "    if live and not quiet: heard.until('counting …')\n"
        "    if live: tell.say('not proved')\n"
        "    tell.what = 'counting 9 boards'; tell(1.0)\n"
        "    if live and not quiet: heard.until('100%')\n"
        "    if not live: tell._thread.join()  # it looks once, and ends\n"
        "sys.__stderr__.write(heard.getvalue())"
    )

    def said(live: bool, quiet: bool = False) -> str:
        words = [sys.executable, "-c", code, str(int(live)), str(int(quiet))]
        return subprocess.run(words, capture_output=True, check=True).stderr.decode()

    first, _, second = said(live=True).partition("not proved\n")
    assert first.endswith("\r")
    assert "counting …" in first
    assert "counting 9 boards …, 100%" in second
    assert second.endswith("\r")
    assert said(live=False) == "not proved\n"  # one line only, where lines cannot be rewritten
    assert said(live=True, quiet=True) == ""


@pytest.mark.parametrize(
    ("words", "told"), rest_long([((), True), (("--quiet",), False), (("--json",), False)], ((), True))
)
def test_advice_says_at_a_terminal_what_takes_its_time(words: tuple[str, ...], told: bool) -> None:
    code = (
        "import sys; sys.stderr.isatty = lambda: True\n"
        "from pitboss.cli import main; from pitboss.cli.common import progress; progress.AFTER = 0\n"
        "main(['advise', 'three-card', 'Qs', '6d', '4c', *sys.argv[1:]])"
    )
    said = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=True, text=True)
    assert ("three-card: working out every option …" in said.stderr) is told
    assert bool(said.stderr) is told
    assert "play" in said.stdout


def test_advice_counts_boards() -> None:
    from pitboss.cli.advise import _slow
    from pitboss.cli.common.progress import Working

    class Told(Working):
        def say(self, line: str) -> None:
            lines.append(line)

    lines: list[str] = []
    tell = Told("working", quiet=True)
    _slow(tell, "ultimate", 0, 200)
    assert len(lines) == 1
    assert "after 'pitboss prove ultimate' every answer is quick." in lines[0]
    _slow(tell, "ultimate", 100, 200)
    assert (tell.what, tell.part, len(lines)) == ("ultimate: counting 200 boards", 0.5, 1)
