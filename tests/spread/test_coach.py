"""The coach gives the exact value of every option to the player to act."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

import pitboss
from pitboss.cards import parse
from pitboss.errors import PitbossError
from pitboss.spread.coach import ask_coach, ask_coach_again


def test_the_values_are_those_of_advice() -> None:
    table = pitboss.game("six54").session(pitboss.seeded(7))
    table.sit(1, "Ann", 100_000)
    table.place(1, {"ante": 1000})
    table.deal()
    coaching = ask_coach(table, "Ann", 1).answer(patient=True)
    values = {option.action: Fraction(option.ev) for option in coaching.options}
    assert set(values) == {text for option in table.legal(1) if option.allowed for text in option.actions}
    assert values["fold"] == -1
    assert list(values.values()) == sorted(values.values(), reverse=True)
    assert coaching.options[-1].cents == float(1000 * min(values.values()))


class _Stacked:
    """A deck with these cards on top."""

    def __init__(self, top: str) -> None:
        self.top = parse(top)

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        return (*self.top, *(card for card in cards if card not in self.top))


@pytest.mark.rule("T5-7")
def test_a_swap_says_what_the_hand_then_makes() -> None:
    table = pitboss.game("top5", tens=1).session(_Stacked("Js Td 9c 8h 8s  Tc Th As 6d 4c  Qh"))
    table.sit(1, "Ann", 100_000)
    table.place(1, {"ante": 1000, "tens": 1000, "ace-or-face": 500})
    table.deal()
    coaching = ask_coach(table, "Ann", 1).answer(patient=True)
    made = {option.action: (option.words, option.lines.get("tens")) for option in coaching.options}
    assert made["swap 8s"] == ("straight, queen high", 5)
    assert made["play"] == ("pair of eights", None)
    assert made["fold"] == ("", None)
    read = table.readings("player Ann")[1]
    assert read.words == "pair of eights"
    assert read.after["swap 8h"].words == "straight, queen high"
    assert "play" not in read.after


def test_wagers_that_no_decision_affects_are_left_out() -> None:
    """Their pay is the same whatever is chosen, so it would blur what the choice is worth."""
    table = pitboss.game("six54").session(pitboss.seeded(7))
    table.sit(1, "Ann", 100_000)
    table.place(1, {"ante": 1000, "queens-up": 500})
    table.deal()
    coaching = ask_coach(table, "Ann", 1).answer(patient=True)
    assert coaching.without == ("queens-up",)
    assert {option.action: Fraction(option.ev) for option in coaching.options}["fold"] == -1


def test_there_is_nothing_to_say_out_of_turn_or_at_a_poker_table() -> None:
    table = pitboss.game("six54").session(pitboss.seeded(7))
    table.sit(1, "Ann", 100_000)
    with pytest.raises(PitbossError, match="turn"):
        ask_coach(table, "Ann", 1)
    poker = pitboss.game("holdem", house="pot", limit="2-4").session(pitboss.seeded(7), seats=6)
    with pytest.raises(PitbossError, match="against the house"):
        ask_coach(poker, "Ann", 1)


@pytest.mark.parametrize("game", ["mississippi", "let-it-ride"])
def test_a_decision_has_the_same_values_when_it_is_over(game: str) -> None:
    """Whatever was decided since by this seat and by others, and whatever the cards turned out to be."""
    table = pitboss.game(game).session(pitboss.seeded(7))
    for seat, name in ((1, "Ann"), (2, "Ben")):
        table.sit(seat, name, 100_000)
        table.place(seat, table.least_wagers(seat))
    table.deal()
    deal = table.running
    assert deal is not None
    asked = []
    while table.actors:
        acts = len(deal.record.entries)
        for seat in table.actors:
            asked.append((seat, acts, ask_coach(table, table.seats[seat].player, seat).answer(patient=True)))
        for seat in tuple(table.actors):
            stays = next(each for each in table.legal(seat) if each.allowed and each.word != "fold")
            table.act(seat, stays.actions[0])
    table.finish()
    assert len({str(valued.options) for _, _, valued in asked}) > 3
    for seat, acts, valued in asked:
        assert ask_coach_again(table, deal, seat, acts).answer(patient=True) == valued
