"""Hints at a house table: the exact value of every option, and what the decisions of a round cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.cards import TEXT, UNKNOWN, Card, pretty
from pitboss.cli.common.background import in_background
from pitboss.cli.common.progress_line import Working
from pitboss.cli.terminal.screen import Screen
from pitboss.deal.record import Act
from pitboss.errors import PitbossError
from pitboss.exact.touched import touched
from pitboss.house import Round
from pitboss.house.definition import PLAYER, Definition
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.exact.question import Advice

SHOWN = 8  # options listed in a hint; five cards can be held in 31 ways


class TooSlow(PitbossError):
    """The answer would take as long as a proof and was not asked for."""


@dataclass(frozen=True)
class Situation:
    """A decision as its player saw it: his cards, the face-up cards, his wagers and earlier decisions."""

    spot: int
    cards: tuple[Card, ...]
    shown: dict[str, tuple[Card, ...]]
    wagers: dict[str, int]
    did: tuple[str, ...]
    actions: tuple[str, ...]


def situation(game: Definition, deal: Round, viewer: str, spot: int) -> Situation:
    """What this viewer knows at the open decision of a spot."""
    view = deal.view(viewer)
    shown: dict[str, tuple[Card, ...]] = {}
    wagers: dict[str, int] = {}
    for event in view.events:
        if event.verb in ("deal", "turn") and event.up and event.pile in game.piles and UNKNOWN not in event.cards:
            shown[event.pile] = shown.get(event.pile, ()) + event.cards
        elif event.verb == "wager" and event.seat == spot:
            wagers[event.pile] = wagers.get(event.pile, 0) + event.cents
    return Situation(
        spot,
        view.piles.get(f"{PLAYER} {spot}", ()),
        shown,
        wagers,
        tuple(entry.action for entry in deal.record.entries if isinstance(entry, Act) and entry.seat == spot),
        tuple(action for option in view.legal[spot] if option.allowed for action in option.actions),
    )


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
    """Computes and caches the values of the options of one game."""

    def __init__(self, screen: Screen, game: Definition) -> None:
        self.screen, self.game = screen, game
        self._known: dict[str, list[ValuedOption]] = {}

    def values(self, at: Situation, patient: bool = True) -> list[ValuedOption]:
        """The possible options, best first; unless ``patient``, :class:`TooSlow` if that takes as long as a proof."""
        key = repr(at)
        if key not in self._known:
            self._known[key] = self._values(at, patient)
        return self._known[key]

    def _values(self, at: Situation, patient: bool) -> list[ValuedOption]:
        try:
            return self._solve(at, at.wagers, patient)
        except TooSlow:
            raise
        except PitbossError:
            left = touched(self.game, at.wagers)
            if not left or left == at.wagers:
                raise
            return self._solve(at, left, patient)

    def _solve(self, at: Situation, wagers: Mapping[str, int], patient: bool) -> list[ValuedOption]:
        base = self.game.unit if self.game.unit in wagers else next(iter(wagers))
        unit = wagers[base]
        stakes = {key: Fraction(cents, unit) for key, cents in wagers.items()}
        without = tuple(key for key in at.wagers if key not in wagers)
        with Working(f"{self.game.name}: working out every option", self.screen.unattended) as tell:

            def slow(done: int, boards: int) -> None:
                if not patient:
                    raise TooSlow(f"{boards:,} boards would have to be counted")
                tell(done / boards)

            advice = in_background(lambda: self._ask(at, stakes, slow))
        possible = {_plain(action): action for action in at.actions}
        options = [(possible.get(_plain(each.action)), each.ev) for each in advice.options]
        return [ValuedOption(action, ev, base, unit, without) for action, ev in options if action is not None]

    def _ask(self, at: Situation, stakes: dict[str, Fraction], slow: Callable[[int, int], None]) -> Advice:
        from pitboss.exact.advice import ask

        return ask(self.game, at.cards, at.shown, stakes, at.did, slow)

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
        for at, action in decided:
            values = self.values(at, patient)
            chosen = next((each for each in values if each.action == action), None)
            if chosen is not None and chosen.ev < values[0].ev:
                best = values[0].action
                lost = money(values[0].cents - chosen.cents)
                instead = f"{self._said(best)} was best"
                said.append(f"Mistake at spot {at.spot}: {self._said(action)} cost {lost} on average; {instead}.")
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
