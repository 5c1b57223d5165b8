"""Tables of every game of both kinds, and random play that never asks which kind it is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

import pitboss
from pitboss import house, poker
from pitboss.deal.players import account
from pitboss.deal.session import CAGE, Session
from pitboss.deal.view import Option
from pitboss.errors import PitbossError
from pitboss.poker.library import games, houses
from pitboss.poker.session.session import PokerSession

# Names that people may choose, including those of accounts, viewers and seats.
NAMES = ("Ann", "pot", "floor", "player 1", "rack", "3", "fee box", "cage", "spot 1/ante", "rail", "Zoë 王")
BUY = 40_000


def _opener(kind: str, name: str, place: str) -> Callable[..., Session]:
    if kind == "house":
        return lambda shuffle, practice: house.load(name).session(shuffle, practice=practice)
    if not name:
        return lambda shuffle, practice: PokerSession.open(None, place, shuffle=shuffle, practice=practice)
    stakes: dict[str, Any] = {"lower": 200, "higher": 400} if houses()[place].any_stakes else {}
    return lambda shuffle, practice: poker.load(name, place, **stakes).session(shuffle, practice=practice)


TABLES: dict[str, Callable[..., Session]] = {name: _opener("house", name, "") for name in house.names()}
TABLES |= {
    f"{name}, {book.id}": _opener("poker", name, book.id)
    for book in houses().values()
    for name in games()
    if name in book.games
}
TABLES |= {
    f"dealer's choice, {book.id}": _opener("poker", "", book.id) for book in houses().values() if book.button.names_game
}


def opened(table: str, seed: int, *, practice: bool = False, players: int = 3) -> Session:
    """A table with players in its first seats."""
    session = TABLES[table](pitboss.seeded(seed), practice)
    for seat in range(1, min(players, session.size) + 1):
        session.sit(seat, NAMES[seat - 1], BUY)
    return session


def viewers(session: Session) -> list[str]:
    return [*dict.fromkeys(account(seat.player) for seat in session.seats.values()), "floor", "rail", "player nobody"]


def begin(session: Session, rng: random.Random, **options: Any) -> None:
    """Everybody stakes the minimum, and a deal begins."""
    for seat, view in session.seats.items():
        wagers = session.least_wagers(seat)
        if wagers and view.status == "in" and view.cents >= 5 * sum(wagers.values()):
            with suppress(PitbossError):  # too few chips for all the seats of a player
                session.place(seat, wagers)
    game = "" if session.next_game else rng.choice(session.spread)
    if game and session.namer and rng.random() < 0.5:
        session.name(game)
        game = ""
    session.deal(game, **options)


def decide(session: Session, rng: random.Random) -> None:
    """One of the seats to act does something it may."""
    seat = rng.choice(session.actors)
    option = rng.choice([option for option in session.legal(seat) if option.allowed])
    session.act(seat, rng.choice(option.actions or (option.word,)), amount(option, rng))


def amount(option: Option, rng: random.Random) -> int:
    if not option.high:
        return 0
    steps = (option.high - option.low) // (option.step or 1)
    return rng.choice([option.low, option.low + rng.randint(0, steps) * (option.step or 1), option.high])


def rule(session: Session, rng: random.Random) -> None:
    """The floor calls a ruling that needs no more than a reason."""
    words = [each.word for each in session.rulings()] or ["misdeal"]
    session.floor(rng.choice(words), reason="a card was exposed")


def happen(session: Session, rng: random.Random) -> bool:
    """Do one random thing at the table; return False if it was refused."""
    seat = rng.randint(1, session.size)
    steps: list[Callable[[], object]] = [
        lambda: begin(session, rng),
        lambda: session.sit(seat, rng.choice(NAMES), rng.choice([BUY, 5_000, 0, 50]), wait=rng.random() < 0.3),
        lambda: session.buy(seat, rng.choice([BUY, 2_000, 75])),
        lambda: session.sit_out(seat),
        lambda: session.come_back(seat, wait=rng.random() < 0.3),
        lambda: session.leave(seat),
        lambda: session.place(seat, rng.choice([session.least_wagers(seat), {}, {"ante": 1}])),
        lambda: rule(session, rng),
        lambda: session.finish(),
    ]
    weights = [4 + 20 * session.done, 2, 1, 1, 2, 1, 2, 0.3, 1]
    if session.actors:
        steps.append(lambda: decide(session, rng))
        weights.append(30)
    try:
        rng.choices(steps, weights)[0]()
    except PitbossError:
        return False
    return True


def state(session: Session) -> dict[str, Any]:
    """Everything anybody can see of a table, except its version."""
    shown = {viewer: msgspec.to_builtins(session.view(viewer), str_keys=True) for viewer in viewers(session)}
    for view in shown.values():
        del view["version"]
    return {
        "views": shown,
        "chips": session.chips(),
        "finished": session.finished,
        "legal": {seat: session.legal(seat) for seat in session.actors},
        "rulings": session.rulings(),
        "state": session.seating.state(),
    }


def conserved(session: Session) -> None:
    """Every chip and every card is somewhere, once."""
    chips = session.chips()
    assert sum(chips.values()) == 0
    assert all(cents >= 0 for name, cents in chips.items() if name not in (CAGE, "rack"))
    told: Counter[str] = Counter()
    for move in session.moves:
        assert move.cents > 0
        assert move.why
        told[move.source] -= move.cents
        told[move.target] += move.cents
    assert {name: cents for name, cents in told.items() if cents} == {
        name: cents for name, cents in chips.items() if cents
    }
    players = {account(view.player) for view in session.seats.values()}
    assert {name for name in chips if name.startswith("player ")} == players
    if session.running is not None and session.running.record.shuffles:
        cards = [card for pile in session.running.view("floor").piles.values() for card in pile]
        deck = sorted(session.running.record.shuffles[0])
        known = [card for card in cards if card >= 0]
        assert len(cards) in (len(deck), 0)  # nothing lies there between two deals
        assert len(set(known)) == len(known)
        assert set(known) <= set(deck)
