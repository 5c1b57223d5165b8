"""Replays a hand history under a house book and checks every step."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss import cards
from pitboss.cards import UNKNOWN, Card
from pitboss.errors import PitbossError
from pitboss.poker.game import PokerGame, Post
from pitboss.poker.hand import Hand
from pitboss.poker.library import load
from pitboss.poker.phh.history import ActionLine, HandHistory, HistoryError, spell
from pitboss.poker.spread_game import SpreadGame

FIELD = "_pitboss_"  # our own fields: house, limit, posts, payer, fees, rulings, record, viewer, partial
WAGERS = ("bet", "complete", "raise")


@lru_cache(maxsize=1)
def variants() -> dict[str, dict[str, Any]]:
    """The format's codes, each with its game, betting structure and house."""
    return tomllib.loads((Path(__file__).parent / "variants.toml").read_text(encoding="utf-8"))


def variant_of(game: SpreadGame) -> tuple[str, dict[str, Any]] | None:
    """The code of a game and its row; None if the format has none for it."""
    play = "no-limit" if game.no_limit else "limit"
    rows = variants().items()
    return next(((code, row) for code, row in rows if row.get("game") == game.id and row.get("play") == play), None)


def own_field(history: HandHistory, key: str, kind: type, default: Any) -> Any:
    """The value of one of our own fields, checked for its type."""
    value = history.more.get(FIELD + key, default)
    if value is not default and type(value) is not kind:
        raise HistoryError(f"{FIELD}{key} = {value!r} is not of the expected type ({kind.__name__}).")
    return value


def unit_cents(history: HandHistory) -> int:
    """Our cents per unit of the file."""
    unit: int = own_field(history, "unit", int, history.scale)
    if unit < 1 or unit % history.scale:
        raise HistoryError(f"{FIELD}unit = {unit} does not turn every amount in the file into whole cents.")
    return unit


@dataclass(frozen=True)
class ReplayedHand:
    """A replayed history: the hand, and the final stacks in the file's own units (None if unknown)."""

    history: HandHistory
    hand: Hand

    @property
    def stacks(self) -> tuple[Decimal | None, ...]:
        unit = unit_cents(self.history)
        return tuple(
            None if known is None else Decimal(self.hand.stack(seat)) / unit
            for seat, known in zip(self.hand.seats, self.history.stacks, strict=True)
        )

    @property
    def error(self) -> str:
        """The difference between the replay and the file; empty if it ended as the file says."""
        hand, finishing = self.hand, self.history.finishing
        if not hand.done:
            waiting = f"player {hand.actors[0]} is to act" if hand.actors else "the dealer goes on"
            return f"the hand is not finished: the actions end while {waiting}."
        if finishing is not None:
            for seat, (replayed, recorded) in enumerate(zip(self.stacks, finishing, strict=True), 1):
                if replayed is not None and replayed != recorded:
                    return f"player {seat} finishes with {spell(replayed)}, but the file says {spell(recorded)}."
        return "chips are left in the pot." if finishing is None and hand.chips()["pot"] else ""


def game_of(history: HandHistory, house: str | Path | None = None) -> PokerGame:
    """The game of a history: at its stakes under a book that takes any, or at the limit the file names."""
    known = variants()
    code = history.variant
    if code in known["elsewhere"]:
        raise HistoryError(f"{known['elsewhere'][code]} ({code}) is not spread here, so it cannot be replayed.")
    if code not in known or code == "elsewhere":
        codes = ", ".join(key for key in known if key != "elsewhere")
        raise HistoryError(f"the variant {code!r} is unknown; {codes} can be replayed.")
    row = known[code]
    unit = unit_cents(history)
    no_limit = row["play"] == "no-limit"
    if no_limit != bool(history.min_bet):
        needed = "min_bet" if no_limit else "small_bet and big_bet"
        raise HistoryError(f"a history of {code} gives its stakes as {needed}.")
    limit = own_field(history, "limit", str, None)
    house = house or own_field(history, "house", str, row["house"])
    if limit is not None:
        return load(row["game"], house, limit, play=row["play"])
    lower, higher = (history.min_bet,) * 2 if no_limit else (history.small_bet, history.big_bet)
    return load(
        row["game"],
        house,
        play=row["play"],
        lower=int(lower * unit),
        higher=int(higher * unit),
        blinds=[int(amount * unit) for amount in sorted(history.blinds)[-2:]] if any(history.blinds) else (),
        ante=int(max(history.antes) * unit),
        bring_in=int(history.bring_in * unit),
    )


def posts_of(history: HandHistory) -> list[Post]:
    """The posts of a history; heads-up the format lists antes and blinds in reverse order."""
    scale = unit_cents(history)
    listed = history.more.get(FIELD + "posts")
    if listed is not None:
        try:
            return msgspec.convert(listed, list[Post])
        except msgspec.ValidationError:
            raise HistoryError(f"{FIELD}posts should be a list of [seat, what, cents].") from None
    order = range(history.seats, 0, -1) if history.seats == 2 else range(1, history.seats + 1)
    what = "ante" if history.trimmed else "dead ante"
    posts = [Post(seat, what, int(chips * scale)) for seat, chips in zip(order, history.antes, strict=True) if chips]
    posts.sort()
    names = ["small blind", "big blind"] if history.blinds and history.blinds[0] else ["big blind"]
    blinds = [(seat, int(chips * scale)) for seat, chips in zip(order, history.blinds, strict=False) if chips]
    for place, (seat, cents) in enumerate(blinds):
        posts.append(Post(seat, names[place] if place < len(names) else "straddle", cents))
    return posts


def known_of(history: HandHistory) -> dict[int | str, list[Card]]:
    """The cards of every seat and of the board in the order dealt, including hole cards first seen at the showdown."""
    piles: dict[int | str, list[Card]] = {seat: [] for seat in range(1, history.seats + 1)}
    piles["board"] = []
    for line in history.lines:
        if line.verb == "hole":
            piles[line.player] += line.cards
        elif line.verb == "board":
            piles["board"] += line.cards
        elif line.verb == "show" and UNKNOWN in piles[line.player]:
            pile = piles[line.player]
            for card in [card for card in line.cards if card not in pile]:
                pile[pile.index(UNKNOWN)] = card
    return piles


def replay(history: HandHistory, house: str | Path | None = None) -> ReplayedHand:
    """Replay a history; an action the rules do not allow is refused with its number."""
    record = own_field(history, "record", str, "")
    if record:
        return ReplayedHand(history, _recorded(history, record))
    if partial := own_field(history, "partial", str, ""):
        viewer = own_field(history, "viewer", str, "one viewer")
        raise HistoryError(f"this history holds what {viewer} saw, and {partial}; replay the record of the card room.")
    enough = sum(history.amounts(), Decimal(0)) * 2  # for every bet in the file, where a stack is unknown
    stacks = [int((enough if stack is None else stack) * unit_cents(history)) for stack in history.stacks]
    hand = game_of(history, house).deal(
        dict(enumerate(stacks, 1)),
        history.seats,
        posts=posts_of(history),
        known=known_of(history),
        payer=own_field(history, "payer", int, None),
        showdown="ask",
    )
    return ReplayedHand(history, _Replay(history, hand).run())


def _recorded(history: HandHistory, record: str) -> Hand:
    """Load a hand from our own record field, which holds what the format cannot express."""
    try:
        hand = Hand.load(record.encode())
        begun = dict(hand.record.setup["stacks"])
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, PitbossError):
            raise
        raise HistoryError(
            f"{FIELD}record is damaged: it does not hold a whole hand; write the history again."
        ) from None
    if tuple(Decimal(begun[seat]) / unit_cents(history) for seat in hand.seats) != history.stacks:
        raise HistoryError(f"{FIELD}record is of another hand: its stacks are not those of the file.")
    return hand


class _Replay:
    """Applies the lines of a history to a hand."""

    def __init__(self, history: HandHistory, hand: Hand) -> None:
        self.history, self.hand = history, hand
        self.dealt: dict[int | str, int] = {}  # number of cards the file has dealt so far, by pile
        self.shows: dict[int, ActionLine] = {}

    def run(self) -> Hand:
        for number, line in enumerate(self.history.lines, 1):
            try:
                self._line(line)
            except PitbossError as error:
                raise HistoryError(f"action {number} ({line}) is not possible: {error}") from None
        self._showdown(final=True)
        return self.hand

    def _line(self, line: ActionLine) -> None:
        if line.verb == "note":
            return
        if line.verb in ("hole", "board"):
            pile = line.player or "board"
            self.dealt[pile] = self.dealt.get(pile, 0) + len(line.cards)
            if self.dealt[pile] > self._out(pile):
                waiting = f"player {self.hand.actors[0]} acts" if self.hand.actors else "the hand is over"
                raise HistoryError(f"{_whose(pile)} gets no more cards before {waiting}.")
            return
        if line.verb in ("show", "muck"):
            self.shows[line.player] = line
            self._showdown()
            return
        piles: list[int | str] = ["board", *self.hand.seats]
        for pile in piles:
            if self.dealt.get(pile, 0) < self._out(pile):
                raise HistoryError(f"{_whose(pile)} should have been dealt cards that the file does not deal.")
        self._act(line)

    def _out(self, pile: int | str) -> int:
        """The number of cards our dealer has dealt to a pile so far."""
        return sum(
            len(event.cards)
            for event in self.hand.events
            if event.verb in ("deal", "board") and (event.seat == pile if event.seat else pile == "board")
        )

    def _act(self, line: ActionLine) -> None:
        hand, seat = self.hand, line.player
        options = {option.word: option for option in hand.legal(seat)}
        if line.verb == "fold" or (line.verb == "call" and options["call"].allowed):
            hand.act(seat, line.verb)
        elif line.verb == "call":
            hand.act(seat, "check")
        elif line.verb == "bring-in":
            forced = next((event for event in reversed(hand.events) if event.verb == "forced bet"), None)
            if forced is None or forced.seat != seat:
                hand.act(seat, "bring in")
        elif line.verb == "draw":
            hand.act(seat, f"draw {cards.show(line.cards)}".strip())
        else:
            word = next((word for word in WAGERS if options[word].allowed), "raise")
            hand.act(seat, word, int(line.chips * unit_cents(self.history)))

    def _showdown(self, final: bool = False) -> None:
        """Show or muck when the dealer asks; the file may say so earlier (all-in), or not at all."""
        hand = self.hand
        while hand.actors and hand.phase not in ("bet", "draw"):
            seat = hand.actors[0]
            line = self.shows.pop(seat, None)
            if line is None:
                if not final:
                    return
                line = ActionLine("muck" if UNKNOWN in hand.cards(seat) else "show", seat)
            options = {option.word: option for option in hand.legal(seat)}
            hand.act(seat, line.verb if options[line.verb].allowed else "show")


def _whose(pile: int | str) -> str:
    return "the board" if pile == "board" else f"player {pile}"
