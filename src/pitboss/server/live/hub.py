"""The hub of a table: its audiences, and the messages to each of them.

Everybody who may see the same gets the same encoded frame. If cards are hidden from some, each player gets a separate
one; the options of a seat go to its player only. Nothing here waits, and nothing is sent before it is stored:
the table's owner calls :meth:`Hub.tell` after the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Raw

from pitboss.deal.deal import RAIL, Deal
from pitboss.deal.event import Event
from pitboss.deal.players import account
from pitboss.deal.session_log import Forgotten, SessionStep
from pitboss.deal.view import Option, SeatView
from pitboss.room import messages
from pitboss.room.messages import encode
from pitboss.room.people import AUDITOR, DEALER, FLOOR, Person
from pitboss.room.table import outcome
from pitboss.room.table.host import status_of
from pitboss.room.table.table import Table
from pitboss.server.live.clock import Alarm, ServerClock
from pitboss.server.live.news import Piles, PilesTold, Rail, Readings, StandingTold, TableNews
from pitboss.server.live.transport import Client
from pitboss.shuffle.seal import SealedDeck, leaves

LATE, NOBODY = "late rail", ""
"""Audiences other than viewers: spectators with a delay, and people who may not watch the table but may sit down."""
UNTOLD = frozenset({LATE, NOBODY})
"""Audiences that are not sent news at once."""


class Hub:
    """The audiences of one table."""

    def __init__(self, table: Table, clock: ServerClock, page: Callable[[str, bytes], None]) -> None:
        self.clock = clock
        self.clients: list[Client] = []
        self.rail = Rail(table.config.rail_delay)
        self._page = page
        self._groups: dict[str, list[Client]] = {}
        self._alarm = Alarm(clock, self._release)
        self._readings = Readings()
        self._names: dict[int, str] | None = None
        self._take(table)
        if self.rail.delay:
            self._hold(self._snap(RAIL), whole=True)

    def _take(self, table: Table) -> None:
        """Start from the current state of a table, which every snapshot contains."""
        self.table = table
        self.told = table.version
        self._deal: Deal | None = table.session.running
        self._piles, self._standing = PilesTold(table.session), StandingTold(table.session)
        self._closes, self._namer = table.window.closes, table.namer
        self._note_seats(table.seated)

    # Coming and going -------------------------------------------------------------------------------------------------

    def join(self, client: Client, have: int = 0) -> None:
        """Show the table to a new client that has its version ``have`` (0: nothing)."""
        client.audience = self.audience_of(client.person)
        self.clients.append(client)
        self._groups.setdefault(client.audience, []).append(client)
        client.send(encode(self.welcome(client)))
        self.sync(client, have)

    def part(self, client: Client) -> None:
        if client in self.clients:
            self.clients.remove(client)
            self._groups[client.audience].remove(client)

    def clients_of(self, name: str) -> list[Client]:
        """The open sockets of a person at this table."""
        return [client for client in self.clients if client.person.name == name]

    def welcome(self, client: Client) -> messages.Welcome:
        late = client.audience == LATE
        return messages.Welcome(
            you=client.person.name,
            seats=self.table.session.seats_of(client.person.name),
            now=self.clock.now(),
            v=messages.VERSION,
            table=self.table.id,
            viewer=RAIL if late else client.audience,
            roles=tuple(sorted(client.person.roles)),
            wait=self.rail.delay if late else 0,
        )

    def audience_of(self, person: Person) -> str:
        """The audience of a person at this table: a separate one for a player, the rail, the late rail, or none."""
        if account(person.name) in self._seated:
            return account(person.name)
        if person.may(FLOOR) or (person.may(DEALER) and not self.table.by_machine):
            return RAIL  # floor and dealer see what the rail sees, without its delay
        if not self.table.config.spectators:
            return NOBODY
        return LATE if self.rail.delay else RAIL

    def sync(self, client: Client, have: int = 0) -> None:
        """Send the news a client missed after version ``have``, or the whole table."""
        if client.audience == NOBODY:
            return
        if client.audience == LATE:
            for frame in self.rail.shown:
                client.send(frame)
            return
        if have and self._can_tell_since(have):
            self._tell_since(client, have)
        else:
            client.send(self._snap(client.audience))
        self._readings.tell(self.table.session, client.audience, (client,), always=True)

    def _can_tell_since(self, have: int) -> bool:
        """True if news are enough; only a snapshot shows that piles are gone, from an earlier deal or by a ruling."""
        try:
            return have <= self.told and self.table.by_machine and not self.table.session.dealt_since(have)
        except Forgotten:
            return False

    def _tell_since(self, client: Client, have: int) -> None:
        session = self.table.session
        news = session.since(have, client.audience)
        running = self._clocks()
        stopped = set(range(1, session.size + 1)) - {clock.seat for clock in running}
        game, button = self._head()
        missed = messages.Ev(
            *(news.base, news.version, (), news.actors, news.chips, news.done),
            (*running, *(messages.ClockLeft(seat, 0) for seat in sorted(stopped))),
            seats=session.seats,
            game=game,
            button=button,
            hand=self.table.state.hand,
            window=self._window(),
            namer=self.table.namer,
            standing=self._standing.encoded(session.standing),
        )
        piles = session.piles(client.audience)
        self._piles.note(client.audience, piles)
        frame = TableNews(news.events, missed).encoded(news.events, piles)
        client.send(messages.with_legal(frame, news.legal) if news.legal else frame)
        self._send_rest(client)

    def _send_rest(self, client: Client) -> None:
        """Send the parts only a snapshot has: why the table stops, the people present, and the seals of its decks."""
        table, now = self.table, self.clock.now()
        client.send(_status(status_of(table.state)))
        for seat, state in table.presence(now).items():
            client.send(encode(messages.Here(seat, *state)))
        for root in table.seals():
            client.send(encode(messages.Seal(root)))

    # Telling ----------------------------------------------------------------------------------------------------------

    def tell(self, result: outcome.Outcome) -> None:
        """Tell everyone the outcome of a command: what happened at the table, then the notices."""
        after: list[outcome.Notice] = []
        clocks: list[messages.ClockLeft] = []
        for notice in result.notices:
            if type(notice) is outcome.ClockSet:
                clocks.append(messages.ClockLeft(notice.seat, notice.left, notice.bank, notice.question))
            elif type(notice) is outcome.Sealed:
                self._everyone(encode(messages.Seal(notice.root)))
            else:
                after.append(notice)
        if result.steps:
            self._news(result, tuple(clocks))
        else:
            now = self.clock.now()
            for each in clocks:
                self._everyone(encode(messages.Clock(each.seat, each.left, each.bank, now, each.question)))
        for notice in after:
            self._notice(notice)

    def _notice(self, notice: outcome.Notice) -> None:
        if isinstance(notice, outcome.Presence):
            self._everyone(encode(messages.Here(notice.seat, notice.state, notice.left)))
        elif isinstance(notice, outcome.TableStatus):
            self._everyone(_status(notice))
        elif isinstance(notice, outcome.Said):
            self._everyone(encode(messages.ChatLine(notice.player, notice.text)), by=notice.player)
        elif isinstance(notice, outcome.Told):
            frame = encode(messages.Note(notice.text, notice.rule))
            for client in self.clients_of(notice.player):
                client.send(frame)
        elif isinstance(notice, outcome.Paged):
            self._page(notice.player, encode(messages.Page(self.table.id, notice.seat, notice.left)))
        elif isinstance(notice, outcome.Opened):
            self._open(notice)
        else:
            told_already = outcome.BotTurn | outcome.ClockSet | outcome.Sealed  # for the bot runner, or sent above
            assert isinstance(notice, told_already)

    def _everyone(self, frame: bytes, by: str | None = None) -> None:
        """Send a frame to everyone; chat only to those who have not muted its writer."""
        for client in self.clients:
            if client.audience not in UNTOLD and by not in client.muted:
                client.send(frame)
        self._hold(frame)

    def _news(self, result: outcome.Outcome, clocks: tuple[messages.ClockLeft, ...]) -> None:
        """Send each audience the news as it may see them."""
        session = self.table.session
        running = session.running
        begun = running is not None and running is not self._deal
        asked = self._asked(() if running is None else running.actors)
        news = self._gathered(result, clocks, begun=begun)
        cards = begun or news.moves_cards or not self.table.by_machine  # a ruling may move any card
        shared_piles = self._piles.changed_for_rail(session) if cards else None
        shared = news.encoded(news.events, shared_piles)
        frames = self._own_frames(news, result.steps, shared_piles) if cards else {}
        for audience, legal in asked.items():
            frames[audience] = messages.with_legal(frames.get(audience, shared), legal)
        for client in self.clients:
            if client.audience not in UNTOLD:
                client.send(frames.get(client.audience, shared))
        if cards:
            for audience, clients in self._players_here():
                self._readings.tell(session, audience, clients)
        self._hold(shared)
        if result.of_table and self._note_seats(self.table.seated):
            self._regroup()
        if begun:
            self._show_again()
        elif self.rail.delay and self.rail.wants_snapshot:
            self._hold(self._snap(RAIL), whole=True)

    def _own_frames(
        self, news: TableNews, steps: Sequence[SessionStep], shared_piles: Piles | None
    ) -> dict[str, bytes]:
        """The frames of players who see other cards than the rail."""
        session, hidden, frames = self.table.session, news.hidden, {}
        for audience, _ in self._players_here():
            events = _seen(steps, audience) if hidden else news.events
            alike = events is news.events or events == news.events
            piles = self._piles.changed(session, audience, shared_piles, alike=alike)
            if piles is not shared_piles or not alike:
                frames[audience] = news.encoded(events, piles)
        return frames

    def _players_here(self) -> list[tuple[str, list[Client]]]:
        """The sockets of each player who has one open."""
        return [each for each in self._groups.items() if each[1] and each[0] != RAIL and each[0] not in UNTOLD]

    def _gathered(self, result: outcome.Outcome, clocks: tuple[messages.ClockLeft, ...], *, begun: bool) -> TableNews:
        """The part of the news that is the same for everybody, with the events as the rail sees them."""
        table, session, base = self.table, self.table.session, self.told
        running = self._deal = session.running
        self.told = result.seq
        window = None if table.window.closes == self._closes else self._window()
        namer = None if table.namer == self._namer else table.namer
        self._closes, self._namer = table.window.closes, table.namer
        seats: dict[int, SeatView] | None = None
        game: str | None = None
        button: int | None = None
        if result.of_table:
            seats = table.seated if running is None else session.seats
            game, button = self._head()
        events = _seen(result.steps, RAIL)
        standing = session.standing if running is None else running.standing
        actors, done = (() if running is None else running.actors), running is None or running.done
        chips = session.seating.balances(session.dealing)
        shared = messages.Ev(
            *(base, result.seq, (), actors, chips, done, clocks),
            seats=seats,
            game=game,
            button=button,
            hand=table.state.hand if begun else None,
            window=window,
            namer=namer,
            standing=self._standing.changed(standing),
        )
        return TableNews(events, shared)

    def _asked(self, actors: tuple[int, ...]) -> dict[str, dict[int, tuple[Option, ...]]]:
        """The players here who have to act, with the options of their seats."""
        questions, asked = self.table.questions.open, dict[str, dict[int, tuple[Option, ...]]]()
        for seat in actors:
            who = self._players.get(seat, NOBODY)
            if who and self._groups.get(who):
                options = questions[seat].options if seat in questions else self.table.session.legal(seat)
                asked.setdefault(who, {})[seat] = options
        return asked

    def _head(self) -> tuple[str, int]:
        """Game and button."""
        session = self.table.session
        return session.dealing.game if session.dealing is not None else session.next_game, session.button_seat

    def _window(self) -> float:
        """Seconds until the betting window closes; 0 while its clock is stopped."""
        closes = self.table.window.closes
        return max(0.0, closes - self.clock.now()) if closes is not None else 0.0

    def _show_again(self) -> None:
        """Send everybody the whole table, for a new deal."""
        watched = [each for each, clients in self._groups.items() if clients and each not in UNTOLD]
        frames = self._snaps(watched if not self.rail.delay else [*watched, RAIL])
        for audience in watched:
            for client in self._groups[audience]:
                client.send(frames[audience])
        if self.rail.delay:
            self._hold(frames[RAIL], whole=True)

    def _note_seats(self, seats: Mapping[int, SeatView]) -> bool:
        """Note who sits where; False if that has not changed."""
        names = {seat: view.player for seat, view in seats.items()}
        if names == self._names:
            return False
        self._names = names
        self._players = {seat: account(player) for seat, player in names.items()}
        self._seated = frozenset(self._players.values())
        return True

    def _regroup(self) -> None:
        """Show the table as a player or as the rail to those who sat down or left, with a new snapshot."""
        for client in list(self.clients):
            audience = self.audience_of(client.person)
            if audience != client.audience:
                self._groups[client.audience].remove(client)
                client.audience = audience
                self._groups.setdefault(audience, []).append(client)
                client.send(encode(self.welcome(client)))
                self.sync(client)

    def _clocks(self) -> tuple[messages.ClockLeft, ...]:
        table, now = self.table, self.clock.now()
        clocks = [table.clock(seat, now) for seat in table.questions.open]
        return tuple(messages.ClockLeft(each.seat, each.left, each.bank, each.question) for each in clocks)

    def _snap(self, viewer: str) -> bytes:
        return self._snaps((viewer,))[viewer]

    def _snaps(self, viewers: Sequence[str]) -> dict[str, bytes]:
        """The whole table for each of these viewers, encoded; the common part is gathered once."""
        table, now = self.table, self.clock.now()
        clocks, seals, window, status = self._clocks(), table.seals(), self._window(), status_of(table.state)
        presence = {seat: messages.HereState(*state) for seat, state in table.presence(now).items()}
        frames: dict[str, bytes] = {}
        seats = chips = Raw()
        standing = self._standing.encoded(table.session.standing)
        for viewer, view in table.session.views(viewers).items():
            if not frames:
                seats, chips = Raw(encode(view.seats)), Raw(encode(view.chips))
            if view.deal is not None:
                self._piles.note(viewer, view.deal.piles)
            shown = messages.shown_table(view, seats=seats, chips=chips, standing=standing)
            frames[viewer] = encode(
                messages.Snap(
                    *(view.version, shown, clocks, presence, seals, now, window, table.state.hand, table.namer),
                    *(status.paused, status.called, status.closing),
                )
            )
        return frames

    def _open(self, notice: outcome.Opened) -> None:
        """After a deal, send each viewer the leaves of the cards they saw; auditors who did not play get all leaves."""
        frames: dict[str, bytes] = {}
        deck = notice.deck
        everything = range(len(deck.order))
        audited = any(client.person.may(AUDITOR) for client in self.clients)
        wanted = everything if audited else sorted({at for seen in notice.seen.values() for at in seen})
        opened = {leaf.position: Raw(encode(leaf)) for leaf in leaves(deck, wanted)}
        for client in self.clients:
            audience = account(client.person.name)  # includes players who left when the deal was over
            if audience not in notice.seen:
                if client.audience in UNTOLD:
                    continue
                audience = AUDITOR if client.person.may(AUDITOR) else client.audience
            if audience not in frames:
                seen = opened if audience == AUDITOR else notice.seen.get(audience, ())
                frames[audience] = _opening(deck, [opened[position] for position in seen])
            client.send(frames[audience])
        if self.rail.delay:
            self._hold(_opening(deck, [opened[position] for position in notice.seen.get(RAIL, ())]))

    # The late rail ----------------------------------------------------------------------------------------------------

    def _hold(self, frame: bytes, *, whole: bool = False) -> None:
        """Keep a frame for delayed spectators, if this table has any."""
        if self.rail.delay:
            self.rail.hold(frame, self.clock.now(), whole=whole)
            self._wait()

    def _wait(self) -> None:
        if (due := self.rail.due()) is not None:
            self._alarm.set(due)

    def _release(self) -> None:
        frames = self.rail.release(self.clock.now())
        for client in self._groups.get(LATE, ()):
            for frame in frames:
                client.send(frame)
        self._wait()

    # Ends -------------------------------------------------------------------------------------------------------------

    def replace(self, table: Table) -> None:
        """Continue with a table restored after a failed commit; everybody is sent a new snapshot."""
        self._take(table)
        self._regroup()  # somebody may have sat down or left in a commit whose answer was lost
        self._show_again()

    def close(self, code: int, why: str) -> None:
        """Close every socket."""
        self._alarm.cancel()
        for client in list(self.clients):
            client.close(code, why)


def _status(status: outcome.TableStatus) -> bytes:
    return encode(messages.Status(status.paused, status.called, status.closing))


def _opening(deck: SealedDeck, encoded: list[Any]) -> bytes:
    return encode(messages.Open(deck.root, len(deck.order), tuple(encoded)))


def _seen(steps: Sequence[SessionStep], viewer: str) -> tuple[Event, ...]:
    """The events of these steps, as a viewer sees them now."""
    if len(steps) == 1:
        return steps[0].seen_by(viewer)
    return tuple([event for step in steps for event in step.seen_by(viewer)])
