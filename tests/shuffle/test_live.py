"""The live shuffle: entropy, commitments, and refusal of a seeded one in its place."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss.shuffle import Commitment, Live, Seeded, ShuffleError, live, require_live, seeded, verify

SOURCE = Path(pitboss.__file__).parent
DECK = tuple(range(52))


def test_a_live_shuffle_deals_whole_decks_and_never_the_same_twice() -> None:
    shuffle = live()
    orders = [shuffle.mix(DECK) for _ in range(500)]
    assert all(type(order) is tuple and sorted(order) == list(DECK) for order in orders)
    assert len(set(orders)) == 500
    other = live()
    assert not set(orders) & {other.mix(DECK) for _ in range(500)}
    assert len(live().mix(range(53))) == 53


def test_a_live_shuffle_takes_its_words_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def urandom(length: int) -> bytes:
        asked.append(length)
        return bytes(range(length))

    monkeypatch.setattr("os.urandom", urandom)
    assert live().mix(DECK) == live().mix(DECK)
    assert asked


def test_the_hash_is_there_before_the_deal_and_opens_after_it() -> None:
    shuffle = live()
    commitment = shuffle.commit(DECK)
    assert shuffle.commitments == (commitment,)
    with pytest.raises(ShuffleError, match="not been dealt"):
        shuffle.open(commitment)
    order = shuffle.mix(DECK)
    opening = shuffle.open(commitment)
    assert opening.order == order
    assert opening.hash == commitment.hash
    assert verify(commitment.hash, opening.nonce, opening.order)
    assert shuffle.commitments == ()
    with pytest.raises(ShuffleError, match="opened before"):
        shuffle.open(commitment)


def test_a_commitment_says_nothing_of_the_order() -> None:
    shuffle = live()
    commitment = shuffle.commit(DECK)
    assert commitment._fields == ("hash", "cards")
    assert len(commitment.hash) == 64
    assert commitment.cards == 52


def test_even_the_same_order_is_not_recognised_by_its_hash() -> None:
    shuffle = live()
    for _ in range(100):
        shuffle.mix((0,))
    assert len({each.hash for each in shuffle.commitments}) == 100


def test_everyone_is_told_before_the_cards_can_be_used() -> None:
    told: list[Commitment] = []
    shuffle = live(publish=told.append)
    ahead = shuffle.commit(DECK)
    assert told == [ahead]
    shuffle.mix(DECK)
    assert told == [ahead]
    stub = shuffle.mix(DECK[9:])  # a reshuffle in the middle of a hand is committed to as well
    assert [each.cards for each in told] == [52, 43]
    assert shuffle.open(told[1].hash).order == stub


def test_if_the_hash_cannot_be_published_no_cards_come_out() -> None:
    told: list[Commitment] = []

    def fail_once(commitment: Commitment) -> None:
        told.append(commitment)
        if len(told) == 1:
            raise OSError("the board is off")

    shuffle = live(publish=fail_once)
    with pytest.raises(OSError, match="board"):
        shuffle.mix(DECK)
    assert shuffle.commitments == ()
    order = shuffle.mix(DECK)
    assert len(told) == 2, "the order that could not be published is not the one dealt"
    assert shuffle.open(told[1]).order == order


def test_a_deck_committed_to_is_the_one_that_is_dealt() -> None:
    shuffle = live()
    shuffle.commit(DECK)
    with pytest.raises(ShuffleError, match="52 cards"):
        shuffle.mix(range(53))
    with pytest.raises(ShuffleError, match="already committed"):
        shuffle.commit(DECK)
    assert len(shuffle.mix(reversed(DECK))) == 52


def test_a_live_shuffle_forgets_the_oldest_deck_in_the_end() -> None:
    shuffle = live()
    for _ in range(1005):
        shuffle.mix((0, 1))
    assert len(shuffle.commitments) == 1000


def test_a_live_shuffle_cannot_be_copied() -> None:
    shuffle = live()
    for copier in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(ShuffleError, match="cannot be copied"):
            copier(shuffle)


@given(st.permutations(DECK), st.integers(0, 51), st.integers(0, 51))
def test_two_cards_changed_after_the_deal_are_found_out(order: list[int], one: int, other: int) -> None:
    from pitboss.shuffle.live import digest

    nonce = "ab" * 32
    hash_ = digest(nonce, order)
    assert verify(hash_.upper(), "sha256:" + nonce, order)
    changed = list(order)
    changed[one], changed[other] = changed[other], changed[one]
    assert verify(hash_, nonce, changed) is (one == other)
    assert not verify(hash_, "ac" * 32, order)


# Never the one for the other


def test_neither_is_the_other() -> None:
    assert not issubclass(Live, Seeded)
    assert not issubclass(Seeded, Live)
    assert isinstance(pitboss.live(), Live)
    assert isinstance(pitboss.seeded(7), Seeded)


@pytest.mark.parametrize("shuffle", [seeded(7), None, "live", object(), Live])
def test_a_live_table_refuses_what_is_not_live(shuffle: object) -> None:
    with pytest.raises(ShuffleError, match=r"needs pitboss\.live\(\)"):
        require_live(shuffle)
    fair = live()
    assert require_live(fair) is fair


MISTAKES = """
from pitboss.shuffle import Live, Seeded, live, seeded

def table(shuffle: Live) -> None: ...
def trainer(shuffle: Seeded) -> None: ...

table(live())
trainer(seeded(7))
table(seeded(7))  # wrong
trainer(live())  # wrong
class Loaded(Live): ...  # wrong
"""


@pytest.mark.long
def test_mypy_refuses_them_too(tmp_path: Path) -> None:
    snippet = tmp_path / "table.py"
    snippet.write_text(MISTAKES)
    command = [sys.executable, "-m", "mypy", "--config-file=", "--strict", "--cache-dir", str(tmp_path), str(snippet)]
    said = subprocess.run(command, capture_output=True, text=True, cwd=SOURCE.parent, check=False)
    wrong = {number for number, line in enumerate(MISTAKES.splitlines(), 1) if line.endswith("# wrong")}
    errors = [line for line in said.stdout.splitlines() if "table.py:" in line and ": error:" in line]
    assert {int(line.split("table.py:")[1].split(":")[0]) for line in errors} == wrong, said.stdout + said.stderr
