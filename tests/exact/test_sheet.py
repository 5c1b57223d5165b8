"""The PAR sheet: one model, and every renderer shows all of it."""

from __future__ import annotations

import csv as standard
import io
import re
import time
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from html import unescape

import pytest
from rich.console import Console

from pitboss import house
from pitboss.cli.common.progress import Watcher
from pitboss.exact.figures import ProofResult, Shown, by_rank
from pitboss.exact.request import ProofRequest, Report, prove
from pitboss.exact.sheet.changes import PayCellError, WhatIf, pay_changes, readings, with_pay
from pitboss.exact.sheet.documents import bars, csv, html, pdf, source, words
from pitboss.exact.sheet.findings import Comparison, FigureFinding, compare
from pitboss.exact.sheet.model import (
    THRESHOLDS,
    Contents,
    Sheet,
    SheetSection,
    _notation,
    decimal,
    one_in,
    percent,
    sensitivity,
    sheet,
)
from pitboss.exact.sheet.terminal import terminal
from pitboss.exact.solver import Progress
from pitboss.exact.strategy.rows import percent as cost_in_percent
from pitboss.house import library
from pitboss.house.published import of_game
from tests.patience import MINUTE


@lru_cache(maxsize=1)
def made() -> Report:
    game = house.load("three-card").definition
    return ProofRequest(game).report(library.path("three-card"), other_readings=False)


def cells() -> list[str]:
    """Every text the model holds."""
    sheet = made().sheet()
    texts = [sheet.title, *(word for fact in sheet.facts for word in fact)]
    for section in sheet.sections:
        texts += [section.title, *section.notes, *(cell for row in section.rows for cell in row)]
    return texts


def test_the_model_holds_what_a_laboratory_would_ask_for() -> None:
    titles = [section.title for section in made().sheet().sections]
    assert titles[0] == "House edge"
    for wanted in ("Volatility", "Deck and deal map", "Wagers", "Ranking of hands", "Findings", "Method"):
        assert wanted in titles
    assert "ante: every line" in titles
    assert "ante: sensitivity to each pay cell" in titles


def test_csv_holds_every_cell() -> None:
    rows = list(standard.reader(io.StringIO(csv(made().sheet()))))
    held = {cell for row in rows for cell in row}
    assert not [text for text in cells() if text not in held]


def test_html_holds_every_cell_and_nothing_from_elsewhere() -> None:
    page = html(made().sheet())
    text = unescape(page)
    assert not [each for each in cells() if each not in text]
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert "certified" in text
    assert "computed, not certified" in text


def test_html_escapes_what_a_file_says() -> None:
    game = house.load("three-card").definition
    from dataclasses import replace

    evil = replace(game, name="<script>alert(1)</script>")
    page = html(ProofRequest(evil).report(other_readings=False).sheet())
    assert "<script>alert" not in page


def test_pdf_is_set() -> None:
    data = pdf(made().sheet())
    assert data.startswith(b"%PDF-")
    assert len(data) > 10_000


def test_plots_stand_beside_their_figures() -> None:
    """One bar per row, in proportion to its figure; screen readers are told its length."""
    drawn = [section for section in made().sheet().sections if section.bars]
    assert drawn
    page, text = html(made().sheet()), source(made().sheet())
    for section in drawn:
        lengths = bars(section)
        assert len(lengths) == len(section.rows)
        assert max(lengths, key=float) == "100.0"
        for long in lengths:
            assert f'role="img" aria-label="a bar of {long}% of the longest" style="width: {long}%"' in page
            assert f"rect(width: {long}%" in text
    assert page.count('role="img"') == text.count("rect(") == sum(len(section.bars) for section in drawn)


def test_only_long_words_are_folded() -> None:
    """Names and numbers never wrap, however narrow the page; long texts do."""
    section = SheetSection("t", ("name", "text", "figure"), "llr", (("ace-or-face/1", "word " * 20, "1,234,567" * 9),))
    assert words(section) == (False, True, False)
    page = html(Sheet("t", "s", (), (section,)))
    assert re.findall(r'<td(?: class="(\w+)")?>', page) == ["", "words", "r"]


@pytest.mark.parametrize(
    ("shows", "said"),
    [
        ("AK", ()),
        ("A*", ("A star is the joker.",)),
        ("A(K)", ("Ranks in brackets are cards that were turned and discarded, as in A(K).",)),
    ],
)
def test_signs_for_what_the_table_shows_are_explained(shows: str, said: tuple[str, ...]) -> None:
    figures = prove(house.load("three-card").definition, only="ante")["ante"]
    assert _notation(replace(figures, shown=(Shown(shows, 1, Fraction(0), Fraction(0)),))) == said


@pytest.mark.parametrize("rows", [3, 80])
def test_short_tables_stay_on_a_page_and_long_ones_repeat_their_heads(rows: int) -> None:
    section = SheetSection("t", ("a", "b"), "lr", tuple((str(n), "1") for n in range(rows)), ("note",))
    text = source(Sheet("t", "s", (), (section,)))
    assert ("breakable: false" in text) == (rows == 3)
    assert "table.header([*a*], [*b*])" in text


def test_rows_that_belong_together_are_not_parted_by_lines() -> None:
    rows = (("2", "1", "fold"), ("", "2", "play"), ("3", "1", "fold"), ("", "2", "play"))
    together = Sheet("t", "s", (), (SheetSection("t", ("when", "line", "rule"), "lrl", rows),))
    apart = Sheet("t", "s", (), (SheetSection("t", ("line", "rule"), "rl", tuple(row[1:] for row in rows)),))
    assert source(together).count("table.hline") == 1
    assert source(apart).count("table.hline") == 0
    assert pdf(together).startswith(b"%PDF-")
    assert '<table class="grouped">' in html(together)
    assert re.findall(r"<tr( class=\"first\")?><td", html(together)) == [' class="first"', ""] * 2
    assert '<table class="grouped">' not in html(apart)


def test_the_same_sheet_is_the_same_pdf() -> None:
    assert pdf(made().sheet()) == pdf(made().sheet())


def test_terminal_shows_every_section() -> None:
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(terminal(made().sheet()))
    text = console.export_text()
    assert all(section.title in text for section in made().sheet().sections)
    assert "3.3730%" in text


def test_json_is_as_the_contract_says() -> None:
    data = made().data()
    ante = data["wagers"]["ante"]
    assert data["game"] == "three-card"
    assert ante["ev"] == "-686689/20358520"
    assert Fraction(ante["win"]) + Fraction(ante["push"]) + Fraction(ante["lose"]) == 1
    assert ante["published"] == {"house_edge_percent": 3.373, "verdict": "agrees"}
    assert {"hand", "pays", "count", "probability", "return"} <= set(ante["lines"][0])
    assert (
        sum(line["count"] for line in ante["lines"] if line["wager"] == "ante" and line["outcome"] != "bonus")
        == (ante["deals"])
    )


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        (Fraction(1, 2), 0, "1"),
        (Fraction(-1, 3), 4, "-0.3333"),
        (Fraction(2, 3), 2, "0.67"),
        (Fraction(-1, 10**9), 4, "0.0000"),
        (Fraction(12345678, 10), 1, "1,234,567.8"),
    ],
)
def test_decimals_come_from_integers(value: Fraction, places: int, shown: str) -> None:
    assert decimal(value, places) == shown


def test_odds_against_are_told_for_people() -> None:
    assert one_in(Fraction(0)) == "never"
    assert one_in(Fraction(1, 649740)) == "1 in 649,740"
    assert percent(Fraction(1, 65), 2) == "1.54%"


def test_a_changed_pay_cell_changes_the_edge_by_its_sensitivity() -> None:
    """Here no decision depends on the side bet's cells, so the slope is the whole change."""
    game = house.load("three-card").definition
    before = prove(game, only="pair-plus")["pair-plus"]
    after = prove(with_pay(game, "pair-plus:straight=7"), only="pair-plus")["pair-plus"]
    (slope,) = (c.slope for c in made().contents.sensitivity["pair-plus"] if c.name == "pair-plus: straight")
    assert before.edge - after.edge == slope


@pytest.mark.parametrize(
    ("cell", "word"),
    [
        ("tens/1:flush", "tens/1:flush"),
        ("lens/1:flush=6", "lens"),
        ("tens/9:flush=6", "tens"),
        ("tens:flush=6", "tens/1"),
        ("tens/1:fulsh=6", "fulsh"),
        ("tens/1:flush=six", "six"),
        ("ante:flush=6", "ante"),
    ],
)
def test_a_pay_cell_that_is_none_is_refused_by_name(cell: str, word: str) -> None:
    with pytest.raises(PayCellError if "six" not in cell else ValueError, match=re.escape(word)):
        with_pay(house.load("top5").definition, cell)


def test_a_cell_that_pushes_counts_what_is_staked_on_it() -> None:
    """Five units on the wager: paying even money instead of nothing is worth five times the chance of the hand."""
    game = with_pay(house.load("three-card").definition, "pair-plus:straight=0")
    before = prove(game, wagers={"pair-plus": 5})
    after = prove(with_pay(game, "pair-plus:straight=1"), wagers={"pair-plus": 5})
    (figures,), (changed,) = before.groups.values(), after.groups.values()
    (cell,) = [cell for cell in sensitivity(game, figures) if cell.name == "pair-plus: straight"]
    assert cell.pays == 0
    assert figures.edge - changed.edge == cell.slope == 5 * Fraction(720, 22_100)


def test_figures_that_follow_from_another_rule_are_not_called_misprints() -> None:
    """The file pays a flush more than the document: the edge printed there is right under the document's rule."""
    game = with_pay(house.load("high5").definition, "trips/APP-01:flush=6")
    published = of_game(library.path("high5"))
    assert published is not None
    result = ProofResult(game.id, game.version, {"trips/APP-01": prove(game, only="trips/APP-01")["trips/APP-01"]})
    found = compare(game, published, result)
    kinds = {(each.where, each.kind) for each in found.findings if each.wager == "trips/APP-01"}
    assert {kind for _, kind in kinds} == {"other rule"}
    assert any(where.endswith("house edge") for where, _ in kinds)
    worse = with_pay(house.load("high5").definition, "trips/APP-02:flush=6")
    result = ProofResult(game.id, game.version, {"trips/APP-02": prove(worse, only="trips/APP-02")["trips/APP-02"]})
    edge = [each.kind for each in compare(worse, published, result).findings if each.where.endswith("house edge")]
    assert edge == ["misprint"]  # it is misprinted under the document's own rule too


@pytest.mark.parametrize(
    ("findings", "said"),
    [
        ((), "all agree."),
        ((False,), "1 does not agree."),
        ((False, False, True), "2 do not agree; 1 is damaged in print and agrees as read."),
        ((True, True), "all agree; 2 are damaged in print and agree as read."),
    ],
)
def test_damaged_prints_are_counted_apart(findings: tuple[bool, ...], said: str) -> None:
    made = tuple(FigureFinding("ante", "there", "1", "1", "damaged print", agrees) for agrees in findings)
    assert Comparison(7, made, {}).words == f"7 printed figures compared at their printed precision; {said}"
    assert Comparison(1, (), {}).words == "1 printed figure compared at its printed precision; it agrees."


@pytest.mark.parametrize(
    ("compared", "findings", "said"),
    [
        (134, (), "all 134 printed figures agree"),
        (1, (), "the one printed figure agrees"),
        (7, (False,), "1 of 7 printed figures differs"),
        (219, (False, False, True), "2 of 219 printed figures differ, 1 damaged print agrees as read"),
        (7, (True, True), "all 7 printed figures agree, 2 damaged prints agree as read"),
        (0, (), "no figure of these wagers is printed"),
    ],
)
def test_the_head_of_a_sheet_gives_the_verdict(compared: int, findings: tuple[bool, ...], said: str) -> None:
    """One row among the facts; on a page it leads to the section."""
    found = tuple(FigureFinding("ante", "there", "1", "1", "damaged print", agrees) for agrees in findings)
    made_of = sheet(made().game, made().result, Contents(comparison=Comparison(compared, found, {})))
    assert ("Findings", said) in made_of.facts
    number = [section.title for section in made_of.sections].index("Findings") + 1
    assert f'<dt>Findings</dt><dd><a href="#s{number}">{said}</a></dd>' in html(made_of)


def test_without_printed_figures_there_is_no_verdict() -> None:
    assert "Findings" not in dict(sheet(made().game, made().result).facts)


@pytest.mark.parametrize(("name", "only", "noted"), [("caribbean", "ante", True), ("three-card", "pair-plus", False)])
def test_pay_lines_that_hold_other_hands_say_so(name: str, only: str, noted: bool) -> None:
    """In Caribbean Stud a pair is paid by the line of a high card; in Pair Plus every line is its own category."""
    game = house.load(name).definition
    found = ProofRequest(game, only=only).report(other_readings=False)
    (section,) = [each for each in found.sheet().sections if each.title == f"{only}: every line"]
    assert (THRESHOLDS in section.notes) == noted
    assert (found.data()["wagers"][only].get("lines_note") == THRESHOLDS) == noted
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(terminal(found.sheet()))
    for text in (console.export_text(), html(found.sheet()), source(found.sheet()).replace("\\", "")):
        assert (THRESHOLDS in text) == noted


@pytest.mark.parametrize(
    ("cell", "only", "said"),
    [
        ("pair-plus:flush=3", "", "of the changed game; wagers of this sheet that are not named here keep their edge."),
        ("pair-plus:flush=4", "", "of the changed game; no edge on it changes."),
        ("pair-plus:flush=3", "pair-plus", "of the changed game; wagers left out of the sheet are not covered."),
        (
            "pair-plus:flush=3",
            "ante",
            "of the changed game; no edge on it changes; wagers left out of the sheet are not covered.",
        ),
    ],
)
def test_a_what_if_says_nothing_of_wagers_that_were_left_out(cell: str, only: str, said: str) -> None:
    posted = house.load("three-card").definition
    game = with_pay(posted, cell)
    before = {} if only == "ante" else {"pair-plus": prove(posted, only="pair-plus")["pair-plus"]}
    asked = WhatIf(pay_changes(posted, cell), before)
    notes = sheet(game, prove(game, only=only), Contents(whatif=asked)).sections[0].notes
    assert notes[1].endswith(said)


def test_one_unit_is_placed_and_two_are() -> None:
    game = house.load("three-card").definition
    for units, said in ((1, ": 1 is placed at the start"), (2, ": 2 are placed at the start")):
        (first, *_) = sheet(game, prove(game, wagers={"pair-plus": units})).sections
        assert said in " ".join(first.notes)


@pytest.mark.parametrize("width", [60, 80, 132])
def test_a_narrow_terminal_keeps_numbers_whole(width: int) -> None:
    """No line is wider than the terminal, and no number of the model is broken."""
    sheet = made().sheet()
    console = Console(width=width, file=io.StringIO(), highlight=False)
    console.print(terminal(sheet, width))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert max(map(len, text.splitlines())) <= width
    whole = [
        cell for each in sheet.sections for row in each.rows for at, cell in enumerate(row) if each.align[at] == "r"
    ]
    assert not [cell for cell in whole if cell not in text]


def test_progress_is_cut_to_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A line that is longer than the terminal could not be rewritten."""
    monkeypatch.setattr("pitboss.cli.common.progress.columns", lambda: 30)
    watch = Watcher("A game with quite a long name")
    watch.line.live = True
    watch(Progress("ante", "plan", "showdown", 10**12, 10**6, 0, 1))
    watch.done()
    lines = capsys.readouterr().err.split("\r")
    assert any(lines)
    assert max(map(len, lines)) < 30


WORDS = Progress("ante", "words", "showdown", 10**12, 10**6, 3, 14)


def test_strategy_in_words_tells_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """At a terminal after each list, elsewhere one line; with ``--quiet`` nothing."""
    for live, quiet in ((True, False), (False, False), (True, True), (False, True)):
        watch = Watcher("Game", quiet)
        watch.line.live = live
        watch(WORDS._replace(done=0, jobs=0))
        watch(WORDS)
        said = capsys.readouterr().err
        if quiet:
            assert not said
        elif live:
            assert re.search(r"\rGame, ante: strategy in words, 3 of 14 lists, \d+\.\d s", said)
        else:
            assert said == "Game, ante: strategy in words\n"


def test_something_is_said_before_the_first_proof(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At a terminal at once, elsewhere only if it takes long; never mixed into later output."""
    live = Watcher("Game")
    live.line.live = True
    live.begin()
    assert "\rGame: getting ready" in capsys.readouterr().err
    Watcher("Game", quiet=True).begin()
    waits = Watcher("Game")
    waits.begin()
    waits.done()
    assert not capsys.readouterr().err
    monkeypatch.setattr("pitboss.cli.common.progress.SILENT", 0.0)
    late = Watcher("Game")
    late.begin()
    said, until = "", time.monotonic() + MINUTE
    while not said and time.monotonic() < until:
        said = capsys.readouterr().err
    assert said == "Game: getting ready (the first time takes longer: it is compiled)\n"


def test_what_the_table_shows_comes_by_rank() -> None:
    """Tens stand below jacks, and tables with discarded cards after those without."""
    order = ["2", "9", "T", "J", "A", "2 (T)", "2 (K)", "2 (A)", "9 (T)", "(TT)", "(JT)", "(AK)"]
    assert sorted(sorted(order), key=by_rank) == order


@pytest.mark.parametrize(
    ("cost", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 8_000), "0.012500%"),
        (Fraction(19, 10**10), "0.00000019%"),
        (Fraction(1, 10**15), "less than 0.0000000001%"),
    ],
)
def test_small_costs_are_written_in_plain_decimals(cost: Fraction, shown: str) -> None:
    assert cost_in_percent(cost) == shown


@pytest.mark.parametrize(
    ("name", "only", "said"),
    [
        ("top5", "ante", "ante and bet: a tie loses"),
        (
            "six54",
            "queens-up/1",
            "ante bonus: four of a kind of A pays 100 to 1; "
            "queens-up table 1, 2 and 3: four of a kind of A pays 50 to 1",
        ),
    ],
)
def test_other_readings_are_put_in_words_once(name: str, only: str, said: str) -> None:
    """Not as key paths, not once per wager, and beside the edge of the game as it is played."""
    game = house.load(name).definition
    result = prove(game, only=only)
    found = readings(game, result, lambda other, key: prove(other, only=key)[key])
    assert found[0].words == said
    section = next(
        each for each in sheet(game, result, Contents(readings=found)).sections if each.title == "Other readings"
    )
    assert [row[1] for row in section.rows].count(said) == 1
    assert section.rows[0][2:4] == (only, percent(result[only].edge))
