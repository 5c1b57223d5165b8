"""What a ranking is, as data: ``{cards 1–5, order, deck, wild, low, qualifier}``, named or written out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss import store
from pitboss.cards import FULL, JOKER, WITH_JOKER, Deck, deck
from pitboss.errors import PitbossError
from pitboss.ranking.categories import ACE, CATEGORIES
from pitboss.ranking.standard import NAMED
from pitboss.suggest import closest

# Raised whenever the builder or the layout of the tables changes, so that no older table is taken for a new one.
BUILDER = 5

# What the joker may be: the bug is an ace, or completes a straight or a flush (H5-1); "any" is any card the hand lacks,
# or a fifth of a kind (PK-4).
WILD = ("bug", "any")
KEYS = ("cards", "order", "deck", "wild", "low", "qualifier")


class RankingError(PitbossError):
    """A ranking that does not exist or contradicts itself; the message says what would do."""


@dataclass(frozen=True)
class Definition:
    """A ranking before any table is made of it."""

    cards: int
    order: tuple[str, ...]
    deck: Deck = FULL
    wild: str | None = None
    low: bool = False
    qualifier: str | None = None

    @property
    def key(self) -> str:
        """The name of its tables: a hash of everything they depend on."""
        return store.key_of(BUILDER, self.cards, self.order, self.deck.cards, self.wild, self.low, self.qualifier)

    @property
    def flushes(self) -> bool:
        return any(CATEGORIES[name].flush for name in self.order)

    def on(self, other: Deck) -> Definition:
        """The same ranking played with another deck; a joker's rule is dropped where there is no joker."""
        return checked(replace(self, deck=other, wild=self.wild if other.joker else None))

    def as_mapping(self) -> dict[str, Any]:
        """What a game file would write."""
        full: dict[str, Any] = {"cards": self.cards, "order": list(self.order), "deck": self.deck}
        extra = {"wild": self.wild, "low": self.low or None, "qualifier": self.qualifier}
        return full | {name: value for name, value in extra.items() if value is not None}


def define(what: str | Mapping[str, Any]) -> Definition:
    """The definition of that name, or the one written out."""
    if isinstance(what, str):
        if what not in NAMED:
            meant = closest(what, NAMED)
            hint = f"did you mean {meant!r}?" if meant else f"the rankings are {', '.join(NAMED)}."
            raise RankingError(f"{what!r} is not a ranking; {hint}")
        what = NAMED[what]
    if not isinstance(what, Mapping):
        raise RankingError(f"{what!r} is not a ranking; write a name or {{ cards = 3, order = [...] }}.")
    unknown = sorted(set(what) - set(KEYS))
    if unknown:
        raise RankingError(f"{unknown[0]!r} is no key of a ranking; the keys are {', '.join(KEYS)}.")
    for needed in ("cards", "order"):
        if needed not in what:
            raise RankingError(f"a ranking needs {needed!r}, as in {{ cards = 3, order = [...] }}.")
    order, wild = what["order"], what.get("wild")
    if not isinstance(order, list | tuple):
        raise RankingError(f"order = {order!r} is not a list of categories, best first.")
    return checked(
        Definition(
            cards=what["cards"],
            order=tuple(order),
            deck=deck(what["deck"]) if "deck" in what else WITH_JOKER if wild else FULL,
            wild=wild,
            low=what.get("low", False),
            qualifier=what.get("qualifier"),
        )
    )


def checked(made: Definition) -> Definition:
    """The same definition, if it makes sense; what does not is named in one sentence."""
    cards = made.cards
    if isinstance(cards, bool) or not isinstance(cards, int) or not 1 <= cards <= 5:
        raise RankingError(f"cards = {cards!r} is not a hand of 1 to 5 cards.")
    if not isinstance(made.low, bool):
        raise RankingError(f"low = {made.low!r} should be true or false.")
    if made.wild is not None and made.wild not in WILD:
        raise RankingError(f"wild = {made.wild!r} is unknown; the joker's rules are {' and '.join(WILD)}.")
    if made.deck.joker != (made.wild is not None):
        have, lack = ("a joker", "wild rule") if made.deck.joker else ("a wild rule", "joker in its deck")
        raise RankingError(f"this ranking has {have} but no {lack}; give both (wild = {' or '.join(WILD)}) or neither.")
    if made.wild == "bug" and ACE not in made.deck.ranks:
        raise RankingError("wild = 'bug' makes the joker an ace, but this deck has no aces; write wild = 'any'.")
    if len(made.deck) < cards:
        raise RankingError(f"a deck of {len(made.deck)} cards cannot deal hands of {cards} cards.")
    if made.qualifier is not None and not isinstance(made.qualifier, str):
        raise RankingError(f"qualifier = {made.qualifier!r} is not a line such as 'pair of T'.")
    _check_order(made)
    return made


def _check_order(made: Definition) -> None:
    if not made.order:
        raise RankingError("order = [] names no category; list them best first.")
    for name in made.order:
        category = CATEGORIES.get(name) if isinstance(name, str) else None
        if category is None:
            raise RankingError(f"{name!r} is not a category; the categories are {', '.join(CATEGORIES)}.")
        if made.order.count(name) > 1:
            raise RankingError(f"{name!r} stands twice in the order; each category can be there only once.")
        needed = 5 if name == "royal flush" else 2 if category.straight or category.flush else 1
        if max(needed, sum(category.groups)) > made.cards:
            raise RankingError(f"{name!r} cannot be made of {made.cards} cards.")
        if made.low and (category.straight or category.flush or name == "high card"):
            raise RankingError(f"{name!r} does not count in a low ranking; begin with 'low', then the pairs.")
        if category.low and not made.low:
            raise RankingError("'low' belongs to a ranking with low = true; the unpaired hand here is 'high card'.")
    for shape in _shapes(made) if not made.low else ():
        names = [
            name for name, c in CATEGORIES.items() if c.groups == shape and not c.low and not c.straight and not c.flush
        ]
        if not any(name in made.order for name in names) and any(CATEGORIES[n].groups < shape for n in made.order):
            raise RankingError(f"the order lacks {names[-1]!r}, which this deck can deal; put it where it ranks.")


def _shapes(made: Definition) -> list[tuple[int, ...]]:
    """Every way the cards of a hand can share ranks in this deck, such as ``(3, 2)``."""
    most = len(made.deck.suits) + (JOKER in made.deck)
    shapes = []
    for category in CATEGORIES.values():
        groups = category.groups
        if groups and sum(groups) <= made.cards and groups[0] <= most and groups not in shapes:
            shapes.append(groups)
    return shapes
