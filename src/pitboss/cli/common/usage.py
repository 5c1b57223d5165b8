"""Options and output that commands share, and one-sentence errors that name the mistake and the fix."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from pitboss.errors import PitbossError, closest
from pitboss.kinds import KINDS
from pitboss.library import is_path

if TYPE_CHECKING:
    from pitboss.server.config import Config
    from pitboss.storage.storage import Storage


class WholeNumber(click.IntRange):
    """A whole number within bounds; errors name the bounds, the help omits them."""

    def _describe_range(self) -> str:
        return ""


def room_options(db: str = "Database, as for pitboss serve.") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options that select a room: ``db``, ``data``, and ``settings`` for the file of ``--config``."""
    options = (
        click.option("--db", metavar="URL", help=db),
        click.option("--data", metavar="FOLDER", help="Folder of the database and the keys, as for pitboss serve."),
        click.option("--config", "settings", metavar="FILE", help="A TOML file of settings, as for pitboss serve."),
    )

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@contextmanager
def opened_room(settings: str | None, options: Mapping[str, str | None]) -> Iterator[tuple[Config, Storage]]:
    """The settings and the storage of a room that exists; the arguments are those of :func:`room_options`."""
    from pitboss.server.config import load

    config = load(settings, options=options)
    with server_packages():
        from pitboss.server.live import opening
    opening.require_room(config)
    with closing(opening.open_storage(config)) as storage:
        yield config, storage


@contextmanager
def server_packages() -> Iterator[None]:
    """Report in one sentence which package of the server is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "pitboss":
            raise
        raise PitbossError(
            f"the server needs the package {error.name}; pip install 'pitboss[server]' installs everything it needs."
        ) from None


# Mistakes -------------------------------------------------------------------------------------------------------------


def game_hint(word: str, commands: list[str]) -> str:
    """A suggestion for a game named instead of a command, ``did you mean 'pitboss play top5' …``; or empty."""
    if is_path(word):
        game = quote(word) if word.endswith(".toml") and Path(word).is_file() else ""
        verbs: tuple[str, ...] = ("check", "play")
    else:
        kinds = {name: kind for kind in KINDS.values() for name in kind.files.games()}
        game = word if word in kinds else "" if closest(word, commands) else closest(word, kinds)
        verbs = kinds[game].suggested if game else ()
    typed = " or ".join(f"'pitboss {verb} {game}'" for verb in verbs)
    return f"did you mean {typed}?" if game else ""


def echo_wrapped(text: str, lead: str = "", most: int = 100) -> None:
    """Write a paragraph, wrapped between words; later lines are indented by the width of the lead."""
    width = min(shutil.get_terminal_size().columns, most)
    wrapper = textwrap.TextWrapper(width, lead, " " * len(lead), break_long_words=False, break_on_hyphens=False)
    click.echo(wrapper.fill(text))


def write_file(file: str, content: str | bytes) -> None:
    """Write a file, and say so on standard error."""
    try:
        Path(file).write_bytes(content if isinstance(content, bytes) else content.encode())
    except OSError as error:
        raise PitbossError(f"{file!r} cannot be written: {error.strerror}; name another file.") from None
    click.echo(f"wrote {file}", err=True)


def echo_error(line: str) -> None:
    """Write a line to standard error, wrapped between words at a terminal."""
    if sys.stderr.isatty():
        width = max(shutil.get_terminal_size().columns - 1, 20)
        line = textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
    click.echo(line, err=True)


def sentence(error: PitbossError | click.ClickException) -> str:
    """One sentence for an error of ours or of click."""
    if isinstance(error, PitbossError):
        return str(error)
    if isinstance(error, click.NoSuchOption):
        return _no_such_option(error)
    if isinstance(error, click.MissingParameter):
        return _missing(error)
    if isinstance(error, click.BadParameter):
        return _bad(error)
    if isinstance(error, click.UsageError) and "unexpected extra argument" in error.message:
        extra = error.message.partition("(")[2].rstrip(").")
        return f"{_name(error)} does not take {extra!r}; put a name of several words in quotes, or leave it out."
    if isinstance(error, click.UsageError) and "requires an argument" in error.message:
        return f"{error.message.split()[1].strip(chr(39))} needs a value after it{_help(error)}."
    return error.format_message()


def _command(error: click.UsageError) -> str:
    return error.ctx.command_path if error.ctx is not None else "pitboss"


def _name(error: click.UsageError) -> str:
    return str(error.ctx.info_name) if error.ctx is not None else "pitboss"


def _help(error: click.UsageError) -> str:
    return f"; {_command(error)} --help lists everything"


def _no_such_option(error: click.NoSuchOption) -> str:
    known = [name for one in error.ctx.command.params for name in one.opts] if error.ctx is not None else []
    near = closest(error.option_name, [name for name in known if name.startswith("-")])
    hint = f"; did you mean {near}?" if near else _help(error)
    return f"{_name(error)} has no option {error.option_name}{hint}"


def _missing(error: click.MissingParameter) -> str:
    one = error.param
    name = one.make_metavar(error.ctx).strip("[]…. ") if one is not None and error.ctx is not None else "something"
    usage = " ".join(error.ctx.command.collect_usage_pieces(error.ctx)[1:]) if error.ctx is not None else ""
    return f"{_name(error)} needs {name}; write {_command(error)} {usage or name}, or see {_command(error)} --help"


def _bad(error: click.BadParameter) -> str:
    one = error.param
    name = one.opts[0] if isinstance(one, click.Option) else ""
    what = error.message.strip().rstrip(".")
    for raw, ours in (
        ("is not a valid integer range", "is not a whole number"),
        ("is not a valid integer", "is not a whole number"),
        ("does not match the format '%Y-%m-%d'", "is not a day; write it like 2024-01-31"),
    ):
        what = what.replace(raw, ours)
    if " is not in the range " in what and one is not None and isinstance(one.type, click.IntRange):
        number, least, most = what.partition(" is not in")[0], one.type.min, one.type.max
        bounds = f"between {least} and {most}" if None not in (least, most) else f"{least} or more"
        what = f"{number} is not possible; write a number {bounds}"
    return f"{name} {what}{'' if ';' in what else _help(error)}".strip()
