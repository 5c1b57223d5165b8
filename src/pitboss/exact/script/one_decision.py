"""The outline of a round with one decision: the cards the player knows at it, and those still hidden.

The script is followed up to the decision over all cards the table can show (:class:`~.views.States`); the cards of
later steps are only counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.cards import RANK_WORDS
from pitboss.exact.cards.hands import standard
from pitboss.exact.question import AdviceError, argument_for
from pitboss.exact.script.views import (
    DEALT,
    HELD,
    Given,
    HandView,
    Outline,
    Outside,
    Public,
    States,
    TooLarge,
    lay,
    ranks,
    settled_by,
)
from pitboss.exact.stakes import ProofOption, in_play, judged_hands, matters, options
from pitboss.house.decisions import asked, dealt_in
from pitboss.house.definition import (
    PLAYER,
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    JudgedHand,
    SettleStep,
    TurnStep,
)

MOST_SITUATIONS = 2_000_000_000
"""Most hands of the player over all tables, up to exchanging suits. Against a hidden hand one thread counts four
million a second with five cards each, one and a half with seven; cards to be held are far slower."""


def outline(
    game: Definition, stakes: Mapping[str, Fraction], shown: Mapping[str, Sequence[int]] | None = None
) -> Outline:
    """Return the outline of a round; raise :class:`Outside` if more than one of its decisions matters.

    With ``shown``, the cards of every pile that lie face up at the decision in the order they were turned, there is one
    public state, with suits as they are.
    """
    reader = _Reader(game, stakes)
    step, choices = reader.decision()
    piles = reader.relevant(step, choices)
    own = reader.own if PLAYER in piles else 0
    reader.check_own(step, choices, own)
    table = tuple(pile for pile in game.piles if pile in piles and pile != PLAYER)
    states = States(game, table, reader.wagers) if shown is None else Given(game, table, reader.wagers, shown)
    for index, each in enumerate(game.script[:step]):
        states.follow(index, each)
    if isinstance(states, Given) and matters(choices):
        _check_given(game, states)
    after = _After(reader, step, table)
    publics = [after.public(states, *state) for state in states.weights.items()]
    publics.sort(key=lambda public: (public.shows, public.up, public.dead))
    whole = Outline(game, stakes, reader.wagers, own, step, choices, tuple(publics))
    if whole.situations > MOST_SITUATIONS:
        why = f"is reached in {whole.situations:,} situations (at most {MOST_SITUATIONS:,})"
        raise TooLarge(min(step, len(game.script) - 1), why)
    return whole


def _check_given(game: Definition, states: Given) -> None:
    """Refuse cards whose number differs from the cards face up at the decision."""
    ((words, _),) = states.weights
    known = dict(zip(states.names, words, strict=True))
    given = {
        pile: (known[f"up {pile}"] | known[f"gone {pile}"]).bit_count() + len(states.left[pile])
        for pile in states.asked
    }
    lacking = [pile for pile, many in states.asked.items() if many and not given[pile]]
    for pile, many in states.asked.items():
        if pile in lacking:
            raise AdviceError(
                f"cards of {pile} lie face up at this decision of {game.name}; "
                f"give them in the order they were turned ({argument_for(pile)})."
            )
        if not many and given[pile]:
            instead = f" and give those of {lacking[0]} with {argument_for(lacking[0])}" if lacking else ""
            raise AdviceError(
                f"no card of {pile} lies face up at this decision of {game.name}; "
                f"leave out {argument_for(pile)}{instead}."
            )
        if given[pile] != many:
            cards = "1 card" if many == 1 else f"{many} cards"
            lie = "lies" if many == 1 else "lie"
            raise AdviceError(
                f"{cards} of {pile} {lie} face up at this decision of {game.name}, {given[pile]} given with "
                f"{argument_for(pile)}{_discarded(game, pile) if many > given[pile] else ''}."
            )


def _discarded(game: Definition, pile: str) -> str:
    """The reason why more cards have been turned than lie there; empty if none has been discarded."""
    for step in game.script:
        if isinstance(step, DiscardStep) and step.pile == pile:
            rank = RANK_WORDS[step.up_at_least]
            return f": a {rank} or higher is discarded and the next card turned; give all of them in that order"
    return ""


class _Reader:
    """A game for certain stakes: the wagers in play, their hands, and the piles that matter."""

    def __init__(self, game: Definition, stakes: Mapping[str, Fraction]) -> None:
        self.game, self.stakes = game, stakes
        self.placed = {key: stake for key, stake in stakes.items() if stake}
        self.wagers = in_play(game, stakes)
        self.hands = judged_hands(game, self.wagers)
        self.own = sum(step.cards for _, step in self.own_deals())

    def own_deals(self) -> list[tuple[int, DealStep]]:
        """The steps that deal the player cards."""
        return [
            (index, step)
            for index, step in enumerate(self.game.script)
            if isinstance(step, DealStep) and step.pile == PLAYER and dealt_in(step, self.placed)
        ]

    def decision(self) -> tuple[int, tuple[ProofOption, ...]]:
        """The place of the one decision that matters, and its options; without one, where the last condition on cards
        has been met, and the one way to go on."""
        stay = tuple((key, Fraction(self.stakes[key])) for key in self.game.wagers if self.stakes.get(key))
        at: list[tuple[int, tuple[ProofOption, ...]]] = []
        for index, step in enumerate(self.game.script):
            if isinstance(step, DecideStep) and asked(step, self.placed):
                choices = options(self.game, step, self.stakes, self.wagers, self.own)
                # Even without a choice a decision counts if it places or takes chips.
                if matters(choices) or any(one.fold or one.stakes != stay for one in choices):
                    at.append((index, choices))
        if len(at) > 1:
            raise Outside(at[1][0], "asks for a second decision")
        if at:
            return at[0]
        conditions = [
            index + 1
            for index, step in enumerate(self.game.script)
            if isinstance(step, DiscardStep) or (isinstance(step, TurnStep) and step.if_none_up)
        ]
        return max(conditions, default=0), (ProofOption(False, stay, (), 0, ()),)

    def relevant(self, step: int, choices: tuple[ProofOption, ...]) -> set[str]:
        """The piles that matter: those of the hands judged, of conditions on them, and, where something is hidden from
        a decision, everything the player sees before it."""
        script = self.game.script
        piles = {pile for hand in self.hands.values() for pile in hand.of}
        if any(option.needs for option in choices):
            piles |= set(self.game.hands[PLAYER].of)
        if matters(choices) and self._hidden(step, self.hands):
            piles |= {PLAYER} if self.own else set()
            piles |= {
                each.pile
                for each in script[:step]
                if isinstance(each, TurnStep) or (isinstance(each, DealStep) and each.up)
            }
        for _ in self.game.piles:
            turns = [each for each in script if isinstance(each, TurnStep) and each.pile in piles]
            piles |= {each.if_none_up for each in turns if each.if_none_up}
        return piles

    def check_own(self, decision: int, choices: tuple[ProofOption, ...], own: int) -> None:
        """Refuse cards dealt to the player after the decision and, with a hand to beat, a hand of the player that is
        not fully seen at it; checked before cards are laid out, which may take long."""
        if own and decision < len(self.game.script) and isinstance(self.game.script[decision], DecideStep):
            for index, _ in self.own_deals():
                if index > decision:
                    raise Outside(index, "deals a player more cards after the decision")
        wagers = [self.game.wagers[key] for key in self.wagers]
        if matters(choices) and any(wager.against for wager in wagers):
            for name in self._hidden(decision, {wager.hand: self.hands[wager.hand] for wager in wagers}):
                raise Outside(decision, f"is taken before all cards of the hand {name} are seen")

    def _hidden(self, decision: int, hands: Mapping[str, JudgedHand]) -> list[str]:
        """The hands with cards that nobody sees at the decision, apart from conditions on cards."""
        down: dict[str, int] = {}
        for index, step in enumerate(self.game.script):
            if isinstance(step, DealStep) and step.pile != PLAYER and (not step.up or index > decision):
                down[step.pile] = down.get(step.pile, 0) + step.cards
            elif isinstance(step, TurnStep) and index < decision and not step.if_none_up:
                down[step.pile] = max(0, down.get(step.pile, 0) - step.cards) if step.cards else 0
        return [name for name, hand in hands.items() if not hand.at and any(down.get(pile) for pile in hand.of)]


class _After:
    """Count the steps after the decision, and derive the views of every wager from them."""

    def __init__(self, reader: _Reader, decision: int, piles: tuple[str, ...]) -> None:
        self.reader, self.decision, self.piles = reader, decision, piles
        self.dealt = dict.fromkeys(piles, 0)
        self.shown: dict[str, list[TurnStep | DealStep]] = {}
        self.settled: dict[str, dict[str, int]] = {}
        faces: list[TurnStep | DealStep] = []
        for index, step in enumerate(reader.game.script[decision:], decision):
            if isinstance(step, DealStep) and step.pile in piles:
                self.dealt[step.pile] += step.cards
                faces.append(step)
            elif isinstance(step, DiscardStep) and step.pile in piles:
                raise Outside(index, f"takes cards out of {step.pile} after the decision")
            elif isinstance(step, TurnStep) and step.pile in piles:
                if step.if_none_up:
                    raise Outside(index, f"turns {step.pile} on a condition after the decision")
                faces.append(step)
            elif isinstance(step, DecideStep):
                self.shown[step.decision] = list(faces)
            elif isinstance(step, SettleStep):
                for key, _ in settled_by(reader.game, index, step, reader.wagers, self.settled):
                    self.settled[key] = dict(self.dealt)

    def public(self, states: States, state: tuple[tuple[int, ...], tuple[int, ...]], weight: int) -> Public:
        """A state of the table as the decision sees it."""
        words, downs = state
        named = dict(zip(states.names, words, strict=True))
        down = dict(zip(self.piles, downs, strict=True))
        free = states.free(words)
        up = sum(named[f"up {pile}"] for pile in self.piles)
        dead = words[0] & ~free & ~up
        shows = [ranks(named[f"up {pile}"]) for pile in self.piles if named[f"up {pile}"]]
        return Public(
            shows=" ".join([*shows, *([f"({ranks(dead)})"] if dead else [])]),
            free=free,
            alike=standard(words).alike,
            weight=weight,
            down=sum(downs) + sum(self.dealt.values()),
            views={key: self._views(key, named, down) for key in self.reader.wagers},
            up=up,
            dead=dead,
            judged=self._judged(named),
            lying=tuple(named.items()),
        )

    def _views(self, key: str, named: Mapping[str, int], down: Mapping[str, int]) -> tuple[HandView, HandView | None]:
        game = self.reader.game
        wager = game.wagers[key]
        other = self._view(key, game.hands[wager.against], named, down) if wager.against else None
        return self._view(key, game.hands[wager.hand], named, down), other

    def _view(self, key: str, hand: JudgedHand, named: Mapping[str, int], down: Mapping[str, int]) -> HandView:
        own = "" if PLAYER not in hand.of else DEALT if hand.at else HELD
        piles = [pile for pile in hand.of if pile != PLAYER]
        board = {pile: named[f"up {pile}"] for pile in piles}
        hidden: dict[str, int] = {}
        if hand.at == "deal":
            board = {pile: named[f"up {pile}"] | named[f"gone {pile}"] for pile in piles}
            hidden = {pile: down[pile] + self.dealt[pile] for pile in piles}
        elif hand.at:
            if own:
                own = self._own_at(hand)
            if hand.at in self.shown:
                up, still_down = Counter[str](), Counter(down)
                for step in self.shown[hand.at]:
                    lay(step, up, still_down)
                hidden = up
            else:
                board = {pile: named[f"at {hand.at} {pile}"] for pile in piles}
        elif key in self.settled:
            hidden = {pile: down[pile] + self.settled[key][pile] for pile in piles}
        else:  # settled before the decision
            board = {pile: named[f"settled {key} {pile}"] for pile in piles}
        seen = tuple((pile, cards) for pile, cards in board.items() if cards)
        return HandView(hand, own, seen, tuple((pile, hidden[pile]) for pile in piles if hidden.get(pile)))

    def _own_at(self, hand: JudgedHand) -> str:
        """The player's cards in a hand judged at a decision: as dealt, or as held if that comes after holding."""
        script = list(enumerate(self.reader.game.script))
        at = next(index for index, step in script if isinstance(step, DecideStep) and step.decision == hand.at)
        if any(index > at for index, _ in self.reader.own_deals()):
            raise Outside(at, f"judges the hand {hand.name} before all cards are dealt")
        return HELD if at > self.decision else DEALT

    def _judged(self, named: Mapping[str, int]) -> HandView | None:
        """The hand ``player`` on the cards its player sees at the decision."""
        hand = self.reader.game.hands.get(PLAYER)
        if hand is None or any(pile not in (PLAYER, *self.piles) for pile in hand.of):
            return None
        board = tuple((pile, named[f"up {pile}"]) for pile in hand.of if pile != PLAYER)
        return HandView(hand, DEALT if PLAYER in hand.of else "", board, ())
