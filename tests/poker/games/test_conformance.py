"""Properties of every poker game in every house.

Hands are played at random from a seed; hypothesis looks for the seed, the seats and the stacks that break something.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss import cards, poker
from pitboss.cards import UNKNOWN
from pitboss.deal import IllegalAction, Option
from pitboss.poker.hand import Hand
from tests.examples import examples
from tests.poker.reference.slow_settlement import at_most, best, fives, settle
from tests.poker.table import SPREAD, load, may, random_act

EXAMPLES, MANY = 0.08, 1.5
VARIANTS: list[tuple[str, str, dict[str, object]]] = [
    *((house, game, {}) for house, game in SPREAD),
    ("pot", "holdem", {"play": "no-limit"}),
    ("wsop", "holdem", {"play": "no-limit"}),
    ("button", "draw", {"wild": True}),
    ("button", "seven-stud", {"wild": True}),
]
IDS = [f"{house}-{game}{''.join('-' + str(key) for key in more)}" for house, game, more in VARIANTS]
every_game = pytest.mark.parametrize(("house", "game", "more"), VARIANTS, ids=IDS)
seeds = st.integers(0, 2**32)


def table(
    house: str, game: str, more: dict[str, object], seed: int, auto: bool = True, **dealt: str
) -> tuple[Hand, random.Random]:
    """A hand for a random number of random stacks, short ones among them."""
    rng = random.Random(seed)
    limits = list(poker.houses()[house].games[game].limits) or [None]
    spread = load(game, house, rng.choice(limits), **more)
    least, most = spread.seats
    heads = rng.choice([least, most, rng.randint(least, most)])
    seats = sorted(rng.sample(range(1, 11), heads))
    unit = spread.lower
    stacks = {seat: rng.choice([1, 2, 3, 4, 6, 9, 15, 40, 200]) * unit // rng.choice([1, 1, 2, 3]) for seat in seats}
    button = rng.choice(seats)
    stacks[button] += 300  # the Button house's fee and ante
    return spread.deal(stacks, button, pitboss.seeded(rng.randrange(2**32)), auto=auto, **dealt), rng


def on_the_table(hand: Hand) -> list[int]:
    piles = chain(
        hand.piles.down,
        hand.piles.up,
        hand.piles.discards,
        [hand.board, hand.piles.burns, hand.piles.muck, hand.piles.stub],
    )
    return sorted(card for pile in piles for card in pile)


def conserved(hand: Hand, total: int) -> None:
    chips = hand.chips()
    assert sum(chips.values()) == total
    assert min(chips.values()) >= 0
    for position, cents in enumerate(hand.money.stacks if hand.phase == "bet" else ()):
        assert (
            not hand.money.able >> position & 1
            or 0 < hand.money.deepest <= cents
            or hand.money.deepest <= hand.game.room
        )
        assert bool(cents and hand.money.live >> position & 1) == bool(hand.money.able >> position & 1)
    assert chips["pot"] == sum(hand.money.put) + hand.money.dead - hand.money.taken - paid_out(hand)
    if any(event.verb == "shuffle" for event in hand.events):
        assert on_the_table(hand) in (list(hand.game.deck.cards), [])  # nothing lies there between two deals


def paid_out(hand: Hand) -> int:
    return sum(event.cents for event in hand.events if event.verb == "award")


def balances(hand: Hand) -> dict[str, int]:
    """The accounts computed from the moves alone."""
    accounts = {f"player {seat}": cents for seat, cents in hand.record.setup["stacks"]} | {"pot": 0, "fee box": 0}
    for move in hand.moves:
        assert move.cents > 0
        assert move.why
        accounts[move.source] -= move.cents
        accounts[move.target] += move.cents
    return accounts


@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_chips_and_cards_are_conserved_after_every_event(
    house: str, game: str, more: dict[str, object], seed: int
) -> None:
    hand, rng = table(house, game, more, seed, auto=False)
    total = sum(hand.chips().values())
    while not hand.done:
        events = len(hand.events)
        if hand.actors:
            random_act(hand, rng)
        else:
            hand.step()
        assert len(hand.events) > events or hand.actors or hand.done
        conserved(hand, total)
        assert balances(hand) == hand.chips()
    assert hand.chips()["pot"] == 0
    if house != "wsop":
        assert all(move.rule for move in hand.moves)


@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_stepping_and_running_on_give_the_same_events(
    house: str, game: str, more: dict[str, object], seed: int
) -> None:
    hand, rng = table(house, game, more, seed)
    while not hand.done:
        random_act(hand, rng)
    slow, _ = table(house, game, more, seed, auto=False)
    entries = list(hand.record.entries)
    while not slow.done:
        if slow.actors:
            entry = entries.pop(0)
            slow.act(entry.seat, entry.action, entry.cents)
        else:
            assert slow.step()
    assert slow.events == hand.events
    assert slow.moves == hand.moves
    again = Hand.load(slow.dump())
    assert again.events == hand.events


@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_undo_replay_and_records_are_exact(house: str, game: str, more: dict[str, object], seed: int) -> None:
    hand, rng = table(house, game, more, seed)
    versions = [(list(hand.events), list(hand.moves), hand.actors, hand.chips())]
    while not hand.done:
        random_act(hand, rng)
        versions.append((list(hand.events), list(hand.moves), hand.actors, hand.chips()))
    data = hand.dump()
    again = Hand.load(data)
    assert (again.events, again.moves, again.chips(), again.done) == (hand.events, hand.moves, hand.chips(), True)
    assert again.dump() == data
    for events, moves, actors, chips in versions[-2:-5:-1]:
        last = hand.record.entries[-1]
        hand.undo()
        assert (hand.events, hand.moves, hand.actors, hand.chips()) == (events, moves, actors, chips)
        assert last.seat in hand.actors


def not_accepted(option: Option) -> Iterator[tuple[str, int]]:
    """Actions of a word with amounts it does not take."""
    for cents in [option.low - 1, option.high + 1, option.low + 1, -1] if option.high else [1, 100]:
        if option.allowed and option.takes(cents):
            continue
        if cents == 0 and option.low == option.high:
            continue  # no amount stands for the only one
        for action in option.actions[:2] or (option.word,):
            yield action, cents


@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_legal_and_act_agree(house: str, game: str, more: dict[str, object], seed: int) -> None:
    hand, rng = table(house, game, more, seed)
    turn = rng.randrange(12)
    while not hand.done and turn:
        random_act(hand, rng, folds=0.1)
        turn -= 1
    if hand.done:
        return
    seat = hand.actors[0]
    data = hand.dump()
    before = (list(hand.events), list(hand.moves), hand.chips())
    for option in hand.legal(seat):
        for action, cents in not_accepted(option):
            with pytest.raises(IllegalAction):
                hand.act(seat, action, cents)
        if not option.allowed:
            assert option.why
            with pytest.raises(IllegalAction):
                hand.act(seat, option.word)
            continue
        for action in rng.sample(option.actions, min(4, len(option.actions))):
            for cents in {option.low, option.high}:
                assert option.takes(cents)
                copy = Hand.load(data, pitboss.seeded(1))
                copy.act(seat, action, cents)
                assert len(copy.events) > len(before[0])
    assert (list(hand.events), list(hand.moves), hand.chips()) == before
    for other in hand.seats:
        if other != seat:
            assert not may(hand, other)
            with pytest.raises(IllegalAction, match="turn"):
                hand.act(other, "fold")


@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_dealing_unseen_cards_again_leaves_a_view_identical(
    house: str, game: str, more: dict[str, object], seed: int
) -> None:
    hand, rng = table(house, game, more, seed)
    turn = rng.randrange(14)
    while not hand.done and turn:
        random_act(hand, rng, folds=0.1)
        turn -= 1
    if hand.done:
        return
    viewer = rng.choice([*(f"player {seat}" for seat in hand.seats), "rail"])
    view = hand.view(viewer)
    seen = {card for event in view.events for card in event.cards} | {c for pile in view.piles.values() for c in pile}
    others = sorted(set(hand.game.deck) - seen)
    swapped = others[:]
    rng.shuffle(swapped)
    new = dict(zip(others, swapped, strict=True))
    record = hand.record.decode(hand.dump())
    record.shuffles = [tuple(new.get(card, card) for card in order) for order in record.shuffles]
    record.entries = [_relabelled(entry, new) for entry in record.entries]
    try:
        other = Hand.load(record, pitboss.seeded(1))
    except IllegalAction:
        assert hand.game.openers  # whoever opened needs openers; with other cards he could not have
        return
    assert other.view(viewer) == view


def _relabelled(entry: object, new: dict[int, int]) -> object:
    word, _, thrown = entry.action.partition(" ")
    if word != "draw" or not thrown:
        return entry
    renamed = cards.show(new.get(card, card) for card in cards.parse(thrown))
    return type(entry)(entry.seat, f"draw {renamed}", entry.cents)


@every_game
@examples(EXAMPLES)
@given(seed=seeds)
def test_no_view_holds_a_card_its_viewer_has_not_seen(
    house: str, game: str, more: dict[str, object], seed: int
) -> None:
    hand, rng = table(house, game, more, seed)
    while True:
        public = {card for event in hand.events if event.up for card in event.cards}
        for seat in (rng.choice(hand.seats), 0):
            view = hand.view(seat) if seat else hand.view("rail")
            own = {card for event in hand.events if event.seat == seat and seat for card in event.cards}
            shown = {card for event in view.events for card in event.cards}
            shown |= {card for pile in view.piles.values() for card in pile}
            assert shown - {UNKNOWN} <= public | own
            if seat in hand.actors:
                assert view.legal[seat] == hand.legal(seat)
        if hand.done:
            return
        random_act(hand, rng)


@every_game
def test_the_smallest_and_the_largest_table(house: str, game: str, more: dict[str, object]) -> None:
    """Everybody stays to the end, at every limit: each street deals what it says, and the last chip is paid out."""
    for limit in list(poker.houses()[house].games[game].limits) or [None]:
        spread = load(game, house, limit, **more)
        for heads in spread.seats:
            hand = spread.deal(dict.fromkeys(range(1, heads + 1), 100_000), heads, pitboss.seeded(heads))
            rng = random.Random(heads)
            while not hand.done:
                options = may(hand)
                words = ("call", "check", "draw", "bring in", "bet", "fold")
                if spread.opening.passed:
                    words = ("bet", *words)  # or it would be dealt anew until the chips are gone (LB-5)
                word = next(one for one in words if one in options)
                hand.act(hand.actors[0], rng.choice(options[word].actions))
                conserved(hand, heads * 100_000)
            dealt = max(index for index, event in enumerate(hand.events) if event.verb == "shuffle")
            given = [event.seat for event in hand.events[dealt:] if event.verb == "deal"]
            drawn = sum(len(event.cards) for event in hand.events[dealt:] if event.verb == "draw")
            common = any(event.words == "common card" for event in hand.events)
            each = sum(street.down + street.up for street in spread.streets) - common
            board = sum(street.board for street in spread.streets) + common
            assert (len(given), len(hand.board)) == (heads * each + drawn, board)
            assert hand.chips()["pot"] == 0
            assert balances(hand) == hand.chips()
    with pytest.raises(poker.TableError, match="is played by"):
        spread.deal(dict.fromkeys(range(1, spread.seats[1] + 2), 100_000), 1, pitboss.seeded(1))


def chips_in_and_out(hand: Hand) -> tuple[dict[int, int], int, dict[int, int]]:
    """What each seat paid into the pot, what the fee took out of it, and what each seat was awarded."""
    paid, takes = dict.fromkeys(hand.seats, 0), dict.fromkeys(hand.seats, 0)
    fee = 0
    for move in hand.moves:
        if move.target == "pot":
            paid[int(move.source.split()[1])] += move.cents
        elif move.why == "uncalled bet":
            paid[int(move.target.split()[1])] -= move.cents
        elif move.source == "pot" and move.target == "fee box":
            fee += move.cents
    for event in hand.events:
        if event.verb == "award":
            takes[event.seat] += event.cents
    return paid, fee, takes


def check_settlement(hand: Hand) -> None:
    """Compare the awards with :mod:`tests.poker.reference.slow_settlement`, written from the rules alone."""
    began = max(index for index, event in enumerate(hand.events) if event.verb == "shuffle")
    away = ("fold", "muck") if hand.asks else ("fold",)  # a new deal is for everyone (LB-5)
    gave_up = [event.seat for event in hand.events[began:] if event.verb in away]
    live = [seat for seat in hand.seats if seat not in gave_up]
    paid, fee, takes = chips_in_and_out(hand)
    halves = []
    for contest in hand.contests if len(live) > 1 else ():
        kind = {"standard": "high", "ace-to-five": "low", "eight-or-better": "eight"}[contest.ranking.name]
        values = {}
        for seat in live:
            position = hand.index[seat]
            down, up = hand.piles.down[position], hand.piles.up[position]
            if not down:
                down, up = hand.piles.thrown[position]
            possible = fives([*down, *up], hand.board, contest.hole or None)
            values[seat] = best(kind, possible, hand.game.book.showdown.ties == "suit")
        halves.append(values)
    policy = hand.game.book.showdown
    assert takes == settle(paid, live, halves, hand.seats, hand.game.chip, fee, policy.odd_half, gave_up)


@pytest.mark.rule("PK-5", "PK-6", "PK-10", "OH-1")
@every_game
@examples(EXAMPLES * 2)
@given(seed=seeds)
def test_side_pots_ties_and_odd_chips_equal_a_slow_computation(
    house: str, game: str, more: dict[str, object], seed: int
) -> None:
    hand, rng = table(house, game, more, seed)
    while not hand.done:
        random_act(hand, rng, folds=0.1)
    if not hand.betting.sandbags and not hand.game.wild:
        check_settlement(hand)


@pytest.mark.rule("PK-10", "PK-15")
@every_game
@examples(EXAMPLES * 2)
@given(seed=seeds)
def test_nobody_is_paid_what_they_have_not_matched_whoever_mucks(
    house: str, game: str, more: dict[str, object], seed: int
) -> None:
    check_mucks(*table(house, game, more, seed, showdown="ask"))


def check_mucks(hand: Hand, rng: random.Random) -> None:
    """Random play, shown or mucked at random: no award is more than was put in to match its winner."""
    total = sum(hand.chips().values())
    while not hand.done:
        random_act(hand, rng, folds=0.1)
    conserved(hand, total)
    assert hand.chips()["pot"] == 0
    paid, _, takes = chips_in_and_out(hand)
    for seat, cents in takes.items():
        assert cents <= at_most(paid, seat), (seat, paid, takes)
    if not hand.betting.sandbags and not hand.game.wild:
        check_settlement(hand)


@pytest.mark.long
@every_game
@examples(MANY)
@given(seed=seeds)
def test_long_random_play_with_mucks_settles(house: str, game: str, more: dict[str, object], seed: int) -> None:
    check_mucks(*table(house, game, more, seed, showdown="ask"))


@pytest.mark.long
@every_game
@examples(MANY)
@given(seed=seeds)
def test_long_random_play_settles(house: str, game: str, more: dict[str, object], seed: int) -> None:
    hand, rng = table(house, game, more, seed)
    total = sum(hand.chips().values())
    while not hand.done:
        random_act(hand, rng, folds=rng.random() / 2)
        conserved(hand, total)
    assert hand.chips()["pot"] == 0
    assert balances(hand) == hand.chips()
    if not hand.betting.sandbags and not hand.game.wild:
        check_settlement(hand)
    assert Hand.load(hand.dump()).events == hand.events


def test_a_view_of_the_floor_shows_everything_and_strangers_see_nothing() -> None:
    game = load("draw", "pot")
    hand = game.deal({1: 5000, 2: 5000}, 1, pitboss.seeded(1), players={1: "ann", 2: "bob"})
    assert sorted(card for pile in hand.view("floor").piles.values() for card in pile) == list(range(52))
    assert hand.view("ann").piles["player 1"] == tuple(hand.piles.down[hand.index[1]])
    assert set(hand.view("ann").piles["player 2"]) == {UNKNOWN}
    assert hand.view("bob").legal.keys() == {2}
    with pytest.raises(pitboss.PitbossError, match="cannot look"):
        hand.view("carol")
