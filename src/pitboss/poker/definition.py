"""A poker game and a house book as typed, immutable data, read from checked files.

A :class:`PokerDefinition` is a game as printed; a :class:`HouseBook` holds the policies of a house.
:class:`pitboss.poker.game.PokerGame` combines the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pitboss.cards import Card, Deck

Stakes: TypeAlias = Literal["blinds", "ante"]


@dataclass(frozen=True, slots=True)
class Street:
    """The cards dealt on a street and the round of betting that follows.

    ``starts`` says who gets the first card, ``opens`` who may bet first, and ``limit`` at which of the two limits the
    round is played (``none``: there is no round). ``must_bet``: the opener has to bet (S7-1); ``completes``: the opener
    may make the bring-in a full bet at once; ``open_pair``: with a pair showing, the higher limit may be bet (S7-2);
    ``sandbag``: a player who checks this hand or a better one wins nothing that is bet later (LB-3).
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
    burn_rule: str = ""  # the rule for the burn, if it is not the street's own
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Win:
    """One way to win: a ranking, and how many hole cards and board cards must play (0: any)."""

    name: str
    ranking: str | Mapping[str, Any]
    hole: int = 0
    board: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """The conditions to open the first round, and what follows if everybody passes.

    Until the round is passed out, ``plays`` is the ranking played for (empty: the game's own) and ``needs`` the least
    hand that may open. ``passed`` lists what follows each passed round: ``play on`` (same cards, the game's own
    ranking, anyone may open) or ``new deal`` (antes stay, everyone antes again). After the last one the hand goes on.
    """

    plays: str = ""
    needs: str = ""
    passed: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Misprint:
    """A line of a source document that contradicts itself, and the correct reading with its rule (PK-37)."""

    where: str
    printed: str
    exact: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class PokerDefinition:
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
class SpreadLimit:
    """One limit a house spreads, in cents."""

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
    """The counting of bets and raises; ``rule`` cites the rules behind refusals.

    ``reopens`` matters only where a short all-in counts as a bet. Where it is action only, short all-ins that add up to
    a full raise are a raise (PK-10). ``short_blind`` is what the others call when a blind is posted all-in for less:
    the full blind, or only what was posted.
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
    """House policies for the showdown."""

    ties: str = "split"
    odd_half: str = "left of button"
    shows: str = "in turn"
    rule: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fee:
    """The collection: who pays it, when, which players are counted, and the amount for each number of players."""

    payer: str = "nobody"
    heads: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    moment: Mapping[str, str] = field(default_factory=dict)
    count: Mapping[str, str] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """The rule for the first button of a new game, and whether the button names the game."""

    first: str = "high card"
    names_game: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Missed:
    """The posts of a player who missed blinds and comes back, and of a new player (PK-25)."""

    small: str = "dead"
    big: str = "live"
    newcomer: str = "big"
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ShortBuy:
    """A buy-in of fewer than ``bets`` bets is marked short; 0: none is (PK-14)."""

    bets: int = 0
    higher_from: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Wild:
    """The wild-card option: its deck, and the ranking it uses instead of another (PK-4)."""

    deck: Deck
    ranking: str
    replaces: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Spread:
    """One game of a house: its limits, and the house's changes to the game's definition."""

    limits: Mapping[str, SpreadLimit]
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
