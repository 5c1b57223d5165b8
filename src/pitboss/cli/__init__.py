"""The command ``pitboss``: each module of this folder is a subcommand, imported when it is called."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import NoReturn

import click

from pitboss import __version__
from pitboss.cli.common.usage import echo_error, game_hint, sentence
from pitboss.cli.terminal.menu import open_room
from pitboss.errors import PitbossError, shortened, suggestion, visible

SHARED = {"owner-link": "serve", "restore": "backup"}
"""Commands defined in the module of another command."""

STOPPED = 130
"""Exit code of a command that was stopped by Ctrl-C."""


class CardRoom(click.Group):
    """A group whose commands are the modules of this folder."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*SHARED, *(p.stem.replace("_", "-") for p in Path(__file__).parent.glob("[a-z]*.py"))])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"pitboss.cli.{SHARED.get(cmd_name, name)}")
        command: click.Command = getattr(module, name if cmd_name in SHARED else "command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            known = self.list_commands(ctx)
            hint = game_hint(args[0], known) or suggestion(args[0], known)
            raise PitbossError(f"{args[0]!r} is not a pitboss command; {hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=CardRoom, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pitboss")
@click.pass_context
def room(ctx: click.Context) -> None:
    """A card room: deal, prove, simulate and teach poker games, each from one file of data."""
    if ctx.invoked_subcommand is None:
        open_room(ctx)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; a user's mistake gives one sentence on standard error and exit code 2."""
    if arguments is None:  # run as a program, not from Python
        sys.excepthook, sys.unraisablehook = _untraced, _unraised
    try:
        code = room.main(args=arguments, prog_name="pitboss", standalone_mode=False)
    except (PitbossError, click.ClickException) as error:
        _refuse(sentence(error))
    except (click.Abort, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        click.echo("\nstopped.", err=True)
        _leave(STOPPED, arguments)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    else:
        _leave(code if isinstance(code, int) else 0, arguments)


def _leave(code: int, arguments: list[str] | None) -> NoReturn:
    """Exit with a code; a stopped process does not wait for its threads, which may be in the middle of long work."""
    if code == STOPPED and arguments is None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        os._exit(code)
    sys.exit(code)


def _untraced(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    """Print no traceback when Ctrl-C is pressed again while the first one is being handled."""
    if issubclass(kind, KeyboardInterrupt):
        os._exit(STOPPED)
    sys.__excepthook__(kind, error, where)


def _unraised(lost: sys.UnraisableHookArgs) -> None:
    """Stop on Ctrl-C even where it cannot be raised, as in a destructor."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        os.write(2, b"\nstopped.\n")
        os._exit(STOPPED)
    sys.__unraisablehook__(lost)


def _refuse(text: str) -> None:
    text = visible(shortened(" ".join(text.split())))
    echo_error(f"pitboss: {text}{'' if text.endswith(('.', '?', '!')) else '.'}")
    sys.exit(2)
