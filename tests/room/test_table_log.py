"""The log of a table: one line for each command, a hash chain, checkpoints, and a restart at any point."""

from __future__ import annotations

import random

import pytest

from pitboss.deal.record import Record, SeatAct
from pitboss.deal.session_record import Checkpoint, Dealt, Finished
from pitboss.room import commands
from pitboss.room.line import GENESIS, chained
from pitboss.room.table.outcome import Opened, Sealed
from pitboss.shuffle.seal import leaves, seal, verify
from pitboss.spread import reopen_deal
from tests.deal.tables import TABLES, amount

from .crowd import Crowd, picture
from .evening import Evening

HOLDEM = "holdem, pot"


def at_table(game: str = HOLDEM, seed: int = 7) -> Evening:
    """A deal has begun."""
    evening = Evening(game, seed)
    evening.sit("Ann", "Ben", "Cyd")
    session = evening.table.session
    if evening.table.wagering:
        for seat in session.seats:
            evening.do(session.seats[seat].player, commands.Place, spot=seat, wagers=session.least_wagers(seat))
    evening.wait(20 if evening.table.wagering else 3)
    assert session.running is not None
    return evening


def decide(evening: Evening, rng: random.Random) -> None:
    session = evening.table.session
    seat = rng.choice(session.actors)
    option = rng.choice([option for option in session.legal(seat) if option.allowed])
    action = rng.choice(option.actions or (option.word,))
    evening.do(evening.table.player(seat), commands.Act, seat=seat, action=action, cents=amount(option, rng))


def play(evening: Evening, rng: random.Random) -> None:
    while evening.table.session.actors:
        decide(evening, rng)


def test_every_accepted_command_is_one_line_with_everything_the_dealer_does_after_it() -> None:
    evening = at_table()
    lines = len(evening.journal.lines)
    acts = 0
    while evening.table.session.running is not None:
        decide(evening, random.Random(acts))
        acts += 1
    assert len(evening.journal.lines) == lines + acts
    last = [type(each.did) for each in evening.journal.changes[-1].line.did]
    assert last == [SeatAct, Finished]


def test_the_chain_begins_with_the_opening_and_covers_every_line() -> None:
    evening = at_table()
    play(evening, random.Random(1))
    head = GENESIS
    for line in evening.journal.lines:
        head = chained(head, line)
    assert head == evening.table.log.head == evening.journal.changes[-1].head
    assert evening.journal.changes[0].opened is not None
    assert evening.journal.changes[0].checkpoint


def test_what_the_clock_does_is_by_the_clock() -> None:
    evening = at_table()
    assert evening.journal.changes[-1].line.by == "clock"
    assert isinstance(evening.journal.changes[-1].line.did[0].did, Dealt)
    assert evening.journal.changes[-1].line.at == round(evening.now * 1_000_000)


def test_there_is_a_checkpoint_after_every_deal_and_none_within_one() -> None:
    evening = at_table()
    for _ in range(3):
        play(evening, random.Random(1))
        assert evening.journal.changes[-1].checkpoint
        assert Checkpoint.decode(evening.journal.checkpoint).running is None
        evening.wait(3)
    dealt = [
        change for change in evening.journal.changes if any(isinstance(each.did, Dealt) for each in change.line.did)
    ]
    assert not any(change.checkpoint for change in dealt)


def test_a_log_without_deals_has_checkpoints_too() -> None:
    evening = Evening(HOLDEM)
    evening.sit("Ann")
    for number in range(250):
        evening.do("Ann", commands.TopUp, cents=100_000 + number)
    assert any(change.checkpoint for change in evening.journal.changes[1:])
    assert picture(evening.restored()) == picture(evening.table)


# Restarts


@pytest.mark.parametrize("game", TABLES)
def test_a_hand_goes_on_after_a_restart_with_the_same_cards(game: str) -> None:
    """Restarting before every decision changes nothing: cards, chips and log are the same."""
    straight, broken = at_table(game), at_table(game)
    for number in range(40):
        if not straight.table.session.actors:
            break
        broken.restart()
        assert picture(broken.table) == picture(straight.table)
        decide(straight, random.Random(number))
        decide(broken, random.Random(number))
    assert straight.journal.lines == broken.journal.lines
    assert broken.table.session.chips() == straight.table.session.chips()


def test_after_a_restart_everybody_is_lost_with_a_fresh_grace_and_clocks_start_anew() -> None:
    evening = at_table()
    seat = evening.table.session.actors[0]
    evening.wait(19)
    evening.restart()
    assert evening.table.presence(evening.now) == {1: ("lost", 60), 2: ("lost", 60), 3: ("lost", 60)}
    assert evening.table.due() == evening.now + 60
    evening.find(evening.table.player(seat))
    evening.wait(59)
    assert evening.table.session.actors == (seat,)


def test_a_deck_made_ready_before_a_restart_is_the_one_dealt_after_it() -> None:
    evening = Evening(HOLDEM)
    evening.sit("Ann", "Ben")
    ready = evening.table.seals()
    evening.restart()
    assert evening.table.seals() == ready
    evening.wait(3)
    assert evening.journal.changes[-1].dealt == ready


def test_the_seal_of_the_deck_in_play_is_shown_until_the_deal_is_over() -> None:
    evening = Evening(HOLDEM)
    evening.sit("Ann", "Ben")
    ready = evening.table.seals()
    evening.wait(3)
    assert evening.table.session.running is not None
    assert evening.table.seals() == ready[1:]  # the first deck drew for the button
    evening.restart()
    assert evening.table.seals() == ready[1:]
    evening.wait(400)
    assert evening.journal.hands
    assert not set(evening.table.seals()) & set(ready)


# Hands


@pytest.mark.parametrize("game", TABLES)
def test_a_finished_hand_is_written_down_with_its_record_size_and_nets(game: str) -> None:
    evening = at_table(game)
    before = {view.player: 40_000 for view in evening.table.session.seats.values()}
    while evening.table.session.running is not None:
        decide(evening, random.Random(5))
    [hand] = evening.journal.changes[-1].hands
    first = evening.journal.changes[hand.first_line - 1]
    assert any(isinstance(each.did, Dealt) for each in first.line.did)
    assert (hand.number, hand.last_line) == (1, evening.journal.changes[-1].line.number)
    assert (hand.started, hand.ended) == (first.line.at, evening.journal.changes[-1].line.at)
    chips = evening.table.session.chips()
    assert hand.net == {name: chips[f"player {name}"] - before[name] for name in hand.players.values()}
    assert hand.size > 0
    assert len(hand.record) < 2000  # without the text of the game, which is in the head of the log
    deal = reopen_deal(hand.record, head=evening.table.opened_with.record, game=hand.game)
    assert deal.done
    assert [evening.journal.decks[root].order for root in hand.seals] == Record.decode(hand.record).shuffles


# Seals


@pytest.mark.parametrize("game", TABLES)
def test_the_seal_of_every_deck_that_can_be_foreseen_is_shown_before_the_deal(game: str) -> None:
    evening = at_table(game)
    for _ in range(3):
        deal = evening.table.session.running
        if deal is not None:
            line = next(c.line for c in reversed(evening.journal.changes) if isinstance_dealt(c.line.did))
            sealed = {root for c in evening.journal.changes[: line.number - 1] for root in c.line.sealed}
            assert {root for each in line.did if isinstance(each.did, Dealt) for root in each.seals} <= sealed
        evening.wait(400)


def isinstance_dealt(did: tuple[object, ...]) -> bool:
    return any(isinstance(each.did, Dealt) for each in did)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", TABLES)
def test_each_viewer_gets_the_leaves_of_exactly_the_cards_they_saw(game: str) -> None:
    """What he saw is collected line by line from what he was sent, and compared when the deal is over."""
    crowd = Crowd(game, 3)
    crowd.exact = True
    evening = crowd.evening
    names = [name for name in evening.people if evening.people[name].kind == "registered"][:2]
    evening.sit(*names)
    session = evening.table.session
    for number in range(150):
        if evening.table.wagering and session.running is None:
            for seat in session.seats:
                evening.do(session.seats[seat].player, commands.Place, spot=seat, wagers=session.least_wagers(seat))
        if session.actors:
            decide(evening, random.Random(number))
        else:
            evening.wait(20)
        if len(evening.journal.hands) >= 3:
            break
    opened = [notice for notice in evening.told if isinstance(notice, Opened)]
    assert opened
    told = {notice.root for notice in evening.told if isinstance(notice, Sealed)} | set(
        evening.journal.changes[0].line.sealed
    )
    for notice in opened:
        assert notice.deck.root in told | set(evening.journal.decks)
        assert seal(notice.deck.order, notice.deck.salts) == notice.deck
        for positions in notice.seen.values():
            assert all(
                verify(notice.deck.root, leaf, len(notice.deck.order)) for leaf in leaves(notice.deck, positions)
            )


@pytest.mark.rule("LB-5")
def test_a_deck_that_was_shuffled_again_shows_nobody_where_their_earlier_cards_came_to_lie() -> None:
    """Nobody opens, so the hand is dealt again: of each deck a player gets the leaves of the five cards he was
    dealt."""
    evening = at_table("draw, button")
    for _ in range(3):
        evening.wait(20)  # everybody passes
    while evening.table.session.running is not None:
        session = evening.table.session
        words = {option.word: option for option in session.legal(session.actors[0]) if option.allowed}
        word = next(word for word in ("bet", "fold", "check") if word in words)
        evening.do(
            evening.table.player(session.actors[0]),
            commands.Act,
            seat=session.actors[0],
            action=word,
            cents=words[word].low,
        )
    [hand] = evening.journal.hands
    assert len(hand.seals) > 1
    opened = {notice.deck.root: notice.seen for notice in evening.told if isinstance(notice, Opened)}
    for root in hand.seals:
        seen = opened[root]
        mine = [seen[f"player {name}"] for name in ("Ann", "Ben", "Cyd")]
        assert sorted(at for positions in mine for at in positions) == list(range(15))
        assert {len(positions) for positions in mine} == {5}
        assert seen["rail"] == ()
