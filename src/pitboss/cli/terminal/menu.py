"""The terminal card room: a menu of all commands."""

from __future__ import annotations

import shlex
import sys

import click

from pitboss.cli.common.usage import echo_error, echo_wrapped, sentence
from pitboss.errors import PitbossError


def open_room(ctx: click.Context) -> None:
    """Print the menu; at a terminal, take commands until the person leaves."""
    _show(ctx)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    click.echo(
        "\nType a command, its name with --help, or q to leave, such as\n  games\n  eval standard As Ks Qs Js Ts"
    )
    from pitboss.cli.terminal.screen import edit_lines

    edit_lines()
    while True:
        try:
            line = input("pitboss> ").strip()
        except KeyboardInterrupt:  # drops the line but stays in the room
            click.echo()
            continue
        except EOFError:
            click.echo()
            return
        if line in ("q", "quit", "exit", "leave"):
            return
        if line in ("", "?", "menu", "help"):
            _show(ctx)
            continue
        if line in ("u", "undo"):
            click.echo("There is nothing to take back in the menu; u works at a table.")
            continue
        if line == "rule" or line.startswith("rule "):  # as it is typed at a table
            line = f"rules{line[4:]}"
        _run(ctx, line)


def _run(ctx: click.Context, line: str) -> None:
    try:
        words = _words(line)
        if words[0] == "pitboss":
            words = words[1:] or ["--help"]
        ctx.command.main(args=words, prog_name="pitboss", standalone_mode=False)
    except (PitbossError, click.ClickException) as error:
        echo_error(f"pitboss: {sentence(error)}")
    except (SystemExit, click.exceptions.Exit):
        pass  # the exit code of a command does not matter here
    except (click.Abort, KeyboardInterrupt):
        click.echo("\nstopped.", err=True)


def _words(line: str) -> list[str]:
    """Split a line as a shell does."""
    try:
        return shlex.split(line)
    except ValueError:
        mark = "'" if "'" in line else '"' if '"' in line else "\\"
        raise PitbossError(
            f"the quotation begun with {mark} is not closed; write the mark at both ends, or leave it out."
        ) from None


def _show(ctx: click.Context) -> None:
    group = ctx.command
    assert isinstance(group, click.Group)
    names = group.list_commands(ctx)
    width = max(map(len, names), default=0)
    click.echo("Pitboss card room\n")
    for name in names:
        command = group.get_command(ctx, name)
        if command is not None:
            echo_wrapped(command.get_short_help_str(200), f"  {name:<{width}}  ", most=1000)
