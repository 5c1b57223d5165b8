"""A practice table for one person: one loop for every kind of game; each kind draws and reads its own table.

Decisions can be undone.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss import live, seeded
from pitboss.cli.terminal.screen import HINT, UNDO, LeaveTable, Prompt, Screen
from pitboss.deal import Option
from pitboss.deal.players import account
from pitboss.deal.record import Ruling, SeatAct
from pitboss.deal.session import Session
from pitboss.deal.session_record import Bought, CameBack, Placed, Sat
from pitboss.errors import PitbossError
from pitboss.money import dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.cli.play import PlayOptions

YOU = "You"
GO = ("", "go", "deal")


class Dropped(PitbossError):
    """The person decided not to call a ruling."""


class PracticeTable(ABC):
    """One person's session; a subclass opens the table of its kind, draws it and parses typed lines."""

    word: ClassVar[str]
    """The word for a deal."""
    between: ClassVar[str]
    """The prompt between deals."""
    deciding: ClassVar[str]
    """The prompt at a decision of a seat."""
    buying: ClassVar[re.Pattern[str]]
    """A line that buys chips."""
    example: ClassVar[str]
    """A rule to look up."""

    session: Session
    seats: Collection[int]
    """The person's seats."""

    def __init__(self, screen: Screen, asked: PlayOptions) -> None:
        self.screen, self.asked = screen, asked
        self.prompt = Prompt(screen, self.help, self.rules, self.commands(), self.example)
        self.mixer: Any = seeded(asked.seed) if asked.seed is not None else live()
        self.deal: Any = None
        self.told = self.played = 0

    # The loop --------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the person leaves."""
        self.welcome()
        try:
            while not self.asked.rounds or self.played < self.asked.rounds:
                self._between()
                self.play()
        except (LeaveTable, KeyboardInterrupt):
            if self.deal is not None and not self.deal.done:
                self.leave()
        played = f"{self.played} {self.word}{'s' * (self.played != 1)}"
        net = self.chips - self.bought
        sign = "+" if net > 0 else ""
        self.screen.say(f"You leave after {played} with {dollars(self.money)} ({sign}{dollars(net)}).", style="bold")

    @property
    def chips(self) -> int:
        """The person's chips on the table, without those wagered in the current deal."""
        return self.session.chips()[account(YOU)]

    @property
    def bought(self) -> int:
        """The cents the person has spent on chips."""
        done = (entry.did for entry in self.session.log.effective or ())
        return sum(did.cents for did in done if isinstance(did, Sat | Bought) and did.seat in self.seats)

    @property
    def money(self) -> int:
        """All the cents the person has now."""
        return self.chips

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Say why a line was refused, and go on."""
        try:
            yield
        except Dropped as error:
            self.screen.say(f"  {error}")
        except PitbossError as error:
            self.screen.refuse(str(error))

    def _between(self) -> None:
        """Ask until a deal has begun."""
        while True:
            self.screen.say()
            self.screen.say(self.standing())
            line = self.prompt.ask(self.between)
            with self.refusals():
                if self._next(line):
                    return

    def _next(self, line: str) -> bool:
        """Carry out a line typed between deals; True if a deal has begun or was resumed."""
        word = line.lower()
        if word in UNDO:
            return self.reopen()
        if word in GO:
            return self.begin()
        if word in HINT:
            self.review()
        elif self.buying.fullmatch(word):
            self.buy(parse_dollars(line[3:].strip() or "0"))
        else:
            self.typed(line)
        return False

    def play(self) -> None:
        """Play the deal to its end."""
        while not self.deal.done:
            self.tell()
            if seat := next((seat for seat in self.deal.actors if seat in self.seats), 0):
                self._decide(seat)
            else:
                self.go_on()
        self.tell()
        self.played += 1
        self.result()

    def _decide(self, seat: int) -> None:
        """Ask until the person has decided, or has taken a decision back."""
        options = self.draw(seat)
        self.show(options)
        while True:
            line = self.prompt.ask(self.deciding.format(seat))
            with self.refusals():
                if not line:
                    self.show(options)
                elif line.lower() in HINT:
                    self._hint(seat)
                elif line.lower() in UNDO:
                    self.undo()
                    return
                else:
                    self.act(seat, line, options)
                    return

    def _hint(self, seat: int) -> None:
        try:
            self.hint(seat)
        except KeyboardInterrupt:
            self.screen.say("  stopped; decide without it, or ask again.")

    def undo(self) -> None:
        """Take back the person's last act and everything after it; the deck stays as it was shuffled."""
        if not any(map(self._mine, self.deal.record.entries)):
            raise PitbossError(f"you have not decided anything in this {self.word}; there is nothing to take back.")
        taken: Any = None
        while not self._mine(taken):
            taken = self.session.last
            self.session.undo()
        self.deal = self.session.running
        self.told = len(self.deal.events)
        self.screen.say(f"  Taken back: {self.taken_back(taken)}.", style="magenta")

    def reopen(self) -> bool:
        """Between deals, return chips just bought, or resume the last deal at its last decision."""
        taken = self.session.last
        while isinstance(taken, Placed | CameBack) or (isinstance(taken, Bought) and taken.seat not in self.seats):
            self.session.undo()  # wagers that are placed again, and bots that buy again
            taken = self.session.last
        if isinstance(taken, Bought):
            self.session.undo()
            self.screen.say(f"  Taken back: {dollars(taken.cents)} bought.", style="magenta")
            return False
        if self.deal is None:
            raise PitbossError(f"no {self.word} has been played yet; there is nothing to take back.")
        self.undo()
        self.played -= 1
        return True

    def _mine(self, entry: object) -> bool:
        """True for the person's decisions and the rulings they called."""
        return isinstance(entry, Ruling) or (isinstance(entry, SeatAct) and entry.seat in self.seats)

    def taken_back(self, entry: SeatAct | Ruling) -> str:
        """The words for an entry that was taken back."""
        return entry.action if isinstance(entry, SeatAct) else f"the ruling, {entry.name}"

    def go_on(self) -> None:
        """Let the dealer or a bot act."""
        self.session.step()

    def say_net(self, net: int) -> None:
        words = f"You win {dollars(net)}" if net > 0 else f"You lose {dollars(-net)}" if net else "You break even"
        self.screen.say(f"{words}.", style="bold green" if net > 0 else "bold red" if net else "bold")

    # Parts of each kind ----------------------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Callable[[], None]]:
        """Further words that may be typed at any prompt."""
        return {}

    @abstractmethod
    def rules(self) -> Mapping[str, str]:
        """The rules of the game's file."""

    @abstractmethod
    def help(self) -> None: ...

    @abstractmethod
    def welcome(self) -> None:
        """Show the game, its stakes and the law in force."""

    @abstractmethod
    def standing(self) -> str:
        """The line shown between deals."""

    @abstractmethod
    def buy(self, cents: int) -> None: ...

    @abstractmethod
    def typed(self, line: str) -> None:
        """Handle any other line typed between deals."""

    @abstractmethod
    def review(self) -> None:
        """Give a hint between deals."""

    @abstractmethod
    def begin(self) -> bool:
        """Begin the next deal, or resume the last one; return True if either was done."""

    @abstractmethod
    def tell(self) -> None:
        """Print what has happened since the last time, as the person saw it."""

    @abstractmethod
    def draw(self, seat: int) -> Sequence[Option]:
        """Draw the table at a decision; return the options."""

    @abstractmethod
    def show(self, options: Sequence[Option]) -> None:
        """Show the keys of the options."""

    @abstractmethod
    def hint(self, seat: int) -> None:
        """Show the value of the options."""

    @abstractmethod
    def act(self, seat: int, line: str, options: Sequence[Option]) -> None:
        """Carry out a line typed at a decision."""

    @abstractmethod
    def result(self) -> None:
        """Show how the deal ended."""

    @abstractmethod
    def leave(self) -> None:
        """End the current deal when the person leaves during it."""
