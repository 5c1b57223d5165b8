"""Cards and decks: text that round-trips, errors that name the card, decks small and large."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import cards
from pitboss.cards import FULL, JOKER, UNKNOWN, WITH_JOKER, CardError, Cards, deck, parse, pretty, show, text

codes = st.lists(st.integers(0, 52), unique=True, max_size=53)
codes_and_unknown = st.lists(st.integers(0, 52), unique=True, max_size=20).flatmap(
    lambda known: st.permutations([*known, UNKNOWN, UNKNOWN])
)


def test_codes_are_rank_times_four_plus_suit() -> None:
    assert [text(code) for code in (0, 3, 4, 48, 51, 52)] == ["2c", "2s", "3c", "Ac", "As", "Jk"]
    assert all(cards.rank(code) * 4 + cards.suit(code) == code for code in range(52))


def test_suits_rise_from_clubs_to_spades() -> None:
    aces = [cards.card(f"A{suit}") for suit in "cdhs"]
    assert aces == sorted(aces)
    assert [cards.SUIT_WORDS[cards.suit(ace)] for ace in aces] == ["clubs", "diamonds", "hearts", "spades"]


@given(codes)
def test_text_reads_back(held: list[int]) -> None:
    assert parse(show(held)) == tuple(held)
    assert parse(pretty(held)) == tuple(held)
    assert tuple(Cards.of(show(held))) == tuple(held)


@given(codes_and_unknown)
def test_unknown_cards_read_back_however_many(held: list[int]) -> None:
    assert parse(show(held)) == tuple(held)


@given(codes, st.data())
def test_case_spaces_commas_and_tens_do_not_matter(held: list[int], data: st.DataObject) -> None:
    written = ""
    for code in held:
        word = text(code)
        if word[0] == "T" and data.draw(st.booleans()):
            word = "10" + word[1]
        if word == "Jk" and data.draw(st.booleans()):
            word = "joker"
        word = "".join(letter.upper() if data.draw(st.booleans()) else letter.lower() for letter in word)
        written += data.draw(st.sampled_from(["", " ", ", ", "\t", "\n", ";", " | "])) + word
    assert parse(written) == tuple(held)


def test_suit_signs_filled_hollow_and_with_the_emoji_mark() -> None:
    assert parse("A♠ 10♡ K♦️ 2♧") == parse("As Th Kd 2c")
    assert pretty(parse("As Td Jk ??")) == "A♠ 10♦ Joker ??"
    assert pretty(cards.card("Td")) == "10♦"


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("As Kx", "'Kx'"),
        ("AsK", "'K'"),
        ("1s", "'1s'"),
        ("11s", "'11s'"),
        ("As hello", "'hello'"),
        ("As 5♦x", "'x'"),
        ("?s", "'?s'"),
        ("As Kd as", "As appears twice"),
        ("joker Jk", "Jk appears twice"),
        ("10h Th", "Th appears twice"),
    ],
)
def test_a_mistake_names_the_card_in_one_sentence(written: str, named: str) -> None:
    with pytest.raises(CardError) as caught:
        parse(written)
    said = str(caught.value)
    assert named in said
    assert said.endswith(".")
    assert "\n" not in said


def test_nothing_is_no_cards() -> None:
    assert parse("") == parse(" , ") == ()


def test_one_card_means_one() -> None:
    assert cards.card(" aS ") == 51
    for written, count in (("As Kd", 2), ("", 0)):
        with pytest.raises(CardError, match=f"holds {count} cards"):
            cards.card(written)


@pytest.mark.parametrize("code", [-2, 53, 1000])
def test_a_number_that_is_no_card_is_not_shown_as_one(code: int) -> None:
    for show_it in (text, pretty, cards.name, cards.svg):
        with pytest.raises(CardError, match=f"{code} is not a card"):
            show_it(code)


# Decks


def test_full_decks() -> None:
    assert deck(52) is FULL
    assert deck(53) is WITH_JOKER
    assert deck(FULL) is FULL
    assert len(FULL) == 52
    assert len(WITH_JOKER) == 53
    assert set(WITH_JOKER) - set(FULL) == {JOKER}
    assert WITH_JOKER.joker
    assert not FULL.joker
    assert deck({}) is FULL
    assert deck({"joker": True}) is WITH_JOKER


@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 4), st.booleans())
def test_small_decks(one: int, other: int, suits: int, joker: bool) -> None:
    low, high = sorted((one, other))
    small = deck({"ranks": f"{cards.RANKS[low]}-{cards.RANKS[high]}", "suits": suits, "joker": joker})
    assert len(small) == len(set(small)) == (high - low + 1) * suits + joker
    assert small.ranks == tuple(range(low, high + 1))
    assert small.suits == tuple(range(4 - suits, 4))
    assert small.joker is joker
    assert str(len(small)) in small.name


def test_ranks_may_be_one_or_written_with_a_ten() -> None:
    assert show(deck({"ranks": "A", "suits": 2})) == "Ah As"
    assert deck({"ranks": "10-a", "suits": 2}).cards == deck({"ranks": "T - A", "suits": 2}).cards


@pytest.mark.parametrize(
    ("spec", "named"),
    [
        (54, "54"),
        (True, "True"),
        ("52", "'52'"),
        (None, "None"),
        ({"ranks": "A-T"}, "downward"),
        ({"ranks": "1-A"}, "'1' is not a rank"),
        ({"ranks": "T-"}, "'' is not a rank"),
        ({"ranks": 5}, "ranks = 5"),
        ({"ranks": ["T", "A"]}, "ranks = "),
        ({"suits": 5}, "suits = 5"),
        ({"suits": 0}, "suits = 0"),
        ({"suits": True}, "suits = True"),
        ({"suits": [1]}, "suits = "),
        ({"joker": 1}, "joker = 1"),
        ({"jokers": 1}, "'jokers'"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_by_name(spec: object, named: str) -> None:
    with pytest.raises(CardError) as caught:
        deck(spec)  # type: ignore[arg-type]
    assert named in str(caught.value)


def test_a_game_refuses_cards_it_does_not_have() -> None:
    assert FULL.check(parse("As Kd")) == parse("As Kd")
    with pytest.raises(CardError, match=r"^Jk is not in this game's deck \(52 cards\)\.$"):
        FULL.check(parse("As Jk"))
    with pytest.raises(CardError, match="2c is not in this game's deck"):
        deck({"ranks": "T-A", "suits": 2}).check(parse("2c"))
    with pytest.raises(CardError, match="As appears twice"):
        FULL.check((51, 51))
    with pytest.raises(CardError, match=r"\?\? is not in"):
        FULL.check((UNKNOWN,))


def test_a_game_refuses_a_wrong_number_of_cards() -> None:
    assert FULL.check(parse("As Kd"), 2)
    assert FULL.check(parse("As Kd"), (2, 3))
    with pytest.raises(CardError, match="As Kd is 2 cards; 3 expected"):
        FULL.check(parse("As Kd"), 3)
    with pytest.raises(CardError, match="As is 1 card; 2 or 3 expected"):
        FULL.check(parse("As"), (2, 3))
    with pytest.raises(CardError, match="nothing is 0 cards; 5 expected"):
        FULL.check((), 5)


def test_a_missing_card_is_named() -> None:
    assert FULL.whole(FULL.cards[::-1]) == FULL.cards[::-1]
    with pytest.raises(CardError, match=r"^As is missing from the deck \(52 cards\)\.$"):
        FULL.whole(FULL.cards[:51])
    with pytest.raises(CardError, match="2c and 51 more are missing"):
        FULL.whole(())
    with pytest.raises(CardError, match="2c appears twice"):
        FULL.whole((0, *FULL.cards[:51]))


@given(st.sets(st.integers(0, 51)))
def test_what_is_left_of_a_deck(gone: set[int]) -> None:
    left = FULL.without(gone)
    assert set(left) == set(range(52)) - gone
    assert list(left) == sorted(left)


# Pictures


def test_every_card_is_a_picture_of_its_own() -> None:
    drawn = [cards.svg(code) for code in (*range(53), UNKNOWN)]
    assert len(set(drawn)) == 54
    for code, picture in zip((*range(53), UNKNOWN), drawn, strict=True):
        root = ElementTree.fromstring(picture)
        assert root.tag.endswith("svg")
        assert root.attrib["role"] == "img"
        assert root.attrib["aria-label"] == ("face-down card" if code == UNKNOWN else cards.name(code))


def test_a_face_down_card_shows_nothing_but_its_back() -> None:
    root = ElementTree.fromstring(cards.svg(UNKNOWN))
    assert not [node for node in root.iter() if node.tag.endswith("text")]


def test_cards_draw_themselves_in_a_notebook() -> None:
    held = Cards.of("As Kd")
    assert repr(held) == "Cards('As Kd')"
    assert str(held) == "As Kd"
    assert held == parse("As Kd")
    assert held._repr_html_().count("<svg") == 2
    assert Cards.of(parse("2c")) == Cards.of("2c")


def test_names_are_the_dealers_words() -> None:
    assert cards.name(cards.card("As")) == "ace of spades"
    assert cards.name(cards.card("2c")) == "deuce of clubs"
    assert cards.name(JOKER) == "joker"
    assert cards.name(UNKNOWN) == "unknown card"


@pytest.mark.parametrize(("letter", "rank"), [("2", 0), ("T", 8), ("10", 8), ("t", 8), ("a", 12)])
def test_ranks_by_letter(letter: str, rank: int) -> None:
    assert cards.rank_of(letter) == rank


@pytest.mark.parametrize("letter", ["", "1", "TJ", "11", "x", "10x"])
def test_what_is_no_rank(letter: str) -> None:
    with pytest.raises(CardError, match="is not a rank"):
        cards.rank_of(letter)


def test_cards_are_made_from_a_text_or_refused_in_a_sentence() -> None:
    assert repr(Cards("As Kd")) == "Cards('As Kd')"
    assert Cards("As Kd") == parse("As Kd")
    assert str(Cards()) == ""
    for wrong in ("Zz", ["As", "Kd"], [99]):
        with pytest.raises(CardError, match="is not a card"):
            Cards(wrong)  # type: ignore[arg-type]
