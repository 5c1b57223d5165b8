"""Prompts: every typed line goes through here, so that help, rules and leaving work everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.cli.common.rules import rule_text
from pitboss.cli.terminal.screen import LeaveTable, Screen
from pitboss.errors import PitbossError

LEAVE = ("q", "quit", "exit", "leave")
HELP = ("?", "help")
UNDO = ("u", "undo")
HINT = ("h", "hint")


class Prompt:
    """Asks for lines, and handles what may be typed at any prompt: help, the text of a rule, leaving.

    ``help`` prints the help of the table, ``rules`` gives the rules of the game's file, ``more`` maps further words
    to what they do.
    """

    def __init__(
        self,
        screen: Screen,
        help: Callable[[], None],
        rules: Callable[[], Mapping[str, str]] = dict,
        more: Mapping[str, Callable[[], None]] | None = None,
        example: str = "PK-10",
    ) -> None:
        self.screen, self.example = screen, example
        self._help, self._rules, self._more = help, rules, more or {}

    def ask(self, prompt: str, about: str = "") -> str:
        """The next line that is not handled here; ``about`` is printed before the help."""
        while True:
            line = self.screen.ask(prompt)
            if not self._answered(line, about):
                return line

    def _answered(self, line: str, about: str) -> bool:
        word = line.lower()
        if word in LEAVE:
            raise LeaveTable
        if word in HELP:
            if about:
                self.screen.say(about)
            self._help()
        elif word in self._more:
            self._more[word]()
        elif word.split()[:1] in (["rule"], ["rules"]):
            self._rule(line.partition(" ")[2])
        else:
            return False
        return True

    def _rule(self, name: str) -> None:
        if not name.strip():
            self.screen.refuse(
                f"say which rule, such as rule {self.example}; the ID stands at the right of what rests on it."
            )
            return
        try:
            self.screen.say(f"  {rule_text(name, self._rules())}")
        except PitbossError as error:
            self.screen.refuse(str(error))
