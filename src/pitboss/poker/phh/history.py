"""A hand history in the PHH format: how a hand began, and its actions line by line.

>>> line("p3 cbr 400  # thinks for a minute")
ActionLine(verb='raise', player=3, cards=(), chips=Decimal('400'), note='thinks for a minute')
>>> print(line("d dh p1 AsKd"))
d dh p1 AsKd
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from pitboss import cards
from pitboss.cards import CardError
from pitboss.errors import PitbossError

MOST, LEAST = Decimal(10**15), Decimal("0.000001")  # amounts outside are taken for typing errors


class HistoryError(PitbossError):
    """A hand history that cannot be read, or that the rules do not allow."""


class ActionLine(NamedTuple):
    """One line of the actions, with the format's verbs spelled out."""

    verb: str  # hole, board, bring-in, raise, call (or check), fold, draw (no cards: stand pat), show, muck, note
    player: int = 0
    cards: tuple[int, ...] = ()
    chips: Decimal = Decimal(0)
    note: str = ""

    def __str__(self) -> str:
        shown = "".join(map(cards.text, self.cards))
        who = f"p{self.player}"
        words = {
            "hole": ["d dh", who, shown],
            "board": ["d db", shown],
            "bring-in": [who, "pb"],
            "raise": [who, "cbr", spell(self.chips)],
            "call": [who, "cc"],
            "fold": [who, "f"],
            "draw": [who, "sd", shown],
            "show": [who, "sm", shown or "-"],
            "muck": [who, "sm"],
            "note": [],
        }[self.verb]
        return " ".join(filter(None, [*words, f"# {self.note}" if self.note else ""]))


@dataclass(frozen=True)
class HandHistory:
    """The contents of a history file. Chips are exact decimals in the file's own units; an unknown stack is None."""

    variant: str
    antes: tuple[Decimal, ...]
    stacks: tuple[Decimal | None, ...]
    lines: tuple[ActionLine, ...]
    blinds: tuple[Decimal, ...] = ()
    bring_in: Decimal = Decimal(0)
    small_bet: Decimal = Decimal(0)
    big_bet: Decimal = Decimal(0)
    min_bet: Decimal = Decimal(0)
    trimmed: bool = False  # a short ante wins only as much of each other ante
    finishing: tuple[Decimal, ...] | None = None
    more: dict[str, Any] = field(default_factory=dict)  # all other fields, unchanged

    @property
    def seats(self) -> int:
        return len(self.stacks)

    def amounts(self) -> list[Decimal]:
        """Every amount in the file."""
        single = [self.bring_in, self.small_bet, self.big_bet, self.min_bet]
        stacks = [chips for chips in self.stacks if chips is not None]
        return [
            *self.antes,
            *self.blinds,
            *single,
            *stacks,
            *(self.finishing or ()),
            *(line.chips for line in self.lines),
        ]

    @property
    def scale(self) -> int:
        """The least power of ten that makes every amount a whole number."""
        scale = 1
        while any(amount * scale % 1 for amount in self.amounts()):
            scale *= 10
        return scale


def spell(chips: Decimal) -> str:
    """An amount without trailing zeros or exponent.

    >>> spell(Decimal("4E+2")), spell(Decimal("0.50"))
    ('400', '0.5')
    """
    return f"{chips.normalize():f}".lower()


def line(text: str) -> ActionLine:
    """Parse one line of the actions; the error says what is wrong with it."""
    body, _, note = text.partition("#")
    words, note = body.split(), note.strip()
    if not words:
        return ActionLine("note", note=note)
    actor, rest = words[0], words[1:]
    if not rest:
        raise HistoryError(f"it names {actor} but no action")
    if actor == "d":
        return _dealt(rest, note)
    player = _player(actor)
    verb, facts = rest[0], rest[1:]
    if verb in _PLAIN:
        if facts:
            raise HistoryError(f"nothing can follow {verb!r}, but {facts[0]!r} does")
        return ActionLine(_PLAIN[verb], player, note=note)
    if verb == "cbr":
        if len(facts) != 1:
            raise HistoryError("cbr takes one amount")
        return ActionLine("raise", player, chips=chips(facts[0]), note=note)
    if verb == "sd":
        return ActionLine("draw", player, _cards(facts), note=note)
    if verb == "sm":
        if facts == ["-"]:
            return ActionLine("show", player, note=note)
        return ActionLine("show" if facts else "muck", player, _cards(facts), note=note)
    raise HistoryError(f"{verb!r} is not an action of a player; they are pb, cbr, cc, f, sd and sm")


_PLAIN = {"pb": "bring-in", "cc": "call", "f": "fold"}


def _dealt(words: list[str], note: str) -> ActionLine:
    verb, facts = words[0], words[1:]
    if verb == "db":
        if not facts:
            raise HistoryError("db names no card")
        return ActionLine("board", cards=_cards(facts), note=note)
    if verb == "dh":
        if len(facts) < 2:
            raise HistoryError("dh takes a player and the player's cards")
        return ActionLine("hole", _player(facts[0]), _cards(facts[1:]), note=note)
    raise HistoryError(f"{verb!r} is not an act of the dealer; they are dh and db")


def _player(word: str) -> int:
    if not (word[:1] == "p" and word[1:].isascii() and word[1:].isdecimal() and int(word[1:]) > 0):
        raise HistoryError(f"{word!r} is neither the dealer (d) nor a player (p1, p2 …)")
    return int(word[1:])


def _cards(words: list[str]) -> tuple[int, ...]:
    text = "".join(words)
    try:
        return cards.parse(text)
    except CardError as error:
        raise HistoryError(error.clause) from None


def chips(text: str) -> Decimal:
    """Parse an amount of chips exactly."""
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise HistoryError(f"{text!r} is not an amount of chips") from None
    if not amount.is_finite() or amount < 0:
        raise HistoryError(f"{text!r} is not an amount of chips")
    if amount >= MOST or amount % LEAST:
        raise HistoryError(f"{text!r} is not a plausible amount of chips; it should lie between {LEAST:f} and {MOST:f}")
    return amount
