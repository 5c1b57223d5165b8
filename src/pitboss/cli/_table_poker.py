"""A practice table for one person: any poker game of any house, against bots, hand after hand.

Everything is told as the player sees it, every choice comes from ``legal``, and a decision may be taken back. The bots
see no more than a player in their seat would.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pitboss import datafile, live, seeded
from pitboss.cli._poker_felt import felt, price
from pitboss.cli._poker_keys import meaning, show
from pitboss.cli._poker_words import Teller
from pitboss.cli._screen import Leave, Screen
from pitboss.errors import PitbossError
from pitboss.money import dollars, parse_dollars
from pitboss.poker import spread
from pitboss.poker.bots import Sensible
from pitboss.poker.game import Game
from pitboss.poker.hand import Hand
from pitboss.poker.opening import open_table
from pitboss.poker.session import Session
from pitboss.rules import rule

if TYPE_CHECKING:
    from pitboss.cli.play import Asked

ME, YOU = 1, "You"
NAMES = ("Rose", "Milo", "Ines", "Otto", "Wanda", "Felix", "Greta", "Boris", "Nell")
BETS = 25  # higher-limit bets that everybody sits down with, if the person's money allows it

HELP = """\
  Between hands
    Enter, go         the next hand
    buy 50            buy chips from your pocket
  At a decision       the keys shown, or the words in full:
    f, c, r           fold, check or call, raise; where the amount is yours to choose:  r 12  (the total in front)
    d 2c 3d           throw these cards away;  d 1 4  by their places;  d  alone stands pat
  Always
    u, undo           take your last decision back (practice only: the cards stay the same)
    rule PK-10        what a rule says
    ?, help · q, quit"""


def sit_down(screen: Screen, asked: Asked) -> None:
    """Open a table as asked for and play until the person leaves."""
    if asked.wagers or asked.limits or asked.spots != 1:
        raise PitbossError("--wagers, --limits and --spots belong to house games; poker takes --limit and --seats.")
    PokerTable(screen, asked).run()


class PokerTable:
    """One person's session against bots."""

    def __init__(self, screen: Screen, asked: Asked) -> None:
        self.screen, self.asked = screen, asked
        house = asked.house or spread.DEFAULT_HOUSE
        stakes = _stakes(asked, house)
        limit = None if "lower" in stakes else asked.limit or None
        self.game: Game = spread.load(asked.game, house, limit, **stakes)
        least, most = self.game.seats
        seats = asked.seats or min(6, most)
        if not least <= seats <= most:
            raise PitbossError(
                f"{self.game.name} is played by {least} to {most} seats; --seats {seats} is not possible."
            )
        self.mixer: Any = seeded(asked.seed) if asked.seed is not None else live()
        luck: int = asked.seed if asked.seed is not None else self.mixer.below(1 << 30)
        self.names = {ME: YOU} | {seat: NAMES[seat - 2] for seat in range(2, seats + 1)}
        self.bots = {seat: Sensible(self.game, luck + seat) for seat in self.names if seat != ME}
        self.session = Session.open(asked.game, house, limit, shuffle=self.mixer, seats=seats, **stakes)
        self.pocket = parse_dollars(asked.bankroll)
        self.brought = self.pocket
        self.sum = max(self.game.limit.buy_in, BETS * self.game.higher)
        mine = min(self.pocket, self.sum)
        self.session.sit(ME, YOU, mine)
        self.pocket -= mine
        for seat in self.bots:
            self.session.sit(seat, self.names[seat], self.sum)
        self.hand: Hand | None = None
        self.told = self.hands = 0

    # The session ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        self._welcome()
        try:
            while not self.asked.rounds or self.hands < self.asked.rounds:
                self._between()
                self._play()
                self._result()
        except (Leave, KeyboardInterrupt):
            if self.hand is not None and not self.hand.done:
                self.screen.say(
                    "You leave in the middle of a hand: it is folded, and what you put in stays in the pot."
                )
        money = self.pocket + self._stack()
        played = f"{self.hands} hand{'s' * (self.hands != 1)}"
        net = money - self.brought
        sign = "+" if net > 0 else ""
        self.screen.say(f"You leave after {played} with {dollars(money)} ({sign}{dollars(net)}).", style="bold")

    def _welcome(self) -> None:
        game = self.game
        structure = "no limit" if game.no_limit else f"limit {dollars(game.lower)}–{dollars(game.higher)}"
        forced = [f"blinds {dollars(game.blinds[0])} and {dollars(game.blinds[1])}"] if game.blinds else []
        forced += [f"ante {dollars(game.ante)}"] if game.ante else []
        self.screen.say(Text(f"{game.name}, {game.book.name}", style="bold underline"))
        self.screen.say(f"  {structure}, {', '.join(forced)}; {len(self.names)} seats, you are in seat {ME}")
        if self.asked.jurisdiction and self.asked.on is not None:
            for finding in open_table(game, self.asked.jurisdiction, self.asked.on):
                self.screen.say(f"  finding: {finding}", style="yellow")
        self.screen.say("  ? help · q leave", style="dim")

    def _stack(self) -> int:
        """The person's chips on the table; in the middle of a hand he leaves with what is still in front of him."""
        if self.hand is not None and not self.hand.done:
            return self.hand.stack(ME)
        chips: dict[str, int] = self.session.chips()
        return chips[f"player {ME}"]

    def _between(self) -> None:
        """Ask until the next hand can be dealt; bots that are short buy by themselves."""
        while True:
            self.screen.say()
            pocket = f", {dollars(self.pocket)} in your pocket" if self.pocket else ""
            self.screen.say(f"{dollars(self._stack())} in front of you{pocket}.")
            line = self.screen.ask("hand> ")
            if self._common(line):
                continue
            try:
                if line.lower() in ("u", "undo"):
                    self._reopen()
                    return
                if line.lower().startswith("buy"):
                    self._buy(line[3:])
                    continue
                if line and line.lower() not in ("go", "deal"):
                    raise PitbossError(f'"{line}" means nothing here; Enter deals the next hand, ? helps.')
                self._deal()
                return
            except PitbossError as error:
                self.screen.refuse(str(error))

    def _buy(self, amount: str) -> None:
        cents = parse_dollars(amount.strip() or "0")
        if not 0 < cents <= self.pocket:
            raise PitbossError(f"you have {dollars(self.pocket)} in your pocket; buy part of it, such as buy 50.")
        self.session.buy(ME, cents)
        self.pocket -= cents
        self._come_back(ME)

    def _come_back(self, seat: int) -> None:
        if seat not in self.session.in_play():
            self.session.come_back(seat)

    def _deal(self) -> None:
        if not self._stack():
            raise PitbossError("you have no chips in front of you; buy some first, such as buy 50, or leave with q.")
        chips = self.session.chips()
        for seat in self.bots:
            if chips[f"player {seat}"] < self.game.higher:
                self.session.buy(seat, self.sum)
                self._come_back(seat)
        before = len(self.session.events)
        self.hand = self.session.deal()
        self.told = 0
        self.begun = dict(self.hand.record.setup["stacks"])
        self.teller = Teller(self.names, ME, self.screen.signs)
        self.screen.say()
        for words, by in self.teller.tell(self.session.events[before:]):
            self._line(words, by)

    # A hand --------------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        hand = self.hand
        assert hand is not None
        while not hand.done:
            self._tell()
            seat = hand.actors[0]
            if seat == ME:
                self._decide(hand)
            else:
                choice = self.bots[seat].choose(hand.view(self.names[seat]), seat)
                hand.act(seat, choice.action, choice.cents)
        self._tell()

    def _tell(self) -> None:
        """Whatever has happened since the last time, as the person saw it."""
        assert self.hand is not None
        events = self.hand.view(YOU).events
        for words, by in self.teller.tell(events[self.told :]):
            self._line(words, by)
        self.told = len(events)

    def _line(self, words: str, by: str) -> None:
        text = Text(f"  {words}", style="bold" if words.startswith("You ") else "")
        text.highlight_regex(r"(?:10|[2-9JQKA])[♥♦]", "red")
        self.screen.ruled(text, by)

    def _decide(self, hand: Hand) -> None:
        """Ask until the person has decided, or has taken a decision back."""
        view = hand.view(YOU)
        self.screen.say(felt(self.screen, hand, view, self.names, ME))
        if cost := price(hand, view, ME):
            self.screen.say(cost, style="dim")
        options = sorted(view.legal[ME], key=lambda option: not option.allowed)  # what is allowed gets its letter first
        show(self.screen, options)
        while True:
            line = self.screen.ask("you> ")
            if not line:
                show(self.screen, options)
            elif not self._common(line):
                try:
                    if line.lower() in ("u", "undo"):
                        self._undo(hand)
                        return
                    action, cents = meaning(line, options, view.piles[f"player {ME}"])
                    hand.act(ME, action, cents)
                    return
                except PitbossError as error:
                    self.screen.refuse(str(error))

    def _undo(self, hand: Hand) -> None:
        """Take back the person's last decision and everything after it; the deck stays as it was shuffled."""
        if not any(getattr(entry, "seat", 0) == ME for entry in hand.record.entries):
            raise PitbossError("you have not decided anything in this hand; there is nothing to take back.")
        taken: Any = None
        while taken is None or taken.seat != ME:
            taken = hand.record.entries[-1]
            hand.undo()
        self.told = len(hand.events)
        self.screen.say(f"  Taken back: {taken.action}.", style="magenta")

    def _reopen(self) -> None:
        """The hand that has just ended is taken up again at the person's last decision."""
        if self.hand is None or self.session.hand is not self.hand:
            raise PitbossError("no hand has just been played; there is nothing to take back.")
        self._undo(self.hand)
        self.hands -= 1

    def _result(self) -> None:
        assert self.hand is not None
        self.hands += 1
        net = self.hand.stack(ME) - self.begun[ME]
        words = f"You win {dollars(net)}" if net > 0 else f"You lose {dollars(-net)}" if net else "You break even"
        self.screen.say(f"{words}.", style="bold green" if net > 0 else "bold red" if net else "bold")

    # At every prompt -----------------------------------------------------------------------------------------------

    def _common(self, line: str) -> bool:
        """What may be typed anywhere; True if the line was one of these."""
        word = line.lower()
        if word in ("q", "quit", "exit", "leave"):
            raise Leave
        if word in ("?", "help"):
            self.screen.say(HELP)
        elif word.startswith("rule"):
            try:
                found = rule(line[4:].strip().upper())
                self.screen.say(f"  {found.id}: {' '.join([found.text, *found.readings])}")
            except PitbossError as error:
                self.screen.refuse(str(error))
        else:
            return False
        return True


def _stakes(asked: Asked, house: str) -> dict[str, Any]:
    """What ``--option`` says of the stakes; a house that takes any stakes is told them by ``--limit``."""
    unknown = set(asked.options) - {"play"}
    if unknown:
        raise PitbossError(f"{sorted(unknown)[0]!r} is no option of a poker table; play=no-limit is.")
    found: dict[str, Any] = {"play": asked.options.get("play", "limit")}
    book = spread.houses().get(house)
    if book is None or not book.any_stakes:
        return found
    match = re.fullmatch(r"\$?([\d.]+)\s*[-–/]\s*\$?([\d.]+)", asked.limit or "2-4")
    if not match:
        raise PitbossError(f"{asked.limit!r} is no limit; write the lower and the higher one, such as 2-4.")
    lower, higher = parse_dollars(match[1]), parse_dollars(match[2])
    found |= {"lower": lower, "higher": higher}
    shipped = spread.games().get(asked.game)
    forced = shipped.stakes if shipped else datafile.read(asked.game).data.get("stakes")
    if forced == "blinds":
        return found | {"blinds": (max(1, lower // 2), lower)}
    return found | {"ante": max(1, lower // 4), "bring_in": max(1, lower // 2)}
