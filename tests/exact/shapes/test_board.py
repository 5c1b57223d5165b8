"""Boards revealed between decisions, with a hidden hand at the end (shape C)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss import house
from pitboss.cards import FULL, deck
from pitboss.exact.counts import Memory
from pitboss.exact.figures import ProofResult
from pitboss.exact.question import Question
from pitboss.exact.script.course import course
from pitboss.exact.script.views import Outside
from pitboss.exact.shapes.board.board import BoardShowdown
from pitboss.exact.shapes.board.boards import Boards, Exchanges, all_sets, places
from pitboss.exact.shapes.board.keep import carry
from pitboss.exact.shapes.streets.streets import OpenStreets
from pitboss.exact.stakes import combination
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import game_file
from tests.exact.small import counted, cut
from tests.exact.test_foreign_games import agrees

FOUR_STREETS = Path(__file__).parents[1] / "games" / "four-streets.toml"
STAKES = {"casino-holdem": {"ante": 1}, "ultimate": {"ante": 1}}


def four_streets(cards: Any = 52) -> Definition:
    return game_file.parse(FOUR_STREETS.read_text(), str(FOUR_STREETS), (("deck", cards), ("spots", 1)))


def reveal(game: Definition, stakes: dict[str, int]) -> BoardShowdown:
    return BoardShowdown(course(game, combination(game, stakes).stakes))


# Boards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "many"), [(0, 1), (1, 13), (2, 169), (3, 1_755), (4, 16_432), (5, 134_459)])
def test_boards_up_to_exchanging_suits(size: int, many: int) -> None:
    boards = Boards(Exchanges(FULL), size)
    assert len(boards) == many
    assert boards.weights.sum() == len(all_sets(52, size))


@pytest.mark.parametrize("spec", [52, 53, {"ranks": "9-A", "suits": 3}, {"ranks": "T-A", "suits": 2, "joker": True}])
def test_parts_of_a_board_are_turned_into_canonical_ones(spec: Any) -> None:
    exchanges = Exchanges(deck(spec))
    before, after = Boards(exchanges, 2), Boards(exchanges, 3)
    numbers, turns = before.parents(after)
    for board, row, turned in zip(after.rows[:200], numbers, turns, strict=False):
        for part, number, turn in zip(combinations(board, 2), row, turned, strict=True):
            assert sorted(exchanges.turns[turn][list(part)]) == before.rows[number].tolist()
    starts, fixing = before.fixing
    assert (np.diff(starts) * before.weights == len(exchanges)).all()
    for at, board in enumerate(before.rows):
        for turn in fixing[starts[at] : starts[at + 1]]:
            assert sorted(exchanges.turns[turn][board]) == board.tolist()


def test_places_number_the_sets() -> None:
    assert places(all_sets(9, 3)).tolist() == list(range(84))


# Showdowns -------------------------------------------------------------------------------------------------------


def direct(game: Definition, own: list[int], board: list[int]) -> list[int]:
    """Split all hidden hands into the four parts of a showdown by valuing each."""
    mine, theirs = game.hands["player"], game.hands["dealer"]
    value = mine.ranking.value([*own, *board])
    counts = [0] * 4
    rest = [card for card in game.deck if card not in (*own, *board)]
    for hidden in combinations(rest, 2):
        other = theirs.ranking.value([*hidden, *board])
        side = (value > other) - (value < other)
        if value >= theirs.qualifies:
            counts[0 if other < theirs.qualifies else 2 - side] += 1
        else:
            counts[1 - side if other < theirs.qualifies else 3] += 1
    return counts


@pytest.mark.parametrize("name", STAKES)
def test_showdowns_are_counted_as_by_going_through_all_hidden_hands(name: str) -> None:
    game = house.load(name).definition
    shape = reveal(game, STAKES[name])
    random = Random(5)
    boards, hands = shape.boards[-1].rows, shape.grids.own
    qualifies = game.hands["dealer"].qualifies
    met = 0
    low = high = 0
    for at in random.sample(range(len(boards)), 50):
        facts, counts, _, _ = shape._showdown(at, at + 1)
        values = shape.grids.values("player", boards[at : at + 1])[0].astype(int) - 1
        living = [h for h in range(len(hands)) if values[h] >= 0]
        # The boundary: hands that just reach the dealer's qualifier, or just do not, and the best and worst there are.
        by_value = sorted(living, key=lambda h: (abs(values[h] - qualifies), h))
        chosen = {by_value[0], max(living, key=values.__getitem__), min(living, key=values.__getitem__)}
        chosen |= set(random.sample(living, 2))
        for h in chosen:
            right = direct(game, hands[h].tolist(), boards[at].tolist())
            assert counts[:, h].tolist() == right
            low, high = low + (values[h] < qualifies), high + (values[h] >= qualifies)
            met += 1
        assert facts.shape == (len(hands),)
    assert met >= 200
    assert low
    assert high


def test_hands_of_different_sizes_meet() -> None:
    """Three cards against one: the sweep of hands of unequal size, compared with plain streets."""
    text = FOUR_STREETS.read_text().replace('"player", cards = 2', '"player", cards = 3')
    text = text.replace('"dealer", cards = 2', '"dealer", cards = 1').replace(
        '"board", cards = 5', '"board", cards = 3'
    )
    text = text.replace('"board", cards = 3 },\n  { decide = "flop"', '"board", cards = 1 },\n  { decide = "flop"')
    text = text.replace('"standard"', '"three-card"')
    game = game_file.parse(text, "unequal.toml", (("deck", {"ranks": "T-A", "suits": 2}), ("spots", 1)))
    agree(game, {"ante": 1})


def agree(game: Definition, stakes: dict[str, int]) -> None:
    """Both shapes count the same number of deals for each ending."""
    group = combination(game, stakes)
    found = course(game, group.stakes)
    ours, plain = counted(BoardShowdown(found), group), counted(OpenStreets(found), group)
    assert ours.ev == plain.ev
    assert ours.nets == plain.nets
    assert ours.lines == plain.lines


@pytest.mark.parametrize(
    ("name", "stakes"),
    [
        ("casino-holdem", {"ante": 1}),
        ("casino-holdem", {"ante": 2, "aa-bonus": 3}),
        ("ultimate", {"ante": 1}),
        ("ultimate", {"ante": 1, "trips": 5}),
    ],
)
def test_two_ways_of_counting_agree_on_every_ending(name: str, stakes: dict[str, int]) -> None:
    agree(cut(name, {"ranks": "Q-A", "suits": 4}), stakes)


def test_four_streets_agree_with_plain_stages() -> None:
    agree(four_streets({"ranks": "Q-A", "suits": 4}), {"ante": 1})


def test_a_pool_of_threads_changes_nothing() -> None:
    game = cut("ultimate", {"ranks": "J-A", "suits": 4})
    alone = reveal(game, {"ante": 1}).run()
    seen: list[tuple[int, int]] = []
    with ThreadPoolExecutor(3) as pool:
        shape = reveal(game, {"ante": 1})
        shape.watch = lambda done, boards: seen.append((done, boards))
        together = shape.run(0, pool)
    assert alone == together
    assert seen[-1][0] == seen[-1][1]
    assert seen == sorted(seen)


@pytest.mark.parametrize("name", ["ultimate", "casino-holdem"])
def test_many_private_hands_take_boards_a_few_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = cut(name, {"ranks": "J-A", "suits": 3})
    stakes = {"ante": 1}
    whole = reveal(game, stakes)
    assert (whole.part, whole.batch) == (32, 512)
    monkeypatch.setattr("pitboss.exact.shapes.board.layout.PART_SIZE", 3 * comb(12, 2))
    monkeypatch.setattr("pitboss.exact.shapes.board.layout.BATCH_SIZE", 7 * comb(12, 2))
    sliced = reveal(game, stakes)
    assert (sliced.part, sliced.batch) == (3, 7)
    assert sliced.run() == whole.run()


# What flows back -------------------------------------------------------------------------------------------------


def test_only_what_is_not_a_multiple_flows_back() -> None:
    shape = reveal(house.load("ultimate").definition, {"ante": 1})
    # Checked so far; raised 2x, 3x and 4x, where two of them determine the third.
    assert len(shape.setting.streets[-1].entry) == 4
    assert len(shape.carried.places) == 3
    sums = np.arange(6, dtype=np.int64).reshape(1, 3, 2) * 7
    back = shape.carried.recover(sums, np.ones((1, 2), dtype=bool), 11)
    assert (back[3] == 2 * back[2] - back[1]).all()


def test_a_fold_is_worth_the_same_everywhere_and_need_not_flow_back() -> None:
    shape = reveal(house.load("casino-holdem").definition, {"ante": 1})
    assert len(shape.carried.places) == 1
    assert carry(shape.setting.streets[-1], shape.pay.worth).fixed.tolist() == [-shape.pay.scale, 0]


# Advice ----------------------------------------------------------------------------------------------------------


def test_advice_before_the_board_comes_from_the_solved_streets() -> None:
    game = cut("ultimate", {"ranks": "T-A", "suits": 2})
    shape = reveal(game, {"ante": 1})
    own = game.deck.cards[:2]
    slow = shape.advise(Question(own, {}))
    shape.solve()
    assert shape.advise(Question(own, {})) == slow
    total = sum(max(w.ev for w in shape.advise(Question(hand, {}))) for hand in combinations(game.deck.cards, 2))
    group = combination(game, {"ante": 1})
    assert total / 45 == counted(shape, group).ev


# Refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "stakes", "words"),
    [
        ("let-it-ride", {"bet-3": 1}, "has no hand to beat"),
        ("caribbean", {"ante": 1}, "shows cards of dealer before the end"),
    ],
)
def test_other_structures_are_refused(name: str, stakes: dict[str, int], words: str) -> None:
    with pytest.raises(Outside, match=f"step [0-9]+ of the script {words}"):
        reveal(house.load(name).definition, stakes)


def test_a_second_board_is_named() -> None:
    second = '"board", cards = 4 },\n  { deal = "side", cards = 1, face = "up" }'
    text = FOUR_STREETS.read_text().replace('"board", cards = 5 }', second).replace("cards = 3 }", "cards = 2 }")
    text = text.replace(', "board"]', ', "board", "side"]')
    with pytest.raises(Outside, match="step 4 of the script deals side as well as board"):
        reveal(game_file.parse(text, "two-boards.toml"), {"ante": 1})


def test_a_proof_that_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = cut("ultimate", {"ranks": "J-A", "suits": 4})
    monkeypatch.setattr("pitboss.exact.shapes.board.layout.BATCH", 64)
    monkeypatch.setattr("pitboss.exact.shapes.board.keep.EVERY", 64 * comb(16, 2))
    monkeypatch.setattr("pitboss.store.folder", lambda: tmp_path)

    def stop_at(board: int) -> tuple[list[int], Any]:
        seen: list[int] = []

        def watch(done: int, boards: int) -> None:
            seen.append(done)
            if done >= board:
                raise KeyboardInterrupt

        shape = reveal(game, {"ante": 7}).remembering(Memory())
        shape.watch = watch
        try:
            return seen, shape.run()
        except KeyboardInterrupt:
            return seen, None

    boards = len(Boards(Exchanges(game.deck), 5))
    first, none = stop_at(128)
    second, nothing = stop_at(boards + 128)
    third, tally = stop_at(1 << 30)
    assert none is nothing is None
    assert first == [64, 128]
    assert second[0] == 192  # the first half resumes after what was summed
    assert third[0] > boards + 128  # so does the second half, with the first one known
    assert tally == reveal(game, {"ante": 7}).run()


# The whole deck --------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "ev", "published", "fold"),
    [
        ("casino-holdem", Fraction(-1363917077, 63213204600), "2.16%", "18.01%"),
        ("ultimate", Fraction(-50643648973, 2317817502000), "2.18%", "19.18%"),
    ],
)
def test_whole_decks_prove_to_the_published_edge(name: str, ev: Fraction, published: str, fold: str) -> None:
    game = house.load(name).definition
    group = combination(game, STAKES[name])
    shape = BoardShowdown(course(game, group.stakes))
    with ThreadPoolExecutor(2) as pool:
        tally = shape.run(0, pool)
    from pitboss.exact.figures import figures

    found = figures(game, group.key, group.stakes, tally)
    assert found.deals == shape.deals == 27_813_810_024_000
    assert found.ev == ev
    assert f"{float(found.edge):.2%}" == published
    assert f"{float(found.fold):.2%}" == fold
    agrees(name, ProofResult(game.id, game.version, {game.unit: found}))


@pytest.mark.long
def test_a_game_nobody_wrote_for_proves_to_its_known_edge() -> None:
    """A bet on every street, the ante paid on a straight or better: known to cost 2.04%, 0.53% of all that is bet."""
    game = four_streets()
    group = combination(game, {"ante": 1})
    found = counted(BoardShowdown(course(game, group.stakes)), group)
    assert found.ev == Fraction(-578107733, 28381438800)
    assert f"{float(found.edge):.2%}" == "2.04%"
    assert f"{float(found.element_of_risk):.2%}" == "0.53%"
