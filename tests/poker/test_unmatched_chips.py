"""Claims to chips that no live hand has matched."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pitboss.deal.hand_events import PotAwarded
from pitboss.poker.betting.unmatched_chips import Claim, claims, forfeited, heir, last_hand
from tests.poker.rulings.floor import BOARD, HOLES
from tests.poker.table import deal, dealt, load, play


def event(verb: str, seat: int, pile: str = "", rule: str = "PK-16") -> Any:
    return SimpleNamespace(verb=verb, seat=seat, pile=pile, rule=rule)


def table(live: int, thrown: list[int], *events: Any, seats: int = 3) -> Any:
    """A hand reduced to what claims are made of; seat numbers are positions and 1."""
    return SimpleNamespace(
        money=SimpleNamespace(live=live),
        piles=SimpleNamespace(thrown=thrown),
        events=list(events),
        seats=[position + 1 for position in range(seats)],
        index={position + 1: position for position in range(seats)},
        accounts=[f"player {position + 1}" for position in range(seats)],
        game=SimpleNamespace(show_rule="PK-15"),
    )


def test_the_last_to_discard_has_the_first_claim() -> None:
    hand = table(0b001, [2, 1])
    assert list(claims(hand)) == [1, 2]
    assert set(claims(hand).values()) == {Claim("last hand", "PK-15")}
    assert heir(hand) == 1
    assert last_hand(hand, 1) == Claim("last hand", "PK-15")


def test_who_was_not_dealt_in_again_claims_last() -> None:
    assert list(claims(table(0b001, [2]))) == [2, 1]


def test_the_player_made_to_discard_stands_in_the_place_of_the_one_who_forfeits() -> None:
    ruled = event("misdescribed hand", 1, "player 3")
    hand = table(0, [2, 1, 0], ruled)
    assert claims(hand) == {
        2: Claim("made to discard", "PK-16"),
        1: Claim("forfeited", "PK-16"),
        0: Claim("unmatched", "PK-16"),
    }
    assert list(claims(hand)) == [2, 1, 0]
    assert forfeited(hand) == {0}
    assert heir(hand, 2) == 2
    assert heir(hand) == 2
    assert last_hand(hand, 2) == Claim("made to discard", "PK-16")
    assert last_hand(hand, 1) == Claim("forfeited", "PK-16")


def test_the_player_made_to_discard_comes_first_unless_they_have_forfeited_too() -> None:
    assert heir(table(0, [0, 1, 2], event("foul hand", 3)), 0) == 0
    assert heir(table(0, [0, 1, 2], event("foul hand", 3), event("foul hand", 1)), 0) == 1


def test_a_ruling_on_a_hand_that_lives_on_forfeits_nothing() -> None:
    hand = table(0b100, [0, 1], event("foul hand", 3), event("show", 1))
    assert forfeited(hand) == frozenset()
    assert claims(hand) == {1: Claim("last hand", "PK-15"), 0: Claim("last hand", "PK-15")}
    assert last_hand(hand, 2) == Claim("last hand", "PK-15")


def test_of_two_rulings_the_later_one_is_why_the_last_player_wins() -> None:
    first = event("misdescribed hand", 3, "player 1", "PK-16")
    second = event("foul hand", 2, "player 2", "PK-18")
    hand = table(0b001, [0, 2, 1], first, second)
    assert last_hand(hand, 0) == Claim("forfeited", "PK-18")


def test_where_everybody_has_forfeited_the_first_seat_or_the_one_made_to_discard_gets_the_pot() -> None:
    hand = table(0, [0, 1], event("foul hand", 1), event("foul hand", 2), seats=2)
    assert heir(hand) == 0
    assert heir(hand, 0) == 0
    assert heir(hand, 1) == 1


def test_a_side_pot_goes_to_the_player_made_to_discard_though_another_discarded_later() -> None:
    game = load("holdem", "pot", "2-4")
    holes = HOLES | {4: "Js Jd"}
    hand = deal(game, 400, 5000, 5000, 5000, shuffle=dealt(game, holes, BOARD, button=4))
    play(hand, "3 raise 400, 4 call, 1 call, 2 call, 2 bet, 3 call, 4 call, 2 bet, 3 fold, 4 fold")
    hand.floor("misdescribed hand", seat=2, discarded=3, described="straight flush")
    awards = [(one.pile, one.seat, one.cents, one.rule) for one in hand.events if one.verb == "award"][-2:]
    assert awards == [("pot", 1, 1500, "PK-15"), ("side pot 1", 3, 600, "PK-16")]


def test_what_only_forfeited_hands_have_matched_is_called_unmatched() -> None:
    game = load("holdem", "pot", "2-4")
    hand = deal(game, 400, 5000, 5000, shuffle=dealt(game, HOLES, BOARD, button=3), showdown="ask")
    play(hand, "3 raise 400, 1 call, 2 call, 2 bet, 3 call, 2 check, 3 check, 2 check, 3 check")
    play(hand, "1 muck, 2 show, 3 show")
    hand.floor("misdescribed hand", seat=2, discarded=1)
    hand.floor("misdescribed hand", seat=3, discarded=1)
    awards = [(one.seat, one.reason) for one in hand.events if isinstance(one, PotAwarded)][-3:]
    assert awards == [(1, "made to discard"), (2, "unmatched"), (3, "unmatched")]
