"""A practice table for one person: any poker game of any house, against bots.

Decisions can be undone. The bots see no more than a player in their seat would.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pitboss import live, seeded
from pitboss.cards import Card
from pitboss.cli.terminal import poker_help
from pitboss.cli.terminal.poker_floor import CALLS, Dropped, rule
from pitboss.cli.terminal.poker_hints import hint
from pitboss.cli.terminal.poker_keys import meaning, show, whole_hand
from pitboss.cli.terminal.poker_layout import felt, price
from pitboss.cli.terminal.poker_opening import named, offer, opened, playable, welcome
from pitboss.cli.terminal.prompt import HINT, UNDO, Prompt
from pitboss.cli.terminal.screen import LeaveTable, Screen
from pitboss.deal import Option
from pitboss.deal.deal import RAIL
from pitboss.deal.players import account
from pitboss.deal.reading import HandReading
from pitboss.deal.record import Ruling, SeatAct
from pitboss.deal.session_record import Bought, CameBack, Finished
from pitboss.errors import PitbossError
from pitboss.money import dollars, parse_dollars
from pitboss.poker.bots import Sensible
from pitboss.poker.event_words import Teller, ToldSentence
from pitboss.poker.game import PokerGame
from pitboss.poker.hand import Hand
from pitboss.poker.showdown.made_words import made_words

if TYPE_CHECKING:
    from pitboss.cli.play import PlayOptions

ME, YOU = 1, "You"
NAMES = ("Rose", "Milo", "Ines", "Otto", "Wanda", "Felix", "Greta", "Boris", "Nell")
BETS = 25  # higher-limit bets that everybody sits down with, if the person's money allows it


def sit_down(screen: Screen, asked: PlayOptions) -> None:
    """Open a table as asked for and play until the person leaves."""
    if asked.wagers or asked.limits or asked.spots != 1:
        raise PitbossError("--wagers, --limits and --spots belong to house games; poker takes --limit and --seats.")
    PokerTable(screen, asked).run()


class PokerTable:
    """One person's session against bots."""

    def __init__(self, screen: Screen, asked: PlayOptions) -> None:
        self.screen, self.asked = screen, asked
        self.mixer: Any = seeded(asked.seed) if asked.seed is not None else live()
        self.luck = seeded(asked.seed if asked.seed is not None else self.mixer.below(1 << 30), chunk=1)
        self.session = opened(asked, self.mixer)
        games, seats = self.session.games, self.session.size
        self.names = {ME: YOU} | {seat: NAMES[seat - 2] for seat in range(2, seats + 1)}
        self.bots = {
            seat: {game.id: Sensible(game, self.luck.seed + seat) for game in games.values()}
            for seat in self.names
            if seat != ME
        }
        self.pocket = parse_dollars(asked.bankroll)
        self.brought = self.pocket
        self.sum = max(self.game.limit.buy_in, BETS * self.game.higher)
        mine = min(self.pocket, self.sum)
        self.session.sit(ME, YOU, mine)
        self.pocket -= mine
        for seat in self.bots:
            self.session.sit(seat, self.names[seat], self.sum)
        self.prompt = Prompt(screen, self._help, lambda: self.game.definition.rules)
        self.hand: Hand | None = None
        self.told = self.hands = 0
        self.slow = False

    @property
    def game(self) -> PokerGame:
        """The game being played; before the first hand, the first that the table spreads."""
        hand = getattr(self, "hand", None)
        return hand.game if hand is not None else next(iter(self.session.games.values()))

    # The session ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        welcome(self.screen, self.session, self.asked, ME)
        try:
            while not self.asked.rounds or self.hands < self.asked.rounds:
                self._between()
                self._play()
                self._result()
        except (LeaveTable, KeyboardInterrupt):
            if self.hand is not None and not self.hand.done:
                self.screen.say(
                    "You leave in the middle of a hand: it is folded, and what you put in stays in the pot."
                )
        money = self.pocket + self._stack()
        played = f"{self.hands} hand{'s' * (self.hands != 1)}"
        net = money - self.brought
        sign = "+" if net > 0 else ""
        self.screen.say(f"You leave after {played} with {dollars(money)} ({sign}{dollars(net)}).", style="bold")

    def _stack(self) -> int:
        """The person's chips on the table; in the middle of a hand he leaves with what is still in front of him."""
        chips: dict[str, int] = self.session.chips()
        return chips[account(YOU)]

    def _between(self) -> None:
        """Ask until the next hand can be dealt; bots that are short buy by themselves."""
        while True:
            self.screen.say()
            pocket = f", {dollars(self.pocket)} in your pocket" if self.pocket else ""
            self.screen.say(f"{dollars(self._stack())} in front of you{pocket}.")
            line = self.prompt.ask("hand> ")
            try:
                if line.lower() in HINT:
                    raise PitbossError("hints are for decisions; type h when it is your turn.")
                if line.lower() in UNDO:
                    if self._reopen():
                        return
                    continue
                if line.lower() in CALLS:
                    self._rule_after()
                    continue
                if line.lower().startswith("buy"):
                    self._buy(line[3:])
                    continue
                if line and line.lower() not in ("go", "deal"):
                    raise PitbossError(f'"{line}" means nothing here; Enter deals the next hand, ? helps.')
                if self._dealt():
                    return
            except Dropped as error:
                self.screen.say(f"  {error}")
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

    def _dealt(self) -> bool:
        """Deal the next hand, or take up the last one again if the person takes it back instead of naming a game."""
        try:
            self._deal()
        except _Back:
            return self._reopen()
        return True

    def _deal(self) -> None:
        if not self._stack():
            raise PitbossError("you have no chips in front of you; buy some first, such as buy 50, or leave with q.")
        chips = self.session.chips()
        for seat in self.bots:
            if chips[account(self.names[seat])] < self.game.higher:
                self.session.buy(seat, self.sum)
                self._come_back(seat)
        before = len(self.session.events)
        named = self._named()
        game = self.session.games[named] if named else self.game
        self.slow = self.asked.slowly
        self.hand = self.session.deal(named, auto=not self.slow, showdown="run" if game.shows else "ask")
        self.told = 0
        self.begun = dict(self.hand.record.setup["stacks"])
        self.teller = Teller(self.names, ME, self.screen.signs, self._worth)
        self.screen.say()
        for told in self.teller.tell(self.session.events[before:]):
            self._line(told)

    def _named(self) -> str:
        """The game named by the player who gets the button; none at a table of one game (PK-2)."""
        seats = self.session.in_play()
        possible = playable(self.session)
        if len(self.session.games) == 1:
            return ""
        if (self.session.next_button or seats[0]) != ME:
            return str(possible[self.luck.below(len(possible))])
        offer(self.screen, self.session, possible)
        while True:
            line = self.prompt.ask("game> ", "  Name the game of this hand by its number, its id or its name.")
            if line.lower() in UNDO:
                raise _Back
            if line:
                try:
                    return named(line, self.session, possible)
                except PitbossError as error:
                    self.screen.refuse(str(error))

    def _worth(self, shown: Sequence[Card]) -> str:
        assert self.hand is not None
        return made_words(self.hand.contests, shown, self.hand.board)

    # A hand --------------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        assert self.hand is not None
        while not self.hand.done:
            hand = self.hand  # a new one if a decision was undone
            self._tell()
            if hand.actors == (ME,):
                self._decide(hand)
            elif self.slow and not self._go_on(hand):
                continue
            elif hand.actors:
                seat = hand.actors[0]
                choice = self.bots[seat][hand.game.id].choose(hand.view(seat), seat)
                self.session.act(seat, choice.action, choice.cents)
            else:
                self.session.step()
        self._tell()

    def _go_on(self, hand: Hand) -> bool:
        """Wait before the next act of the dealer or of a bot; False if something was ruled or taken back instead."""
        while True:
            line = self.prompt.ask("next> ")
            word = line.lower()
            try:
                if word in ("r", "run"):
                    self.slow = False
                elif word in CALLS:
                    rule(self.prompt, hand)
                    return False
                elif word in UNDO:
                    self._undo(hand)
                    return False
                elif word:
                    raise PitbossError(f'"{line}" means nothing here; Enter lets the table go on, r until your turn.')
                return True
            except Dropped as error:
                self.screen.say(f"  {error}")
            except PitbossError as error:
                self.screen.refuse(str(error))

    def _tell(self) -> None:
        """Whatever has happened since the last time, as the person saw it."""
        assert self.hand is not None
        events = self.hand.view(ME if ME in self.hand.index else RAIL).events
        for told in self.teller.tell(events[self.told :]):
            self._line(told)
        self.told = len(events)

    def _line(self, told: ToldSentence) -> None:
        text = Text(f"  {told.sentence}", style="bold" if told.mine else "")
        text.highlight_regex(r"(?:10|[2-9JQKA])[♥♦]", "red")
        self.screen.ruled(text, told.rule)

    def _decide(self, hand: Hand) -> None:
        """Ask until the person has decided, or has taken a decision back."""
        view = hand.view(ME)
        reading = self.session.readings(account(YOU)).get(ME, HandReading())
        self.screen.say(felt(self.screen, hand, view, self.names, ME, reading.words))
        if cost := price(view, ME):
            self.screen.say(cost, style="dim")
        # Allowed options choose their letters first.
        options = sorted(map(whole_hand, view.legal[ME]), key=lambda option: not option.allowed)
        show(self.screen, options)
        while True:
            line = self.prompt.ask("you> ")
            try:
                if not line:
                    show(self.screen, options)
                elif line.lower() in HINT:
                    self._hint(hand)
                elif self._done(line, hand, options):
                    return
            except Dropped as error:
                self.screen.say(f"  {error}")
            except PitbossError as error:
                self.screen.refuse(str(error))

    def _done(self, line: str, hand: Hand, options: Sequence[Option]) -> bool:
        """Take a decision, a ruling or an undo from what was typed."""
        if line.lower() in UNDO:
            self._undo(hand)
        elif line.lower() in CALLS:
            rule(self.prompt, hand)
        else:
            action, cents = meaning(line, options, hand.view(ME).piles[f"player {ME}"])
            self.session.act(ME, action, cents)
        return True

    def _hint(self, hand: Hand) -> None:
        try:
            hint(self.screen, hand, hand.view(ME), ME)
        except KeyboardInterrupt:
            self.screen.say("  stopped; decide without it, or ask again.")

    def _undo(self, hand: Hand) -> None:
        """Take back what the person did last, a decision or a ruling; the deck stays as it was shuffled."""
        if not any(map(_mine, hand.record.entries)):
            raise PitbossError("you have not decided anything in this hand; there is nothing to take back.")
        taken: Any = None
        while not _mine(taken):
            taken = self.session.last
            self.session.undo()
        self.hand = self.session.hand
        assert self.hand is not None
        self.told = len(self.hand.events)
        what = taken.action if isinstance(taken, SeatAct) else f"the ruling, {taken.name}"
        self.screen.say(f"  Taken back: {what}.", style="magenta")

    def _reopen(self) -> bool:
        """Between hands: chips just bought go back, or the hand that has ended is taken up at the last decision."""
        while isinstance(taken := self.session.last, Bought | CameBack):
            self.session.undo()
            if isinstance(taken, Bought) and taken.seat == ME:  # bots buy in by themselves, and will do so again
                self.pocket += taken.cents
                self.screen.say(f"  Taken back: {dollars(taken.cents)} bought.", style="magenta")
                return False
        if isinstance(self.session.last, Finished):
            self.session.undo()
        if self.session.hand is None:
            raise PitbossError("no hand has just been played; there is nothing to take back.")
        self.hand = self.session.hand
        self._undo(self.hand)
        self.hands -= 1
        return True

    def _rule_after(self) -> None:
        """A ruling on the hand that is over, until the next one begins (PK-16, PK-17)."""
        if self.hand is None or self.session.hand is not self.hand:
            raise PitbossError("there is no hand to rule on; the floor is called during one or right after it.")
        rule(self.prompt, self.hand)
        self.hands -= 1
        self._play()
        self._result()

    def _result(self) -> None:
        assert self.hand is not None
        self.hands += 1
        if ME not in self.hand.index:
            self.screen.say("You were not dealt in.", style="bold")
            return
        net = self.hand.stack(ME) - self.begun[ME]
        words = f"You win {dollars(net)}" if net > 0 else f"You lose {dollars(-net)}" if net else "You break even"
        self.screen.say(f"{words}.", style="bold green" if net > 0 else "bold red" if net else "bold")

    def _help(self) -> None:
        self.screen.say(poker_help.text(self.game, len(self.session.games) > 1))


class _Back(Exception):
    """The person takes something back instead of naming a game."""


def _mine(entry: object) -> bool:
    """Whether an entry of a hand's record is the person's: his decisions, and the rulings he called."""
    return isinstance(entry, Ruling) or (isinstance(entry, SeatAct) and entry.seat == ME)
