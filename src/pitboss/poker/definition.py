"""A poker game and a house book as typed, immutable data: what their files say after every word has been checked.

Nothing here acts. A :class:`Definition` is a game as printed; a :class:`HouseBook` holds the policies of a house;
:class:`.game.Game` combines the two (:mod:`pitboss.poker.game`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pitboss.cards import Card, Deck

Structure: TypeAlias = Literal["limit", "no-limit"]
Stakes: TypeAlias = Literal["blinds", "ante"]


@dataclass(frozen=True, slots=True)
class Street:
    """What is dealt between two rounds of betting, and the round that follows.

    ``starts`` is the seat that gets the first card, ``opens`` the one that may bet first, ``limit`` which of the two
    limits the round is played at (``none``: no round). ``must_bet``: the opener has no choice (S7-1); ``completes``: he
    may make the bring-in a full bet at once; ``open_pair``: the holder of a pair may open at the higher limit (S7-2);
    ``sandbag``: who checks this hand or a better one wins nothing bet later (LB-3).
    """

    name: str
    burn: int = 0
    down: int = 0
    up: int = 0
    board: int = 0
    draw: int = 0
    starts: str = "left of button"
    limit: str = "lower"
    opens: str = "left of button"
    must_bet: bool = False
    completes: bool = False
    open_pair: bool = False
    shortage: str = ""
    sandbag: tuple[Card, ...] = ()
    sandbag_rule: str = ""
    burn_rule: str = ""  # where another rule than the street's own says that a card is burned
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Win:
    """One way to win: a ranking, and how many of one's own and of the board's cards play (0: any)."""

    name: str
    ranking: str | Mapping[str, Any]
    hole: int = 0
    board: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """What a first round without a bet leads to.

    While nobody has passed it out, ``plays`` is the ranking played for (empty: the game's own) and ``needs`` the hand
    one must hold to open. ``passed`` says what follows each passed round: ``play on`` (the same cards, the game's own
    ranking, anyone may open) or ``new deal`` (antes stay, everyone antes again). Without it the hand goes on.
    """

    plays: str = ""
    needs: str = ""
    passed: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Misprint:
    """A line of a source document that contradicts itself, what it should say, and the rule that says so (PK-37)."""

    where: str
    printed: str
    exact: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """A poker game."""

    id: str
    name: str
    deck: Deck
    seats: tuple[int, int]
    stakes: Stakes
    play: tuple[str, ...]
    streets: tuple[Street, ...]
    wins: tuple[Win, ...]
    opening: OpeningRule = OpeningRule()
    rule: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    misprints: tuple[Misprint, ...] = ()


@dataclass(frozen=True, slots=True)
class Limit:
    """A row of the limits a house spreads: everything in cents."""

    name: str
    lower: int
    higher: int
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    buy_in: int = 0
    fee: tuple[int, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Betting:
    """How bets and raises are counted, with the rules behind what is refused in ``rule``.

    ``reopens`` is a choice only where a short all-in is a bet: where it is mere action, whatever adds up to a full
    raise is one (PK-10). ``short_blind`` says what the others call when a blind is posted all-in for less: the blind
    in full, or only what was posted.
    """

    raises: int = 3
    blind_is_bet: bool = True
    heads_up: str = "unlimited"
    short_all_in: str = "action"
    reopens: str = "full raise"
    minimum_raise: str = "step"
    no_limit: str = "capped"
    low_all_in: str = "bet or fold"
    board_ties: str = "suit"
    short_blind: str = "full"
    rule: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Showing:
    """How the showdown is settled."""

    ties: str = "split"
    odd_half: str = "left of button"
    shows: str = "in turn"
    rule: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fee:
    """The collection: who pays, when, counted by whom, how much from how many heads."""

    payer: str = "nobody"
    heads: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    moment: Mapping[str, str] = field(default_factory=dict)
    count: Mapping[str, str] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """Who has the button in a new game, and whether its holder names the game."""

    first: str = "high card"
    names_game: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Missed:
    """What a player owes who missed his blinds, and one who comes from the rail (PK-25)."""

    small: str = "dead"
    big: str = "live"
    newcomer: str = "big"
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ShortBuy:
    """From how many bets on a buy-in is no longer marked short; 0: it never is (PK-14)."""

    bets: int = 0
    higher_from: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Wild:
    """The wild-card option: the deck and the ranking that takes the place of another (PK-4)."""

    deck: Deck
    ranking: str
    replaces: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Spread:
    """One game of a house: its limits, and what the house does otherwise than the game's file says."""

    limits: Mapping[str, Limit]
    seats: tuple[int, int] | None = None
    play: tuple[str, ...] = ()
    betting: Mapping[str, Any] = field(default_factory=dict)
    streets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    opening: OpeningRule | None = None


@dataclass(frozen=True, slots=True)
class HouseBook:
    """A house: its policies, and the games it spreads."""

    id: str
    name: str
    strict: bool
    chips: tuple[int, ...]
    any_stakes: bool
    button: Button
    heads_up_blinds: str
    missed: Missed
    short_buy: ShortBuy
    fee: Fee
    betting: Betting
    showdown: Showing
    wild: Wild | None
    games: Mapping[str, Spread]
    rule: str = ""
    blinds_rule: str = ""
    antes_rule: str = ""
    misprints: tuple[Misprint, ...] = ()
