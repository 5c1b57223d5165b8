"""Scripts that branch too much are refused on an estimate, in one sentence, by ``check`` and by proofs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from pitboss.errors import PitbossError
from pitboss.exact.script import course, one_decision, views
from pitboss.exact.script.one_decision import outline
from pitboss.exact.script.views import Outside, TooLarge
from pitboss.exact.shape import recognise
from pitboss.exact.shapes.board import layout
from pitboss.exact.shapes.streets import streets
from pitboss.house import library
from pitboss.house.vocabulary import game_file
from tests.work import calls

BASE = (Path(pitboss.__file__).parent / "games" / "house" / "three-card.toml").read_text(encoding="utf-8")
DECIDE = '  { decide = "play"'


def take_backs(many: int) -> str:
    """Three Card Poker with side wagers that may be taken back one after the other."""
    steps = "".join(f'  {{ decide = "d{index}" }},\n' for index in range(many))
    decisions = "".join(
        f'd{index} = [ {{ say = "ride" }}, {{ say = "take", take = "w{index}" }} ]\n' for index in range(many)
    )
    wagers = "".join(
        f'[wager.w{index}]\ninitial = "alone"\nfold = "lose"\nshown = ["table", "lose"]\ntable = {{ "pair" = 1 }}\n'
        for index in range(many)
    )
    return BASE.replace(DECIDE, steps + DECIDE).replace("[decision]\n", "[decision]\n" + decisions) + wagers


def peeled(piles: int, cards: int) -> str:
    """Three Card Poker with cards turned up and discarded before the decision, in several piles or one."""
    steps = "".join(
        f'  {{ deal = "b{index % piles}", cards = {cards}, face = "up" }},\n'
        f'  {{ discard = "b{index % piles}", up_at_least = "A" }},\n'
        for index in range(14 if piles == 1 else piles)
    )
    return BASE.replace(DECIDE, steps + DECIDE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (take_backs(14), "ways to decide; ask for fewer decisions"),
        (peeled(6, 3), "the cards can lie in more than 2,000 ways"),
    ],
)
def test_check_refuses_what_multiplies(text: str, words: str, tmp_path: Path) -> None:
    problems = game_file.check(text, "own.toml")
    assert [problem for problem in problems if words in problem.sentence and problem.key.startswith("script[")]
    file = tmp_path / "own.toml"
    file.write_text(text)
    for refused in (pitboss.prove, lambda name: pitboss.advise(name, "As Ks Qs")):
        with pytest.raises(PitbossError, match=r"own\.toml, line \d+: script\["):
            refused(file)
        assert calls(lambda refused=refused: _refused(refused, file)) < 500_000


def _refused(ask: Callable[..., object], *words: object) -> None:
    with suppress(PitbossError):
        ask(*words)


def shown(steps: int, cards: int, discard: bool) -> str:
    """Three Card Poker with cards of one pile turned up before the decision, those of a king or higher taken away."""
    taken = '  { discard = "b", up_at_least = "K" },\n' if discard else ""
    return BASE.replace(DECIDE, f'  {{ deal = "b", cards = {cards}, face = "up" }},\n{taken}' * steps + DECIDE)


@pytest.mark.parametrize(
    ("text", "step"), [(peeled(1, 1), 9), (shown(4, 1, True), 9), (shown(1, 6, False), 3)], ids=["14", "4", "6 up"]
)
def test_public_states_that_multiply_are_refused_before_they_are_listed(text: str, step: int, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text)
    assert game_file.check(text, "own.toml") == []

    def prove() -> None:
        pitboss.prove(file, only="ante")

    with pytest.raises(
        TooLarge,
        match=rf"^step {step} of the script shows [\d,]+ or more different tables, each a separate proof \(at most "
        r"10,000\); simplify the script or prove it on a smaller deck\.$",
    ):
        prove()
    assert calls(lambda: _refused(prove)) < 4_000_000  # 10,000 tables alone would take many times more


def test_the_least_number_of_public_states_is_never_more_than_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """So nothing that fits is refused: with a limit of exactly the number of states, all are listed."""
    for text in (shown(2, 1, True), shown(1, 3, False), shown(3, 1, False), peeled(2, 1)):
        game = game_file.parse(text, "own.toml")
        stakes = {"ante": Fraction(1)}
        states = len(outline(game, stakes).publics)
        with monkeypatch.context() as patched:
            patched.setattr(views, "MOST_STATES", states)
            assert len(outline(game, stakes).publics) == states


def test_five_cards_face_up_are_carried_as_a_board() -> None:
    """As public states of one decision there would be 134,459; as a board the proof takes some minutes."""
    game = game_file.parse(shown(1, 5, False), "own.toml")
    assert recognise(game, {"ante": Fraction(1)}).name == "reveal"


def test_hands_beside_many_tables_are_refused_for_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_file.parse(shown(1, 1, False), "own.toml")
    situations = outline(game, {"ante": Fraction(1)}).situations
    monkeypatch.setattr(one_decision, "MOST_SITUATIONS", situations - 1)
    with pytest.raises(TooLarge, match=rf"step 4 of the script is reached in {situations:,} situations"):
        outline(game, {"ante": Fraction(1)})


@pytest.mark.parametrize(
    ("most", "value", "words"),
    [
        ("MOST_WORTHS", 100_000_000, r"3,528,044 situations, with up to 49 combinations of decisions in each"),
        ("MOST_BYTES", 1_000_000, r"situations take \d+ GiB at once"),
        ("MOST", 3_000_000, r"3,528,044 situations, too many to lay out"),
    ],
)
def test_streets_that_multiply_are_refused(most: str, value: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streets, most, value)
    with pytest.raises(TooLarge, match=words):
        recognise(library.definition("mississippi"), {"ante": Fraction(1)})


def test_hands_of_many_cards_are_refused_before_they_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def listed(*_: object) -> None:
        raise AssertionError("the first hands were listed")

    monkeypatch.setattr(streets, "canonical_hands", listed)
    monkeypatch.setattr(streets, "MOST", 100_000)
    with pytest.raises(TooLarge, match="situations, too many to lay out"):
        recognise(library.definition("mississippi"), {"ante": Fraction(1)})


def test_a_board_of_too_many_situations_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "MOST", 1_000_000)
    with pytest.raises(TooLarge, match=r"leaves about 362,761,776 situations \(at most 1,000,000\)"):
        recognise(library.definition("ultimate"), {"ante": Fraction(1), "blind": Fraction(1)})


def test_commitments_that_multiply_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "MOST_COMMITMENTS", 3)
    game = game_file.parse(take_backs(3), "own.toml")
    with pytest.raises(Outside, match="leaves more than 3 combinations of decisions"):
        course.course(game, {"ante": Fraction(1), "w0": Fraction(1), "w1": Fraction(1), "w2": Fraction(1)})
