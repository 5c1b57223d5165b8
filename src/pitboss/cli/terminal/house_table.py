"""A practice table for one person: any game against the house, with one spot or several.

Leaving in the middle of a round voids it and returns the wagers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.text import Text

from pitboss import house
from pitboss.cards import TEXT, pretty
from pitboss.cli.common.progress import Working, in_background
from pitboss.cli.terminal import house_help, house_layout, keys
from pitboss.cli.terminal.screen import Screen
from pitboss.cli.terminal.stakes import Stakes, posted, under
from pitboss.cli.terminal.table import YOU, PracticeTable
from pitboss.deal import Option
from pitboss.deal.players import account
from pitboss.deal.round_events import WagerSettled
from pitboss.deal.view import View, WagerResult
from pitboss.errors import PitbossError
from pitboss.house import HouseSession, approval, limits
from pitboss.house.listing import describe
from pitboss.money import dollars, parse_dollars
from pitboss.spread.coach import HouseAdvisor, NotReady, SpotView, Valued, spot_view

if TYPE_CHECKING:
    from pitboss.cli.play import PlayOptions


SHOWN = 8  # options listed in a hint; five cards can be held in 31 ways


class Situation(NamedTuple):
    """A decision as its player saw it, and the available actions."""

    spot: int
    seen: SpotView
    actions: tuple[str, ...]


class HouseTable(PracticeTable):
    """One person's session against the house."""

    word, between, deciding, example = "round", "wagers> ", "spot {}> ", "HB-4"
    buying = re.compile(r"buy(?:[\s$\d].*)?")  # a wager's name may begin with it too
    session: HouseSession

    def __init__(self, screen: Screen, asked: PlayOptions) -> None:
        if asked.house or asked.limit or asked.seats or asked.slowly:
            raise PitbossError(
                "--house, --limit, --seats and --slowly belong to poker; this game is played against the house."
            )
        options: dict[str, Any] = {
            key: int(v) if key == "spots" and v.isdecimal() else v for key, v in asked.options.items()
        }
        self.game = house.load(asked.game, **options)
        self.definition = self.game.definition
        if not 1 <= asked.spots <= self.definition.spots.usual:
            raise PitbossError(
                f"{self.game.name} is dealt to 1 to {self.definition.spots.usual} spots; --spots {asked.spots} is not."
            )
        super().__init__(screen, asked)
        brought = parse_dollars(asked.bankroll)
        if brought <= 0:
            raise PitbossError(f"a bankroll of {asked.bankroll} buys no chips; write dollars such as --bankroll 500.")
        self.limits = limits.parse(asked.limits, self.definition) if asked.limits else None
        self.place = asked.jurisdiction or None
        self.stakes = Stakes(self.definition, asked.spots, self.limits, asked.wagers)
        needed = sum(cents for wagers in self.stakes.spots.values() for cents in wagers.values())
        if needed > brought:
            raise PitbossError(
                f"a bankroll of {dollars(brought)} does not cover the first round, which takes {dollars(needed)}; "
                f"bring more, such as --bankroll {needed * 20 // 100}, or wager less with --wagers."
            )
        self._advisor: HouseAdvisor | None = None
        self.judging = True  # judge every round, not only on request; too slow for some games
        self.decided: list[tuple[Situation, str]] = []
        self.session = HouseSession.open(
            self.game,
            shuffle=self.mixer,
            limits=self.limits,
            jurisdiction=self.place,
            on=asked.on,
            practice=True,
        )
        self.seats = range(1, asked.spots + 1)
        for spot in self.seats:
            self.session.sit(spot, YOU, brought if spot == 1 else 0)

    @property
    def me(self) -> str:
        """The viewer of the round, which knows a player by their first spot."""
        return str(next(iter(self.deal.owners.values())))

    def rules(self) -> Mapping[str, str]:
        return self.definition.rules

    def commands(self) -> Mapping[str, Callable[[], None]]:
        return dict.fromkeys(("$", "tables"), self._pay_tables)

    def welcome(self) -> None:
        findings = [
            *limits.findings(self.definition, self.limits, self.place, self.asked.on),
            *approval.findings(self.definition),
        ]
        self.screen.say(Text(self.definition.name, style="bold underline"))
        tables = [wager.sheet_key for wager in self.definition.wagers.values() if wager.table and wager.table.name]
        if tables:
            self.screen.say(f"  pay tables in force: {', '.join(tables)}")
        self.screen.say(posted(limits.in_force(self.definition, self.limits)))
        self.screen.say(under(self.place or self.definition.jurisdiction, self.asked.on, self.game.kind))
        for finding in findings:
            self.screen.say(f"  finding: {finding}", style="yellow")
        self.screen.say("  ? help · h hint · $ pay tables · q leave", style="dim")

    # Wagers ----------------------------------------------------------------------------------------------------------

    def standing(self) -> str:
        return f"{dollars(self.chips)} in front of you. {self.stakes}."

    def typed(self, line: str) -> None:
        """Change the wagers; those that the table or the law forbids are refused at once (HB-2)."""
        before = {spot: dict(wagers) for spot, wagers in self.stakes.spots.items()}
        try:
            self.stakes.change(line)
            limits.check(self.definition, self.stakes.spots, self.limits, self.place, self.asked.on)
        except PitbossError:
            self.stakes.spots = before
            raise

    def begin(self) -> bool:
        placed = self.stakes.placed()
        for spot in self.stakes.spots:
            self.session.place(spot, {})
        for spot, wagers in placed.items():
            self.session.place(spot, wagers)
        self.deal = self.session.deal(auto=False)
        self.told = 0
        self.decided.clear()
        self.screen.say()
        return True

    def buy(self, cents: int) -> None:
        if cents <= 0:
            raise PitbossError("buy some chips, such as buy 100.")
        self.session.buy(1, cents)

    # The round -------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        view = self.deal.view(self.me)
        results = iter(_results(view))  # in the order of the events that settle wagers
        for number, event in enumerate(view.events):
            result = next(results, None) if isinstance(event, WagerSettled) else None
            if number >= self.told:
                house_layout.tell(self.screen, event, result)
        self.told = len(view.events)

    def draw(self, seat: int) -> Sequence[Option]:
        view: View = self.deal.view(self.me)
        readings = self.session.readings(account(YOU))
        self.screen.say(house_layout.layout(self.screen, self.definition, self.deal, view, readings, seat))
        return view.legal[seat]

    def show(self, options: Sequence[Option]) -> None:
        keys.show(self.screen, options)

    def act(self, seat: int, line: str, options: Sequence[Option]) -> None:
        _, action = keys.meaning(line, options, self.deal.view(self.me).piles.get(f"player {seat}", ()))
        at = self._situation(seat)
        self.session.act(seat, action)
        self.decided.append((at, action))

    def taken_back(self, entry: Any) -> str:
        del self.decided[-1:]
        return f"spot {entry.seat}, {entry.action}"

    def result(self) -> None:
        if results := _results(self.deal.view(self.me)):
            self.screen.say()
            self.screen.say(house_layout.settlement(self.screen, results))
        self.say_net(self.deal.net()[self.me])
        self._judge()

    def leave(self) -> None:
        """Void the round: nobody else is at a practice table."""
        self.session.floor("void", reason="the player leaves the practice table")
        self.tell()

    # Hints and help --------------------------------------------------------------------------------------------------

    def _situation(self, seat: int) -> Situation:
        """The open decision of a spot as the person sees it."""
        view = self.deal.view(self.me)
        actions = tuple(action for option in view.legal[seat] if option.allowed for action in option.actions)
        return Situation(seat, spot_view(self.definition, view, seat), actions)

    def _values(self, at: Situation, patient: bool = True) -> Valued:
        """The possible options, best first.

        Unless ``patient``, :class:`~pitboss.spread.coach.NotReady` if that takes as long as a proof.
        """
        advisor = self._advisor = self._advisor or HouseAdvisor(self.definition, whole=True)
        with Working(f"{self.game.name}: working out every option", self.screen.unattended) as tell:
            try:
                return in_background(lambda: advisor.valued(at.seen, patient=patient, tell=tell)).among(at.actions)
            except KeyboardInterrupt:  # do not wait for running work
                self._advisor = None
                advisor.stop()
                raise

    def hint(self, seat: int) -> None:
        """List the options with their exact values."""
        values = self._values(self._situation(seat))
        alone = ", by this spot's cards alone" if len(self.deal.stakes) > 1 else ""
        without = f", without {' and '.join(values.without)}, which no decision changes" if values.without else ""
        self.screen.say(
            f"  Expected result of the round{alone}{without} (exactly, in units of {values.base}, on the right):"
        )
        best, shown = values.options[0][1], values.options[:SHOWN]
        width = max(len(self._said(action)) for action, _ in shown)
        for action, ev in shown:
            worth = f"    {self._said(action):<{width}}  {signed(ev * values.unit):>10}  "
            less = (f"{money((best - ev) * values.unit)} less", "") if ev < best else ("best", "bold green")
            self.screen.ruled(Text.assemble(worth, less), str(ev))
        if len(values.options) > SHOWN:
            self.screen.say(f"    … {len(values.options) - SHOWN} more, none worth more")

    def _mistakes(self, patient: bool) -> list[str]:
        """A sentence for each decision of the round that was not the best."""
        said = []
        several = len({at.spot for at, _ in self.decided}) < len(self.decided)
        asked: Counter[int] = Counter()
        for at, action in self.decided:
            asked[at.spot] += 1
            which = f", decision {asked[at.spot]}" if several else ""
            values = self._values(at, patient)
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

    def _judge(self) -> None:
        """Show what the mistakes of a round cost; only on request where that takes as long as a proof."""
        if not self.judging:
            return
        try:
            for sentence in self._mistakes(patient=False):
                self.screen.say(f"  {sentence}", style="yellow")
        except NotReady:
            self.judging = False
            self.screen.say("  h works out what your decisions cost; in this game that takes a while.", style="dim")
        except KeyboardInterrupt:
            self.judging = False
            self.screen.say("  stopped; rounds are judged when you type h.")
        except PitbossError:
            self.judging = False  # a game the proofs do not cover; h says why

    def review(self) -> None:
        """Show what the mistakes of the last round cost."""
        if not self.decided:
            raise PitbossError("nothing has been decided yet; h at a decision shows what its options are worth.")
        try:
            mistakes = self._mistakes(patient=True)
        except KeyboardInterrupt:
            self.screen.say("  stopped.")
            return
        for sentence in mistakes or ["No other decision would have been better on average."]:
            self.screen.say(f"  {sentence}")

    def help(self) -> None:
        self.screen.say(house_help.text(self.definition, self.stakes.limits))

    def _pay_tables(self) -> None:
        for table in house_layout.pay_tables(describe(self.definition), in_force=True):
            self.screen.say()
            self.screen.say(table)


def _results(view: View) -> list[WagerResult]:
    """The wagers settled so far."""
    return [result for result in view.standing.results if isinstance(result, WagerResult)]


def money(cents: Fraction) -> str:
    """An amount to a hundredth of a cent: ``$0.2415``."""
    return f"${float(cents) / 100:,.4f}"


def signed(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else '+'}{money(abs(cents))}" if cents else dollars(0)
