"""The menu of ``pitboss play`` without a game: choose by number, id or name."""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text

from pitboss.cli.terminal.screen import UNDO, Ended, LeaveTable, Prompt, Screen
from pitboss.errors import PitbossError, closest
from pitboss.kinds import KINDS
from pitboss.library import games
from pitboss.poker.library import houses

CHOICE = "Dealer's choice, where the button names the game"
HELP = "Type the number, the id or the name of a game; rule PK-10 shows what a rule says, q leaves."


class MenuEntry(NamedTuple):
    """A line of the menu: a heading and a game, or a house that plays dealer's choice."""

    heading: str
    name: str
    game: str
    house: str = ""

    @property
    def id(self) -> str:
        return self.game or self.house


def entries() -> list[MenuEntry]:
    """Every shipped game, house games first, then the houses that play dealer's choice."""
    shipped = [MenuEntry(KINDS[game.kind].menu, game.name, game.id) for game in games()]
    choice = [MenuEntry(CHOICE, book.name, "", book.id) for book in houses().values() if book.button.names_game]
    return [*shipped, *choice]


def choose(screen: Screen) -> MenuEntry | None:
    """Ask what to play; None if the person leaves."""
    menu = entries()
    prompt = Prompt(
        screen,
        lambda: _list(screen, menu),
        more=dict.fromkeys(UNDO, lambda: screen.refuse("nothing has been played yet; there is nothing to take back.")),
    )
    _list(screen, menu)
    while True:
        try:
            typed = prompt.ask("Which game? number or name, q to leave: ", HELP)
        except Ended:
            if screen.unattended:
                raise PitbossError("say which game to play: pitboss play NAME, or its number in the menu.") from None
            return None
        except LeaveTable:
            return None
        if entry := named(typed, menu):
            return entry
        near = closest(typed, [entry.id for entry in menu])
        hint = f"did you mean {near}?" if near else f"type a number from 1 to {len(menu)} or a name from the list."
        screen.refuse(f"{typed!r} is not in the menu; {hint}")


def _list(screen: Screen, menu: list[MenuEntry]) -> None:
    width = max(len(entry.id) for entry in menu)
    heading = ""
    for number, entry in enumerate(menu, 1):
        if entry.heading != heading:
            heading = entry.heading
            screen.say(heading, style="bold")
        screen.say(Text.assemble(f"  {number:>2}  ", (f"{entry.id:<{width}}", "bold cyan"), f"  {entry.name}"))


def named(typed: str, menu: list[MenuEntry]) -> MenuEntry | None:
    """The menu line of this number, id or name, or None."""
    word = typed.strip().lower()
    if word.isdecimal():
        return menu[int(word) - 1] if 1 <= int(word) <= len(menu) else None
    return next((entry for entry in menu if word in (entry.id, entry.name.lower())), None)
