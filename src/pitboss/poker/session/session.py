"""A table of poker, hand after hand: seats and chips, the button, blinds and what is owed of them, the game named.

>>> import pitboss
>>> from pitboss.poker.session.session import Session
>>> session = Session.open("holdem", house="pot", limit="2-4", shuffle=pitboss.seeded(7))
>>> for seat, player in enumerate(("Ann", "Bob", "Cyd"), 1):
...     session.sit(seat, player, 4000)
>>> hand = session.deal()
>>> session.button, hand.actors
(3, (3,))
>>> hand.act(3, "fold").act(1, "fold").done
True
>>> session.finish()
>>> session.chips()["player 2"], session.deal().button
(4100, 1)

The state is the fold of a record, as a hand's is: the table as opened, then every entry, hands with their own records.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from pitboss import datafile
from pitboss.deal import Event, RecordError
from pitboss.deal.deal import Mixer, Replayed
from pitboss.poker import hand_setup
from pitboss.poker import library as spread
from pitboss.poker.dead_seats import involved
from pitboss.poker.game import Game, Post, TableError
from pitboss.poker.hand import Hand
from pitboss.poker.session import button as buttons
from pitboss.poker.session import seating
from pitboss.poker.session.between_hands import CardTable
from pitboss.poker.session.record import Bought, CameBack, Dealt, Finished, Left, Sat, SatOut, SessionRecord
from pitboss.poker.session.seating import IN, OUT, WAITING


class Session(CardTable):
    """A table that spreads one game, or all of a house where the button names it (PK-2)."""

    def __init__(self, setup: dict[str, Any], mixer: Mixer | None) -> None:
        super().__init__(setup)
        self._mixer = mixer
        self._replaying = False

    def __repr__(self) -> str:
        first, *others = self.games.values()
        spread = f"{first.name}{f' and {len(others)} other games' * bool(others)}, {self.book.name}"
        hands = sum(isinstance(entry, Dealt) for entry in self.record.entries)
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
        **stakes: Any,
    ) -> Self:
        """A new table. Without a game it spreads all of a house whose button names the game.

        ``stakes`` are those of :func:`pitboss.poker.load`: ``play="no-limit"``, or amounts where the house takes any.
        """
        games = [spread.load(one, house, limit, **stakes) for one in ([game] if game is not None else _spread(house))]
        if not game and not games[0].book.button.names_game:
            raise TableError(f"the {games[0].book.name} spreads one game at a table; say which.")
        most = max(one.seats[1] for one in games)
        if type(seats) is not int or not 2 <= seats <= most:
            raise TableError(f"a table for {seats!r} is not possible; {games[0].name} has up to {most} seats.")
        return cls({"games": [one.reference for one in games], "seats": seats}, shuffle)

    # Hands -----------------------------------------------------------------------------------------------------------

    def deal(
        self, game: str = "", *, dead: Sequence[int] = (), joker: bool = False, auto: bool = True, showdown: str = "run"
    ) -> Hand:
        """The next hand. Where the button names the game, ``game`` is what its holder says.

        ``dead`` are seats not in play that get cards by mistake (PK-24); ``joker``: one was left in the deck (PK-18).
        """
        if self._mixer is None:
            raise TableError("this session was loaded without a shuffle; load it with one to deal on.")
        self._take_up()
        if self.hand is not None:
            raise TableError("a hand is being played; the next one is dealt when it is over.")
        if showdown not in ("run", "ask"):
            raise TableError(f'showdown = {showdown!r} is unknown; it may be "run" or "ask".')
        idle = hand_setup.dead(dead)  # before the button is drawn for
        if joker:
            hand_setup.joker(self._named(game))
        plan = self._plan(game, idle, ())
        mistakes: dict[str, Any] = {"joker": True} if joker else {}
        if idle:
            mistakes["dead"] = idle
        hand = plan.game.deal(
            plan.stacks,
            plan.button,
            self._mixer,
            auto=auto,
            players={seat: self.places[seat].player for seat in plan.stacks},
            posts=plan.posts,
            showdown=showdown,
            **mistakes,
        )
        self._begin(plan, hand)
        return hand

    def _plan(self, named: str, dead: tuple[int, ...], draw: tuple[int, ...]) -> _Plan:
        """Everything about the next hand that the table decides; nothing is changed yet."""
        game = self._named(named)
        waiting = {seat for seat, place in self.places.items() if place.status == WAITING and place.stack}
        seats = set(self.in_play()) or waiting  # if everybody waits for everybody, they begin
        if len(seats | waiting) < game.seats[0]:
            raise TableError(f"{len(seats)} players can be dealt in; {game.name} needs {game.seats[0]}.")

        def dealt_in(left: set[int], button: int) -> list[int]:
            if not game.blinds:
                return sorted(left | waiting)
            reached = seating.let_in(self.places, left, button)
            return sorted({*left, reached} - {0})

        button, said, draw = self._button(sorted(seats), draw)
        stacks = {seat: self.places[seat].stack for seat in seats}
        button, playing, out = buttons.payer(game, stacks, button, dealt_in)
        least, most = game.seats
        if not least <= len(playing) + len(dead) <= most:
            raise TableError(f"{game.name} is played by {least} to {most} seats; {len(playing)} are in play.")
        posts: list[Post] | None = seating.posts(game, self.places, playing, button)
        if posts == game.posts(playing, button) and not dead:
            posts = None
        return _Plan(game, self._stacks(playing, dead), button, posts, playing, [*said, *out], draw, dead)

    def _begin(self, plan: _Plan, hand: Hand) -> None:
        game = plan.game
        self.hand, self.button = hand, plan.button
        self.events += plan.said
        if self.book.button.names_game:
            self._say("names the game", plan.button, game.name, rule=self.book.button.rule)
        for post in seating.miss(game, self.places, plan.playing, plan.button):
            self._say("missed blind", post.seat, post.what, post.cents, self.book.missed.rule)
        for seat in plan.playing:
            place = self.places[seat]
            place.new = False
            if game.blinds:
                place.pay_up()
            if not place.owes:
                place.status = IN
        self._write(Dealt(game.id, hand.record, plan.draw, plan.dead))

    def _named(self, game: str) -> Game:
        if not isinstance(game, str):
            raise TableError(f"{game!r} is no game; write the name of one: {', '.join(self.games)}.")
        if game in self.games:
            return self.games[game]
        if game or len(self.games) > 1:
            who = f"seat {self.next_button} names it" if self.next_button else "the button names it"
            raise TableError(f"{game!r} is not spread at this table; {who}: {', '.join(self.games)}.")
        return next(iter(self.games.values()))

    def _button(self, seats: list[int], draw: tuple[int, ...]) -> tuple[int, list[Event], tuple[int, ...]]:
        if self.button:
            return seating.next_seat(seats, self.button), [], ()
        policy = self.book.button
        if policy.first == "high card" and not draw:
            if self._mixer is None:
                raise RecordError("the record of this session lacks the draw for the button.")
            draw = tuple(self._mixer.mix(next(iter(self.games.values())).deck.cards))
        return *buttons.first(policy, seats, draw), draw

    def _stacks(self, dealt_in: list[int], dead: Sequence[int]) -> dict[int, int]:
        for seat in dead:
            if seat in dealt_in or not self._place(seat).stack:
                raise TableError(f"seat {seat} is no dead seat; it plays, or it has no chips to get involved with.")
        return {seat: self.places[seat].stack for seat in sorted({*dealt_in, *dead})}

    def finish(self) -> None:
        """The hand is over: its chips are taken up, and the button will move (PK-1)."""
        hand = self.hand
        if hand is None or not hand.done:
            raise TableError("no hand is over; play it to its end first.")
        self.hand = None
        self.finished += 1
        self._moves += hand.moves
        self.fees += hand.fee
        for seat in hand.seats:
            self.places[seat].stack = hand.stack(seat)
        for position, seat in enumerate(hand.seats):
            if hand.dead_seats >> position & 1 and involved(hand, position):
                self._after_dead_hand(hand, seat)
            if not hand.stack(seat):
                self.places[seat].status = OUT
                self._say("out of chips", seat)
        self._write(Finished())

    def _after_dead_hand(self, hand: Hand, seat: int) -> None:
        """Who played a hand dealt to his dead seat posts the blinds if he won it; otherwise he is simply in (PK-24)."""
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
            self._say("owes blinds", seat, "won with a dead hand", sum(hand.game.blinds), "PK-24")
        else:
            self._say("dealt in", seat, "played a dead hand", 0, "PK-24")

    # Books -----------------------------------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """The record as bytes, a running hand with it."""
        return self.record.encode()

    @classmethod
    def load(cls, data: bytes | SessionRecord, mixer: Mixer | None = None) -> Self:
        """The session of a record, entry by entry; with a mixer it can go on."""
        record = data if isinstance(data, SessionRecord) else SessionRecord.decode(data)
        try:
            session = cls(record.setup, mixer)
        except (KeyError, TypeError, StopIteration):
            raise RecordError("this session's record does not say how the table was opened.") from None
        session._replaying = True
        for entry in record.entries:
            session._follow(entry)
        session._replaying = False
        return session

    def _follow(self, entry: Any) -> None:
        if isinstance(entry, Sat):
            self.sit(entry.seat, entry.player, entry.cents, wait=entry.wait)
        elif isinstance(entry, Bought):
            self.buy(entry.seat, entry.cents)
        elif isinstance(entry, SatOut):
            self.sit_out(entry.seat)
        elif isinstance(entry, CameBack):
            self.come_back(entry.seat, wait=entry.wait)
        elif isinstance(entry, Left):
            self.leave(entry.seat)
        elif isinstance(entry, Finished):
            self.finish()
        else:
            plan = self._plan(entry.game, entry.dead, entry.draw)
            hand = Hand.load(entry.hand, self._mixer)
            posts = hand.record.setup.get("posts")
            told = (dict(hand.record.setup["stacks"]), hand.button, posts and [tuple(post) for post in posts])
            if told != (plan.stacks, plan.button, plan.posts):
                raise RecordError("a hand of this session has other stacks, posts or button than its table had.")
            self._begin(plan, hand)

    def undo(self) -> Self:
        """Take back the last thing that was done: in the running hand, or at the table (a hand dealt, chips bought …).

        What comes next is as it would have been: a hand that is dealt again comes from the same shuffle. Of a session
        loaded from its record, what was done at the table during a hand is taken back before the hand's own acts.
        """
        hand, entries = self.hand, self.record.entries
        if (
            hand is not None
            and hand.record.entries
            and (isinstance(entries[-1], Dealt) or len(hand.record.entries) > self._acts[-1])
        ):
            hand.undo()
            return self
        if not entries:
            raise TableError("nothing has been done at this table yet; there is nothing to take back.")
        taken = entries[-1]
        mixer = self._unmixed(taken) if isinstance(taken, Dealt) else self._mixer
        before = type(self).load(SessionRecord(self.record.setup, entries[:-1]), mixer)
        before._acts = self._acts[:-1]
        if hand is not None and before.hand is not None:
            before.hand = hand  # whoever plays it goes on with it
            next(entry for entry in reversed(before.record.entries) if isinstance(entry, Dealt)).hand = hand.record
        vars(self).update(vars(before))
        return self

    def _unmixed(self, taken: Dealt) -> Mixer | None:
        """The shuffle as it was before that hand."""
        mixer = self._mixer
        if mixer is None or self.hand is None:
            return mixer
        used = [*([taken.draw] if taken.draw else []), *taken.hand.shuffles]
        own = self.hand._mixer
        used += own.left if isinstance(own, Replayed) and own is not mixer else []
        left, then = (mixer.left, mixer.then) if isinstance(mixer, Replayed) else ([], mixer)
        again = Replayed([*used, *left], then)
        again.strict = False
        return again

    # What the rest needs ---------------------------------------------------------------------------------------------

    def _take_up(self) -> None:
        """A hand that is over is finished before the table changes; a record says itself when it was."""
        if self.hand is not None and self.hand.done and not self._replaying:
            self.finish()


class _Plan(NamedTuple):
    """A hand about to be dealt."""

    game: Game
    stacks: dict[int, int]
    button: int
    posts: list[Post] | None
    playing: list[int]
    said: list[Event]
    draw: tuple[int, ...]
    dead: tuple[int, ...]


def _spread(house: str | Path) -> list[str]:
    """The games of a house."""
    known = spread.houses().get(str(house))
    return list(known.games if known else datafile.read(house).data.get("games", {}))
