"""The value of every option in one situation of a round that is followed step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.cards import Card, show
from pitboss.exact.cards.suits import word
from pitboss.exact.question import AdviceError, Worth, argument_for, undecided
from pitboss.exact.shapes.general.general import General, RoundState
from pitboss.house.actions import action_text
from pitboss.house.definition import PLAYER, DealStep, DecideStep, DiscardStep, SettleStep, TurnStep


def advise(
    shape: General, own: Sequence[Card], shown: Mapping[str, Sequence[Card]], did: Sequence[str] = ()
) -> list[Worth]:
    """Every open option in the order of the file; the cards are given in the order they came."""
    shape.game.deck.check([*own, *(card for cards in shown.values() for card in cards)])
    return _Walk(shape, own, shown, did).worths()


class _Walk:
    """The script followed with these cards and decisions up to the decision that is asked about."""

    def __init__(
        self, shape: General, own: Sequence[Card], shown: Mapping[str, Sequence[Card]], did: Sequence[str]
    ) -> None:
        self.shape = shape
        self.cards = {PLAYER: list(own), **{pile: list(cards) for pile, cards in shown.items()}}
        self.said = [" ".join(text.lower().split()) for text in did]
        self.held = tuple(own)

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
        shape, state = self.shape, self.shape.start
        for at, step in enumerate(shape.game.script):
            state = state._replace(step=at)
            if isinstance(step, DecideStep):
                state = shape._note(state, step)
                if shape._asked(state, step):
                    if not self.said and not any(self.cards.values()):
                        return state, step
                    state = self._follow(state, step)
            elif isinstance(step, DealStep) and shape._dealt(step, dict(state.stakes)):
                if step.up or step.pile == PLAYER:
                    state = self._show(state, step.pile, step.cards)
                else:
                    at_pile = shape.table.index(step.pile)
                    down = tuple(n + step.cards * (i == at_pile) for i, n in enumerate(state.down))
                    state = state._replace(down=down)
            elif isinstance(step, TurnStep) and step.pile in shape.table:
                if not (step.if_none_up and state.words[shape.place[f"up {step.if_none_up}"]]):
                    at_pile = shape.table.index(step.pile)
                    cards = step.cards or state.down[at_pile]
                    down = tuple(n - cards * (i == at_pile) for i, n in enumerate(state.down))
                    state = self._show(state._replace(down=down), step.pile, cards)
            elif isinstance(step, DiscardStep) and step.pile in shape.table:
                state = shape._discard(state, step)
            elif isinstance(step, SettleStep):
                state = shape._settle(state, step)
        left = [card for cards in self.cards.values() for card in cards]
        what = f"{show(left)} lies there at none of them" if left else "the cards are those of none of them"
        raise AdviceError(f"these cards do not lead to a decision of {shape.game.name}: {what}.")

    def _show(self, state: RoundState, pile: str, many: int) -> RoundState:
        """Cards become known: the next ones that were given."""
        given = self.cards.get(pile, [])
        if len(given) < many:
            raise AdviceError(
                f"{many} more of {pile} are seen before a decision of {self.shape.game.name}, {len(given)} given"
                f"{'' if pile == PLAYER else f'; add them with {argument_for(pile)}'}."
            )
        self.cards[pile] = given[many:]
        place = self.shape.place["own" if pile == PLAYER else f"up {pile}"]
        words = (*state.words[:place], state.words[place] | word(given[:many]), *state.words[place + 1 :])
        return state._replace(words=words)

    def _follow(self, state: RoundState, step: DecideStep) -> RoundState:
        """The earlier decisions."""
        options = {" ".join(text.lower().split()): after for text, after in self._options(state, step)}
        if not self.said or self.said[0] not in options:
            raise undecided(self.said, step.decision, list(options))
        after = options[self.said.pop(0)]
        kept = after.words[self.shape.place["own"]]
        self.held = tuple(card for card in self.held if kept & word([card]))
        return after
