"""Finished hands of every kind, recalled step by step by people who were there and people who were not."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from pitboss.cards import TEXT, UNKNOWN, parse
from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.record import Record, SeatAct
from pitboss.errors import PitbossError
from pitboss.room.messages import shown_deal
from pitboss.room.people import AUDITOR, FLOOR, OWNER, Person
from pitboss.room.recall import HandRow, StoredHand, openings, recalled, replay, viewer_of, viewers_of
from pitboss.shuffle.opening import check, listed
from pitboss.shuffle.seal import seal
from pitboss.spread import reopen_deal
from tests.deal.tables import TABLES, begin, decide, opened
from tests.examples import seeds

every_table = pytest.mark.parametrize("table", TABLES)


def finished(table: str, seed: int, **options: Any) -> Deal:
    session, rng = opened(table, seed), random.Random(seed)
    begin(session, rng, **options)
    deal = session.running
    assert deal is not None
    while not deal.done:
        if deal.actors:
            decide(session, rng)
        else:
            session.step()
    return deal


def reopener(deal: Deal) -> Any:
    def reopen(record: Record, shuffle: Mixer, **_: Any) -> Deal:
        return type(deal).load(record, shuffle)

    return reopen


def viewers(deal: Deal) -> list[str]:
    seats = sorted({f"player {seat}" for seat in range(1, 12) if deal.seats_of(f"player {seat}")})
    return [*seats, "floor", "rail"]


def cards_in(data: object) -> set[str]:
    """Every known card in the steps, wherever it stands."""
    words = msgspec.json.encode(data).decode().replace('"', " ").replace(",", " ").split()
    return {word for word in words if word in TEXT}


def told(deal: Deal, viewer: str) -> set[str]:
    """Every card that the views of the live deal show this viewer by the end."""
    view = deal.view(viewer)
    cards = [card for pile in view.piles.values() for card in pile]
    cards += [card for event in view.events for card in event.cards]
    return {TEXT[card] for card in cards if card != UNKNOWN}


@every_table
@seeds(1, more=3)
def test_the_steps_are_the_hand_as_each_viewer_knows_it_by_the_end(table: str, seed: int) -> None:
    deal = finished(table, seed)
    record = Record.decode(deal.dump())
    for viewer in viewers(deal):
        again, steps = replay(record, reopener(deal), viewer)
        assert again.events == deal.events
        assert len(steps) == len(record.entries) + 1
        shown = shown_deal(deal.view(viewer))
        assert tuple(event for step in steps for event in step.events) == shown.events
        assert (steps[-1].piles, steps[-1].chips, steps[-1].done) == (shown.piles, shown.chips, True)
        assert not any(step.done for step in steps[:-1])
        assert cards_in(steps) <= told(deal, viewer)
        own = deal.seats_of(viewer)
        assert {step.seat for step in steps} - {0} <= (set(range(1, 12)) if viewer == "floor" else set(own))


@every_table
@seeds(1, more=3)
def test_cards_a_viewer_never_saw_do_not_change_a_byte(table: str, seed: int) -> None:
    deal, rng = finished(table, seed), random.Random(seed)
    record = Record.decode(deal.dump())
    compared = 0
    for viewer in viewers(deal):
        hidden = sorted(set(record.shuffles[0]) - {parse(card)[0] for card in told(deal, viewer)})
        for _ in range(8):
            other = _redealt(record, dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True)))
            try:
                again = reopener(deal)(other, _NoMore())
            except PitbossError:
                continue  # the others' decisions are not possible with their new cards
            if again.moves != deal.moves:
                continue  # other cards win; that is no secret
            mine = msgspec.json.encode(replay(record, reopener(deal), viewer)[1])
            assert msgspec.json.encode(replay(other, reopener(deal), viewer)[1]) == mine
            compared += 1
            break
    assert compared


class _NoMore:
    def mix(self, cards: object) -> tuple[int, ...]:
        raise PitbossError("no more shuffles")


def _redealt(record: Record, new: dict[int, int]) -> Record:
    def entry(did: Any) -> Any:
        if not isinstance(did, SeatAct):
            return did
        words = [TEXT[new.get(parse(word)[0], parse(word)[0])] if word in TEXT else word for word in did.action.split()]
        return SeatAct(did.seat, " ".join(words), did.cents)

    orders = [tuple(new.get(card, card) for card in order) for order in record.shuffles]
    return msgspec.structs.replace(record, shuffles=orders, entries=[entry(did) for did in record.entries])


def test_a_hand_dealt_step_by_step_is_recalled_too() -> None:
    for table in ("top5", "holdem, pot"):
        deal = finished(table, 3, auto=False)
        _, steps = replay(Record.decode(deal.dump()), reopener(deal), "rail")
        assert len(steps) > 10
        assert steps[-1].done


@every_table
def test_a_hand_stored_by_its_table_is_recalled_with_the_head_of_the_log(table: str) -> None:
    session, rng = opened(table, 5), random.Random(5)
    begin(session, rng)
    while session.actors:
        decide(session, rng)
    dealing = session.dealings()[-1]
    stored = StoredHand(
        row=row(game=dealing.game), record=session.packed(dealing.deal).encode(), head=session.record.head()
    )
    assert len(stored.record) < len(dealing.deal.dump())
    steps = recalled(stored, reopen_deal, "rail").steps
    assert tuple(event for step in steps for event in step.events) == shown_deal(dealing.deal.view("rail")).events


def row(**changes: Any) -> HandRow:
    fields: dict[str, Any] = {
        "id": "t1-17",
        "table": "t1",
        "number": 17,
        "game": "x",
        "day": "2026-11-16",
        "started": 0,
        "ended": 1,
        "players": {2: "Ann", 3: "Ben", 4: "Ann"},
        "size": 100,
        "net": {"Ann": 5, "Ben": -5},
        **changes,
    }
    return HandRow(**fields)


@pytest.mark.parametrize(
    ("person", "public", "private"),
    [
        pytest.param(Person("Ann"), "player 2", "player 2", id="player with two spots"),
        pytest.param(Person("Ben"), "player 3", "player 3", id="player"),
        pytest.param(Person("Cyd"), "rail", None, id="stranger"),
        pytest.param(None, "rail", None, id="nobody"),
        pytest.param(Person("ann"), "rail", None, id="another name"),
        *(
            pytest.param(Person("Cyd", roles=frozenset({role})), "floor", "floor", id=role)
            for role in (FLOOR, AUDITOR, OWNER)
        ),
        *(
            pytest.param(Person("Ben", roles=frozenset({role})), "player 3", "player 3", id=f"{role} who played")
            for role in (FLOOR, AUDITOR, OWNER)
        ),
        pytest.param(Person("Cyd", roles=frozenset({"dealer"})), "rail", None, id="dealer"),
    ],
)
def test_who_sees_what_of_a_finished_hand(person: Person | None, public: str, private: str | None) -> None:
    assert viewer_of(row(open=True), person) == public
    assert viewer_of(row(), person) == private
    assert viewer_of(row(), person, invited=True) == public


def test_a_hand_may_be_seen_by_lesser_eyes() -> None:
    """Nobody sees more through another's eyes: a player may ask for his own view or the rail's, the floor for any."""
    players = {2: "Ann", 5: "Ben"}
    hand = msgspec.structs.replace(row(), players=players)
    ann, floor = Person("Ann", "guest"), Person("Flo", "registered", frozenset({FLOOR}))
    assert viewers_of(hand, ann) == ("player 2", "rail")
    assert viewers_of(hand, floor) == ("floor", "player 2", "player 5", "rail")
    assert viewers_of(hand, Person("Ann", "registered", frozenset({FLOOR}))) == ("player 2", "rail")
    assert viewers_of(hand, Person("Eve", "guest")) == ()
    assert viewers_of(hand, Person("Eve", "guest"), invited=True) == ("rail",)
    assert row().id == "t1-17"


@every_table
def test_the_leaves_of_a_recalled_hand_verify_and_show_what_was_seen(table: str) -> None:
    deal, rng = finished(table, 11), random.Random(1)
    decks = tuple(seal(order, [rng.randbytes(16) for _ in order]) for order in deal.record.shuffles)
    for viewer in viewers(deal):
        hand = recalled(StoredHand(row=row(), record=deal.dump(), decks=decks), reopener(deal), viewer)
        data = msgspec.json.decode(msgspec.json.encode(hand))
        for each in listed(data, "hand") if hand.seals else ():
            assert check(each, [deck.root for deck in decks]).ok
        leaves = {leaf["card"] for each in data["seals"] for leaf in each.get("leaves", ())}
        if viewer == "floor":
            assert [each["root"] for each in data["seals"]] == [deck.root for deck in decks]
            assert len(leaves) == len(deal.record.shuffles[0])
        else:
            assert leaves == told(deal, viewer)
        assert openings(deal, (), viewer) == ()
