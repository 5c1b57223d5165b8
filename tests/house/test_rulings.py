"""Irregularities: voids at every stage, wrong counts declared and noticed, a faulty shuffler."""

from __future__ import annotations

from random import Random

import pytest

from pitboss import house, seeded
from pitboss.deal import IllegalAction
from pitboss.house import Round
from tests.house.games.conformance import Watch, stakes
from tests.house.rounds import actions, deal, verbs

STAKES = {1: {"ante": 500, "queens-up": 100}, 3: {"ante": 700}}


def _played(name: str, seed: int, acts: int) -> Round:
    """A round after this many acts of dealer and players."""
    game, random = house.load(name), Random(seed)
    table = game.deal(stakes(game.definition, 2, random.randrange), shuffle=seeded(seed), auto=False)
    for _ in range(acts):
        if table.done:
            break
        if table.actors:
            texts = actions(table, table.actors[0])
            table.act(table.actors[0], texts[random.randrange(len(texts))])
        else:
            table.step()
    return table


@pytest.mark.rule("HB-6")
@pytest.mark.parametrize("name", house.names())
def test_a_void_at_any_stage_returns_every_wager_and_records_why(name: str) -> None:
    for seed in (1, 2, 3):
        for acts in range(1000):
            table = _played(name, seed, acts)
            if table.done:
                with pytest.raises(IllegalAction, match="the round is over"):
                    table.floor("void", reason="too late")
                assert acts > 8
                break
            watch = Watch(table)
            table.floor("void", reason="a card was found on the floor")
            watch.look()
            watch.end()
            assert set(table.net().values()) == {0}, "everybody has what he had"
            assert table.chips()["rack"] == 0
            last = table.events[-1]
            assert (last.verb, last.rule) == ("void", "HB-6")
            assert last.words.startswith("a card was found on the floor;")
            assert "reshuffled" in last.words
            assert Round.load(table.dump()).events == table.events


@pytest.mark.rule("HB-6")
def test_a_void_after_part_of_the_settlement_undoes_what_was_paid_and_taken() -> None:
    table = deal("top5", {1: {"ante": 500, "ace-or-face": 100}, 2: {"ante": 300}}, auto=False)
    while not table.actors:
        table.step()
    table.act(1, "fold").act(2, "play")
    while not any(event.verb == "show" for event in table.events):
        table.step()
    table.step()
    assert table.lines
    table.floor("void", reason="the deck was short")
    assert table.net() == {"player 1": 0, "player 2": 0}
    returned = [move for move in table.moves if "the deck was short" in move.why]
    assert {move.rule for move in returned} == {"HB-6"}


@pytest.mark.rule("HB-6")
def test_a_ruling_needs_its_reason_and_knows_its_facts() -> None:
    table = deal("six54", STAKES)
    before = table.dump()
    for ruling, facts, words in (
        ("void", {}, "recorded with its reason"),
        ("void", {"reason": " "}, "recorded with its reason"),
        ("misdeal", {"reason": "x", "spot": 2}, "spot 2 is not in the round"),
        ("void", {"reason": "x", "blame": "dealer"}, "'blame' is not a fact of 'void'"),
        ("wrong count", {"spot": 1}, "needs count; state how many cards it has"),
        ("wrong count", {"spot": 1, "count": 5}, "was to get 5 cards"),
        ("wrong count", {"count": 5}, "say whose cards"),
        ("wrong count", {"pile": "muck", "count": 5}, "'muck' is not a pile"),
        ("packet", {"spot": 1, "cards": 6}, "every packet has been dealt"),
        ("shuffler fault", {"persists": "yes"}, "true or false"),
        ("dance", {}, "'dance' is not a ruling"),
    ):
        with pytest.raises(IllegalAction, match=words):
            table.floor(ruling, **facts)
        assert table.dump() == before
    assert {option.word for option in table.rulings() if option.allowed} == {
        "void",
        "misdeal",
        "wrong count",
        "shuffler fault",
    }


@pytest.mark.rule("S4-9", "HB-6")
@pytest.mark.parametrize("facts", [{"spot": 3, "count": 6}, {"pile": "dealer", "count": 7}])
def test_a_declared_wrong_count_voids_all_hands(facts: dict[str, object]) -> None:
    table = deal("six54", STAKES).act(1, "play")
    table.floor("wrong count", **facts)
    assert table.done
    assert set(table.net().values()) == {0}
    assert (table.events[-1].verb, table.events[-1].rule) == ("void", "S4-9")
    table.undo()
    assert table.actors == (3,), "a ruling can be taken back on a training table"


@pytest.mark.rule("S4-9", "HB-6")
@pytest.mark.parametrize("cards", [0, 4, 6])
@pytest.mark.parametrize("whose", [{"spot": 1}, {"spot": 3}, {"pile": "dealer"}])
def test_the_engine_itself_notices_a_packet_with_a_wrong_number_of_cards(whose: dict[str, object], cards: int) -> None:
    table = deal("six54", STAKES, auto=False)
    table.floor("packet", cards=cards, **whose)
    while table.step():
        assert sorted(card for pile in table.layout.all_piles().values() for card in pile) == list(range(52))
    assert table.done
    assert "decide" not in verbs(table), "nobody decides on a wrong hand"
    name = f"player {whose['spot']}" if "spot" in whose else "dealer"
    due = 5 if "spot" in whose else 6
    count = cards if "spot" in whose else cards + 1
    assert table.events[-1].words.startswith(f"{name} has {count} card{'s' * (count != 1)} where {due} are dealt;")
    assert table.events[-1].rule == "S4-9"
    assert set(table.net().values()) == {0}
    assert Round.load(table.dump()).events == table.events


@pytest.mark.rule("HB-6")
def test_a_wrong_count_voids_other_games_under_the_common_rule() -> None:
    table = deal("high5", {1: {"ante": 500}}, auto=False)
    table.floor("packet", spot=1, cards=8)
    while table.step():
        pass
    assert (table.events[-1].verb, table.events[-1].rule) == ("void", "HB-6")


@pytest.mark.rule("T5-18", "HB-6")
def test_what_a_misdeal_voids_is_the_houses_choice() -> None:
    both = {1: {"ante": 500}, 2: {"ante": 300, "tens": 100}}
    usual = deal("top5", both).floor("misdeal", reason="a card was exposed", spot=2)
    assert (usual.done, usual.events[-1].rule) == (True, "T5-18")
    assert usual.net() == {"player 1": 0, "player 2": 0}
    lenient = deal("top5", both, misdeal="spot").floor("misdeal", reason="a card was exposed", spot=2)
    assert not lenient.done
    assert lenient.actors == (1,)
    assert lenient.net() == {"player 1": -500, "player 2": 0}
    assert not lenient.seen("rail") & set(lenient.layout.dealt["player 2"]), "the void hand leaves unseen"
    lenient.act(1, "play")
    assert lenient.done
    assert {line.spot for line in lenient.lines} == {1}
    assert lenient.record.setup["house"]["misdeal"] == "spot"
    everybody = deal("top5", both, misdeal="spot").floor("misdeal", reason="the dealer's hand fell")
    assert everybody.done


@pytest.mark.rule("T5-18")
def test_a_wrong_packet_takes_only_its_spot_out_where_the_house_says_so() -> None:
    table = deal("top5", {1: {"ante": 500}, 2: {"ante": 300}, 4: {"ante": 100}}, auto=False, misdeal="spot")
    table.floor("packet", spot=2, cards=4).floor("packet", spot=4, cards=6)
    while not table.actors:
        table.step()
    assert table.actors == (1,)
    assert [event.seat for event in table.events if event.verb == "void"] == [2, 4]
    table.act(1, "fold")
    while table.step():
        pass
    assert table.net() == {"player 1": -500, "player 2": 0, "player 4": 0}


@pytest.mark.rule("T5-18")
def test_a_spot_that_leaves_does_not_hold_up_decisions_to_its_right() -> None:
    table = deal("top5", {spot: {"ante": 500} for spot in (1, 2, 3)}, misdeal="spot").act(2, "play").act(3, "fold")
    assert "play 2" not in verbs(table)
    before = table.version
    table.floor("misdeal", reason="a card was exposed", spot=1)
    assert table.version > before
    assert table.done
    assert {line.spot for line in table.lines} == {2, 3}


@pytest.mark.rule("T5-18", "HB-6")
def test_a_hand_that_is_void_is_not_returned_twice() -> None:
    table = deal("top5", {1: {"ante": 500, "tens": 200}, 2: {"ante": 300}}, misdeal="spot", auto=False)
    while not table.actors:
        table.step()
    table.act(1, "fold").act(2, "play")
    while len(table.lines) < 2:
        table.step()
    table.floor("misdeal", reason="a card was exposed", spot=1)
    assert table.net() == {"player 1": 0, "player 2": -600}
    with pytest.raises(IllegalAction, match="spot 1 is void already"):
        table.floor("misdeal", reason="and another one", spot=1)
    table.floor("void", reason="the deck is short")
    assert table.net() == {"player 1": 0, "player 2": 0}
    assert table.chips()["rack"] == 0


@pytest.mark.rule("T5-18")
@pytest.mark.parametrize("name", house.names())
def test_a_hand_may_become_void_at_any_stage_and_the_others_play_on(name: str) -> None:
    game, random = house.load(name, misdeal="spot"), Random(5)
    wagers = stakes(game.definition, 2, random.randrange)
    for acts in range(1000):
        table = game.deal(wagers, shuffle=seeded(acts), auto=False)
        gone, done = next(iter(table.stakes)), 0
        while not table.done:
            if done == acts:
                table.floor("misdeal", reason="a card was exposed", spot=gone)
                left = len(table.layout.piles.get(f"player {gone}", ()))
            done += 1
            if table.actors:
                table.act(table.actors[0], actions(table, table.actors[0])[-1])
            else:
                table.step()
        if done <= acts:
            assert acts > 8
            break
        assert table.net()[table.owners[gone]] == 0
        assert not any(cents for account, cents in table.chips().items() if account.startswith("spot "))
        assert left == len(table.layout.piles.get(f"player {gone}", ())) == 0, "it gets no more cards"


@pytest.mark.rule("T5-18")
@pytest.mark.parametrize("spot", [True, 1.0, "1", 0, [1], {}])
def test_a_spot_is_a_whole_number_in_every_ruling(spot: object) -> None:
    table = deal("top5", {1: {"ante": 500}}, misdeal="spot")
    before = table.dump()
    for ruling, facts in (("misdeal", {"reason": "a card was exposed"}), ("wrong count", {"count": 4})):
        with pytest.raises(IllegalAction, match="is not in the round"):
            table.floor(ruling, spot=spot, **facts)
    with pytest.raises(IllegalAction, match="is not a pile on the table"):
        table.floor("wrong count", pile=[spot], count=4)
    assert table.dump() == before


@pytest.mark.rule("HB-9")
def test_a_shuffler_fault_before_all_cards_are_out_voids_the_round() -> None:
    table = deal("six54", STAKES, auto=False)
    table.step()
    table.step()
    table.floor("shuffler fault", persists=True)
    said = [event.words for event in table.events if event.verb == "shuffler"]
    assert said == [
        "the regulator's own procedure goes first",
        "consult the troubleshooting guide on the shuffler",
        "turn the shuffler off",
        "unplug it",
        "put the backup shuffler in its place",
        "plug it in",
        "turn it on",
        "call service for the faulty one",
        "resume play",
    ]
    assert table.done
    assert (table.events[-1].verb, table.events[-1].rule) == ("void", "HB-9")
    assert set(table.net().values()) == {0}


@pytest.mark.rule("HB-9")
def test_with_all_cards_out_a_shuffler_fault_changes_nothing() -> None:
    table = deal("six54", STAKES)
    table.floor("shuffler fault")
    said = [event.words for event in table.events if event.verb == "shuffler"]
    assert said[-1] == "all cards of the round were out; play goes on"
    assert len(said) == 3
    assert table.actors == (1, 3)
    assert table.act(1, "play").act(3, "play").done


@pytest.mark.rule("HB-9")
def test_cards_that_come_after_the_decision_count_as_not_yet_out() -> None:
    table = deal("casino-holdem", {1: {"ante": 100}})
    assert table.actors == (1,)
    table.floor("shuffler fault")
    assert table.done
    assert table.net() == {"player 1": 0}


@pytest.mark.rule("HB-9")
def test_the_last_packet_of_a_deal_under_way_counts_as_not_yet_out() -> None:
    table = deal("holdout", {1: {"first": 100}, 2: {"first": 100}}, auto=False)
    out = []
    while table.step():
        out.append((table.events[-1].verb, table.events[-1].pile))
        again = Round.load(table.dump())
        again.floor("shuffler fault") if not again.done else None
        if table.events[-1].verb in ("close", "deal", "burn"):
            assert (again.events[-1].verb == "void") == (out[-1] != ("deal", "board"))
