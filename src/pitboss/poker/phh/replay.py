"""Replaying a hand history: the same posts, cards and decisions under a house's book, every step checked."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitboss import cards
from pitboss.cards import UNKNOWN, Card
from pitboss.errors import PitbossError
from pitboss.poker.game import Game, Post
from pitboss.poker.hand import Hand
from pitboss.poker.library import load
from pitboss.poker.phh.history import ActionLine, HandHistory, HistoryError, spell

FIELD = "_pitboss_"  # fields of our own: house, limit, posts, payer, fees, rulings, record
WAGERS = ("bet", "complete", "raise")


@lru_cache(maxsize=1)
def variants() -> dict[str, dict[str, Any]]:
    """The format's codes, and what each is here."""
    return tomllib.loads((Path(__file__).parent / "variants.toml").read_text(encoding="utf-8"))


def own(history: HandHistory, key: str, kind: type, default: Any) -> Any:
    """A field of ours, if the file has it and it is of the right kind."""
    value = history.more.get(FIELD + key, default)
    if value is not default and type(value) is not kind:
        raise HistoryError(f"{FIELD}{key} = {value!r} is not what it should be ({kind.__name__}).")
    return value


def pieces(history: HandHistory) -> int:
    """How many cents of ours make one of the file's units."""
    unit: int = own(history, "unit", int, history.scale)
    if unit < 1 or unit % history.scale:
        raise HistoryError(f"{FIELD}unit = {unit} does not make whole cents of every amount in the file.")
    return unit


@dataclass(frozen=True)
class ReplayedHand:
    """A history played again: the hand, and the stacks in the file's own units (None where nobody knew them)."""

    history: HandHistory
    hand: Hand

    @property
    def stacks(self) -> tuple[Decimal | None, ...]:
        unit = pieces(self.history)
        return tuple(
            None if known is None else Decimal(self.hand.stack(seat)) / unit
            for seat, known in zip(self.hand.seats, self.history.stacks, strict=True)
        )

    @property
    def error(self) -> str:
        """What speaks against the replay; nothing if it ended as the file says."""
        hand, finishing = self.hand, self.history.finishing
        if not hand.done:
            waiting = f"player {hand.actors[0]} is to act" if hand.actors else "the dealer goes on"
            return f"the hand is not finished: the actions end while {waiting}."
        if finishing is not None:
            for seat, (found, told) in enumerate(zip(self.stacks, finishing, strict=True), 1):
                if found is not None and found != told:
                    return f"player {seat} finishes with {spell(found)}, but the file says {spell(told)}."
            return ""
        if hand.chips()["pot"]:
            return "chips are left in the pot."
        return ""


def game_of(history: HandHistory, house: str | Path | None = None) -> Game:
    """The game of a history: at its stakes under a book that takes any, or at the limit of the house it names."""
    known = variants()
    code = history.variant
    if code in known["elsewhere"]:
        raise HistoryError(f"{known['elsewhere'][code]} ({code}) is not spread here, so it cannot be replayed.")
    if code not in known or code == "elsewhere":
        codes = ", ".join(key for key in known if key != "elsewhere")
        raise HistoryError(f"the variant {code!r} is unknown; {codes} can be replayed.")
    row = known[code]
    unit = pieces(history)
    no_limit = row["play"] == "no-limit"
    if no_limit != bool(history.min_bet):
        needed = "min_bet" if no_limit else "small_bet and big_bet"
        raise HistoryError(f"a history of {code} says its stakes by {needed}.")
    limit = own(history, "limit", str, None)
    house = house or own(history, "house", str, row["house"])
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
    """Who puts up what before the cards; with two players antes and blinds are told the other way round."""
    scale = pieces(history)
    told = history.more.get(FIELD + "posts")
    if told is not None:
        return [Post(seat, what, cents) for seat, what, cents in _listed(told)]
    order = range(history.seats, 0, -1) if history.seats == 2 else range(1, history.seats + 1)
    what = "ante" if history.trimmed else "dead ante"
    posts = [Post(seat, what, int(chips * scale)) for seat, chips in zip(order, history.antes, strict=True) if chips]
    posts.sort()
    names = ["small blind", "big blind"] if history.blinds and history.blinds[0] else ["big blind"]
    blinds = [(seat, int(chips * scale)) for seat, chips in zip(order, history.blinds, strict=False) if chips]
    for place, (seat, cents) in enumerate(blinds):
        posts.append(Post(seat, names[place] if place < len(names) else "straddle", cents))
    return posts


def _listed(told: Any) -> list[tuple[int, str, int]]:
    """The posts a file of ours spells out: seat, what, cents."""
    shapes = [int, str, int]
    if not isinstance(told, list) or any(
        not isinstance(one, list) or [type(part) for part in one] != shapes for one in told
    ):
        raise HistoryError(f"{FIELD}posts should be a list of [seat, what, cents].")
    return [(seat, what, cents) for seat, what, cents in told]


def known_of(history: HandHistory) -> dict[int | str, list[Card]]:
    """The cards of every seat and of the board in the order they came; unknown ones as far as a showdown told them."""
    piles: dict[int | str, list[Card]] = {seat: [] for seat in range(1, history.seats + 1)}
    piles["board"] = []
    for line in history.lines:
        if line.verb == "hole":
            piles[line.player] += line.cards
        elif line.verb == "board":
            piles["board"] += line.cards
        elif line.verb == "show" and UNKNOWN in piles[line.player]:
            pile = piles[line.player]
            told = [card for card in line.cards if card not in pile]
            for card in told:
                pile[pile.index(UNKNOWN)] = card
    return piles


def replay(history: HandHistory, house: str | Path | None = None) -> ReplayedHand:
    """Play a history again; a step the rules do not allow is refused with its number."""
    told = own(history, "record", str, "")
    if told:
        return ReplayedHand(history, _recorded(history, told))
    game = game_of(history, house)
    stacks = {seat: _stack(history, amount) for seat, amount in enumerate(history.stacks, 1)}
    hand = game.deal(
        stacks,
        history.seats,
        posts=posts_of(history),
        known=known_of(history),
        payer=own(history, "payer", int, None),
        showdown="ask",
    )
    return ReplayedHand(history, _Following(history, hand).follow())


def _recorded(history: HandHistory, told: str) -> Hand:
    """A hand of ours with more in it than the format can tell: its record tells all."""
    try:
        hand = Hand.load(told.encode())
        begun = dict(hand.record.setup["stacks"])
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, PitbossError):
            raise
        raise HistoryError(f"{FIELD}record is damaged; it does not say all it should.") from None
    if tuple(Decimal(begun[seat]) / pieces(history) for seat in hand.seats) != history.stacks:
        raise HistoryError(f"{FIELD}record is of another hand: its stacks are not those of the file.")
    return hand


def _stack(history: HandHistory, amount: Decimal | None) -> int:
    """A stack in our pieces; one that nobody knew covers everything anybody could put in."""
    if amount is None:
        amount = sum(history.amounts(), Decimal(0)) * 2
    return int(amount * pieces(history))


class _Following:
    def __init__(self, history: HandHistory, hand: Hand) -> None:
        self.history, self.hand = history, hand
        self.dealt: dict[int | str, int] = {}  # cards the file has dealt so far, by pile
        self.shows: dict[int, ActionLine] = {}

    def follow(self) -> Hand:
        for number, line in enumerate(self.history.lines, 1):
            try:
                self._line(line)
            except PitbossError as error:
                raise HistoryError(f"action {number} ({line}) cannot be: {error}") from None
        self._showdown(all_of_them=True)
        return self.hand

    def _line(self, line: ActionLine) -> None:
        if line.verb == "note":
            return
        if line.verb in ("hole", "board"):
            pile = line.player or "board"
            self.dealt[pile] = self.dealt.get(pile, 0) + len(line.cards)
            if self.dealt[pile] > self._out(pile):
                whose = f"player {pile}" if line.player else "the board"
                raise HistoryError(f"{whose} gets no more cards before {self._waiting()}.")
            return
        if line.verb in ("show", "muck"):
            self.shows[line.player] = line
            self._showdown()
            return
        self._all_told()
        self._act(line)

    def _waiting(self) -> str:
        return f"player {self.hand.actors[0]} acts" if self.hand.actors else "the hand is over"

    def _out(self, pile: int | str) -> int:
        """Cards the dealer has really dealt to a pile by now."""
        return sum(
            len(event.cards)
            for event in self.hand.events
            if event.verb in ("deal", "board") and (event.seat == pile if event.seat else pile == "board")
        )

    def _all_told(self) -> None:
        """Nobody acts before the file has told every card that lies there."""
        piles: list[int | str] = ["board", *self.hand.seats]
        for pile in piles:
            if self.dealt.get(pile, 0) < self._out(pile):
                whose = "the board" if pile == "board" else f"player {pile}"
                raise HistoryError(f"{whose} has cards by now that the file does not deal.")

    def _act(self, line: ActionLine) -> None:
        hand, seat = self.hand, line.player
        options = {option.word: option for option in hand.legal(seat)}
        if line.verb == "call":
            hand.act(seat, "call" if options["call"].allowed else "check")
        elif line.verb == "fold":
            hand.act(seat, "fold")
        elif line.verb == "bring-in":
            forced = next((event for event in reversed(hand.events) if event.verb == "forced bet"), None)
            if forced is None or forced.seat != seat:
                hand.act(seat, "bring in")
        elif line.verb == "draw":
            hand.act(seat, f"draw {cards.show(line.cards)}".strip())
        else:
            word = next((word for word in WAGERS if options[word].allowed), "raise")
            hand.act(seat, word, int(line.chips * pieces(self.history)))

    def _showdown(self, all_of_them: bool = False) -> None:
        """Hands are shown or mucked when the dealer asks; a file may tell it earlier (all-in), or not at all."""
        hand = self.hand
        while hand.actors and hand.phase not in ("bet", "draw"):
            seat = hand.actors[0]
            line = self.shows.pop(seat, None)
            if line is None:
                if not all_of_them:
                    return
                line = ActionLine("muck" if UNKNOWN in hand.cards(hand.index[seat]) else "show", seat)
            options = {option.word: option for option in hand.legal(seat)}
            hand.act(seat, line.verb if options[line.verb].allowed else "show")
