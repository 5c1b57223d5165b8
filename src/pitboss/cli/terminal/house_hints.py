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
from pitboss.spread.house_advisor import HouseAdvisor, SpotView, Valued, spot_view

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


class Coach:
    """Values the options of one game."""

    def __init__(self, screen: Screen, game: Definition) -> None:
        self.screen, self.game = screen, game
        self._advisor: HouseAdvisor | None = None

    def values(self, at: Situation, patient: bool = True) -> Valued:
        """The possible options, best first.

        Unless ``patient``, :class:`~pitboss.spread.house_advisor.NotReady` if that takes as long as a proof.
        """
        advisor = self._advisor = self._advisor or HouseAdvisor(self.game, whole=True)
        with Working(f"{self.game.name}: working out every option", self.screen.unattended) as tell:
            try:
                return in_background(lambda: advisor.valued(at.seen, patient=patient, tell=tell)).among(at.actions)
            except KeyboardInterrupt:  # do not wait for what is still running
                self._advisor = None
                advisor.stop()
                raise

    def hint(self, at: Situation, several: bool) -> None:
        """List the options with their exact values."""
        values = self.values(at)
        alone = ", by this spot's cards alone" if several else ""
        without = f", without {' and '.join(values.without)}, which no decision changes" if values.without else ""
        self.screen.say(
            f"  Expected result of the round{alone}{without} (exactly, in units of {values.base}, on the right):"
        )
        best, shown = values.options[0][1], values.options[:SHOWN]
        width = max(len(self._said(action)) for action, _ in shown)
        for action, ev in shown:
            text = Text(f"    {self._said(action):<{width}}  {signed(ev * values.unit):>10}  ")
            text.append(
                f"{money((best - ev) * values.unit)} less" if ev < best else "best", "" if ev < best else "bold green"
            )
            self.screen.ruled(text, str(ev))
        if len(values.options) > SHOWN:
            self.screen.say(f"    … {len(values.options) - SHOWN} more, none worth more")

    def mistakes(self, decided: Sequence[tuple[Situation, str]], patient: bool) -> list[str]:
        """A sentence for each decision that was not the best."""
        said = []
        several = len({at.spot for at, _ in decided}) < len(decided)
        asked: Counter[int] = Counter()
        for at, action in decided:
            asked[at.spot] += 1
            which = f", decision {asked[at.spot]}" if several else ""
            values = self.values(at, patient)
            best, most = values.options[0]
            chosen = dict(values.options).get(action, most)
            if chosen < most:
                lost, instead = money((most - chosen) * values.unit), f"{self._said(best)} was best"
                said.append(
                    f"Mistake at spot {at.spot}{which}: {self._said(action)} cost {lost} on average; {instead}."
                )
        return said

    def _said(self, action: str) -> str:
        """An action with suit signs, if the screen shows them."""
        signs = TEXT if self.screen.signs else ()
        return " ".join(pretty(TEXT.index(word)) if word in signs else word for word in action.split())


def money(cents: Fraction) -> str:
    """An amount to a hundredth of a cent: ``$0.2415``."""
    return f"${float(cents) / 100:,.4f}"


def signed(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else '+'}{money(abs(cents))}" if cents else dollars(0)
