"""A practice table for one person: any poker game of any house, against bots.

The bots see no more than a player in their seat would.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pitboss import seeded
from pitboss.cards import Card
from pitboss.cli.terminal import poker_help
from pitboss.cli.terminal.keys import show_wagers, wager_meaning, whole_hand
from pitboss.cli.terminal.poker_floor import CALLS, rule
from pitboss.cli.terminal.poker_layout import felt, hint, price
from pitboss.cli.terminal.screen import UNDO, Screen
from pitboss.cli.terminal.stakes import under
from pitboss.cli.terminal.table import YOU, PracticeTable
from pitboss.deal import Option
from pitboss.deal.deal import RAIL
from pitboss.deal.players import account
from pitboss.deal.view import HandReading
from pitboss.errors import PitbossError, suggestion
from pitboss.money import dollars, parse_dollars
from pitboss.poker import library
from pitboss.poker.bots import Sensible
from pitboss.poker.event_words import Teller, ToldSentence
from pitboss.poker.game import PokerGame
from pitboss.poker.library import agreed_stakes
from pitboss.poker.session.session import PokerSession
from pitboss.poker.spread_game import made_words
from pitboss.poker.table_law import open_table

if TYPE_CHECKING:
    from pitboss.cli.play import PlayOptions

ME = 1
NAMES = ("Rose", "Milo", "Ines", "Otto", "Wanda", "Felix", "Greta", "Boris", "Nell")
BETS = 25  # higher-limit bets that everybody sits down with, if the person's money allows it
SEATS = 6
CHOICE = "Dealer's choice"


class PokerTable(PracticeTable):
    """One person's session against bots."""

    word, between, deciding, example = "hand", "hand> ", "you> ", "PK-10"
    buying = re.compile("buy.*")
    session: PokerSession
    seats = (ME,)

    def __init__(self, screen: Screen, asked: PlayOptions) -> None:
        if asked.wagers or asked.limits or asked.spots != 1:
            raise PitbossError("--wagers, --limits and --spots belong to house games; poker takes --limit and --seats.")
        super().__init__(screen, asked)
        self.luck = seeded(asked.seed if asked.seed is not None else self.mixer.below(1 << 30), chunk=1)
        self.session = opened(asked, self.mixer)
        games, seats = self.session.games, self.session.size
        self.names = {ME: YOU} | {seat: NAMES[seat - 2] for seat in range(2, seats + 1)}
        self.bots = {
            seat: {game.id: Sensible(game, self.luck.seed + seat) for game in games.values()}
            for seat in self.names
            if seat != ME
        }
        self.brought = parse_dollars(asked.bankroll)
        self.sum = max(self.game.limit.buy_in, BETS * self.game.higher)
        self.session.sit(ME, YOU, min(self.brought, self.sum))
        for seat in self.bots:
            self.session.sit(seat, self.names[seat], self.sum)
        self.slow = False

    @property
    def game(self) -> PokerGame:
        """The game being played; before the first hand, the first that the table spreads."""
        game: PokerGame = self.deal.game if self.deal is not None else next(iter(self.session.games.values()))
        return game

    @property
    def pocket(self) -> int:
        """The person's cents that are not on the table."""
        return self.brought - self.bought

    @property
    def money(self) -> int:
        return self.pocket + self.chips

    def rules(self) -> Mapping[str, str]:
        return self.game.definition.rules

    def help(self) -> None:
        self.screen.say(poker_help.text(self.game, len(self.session.games) > 1))

    def welcome(self) -> None:
        """Show the game, the house, the stakes, and anything the law in force would not allow."""
        every, say = list(self.session.games.values()), self.screen.say
        game, choice = every[0], len(every) > 1
        law, on = self.asked.jurisdiction, self.asked.on
        findings = [open_table(one, law, on) for one in every] if law and on is not None else []
        structure = "no limit" if game.no_limit else f"limit {dollars(game.lower)}–{dollars(game.higher)}"
        blinds, ante = (max(getattr(one, what) for one in every) for what in ("blinds", "ante"))
        forced = [f"blinds {dollars(blinds[0])} and {dollars(blinds[1])}"] if blinds else []
        forced += [f"ante {dollars(ante)}"] if ante else []
        say(Text(f"{CHOICE if choice else game.name}, {game.book.name}", style="bold underline"))
        say(f"  {structure}, {', '.join(forced)}; {len(self.session.places)} seats, you are in seat {ME}")
        say(under(law, on, self.session.kind))
        for finding in dict.fromkeys(str(one) for some in findings for one in some):
            say(f"  finding: {finding}", style="yellow")
        if choice:
            say(f"  whoever has the button names the game: {', '.join(one.name for one in every)}")
        elif game.opening.plays and (says := poker_help.opened(game)):
            say(f"  {says}", style="bold")
        say("  ? help · h hint · ! call the floor · u undo · q leave", style="dim")

    # Between hands ---------------------------------------------------------------------------------------------------

    def standing(self) -> str:
        pocket = f", {dollars(self.pocket)} in your pocket" if self.pocket else ""
        return f"{dollars(self.chips)} in front of you{pocket}."

    def review(self) -> None:
        raise PitbossError("hints are for decisions; type h when it is your turn.")

    def typed(self, line: str) -> None:
        """Rule on the hand that is over, until the next one begins (PK-16, PK-17)."""
        if line.lower() not in CALLS:
            raise PitbossError(f'"{line}" means nothing here; Enter deals the next hand, ? helps.')
        hand = self.session.hand
        if hand is None or hand is not self.deal:
            raise PitbossError("there is no hand to rule on; the floor is called during one or right after it.")
        rule(self.prompt, hand)
        self.played -= 1
        self.play()

    def buy(self, cents: int) -> None:
        if not 0 < cents <= self.pocket:
            raise PitbossError(f"you have {dollars(self.pocket)} in your pocket; buy part of it, such as buy 50.")
        self.session.buy(ME, cents)
        self._come_back(ME)

    def _come_back(self, seat: int) -> None:
        if seat not in self.session.in_play():
            self.session.come_back(seat)

    def begin(self) -> bool:
        """Deal the next hand; bots short of chips buy more by themselves."""
        if not self.chips:
            raise PitbossError("you have no chips in front of you; buy some first, such as buy 50, or leave with q.")
        chips = self.session.chips()
        for seat in self.bots:
            if chips[account(self.names[seat])] < self.game.higher:
                self.session.buy(seat, self.sum)
                self._come_back(seat)
        before = len(self.session.events)
        named = self._named()
        if named is None:
            return self.reopen()
        game = self.session.games[named] if named else self.game
        self.slow = self.asked.slowly
        self.deal = self.session.deal(named, auto=not self.slow, showdown="run" if game.shows else "ask")
        self.told = 0
        self.begun = dict(self.deal.record.setup["stacks"])
        self.teller = Teller(self.names, ME, self.screen.signs, self._worth)
        self.screen.say()
        for told in self.teller.tell(self.session.events[before:]):
            self._line(told)
        return True

    def _named(self) -> str | None:
        """The game named by the player who gets the button (PK-2).

        Empty at a table of one game; None if the person takes something back instead.
        """
        possible = self.session.playable()
        if len(self.session.games) == 1:
            return ""
        if (self.session.next_button or self.session.in_play()[0]) != ME:
            return str(possible[self.luck.below(len(possible))])
        offer(self.screen, self.session, possible)
        while True:
            line = self.prompt.ask("game> ", "  Name the game of this hand by its number, its id or its name.")
            if line.lower() in UNDO:
                return None
            if line:
                with self.refusals():
                    return named(line, self.session, possible)

    def _worth(self, shown: Sequence[Card]) -> str:
        return made_words(self.deal.contests, shown, self.deal.board)

    # A hand ----------------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        hand = self.deal
        if self.slow and not self._waited():
            return
        if hand.actors:
            seat = hand.actors[0]
            choice = self.bots[seat][hand.game.id].choose(hand.view(seat), seat)
            self.session.act(seat, choice.action, choice.cents)
        else:
            super().go_on()

    def _waited(self) -> bool:
        """Wait before the next act of the dealer or of a bot; False if something was ruled or taken back instead."""
        while True:
            line = self.prompt.ask("next> ")
            word = line.lower()
            with self.refusals():
                if word in CALLS:
                    rule(self.prompt, self.deal)
                    return False
                if word in UNDO:
                    self.undo()
                    return False
                if word in ("r", "run"):
                    self.slow = False
                elif word:
                    raise PitbossError(f'"{line}" means nothing here; Enter lets the table go on, r until your turn.')
                return True

    def tell(self) -> None:
        events = self.deal.view(ME if ME in self.deal.index else RAIL).events
        for told in self.teller.tell(events[self.told :]):
            self._line(told)
        self.told = len(events)

    def _line(self, told: ToldSentence) -> None:
        text = Text(f"  {told.sentence}", style="bold" if told.mine else "")
        text.highlight_regex(r"(?:10|[2-9JQKA])[♥♦]", "red")
        self.screen.ruled(text, told.rule)

    def draw(self, seat: int) -> Sequence[Option]:
        view = self.deal.view(ME)
        reading = self.session.readings(account(YOU)).get(ME, HandReading())
        self.screen.say(felt(self.screen, self.deal, view, self.names, ME, reading.words))
        if cost := price(view, ME):
            self.screen.say(cost, style="dim")
        # Allowed options choose their letters first.
        return sorted(map(whole_hand, view.legal[ME]), key=lambda option: not option.allowed)

    def show(self, options: Sequence[Option]) -> None:
        show_wagers(self.screen, options)

    def act(self, seat: int, line: str, options: Sequence[Option]) -> None:
        if line.lower() in CALLS:
            rule(self.prompt, self.deal)
        else:
            action, cents = wager_meaning(line, options, self.deal.view(ME).piles[f"player {ME}"])
            self.session.act(ME, action, cents)

    def hint(self, seat: int) -> None:
        hint(self.screen, self.deal, self.deal.view(ME), ME)

    def result(self) -> None:
        if ME in self.deal.index:
            self.say_net(self.deal.stack(ME) - self.begun[ME])
        else:
            self.screen.say("You were not dealt in.", style="bold")

    def leave(self) -> None:
        self.screen.say("You leave in the middle of a hand: it is folded, and what you put in stays in the pot.")


# Opening a table ------------------------------------------------------------------------------------------------------


def opened(asked: PlayOptions, mixer: Any) -> PokerSession:
    """Open the table asked for; without a game, dealer's choice among all games of the house (PK-2)."""
    terms = terms_of(asked)
    table = PokerSession.open(asked.game or None, shuffle=mixer, seats=2, **terms)
    games = list(table.games.values())
    least, most = min(game.seats[0] for game in games), max(game.seats[1] for game in games)
    if asked.seats and not least <= asked.seats <= most:
        name = games[0].name if asked.game else "this table"
        raise PitbossError(f"{name} is played by {least} to {most} seats; --seats {asked.seats} is not possible.")
    seats = asked.seats or min(SEATS, *(game.seats[1] for game in games))
    return PokerSession.open(asked.game or None, shuffle=mixer, seats=seats, practice=True, **terms)


def terms_of(asked: PlayOptions) -> dict[str, Any]:
    """The house, the limit and the stakes; ``--limit`` sets the stakes of a house that takes any."""
    unknown = set(asked.options) - {"play"}
    if unknown:
        raise PitbossError(
            f"{sorted(unknown)[0]!r} is not an option of a poker table; write play=no-limit, or leave it out."
        )
    house = asked.house or library.DEFAULT_HOUSE
    terms = {"house": house, "limit": asked.limit or None, "play": asked.options.get("play", "limit")}
    book = library.houses().get(house)
    if book is None or not book.any_stakes:
        return terms
    if not asked.game:
        raise PitbossError(f"the {book.name} spreads one game at a table; say which, such as {next(iter(book.games))}.")
    return terms | {"limit": None} | agreed_stakes(asked.game, asked.limit)


# The game that the button names ---------------------------------------------------------------------------------------


def offer(screen: Screen, session: PokerSession, possible: Sequence[str]) -> None:
    """List the games that the button may name."""
    screen.say("You have the button: name the game.", style="bold")
    for number, game in enumerate(session.games.values(), 1):
        name = game.name if game.id in possible else f"{game.name}, for {game.seats[0]} to {game.seats[1]} seats"
        screen.ruled(Text.assemble("    ", (f"{number:<10}", "bold cyan"), name), game.book.button.rule)


def named(line: str, session: PokerSession, possible: Sequence[str]) -> str:
    """The id of the game named by number, id or name."""
    word = line.strip().lower()
    games = session.games
    if word.isdecimal() and 1 <= int(word) <= len(games):
        word = list(games)[int(word) - 1]
    id = next((one for one, game in games.items() if word in (one, game.name.lower())), "")
    if not id:
        raise PitbossError(f"{line!r} is not spread at this table; {suggestion(line, games)}")
    if id not in possible:
        least, most = games[id].seats
        raise PitbossError(
            f"{games[id].name} is played by {least} to {most} seats, and {len(session.in_play())} are in play; "
            "name another game."
        )
    return id
