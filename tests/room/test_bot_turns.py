"""Bots are asked through notices, once per question, and the clock decides for a late bot as for anyone else."""

from __future__ import annotations

from pitboss.room import commands
from pitboss.room.people import BOT
from pitboss.room.table.outcome import BotTurn

from .evening import Evening


def opened(game: str) -> Evening:
    evening = Evening(game)
    evening.person("Bea", BOT)
    evening.sit("Ann", "Bea", "Cyd")
    return evening


def turns(evening: Evening) -> list[BotTurn]:
    return [notice for notice in evening.told if isinstance(notice, BotTurn)]


def test_a_bot_is_asked_to_act_once_for_each_question() -> None:
    evening = opened("holdem, pot")
    evening.wait(3)
    session = evening.table.session
    while session.actors != (2,):
        words = [option.word for option in session.legal(session.actors[0]) if option.allowed]
        evening.act(evening.table.player(session.actors[0]), "call" if "call" in words else "check")
    assert turns(evening) == [BotTurn("Bea", 2, "act", evening.table.asked_at(2))]
    evening.do("Ann", commands.Chat, text="hurry up")
    assert len(turns(evening)) == 1
    assert evening.table.bot_turns() == tuple(turns(evening))
    evening.wait(20)
    assert evening.table.bot_turns() != tuple(turns(evening)[:1])


def test_a_bot_is_asked_to_place_when_the_window_opens() -> None:
    evening = opened("three-card")
    [turn] = turns(evening)
    assert turn == BotTurn("Bea", 2, "place", evening.table.state.opened)
    evening.do("Bea", commands.Place, spot=2, wagers={"ante": 500}, seq=turn.seq)
    assert evening.table.bot_turns() == ()
    evening.wait(20)
    assert [turn.what for turn in turns(evening)] == ["place", "act"]
    evening.act("Bea", "play")
    assert [turn.what for turn in turns(evening)] == ["place", "act", "place"]


def test_a_bot_that_sits_this_one_out_says_that_it_is_ready() -> None:
    evening = opened("three-card")
    evening.do("Bea", commands.Ready)
    assert evening.table.bot_turns() == ()


def test_a_bot_is_asked_to_name_the_game() -> None:
    evening = opened("dealer's choice, button")
    evening.wait(3)
    for _ in range(60):
        if evening.table.bot_turns() and evening.table.bot_turns()[0].what == "name":
            break
        evening.wait(10)
    [turn] = evening.table.bot_turns()
    assert (turn.player, turn.what) == ("Bea", "name")
    evening.do("Bea", commands.Name, game=evening.table.session.spread[-1], seq=turn.seq)
    assert evening.table.session.next_game == evening.table.session.spread[-1]


def test_a_bot_is_never_lost_and_its_chips_come_from_its_own_account() -> None:
    evening = opened("holdem, pot")
    evening.restart()
    assert evening.table.presence(evening.now)[2] == ("live", 0)
    assert evening.table.presence(evening.now)[1][0] == "lost"
    assert evening.journal.ledger["bot Bea"] == 1_000_000 - 40_000
    assert evening.journal.ledger["wallet Bea"] == 0
    evening.do("Bea", commands.Leave)
    assert evening.journal.ledger["bot Bea"] == 1_000_000
