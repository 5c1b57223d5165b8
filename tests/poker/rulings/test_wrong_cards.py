"""Boxed cards, jokers, exposed hole cards and the misdeal (PK-18, PK-19, PK-34)."""

from __future__ import annotations

import pytest

from pitboss import cards
from pitboss.cards import JOKER
from pitboss.deal import IllegalAction
from pitboss.poker.hand import Hand

from ..table import SPREAD, checked_down, deal, load, may, play, verbs
from .floor import Noted, can, everyone_sees, option, pile, same_again, shown

HOLES = "2c 3c 4c 2d 3d 4d"


def holdem(house: str = "pot", top: str = "", *more_tops: str, **more: object) -> tuple[Hand, Noted]:
    deck = Noted(top or f"{HOLES} 5c Ah Kh Qh 6c Jh 7c Th", *more_tops)
    return deal(load("holdem", house, "2-4"), 10_000, 10_000, 10_000, shuffle=deck, **more), deck


# Boxed card


@pytest.mark.rule("PK-18")
def test_a_boxed_card_is_as_if_it_were_not_there() -> None:
    hand, _ = holdem()
    hand.floor("boxed card")  # the next card of the deck lies face up in it
    assert everyone_sees(hand, "5c")
    assert pile(hand, "out of play", "rail") == "5c"
    same_again(hand)
    play(hand, "3 call, 1 call, 2 check")
    assert (pile(hand, "burn"), pile(hand, "board")) == ("Ah", "Kh Qh 6c")  # the next card below takes its place
    assert "5c" not in pile(hand, "deck")


@pytest.mark.rule("PK-18", "PK-30")
@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_a_boxed_card_while_dealing_goes_to_nobody(house: str, game: str) -> None:
    hand = deal(load(game, house), *[10_000] * 3, shuffle=Noted("As Ks Qs Js Ts 9s"), auto=False)
    while not shown(hand, "deal"):
        hand.step()
    hand.floor("boxed card")
    hand.step()
    assert [text for _, text in shown(hand, "deal")] == ["As", "Qs"]
    assert pile(hand, "out of play", "rail") == "Ks"


@pytest.mark.rule("PK-18")
def test_without_cards_to_deal_no_card_is_boxed() -> None:
    hand, _ = holdem(auto=False)
    assert "not been shuffled" in option(hand, "boxed card").why
    hand, _ = holdem()
    play(hand, "3 call, 1 call, 2 check, " + ", ".join("1 check, 2 check, 3 check" for _ in range(2)))
    assert "no more cards" in option(hand, "boxed card").why
    with pytest.raises(IllegalAction, match=r"no more cards are dealt \(PK-18\)"):
        hand.floor("boxed card")


@pytest.mark.rule("PK-18", "PK-26")
def test_a_boxed_card_is_not_there_however_few_are_left_and_the_shortage_rule_decides() -> None:
    hand = deal(load("five-stud", "pot", "2-4"), *[10_000] * 10)  # fifty of the fifty-two cards
    for _ in range(3):
        hand.floor("boxed card")
    assert checked_down(hand).done
    assert len(pile(hand, "out of play").split()) == 3
    assert [event.words for event in hand.events if event.verb == "board"] == ["common card"]
    assert {len(hand.piles.own_cards(place)) for place in range(10) if hand.in_hand(hand.seats[place])} == {4}


@pytest.mark.rule("PK-18", "PK-26")
@pytest.mark.parametrize("house", ["pot", "button"])
def test_boxed_cards_in_eight_handed_stud(house: str) -> None:
    """Sixth street needs nine of the last nine cards: with two fewer, the burns are scrambled and dealt on."""
    hand = deal(load("seven-stud", house, "2-4"), *[10_000] * 8)
    while hand.street.name != "fifth":
        hand.act(hand.actors[0], "check" if "check" in may(hand) else "call")
    assert can(hand, "boxed card")
    hand.floor("boxed card").floor("boxed card")
    same_again(hand)
    while hand.street.name != "sixth":
        hand.act(hand.actors[0], "check" if "check" in may(hand) else "call")
    assert {len(up) for up in hand.piles.up} == {4}  # everybody has a separate card
    assert [verb for verb, _ in shown(hand, "scramble", "board")] == ["scramble"]
    assert can(hand, "boxed card")  # one card is left, and seventh street is still to come
    assert checked_down(hand.floor("boxed card")).done
    assert [event.words for event in hand.events if event.verb == "board"] == ["common card"]


@pytest.mark.rule("PK-18", "PK-26")
def test_a_boxed_card_in_the_middle_of_a_street_is_made_good_from_the_burns() -> None:
    hand = deal(load("seven-stud", "pot", "2-4"), *[10_000] * 8, auto=False)
    while not (hand.street and hand.street.name == "sixth" and hand.events[-1].verb == "deal"):
        if hand.actors:
            hand.act(hand.actors[0], "check" if "check" in may(hand) else "call")
        else:
            hand.step()
    hand.floor("boxed card").floor("boxed card")  # eight cards left, seven players without one
    while not hand.actors:
        hand.step()
    assert {len(up) for up in hand.piles.up} == {4}
    assert [verb for verb, _ in shown(hand, "scramble")] == ["scramble"]


@pytest.mark.rule("PK-18")
def test_when_no_other_card_is_left_those_put_out_of_play_are_dealt() -> None:
    hand = deal(load("five-stud", "pot", "2-4"), *[10_000] * 10)
    while hand.street.name != "fourth":
        hand.act(hand.actors[0], "check")
    while can(hand, "boxed card"):
        hand.floor("boxed card")
    assert len(hand.piles.stub) == 0
    assert checked_down(hand).done


@pytest.mark.rule("PK-18", "PK-26", "LB-4")
@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize("street", [-1, 0, 1])
@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_a_boxed_card_is_never_refused_while_the_deck_has_one(house: str, game: str, street: int, joker: bool) -> None:
    """All but the last card of the deck are boxed before the deal, in the first round or after it."""
    played = load(game, house)
    hand = deal(played, *[10_000] * played.seats[1], auto=False, joker=joker)
    boxed = False
    for _ in range(1_000):
        if not boxed and hand.piles.stub and hand.street_number >= street and can(hand, "boxed card"):
            boxed = True
            while len(hand.piles.stub) > 1:
                hand.floor("boxed card")
        if hand.done:
            break
        if hand.actors:
            options = may(hand)
            seat = hand.actors[0]
            if "draw" in options:
                own = hand.piles.down[hand.index[seat]]
                hand.act(seat, f"draw {cards.show(own[:3])}")
            else:
                word = next(word for word in ("bet", *PASSIVE) if word in options)
                hand.act(seat, word, options[word].low)
        else:
            hand.step()
    assert boxed
    assert hand.done
    same_again(hand)


PASSIVE = ("check", "call", "bring in", "show", "fold")


# Joker


def joker_to_seat_2(**more: object) -> tuple[Hand, Noted]:
    return holdem("pot", "2c Jk 4c 2d 3d 4d 5c Ah Kh Qh 6c Jh 7c Th", joker=True, **more)


@pytest.mark.rule("PK-18", "PK-35")
def test_a_joker_called_in_time_is_replaced_from_the_middle_of_the_deck() -> None:
    hand, deck = joker_to_seat_2()
    assert JOKER in deck.given[0]
    before = list(hand.piles.stub)
    middle = before[len(before) // 2]
    hand.floor("joker found", seat=2)
    assert pile(hand, "player 2") == f"3d {cards.text(middle)}"
    assert pile(hand, "out of play", "rail") == "Jk"
    assert hand.view(1).piles["player 2"] == (-1, -1)  # the new card is nobody else's business
    same_again(hand)
    assert checked_down(hand).done


@pytest.mark.rule("PK-18")
def test_a_joker_burned_face_down_is_not_seen_and_stays_burned() -> None:
    hand, _ = holdem("pot", f"{HOLES} Jk Ah Kh Qh 6c Jh 7c Th", joker=True)
    play(hand, "3 call, 1 call, 2 check")
    assert (pile(hand, "burn"), pile(hand, "board")) == ("Jk", "Ah Kh Qh")
    assert pile(hand, "burn", "rail") == "??"
    assert shown(hand, "boxed card") == []
    assert checked_down(hand).done
    assert "Jk" in pile(hand, "burn")


@pytest.mark.rule("PK-18", "PK-26")
def test_a_burned_joker_that_comes_back_with_the_burns_is_a_boxed_card() -> None:
    """Eight hands to the last street of stud: the burns are scrambled in, and the joker is turned as common card."""
    hand = deal(load("seven-stud", "pot"), *[10_000] * 8, shuffle=Noted([*range(8 * 3), JOKER]), joker=True)
    while hand.street.name != "seventh":
        hand.act(hand.actors[0], "check" if "check" in may(hand) else "call")
    assert shown(hand, "burn", "scramble")[:1] == [("burn", "Jk")]
    assert [verb for verb, _ in shown(hand, "scramble", "boxed card", "board")] == ["scramble", "boxed card", "board"]
    assert (pile(hand, "out of play"), len(hand.board)) == ("Jk", 1)
    assert checked_down(hand).done


@pytest.mark.rule("PK-18")
def test_while_dealing_the_joker_is_replaced_after_that_round_of_cards() -> None:
    hand, _ = joker_to_seat_2(auto=False)
    while shown(hand, "deal")[-1:] != [("deal", "Jk")]:
        hand.step()
    hand.floor("joker found", seat=2)
    assert pile(hand, "player 2") == ""
    while not hand.actors:
        hand.step()
    # before the second round of cards; an exposed card waits for the end of the deal (PK-19)
    assert [event.seat for event in hand.events if event.verb == "deal"] == [1, 2, 3, 2, 1, 2, 3]
    words = [event.words for event in hand.events if event.verb == "deal"]
    assert words[3] == "a replacement from the middle of the deck"


@pytest.mark.rule("PK-18", "PK-19")
def test_in_stud_a_joker_and_an_exposed_card_are_replaced_at_two_moments() -> None:
    def order(ruling: str, **facts: object) -> list[int]:
        deck = Noted("2c Jk 4c") if ruling == "joker found" else Noted("2c 3c 4c")
        hand = deal(load("seven-stud", "pot"), *[10_000] * 3, shuffle=deck, joker=True, auto=False)
        while len(shown(hand, "deal")) < 5:
            hand.step()
        hand.floor(ruling, seat=2, **facts)
        while not hand.actors:
            hand.step()
        assert len(hand.piles.down[hand.index[2]]) == 2
        return [event.seat for event in hand.events if event.verb == "deal"]

    assert order("joker found") == [1, 2, 3, 1, 2, 3, 2, 1, 2, 3]
    assert order("exposed card", card="3c") == [1, 2, 3, 1, 2, 3, 1, 2, 3, 2]


@pytest.mark.rule("PK-18")
def test_who_acts_before_calling_attention_has_a_foul_hand() -> None:
    hand, _ = joker_to_seat_2()
    play(hand, "3 call, 1 call")
    with pytest.raises(IllegalAction, match="has not acted"):
        hand.floor("foul hand", seat=2)
    play(hand, "2 raise 400, 3 call, 1 call").floor("joker found", seat=2)
    assert not hand.in_hand(2)
    assert everyone_sees(hand, "Jk")
    assert [(event.verb, event.rule) for event in hand.events if event.verb == "foul hand"] == [("foul hand", "PK-18")]
    same_again(hand)
    assert checked_down(hand).stack(2) == 10_000 - 400  # what he has put in stays in the pot


@pytest.mark.rule("PK-18", "PK-27")
@pytest.mark.parametrize("showdown", ["run", "ask"])
def test_at_the_latest_the_dealer_finds_it_when_they_inspect_the_hands(showdown: str) -> None:
    hand = checked_down(joker_to_seat_2(showdown=showdown)[0])
    assert [event.seat for event in hand.events if event.verb == "foul hand"] == [2]
    assert hand.stack(2) == 10_000 - 200
    assert all(event.seat != 2 for event in hand.events if event.verb == "award")


@pytest.mark.rule("PK-18")
def test_who_was_all_in_before_they_could_act_gets_their_card_at_the_showdown() -> None:
    deck = Noted("2c Jk 4c 2d 3d 4d")
    hand = load("holdem", "pot", "2-4").deal({1: 10_000, 2: 200, 3: 10_000}, 3, deck, joker=True)
    checked_down(hand)
    assert verbs(hand, "foul hand") == []
    assert [(event.verb, event.seat) for event in hand.events if event.verb in ("joker",)] == [("joker", 2)]


@pytest.mark.rule("PK-18")
def test_a_joker_anywhere_else_is_a_boxed_card() -> None:
    on_board, _ = holdem("pot", f"{HOLES} 5c Ah Jk Qh 6c Jh", joker=True)
    play(on_board, "3 call, 1 call, 2 check")
    assert (pile(on_board, "board"), pile(on_board, "out of play")) == ("Ah Qh 6c", "Jk")
    up = deal(load("seven-stud", "pot"), *[10_000] * 2, shuffle=Noted("2c 3c 2d 3d Jk Ah Kh"), joker=True)
    assert (pile(up, "player 1"), pile(up, "player 2")) == ("2c 2d Ah", "3c 3d Kh")
    assert pile(up, "out of play", "rail") == "Jk"


@pytest.mark.rule("PK-18")
def test_a_joker_thrown_away_in_the_draw_leaves_a_foul_hand() -> None:
    deck = Noted("2c Jk 4c 2d 3d 4d 5c 6d 7s 8s 9s Ts Js Qs Ks")
    hand = deal(load("draw", "pot"), *[10_000] * 3, shuffle=deck, joker=True)
    play(hand, "1 check, 2 check, 3 check, 1 draw, 2 draw Jk, 3 draw")
    assert [event.seat for event in checked_down(hand).events if event.verb == "foul hand"] == [2]


@pytest.mark.rule("PK-4", "PK-18")
def test_where_the_joker_is_wild_nobody_has_found_one() -> None:
    hand = deal(load("draw", "button", "2-4", wild=True), *[10_000] * 3, shuffle=Noted("2c Jk 4c"))
    assert "Jk" in pile(hand, "player 2")
    assert "wild card" in option(hand, "joker found").why
    with pytest.raises(IllegalAction, match="wild card"):
        hand.floor("joker found", seat=2)


# Exposed hole card


@pytest.mark.rule("PK-19")
def test_an_exposed_hole_card_is_replaced_from_the_bottom_half() -> None:
    hand, _ = holdem()
    below = hand.piles.stub[: len(hand.piles.stub) // 2]
    hand.floor("exposed card", seat=2, card="3c")
    new = hand.piles.down[hand.index[2]][-1]
    assert new in below
    assert pile(hand, "player 2") == f"3d {cards.text(new)}"
    assert everyone_sees(hand, "3c")
    assert pile(hand, "out of play", "rail") == "3c"
    assert hand.view(1).piles["player 2"] == (-1, -1)
    same_again(hand)
    assert 1 in checked_down(hand).seats
    assert "3c" in pile(hand, "out of play")  # the exposed card is out of the hand


@pytest.mark.rule("PK-19")
def test_the_replacement_comes_after_the_deal() -> None:
    hand, _ = holdem(auto=False)
    while len(shown(hand, "deal")) < 2:
        hand.step()
    hand.floor("exposed card", seat=2, card="3c")
    while not hand.actors:
        hand.step()
    assert [event.seat for event in hand.events if event.verb == "deal"] == [1, 2, 3, 1, 2, 3, 2]


@pytest.mark.rule("PK-19", "PK-34")
@pytest.mark.parametrize("house", ["pot", "button"])
def test_two_exposed_on_the_deal_are_a_misdeal(house: str) -> None:
    hand, deck = holdem(house)
    hand.floor("exposed card", seat=2, card="3c").floor("exposed card", seat=3, card="4d")
    assert [(event.verb, event.rule) for event in hand.events if event.verb == "misdeal"] == [("misdeal", "PK-34")]
    assert len(deck.given) == 2
    assert pile(hand, "out of play") == ""
    assert hand.button == 3
    same_again(hand)


@pytest.mark.rule("PK-19")
def test_once_somebody_has_acted_the_deal_is_over() -> None:
    hand, _ = holdem()
    with pytest.raises(IllegalAction, match="was not dealt face down to seat 2"):
        hand.floor("exposed card", seat=2, card="4d")
    play(hand, "3 call")
    with pytest.raises(IllegalAction, match="since somebody acted"):
        hand.floor("exposed card", seat=2, card="3c")


@pytest.mark.rule("PK-19", "PK-30")
def test_a_last_card_exposed_in_stud_is_replaced_each_time() -> None:
    hand = deal(load("seven-stud", "pot"), *[10_000] * 3)
    while hand.street.name != "seventh":
        hand.act(hand.actors[0], "check" if "check" in may(hand) else "call")
    for seat in (1, 2):
        last = hand.piles.down[hand.index[seat]][-1]
        hand.floor("exposed card", seat=seat, card=cards.text(last))
        assert last not in hand.piles.down[hand.index[seat]]
        assert len(hand.piles.down[hand.index[seat]]) == 3
    assert verbs(hand, "misdeal") == []  # that was not on the deal
    with pytest.raises(IllegalAction, match="was not dealt"):
        hand.floor("exposed card", seat=3, card=cards.text(hand.piles.down[hand.index[3]][0]))


@pytest.mark.rule("PK-19", "PK-30")
def test_a_card_exposed_in_the_draw_is_replaced_when_all_have_drawn() -> None:
    hand = deal(load("draw", "pot"), *[10_000] * 3)
    play(hand, "1 check, 2 check, 3 check")
    hand.act(1, f"draw {cards.text(hand.piles.down[0][0])}")
    got = hand.piles.down[0][-1]
    hand.floor("exposed card", seat=1, card=cards.text(got))
    assert len(hand.piles.down[0]) == 4
    hand.act(2, f"draw {cards.text(hand.piles.down[1][0])}").act(3, "draw")
    assert len(hand.piles.down[0]) == 5
    assert got not in hand.piles.down[0]
    assert hand.actors == (1,)


# Misdeal


@pytest.mark.rule("PK-34")
@pytest.mark.parametrize("house", ["pot", "button"])
@pytest.mark.parametrize("game", ["holdem", "draw", "lowball", "five-stud", "seven-stud"])
def test_a_misdeal_returns_everything_and_takes_the_fee_once(house: str, game: str) -> None:
    deck = Noted()
    spread = load(game, house, "2-4")
    hand = deal(spread, *[10_000] * 5, shuffle=deck)
    fresh = deal(spread, *[10_000] * 5, shuffle=Noted())
    posted = [event for event in fresh.events if event.verb in ("ante", "post")]
    hand.floor("misdeal", reason="the first card went to the wrong seat")
    given = [event.verb for event in hand.events]
    start = given.index("misdeal")
    back = [event for event in hand.events[start:] if event.verb == "return"]
    assert sum(event.cents for event in back) >= sum(event.cents for event in posted)
    assert [event for event in hand.events[start:] if event.verb in ("ante", "post")] == posted
    assert deck.given == [set(range(52))] * 2  # all cards are reshuffled
    assert hand.chips() == fresh.chips()  # the fee has been taken once
    assert (hand.button, hand.actors) == (fresh.button, fresh.actors)
    same_again(hand)


@pytest.mark.rule("PK-34")
def test_no_misdeal_before_the_first_card_or_after_the_first_action() -> None:
    hand, _ = holdem(auto=False)
    assert "no card has been dealt" in option(hand, "misdeal").why
    hand, _ = holdem()
    assert can(hand, "misdeal")
    play(hand, "3 call")
    with pytest.raises(IllegalAction, match="the deal, which stands"):
        hand.floor("misdeal", reason="too late")
    with pytest.raises(IllegalAction, match="needs reason; state"):
        holdem()[0].floor("misdeal")


@pytest.mark.rule("PK-34", "LB-5", "DR-3")
@pytest.mark.parametrize("game", ["draw", "lowball"])
def test_a_misdeal_of_a_new_deal_returns_only_its_own_antes(game: str) -> None:
    hand = deal(load(game, "button", "2-4"), *[10_000] * 3)
    rounds = 2 if game == "lowball" else 1
    play(hand, ", ".join(f"{seat} check" for _ in range(rounds) for seat in (1, 2, 3)))
    assert hand.chips()["pot"] == 600  # nobody opened: antes stay, everyone antes again
    before = hand.chips()
    hand.floor("misdeal", reason="a card flew off the table")
    assert hand.chips() == before
    assert verbs(hand, "return") == [("return", 1, 100), ("return", 2, 100), ("return", 3, 100)]
    assert len(verbs(hand, "fee")) == 1
    same_again(hand)
    assert checked_down(play(hand, "1 bet" if game == "draw" else "1 check")).done


@pytest.mark.rule("PK-34", "LB-5", "DR-3")
def test_a_misdeal_is_ruled_once_and_the_antes_of_the_first_deal_stay() -> None:
    hand = deal(load("draw", "button", "2-4"), *[10_000] * 2, auto=False)
    while not hand.actors:
        hand.step()
    play(hand, "1 check, 2 check")
    for _ in range(2):
        begun = len(hand.events)
        while all(event.verb != "deal" for event in hand.events[begun:]):
            hand.step()
        assert hand.chips()["pot"] == 400
        hand.floor("misdeal", reason="a card flew off the table")
        assert hand.chips()["pot"] == 200  # those of the first deal
        same_again(hand)
        for ruling in ("misdeal", "exposed card"):
            assert not can(hand, ruling)  # no card lies there
        with pytest.raises(IllegalAction, match="no card has been dealt"):
            hand.floor("misdeal", reason="once more")
        assert hand.chips()["pot"] == 200
    while not hand.actors:
        hand.step()
    assert hand.chips()["pot"] == 400


@pytest.mark.rule("PK-34")
def test_a_first_deal_taken_back_is_not_taken_back_again() -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[10_000] * 3, auto=False)
    while not verbs(hand, "deal"):
        hand.step()
    hand.floor("misdeal", reason="a card flew off the table")
    assert hand.chips()["pot"] == 0
    assert not can(hand, "misdeal")


@pytest.mark.rule("PK-34", "PK-18")
def test_a_joker_found_before_the_misdeal_stays_out_of_the_new_deck() -> None:
    hand, deck = joker_to_seat_2()
    hand.floor("joker found", seat=2).floor("misdeal", reason="two cards stuck together")
    assert JOKER in deck.given[0]
    assert JOKER not in deck.given[1]
    unseen, deck = joker_to_seat_2()
    unseen.floor("misdeal", reason="two cards stuck together")
    assert JOKER in deck.given[1]


def test_a_hand_told_from_known_cards_has_no_deck_to_rule_on() -> None:
    game = load("holdem", "pot", "2-4")
    hand = game.deal({1: 10_000, 2: 10_000}, 1, known={1: "As Ad", 2: "Kc Kd"})
    for ruling in ("boxed card", "misdeal", "exposed card", "premature flop", "joker found"):
        assert "known cards" in option(hand, ruling).why
