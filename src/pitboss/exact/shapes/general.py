"""Any script, by plain recursion over what the player knows, as long as the cards are few (shape "general").

Every step is followed as the round would. A card becomes definite when it is first seen, and may be any card that has
not been seen. Situations that differ only by exchanging suits are solved once. Slow and exact: it proves definitions
that fit no other shape, on a small deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Any, NamedTuple

from pitboss.cards import show
from pitboss.exact.cards.hands import cards_of, standard, word
from pitboss.exact.figures import TIE, Endings, RoundEnding, Tally, WagerFact, net
from pitboss.exact.question import AdviceError, Question, Worth, argument_for, undecided
from pitboss.exact.script.views import Outside, TooLarge
from pitboss.exact.shape import ScriptReading, Shape
from pitboss.exact.stakes import in_play, judged_hands
from pitboss.house import settlement
from pitboss.house.actions import action_text
from pitboss.house.decisions import Offer, asked, dealt_in, discarded, holds, open_changes
from pitboss.house.definition import (
    PLAYER,
    Choice,
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    JudgedHand,
    SettleStep,
    TurnStep,
    Wager,
)
from pitboss.house.settlement import Result
from pitboss.ranking import make

SMALLER = "simplify the script or prove it on a smaller deck"
MOST = 1_500_000
"""Most situations that are followed one by one."""


class RoundState(NamedTuple):
    """A moment of the round: the script's next step, the sets of cards by name, face-down cards by pile, the stakes
    still on the layout and those already settled with their facts; stakes are integers here, in parts of a unit."""

    step: int
    words: tuple[int, ...]
    down: tuple[int, ...]
    stakes: tuple[tuple[str, int], ...]
    folded: bool
    settled: tuple[tuple[str, int, WagerFact], ...]


class Solved(NamedTuple):
    """The outcome of a state under optimal play: how often each ending comes (by its number), and their
    total worth in parts of a unit."""

    ways: int
    worth: int
    endings: dict[int, int]


class General(Shape):
    """A round for certain stakes, followed step by step."""

    name = "general"
    compiles = False
    sums = False
    decides = True
    unplayable = "is proved by plain recursion, which leaves no book to play by"
    unlisted = "its decisions follow each other in a way that only plain recursion proves, situation by situation"
    uncached = "rounds followed step by step are not cached, so a changed pay cell is counted again"

    def __init__(self, game: Definition, stakes: Mapping[str, Fraction]) -> None:
        self.game = game
        placed = {key: Fraction(stakes[key]) for key in game.wagers if stakes.get(key)}
        self.parts = lcm(*(stake.denominator for stake in placed.values()))
        self.stakes = tuple((key, int(stake * self.parts)) for key, stake in placed.items())
        self.wagers = in_play(game, stakes)
        used = [game.wagers[key] for key in self.wagers]
        self.hands = judged_hands(game, self.wagers)
        self.piles = self._relevant()
        self.table = tuple(pile for pile in game.piles if pile in self.piles and pile != PLAYER)
        decisions = [hand.at for hand in self.hands.values() if hand.at not in ("", "deal")]
        self.noted = tuple((at, pile) for at in dict.fromkeys(decisions) for pile in (PLAYER, *self.table))
        self.names = ("deck", "own", "out", *(f"up {p}" for p in self.table), *(f"gone {p}" for p in self.table))
        self.names += tuple(f"at {at} {pile}" for at, pile in self.noted)
        self.place = {name: at for at, name in enumerate(self.names)}
        self.known: dict[RoundState, Solved] = {}
        self.ends: dict[tuple[object, ...], Solved] = {}
        self.endings: list[RoundEnding] = []
        odds = [one.odds for wager in used for one in settlement.endings(wager)]
        self.pays = lcm(*(each.denominator for each in odds))
        self.breaks = {key: settlement.breaks(game.wagers[key]) for key in self.wagers}
        self.values: dict[tuple[object, ...], int] = {}

    def _relevant(self) -> set[str]:
        """The piles that matter: those of hands in play and of conditions on them, and all seen by a decision."""
        game, script = self.game, self.game.script
        piles = {pile for hand in self.hands.values() for pile in hand.of}
        asked = [index for index, step in enumerate(script) if isinstance(step, DecideStep)]
        if asked:
            piles |= {PLAYER} & set(game.piles)
            before = script[: asked[-1]]
            piles |= {
                step.pile for step in before if isinstance(step, TurnStep) or (isinstance(step, DealStep) and step.up)
            }
        for _ in game.piles:
            turns = [step for step in script if isinstance(step, TurnStep) and step.pile in piles]
            piles |= {step.if_none_up for step in turns if step.if_none_up}
        return piles

    @property
    def situations(self) -> int:
        """The estimated number of situations, up to exchanging suits."""
        total, free = 1, len(self.game.deck)
        for step in self.game.script:
            if isinstance(step, DealStep) and step.pile in self.piles and self._dealt(step, dict(self.stakes)):
                total *= comb(free, step.cards)
                free -= step.cards
            elif isinstance(step, DecideStep):
                choices = self.game.decisions[step.decision].choices
                total *= max(1, sum(len(c.times) * 2 ** max(c.hold, default=0) for c in choices) // 2)
        return total // standard((word(self.game.deck.cards),)).alike.group

    @property
    def deals(self) -> int:
        """The number of ways to deal and turn the cards that are seen."""
        total, seen, down = 1, 0, dict.fromkeys(self.table, 0)
        for step in self.game.script:
            if isinstance(step, DealStep) and self._dealt(step, dict(self.stakes)):
                if step.up or step.pile == PLAYER:
                    total *= comb(len(self.game.deck) - seen, step.cards)
                    seen += step.cards
                else:
                    down[step.pile] += step.cards
            elif isinstance(step, TurnStep) and step.pile in self.table:
                cards = min(step.cards or down[step.pile], down[step.pile])
                total *= comb(len(self.game.deck) - seen, cards)
                seen += cards
                down[step.pile] -= cards
        return total

    @property
    def start(self) -> RoundState:
        """The state before the first card."""
        words = (word(self.game.deck.cards), *(0 for _ in self.names[1:]))
        return RoundState(0, words, (0,) * len(self.table), self.stakes, False, ())

    def run(self, job: int = 0, pool: Executor | None = None) -> Tally:
        endings: Endings = {}
        solved = self.solve(self.start)
        for number, count in solved.endings.items():
            endings[self.endings[number]] = endings.get(self.endings[number], 0) + count
        if sum(endings.values()) != solved.ways:
            raise ArithmeticError("the endings do not add up to the ways")
        return {"": endings}

    def advise(self, question: Question) -> list[Worth]:
        self.game.deck.check([*question.cards, *(card for cards in question.shown.values() for card in cards)])
        return _Walk(self, question).worths()

    def solve(self, state: RoundState) -> Solved:
        """Solve a state under optimal play."""
        state = self.advance(state)
        if state.step == len(self.game.script):
            return self._end(state)
        state = state._replace(words=standard(state.words).words)
        solved = self.known.get(state)
        if solved is None:
            step = self.game.script[state.step]
            solved = self._decide(state, step) if isinstance(step, DecideStep) else self._show(state, step)
            self.known[state] = solved
        return solved

    def advance(self, state: RoundState) -> RoundState:
        """Follow the script up to the next step that shows cards or asks the player, or to its end."""
        script = self.game.script
        while state.step < len(script):
            step = script[state.step]
            if isinstance(step, DecideStep):
                state = self._note(state, step)
                if asked(step, dict(state.stakes), state.folded):
                    return state
            elif isinstance(step, DealStep) and self._dealt(step, dict(state.stakes)):
                if step.up or step.pile == PLAYER:
                    return state
                at = self.table.index(step.pile)
                state = state._replace(down=_replaced(state.down, at, state.down[at] + step.cards))
            elif isinstance(step, TurnStep) and step.pile in self.table:
                return state
            elif isinstance(step, DiscardStep) and step.pile in self.table:
                state = self._discard(state, step)
            elif isinstance(step, SettleStep):
                state = self._settle(state, step)
            state = state._replace(step=state.step + 1)
        return state

    def _dealt(self, step: DealStep, stakes: Mapping[str, int]) -> bool:
        if step.pile not in self.piles:
            return False
        return step.pile != PLAYER or dealt_in(step, stakes)

    # Cards ---------------------------------------------------------------------------------------------------------

    def shown(self, state: RoundState, step: object) -> tuple[RoundState, int, int, int]:
        """The state after a step that shows cards, without those cards; the place of their set, their number, and how
        many ways to turn cards count as one."""
        assert isinstance(step, DealStep | TurnStep)
        after, times = state._replace(step=state.step + 1), 1
        target = self.place["own" if step.pile == PLAYER else f"up {step.pile}"]
        if isinstance(step, DealStep):
            return after, target, step.cards, times
        at = self.table.index(step.pile)
        cards = step.cards or state.down[at]
        if step.if_none_up and state.words[self.place[f"up {step.if_none_up}"]]:
            # Nothing is turned; every way to turn cards still counts, so that all states weigh the same.
            cards, times = 0, comb(state.down[at], cards)
        return after._replace(down=_replaced(state.down, at, state.down[at] - cards)), target, cards, times

    def _show(self, state: RoundState, step: object) -> Solved:
        """Sum over the cards that become known; all unseen cards are equally likely."""
        after, target, cards, times = self.shown(state, step)
        words, left = after.words, after.words[0]
        for seen in words[1:]:
            left &= ~seen
        every = combinations([1 << at for at in range(53) if left >> at & 1], cards)
        shown = (_replaced(words, target, words[target] | sum(chosen)) for chosen in every)
        return _sum([self.solve(after._replace(words=each)) for each in shown], times)

    def _discard(self, state: RoundState, step: DiscardStep) -> RoundState:
        up, gone = self.place[f"up {step.pile}"], self.place[f"gone {step.pile}"]
        out = word(discarded(step, cards_of(state.words[up])))
        words = _replaced(state.words, up, state.words[up] & ~out)
        return state._replace(words=_replaced(words, gone, words[gone] | out))

    # Decisions -----------------------------------------------------------------------------------------------------

    def _note(self, state: RoundState, step: DecideStep) -> RoundState:
        words = state.words
        for at, pile in self.noted:
            if at == step.decision:
                now = words[self.place["own" if pile == PLAYER else f"up {pile}"]]
                words = _replaced(words, self.place[f"at {at} {pile}"], now)
        return state._replace(words=words)

    def _decide(self, state: RoundState, step: DecideStep) -> Solved:
        """Take the best option; ties go to the first one, and folding loses every tie."""
        best: Solved | None = None
        every = [after for _, _, after in self.offered(state, step)]
        for after in sorted(every, key=lambda after: after.folded):
            solved = self.solve(after._replace(step=state.step + 1))
            if best is None or solved.worth * best.ways > best.worth * solved.ways:
                best = solved
        assert best is not None
        return best

    def offered(self, state: RoundState, step: DecideStep) -> Iterator[tuple[Offer, int, RoundState]]:
        """Every open option with the cards it keeps and the state it leads to."""
        stakes = dict(state.stakes)
        for offer, does in open_changes(self.game, step, stakes):
            choice = offer.choice
            if choice.needs and self._value(state, self.game.hands[PLAYER]) < choice.needs:
                continue
            left = does.applied(self.game, stakes)
            after = state._replace(stakes=left, folded=state.folded or choice.fold)
            for held in self._holds(state, choice):
                yield offer, held, self._kept(after, held)

    def _holds(self, state: RoundState, choice: Choice) -> Iterator[int]:
        """The sets of own cards that a player may keep."""
        mine = state.words[self.place["own"]]
        if not choice.hold or PLAYER not in self.piles:
            yield mine
            return
        for held, _ in holds(choice.hold, tuple(1 << at for at in range(53) if mine >> at & 1)):
            yield sum(held)

    def _kept(self, state: RoundState, held: int) -> RoundState:
        own, out = self.place["own"], self.place["out"]
        words = _replaced(state.words, out, state.words[out] | (state.words[own] & ~held))
        return state._replace(words=_replaced(words, own, held))

    # Settlement ----------------------------------------------------------------------------------------------------

    def _settle(self, state: RoundState, step: SettleStep) -> RoundState:
        if step.only == "folded" and not state.folded:
            return state
        stakes, settled = dict(state.stakes), list(state.settled)
        for key in step.wagers:
            if key not in stakes:
                continue
            wager = self.game.wagers[key]
            fact = self._fact(state, wager)
            ending = settlement.ending(wager, state.folded, fact.qualified, fact.comparison, fact.value)
            if step.only == "losing" and ending.result is not Result.LOSE:
                continue
            settled.append((key, stakes.pop(key), fact))
        return state._replace(stakes=tuple(stakes.items()), settled=tuple(sorted(settled)))

    def _fact(self, state: RoundState, wager: Wager) -> WagerFact:
        if state.folded and not wager.stands:
            return WagerFact(True, TIE, 0)
        value = self._value(state, self.game.hands[wager.hand])
        least = max([cut for cut in self.breaks[wager.key] if cut <= value], default=min(value, 1))
        if not wager.against:
            return WagerFact(True, TIE, least)
        against = self.game.hands[wager.against]
        other = self._value(state, against)
        return WagerFact(other >= against.qualifies, (value > other) - (value < other), least)

    def _value(self, state: RoundState, hand: JudgedHand) -> int:
        words = tuple(self._cards(state, hand, pile) for pile in hand.of)
        value = self.values.get((hand.name, words))
        if value is None:
            value = self.values[hand.name, words] = self._judged(hand, words)
        return value

    def _judged(self, hand: JudgedHand, words: tuple[int, ...]) -> int:
        piles = {pile: cards_of(word) for pile, word in zip(hand.of, words, strict=True)}
        if not hand.must:
            return hand.ranking.value([card for cards in piles.values() for card in cards])
        must = [(piles[pile], len(piles[pile]) if many < 0 else many) for pile, many in hand.must.items()]
        free = [card for pile in hand.of if pile not in hand.must for card in piles[pile]]
        return make(hand.ranking, free, must).value

    def _cards(self, state: RoundState, hand: JudgedHand, pile: str) -> int:
        words, place = state.words, self.place
        if hand.at and hand.at != "deal":
            return words[place[f"at {hand.at} {pile}"]]
        if pile == PLAYER:
            return words[place["own"]] | (words[place["out"]] if hand.at else 0)
        return words[place[f"up {pile}"]] | (words[place[f"gone {pile}"]] if hand.at else 0)

    def _end(self, state: RoundState) -> Solved:
        if state.stakes:
            raise AssertionError("a wager was left unsettled")  # files are checked for it
        known = (state.settled, state.folded)
        solved = self.ends.get(known)
        if solved is None:
            order = list(self.game.wagers)
            lines = sorted(state.settled, key=lambda line: order.index(line[0]))
            stakes = tuple((key, Fraction(stake, self.parts)) for key, stake, _ in lines)
            ending = RoundEnding(stakes, state.folded, tuple((key, fact) for key, _, fact in lines))
            worth = net(self.game, ending) * self.parts * self.pays
            solved = self.ends[known] = Solved(1, int(worth), {len(self.endings): 1})
            self.endings.append(ending)
        return solved


def _sum(parts: list[Solved], times: int) -> Solved:
    """The sum of equally likely continuations, each scaled to the same number of ways first."""
    ways = lcm(*(one.ways for one in parts))
    endings: dict[int, int] = {}
    worth = 0
    for one in parts:
        share = ways // one.ways * times
        worth += one.worth * share
        for ending, count in one.endings.items():
            endings[ending] = endings.get(ending, 0) + count * share
    return Solved(ways * len(parts) * times, worth, endings)


def _replaced(numbers: tuple[int, ...], at: int, new: int) -> tuple[int, ...]:
    return (*numbers[:at], new, *numbers[at + 1 :])


def recognise(reading: ScriptReading) -> General:
    """The shape, if its situations are few; otherwise the refusal of the other shapes is raised."""
    refused = reading.refused
    assert refused is not None, "every other shape is asked first"
    if reading.table is not None:
        raise refused
    shape = General(reading.game, reading.stakes)
    if shape.situations > MOST:
        if isinstance(refused, TooLarge):
            raise TooLarge(refused.step, f"{refused.why}; {SMALLER}") from refused
        raise Outside(
            refused.step,
            f"{refused.why}, which Pitboss cannot prove yet, and its {shape.situations:,} situations are too many "
            f"to be followed one by one; {SMALLER} (docs/proving.md, What can be proved)",
        ) from refused
    return shape


class _Walk:
    """The script followed with the cards and decisions of a question, up to the decision that is asked about."""

    def __init__(self, shape: General, question: Question) -> None:
        self.shape = shape
        self.cards = {PLAYER: list(question.cards), **{pile: list(cards) for pile, cards in question.shown.items()}}
        self.said = [" ".join(text.lower().split()) for text in question.did]
        self.held = question.cards

    def worths(self) -> list[Worth]:
        state, step = self._decision()
        worths = []
        for text, after in self._options(state, step):
            solved = self.shape.solve(after._replace(step=state.step + 1))
            worths.append(Worth(text, Fraction(solved.worth, solved.ways * self.shape.parts * self.shape.pays)))
        return worths

    def _options(self, state: RoundState, step: DecideStep) -> list[tuple[str, RoundState]]:
        options = []
        for offer, kept, after in self.shape.offered(state, step):
            held = tuple(card for card in self.held if kept & word([card]))
            out = tuple(card for card in self.held if card not in held)
            options.append((action_text(offer, held, out), after))
        return options

    def _decision(self) -> tuple[RoundState, DecideStep]:
        shape = self.shape
        state, script = shape.advance(shape.start), shape.game.script
        while state.step < len(script):
            step = script[state.step]
            if not isinstance(step, DecideStep):
                state = self._show(state, step)
            elif not self.said and not any(self.cards.values()):
                return state, step
            else:
                state = self._follow(state, step)._replace(step=state.step + 1)
            state = shape.advance(state)
        left = [card for cards in self.cards.values() for card in cards]
        what = f"no decision is made with {show(left)} in sight" if left else "no decision is made with these cards"
        raise AdviceError(f"these cards do not lead to a decision of {shape.game.name}: {what}.")

    def _show(self, state: RoundState, step: Any) -> RoundState:
        """The state after a step that shows cards, with the next cards of the question."""
        after, target, many, _ = self.shape.shown(state, step)
        pile, given = step.pile, self.cards.get(step.pile, [])
        if len(given) < many:
            raise AdviceError(
                f"the next decision needs {many} more {pile} card{'s' * (many != 1)}; you gave {len(given)}"
                f"{'' if pile == PLAYER else f'; add them with {argument_for(pile)}'}."
            )
        self.cards[pile] = given[many:]
        return after._replace(words=_replaced(after.words, target, after.words[target] | word(given[:many])))

    def _follow(self, state: RoundState, step: DecideStep) -> RoundState:
        """Follow an earlier decision of the question."""
        options = {" ".join(text.lower().split()): after for text, after in self._options(state, step)}
        if not self.said or self.said[0] not in options:
            raise undecided(self.said, step.decision, list(options))
        after = options[self.said.pop(0)]
        kept = after.words[self.shape.place["own"]]
        self.held = tuple(card for card in self.held if kept & word([card]))
        return after
