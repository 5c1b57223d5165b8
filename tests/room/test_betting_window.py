"""The betting window: placed wagers commit chips, may be withdrawn until it closes, and play even if not ready."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.room import commands
from pitboss.room.people import BOT, GUEST
from pitboss.room.table import host
from pitboss.room.table.outcome import Presence, Refused, Told
from tests.deal.tables import TABLES

from .evening import Evening

GAME = "three-card"
LEAST = {"ante": 500}
WAGERING = [game for game in TABLES if ", " not in game]


def opened(*names: str, **config: Any) -> Evening:
    evening = Evening(GAME, **config)
    evening.sit(*(names or ("Ann", "Ben")))
    return evening


def place(evening: Evening, who: str, wagers: dict[str, int] | None = None, **more: Any) -> None:
    spot = more.pop("spot", evening.table.seats_of(who)[0])
    evening.do(who, commands.Place, spot=spot, wagers=LEAST if wagers is None else wagers, **more)


def running(evening: Evening) -> bool:
    return evening.table.session.running is not None


def dealt_in(evening: Evening) -> set[str]:
    return set(evening.table.session.dealings()[-1].players.values())


def test_the_clock_of_the_window_starts_with_the_first_place() -> None:
    evening = opened(window=20)
    evening.wait(1000)
    assert not running(evening)
    place(evening, "Ann")
    assert evening.table.due() == evening.now + 20
    evening.wait(10)
    place(evening, "Ben")
    assert evening.table.due() == evening.now + 10
    evening.wait(9.9)
    assert not running(evening)
    evening.wait(0.1)
    assert running(evening)


def test_all_ready_no_waiting() -> None:
    evening = opened()
    place(evening, "Ann")
    evening.do("Ann", commands.Ready)
    assert not running(evening)
    place(evening, "Ben")
    outcome = evening.do("Ben", commands.Ready)
    assert running(evening)
    assert outcome.change is not None
    assert outcome.change.line.by == "player Ben"


def test_whoever_is_ready_without_a_place_sits_out_with_a_reason() -> None:
    evening = opened()
    place(evening, "Ann")
    evening.do("Ann", commands.Ready)
    evening.do("Ben", commands.Ready)
    assert dealt_in(evening) == {"Ann"}
    assert Told("Ben", "spot 2 sits out: nothing was placed on it.", "HB-1") in evening.told


def test_whoever_sat_out_and_wagers_is_seen_to_be_back() -> None:
    evening = opened()
    evening.do("Ann", commands.Out)
    assert evening.told[-1] == Presence(1, "out")
    place(evening, "Ann")
    assert Presence(1, "live") in evening.told
    count = len(evening.told)
    place(evening, "Ann", {"ante": 1000})
    assert not any(isinstance(each, Presence) for each in evening.told[count:])


def test_valid_places_play_ready_or_not() -> None:
    evening = opened()
    place(evening, "Ann")
    place(evening, "Ben")
    evening.wait(20)
    assert dealt_in(evening) == {"Ann", "Ben"}


def test_valid_places_play_connected_or_not() -> None:
    evening = opened()
    place(evening, "Ann")
    place(evening, "Ben")
    evening.lose("Ben")
    evening.do("Ann", commands.Ready)
    assert dealt_in(evening) == {"Ann", "Ben"}


def test_a_guest_whose_grace_ends_with_chips_on_the_spot_plays_the_round_and_is_cashed_out_then() -> None:
    evening = Evening(GAME, window=100)
    evening.person("Gus", GUEST)
    evening.sit("Ann", "Gus")
    place(evening, "Gus")
    evening.lose("Gus")
    evening.wait(99)
    assert evening.table.seats_of("Gus")
    evening.wait(1)
    assert dealt_in(evening) == {"Gus"}
    evening.wait(61)
    assert not evening.table.seats_of("Gus")
    assert evening.journal.hands


def test_what_was_placed_before_a_restart_plays_after_it_and_nobody_is_kept_for_ever() -> None:
    evening = Evening(GAME, window=20)
    evening.person("Gus", GUEST)
    evening.sit("Gus")
    place(evening, "Gus")
    evening.wait(19)
    evening.restart()
    assert evening.table.due() == evening.now + 20, "the clock of the window starts anew"
    evening.wait(20)
    assert dealt_in(evening) == {"Gus"}
    evening.wait(200)
    assert evening.journal.hands
    assert not evening.table.seats_of("Gus")


def test_no_places_no_deal() -> None:
    evening = opened()
    evening.do("Ann", commands.Ready)
    evening.do("Ben", commands.Ready)
    evening.wait(1000)
    assert not running(evening)


def test_a_place_may_be_withdrawn_until_the_window_closes() -> None:
    evening = opened()
    place(evening, "Ann")
    evening.wait(19)
    place(evening, "Ann", {})
    assert evening.table.due() is None
    evening.wait(100)
    assert not running(evening)
    place(evening, "Ann")
    evening.wait(20)
    with pytest.raises(Refused, match="no more wagers") as refused:
        place(evening, "Ann", {})
    assert refused.value.rule == "HB-1"


def test_a_place_commits_its_chips_to_the_spot() -> None:
    evening = opened()
    evening.do("Ann", commands.TakeSpot, n=3)
    place(evening, "Ann", {"ante": 30_000})
    with pytest.raises(Refused, match=r"wagers .* but has"):
        place(evening, "Ann", {"ante": 20_000}, spot=3)


@pytest.mark.rule("HB-7")
def test_a_player_may_hold_several_spots() -> None:
    evening = opened()
    evening.do("Ann", commands.TakeSpot, n=3)
    place(evening, "Ann")
    place(evening, "Ann", spot=3)
    evening.do("Ann", commands.Ready)
    evening.do("Ben", commands.Ready)
    assert evening.table.session.dealings()[-1].players == {1: "Ann", 3: "Ann"}
    assert evening.table.session.actors == (1,)  # his second hand waits for the first
    evening.act("Ann", "play")
    assert evening.table.session.actors == (3,)
    evening.act("Ann", "play")
    assert evening.journal.hands[0].net["Ann"] == evening.table.session.chips()["player Ann"] - 40_000


def test_what_is_wagered_on_average_is_known_of_the_latest_deals() -> None:
    evening = Evening(GAME, window=20)
    evening.sit("Ann")
    assert evening.table.average_pot == 0
    place(evening, "Ann")
    evening.wait(20)
    evening.wait(200)
    sizes = [hand.size for hand in evening.journal.hands]
    assert evening.table.average_pot == round(sum(sizes) / len(sizes)) > 0


def test_an_invalid_place_is_refused_and_the_one_before_it_stays() -> None:
    evening = opened()
    place(evening, "Ann")
    for wagers, rule in (({"nonsense": 500}, "HB-1"), ({"ante": 10**9}, "HB-2")):
        with pytest.raises(Refused) as refused:
            place(evening, "Ann", wagers)
        assert refused.value.rule == rule
    assert evening.table.session.seats[1].placed == LEAST


def test_a_place_that_is_not_valid_any_more_sits_out_with_the_reason() -> None:
    """Nothing invalid is ever accepted, so the chips are taken away behind the table's back."""
    evening = opened()
    place(evening, "Ann")
    place(evening, "Ben")
    session: Any = evening.table.session
    session.balance["Ben"] = 100
    evening.wait(20)
    assert dealt_in(evening) == {"Ann"}
    [why] = [notice.text for notice in evening.told if isinstance(notice, Told) and notice.player == "Ben"]
    assert why.startswith("spot 2 sits out: ")
    assert "wagers $5" in why


def test_a_place_based_on_the_window_before_is_stale() -> None:
    evening = opened()
    seen = evening.table.version
    place(evening, "Ann")
    evening.wait(20)
    evening.act("Ann", "play")
    with pytest.raises(Refused) as refused:
        place(evening, "Ann", seq=seen)
    assert refused.value.stale
    place(evening, "Ann")


def test_what_others_place_does_not_make_a_place_stale() -> None:
    evening = opened()
    seen = evening.table.version
    place(evening, "Ann", seq=seen)
    place(evening, "Ben", seq=seen)
    place(evening, "Ann", {"ante": 1_000}, seq=seen)
    assert [seat.placed for seat in evening.table.session.seats.values()] == [{"ante": 1_000}, LEAST]


def test_a_player_without_chips_is_not_waited_for() -> None:
    evening = opened()
    place(evening, "Ann", {"ante": 40_000})
    evening.do("Ann", commands.Ready)
    evening.do("Ben", commands.Ready)
    evening.act("Ann", "fold")
    assert evening.table.session.seats[1].cents == 0
    place(evening, "Ben")
    evening.do("Ben", commands.Ready)
    assert running(evening)


def test_a_bot_that_has_placed_is_ready() -> None:
    evening = Evening(GAME)
    evening.person("Bea", BOT)
    evening.sit("Ann", "Bea")
    place(evening, "Ann")
    evening.do("Ann", commands.Ready)
    assert not running(evening)
    place(evening, "Bea")
    assert running(evening)


def test_who_leaves_while_the_window_is_open_takes_their_wager_back() -> None:
    evening = opened()
    place(evening, "Ann")
    evening.do("Ann", commands.Leave)
    assert evening.wallet("Ann") == 1_000_000
    evening.wait(100)
    assert not evening.table.seats_of("Ann")
    assert not running(evening)


def test_being_ready_is_for_between_deals() -> None:
    evening = opened()
    place(evening, "Ann")
    evening.wait(20)
    with pytest.raises(Refused, match="being played"):
        evening.do("Ben", commands.Ready)


@pytest.mark.parametrize("game", WAGERING)
def test_every_game_against_the_house_collects_wagers_in_a_window(game: str) -> None:
    evening = Evening(game)
    evening.sit("Ann", "Ben")
    evening.wait(1000)
    assert not running(evening)
    place(evening, "Ann", evening.table.session.least_wagers(1))
    evening.wait(20)
    assert dealt_in(evening) == {"Ann"}


def test_whoever_wakes_a_table_has_a_pause_to_sit_down_before_the_next_deal() -> None:
    evening = Evening("holdem, pot")
    evening.sit("Ann", "Ben")
    evening.now += 1000  # while nobody watches, nothing that is due is done
    host.wake(evening.table, evening.now)
    assert evening.table.due() == evening.now + evening.table.config.pause
    evening.sit("Cyd")
    evening.wait(evening.table.config.pause)
    assert dealt_in(evening) == {"Ann", "Ben", "Cyd"}


def test_whoever_wakes_a_house_table_has_time_to_wager() -> None:
    evening = opened("Ann", "Ben", window=20)
    place(evening, "Ann")
    evening.now += 1000
    host.wake(evening.table, evening.now)
    assert evening.table.due() == evening.now + 20
