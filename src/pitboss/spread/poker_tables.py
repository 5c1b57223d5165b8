"""Poker tables, as a card room needs them: opened, restored, played by bots, exported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cards import Card
from pitboss.deal.event import Event
from pitboss.deal.players import account
from pitboss.deal.record import SeatAct
from pitboss.deal.table_layout import PokerLayout
from pitboss.deal.view import SessionView
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.poker import library
from pitboss.poker.bots import Sensible
from pitboss.poker.event_words import Teller, ToldSentence
from pitboss.poker.game import PokerGame
from pitboss.poker.hand import Hand
from pitboss.poker.library import agreed_stakes
from pitboss.poker.phh import from_hand, write
from pitboss.poker.posted import book_of
from pitboss.poker.rulings.procedures import met
from pitboss.poker.session.printed import printed as printed_games
from pitboss.poker.session.session import PokerSession
from pitboss.poker.spread_game import made_words
from pitboss.poker.stars_text import stars_text
from pitboss.shuffle import seeded
from pitboss.spread.sessions import RoomBot, TableRequest

if TYPE_CHECKING:
    from pitboss.spread.exports import DealHead

__all__ = ["met"]

NO_LAW = "none"

# Tables ---------------------------------------------------------------------------------------------------------------


def open_table(wanted: TableRequest) -> PokerSession:
    game, limit = wanted.game, wanted.limit
    where = wanted.house or library.DEFAULT_HOUSE
    book = book_of(where)
    stakes = _checked(wanted.options)
    if not game and not book.button.names_game:
        raise PitbossError(f"the {book.name} spreads one game at a table; name one of {', '.join(book.games)}.")
    if book.any_stakes and "lower" not in stakes:
        stakes |= agreed_stakes(game, limit)
        limit = ""
    loaded = [library.load(name, where, limit or None, **stakes) for name in ([game] if game else book.games)]
    return PokerSession.of(
        loaded,
        shuffle=wanted.shuffle,
        seats=wanted.seats or min(each.seats[1] for each in loaded),
        practice=wanted.practice,
        jurisdiction="" if wanted.jurisdiction == NO_LAW else wanted.jurisdiction,
        on=wanted.on,
    )


def _checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a poker table, checked: the structure of betting, wild cards, agreed stakes in cents."""
    for name, value in options.items():
        if name not in _POKER_OPTIONS:
            known = ", ".join(_POKER_OPTIONS)
            raise PitbossError(f"{name!r} is not an option of a poker table; its options are {known}.")
        fits, written = _POKER_OPTIONS[name]
        if not fits(value):
            raise PitbossError(f"{name}={value!r} is not possible at a poker table; write it like {name}={written}.")
    return dict(options)


def _is_amount(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 10**9


def _are_blinds(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(_is_amount(cents) and cents for cents in value)


# Each option of a poker table: whether a value fits, and how one is written.
_POKER_OPTIONS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "play": (lambda value: isinstance(value, str), "'no-limit'"),
    "wild": (lambda value: isinstance(value, bool), "True"),
    "blinds": (_are_blinds, "[100, 200], in cents"),
} | dict.fromkeys(("lower", "higher", "ante", "bring_in"), (_is_amount, "200, in cents"))


def games_of_session(setup: Mapping[str, Any]) -> Sequence[Any]:
    """The references to its games in the setup of a session."""
    found: Sequence[Any] = setup.get("games", ())
    return found


def game_of_deal(setup: Mapping[str, Any]) -> Any:
    """The reference to its game in the setup of a hand."""
    return setup.get("game")


def reopen_game(reference: dict[str, Any]) -> PokerGame:
    return library.reopen(reference)


def printed(deal: Hand) -> PokerLayout:
    """The layout of the table a hand was played at."""
    return msgspec.structs.replace(printed_games([deal.game], max(deal.seats)), button=deal.button)


# Exports --------------------------------------------------------------------------------------------------------------


def seats(deal: Hand) -> tuple[int, ...]:
    return tuple(sorted(deal.seats))


def stacks(deal: Hand) -> dict[int, int]:
    """The chips that players began with."""
    return dict(sorted(deal.record.setup["stacks"]))


def title(deal: Hand) -> dict[str, str]:
    """The game's id and name, and the house and limit it was played under."""
    game = deal.game
    return {"game": game.id, "name": game.name, "house": game.book.name, "limit": game.limit.name}


def facts(deal: Hand) -> dict[str, Any]:
    """The facts of a hand besides its events."""
    return {"button": deal.button, "stacks": {str(seat): cents for seat, cents in stacks(deal).items()}}


def told(
    deal: Hand,
    events: Sequence[Event],
    signs: bool,
    players: Mapping[int, str] | None = None,
    chips: Callable[[int], str] = dollars,
) -> list[ToldSentence]:
    """The events as sentences with their rules, between players of these names."""
    board = tuple(deal.board)

    def made(shown: Sequence[Card]) -> str:
        return made_words(deal.contests, shown, board)

    names = deal.names if players is None else players
    return list(Teller(names, 0, signs, made, chips, every=True).tell(events))


def _phh(deal: Hand, viewer: str, head: DealHead) -> str:
    more: dict[str, Any] = {"hand": head.number, "table": head.table} if head.id else {}
    if head.when is not None:
        more |= {"year": head.when.year, "month": head.when.month, "day": head.when.day, "time": head.when.time()}
    return write(from_hand(deal, viewer=viewer, names=head.players, **more))


def _stars(deal: Hand, viewer: str, head: DealHead) -> str:
    table = head.table or "Pitboss"
    return stars_text(deal, viewer, head.players, number=head.number, table=table, when=head.when)


FORMS: Mapping[str, Callable[[Hand, str, DealHead], str]] = {"phh": _phh, "stars": _stars}
"""The forms of a hand besides JSON and text."""


# Bots -----------------------------------------------------------------------------------------------------------------

SAMPLES = {1: 20, 2: 60, 3: 200}
"""Deals a bot of each level imagines before it decides."""


def bot(session: PokerSession, seed: int, level: int) -> PokerBot:
    return PokerBot(session.games, seed, level)


class PokerBot(RoomBot):
    """Plays any poker game by hand strength and pot odds."""

    def __init__(self, games: Mapping[str, PokerGame], seed: int, level: int) -> None:
        self.seed = seed
        self._bots = {id: Sensible(game, seed, SAMPLES[level]) for id, game in games.items()}

    def act(self, view: SessionView, seat: int) -> SeatAct:
        if view.deal is None or seat not in view.deal.legal:
            raise PitbossError(f"seat {seat} has nothing to decide in this view.")
        chips = {f"player {at}": view.chips[account(place.player)] for at, place in view.seats.items()}
        by_seat = msgspec.structs.replace(view.deal, chips={**chips, "pot": view.chips["pot"]})
        choice = self._bots[view.game].choose(by_seat, seat)
        return SeatAct(seat, choice.action, choice.cents)

    def name(self, games: Sequence[str], version: int = 0) -> str:
        return games[seeded((self.seed * 1_000_003 + version) & 0xFFFFFFFF).below(len(games))] if games else ""
