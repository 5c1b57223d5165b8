"""Check what was published after a deal against what was shown before it, from plain JSON data.

There are three forms: the hash, nonce and order of a shuffle (:mod:`pitboss.shuffle.live`), the root of a sealed
deck with some of its leaves, and the root with the whole order and all salts (:mod:`pitboss.shuffle.seal`).

A leaf shows that a card lay at a place of the sealed deck. A hand saved as JSON also lists the cards its viewer saw; if
those were others, the leaves alone would still hold. :func:`disagreement` checks that a saved hand shows exactly the
cards its seal reveals, in the order in which they lay in the deck.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss import cards
from pitboss.cards import TEXT, parse
from pitboss.shuffle.live import verify as verify_shuffle
from pitboss.shuffle.permute import ShuffleError
from pitboss.shuffle.seal import HASH_TEXT, MOST_CARDS, SALT, SALT_TEXT, SealLeaf, verify, verify_deck

_DEALT = ("deal", "dispense", "burn", "board")
"""Acts that take cards from the top of the deck."""
_RULED = ("boxed card", "exposed card", "foul hand", "misdeal", "reshuffle", "take back")
"""Rulings after which cards may lie elsewhere than they were dealt."""
_CARDS = frozenset(TEXT)


def disagreement(hand: Mapping[str, Any]) -> str:
    """Describe how a hand disagrees with the openings under its ``seals``; empty if it agrees, or shows no cards."""
    seals = [each for each in hand.get("seals", ()) if isinstance(each, dict)]
    events, piles = list(_events(hand)), _piles(hand)
    shown = dict.fromkeys(card for event in events for card in _known(event.get("cards")))
    shown |= dict.fromkeys(card for pile in piles for card in _known(pile))
    places = [place for seal in seals for place in _places(seal)]
    opened = {card for _, card in places}
    if not shown or not places:
        return ""
    for card in shown:
        if card not in opened:
            return f"the hand shows the {card}, which no leaf opens"
    for seal in seals:
        for position, card in () if _whole(seal) else _places(seal):
            if card not in shown:
                return f"the {card} at position {position} is opened, but the hand does not show it"
    if len(seals) == 1 and not any(event.get("verb") in _RULED for event in events):
        return _disorder(events, {card: position for position, card in places})
    return ""


def _disorder(events: list[Mapping[str, Any]], position: Mapping[str, int]) -> str:
    """Describe the first card that was dealt after one that lay below it; empty if there is none."""
    dealt = dict.fromkeys(
        card for event in events if event.get("verb") in _DEALT for card in _known(event.get("cards"))
    )
    last = -1
    for card in dealt:
        if position[card] < last:
            return f"the {card} lay at position {position[card]}, above a card that was dealt before it"
        last = position[card]
    return ""


def _events(hand: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    parts = [hand, *(step for step in _list(hand.get("steps")) if isinstance(step, dict))]
    for part in parts:
        yield from (event for event in _list(part.get("events")) if isinstance(event, dict))


def _piles(hand: Mapping[str, Any]) -> list[Any]:
    """The cards that lie on the table at the end."""
    steps = _list(hand.get("steps"))
    last = steps[-1] if steps and isinstance(steps[-1], dict) else hand
    piles = last.get("piles")
    return list(piles.values()) if isinstance(piles, dict) else []


def _known(cards: Any) -> list[str]:
    return [card for card in _list(cards) if isinstance(card, str) and card in _CARDS]


def _places(seal: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The positions that an opening opens, and the cards at them."""
    if isinstance(seal.get("order"), str):
        return [(position, TEXT[card]) for position, card in enumerate(parse(seal["order"]))]
    leaves = [leaf for leaf in _list(seal.get("leaves")) if isinstance(leaf, dict)]
    return [(leaf["position"], leaf["card"]) for leaf in leaves if {"position", "card"} <= leaf.keys()]


def _whole(seal: Mapping[str, Any]) -> bool:
    """True if an opening opens the whole deck, as for those who may see all of it."""
    return "leaves" not in seal or len(_list(seal["leaves"])) == seal.get("cards")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


MOST_OPENINGS = 1000


class Checked(NamedTuple):
    """The verdict on one opening: ``kind`` is ``shuffle``, ``leaves`` or ``deck``, ``hash`` what was shown before."""

    kind: str
    hash: str
    cards: int
    ok: bool
    why: str = ""


def listed(data: Any, name: str) -> list[dict[str, Any]]:
    """The openings in a JSON value: one object, a list of them, or an object with a list under ``seals``."""
    if isinstance(data, dict) and isinstance(data.get("seals"), list):
        data = data["seals"]
    openings: list[Any] = data if isinstance(data, list) else [data]
    if not openings or not all(isinstance(each, dict) for each in openings):
        raise ShuffleError(
            f"{name} holds no opening; it should be an object with hash, nonce and order, or with root and leaves."
        )
    if len(openings) > MOST_OPENINGS:
        raise ShuffleError(f"{name} holds {len(openings)} openings; check at most {MOST_OPENINGS} at once.")
    return openings


def check(opening: Mapping[str, Any], seen: Collection[str] = ()) -> Checked:
    """Check one opening; ``seen`` are the roots you saw before the deal yourself, none to trust the file's."""
    if "root" not in opening:
        return _check_shuffle(opening)
    root = _root(opening["root"])
    if "leaves" in opening:
        result = _check_leaves(root, opening)
    else:
        result = _check_deck(root, opening)
    if seen and root not in {_root(each) for each in seen}:
        return result._replace(ok=False, why=f"its root {root} is not one that you saw before the deal")
    return result


def _check_shuffle(opening: Mapping[str, Any]) -> Checked:
    for key in ("hash", "nonce", "order"):
        if not isinstance(opening.get(key), str):
            raise ShuffleError(
                f"the {key} is missing; a check needs hash, nonce and order, or root and leaves, "
                "from a file or as options."
            )
    hash_, nonce, order = (opening[key] for key in ("hash", "nonce", "order"))
    _bounded(order)
    ok = verify_shuffle(hash_, nonce, order)
    return Checked("shuffle", hash_.strip(), len(cards.parse(order)), ok)


def _check_leaves(root: str, opening: Mapping[str, Any]) -> Checked:
    size, rows = opening.get("cards"), opening["leaves"]
    if isinstance(size, bool) or not isinstance(size, int) or not 0 < size <= MOST_CARDS:
        raise ShuffleError(f"cards should be the number of cards in the sealed deck, from 1 to {MOST_CARDS}.")
    if not isinstance(rows, list) or not 0 < len(rows) <= size:
        raise ShuffleError(f"leaves should be a list of 1 to {size} leaves, one for each card that was seen.")
    try:
        read = msgspec.convert(rows, list[SealLeaf])
    except msgspec.ValidationError:
        raise ShuffleError(
            "a leaf should be an object with position (a number), card, salt, and path (a list of hashes)."
        ) from None
    if len({leaf.position for leaf in read}) < len(read):
        raise ShuffleError("two leaves have the same position; give each position of the deck once.")
    for leaf in read:
        if not verify(root, leaf, size):
            return Checked(
                "leaves", root, len(read), False, f"the {leaf.card} at position {leaf.position} is not in it"
            )
    return Checked("leaves", root, len(read), True)


def _check_deck(root: str, opening: Mapping[str, Any]) -> Checked:
    order, salts = opening.get("order"), opening.get("salts")
    if not isinstance(order, str) or not isinstance(salts, list):
        raise ShuffleError(
            "a root alone cannot be checked; give leaves with the number of cards, or order and salts for a whole deck."
        )
    _bounded(order)
    deck = tuple(cards.card(word) for word in order.split())
    if not 0 < len(deck) <= MOST_CARDS or cards.UNKNOWN in deck:
        raise ShuffleError(f"the order should be the 1 to {MOST_CARDS} cards of the whole deck, all of them known.")
    if len(salts) != len(deck) or not all(isinstance(salt, str) and SALT_TEXT.fullmatch(salt) for salt in salts):
        raise ShuffleError(
            f"salts should be a list of {len(deck)} texts of {2 * SALT} hexadecimal digits, one per card."
        )
    ok = verify_deck(root, deck, [bytes.fromhex(salt) for salt in salts])
    return Checked("deck", root, len(deck), ok, "" if ok else "this order and these salts give another root")


def _bounded(order: str) -> None:
    if len(order) > 8 * MOST_CARDS:
        raise ShuffleError(f"the order is {len(order)} letters long; a deck has at most {MOST_CARDS} cards.")


def _root(text: object) -> str:
    plain = text.strip().lower() if isinstance(text, str) else ""
    if not HASH_TEXT.fullmatch(plain):
        raise ShuffleError(f"{str(text)[:20]!r} is not a root; it should be 64 hexadecimal digits.")
    return plain
