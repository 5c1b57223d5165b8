"""The terminal card room: a menu of the commands that exist."""

from __future__ import annotations

import shlex
import shutil
import sys
import textwrap

import click

from pitboss.errors import PitbossError


def open_room(ctx: click.Context) -> None:
    """Print the menu; at a terminal, go on taking commands until the person leaves."""
    _show(ctx)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    click.echo("\nType a command, its name with --help, or q to leave; for instance\n  eval standard As Ks Qs Js Ts")
    while True:
        try:
            line = click.prompt("pitboss", prompt_suffix="> ", default="", show_default=False).strip()
        except (click.Abort, EOFError):
            click.echo()
            return
        if line in ("q", "quit", "exit", "leave"):
            return
        if line in ("", "?", "menu", "help"):
            _show(ctx)
            continue
        _run(ctx, line)


def _run(ctx: click.Context, line: str) -> None:
    try:
        words = shlex.split(line)
        if words[0] == "pitboss":
            words = words[1:] or ["--help"]
        ctx.command.main(args=words, prog_name="pitboss", standalone_mode=False)
    except (PitbossError, ValueError) as error:
        click.echo(f"pitboss: {error}", err=True)
    except click.ClickException as error:
        from pitboss.cli._usage import sentence

        click.echo(f"pitboss: {sentence(error)}", err=True)
    except SystemExit:
        pass  # the exit code of a command is nobody's matter here
    except (click.exceptions.Exit, click.Abort, KeyboardInterrupt):
        click.echo()


def _show(ctx: click.Context) -> None:
    group = ctx.command
    assert isinstance(group, click.Group)
    names = group.list_commands(ctx)
    width = max(map(len, names), default=0)
    click.echo("Pitboss card room\n")
    for name in names:
        command = group.get_command(ctx, name)
        if command is not None:
            lead = f"  {name:<{width}}  "
            about = command.get_short_help_str(200)
            columns = shutil.get_terminal_size().columns
            click.echo(textwrap.fill(about, columns, initial_indent=lead, subsequent_indent=" " * len(lead)))
