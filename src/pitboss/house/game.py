"""A game ready to be dealt, as one house offers it.

>>> from pitboss import house, seeded
>>> deal = house.load("three-card").deal({1: {"ante": 500}}, shuffle=seeded(7))
>>> [option.word for option in deal.legal(1) if option.allowed]
['fold', 'play']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.deal.deal import Mixer
from pitboss.deal.event import Event
from pitboss.house import actions, decisions
from pitboss.house.actions import Spoken
from pitboss.house.dealer import ACTS
from pitboss.house.decisions import Offer
from pitboss.house.definition import DecideStep, Definition, Limit, SettleStep
from pitboss.house.layout import wagered
from pitboss.house.opening_wagers import place, players
from pitboss.house.options import choose, in_force
from pitboss.money import Move

if TYPE_CHECKING:
    from pitboss.house.round import Round
    from pitboss.house.session import Session
    from pitboss.rules.jurisdiction import Jurisdiction


KEPT = 1 << 12


class Opening(NamedTuple):
    """Wagers as they are placed: what lies where, whose it is, and how it is written down.

    ``several``: somebody plays more than one spot.
    """

    stakes: dict[int, dict[str, int]]
    owners: dict[int, str]
    several: bool
    events: tuple[Event, ...]
    moves: tuple[Move, ...]


class Plan:
    """What a round needs to know of its game, worked out once."""

    def __init__(self, game: Definition) -> None:
        self.game = game
        self._openings: dict[str, Opening] = {}
        self._within_limits: set[str] = set()
        self.shows = {wager: game.own_hands(wager) for wager in game.wagers.values()}
        self.deck = frozenset(game.deck.cards)
        self.offers: dict[str, tuple[Offer, ...]] = {
            name: decisions.offers(decision) for name, decision in game.decisions.items()
        }
        self.spoken = {name: Spoken(each) for name, each in self.offers.items()}
        # decisions without an option that is free: the chips for the cheapest must be there before the deal (HB-1)
        self.costly = {
            name: [offer for offer in each if not offer.choice.needs and not offer.choice.take]
            for name, each in self.offers.items()
            if all(offer.choice.place or offer.choice.needs or offer.choice.take for offer in each)
        }
        self.order = [step.decision for step in game.script if isinstance(step, DecideStep)]
        self.remembered = frozenset(hand.at for hand in game.hands.values())
        self.shuffled = Event("shuffle", words=game.deck.name, rule="HB-3")
        # what to do at each step (None: ask the players), and whether hands are counted before it
        self.program = tuple(
            (ACTS.get(type(step)), isinstance(step, DecideStep | SettleStep), step) for step in game.script
        )

    def least_cost(self, stakes: Mapping[str, int], names: Iterable[str]) -> int:
        """What these decisions will cost at least on these stakes, where none of their options is free (HB-1)."""
        return sum(
            min(actions.price(self.game, stakes, offer) for offer in self.costly[name])
            for name in names
            if name in self.costly
        )

    def check_limits(self, stakes: Mapping[int, Mapping[str, int]]) -> None:
        """Refuse stakes beyond the limits of the file (HB-2); what was within them once is remembered."""
        key = repr(stakes)
        if key in self._within_limits:
            return
        from pitboss.house.limits import check

        check(self.game, stakes)
        if len(self._within_limits) >= KEPT:
            self._within_limits.clear()
        self._within_limits.add(key)

    def opening(self, stakes: Mapping[Any, Any], owners: Mapping[Any, Any] | None) -> Opening:
        """The wagers of a round, checked; players repeat theirs round after round, so the last ones are kept."""
        key = f"{stakes!r}{owners!r}"
        found = self._openings.get(key)
        if found is None:
            placed = place(self.game, stakes)
            whose = players(placed, owners)
            listed = [(spot, key, cents) for spot, each in placed.items() for key, cents in each.items()]
            events = [Event("wager", spot, name, (), False, cents, "", "HB-1") for spot, name, cents in listed]
            moves = [wagered(whose[spot], spot, name, cents, "HB-1") for spot, name, cents in listed]
            several = len(set(whose.values())) < len(whose)
            found = Opening(placed, whose, several, (self.shuffled, *events), tuple(moves))
            if len(self._openings) >= KEPT:
                self._openings.clear()
            self._openings[key] = found
        return found


class Game:
    """A house-banked game with the pay tables, the layout and the required wagers a house has chosen."""

    kind = "house"

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.plan = Plan(definition)

    def __repr__(self) -> str:
        return f"<Game {self.definition.id}: {self.definition.name}>"

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def name(self) -> str:
        return self.definition.name

    def choose(self, /, **options: Any) -> Game:
        """The same game under other options of the house."""
        return Game(choose(self.definition, **options))

    @cached_property
    def setup(self) -> dict[str, Any]:
        """What a record says of this game: id, version, what the house posted (HB-8), and the text of its file."""
        return {
            "game": self.id,
            "version": self.definition.version,
            "house": in_force(self.definition),
            "source": self.definition.source,
            "file": PurePath(self.definition.file).name,
            "changes": [list(each) for each in self.definition.changes],
        }

    def is_of(self, setup: Mapping[str, Any]) -> bool:
        """Whether a record with this setup is of this game; its version stands for the text."""
        own = self.setup
        same = all(setup.get(key) == own[key] for key in ("game", "version", "house"))
        return same and setup.get("changes", []) == own["changes"]

    def deal(
        self,
        stakes: Mapping[int, Mapping[str, int]],
        shuffle: Mixer | None = None,
        *,
        owners: Mapping[int, int | str] | None = None,
        bankroll: int | Mapping[int | str, int] | None = None,
        limits: Mapping[str, Limit] | str | None = None,
        jurisdiction: Jurisdiction | str | None = None,
        on: date | None = None,
        auto: bool = True,
    ) -> Round:
        """Deal a round: cents per spot and wager; a live shuffle unless one is given.

        ``owners`` says who plays a spot where it is not the player of the same number (HB-7), ``bankroll`` how many
        cents the players have. ``limits`` of this table and ceilings of ``jurisdiction`` on the day ``on`` are checked
        before the first card (HB-2); left out, they are those of the game's file and at most $10,000 on an opening
        wager, and ``"none"`` lifts them. With ``auto=False`` every physical act of the dealer is a ``step()``.
        """
        from pitboss.house.round import Round

        if limits is None and jurisdiction is None and on is None:
            self.plan.check_limits(stakes)
        else:
            from pitboss.house.limits import check

            check(self.definition, stakes, limits, jurisdiction, on)
        setup = {**self.setup, "stakes": {str(spot): dict(placed) for spot, placed in stakes.items()}}
        if owners:
            setup["owners"] = {str(spot): who for spot, who in owners.items()}
        if bankroll is not None:
            setup["bankroll"] = bankroll if isinstance(bankroll, int) else {str(who): c for who, c in bankroll.items()}
        if shuffle is None:
            from pitboss.shuffle import live

            shuffle = live()
        return Round(setup, shuffle, auto=auto, plan=self.plan)

    def session(self, shuffle: Mixer, *, practice: bool = False) -> Session:
        """A new table of this game, round after round; ``practice`` allows undo."""
        from pitboss.house.session import Session

        return Session.open(self, shuffle=shuffle, practice=practice)
