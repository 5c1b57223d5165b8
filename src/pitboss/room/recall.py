"""Recall: finished rounds and hands, found again and shown step by step as the asker may see them.

A player of a hand sees what they had seen by its end, whatever their roles: own cards and cards shown. Of other
hands the floor and the auditor see every card, and anyone else what the rail saw, if the table allows spectators, and
otherwise nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeAlias

import msgspec

from pitboss.deal.deal import FLOOR as ALL_CARDS
from pitboss.deal.deal import RAIL, Deal, ReplayedShuffles
from pitboss.deal.record import Record, Ruling, SeatAct
from pitboss.room.messages import shown_deal
from pitboss.room.people import AUDITOR, FLOOR, Person
from pitboss.room.shown_events import AnyShownEvent, shown_events
from pitboss.room.shown_standing import ShownStanding
from pitboss.shuffle.seal import SealedDeck, SealOpening, opening

MOST = 200
"""Hands in one answer to a search."""

Reopen: TypeAlias = Callable[..., Deal]
"""Begins the deal of a record of either kind, with a mixer.

The record of a stored hand leaves out the text of its game, which the ``head`` of its table and ``game``, its id, give.
"""


class HandQuery(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A search for finished hands; empty fields exclude nothing. The latest come first.

    ``day`` is a gambling day (``2026-11-16``), ``least`` and ``most`` bound the size in cents, ``before`` is the id of
    the last hand of the answer before this one.
    """

    day: str = ""
    table: str = ""
    game: str = ""
    player: str = ""
    least: int = 0
    most: int = 0
    before: str = ""
    count: int = 50


class HandRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand without its cards.

    ``id`` is ``t1-17``, ``players`` are by seat, ``size`` is the total wagered, ``net`` what each player won or lost;
    times are in microseconds. ``open`` says that anyone may have watched it, ``rail_delay`` seconds later.
    """

    id: str
    table: str
    number: int
    game: str
    day: str
    started: int
    ended: int
    players: dict[int, str]
    size: int
    net: dict[str, int]
    open: bool = False
    rail_delay: float = 0


class StoredHand(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand with all its cards: its row, the record of the deal, and the decks it was dealt from.

    ``table`` is the name of the table it was played at, ``head`` the head of its session's record, with the texts of
    the games.
    """

    row: HandRow
    record: bytes
    head: bytes = b""
    table: str = ""
    decks: tuple[SealedDeck, ...] = ()


def viewer_of(row: HandRow, person: Person | None, *, invited: bool = False) -> str | None:
    """The viewer that a person sees a finished deal as; None if they may see nothing of it.

    ``invited`` says that the person may watch the table although not everyone may.
    """
    if person is not None:
        seats = [seat for seat, name in row.players.items() if name == person.name]
        if seats:  # whatever the roles: they must not show what opponents mucked
            return f"player {min(seats)}"
        if person.may(FLOOR) or person.may(AUDITOR):
            return ALL_CARDS
    return RAIL if row.open or invited else None


def viewers_of(row: HandRow, person: Person | None, *, invited: bool = False) -> tuple[str, ...]:
    """The viewers that a person may see a finished deal as, the usual one first; all if they see all cards."""
    usual = viewer_of(row, person, invited=invited)
    if usual is None:
        return ()
    seats = (f"player {seat}" for seat in sorted(row.players)) if usual == ALL_CARDS else ()
    return tuple(dict.fromkeys((usual, *seats, RAIL)))


# Step by step -----------------------------------------------------------------------------------------------------


class RecalledStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One decision, ruling or act of the dealer, and what followed until the next decision.

    ``events`` are shown as the viewer knew them by the end, so a hand that was shown is known from the deal on;
    ``piles`` are the cards on the table as the viewer saw them then. The decision (``action``) is there for the
    viewer's own seats only, because it may name cards; the others are in the events. The first step is the deal.
    """

    number: int
    seat: int = 0
    action: str = ""
    cents: int = 0
    ruling: str = ""
    facts: dict[str, Any] = {}
    events: tuple[AnyShownEvent, ...] = ()
    piles: dict[str, tuple[str, ...]] = {}
    chips: dict[str, int] = {}
    actors: tuple[int, ...] = ()
    done: bool = False
    standing: ShownStanding = ShownStanding()


class Recalled(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand as one viewer may see it; ``pitboss verify-shuffle`` checks its ``seals``."""

    hand: HandRow
    viewer: str
    steps: tuple[RecalledStep, ...]
    seals: tuple[SealOpening, ...] = ()
    views: tuple[str, ...] = ()
    """The viewers that the asker may see it as."""


def recalled(hand: StoredHand, reopen: Reopen, viewer: str, views: tuple[str, ...] = ()) -> Recalled:
    """A finished hand as a viewer of its deal may see it, with the leaves of the cards seen."""
    begin = partial(reopen, head=hand.head, game=hand.row.game)
    deal, shown = replay(Record.decode(hand.record), begin, viewer)
    return Recalled(hand=hand.row, viewer=viewer, steps=shown, seals=openings(deal, hand.decks, viewer), views=views)


def replay(record: Record, reopen: Reopen, viewer: str) -> tuple[Deal, tuple[RecalledStep, ...]]:
    """Play a finished deal again, decision by decision: the deal, and its steps as a viewer of it sees them."""
    start = msgspec.structs.replace(record, shuffles=[], entries=[])
    deal = reopen(start, ReplayedShuffles(record.shuffles))
    all_cards, own = viewer == ALL_CARDS, deal.seats_of(viewer)
    states = [_state(deal, viewer, {})]
    for entry in record.entries:
        did: dict[str, Any] = {}
        if isinstance(entry, SeatAct):
            deal.act(entry.seat, entry.action, entry.cents)
            if all_cards or entry.seat in own:
                did = {"seat": entry.seat, "action": entry.action, "cents": entry.cents}
        elif isinstance(entry, Ruling):
            deal.floor(entry.name, **entry.facts)
            if all_cards:
                did = {"ruling": entry.name, "facts": entry.facts}
        else:
            deal.step()
        states.append(_state(deal, viewer, did))
    steps, first = [], 0
    for number, (fields, last) in enumerate(states):
        events = shown_events(deal.events_for(viewer, first, last))
        steps.append(RecalledStep(number=number, events=events, **fields))
        first = last
    return deal, tuple(steps)


def _state(deal: Deal, viewer: str, did: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """The table as a viewer sees it at this point of a deal, and how many events there were."""
    shown = shown_deal(deal.view(viewer))
    seen = {name: getattr(shown, name) for name in ("piles", "chips", "actors", "done", "standing")}
    return {**did, **seen}, deal.version


def openings(deal: Deal, decks: Iterable[SealedDeck], viewer: str) -> tuple[SealOpening, ...]:
    """The leaves of the cards a viewer saw of each sealed deck; a viewer of all cards gets all leaves."""
    sealed = {deck.order: deck for deck in decks}
    shuffles = zip(deal.record.shuffles, deal.seen_positions(viewer), strict=True)
    seen = [(sealed[order], positions) for order, positions in shuffles if order in sealed]
    if viewer == ALL_CARDS:
        seen = [(deck, tuple(range(len(deck.order)))) for deck, _ in seen]
    return tuple(opening(deck, positions) for deck, positions in seen if positions)
