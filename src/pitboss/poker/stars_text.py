"""A finished hand as text in the style of PokerStars, which hand trackers read, as one viewer saw it.

It shows only the viewer's own cards and those shown to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from pitboss import cards
from pitboss.cards import UNKNOWN
from pitboss.deal import Event
from pitboss.deal.deal import FLOOR
from pitboss.deal.english import shown_words
from pitboss.deal.event import HandShown
from pitboss.deal.hand_events import BoardTurned, ChipsPosted, ChipsWagered
from pitboss.poker.event_words import Teller
from pitboss.poker.hand import Hand
from pitboss.poker.phh.replay import variants
from pitboss.poker.spread_game import made_words

BOARD = {"flop": "FLOP", "turn": "TURN", "river": "RIVER"}
STUD_RIVER = 7
"""The card of a stud hand whose street is called the river."""


def stars_text(
    hand: Hand,
    viewer: str = FLOOR,
    names: Mapping[int, str] | None = None,
    *,
    number: int = 1,
    table: str = "Pitboss",
    when: datetime | None = None,
) -> str:
    """The text of a finished hand; ``names`` are the players by seat, ``number`` counts the hands of a card room."""
    writer = _Writer(hand, viewer, names or hand.names)
    return "\n".join([*writer.opening(number, table, when), *writer.body(), *writer.summary()]) + "\n"


def _money(cents: int) -> str:
    return f"${cents // 100}" + (f".{cents % 100:02d}" if cents % 100 else "")


def _cards(some: Sequence[int]) -> str:
    return f"[{cards.show(some)}]"


def _ordinal(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


class _Writer:
    def __init__(self, hand: Hand, viewer: str, names: Mapping[int, str]) -> None:
        self.hand, self.names = hand, names
        self.events = hand.events_for(viewer)
        self.teller = Teller(names, 0, signs=False, chips=_money, every=True)
        self.held: dict[int, list[int]] = {seat: [] for seat in hand.seats}
        self.board: list[int] = []
        self.level = 0
        self.street = "before Flop" if any(street.board for street in hand.game.streets) else "on the first street"
        self.drawing = 0  # the seat whose cards are replaced
        self.showdown = False
        self.rake = 0
        self.won: dict[int, int] = {}
        self.folded: dict[int, str] = {}
        self.shown: dict[int, tuple[Sequence[int], str]] = {}
        self.mucked: set[int] = set()
        self.pots: dict[str, int] = {}

    # Head ---------------------------------------------------------------------------------------------------------

    def opening(self, number: int, table: str, when: datetime | None) -> Iterator[str]:
        hand, game = self.hand, self.hand.game
        play = "no-limit" if game.no_limit else "limit"
        known = (row for row in variants().values() if row.get("game") == game.id and row.get("play") == play)
        title = next((row["title"] for row in known if "title" in row), f"{game.name} {play.title().replace('-', ' ')}")
        stakes = game.blinds if game.no_limit and any(game.blinds) else (game.lower, game.higher)
        day = f" - {when:%Y/%m/%d %H:%M:%S} UTC" if when else ""
        yield f"PokerStars Hand #{number}:  {title} ({'/'.join(map(_money, stakes))}){day}"
        yield f"Table '{table}' {max(game.seats[1], *hand.seats)}-max Seat #{hand.button} is the button"
        for seat, cents in sorted(dict(hand.record.setup["stacks"]).items()):
            yield f"Seat {seat}: {self.names[seat]} ({_money(cents)} in chips)"

    # What happened ------------------------------------------------------------------------------------------------

    def body(self) -> Iterator[str]:
        dealt: dict[int, list[int]] = {}
        for event in self.events:
            if event.verb == "deal":
                dealt.setdefault(event.seat, []).extend(event.cards)
                continue
            if event.verb in ("burn", "shuffle"):
                if event.verb == "shuffle":
                    self.held = {seat: [] for seat in self.held}
                continue
            yield from self._dealt(dealt)
            dealt = {}
            yield from self._event(event)
        yield from self._dealt(dealt)

    def _dealt(self, dealt: Mapping[int, list[int]]) -> Iterator[str]:
        if not dealt:
            return
        if not self.drawing:
            yield self._street(max(len(self.held[seat]) + len(new) for seat, new in dealt.items()))
        for seat in sorted(dealt):
            new, before = dealt[seat], self.held[seat]
            seen = [card for card in new if card != UNKNOWN]
            known = [card for card in before if card != UNKNOWN]
            if seen:
                yield f"Dealt to {self.names[seat]} {f'{_cards(known)} ' if known else ''}{_cards(seen)}"
            before += new
        self.drawing = 0

    def _street(self, size: int) -> str:
        """The heading of a street, by the cards each player then has."""
        streets = self.hand.game.streets
        if any(street.board for street in streets):
            return "*** HOLE CARDS ***"
        if any(street.draw for street in streets):
            self.street = "before the Draw"
            return "*** DEALING HANDS ***"
        last = size == STUD_RIVER
        if self.street != "on the first street":
            self.level = 0
        self.street = "on the River" if last else f"on the {_ordinal(size)} Street"
        return "*** RIVER ***" if last else f"*** {_ordinal(size)} STREET ***"

    def _event(self, event: Event) -> Iterator[str]:
        name, chips = self.names.get(event.seat, ""), _money(event.cents)
        all_in = " and is all-in" if isinstance(event, ChipsWagered | ChipsPosted) and event.all_in else ""
        if event.verb in _PLAIN:
            post = event.post if isinstance(event, ChipsPosted) else ""
            yield f"{name}: {_PLAIN[event.verb].format(chips=chips, post=post)}{all_in}"
        elif event.verb in ("raise", "complete"):
            yield f"{name}: raises {_money(event.to - self.level)} to {_money(event.to)}{all_in}"
        elif event.verb in _SPECIAL:
            yield from _SPECIAL[event.verb](self, event)
        else:  # a ruling, or something the style has no words for
            yield from (told.sentence for told in self.teller.tell([event]))
        if event.verb == "fold":
            self.folded[event.seat] = self.street
        self.level = max(self.level, event.to)

    def _fee(self, event: Event) -> Iterator[str]:
        if event.seat:
            yield f"{self.names[event.seat]}: pays the fee {_money(event.cents)}"
        else:
            self.rake += event.cents

    def _turned(self, event: BoardTurned) -> Iterator[str]:
        self.level = 0
        street = "common card" if event.common else event.street
        heading = BOARD.get(street, street.upper())
        before = f" {_cards(self.board)}" if self.board else ""
        self.board += event.cards
        self.street = f"on the {heading.title()}"
        yield f"*** {heading} ***{before} {_cards(event.cards)}"

    def _returned(self, event: Event) -> Iterator[str]:
        yield f"Uncalled bet ({_money(event.cents)}) returned to {self.names[event.seat]}"

    def _draw(self, event: Event) -> Iterator[str]:
        self.level, self.street, self.drawing = 0, "after the Draw", event.seat
        thrown = f" {_cards(event.cards)}" if event.cards and UNKNOWN not in event.cards else ""
        held = self.held[event.seat]
        for card in event.cards:
            held.remove(card)
        words = f"discards {len(event.cards)} card{'s' * (len(event.cards) != 1)}{thrown}"
        yield f"{self.names[event.seat]}: {words if event.cards else 'stands pat'}"
        if not event.cards:
            self.drawing = 0

    def _show(self, event: HandShown) -> Iterator[str]:
        yield from self._heading()
        made = shown_words(event.hands) or made_words(self.hand.contests, event.cards, self.board)
        self.shown[event.seat] = event.cards, made
        yield f"{self.names[event.seat]}: shows {_cards(event.cards)}{f' ({made})' if made else ''}"

    def _muck(self, event: Event) -> Iterator[str]:
        yield from self._heading()
        self.mucked.add(event.seat)
        yield f"{self.names[event.seat]}: mucks hand"

    def _heading(self) -> Iterator[str]:
        if not self.showdown:
            self.showdown = True
            yield "*** SHOW DOWN ***"

    def _award(self, event: Event) -> Iterator[str]:
        self.won[event.seat] = self.won.get(event.seat, 0) + event.cents
        self.pots[event.pile] = self.pots.get(event.pile, 0) + event.cents
        several = any(each.verb == "award" and each.pile.startswith("side pot") for each in self.events)
        pile = "main pot" if several and event.pile == "pot" else event.pile.replace("side pot ", "side pot-")
        yield f"{self.names[event.seat]} collected {_money(event.cents)} from {pile}"

    # Summary ------------------------------------------------------------------------------------------------------

    def summary(self) -> Iterator[str]:
        yield "*** SUMMARY ***"
        parts = ""
        if len(self.pots) > 1:
            titled = {
                pile.replace("side pot ", "side pot-") if pile != "pot" else "main pot": pile for pile in self.pots
            }
            parts = "".join(f" {title.capitalize()} {_money(self.pots[pile])}." for title, pile in titled.items())
        yield f"Total pot {_money(sum(self.won.values()) + self.rake)}{parts} | Rake {_money(self.rake)}"
        if self.board:
            yield f"Board {_cards(self.board)}"
        for seat in sorted(self.hand.seats):
            button = " (button)" if seat == self.hand.button else ""
            yield f"Seat {seat}: {self.names[seat]}{button} {self._end(seat)}"

    def _end(self, seat: int) -> str:
        won = f"({_money(self.won[seat])})" if self.won.get(seat) else ""
        if seat in self.shown:
            some, words = self.shown[seat]
            made = f" with {words}" if words else ""
            return f"showed {_cards(some)} and {f'won {won}' if won else 'lost'}{made}"
        if seat in self.folded and not won:
            return f"folded {self.folded[seat]}"
        if seat in self.mucked and not won:
            return "mucked"
        return f"collected {won or '($0)'}"  # nothing where the fee took the whole pot (PK-13)


_PLAIN = {
    "ante": "posts the ante {chips}",
    "post": "posts {post} {chips}",
    "forced bet": "brings in for {chips}",
    "bring in": "brings in for {chips}",
    "bet": "bets {chips}",
    "call": "calls {chips}",
    "check": "checks",
    "fold": "folds",
}
_SPECIAL: dict[str, Callable[[_Writer, Any], Iterator[str]]] = {
    "fee": _Writer._fee,
    "board": _Writer._turned,
    "return": _Writer._returned,
    "draw": _Writer._draw,
    "show": _Writer._show,
    "muck": _Writer._muck,
    "award": _Writer._award,
}
