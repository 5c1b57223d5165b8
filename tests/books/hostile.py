"""Evenings whose wagers and players have names that also occur in the words of moves and notes."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import house
from pitboss.house.library import folder as shipped
from pitboss.house.round import Round
from pitboss.move import Move
from pitboss.room import commands
from pitboss.room.line import GENESIS, Change, chained
from pitboss.spread.sessions import reopen_deal
from tests.deal.tables import TABLES
from tests.room.evening import Evening

PLAYERS = ("Ann wins", "returned", "4 to 1", "$5")
RENAMED = {
    "let-it-ride": {"bet-1": "returned", "bet-2": "lose", "bet-3": "to", "three-card-bonus": "bonus"},
    "top5": {"ante": "push-up", "bet": "close-call", "tens": "returned", "ace-or-face": "chips"},
    "four-card": {"ante": "returned", "aces-up": "pushes", "play": "stake"},
}
REASONS = ("he wants his stake back", "it pushes or it wins", "the wagers were returned: twice", "$5 loses")
"""Why rounds are void."""


def renamed(game: str, folder: Path) -> Path:
    """The file of a game with other names for its wagers."""
    text = (shipped() / f"{game}.toml").read_text("utf-8").replace(f'id = "{game}"', 'id = "returned"')
    for old, new in RENAMED[game].items():
        text = re.sub(rf"(?<![\w@-]){old}(?![\w@-])", f"@{new}@", text)
    text = text.replace("@", "").replace('"three of a kind" = 2 }', '"three of a kind" = 2, "pair" = 1 }')  # bonuses
    path = folder / f"{game}.toml"
    path.write_text(text, "utf-8")
    return path


def played(game: str, folder: Path, monkeypatch: pytest.MonkeyPatch, rounds: int = 16, **config: Any) -> Evening:
    """Rounds at a table dealt by a person, who settles most of them and whose floor makes some void."""
    loaded = house.load(renamed(game, folder))
    monkeypatch.setitem(TABLES, "returned", lambda shuffle, practice: loaded.session(shuffle, practice=practice))
    rng = random.Random(3)
    evening = Evening("returned", 3, opener=50_000_000, dealer="person", **config)
    evening.person("Flo", "registered", "floor", "dealer")
    evening.sit(*PLAYERS, cents=200_000)
    for number in range(rounds):
        _round(evening, rng, REASONS[number // 4] if number % 4 == 3 else "")
    return evening


def _round(evening: Evening, rng: random.Random, void: str) -> None:
    session, wagers = evening.table.session, dict[str, int]()
    for seat, view in session.seats.items():
        times = rng.randint(1, 3)
        wagers = {key: cents * times for key, cents in session.least_wagers(seat).items()}
        for option in session.wagers(seat):
            if option.word not in wagers and rng.random() < 0.8:
                wagers[option.word] = 100 * rng.randint(1, 9)
        evening.do(view.player, commands.Place, spot=seat, wagers=wagers)
    # Wagers that are settled before the round is void; none in a game where players take wagers back.
    settled = rng.randint(0, "to" not in wagers) if void else -1
    for step in range(1000):
        deal = evening.table.session.running
        if deal is None and step:
            return
        if isinstance(deal, Round) and 0 <= settled <= len(deal.lines) and len(deal.layout.dealt) > 1:
            evening.do("Flo", commands.Floor, ruling="void", facts={"reason": void})
            settled = -1
        elif evening.table.session.actors:
            seat = evening.table.session.actors[0]
            options = [each for each in evening.table.session.legal(seat) if each.allowed]
            option = rng.choice(options)
            action = rng.choice(option.actions or (option.word,))
            evening.do(evening.table.player(seat), commands.Act, seat=seat, action=action, cents=option.low)
        else:
            evening.do("Flo", commands.Step)
    raise AssertionError("the round does not end")


def as_written_before(changes: Iterable[Change]) -> list[Change]:
    """The changes of a table as a release before the facts wrote them."""
    head, result = GENESIS, []
    for change in changes:
        moves = tuple(Move(*msgspec.structs.astuple(move)[:5]) for move in change.line.moves)
        line = msgspec.structs.replace(change.line, moves=moves, format=1)
        head = chained(head, line.encode())
        result.append(msgspec.structs.replace(change, line=line, head=head, encoded=b""))
    return result


class Expected:
    """The sums of an evening from its settlements, without a look at moves or words."""

    def __init__(self, evening: Evening) -> None:
        opened = evening.journal.changes[0].opened
        assert opened is not None
        self.handle, self.win, self.count = Counter[str](), Counter[str](), Counter[str]()
        self.sizes: dict[str, Counter[int]] = {}
        self.paid: list[Counter[str]] = []
        self.voided = 0
        for hand in evening.journal.hands:
            deal = reopen_deal(hand.record, head=opened.record, game=hand.game)
            assert isinstance(deal, Round)
            void = any(event.verb == "void" for event in deal.events)
            self.voided += void
            self._add(deal, void)

    def _add(self, deal: Round, void: bool) -> None:
        """A wager settled before its round was void stays in the handle: the books know that it was placed."""
        paid = Counter[str]()
        kept = {(line.spot, line.wager) for line in deal.lines if line.outcome != "bonus"}
        for line in deal.lines:
            if not void:
                self.win[line.wager] += {"win": -line.cents, "lose": line.stake, "push": 0}[line.result]
                paid[line.wager] += line.cents
            if line.outcome != "bonus":
                self.handle[line.wager] += line.stake
                self.count[line.wager] += 1
        if kept:
            self.paid.append(paid)
        stakes: Mapping[Any, Mapping[str, int]] = deal.record.setup["stakes"]
        for spot, placed in stakes.items():
            for wager, cents in placed.items():
                if not void or (int(spot), wager) in kept:
                    self.sizes.setdefault(wager, Counter())[cents] += 1
