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
from pitboss.deal.hand_events import BoardTurned, ChipsPosted
from pitboss.poker.event_words import Teller, all_in_words
from pitboss.poker.hand import Hand
from pitboss.poker.phh.replay import variant_of
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


def _title(pile: str, several: bool) -> str:
    return "main pot" if several and pile == "pot" else pile.replace("side pot ", "side pot-")


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

    def opening(self, number: int, table: str, when: datetime | None) -> Iterator[str]:
        hand, game = self.hand, self.hand.game
        variant = variant_of(game)
        named = f"{game.name} {'No Limit' if game.no_limit else 'Limit'}"
        title = variant[1].get("title", named) if variant else named
        stakes = game.blinds if game.no_limit and any(game.blinds) else (game.lower, game.higher)
        day = f" - {when:%Y/%m/%d %H:%M:%S} UTC" if when else ""
        yield f"PokerStars Hand #{number}:  {title} ({'/'.join(map(_money, stakes))}){day}"
        yield f"Table '{table}' {max(game.seats[1], *hand.seats)}-max Seat #{hand.button} is the button"
        for seat, cents in sorted(dict(hand.record.setup["stacks"]).items()):
            yield f"Seat {seat}: {self.names[seat]} ({_money(cents)} in chips)"

    def body(self) -> Iterator[str]:
        dealt: dict[int, list[int]] = {}
        for event in self.events:
            if event.verb == "deal":
                dealt.setdefault(event.seat, []).extend(event.cards)
            elif event.verb == "shuffle":
                self.held = {seat: [] for seat in self.held}
            elif event.verb != "burn":
                yield from self._dealt(dealt)
                yield from self._event(event)
        yield from self._dealt(dealt)

    def _dealt(self, dealt: dict[int, list[int]]) -> Iterator[str]:
        if not dealt:
            return
        if not self.drawing:
            yield self._street(max(len(self.held[seat]) + len(new) for seat, new in dealt.items()))
        for seat in sorted(dealt):
            seen = [card for card in dealt[seat] if card != UNKNOWN]
            known = [card for card in self.held[seat] if card != UNKNOWN]
            if seen:
                yield f"Dealt to {self.names[seat]} {f'{_cards(known)} ' if known else ''}{_cards(seen)}"
            self.held[seat] += dealt[seat]
        self.drawing = 0
        dealt.clear()

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
        name, seat = self.names.get(event.seat, ""), event.seat
        if event.verb in ("show", "muck") and not self.showdown:
            self.showdown = True
            yield "*** SHOW DOWN ***"
        if event.verb in _SENTENCES:
            yield _SENTENCES[event.verb].format(
                name=name,
                chips=_money(event.cents),
                more=_money(event.to - self.level),
                to=_money(event.to),
                post=event.post if isinstance(event, ChipsPosted) else "",
                all_in=all_in_words(event),
            )
        elif event.verb in _SPECIAL:
            yield _SPECIAL[event.verb](self, event, name)
        elif event.verb == "fee" and seat:
            yield f"{name}: pays the fee {_money(event.cents)}"
        elif event.verb == "fee":
            self.rake += event.cents
        else:  # a ruling, or something the style has no words for
            yield from (told.sentence for told in self.teller.tell([event]))
        if event.verb == "fold":
            self.folded[seat] = self.street
        elif event.verb == "muck":
            self.mucked.add(seat)
        self.level = max(self.level, event.to)

    def _turned(self, event: BoardTurned, name: str) -> str:
        self.level = 0
        street = "common card" if event.common else event.street
        heading = BOARD.get(street, street.upper())
        before = f" {_cards(self.board)}" if self.board else ""
        self.board += event.cards
        self.street = f"on the {heading.title()}"
        return f"*** {heading} ***{before} {_cards(event.cards)}"

    def _draw(self, event: Event, name: str) -> str:
        self.level, self.street = 0, "after the Draw"
        if not event.cards:
            return f"{name}: stands pat"
        self.drawing = event.seat
        for card in event.cards:
            self.held[event.seat].remove(card)
        thrown = f" {_cards(event.cards)}" if UNKNOWN not in event.cards else ""
        return f"{name}: discards {len(event.cards)} card{'s' * (len(event.cards) != 1)}{thrown}"

    def _show(self, event: HandShown, name: str) -> str:
        made = shown_words(event.hands) or made_words(self.hand.contests, event.cards, self.board)
        self.shown[event.seat] = event.cards, made
        return f"{name}: shows {_cards(event.cards)}{f' ({made})' if made else ''}"

    def _award(self, event: Event, name: str) -> str:
        self.won[event.seat] = self.won.get(event.seat, 0) + event.cents
        self.pots[event.pile] = self.pots.get(event.pile, 0) + event.cents
        several = any(each.verb == "award" and each.pile.startswith("side pot") for each in self.events)
        return f"{name} collected {_money(event.cents)} from {_title(event.pile, several)}"

    def summary(self) -> Iterator[str]:
        yield "*** SUMMARY ***"
        parts = ""
        if len(self.pots) > 1:
            parts = "".join(f" {_title(pile, True).capitalize()} {_money(held)}." for pile, held in self.pots.items())
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


_SENTENCES = {
    "ante": "{name}: posts the ante {chips}{all_in}",
    "post": "{name}: posts {post} {chips}{all_in}",
    "forced bet": "{name}: brings in for {chips}{all_in}",
    "bring in": "{name}: brings in for {chips}{all_in}",
    "bet": "{name}: bets {chips}{all_in}",
    "call": "{name}: calls {chips}{all_in}",
    "raise": "{name}: raises {more} to {to}{all_in}",
    "complete": "{name}: raises {more} to {to}{all_in}",
    "check": "{name}: checks",
    "fold": "{name}: folds",
    "return": "Uncalled bet ({chips}) returned to {name}",
    "muck": "{name}: mucks hand",
}
_SPECIAL: dict[str, Callable[[_Writer, Any, str], str]] = {
    "board": _Writer._turned,
    "draw": _Writer._draw,
    "show": _Writer._show,
    "award": _Writer._award,
}
