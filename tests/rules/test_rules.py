"""The rule catalogue: complete and in order; every rule ID mentioned in the project is in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.rules import FOLDER, ID, RuleError, _read, catalogue, families, rule
from pitboss.rules.coverage import PACKAGE, by_file, coverage, docstrings, shipped, sources

from .due import DUE, uncovered

ROOT = Path(__file__).parents[2]
HOUSE = {"HB": 10, "T5": 20, "H5": 13, "S4": 12, "HO": 13}
POKER = {"PK": 37, "TH": 4, "OM": 1, "OH": 2, "LB": 6, "DR": 3, "S7": 5, "S5": 3}
COUNTS = HOUSE | POKER


def test_ids_are_well_formed_unique_and_without_a_gap() -> None:
    listed = [each.id for family in families().values() for each in family.rules]
    assert len(listed) == len(set(listed)) == len(catalogue()) == 129
    for name, family in families().items():
        assert [each.id for each in family.rules] == [f"{name}-{n}" for n in range(1, COUNTS[name] + 1)]
        assert all(ID.fullmatch(each.id) and each.family == name for each in family.rules)
        assert family.kind == ("house" if name in HOUSE else "poker")
    assert list(families()) == list(COUNTS)
    # The numbered list the team works from lies beside the checkout on some machines.
    beside = ROOT.parent / "shared" / "RULES.md"
    if beside.is_file():
        assert listed == re.findall(r"^\| ([A-Z0-9]+-\d+) \|", beside.read_text(encoding="utf-8"), re.M)


def test_every_rule_says_something_and_knows_its_source() -> None:
    for each in catalogue().values():
        assert len(each.text) > 10, each.id
        assert each.text[0].isupper() or not each.text[0].isalpha(), each.id
        for sentence in (each.text, *each.readings):
            assert sentence.rstrip(')"').endswith("."), (each.id, sentence)
            assert "**" not in sentence
            assert "  " not in sentence
        assert each.documents
        assert all(document.endswith(".txt") for document in each.documents)
    assert [each.id for each in catalogue().values() if each.external] == ["PK-28"]
    assert {each.id for each in catalogue().values() if each.basis == "reading"} >= {"HB-5", "HB-10", "T5-15", "PK-36"}


def test_figures_the_engine_lives_by_are_in_the_text() -> None:
    for id, words in {
        "T5-12": "Royal 250, SF 75, quads 25, full house 15/15/10, flush 5/4/5, straight 3/3/4",
        "T5-20": "1.54 / 3.08 / 3.85%",
        "H5-9": "five aces 200, royal 100, SF 50, quads 40, full house with aces up 20/25/15",
        "S4-8": "straight flush 40/30/40, three of a kind 8/8/7",
        "HO-8": "AAAA 1000, other quads 750, JQKA suited 500",
        "HO-12": "1.4593%, 49.3528%",
        "PK-31": "ante 50¢, $20, $4/3/2",
        "TH-3": "6–12: 4/6, 60",
    }.items():
        assert words in rule(id).text


def test_mentions_inside_the_catalogue_exist() -> None:
    for each in catalogue().values():
        for sentence in (each.text, *each.readings):
            assert set(_mentions(sentence)) <= set(catalogue()), each.id


def test_a_rule_is_found_by_its_id_in_any_case() -> None:
    assert rule(" t5-6 ") is catalogue()["T5-6"]
    with pytest.raises(RuleError, match="S7 runs from S7-1 to S7-5"):
        rule("S7-6")
    with pytest.raises(RuleError, match="the families are HB, T5"):
        rule("poker")


def test_a_file_that_is_not_in_order_is_refused(tmp_path: Path) -> None:
    head = 'family = "T5"\ntitle = "x"\norder = 1\nkind = "house"\nsources = ["x.txt"]\n[[rule]]\n'
    for body in (
        'id = "T5-0"\ntext = "x"',
        'id = "T5-1"\ntext = "x"\nwords = 1',
        'id = "T5-1"\ntext = "x"\nbasis = "?"',
    ):
        (tmp_path / "T5.toml").write_text(head + body)
        with pytest.raises(RuleError, match=r"T5\.toml"):
            _read(tmp_path / "T5.toml")


# Mentions


def _mentions(text: str) -> list[str]:
    return re.findall(rf"\b(?:{'|'.join(COUNTS)})-[0-9]+\b", text)


def _files() -> list[Path]:
    folders = ("src", "tests", "docs", "bench", "examples")
    files = [
        path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".toml", ".md")
    ]
    return [path for path in [*files, *ROOT.glob("*.md")] if path != Path(__file__) and path.parent != FOLDER]


def test_every_rule_mentioned_anywhere_is_in_the_catalogue() -> None:
    for path in _files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            strange = set(_mentions(line)) - set(catalogue())
            assert not strange, f"{path.relative_to(ROOT)}:{number}: {strange} is not a rule of the catalogue"


def test_every_marked_rule_is_in_the_catalogue() -> None:
    assert set(coverage()) <= set(catalogue())


# Sources


def test_every_rule_is_carried_out_somewhere_in_code_or_data() -> None:
    missing = [id for id in catalogue() if not sources().get(id)]
    assert not missing, f"cite these rules where they are carried out: {' '.join(missing)}"


def test_every_rule_has_a_source_that_is_no_docstring() -> None:
    in_docstrings: dict[str, frozenset[int]] = {}

    def acts(place: str) -> bool:
        file, _, line = place.rpartition(":")
        if file.endswith(".py") and file not in in_docstrings:
            in_docstrings[file] = frozenset().union(*docstrings((ROOT / file).read_text(encoding="utf-8")))
        return int(line) not in in_docstrings.get(file, ())

    mentioned = [id for id in catalogue() if not any(map(acts, sources()[id]))]
    assert not mentioned, f"cite these rules at the code or data that carries them out: {' '.join(mentioned)}"


def test_docstrings_of_modules_and_classes_only_mention_a_rule() -> None:
    text = '''"""PK-1."""

LIMIT = 3
"""PK-2."""


class A:
    """PK-3."""

    def deal(self):
        """PK-4,

        PK-5."""
        return "PK-6"  # PK-7
'''
    assert docstrings(text) == ({1, 4, 8}, {11, 12, 13})
    assert not any(place == "src/pitboss/poker/rulings/__init__.py:1" for place in sources()["PK-30"])


def test_a_source_is_a_line_that_cites_the_rule_and_never_the_catalogue_or_the_command_line() -> None:
    for id, places in sources().items():
        for place in places:
            file, _, line = place.rpartition(":")
            assert re.search(rf"\b{id}\b", (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1])
            assert not file.startswith("src/pitboss/cli/")
            assert file == "src/pitboss/rules/jurisdiction.py" or not file.startswith("src/pitboss/rules/")
    assert any(place.startswith("src/pitboss/games/house/top5.toml:") for place in sources()["T5-15"])
    assert not {"T5-1", "T5-15"} & {id for id, places in sources().items() if len(set(places)) < len(places)}


def test_an_installed_package_names_its_own_files(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.rules import coverage as module

    sources.cache_clear()
    try:
        with monkeypatch.context() as patch:
            patch.setattr(module, "checkout", lambda: None)
            installed = sources()
    finally:
        sources.cache_clear()  # of the places of an installed package
    assert all((PACKAGE.parent / place.rpartition(":")[0]).is_file() for place in installed["PK-10"])
    assert set(installed) == set(sources())


def test_lines_of_one_file_are_shown_together() -> None:
    assert by_file(["a.py:1", "a.py:20", "b.toml:3"]) == ["a.py:1, 20", "b.toml:3"]


# Coverage


def test_due_rules_are_covered() -> None:
    assert set(DUE) <= set(families())
    missing = uncovered(list(catalogue()), coverage(), DUE)
    assert not missing, f"these rules are due and no test carries them: {' '.join(missing)}"


def test_a_due_rule_without_a_test_would_be_seen() -> None:
    covered = {"T5-1": ["tests/test_x.py::test_y"], "T5-2": []}
    assert uncovered(["T5-1", "T5-2", "T5-3", "HB-1"], covered, ("T5",)) == ["T5-2", "T5-3"]
    assert uncovered(["T5-1", "HB-1"], covered, ("T5", "HB")) == ["HB-1"]
    assert uncovered(["T5-2"], covered, ()) == []


def test_the_coverage_file_says_what_the_markers_say() -> None:
    assert shipped() == coverage(), "the shipped coverage file is out of date; run: pitboss rules --write"
