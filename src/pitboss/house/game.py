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
from pitboss.deal.event import DeckShuffled, Event
from pitboss.deal.round_events import WagerStaked
from pitboss.house import actions, decisions
from pitboss.house.actions import Spoken
from pitboss.house.chips import wagered
from pitboss.house.dealer import ACTS
from pitboss.house.decisions import Offer
from pitboss.house.definition import DecideStep, Definition, Limit, SettleStep
from pitboss.house.opening_wagers import place, players
from pitboss.house.options import choose, in_force
from pitboss.move import Move

if TYPE_CHECKING:
    from pitboss.house.round import Round
    from pitboss.house.session import HouseSession
    from pitboss.rules.jurisdiction import Jurisdiction


MAX_CACHED = 1 << 12
"""Openings and accepted stakes cached per game."""


class Opening(NamedTuple):
    """The opening wagers of a round: stakes, owners of the spots, and their events and moves.

    ``several``: somebody plays more than one spot.
    """

    stakes: dict[int, dict[str, int]]
    owners: dict[int, str]
    several: bool
    events: tuple[Event, ...]
    moves: tuple[Move, ...]


class Plan:
    """Facts about a game that every round needs, computed once."""

    def __init__(self, game: Definition) -> None:
        self.game = game
        self._openings: dict[str, Opening] = {}
        self._within_limits: set[str] = set()
        self.shows = {wager: game.own_hands(wager) for wager in game.wagers.values()}
        self.deck = frozenset(game.deck.cards)
        self.offers: dict[str, tuple[Offer, ...]] = {
            name: decisions.offers(decision) for name, decision in game.decisions.items()
        }
        self.spoken = {name: Spoken(offers) for name, offers in self.offers.items()}
        # decisions without a free option: the player must have the chips for the cheapest before the deal (HB-1)
        self.costly = {
            name: [offer for offer in offers if not offer.choice.needs and not offer.choice.take]
            for name, offers in self.offers.items()
            if all(offer.choice.place or offer.choice.needs or offer.choice.take for offer in offers)
        }
        self.order = [step.decision for step in game.script if isinstance(step, DecideStep)]
        self.timeouts = {
            step.decision: step.timeout for step in game.script if isinstance(step, DecideStep) and step.timeout
        }
        self.remembered = frozenset(hand.at for hand in game.hands.values())
        self.shuffled = DeckShuffled("shuffle", rule="HB-3", deck=game.deck.name)
        # what to do at each step (None: ask the players), and whether hands are counted before it
        self.program = tuple(
            (ACTS.get(type(step)), isinstance(step, DecideStep | SettleStep), step) for step in game.script
        )

    def least_cost(self, stakes: Mapping[str, int], names: Iterable[str]) -> int:
        """The minimum cost of these decisions on these stakes, from those without a free option (HB-1)."""
        return sum(
            min(actions.price(self.game, stakes, offer) for offer in self.costly[name])
            for name in names
            if name in self.costly
        )

    def check_limits(self, stakes: Mapping[int, Mapping[str, int]]) -> None:
        """Refuse stakes beyond the limits of the file (HB-2); accepted stakes are cached."""
        key = repr(stakes)
        if key in self._within_limits:
            return
        from pitboss.house.limits import check

        check(self.game, stakes)
        if len(self._within_limits) >= MAX_CACHED:
            self._within_limits.clear()
        self._within_limits.add(key)

    def opening(self, stakes: Mapping[Any, Any], owners: Mapping[Any, Any] | None) -> Opening:
        """The checked opening wagers of a round; cached, since players repeat theirs round after round."""
        key = f"{stakes!r}{owners!r}"
        opening = self._openings.get(key)
        if opening is None:
            placed = place(self.game, stakes)
            whose = players(placed, owners)
            listed = [(spot, name, cents) for spot, wagers in placed.items() for name, cents in wagers.items()]
            events = [WagerStaked("wager", spot, name, (), False, cents, "HB-1") for spot, name, cents in listed]
            moves = [wagered(whose[spot], spot, name, cents, "HB-1") for spot, name, cents in listed]
            several = len(set(whose.values())) < len(whose)
            opening = Opening(placed, whose, several, (self.shuffled, *events), tuple(moves))
            if len(self._openings) >= MAX_CACHED:
                self._openings.clear()
            self._openings[key] = opening
        return opening


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
        """This game with other options of the house."""
        return Game(choose(self.definition, **options))

    @cached_property
    def setup(self) -> dict[str, Any]:
        """The game's part of a record: id, version, the house's choices (HB-8), and the text of its file."""
        return {
            "game": self.id,
            "version": self.definition.version,
            "house": in_force(self.definition),
            "source": self.definition.source,
            "file": PurePath(self.definition.file).name,
            "changes": [list(change) for change in self.definition.changes],
        }

    def is_of(self, setup: Mapping[str, Any]) -> bool:
        """True if a record with this setup is of this game; the version is compared instead of the text."""
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
        """Deal a round with these stakes in cents per spot and wager; the default shuffle is a live one.

        ``owners`` names the player of a spot if it is not the player of the same number (HB-7), ``bankroll`` is the
        players' chips in cents. The table's ``limits`` and the ceilings of ``jurisdiction`` on the day ``on`` are
        checked before the first card (HB-2); by default they are those of the game's file and at most $10,000 on an
        opening wager, and ``"none"`` lifts them. With ``auto=False``, every physical act of the dealer is a ``step()``.
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

    def session(self, shuffle: Mixer, *, practice: bool = False) -> HouseSession:
        """Open a table of this game; ``practice`` allows undo."""
        from pitboss.house.session import HouseSession

        return HouseSession.open(self, shuffle=shuffle, practice=practice)
