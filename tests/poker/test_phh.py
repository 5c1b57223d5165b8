"""Hand histories: real ones are read and written back; damaged ones are refused in one sentence."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss.cli.replay import command
from pitboss.poker import load
from pitboss.poker.bots import RandomLegal
from pitboss.poker.phh import ActionLine, HandHistory, HistoryError, from_hand, read, replay, write
from pitboss.poker.phh.history import line
from pitboss.poker.session.session import PokerSession

FILES = sorted((Path(__file__).parent / "phh").rglob("*.phh"))
SAMPLE = (Path(__file__).parent / "phh" / "FT_01-39-18.phh").read_text()


def test_all_the_real_hands_are_here() -> None:
    assert len(FILES) == 124
    assert (Path(__file__).parent / "phh" / "LICENSE").exists()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_real_hand_is_read_and_written_back(path: Path) -> None:
    history = read(path.read_text(), path.name)
    assert read(write(history)) == history
    assert history.scale == 1
    assert len(history.lines) > history.seats


amounts = st.decimals(min_value=0, max_value=10**9, places=2)
some_cards = st.lists(st.integers(-1, 51), min_size=1, max_size=7, unique=True).map(tuple)
notes = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=20).map(str.strip)
players = st.integers(1, 3)
none, nothing = st.just(()), st.just(Decimal(0))
some_lines = st.one_of(
    st.builds(ActionLine, st.sampled_from(["bring-in", "call", "fold", "muck", "show"]), players, none, nothing, notes),
    st.builds(ActionLine, st.just("raise"), players, none, amounts, notes),
    st.builds(ActionLine, st.sampled_from(["show", "draw"]), players, some_cards, nothing, notes),
)


@given(some_lines)
def test_a_line_reads_back_what_it_wrote(one: ActionLine) -> None:
    assert line(str(one)) == one


@given(st.lists(some_lines, max_size=8), st.lists(amounts, min_size=3, max_size=3), st.text(max_size=10))
def test_a_history_reads_back_what_it_wrote(lines: list[ActionLine], antes: list[Decimal], words: str) -> None:
    three = (Decimal(100), Decimal("0.5"), None)
    history = HandHistory("FT", tuple(antes), three, tuple(lines), small_bet=Decimal(2), big_bet=Decimal(4))
    history.more["_pitboss_words"] = [words, {words: 3}]
    assert read(write(history)) == history


def test_fractions_of_a_chip_stay_exact() -> None:
    history = read(SAMPLE.replace("3175000,", "3175000.25,"))
    assert history.stacks[0] == Decimal("3175000.25")
    assert history.scale == 100


DAMAGE = {
    "cut in the middle": (SAMPLE[: len(SAMPLE) // 3], "is not a hand history"),
    "no variant": (SAMPLE.replace("variant =", "game ="), "'variant' is missing"),
    "a variant that is not a text": (SAMPLE.replace("'FT'", "7"), "line 1: variant should be the code of a game"),
    "a stack too few": (SAMPLE.replace(", 3800000]\nactions", "]\nactions"), "but there are 4 starting stacks"),
    "a stack of words": (SAMPLE.replace("[3175000", "['much'"), "line 7: starting_stacks[1] 'much' is not an amount"),
    "an empty stack": (SAMPLE.replace("[3175000", "[0"), "a player without chips"),
    "a negative ante": (SAMPLE.replace("antes = [0", "antes = [-1"), "'-1' is not an amount"),
    "an absurd number": (SAMPLE.replace("antes = [0", "antes = [1e999"), "not a plausible amount of chips"),
    "a number beyond reason": (SAMPLE.replace("antes = [0", f"antes = [{'9' * 5000}"), "a number is too large"),
    "an unknown action": (SAMPLE.replace("p3 f", "p3 g"), "'g' is not an action of a player"),
    "an unknown player": (SAMPLE.replace("p3 f", "p9 f"), "names player 9, but there are 5"),
    "nobody": (SAMPLE.replace("p3 f", "x f"), "neither the dealer (d) nor a player"),
    "no action": (SAMPLE.replace("p3 f", "p3"), "names p3 but no action"),
    "a card dealt twice": (SAMPLE.replace("p2 Tc9s", "p2 Td9s"), "deals Td, but action 1 had dealt it already"),
    "a card that is none": (SAMPLE.replace("p2 Tc9s", "p2 1c9s"), "'1c9s' is not a card"),
    "a joker": (SAMPLE.replace("p2 Tc9s", "p2 Jk9s"), "deals a joker"),
    "a raise to nothing": (SAMPLE.replace("p4 cbr 400000", "p4 cbr"), "cbr takes one amount"),
    "a raise to words": (SAMPLE.replace("p4 cbr 400000", "p4 cbr lots"), "'lots' is not an amount"),
    "a fold with cards": (SAMPLE.replace("p3 f", "p3 f As"), "nothing can follow 'f'"),
    "blinds and a bring-in": (SAMPLE.replace("small_bet", "bring_in = 5\nsmall_bet"), "not both"),
    "no limits": (SAMPLE.replace("small_bet = 200000\nbig_bet = 400000\n", ""), "it needs small_bet and big_bet"),
    "half the limits": (SAMPLE.replace("big_bet = 400000\n", ""), "go together; give both or neither"),
    "actions that are no list": (SAMPLE.replace("actions = [", "actions = 5\nx = ["), "should be a list of actions"),
    "an action that is not a text": (SAMPLE.replace("'p3 f'", "3"), "3 is not an action"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_refused_in_one_sentence(damage: str) -> None:
    text, sentence = DAMAGE[damage]
    assert text != SAMPLE
    with pytest.raises(HistoryError) as refused:
        read(text, "hand.phh")
    message = str(refused.value)
    assert sentence in message
    assert message.startswith("hand.phh")
    assert message.endswith(".")
    assert "\n" not in message


@given(st.text(max_size=60) | st.integers(0, len(SAMPLE)).map(lambda cut: SAMPLE[:cut] + SAMPLE[cut + 3 :]))
def test_no_text_makes_the_reader_stumble(text: str) -> None:
    try:
        history = read(text)
    except HistoryError:
        return
    assert read(write(history)) == history


# Replaying ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_real_hand_replays_to_its_recorded_stacks(path: Path) -> None:
    history = read(path.read_text(), path.name)
    played = replay(history)
    assert played.error == ""
    assert played.hand.done
    assert played.hand.chips()["pot"] == 0
    if path.stem != "NT_dwan-ivey-2009":  # the only one that records none
        assert history.finishing is not None
        assert played.stacks == history.finishing
    assert sum(map(int, played.stacks)) == sum(map(int, history.stacks))  # type: ignore[arg-type]


def test_the_million_dollar_pot_goes_to_the_straight() -> None:
    """No stacks are recorded; the five-high straight loses to the seven-high one, worth 1,109,500."""
    path = Path(__file__).parent / "phh" / "NT_dwan-ivey-2009.phh"
    assert replay(read(path.read_text())).stacks == (572100, 1997500, 1109500)


def test_a_wrong_stack_is_noticed() -> None:
    played = replay(read(SAMPLE.replace("[3075000, 11925000", "[3075001, 11924999")))
    assert played.error == "player 1 finishes with 3075000, but the file says 3075001."


FOUL = {
    "out of turn": (SAMPLE.replace("'p3 f', ", ""), "it is not seat 4's turn; seat 3 acts first"),
    "a raise too small": (SAMPLE.replace("p4 cbr 400000", "p4 cbr 300000"), "it can only be to"),
    "a bet nobody can make": (SAMPLE.replace("'p2 cc', 'd db Ts", "'p2 pb', 'd db Ts"), "cannot bring in"),
    "a flop too early": (SAMPLE.replace("'p2 cc', 'd db Ts", "'d db Ts"), "gets no more cards before player 2 acts"),
    "a flop too few": (SAMPLE.replace("'d db Ts9d5d', ", ""), "the board should have been dealt cards"),
    "a draw": (SAMPLE.replace("'p3 f'", "'p3 sd'"), "there is no draw"),
    "a game from elsewhere": (SAMPLE.replace("'FT'", "'FR'"), "razz (FR) is not spread here"),
    "a game nobody knows": (SAMPLE.replace("'FT'", "'XX'"), "the variant 'XX' is unknown"),
    "the stakes of another game": (SAMPLE.replace("'FT'", "'NT'"), "gives its stakes as min_bet"),
}


@pytest.mark.parametrize("foul", FOUL)
def test_what_the_rules_forbid_is_refused_in_one_sentence(foul: str) -> None:
    text, sentence = FOUL[foul]
    assert text != SAMPLE
    with pytest.raises(HistoryError) as refused:
        replay(read(text))
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_history_that_breaks_off_is_not_a_finished_hand() -> None:
    text = SAMPLE.replace(
        ", 'd db Kc', 'p2 cbr 400000', 'p4 cc', 'd db Qh', 'p2 cc', 'p4 cc', 'p2 sm Tc9s', 'p4 sm'", ""
    )
    text = text[: text.index("finishing_stacks")]
    assert replay(read(text)).error == "the hand is not finished: the actions end while player 2 is to act."


def test_a_hand_not_finished_is_not_right_however_its_stacks_lie() -> None:
    """The chips in front of the players before the first action are, by chance, those the file ends with."""
    text = SAMPLE[: SAMPLE.index("finishing_stacks")]
    start = text.index("'p", text.index("d dh p"))
    text = text[:start].rstrip(", ") + text[text.index("]", start) :]
    stacks = replay(read(text)).stacks
    text += f"finishing_stacks = [{', '.join(str(chips) for chips in stacks)}]\n"
    assert read(text).finishing == stacks
    assert replay(read(text)).error.startswith("the hand is not finished: the actions end while player ")


def test_a_stack_nobody_knew_stays_unknown() -> None:
    text = SAMPLE.replace("[3175000, 10625000", "[inf, 10625000")
    assert replay(read(text)).stacks == (None, 11925000, 7750000, 3150000, 3800000)


def test_fractions_replay_exactly() -> None:
    """A hand with every amount in hundredths: no float ever touches a chip."""
    history = read(SAMPLE)
    cent = Decimal("0.01")

    def tiny(amounts):  # type: ignore[no-untyped-def]
        return tuple(amount * cent for amount in amounts)

    small = HandHistory(
        "FT",
        tiny(history.antes),
        tiny(history.stacks),
        tuple(one._replace(chips=one.chips * cent) for one in history.lines),
        tiny(history.blinds),
        small_bet=history.small_bet * cent,
        big_bet=history.big_bet * cent,
        finishing=tiny(history.finishing),
    )
    assert replay(read(write(small))).error == ""


def own_hands(house: str, game: str, count: int):  # type: ignore[no-untyped-def]
    spread = load(game, house, "2-4")
    for seed in range(count):
        chance = random.Random(f"{house} {game} {seed}")
        seats = chance.sample(range(1, 11), chance.randint(*spread.seats))
        stacks = {seat: chance.choice([300, 500, 1000, 4000, 6000]) for seat in seats}
        hand = spread.deal(stacks, chance.choice(seats), pitboss.seeded(seed))
        bot = RandomLegal(seed)
        while not hand.done:
            seat = hand.actors[0]
            hand.act(seat, *bot.choose(hand.view(seat), seat))
        yield hand


SPREAD = [("pot", one) for one in ("holdem", "omaha", "omaha-hi-lo", "lowball", "draw", "seven-stud", "five-stud")]
SPREAD += [("button", one) for one in ("holdem", "lowball", "draw", "seven-stud", "five-stud")]


@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_a_hand_of_ours_told_and_replayed_ends_with_the_same_chips(house: str, game: str) -> None:
    for hand in own_hands(house, game, 12):
        history = from_hand(hand, event="a test")
        again = replay(read(write(history)))
        assert again.error == ""
        assert again.hand.done
        assert [again.hand.stack(seat) for seat in range(1, len(hand.seats) + 1)] == [*map(hand.stack, hand.seats)]
        assert again.hand.chips()["fee box"] == hand.chips()["fee box"]
        assert history.more["_pitboss_house"] == house


def test_rulings_and_common_cards_travel_in_the_record() -> None:
    spread = load("holdem", "pot", "2-4")
    hand = spread.deal(dict.fromkeys((1, 2, 3), 4000), 1, pitboss.seeded(3))
    hand.act(1, "call")
    hand.floor("premature flop")
    for seat, action in ((2, "call"), (3, "check"), (2, "bet"), (3, "call"), (1, "fold"), (2, "bet"), (3, "fold")):
        hand.act(seat, action)
    assert hand.done
    history = from_hand(hand)
    assert history.more["_pitboss_rulings"] == [{"after": 1, "ruling": "premature flop", "facts": {}}]
    again = replay(read(write(history)))
    assert again.error == ""
    assert again.hand.events == hand.events
    other = from_hand(next(own_hands("pot", "holdem", 1)))
    other.more["_pitboss_record"] = history.more["_pitboss_record"]
    with pytest.raises(HistoryError, match="of another hand"):
        replay(read(write(other)))
    stud = load("seven-stud", "pot", "2-4")
    full = stud.deal(dict.fromkeys(range(1, 9), 8000), 1, pitboss.seeded(1))
    while not full.done:
        legal = {option.word for option in full.legal(full.actors[0]) if option.allowed}
        full.act(full.actors[0], "check" if "check" in legal else "call")
    assert any(event.verb == "scramble" for event in full.events)
    assert replay(read(write(from_hand(full)))).error == ""


@pytest.mark.rule("PK-24", "PK-18")
@pytest.mark.parametrize("mistake", [{"dead": [2]}, {"joker": True}])
def test_a_mistake_in_the_deal_travels_in_the_record(mistake: dict[str, object]) -> None:
    spread = load("holdem", "pot", "2-4")
    for seed in range(6):
        hand = spread.deal(dict.fromkeys((1, 2, 3, 4), 4000), 4, pitboss.seeded(seed), **mistake)
        bot = RandomLegal(seed)
        while not hand.done:
            hand.act(hand.actors[0], *bot.choose(hand.view(hand.actors[0]), hand.actors[0]))
        again = replay(read(write(from_hand(hand))))
        assert again.error == ""
        assert again.hand.events == hand.events


@pytest.mark.rule("PK-4")
def test_a_hand_with_a_wild_card_travels_in_the_record() -> None:
    spread = load("five-stud", "button", "2-4", wild=True)
    for seed in range(6):
        hand = spread.deal(dict.fromkeys((1, 2, 3, 4, 5), 4000), 5, pitboss.seeded(seed))
        bot = RandomLegal(seed)
        while not hand.done:
            hand.act(hand.actors[0], *bot.choose(hand.view(hand.actors[0]), hand.actors[0]))
        again = replay(read(write(from_hand(hand))))
        assert (again.error, again.hand.events) == ("", hand.events)


@pytest.mark.rule("LB-5", "DR-3")
def test_a_new_deal_for_those_who_had_folded_is_told_and_replayed() -> None:
    hand = load("draw", "button", "2-4").deal(dict.fromkeys((1, 2, 3), 4000), 3, pitboss.seeded(5))
    for seat, action in ((1, "check"), (2, "fold"), (3, "check"), (1, "bet"), (2, "call"), (3, "fold")):
        hand.act(seat, action)
    for seat, action in ((1, "draw"), (2, "draw"), (1, "check"), (2, "check")):
        hand.act(seat, action)
    assert hand.done
    again = replay(read(write(from_hand(hand))))
    assert again.error == ""
    assert [again.hand.stack(seat) for seat in (1, 2, 3)] == [hand.stack(seat) for seat in (1, 2, 3)]


def test_other_programs_can_read_what_we_tell() -> None:
    """PokerKit takes our hold'em and Omaha hands as its own histories, up to the first card it would deal otherwise."""
    from pokerkit import HandHistory

    for game in ("holdem", "omaha-hi-lo"):
        for hand in own_hands("pot", game, 3):
            text = write(from_hand(hand))
            history = HandHistory.loads(text, parse_value=float)
            assert len(history.actions) == len(from_hand(hand).lines)
            assert [round(chips * 100) for chips in history.starting_stacks] == [
                dict(hand.record.setup["stacks"])[seat] for seat in hand.seats
            ]


# The command ----------------------------------------------------------------------------------------------------------


def test_the_command_replays_histories_and_records(tmp_path: Path) -> None:
    hand = next(own_hands("pot", "seven-stud", 1))
    record = tmp_path / "record.json"
    record.write_bytes(hand.dump())
    broken = tmp_path / "broken.phh"
    broken.write_text(SAMPLE[:200])
    foreign = tmp_path / "foreign.json"
    foreign.write_text('{"kind": "chess", "setup": {}}')
    differs = tmp_path / "differs.phh"
    differs.write_text(SAMPLE.replace("[3075000, 11925000", "[3075001, 11924999"))
    good = str(Path(__file__).parent / "phh" / "FT_01-39-18.phh")
    result = CliRunner().invoke(command, ["--json", good, str(record)])
    assert result.exit_code == 0
    first, second = json.loads(result.stdout)["files"]
    wanted = [3075000, 11925000, 7750000, 3150000, 3800000]
    assert first == {"file": good, "ok": True, "finishing_stacks": wanted, "error": None}
    assert (second["ok"], second["kind"], second["done"]) == (True, "poker", True)
    assert second["chips"] == hand.chips()
    assert CliRunner().invoke(command, [str(differs)]).exit_code == 1
    session = PokerSession.open("holdem", "pot", "2-4", shuffle=pitboss.seeded(5))
    for seat in (1, 2, 3):
        session.sit(seat, f"player {seat}", 4000)
    session.deal().act(session.hand.actors[0], "call")  # type: ignore[union-attr]
    evening = tmp_path / "session.json"
    evening.write_bytes(session.dump())
    result = CliRunner().invoke(command, ["--json", str(evening)])
    (told,) = json.loads(result.stdout)["files"]
    assert (told["ok"], told["kind"], told["done"]) == (True, "session", False)
    assert told["chips"] == session.chips()
    gaps = ['{"kind": "poker", "setup": {}}', '{"kind": "poker"}', "{", "{}", '{"kind": 3}']
    for number, text in enumerate([*gaps, '{"setup": {"games": 3}}', '{"setup": {"games": []}}']):
        gap = tmp_path / f"gap{number}.json"
        gap.write_text(text)
        result = CliRunner().invoke(command, [str(gap)], catch_exceptions=False)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
    result = CliRunner().invoke(command, [str(broken), str(foreign), str(tmp_path / "nothing"), good])
    assert result.exit_code == 2
    assert result.stdout.startswith(f"{good}: ok, finishing stacks 3,075,000, ")
    sentences = result.stderr.splitlines()
    assert len(sentences) == 3
    assert "is not a hand history" in sentences[0]
    assert "which this version does not know" in sentences[1]
    assert "cannot be read" in sentences[2]
