"""The coach at a table: the exact value of everything a player may do now, from what he sees."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from pitboss.deal.players import account
from pitboss.deal.session import Session
from pitboss.errors import PitbossError
from pitboss.house.definition import Definition
from pitboss.house.session.session import Session as HouseSession
from pitboss.spread.house_advisor import SpotView, spot_view
from pitboss.spread.house_bot import advisor


class CoachedOption(msgspec.Struct, frozen=True):
    """An option, its value in cents (rounded) and exactly, as a fraction of the wager ``base``."""

    action: str
    cents: float
    ev: str


class Coaching(msgspec.Struct, frozen=True, omit_defaults=True):
    """The options of a seat, best first; ``without`` are wagers no decision changes, which are left out.

    Without options, ``says`` is why the coach cannot value them now.
    """

    seat: int
    options: tuple[CoachedOption, ...]
    base: str = ""
    unit: int = 0
    without: tuple[str, ...] = ()
    says: str = ""


class NoCoach(PitbossError):
    """A table without a coach, or a moment at which there is nothing to decide."""


@dataclass(frozen=True)
class CoachQuestion:
    """A decision as its player sees it, taken from the table at one moment."""

    game: Definition
    seat: int
    at: SpotView
    actions: tuple[str, ...]

    def answer(self, *, patient: bool = False) -> Coaching:
        """The options with their values; it may take a while, so call it in a worker thread."""
        valued = advisor(self.game).valued(self.at, patient=patient)
        texts = {frozenset(text.split()): text for text in self.actions}
        options = [
            CoachedOption(texts[words], float(ev * valued.unit), str(ev))
            for action, ev in valued.options
            if (words := frozenset(action.split())) in texts
        ]
        return Coaching(self.seat, tuple(options), valued.base, valued.unit, valued.without)


def ask_coach(session: Session, player: str, seat: int) -> CoachQuestion:
    """The question of a player's seat that has to decide now."""
    if not isinstance(session, HouseSession):
        raise NoCoach("there is a coach at tables against the house only.")
    view = session.view(account(player)).deal
    if view is None or seat not in view.legal:
        raise NoCoach("it is not this seat's turn; the coach speaks when there is something to decide.")
    game = session.game.definition
    actions = tuple(text for option in view.legal[seat] if option.allowed for text in option.actions)
    return CoachQuestion(game, seat, spot_view(game, view, seat), actions)
