"""From random words to orders, the seeded shuffle, and equal results in Python and Numba."""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss.shuffle import ShuffleError, below, permute, seeded, stream
from pitboss.shuffle.permute import CHUNKS, GAMMA, LIMIT, MASK, STRIDE, groups, stir

SOURCE = Path(pitboss.__file__).parent
DECK = tuple(range(52))


# Orders out of words


def script(*words: int):
    """A source of just these words; asking for one more is an error."""
    left = list(words)
    return lambda: left.pop(0)


@given(st.lists(st.integers(0, 52), unique=True, max_size=53), st.integers(0, MASK))
def test_an_order_holds_the_very_same_cards(cards: list[int], seed: int) -> None:
    assert sorted(seeded(seed).mix(cards)) == sorted(cards)


def test_each_number_below_a_bound_is_drawn_from_equally_many_words() -> None:
    """With words of eight bits instead of 64 all can be tried: the rule of ``below`` shares them out evenly."""
    for bound in range(1, 257):
        kept = [word * bound >> 8 for word in range(256) if word * bound & 0xFF >= 256 % bound]
        shares = {kept.count(number) for number in range(bound)}
        assert len(shares) == 1
        assert shares.pop() > 0


def test_words_that_would_favour_a_number_are_thrown_away() -> None:
    assert (1 << 64) % 52 == 16
    # word 0 has the low half 0; the last word has the low half 2**64 - 52
    assert below(52, script(0, MASK)) == 51
    assert below(64, script(0)) == 0  # 64 divides 2**64: every word counts
    product, reject, places = groups(52)[0]
    assert reject > 0
    same = permute(DECK, script(*[0, 0, MASK] + [MASK] * 20))
    assert same == permute(DECK, script(*[MASK] * 20))
    assert len(places) == 5
    assert product == 52 * 51 * 50 * 49 * 48


def test_the_words_decide_every_place_once() -> None:
    for size in range(60):
        decided = [place for _, _, places in groups(size) for place in places]
        assert decided == [(place, size - place) for place in range(max(0, size - 1))]
        assert all(product < LIMIT for product, _, _ in groups(size))


@pytest.mark.parametrize("bound", [0, -1, LIMIT + 1])
def test_an_impossible_bound_is_refused(bound: int) -> None:
    with pytest.raises(ShuffleError, match=str(bound)):
        seeded(1).below(bound)


# The seeded shuffle


def test_the_generator_gives_the_published_words_of_splitmix64() -> None:
    """First words of the sequence that begins at 1234567, as printed in many places."""
    words = [stir((1234567 + GAMMA * (step + 1)) & MASK) for step in range(5)]
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_seed_gives_these_cards_for_ever() -> None:
    """Written down once: simulations and training hands must not change with a release."""
    assert seeded(7).mix(range(10)) == (6, 0, 7, 1, 9, 2, 3, 5, 4, 8)
    assert seeded(7, chunk=1).mix(range(10)) == (0, 6, 9, 1, 3, 5, 7, 4, 2, 8)


def test_the_same_seed_repeats_and_another_does_not() -> None:
    first, again, other = seeded(7), seeded(7), seeded(8)
    orders = [first.mix(DECK) for _ in range(100)]
    assert orders == [again.mix(DECK) for _ in range(100)]
    assert not set(orders) & {other.mix(DECK) for _ in range(100)}
    assert len(set(orders)) == 100


def test_word_is_the_stirred_counter() -> None:
    shuffle, state = seeded(99), stream(99)
    for _ in range(1000):
        state = (state + GAMMA) & MASK
        assert shuffle.word() == stir(state)


def test_chunks_lie_apart_on_one_sequence() -> None:
    """A chunk starts 2**40 words after the one before, so no two of a seed share a word."""
    for chunk in (0, 1, 2, 1000, CHUNKS - 1):
        assert stream(5, chunk) == (stream(5) + chunk * 2**STRIDE * GAMMA) & MASK
    assert CHUNKS * 2**STRIDE == 2**64
    assert len({stream(5, chunk) for chunk in range(10_000)}) == 10_000
    assert seeded(5, chunk=3).mix(DECK) != seeded(5).mix(DECK)


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, "7", True, None])
def test_what_is_not_a_seed_is_refused_by_name(seed: object) -> None:
    with pytest.raises(ShuffleError, match="is not a seed"):
        seeded(seed)  # type: ignore[arg-type]


def test_a_chunk_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ShuffleError, match="is not a chunk"):
        seeded(1, chunk=CHUNKS)


def test_a_seeded_shuffle_can_be_sent_to_a_worker() -> None:
    first = seeded(7, chunk=2)
    first.mix(DECK)
    assert pickle.loads(pickle.dumps(first)).mix(DECK) == copy.copy(first).mix(DECK) == first.mix(DECK)


def test_python_and_numba_deal_the_same_cards() -> None:
    from pitboss.shuffle import kernels

    for seed in range(200):
        python, state = seeded(seed, chunk=seed % 5), np.uint64(stream(seed, seed % 5))
        for size in (1, 2, 3, 5, 10, 52, 53, 60):
            deck = np.arange(size, dtype=np.uint8)
            few = min(size, 7)
            first = deck.copy()
            kernels.mix(state, first, few)
            state = np.uint64(kernels.mix(state, deck, size))
            order = python.mix(range(size))
            assert tuple(deck) == order
            assert tuple(first[:few]) == order[:few], "the first cards do not depend on how many are asked for"
            assert state == python._state


def test_python_and_numba_draw_the_same_numbers() -> None:
    from pitboss.shuffle import kernels

    python, state = seeded(3), np.uint64(stream(3))
    for draw in range(5000):
        bound = (1, 2, 6, 52, 53, 1000, 999_999_937, LIMIT)[draw % 8]
        after, number = kernels.below(state, bound)
        state = np.uint64(after)
        assert number == python.below(bound)
    assert state == python._state


# A state whose next word has the low half 0 for every bound: the word 0 itself.
BEFORE_ZERO = (-GAMMA) & MASK


def test_numba_throws_away_the_same_words() -> None:
    from pitboss.shuffle import kernels

    python = seeded(1)
    python._state = BEFORE_ZERO
    assert stir((BEFORE_ZERO + GAMMA) & MASK) == 0
    after, number = kernels.below(np.uint64(BEFORE_ZERO), 52)
    assert python.below(52) == number
    assert np.uint64(after) == python._state == GAMMA, "two words were used, the first one for nothing"
    deck = np.arange(52, dtype=np.uint8)
    python._state = BEFORE_ZERO
    after = kernels.mix(np.uint64(BEFORE_ZERO), deck, 52)
    assert tuple(deck) == python.mix(DECK)
    assert np.uint64(after) == python._state


def test_nothing_in_the_package_uses_a_global_random() -> None:
    """Principle 3: shuffles come as arguments."""
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "random" in text else ():
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Attribute) and node.attr == "random" and isinstance(node.value, ast.Name):
                names = [f"{node.value.id}.random"]
            else:
                continue
            bad = [name for name in names if name.split(".")[0] == "random" or name in ("np.random", "numpy.random")]
            assert not bad, f"{path}:{node.lineno}"
