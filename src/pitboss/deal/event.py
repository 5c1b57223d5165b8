"""Events: one for each physical act at the table, as typed facts.

An event is one of the classes here, in :mod:`pitboss.deal.round_events` and in :mod:`pitboss.deal.hand_events`. The
class says what happened; its tag is ``type`` in JSON. ``verb`` is the word used at the table. Any game file may call an
option ``settle`` or ``deal``, so code never identifies a house event by its verb. The words for people are made from
the facts by :func:`pitboss.deal.english.words`, and nothing reads them back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar

import msgspec

from pitboss import cards, money
from pitboss.ranking import Ranking


class CalledHand(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A hand as the dealer calls it: its category, the ranks that distinguish it, and its number of cards.

    ``half`` is the part of a split pot that it plays for, such as ``low``.
    """

    category: str
    ranks: tuple[int, ...] = ()
    size: int = 5
    half: str = ""


@lru_cache(maxsize=1 << 15)
def called(ranking: Ranking, value: int, half: str = "") -> CalledHand:
    """The hand of this value; cached, since long runs repeat the same few thousand."""
    return CalledHand(ranking.category(value), ranking.ranks(value) if value else (), ranking.cards, half)


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag="event"):
    """One thing that happened.

    ``verb`` is the act as it is said at the table (``deal``, ``burn``, ``bet``, ``settle`` …), ``seat`` the spot or
    seat it concerns (0: none), ``pile`` where the cards are now, ``up`` whether they are face up. ``cents`` are the
    chips moved by this act, never a total: a raise from $2 to $6 moves $4. ``to`` is the total that a poker seat then
    has in front of it in this round, after a blind, bring-in, call, bet, completion or raise.
    """

    in_words: ClassVar[Callable[[Event], str]]
    """The function from an event to its words; :mod:`pitboss.deal.english` sets it."""

    verb: str
    seat: int = 0
    pile: str = ""
    cards: tuple[int, ...] = ()
    up: bool = False
    cents: int = 0
    rule: str = ""
    to: int = 0

    @property
    def words(self) -> str:
        """The event in words, for people."""
        return type(self).in_words(self)

    def hidden(self) -> Event:
        """The event without the faces of its cards; its other facts never depend on them."""
        return msgspec.structs.replace(self, cards=(cards.UNKNOWN,) * len(self.cards))

    def __str__(self) -> str:
        parts = [self.verb]
        if self.seat:
            parts.append(f"seat {self.seat}")
        if self.pile:
            parts.append(self.pile)
        if self.cards:
            parts.append(f"[{cards.show(self.cards)}]" + (" face up" if self.up else ""))
        if self.cents:
            parts.append(money.dollars(self.cents))
        if self.to > self.cents:
            parts.append(f"to {money.dollars(self.to)}")
        if words := self.words:
            parts.append(f"— {words}")
        if self.rule:
            parts.append(f"({self.rule})")
        return " ".join(parts)


# Cards, in rounds and hands ---------------------------------------------------------------------------------------


class DeckShuffled(Event, frozen=True, tag="shuffled"):
    """The whole deck is shuffled; ``deck`` is its name where the game has one."""

    deck: str = ""


class CardsDealt(Event, frozen=True, tag="dealt"):
    """Cards go to a seat or a pile of the table; ``street`` is the street of poker that they begin."""

    street: str = ""

    def hidden(self) -> Event:
        hidden = (cards.UNKNOWN,) * len(self.cards)
        return CardsDealt(self.verb, self.seat, self.pile, hidden, self.up, self.cents, self.rule, 0, self.street)


class CardReplaced(Event, frozen=True, tag="replaced"):
    """A seat gets a card for one that was taken out of play, from this ``place`` of the deck."""

    place: str = ""


class CardBurned(Event, frozen=True, tag="burned"):
    """A card is burned."""


class HandShown(Event, frozen=True, tag="shown"):
    """A hand is turned up; ``hands`` is what the dealer calls it, for each half of the pot."""

    hands: tuple[CalledHand, ...] = ()


# The table between deals --------------------------------------------------------------------------------------------


class PlayerSat(Event, frozen=True, tag="sat"):
    """A player takes a seat; ``waiting`` for the big blind or not (PK-25)."""

    player: str = ""
    waiting: bool = False


class ChipsBought(Event, frozen=True, tag="bought"):
    """A player buys chips."""


class ShortBuyMarked(Event, frozen=True, tag="short-buy"):
    """A buy-in below the minimum is marked; nothing follows from it."""


class PlayerSatOut(Event, frozen=True, tag="sat-out"):
    """A seat is dealt out until its player comes back."""


class PlayerCameBack(Event, frozen=True, tag="came-back"):
    """A seat is dealt in again, at once or when the big blind reaches it (``waiting``)."""

    waiting: bool = False


class PlayerLeft(Event, frozen=True, tag="left"):
    """A player leaves a seat."""

    player: str = ""


class PlayerMoved(Event, frozen=True, tag="moved"):
    """A player changes seats; ``away`` from the big blind or not (PK-25). ``place`` is what the seats are called."""

    player: str = ""
    place: str = "seat"
    to_seat: int = 0
    away: bool = False


class WagersPlaced(Event, frozen=True, tag="placed"):
    """The wagers of a spot for the next round, in place of any before; ``cents`` is their sum."""

    wagers: tuple[tuple[str, int], ...] = ()


class DealFinished(Event, frozen=True, tag="finished"):
    """A deal is closed; ``number`` counts the deals of the session."""

    number: int = 0


class GameNamed(Event, frozen=True, tag="named"):
    """The button names the game of the next hand (PK-2)."""

    game: str = ""
    name: str = ""


class ButtonGiven(Event, frozen=True, tag="button"):
    """A seat gets the button of a new game: for its ``card``, the highest, or on the house dealer's left (PK-1)."""

    card: str = ""


class SeatDealtOut(Event, frozen=True, tag="dealt-out"):
    """The button passes a player who cannot pay what is ``due`` for fee and ante (PK-2)."""

    due: int = 0


class BlindMissed(Event, frozen=True, tag="missed-blind"):
    """A player who is away owes a blind (PK-25)."""

    post: str = ""


class ChipsRanOut(Event, frozen=True, tag="out-of-chips"):
    """A player has no chips left and sits out."""


class BlindsOwed(Event, frozen=True, tag="owes-blinds"):
    """A player who won with a hand dealt to a dead seat owes the blinds (PK-24)."""


class SeatDealtIn(Event, frozen=True, tag="dealt-in"):
    """A player who lost with a hand dealt to a dead seat is dealt in (PK-24)."""
