"""The terminal a person plays at: prints with or without colour, and reads from the keyboard, a pipe or a script.

Nothing here depends on a game. Without a terminal, or with ``--plain``, no control code is written; input from a pipe
or a script is echoed, so that the output is a complete account of the session.
"""

from __future__ import annotations

import codecs
import io
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.text import Text

from pitboss import cards
from pitboss.cards import JOKER, UNKNOWN, Card
from pitboss.cli.common.rules import rule_text
from pitboss.errors import PitbossError, visible

NARROWEST = 20
"""The least columns for text, however narrow the terminal and however long the rule's ID."""

RED, BLACK, BACK = "bold red on bright_white", "bold black on bright_white", "bright_white on blue"


# Replacements for our signs at a terminal without Unicode.
_TYPEWRITER = {"·": "-", "–": "-", "—": "-", "…": "...", "¢": "c", "✗": "!", "▶": ">", "░": "#"}
_TYPEWRITER |= dict(zip("♣♦♥♠", "cdhs", strict=True)) | dict.fromkeys("─━", "-") | dict.fromkeys("│┃", "|")


def _typed(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    spoilt = error.object[error.start : error.end]
    return "".join(_TYPEWRITER.get(sign, "+" if "─" <= sign <= "╿" else "?") for sign in spoilt), error.end


codecs.register_error("typewriter", _typed)


_HANGS = re.compile(r" *(?:\d\. |\S.{0,24}? {2,}(?=\S))")
"""The lead of a line, past which its later lines are indented: a number, or the first of two columns."""


class LeaveTable(Exception):
    """Raised when the person leaves: by a command, by closing the terminal, or at the end of the script."""


class Ended(LeaveTable):
    """Raised when there is no more input: the terminal was closed, or the script has ended."""


class Screen:
    """Output to one person, and input from the keyboard or a script."""

    def __init__(self, script: Path | None = None, plain: bool = False) -> None:
        terminal = sys.stdout.isatty() and not plain
        self.console = Console(
            force_terminal=terminal, color_system="auto" if terminal else None, highlight=False, emoji=False
        )
        if not sys.stdout.isatty():
            self.console.width = 100
        self.colour = terminal and not self.console.no_color
        self.signs = (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf16")
        if not self.signs and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="typewriter")
        self.refused = 0
        self._lines: Iterator[str] | None = _script(script) if script is not None else None
        if self._lines is None and not sys.stdin.isatty():
            self._lines = (line.rstrip("\n") for line in sys.stdin)
        if self._lines is None:
            edit_lines(plain)

    @property
    def unattended(self) -> bool:
        """True if input comes from a script or a pipe."""
        return self._lines is not None

    def say(self, what: RenderableType = "", style: str = "") -> None:
        if not isinstance(what, str):
            self.console.print(what, style=style or None, markup=False)
            return
        for line in Text(visible(what), style=style).split("\n", allow_blank=True):
            for piece in self._lines_of(line, self.console.width):
                self.console.print(piece, soft_wrap=True)

    def ruled(self, text: Text, rule: str) -> None:
        """Write a line with its rule on the right."""
        if (seen := visible(text.plain)) != text.plain:  # text from a file must not control the terminal
            text = Text(seen)
        lines = self._lines_of(text, max(self.console.width - len(rule) - 2 * bool(rule), NARROWEST))
        room = self.console.width - len(lines[-1]) - len(rule) - 2
        lines[-1].append(" " * max(room, 2) if rule else "")
        lines[-1].append(rule, style="dim")
        for line in lines:
            self.console.print(line, soft_wrap=True)

    def _lines_of(self, text: Text, width: int) -> list[Text]:
        """A line wrapped between words to the width of the terminal, with a hanging indent."""
        if len(text) <= width or not sys.stdout.isatty():
            return [text]
        hangs = _HANGS.match(text.plain)
        lead = hangs.end() if hangs else len(text.plain) - len(text.plain.lstrip())
        first, *rest = text.wrap(self.console, width)
        if not rest:
            return [first]
        later = text[len(first.plain) :]
        later = later[len(later.plain) - len(later.plain.lstrip()) :]
        under = [Text(" " * lead) + line for line in later.wrap(self.console, max(width - lead, NARROWEST))]
        for line in (first, *under):
            line.rstrip()
        return [first, *under]

    def refuse(self, sentence: str) -> None:
        """Say why something was refused."""
        self.refused += 1
        self.say(f"  ✗ {sentence}" if self.signs else f"  ! {sentence}", style="yellow")

    def ask(self, prompt: str) -> str:
        """The next line the person types; :class:`LeaveTable` when there is none."""
        if self._lines is None:
            try:
                # The marks around the codes of a colour tell the line editor that they have no width.
                styled = f"\x01\x1b[1;36m\x02{prompt}\x01\x1b[0m\x02" if self.colour else prompt
                return input(styled).strip()
            except (EOFError, KeyboardInterrupt):
                self.say()
                raise Ended from None
        for line in self._lines:
            self.say(f"{prompt}{line.strip()}")
            return line.strip()
        self.say(prompt.rstrip())
        raise Ended

    def cards(self, shown: Sequence[Card], under: Sequence[str] = (), width: int = 0) -> Text:
        """Cards side by side; a hidden card shows its back.

        ``under`` has a label for each card; ``width`` wraps the cards.
        """
        lines: list[tuple[Text, str]] = [(Text(), "")]
        for index, one in enumerate(shown):
            face, style = self._card(one)
            out, labels = lines[-1]
            if width and out and len(out) + 1 + len(face) > width:
                lines.append((out := Text(), labels := ""))
            elif out:
                out.append(" ")
            out.append(face, style)
            label = under[index] if index < len(under) else ""
            lines[-1] = (out, f"{labels}{label:^{len(face)}} ")
        drawn = Text()
        for number, (out, labels) in enumerate(lines):
            drawn.append("\n" * bool(number)).append_text(out)
            if labels.strip():
                drawn.append(f"\n{labels.rstrip()}", "dim")
        return drawn

    def frame(self, content: RenderableType, title: str, subtitle: str) -> Panel:
        """A table drawn in a frame."""
        return Panel(
            content, box.ROUNDED, title=title, subtitle=subtitle, border_style="green", expand=False, padding=(0, 1)
        )

    def _card(self, one: Card) -> tuple[str, str | None]:
        face = "??" if one == UNKNOWN else cards.pretty(one) if self.signs and one != JOKER else cards.text(one)
        if not self.colour:
            return (f"[{face}]", None)
        if one == UNKNOWN:
            return (" ░░ " if self.signs else " ?? ", BACK)
        red = one == JOKER or cards.suit(one) in (1, 2)
        return (f" {face}{' ' * (3 - len(face))}", RED if red else BLACK)


def edit_lines(plain: bool = False) -> None:
    """Let :func:`input` edit its line and recall earlier ones with the arrow keys, where the system can."""
    # readline comes with Python and is one module. prompt_toolkit loads 234 and always writes control codes, so that
    # --plain would still need this.
    try:
        import readline
    except ImportError:  # Python without readline, as on Windows: its console edits lines by itself
        return
    if plain:
        readline.parse_and_bind("set enable-bracketed-paste off")  # it is switched on by a control code


def _script(path: Path) -> Iterator[str]:
    """The lines of a script, without comments and empty lines."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise PitbossError(f"the script {path} cannot be read ({str(reason).lower()}); give a file of lines.") from None
    spoken = (f" {line}".split(" #")[0].strip() for line in text.splitlines())
    return iter([line for line in spoken if line])


# Prompts --------------------------------------------------------------------------------------------------------------

LEAVE = ("q", "quit", "exit", "leave")
HELP = ("?", "help")
UNDO = ("u", "undo")
HINT = ("h", "hint")


class Prompt:
    """Asks for lines, and handles the words that work at any prompt: help, the text of a rule, leaving.

    ``help`` prints the help of the table, ``rules`` returns the rules of the game's file, ``more`` maps further words
    to their functions.
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
                return line

    def _rule(self, name: str) -> None:
        if not name.strip():
            self.screen.refuse(
                f"say which rule, such as rule {self.example}; rule IDs are at the right of the lines they explain."
            )
            return
        try:
            self.screen.say(f"  {rule_text(name, self._rules())}")
        except PitbossError as error:
            self.screen.refuse(str(error))
