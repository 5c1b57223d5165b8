"""A crowd that gives random commands at a table, most of them sensible, and checks what must always hold."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from pitboss.cards import UNKNOWN
from pitboss.deal.deal import RAIL
from pitboss.deal.message import encode
from pitboss.deal.players import account
from pitboss.room import commands
from pitboss.room.people import BOT, GUEST, REGISTERED
from pitboss.room.table.outcome import Opened, Outcome, Refused
from pitboss.room.table.table import Table
from tests.deal.tables import NAMES, amount

from .evening import Evening

KINDS = dict(zip(NAMES, (REGISTERED, GUEST, BOT, REGISTERED, GUEST, BOT) * 2, strict=False))
FLOOR = "Flo"


def viewers(table: Table) -> list[str]:
    return [*(account(name) for name in NAMES), RAIL]


def picture(table: Table) -> dict[str, Any]:
    """Everything of a table that must be the same after a restart."""
    return {
        "version": table.version,
        "state": table.state,
        "head": (table.log.number, table.log.head),
        "views": {viewer: encode(table.session.view(viewer)) for viewer in [*viewers(table), "floor"]},
        "asked": {seat: table.asked_at(seat) for seat in table.questions.open},
        "seals": table.seals(),
        "checkpoint": table.session.checkpoint() if table.session.running is None else None,
    }


def moment(table: Table) -> dict[str, Any]:
    """What a refused command must not change, besides the picture."""
    return {
        **picture(table),
        "questions": dict(table.questions.open),
        "due": table.due(),
        "ready": set(table.window.ready),
        "holds": dict(table.holds),
    }


class Crowd:
    """Random commands from several people, checked after each."""

    def __init__(self, game: str, seed: int, **config: Any) -> None:
        self.rng = random.Random(seed)
        self.evening = Evening(game, seed, **config)
        for name, kind in KINDS.items():
            self.evening.person(name, kind)
        self.evening.person(FLOOR, REGISTERED, "floor", "dealer")
        self.known: dict[str, set[int]] = {}
        self.evening.watch = self._look
        self.refused = self.accepted = 0
        self.finished = 0
        self.exact = False  # whether every card seen must be opened: if no deck of a deal is shuffled again

    @property
    def table(self) -> Table:
        return self.evening.table

    def happen(self) -> None:
        """Give one random command."""
        table = self.table
        before = moment(table)
        try:
            self.rng.choices(*zip(*self._things(), strict=True))[0]()
        except Refused:
            self.refused += 1
            assert moment(table) == before
        else:
            self.accepted += 1
        self.check()

    def _things(self) -> list[tuple[Callable[[], object], float]]:
        rng, table, evening = self.rng, self.table, self.evening
        session = table.session
        name = rng.choice(NAMES[:6])
        if session.seats and rng.random() < 0.7:
            name = rng.choice([view.player for view in session.seats.values()])
        mine = session.seats_of(name)
        seat = rng.choice(mine) if mine and rng.random() < 0.95 else rng.randint(0, session.size + 1)
        cents = rng.choice([40_000, 40_000, 20_000, 1_000, 30, 0, 2_000_000])

        def do(what: type[Any], **fields: Any) -> Callable[[], object]:
            return lambda: evening.do(name, what, **fields)

        things: list[tuple[Callable[[], object], float]] = [
            (
                do(commands.Sit, cents=cents, seat=rng.choice([0, seat]), wait=rng.random() < 0.3),
                6 if not mine else 0.5,
            ),
            (do(commands.Buy, seat=seat, cents=cents), 1),
            (do(commands.Leave, seat=rng.choice([0, seat])), 0.6),
            (do(commands.Out, seat=seat), 0.5),
            (do(commands.Back, seat=seat, wait=rng.random() < 0.5), 1.5),
            (do(commands.Ready), 2),
            (do(commands.Pre, seat=seat, action=rng.choice(["check/fold", "call any", "fold", ""])), 1),
            (do(commands.UseBank), 0.5),
            (do(commands.TopUp, cents=rng.choice([cents, 40_000])), 0.5),
            (do(commands.TakeSpot, n=rng.randint(1, session.size)), 0.7),
            (do(commands.MoveTo, seat=rng.randint(1, session.size)), 0.7),
            (do(commands.Chat, text="nice hand"), 0.3),
            (do(commands.Step), 0.2),
            (lambda: evening.do(FLOOR, commands.Step), 0.2 if table.by_machine else 20),
            (lambda: self._floor(), 0.4),
            (lambda: evening.wait(rng.choice([0.5, 3, 10, 25, 70])), 3),
            (lambda: evening.lose(name), 0.8),
            (lambda: evening.find(name), 1.2),
            (evening.restart, 0.3),
        ]
        if table.wagering and session.seats:
            spot = seat if seat in session.seats else next(iter(session.seats))
            least = session.least_wagers(spot)
            wagers = rng.choice([least, least, least, {}, {"ante": 1}, {word: 3 * c for word, c in least.items()}])
            things.append((do(commands.Place, spot=seat, wagers=wagers), 12))
        if len(session.spread) > 1:
            things.append((do(commands.Name, game=rng.choice([*session.spread, "bridge"])), 3))
        if session.actors:
            things.append((self._decide, 30))
            things.append((do(commands.Act, seat=seat, action="fold"), 1))
        return things

    def _decide(self) -> None:
        session, rng = self.table.session, self.rng
        seat = rng.choice(session.actors)
        option = rng.choice([option for option in session.legal(seat) if option.allowed])
        action = rng.choice(option.actions or (option.word,))
        who = self.table.player(seat)
        self.evening.do(who, commands.Act, seat=seat, action=action, cents=amount(option, rng))

    def _floor(self) -> None:
        who = self.rng.choice([FLOOR, FLOOR, "Ann"])
        ruling, facts = self.rng.choice(
            [
                ("pause", {"why": "a moment"}),
                ("resume", {}),
                ("resume", {}),
                ("fill", {"cents": 100_000}),
                ("misdeal", {"reason": "a card was exposed"}),
                ("nonsense", {}),
            ]
        )
        self.evening.do(who, commands.Floor, ruling=ruling, facts=facts)

    # What holds --------------------------------------------------------------------------------

    def check(self) -> None:
        table, ledger = self.table, self.evening.journal.ledger
        assert ledger.total == 0
        mine = {name: cents for name, cents in ledger.of_table(table.id).items() if name != "drop box"}
        chips = {name: cents for name, cents in table.session.chips().items() if name not in ("cage", "rack")}
        if table.has_rack:
            chips["rack"] = table.rack
        assert mine == {name: cents for name, cents in chips.items() if cents}
        assert {view.player for view in table.session.seats.values()} == set(table.state.people)
        live, again = picture(table), picture(self.evening.restored())
        for what, value in live.items():
            assert again[what] == value, what

    def _look(self, version: int, outcome: Outcome) -> None:
        """Collect what each viewer was shown, and compare the leaves he gets when the deal is over with it."""
        session = self.table.session
        if session.version > version:
            for viewer in viewers(self.table):
                known = self.known.setdefault(viewer, set())
                known |= {card for event in session.since(version, viewer).events for card in event.cards}
                known |= {card for pile in session.piles(viewer).values() for card in pile}
                known.discard(UNKNOWN)
        opened: dict[str, set[int]] = {}
        for notice in outcome.notices:
            if isinstance(notice, Opened):
                for viewer, positions in notice.seen.items():
                    faces = {notice.deck.order[at] for at in positions}
                    assert faces <= self.known[viewer]
                    opened.setdefault(viewer, set()).update(faces)
        if opened and session.finished == self.finished:  # a draw for the button: the deal itself has just begun
            for viewer, known in self.known.items():
                deal = session.view(viewer).deal
                assert deal is not None
                known.clear()
                known |= {card for event in deal.events for card in event.cards}
                known |= {card for pile in deal.piles.values() for card in pile}
                known.discard(UNKNOWN)
        if self.exact and session.finished > self.finished and self.table.state.hand == session.finished:
            assert opened == {viewer: self.known[viewer] for viewer in opened}
        self.finished = session.finished
        if session.running is None:
            self.known.clear()
