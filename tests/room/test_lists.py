"""Waiting lists in simulated time."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pitboss.room.lists import GOING, INTEREST, TABLE, Hold, ListError, Lists, Vacancy, Waiting
from tests.examples import examples

KEY = "holdem 2-4"


def free(
    *seats: int, table: str = "t1", players: tuple[str, ...] = (), key: str = KEY, hold: float = 60
) -> list[Vacancy]:
    return [Vacancy(table=table, key=key, seats=seats, players=frozenset(players), hold=hold)]


def paged(holds: tuple[Hold, ...]) -> list[tuple[str, str, int]]:
    return [(hold.player, hold.table, hold.seat) for hold in holds]


def waiting(*players: str, want: str = GOING) -> Lists:
    lists = Lists()
    for now, player in enumerate(players):
        lists.join(KEY, player, want, now)
    return lists


def test_a_free_seat_is_held_for_the_first_in_line() -> None:
    lists = waiting("Ann", "Ben")
    (hold,) = lists.offer(free(3), 100)
    assert (hold.player, hold.table, hold.seat, hold.until) == ("Ann", "t1", 3, 160)
    assert lists.offer(free(3), 101) == ()  # nobody is paged twice for it
    assert lists.may_sit("Ann", "t1", 3)
    assert not lists.may_sit("Ben", "t1", 3)
    assert lists.may_sit("Ben", "t1", 4)
    assert lists.held("t1") == {3: hold}


def test_the_next_in_line_is_paged_when_a_hold_runs_out() -> None:
    lists = waiting("Ann", "Ben")
    lists.offer(free(3, hold=30), 100)
    assert lists.due() == 130
    assert lists.expire(129.9) == ()
    (missed,) = lists.expire(130)
    assert missed.player == "Ann"
    assert lists.position(KEY, "Ann") == 0
    assert paged(lists.offer(free(3, hold=30), 130)) == [("Ben", "t1", 3)]
    lists.expire(160)
    assert (lists.offer(free(3), 160), lists.due()) == ((), None)
    assert lists.may_sit("Zoe", "t1", 3)


def test_those_going_come_before_those_interested_and_keep_their_turn() -> None:
    lists = waiting("Ann", "Ben", "Cyd", want=INTEREST)
    lists.join(KEY, "Cyd", GOING, 10)
    assert [place.player for place in lists.line(KEY)] == ["Cyd", "Ann", "Ben"]
    lists.join(KEY, "Ben", GOING, 11)  # came before Cyd
    assert [place.player for place in lists.line(KEY)] == ["Ben", "Cyd", "Ann"]
    assert [lists.position(KEY, player) for player in ("Ben", "Cyd", "Ann", "Dan")] == [1, 2, 3, 0]
    lists.join(KEY, "Ben", INTEREST, 12)
    assert [place.player for place in lists.line(KEY)] == ["Cyd", "Ann", "Ben"]
    assert paged(lists.offer(free(1, 2, 3, 4), 20)) == [("Cyd", "t1", 1), ("Ann", "t1", 2), ("Ben", "t1", 3)]


def test_changes_of_table_come_first_in_the_order_they_were_asked_for() -> None:
    lists = waiting("Ann")
    lists.ask_table(KEY, "t2", "Ben", "", 5)
    lists.ask_table(KEY, "t1", "Cyd", "t2", 6)  # wants another table
    lists.ask_table(KEY, "t2", "Dan", "t1", 7)
    lists.ask_table(KEY, "t2", "Eve", "t3", 8)
    vacancy = free(3, 4, 5, 6, players=("Cyd",))
    assert paged(lists.offer(vacancy, 10)) == [("Ben", "t1", 3), ("Dan", "t1", 4), ("Ann", "t1", 5)]
    assert [place.want for place in lists.line(KEY)] == [GOING]
    with pytest.raises(ListError, match="table you sit at"):
        lists.ask_table(KEY, "t1", "Ann", "t1", 2)


def test_nobody_is_paged_for_a_table_they_sit_at() -> None:
    lists = waiting("Ann", "Ben")
    assert paged(lists.offer(free(3, players=("Ann",)), 1)) == [("Ben", "t1", 3)]
    assert paged(lists.offer(free(1, table="t2"), 1)) == [("Ann", "t2", 1)]


def test_a_player_may_be_on_several_lists_and_is_paged_by_each() -> None:
    lists = waiting("Ann")
    lists.join("stud", "Ann", INTEREST, 1)
    lists.join("top5", "Ann", GOING, 1)
    both = [*free(1), *free(2, table="t9", key="stud")]
    assert paged(lists.offer(both, 5)) == [("Ann", "t1", 1), ("Ann", "t9", 2)]
    lists.took("Ann", KEY, "t1", 1)
    assert [place.key for place in lists.places("Ann")] == ["stud", "top5"]
    assert paged(tuple(lists.held("t9").values())) == [("Ann", "t9", 2)]
    lists.gone("Ann")
    assert lists.stored() == Waiting()


def test_one_place_holds_one_seat() -> None:
    lists = waiting("Ann")
    assert paged(lists.offer([*free(1, 2), *free(1, table="t2")], 5)) == [("Ann", "t1", 1)]


def test_taking_a_seat_ends_what_it_grants_and_nothing_else() -> None:
    lists = Lists()
    lists.ask_table(KEY, "t1", "Ann", "t2", 0)
    lists.join("stud", "Ann", GOING, 0)
    lists.join(KEY, "Ben", GOING, 0)
    lists.offer(free(1, table="t2"), 1)
    assert lists.took("Ann", KEY, "t1", 5) == ()  # another spot of her own table
    assert [place.want for place in lists.took("Ann", KEY, "t2", 1)] == [TABLE]
    assert lists.held("t2") == {}
    assert [place.key for place in lists.places("Ann")] == ["stud"]
    lists.took("Ben", KEY, "t1", 9)  # any seat of the list will do
    assert lists.line(KEY) == ()


def test_leaving_a_table_ends_the_wish_to_change_from_it() -> None:
    lists = Lists()
    lists.ask_table(KEY, "t1", "Ann", "", 0)
    lists.join("stud", "Ann", GOING, 0)
    lists.left("Ann", "t1")
    assert [place.key for place in lists.places("Ann")] == ["stud"]


def test_a_new_wish_replaces_the_old_one_and_its_hold() -> None:
    lists = Lists()
    first = lists.ask_table(KEY, "t1", "Ann", "t2", 0)
    lists.offer(free(5, table="t2"), 1)
    second = lists.ask_table(KEY, "t1", "Ann", "t3", 2)
    assert (second.number, second.since) == (first.number, 0)
    assert lists.held("t2") == {}
    assert paged(lists.offer([*free(5, table="t2"), *free(6, table="t3")], 3)) == [("Ann", "t3", 6)]


def test_lists_go_back_to_what_was_stored() -> None:
    lists = waiting("Ann")
    before = lists.stored()
    lists.join(KEY, "Ben", GOING, 1)
    lists.offer(free(5), 2)
    lists.reset(before)
    assert lists.stored() == before
    assert paged(lists.offer(free(5), 2)) == [("Ann", "t1", 5)]


def test_what_one_player_waits_for_is_put_back_and_that_of_others_stays() -> None:
    lists = waiting("Ann")
    before = lists.stored()
    lists.join(KEY, "Ann", GOING, 1)
    lists.join("stud", "Ann", GOING, 1)
    lists.join(KEY, "Ben", GOING, 1)
    lists.put_back("Ann", before)
    assert lists.places("Ann") == before.places
    assert [place.player for place in lists.line(KEY)] == ["Ann", "Ben"]
    assert lists.join(KEY, "Cyd", GOING, 2).number == 4, "no number is given twice"


def test_a_table_that_closes_frees_its_holds_and_wishes_and_the_last_its_list() -> None:
    lists = waiting("Ann", "Ben")
    lists.ask_table(KEY, "t2", "Cyd", "t1", 0)
    lists.ask_table(KEY, "t1", "Dan", "t2", 0)
    lists.offer(free(7), 1)
    freed = lists.closed("t1", KEY, last=False)
    assert {place.player for place in freed} == {"Cyd", "Dan"}
    assert lists.held("t1") == {}
    assert [place.player for place in lists.line(KEY)] == ["Ann", "Ben"]
    lists.join("stud", "Ann", GOING, 2)
    assert [place.player for place in lists.closed("t2", KEY, last=True)] == ["Ann", "Ben"]
    assert [place.key for place in lists.places("Ann")] == ["stud"]


@pytest.mark.parametrize("want", ["", "perhaps", TABLE])
def test_only_interest_and_going_are_said_of_a_list(want: str) -> None:
    with pytest.raises(ListError, match="'interest' or 'going'"):
        Lists().join(KEY, "Ann", want, 0)
    with pytest.raises(ListError, match="no waiting list"):
        Lists().join("", "Ann", GOING, 0)


PLAYERS = st.sampled_from(["Ann", "Ben", "Cyd", "Dan"])
TABLES = {"t1": "a", "t2": "a", "t3": "b"}


class Evening(RuleBasedStateMachine):
    """Anyone does anything, time passes, and the lists are stored and restored in between."""

    @initialize()
    def open(self) -> None:
        self.lists, self.now = Lists(), 0.0
        self.seats: dict[str, dict[int, str]] = {table: {} for table in TABLES}

    @rule(player=PLAYERS, key=st.sampled_from("ab"), want=st.sampled_from([INTEREST, GOING]))
    def join(self, player: str, key: str, want: str) -> None:
        self.lists.join(key, player, want, self.now)

    @rule(player=PLAYERS, key=st.sampled_from("ab"))
    def off(self, player: str, key: str) -> None:
        self.lists.off(key, player)
        assert not self.lists.position(key, player)

    @rule(player=PLAYERS, table=st.sampled_from(sorted(TABLES)), to=st.sampled_from(["", "t1"]))
    def change(self, player: str, table: str, to: str) -> None:
        if player in self.seats[table].values() and to != table:
            self.lists.ask_table(TABLES[table], table, player, to, self.now)

    @rule(player=PLAYERS, table=st.sampled_from(sorted(TABLES)), seat=st.integers(1, 2))
    def sit(self, player: str, table: str, seat: int) -> None:
        if seat in self.seats[table] or not self.lists.may_sit(player, table, seat):
            return
        self.seats[table] = {at: who for at, who in self.seats[table].items() if who != player} | {seat: player}
        self.lists.took(player, TABLES[table], table, seat)

    @rule(table=st.sampled_from(sorted(TABLES)), seat=st.integers(1, 2))
    def leave(self, table: str, seat: int) -> None:
        if player := self.seats[table].pop(seat, ""):
            self.lists.left(player, table)

    @rule(seconds=st.sampled_from([0, 10, 59.9, 60, 500]))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        due = self.lists.due()
        missed = self.lists.expire(self.now)
        assert bool(missed) == (due is not None and due <= self.now)
        assert all(hold.number not in {place.number for place in self.lists.stored().places} for hold in missed)

    @rule()
    def page(self) -> None:
        vacancies = [self.vacancy(table) for table in TABLES]
        before = self.lists.stored().places
        holds = self.lists.offer(vacancies, self.now)
        assert self.lists.stored().places == before
        rank = {TABLE: 0, GOING: 1, INTEREST: 2}
        for hold in holds:
            (place,) = [place for place in before if place.number == hold.number]
            for other in before:  # whoever stands before him was paged too, or could not use this seat
                better = (rank[other.want], other.number) < (rank[place.want], place.number) and other.key == place.key
                if better and other.want in (INTEREST, GOING) and other.player not in self.seats[hold.table].values():
                    assert any(other.player == each.player for each in self.lists.stored().holds)
        assert self.lists.offer(vacancies, self.now) == ()

    def vacancy(self, table: str) -> Vacancy:
        taken = self.seats[table]
        seats = tuple(seat for seat in (1, 2) if seat not in taken)
        return Vacancy(table=table, key=TABLES[table], seats=seats, players=frozenset(taken.values()))

    @rule(table=st.sampled_from(sorted(TABLES)))
    def restart(self, table: str) -> None:
        data = msgspec.json.encode(self.lists.stored())
        again = Lists(msgspec.json.decode(data, type=Waiting))
        assert again.stored() == self.lists.stored()
        self.lists = again

    @rule(table=st.sampled_from(sorted(TABLES)))
    def close(self, table: str) -> None:
        self.seats[table].clear()
        last = table == "t3"
        self.lists.closed(table, TABLES[table], last=last)
        assert not self.lists.held(table)
        assert not last or not self.lists.line("b")

    @invariant()
    def sound(self) -> None:
        if not hasattr(self, "lists"):
            return
        stored: Any = self.lists.stored()
        places = {place.number: place for place in stored.places}
        assert len({(hold.table, hold.seat) for hold in stored.holds}) == len(stored.holds)
        assert len({hold.number for hold in stored.holds}) == len(stored.holds)
        assert len({(hold.player, hold.table) for hold in stored.holds}) == len(stored.holds)
        for hold in stored.holds:
            assert places[hold.number].player == hold.player
            assert hold.seat not in self.seats[hold.table]
        firsts = [(place.player, place.key) for place in stored.places if place.want in (INTEREST, GOING)]
        assert len(set(firsts)) == len(firsts)


Evening.TestCase.settings = examples(0.6, stateful_step_count=40)
TestEvening = Evening.TestCase
