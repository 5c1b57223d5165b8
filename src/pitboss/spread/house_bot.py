"""A bot at a table against the house: it plays the best option that the proof knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pitboss.deal.option import Option
from pitboss.deal.record import SeatAct
from pitboss.deal.session_view import SessionView
from pitboss.errors import PitbossError
from pitboss.house.definition import Definition
from pitboss.house.session import HouseSession
from pitboss.house.session.spots import least_wagers
from pitboss.spread.house_advisor import HouseAdvisor, spot_view

MOST_UNITS = 3
ROUNDS = 10
"""A bot wagers more than the minimum only if it can afford to lose this many rounds."""


@lru_cache(maxsize=64)
def advisor(game: Definition) -> HouseAdvisor:
    """The advisor of a game under the pay tables in force, shared by all its bots."""
    return HouseAdvisor(game)


class HouseBot:
    """Plays the option of the highest exact value; where that is not known yet, the free one, or folds."""

    def __init__(self, session: HouseSession, seed: int) -> None:
        self.seed = seed
        self._game = session.game
        self._wagers = least_wagers(session.game.definition, session.terms.posted)
        self._advisor = advisor(session.game.definition)

    def act(self, view: SessionView, seat: int) -> SeatAct:
        if view.deal is None or seat not in view.deal.legal:
            raise PitbossError(f"seat {seat} has nothing to decide in this view.")
        allowed = [option for option in view.deal.legal[seat] if option.allowed]
        texts = {frozenset(text.split()): text for option in allowed for text in option.actions}
        try:
            ranked = self._advisor.quickly(spot_view(self._game.definition, view.deal, seat))
        except PitbossError:
            ranked = ()
        best = next((texts[words] for action in ranked if (words := frozenset(action.split())) in texts), "")
        return SeatAct(seat, best or _careful(allowed))

    def place(self, wagers: Sequence[Option], least: Mapping[str, int], cents: int) -> dict[str, int]:
        open_to = {option.word: option for option in wagers if option.allowed}
        if not all(key in open_to for key in least) or sum(least.values()) > cents:
            return {}
        units = 1 + self.seed % MOST_UNITS
        more = {key: units * amount for key, amount in least.items()}
        affordable = ROUNDS * sum(more.values()) <= cents
        return more if affordable and all(open_to[key].takes(more[key]) for key in more) else dict(least)

    def name(self, games: Sequence[str], version: int = 0) -> str:
        return games[0] if games else ""

    def prepare(self) -> None:
        self._advisor.prepare(self._wagers)

    def stop(self) -> None:
        self._advisor.stop()


def _careful(allowed: Sequence[Option]) -> str:
    """The cheapest option, rather not a fold; of ways to hold cards the one that holds most."""
    return min(allowed, key=lambda option: (option.cents, option.word == "fold")).actions[0]
