"""Hints at a house table: the exact value of every option, and the cost of the mistakes in a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rich.text import Text

from pitboss.cards import TEXT, pretty
from pitboss.cli.common.progress import Working, in_background
from pitboss.cli.terminal.screen import Screen
from pitboss.house import Round
from pitboss.house.definition import Definition
from pitboss.money import dollars
from pitboss.spread.house_advisor import HouseAdvisor, SpotView, spot_view

SHOWN = 8  # options listed in a hint; five cards can be held in 31 ways


@dataclass(frozen=True)
class Situation:
    """A decision as its player saw it, and the actions that were open."""

    spot: int
    seen: SpotView
    actions: tuple[str, ...]


def situation(game: Definition, deal: Round, viewer: str, spot: int) -> Situation:
    """The open decision of a spot as this viewer sees it."""
    view = deal.view(viewer)
    actions = tuple(action for option in view.legal[spot] if option.allowed for action in option.actions)
    return Situation(spot, spot_view(game, view, spot), actions)


@dataclass(frozen=True)
class ValuedOption:
    """An option and its exact expected result in units of the base wager, which is ``unit`` cents.

    ``without`` are the wagers left out of it, because no decision affects them.
    """

    action: str
    ev: Fraction
    base: str
    unit: int
    without: tuple[str, ...] = ()

    @property
    def cents(self) -> Fraction:
        return self.ev * self.unit


class Coach:
    """Values the options of one game."""

    def __init__(self, screen: Screen, game: Definition) -> None:
        self.screen, self.game = screen, game
        self._advisor: HouseAdvisor | None = None

    def values(self, at: Situation, patient: bool = True) -> list[ValuedOption]:
        """The possible options, best first.

        Unless ``patient``, :class:`~pitboss.spread.house_advisor.NotReady` if that takes as long as a proof.
        """
        advisor = self._advisor = self._advisor or HouseAdvisor(self.game, whole=True)
        with Working(f"{self.game.name}: working out every option", self.screen.unattended) as tell:
            try:
                valued = in_background(lambda: advisor.valued(at.seen, patient=patient, tell=tell))
            except KeyboardInterrupt:  # do not wait for what is still running
                self._advisor = None
                advisor.stop()
                raise
        possible = {_plain(action): action for action in at.actions}
        options = [(possible.get(_plain(action)), ev) for action, ev in valued.options]
        return [
            ValuedOption(action, ev, valued.base, valued.unit, valued.without)
            for action, ev in options
            if action is not None
        ]

    def hint(self, at: Situation, several: bool) -> None:
        """List the options with their exact values."""
        values = self.values(at)
        alone = ", by this spot's cards alone" if several else ""
        best = values[0]
        without = f", without {' and '.join(best.without)}, which no decision changes" if best.without else ""
        self.screen.say(
            f"  Expected result of the round{alone}{without} (exactly, in units of {best.base}, on the right):"
        )
        width = max(len(self._said(each.action)) for each in values[:SHOWN])
        for each in values[:SHOWN]:
            behind = values[0].cents - each.cents
            text = Text(f"    {self._said(each.action):<{width}}  {signed(each.cents):>10}  ")
            text.append(f"{money(behind)} less" if behind else "best", "" if behind else "bold green")
            self.screen.ruled(text, str(each.ev))
        if len(values) > SHOWN:
            self.screen.say(f"    … {len(values) - SHOWN} more, none worth more")

    def mistakes(self, decided: Sequence[tuple[Situation, str]], patient: bool) -> list[str]:
        """A sentence for each decision that was not the best."""
        said = []
        several = len({at.spot for at, _ in decided}) < len(decided)
        asked: Counter[int] = Counter()
        for at, action in decided:
            asked[at.spot] += 1
            which = f", decision {asked[at.spot]}" if several else ""
            values = self.values(at, patient)
            chosen = next((each for each in values if each.action == action), None)
            if chosen is not None and chosen.ev < values[0].ev:
                best = values[0].action
                lost = money(values[0].cents - chosen.cents)
                instead = f"{self._said(best)} was best"
                said.append(
                    f"Mistake at spot {at.spot}{which}: {self._said(action)} cost {lost} on average; {instead}."
                )
        return said

    def _said(self, action: str) -> str:
        """An action with suit signs, if the screen shows them."""
        return " ".join(_pretty(word) if self.screen.signs else word for word in action.split())


def _pretty(word: str) -> str:
    return pretty(TEXT.index(word)) if word in TEXT else word


def _plain(action: str) -> frozenset[str]:
    """An action regardless of the order of its cards."""
    return frozenset(action.split())


def money(cents: Fraction) -> str:
    """An amount to a hundredth of a cent: ``$0.2415``."""
    return f"${float(cents) / 100:,.4f}"


def signed(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else '+'}{money(abs(cents))}" if cents else dollars(0)
