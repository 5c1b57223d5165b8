"""Tables against the house, as a card room needs them: opened, restored, played by bots, exported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss.deal.event import Event
from pitboss.deal.message import encode
from pitboss.deal.record import SeatAct
from pitboss.deal.table_layout import HouseLayout
from pitboss.deal.view import Option, SessionView
from pitboss.errors import PitbossError
from pitboss.house import library
from pitboss.house.event_words import sentence
from pitboss.house.game import Game, recall
from pitboss.house.round import Round
from pitboss.house.session.printed import printed as printed_game
from pitboss.house.session.session import HouseSession
from pitboss.house.session.spots import least_wagers
from pitboss.poker.event_words import ToldSentence
from pitboss.spread.coach import advisor, spot_view
from pitboss.spread.sessions import RoomBot, TableRequest

# Tables ---------------------------------------------------------------------------------------------------------------


def open_table(wanted: TableRequest) -> HouseSession:
    options = dict(wanted.options)
    if wanted.house:
        raise PitbossError(
            f"{wanted.game} is played against the house; leave out house={wanted.house!r}, which belongs to poker."
        )
    if wanted.seats and "spots" in options:
        raise PitbossError("seats and the option spots both say how many spots there are; give one of them.")
    if wanted.seats:
        options["spots"] = wanted.seats
    spots = options.get("spots")
    if isinstance(spots, str) and spots.isdecimal():
        options["spots"] = int(spots)
    elif spots is not None and type(spots) is not int:
        raise PitbossError(f"spots={spots!r} is not a number of spots; write a whole number, such as 6.")
    return HouseSession.open(
        wanted.game,
        shuffle=wanted.shuffle,
        limits=wanted.limit or _default_limit(wanted.game, wanted.house_limit) or None,
        jurisdiction=wanted.jurisdiction or None,
        on=wanted.on,
        practice=wanted.practice,
        **options,
    )


def _default_limit(game: str, limit: str) -> str:
    """A limit for every opening wager for which the game's file posts none."""
    if not limit:
        return ""
    definition = library.definition(game)
    return ",".join(f"{wager.key}={limit}" for wager in definition.initial if wager.key not in definition.limits)


_GAME = ("game", "version", "house", "source", "file", "changes")


def games_of_session(setup: Mapping[str, Any]) -> Sequence[Any]:
    """The references to its games in the setup of a session."""
    return [setup.get("game")]


def game_of_deal(setup: Mapping[str, Any]) -> Any:
    """The reference to its game in the setup of a round."""
    return {key: setup[key] for key in _GAME if key in setup}


def reopen_game(reference: dict[str, Any]) -> Game:
    return recall({**reference, "stakes": {}})


def printed(deal: Round) -> HouseLayout:
    """The layout of the table a round was played at."""
    return printed_game(deal.game, deal.game.limits)


def met(deal: Round, condition: str) -> bool:
    """No procedure of a game against the house has steps that may be met already."""
    return False


# Exports --------------------------------------------------------------------------------------------------------------

FORMS: Mapping[str, Any] = {}
"""The forms of a round besides JSON and text."""


def seats(deal: Round) -> tuple[int, ...]:
    return tuple(sorted(deal.stakes))


def stacks(deal: Round) -> dict[int, int]:
    """The chips that players began with, where they are part of the round."""
    return {}


def title(deal: Round) -> dict[str, str]:
    """The game's id and name."""
    return {"game": deal.game.id, "name": deal.game.name}


def facts(deal: Round) -> dict[str, Any]:
    """The facts of a round besides its events."""
    return {"lines": msgspec.json.decode(encode(deal.lines))}


def told(deal: Round, events: Sequence[Event], signs: bool, **_: Any) -> list[ToldSentence]:
    """The events as sentences with their rules."""
    return [ToldSentence(sentence(event, signs), event.rule) for event in events]


# Bots -----------------------------------------------------------------------------------------------------------------

MOST_UNITS = 3
ROUNDS = 10
"""A bot wagers more than the minimum only if it can afford to lose this many rounds."""


def bot(session: HouseSession, seed: int, level: int) -> HouseBot:
    return HouseBot(session, seed)


class HouseBot(RoomBot):
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
        texts = [text for option in allowed for text in option.actions]
        try:
            best = self._advisor.quickly(spot_view(self._game.definition, view.deal, seat)).among(texts).options
        except PitbossError:
            best = ()
        return SeatAct(seat, best[0][0] if best else _careful(allowed))

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
    """The cheapest option, preferably not a fold; of ways to hold cards, the one that holds most."""
    return min(allowed, key=lambda option: (option.cents, option.word == "fold")).actions[0]
