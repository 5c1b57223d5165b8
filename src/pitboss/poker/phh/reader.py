"""Reads hand histories strictly; an error says where and why in one sentence."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from typing import Any, NoReturn

from pitboss import cards
from pitboss.datafile import DataFile, guards, spell
from pitboss.poker.phh.history import ActionLine, HandHistory, HistoryError, chips, line

_MONEY = {"bring_in": "bring_in", "small_bet": "small_bet", "big_bet": "big_bet", "min_bet": "min_bet"}
_OWN = {*_MONEY, "variant", "antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "actions"}
AGAIN = ("shuffle", "reshuffle", "scramble")  # our notes after which a card may be dealt a second time
MOST_SEATS = 23  # two cards each and a board leave room for no more


def read(text: str, name: str = "this hand history") -> HandHistory:
    """Parse a hand history; errors call it ``name``."""
    if len(text) > guards.MAX_BYTES:
        raise HistoryError(f"{name} is longer than {guards.MAX_BYTES // 1_000_000} MB; a hand has a few kilobytes.")
    if beyond := guards.beyond_parsing(text, "a hand history"):
        raise HistoryError(f"{name}, line {beyond[0]}: {beyond[1]}")
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        words = (
            str(error)
            if isinstance(error, tomllib.TOMLDecodeError)
            else "a number is too large or tables are nested too deeply"
        )
        raise HistoryError(f"{name} is not a hand history: {words[:1].lower() + words[1:].rstrip('.')}.") from None
    return _Reading(DataFile(name, text, data)).history()


class _Reading:
    def __init__(self, file: DataFile) -> None:
        self.file = file
        self.data = file.data

    def refuse(self, sentence: str, *path: str | int) -> NoReturn:
        where = f", line {self.file.line(*path)}: {spell(path)}" if path else ":"
        raise HistoryError(f"{self.file.name}{where} {sentence}.")

    def history(self) -> HandHistory:
        for key in ("variant", "starting_stacks", "antes", "actions"):
            if key not in self.data:
                self.refuse(f"the field {key!r} is missing; every hand history needs it")
        variant = self.data["variant"]
        if not isinstance(variant, str) or not variant:
            self.refuse("should be the code of a game, such as 'FT'", "variant")
        stacks = self.stacks()
        single = {key: self.money(self.data[key], key) for key in _MONEY if key in self.data}
        blinds = self.list_of_money("blinds_or_straddles", len(stacks)) if "blinds_or_straddles" in self.data else ()
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
        finishing = self.list_of_money("finishing_stacks", len(stacks)) if "finishing_stacks" in self.data else None
        return HandHistory(
            variant=variant,
            antes=self.list_of_money("antes", len(stacks)),
            stacks=stacks,
            lines=self.lines(len(stacks)),
            blinds=blinds,
            trimmed=trimmed,
            finishing=finishing,
            more={key: value for key, value in self.data.items() if key not in _OWN | {"ante_trimming_status"}},
            **single,
        )

    def money(self, value: Any, *path: str | int) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            self.refuse(f"{value!r} is not an amount of chips; write a plain number", *path)
        try:
            return chips(str(value))
        except HistoryError as error:
            self.refuse(str(error), *path)

    def list_of_money(self, key: str, count: int) -> tuple[Decimal, ...]:
        values = self.data[key]
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
