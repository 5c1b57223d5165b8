"""The room as a registry: permission to open, see and join tables, finding seats and paging players."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.deal.players import NameRefused
from pitboss.errors import PitbossError
from pitboss.room.lists import GOING, INTEREST, ListError, Lists
from pitboss.room.people import FLOOR, OWNER, Person
from pitboss.room.room import Room, SeatFor, list_key
from pitboss.room.table.outcome import Refused
from tests.room.hosted import HostedTable, add_table

ANN, BEN, CYD = Person("Ann"), Person("Ben"), Person("Cyd")
FLO, OWEN = Person("Flo", roles=frozenset({FLOOR})), Person("Owen", roles=frozenset({OWNER}))


def ids(room: Room, person: Person | None) -> list[str]:
    return [row.id for row in room.listing(person)]


def test_the_floor_opens_public_tables_and_anyone_private_ones() -> None:
    room = Room(private_each=2)
    for person in (FLO, OWEN):
        room.check_open(person, private=False)
    with pytest.raises(Refused, match="only the floor"):
        room.check_open(ANN, private=False)
    for _ in range(2):
        room.check_open(ANN, private=True)
        add_table(room, by=ANN, invite="code")
    with pytest.raises(Refused, match="2 private tables open"):
        room.check_open(ANN, private=True)
    room.check_open(BEN, private=True)
    room.check_open(FLO, private=True)
    room.remove("t1")
    room.check_open(ANN, private=True)


def test_a_table_is_closed_by_the_floor_or_by_whoever_opened_it_for_himself() -> None:
    room = Room()
    add_table(room)
    add_table(room, by=ANN, invite="code")
    for person, table, may in ((ANN, "t1", False), (ANN, "t2", True), (BEN, "t2", False), (FLO, "t1", True)):
        if may:
            room.check_close(person, table)
        else:
            with pytest.raises(Refused, match="only the floor"):
                room.check_close(person, table)
    with pytest.raises(Refused, match="no table 't9'"):
        room.check_close(FLO, "t9")


def test_ids_are_never_used_again() -> None:
    room = Room()
    first = add_table(room)
    room.remove(first.id)
    assert add_table(room).id == "t2"
    later = Room()
    later.add(HostedTable("t41", first.config, first.session))
    assert later.new_id() == "t42"
    assert Room(number=7).new_id() == "t8"


def test_tables_have_names_of_their_own() -> None:
    room = Room()
    names = [
        add_table(room, **settings).config.name for settings in ({}, {}, {"name": " My  table "}, {"name": "my table"})
    ]
    assert names == ["Table 1", "Table 2", "My table", "my table 2"]
    assert len(add_table(room, name="x" * 500).config.name) == 60
    with pytest.raises(NameRefused, match="control character"):
        add_table(room, name="a\x1bb")


def test_a_private_table_is_seen_by_those_who_were_invited() -> None:
    room = Room()
    add_table(room)
    private = add_table(room, by=ANN, invite="s3cret")
    assert (ids(room, ANN), ids(room, FLO), ids(room, OWEN)) == (["t1", "t2"],) * 3
    assert (ids(room, BEN), ids(room, None)) == (["t1"], ["t1"])
    assert not room.invite("t2", BEN, "")
    assert not room.invite("t2", BEN, "s3cre")
    assert room.invite("t2", BEN, "s3cret")
    assert ids(room, BEN) == ["t1", "t2"]
    assert room.invite("t2", BEN, "")  # from before
    private.sit(1, "Cyd")
    assert ids(room, CYD) == ["t1", "t2"]  # a restart does not put seated players out
    assert not room.may_enter("t2", Person("Dan"))
    assert room.row("t2").opened_by == "Ann"
    assert "s3cret" not in str(room.listing(BEN))


def test_a_table_may_forbid_spectators() -> None:
    room = Room()
    add_table(room, spectators=False)
    add_table(room, by=ANN, invite="code")
    assert not room.may_watch("t1", ANN)
    assert not room.may_watch("t1", None)
    assert room.may_watch("t1", FLO)
    assert room.may_watch("t2", ANN)
    assert not room.may_watch("t2", BEN)
    assert room.may_enter("t1", ANN)


def test_the_lobby_tells_what_a_table_offers_and_who_is_there() -> None:
    room = Room()
    poker, house = add_table(room), add_table(room, "top5")
    poker.sit(2, "Ann")
    poker.sit_bot(4, "Bea")
    room.join_list("t1", BEN, INTEREST, 0)
    row = room.row("t1")
    assert (row.game, row.kind, row.seats, row.taken, row.bots, row.players, row.waiting) == (
        *("holdem", "poker", 6, 2, 1),
        *(("Ann", "Bea"), 1),
    )
    assert row.limit
    assert row.house == "Pot house"
    assert row.fee
    assert row.stakes["least"] == 2_000
    assert room.row("t2").kind == "house"
    assert room.row("t2").waiting == 0
    house.state.closing, house.state.paused = True, "a fill"
    row = room.row("t2")
    assert (row.closing, row.paused) == (True, "a fill")
    msgspec.json.encode(room.listing())


def test_tables_of_one_game_and_limit_share_a_list_and_a_private_one_has_its_own() -> None:
    room = Room()
    first, second = add_table(room), add_table(room)
    other, private = add_table(room, limit="1-2"), add_table(room, by=ANN, invite="code")
    assert first.config.list_key == second.config.list_key == list_key(first.session.sheet())
    assert len({table.config.list_key for table in (first, other, private)}) == 3


# Quick seat


def test_quick_seat_prefers_people_then_company_then_the_oldest_table() -> None:
    room = Room()
    empty, bots, person = add_table(room), add_table(room), add_table(room)
    for seat in (1, 2, 3):
        bots.sit_bot(seat, f"Bot {seat}")
    person.sit(2, "Ben")
    assert room.quick_seat(ANN, 50_000).table == person.id
    person.state.closing = True
    assert room.quick_seat(ANN, 50_000).table == bots.id
    bots.state.paused = "a fill"
    assert room.quick_seat(ANN, 50_000).table == empty.id
    assert room.quick_seat(ANN, 50_000).seat == 1


def test_quick_seat_is_affordable_and_free_and_public() -> None:
    room = Room()
    big = add_table(room)
    small = add_table(room, limit="1-2")
    add_table(room, by=ANN, invite="code")
    big.sit(1, "Ben")
    assert room.quick_seat(ANN, 1_999).table == small.id  # the larger game needs $20
    seat = room.quick_seat(ANN, 50_000)
    assert seat == SeatFor(big.id, 2, big.session.sheet().usual_buy_in)
    assert room.quick_seat(ANN, 2_500).cents == 2_500
    big.session.sit(seat.seat, "Ann", seat.cents)  # and it is accepted
    assert room.quick_seat(ANN, 50_000).table == small.id  # she sits at the other one
    with pytest.raises(Refused, match="afford"):
        room.quick_seat(ANN, 5)


def test_quick_seat_of_a_game_or_a_kind() -> None:
    room = Room()
    add_table(room).sit(1, "Ben")
    house = add_table(room, "top5")
    assert room.quick_seat(ANN, 50_000).table == "t1"
    assert room.quick_seat(ANN, 50_000, kind="house").table == house.id
    assert room.quick_seat(ANN, 50_000, game="top5").table == house.id
    with pytest.raises(Refused):
        room.quick_seat(ANN, 50_000, game="stud")


def test_quick_seat_leaves_held_seats_alone() -> None:
    room = Room()
    table = add_table(room, seats=2)
    table.sit(1, "Cyd")
    room.join_list("t1", BEN, GOING, 0)
    holds, _ = room.page(0)
    assert [(hold.player, hold.seat) for hold in holds] == [("Ben", 2)]
    with pytest.raises(Refused):
        room.quick_seat(ANN, 50_000)
    assert room.quick_seat(BEN, 50_000).seat == 2
    with pytest.raises(Refused, match="held for Ben"):
        room.check_sit("t1", ANN, 2)
    with pytest.raises(Refused, match="no free seat"):
        room.check_sit("t1", ANN, 0)
    room.check_sit("t1", BEN, 2)
    room.check_sit("t1", BEN, 0)


# Waiting


def full_table(room: Room) -> HostedTable:
    table = add_table(room, seats=2, page=30)
    table.sit(1, "Xia")
    table.sit(2, "Yan")
    return table


def test_the_next_in_line_is_paged_when_a_seat_is_free_and_loses_it_in_time() -> None:
    room = Room()
    table = full_table(room)
    room.join_list("t1", ANN, GOING, 0)
    room.join_list("t1", BEN, GOING, 1)
    assert room.page(2) == ((), ())
    table.session.leave(2)
    (hold,), _ = room.page(10)
    assert (hold.player, hold.table, hold.seat, hold.until) == ("Ann", "t1", 2, 40)
    (hold,), (missed,) = room.page(40)
    assert (hold.player, missed.player) == ("Ben", "Ann")
    table.sit(2, "Ben")
    room.sat("t1", "Ben", 2)
    assert room.page(50) == ((), ())
    assert room.row("t1").waiting == 0


def test_a_seat_that_a_player_of_the_table_moves_to_is_not_offered() -> None:
    room = Room()
    table = add_table(room, seats=3)
    for seat, player in ((1, "Xia"), (2, "Yan")):
        table.sit(seat, player)
    room.join_list("t1", ANN, GOING, 0)
    table.state.moving[1] = 3
    assert room.page(1) == ((), ())
    table.session.change_seat(1, 3)
    table.state.moving.clear()
    (hold,), _ = room.page(2)
    assert hold.seat == 1


def test_moving_to_another_table_gives_up_the_first() -> None:
    room = Room()
    first, second = full_table(room), add_table(room, seats=3)
    second.sit(1, "Zoe")
    xia = Person("Xia")
    room.join_list("t1", ANN, GOING, 0)
    room.ask_table("t1", xia, "", 5)
    (hold, other), _ = room.page(6)
    assert [(hold.player, hold.table), (other.player, other.table)] == [("Xia", "t2"), ("Ann", "t2")]
    second.sit(hold.seat, "Xia")
    assert room.sat("t2", "Xia", hold.seat) == ("t1",)
    first.session.leave(1)
    assert room.lists.places("Xia") == ()


def test_moves_that_cannot_be_are_refused() -> None:
    room = Room()
    full_table(room)
    with pytest.raises(ListError, match="no other table"):
        room.ask_table("t1", Person("Xia"), "", 0)
    add_table(room, limit="1-2")
    add_table(room)
    with pytest.raises(ListError, match="only a seated player"):
        room.ask_table("t1", ANN, "", 0)
    with pytest.raises(ListError, match="another game or limit"):
        room.ask_table("t1", Person("Xia"), "t2", 0)
    with pytest.raises(ListError, match="table you sit at"):
        room.ask_table("t1", Person("Xia"), "t1", 0)
    with pytest.raises(PitbossError, match="no table 't9'"):
        room.ask_table("t1", Person("Xia"), "t9", 0)
    room.ask_table("t1", Person("Xia"), "t3", 0)


def test_a_player_joins_the_list_of_a_table_they_may_enter_and_does_not_sit_at() -> None:
    room = Room()
    full_table(room)
    add_table(room, by=ANN, invite="code")
    with pytest.raises(ListError, match="every table of this list"):
        room.join_list("t1", Person("Xia"), GOING, 0)
    with pytest.raises(Refused, match="private"):
        room.join_list("t2", BEN, GOING, 0)
    room.join_list("t2", ANN, GOING, 0)
    add_table(room)
    room.join_list("t1", Person("Xia"), GOING, 0)  # for a second table
    assert [hold.table for hold in room.page(0)[0]] == ["t2", "t3"]
    room.leave_list("t1", Person("Xia"))
    assert room.row("t1").waiting == 0


def test_closing_frees_the_lists() -> None:
    room = Room(lists=Lists())
    full_table(room)
    second = full_table(room)
    room.join_list("t1", ANN, GOING, 0)
    second.state.closing = True
    second.session.leave(2)
    assert room.page(1) == ((), ())  # a table that closes seats nobody
    assert room.remove("t2") == ()
    assert [place.player for place in room.remove("t1")] == ["Ann"]
    assert room.remove("t1") == ()
    assert room.listing(FLO) == ()


# Bots


def test_bots_leave_a_seat_for_a_person() -> None:
    room = Room()
    table = add_table(room, seats=4, bots=9)
    assert room.bots_to_seat("t1") == 3
    for seat in (1, 2, 3):
        table.sit_bot(seat, f"Bot {seat}")
    assert room.bots_to_seat("t1") == 0
    table.sit(4, "Ann")
    assert room.bots_to_seat("t1") == -1  # make way for the next one
    table.state.leaving = (1,)
    assert room.bots_to_seat("t1") == 0  # one is about to
    table.session.leave(1)
    table.state.leaving = ()
    assert room.bots_to_seat("t1") == 0
    for player in (BEN, CYD):
        room.join_list("t1", player, GOING, 0)
    assert room.bots_to_seat("t1") == -1
    table.state.closing = True
    assert room.bots_to_seat("t1") == 0


def test_no_bots_beyond_those_the_table_is_meant_to_have() -> None:
    room = Room()
    table = add_table(room, seats=6, bots=2)
    assert room.bots_to_seat("t1") == 2
    table.sit_bot(1, "Bea")
    assert room.bots_to_seat("t1") == 1
    add_table(room, seats=6)
    assert room.bots_to_seat("t2") == 0


def test_what_a_person_has_at_tables() -> None:
    room = Room()
    poker, house = add_table(room), add_table(room, "three-card")
    assert room.at_tables("Ann") == (0, False)
    poker.sit(1, "Ann", 3_000)
    poker.sit(2, "Ben", 3_000)
    house.sit(1, "Ann", 2_000)
    house.session.sit(2, "Ann")  # a second spot for the same chips
    assert room.at_tables("Ann") == (5_000, False)
    poker.session.deal()
    cents, playing = room.at_tables("Ann")
    assert cents < 5_000  # a blind is at stake
    assert playing
    assert room.at_tables("Cyd") == (0, False)


def test_a_seat_taken_already_is_left_to_the_table() -> None:
    """So a repeated command gets its first answer again."""
    room = Room()
    table = full_table(room)
    with pytest.raises(Refused, match="no free seat"):
        room.check_sit("t1", ANN, 0)
    table.session.leave(1)
    table.sit(1, "Ann")
    room.check_sit("t1", ANN, 0)


def test_who_has_left_waits_for_no_other_table() -> None:
    room = Room()
    first, second = full_table(room), full_table(room)
    room.ask_table("t1", Person("Xia"), "", 0)
    first.session.leave(1)
    second.session.leave(1)
    assert room.page(1) == ((), ())
    assert room.lists.places("Xia") == ()


def test_the_lobby_shows_the_average_pot_of_poker_only() -> None:
    room = Room()
    poker, house = add_table(room), add_table(room, game="top5")
    poker.average_pot = house.average_pot = 1_900
    assert [room.row(table.id).pot for table in (poker, house)] == [1_900, 0]
