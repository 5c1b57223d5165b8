"""Permissions at a table: forged, stale and repeated commands, pre-actions, the floor, chat."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from pitboss.deal.view import Option
from pitboss.room import commands
from pitboss.room.table.outcome import Refused, Said, TableStatus
from pitboss.room.table.questions import PreAction
from tests.deal.tables import TABLES

from .crowd import moment
from .evening import Evening

HOLDEM, HOUSE = "holdem, pot", "three-card"


def at_holdem(*names: str, **config: Any) -> Evening:
    evening = Evening(HOLDEM, **config)
    evening.sit(*(names or ("Ann", "Ben", "Cyd")))
    evening.wait(3)
    return evening


def at_house(**config: Any) -> Evening:
    """Two hands against the house, both to be decided."""
    evening = Evening(HOUSE, **config)
    evening.sit("Ann", "Ben")
    for seat, name in enumerate(("Ann", "Ben"), 1):
        evening.do(name, commands.Place, spot=seat, wagers={"ante": 500})
        evening.do(name, commands.Ready)
    assert evening.table.session.actors == (1, 2)
    return evening


def asked(evening: Evening) -> str:
    return evening.table.player(evening.table.session.actors[0])


def legal(evening: Evening) -> dict[str, Option]:
    session = evening.table.session
    return {option.word: option for option in session.legal(session.actors[0]) if option.allowed}


def test_a_seat_is_played_by_whoever_sits_in_it() -> None:
    evening = at_holdem()
    seat = evening.table.session.actors[0]
    other = next(name for name in ("Ann", "Ben", "Cyd") if name != asked(evening))
    before = moment(evening.table)
    for command, fields in (
        (commands.Act, {"seat": seat, "action": "fold"}),
        (commands.Leave, {"seat": seat}),
        (commands.Out, {"seat": seat}),
        (commands.Back, {"seat": seat}),
        (commands.Buy, {"seat": seat, "cents": 10_000}),
        (commands.Pre, {"seat": seat, "action": "fold"}),
        (commands.UseBank, {"seat": seat}),
    ):
        with pytest.raises(Refused, match="not yours"):
            evening.do(other, command, **fields)
        with pytest.raises(Refused, match="no seat"):
            evening.do("stranger", command, **fields)
    assert moment(evening.table) == before


def test_a_spot_is_wagered_on_by_whoever_has_it() -> None:
    evening = Evening(HOUSE)
    evening.sit("Ann", "Ben")
    with pytest.raises(Refused, match="not yours"):
        evening.do("Ben", commands.Place, spot=1, wagers={"ante": 500})


# Stale


def test_an_act_based_on_an_older_question_is_stale() -> None:
    evening = at_holdem("Ann", "Ben")
    first = asked(evening)
    seen = evening.table.version
    evening.act(first, "call" if "call" in legal(evening) else "check")
    while asked(evening) != first:
        evening.act(asked(evening), "check" if "check" in legal(evening) else "call")
    with pytest.raises(Refused) as refused:
        evening.do(first, commands.Act, seq=seen, seat=evening.table.session.actors[0], action="fold")
    assert refused.value.stale


def test_an_act_for_a_question_that_the_clock_has_answered_is_stale() -> None:
    evening = at_holdem()
    who, seat, seen = asked(evening), evening.table.session.actors[0], evening.table.version
    evening.wait(20)
    with pytest.raises(Refused) as refused:
        evening.do(who, commands.Act, seq=seen, seat=seat, action="call")
    assert refused.value.stale


@pytest.mark.rule("HB-10")
def test_what_another_seat_decides_does_not_make_a_decision_stale() -> None:
    evening = at_house()
    seen = evening.table.version
    evening.do("Ben", commands.Act, seq=seen, seat=2, action="play")
    evening.do("Ann", commands.Act, seq=seen, seat=1, action="play")
    assert evening.journal.hands


def test_chat_and_seats_do_not_make_a_decision_stale() -> None:
    evening = at_holdem()
    seen, seat = evening.table.version, evening.table.session.actors[0]
    evening.sit("Dan")
    evening.do("Dan", commands.Chat, text="hello")
    assert evening.table.version > seen
    evening.do(asked(evening), commands.Act, seq=seen, seat=seat, action="fold")


def test_a_name_for_a_hand_that_is_over_is_stale() -> None:
    evening = Evening("dealer's choice, button")
    evening.sit("Ann", "Ben", "Cyd")
    seen = evening.table.version
    evening.wait(3)
    while evening.table.session.running is not None:
        evening.wait(20)
    who = evening.table.player(evening.table.session.namer)
    with pytest.raises(Refused) as refused:
        evening.do(who, commands.Name, seq=seen, game=evening.table.session.spread[1])
    assert refused.value.stale
    other = next(name for name in ("Ann", "Ben", "Cyd") if name != who)
    with pytest.raises(Refused, match="names the game"):
        evening.do(other, commands.Name, game=evening.table.session.spread[1])
    evening.do(who, commands.Name, game=evening.table.session.spread[1])
    evening.wait(3)
    assert evening.table.session.dealings()[-1].game == evening.table.session.spread[1]


# Repeated


def test_a_repeated_key_is_answered_as_before_and_changes_nothing() -> None:
    evening = at_holdem()
    who, seat = asked(evening), evening.table.session.actors[0]
    first = evening.do(who, commands.Act, key="k", seat=seat, action="fold")
    before = moment(evening.table)
    again = evening.do(who, commands.Act, key="k", seat=seat, action="fold")
    assert (again.seq, again.again, again.change) == (first.seq, True, None)
    assert moment(evening.table) == before
    other = asked(evening)
    assert not evening.do(other, commands.Act, key="k", seat=evening.table.session.actors[0], action="fold").again


def test_a_key_is_known_after_a_restart() -> None:
    evening = at_holdem()
    who, seat = asked(evening), evening.table.session.actors[0]
    first = evening.do(who, commands.Act, key="k", seat=seat, action="fold")
    evening.restart()
    again = evening.do(who, commands.Act, key="k", seat=seat, action="fold")
    assert (again.seq, again.again) == (first.seq, True)


def test_a_game_can_be_named_after_a_restart_by_whoever_was_asked_before_it() -> None:
    evening = Evening("dealer's choice, button")
    evening.sit("Ann", "Ben", "Cyd")
    while not evening.table.namer:  # the first hand is played by the clock
        evening.wait(1)
    session, seen = evening.table.session, evening.table.version
    namer = evening.table.player(session.namer)
    evening.sit("Dan")  # which changes nothing for the namer
    evening.restart()
    assert evening.table.asked_at(session.namer) == seen
    evening.do(namer, commands.Name, seq=seen, game=session.spread[1])
    assert evening.table.session.next_game == session.spread[1]


@pytest.mark.parametrize("restarted", [False, True])
def test_a_key_is_not_taken_for_another_command(restarted: bool) -> None:
    evening = at_holdem()
    who, seat = asked(evening), evening.table.session.actors[0]
    first = evening.do(who, commands.Act, key="k", seat=seat, action="call")
    if restarted:
        evening.restart()
    before = moment(evening.table)
    for other in ({"action": "fold"}, {"action": "call", "cents": 1}):
        with pytest.raises(Refused, match="this key was given to another command"):
            evening.do(who, commands.Act, key="k", seat=seat, **other)
    with pytest.raises(Refused, match="with a new key"):
        evening.do(who, commands.Buy, key="k", seat=seat, cents=100)
    assert moment(evening.table) == before
    same = evening.do(who, commands.Act, key="k", seq=first.seq + 5, seat=seat, action="call")
    assert same.again, "what it was based on is not what it asks for"


def test_a_refused_command_may_be_sent_again_with_its_key() -> None:
    evening = at_holdem()
    other = next(name for name in ("Ann", "Ben", "Cyd") if name != asked(evening))
    seat = evening.table.seats_of(other)[0]
    with pytest.raises(Refused):
        evening.do(other, commands.Act, key="early", seat=seat, action="fold")
    while asked(evening) != other:
        evening.act(
            asked(evening), "fold" if len(legal(evening)) < 2 else "call" if "call" in legal(evening) else "check"
        )
    assert not evening.do(other, commands.Act, key="early", seat=seat, action="fold").again


# Pre-actions


def next_player(evening: Evening) -> tuple[str, int]:
    """Who acts after the present actor, at a fresh copy of the table."""
    return next((evening.table.player(seat), seat) for seat in clockwise(evening))


def clockwise(evening: Evening) -> list[int]:
    actor = evening.table.session.actors[0]
    return sorted((seat for seat in evening.table.seated if seat != actor), key=lambda seat: (seat < actor, seat))


def test_a_pre_action_is_carried_out_when_the_turn_comes_in_the_same_line() -> None:
    evening = at_holdem()
    who, seat = next_player(evening)
    assert evening.do(who, commands.Pre, action="fold").change is None
    outcome = evening.act(asked(evening), "call" if "call" in legal(evening) else "check")
    assert outcome.change is not None
    assert [getattr(each.did, "action", "") for each in outcome.change.line.did][1:] == ["fold"]
    assert seat not in evening.table.session.actors


def test_check_or_fold_folds_when_a_bet_is_made() -> None:
    evening = at_holdem()
    who, _ = next_player(evening)
    evening.do(who, commands.Pre, action="check/fold")
    raised = legal(evening).get("raise") or legal(evening)["bet"]
    outcome = evening.act(asked(evening), raised.word, raised.low)
    assert outcome.change is not None
    assert [getattr(each.did, "action", "") for each in outcome.change.line.did][1:] == ["fold"]


def test_a_call_at_a_price_is_dropped_when_the_price_has_changed() -> None:
    evening = at_holdem()
    who, seat = next_player(evening)
    evening.do(who, commands.Pre, action="call", cents=200)
    raised = legal(evening).get("raise") or legal(evening)["bet"]
    evening.act(asked(evening), raised.word, raised.low)
    assert evening.table.session.actors == (seat,)
    assert legal(evening)["call"].cents != 200
    assert evening.table.pre_actions.get(seat) is None


def test_call_any_calls_whatever_it_costs() -> None:
    evening = at_holdem()
    who, seat = next_player(evening)
    evening.do(who, commands.Pre, action="call any", once=False)
    raised = legal(evening).get("raise") or legal(evening)["bet"]
    evening.act(asked(evening), raised.word, raised.low)
    assert seat not in evening.table.session.actors
    assert evening.table.pre_actions.get(seat) is not None


def test_a_pre_action_is_taken_back_and_ends_with_the_hand() -> None:
    evening = at_holdem()
    who, seat = next_player(evening)
    evening.do(who, commands.Pre, action="fold")
    evening.do(who, commands.Pre)
    assert evening.table.pre_actions.get(seat) is None
    evening.do(who, commands.Pre, action="call any", once=False)
    evening.wait(1000)
    assert evening.journal.hands
    assert evening.table.pre_actions.get(seat) is None


def test_who_is_asked_decides_now() -> None:
    evening = at_holdem()
    with pytest.raises(Refused, match="decide now"):
        evening.do(asked(evening), commands.Pre, action="fold")


@pytest.mark.parametrize(
    ("action", "cents", "expected"),
    [
        ("check", 0, "check"),
        ("call", 400, "call"),
        ("call", 200, ""),
        ("call", 0, ""),
        ("call any", 0, "call"),
        ("call/fold", 200, "fold"),
        ("raise", 800, ""),
        ("hold", 0, ""),
        ("hold As", 0, "hold As"),
        ("draw", 0, ""),
    ],
)
def test_exactly_this_action_at_this_price(action: str, cents: int, expected: str) -> None:
    options = (
        Option("check", ("check",)),
        Option("call", ("call",), 400),
        Option("raise", ("raise",), 400, 800, 1600, 400),
        Option("fold", ("fold",)),
        Option("hold", ("hold As", "hold Kd")),
        Option("draw", ("draw",), why="not now"),
    )
    assert PreAction(action, cents, True).choose(options) == expected


# The floor


def test_rulings_on_dealing_errors_do_not_exist_at_a_table_dealt_by_machine() -> None:
    evening = at_holdem()
    evening.person("Flo", "registered", "floor")
    with pytest.raises(Refused, match="dealt by machine"):
        evening.do("Flo", commands.Floor, ruling="misdeal", facts={"reason": "a card was exposed"})
    evening.person("Dee", "registered", "dealer")
    with pytest.raises(Refused, match="dealt by machine"):
        evening.do("Dee", commands.Step)


@pytest.mark.parametrize("ruling", ["pause", "resume", "fill", "close", "misdeal"])
def test_the_floor_is_a_role(ruling: str) -> None:
    evening = at_holdem()
    before = moment(evening.table)
    facts = {"cents": 100} if ruling == "fill" else {}
    with pytest.raises(Refused):
        evening.do("Ann", commands.Floor, ruling=ruling, facts=facts)
    assert moment(evening.table) == before


def test_a_paused_table_finishes_its_hand_and_deals_no_other_until_it_is_resumed() -> None:
    evening = at_holdem()
    evening.person("Flo", "registered", "floor")
    evening.do("Flo", commands.Floor, ruling="pause", facts={"why": "a fire drill"})
    assert Said("", "The table is paused: a fire drill.") in evening.told
    evening.wait(1000)
    assert evening.table.session.running is None
    assert len(evening.journal.hands) == 1
    assert evening.restored().state.paused == "a fire drill"
    evening.do("Flo", commands.Floor, ruling="resume")
    evening.wait(3)
    assert evening.table.session.running is not None


def test_a_player_calls_the_floor_until_it_comes() -> None:
    evening = at_holdem()
    evening.person("Flo", "registered", "floor")
    evening.do("Ann", commands.Call)
    assert TableStatus(called="Ann") in evening.told
    assert evening.restored().state.called == "Ann"
    with pytest.raises(Refused, match="on its way"):
        evening.do("Ben", commands.Call)
    with pytest.raises(Refused, match="not called"):
        evening.do("Ben", commands.Call, off=True)
    with pytest.raises(Refused, match="no seat"):
        evening.do("stranger", commands.Call)
    evening.do("Flo", commands.Floor, ruling="pause", facts={"why": "a dispute"})
    assert TableStatus(paused="a dispute") in evening.told
    evening.do("Ben", commands.Call)
    evening.do("Ben", commands.Call, off=True)
    assert not evening.table.state.called


# Chat


def test_chat_is_told_to_everyone_and_leaves_no_line() -> None:
    evening = at_holdem()
    outcome = evening.do("Ann", commands.Chat, text="  nice\n hand\x00 ")
    assert outcome.change is None
    assert outcome.notices == (Said("Ann", "nice hand"),)
    with pytest.raises(Refused, match="take a seat"):
        evening.do("stranger", commands.Chat, text="hello")
    with pytest.raises(Refused, match="empty"):
        evening.do("Ann", commands.Chat, text=" \n")
    quiet = Evening(HOLDEM, chat=False)
    quiet.sit("Ann")
    with pytest.raises(Refused, match="no chat"):
        quiet.do("Ann", commands.Chat, text="hello")


def test_chat_cannot_turn_the_lines_around_it() -> None:
    coder = "\U0001f469\u200d\U0001f4bb"
    outcome = at_holdem().do("Ann", commands.Chat, text=f"a\u202egnp.exe\u2066\x07{coder}")
    assert outcome.notices == (Said("Ann", f"agnp.exe {coder}"),)


@pytest.mark.rule("HO-10")
def test_chat_is_closed_while_players_may_not_talk_about_their_cards() -> None:
    quiet = []
    for game in (game for game in TABLES if ", " not in game):
        evening = Evening(game)
        evening.sit("Ann")
        evening.do("Ann", commands.Place, spot=1, wagers=evening.table.session.least_wagers(1))
        evening.do("Ann", commands.Ready)
        running = evening.table.session.running
        if running is not None and not running.chat_open:
            quiet.append(game)
            with pytest.raises(Refused) as refused:
                evening.do("Ann", commands.Chat, text="I have nothing")
            assert refused.value.rule == "HO-10"
    assert quiet


@pytest.mark.parametrize("kind", get_args(commands.TableCommand), ids=lambda kind: kind.__name__)
def test_a_stranger_does_nothing_but_sit_down(kind: type[Any]) -> None:
    evening = at_holdem()
    values: dict[str, Any] = {"wagers": {}, "action": "fold", "game": "x", "ruling": "x", "text": "x", "player": "Ann"}
    fields = {field: values.get(field, 1) for field in kind.__struct_fields__ if field in kind.__annotations__}
    fields = {
        field: value for field, value in fields.items() if field not in ("wait", "facts", "once", "table", "want")
    }
    before = moment(evening.table)
    command = kind(**{field: value for field, value in fields.items() if field not in ("interest", "going", "off")})
    with pytest.raises(Refused, match=r"\.$"):
        evening.send(evening.person("stranger"), command)
    assert moment(evening.table) == before
