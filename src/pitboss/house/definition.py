"""A game against the house as typed, immutable data: the content of its file, fully checked.

Definitions are compared by content, hands and wagers by identity.

The round deals from a definition, the solver proves from it, pages are drawn from it; only
:mod:`pitboss.house.settlement` reads an outcome or a pay table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from pitboss.cards import Deck
from pitboss.ranking import Ranking

PLAYER = "player"
"""The pile of each spot's own cards; every other pile is shared by all spots."""

OUTSIDE_PILES = ("deck", "burn", "rack", "out")
"""Piles every game has; a file may not deal to them. ``rack`` is the discard rack, ``out`` a spot's discards."""


# Steps of the dealer -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealStep:
    """Deal cards to a pile; for ``player``, to every spot in the round, dealer's left to right (HB-3).

    With ``if_placed``, only to spots with one of those wagers. With ``packet``, a spot gets its cards at once.
    """

    pile: str
    cards: int
    up: bool = False
    packet: bool = True
    if_placed: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class BurnStep:
    """Burn the next cards of the deck, unseen."""

    cards: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class DispenseStep:
    """Dispense the rest of the deck unused; no card can be dealt after it (H5-12)."""

    rule: str = ""


@dataclass(frozen=True, slots=True)
class TurnStep:
    """Turn up face-down cards of a pile in the order they were dealt: ``cards`` of them, 0 for all.

    With ``if_none_up``, only while that pile shows no card.
    """

    pile: str
    cards: int = 0
    if_none_up: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class DiscardStep:
    """Discard a pile's face-up cards of rank ``up_at_least`` or higher to the rack, still visible (S4-4, S4-11)."""

    pile: str
    up_at_least: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class DecideStep:
    """Ask every spot that has not folded for a decision, depending on its wagers.

    ``quiet``: players may not talk about their cards meanwhile, so table chat is closed (HO-10). ``timeout``: the
    option taken for a player who does not answer in time; empty for the free one that keeps all wagers, else a fold.
    """

    decision: str
    if_placed: tuple[str, ...] = ()
    unless_placed: tuple[str, ...] = ()
    quiet: bool = False
    rule: str = ""
    timeout: str = ""


@dataclass(frozen=True, slots=True)
class CollectStep:
    """Collect folded hands and/or discards to the rack, face down, dealer's right to left."""

    what: tuple[str, ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SetStep:
    """Set a hand of the house from face-up cards; cards of the pile ``rack_unused`` that do not play go to the rack."""

    hand: str
    rack_unused: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class AnnounceStep:
    """Announce whether a hand qualifies and, if it does, what it is (T5-10)."""

    hand: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SettleStep:
    """Settle wagers, dealer's right to left (HB-4).

    ``only``: ``folded`` settles only at spots that folded, ``losing`` only wagers that lose.
    """

    wagers: tuple[str, ...]
    only: Literal["", "folded", "losing"] = ""
    rule: str = ""


Step: TypeAlias = (
    DealStep
    | BurnStep
    | DispenseStep
    | TurnStep
    | DiscardStep
    | DecideStep
    | CollectStep
    | SetStep
    | AnnounceStep
    | SettleStep
)


# Choices of the player -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a decision, as the file writes it.

    ``say`` is the action's text, with ``{times}``, ``{held}`` or ``{out}`` where it varies. ``place`` maps a wager to
    the multiples of its base that may be placed; at most one of them offers several. ``hold`` lists how many cards may
    be kept (empty: all are). ``needs`` is the lowest value of the hand ``player`` that allows the option (0: any).
    """

    say: str
    fold: bool = False
    place: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    take: str = ""
    hold: tuple[int, ...] = ()
    needs: int = 0
    needs_line: str = ""
    rule: str = ""

    @property
    def word(self) -> str:
        """The action word alone: ``swap`` of ``swap {out}``."""
        return self.say.split("{")[0].strip()

    @property
    def names(self) -> str:
        """The cards that the action's text names: ``held``, ``out`` (discarded), or empty for none."""
        return "held" if "{held}" in self.say else "out" if "{out}" in self.say else ""

    @property
    def times(self) -> tuple[int, ...]:
        """The multiples offered; (1,) if there is no choice."""
        return max(self.place.values(), key=len, default=(1,))


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """A decision and its options; compared by identity, so that it can be the key of a cache."""

    name: str
    choices: tuple[Choice, ...]


# Hands ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class JudgedHand:
    """A hand to be judged: the best that its piles make under a ranking.

    ``must`` is how many cards of a pile have to play (-1: all of them); cards of other piles complete the hand. ``at``
    is the moment: "" at settlement; ``deal`` for the cards as dealt, before any discard; or the name of a decision, for
    the spot's own and the face-up cards when the script reaches it. ``qualifies`` is the lowest value that qualifies
    (0: always).
    """

    name: str
    of: tuple[str, ...]
    ranking: Ranking
    must: Mapping[str, int] = field(default_factory=dict)
    at: str = ""
    qualifies: int = 0
    qualifies_line: str = ""
    rule: str = ""
    own: bool = field(init=False)
    """True if it includes a spot's own cards, so that every spot has its own."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "own", PLAYER in self.of)


# Wagers --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PayLine:
    """A line of a pay table: it pays every hand of at least this value that no better line pays."""

    hand: str
    least: int
    odds: Fraction


@dataclass(frozen=True, slots=True)
class PayTable:
    """A posted pay table, best line first; only the highest line a hand reaches is paid (HB-4)."""

    name: str
    lines: tuple[PayLine, ...]


PUSH, LOSE, STANDS, TABLE = "push", "lose", "stands", "table"
Outcome: TypeAlias = tuple[str | Fraction, ...]
"""Tried in order: odds, ``table``, ``push``, ``lose``; a table without a line for the hand is skipped."""

MISDEALS = ("void", "spot")
"""The choices of what a misdeal voids: the whole round, or only the spot it happened to."""


@dataclass(frozen=True, slots=True, eq=False)
class Wager:
    """A wager: when it is placed, and how it is settled.

    ``initial`` is ``required``, ``alone`` (may be a spot's only wager) or ``beside`` (never alone); a wager without it
    is placed by a decision in multiples of ``of``. ``table`` is the pay table in force, one of ``tables`` (``shares``:
    whose tables they are, if another wager's). ``outcomes`` has the keys ``fold``, and ``shown`` for a wager on a
    hand alone or ``unqualified win tie lose`` for one ``against`` another hand. ``bonus`` is paid on top unless folded.
    """

    key: str
    hand: str
    outcomes: Mapping[str, Outcome]
    initial: Literal["", "required", "alone", "beside"] = ""
    of: str = ""
    equals: str = ""
    against: str = ""
    table: PayTable | None = None
    tables: Mapping[str, PayTable] = field(default_factory=dict)
    shares: str = ""
    bonus: PayTable | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    stands: bool = field(init=False)
    """True if it is settled on the hand even after a fold."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "stands", self.outcomes.get("fold") == (STANDS,))

    @property
    def sheet_key(self) -> str:
        """The name on sheets of this wager under the table in force: ``ante``, ``tens/1``."""
        return f"{self.key}/{self.table.name}" if self.table is not None and self.table.name else self.key


# The game ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spots:
    """The numbers of spots the layout may have, and the default."""

    choices: tuple[int, ...]
    usual: int

    @property
    def most(self) -> int:
        return max(self.choices)


@dataclass(frozen=True, slots=True)
class Reading:
    """A point on which the rules leave a choice; each alternative is a set of other values for keys of the file."""

    name: str
    alternatives: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Limit:
    """The table limit of one wager, in cents; a maximum of 0 means no limit."""

    minimum: int = 1
    maximum: int = 0
    step: int = 1


DEFAULT_LIMIT = Limit(1, 1_000_000, 1)
"""The limit of an opening wager for which the table posts none: at most $10,000 (HB-2)."""


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """One complete game, as this house offers it (:func:`pitboss.house.options.choose`).

    ``version`` is a hash of its file's content. ``may_require`` are the wagers the house may make mandatory;
    ``misdeal`` is what a misdeal voids, the round or the spot it happened to; ``rulings`` maps rulings to their rule
    where it is not the common one; ``jurisdiction`` is the default law for ceilings; ``rules`` are the texts of the
    file's own rules. ``changes`` are values that replaced the file's
    (:func:`pitboss.house.vocabulary.game_file.changed`).
    """

    id: str
    name: str
    deck: Deck
    spots: Spots
    ranking: Ranking
    unit: str
    script: tuple[Step, ...]
    decisions: Mapping[str, Decision]
    hands: Mapping[str, JudgedHand]
    wagers: Mapping[str, Wager]
    may_require: tuple[str, ...] = ()
    misdeal: Literal["void", "spot"] = "void"
    rulings: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, Limit] = field(default_factory=dict)
    jurisdiction: str = ""
    readings: tuple[Reading, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    published: Mapping[str, Any] = field(default_factory=dict)
    version: str = ""
    source: str = field(default="", repr=False)
    file: str = ""
    changes: tuple[tuple[str, Any], ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Definition):
            return NotImplemented
        return (self.version, self.in_force) == (other.version, other.in_force)

    def __hash__(self) -> int:
        return hash(self.version)

    @property
    def piles(self) -> tuple[str, ...]:
        """Every pile the script deals to, in the order of the first card."""
        return tuple(dict.fromkeys(step.pile for step in self.script if isinstance(step, DealStep)))

    def own_hands(self, wager: Wager) -> tuple[JudgedHand, ...]:
        """The hands with a spot's own cards that a wager is judged on; they are shown to settle it (HB-10)."""
        judged = self.hands[wager.hand]
        if not wager.against:
            return (judged,) if judged.own else ()
        return tuple(hand for hand in (judged, self.hands[wager.against]) if hand.own)

    @property
    def initial(self) -> tuple[Wager, ...]:
        """The wagers that are placed before the deal."""
        return tuple(wager for wager in self.wagers.values() if wager.initial)

    @property
    def placed(self) -> tuple[Wager, ...]:
        """The wagers that are placed by a decision."""
        return tuple(wager for wager in self.wagers.values() if not wager.initial)

    @property
    def in_force(self) -> dict[str, Any]:
        """The house's options as plain data, as :func:`pitboss.house.options.choose` accepts them."""
        return {
            "tables": {
                key: wager.table.name
                for key, wager in self.wagers.items()
                if len(wager.tables) > 1 and wager.table and not wager.shares
            },
            "required": [wager.key for wager in self.initial if wager.initial == "required"],
            "spots": self.spots.usual,
            "misdeal": self.misdeal,
        }
