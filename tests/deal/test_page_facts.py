"""Facts that pages draw and would otherwise have to work out: streets, the cap, cards an option names, wagers won."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

import pitboss
from pitboss import cards
from pitboss.deal.event import CardsDealt
from pitboss.deal.hand_events import BoardTurned, CardsDrawn, ChipsWagered
from pitboss.deal.round_events import OptionChosen
from pitboss.deal.session import Session
from pitboss.deal.table_layout import HouseLayout
from pitboss.deal.view import Option
from pitboss.house import load
from pitboss.house.session.readings import reach_after
from pitboss.money import pay


def poker_table(game: str, seed: int = 3, players: int = 4) -> Session:
    table = pitboss.game(game, house="pot", limit="2-4").session(pitboss.seeded(seed), seats=6)
    for seat in range(1, players + 1):
        table.sit(seat, f"P{seat}", 20_000)
    table.deal()
    return table


def house_table(game: str, seed: int) -> Session:
    table = pitboss.game(game).session(pitboss.seeded(seed))
    table.sit(1, "Ann", 1_000_000)
    table.place(1, {"ace-or-face": 500, **table.least_wagers(1)} if game == "top5" else table.least_wagers(1))
    table.deal()
    return table


def option(table: Session, word: str) -> Option:
    return next(each for each in table.legal(table.actors[0]) if each.word == word)


def words(table: Session) -> list[str]:
    return [each.word for each in table.legal(table.actors[0]) if each.allowed]


@pytest.mark.parametrize("game", ["holdem", "seven-stud", "draw", "lowball"])
def test_cards_name_the_street_that_they_begin(game: str) -> None:
    table = poker_table(game)
    deal = table.dealings()[-1].deal
    named: list[str] = []
    while table.actors:
        of_cards = [event for event in deal.events if isinstance(event, CardsDealt | BoardTurned | CardsDrawn)]
        assert of_cards[-1].street == deal.standing.street or "draw" in words(table)  # the first to draw is asked
        named.append(deal.standing.street)
        table.act(
            table.actors[0],
            next(word for word in ("check", "call", "show", "draw", "bring in") if word in words(table)),
        )
    printed = [street.name for game_ in table.printed().games for street in game_.streets]
    assert list(dict.fromkeys(named)) == printed


@pytest.mark.rule("PK-8")
def test_the_last_raise_that_a_round_allows_is_marked() -> None:
    table = poker_table("holdem")
    while "raise" in words(table):
        table.act(table.actors[0], "raise")
    deal = table.dealings()[-1].deal
    raises = [event for event in deal.events if isinstance(event, ChipsWagered) and event.verb == "raise"]
    assert [event.capped for event in raises] == [False] * (len(raises) - 1) + [True]
    assert deal.standing.raises_left == 0
    alone = poker_table("holdem", players=2)
    assert table.printed().games[0].cap.pair, "this house lets two players raise on"
    for _ in range(6):
        alone.act(alone.actors[0], "raise")
    assert not any(getattr(event, "capped", False) for event in alone.dealings()[-1].deal.events)


def test_options_say_which_cards_they_name_and_whether_they_fold() -> None:
    table = house_table("top5", 7)
    assert (option(table, "swap").names, option(table, "play").names, option(table, "fold").folds) == ("out", "", True)
    assert not option(table, "swap").folds
    swap = option(table, "swap")
    assert [swap.cards_named(action) for action in swap.actions] == [(action.split()[1],) for action in swap.actions]
    table.act(1, swap.actions[0])
    (chosen,) = [event for event in table.dealings()[-1].deal.events if isinstance(event, OptionChosen)]
    assert (chosen.names, chosen.folds, len(chosen.cards)) == ("out", False, 1)
    hold = option(house_table("holdout", 7), "hold")
    assert hold.names == "held"
    draw = poker_table("draw")
    while "draw" not in words(draw):
        draw.act(draw.actors[0], "check" if "check" in words(draw) else "call")
    assert option(draw, "draw").names == "out"


def test_a_wager_that_is_won_already_says_what_it_is_paid() -> None:
    """Ace or Face of Top 5 is won or lost with the community card that lies face up (T5-11)."""
    won = lost = 0
    for seed in range(40):
        table = house_table("top5", seed)
        layout = table.printed()
        assert isinstance(layout, HouseLayout)
        (wager,) = [each for each in layout.wagers if each.key == "ace-or-face"]
        reading = table.readings("player Ann")[1]
        board = table.view("player Ann").deal.piles["board"][0]
        line = next((each for each in wager.lines if cards.text(board)[0] == each.line), None)
        if line is None:
            lost += 1
            assert "ace-or-face" not in reading.sure
        else:
            won += 1
            assert reading.sure["ace-or-face"] == pay(500, Fraction(line.odds)).cents
        assert set(reading.sure) <= {"ace-or-face"}  # everything else may still change
    assert lost
    assert won


def test_the_line_in_reach_of_held_cards_is_the_best_that_any_card_to_come_makes() -> None:
    game = load("holdout").definition
    final, hand = game.wagers["final"], game.hands[game.wagers["final"].hand]
    assert final.table is not None
    own = cards.parse("Ad Jd Td 4d 4s")
    actions = [f"hold {cards.show(held)}" for count in (4, 5) for held in combinations(own, count)]
    reached = reach_after(game, {"player 1": own, "board": ()}, 1, actions)
    assert f"hold {cards.show(own)}" in reached
    rest = [card for card in range(52) if card not in own]
    for held in combinations(own, 4):
        best = max(hand.ranking.value((*held, card)) for card in rest)
        line = next((at for at, each in enumerate(final.table.lines) if best >= each.least), None)
        assert reached[f"hold {cards.show(held)}"].get("final") == line
    flush = next(at for at, each in enumerate(final.table.lines) if each.hand == "flush")
    assert reached[f"hold {cards.show(own[:4])}"]["final"] == flush
