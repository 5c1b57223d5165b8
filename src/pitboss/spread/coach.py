"""The exact value of every option for a spot of a house game, from the cards that its player sees; and the coach."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from threading import Event, Lock, Thread

import msgspec

from pitboss.cards import UNKNOWN
from pitboss.deal.deal import Deal
from pitboss.deal.event import CardsDealt
from pitboss.deal.players import account
from pitboss.deal.round_events import CardsTurned, OptionChosen, WagerStaked
from pitboss.deal.session import Session
from pitboss.deal.view import HandReading, Option, View
from pitboss.errors import PitbossError
from pitboss.exact.stakes import touched
from pitboss.house.actions import action_text
from pitboss.house.decisions import Offer, offers
from pitboss.house.definition import PLAYER, Definition
from pitboss.house.game import Game
from pitboss.house.round import Round
from pitboss.house.session.readings import reach_after, readings_after
from pitboss.house.session.session import HouseSession
from pitboss.room.shown_events import ShownHand, shown_hand
from pitboss.shuffle import seeded

MOST_KNOWN = 1 << 12
"""Situations whose answer is cached."""
PATIENCE = 0.25
"""Seconds to wait for another question on the same game to be answered."""


class NotReady(PitbossError):
    """The answer would take as long as a proof, or another question is being worked out."""


@dataclass(frozen=True)
class SpotView:
    """A decision as its player sees it: own cards, face-up cards by pile, opening wagers, earlier decisions."""

    cards: tuple[int, ...]
    shown: tuple[tuple[str, tuple[int, ...]], ...]
    wagers: tuple[tuple[str, int], ...]
    did: tuple[str, ...]


def spot_view(game: Definition, view: View, spot: int) -> SpotView:
    """The facts known to the viewer at the open decision of one of the viewer's spots."""
    shown: dict[str, tuple[int, ...]] = {}
    wagers: dict[str, int] = {}
    for event in view.events:
        faces = isinstance(event, CardsDealt | CardsTurned) and event.up and UNKNOWN not in event.cards
        if faces and event.pile in game.piles:
            shown[event.pile] = shown.get(event.pile, ()) + event.cards
        elif isinstance(event, WagerStaked) and event.seat == spot:
            wagers[event.pile] = wagers.get(event.pile, 0) + event.cents
    own = view.piles.get(f"{PLAYER} {spot}", ())
    return SpotView(own, tuple(shown.items()), tuple(wagers.items()), tuple(_did(game, view, spot)))


def _did(game: Definition, view: View, spot: int) -> Iterator[str]:
    """The earlier decisions of a spot, in the words of the game."""
    held: tuple[int, ...] = ()
    for event in view.events:
        if isinstance(event, OptionChosen) and event.seat == spot:
            held = tuple(card for card in held if card not in event.cards)
            yield action_text(_options(game)[event.decision][event.verb], held, event.cards)
        elif isinstance(event, CardsDealt) and event.seat == spot:
            held += event.cards


@lru_cache(maxsize=64)
def _options(game: Definition) -> dict[str, dict[str, Offer]]:
    """The options of every decision by word."""
    return {name: {offer.word: offer for offer in offers(decision)} for name, decision in game.decisions.items()}


@dataclass(frozen=True)
class Valued:
    """Every option with its exact value in units of the wager ``base``, best first; ``unit`` is that wager in cents.

    ``without`` are wagers left out, because no decision affects them.
    """

    options: tuple[tuple[str, Fraction], ...]
    base: str
    unit: int
    without: tuple[str, ...] = ()

    def among(self, offered: Iterable[str]) -> Valued:
        """The options that are offered, in the words they are offered in; the order of cards does not matter."""
        texts = {frozenset(text.split()): text for text in offered}
        known = ((texts.get(frozenset(action.split())), ev) for action, ev in self.options)
        return replace(self, options=tuple((text, ev) for text, ev in known if text is not None))


class HouseAdvisor:
    """Answers and caches questions on one game; may be shared by threads.

    ``whole`` values all wagers of the round if possible, otherwise only those that a decision can change.
    """

    def __init__(self, game: Definition, *, whole: bool = False) -> None:
        self.game, self.whole = game, whole
        self._known: OrderedDict[SpotView, Valued] = OrderedDict()
        self._asking = Lock()
        self._stopping = Event()
        self._warm = False

    def quickly(self, at: SpotView) -> Valued:
        """The options with their values if they are known within a moment, else :class:`NotReady`.

        Before :meth:`prepare`, code may have to be compiled first, which takes seconds; that goes on in a thread.
        """
        if self._warm or at in self._known:
            return self.valued(at)
        worker = Thread(target=self._try, args=(at,), name=f"advice on {self.game.id}")
        worker.start()
        worker.join(PATIENCE)
        if at not in self._known:
            raise NotReady("the answer is being worked out.")
        return self.valued(at)

    def _try(self, at: SpotView) -> None:
        with suppress(PitbossError):
            self.valued(at)

    def valued(self, at: SpotView, *, patient: bool = False, tell: Callable[[float], None] | None = None) -> Valued:
        """The options with their values; unless ``patient``, :class:`NotReady` where that takes as long as a proof.

        ``tell`` is called with the part that is done, from 0 to 1, where that takes long.
        """
        known = self._known.get(at)
        if known is not None:
            return known
        if not self._asking.acquire(timeout=-1 if patient else PATIENCE):
            raise NotReady("another question is being worked out.")
        try:
            known = self._known[at] = self._ask(at, patient, tell)
        finally:
            self._asking.release()
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return known

    def _ask(self, at: SpotView, patient: bool, tell: Callable[[float], None] | None) -> Valued:
        """Solve for the wagers a decision can change or for all wagers; if that cannot be solved, try the other."""
        wagers = dict(at.wagers)
        affected = touched(self.game, wagers)
        if not affected or affected == wagers:
            return self._solve(at, wagers, patient, tell)
        first, second = (wagers, affected) if self.whole else (affected, wagers)
        try:
            return self._solve(at, first, patient, tell)
        except NotReady:
            raise
        except PitbossError:
            return self._solve(at, second, patient, tell)

    def _solve(
        self, at: SpotView, wagers: Mapping[str, int], patient: bool, tell: Callable[[float], None] | None
    ) -> Valued:
        from pitboss.exact.advice import ask

        def slow(done: int, boards: int) -> None:
            if not patient or self._stopping.is_set():
                raise NotReady(f"{boards:,} boards would have to be counted.")
            if tell is not None:
                tell(done / boards)

        base = self.game.unit if self.game.unit in wagers else next(iter(wagers))
        stakes = {key: Fraction(cents, wagers[base]) for key, cents in wagers.items()}
        advice = ask(self.game, at.cards, dict(at.shown), stakes, at.did, slow)
        without = tuple(key for key, _ in at.wagers if key not in wagers)
        return Valued(tuple((each.action, each.ev) for each in advice.options), base, wagers[base], without)

    def prepare(self, wagers: Mapping[str, int]) -> None:
        """Play a round by the best options, so that what its questions need is loaded or worked out."""
        self._stopping.clear()
        for seed in (1, 2, 3):
            deal = Game(self.game).deal({1: wagers}, seeded(seed), limits="none", jurisdiction="none")
            while deal.actors:
                at = spot_view(self.game, deal.view("player 1"), 1)
                try:
                    deal.act(1, self.valued(at, patient=True).options[0][0])
                except PitbossError:  # nothing to decide, or a hand that does not allow the best option
                    if self._stopping.is_set():
                        return
                    deal.act(1, deal.default_act(1).action)
        self._warm = True

    def stop(self) -> None:
        """End a preparation that is running."""
        self._stopping.set()


@lru_cache(maxsize=64)
def advisor(game: Definition) -> HouseAdvisor:
    """The advisor of a game under the pay tables in force, shared by all its bots."""
    return HouseAdvisor(game)


# The coach -----------------------------------------------------------------------------------------------------------


class CoachedOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option, its value in cents (rounded) and exactly, as a fraction of the wager ``base``.

    ``words`` is what the hand then makes and ``lines`` the lines of the pay tables it reaches, where the cards that
    decide it are seen: after a swap for a card that lies face up, for example. ``word``, ``cards`` and ``folds`` are
    the facts of the option: its word, the cards that the action names, and whether it gives the hand up. ``hand`` is
    what is made as facts; where cards are still to come, ``reach`` has the best line in reach instead.
    """

    action: str
    cents: float
    ev: str
    words: str = ""
    lines: dict[str, int] = {}
    word: str = ""
    cards: tuple[str, ...] = ()
    folds: bool = False
    hand: ShownHand | None = None
    reach: dict[str, int] = {}


class Coaching(msgspec.Struct, frozen=True, omit_defaults=True):
    """The options of a seat, best first; ``without`` are wagers no decision changes, which are left out.

    ``question`` is the number of the question that is answered; ``stale`` if that is over or its options have changed:
    the values are then those of the time. Without options, ``says`` is why the coach cannot value them now.
    """

    seat: int
    options: tuple[CoachedOption, ...]
    base: str = ""
    unit: int = 0
    without: tuple[str, ...] = ()
    says: str = ""
    question: int = 0
    stale: bool = False


class NoCoach(PitbossError):
    """A table without a coach, or a moment at which there is nothing to decide."""


@dataclass(frozen=True)
class CoachQuestion:
    """A decision as its player sees it, taken from the table at one moment."""

    game: Definition
    seat: int
    at: SpotView
    options: tuple[Option, ...]
    piles: Mapping[str, tuple[int, ...]]

    def answer(self, *, patient: bool = False) -> Coaching:
        """The options with their values; it may take a while, so call it in a worker thread."""
        offered = {text: option for option in self.options for text in option.actions}
        valued = advisor(self.game).valued(self.at, patient=patient).among(offered)
        after = readings_after(self.game, self.piles, self.seat, offered.keys())
        reach = reach_after(self.game, self.piles, self.seat, offered.keys() - after.keys())
        options = []
        for text, ev in valued.options:
            made, option = after.get(text, HandReading()), offered[text]
            value = float(ev * valued.unit)
            hand = shown_hand(made.hand) if made.hand is not None else None
            facts = (option.word, option.cards_named(text), option.folds, hand, reach.get(text, {}))
            options.append(CoachedOption(text, value, str(ev), made.words, made.lines, *facts))
        return Coaching(self.seat, tuple(options), valued.base, valued.unit, valued.without)


@dataclass(frozen=True)
class PastQuestion:
    """A decision that is over, by the record of its round and the number of acts that came before it was asked."""

    game: Definition
    seat: int
    record: bytes
    acts: int

    def answer(self, *, patient: bool = False) -> Coaching:
        """The values that the options had for the player then; call it in a worker thread."""
        deal = Round.load(self.record)
        while len(deal.record.entries) > self.acts:
            deal.undo()
        return _question(self.game, deal.view(deal.owners[self.seat]), self.seat).answer(patient=patient)


def ask_coach(session: Session, player: str, seat: int) -> CoachQuestion:
    """The question of a player's seat that has to decide now."""
    game = _game_of(session)
    view = session.view(account(player)).deal
    if view is None or seat not in view.legal:
        raise NoCoach("it is not this seat's turn; the coach speaks when there is something to decide.")
    return _question(game, view, seat)


def ask_coach_again(session: Session, deal: Deal, seat: int, acts: int) -> PastQuestion:
    """The question that a seat was asked in a deal after so many acts."""
    return PastQuestion(_game_of(session), seat, deal.dump(), acts)


def _game_of(session: Session) -> Definition:
    if not isinstance(session, HouseSession):
        raise NoCoach("only tables against the house have a coach.")
    return session.game.definition


def _question(game: Definition, view: View, seat: int) -> CoachQuestion:
    options = tuple(option for option in view.legal[seat] if option.allowed)
    seen = {name: tuple(card for card in pile if card != UNKNOWN) for name, pile in view.piles.items()}
    return CoachQuestion(game, seat, spot_view(game, view, seat), options, seen)
