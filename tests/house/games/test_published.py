"""The published files hold what the documents print, figure by figure, as printed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from pitboss.datafile import FileError
from pitboss.house import published

GAMES = Path(pitboss.__file__).parent / "games" / "house"


def figures(game: str) -> published.Published:
    document = published.of_game(GAMES / f"{game}.toml")
    assert document is not None
    return document


def printed(game: str, wager: str, kind: str) -> list[str]:
    return [figure.printed for figure in figures(game).of(wager, kind)]


# What the documents print, transcribed a second time, cell by cell: hand, then the columns of its table.
FIRST = """
Royal Flush|4|0.000002|1 in 649,740|250
Straight Flush|36|0.000014|1 in 72,193|100
Four of a Kind|624|0.000240|1 in 4165|50
Full House|3,744|0.001441|1 in 694|30
Flush|5,108|0.001965|1 in 509|20
Straight|10,200|0.003925|1 in 255|10
Three of a Kind|54,912|0.021128|1 in 47|8
Two Pairs|123,552|0.047539|1 in 21|4
JJ - AA|84,480|0.032505|1 in 31|2
2,2 - 10,10|84,480|0.032505|1 in 31|-1
Ace High or Lower|1,302,540|0.501177|1 in 2.0|-1
"""
FINAL = """
Royal Flush|100|44,711,436|0.0096%|1 in 10,368|0.9645%
Straight Flush|30|382,690,380|0.0826%|1 in 1,211|2.4766%
Four of a Kind|15|1,926,464,496|0.4156%|1 in 241|6.2337%
Full House|3|18,561,745,224|4.0041%|1 in 25|12.0124%
Flush|2|31,066,414,680|6.7017%|1 in 15|13.4033%
Straight|1|28,169,026,260|6.0766%|1 in 16|6.0766%
Three of a Kind|1|37,181,032,728|8.0207%|1 in 12|8.0207%
Two Pairs, JJ-AA up|0|53,568,955,332|11.5559%|1 in 8.7|0.0000%
Two Pairs, 33-TT up|0|57,880,533,780|12.4860%|1 in 8.0|0.0000%
Pair or Lower|-1|234,781,926,084|50.6472%|1 in 2|50.6472%
"""
COMMUNITY = """
AAAA|1000|1|0.000004|1 in 270,725|0.003694
7777|1000|ı|0.000004|1 in|0.003094
KKKK|750|1|0.000004|270,725 1 in|0.002770
QQQQ|750|1|0.000004|270,725|0.002770
JJJJ|750|1|0.000004|1 in 270,725|0.002770
2222-TTTT|750|9|0.000033|1 in 30,081|0.024933
JQKA Suited|500|4|0.000015|1 in 67,681|0.007388
Straight Flush (A234-TJQK)|100|40|0.000148|1 in 6,768|0.014775
AAA|30|192|0.000709|1 in 1,410|0.021276
KKK|20|192|0.000709|1 in 1,410|0.014184
QQQ|20|192|0.000709|1 in 1,410|0.014184
JJJ|20|192|0.000709|1 in 1,410|0.014184
222-TTT|20|1728|0.006383|1 in 157|0.127657
Flush|15|2816|0.010402|1 in 96|0.156025
Straight|10|2772|0.010239|1 in 98|0.102392
Two Pairs|5|2808|0.010372|1 in 96|0.051861
AA|4|6336|0.023404|1 in 43|0.093615
KK|2|6336|0.023404|1 in 43|0.046808
QQ|2|6336|0.023404|1 in 43|0.046808
JJ|2|6336|0.023404|1 in 43|0.046808
22-TT|-1|57,024|0.210634|1 in 4.7|-0.210634
High Card Hand|-1|177,408|0.655307|1 in 1.5|-0.655307
"""
TABLES = {
    "first": (FIRST, ("combinations", "probability", "frequency", "pays")),
    "final": (FINAL, ("pays", "combinations", "probability", "frequency", "return")),
    "community": (COMMUNITY, ("pays", "combinations", "probability", "frequency", "return")),
}


@pytest.mark.rule("HO-12")
@pytest.mark.parametrize("wager", TABLES)
def test_holdout_line_by_line(wager: str) -> None:
    table, columns = TABLES[wager]
    expected = [row.split("|") for row in table.strip().splitlines()]
    lines = [figure for figure in figures("holdout").of(wager) if figure.hands != published.PrintedHands()]
    rows: dict[str, dict[str, str]] = {}
    for figure in lines:
        hand = figure.where.removesuffix(f", {figure.kind}").split(", ", 2 if wager == "final" else 1)[-1]
        rows.setdefault(hand, {})[figure.kind] = figure.printed
    assert [[hand, *(cells[column] for column in columns)] for hand, cells in rows.items()] == expected


@pytest.mark.rule("HO-12")
def test_holdout_headlines_and_totals() -> None:
    assert printed("holdout", "first", "house_edge") == ["3.8953%"]
    assert printed("holdout", "first", "hit_frequency") == ["20.6275%"]
    assert printed("holdout", "final", "house_edge") == ["1.4593%"]
    assert printed("holdout", "final", "hit_frequency") == ["49.3528%"]
    assert printed("holdout", "community", "house_edge") == ["7.10%", "7.10%"]
    assert printed("holdout", "community", "hit_frequency") == ["13.41%"]
    totals = {(f.wager, f.kind): f.printed for f in figures("holdout").figures if f.total}
    assert totals == {
        ("first", "combinations"): "2,598,960",
        ("first", "probability"): "1",
        ("first", "return"): "-0.038953",
        ("final", "combinations"): "463,563,500,400",
        ("final", "probability"): "1",
        ("final", "return"): "-1.4593%",
        ("community", "combinations"): "270,725",
        ("community", "return"): "-0.071039",
    }


@pytest.mark.rule("T5-20", "T5-11", "T5-12", "T5-14")
def test_top5_edges_and_pay_columns() -> None:
    edges = {
        wager: printed("top5", wager, "house_edge") for wager in {figure.wager for figure in figures("top5").figures}
    }
    assert {wager: texts[0] for wager, texts in edges.items() if texts} == {
        "ace-or-face/1": "1.54%",
        "ace-or-face/2": "3.08%",
        "ace-or-face/3": "3.85%",
        "tens/1": "2.17%",
        "tens/2": "3.18%",
        "tens/3": "4.47%",
        "ante": "3.02%",
    }
    pays = {wager: [text.split(" to ") for text in printed("top5", wager, "pays")] for wager in edges}
    assert pays["ace-or-face/1"] == [["4", "1"], ["2", "1"], ["8", "5"], ["6", "5"]]
    assert pays["ace-or-face/2"] == [["4", "1"], ["2", "1"], ["8", "5"], ["1", "1"]]
    assert pays["ace-or-face/3"] == [["4", "1"], ["2", "1"], ["3", "2"], ["1", "1"]]
    for table, column in {
        "tens/1": "250 75 25 15 5 3 1 1",
        "tens/2": "250 75 25 15 4 3 1 1",
        "tens/3": "250 75 25 10 5 4 1 1",
        "bet": "100 25 12 5 4 3 1",
    }.items():
        assert pays[table] == [[number, "1"] for number in column.split()]


@pytest.mark.rule("H5-13", "H5-9")
def test_high_five_trips() -> None:
    for table, edge, aces in (("APP-01", "4.81%", 20), ("APP-02", "2.62%", 25), ("APP-03", "7.01%", 15)):
        assert printed("high5", f"trips/{table}", "house_edge") == [edge]
        assert printed("high5", f"trips/{table}", "hit_frequency") == ["19.19%"]
        column = [200, 100, 50, 40, aces, 7, 4, 2, 1]
        assert printed("high5", f"trips/{table}", "pays") == [f"{number} to 1" for number in column]


@pytest.mark.rule("S4-8")
def test_six_five_four_spoilt_cells_keep_what_stands_there() -> None:
    document = figures("six54")
    assert not [figure for figure in document.figures if figure.kind in ("house_edge", "hit_frequency")]
    assert "|".join(printed("six54", "queens-up/1", "pays")) == "100 to 1|S0 to 1|40 to 1|8tol|4to1l|3tol|2tol|1to1l"
    for table, column in {"1": "100 50 40 8 4 3 2 1", "2": "100 50 30 8 4 3 2 1", "3": "100 50 40 7 4 3 2 1"}.items():
        values = [figure.value for figure in document.of(f"queens-up/{table}", "pays")]
        assert values == [Fraction(number) for number in column.split()]
    assert [figure.value for figure in document.of("ante", "bonus")] == [20, 20, 20, 10, 10, 10]
    assert [figure.printed for figure in document.figures if figure.damaged and figure.kind == "outcome"] == [
        "win1tol"
    ] * 2


def test_every_game_file_has_its_published_figures() -> None:
    for path in sorted(GAMES.glob("*.published.toml")):
        document = published.load(path)
        assert document.game == path.name.removesuffix(published.SUFFIX)
        assert document.figures


@pytest.mark.parametrize(
    ("text", "kind", "exact", "agrees", "shown"),
    [
        ("3.02%", "house_edge", Fraction(30249, 10**6), True, "3.02%"),
        ("3.02%", "house_edge", Fraction(3026, 10**5), False, "3.03%"),
        ("84,480", "combinations", Fraction(337920), False, "337,920"),
        ("0.000240", "probability", Fraction(624, 2598960), True, "0.000240"),
        ("1 in 4165", "frequency", Fraction(624, 2598960), True, "1 in 4,165"),
        ("1 in 31", "frequency", Fraction(337920, 2598960), False, "1 in 8"),
        ("1 in 2.0", "frequency", Fraction(1302540, 2598960), True, "1 in 2.0"),
        ("-0.038953", "return", Fraction(-38953, 10**6), True, "-0.038953"),
        ("50.6472%", "return", Fraction(-506472, 10**6), False, "-50.6472%"),
        ("8 to 5", "pays", Fraction(8, 5), True, "8 to 5"),
        ("1000", "pays", Fraction(750), False, "750"),
        ("lost", "outcome", Fraction(-1), True, "-1"),
        ("pushes", "outcome", Fraction(1), False, "1"),
    ],
)
def test_agreement_at_the_printed_precision(text: str, kind: str, exact: Fraction, agrees: bool, shown: str) -> None:
    figure = published.Figure("ante", kind, "here", text, text)
    assert figure.agrees(exact) is agrees
    assert figure.show(exact) == shown


@pytest.mark.parametrize(
    ("change", "key", "line", "words"),
    [
        (('house_edge = "3.02%"', "house_edge = 3.02"), "wager.ante.house_edge", 6, "as texts"),
        (('house_edge = "3.02%"', 'hous_edge = "3.02%"'), "wager.ante.hous_edge", 6, 'did you mean "house_edge"'),
        (('pays = "100 to 1"', 'pays = "lOO to l"'), "wager.ante.lines[1].pays", 8, "add what it reads as"),
        (('line = "flush", ', ""), "wager.ante.lines[2]", 9, "either to a pay line"),
        (('below = "pair"', 'line = "pair", below = "pair"'), "wager.ante.lines[3]", 10, "either to a pay line"),
        (('document = "D"', ""), "", 1, '"document" is missing'),
        (('outcome = "win"', 'outcome = "wins"'), "wager.ante.outcomes[1].outcome", 12, 'did you mean "win"'),
    ],
)
def test_a_mistake_is_named_with_key_and_line(
    tmp_path: Path, change: tuple[str, str], key: str, line: int, words: str
) -> None:
    good = """game = "g"
document = "D"

[wager.ante]
where = "table"
house_edge = "3.02%"
lines = [
  { hand = "Royal", line = "royal flush", pays = "100 to 1" },
  { hand = "Flush", line = "flush", pays = "4 to 1" },
  { hand = "Rest", below = "pair", combinations = "12" },
]
outcomes = [ { situation = "player wins", outcome = "win", pays = "1 to 1" } ]
"""
    file = tmp_path / "g.published.toml"
    file.write_text(good)
    assert len(published.load(file).figures) == 5
    assert change[0] in good
    file.write_text(good.replace(*change))
    with pytest.raises(FileError) as caught:
        published.load(file)
    problem = caught.value.problems[0]
    assert (problem.key, problem.line) == (key, line)
    assert words in problem.sentence
    assert str(file) in str(problem)
