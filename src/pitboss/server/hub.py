"""The hub of a table: who watches it, and what each of them is sent.

Everybody who may see the same gets the same encoded frame. Where cards are hidden from some, each player gets his own;
the options of a seat go to its player only. Nothing here waits, and nothing is sent before it is stored: the table's
owner calls :meth:`Hub.tell` after the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from pitboss.cards import UNKNOWN
from pitboss.deal.deal import RAIL, Deal
from pitboss.deal.event import Event
from pitboss.deal.history import Forgotten
from pitboss.deal.players import account
from pitboss.deal.session_view import News, SeatView
from pitboss.room import messages
from pitboss.room.messages import encode
from pitboss.room.outcome import BotTurn, ClockSet, Notice, Opened, Paged, Presence, Said, Sealed, Told
from pitboss.room.people import AUDITOR, FLOOR, Person
from pitboss.room.table import Table
from pitboss.server.client import Client
from pitboss.server.clock import Clock, Timer
from pitboss.server.rail import Rail
from pitboss.server.readings import Readings
from pitboss.shuffle.seal import SealedDeck, SealLeaf, leaves

LATE, NOBODY = "late rail", ""
"""Audiences beside the viewers: spectators behind the table, and people who may not watch it but may sit down."""

Piles: TypeAlias = dict[str, tuple[int, ...]]


class Parts(NamedTuple):
    """What is the same for everybody in the news of one change."""

    news: News
    clocks: tuple[messages.ClockLeft, ...]
    seats: dict[int, SeatView] | None = None
    game: str | None = None
    button: int | None = None
    hand: int | None = None
    window: float | None = None

    def encoded(self, events: tuple[Event, ...], piles: Piles | None) -> bytes:
        """The frame for those who see these events and these changed piles."""
        news = self.news
        return encode(
            messages.Ev(
                news.base,
                news.version,
                messages.shown_events(events),
                news.actors,
                news.chips,
                news.done,
                self.clocks,
                seats=self.seats,
                piles=messages.shown_piles(piles) if piles else None,
                game=self.game,
                button=self.button,
                hand=self.hand,
                window=self.window,
            )
        )


class Hub:
    """The audiences of one table."""

    def __init__(self, table: Table, clock: Clock, page: Callable[[str, bytes], None]) -> None:
        self.table, self.clock = table, clock
        self.clients: list[Client] = []
        self.rail = Rail(table.config.rail_delay)
        self.told = table.version
        self._page = page
        self._groups: dict[str, list[Client]] = {}
        self._deal: Deal | None = table.session.running
        self._table_version = table.session.table_version
        self._timer: Timer | None = None
        self._piles: dict[str, Piles] = {}
        self._seats: dict[str, tuple[int, ...]] = {}
        self._closes: float | None = None
        self._readings = Readings()
        self._note_seats()
        if self.rail.delay:
            self._hold(self._snap(RAIL), whole=True)

    # Coming and going -------------------------------------------------------------------------------------------------

    def join(self, client: Client, have: int = 0) -> None:
        """Show the table to a new client who has its version ``have`` (0: nothing)."""
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
        """Whose eyes a person has at this table: a player's, the rail's, the late rail's or nobody's."""
        if account(person.name) in self._seats:
            return account(person.name)
        if person.may(FLOOR):
            return RAIL  # rules on what the rail sees, and at once
        if not self.table.config.spectators:
            return NOBODY
        return LATE if self.rail.delay else RAIL

    def sync(self, client: Client, have: int = 0) -> None:
        """Send what a client missed after version ``have``, or the whole table."""
        if client.audience == NOBODY:
            return
        if client.audience == LATE:
            for frame in self.rail.shown:
                client.send(frame)
            return
        if 0 < have <= self.told:
            try:
                news = self.table.session.since(have, client.audience)
            except Forgotten:
                pass
            else:
                seats, head = self._changed_seats(True), self._changed_head(True)
                parts = Parts(news, self._clocks(), seats, *head, self.table.state.hand, self._window())
                frame = parts.encoded(news.events, self.table.session.piles(client.audience))
                client.send(messages.with_legal(frame, news.legal) if news.legal else frame)
                self._readings.tell(self.table.session, client.audience, (client,), anew=True)
                return
        client.send(self._snap(client.audience))
        self._readings.tell(self.table.session, client.audience, (client,), anew=True)

    def snap(self, client: Client) -> None:
        """Show a client the whole table."""
        self.sync(client, 0)

    # Telling ----------------------------------------------------------------------------------------------------------

    def tell(self, notices: Iterable[Notice] = ()) -> None:
        """Tell everyone what is new since the last call: what happened at the table, then the notices."""
        after: list[Notice] = []
        clocks: list[messages.ClockLeft] = []
        for notice in notices:
            if isinstance(notice, Sealed):
                self._everyone(encode(messages.Seal(notice.root)))
            elif isinstance(notice, ClockSet):
                clocks.append(messages.ClockLeft(notice.seat, notice.left, notice.bank))
            else:
                after.append(notice)
        if self.table.version != self.told:
            self._news(tuple(clocks))
        else:
            now = self.clock.now()
            for each in clocks:
                self._everyone(encode(messages.Clock(each.seat, each.left, each.bank, now)))
        for notice in after:
            self._notice(notice)

    def _notice(self, notice: Notice) -> None:
        if isinstance(notice, Presence):
            self._everyone(encode(messages.Here(notice.seat, notice.state, notice.left)))
        elif isinstance(notice, Said):
            self.say(notice.player, notice.text)
        elif isinstance(notice, Told):
            frame = encode(messages.Note(notice.text, notice.rule))
            for client in self.clients_of(notice.player):
                client.send(frame)
        elif isinstance(notice, Paged):
            self._page(notice.player, encode(messages.Page(self.table.id, notice.seat, notice.left)))
        elif isinstance(notice, Opened):
            self._open(notice)
        else:
            assert isinstance(notice, BotTurn | ClockSet | Sealed)  # the bot runner's, or told above

    def say(self, player: str, text: str) -> None:
        """A line of chat for everyone who has not muted its writer."""
        frame = encode(messages.ChatLine(player, text))
        for client in self.clients:
            if player not in client.muted and client.audience != LATE:
                client.send(frame)
        if self.rail.delay:
            self._hold(frame)

    def _everyone(self, frame: bytes) -> None:
        for client in self.clients:
            if client.audience not in (LATE, NOBODY):
                client.send(frame)
        if self.rail.delay:
            self._hold(frame)

    def _news(self, clocks: tuple[messages.ClockLeft, ...]) -> None:
        """Send what happened since the version last told, each audience its own form of it."""
        session = self.table.session
        news = session.since(self.told, RAIL)
        self.told = news.version
        begun = session.running is not None and session.running is not self._deal
        changed = session.table_version != self._table_version
        moved = begun or any(event.pile for event in news.events)
        self._deal, self._table_version = session.running, session.table_version
        head = self._changed_head(changed or begun)
        hand = self.table.state.hand if begun else None
        parts = Parts(news, clocks, self._changed_seats(changed), *head, hand, self._changed_window())
        shared_piles = self._changed_piles(RAIL) if moved else None
        shared = parts.encoded(news.events, shared_piles)
        hidden = any(UNKNOWN in event.cards for event in news.events if event.cards)
        for audience, clients in self._groups.items():
            if not clients or audience in (LATE, NOBODY):
                continue
            frame = shared
            if audience != RAIL:
                events = session.events_since(news.base, audience) if hidden else news.events
                piles = self._changed_piles(audience) if hidden or shared_piles else None
                if events != news.events or piles != shared_piles:
                    frame = parts.encoded(events, piles)
                frame = self._with_legal(frame, news.actors, audience)
            for client in clients:
                client.send(frame)
            if moved and audience != RAIL:
                self._readings.tell(session, audience, clients)
        if self.rail.delay:
            self._hold(shared)
        if changed:
            self._regroup()
        if begun:
            self._show_again()
        elif self.rail.delay and self.rail.wants_snapshot:
            self._hold(self._snap(RAIL), whole=True)

    def _with_legal(self, frame: bytes, actors: tuple[int, ...], audience: str) -> bytes:
        """The frame with the options of the audience's seats that have to act."""
        seats = self._seats.get(audience, ())
        legal = {seat: self.table.session.legal(seat) for seat in actors if seat in seats}
        return messages.with_legal(frame, legal) if legal else frame

    def _changed_seats(self, changed: bool) -> dict[int, SeatView] | None:
        return self.table.session.seats if changed else None

    def _changed_head(self, changed: bool) -> tuple[str | None, int | None]:
        """Game and button, if they may have changed."""
        session = self.table.session
        if not changed:
            return None, None
        dealing = session.dealings()[-1:] if session.running is not None else ()
        return (dealing[0].game if dealing else session.next_game), session.button_seat

    def _window(self) -> float:
        """Seconds until the betting window closes; 0 while its clock stands."""
        closes = self.table.window.closes
        return max(0.0, closes - self.clock.now()) if closes is not None else 0.0

    def _changed_window(self) -> float | None:
        if self.table.window.closes == self._closes:
            return None
        self._closes = self.table.window.closes
        return self._window()

    def _changed_piles(self, audience: str) -> Piles | None:
        """The piles that look different to an audience since it was last told; one that is gone is empty."""
        before, now = self._piles.get(audience, {}), self.table.session.piles(audience)
        self._piles[audience] = now
        changed = {name: pile for name, pile in now.items() if before.get(name, ()) != pile}
        changed |= {name: () for name, pile in before.items() if pile and name not in now}
        return changed or None

    def _show_again(self) -> None:
        """A new deal: everybody gets the whole table."""
        for audience, clients in self._groups.items():
            if clients and audience not in (LATE, NOBODY):
                frame = self._snap(audience)
                for client in clients:
                    client.send(frame)
        if self.rail.delay:
            self._hold(self._snap(RAIL), whole=True)

    def _note_seats(self) -> None:
        self._seats = {}
        for seat, player in self.table.session.players.items():
            who = account(player)
            self._seats[who] = (*self._seats.get(who, ()), seat)

    def _regroup(self) -> None:
        """Somebody sat down or left: from now on he sees as a player or as the rail, and is shown the table anew."""
        self._note_seats()
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
        return tuple(messages.ClockLeft(each.seat, each.left, each.bank) for each in clocks)

    def _snap(self, viewer: str) -> bytes:
        table, now = self.table, self.clock.now()
        self._piles[viewer] = table.session.piles(viewer)
        return encode(
            messages.Snap(
                seq=table.version,
                view=messages.shown_table(table.session.view(viewer)),
                clock=self._clocks(),
                presence={seat: messages.HereState(*state) for seat, state in table.presence(now).items()},
                seal=table.seals(),
                now=now,
                window=self._window(),
                hand=table.state.hand,
            )
        )

    def _open(self, notice: Opened) -> None:
        """After a deal: to each viewer the leaves of the cards he saw, to auditors all of them."""
        frames: dict[str, bytes] = {}
        deck = notice.deck
        opened = {leaf.position: leaf for leaf in leaves(deck, range(len(deck.order)))}
        for client in self.clients:
            if client.audience in (LATE, NOBODY):
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
        self.rail.hold(frame, self.clock.now(), whole=whole)
        if self._timer is None:
            self._set_timer()

    def _set_timer(self) -> None:
        due = self.rail.due()
        self._timer = None if due is None else self.clock.at(due, self._release)

    def _release(self) -> None:
        frames = self.rail.release(self.clock.now())
        for client in self._groups.get(LATE, ()):
            for frame in frames:
                client.send(frame)
        self._set_timer()

    # Ends -------------------------------------------------------------------------------------------------------------

    def replace(self, table: Table) -> None:
        """Go on with a table restored after a failed commit; everybody is shown it anew."""
        self.table = table
        self.told = table.version
        self._deal = table.session.running
        self._table_version = table.session.table_version
        self._note_seats()
        self._show_again()

    def close(self, code: int, why: str) -> None:
        """Close every socket."""
        if self._timer is not None:
            self._timer.cancel()
        for client in list(self.clients):
            client.close(code, why)


def _opening(deck: SealedDeck, leaves: list[SealLeaf]) -> bytes:
    return encode(messages.Open(deck.root, len(deck.order), tuple(leaves)))
