"""Finished deals as files: they contain nothing hidden, and their sums agree with the deal."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pitboss
from pitboss import spread
from pitboss.cards import TEXT, UNKNOWN, parse
from pitboss.cli.replay import command
from pitboss.deal.deal import Deal
from pitboss.deal.record import Record, SeatAct
from pitboss.deal.session_log import Dealing
from pitboss.errors import PitbossError
from pitboss.poker import phh
from pitboss.spread.exports import net
from tests.deal.tables import begin, decide
from tests.examples import seeds

from .test_opening import EVERY, every

NAMES = ("Ann", 'Bo "x" [As]', "Cyd: folds")
POKER = [table for table in EVERY if "," in table]


def finished(table: str, seed: int, deals: int = 2, *, ask: bool = True) -> list[Dealing]:
    session, rng = spread.open_session(**EVERY[table], shuffle=pitboss.seeded(seed)), random.Random(seed)
    for seat, name in enumerate(NAMES, 1):
        session.sit(seat, name, max(40_000, session.sheet().usual_buy_in))
    for _ in range(deals):
        try:
            begin(session, rng, ask=ask)
        except PitbossError:
            break
        while session.actors:
            decide(session, rng)
        session.finish()
    return list(session.dealings())


def head(dealing: Dealing) -> spread.DealHead:
    return spread.DealHead(players=dealing.players, id="t1-17", table="t1", started=1_790_000_000.5)


def viewers(dealing: Dealing) -> list[str]:
    return [*(f"player {seat}" for seat in dealing.players), "rail"]


def seen(deal: Deal, viewer: str) -> set[int]:
    view = deal.view(viewer)
    cards = [card for pile in view.piles.values() for card in pile]
    cards += [card for event in view.events for card in event.cards]
    return set(cards) - {UNKNOWN}


def redealt(deal: Deal, viewer: str, rng: random.Random) -> Deal | None:
    """The deal with every card the viewer has not seen dealt anew; None if that cannot have been played so."""
    record = deal.record
    hidden = sorted(set(record.shuffles[0]) - seen(deal, viewer))
    new = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    shuffles = [tuple(new.get(card, card) for card in order) for order in record.shuffles]
    entries = [_renamed(entry, new) if isinstance(entry, SeatAct) else entry for entry in record.entries]
    try:
        again = spread.reopen_deal(Record(record.kind, record.setup, record.auto, shuffles, entries, format=2))
    except PitbossError:
        return None
    same = again.done and again.events_for(viewer) == deal.events_for(viewer)
    return again if same else None


def _renamed(act: SeatAct, new: Mapping[int, int]) -> SeatAct:
    words = [TEXT[new.get(parse(word)[0], parse(word)[0])] if word in TEXT else word for word in act.action.split()]
    return SeatAct(act.seat, " ".join(words), act.cents)


@every
@seeds(1, more=5)
def test_redealing_unseen_cards_leaves_every_export_identical(table: str, seed: int) -> None:
    rng = random.Random(seed)
    for dealing in finished(table, seed):
        for viewer in viewers(dealing):
            again = redealt(dealing.deal, viewer, rng)
            if again is None:
                continue
            for form in spread.forms(dealing.deal):
                exported = spread.export_deal(dealing.deal, form, viewer, head(dealing))
                assert spread.export_deal(again, form, viewer, head(dealing)) == exported


def test_the_redealing_has_something_to_compare() -> None:
    rng, compared = random.Random(1), 0
    for table in ("three-card", "holdem, pot", "draw, pot", "seven-stud, button"):
        for dealing in finished(table, 3, 4):
            compared += sum(redealt(dealing.deal, viewer, rng) is not None for viewer in viewers(dealing))
    assert compared > 12


@pytest.mark.parametrize("ask", [True, False])
@every
def test_sums_agree_in_every_form(table: str, ask: bool) -> None:
    for dealing in finished(table, 11, 3, ask=ask):
        for viewer in [*viewers(dealing), "floor"]:
            told = {
                form: spread.export_deal(dealing.deal, form, viewer, head(dealing))
                for form in spread.forms(dealing.deal)
            }
            data = json.loads(told["json"])
            assert data["net"] == net(dealing.deal, dealing.players)
            assert data["players"] == {str(seat): name for seat, name in dealing.players.items()}
            chips = dealing.deal.chips()
            elsewhere = sum(cents for account, cents in chips.items() if account in ("rack", "fee box"))
            assert sum(data["net"].values()) == -elsewhere
            for name, cents in data["net"].items():
                sign = "wins" if cents > 0 else "loses" if cents else "even"
                assert re.search(rf"^{re.escape(name)}: {sign}", told["text"], re.MULTILINE)
            if "stars" in told:
                _stars_agree(dealing, told["stars"], data)
            if "phh" in told:
                history = phh.read(told["phh"])
                finishing = [dealing.deal.chips()[f"player {seat}"] for seat in history.more["seats"]]
                unit = history.more["_pitboss_unit"]
                assert [int(each * unit) for each in history.finishing or ()] == finishing


def _cents(text: str) -> int:
    dollars, _, rest = text.strip("$").partition(".")
    return 100 * int(dollars) + int(rest or 0)


def _stars_agree(dealing: Dealing, text: str, data: dict[str, Any]) -> None:
    summed = re.search(r"^Total pot (\$\d+(?:\.\d\d)?).*\| Rake (\$[\d.]+)$", text, re.MULTILINE)
    assert summed is not None
    total, rake = summed.groups()
    collected: dict[str, int] = {}
    for name, cents in re.findall(r"^(.+) collected (\$[\d.]+) from ", text, re.MULTILINE):
        collected[name] = collected.get(name, 0) + _cents(cents)
    assert sum(collected.values()) + _cents(rake) == _cents(total)
    for seat, name in dealing.players.items():
        begun = data["stacks"][str(seat)]
        assert f"Seat {seat}: {name} (${begun // 100}" in text
        puts = sum(event["cents"] for event in data["events"] if event.get("seat") == seat and event["verb"] in PUTS)
        back = sum(
            event["cents"] for event in data["events"] if event.get("seat") == seat and event["verb"] == "return"
        )
        assert collected.get(name, 0) + back - puts == data["net"][name]


PUTS = ("ante", "post", "bet", "call", "raise", "complete", "bring in", "forced bet", "fee")


@pytest.mark.parametrize("table", POKER)
def test_a_history_replays_or_says_why_not(table: str) -> None:
    for dealing in finished(table, 5, 4):
        whole = phh.read(spread.export_deal(dealing.deal, "phh", "floor", head(dealing)))
        assert phh.replay(whole).error == ""
        for viewer in viewers(dealing):
            history = phh.read(spread.export_deal(dealing.deal, "phh", viewer, head(dealing)))
            assert "_pitboss_record" not in history.more
            if "_pitboss_partial" in history.more:
                with pytest.raises(phh.HistoryError, match="this history holds what"):
                    phh.replay(history)
            else:
                assert phh.replay(history).error == ""


@pytest.mark.parametrize("table", ["holdem, pot", "omaha-hi-lo, pot", "seven-stud, button", "five-stud, wsop"])
def test_what_a_player_saw_of_a_hand_without_rulings_replays(table: str) -> None:
    for dealing in finished(table, 8, 4):
        history = phh.read(spread.export_deal(dealing.deal, "phh", "player 2", head(dealing)))
        assert "_pitboss_partial" not in history.more


def test_the_command_line_replays_a_redacted_history_or_refuses_it_in_a_sentence(tmp_path: Path) -> None:
    dealing = finished("holdem, pot", 3, 1)[0]
    text = spread.export_deal(dealing.deal, "phh", "player 2", head(dealing))
    file = tmp_path / "hand.phh"
    file.write_text(text, encoding="utf-8")
    ran = CliRunner().invoke(command, [str(file)])
    assert (ran.exit_code, ran.output) == (0, ran.output)
    assert "as recorded" in ran.output
    file.write_text(text + '_pitboss_partial = "rulings are not in it"\n', encoding="utf-8")
    ran = CliRunner().invoke(command, [str(file)])
    assert ran.exit_code == 2
    assert 'this history holds what Bo "x" [As] saw, and rulings are not in it' in ran.output


def test_rulings_are_told_without_their_facts_and_not_replayed() -> None:
    session, rng = spread.open_session("holdem", house="pot", shuffle=pitboss.seeded(4)), random.Random(4)
    for seat, name in enumerate(NAMES, 1):
        session.sit(seat, name, 40_000)
    begin(session, rng)
    session.floor("misdeal", reason="the As was exposed")
    while session.actors:
        decide(session, rng)
    session.finish()
    dealing = session.dealings()[0]
    text = spread.export_deal(dealing.deal, "phh", "player 1", head(dealing))
    assert "As was exposed" not in text
    assert "misdeal" in text
    assert phh.replay(phh.read(spread.export_deal(dealing.deal, "phh", "floor", head(dealing)))).error == ""


def test_what_cannot_be_exported_is_refused_in_a_sentence() -> None:
    dealing = finished("three-card", 2, 1)[0]
    with pytest.raises(PitbossError, match="its forms are json, text"):
        spread.export_deal(dealing.deal, "phh", "floor", head(dealing))
    with pytest.raises(PitbossError, match="nobody is named for seat 1"):
        spread.export_deal(dealing.deal, "json", "floor", spread.DealHead(players={}))
    session = spread.open_session("three-card", shuffle=pitboss.seeded(1))
    session.sit(1, "Ann", 10_000)
    session.place(1, session.least_wagers(1))
    running = session.deal()
    with pytest.raises(PitbossError, match="not over"):
        spread.export_deal(running, "json", "floor", spread.DealHead(players={1: "Ann"}))


def test_a_hand_in_the_style_of_trackers_reads_as_one() -> None:
    dealing = finished("holdem, pot", 12, 1)[0]
    lines = spread.export_deal(dealing.deal, "stars", "player 1", head(dealing)).splitlines()
    assert re.fullmatch(r"PokerStars Hand #1000017:  Hold'em Limit \(\$\d+/\$\d+\) - 2026/09/21 \S+ UTC", lines[0])
    assert re.fullmatch(r"Table 't1' \d+-max Seat #\d is the button", lines[1])
    assert "*** HOLE CARDS ***" in lines
    assert "*** SUMMARY ***" in lines
    assert [line for line in lines if line.startswith("Dealt to")] == [
        line for line in lines if line.startswith("Dealt to Ann [")
    ]
