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

from pitboss.deal.deal import Deal
from pitboss.deal.message import encode
from pitboss.errors import PitbossError
from pitboss.kinds import KINDS
from pitboss.money import dollars
from pitboss.room.shown_events import card_texts, shown_events
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
    return (*_FORMS, *KINDS[deal.kind].tables.FORMS)


def export_deal(deal: Deal, form: str, viewer: str, head: DealHead) -> str:
    """A finished deal in one of its forms: ``json``, ``text``, and for poker ``phh`` and ``stars``."""
    if form not in forms(deal):
        raise PitbossError(f"{form!r} is not a form of this deal; its forms are {', '.join(forms(deal))}.")
    if not deal.done:
        raise PitbossError("this deal is not over; it can be exported when it is.")
    tables = KINDS[deal.kind].tables
    missing = sorted(seat for seat in tables.seats(deal) if seat not in head.players)
    if missing:
        raise PitbossError(f"nobody is named for seat {missing[0]}; name the players of all seats.")
    deal.seats_of(viewer)
    write: Callable[[Deal, str, DealHead], str] = _FORMS[form] if form in _FORMS else tables.FORMS[form]
    return write(deal, viewer, head)


def net(deal: Deal, players: Mapping[int, str]) -> dict[str, int]:
    """Each player's net result of a deal, by name."""
    won = dict.fromkeys((players[seat] for seat in KINDS[deal.kind].tables.seats(deal)), 0)
    for move in deal.moves:
        for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
            kind, _, seat = account.partition(" ")
            if kind == "player" and seat.isdecimal() and int(seat) in players:
                won[players[int(seat)]] += cents
    return won


# JSON and plain text ----------------------------------------------------------------------------------------------


def _json(deal: Deal, viewer: str, head: DealHead) -> str:
    view, tables = deal.view(viewer), KINDS[deal.kind].tables
    data: dict[str, Any] = {"id": head.id, "table": head.table, "kind": deal.kind, **tables.title(deal)}
    if head.when is not None:
        data["started"] = head.when.isoformat()
    data |= {"viewer": viewer, "players": {str(seat): head.players[seat] for seat in tables.seats(deal)}}
    data |= tables.facts(deal)
    data["events"] = msgspec.to_builtins(shown_events(view.events))
    data["piles"] = {name: card_texts(pile) for name, pile in view.piles.items()}
    data["net"] = net(deal, head.players)
    if head.seals:
        data["seals"] = msgspec.to_builtins(head.seals)
    return encode(data).decode() + "\n"


def _text(deal: Deal, viewer: str, head: DealHead) -> str:
    kind = KINDS[deal.kind]
    title, begun = kind.tables.title(deal), kind.tables.stacks(deal)
    where = ", ".join(filter(None, (title["name"], title.get("house"), title.get("limit"))))
    lines = [f"{where} · {' '.join(filter(None, ('hand' * bool(head.id), head.id)))}".rstrip(" ·")]
    if head.table or head.when:
        day = f"{head.when:%Y-%m-%d %H:%M:%S} UTC" if head.when else ""
        lines.append(", ".join(filter(None, (f"table {head.table}" if head.table else "", day))))
    for seat in kind.tables.seats(deal):
        chips = f", {dollars(begun[seat])}" if seat in begun else ""
        lines.append(f"{kind.place} {seat}: {head.players[seat]}{chips}")
    told = kind.tables.told(deal, deal.events_for(viewer), signs=False, players=head.players)
    lines += ["", *(each.sentence for each in told), ""]
    for name, cents in net(deal, head.players).items():
        lines.append(f"{name}: {'wins' if cents > 0 else 'loses'} {dollars(abs(cents))}" if cents else f"{name}: even")
    return "\n".join(lines) + "\n"


_FORMS: Mapping[str, Callable[[Deal, str, DealHead], str]] = {"json": _json, "text": _text}
