"""The facts about a game that every round needs, computed once; and its opening wagers, checked (HB-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.deal.event import DeckShuffled, Event
from pitboss.deal.round_events import WagerStaked
from pitboss.errors import PitbossError
from pitboss.house import actions, decisions, limits
from pitboss.house.actions import Spoken
from pitboss.house.chips import wagered
from pitboss.house.dealer import ACTS
from pitboss.house.decisions import Offer
from pitboss.house.definition import DecideStep, Definition, SettleStep
from pitboss.money import dollars
from pitboss.move import Move

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
        # for each step its act (None: ask the players) and True if hands are counted before it
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
        limits.check(self.game, stakes)
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


# Opening wagers --------------------------------------------------------------------------------------------------


class WagerError(PitbossError):
    """A wager that cannot be placed; nothing was dealt."""


def place(definition: Definition, stakes: Mapping[Any, Mapping[str, int]]) -> dict[int, dict[str, int]]:
    """The wagers of every spot in the round, dealer's left to right, each spot's in the order of the game.

    A spot without any wager is not in the round; one with wagers but without a required one is refused, so that every
    chip on the layout is in play.
    """
    wagers = definition.wagers
    by_spot: dict[int, dict[str, int]] = {}
    for spot, placed in sorted((_spot(definition, written), each) for written, each in stakes.items()):
        if spot in by_spot:
            raise WagerError(f"spot {spot} appears twice among the stakes; give its wagers together.")
        for key, cents in placed.items():
            wager = wagers.get(key)
            if wager is None or not wager.initial:
                initial = ", ".join(each.key for each in definition.initial)
                why = "is placed by a decision" if wager else f"is not a wager of {definition.name}"
                raise WagerError(f"{key!r} {why}; before the deal spot {spot} may place {initial}.", rule="HB-1")
            if isinstance(cents, bool) or not isinstance(cents, int) or cents < 0:
                raise WagerError(f"{cents!r} on {key} (spot {spot}) is not an amount; give whole cents, such as 500.")
        stake = {key: placed[key] for key in wagers if placed.get(key)}
        if stake:
            _complete(definition, spot, stake)
            by_spot[spot] = stake
    if not by_spot:
        first = next((each.key for each in definition.initial if each.initial != "beside"), "ante")
        raise WagerError(f"no wager is placed, so there is no round; place one, such as {{1: {{{first!r}: 500}}}}.")
    return by_spot


def _spot(definition: Definition, number: Any) -> int:
    spot = int(number) if isinstance(number, str) and number.isdecimal() else number
    if isinstance(spot, bool) or not isinstance(spot, int) or not 1 <= spot <= definition.spots.usual:
        raise WagerError(f"{number} is not a spot of this layout; spots run from 1 to {definition.spots.usual}.")
    return spot


def _complete(definition: Definition, spot: int, stake: Mapping[str, int]) -> None:
    first = False
    for wager in definition.wagers.values():
        if wager.initial == "required" and wager.key not in stake:
            raise WagerError(f"spot {spot} has no {wager.key}, which is required; it is not in the round.", rule="HB-1")
        if wager.key in stake:
            first = first or wager.initial != "beside"
            if wager.equals and stake[wager.key] != stake.get(wager.equals):
                want = dollars(stake.get(wager.equals, 0))
                raise WagerError(f"the {wager.key} of spot {spot} has to equal the {wager.equals}, {want}.")
        elif wager.equals and wager.equals in stake:
            raise WagerError(f"spot {spot} has a {wager.equals} without the {wager.key} that goes with it; place both.")
    if not first:
        may = " or ".join(each.key for each in definition.initial if each.initial != "beside")
        raise WagerError(f"{' and '.join(stake)} cannot stand alone on spot {spot}; place {may} too.")


def players(spots: Mapping[int, Any], owners: Mapping[Any, Any] | None) -> dict[int, str]:
    """The player of each spot in the round: by default ``player 3`` plays spot 3 (HB-7)."""
    if not owners:
        return {spot: f"player {spot}" for spot in spots}
    given: dict[int, str] = {}
    for spot, who in owners.items():
        name = f"player {who}" if isinstance(who, int) else str(who)
        if not str(spot).isdecimal() or not name.startswith("player "):
            raise WagerError(f'{who!r} cannot own spot {spot}; players are called "player 1", or 1 for short.')
        given[int(spot)] = name
    return {spot: given.get(spot, f"player {spot}") for spot in spots}


def bankrolls(players: Mapping[int, str], bankroll: Any) -> dict[str, int]:
    """The chips of each player before the round, in cents; a player who is not named has no limit."""
    if bankroll is None:
        return {}
    if isinstance(bankroll, int):
        return dict.fromkeys(players.values(), bankroll)
    given = {f"player {who}" if str(who).isdecimal() else str(who): cents for who, cents in bankroll.items()}
    for who, cents in given.items():
        if isinstance(cents, bool) or not isinstance(cents, int) or cents < 0:
            raise WagerError(f"{cents!r} is not a bankroll for {who}; give whole cents, such as 10000.")
    return {who: given[who] for who in dict.fromkeys(players.values()) if who in given}
