"""What a user's type checker sees: full types, and an error for every missing name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

USER = """
from fractions import Fraction
import pitboss
from pitboss import house, poker

game = pitboss.game("three-card")
round = game.deal({1: {"ante": 500}}, shuffle=pitboss.seeded(7))
edge: Fraction = game.prove(only="pair-plus")["pair-plus"].edge
best: str = game.advise("Qs 6d 4c").best
words: str = round.act(1, "play").events[0].verb
hold = pitboss.game("holdem", house="pot", limit="2-4")
hand = hold.deal(stacks={1: 4000, 2: 4000}, button=1, shuffle=pitboss.live())
cents: int = hand.legal(1)[0].cents
share: Fraction = pitboss.equity("holdem", "AA", "KK").shares[0].equity
value: int = pitboss.evaluate("As Ks Qs Js Ts").value
kinds: set[str] = {each.kind for each in pitboss.games()}
table = poker.PokerSession.open(house="button", limit="2-4", shuffle=pitboss.seeded(1))
chips: dict[str, int] = table.chips()
edge_of: Fraction = pitboss.prove("three-card")["ante"].edge
piles: dict[str, tuple[int, ...]] = house.load("top5").session(pitboss.seeded(1)).piles("rail")
played: bool = pitboss.simulate("three-card", 1000, only="pair-plus")["pair-plus"].within
"""

MISTAKES = {
    "game.dael()": '"HouseGame" has no attribute "dael"',
    "pitboss.gmae('top5')": 'Module has no attribute "gmae"',
    "hand.lgeal(1)": '"Hand" has no attribute "lgeal"',
    "round.act('1', 'play')": 'incompatible type "str"; expected "int"',
    "pitboss.evaluate(5)": 'incompatible type "int"; expected "str"',
    "poker.laod('holdem')": 'Module has no attribute "laod"',
    "house.laod('top5')": 'Module has no attribute "laod"',
    "table.dael()": '"PokerSession" has no attribute "dael"',
    "pitboss.prove('top5').edge": '"ProofResult" has no attribute "edge"',
}


def mypy(folder: Path, text: str) -> str:
    file = folder / "user.py"
    file.write_text(text)
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(folder / "cache")]
    return subprocess.run([*words, str(file)], capture_output=True, text=True, cwd=folder).stdout


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """The complaints about the user's lines and, after them, one line for each mistake; all in one run."""
    said = mypy(tmp_path_factory.mktemp("user"), USER + "\n".join(MISTAKES) + "\n")
    lines: dict[int, str] = {}
    for complaint in said.splitlines():
        assert complaint.startswith("user.py:"), complaint
        number, sentence = complaint.removeprefix("user.py:").split(":", 1)
        lines[int(number)] = lines.get(int(number), "") + sentence
    return lines


@pytest.mark.long
def test_what_the_documentation_shows_has_full_types(checked: dict[int, str]) -> None:
    first = USER.count("\n") + 1
    assert not {number: words for number, words in checked.items() if number < first}


@pytest.mark.long
@pytest.mark.parametrize("mistake", [*MISTAKES])
def test_a_misspelt_name_is_an_error(checked: dict[int, str], mistake: str) -> None:
    number = USER.count("\n") + 1 + list(MISTAKES).index(mistake)
    assert MISTAKES[mistake] in checked[number]
