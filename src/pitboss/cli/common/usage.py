"""Mistakes on the command line in our own sentences: what was wrong, and how to write it."""

from __future__ import annotations

import shutil
import sys
import textwrap

import click

from pitboss.suggest import closest


def echo_error(line: str) -> None:
    """Write a line to standard error, wrapped between words at a terminal."""
    if sys.stderr.isatty():
        width = max(shutil.get_terminal_size().columns - 1, 20)
        line = textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
    click.echo(line, err=True)


def sentence(error: click.ClickException) -> str:
    """One sentence for an error of click."""
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
