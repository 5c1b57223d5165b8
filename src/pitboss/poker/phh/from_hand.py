"""Converts a hand to a hand history; our own fields hold house, fee and rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from pitboss.deal.deal import FLOOR
from pitboss.deal.hand_events import BoardTurned
from pitboss.deal.record import Ruling
from pitboss.errors import PitbossError
from pitboss.poker.hand import Hand
from pitboss.poker.phh.history import AGAIN, ActionLine, HandHistory, HistoryError
from pitboss.poker.phh.replay import FIELD, replay, variant_of

_VERBS = {
    "forced bet": "bring-in",
    "bring in": "bring-in",
    "bet": "raise",
    "complete": "raise",
    "raise": "raise",
    "call": "call",
    "check": "call",
    "fold": "fold",
    "draw": "draw",
    "show": "show",
    "muck": "muck",
}


PARTIAL = "cards or rulings that decided the hand are not in it"


def from_hand(
    hand: Hand, /, *, viewer: str = FLOOR, names: Mapping[int, str] | None = None, **more: Any
) -> HandHistory:
    """The history of a hand; ``more`` are further fields, such as the event or the date.

    With a ``viewer`` (``player 3``, ``rail``) it holds what the viewer had seen by the end; other cards are unknown.
    ``names`` are the players by seat.
    """
    history = _from_hand(hand, viewer, hand.names if names is None else names, more)
    if viewer != FLOOR and hand.done:
        try:
            partial = bool(replay(history).error)
        except PitbossError:
            partial = True
        if partial:  # what the viewer saw is too little to play the hand again
            history.more[FIELD + "partial"] = PARTIAL
    return history


def _from_hand(hand: Hand, viewer: str, names: Mapping[int, str], more: dict[str, Any]) -> HandHistory:
    game = hand.game
    variant = variant_of(game)
    if variant is None:
        play = "no-limit" if game.no_limit else "limit"
        raise HistoryError(f"hand histories have no code for {game.name} ({play}).")
    unit = 1 if game.book.any_stakes else 100

    def chips(cents: int) -> Decimal:
        return Decimal(cents) / unit

    setup = hand.record.setup
    begun = dict(setup["stacks"])
    seats = hand.seats
    posts = [tuple(post) for post in setup.get("posts", game.posts(seats, hand.button))]
    order = seats[::-1] if len(seats) == 2 else seats  # heads-up the format lists antes and blinds in reverse order
    antes, blinds = dict.fromkeys(order, 0), dict.fromkeys(order, 0)
    for seat, what, cents in posts:
        (antes if what.endswith("ante") else blinds)[seat] += cents
    fields: dict[str, Any] = {"seats": list(seats), "players": [names[seat] for seat in seats], **more}
    fields |= _ours(hand, unit, posts, viewer)
    if viewer != FLOOR:
        seat = next(iter(hand.seats_of(viewer)), 0)
        fields[FIELD + "viewer"] = names[seat] if seat else viewer
    stud = any(street.must_bet for street in game.streets)
    return HandHistory(
        variant=variant[0],
        antes=tuple(map(chips, antes.values())),
        stacks=tuple(chips(begun[seat]) for seat in seats),
        lines=tuple(_lines(hand, viewer, chips)),
        blinds=tuple(map(chips, blinds.values())) if any(blinds.values()) else (),
        bring_in=chips(game.bring_in or game.lower) if stud else Decimal(0),
        small_bet=Decimal(0) if game.no_limit else chips(game.lower),
        big_bet=Decimal(0) if game.no_limit else chips(game.higher),
        min_bet=chips(game.lower) if game.no_limit else Decimal(0),
        trimmed=not any(what == "dead ante" for _, what, _ in posts),
        finishing=tuple(chips(hand.stack(seat)) for seat in seats) if hand.done else None,
        more=fields,
    )


def _ours(hand: Hand, unit: int, posts: list[Any], viewer: str) -> dict[str, Any]:
    """Fields the format does not have. Seats are numbered from the button's left, as the format numbers players."""
    game, setup = hand.game, hand.record.setup
    place = {seat: number for number, seat in enumerate(hand.seats, 1)}
    fields: dict[str, Any] = {"game": game.id, "house": game.book.id, "unit": unit}
    if not game.book.any_stakes:
        fields["limit"] = game.limit.name
    if "posts" in setup:
        fields["posts"] = [[place[seat], what, cents] for seat, what, cents in posts]
    if "payer" in setup:
        fields["payer"] = place[setup["payer"]]
    fees = [[move.source, move.cents, move.rule] for move in hand.moves if move.target == "fee box"]
    if fees:
        fields["fees"] = fees
    rulings = [
        {"after": number, "ruling": entry.name}
        | ({"facts": {key: str(fact) for key, fact in entry.facts.items()}} if viewer == FLOOR else {})
        for number, entry in enumerate(hand.record.entries)
        if isinstance(entry, Ruling)
    ]
    if rulings:
        fields["rulings"] = rulings
    unsupported = "dead" in setup or "joker" in setup or game.wild  # PK-24, PK-18, PK-4
    beyond = rulings or unsupported or any(event.verb == "scramble" for event in hand.events)
    if beyond and viewer == FLOOR:
        fields["record"] = hand.dump().decode()  # the format has no rulings and no common card (PK-26)
    return {FIELD + key: value for key, value in fields.items()}


def _lines(hand: Hand, viewer: str, chips: Any) -> Iterator[ActionLine]:
    place = {seat: number for number, seat in enumerate(hand.seats, 1)}
    waiting: dict[int, list[int]] = {}
    for event in hand.events_for(viewer):
        if event.verb == "deal":
            waiting.setdefault(place[event.seat], []).extend(event.cards)
            continue
        if event.verb == "burn":
            continue
        yield from _dealt(waiting)
        if event.verb in AGAIN:
            yield ActionLine("note", note=event.verb)
        if isinstance(event, BoardTurned):
            yield ActionLine("board", cards=event.cards, note="common card" if event.common else "")
        elif verb := _VERBS.get(event.verb):
            shown = event.cards if verb in ("draw", "show") else ()
            yield ActionLine(verb, place[event.seat], shown, chips(event.to) if verb == "raise" else Decimal(0))
    yield from _dealt(waiting)


def _dealt(waiting: dict[int, list[int]]) -> Iterator[ActionLine]:
    """The cards of a street player by player; the dealer dealt them one at a time."""
    for player in sorted(waiting):
        yield ActionLine("hole", player, tuple(waiting[player]))
    waiting.clear()
