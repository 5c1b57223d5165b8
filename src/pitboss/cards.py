"""Cards and decks.

A card is a small integer that tables and kernels can index with: ``rank * 4 + suit``, where ranks run from 0 (deuce) to
12 (ace) and suits are 0 clubs, 1 diamonds, 2 hearts, 3 spades (the card room's order, lowest first: PK-1, PK-5). The
joker is 52. ``UNKNOWN`` is a card that was dealt but never seen, as in other people's hand histories.

>>> show(parse("as, 10D jk"))
'As Td Jk'
>>> pretty(parse("as10d"))
'A♠ 10♦'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self, TypeAlias

from pitboss.errors import PitbossError

Card: TypeAlias = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SIGNS = "♣♦♥♠"
RANK_WORDS = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "jack", "queen", "king", "ace"),
)
RANK_PLURALS = tuple(f"{word}es" if word == "six" else f"{word}s" for word in RANK_WORDS)
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")

JOKER: Card = 52
UNKNOWN: Card = -1


class CardError(PitbossError):
    """A card that is unknown, repeated, missing or not in this deck; the message names it."""


def rank(card: Card) -> int:
    """0 for a deuce to 12 for an ace; 13 for the joker."""
    return card >> 2


def suit(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


TEXT: tuple[str, ...] = (*(r + s for r in RANKS for s in SUITS), "Jk")
_PRETTY: tuple[str, ...] = (*(("10" if r == "T" else r) + s for r in RANKS for s in SIGNS), "Joker")
_NAMES: tuple[str, ...] = (*(f"{r} of {s}" for r in RANK_WORDS for s in SUIT_WORDS), "joker")
_CODES: dict[str, Card] = {name.lower(): code for code, name in enumerate(TEXT)}
_CODES.update({"joker": JOKER, "??": UNKNOWN})
_SIGN_LETTERS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")
_CARD = re.compile(r"joker|jk|\?\?|(?:10|[2-9tjqka])[cdhs]", re.IGNORECASE)
_GAPS = re.compile(r"[\s,;|\ufe0e\ufe0f]+")


def text(card: Card) -> str:
    """``As``, ``Td``, ``Jk``; ``??`` for an unknown card."""
    return _name_from(card, TEXT)


def _name_from(card: Card, names: Sequence[str]) -> str:
    if 0 <= card <= JOKER:
        return names[card]
    if card == UNKNOWN:
        return "??"
    raise CardError(f"{card} is not a card; codes run from 0 (2c) to 51 (As), with 52 for the joker.")


def show(cards: Iterable[Card]) -> str:
    """Format cards as text that :func:`parse` accepts, such as ``As Td``."""
    return " ".join(map(text, cards))


def pretty(cards: Card | Iterable[Card]) -> str:
    """Format cards for display, with suit symbols: ``A♠ 10♦``."""
    if isinstance(cards, int):
        return _name_from(cards, _PRETTY)
    return " ".join(map(pretty, cards))


def parse(notation: str) -> tuple[Card, ...]:
    """Parse cards in any case, with or without spaces and commas; ``10`` for ``T`` and suit symbols are accepted.

    A repeated card is refused (except ``??``). :meth:`Deck.check` tells whether the cards belong to a game's deck.
    """
    rest = _GAPS.sub(" ", notation.translate(_SIGN_LETTERS)).strip()
    cards: list[Card] = []
    while rest:
        match = _CARD.match(rest)
        if not match:
            word = rest.split()[0]
            raise CardError(f"{word!r} is not a card; write rank and suit like As, Td or 2c, the joker Jk.")
        cards.append(_CODES[match.group().lower().replace("10", "t")])
        rest = rest[match.end() :].lstrip()
    _refuse_repeats(cards)
    return tuple(cards)


def card(notation: str) -> Card:
    """Parse a single card."""
    cards = parse(notation)
    if len(cards) != 1:
        raise CardError(f"{notation!r} holds {len(cards)} cards where one card such as As was expected.")
    return cards[0]


def _refuse_repeats(cards: Sequence[Card]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen and card != UNKNOWN:
            raise CardError(f"{text(card)} appears twice; name each card once.")
        seen.add(card)


@dataclass(frozen=True)
class Deck:
    """The cards a game is played with, in new-deck order."""

    cards: tuple[Card, ...]
    name: str

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    @property
    def joker(self) -> bool:
        return JOKER in self.cards

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of its cards, lowest first (the joker has none)."""
        return tuple(sorted({rank(c) for c in self.cards if c != JOKER}))

    @property
    def suits(self) -> tuple[int, ...]:
        return tuple(sorted({suit(c) for c in self.cards if c != JOKER}))

    def check(self, cards: Sequence[Card], count: int | Sequence[int] | None = None) -> tuple[Card, ...]:
        """Return the cards if all are in this deck, none is repeated and there are ``count`` of them."""
        for card in cards:
            if card not in self.cards:
                raise CardError(f"{text(card)} is not in this game's deck ({self.name}).")
        _refuse_repeats(cards)
        if count is not None:
            counts = (count,) if isinstance(count, int) else tuple(count)
            if len(cards) not in counts:
                runs = len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1))
                wanted = f"{counts[0]} to {counts[-1]}" if runs else " or ".join(map(str, counts))
                raise CardError(f"{show(cards) or 'nothing'} is {_cards(len(cards))}; {wanted} expected.")
        return tuple(cards)

    def whole(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the cards if they are the whole deck, as a shuffle or a record must be."""
        checked = self.check(cards)
        missing = self.without(checked)
        if missing:
            more = f" and {len(missing) - 1} more are" if len(missing) > 1 else " is"
            raise CardError(f"{text(missing[0])}{more} missing from the deck ({self.name}).")
        return checked

    def without(self, gone: Iterable[Card]) -> tuple[Card, ...]:
        """The deck without these cards, in its order."""
        removed = frozenset(gone)
        return tuple(c for c in self.cards if c not in removed)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


FULL = Deck(tuple(range(52)), "52 cards")
WITH_JOKER = Deck(tuple(range(53)), "53 cards, one a joker")


def rank_of(letter: str) -> int:
    """The rank of a letter: 8 for ``T`` or ``10``, 12 for ``A``."""
    index = RANKS.find("T" if letter == "10" else letter.upper()) if letter else -1
    if index < 0 or len(letter.replace("10", "T")) != 1:
        raise CardError(f"{letter!r} is not a rank; ranks are {' '.join(RANKS)}.")
    return index


def deck(spec: int | Mapping[str, object] | Deck) -> Deck:
    """A deck from data: ``52``, ``53``, or a small one such as ``{"ranks": "T-A", "suits": 2, "joker": True}``.

    >>> len(deck({"ranks": "T-A", "suits": 2}))
    10
    """
    if isinstance(spec, Deck):
        return spec
    if isinstance(spec, bool) or not isinstance(spec, int | Mapping):
        raise CardError(f'{spec!r} is not a deck; write 52, 53 or {{ ranks = "T-A", suits = 2 }}.')
    if isinstance(spec, int):
        if spec not in (52, 53):
            raise CardError(f'a deck of {spec} cards is unknown; write 52, 53 or {{ ranks = "T-A", suits = 2 }}.')
        return FULL if spec == 52 else WITH_JOKER
    unknown = sorted(set(spec) - {"ranks", "suits", "joker"})
    if unknown:
        raise CardError(f"{unknown[0]!r} is not a key of a deck; the keys are ranks, suits and joker.")
    ranks, suits, joker = spec.get("ranks", "2-A"), spec.get("suits", 4), spec.get("joker", False)
    if not isinstance(ranks, str):
        raise CardError(f'ranks = {ranks!r} should be a text such as "T-A".')
    if isinstance(suits, bool) or not isinstance(suits, int) or not 1 <= suits <= 4:
        raise CardError(f"suits = {suits!r} is not a number of suits from 1 to 4.")
    if not isinstance(joker, bool):
        raise CardError(f"joker = {joker!r} should be true or false.")
    return _small(ranks, suits, joker)


@lru_cache(maxsize=64)
def _small(ranks: str, suits: int, joker: bool) -> Deck:
    low, dash, high = ranks.partition("-")
    first, last = rank_of(low.strip()), rank_of(high.strip() if dash else low.strip())
    if first > last:
        raise CardError(f'the ranks "{ranks}" run downward; write the lower one first, as in "T-A".')
    codes = [r * 4 + s for r in range(first, last + 1) for s in range(4 - suits, 4)] + [JOKER] * joker
    for usual in (FULL, WITH_JOKER):
        if codes == list(usual.cards):
            return usual
    name = f"{len(codes)} cards: {ranks} in {suits} suit{'s' * (suits > 1)}{', and a joker' * joker}"
    return Deck(tuple(codes), name)


class Cards(tuple[Card, ...]):
    """A tuple of cards, from text or from cards, that notebooks draw as pictures.

    >>> Cards("As Kd")
    Cards('As Kd')
    """

    def __new__(cls, cards: str | Iterable[Card] = ()) -> Self:
        self = super().__new__(cls, parse(cards) if isinstance(cards, str) else cards)
        for card in self:
            if not isinstance(card, int):
                raise CardError(f"{card!r} is not a card; give text such as 'As Kd', or cards parsed from it.")
            text(card)  # refuses numbers that are not cards
        return self

    @classmethod
    def of(cls, cards: str | Iterable[Card]) -> Self:
        return cls(cards)

    def __str__(self) -> str:
        return show(self)

    def __repr__(self) -> str:
        return f"Cards({show(self)!r})"

    def _repr_html_(self) -> str:
        return html(self)


_RED, _BLACK, _BACK = "#c0182a", "#16181d", "#27498f"


def svg(card: Card, height: int = 84) -> str:
    """A card as a standalone SVG image; an unknown card shows its back."""
    width = round(height * 5 / 7)
    label = "face-down card" if card == UNKNOWN else name(card)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 50 70" '
        f'role="img" aria-label="{label}"><title>{label}</title>'
        '<rect x=".75" y=".75" width="48.5" height="68.5" rx="5" fill="#fff" stroke="#8a8f98" stroke-width="1"/>'
    )
    face = 'font-family="Georgia, serif" text-anchor="middle"'
    if card == UNKNOWN:
        body = f'<rect x="5" y="5" width="40" height="60" rx="3" fill="{_BACK}"/>'
        body += '<path d="M5 20 L45 50 M5 50 L45 20 M25 5 V65" stroke="#fff" stroke-width="1" opacity=".5"/>'
    elif card == JOKER:
        body = f'<text x="25" y="32" font-size="22" fill="{_RED}" {face}>★</text>'
        body += f'<text x="25" y="52" font-size="12" fill="{_BLACK}" {face}>Joker</text>'
    else:
        ink = _RED if suit(card) in (1, 2) else _BLACK
        label_rank = "10" if RANKS[rank(card)] == "T" else RANKS[rank(card)]
        body = f'<text x="25" y="30" font-size="26" font-weight="bold" fill="{ink}" {face}>{label_rank}</text>'
        body += f'<text x="25" y="60" font-size="28" fill="{ink}" {face}>{SIGNS[suit(card)]}\ufe0e</text>'
    return head + body + "</svg>"


def html(cards: Iterable[Card]) -> str:
    """Cards side by side as HTML, for notebooks and reports."""
    return f'<span style="display:inline-flex;flex-wrap:wrap;gap:4px">{"".join(map(svg, cards))}</span>'


def name(card: Card) -> str:
    """``ace of spades``, for screen readers."""
    return "unknown card" if card == UNKNOWN else _name_from(card, _NAMES)
