"""The engine against the oracle and the slow settlement: random hands of every game in both houses.

The stakes, streets, fees and openings below are written from the rule catalogue, not from the game files; the cards are
the only thing taken from the engine. At every decision the oracle gives the player to act and the legal amounts; at the
end every stack is computed once more.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

import pitboss
from pitboss.poker import Hand, load

from .oracle import Choices, Round, Walk, legal, opens_high, opens_low
from .slow_settlement import best, divide, eight_or_better, fives, high, layers, low

# Street by street: the limit of its round and who opens it (TH-1, LB-1, DR-1, S7-1, S7-3, S5-1, S5-2).
FLOP_GAME = [("lower", "blinds"), ("lower", "left"), ("higher", "left"), ("higher", "left")]
DRAW_GAME = [("lower", "left"), ("higher", "left")]
STUD = [("lower", "high"), ("lower", "high"), ("higher", "high"), ("higher", "high"), ("higher", "high")]
HIGH, LOW = (("high", None),), (("low", None),)


@dataclass(frozen=True)
class Rules:
    """What the catalogue says of one game in one house."""

    seats: tuple[int, int]
    streets: list[tuple[str, str]]
    wins: tuple[tuple[str, int | None], ...]
    limits: dict[str, tuple[int, int, tuple[int, ...], int, tuple[int, ...]]]  # lower, higher, blinds, ante, fee
    raises: int = 3
    low_card: bool = False
    open_pair: bool = False
    passed: tuple[str, ...] = ()
    openers: bool = False
    sandbag: bool = False


BLINDS = {"1-2": (100, 200, (100, 100), 0, (200, 100, 100)), "2-4": (200, 400, (100, 200), 0, (300, 200, 100))}
ANTES = {"1-2": (100, 200, (), 50, (300, 200, 100)), "2-4": (200, 400, (), 50, (400, 300, 200))}
ONLY = {"2-4": ANTES["2-4"]}
BUTTON_BLINDS = {
    "1-2": (100, 200, (50, 100), 0, ()),
    "2-4": (200, 400, (100, 200), 0, ()),
    "3-6": (300, 600, (100, 300), 0, ()),
    "6-12": (600, 1200, (400, 600), 0, ()),
    "10-20": (1000, 2000, (500, 1000), 0, ()),
}
BUTTON_ANTES = {name: (row[0], row[1], (), 100, ()) for name, row in BUTTON_BLINDS.items()}
RULES = {
    ("pot", "holdem"): Rules((2, 10), FLOP_GAME, HIGH, BLINDS),
    ("pot", "omaha"): Rules((2, 10), FLOP_GAME, (("high", 2),), BLINDS),
    ("pot", "omaha-hi-lo"): Rules((2, 10), FLOP_GAME, (("high", 2), ("eight", 2)), BLINDS),
    ("pot", "lowball"): Rules((2, 7), DRAW_GAME, LOW, ANTES, raises=6, sandbag=True),
    ("pot", "draw"): Rules((2, 6), DRAW_GAME, HIGH, ONLY),
    ("pot", "seven-stud"): Rules((2, 8), [("lower", "low"), *STUD[1:]], HIGH, ONLY, low_card=True, open_pair=True),
    ("pot", "five-stud"): Rules((2, 10), [("lower", "left"), *STUD[1:]], HIGH, ANTES),
    ("button", "holdem"): Rules((2, 10), FLOP_GAME, HIGH, BUTTON_BLINDS),
    ("button", "lowball"): Rules((2, 7), DRAW_GAME, LOW, BUTTON_ANTES, passed=("play on", "new deal"), openers=True),
    ("button", "draw"): Rules((2, 6), DRAW_GAME, HIGH, BUTTON_ANTES, passed=("new deal",)),
    ("button", "seven-stud"): Rules((2, 8), STUD, HIGH, BUTTON_ANTES),
    ("button", "five-stud"): Rules((2, 10), STUD[1:], HIGH, BUTTON_ANTES),
}


@dataclass
class Table:
    """The chips of a hand, kept apart from the engine."""

    rules: Rules
    house: str
    limit: str
    order: list[int]  # seats from the button's left
    stacks: dict[int, int]
    no_limit: bool = False
    paid: dict[int, int] = field(default_factory=dict)
    posted: dict[int, int] = field(default_factory=dict)
    fee: int = 0
    sandbags: set[int] = field(default_factory=set)
    before_draw: dict[int, int] | None = None

    def __post_init__(self) -> None:
        self.lower, self.higher, self.blinds, self.ante, self.fees = self.rules.limits[self.limit]
        self.live = list(self.order)
        self.paid = dict.fromkeys(self.order, 0)

    def put(self, seat: int, cents: int) -> int:
        cents = min(cents, self.stacks[seat])
        self.stacks[seat] -= cents
        self.paid[seat] += cents
        return cents

    def begin(self) -> None:
        if self.house == "button":  # PK-2: from the button's stack, before the antes
            self.stacks[self.order[-1]] -= 100 if len(self.order) <= 4 else 200
        self.antes()
        if self.house == "pot" and self.ante:
            self.collect(sum(1 for seat in self.order if self.paid[seat]))  # PK-13
        if self.blinds:
            small, big = (self.order[:2]) if len(self.order) > 2 else (self.order[1], self.order[0])  # TH-3
            self.posted = {small: self.put(small, self.blinds[0]), big: self.put(big, self.blinds[1])}
            self.big = big

    def antes(self) -> None:
        for seat in self.order:
            if seat in self.live:
                self.put(seat, self.ante)

    def collect(self, heads: int) -> None:
        due = self.fees[0] if heads >= 7 else self.fees[1] if heads >= 5 else self.fees[2]
        least = min((self.paid[seat] for seat in self.live if not self.stacks[seat]), default=max(self.paid.values()))
        self.fee += min(due, sum(min(cents, least) for cents in self.paid.values()))  # from the main pot

    def clockwise(self, first: int) -> tuple[int, ...]:
        place = self.order.index(first)
        return tuple(seat for seat in self.order[place:] + self.order[:place] if seat in self.live)

    def round(self, number: int, deal: Dealt, passes: int) -> Round:
        limit, opens = self.rules.streets[number]
        step = self.lower if limit == "lower" else self.higher
        more: dict[str, object] = {}
        if opens == "blinds":
            seats = self.clockwise(self.order[(self.order.index(self.big) + 1) % len(self.order)])
            more = {"posted": self.posted, "blind": self.blinds[1]}
        elif opens == "left":
            seats = self.clockwise(next(seat for seat in self.order if seat in self.live))
        elif opens == "low":
            first = opens_low({seat: deal.up[seat][0] for seat in self.live})
            seats = self.clockwise(first)
            more = {"must_open": True}
            if self.stacks[first]:
                seats = (*seats[1:], first)
                more |= {"posted": {first: self.put(first, step)}, "forced": first}
        else:
            seats = self.clockwise(self.highest(deal))
            if self.rules.open_pair and number == 1:
                pairs = frozenset(seat for seat in self.live if deal.up[seat][0] // 4 == deal.up[seat][1] // 4)
                more = {"pairs": pairs, "higher": self.higher}
        if self.rules.openers and number == 0 and passes == 0:
            jacks = high(_cards("Jc Jd 4s 3s 2s"))
            more["openers"] = frozenset(seat for seat in self.live if high(deal.own[seat]) >= jacks)
        return Round(
            seats,
            {seat: self.stacks[seat] for seat in seats},
            step,
            raises=self.rules.raises,
            limit=not self.no_limit,
            **more,  # type: ignore[arg-type]
        )

    def highest(self, deal: Dealt) -> int:
        boards = {seat: deal.up[seat] for seat in self.order if seat in self.live}
        if not deal.board:
            return opens_high(boards)
        whole = {seat: [*up, *deal.board] for seat, up in boards.items()}
        return max(whole, key=lambda seat: (high(whole[seat]), max(whole[seat]) % 4))  # PK-36: a common card

    def close(self, walk: Walk) -> None:
        """The round's chips are in; what nobody matched goes back."""
        for seat in walk.start.seats:
            added = walk.put[seat] - walk.start.posted.get(seat, 0)
            self.stacks[seat] -= added
            self.paid[seat] += added
        top, second = sorted([*walk.put.values(), *self._folded_blinds(walk), 0], reverse=True)[:2]
        for seat, cents in walk.put.items():
            if cents == top > second:
                self.stacks[seat] += top - second
                self.paid[seat] -= top - second
        self.live = [seat for seat in self.order if seat in walk.live]
        self.posted = {}

    def _folded_blinds(self, walk: Walk) -> list[int]:
        return [cents for seat, cents in walk.start.posted.items() if seat not in walk.put]


class Dealt:
    """The cards the engine has dealt, read off its events."""

    def __init__(self, hand: Hand) -> None:
        self.own: dict[int, list[int]] = {seat: [] for seat in hand.seats}
        self.up: dict[int, list[int]] = {seat: [] for seat in hand.seats}
        self.board: list[int] = []
        for event in hand.events:
            if event.verb == "shuffle":
                self.own = {seat: [] for seat in hand.seats}
            elif event.verb == "deal":
                self.own[event.seat] += event.cards
                self.up[event.seat] += event.cards if event.up else ()
            elif event.verb == "draw":
                self.own[event.seat] = [card for card in self.own[event.seat] if card not in event.cards]
            elif event.verb == "board":
                self.board += event.cards


def _cards(written: str) -> list[int]:
    return ["23456789TJQKA".index(one[0]) * 4 + "cdhs".index(one[1]) for one in written.split()]


SEVEN = low(_cards("7c 6d 5h 4s 3c"))


class Match:
    """One hand, engine and oracle side by side."""

    def __init__(self, house: str, game: str, seed: int, no_limit: bool = False) -> None:
        rules = RULES[house, game]
        self.chance = chance = random.Random(f"{house} {game} {seed} {no_limit}")
        limit = chance.choice(list(rules.limits))
        row = rules.limits[limit]
        self.chip = 50 if 50 in (*row[2], row[3]) else 100
        count = chance.choice([2, 3, rules.seats[1], chance.randint(*rules.seats)])
        seats = sorted(chance.sample(range(1, 11), count))
        stacks = {seat: self.stack(row[0]) for seat in seats}
        button = chance.choice(seats)
        if house == "button":
            stacks[button] += 400
        place = seats.index(button) + 1
        order = seats[place:] + seats[:place]
        self.table = Table(rules, house, limit, order, dict(stacks), no_limit)
        spread = load(game, house, limit, play="no-limit" if no_limit else "limit")
        self.hand: Hand = spread.deal(stacks, button, pitboss.seeded(seed))
        self.total = sum(stacks.values())
        self.words: list[str] = [f"{house} {game} {limit} button {button} {stacks}"]
        self.decisions = 0
        self.folds = chance.choice([0.05, 0.3])

    def stack(self, lower: int) -> int:
        if self.chance.random() < 0.5:  # short, so that all-ins of every size come up
            return max(self.chip, self.chance.randint(1, 8 * lower // self.chip) * self.chip)
        return self.chance.choice([20, 60]) * lower

    def play(self) -> None:
        table, hand = self.table, self.hand
        table.begin()
        number = passes = 0
        self.final = dict(enumerate(table.rules.wins))
        while True:
            self.draws()
            if number == 1 and table.blinds and table.house == "pot":
                table.collect(len(table.live))  # PK-13: the flop is up
            if number == 1 and table.rules.sandbag:
                table.before_draw = dict(table.paid)
            start = table.round(number, Dealt(hand), passes)
            walk = self.round(start, number)
            bet = walk.high > 0
            idle = not walk.acted
            table.close(walk)
            if len(table.live) == 1:
                break
            if number == 0 and not bet and not idle and passes < len(table.rules.passed):
                follows = table.rules.passed[passes]
                passes += 1
                if follows == "new deal":
                    passes = 0
                    table.live = list(table.order)  # everyone, those too who had folded
                    table.antes()
                continue
            if number == 0:
                self.high_plays = table.rules.openers and bet and passes == 0
            number += 1
            if number == len(table.rules.streets):
                break
        self.draws()
        self.settle()

    def draws(self) -> None:
        while self.hand.actors and self.hand.phase == "draw":
            seat = self.hand.actors[0]
            option = next(option for option in self.hand.legal(seat) if option.allowed)
            self.hand.act(seat, self.chance.choice(option.actions))

    def round(self, start: Round, number: int) -> Walk:
        history: list[tuple[int, str, int]] = []
        while (answer := legal(start, history)) is not None:
            seat, choices = answer
            self.compare(seat, choices)
            word, total = self.choose(choices)
            strong = low(Dealt(self.hand).own[seat][:5]) >= SEVEN if self.table.rules.sandbag and not number else False
            if word == "check" and strong:
                self.table.sandbags.add(seat)  # LB-3
            self.act(seat, word, total)
            history.append((seat, word, total))
        return Walk(start, history)

    def compare(self, seat: int, choices: Choices) -> None:
        hand = self.hand
        assert hand.actors == (seat,), self.words
        assert hand.phase == "bet", self.words
        options = {option.word: option for option in hand.legal(seat) if option.allowed}
        front = hand.money.bets[hand.index[seat]]
        assert ("fold" in options) == choices.fold, self.words
        assert ("check" in options) == choices.check, self.words
        assert (front + options["call"].cents if "call" in options else 0) == choices.call, self.words
        wagers = [options[word] for word in ("bet", "complete", "raise") if word in options]
        assert len(wagers) <= 1, self.words
        if not wagers:
            why = [option.why for option in hand.legal(seat) if option.word == "raise"]
            assert choices.to == (), (choices, why, self.words)
            return
        (wager,) = wagers
        assert (wager.low, wager.high) == (choices.to[0], choices.to[-1]), (choices, self.words)
        if not self.table.no_limit:
            between = range(wager.low, wager.high + 1)
            assert tuple(cents for cents in between if wager.takes(cents)) == choices.to, (choices, self.words)

    def choose(self, choices: Choices) -> tuple[str, int]:
        ways = [("raise", total) for total in choices.to]
        if self.table.no_limit and choices.to and choices.to[1] > choices.to[0]:
            middle = choices.to[0] + self.chance.randrange((choices.to[1] - choices.to[0]) // self.chip + 1) * self.chip
            ways.append(("raise", min(middle, choices.to[0] + 400)))
        ways += [("check", 0)] if choices.check else [("call", choices.call)] if choices.call else []
        if not ways or self.chance.random() < self.folds:
            return "fold", 0
        return self.chance.choice(ways)

    def act(self, seat: int, word: str, total: int) -> None:
        self.decisions += 1
        self.words.append(f"{seat} {word} {total}")
        if word == "raise":
            word = next(o.word for o in self.hand.legal(seat) if o.allowed and o.word in ("bet", "complete", "raise"))
            self.hand.act(seat, word, total)
        else:
            self.hand.act(seat, word)

    def settle(self) -> None:
        table, hand = self.table, self.hand
        assert hand.done, self.words
        dealt = Dealt(hand)
        wins = table.rules.wins
        if getattr(self, "high_plays", False):
            wins = HIGH  # LB-5: somebody opened, the high hand wins
        halves = [
            {
                seat: best(kind, fives(dealt.own[seat], dealt.board, hole), table.house == "button")
                for seat in table.live
            }
            if len(table.live) > 1
            else dict.fromkeys(table.live)
            for kind, hole in wins
        ]
        for seat, cents in self.takes(halves).items():
            table.stacks[seat] += cents
        assert {seat: hand.stack(seat) for seat in table.order} == table.stacks, self.words
        assert hand.chips()["pot"] == 0
        button_fee = 0 if table.house == "pot" else 100 if len(table.order) <= 4 else 200
        assert hand.chips()["fee box"] == table.fee + button_fee, self.words
        assert sum(hand.chips().values()) == self.total

    def takes(self, halves: list[dict[int, object]]) -> dict[int, int]:
        """Pots by layers; with a sandbagger, the bets before and after the draw apart, pot by pot (LB-3)."""
        table = self.table
        guilty = table.sandbags & set(table.live)
        if not guilty or table.before_draw is None:
            pots = layers(table.paid, table.live, table.fee)
            return divide(pots, halves, table.order, self.chip)  # type: ignore[arg-type]
        shares = divide(layers(table.before_draw, table.live, table.fee), halves, table.order, self.chip)  # type: ignore[arg-type]
        after = {seat: cents - table.before_draw[seat] for seat, cents in table.paid.items()}
        clean = [seat for seat in table.live if seat not in guilty and after[seat]]
        for cents, who in layers(after, clean):
            for seat, won in divide([(cents, who)], halves, table.order, self.chip).items():  # type: ignore[arg-type]
                shares[seat] += won
        most = max((after[seat] for seat in clean), default=0)
        for seat, cents in after.items():
            shares[seat] += max(0, cents - most)
        return shares


CASES = [*((house, game, False) for house, game in RULES), ("pot", "holdem", True)]


def compare(house: str, game: str, no_limit: bool, seeds: range) -> None:
    decisions = 0
    for seed in seeds:
        match = Match(house, game, seed, no_limit)
        match.play()
        decisions += match.decisions
    assert decisions > 2 * len(seeds)


@pytest.mark.rule(
    *("PK-2", "PK-5", "PK-6", "PK-7", "PK-8", "PK-9", "PK-10", "PK-11", "PK-13", "PK-29", "PK-32", "PK-33", "PK-36"),
    *("TH-1", "LB-2", "LB-3", "LB-5", "DR-3", "S7-1", "S7-2", "S7-3", "S5-1", "S5-2", "OH-1"),
)
@pytest.mark.parametrize(("house", "game", "no_limit"), CASES)
def test_random_hands_agree_with_the_oracle(house: str, game: str, no_limit: bool) -> None:
    compare(house, game, no_limit, range(150))


@pytest.mark.long
@pytest.mark.parametrize(("house", "game", "no_limit"), CASES)
def test_thousands_of_random_hands_agree_with_the_oracle(house: str, game: str, no_limit: bool) -> None:
    compare(house, game, no_limit, range(1000, 4000))


def test_the_tables_here_are_in_order() -> None:
    """A slip in this file's own tables would make the comparison worthless."""
    for rules in RULES.values():
        for lower, higher, blinds, ante, _ in rules.limits.values():
            assert higher == 2 * lower
            assert bool(blinds) != bool(ante)
            assert not blinds or blinds[1] == lower
    assert eight_or_better(_cards("8c 7c 6c 5c 4c")) is not None
    assert all(first <= second for first, second in pairwise(sorted(RULES)))
