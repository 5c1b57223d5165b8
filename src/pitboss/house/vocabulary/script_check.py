"""Walk through a script and count every card, to report a file's mistakes before a card is dealt.

A state holds, for each pile, how many of its cards are face down and face up. Conditions on face-up cards and the
player's choice of cards to hold branch; all branches are followed together. Every step must be possible in every state
that can be reached: enough cards in the deck and in every hand, and no hand judged with cards still face down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from pitboss.datafile import DataFile, Section
from pitboss.house import definition as script
from pitboss.house.definition import PLAYER, Definition, JudgedHand, Wager

MOST_CARDS = 7
"""The most cards a hand is picked from."""

MOST_STATES = 2_000
"""States that a script may lead to; the largest shipped game has a few dozen."""

MOST_WAYS = 4_096
"""Ways through the decisions of a round without a fold; the largest shipped game has 48."""

State: TypeAlias = tuple[tuple[int, int], ...]
"""Face-down and face-up cards of each pile, in the order of ``Definition.piles``."""


def check(definition: Definition, sections: Sequence[Section], file: DataFile) -> None:
    """Add a problem to ``file`` for every impossible step of the script."""
    _ScriptWalk(definition, file).run(zip(sections, definition.script, strict=True))


class _ScriptWalk:
    def __init__(self, definition: Definition, file: DataFile) -> None:
        self.game, self.file = definition, file
        self.piles = definition.piles
        self.states: set[State] = {((0, 0),) * len(self.piles)}
        self.folded: set[State] = set()  # the same for spots that have folded
        self.used, self.dispensed = 0, False
        self.dealt: set[str] = set()
        self.at: dict[str, set[State]] = {}  # the cards seen when each decision was reached
        self.placeable: set[str] = {wager.key for wager in definition.initial}
        self.settled: set[str] = set()
        self.collected: set[str] = set()
        self.offered: set[str] = set()  # possible acts of players so far: "folded", "out"
        self.spots_with_cards: tuple[str, ...] | None = None
        self.later_decisions = sum(isinstance(step, script.DecideStep) for step in definition.script)
        self.ways = 1  # through the decisions so far, without a fold

    def run(self, steps: Iterable[tuple[Section, script.Step]]) -> None:
        for section, step in steps:
            _STEPS[type(step)](self, section, step)
            # a round with too many branches can be neither followed nor proved
            if len(self.states) + len(self.folded) > MOST_STATES:
                sentence = f"up to this step the cards can lie in more than {MOST_STATES:,} ways"
                section.problem(None, f"{sentence}; discard or hold cards in fewer steps.")
                return
            if self.ways > MOST_WAYS:
                sentence = f"up to this decision there are {self.ways:,} ways to decide"
                section.problem(None, f"{sentence}; ask for fewer decisions (at most {MOST_WAYS:,} ways).")
                return
        for key, wager in self.game.wagers.items():
            if key in self.placeable and key not in self.settled:
                self.file.problem(("wager", key), 'no step settles this wager; add { settle = "all" }.')
            own = any(self.game.hands[name].own for name in filter(None, (wager.hand, wager.against)))
            if own and self.spots_with_cards and not {key, wager.of, wager.equals} & set(self.spots_with_cards):
                sentence = f'it is judged on a spot\'s own cards; add "{key}" to if_placed where they are dealt.'
                self.file.problem(("wager", key), sentence)

    # Cards ---------------------------------------------------------------------------------------------------------

    def _deal(self, section: Section, step: script.DealStep) -> None:
        self._take(section, "cards", step.cards * (self.game.spots.most if step.pile == PLAYER else 1))
        if step.pile == PLAYER:
            if self.spots_with_cards not in (None, step.if_placed):
                section.problem("if_placed", "all deals to player go to the same spots; write the same wagers in each.")
            self.spots_with_cards = step.if_placed
        self.dealt.add(step.pile)
        folded, down = self.folded, 0 if step.up else step.cards
        self._change(step.pile, lambda lying, up: [(lying + down, up + step.cards - down)])
        if step.pile == PLAYER:
            self.folded = folded  # a folded spot gets no more cards

    def _take(self, section: Section, key: str, cards: int) -> None:
        self.used += cards
        size, spots = len(self.game.deck), self.game.spots.most
        if self.dispensed:
            section.problem(key, "the rest of the deck has been dispensed; deal before it.")
        elif self.used > size:
            at = f"{spots} spot{'s' * (spots != 1)}"
            sentence = f"with {at} the script needs {self.used} cards up to here and the deck has {size}"
            section.problem(key, f"{sentence}; deal fewer cards or allow fewer spots.")

    def _dispense(self, section: Section, step: script.DispenseStep) -> None:
        self.dispensed = True

    def _turn(self, section: Section, step: script.TurnStep) -> None:
        shown = step.if_none_up
        if not self._known(section, "turn", step.pile):
            return
        if shown and not self._condition(section, "if_none_up", shown):
            return
        states = {state for state in self.states | self.folded if not shown or not self._pile(state, shown)[1]}
        if all(self._pile(state, step.pile)[0] == 0 for state in states):
            section.problem("turn", f'no card of "{step.pile}" lies face down here; drop the step or deal before it.')
        elif step.cards and any(self._pile(state, step.pile)[0] < step.cards for state in states):
            sentence = f'"{step.pile}" may have fewer than {step.cards} face-down cards here; turn fewer.'
            section.problem("cards", sentence)
        else:
            self._change(step.pile, lambda down, up: [(down - (step.cards or down), up + (step.cards or down))], states)

    def _discard(self, section: Section, step: script.DiscardStep) -> None:
        if self._known(section, "discard", step.pile) and self._condition(section, "discard", step.pile):
            self._change(step.pile, lambda down, up: [(down, left) for left in range(up + 1)])

    def _condition(self, section: Section, key: str, pile: str) -> bool:
        """True if a condition on a pile can see face-up cards; report it if none can be up."""
        if not self._known(section, key, pile):
            return False
        if pile != PLAYER and any(self._pile(state, pile)[1] for state in self.states):
            return True
        section.problem(key, f'a condition on hidden cards: no card of "{pile}" can be face up here; turn one first.')
        return False

    def _collect(self, section: Section, step: script.CollectStep) -> None:
        for what in step.what:
            if what not in self.offered:
                section.problem("collect", f'nothing can be "{what}" before this step; drop it or move it down.')
            self.collected.add(what)

    # Decisions -----------------------------------------------------------------------------------------------------

    def _decide(self, section: Section, step: script.DecideStep) -> None:
        self.later_decisions -= 1
        decision = self.game.decisions[step.decision]
        if self.spots_with_cards and not set(step.if_placed) <= set(self.spots_with_cards):
            section.problem("if_placed", "a spot without cards would have to decide; name only wagers that get cards.")
        elif self.spots_with_cards and not step.if_placed:
            sentence = "a spot without cards would have to decide; write the if_placed of the deal here too."
            section.problem(None, sentence)
        self.at.setdefault(step.decision, {self._seen(state) for state in self.states})
        before, folded = set(self.states), set(self.folded)
        after: set[State] = before if step.if_placed or step.unless_placed else set()
        placed = set(self.placeable)
        self.ways *= max(1, sum(len(choice.times) for choice in decision.choices if not choice.fold))
        asked = self.file.top.table("decision")
        for choice, row in zip(decision.choices, asked.rows(step.decision), strict=True):
            self._choice(row, choice, step, placed)
            if choice.fold:
                self.offered.add("folded")
                folded |= before
                for key in placed - set(step.unless_placed) - self.settled:
                    if "fold" not in self.game.wagers[key].outcomes:
                        sentence = f'a spot can fold in "{step.decision}" while this wager is up.'
                        self.file.problem(("wager", key), f'the outcome "fold" is missing; {sentence}')
                continue
            held = choice.hold
            after = after | ({self._with(s, PLAYER, (count, 0)) for s in before for count in held} if held else before)
        if not after and decision.choices:
            asked.problem(step.decision, "every option folds; add one that plays on.")
        self.states, self.folded = after or before, folded

    def _choice(self, row: Section, choice: script.Choice, step: script.DecideStep, placed: set[str]) -> None:
        counts = {self._pile(state, PLAYER)[0] for state in self.states} if PLAYER in self.piles else {0}
        if choice.hold:
            self.offered.add("out")
            if max(choice.hold) > min(counts):
                row.problem("hold", f"a spot may have only {_cards(min(counts))} here; hold no more than that.")
            varies = any(held not in (0, count) for held in choice.hold for count in counts) or len(choice.hold) > 1
            if varies and not choice.names:
                row.problem("say", f'"{choice.say}" does not say which cards; add {{held}} or {{out}}.')
        if choice.needs:
            self._needs(row)
        for key in choice.place:
            if key in placed and key not in step.unless_placed:
                sentence = f'it may have been placed before; write unless_placed = "{key}" in the step.'
                row.table("place").problem(key, sentence)
            self.placeable.add(key)
            self.settled.discard(key)
        if choice.take:
            tied = [wager.key for wager in self.game.wagers.values() if wager.of == choice.take]
            if tied:
                row.problem("take", f'"{choice.take}" cannot be taken back: "{tied[0]}" is a multiple of it.')
            if choice.take not in self.placeable - self.settled:
                row.problem("take", f'"{choice.take}" cannot be on the table at this decision.')

    def _needs(self, row: Section) -> None:
        hand = self.game.hands[PLAYER]
        hidden = [pile for pile in hand.of if pile != PLAYER and any(self._pile(s, pile)[0] for s in self.states)]
        if hidden:
            sentence = f'a condition on hidden cards: "{hidden[0]}" may lie face down at this decision; turn it first.'
            row.problem("needs", sentence)
        elif hand.must or hand.at or any(not self._enough(hand, state) for state in self.states):
            sentence = 'the hand "player" cannot be judged at this decision; use needs where all its cards are there.'
            row.problem("needs", sentence)

    # Hands ---------------------------------------------------------------------------------------------------------

    def _set(self, section: Section, step: script.SetStep) -> None:
        if not self._house_hand(section, "set", step.hand) or not step.rack_unused:
            return
        hand, pile = self.game.hands[step.hand], step.rack_unused
        if pile not in hand.of or any(pile in other.of for other in self.game.hands.values() if other is not hand):
            section.problem("rack_unused", f'"{pile}" is not a pile of the hand "{step.hand}" alone.')
            return
        self.states, self.folded = self._unused(self.states, hand, pile), self._unused(self.folded, hand, pile)

    def _unused(self, states: set[State], hand: JudgedHand, pile: str) -> set[State]:
        after: set[State] = set()
        for state in states:
            spare = sum(sum(self._pile(state, name)) for name in hand.of) - hand.ranking.cards
            down, up = self._pile(state, pile)
            after |= {self._with(state, pile, (down, up - gone)) for gone in range(min(spare, up) + 1)}
        return after

    def _announce(self, section: Section, step: script.AnnounceStep) -> None:
        self._house_hand(section, "announce", step.hand)

    def _house_hand(self, section: Section, key: str, name: str) -> bool:
        hand = self.game.hands.get(name)
        if hand is None or hand.own or hand.at:
            names = [known.name for known in self.game.hands.values() if not known.own and not known.at]
            section.problem(key, f'"{name}" is not a hand of the house; its hands are {", ".join(names) or "none"}.')
            return False
        return self._judged(section, key, hand)

    def _settle(self, section: Section, step: script.SettleStep) -> None:
        if step.only == "folded" and "folded" not in self.offered:
            section.problem("only", "nobody can have folded before this step; drop it or move it down.")
        for key in step.wagers:
            wager = self.game.wagers[key]
            if key in self.settled and section.data.get("settle", "all") != "all":
                section.problem("settle", f'"{key}" has been settled by an earlier step; name it once.')
            if key not in self.settled and (step.only != "folded" or wager.stands):
                self._wager(section, wager)
            if not step.only and key in self.placeable:
                self.settled.add(key)

    def _wager(self, section: Section, wager: Wager) -> None:
        for name in filter(None, (wager.hand, wager.against)):
            hand = self.game.hands[name]
            if not self._judged(section, "settle", hand, wager.key, wager.stands):
                return
            if hand.own and self.later_decisions:
                sentence = f'settling "{wager.key}" would show cards before every player has decided (HB-10)'
                section.problem("settle", f"{sentence}; settle it after the last decision.")
            if hand.own and (("folded" in self.collected and wager.stands) or ("out" in self.collected and hand.at)):
                section.problem("settle", f'"{wager.key}" needs cards that are in the rack by now; collect them later.')

    def _judged(self, section: Section, key: str, hand: JudgedHand, wager: str = "", folded: bool = False) -> bool:
        """True if a hand can be judged: enough cards, all face up or the spot's own."""
        what = f'the wager "{wager}" is judged on' if wager else "this needs"
        if hand.at and hand.at != "deal":
            if hand.at not in self.at:
                section.problem(key, f'{what} the hand "{hand.name}" at "{hand.at}", which has not been reached here.')
                return False
            states = self.at[hand.at]
        else:
            states = self.states | self.folded if folded or not hand.own else self.states
            for pile in hand.of:
                if pile != PLAYER and any(self._pile(state, pile)[0] for state in states):
                    section.problem(key, f'{what} hidden cards: "{pile}" may lie face down here; turn it first.')
                    return False
        for state in states:
            if hand.at == "deal" and PLAYER in self.piles:
                dealt = sum(s.cards for s in self.game.script if isinstance(s, script.DealStep) and s.pile == PLAYER)
                state = self._with(state, PLAYER, (dealt, 0))
            if not self._enough(hand, state):
                count = sum(sum(self._pile(state, pile)) for pile in hand.of)
                sentence = f'{what} the hand "{hand.name}", which cannot be made of {_cards(count)}'
                must, takes = sum(self._must(hand, state).values()), hand.ranking.cards
                if must > takes:
                    section.problem(key, f"{sentence}: {must} of them must play, but it takes {takes}.")
                else:
                    section.problem(key, f"{sentence}; it takes {takes}, picked from at most {MOST_CARDS}.")
                return False
        return True

    def _must(self, hand: JudgedHand, state: State) -> dict[str, int]:
        """The number of cards of each pile that have to play."""
        return {pile: sum(self._pile(state, pile)) if count < 0 else count for pile, count in hand.must.items()}

    def _enough(self, hand: JudgedHand, state: State) -> bool:
        counts, must = {pile: sum(self._pile(state, pile)) for pile in hand.of}, self._must(hand, state)
        if any(count > counts[pile] for pile, count in must.items()) or sum(must.values()) > hand.ranking.cards:
            return False
        free = sum(count for pile, count in counts.items() if pile not in must)
        return sum(must.values()) + free >= hand.ranking.cards and (bool(must) or free <= MOST_CARDS)

    # States --------------------------------------------------------------------------------------------------------

    def _known(self, section: Section, key: str, pile: str) -> bool:
        if pile in self.dealt:
            return True
        piles = ", ".join(sorted(self.dealt)) or "none"
        section.problem(key, f'no card has been dealt to "{pile}" before this step; piles so far: {piles}.')
        return False

    def _pile(self, state: State, pile: str) -> tuple[int, int]:
        return state[self.piles.index(pile)]

    def _with(self, state: State, pile: str, counts: tuple[int, int]) -> State:
        return tuple(counts if name == pile else other for name, other in zip(self.piles, state, strict=True))

    def _seen(self, state: State) -> State:
        """The cards that a spot sees: its own, and those face up."""
        return tuple(each if pile == PLAYER else (0, each[1]) for pile, each in zip(self.piles, state, strict=True))

    def _change(
        self, pile: str, to: Callable[[int, int], Iterable[tuple[int, int]]], only: set[State] | None = None
    ) -> None:
        """Change the counts of a pile in all states, of folded spots too, or ``only`` in some."""

        def changed(states: set[State]) -> set[State]:
            unchanged = set() if only is None else states - only
            moved = states if only is None else states & only
            return unchanged | {
                self._with(state, pile, counts) for state in moved for counts in to(*self._pile(state, pile))
            }

        self.states, self.folded = changed(self.states), changed(self.folded)


def _cards(number: int) -> str:
    return f"{number} card{'s' * (number != 1)}"


_STEPS: dict[type, Callable[[_ScriptWalk, Section, Any], None]] = {
    script.DealStep: _ScriptWalk._deal,
    script.BurnStep: lambda walk, section, step: walk._take(section, "burn", step.cards),
    script.DispenseStep: _ScriptWalk._dispense,
    script.TurnStep: _ScriptWalk._turn,
    script.DiscardStep: _ScriptWalk._discard,
    script.DecideStep: _ScriptWalk._decide,
    script.CollectStep: _ScriptWalk._collect,
    script.SetStep: _ScriptWalk._set,
    script.AnnounceStep: _ScriptWalk._announce,
    script.SettleStep: _ScriptWalk._settle,
}
