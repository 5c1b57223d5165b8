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
from typing import Any, NamedTuple, Self

from pitboss import datafile
from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.event import BlindMissed, BlindsOwed, ChipsRanOut, Event, GameNamed, SeatDealtIn
from pitboss.deal.history import Dealing
from pitboss.deal.record import Record
from pitboss.deal.session_record import Dealt, Named, SessionRecord
from pitboss.errors import PitbossError
from pitboss.poker import hand_setup
from pitboss.poker import library as spread
from pitboss.poker.dead_seats import involved
from pitboss.poker.game import PokerGame, Post, TableError
from pitboss.poker.hand import Hand
from pitboss.poker.session import button as buttons
from pitboss.poker.session import old_record, seating
from pitboss.poker.session.between_hands import CardTable
from pitboss.poker.session.seating import IN, OUT, WAITING
from pitboss.poker.table_law import open_table


class PokerSession(CardTable):
    """A table that spreads one game, or all of a house where the button names it (PK-2)."""

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

        ``jurisdiction`` is the one whose ceilings on the day ``on`` the table's sheet compares (PK-28); a house that is
        strict refuses to open beyond them. ``stakes`` are passed to :func:`pitboss.poker.load`: ``play="no-limit"``, or
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

    @property
    def hand(self) -> Hand | None:
        """The hand in play, until it is finished; None between hands."""
        deal = self.running
        assert deal is None or isinstance(deal, Hand)
        return deal

    # Hands -----------------------------------------------------------------------------------------------------------

    def deal(self, game: str = "", *, auto: bool = True, ask: bool = False, **options: Any) -> Hand:
        """Deal the next hand; ``game`` is needed where the button names it.

        ``dead`` are seats not in play that get cards by mistake (PK-24); ``joker=True``: one was left in the deck
        (PK-18); ``showdown="ask"``, or ``ask``: each player chooses to show or muck.
        """
        hand = super().deal(game, auto=auto, ask=ask, **options)
        assert isinstance(hand, Hand)
        return hand

    def _name(self, named: Named) -> None:
        if len(self.games) == 1:
            raise TableError(f"this table deals {next(iter(self.games.values())).name} only; nobody names a game.")
        if self.dealing is not None:
            raise TableError("a hand is being played; the next game is named when it is over.")
        game = self._game(named.game)
        self.named = game.id
        self._say_game(self.next_button, game)

    def _say_game(self, seat: int, game: PokerGame) -> None:
        rule = self.book.button.rule
        self.events.append(GameNamed("names the game", seat, rule=rule, game=game.id, name=game.name))

    def _begin(self, dealt: Dealt) -> tuple[Dealt, Dealing]:
        dead, joker, showdown = _options(dealt.options)
        game = self._game(dealt.game or self.named)
        if joker:
            hand_setup.check_joker(game)
        plan = self._plan(game, dead)
        mistakes: dict[str, Any] = {"joker": True} if joker else {}
        if dead:
            mistakes["dead"] = dead
        hand = game.deal(
            plan.stacks,
            plan.button,
            self._shuffles,
            auto=dealt.auto,
            posts=plan.posts,
            showdown=showdown,
            **mistakes,
        )
        self._dealt(plan, game)
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
            self._plan(self._game(game or self.named), (), draw=False)
        except TableError as error:
            return error
        return None

    def _plan(self, game: PokerGame, dead: tuple[int, ...], *, draw: bool = True) -> _Plan:
        """Plan the next hand without changing the session; without ``draw``, a new game's button is the first seat."""
        waiting = {seat for seat, place in self.places.items() if place.status == WAITING and place.stack}
        seats = set(self.in_play()) or waiting  # if everybody waits for the big blind, all are dealt in
        if len(seats | waiting) < game.seats[0]:
            there = f"there is {len(seats)}" if len(seats) == 1 else f"there are {len(seats)}"
            raise TableError(f"{game.name} needs {game.seats[0]} players to be dealt in, and {there}.")

        def dealt_in(left: set[int], button: int) -> list[int]:
            if not game.blinds:
                return sorted(left | waiting)
            reached = seating.let_in(self.places, left, button)
            return sorted({*left, reached} - {0})

        button, drawn = self._button(sorted(seats), draw)
        stacks = {seat: self.places[seat].stack for seat in seats}
        button, playing, out = buttons.payer(game, stacks, button, dealt_in)
        least, most = game.seats
        if not least <= len(playing) + len(dead) <= most:
            raise TableError(f"{game.name} is played by {least} to {most} seats; {len(playing)} are in play.")
        posts: list[Post] | None = seating.posts(game, self.places, playing, button)
        if posts == game.posts(playing, button) and not dead:
            posts = None
        return _Plan(self._stacks(playing, dead), button, posts, playing, [*drawn, *out])

    def _dealt(self, plan: _Plan, game: PokerGame) -> None:
        """Update the session after a deal: move the button, record blinds posted and missed."""
        self.button = plan.button
        self.events += plan.events
        if self.book.button.names_game and not self.named:
            self._say_game(plan.button, game)
        self.named = ""
        for post in seating.miss(game, self.places, plan.playing, plan.button):
            rule = self.book.missed.rule
            self.events.append(BlindMissed("missed blind", post.seat, cents=post.cents, rule=rule, post=post.what))
        for seat in plan.playing:
            place = self.places[seat]
            place.new = False
            if game.blinds:
                place.pay_up()
            if not place.owes:
                place.status = IN

    def _game(self, game: str) -> PokerGame:
        if not isinstance(game, str):
            raise TableError(f"{game!r} is not a game; write the name of one: {', '.join(self.games)}.")
        if game in self.games:
            return self.games[game]
        if game or len(self.games) > 1:
            who = f"seat {self.next_button} names it" if self.next_button else "the button names it"
            raise TableError(f"{game!r} is not spread at this table; {who}: {', '.join(self.games)}.")
        return next(iter(self.games.values()))

    @property
    def _draws_for_button(self) -> bool:
        return self.book.button.first == "high card"

    @property
    def _button_deck(self) -> tuple[int, ...]:
        return next(iter(self.games.values())).deck.cards

    def _button(self, seats: list[int], draw: bool) -> tuple[int, list[Event]]:
        if self.button:
            return seating.next_seat(seats, self.button), []
        if not draw:
            return seats[0], []
        deck = self._shuffles.mix(self._button_deck) if self._draws_for_button else ()
        return buttons.first(self.book.button, seats, deck)

    def _stacks(self, dealt_in: list[int], dead: Sequence[int]) -> dict[int, int]:
        for seat in dead:
            if seat in dealt_in or not self._taken(seat).stack:
                raise TableError(f"seat {seat} is not a dead seat; name a seat with chips that is not in play.")
        return {seat: self.places[seat].stack for seat in sorted({*dealt_in, *dead})}

    def _take_chips(self, dealing: Dealing) -> None:
        hand = dealing.deal
        assert isinstance(hand, Hand)
        self.fees += hand.fee
        for seat in hand.seats:
            self.places[seat].stack = hand.stack(seat)
        for position, seat in enumerate(hand.seats):
            if hand.dead_seats >> position & 1 and involved(hand, position):
                self._after_dead_hand(hand, seat)
            if not hand.stack(seat):
                self.places[seat].status = OUT
                self.events.append(ChipsRanOut("out of chips", seat))

    def _after_dead_hand(self, hand: Hand, seat: int) -> None:
        """A player who won with a hand dealt to a dead seat owes the blinds; one who lost is dealt in (PK-24)."""
        place = self.places[seat]
        place.pay_up()
        place.status = IN
        won = sum(
            event.cents if event.verb == "award" else -event.cents
            for event in hand.events
            if event.seat == seat and event.verb in ("award", "take back")
        )
        if won and hand.game.blinds:
            place.status, place.owes = OUT, {seating.SMALL, seating.BIG}
            self.events.append(BlindsOwed("owes blinds", seat, cents=sum(hand.game.blinds), rule="PK-24"))
        else:
            self.events.append(SeatDealtIn("dealt in", seat, rule="PK-24"))

    # Books -----------------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, data: bytes | SessionRecord, mixer: Mixer | None = None, *, games: Sequence[Any] = ()) -> Self:
        """Load a session from its record; with a mixer it can go on. Records of format 1 are migrated."""
        if isinstance(data, bytes) and (old := old_record.recognised(data)):
            session = cls._from_setup(SessionRecord(cls.kind, old.setup), mixer, games)
            old_record.play_again(old, session, session._shuffles)
            return session
        return super().load(data, mixer, games=games)

    def _pack(self, record: Record) -> Record:
        setup = {key: value for key, value in record.setup.items() if key != "game"}
        shuffles, entries = list(record.shuffles), list(record.entries)  # the deal goes on, the checkpoint stays
        return Record(record.kind, setup, record.auto, shuffles, entries, record.seal, record.format)

    def _unpack(self, record: Record, game: str) -> Deal:
        setup = {**record.setup, "game": self.games[game].reference}
        packed = Record(record.kind, setup, record.auto, record.shuffles, record.entries, record.seal, record.format)
        return Hand.load(packed, self._shuffles, game=self.games[game])


class _Plan(NamedTuple):
    """The plan of a hand about to be dealt."""

    stacks: dict[int, int]
    button: int
    posts: list[Post] | None
    playing: list[int]
    events: list[Event]


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
