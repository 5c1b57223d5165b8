"""The button: draw, rotation, who pays and who names the game (PK-1, PK-2)."""

from __future__ import annotations

import pytest

import pitboss
from pitboss import cards
from pitboss.poker import TableError
from pitboss.poker.session.session import PokerSession

from .table import Drawn, folded, go, opened, said


def table(house: str, top: str, seats: tuple[int, ...] = (2, 5, 9)) -> PokerSession:
    session = PokerSession.open("five-stud" if house == "pot" else None, house, "2-4", shuffle=Drawn(cards.parse(top)))
    for seat in seats:
        session.sit(seat, f"player {seat}", 10_000)
    return session


@pytest.mark.rule("PK-1")
@pytest.mark.parametrize(
    ("top", "button"),
    [("Kc Ah 2s", 5), ("As Ah Ad", 2), ("9c 9d 9s", 9), ("9c 9h 9d", 5), ("2c Kd Ac", 9)],
)
def test_pot_house_the_highest_card_by_suit_gets_the_button(top: str, button: int) -> None:
    session = table("pot", top)
    hand = session.deal()
    assert hand.button == session.button == button
    dealt = [event for event in session.events if event.verb == "deal"]
    assert [(event.seat, event.up) for event in dealt] == [(2, True), (5, True), (9, True)]  # one card face up each
    assert cards.show([card for event in dealt for card in event.cards]) == top
    assert said(session, "button") == [("button", button, 0)]
    assert {event.rule for event in dealt} == {"PK-1"}


@pytest.mark.rule("PK-1")
def test_button_house_it_starts_on_the_dealers_left_without_a_draw() -> None:
    session = table("button", "2c As Ks")
    assert session.deal("five-stud").button == 2
    assert said(session, "deal") == []


@pytest.mark.rule("PK-1")
def test_it_moves_to_the_next_seat_in_play_and_gets_its_cards_last() -> None:
    session = opened("five-stud", seats=(1, 3, 4, 8))
    order = []
    for _ in range(6):
        hand = session.deal()
        order.append(hand.button)
        first_round = [event.seat for event in hand.events if event.verb == "deal"][:4]
        assert first_round[-1] == hand.button
        folded(hand)
        session.finish()
        if len(order) == 2:
            session.sit_out(4)
        if len(order) == 4:
            session.come_back(4)
    assert order == [1, 3, 8, 1, 3, 4]


@pytest.mark.rule("PK-1")
def test_the_button_passes_an_empty_seat_and_one_without_chips() -> None:
    session = opened(seats=(1, 2, 3, 4))
    go(session)
    session.leave(2)
    assert session.next_button == 3
    assert session.deal().button == 3


@pytest.mark.rule("PK-1")
def test_who_sits_down_at_an_empty_table_begins_a_new_game() -> None:
    session = go(opened(seats=(1, 2)))
    session.leave(1)
    session.leave(2)
    for seat in (4, 7):
        session.sit(seat, str(seat), 10_000)
    session.deal()
    assert len(said(session, "button")) == 2


@pytest.mark.rule("PK-2", "PK-31")
def test_the_button_names_the_game_and_pays_for_it() -> None:
    session = opened(None, "button", seats=(1, 2, 3, 4))
    played = []
    for number, game in enumerate(("draw", "holdem", "seven-stud", "five-stud", "lowball")):
        hand = session.deal(game)
        assert (hand.game.id, hand.button) == (game, (1, 2, 3, 4, 1)[number])
        fee = next(event for event in hand.events if event.verb == "fee")
        assert (fee.seat, fee.cents, fee.rule) == (hand.button, 100, "PK-2")
        assert hand.events[0] == fee  # before cards and ante
        played.append(game)
        while not hand.done:
            hand.act(hand.actors[0], "fold" if hand.betting.level else "bet")
    assert [event.words for event in session.events if event.verb == "names the game"][-1] == "Lowball"
    assert len(played) == 5
    with pytest.raises(TableError, match=r"is not spread at this table; seat 2 names it: .*holdem"):
        session.deal("omaha")
    with pytest.raises(TableError, match="names it"):
        session.deal()


@pytest.mark.rule("PK-2")
def test_the_pot_house_plays_the_one_game_of_the_table() -> None:
    with pytest.raises(TableError, match="one game at a table"):
        PokerSession.open(house="pot", shuffle=pitboss.seeded(1))
    session = opened("omaha")
    with pytest.raises(TableError, match="'draw' is not spread at this table"):
        session.deal("draw")
    assert session.deal().game.id == "omaha"


@pytest.mark.rule("PK-2")
@pytest.mark.parametrize(
    ("game", "left", "passes"),
    [
        ("draw", 100, True),  # $1 for the fee and nothing for the ante
        ("draw", 200, False),
        ("holdem", 50, True),  # not even the fee
        ("holdem", 200, False),
    ],
)
def test_who_cannot_pay_fee_and_ante_is_dealt_out_and_the_button_passes_on(game: str, left: int, passes: bool) -> None:
    session = opened(None, "button", seats=(1, 2, 3, 4))
    session.places[1].stack = left
    hand = session.deal(game)
    assert hand.button == (2 if passes else 1)
    assert (1 in hand.seats) is not passes
    assert said(session, "dealt out") == ([("dealt out", 1, 0)] if passes else [])
    fee = next(event for event in hand.events if event.verb == "fee")
    assert (fee.seat, fee.cents) == (hand.button, 100)


@pytest.mark.rule("PK-2")
def test_the_fee_counts_who_is_dealt_in() -> None:
    session = opened(None, "button", seats=(1, 2, 3, 4, 5))
    assert next(event for event in session.deal("draw").events if event.verb == "fee").cents == 200
    short = opened(None, "button", seats=(1, 2, 3, 4, 5))
    short.places[1].stack = 150  # four are left to be dealt in, so the next holder pays $1
    assert next(event for event in short.deal("draw").events if event.verb == "fee").cents == 100


@pytest.mark.rule("PK-2")
def test_if_nobody_can_pay_there_is_no_hand() -> None:
    session = opened(None, "button", seats=(1, 2))
    for place in session.places.values():
        place.stack = 50
    with pytest.raises(TableError, match="nobody in play can pay"):
        session.deal("draw")


@pytest.mark.rule("PK-2", "PK-31")
def test_a_game_with_too_few_seats_for_the_table_cannot_be_named() -> None:
    session = opened(None, "button", seats=tuple(range(1, 9)))
    with pytest.raises(TableError, match="Draw Poker is played by 2 to 6 seats; 8 are in play"):
        session.deal("draw")
    assert session.deal("holdem").button == 1  # the refusal has changed nothing


@pytest.mark.rule("LB-5", "DR-3", "PK-2")
@pytest.mark.parametrize("game", ["draw", "lowball"])
def test_a_new_deal_keeps_the_button_and_the_fee(game: str) -> None:
    session = opened(None, "button", seats=(1, 2, 3))
    hand = session.deal(game)
    while len([event for event in hand.events if event.verb == "shuffle"]) < 2:
        hand.act(hand.actors[0], "check")
    assert len([event for event in hand.events if event.verb == "fee"]) == 1
    assert hand.chips()["pot"] == 600
    assert (session.button, hand.button) == (1, 1)


@pytest.mark.rule("PK-34", "PK-1")
def test_a_misdeal_keeps_the_button_and_the_next_hand_moves_it_once() -> None:
    session = opened(seats=(1, 2, 3))
    hand = session.deal().floor("misdeal", reason="a card flew off the table")
    assert hand.button == 1
    folded(hand)
    session.finish()
    assert session.deal().button == 2
