"""A scene: a table in a fixed state, and the messages its page would have received by then."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.cards import TEXT
from pitboss.deal.players import account
from pitboss.deal.session import Session
from pitboss.deal.table_layout import HouseLayout
from pitboss.room import messages

ME = "Guest 4471"
NUMBERS = {text: number for number, text in enumerate(TEXT)}


class Stacked:
    """A deck with the wanted cards on top; a draw for the button before it goes to the seat with the ace."""

    def __init__(self, top: str = "", draw: str | None = None, *later: str) -> None:
        self.orders = [*([draw] if draw is not None else []), top, *later]

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        top = [NUMBERS[text] for text in (self.orders.pop(0) if self.orders else "").split()]
        rest = [card for card in sorted(cards, key=lambda card: (card * 29) % 53) if card not in top]
        return (*top, *rest)


@dataclass
class Scene:
    """What a page shows: the table as ``me`` sees it, and what the room would say besides."""

    session: Session
    title: str
    subtitle: str
    hand: int
    me: str = ME
    page: str = "table"
    clock: tuple[float, float, float] = (18, 30, 0)
    """Seconds left, of how many, and the time bank."""
    window: float = 0
    presence: dict[int, messages.HereState] = field(default_factory=dict)
    seal: str = "8f3a" + "0" * 56 + "c21d"
    person: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    """What other addresses answer, by how they begin."""
    layout: dict[str, Any] = field(default_factory=dict)
    roles: tuple[str, ...] = ()
    before: Callable[[Any], None] | None = None
    """What is done on the page before the picture."""
    heard: list[dict[str, Any]] = field(default_factory=list)
    """What the page heard of the deal before; see :func:`over`."""
    frozen: list[dict[str, Any]] = field(default_factory=list)
    """The messages of a moment that has passed since."""
    called: str = ""
    """Who called the floor."""
    score: dict[str, Any] = field(default_factory=dict)
    """The decisions of the session so far, as the coach counts them."""

    def messages(self) -> list[dict[str, Any]]:
        if self.frozen:
            return self.frozen
        viewer = account(self.me) if self.session.seats_of(self.me) else "rail"
        view = messages.shown_table(self.session.view(viewer))
        left, of, bank = self.clock
        clocks = tuple(
            messages.ClockLeft(seat, of, bank) for seat in self.session.actors or (self.session.namer,) if left
        )
        snap = messages.Snap(
            self.session.version,
            view,
            clocks,
            self.presence,
            (self.seal,),
            0.0,
            self.window,
            self.hand,
            self.session.namer if self.session.running is None else 0,
            called=self.called,
        )
        read = messages.Read(messages.shown_readings(self.session.readings(viewer)))
        welcome = messages.Welcome(
            self.me, self.session.seats_of(self.me), 0.0, v=messages.VERSION, viewer=viewer, roles=self.roles
        )
        first, *rest = [json.loads(messages.encode(message)) for message in (welcome, snap, read)]
        return [first, *self.heard, *rest]

    def data(self) -> dict[str, Any]:
        """Everything the page asks for."""
        sheet, printed = self.session.sheet(), self.session.printed()
        stakes = {"least": sheet.least_buy_in, "usual": sheet.usual_buy_in, "most": sheet.most_buy_in}
        layout = {
            **json.loads(messages.encode(printed)),
            "title": self.title,
            "subtitle": self.subtitle,
            "buyIn": stakes,
            "coach": isinstance(printed, HouseLayout),
            "chat": True,
            "rules": [],
            **self.layout,
        }
        left, of, _ = self.clock
        return {
            "messages": self.messages(),
            "late": of - left,
            "me": {"name": self.me, "cents": 50000, **self.person},
            "layout": layout,
            "answers": self.answers,
            "score": self.score,
        }


def over(session: Session, hand: int, me: str = ME) -> list[dict[str, Any]]:
    """What the page of ``me`` has heard of a deal that is over: what it showed at the end, and that it was finished."""
    view = messages.shown_table(session.view(account(me)))
    version = session.version
    snap = messages.Snap(version, view, (), {}, (), 0.0, 0, hand)
    finish = {
        "type": "ev",
        "base": version,
        "seq": version + 1,
        "events": [{"type": "finished", "verb": "finish"}],
        "done": True,
    }
    return [json.loads(messages.encode(snap)), finish]


def news(session: Session, version: int, me: str = ME) -> dict[str, Any]:
    """What happened after a version, as the page of ``me`` hears it."""
    view = messages.shown_table(session.view(account(me)))
    assert view.deal is not None
    events = messages.shown_events(session.events_since(version, account(me)))
    told = messages.Ev(
        *(version, session.version, events, (), view.chips, True, (), view.seats),
        piles=view.deal.piles,
        standing=view.deal.standing,
    )
    return dict(json.loads(messages.encode(told)))
