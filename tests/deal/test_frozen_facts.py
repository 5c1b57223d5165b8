"""Golden records, stored rooms and seeded play replay to the facts frozen with them; words are compared separately."""

from __future__ import annotations

import difflib

import pytest

from pitboss.storage.engine import LATEST
from tests.deal import frozen_facts
from tests.deal.frozen_facts import FOLDER, GROUPS, WITH_WORDS, facts_file, facts_now, read, words_file, words_now

COMMAND = f".venv/bin/python -m {frozen_facts.__name__}"


def compare(kept: dict[str, list[str]], now: dict[str, list[str]], advice: str) -> None:
    assert [*kept] == [*now], advice
    for name, lines in kept.items():
        if lines != now[name]:
            changes = difflib.unified_diff(lines, now[name], "frozen", "now", lineterm="", n=2)
            pytest.fail(f"{name} differs; {advice}\n" + "\n".join(list(changes)[:40]))


@pytest.mark.parametrize("group", GROUPS)
def test_facts_are_those_that_were_frozen(group: str) -> None:
    new = f"what has none yet gets them by {COMMAND} new"
    compare(
        read(facts_file(group)), facts_now(group), f"stored play must replay to these facts, mend the engine; {new}"
    )


@pytest.mark.parametrize("group", WITH_WORDS)
def test_words_are_those_that_were_frozen(group: str) -> None:
    compare(read(words_file(group)), words_now(group), f"if that is meant, write them again with {COMMAND} words")


def test_every_revision_has_a_frozen_room_and_every_file_a_group() -> None:
    rooms = [f"{number:04}" for number in range(1, int(LATEST) + 1)]
    assert sorted(path.name for path in FOLDER.glob("*.xz")) == [f"room-{revision}.sqlite.xz" for revision in rooms]
    assert {f"room-{revision}" for revision in rooms} == {group for group in GROUPS if group.startswith("room-")}
    assert {path.stem for path in (FOLDER / "facts").iterdir()} == set(GROUPS)
    assert {path.stem for path in (FOLDER / "words").iterdir()} == set(WITH_WORDS)


@pytest.mark.parametrize("group", [group for group in GROUPS if group.startswith("room-")])
def test_every_stored_line_names_the_version_it_is_replayed_to(group: str) -> None:
    facts = [line for lines in facts_now(group).values() for line in lines]
    versions = [line.split()[3::2] for line in facts if line.startswith("line ") and " replayed " in line]
    assert len(versions) > 1000
    assert all(named == replayed for named, replayed in versions)
