"""The options of a seat, the standing of a deal, and the views of a deal or a session.

An option is what a seat may do now or, for the rest, the rule against it. The standing is the public facts that a
table shows in addition to cards and chips. It is the same for every viewer, so it depends only on what everybody may
see; pages and terminals draw it without computing it again. A view is a deal or a session as one viewer may see it, the
only form in which it is sent to a player.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from pitboss.deal.event import CalledHand, Event
from pitboss.move import Move


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One action of the game and whether a seat may take it now.

    It is allowed if ``why`` is empty. ``actions`` are the exact texts :meth:`Deal.act` accepts for ``word``. ``cents``
    are the chips it costs at least: what a call or a bring-in puts in, what an option of a house game places, what the
    smallest bet or raise adds.

    If the action needs an amount (a bet, completion or raise in poker, a wager placed at a table of house games), the
    accepted ones run from ``low`` to ``high`` by ``step``, and ``high`` is always accepted. They are totals in cents:
    what then lies before the seat in this round of poker betting, or on the wager. If it takes no amount, ``low``,
    ``high`` and ``step`` are 0, also where chips move: a call and a bring-in are given as ``act(seat, "call")``, and
    ``cents`` says what they put in. So ``high`` says whether to pass an amount.

    ``names`` says which cards the texts name after the word: those ``held``, or those put ``out``; it is empty where
    they name none. ``folds``: the seat gives its hand up.
    """

    word: str
    actions: tuple[str, ...] = ()
    cents: int = 0
    low: int = 0
    high: int = 0
    step: int = 0
    why: str = ""
    rule: str = ""
    names: str = ""
    folds: bool = False

    @property
    def allowed(self) -> bool:
        return not self.why

    def cards_named(self, action: str) -> tuple[str, ...]:
        """The cards that one of its actions names, as text."""
        return tuple(action[len(self.word) :].split()) if self.names else ()

    def takes(self, cents: int) -> bool:
        """True if this amount is accepted; ``high`` always is (all-in)."""
        if not self.high:
            return not cents
        if cents == self.high:
            return True
        return self.low <= cents < self.high and (cents - self.low) % (self.step or 1) == 0


# The standing of a deal -----------------------------------------------------------------------------------------------


class PotStanding(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A pot by its name, ``pot`` or ``side pot 1``, and the seats that can win it."""

    name: str
    cents: int
    seats: tuple[int, ...] = ()


class WagerResult(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag="wager"):
    """The settlement of a wager against the house, as in :class:`~pitboss.deal.round_events.WagerSettled`.

    ``hand`` is the hand it was settled on, where that reached the line of a pay table.
    """

    seat: int
    wager: str
    result: str
    stake: int
    paid: int = 0
    odds: str = ""
    line: str = ""
    breakage: str = ""
    outcome: str = ""
    table: str = ""
    bonus: bool = False
    rule: str = ""
    hand: CalledHand | None = None


class PotResult(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag="pot"):
    """Chips of a pot that went to a seat, as in :class:`~pitboss.deal.hand_events.PotAwarded`.

    ``cards`` are those of the winning hand in the order they count, if it was shown.
    """

    seat: int
    pot: str
    cents: int
    reason: str = ""
    half: str = ""
    by: str = ""
    rule: str = ""
    hand: CalledHand | None = None
    cards: tuple[int, ...] = ()


class DealerAct(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The dealer's next act at a table dealt by hand, the one that ``step()`` would do.

    ``act`` is the verb of its event, such as ``burn`` or ``settle``; ``ask`` if a player is to decide next, and
    ``showdown`` if a hand is to be shown or mucked, since which of the two is not known before. ``pile`` is the pile or
    the wager that it concerns, ``cards`` how many cards it moves.
    """

    act: str
    seat: int = 0
    pile: str = ""
    cards: int = 0


DealResult: TypeAlias = WagerResult | PotResult


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standing of a deal.

    In poker: the ``street``; the ``pots`` without the chips in ``front`` of the seats in this round; while a round of
    betting is open, the ``level`` that has to be matched and the ``raises_left`` (None: no limit). Against the house:
    the open ``decision``. ``results`` are the wagers settled or the awards pushed so far, ``dealer`` the next act of a
    dealer who deals by hand, None while a seat has to act.
    """

    street: str = ""
    pots: tuple[PotStanding, ...] = ()
    front: dict[int, int] = {}
    level: int = 0
    raises_left: int | None = None
    results: tuple[DealResult, ...] = ()
    dealer: DealerAct | None = None
    decision: str = ""


# Views ----------------------------------------------------------------------------------------------------------------


class View(msgspec.Struct, frozen=True):
    """A deal as one viewer sees it; a card they may not see is ``cards.UNKNOWN``.

    ``piles`` are the cards on the table by name (``player 1``, ``dealer``, ``board``, ``burn`` …), ``chips`` the
    balance of every account, ``legal`` what the viewer's own seats may do now, ``events`` everything that happened,
    ``standing`` what else the table shows, the same for every viewer.
    """

    viewer: str
    version: int
    done: bool
    actors: tuple[int, ...]
    piles: dict[str, tuple[int, ...]]
    chips: dict[str, int]
    legal: dict[int, tuple[Option, ...]]
    events: tuple[Event, ...]
    standing: Standing = Standing()


class PotShare(msgspec.Struct, frozen=True, omit_defaults=True):
    """The share of a pot that a seat would get, and for what (:class:`~pitboss.deal.hand_events.PotAwarded`)."""

    seat: int
    pile: str
    cents: int
    words: str = ""
    rule: str = ""
    reason: str = ""
    half: str = ""
    by: str = ""


class HandReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hand a seat has now, from the cards its player sees, including the board.

    Fewer cards than a hand are read as far as they go: a pair, a high card. ``hand`` is the hand they make (in a split
    pot each of the ``halves`` has one), ``cards`` are those that play, ``matched`` those of them that make the
    ``category``. ``lines`` is the line of each wager's pay table that the hand reaches, counted from 0, ``reach`` the
    best line that it can still reach with the cards to come. ``after`` is the hand after an action that changes it,
    where the cards for that are seen: after a swap for a card that lies face up. ``halves`` are the hands of the parts
    of a split pot, such as ``high`` and ``low``. ``shares``: for the last player who must show or muck, how the pots go
    after each of the two. ``sure`` are the payments of wagers that are won whatever is decided and turned.
    """

    words: str = ""
    cards: tuple[int, ...] = ()
    lines: dict[str, int] = {}
    after: dict[str, HandReading] = {}
    halves: dict[str, HandReading] = {}
    shares: dict[str, tuple[PotShare, ...]] = {}
    category: str = ""
    matched: tuple[int, ...] = ()
    reach: dict[str, int] = {}
    hand: CalledHand | None = None
    sure: dict[str, int] = {}


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A taken seat: ``status`` is ``in``, ``out`` or ``waiting``, ``placed`` the wagers of the next round.

    ``cents`` are the player's chips that are not in play, shared by all seats of one player.
    """

    player: str
    cents: int
    status: str
    placed: dict[str, int] = {}
    owes: tuple[str, ...] = ()


class SessionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as one viewer sees it at one version.

    ``chips`` is the balance of every account, ``button`` the seat that has it (0: none), ``game`` the game being
    played or named next, ``deal`` the running round or hand: its pile ``player 3`` belongs to seat 3, its ``legal`` is
    what the viewer's own seats may do now.
    """

    viewer: str
    version: int
    games: tuple[str, ...]
    seats: dict[int, SeatView]
    chips: dict[str, int]
    game: str = ""
    button: int = 0
    actors: tuple[int, ...] = ()
    done: bool = True
    deal: View | None = None


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """The news after version ``base``: events as the viewer sees them, and every move of chips.

    ``actors``, ``chips``, ``done`` and ``legal`` are current.
    """

    base: int
    version: int
    events: tuple[Event, ...]
    moves: tuple[Move, ...]
    chips: dict[str, int]
    actors: tuple[int, ...] = ()
    done: bool = True
    legal: dict[int, tuple[Option, ...]] = {}
