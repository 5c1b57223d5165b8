"""A practice table for one person: any game against the house, with one spot or several.

Decisions can be undone. Leaving in the middle of a round voids it and returns the wagers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pitboss import house, live, seeded
from pitboss.cli.terminal import house_help, house_keys, house_layout
from pitboss.cli.terminal.house_hints import Coach, Situation, situation
from pitboss.cli.terminal.pay_tables import pay_tables
from pitboss.cli.terminal.prompt import HINT, UNDO, Prompt
from pitboss.cli.terminal.screen import LeaveTable, Screen
from pitboss.cli.terminal.stakes import Stakes, posted, under
from pitboss.deal.players import account
from pitboss.deal.record import SeatAct
from pitboss.deal.round_events import WagerSettled
from pitboss.deal.session_record import Bought, Finished, Placed
from pitboss.deal.standing import WagerResult
from pitboss.deal.view import View
from pitboss.errors import PitbossError
from pitboss.house import Round, limits
from pitboss.house.document import approval
from pitboss.house.listing import describe
from pitboss.money import dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.cli.play import PlayOptions

YOU = "You"
_BUY = re.compile(r"buy(?:[\s$\d].*)?")  # a wager's name may begin with it too


def sit_down(screen: Screen, asked: PlayOptions) -> None:
    """Open a table as asked for and play until the person leaves."""
    if asked.house or asked.limit or asked.seats or asked.slowly:
        raise PitbossError(
            "--house, --limit, --seats and --slowly belong to poker; this game is played against the house."
        )
    options: dict[str, Any] = {
        key: int(v) if key == "spots" and v.isdecimal() else v for key, v in asked.options.items()
    }
    game = house.load(asked.game, **options)
    if not 1 <= asked.spots <= game.definition.spots.usual:
        raise PitbossError(
            f"{game.name} is dealt to 1 to {game.definition.spots.usual} spots; --spots {asked.spots} is not."
        )
    HouseTable(screen, game, asked).run()


class HouseTable:
    """One person's session."""

    def __init__(self, screen: Screen, game: house.Game, asked: PlayOptions) -> None:
        self.screen, self.game, self.asked = screen, game, asked
        self.definition = game.definition
        self.bought = parse_dollars(asked.bankroll)
        if self.bought <= 0:
            raise PitbossError(f"a bankroll of {asked.bankroll} buys no chips; write dollars such as --bankroll 500.")
        self.limits = limits.parse(asked.limits, self.definition) if asked.limits else None
        self.place = asked.jurisdiction or None
        self.stakes = Stakes(self.definition, asked.spots, self.limits, asked.wagers)
        needed = sum(cents for wagers in self.stakes.spots.values() for cents in wagers.values())
        if needed > self.bought:
            raise PitbossError(
                f"a bankroll of {dollars(self.bought)} does not cover the first round, which takes {dollars(needed)}; "
                f"bring more, such as --bankroll {needed * 20 // 100}, or wager less with --wagers."
            )
        tables = dict.fromkeys(("$", "tables"), self._pay_tables)
        self.prompt = Prompt(screen, self._help, lambda: self.definition.rules, tables, example="HB-4")
        self.coach = Coach(screen, self.definition)
        self.judging = True  # whether every round is judged, not only on request; too slow for some games
        self.decided: list[tuple[Situation, str]] = []
        self.deal: Round | None = None
        self.told = 0
        self.rounds = 0
        self.session = house.HouseSession.open(
            game,
            shuffle=seeded(asked.seed) if asked.seed is not None else live(),
            limits=self.limits,
            jurisdiction=self.place,
            on=asked.on,
            practice=True,
        )
        self.session.sit(1, YOU, self.bought)
        for spot in range(2, asked.spots + 1):
            self.session.sit(spot, YOU)

    @property
    def chips(self) -> int:
        """What the person has in front of him, or on the way back from the last round."""
        return self.session.chips()[account(YOU)]

    @property
    def me(self) -> str:
        """The viewer of the round: it knows a player by the first of his spots."""
        assert self.deal is not None
        return next(iter(self.deal.owners.values()))

    def run(self) -> None:
        self._welcome()
        try:
            while not self.asked.rounds or self.rounds < self.asked.rounds:
                self._bet()
                self._play()
                self._result()
        except (LeaveTable, KeyboardInterrupt):
            self._leave()
        played = f"{self.rounds} round{'s' * (self.rounds != 1)}"
        net = self.chips - self.bought
        sign = "+" if net > 0 else ""
        self.screen.say(f"You leave after {played} with {dollars(self.chips)} ({sign}{dollars(net)}).", style="bold")

    def _welcome(self) -> None:
        findings = [
            *limits.findings(self.definition, self.limits, self.place, self.asked.on),
            *approval.findings(self.definition),
        ]
        self.screen.say(Text(self.definition.name, style="bold underline"))
        tables = [wager.sheet_key for wager in self.definition.wagers.values() if wager.table and wager.table.name]
        if tables:
            self.screen.say(f"  pay tables in force: {', '.join(tables)}")
        self.screen.say(posted(limits.in_force(self.definition, self.limits)))
        self.screen.say(under(self.place or self.definition.jurisdiction, self.asked.on, "house"))
        for finding in findings:
            self.screen.say(f"  finding: {finding}", style="yellow")
        self.screen.say("  ? help · h hint · $ pay tables · q leave", style="dim")

    # Wagers --------------------------------------------------------------------------------------------------------

    def _bet(self) -> None:
        """Ask until a round can be dealt."""
        while True:
            self.screen.say()
            self.screen.say(f"{dollars(self.chips)} in front of you. {self.stakes}.")
            line = self.prompt.ask("wagers> ")
            try:
                if line.lower() in UNDO:
                    if self._reopen():
                        return
                    continue
                if line.lower() in HINT:
                    self._review()
                    continue
                if _BUY.fullmatch(line.lower()):
                    self._buy(line[3:])
                    continue
                if line and line.lower() not in ("go", "deal"):
                    self._wager(line)
                    continue
                self._deal()
                return
            except PitbossError as error:
                self.screen.refuse(str(error))

    def _wager(self, line: str) -> None:
        """Other wagers than before; what the table or the law does not take is refused at once (HB-2)."""
        before = {spot: dict(wagers) for spot, wagers in self.stakes.spots.items()}
        try:
            self.stakes.change(line)
            limits.check(self.definition, self.stakes.spots, self.limits, self.place, self.asked.on)
        except PitbossError:
            self.stakes.spots = before
            raise

    def _deal(self) -> None:
        placed = self.stakes.placed()
        for spot in self.stakes.spots:
            self.session.place(spot, {})
        for spot, wagers in placed.items():
            self.session.place(spot, wagers)
        self.deal = self.session.deal(auto=False)
        self.told = 0
        self.decided.clear()
        self.screen.say()

    def _buy(self, amount: str) -> None:
        cents = parse_dollars(amount.strip() or "0")
        if cents <= 0:
            raise PitbossError("buy some chips, such as buy 100.")
        self.session.buy(1, cents)
        self.bought += cents

    # The round -----------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        assert self.deal is not None
        while not self.deal.done:
            self._tell()
            if self.deal.actors:
                self._decide(self.deal.actors[0])
            else:
                self.session.step()
        self._tell()

    def _tell(self) -> None:
        """Whatever has happened since the last time, as the player saw it."""
        assert self.deal is not None
        view = self.deal.view(self.me)
        events, results = view.events, _results(view)
        settled = sum(isinstance(event, WagerSettled) for event in events[: self.told])
        for event in events[self.told :]:
            if isinstance(event, WagerSettled):
                house_layout.tell(self.screen, event, results[settled] if settled < len(results) else None)
                settled += 1
            else:
                house_layout.tell(self.screen, event)
        self.told = len(events)

    def _decide(self, seat: int) -> None:
        """Ask one spot until it has decided, or a decision was taken back."""
        assert self.deal is not None
        view = self.deal.view(self.me)
        readings = self.session.readings(account(YOU))
        self.screen.say(house_layout.layout(self.screen, self.definition, self.deal, view, readings, seat))
        options = view.legal[seat]
        house_keys.show(self.screen, options)
        while True:
            line = self.prompt.ask(f"spot {seat}> ")
            try:
                if not line:
                    house_keys.show(self.screen, options)
                elif line.lower() in HINT:
                    self._hint(seat)
                elif line.lower() in UNDO:
                    if self._undo():
                        return
                else:
                    _, action = house_keys.meaning(line, options, view.piles.get(f"player {seat}", ()))
                    at = situation(self.definition, self.deal, self.me, seat)
                    self.session.act(seat, action)
                    self.decided.append((at, action))
                    return
            except PitbossError as error:
                self.screen.refuse(str(error))

    def _undo(self) -> bool:
        """Take back the last decision of this round and everything after it; the deck stays as it was shuffled."""
        assert self.deal is not None
        if not any(isinstance(entry, SeatAct) for entry in self.deal.record.entries):
            self.screen.refuse("there is no decision to take back in this round yet.")
            return False
        taken = None
        while not isinstance(taken, SeatAct):
            taken = self.session.last
            self.session.undo()
        self.deal = self._round()
        assert self.deal is not None
        del self.decided[-1:]
        self.told = len(self.deal.events)
        self.screen.say(f"  Taken back: spot {taken.seat}, {taken.action}.", style="magenta")
        return True

    def _round(self) -> Round | None:
        deal = self.session.running
        assert deal is None or isinstance(deal, Round)
        return deal

    def _reopen(self) -> bool:
        """Between rounds: chips just bought go back, or the round that was settled is taken up at its last decision."""
        while isinstance(self.session.last, Placed) and self.deal is not None:
            self.session.undo()
        taken = self.session.last
        if isinstance(taken, Bought):
            self.session.undo()
            self.bought -= taken.cents
            self.screen.say(f"  Taken back: {dollars(taken.cents)} bought.", style="magenta")
            return False
        if self.deal is None or not self.rounds:
            raise PitbossError("no round has been played yet; there is nothing to take back.")
        if not any(isinstance(entry, SeatAct) for entry in self.deal.record.entries):
            raise PitbossError("nothing was decided in the last round; there is nothing to take back.")
        if isinstance(self.session.last, Finished):
            self.session.undo()
        self.deal = self._round()
        self._undo()
        self.rounds -= 1
        return True

    def _result(self) -> None:
        assert self.deal is not None
        self.rounds += 1
        if results := _results(self.deal.view(self.me)):
            self.screen.say()
            self.screen.say(house_layout.settlement(self.screen, results))
        net = self.deal.net()[self.me]
        words = f"You win {dollars(net)}" if net > 0 else f"You lose {dollars(-net)}" if net else "You break even"
        self.screen.say(f"{words}.", style="bold green" if net > 0 else "bold red" if net else "bold")
        self._judge()

    def _leave(self) -> None:
        """Leaving in the middle of a round voids it: on a practice table nobody else is at it."""
        if self.deal is not None and not self.deal.done:
            self.session.floor("void", reason="the player leaves the practice table")
            self._tell()

    # Hints and help ------------------------------------------------------------------------------------------------

    def _hint(self, seat: int) -> None:
        """What every option of the open decision is worth."""
        assert self.deal is not None
        try:
            self.coach.hint(situation(self.definition, self.deal, self.me, seat), len(self.deal.stakes) > 1)
        except KeyboardInterrupt:
            self.screen.say("  stopped; decide without it, or ask again.")

    def _judge(self) -> None:
        """After a round, what its mistakes cost; a game in which that takes as long as a proof waits to be asked."""
        if not self.judging:
            return
        from pitboss.spread.house_advisor import NotReady

        try:
            for sentence in self.coach.mistakes(self.decided, patient=False):
                self.screen.say(f"  {sentence}", style="yellow")
        except NotReady:
            self.judging = False
            self.screen.say("  h works out what your decisions cost; in this game that takes a while.", style="dim")
        except KeyboardInterrupt:
            self.judging = False
            self.screen.say("  stopped; rounds are judged when you type h.")
        except PitbossError:
            self.judging = False  # a game the proofs do not cover; h says why

    def _review(self) -> None:
        """Between rounds: what the decisions of the last round cost."""
        if not self.decided:
            raise PitbossError("nothing has been decided yet; h at a decision shows what its options are worth.")
        try:
            mistakes = self.coach.mistakes(self.decided, patient=True)
        except KeyboardInterrupt:
            self.screen.say("  stopped.")
            return
        for sentence in mistakes or ["No other decision would have been better on average."]:
            self.screen.say(f"  {sentence}")

    def _help(self) -> None:
        limits = self.definition.limits if self.limits is None else self.limits
        self.screen.say(house_help.text(self.definition, limits))

    def _pay_tables(self) -> None:
        for table in pay_tables(describe(self.definition), in_force=True):
            self.screen.say()
            self.screen.say(table)


def _results(view: View) -> list[WagerResult]:
    """The wagers settled so far."""
    return [result for result in view.standing.results if isinstance(result, WagerResult)]
