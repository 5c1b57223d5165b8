"""Lockstep with PokerKit under the tournament book: the same cards and decisions, compared after every action.

The only differences allowed, each with its reason:

* ``fold``: a player may fold where a check is free; PokerKit refuses.
* ``idle check``: PokerKit asks a player for a check when everybody else is all-in; we go on.
* ``odd chips``: we divide each pot separately (PK-6); PokerKit first merges pots that have the same players once beaten
  hands are mucked, so fewer chips are odd. Both results are computed here independently.
* ``low half``: a pot in which nobody has a low goes to the high hand (OH-1); PokerKit still halves it when a player
  without a share in it has a low, and splits that half between all of its players.
* ``board ties``: no difference, since the tournament book breaks ties of stud boards by position as PokerKit does.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitSevenCardStud,
    FixedLimitTexasHoldem,
    State,
)
from pokerkit.games import FixedLimitPokerMixin

import pitboss
from pitboss import cards
from pitboss.poker import Hand, load

from .slow_settlement import Layer, Value, best, divide, fives, layers, winners


def remembering(kind: Any) -> Any:
    """A PokerKit hand type that caches its values; a showdown asks for each a dozen times."""
    known: dict[Any, Any] = {}

    class Remembering(kind):  # type: ignore[misc]
        @classmethod
        def from_game(cls, hole: Any, board: Any = ()) -> Any:
            key = (tuple(hole), tuple(board))
            if key not in known:
                if len(known) > 100:
                    known.clear()
                try:
                    known[key] = super().from_game(*key)
                except ValueError as error:
                    known[key] = error
            if isinstance(known[key], ValueError):
                raise known[key]
            return known[key]

    return Remembering


class Holdem(FixedLimitTexasHoldem):  # type: ignore[misc]
    hand_types = tuple(map(remembering, FixedLimitTexasHoldem.hand_types))


class Stud(FixedLimitSevenCardStud):  # type: ignore[misc]
    hand_types = tuple(map(remembering, FixedLimitSevenCardStud.hand_types))


class OmahaEight(FixedLimitPokerMixin, FixedLimitOmahaHoldemHighLowSplitEightOrBetter):  # type: ignore[misc]
    """PokerKit's own class is built on its pot-limit part; here it is on the fixed-limit one."""

    hand_types = tuple(map(remembering, FixedLimitOmahaHoldemHighLowSplitEightOrBetter.hand_types))


AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
KINDS = {"standard": "high", "eight-or-better": "eight"}
SHORT, HUNDREDS = (0, 1, 2, 3, 5, 8), (20, 40, 100)


def blinds_game(name: str, theirs: Any) -> Callable[[random.Random, int], tuple[Any, Callable[..., State]]]:
    def open_game(chance: random.Random, seats: int) -> tuple[Any, Callable[..., State]]:
        lower = chance.choice([2, 4, 10])
        blinds = (chance.choice([1, lower // 2]), lower)
        ante = chance.choice([0, 0, 1])
        ours = load(name, "wsop", lower=lower, higher=2 * lower, blinds=blinds, ante=ante)

        def state(stacks: list[int]) -> State:
            return theirs.create_state(AUTOMATIC, True, ante, blinds, lower, 2 * lower, stacks, seats)  # type: ignore[no-any-return]

        return ours, state

    return open_game


def stud_game(chance: random.Random, seats: int) -> tuple[Any, Callable[..., State]]:
    lower = chance.choice([2, 4, 10])
    ante, bring_in = 1, chance.choice([1, lower // 2])
    ours = load("seven-stud", "wsop", lower=lower, higher=2 * lower, ante=ante, bring_in=bring_in)

    def state(stacks: list[int]) -> State:
        return Stud.create_state(AUTOMATIC, True, ante, bring_in, lower, 2 * lower, stacks, seats)

    return ours, state


GAMES = {
    "holdem": (blinds_game("holdem", Holdem), 6),
    "omaha-hi-lo": (blinds_game("omaha-hi-lo", OmahaEight), 6),
    "seven-stud": (stud_game, 6),
}


class Pair:
    """Our hand and PokerKit's, given the same cards and actions."""

    def __init__(self, game: str, seed: int) -> None:
        open_game, most = GAMES[game]
        self.chance = random.Random(f"{game} {seed}")
        seats = self.chance.randint(2, most)
        ours, state = open_game(self.chance, seats)
        stacks = [self._stack(ours.lower) for _ in range(seats)]
        self.hand: Hand = ours.deal(dict(enumerate(stacks, 1)), seats, pitboss.seeded(seed))
        self.state = state(stacks)
        self.told = 0
        self.total = sum(stacks)
        self.words: list[str] = []
        self.explained = ""

    def _stack(self, lower: int) -> int:
        """Random stacks, often short, so that all-ins of every size occur."""
        if self.chance.random() < 0.5:
            return 1 + self.chance.choice(SHORT) * lower // 2 + self.chance.randint(0, lower)
        return self.chance.choice(HUNDREDS) * lower

    def deal(self) -> None:
        """Give PokerKit the cards our dealer has dealt since the last call."""
        holes: dict[int, list[int]] = {}
        boards: list[tuple[int, ...]] = []
        for event in self.hand.events[self.told :]:
            if event.verb == "deal":
                holes.setdefault(event.seat, []).extend(event.cards)
            elif event.verb == "board":
                boards.append(event.cards)
        self.told = len(self.hand.events)
        state = self.state
        while True:
            if state.can_burn_card("??"):
                state.burn_card("??")
            elif holes and state.can_deal_hole():
                index = state.hole_dealee_index
                assert index is not None
                count = len(state.hole_dealing_statuses[index])
                mine = holes[index + 1]
                state.deal_hole("".join(map(cards.text, mine[:count])), index)
                del mine[:count]
                if not mine:
                    del holes[index + 1]
            elif boards and state.can_deal_board():
                state.deal_board("".join(map(cards.text, boards.pop(0))))
            elif self._idle():
                state.check_or_call()
            else:
                break
        assert not holes, f"cards for {holes} that PokerKit does not deal; {self.words}"
        assert not boards, f"a board that PokerKit does not deal; {self.words}"

    def _idle(self) -> bool:
        """Named above, idle check: PokerKit asks one who can do nothing but check, with nobody to bet against."""
        state, hand = self.state, self.hand
        if state.actor_index is None or hand.actors == (state.actor_index + 1,):
            return False
        others = [i for i in state.player_indices if i != state.actor_index and state.statuses[i]]
        alone = not any(state.stacks[i] for i in others)
        return alone and state.checking_or_calling_amount == 0 and not state.can_complete_bet_or_raise_to()

    def compare(self) -> None:
        hand, state = self.hand, self.state
        behind = [hand.money.stacks[position] for position in range(len(hand.seats))]
        if hand.done and behind != list(state.stacks):
            self.explain(behind)
            return
        assert behind == list(state.stacks), self.words
        if hand.done:
            assert not state.status, self.words
            assert sum(behind) == self.total, self.words
            return
        assert state.status, self.words
        assert list(hand.money.bets) == list(state.bets), self.words
        seat = hand.actors[0]
        assert state.actor_index is not None, self.words
        assert seat == state.actor_index + 1, self.words
        options = {option.word: option for option in hand.legal(seat)}
        price = options["call"].cents if options["call"].allowed else 0
        bringing = "bring in" in options and options["bring in"].allowed
        assert bringing == state.can_post_bring_in(), self.words
        if not bringing:
            assert price == state.checking_or_calling_amount, self.words
            assert options["check"].allowed == (price == 0), self.words
        assert options["fold"].allowed == (not bringing), self.words
        if price:
            assert state.can_fold(), self.words
        wager = next((options[word] for word in ("bet", "complete", "raise") if options[word].allowed), None)
        low, high = (wager.low, wager.high) if wager else (None, None)
        assert low == state.min_completion_betting_or_raising_to_amount, self.words
        assert high == state.max_completion_betting_or_raising_to_amount, self.words

    def explain(self, behind: list[int]) -> None:
        """Named above, odd chips and low half: both ways worked out slowly, and both must come out exactly."""
        hand = self.hand
        seats = list(range(len(hand.seats)))
        paid = dict(enumerate(hand.money.put))
        begun = dict(hand.record.setup["stacks"])
        held: dict[int, list[int]] = {seat: [] for seat in seats}
        for event in hand.events:
            if event.verb == "deal":
                held[event.seat - 1] += event.cards
        folded = {event.seat - 1 for event in hand.events if event.verb == "fold"}
        live = [seat for seat in seats if seat not in folded]
        halves = [
            {seat: best(KINDS[win.ranking], fives(held[seat], hand.board, win.hole or None)) for seat in live}
            for win in hand.game.definition.wins
        ]
        pots = layers(paid, live)
        first = [begun[seat + 1] - paid[seat] for seat in seats]

        def stacks(some: list[Layer], ways: list[dict[int, Value | None]]) -> list[int]:
            took = divide(some, ways, seats, 1, "high")
            return [left + took[seat] for seat, left in enumerate(first)]

        assert stacks(pots, halves) == behind, self.words
        alive = {seat for _, who in pots for half in winners(who, halves) for seat in half}
        if any(value is not None for value in halves[-1].values()):
            # Their low half exists in every pot as soon as one player has a low, whichever pots he is in.
            halves[-1] = {seat: value or () for seat, value in halves[-1].items()}
        merged: list[Layer] = []
        for cents, who in pots:
            still = [seat for seat in who if seat in alive]
            if merged and merged[-1][1] == still:
                cents += merged.pop()[0]
            merged.append((cents, still))
        assert stacks(merged, halves) == list(self.state.stacks), self.words
        self.explained = "odd chips" if len(merged) < len(pots) else "low half"

    def act(self) -> None:
        """A random legal action, folding less often than the rest so that hands go on."""
        hand, state = self.hand, self.state
        seat = hand.actors[0]
        options = [option for option in hand.legal(seat) if option.allowed]
        if self.chance.random() < 0.8:
            options = [option for option in options if option.word != "fold"] or options
        option = self.chance.choice(options)
        if option.word == "fold" and not hand.to_call(seat):
            option = next(one for one in options if one.word == "check")  # named above: fold
        self.words.append(f"{seat} {option.word} {option.low or option.cents}")
        hand.act(seat, option.word, option.low)
        if option.word == "fold":
            state.fold()
        elif option.word == "bring in":
            state.post_bring_in()
        elif option.word in ("check", "call"):
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(option.low)

    def play(self) -> int:
        self.deal()
        self.compare()
        actions = 0
        while not self.hand.done:
            self.act()
            self.deal()
            self.compare()
            actions += 1
        return actions


def in_step(game: str, seeds: range) -> None:
    actions = explained = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # PokerKit's advice about cards it would rather deal itself
        for seed in seeds:
            pair = Pair(game, seed)
            actions += pair.play()
            explained += bool(pair.explained)
    assert actions > 3 * len(seeds)
    assert explained <= len(seeds) // 25


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_random_hands_go_in_step_with_pokerkit(game: str, part: int) -> None:
    in_step(game, range(250 * part, 250 * part + 250))


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("game", GAMES)
def test_ten_thousand_random_hands_go_in_step_with_pokerkit(game: str, part: int) -> None:
    in_step(game, range(10_000 + 1000 * part, 11_000 + 1000 * part))
