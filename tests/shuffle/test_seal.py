"""The seal of a deck: what a player can check, and what nobody can forge."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import cards
from pitboss.shuffle import ShuffleError
from pitboss.shuffle.seal import (
    MOST_CARDS,
    SealedDeck,
    SealLeaf,
    deck_opening,
    leaf,
    leaves,
    opening,
    seal,
    split_salts,
    verify,
    verify_deck,
)
from tests.conftest import Said


def sealed(size: int, seed: int = 0) -> SealedDeck:
    entropy = b"".join(hashlib.sha256(b"%d %d" % (seed, at)).digest()[:16] for at in range(size))
    return seal([(at * 7 + seed) % 53 for at in range(size)], split_salts(entropy))


def reference_root(deck: SealedDeck) -> bytes:
    """RFC 6962, 2.1, word for word: split at the largest power of two below the size."""

    def tree(entries: list[bytes]) -> bytes:
        if len(entries) == 1:
            return hashlib.sha256(b"\x00" + entries[0]).digest()
        split = 1
        while split * 2 < len(entries):
            split *= 2
        return hashlib.sha256(b"\x01" + tree(entries[:split]) + tree(entries[split:])).digest()

    return tree(
        [
            f"pitboss seal 1\n{salt.hex()}\n{position}\n{cards.text(card)}\n".encode()
            for position, (card, salt) in enumerate(zip(deck.order, deck.salts, strict=True))
        ]
    )


@pytest.mark.parametrize("size", [*range(1, 70), 104, 312, MOST_CARDS])
def test_the_root_is_that_of_rfc_6962_and_every_leaf_verifies(size: int) -> None:
    deck = sealed(size)
    assert deck.root == reference_root(deck).hex()
    every = leaves(deck, range(size))
    assert all(verify(deck.root, each, size) for each in every)
    assert every[size // 2] == leaf(deck, size // 2)
    assert verify_deck(deck.root, deck.order, deck.salts)


@given(st.integers(1, 80), st.data())
def test_no_changed_leaf_verifies(size: int, data: st.DataObject) -> None:
    deck = sealed(size, data.draw(st.integers(0, 50)))
    true = leaf(deck, data.draw(st.integers(0, size - 1)))
    other_card = cards.text((cards.card(true.card) + data.draw(st.integers(1, 52))) % 53)
    forged = [
        msgspec.structs.replace(true, card=other_card),
        msgspec.structs.replace(true, card=true.card.swapcase()),
        msgspec.structs.replace(true, card="??"),
        msgspec.structs.replace(true, salt=bytes(16).hex()),
        msgspec.structs.replace(true, salt=true.salt[:-2]),
        msgspec.structs.replace(true, salt=""),
        msgspec.structs.replace(true, path=(*true.path, "00" * 32)),
        msgspec.structs.replace(true, path=(*true.path, "no hash")),
        msgspec.structs.replace(true, path=("00" * 32,) * 5000),
        *(msgspec.structs.replace(true, position=at) for at in range(-1, size + 2) if at != true.position),
    ]
    if true.path:
        at = data.draw(st.integers(0, len(true.path) - 1))
        wrong = hashlib.sha256(true.path[at].encode()).hexdigest()
        forged += [
            msgspec.structs.replace(true, path=true.path[:at]),
            msgspec.structs.replace(true, path=true.path[at + 1 :]),
            msgspec.structs.replace(true, path=(*true.path[:at], wrong, *true.path[at + 1 :])),
        ]
    assert verify(deck.root, true, size)
    assert not [each for each in forged if verify(deck.root, each, size)]
    assert not verify("00" * 32, true, size)
    assert not verify(sealed(size, 99).root, true, size)
    assert not any(verify(deck.root, true, other) for other in (-1, 0, true.position, MOST_CARDS + 1))


@given(st.integers(2, 80), st.data())
def test_an_inner_node_cannot_pass_for_a_card(size: int, data: st.DataObject) -> None:
    """A path cut at the top, with the inner node put where the salt is, must not open anything."""
    deck = sealed(size)
    true = leaf(deck, data.draw(st.integers(0, size - 1)))
    for cut in range(1, len(true.path) + 1):
        for small in {1, 2, size // 2, size - 1}:
            shortened = SealLeaf(true.position % max(small, 1), true.card, true.salt, true.path[cut:])
            assert not verify(deck.root, shortened, small)


@given(st.integers(2, 60), st.data())
def test_what_one_viewer_gets_says_nothing_about_the_other_cards(size: int, data: st.DataObject) -> None:
    """Other cards under other salts look like any hash: a guess cannot be tried without the salt."""
    deck = sealed(size)
    seen = data.draw(st.integers(0, size - 1))
    shown = msgspec.json.encode(opening(deck, [seen])).decode()
    for position, salt in enumerate(deck.salts):
        assert (salt.hex() in shown) == (position == seen)


def test_a_deck_that_cannot_be_sealed() -> None:
    for size, salts in ((0, 0), (5, 4), (MOST_CARDS + 1, MOST_CARDS + 1)):
        with pytest.raises(ShuffleError, match="sealed"):
            seal([1] * size, [bytes(16)] * salts)
    with pytest.raises(ShuffleError, match="16 bytes"):
        seal([1], [bytes(8)])
    with pytest.raises(ShuffleError, match="no position 3"):
        leaf(sealed(3), 3)


# pitboss verify-shuffle


@pytest.fixture
def check(command: Callable[..., Said], tmp_path: Path) -> Callable[..., Said]:
    def run(data: object, *words: str) -> Said:
        path = tmp_path / "opening.json"
        path.write_bytes(msgspec.json.encode(data))
        return command("verify-shuffle", str(path), *words)

    return run


def test_the_leaves_a_player_got_are_confirmed(check: Callable[..., Said]) -> None:
    deck = sealed(52)
    said = check(opening(deck, (0, 17, 51)))
    assert said.out == f"The same deck: these 3 cards were in their places when {deck.root} was shown.\n"
    assert check(opening(deck, (5,))).out.startswith("The same deck: this card was in its place")
    assert check(opening(deck, (0,)), "--root", deck.root.upper()).code == 0
    assert check({"hand": "t1-17", "seals": [opening(deck, (0,)), deck_opening(deck)]}).code == 0
    data = json.loads(check(opening(deck, (0, 1)), "--json").out)
    assert data == {"ok": True, "shuffles": [{"hash": deck.root, "cards": 2, "ok": True, "kind": "leaves"}]}


def test_the_whole_deck_is_confirmed_to_an_auditor(check: Callable[..., Said]) -> None:
    deck = sealed(53)
    assert check(deck_opening(deck)).out == (
        f"The same deck: all 53 cards were in this order when {deck.root} was shown.\n"
    )
    swapped = SealedDeck(deck.root, (deck.order[1], deck.order[0], *deck.order[2:]), deck.salts)
    said = check(deck_opening(swapped))
    assert (said.code, said.out.startswith("Not the sealed deck: ")) == (1, True)


def test_forged_leaves_and_a_root_nobody_saw_are_found_out(check: Callable[..., Said]) -> None:
    deck, other = sealed(52), sealed(52, 1)
    forged = opening(deck, (3, 4))
    forged = msgspec.structs.replace(
        forged, leaves=(forged.leaves[0], msgspec.structs.replace(forged.leaves[1], card="Jk"))
    )
    said = check(forged)
    assert said.code == 1
    assert "the Jk at position 4 is not in it" in said.out
    # An opening that agrees with itself, but not with the root that was shown.
    assert check(opening(deck, (3,)), "--root", other.root).code == 1
    assert check(deck_opening(deck), "--root", other.root, "--root", deck.root).code == 0


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"root": "12"}, "64 hexadecimal digits"),
        ({"root": 5}, "is not a root"),
        ({"cards": None}, "number of cards"),
        ({"cards": 10**9}, "number of cards"),
        ({"cards": True}, "number of cards"),
        ({"leaves": []}, "list of 1 to 52 leaves"),
        ({"leaves": [{}] * 53}, "list of 1 to 52 leaves"),
        ({"leaves": [3]}, "a leaf should be"),
        ({"leaves": [{"position": "0", "card": "As", "salt": "", "path": []}]}, "a leaf should be"),
    ],
)
def test_leaves_that_cannot_be_checked_say_why(
    check: Callable[..., Said], change: dict[str, object], named: str
) -> None:
    said = check({**msgspec.to_builtins(opening(sealed(52), (0,))), **change})
    assert (said.code, said.out) == (2, "")
    assert named in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"salts": None}, "root alone"),
        ({"salts": ["00" * 16]}, "list of 5 texts"),
        ({"salts": ["x"] * 5}, "list of 5 texts"),
        ({"order": ""}, "whole deck"),
        ({"order": "?? 2c 3c 4c 5c"}, "all of them known"),
        ({"order": "As " * 5000}, "at most 1024 cards"),
        ({"order": "Zz"}, "is not a card"),
    ],
)
def test_decks_that_cannot_be_checked_say_why(
    check: Callable[..., Said], change: dict[str, object], named: str
) -> None:
    said = check({**msgspec.to_builtins(deck_opening(sealed(5))), **change})
    assert (said.code, said.out) == (2, "")
    assert named in said.err


def test_sizes_are_bounded(check: Callable[..., Said], command: Callable[..., Said]) -> None:
    assert "at most 1000" in check([{"root": "0" * 64}] * 1001).err
    assert "[" * 5 not in check(msgspec.Raw(b"[" * 100_000)).err
    doubled = msgspec.to_builtins(opening(sealed(9), (1,)))
    assert "same position" in check({**doubled, "leaves": doubled["leaves"] * 2}).err
    assert "give the file too" in command("verify-shuffle", "--root", "0" * 64).err
