"""The reference for authors of poker games and house books names every word they may write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.poker import house_book, vocabulary

TEXT = (Path(__file__).parents[3] / "docs" / "defining-a-poker-game.md").read_text(encoding="utf-8")
ASKED = re.compile(r'\.(?:text|whole|choice|texts|table|tables|rows|raw)\("([a-z_]+)"')
FLAGS = re.compile(r'(?:_flag|_amounts?|flag|_cards)\(\w+, "([a-z_]+)"')


@pytest.mark.parametrize(("module", "least"), [(vocabulary, 20), (house_book, 35)])
def test_every_key_is_described(module: object, least: int) -> None:
    source = Path(str(module.__file__)).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    keys = {*ASKED.findall(source), *FLAGS.findall(source)}
    if module is house_book:
        keys |= {*house_book.BETTING, *house_book.SHOWDOWN, *house_book.BETTING_RULES, *house_book.SHOWDOWN_RULES}
    assert len(keys) >= least, sorted(keys)
    assert not sorted(key for key in keys if not re.search(rf"[`\[.]{key}\b", TEXT))


def test_every_choice_of_a_street_and_of_a_house_is_described() -> None:
    words = {*vocabulary.STARTS, *vocabulary.OPENS, *vocabulary.LIMITS, *vocabulary.PLAY, *vocabulary.PASSED}
    for choices in (*house_book.BETTING.values(), *house_book.SHOWDOWN.values(), *house_book.MOMENTS.values()):
        words |= {*choices}
    assert not sorted(word for word in words | {*house_book.COUNTS} if f'"{word}"' not in TEXT)
