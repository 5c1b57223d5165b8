"""What-if: solving a changed pay cell from cached counts gives every figure of a fresh proof of the changed game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pitboss import house
from pitboss.exact import counts, solver
from pitboss.exact.cards import hands
from pitboss.exact.figures import Figures
from pitboss.exact.request import prove
from pitboss.exact.shapes import histogram
from pitboss.exact.shapes.holding import holds
from pitboss.exact.shapes.showdown import situation
from pitboss.exact.shapes.streets import streets
from pitboss.exact.sheet.changes import PayCellError, with_pay
from pitboss.exact.sheet.model import sensitivity
from pitboss.exact.solver import Progress
from pitboss.exact.stakes import groups
from pitboss.house.definition import Definition
from tests.exact.small import cut, placements
from tests.examples import examples, rest_long
from tests.house.definitions import SHAPES, Drawn, definitions

KEPT = "solved from the cached counts of an earlier proof"


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Iterator[None]:
    """An empty cache of counts and proofs; compiled code and ranking tables are shared."""
    kept = counts._InMemory()
    monkeypatch.setattr(counts, "_cached", kept)
    monkeypatch.setattr(counts, "KIND", f"test-{tmp_path.name}")
    monkeypatch.setattr(counts, "PROOF_KIND", f"test-proof-{tmp_path.name}")
    written: dict[tuple[str, str], bytes] = {}
    real_load, real_save = counts.store.load, counts.store.save

    def load(kind: str, key: str, base: Any = None) -> bytes | None:
        return written.get((kind, key)) if kind.startswith("test-") else real_load(kind, key, base)

    def save(kind: str, key: str, data: bytes, base: Any = None) -> None:
        if kind.startswith("test-"):
            written[kind, key] = data
        else:
            real_save(kind, key, data, base)

    monkeypatch.setattr(counts.store, "load", load)
    monkeypatch.setattr(counts.store, "save", save)
    return iter(())


def told(figures: Figures) -> tuple[Any, ...]:
    """Every figure, as fractions and counts."""
    return (
        *(figures.stakes, figures.deals, figures.nets, figures.lines, figures.average_wager, figures.fold),
        *(figures.shown, figures.ev, figures.variance, figures.win, figures.push, figures.lose, figures.largest),
    )


# A game of every shape that caches counts: its deck, a stake group, and three cells: an ordinary change, one that
# changes the play, and one that makes a lower hand pay more than a higher one.
CASES: Mapping[str, tuple[Mapping[str, Any] | None, str, str, tuple[str, ...]]] = {
    "showdown": (None, "three-card", "ante", ("ante/bonus:straight=2", "ante/bonus:straight=60")),
    "showdown, options by hand": (None, "crazy4", "ante", ("super-bonus:flush=9", "super-bonus:straight=300")),
    "showdown, cards held": (
        {"ranks": "8-A", "suits": 3},
        *("top5", "ante", ("bet:flush=2", "bet:straight=90", "bet:high card=30", "bet:flush=3 to 2")),
    ),
    "showdown, qualifier": (
        {"ranks": "8-A", "suits": 3},
        *("caribbean", "ante", ("raise:flush=9", "raise:straight=90", "raise:high card=20")),
    ),
    "choice": ({"ranks": "8-A", "suits": 3}, "top5", "tens/1", ("tens/1:flush=9", "tens/1:straight=90")),
    "dead cards": (
        {"ranks": "8-A", "suits": 3},
        *("six54", "ante", ("ante/bonus:straight flush=3", "ante/bonus:straight flush=90")),
    ),
    "holding": (
        {"ranks": "9-A", "suits": 3},
        "holdout",
        "final",
        ("final:flush=3", "final:flush=90", "final:straight=0"),
    ),
    "stages": (None, "let-it-ride", "bet-3", ("bet-1:flush=20", "bet-1:pair of T=40")),
    "streets": ({"ranks": "8-A", "suits": 4}, "mississippi", "ante", ("ante:flush=20", "ante:pair of 6=9")),
    "choice that stands": (None, "three-card", "pair-plus", ("pair-plus:flush=9", "pair-plus:pair=30")),
    "count": (None, "six54", "queens-up/1", ("queens-up/1:flush=9", "queens-up/1:pair of Q=30")),
    "board": ({"ranks": "Q-A", "suits": 3}, "casino-holdem", "ante", ("ante:full house=9", "ante:full house=90")),
}


def loaded(name: str, deck: Mapping[str, Any] | None) -> Definition:
    return cut(name, deck) if deck else house.load(name).definition


@pytest.mark.parametrize("case", rest_long(CASES, *(case for case in CASES if case != "holding")))
def test_a_changed_cell_is_the_proof_of_the_changed_game(case: str) -> None:
    deck, name, group, cells = CASES[case]
    game = loaded(name, deck)
    before = prove(game, only=group)[group]
    for cell in cells:
        changed = with_pay(game, cell)
        found = prove(changed, only=group)[group]
        again = prove(changed, only=group)[group]
        fresh = prove(changed, only=group, fresh=True)[group]
        assert told(found) == told(fresh), cell
        assert told(again) == told(fresh), cell
        assert found.ev != before.ev, cell
    assert told(prove(game, only=group)[group]) == told(before)


@pytest.mark.parametrize("case", ["showdown", "showdown, options by hand"])
def test_threads_that_share_one_state_count_and_keep_the_same(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deck, name, group, cells = CASES[case]
    game = loaded(name, deck)
    alone = prove(game, only=group, fresh=True)[group]
    monkeypatch.setattr(hands, "SHARE", 50)  # otherwise only long lists of hands are split
    assert told(prove(game, only=group, threads=3, fresh=True)[group]) == told(alone)
    found = prove(with_pay(game, cells[0]), only=group, threads=3)[group]
    assert KEPT in found.work
    assert told(found) == told(prove(with_pay(game, cells[0]), only=group, fresh=True)[group])


@pytest.mark.parametrize("case", ["showdown, cards held", "showdown, qualifier", "streets"])
def test_a_cell_changes_what_is_played(case: str) -> None:
    deck, name, group, cells = CASES[case]
    game = loaded(name, deck)
    before = prove(game, only=group)[group]
    after = prove(with_pay(game, cells[-2 if case == "showdown, cards held" else -1]), only=group)[group]
    assert (after.fold, after.average_wager) != (before.fold, before.average_wager)


@pytest.mark.parametrize("case", ["showdown, cards held", "choice", "holding"])
def test_the_highest_hand_is_not_always_the_best_one(case: str) -> None:
    """A lower hand that pays more is played, unlike in the unchanged game."""
    deck, name, group, cells = CASES[case]
    game = loaded(name, deck)
    lines = {line.hand: line.count for line in prove(game, only=group)[group].lines if line.pays > 0}
    cell = cells[1]
    line = cell.partition(":")[2].partition("=")[0]
    after = prove(with_pay(game, cell), only=group)[group]
    assert sum(each.count for each in after.lines if each.hand == line and each.pays > 0) > lines[line]


@pytest.mark.parametrize(
    "case", ["showdown", "showdown, options by hand", "showdown, qualifier", "count", "holding", "board"]
)
def test_nothing_is_counted_again(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deck, name, group, cells = CASES[case]
    game = loaded(name, deck)
    prove(game, only=group)
    monkeypatch.setattr(solver, "_run", lambda *_: pytest.fail("something was counted"))
    for cell in cells if case == "holding" else cells[:1]:
        found = prove(with_pay(game, cell), only=group)[group]
        assert KEPT in found.work


@pytest.mark.parametrize(
    ("case", "cells", "said"),
    [
        ("showdown, cards held", ("bet:flush=7 to 2", "bet:flush=1 to 2"), ("", "worth more on a lower pay line")),
        ("showdown, cards held", ("bet:straight=90", "bet:straight=95"), ("worth more on a lower pay line", "")),
        ("dead cards", ("ante/bonus:straight flush=3",), ("meet dead cards",)),
        ("showdown", ("ante/bonus:straight=2",), ("",)),
    ],
)
def test_what_has_to_be_counted_again_is_said_before_it_is(
    case: str, cells: tuple[str, ...], said: tuple[str, ...]
) -> None:
    deck, name, group, _ = CASES[case]
    game = loaded(name, deck)
    told_first: list[Progress] = []
    prove(game, only=group, progress=told_first.append)
    assert not any(each.recounted for each in told_first), "nothing was kept of it yet"
    for cell, recounted in zip(cells, said, strict=True):
        told_first.clear()
        prove(with_pay(game, cell), only=group, progress=told_first.append)
        assert told_first[0].stage == "plan"
        assert recounted in told_first[0].recounted
        assert bool(recounted) == bool(told_first[0].recounted)


def test_only_the_pieces_that_a_cell_pays_are_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cut("caribbean", {"ranks": "8-A", "suits": 3})
    prove(game, only="ante")
    solved = []
    real = situation.pieces.compared
    monkeypatch.setattr(situation.pieces, "compared", lambda *a: (solved.append(a[0]), real(*a))[1])
    changed = with_pay(game, "raise:flush=9")
    prove(changed, only="ante")
    kinds = {int(kind[3]) for rows in solved for kind in rows.kinds}
    assert len(kinds) == 1
    solved.clear()
    prove(with_pay(changed, "raise:flush=9"), only="ante")
    assert not solved


def cells_of(game: Definition, figures: Figures) -> list[tuple[str, Fraction]]:
    """Every pay cell of a stake group by name."""
    found = {}
    for line in figures.lines:
        if line.hand:
            wager = game.wagers[line.wager]
            owner = game.wagers[wager.shares] if wager.shares else wager
            posted = figures.key.partition("/")[2] or next((each for each in owner.tables if each), "")
            place = f"{line.wager}/bonus" if line.outcome == "bonus" else f"{owner.key}/{posted}".rstrip("/")
            found[f"{place}:{line.hand}"] = line.pays
    return list(found.items())


@pytest.mark.parametrize("case", CASES)
def test_any_pay_tables_at_all(case: str) -> None:
    """Several random cells at once, most of them not in descending order."""
    deck, name, group, _ = CASES[case]
    game = loaded(name, deck)
    cells = cells_of(game, prove(game, only=group)[group])
    random = Random(case)
    for _ in range(4):
        drawn = [(cell, random.choice((0, 1, 3, 7, 40))) for cell, _ in random.sample(cells, min(3, len(cells)))]
        changed = with_pay(game, *(f"{cell}={pays}" for cell, pays in drawn))
        assert told(prove(changed, only=group)[group]) == told(prove(changed, only=group, fresh=True)[group]), drawn


def drawn_games(kind: str, times: float) -> int:
    """Compare random games with random pay tables, from cached counts and fresh; return how many were tried."""
    tried = 0

    @examples(times, shrink=False, suppress_health_check=list(HealthCheck))
    @given(definitions((kind,), most=300), st.randoms(use_true_random=False))
    def hold(drawn: Drawn, random: Random) -> None:
        nonlocal tried
        for stakes in placements(drawn.game):
            (before,) = prove(drawn.game, wagers=stakes).groups.values()
            cells = [cell for cell, _ in cells_of(drawn.game, before)]
            for _ in range(2 if cells else 0):
                some = random.sample(cells, min(len(cells), random.choice((1, 3))))
                changed = with_pay(drawn.game, *(f"{cell}={random.choice((0, 1, 2, 5, 60))}" for cell in some))
                (found,) = prove(changed, wagers=stakes).groups.values()
                (fresh,) = prove(changed, wagers=stakes, fresh=True).groups.values()
                assert told(found) == told(fresh), f"{some} {stakes} in\n{drawn.text}"
                tried += 1

    hold()
    return tried


@pytest.mark.parametrize("kind", SHAPES)
def test_drawn_games_under_drawn_pay_tables(kind: str) -> None:
    assert drawn_games(kind, 0.03) >= 3


@pytest.mark.long
@pytest.mark.parametrize("kind", SHAPES)
def test_many_drawn_games_under_drawn_pay_tables(kind: str) -> None:
    assert drawn_games(kind, 0.6) >= 60


@pytest.mark.parametrize("module", [situation, histogram, holds, streets, counts])
def test_another_solver_takes_nothing_over(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = {situation: "showdown", histogram: "count", holds: "holding", streets: "streets", counts: "count"}
    deck, name, group, cells = CASES[cases[module]]
    game = loaded(name, deck)
    prove(game, only=group)
    names = set(counts._cached.arrays)
    assert names
    monkeypatch.setattr(module, "SOLVER", counts.SOLVER + 1)
    if module is counts:
        assert "earlier run" not in prove(game, only=group)[group].work
        return
    assert KEPT not in prove(with_pay(game, cells[0]), only=group)[group].work
    assert set(counts._cached.arrays) - names


def test_another_deck_takes_nothing_over() -> None:
    for suits in (3, 4):
        game = cut("caribbean", {"ranks": "9-A", "suits": suits})
        found = prove(game, only="ante")["ante"]
        assert KEPT not in found.work
        assert "earlier run" not in found.work
        assert told(found) == told(prove(game, only="ante", fresh=True)["ante"])


def test_a_proof_found_again_says_so_and_keeps_its_seconds() -> None:
    game = cut("caribbean", {"ranks": "9-A", "suits": 3})
    first = prove(game, only="ante")["ante"]
    again = prove(game, only="ante")["ante"]
    assert "earlier run" not in first.work
    assert again.work.endswith("proved in an earlier run")
    assert again.seconds == pytest.approx(first.seconds, abs=1e-6)


def test_counts_that_are_too_many_are_let_go_and_the_proof_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MOST", 1000)
    for name, deck, group in (
        ("caribbean", {"ranks": "9-A", "suits": 3}, "ante"),
        ("holdout", {"ranks": "T-A", "suits": 3}, "final"),
        ("casino-holdem", {"ranks": "Q-A", "suits": 3}, "ante"),
    ):
        game = cut(name, deck)
        found = prove(game, only=group)[group]
        assert "too many counts to cache" in found.work
        cells = cells_of(game, found)
        changed = with_pay(game, f"{cells[0][0]}=77")
        small = prove(changed, only=group)[group]
        assert KEPT not in small.work
        assert told(small) == told(prove(changed, only=group, fresh=True)[group])


@pytest.mark.parametrize("case", ["showdown", "count", "stages", "showdown, qualifier"])
def test_sensitivity_is_the_slope_where_play_stays_the_same(case: str) -> None:
    """A cell's slope is what a tiny raise takes from the edge: too small to change the play."""
    deck, name, group, _ = CASES[case]
    game = loaded(name, deck)
    figures = prove(game, only=group)[group]
    slopes = {cell.name: cell for cell in sensitivity(game, figures)}
    tried = 0
    for cell, pays in cells_of(game, figures):
        place, _, line = cell.partition(":")
        wager, _, posted = place.partition("/")
        key = f"{wager} bonus: {line}" if posted == "bonus" else f"{wager}: {line}"
        if key not in slopes:
            continue
        sliver = Fraction(1, 10**4)
        more = pays + sliver
        changed = prove(with_pay(game, f"{cell}={more.numerator} to {more.denominator}"), only=group)[group]
        assert figures.edge - changed.edge == sliver * slopes[key].slope, cell
        tried += 1
    assert tried > 2


def test_equals_are_not_folded() -> None:
    """Where playing costs exactly as much as folding, nobody folds, so only hands better folded are counted."""
    game = with_pay(house.load("three-card").definition, "ante/bonus:straight=1")
    for group in groups(game):
        found = prove(game, only=group.key)[group.key]
        assert found.fold < Fraction(1, 2)


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("pair-plus", "is not a pay cell"),
        ("pair-plus:flush", "is not a pay cell"),
        (":flush=3", "is not a wager"),
        ("boni:flush=3", "is not a wager"),
        ("pair-plus:fluss=3", "is not a line of"),
        ("pair-plus/7:flush=3", "pair-plus has one pay table, without a name; pay tables of Three Card Poker are "),
        ("ante:flush=3", "ante has no pay table; pay tables of Three Card Poker are ante/bonus, pair-plus."),
        ("pair-plus:flush=three", "are not odds"),
        ("pair-plus:flush=-1", "are not odds"),
        ("pair-plus:flush=", "are not odds"),
    ],
)
def test_cells_that_are_none(cell: str, says: str) -> None:
    game = house.load("three-card").definition
    with pytest.raises(Exception, match=says) as raised:
        with_pay(game, cell)
    assert isinstance(raised.value, PayCellError) or "odds" in says
    assert str(raised.value).count(". ") == 0
