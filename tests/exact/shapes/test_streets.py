"""Staged reveals (shape A2): exact figures, the course of a round, rows and their parts, advice, refusals."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss import house
from pitboss.cards import parse
from pitboss.errors import PitbossError
from pitboss.exact.figures import figures, merge
from pitboss.exact.induction import keys, many, parents, rows, seen_before
from pitboss.exact.question import AdviceError, Question
from pitboss.exact.script.course import course
from pitboss.exact.script.views import Outside
from pitboss.exact.shape import recognise
from pitboss.exact.shapes.streets.streets import OpenStreets, first_hands
from pitboss.exact.stakes import combination, groups
from pitboss.house.vocabulary import game_file
from tests.exact.small import counted, cut, proved

RIDE = {"bet-1": Fraction(1), "bet-2": Fraction(1), "bet-3": Fraction(1)}
ANTE = {"ante": Fraction(1)}


def game(name: str) -> house.Definition:
    return house.load(name).definition


# Figures ---------------------------------------------------------------------------------------------------------


def test_bets_taken_back_prove_to_the_published_edge() -> None:
    found = proved(game("let-it-ride"), {"bet-3": 1})
    assert found.ev == Fraction(-37963, 1082900)
    assert f"{float(found.edge):.4%}" == "3.5057%"
    assert found.deals == 22_100 * 49 * 48
    assert found.fold == 0
    assert found.stakes == RIDE
    # One to three bets: the player leaves the first standing in 6.8% of hands and the second in 16.4%.
    assert round(float(found.average_wager), 4) == 1.2321
    assert found.largest[0] == 3000
    assert sum(found.nets.values()) == found.deals


def test_bets_added_prove_to_the_published_edge() -> None:
    found = proved(game("mississippi"), {"ante": 1})
    assert found.ev == Fraction(-53223, 1082900)
    assert f"{float(found.edge):.2%}" == "4.91%"
    assert found.win + found.push + found.lose == 1
    assert found.largest[0] == 500 * (1 + 1 + 3 + 3)  # two cards of a royal are worth only one ante on third street
    folded = sum(line.count for line in found.lines if line.wager == "ante" and line.outcome == "fold")
    assert found.fold == Fraction(folded, found.deals)


def test_lines_of_every_wager_add_up_to_its_expectation() -> None:
    found = proved(game("let-it-ride"), {"bet-3": 1})
    assert sum(line.returned for line in found.lines) == found.ev
    assert sum(line.count for line in found.lines if line.wager == "bet-3") == found.deals


def test_a_side_bet_beside_the_main_one_adds_its_own_expectation() -> None:
    both = proved(cut("let-it-ride", {"ranks": "T-A", "suits": 4}), {"bet-3": 1, "three-card-bonus": 2})
    main = proved(cut("let-it-ride", {"ranks": "T-A", "suits": 4}), {"bet-3": 1})
    group = next(g for g in groups(cut("let-it-ride", {"ranks": "T-A", "suits": 4})) if g.key == "three-card-bonus")
    side = counted(recognise(group.game, group.stakes), group)
    assert both.ev == main.ev + 2 * side.ev


def test_a_changed_cell_changes_decisions() -> None:
    usual = game("let-it-ride")
    generous = game_file.changed(usual, **{'wager.bet-1.table."pair of T"': 3})
    before, after = proved(usual, {"bet-3": 1}), proved(generous, {"bet-3": 1})
    pairs = sum(line.count for line in before.lines if line.hand == "pair of T" and line.wager == "bet-3")
    # Paying 2 more on a pair of tens gains more than it would with unchanged play: more bets are left standing.
    kept = sum(line.count for line in before.lines if line.hand == "pair of T")
    assert after.ev > before.ev + Fraction(2 * kept, before.deals)
    assert after.average_wager > before.average_wager
    assert pairs == sum(line.count for line in after.lines if line.hand == "pair of T" and line.wager == "bet-3")


def test_jobs_give_the_same_in_any_pool_and_order() -> None:
    shape = OpenStreets(course(game("let-it-ride"), RIDE))
    assert shape.jobs > 1
    with ThreadPoolExecutor(3) as pool:
        there = list(pool.map(shape.run, range(shape.jobs)))
    here = [OpenStreets(shape.course).run(job) for job in reversed(range(shape.jobs))]
    assert there == here[::-1]
    found = figures(shape.course.game, "bet-3", RIDE, merge(there))
    assert found.deals == shape.deals


# The course ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "stakes", "shown", "leaving"),
    [
        ("let-it-ride", RIDE, [(0,), (1,), (2,)], [2, 4, 4]),
        ("mississippi", ANTE, [(0,), (1,), (2,), (3,)], [4, 13, 40, 40]),
        ("ultimate", {"ante": Fraction(1), "blind": Fraction(1)}, [(0, 0), (0, 3), (0, 5), (2, 5)], [3, 4, 5, 5]),
        ("casino-holdem", ANTE, [(0, 3), (2, 5)], [2, 2]),
    ],
)
def test_streets_and_commitments_follow_from_the_script(
    name: str, stakes: dict[str, Fraction], shown: list[tuple[int, ...]], leaving: list[int]
) -> None:
    found = course(game(name), stakes)
    assert [street.shown for street in found.streets] == shown
    assert [len(street.leaving) for street in found.streets] == leaving


def test_a_hand_judged_early_is_remembered() -> None:
    found = course(game("casino-holdem"), {"ante": Fraction(1), "aa-bonus": Fraction(1)})
    assert [judgement.hand for judgement in found.early] == ["flop"]
    classes = len(found.facts[found.early[0]].facts)
    assert len(found.streets[0].leaving) == 2 * classes


@pytest.mark.parametrize(
    ("name", "stakes", "words"),
    [
        ("holdout", {"final": Fraction(1)}, "step [0-9]+ of the script lets cards be exchanged"),
        ("six54", ANTE, "step [0-9]+ of the script takes cards out of dealer"),
    ],
)
def test_what_the_streets_do_not_carry_is_refused_naming_the_step(
    name: str, stakes: dict[str, Fraction], words: str
) -> None:
    with pytest.raises(Outside, match=words):
        course(game(name), stakes)


def test_too_many_rows_are_refused_before_they_are_laid_out() -> None:
    with pytest.raises(Outside, match="too many to lay out"):
        OpenStreets(course(game("four-card"), ANTE))


def test_sums_that_would_not_fit_are_refused() -> None:
    huge = {key: stake * 10**17 for key, stake in RIDE.items()}
    with pytest.raises(PitbossError, match="too large to be summed exactly"):
        OpenStreets(course(game("let-it-ride"), huge)).run(0)


# Rows ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(0,), (3,), (2, 1), (1, 0, 2), ()])
def test_rows_are_all_sets_of_every_pile(sizes: tuple[int, ...]) -> None:
    found = rows(7, sizes)
    assert len(found) == many(7, sizes)
    assert len({tuple(row) for row in found.tolist()}) == len(found)
    assert all(len(set(row)) == sum(sizes) for row in found.tolist())
    assert (np.diff(keys(found)) > 0).all()


def test_parents_are_the_rows_seen_before() -> None:
    before, now = (1, 0), (2, 1)
    earlier, after = rows(6, before), rows(6, now)
    for row, numbers in zip(after.tolist(), parents(after, now, before, earlier).tolist(), strict=True):
        assert sorted(earlier[number].tolist() for number in numbers) == sorted([card] for card in row[:2])
    assert seen_before((3,), (2,)) == [[0, 1], [0, 2], [1, 2]]


@pytest.mark.parametrize("name", ["let-it-ride", "mississippi"])
def test_first_hands_stand_for_all_hands(name: str) -> None:
    found = course(game(name), RIDE if name == "let-it-ride" else ANTE)
    first = first_hands(found)
    assert first.weights.sum() == len(list(combinations(range(52), found.own)))


# Advice ----------------------------------------------------------------------------------------------------------


def test_the_best_advice_over_all_first_hands_is_the_expectation() -> None:
    shape = OpenStreets(course(cut("let-it-ride", {"ranks": "T-A", "suits": 2}), RIDE))
    first = first_hands(shape.course)
    best = [max(worth.ev for worth in shape.advise(Question(tuple(own), {}))) for own in first.cards.tolist()]
    total = sum(weight * ev for weight, ev in zip(first.weights.tolist(), best, strict=True))
    group = combination(shape.course.game, {"bet-3": 1})
    assert total / int(first.weights.sum()) == counted(shape, group).ev


def test_advice_on_the_last_decision_is_a_plain_average() -> None:
    shape = OpenStreets(course(game("let-it-ride"), RIDE))
    own, board = parse("Th Jh Qh"), parse("Kh")
    found = {worth.action: worth.ev for worth in shape.advise(Question(tuple(own), {"board": board}, ["let it ride"]))}
    ranking = game("let-it-ride").hands["player"].ranking
    table = {line.hand: line.odds for line in game("let-it-ride").wagers["bet-1"].tables[""].lines}
    total = Fraction(0)
    rest = [card for card in range(52) if card not in (*own, *board)]
    for card in rest:
        value = ranking.value((*own, *board, card))
        total += next((odds for line, odds in table.items() if value >= ranking.threshold(line)), Fraction(-1))
    assert found == {"let it ride": 3 * total / len(rest), "take back": 2 * total / len(rest)}


@pytest.mark.parametrize(
    ("own", "board", "did", "words"),
    [
        (
            "Th Jh",
            "",
            [],
            "made with 3 own cards and 0 board cards, or with 3 own cards and 1 board card; you gave 2 own",
        ),
        ("Th Jh Qh", "2c 3c", ["let it ride"], "you gave 3 own cards and 2 board cards"),
        ("Th Jh Qh", "2c", [], "an answer is missing for the decision 'first'"),
        ("Th Jh Qh", "2c", ["fold"], "'fold' is not an option of the decision 'first'"),
        ("Th Jh Qh", "", ["let it ride", "let it ride"], "nothing is left to decide|one decision too many"),
    ],
)
def test_advice_says_what_it_needs(own: str, board: str, did: list[str], words: str) -> None:
    shape = OpenStreets(course(game("let-it-ride"), RIDE))
    with pytest.raises(AdviceError, match=words):
        shape.advise(Question(parse(own), {"board": parse(board)}, did))
