"""A poker session: many hands at one table, with seats, chips, the button and blinds owed.

>>> import pitboss
>>> from pitboss.poker.session.session import PokerSession
>>> session = PokerSession.open("holdem", house="pot", limit="2-4", shuffle=pitboss.seeded(7))
>>> for seat, player in enumerate(("Ann", "Bob", "Cyd"), 1):
...     session.sit(seat, player, 4000)
>>> hand = session.deal()
>>> session.button, hand.actors
(3, (3,))
>>> session.act(3, "fold")
>>> session.act(1, "fold")
>>> session.finish()
>>> session.chips()["player Bob"], session.deal().button
(4100, 1)

The methods common to all sessions are in :mod:`pitboss.deal.session`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec

from pitboss import datafile
from pitboss.deal.deal import Mixer
from pitboss.deal.event import Event
from pitboss.deal.seating import WAITING
from pitboss.deal.session import Session
from pitboss.deal.session_log import Dealing
from pitboss.deal.session_record import Dealt, SessionRecord
from pitboss.deal.table_layout import PokerLayout, TableSheet
from pitboss.deal.view import HandReading, Option, View
from pitboss.errors import PitbossError
from pitboss.poker import hand_setup
from pitboss.poker import library as spread
from pitboss.poker.definition import HouseBook
from pitboss.poker.game import PokerGame, Post, TableError
from pitboss.poker.hand import Hand
from pitboss.poker.session import blinds, old_record
from pitboss.poker.session.blinds import HandPlan, TakenSeat
from pitboss.poker.session.printed import printed, sheet
from pitboss.poker.session.readings import readings, shares
from pitboss.poker.session.seats import CardSeats
from pitboss.poker.table_law import open_table


class PokerSession(Session):
    """A table that spreads one game, or all of a house where the button names it (PK-2)."""

    kind = "poker"
    DEAL = Hand
    ASKING: ClassVar = {"showdown": "ask"}

    games: dict[str, PokerGame]
    book: HouseBook
    seating: CardSeats

    def __repr__(self) -> str:
        first, *others = self.games.values()
        spread = f"{first.name}{f' and {len(others)} other games' * bool(others)}, {self.book.name}"
        hands = self.finished + (self.hand is not None)
        dealt = f"{hands} hand{'s' * (hands != 1)} dealt{', the last one running' * (self.hand is not None)}"
        return f"<Session of {spread}, {first.limit.name}: {len(self.places)} of {self.size} seats taken, {dealt}>"

    @classmethod
    def open(
        cls,
        game: str | Path | None = None,
        house: str | Path = spread.DEFAULT_HOUSE,
        limit: str | None = None,
        *,
        shuffle: Mixer,
        seats: int = 10,
        practice: bool = False,
        jurisdiction: str = "",
        on: date | None = None,
        **stakes: Any,
    ) -> Self:
        """Open a table; without a game, one with all games of a house whose button names the game.

        The table's sheet compares it with the ceilings of ``jurisdiction`` on the day ``on`` (PK-28); a strict house
        refuses to open beyond them. ``stakes`` are passed to :func:`pitboss.poker.load`: ``play="no-limit"``, or
        amounts where the house takes any.
        """
        games = [spread.load(name, house, limit, **stakes) for name in ([game] if game is not None else _spread(house))]
        if not game and not games[0].book.button.names_game:
            raise TableError(f"the {games[0].book.name} spreads one game at a table; name the game.")
        return cls.of(games, shuffle=shuffle, seats=seats, practice=practice, jurisdiction=jurisdiction, on=on)

    @classmethod
    def of(
        cls,
        games: Sequence[PokerGame],
        *,
        shuffle: Mixer,
        seats: int = 0,
        practice: bool = False,
        jurisdiction: str = "",
        on: date | None = None,
    ) -> Self:
        """Open a table for loaded games, by default with as many seats as they allow."""
        most = max(loaded.seats[1] for loaded in games)
        seats = seats or most
        if type(seats) is not int or not 2 <= seats <= most:
            raise TableError(f"a table for {seats!r} is not possible; {games[0].name} has up to {most} seats.")
        setup: dict[str, Any] = {"games": [loaded.reference for loaded in games], "seats": seats}
        if practice:
            setup["practice"] = True
        if jurisdiction:
            if on is None:
                raise TableError(f"the law of {jurisdiction} depends on the day; give the date of play.")
            for game in games:
                open_table(game, jurisdiction, on)
            setup |= {"jurisdiction": jurisdiction, "on": on.isoformat()}
        return cls(setup, shuffle, games=games)

    def _seating(self, setup: dict[str, Any], games: Sequence[Any]) -> CardSeats:
        references = setup["games"]
        loaded = games or [spread.reopen(reference) for reference in references]
        if len(loaded) != len(references) or not all(map(PokerGame.is_of, loaded, references)):
            raise TableError("this session was recorded with other games, houses or limits; load it with its own.")
        self.games = {game.id: game for game in loaded}
        self.spread = tuple(self.games)
        self.book = loaded[0].book
        self.jurisdiction: str = setup.get("jurisdiction", "")
        self.on = date.fromisoformat(setup["on"]) if setup.get("on") else None
        return CardSeats(self.games, setup["seats"], self.log, self.shuffles)

    # What anyone may ask -------------------------------------------------------------------------------------------

    @property
    def hand(self) -> Hand | None:
        """The hand in play, until it is finished; None between hands."""
        deal = self.running
        assert deal is None or isinstance(deal, Hand)
        return deal

    @property
    def places(self) -> dict[int, TakenSeat]:
        """The seats that are taken."""
        return self.seating.places

    @property
    def button(self) -> int:
        """The seat of the button in the last hand; 0 before the first."""
        return self.seating.button

    button_seat = button

    @property
    def next_button(self) -> int:
        """The seat of the button in the next hand (PK-1); 0 before the first hand."""
        return self.seating.next_button

    @property
    def next_game(self) -> str:
        return self.seating.named if len(self.spread) > 1 else self.spread[0]

    @property
    def namer(self) -> int:
        return self.next_button if len(self.games) > 1 else 0

    def in_play(self) -> list[int]:
        """The seats to be dealt in, without those that wait for the big blind."""
        return self.seating.in_play()

    def wagers(self, seat: int) -> tuple[Option, ...]:
        self.seating.taken(seat)
        return ()

    def least_wagers(self, seat: int) -> dict[str, int]:
        self.seating.taken(seat)
        return {}

    def owed(self, seat: int) -> tuple[Post, ...]:
        """The posts of a player to be dealt in at once; empty in games without blinds."""
        game = next((spread for spread in self.games.values() if spread.blinds), None)
        return tuple(blinds.price(game, self.seating.taken(seat))) if game else ()

    def _read_sheet(self) -> TableSheet:
        return sheet(tuple(self.games.values()), self.size, self.jurisdiction, self.on)

    def printed(self) -> PokerLayout:
        return printed(tuple(self.games.values()), self.size)

    def _read(self, game: str, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
        hand = self.running
        contests = hand.contests if isinstance(hand, Hand) else self.games[game].contests
        read = readings(contests, view, seats)
        for seat in set(view.legal) & set(read):  # only the player to act sees these options
            options = shares(hand, seat) if isinstance(hand, Hand) else {}
            if options:
                read[seat] = msgspec.structs.replace(read[seat], shares=options)
        return read

    # Hands -----------------------------------------------------------------------------------------------------------

    def deal(self, game: str = "", *, auto: bool = True, ask: bool = False, **options: Any) -> Hand:
        """Deal the next hand; ``game`` is needed where the button names it.

        ``dead`` are seats not in play that get cards by mistake (PK-24); ``joker=True``: one was left in the deck
        (PK-18); ``showdown="ask"``, or ``ask``: each player chooses to show or muck.
        """
        hand = super().deal(game, auto=auto, ask=ask, **options)
        assert isinstance(hand, Hand)
        return hand

    def begin(self, dealt: Dealt) -> tuple[Dealt, Dealing]:
        dead, joker, showdown = _options(dealt.options)
        game = self.seating.game(dealt.game or self.seating.named)
        if joker:
            hand_setup.check_joker(game)
        plan = self._plan(game, dead)
        mistakes: dict[str, Any] = {"joker": True} if joker else {}
        if dead:
            mistakes["dead"] = dead
        hand = game.deal(
            plan.stacks,
            plan.button,
            self.shuffles,
            auto=dealt.auto,
            posts=plan.posts,
            showdown=showdown,
            **mistakes,
        )
        self.seating.dealt(plan, game)
        players = {seat: self.places[seat].player for seat in plan.stacks}
        checked = {"dead": dead, "joker": joker, "showdown": showdown}
        options = {name: checked[name] for name in dealt.options}
        return Dealt(game.id, dealt.auto, options), Dealing(hand, game.id, players)

    def next_shuffles(self) -> tuple[tuple[int, ...], ...]:
        game = self.next_game
        if not game:
            return ()
        draw = () if self.button or not self._draws_for_button else (self._button_deck,)
        return (*draw, self.games[game].deck.cards)

    def blind_choices(self) -> tuple[int, ...]:
        """The seats that post blinds they owe at the next deal, and could wait for the big blind instead (PK-25)."""
        game = self.games.get(self.next_game)
        if game is None or not game.blinds:
            return ()
        return tuple(seat for seat in self.in_play() if self.places[seat].new or self.places[seat].owes)

    def _deal_refused(self, game: str = "") -> PitbossError | None:
        try:
            self._plan(self.seating.game(game or self.seating.named), (), draw=False)
        except TableError as error:
            return error
        return None

    def _plan(self, game: PokerGame, dead: tuple[int, ...], *, draw: bool = True) -> HandPlan:
        """Plan the next hand without changing the session; without ``draw``, a new game's button is the first seat."""
        waiting = {seat for seat, place in self.places.items() if place.status == WAITING and place.stack}
        seats = set(self.in_play()) or waiting  # if everybody waits for the big blind, all are dealt in
        if len(seats | waiting) < game.seats[0]:
            there = f"there is {len(seats)}" if len(seats) == 1 else f"there are {len(seats)}"
            raise TableError(f"{game.name} needs {game.seats[0]} players to be dealt in, and {there}.")

        def dealt_in(left: set[int], button: int) -> list[int]:
            if not game.blinds:
                return sorted(left | waiting)
            reached = blinds.let_in(self.places, left, button)
            return sorted({*left, reached} - {0})

        button, drawn = self._button(sorted(seats), draw)
        stacks = {seat: self.places[seat].stack for seat in seats}
        button, playing, out = blinds.paying_button(game, stacks, button, dealt_in)
        least, most = game.seats
        if not least <= len(playing) + len(dead) <= most:
            raise TableError(f"{game.name} is played by {least} to {most} seats; {len(playing)} are in play.")
        posts: list[Post] | None = blinds.posts(game, self.places, playing, button)
        if posts == game.posts(playing, button) and not dead:
            posts = None
        return HandPlan(self._stacks(playing, dead), button, posts, playing, [*drawn, *out])

    @property
    def _draws_for_button(self) -> bool:
        return self.book.button.first == "high card"

    @property
    def _button_deck(self) -> tuple[int, ...]:
        return next(iter(self.games.values())).deck.cards

    def _button(self, seats: list[int], draw: bool) -> tuple[int, list[Event]]:
        if self.button:
            return blinds.next_seat(seats, self.button), []
        if not draw:
            return seats[0], []
        deck = self.shuffles.mix(self._button_deck) if self._draws_for_button else ()
        return blinds.first_button(self.book.button, seats, deck)

    def _stacks(self, dealt_in: list[int], dead: Sequence[int]) -> dict[int, int]:
        for seat in dead:
            if seat in dealt_in or not self.seating.taken(seat).stack:
                raise TableError(f"seat {seat} is not a dead seat; name a seat with chips that is not in play.")
        return {seat: self.places[seat].stack for seat in sorted({*dealt_in, *dead})}

    def take_chips(self, dealing: Dealing) -> None:
        assert isinstance(dealing.deal, Hand)
        self.seating.take_chips(dealing.deal)

    def _game(self, game: str) -> tuple[PokerGame, dict[str, Any]]:
        return self.games[game], {"game": self.games[game].reference}

    @classmethod
    def load(cls, data: bytes | SessionRecord, mixer: Mixer | None = None, *, games: Sequence[Any] = ()) -> Self:
        """Load a session from its record; with a mixer it can go on. Records of format 1 are migrated."""
        if isinstance(data, bytes) and (old := old_record.recognised(data)):
            session = cls._from_setup(SessionRecord(cls.kind, old.setup), mixer, games)
            old_record.play_again(old, session)
            return session
        return super().load(data, mixer, games=games)


def _options(options: dict[str, Any]) -> tuple[tuple[int, ...], bool, str]:
    """Check the options of a hand: dead seats, a joker left in the deck, the kind of showdown."""
    unknown = [name for name in options if name not in ("dead", "joker", "showdown")]
    if unknown:
        raise TableError(f"{unknown[0]!r} is not an option of a hand; the options are dead, joker and showdown.")
    showdown = options.get("showdown", "run")
    if showdown not in ("run", "ask"):
        raise TableError(f'showdown = {showdown!r} is unknown; it may be "run" or "ask".')
    joker = options.get("joker", False)
    if type(joker) is not bool:
        raise TableError(f"joker = {joker!r} is neither True nor False; give True if a joker was left in the deck.")
    return hand_setup.dead_seats(options.get("dead", ())), joker, showdown


def _spread(house: str | Path) -> list[str]:
    """The ids of the games of a house."""
    known = spread.houses().get(str(house))
    return list(known.games if known else datafile.read(house).data.get("games", {}))
