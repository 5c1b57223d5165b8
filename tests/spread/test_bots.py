"""Bots play tables of every kind, using only what their player sees."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

import pytest

import pitboss
from pitboss import spread
from pitboss.deal.players import account
from pitboss.deal.session import Session
from pitboss.errors import PitbossError
from pitboss.spread.coach import advisor, spot_view
from tests.patience import MINUTE

from .test_opening import EVERY, every


def seated(table: str, seed: int, players: int = 3) -> tuple[Session, spread.RoomBot]:
    session = spread.open_session(**EVERY[table], shuffle=pitboss.seeded(seed))
    for seat in range(1, players + 1):
        session.sit(seat, f"Bot {seat}", max(40_000, session.sheet().usual_buy_in))
    return session, spread.bot(session, seed)


def play(session: Session, bot: spread.RoomBot) -> None:
    for seat, view in session.seats.items():
        wagers = bot.place(session.wagers(seat), session.least_wagers(seat), view.cents)
        if wagers:
            session.place(seat, wagers)
    if not session.next_game:
        session.name(bot.name(session.playable(), session.version))
    session.deal(ask=True)
    while session.actors:
        seat = session.actors[0]
        view = session.view(account(session.seats[seat].player))
        act = bot.act(view, seat)
        session.act(act.seat, act.action, act.cents)
    session.finish()


@every
def test_bots_play_to_the_end(table: str) -> None:
    session, bot = seated(table, 3)
    for _ in range(3):
        if session.why_not_deal() and not session.least_wagers(1) and not session.playable():
            break
        play(session, bot)
    assert session.finished
    assert sum(session.chips().values()) == 0


@pytest.mark.parametrize("table", ["three-card", "let-it-ride", "holdem, pot"])
def test_the_same_seed_and_view_give_the_same_decision(table: str) -> None:
    one, other = seated(table, 4), seated(table, 4)
    for session, bot in (one, other):
        bot.prepare()
        play(session, bot)
    assert one[0].record.entries == other[0].record.entries


@pytest.mark.parametrize(
    "table", ["caribbean", "crazy4", "four-card", "let-it-ride", "mississippi", "six54", "three-card", "top5"]
)
def test_a_house_bot_plays_the_option_of_the_highest_exact_value(table: str) -> None:
    session, bot = seated(table, 8, players=1)
    bot.prepare()
    game: Any = pitboss.game(table)
    for _ in range(6):
        session.place(1, session.least_wagers(1))
        session.deal()
        while session.actors:
            view = session.view(account("Bot 1"))
            assert view.deal is not None
            at = spot_view(game.definition, view.deal, 1)
            shown = dict(at.shown)
            advice = game.advise(
                at.cards,
                board=shown.pop("board", ()),
                up=next(iter(shown.values()), ()),
                did=at.did,
                wagers={key: cents // at.wagers[0][1] for key, cents in at.wagers},
            )
            values = {frozenset(option.action.split()): option.ev for option in advice.options}
            act = bot.act(view, 1)
            assert values[frozenset(act.action.split())] == advice.options[0].ev
            session.act(1, act.action)
        session.finish()


def test_a_bot_whose_answer_is_not_ready_takes_the_free_option(monkeypatch: pytest.MonkeyPatch) -> None:
    session, bot = seated("let-it-ride", 2, players=1)
    session.place(1, session.least_wagers(1))
    session.deal()
    busy = advisor(session.game.definition)  # type: ignore[attr-defined]
    monkeypatch.setattr("pitboss.spread.coach.PATIENCE", 0.01)
    busy._known.clear()
    with busy._asking:
        assert bot.act(session.view("player Bot 1"), 1).action == "let it ride"


def test_a_bot_that_is_not_prepared_does_not_wait_for_code_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    session, bot = seated("three-card", 2, players=1)
    session.place(1, session.least_wagers(1))
    session.deal()
    known = advisor(session.game.definition)  # type: ignore[attr-defined]
    compiled = threading.Event()
    monkeypatch.setattr("pitboss.spread.coach.PATIENCE", 0.01)
    monkeypatch.setattr(known, "_warm", False)
    monkeypatch.setattr(known, "_try", lambda at: compiled.wait(2 * MINUTE))
    known._known.clear()
    assert bot.act(session.view("player Bot 1"), 1).action == "fold"
    compiled.set()


def test_a_preparation_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    session, bot = seated("ultimate", 2, players=1)
    known = advisor(session.game.definition)  # type: ignore[attr-defined]
    monkeypatch.setattr(known, "_warm", False)

    def counting(game: Any, cards: Any, shown: Any, stakes: Any, did: Any, slow: Any) -> Any:
        bot.stop()
        slow(1, 100)  # as a long count does from time to time

    monkeypatch.setattr("pitboss.exact.advice.ask", counting)
    known._known.clear()
    bot.prepare()
    assert not known._warm


def test_a_bot_places_what_its_chips_allow() -> None:
    session, _ = seated("top5", 2)
    options, least = session.wagers(1), session.least_wagers(1)
    total = sum(least.values())
    bots = [spread.bot(session, seed) for seed in range(3)]
    assert bots[0].place(options, least, total) == least
    assert bots[0].place(options, least, total - 1) == {}
    placed = [bot.place(options, least, 100 * total) for bot in bots]
    assert {sum(each.values()) // total for each in placed} == {1, 2, 3}
    for each in placed:
        with suppress(PitbossError):
            session.place(1, each)
            assert session.seats[1].placed == each


def test_bots_refuse_what_is_not_theirs_to_decide() -> None:
    for table in ("three-card", "holdem, pot"):
        session, bot = seated(table, 2)
        with pytest.raises(PitbossError, match="nothing to decide"):
            bot.act(session.view("player Bot 1"), 1)
    with pytest.raises(PitbossError, match="levels are"):
        spread.bot(session, 1, level=9)
