"""A finished deal as a file, as one viewer saw it: JSON, plain text, a PHH history, or text for hand trackers.

A viewer is one of the deal: ``player 3`` for the player of seat 3, ``floor`` for every card, ``rail``. Cards not
seen by the end are ``??``, or left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from pitboss.cards import TEXT, UNKNOWN
from pitboss.deal.deal import Deal
from pitboss.deal.event import Event
from pitboss.deal.message import encode
from pitboss.errors import PitbossError
from pitboss.house.event_words import sentence
from pitboss.house.round import Round
from pitboss.money import dollars
from pitboss.poker.event_words import Teller
from pitboss.poker.hand import Hand
from pitboss.poker.phh import from_hand, write
from pitboss.poker.showdown.made_words import made_words
from pitboss.poker.stars_text import stars_text
from pitboss.room.shown_events import shown_event
from pitboss.shuffle.seal import SealOpening


class DealHead(msgspec.Struct, frozen=True, kw_only=True):
    """The facts missing from a deal's record: players by seat, its id (``t1-17``), its table, when it began (seconds).

    ``seals`` are the leaves of the cards that the viewer saw, for ``pitboss verify-shuffle``.
    """

    players: dict[int, str]
    id: str = ""
    table: str = ""
    started: float | None = None
    seals: tuple[SealOpening, ...] = ()

    @property
    def when(self) -> datetime | None:
        return None if self.started is None else datetime.fromtimestamp(self.started, UTC)

    @property
    def number(self) -> int:
        """The id as a number: table 1, hand 17 is 1000017."""
        parts = [int(digits) for digits in re.findall(r"\d{1,9}", self.id)[:2]]
        return parts[0] * 1_000_000 + parts[1] if len(parts) == 2 else (parts or [1])[0]


def forms(deal: Deal) -> tuple[str, ...]:
    """The forms in which this deal can be exported."""
    return tuple(form for form, (kind, _) in _FORMS.items() if isinstance(deal, kind))


def export_deal(deal: Deal, form: str, viewer: str, head: DealHead) -> str:
    """A finished deal in one of its forms: ``json``, ``text``, and for poker ``phh`` and ``stars``."""
    if form not in forms(deal):
        raise PitbossError(f"{form!r} is not a form of this deal; its forms are {', '.join(forms(deal))}.")
    if not deal.done:
        raise PitbossError("this deal is not over; it can be exported when it is.")
    missing = sorted(seat for seat in _seats(deal) if seat not in head.players)
    if missing:
        raise PitbossError(f"nobody is named for seat {missing[0]}; name the players of all seats.")
    deal.seats_of(viewer)
    return _FORMS[form][1](deal, viewer, head)


def _seats(deal: Deal) -> tuple[int, ...]:
    if isinstance(deal, Hand):
        return tuple(sorted(deal.seats))
    return tuple(sorted(deal.stakes)) if isinstance(deal, Round) else ()


def net(deal: Deal, players: Mapping[int, str]) -> dict[str, int]:
    """Each player's net result of a deal, by name."""
    won = dict.fromkeys((players[seat] for seat in _seats(deal)), 0)
    for move in deal.moves:
        for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
            kind, _, seat = account.partition(" ")
            if kind == "player" and seat.isdecimal() and int(seat) in players:
                won[players[int(seat)]] += cents
    return won


# JSON and plain text ----------------------------------------------------------------------------------------------


def _names(some: tuple[int, ...]) -> list[str]:
    return ["??" if card == UNKNOWN else TEXT[card] for card in some]


def _event(event: Event) -> dict[str, Any]:
    return dict(msgspec.to_builtins(shown_event(event)))


def _title(deal: Deal) -> dict[str, str]:
    """The game's id and name, and the house and limit it was played under."""
    if isinstance(deal, Hand):
        game = deal.game
        return {"game": game.id, "name": game.name, "house": game.book.name, "limit": game.limit.name}
    assert isinstance(deal, Round)
    return {"game": deal.game.id, "name": deal.game.name}


def _json(deal: Deal, viewer: str, head: DealHead) -> str:
    view = deal.view(viewer)
    data: dict[str, Any] = {"id": head.id, "table": head.table, "kind": deal.kind, **_title(deal)}
    if head.when is not None:
        data["started"] = head.when.isoformat()
    data |= {"viewer": viewer, "players": {str(seat): head.players[seat] for seat in _seats(deal)}}
    if isinstance(deal, Hand):
        data["button"] = deal.button
        data["stacks"] = {str(seat): cents for seat, cents in sorted(deal.record.setup["stacks"])}
    data["events"] = [_event(event) for event in view.events]
    data["piles"] = {name: _names(pile) for name, pile in view.piles.items()}
    if isinstance(deal, Round):
        data["lines"] = msgspec.json.decode(encode(deal.lines))
    data["net"] = net(deal, head.players)
    if head.seals:
        data["seals"] = msgspec.to_builtins(head.seals)
    return encode(data).decode() + "\n"


def _text(deal: Deal, viewer: str, head: DealHead) -> str:
    title = _title(deal)
    where = ", ".join(filter(None, (title["name"], title.get("house"), title.get("limit"))))
    lines = [f"{where} · {' '.join(filter(None, ('hand' * bool(head.id), head.id)))}".rstrip(" ·")]
    if head.table or head.when:
        day = f"{head.when:%Y-%m-%d %H:%M:%S} UTC" if head.when else ""
        lines.append(", ".join(filter(None, (f"table {head.table}" if head.table else "", day))))
    place = "Seat" if isinstance(deal, Hand) else "Spot"
    begun = dict(deal.record.setup["stacks"]) if isinstance(deal, Hand) else {}
    for seat in _seats(deal):
        chips = f", {dollars(begun[seat])}" if seat in begun else ""
        lines.append(f"{place} {seat}: {head.players[seat]}{chips}")
    lines += ["", *_told(deal, viewer, head.players), ""]
    for name, cents in net(deal, head.players).items():
        lines.append(f"{name}: {'wins' if cents > 0 else 'loses'} {dollars(abs(cents))}" if cents else f"{name}: even")
    return "\n".join(lines) + "\n"


def _told(deal: Deal, viewer: str, players: Mapping[int, str]) -> list[str]:
    """The events as sentences."""
    events = deal.events_for(viewer)
    if not isinstance(deal, Hand):
        return [sentence(event, signs=False) for event in events]
    board = tuple(deal.board)
    teller = Teller(players, 0, False, lambda shown: made_words(deal.contests, shown, board), every=True)
    return [told.sentence for told in teller.tell(events)]


# Poker ------------------------------------------------------------------------------------------------------------


def _phh(deal: Deal, viewer: str, head: DealHead) -> str:
    assert isinstance(deal, Hand)
    more: dict[str, Any] = {"hand": head.number, "table": head.table} if head.id else {}
    if head.when is not None:
        more |= {"year": head.when.year, "month": head.when.month, "day": head.when.day, "time": head.when.time()}
    return write(from_hand(deal, viewer=viewer, names=head.players, **more))


def _stars(deal: Deal, viewer: str, head: DealHead) -> str:
    assert isinstance(deal, Hand)
    table = head.table or "Pitboss"
    return stars_text(deal, viewer, head.players, number=head.number, table=table, when=head.when)


_FORMS: dict[str, tuple[type, Callable[[Deal, str, DealHead], str]]] = {
    "json": (Deal, _json),
    "text": (Deal, _text),
    "phh": (Hand, _phh),
    "stars": (Hand, _stars),
}
