"""Opening a practice table of poker: game, stakes and seats; and naming the next game in dealer's choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pitboss.cli.terminal import poker_help
from pitboss.cli.terminal.screen import Screen
from pitboss.cli.terminal.stakes import under
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.poker import library
from pitboss.poker.agreed_stakes import agreed_stakes
from pitboss.poker.session.session import PokerSession
from pitboss.poker.table_law import open_table
from pitboss.suggest import suggestion

if TYPE_CHECKING:
    from pitboss.cli.play import PlayOptions

SEATS = 6
CHOICE = "Dealer's choice"


def opened(asked: PlayOptions, mixer: Any) -> PokerSession:
    """Open the table asked for; without a game, dealer's choice among all games of the house (PK-2)."""
    house = asked.house or library.DEFAULT_HOUSE
    stakes = stakes_of(asked, house)
    limit = None if "lower" in stakes else asked.limit or None
    table = PokerSession.open(asked.game or None, house, limit, shuffle=mixer, seats=2, **stakes)
    games = list(table.games.values())
    least, most = min(game.seats[0] for game in games), max(game.seats[1] for game in games)
    if asked.seats and not least <= asked.seats <= most:
        name = games[0].name if asked.game else "this table"
        raise PitbossError(f"{name} is played by {least} to {most} seats; --seats {asked.seats} is not possible.")
    seats = asked.seats or min(SEATS, *(game.seats[1] for game in games))
    return PokerSession.open(asked.game or None, house, limit, shuffle=mixer, seats=seats, practice=True, **stakes)


def stakes_of(asked: PlayOptions, house: str) -> dict[str, Any]:
    """The stakes from ``--option``, and from ``--limit`` for a house that takes any stakes."""
    unknown = set(asked.options) - {"play"}
    if unknown:
        raise PitbossError(
            f"{sorted(unknown)[0]!r} is not an option of a poker table; write play=no-limit, or leave it out."
        )
    stakes: dict[str, Any] = {"play": asked.options.get("play", "limit")}
    book = library.houses().get(house)
    if book is None or not book.any_stakes:
        return stakes
    if not asked.game:
        raise PitbossError(f"the {book.name} spreads one game at a table; say which, such as {next(iter(book.games))}.")
    return stakes | agreed_stakes(asked.game, asked.limit)


def welcome(screen: Screen, session: PokerSession, asked: PlayOptions, me: int) -> None:
    """Show the game, the house, the stakes, and what the law in force would not allow."""
    every = list(session.games.values())
    game, choice = every[0], len(every) > 1
    law = asked.jurisdiction
    findings = [open_table(one, law, asked.on) for one in every] if law and asked.on is not None else []
    structure = "no limit" if game.no_limit else f"limit {dollars(game.lower)}–{dollars(game.higher)}"
    blinds, ante = (max(getattr(one, what) for one in every) for what in ("blinds", "ante"))
    forced = [f"blinds {dollars(blinds[0])} and {dollars(blinds[1])}"] if blinds else []
    forced += [f"ante {dollars(ante)}"] if ante else []
    screen.say(Text(f"{CHOICE if choice else game.name}, {game.book.name}", style="bold underline"))
    screen.say(f"  {structure}, {', '.join(forced)}; {len(session.places)} seats, you are in seat {me}")
    screen.say(under(law, asked.on, "poker"))
    for finding in dict.fromkeys(str(one) for some in findings for one in some):
        screen.say(f"  finding: {finding}", style="yellow")
    if choice:
        screen.say(f"  whoever has the button names the game: {', '.join(one.name for one in every)}")
    elif game.opening.plays and (says := poker_help.opened(game)):
        screen.say(f"  {says}", style="bold")
    screen.say("  ? help · h hint · ! call the floor · u undo · q leave", style="dim")


# The game that the button names ---------------------------------------------------------------------------------------


def playable(session: PokerSession) -> list[str]:
    """The games that can be dealt to the number of players in play."""
    count = len(session.in_play())
    return [game.id for game in session.games.values() if game.seats[0] <= count <= game.seats[1]]


def offer(screen: Screen, session: PokerSession, possible: Sequence[str]) -> None:
    """List the games that the button may name."""
    screen.say("You have the button: name the game.", style="bold")
    for number, game in enumerate(session.games.values(), 1):
        text = Text("    ")
        text.append(f"{number:<10}", style="bold cyan")
        text.append(game.name if game.id in possible else f"{game.name}, for {game.seats[0]} to {game.seats[1]} seats")
        screen.ruled(text, game.book.button.rule)


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
