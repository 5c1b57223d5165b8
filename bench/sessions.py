"""What a table costs on top of its deals: loading a stored deal, and playing through a session.

A stored deal is loaded from its bytes with the parsed game handed in; replaying its acts from the decoded record is
taken off, and what remains may take 0.2 ms. A session is played beside the bare deals, wagers, bankroll and chips taken
up included; the ratio is how many times as long it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pitboss
from bench.measure import Row, in_turns, span, within
from pitboss import house, poker
from pitboss.deal.deal import Deal
from pitboss.deal.record import Record, SeatAct
from pitboss.deal.session import Session

LOADING = 0.2e-3
"""Seconds that loading may take beyond replaying the acts."""
MANY, TURNS = 20, 60

HOUSE = {"top5": {"ante": 500}, "ultimate": {"ante": 500, "blind": 500}}
POKER = ("holdem", "seven-stud")
SEATS, STACK = 6, 4_000_000


def rows() -> list[Row]:
    return [*(loading(name) for name in (*HOUSE, *POKER)), *(playing(name) for name in (*HOUSE, *POKER))]


def loading(name: str) -> Row:
    game, deal = _game(name), _dealt(name)
    data, kind = deal.dump(), type(deal)
    record = Record.decode(data)

    def load() -> None:
        for _ in range(MANY):
            kind.load(data, game=game)

    def replay() -> None:
        for _ in range(MANY):
            again = kind._from_start(record, _Orders(record.shuffles), game)
            for entry in record.entries:
                assert isinstance(entry, SeatAct)
                again.act(entry.seat, entry.action, entry.cents)

    best = in_turns({"load": load, "replay": replay}, TURNS)
    extra = (best["load"] - best["replay"]) / MANY
    return within(f"{name}, loading beyond replaying", extra, LOADING)


def playing(name: str) -> Row:
    best = in_turns({"session": _session(name), "bare": _bare(name)}, TURNS)
    each = {what: span(seconds / MANY) for what, seconds in best.items()}
    ratio = best["session"] / best["bare"]
    return Row(f"{name}, in a session beside bare deals", each["session"], each["bare"], ratio)


class _Orders:
    """The shuffles of a record, unchecked."""

    def __init__(self, orders: Sequence[tuple[int, ...]]) -> None:
        self.left = list(orders)

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        return self.left.pop(0)


def _game(name: str) -> Any:
    return house.load(name) if name in HOUSE else poker.load(name)


def _stakes(name: str) -> tuple[Any, ...]:
    if name in HOUSE:
        return ({1: HOUSE[name], 2: HOUSE[name]},)
    return dict.fromkeys(range(1, SEATS + 1), STACK), 1


def _dealt(name: str) -> Deal:
    deal: Deal = _game(name).deal(*_stakes(name), pitboss.seeded(3))
    _play(deal)
    return deal


def _play(deal: Deal | Session) -> None:
    """Stay in for as little as possible: the words that are there, in this order."""
    while not deal.done:
        seat = deal.actors[0]
        allowed = {option.word: option for option in deal.legal(seat) if option.allowed}
        option = next(allowed[word] for word in ("check", "call", "bring in", "play", "bet 1x") if word in allowed)
        deal.act(seat, option.word, option.low)


def _bare(name: str) -> Callable[[], None]:
    game, shuffle = _game(name), pitboss.seeded(7)

    def run() -> None:
        for _ in range(MANY):
            _play(game.deal(*_stakes(name), shuffle))

    return run


def _session(name: str) -> Callable[[], None]:
    game = _game(name)

    def run() -> None:
        session: Session = game.session(pitboss.seeded(7))
        for seat in _stakes(name)[0]:
            session.sit(seat, f"Player {seat}", STACK)
        for _ in range(MANY):
            if name in HOUSE:
                for seat, wagers in _stakes(name)[0].items():
                    session.place(seat, wagers)
            session.deal()
            _play(session)
            session.finish()

    return run
