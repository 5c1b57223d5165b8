"""A hand history in the PHH format: how a hand began, and its actions line by line; read strictly and written back.

>>> line("p3 cbr 400  # thinks for a minute")
ActionLine(verb='raise', player=3, cards=(), chips=Decimal('400'), note='thinks for a minute')
>>> print(line("d dh p1 AsKd"))
d dh p1 AsKd
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple, NoReturn

from pitboss import cards
from pitboss.cards import CardError
from pitboss.datafile import MAX_BYTES, DataFile, beyond_parsing
from pitboss.datafile import spell as spell_path
from pitboss.errors import PitbossError

MOST, LEAST = Decimal(10**15), Decimal("0.000001")  # amounts outside are taken for typing errors
MOST_SEATS = 23  # two cards each and a board leave room for no more
STAKES = ("bring_in", "small_bet", "big_bet", "min_bet")
LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks")
FIELDS = ("variant", *LISTS, *STAKES, "actions", "ante_trimming_status")
AGAIN = ("shuffle", "reshuffle", "scramble")  # our notes after which a card may be dealt a second time


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
        stacks = [chips for chips in self.stacks if chips is not None]
        stakes = [getattr(self, key) for key in STAKES]
        actions = [line.chips for line in self.lines]
        return [*self.antes, *self.blinds, *stakes, *stacks, *(self.finishing or ()), *actions]

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
    try:
        return cards.parse("".join(words))
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


def read(text: str, name: str = "this hand history") -> HandHistory:
    """Parse a hand history; errors call it ``name``."""
    if len(text) > MAX_BYTES:
        raise HistoryError(f"{name} is longer than {MAX_BYTES // 1_000_000} MB; a hand has a few kilobytes.")
    if beyond := beyond_parsing(text, "a hand history"):
        raise HistoryError(f"{name}, line {beyond[0]}: {beyond[1]}")
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        syntax = isinstance(error, tomllib.TOMLDecodeError)
        words = str(error) if syntax else "a number is too large or tables are nested too deeply"
        raise HistoryError(f"{name} is not a hand history: {words[:1].lower() + words[1:].rstrip('.')}.") from None
    return _Reading(DataFile(name, text, data)).history()


class _Reading:
    def __init__(self, file: DataFile) -> None:
        self.file = file
        self.data = file.data

    def refuse(self, sentence: str, *path: str | int) -> NoReturn:
        where = f", line {self.file.line(*path)}: {spell_path(path)}" if path else ":"
        raise HistoryError(f"{self.file.name}{where} {sentence}.")

    def history(self) -> HandHistory:
        for key in ("variant", "starting_stacks", "antes", "actions"):
            if key not in self.data:
                self.refuse(f"the field {key!r} is missing; every hand history needs it")
        variant = self.data["variant"]
        if not isinstance(variant, str) or not variant:
            self.refuse("should be the code of a game, such as 'FT'", "variant")
        stacks = self.stacks()
        single = {key: self.money(self.data[key], key) for key in STAKES if key in self.data}
        blinds = self.list_of_money("blinds_or_straddles", len(stacks)) or ()
        if "bring_in" in self.data and any(blinds):
            self.refuse("a hand has blinds or a bring-in, not both", "bring_in")
        if ("small_bet" in self.data) != ("big_bet" in self.data):
            there = "small_bet" if "small_bet" in self.data else "big_bet"
            self.refuse("small_bet and big_bet go together; give both or neither", there)
        if ("min_bet" in self.data) == ("small_bet" in self.data):
            self.refuse("it needs small_bet and big_bet (limit) or min_bet (no limit), and not both")
        for key, amount in single.items():
            if not amount:
                self.refuse("should be more than 0", key)
        trimmed = self.data.get("ante_trimming_status", False)
        if not isinstance(trimmed, bool):
            self.refuse("should be true or false", "ante_trimming_status")
        return HandHistory(
            variant=variant,
            antes=self.list_of_money("antes", len(stacks)) or (),
            stacks=stacks,
            lines=self.lines(len(stacks)),
            blinds=blinds,
            trimmed=trimmed,
            finishing=self.list_of_money("finishing_stacks", len(stacks)),
            more={key: value for key, value in self.data.items() if key not in FIELDS},
            **single,
        )

    def money(self, value: Any, *path: str | int) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            self.refuse(f"{value!r} is not an amount of chips; write a plain number", *path)
        try:
            return chips(str(value))
        except HistoryError as error:
            self.refuse(str(error), *path)

    def list_of_money(self, key: str, count: int) -> tuple[Decimal, ...] | None:
        values = self.data.get(key)
        if values is None:
            return None
        if not isinstance(values, list):
            self.refuse("should be a list with an amount for each player", key)
        if len(values) != count:
            self.refuse(f"holds {len(values)} amounts, but there are {count} starting stacks", key)
        return tuple(self.money(value, key, place) for place, value in enumerate(values))

    def stacks(self) -> tuple[Decimal | None, ...]:
        values = self.data["starting_stacks"]
        if not isinstance(values, list) or not 2 <= len(values) <= MOST_SEATS:
            self.refuse(f"should be a list of 2 to {MOST_SEATS} stacks", "starting_stacks")
        stacks: list[Decimal | None] = []
        for place, value in enumerate(values):
            if isinstance(value, Decimal) and value.is_infinite() and value > 0:
                stacks.append(None)  # the format's notation for an unknown stack
                continue
            amount = self.money(value, "starting_stacks", place)
            if not amount:
                self.refuse("a player without chips is not in the hand", "starting_stacks", place)
            stacks.append(amount)
        return tuple(stacks)

    def lines(self, seats: int) -> tuple[ActionLine, ...]:
        values = self.data["actions"]
        if not isinstance(values, list):
            self.refuse("should be a list of actions", "actions")
        lines: list[ActionLine] = []
        dealt: dict[int, int] = {}  # card -> the action that dealt it
        for place, value in enumerate(values):
            if not isinstance(value, str):
                self.refuse(f"{value!r} is not an action; write text such as 'p1 cc'", "actions", place)
            try:
                action = line(value)
            except HistoryError as error:
                self.refuse(f"{value!r} cannot be read: {error}", "actions", place)
            if action.player > seats:
                self.refuse(f"{value!r} names player {action.player}, but there are {seats}", "actions", place)
            if (action.verb == "note" and action.note in AGAIN) or "_pitboss_record" in self.data:
                dealt.clear()
            if action.verb in ("hole", "board"):
                for card in action.cards:
                    if card in dealt and card != cards.UNKNOWN:
                        first = f"action {dealt[card] + 1} had dealt it already"
                        self.refuse(f"{value!r} deals {cards.text(card)}, but {first}", "actions", place)
                    if card == cards.JOKER and "_pitboss_record" not in self.data:
                        self.refuse(f"{value!r} deals a joker, but these games have none", "actions", place)
                    dealt[card] = place
            lines.append(action)
        return tuple(lines)


def write(history: HandHistory) -> str:
    """The text of a history; :func:`read` restores the history."""
    lines = [f"variant = {_text(history.variant)}", f"ante_trimming_status = {_value(history.trimmed)}"]
    lines.append(f"antes = {_value(history.antes)}")
    if history.blinds:
        lines.append(f"blinds_or_straddles = {_value(history.blinds)}")
    for key in STAKES:
        if amount := getattr(history, key):
            lines.append(f"{key} = {_value(amount)}")
    lines.append(f"starting_stacks = {_value(Decimal('Infinity') if s is None else s for s in history.stacks)}")
    actions = "".join(f"  {_text(str(line))},\n" for line in history.lines)
    lines.append(f"actions = [\n{actions}]")
    lines.extend(f"{_key(key)} = {_value(value)}" for key, value in history.more.items())
    if history.finishing is not None:
        lines.append(f"finishing_stacks = {_value(history.finishing)}")
    return "\n".join(lines) + "\n"


def _text(words: str) -> str:
    """A TOML string; JSON escapes are valid in TOML, except that TOML also escapes DEL."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Decimal):
        return "inf" if value.is_infinite() else spell(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(str(key))} = {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Iterable):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise HistoryError(
        f"{value!r} cannot be written to a hand history; use text, whole numbers, dates, lists or tables."
    )
