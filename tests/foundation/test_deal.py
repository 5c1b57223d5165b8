"""What rounds and hands share, tried on a toy game: record, replay, undo, views, steps."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import UNKNOWN
from pitboss.deal import Event, IllegalAction, Option, Record, RecordError, View
from pitboss.deal.event import CardReplaced
from pitboss.deal.hand_events import ChipsWagered
from pitboss.shuffle import seeded

from .toy import HighCard, high_card


def state(deal: HighCard) -> tuple[object, ...]:
    return list(deal.events), list(deal.moves), deal.actors, deal.done, deal.chips(), deal.view("floor")


@st.composite
def played(draw: st.DrawFn) -> HighCard:
    """The toy game after random legal decisions and rulings."""
    deal = high_card(draw(st.integers(0, 10**6)), draw(st.integers(2, 4)), draw(st.booleans()))
    for _ in range(draw(st.integers(0, 15))):
        if deal.hands and not deal.done and draw(st.integers(0, 9)) == 0:
            deal.floor("misdeal", because="a card was seen")
        elif deal.actors:
            seat = deal.actors[0]
            option = draw(st.sampled_from([each for each in deal.legal(seat) if each.allowed]))
            deal.act(seat, option.word, draw(st.integers(1, option.high // 100)) * 100 if option.high else 0)
        else:
            deal.step()
    return deal


@given(played())
def test_a_record_replays_to_the_same_events(deal: HighCard) -> None:
    again = HighCard.load(deal.dump())
    assert state(again) == state(deal)
    assert again.dump() == deal.dump()


@given(played())
def test_chips_are_conserved_and_every_one_has_a_reason(deal: HighCard) -> None:
    assert sum(deal.chips().values()) == deal.start
    balance = {f"player {seat}": 1000 for seat in deal.stacks} | {"pot": 0}
    for move in deal.moves:
        assert move.cents > 0
        assert move.why
        balance[move.source] -= move.cents
        balance[move.target] += move.cents
    assert balance == deal.chips()


@given(played())
def test_undo_goes_back_to_the_state_before_and_redo_deals_the_same_cards(deal: HighCard) -> None:
    after, entries = state(deal), list(deal.record.entries)
    if not entries:
        with pytest.raises(IllegalAction, match="nothing to undo"):
            deal.undo()
        return
    deal.undo()
    expected = HighCard.load(
        Record(deal.kind, deal.record.setup, deal.record.auto, list(deal.record.shuffles), entries[:-1])
    )
    assert state(deal) == state(expected)
    deal._follow(entries[-1:])
    assert state(deal) == after


@given(played())
def test_all_the_way_back_and_forth_again(deal: HighCard) -> None:
    after, entries = state(deal), list(deal.record.entries)
    while deal.record.entries:
        deal.undo()
    deal._follow(entries)
    assert state(deal) == after


def test_after_an_undo_another_way_may_be_taken() -> None:
    deal = high_card(small=True)
    deal.floor("misdeal")
    deal.undo()
    for seat in (1, 2, 3):
        deal.act(seat, "stay")
    assert deal.done
    assert HighCard.load(deal.dump()).done


def test_what_is_left_of_an_undone_shuffle_is_dropped_for_other_cards() -> None:
    from pitboss.deal.deal import ReplayedShuffles

    replay = ReplayedShuffles([(1, 0), (2, 1, 0)], seeded(1))
    with pytest.raises(RecordError, match="different cards"):
        replay.mix((5, 6))
    replay.strict = False
    assert replay.mix((0, 1)) == (1, 0)
    assert sorted(replay.mix((5, 6))) == [5, 6]
    assert sorted(replay.mix((0, 1, 2))) == [0, 1, 2]
    assert replay.left == []
    with pytest.raises(RecordError, match="cut short"):
        ReplayedShuffles([]).mix((0, 1))


def test_a_deal_that_was_loaded_goes_on() -> None:
    deal = high_card()
    again = HighCard.load(deal.dump(), seeded(99))
    again.floor("misdeal")
    assert len(again.record.shuffles) == 2
    with pytest.raises(RecordError, match="cut short"):
        HighCard.load(deal.dump()).floor("misdeal")


@given(played(), st.integers(0, 10**6))
def test_redealing_what_a_viewer_has_not_seen_leaves_their_view_the_same(deal: HighCard, seed: int) -> None:
    """Principle 6: secrets leave through one door."""
    if len(deal.record.shuffles) != 1 or any(event.up for event in deal.events):
        return
    [order] = deal.record.shuffles
    for viewer in (*deal.stacks, "rail"):
        held = {card for event in deal.view(viewer).events for card in event.cards if card != UNKNOWN}
        unseen = [card for card in order if card not in held]
        fresh = iter(seeded(seed).mix(unseen))
        other = tuple(card if card in held else next(fresh) for card in order)
        redealt = HighCard.load(msgspec.structs.replace(deal.record, shuffles=[other]))
        assert redealt.view(viewer) == deal.view(viewer)


def test_a_view_hides_faces_until_they_are_turned_and_keeps_other_facts() -> None:
    deal = high_card()
    mine, rail, floor = deal.view(1), deal.view("rail"), deal.view("floor")
    assert isinstance(mine, View)
    assert UNKNOWN not in mine.piles["player 1"]
    assert mine.piles["player 2"] == rail.piles["player 1"] == (UNKNOWN,)
    assert UNKNOWN not in floor.piles["player 2"]
    dealt = [event for event in mine.events if event.verb == "deal"]
    assert [UNKNOWN in event.cards for event in dealt] == [False, True, True]
    assert {type(event) for event in dealt} == {CardReplaced}
    assert {event.words for event in dealt} == {"a replacement from the top of the deck"}
    assert mine.legal.keys() == {1}
    assert deal.view("player 2").legal == {}
    assert mine.version == len(deal.events) == deal.version
    for seat in (1, 2, 3):
        deal.act(seat, "stay")
    assert all(UNKNOWN not in pile for pile in deal.view("rail").piles.values())
    assert [event.up for event in deal.view("rail").events if event.verb == "turn"] == [True] * 3


def test_act_takes_what_legal_lists_and_nothing_else() -> None:
    deal = high_card()
    before = state(deal)
    for seat, action, cents in [(2, "stay", 0), (1, "fly", 0), (1, "bet", 50), (1, "bet", 1000), (1, "stay", 100)]:
        with pytest.raises(IllegalAction):
            deal.act(seat, action, cents)
        assert state(deal) == before
    assert deal.act(1, " BET ", 900) is deal
    assert deal.record.entries[-1].action == "bet"


def test_step_by_step_is_the_same_deal() -> None:
    slow, quick = high_card(auto=False), high_card()
    assert slow.events == []
    while slow.step():
        pass
    assert slow.events == quick.events
    assert not slow.step()
    for seat in (1, 2, 3):
        slow.act(seat, "stay")
        quick.act(seat, "stay")
    while slow.step():
        pass
    assert state(slow)[:4] == state(quick)[:4]
    assert slow.done
    assert not slow.step()
    slow.undo()
    assert not slow.done
    assert slow.step()
    assert slow.done


def test_an_amount_is_taken_by_its_steps_and_the_highest_always() -> None:
    bet = Option("bet", low=100, high=950, step=100)
    assert [cents for cents in range(0, 1001, 50) if bet.takes(cents)] == [*range(100, 901, 100), 950]
    assert Option("stay").takes(0)
    assert not Option("stay").takes(1)
    assert Option("free", low=1, high=3).takes(2)
    assert not Option("bet", why="no chips").allowed


# Records


def test_a_damaged_record_is_refused_in_one_sentence() -> None:
    good = high_card().dump()
    for bad in (b"", b"hello", b"{}", good[:-5], good.replace(b'"high card"', b"7"), b"\xff\xfe", b'{"kind": "\xff"}'):
        with pytest.raises(RecordError, match="not a record"):
            HighCard.load(bad)


def test_a_foreign_or_changed_record_is_refused() -> None:
    deal = high_card().act(1, "draw")
    record = deal.record
    change = msgspec.structs.replace
    with pytest.raises(RecordError, match="of a bridge deal"):
        HighCard.load(change(record, kind="bridge"))
    with pytest.raises(RecordError, match="cut short"):
        HighCard.load(change(record, shuffles=[]))
    with pytest.raises(RecordError, match="more shuffles"):
        HighCard.load(change(record, shuffles=record.shuffles * 2))
    with pytest.raises(RecordError, match="different cards"):
        HighCard.load(change(record, shuffles=[record.shuffles[0][:-1]]))
    with pytest.raises(IllegalAction):
        HighCard.load(change(record, entries=record.entries * 2))
    with pytest.raises(RecordError, match="act of the dealer"):
        HighCard.load(msgspec.json.encode(record).replace(b'{"type":"act"', b'{"type":"step"},{"type":"act"'))


def test_an_event_reads_as_a_dealer_would_say_it() -> None:
    assert str(Event("deal", 2, "player 2", (51, 46), up=True)) == "deal seat 2 player 2 [As Kh] face up"
    bet = ChipsWagered("raise", 1, cents=550, rule="PK-8", to=950, all_in=True)
    assert str(bet) == "raise seat 1 $5.50 to $9.50 — all-in (PK-8)"
