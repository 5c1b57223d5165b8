"""The coach at a table: the exact value of every option of a player, from the cards that player sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from pitboss.cards import UNKNOWN
from pitboss.deal.deal import Deal
from pitboss.deal.option import Option
from pitboss.deal.players import account
from pitboss.deal.session import Session
from pitboss.deal.view import HandReading, View
from pitboss.errors import PitbossError
from pitboss.house.definition import Definition
from pitboss.house.round import Round
from pitboss.house.session.readings import reach_after, readings_after
from pitboss.house.session.session import HouseSession
from pitboss.room.shown_events import ShownHand, shown_hand
from pitboss.spread.house_advisor import SpotView, advisor, spot_view


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
    then the values are those it had. Without options, ``says`` is why the coach cannot value them now.
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
        raise NoCoach("there is a coach at tables against the house only.")
    return session.game.definition


def _question(game: Definition, view: View, seat: int) -> CoachQuestion:
    options = tuple(option for option in view.legal[seat] if option.allowed)
    seen = {name: tuple(card for card in pile if card != UNKNOWN) for name, pile in view.piles.items()}
    return CoachQuestion(game, seat, spot_view(game, view, seat), options, seen)
