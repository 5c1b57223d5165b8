"""``pitboss replay``: replays hand histories and this card room's own records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss import cards
from pitboss.deal import Deal, Event, Record
from pitboss.errors import UNSAFE, PitbossError, visible
from pitboss.kinds import CHOICE, KINDS
from pitboss.money import dollars
from pitboss.poker import phh
from pitboss.poker.phh.replay import unit_cents

if TYPE_CHECKING:
    from pitboss.deal.session import Session
    from pitboss.poker.event_words import ToldSentence
    from pitboss.poker.phh.replay import ReplayedHand

CENTS = 100  # cents in a dollar, the default unit
# Errors raised by gaps in a record, or by facts nested too deeply to be copied.
DAMAGE = (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration, RecursionError)
AGREES, DIFFERS, DAMAGED = 0, 1, 2

MOST_BYTES = 64 << 20
"""The largest file accepted: the record of a session grows by some kilobytes a hand."""

_CONTROL = re.compile(rf"{UNSAFE.pattern}|\\u(?:00[0189]|007f|202[89a-e]|206[6-9])", re.IGNORECASE)
"""Control characters, raw or escaped as TOML and JSON write them."""


class BadFile(PitbossError):
    """A file that cannot be read or replayed; the sentence begins with its name."""


@dataclass
class Retold:
    """The events of one or several deals, with their sentences; nothing that the file contains is hidden.

    Each deal has the names of its players (None: those of the deal). Amounts are in units of ``unit`` cents, written by
    ``chips``; by default in dollars.
    """

    deals: list[tuple[Deal, Mapping[int, str] | None]]
    unit: int = CENTS
    chips: Callable[[int], str] = dollars

    def data(self) -> list[dict[str, Any]]:
        """Every event, with amounts in the file's units."""
        return [self._event(event) for deal, _ in self.deals for event in deal.events]

    def told(self, signs: bool = True) -> list[list[ToldSentence]]:
        """The sentences of each deal."""
        return [
            KINDS[deal.kind].tables.told(deal, deal.events, signs, players=names, chips=self.chips)
            for deal, names in self.deals
        ]

    def _event(self, event: Event) -> dict[str, Any]:
        return {
            "type": type(event).__struct_config__.tag,
            "verb": event.verb,
            "seat": event.seat,
            "pile": event.pile,
            "cards": cards.show(event.cards),
            "up": event.up,
            "amount": _units(event.cents, self.unit),
            "to": _units(event.to, self.unit),
            "words": event.words,
            "rule": event.rule,
        }


@dataclass
class ReplayOutcome:
    """The result of replaying one file."""

    file: str
    code: int = AGREES
    stacks: list[int | float | None] | None = None
    error: str = ""
    words: str = ""
    retold: Retold | None = None
    more: dict[str, Any] = field(default_factory=dict)

    def data(self, tell: bool = False) -> dict[str, Any]:
        shown: dict[str, Any] = {"file": self.file, "ok": self.code == AGREES, "finishing_stacks": self.stacks}
        shown |= {"error": self.error or None, **self.more}
        if tell:
            shown["events"] = self.retold.data() if self.retold else None
            told = [each for deal in self.retold.told() for each in deal] if self.retold else None
            shown["told"] = told and [{"told": each.sentence, "rule": each.rule} for each in told]
        return shown


@click.command(name="replay", short_help="Replay PHH hand histories and records of this card room.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--house", metavar="NAME", help="Replay hand histories under this house book (default: wsop).")
@click.option("--tell", is_flag=True, help="Print every event, with its rule.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; --tell adds the events.")
def command(files: tuple[str, ...], house: str | None, tell: bool, as_json: bool) -> None:
    """Replay hand histories in the PHH format, and records written by this card room.

    A history is ok if it ends with the stacks that its file records or, if it records none, with every chip accounted
    for. Exit code 1 if one is not, 2 if one is damaged or breaks the rules.
    """
    outcomes = [_outcome(name, house) for name in files]
    if as_json:
        click.echo(json.dumps({"files": [one.data(tell) for one in outcomes]}, ensure_ascii=False))
    else:
        for one in outcomes:
            if tell and one.retold:
                _tell(one.file, one.retold)
            if one.code == AGREES:
                click.echo(visible(f"{one.file}: ok, {one.words}"))
            else:
                click.echo(visible(f"pitboss: {one.error}"), err=True)
    if worst := max(one.code for one in outcomes):
        click.get_current_context().exit(worst)


def _tell(name: str, retold: Retold) -> None:
    from rich.text import Text

    from pitboss.cli.terminal.screen import Screen

    screen = Screen()
    screen.say(name)
    for number, deal in enumerate(retold.told(screen.signs)):
        if number:
            screen.say()
        for each in deal:
            screen.ruled(Text(f"  {each.sentence}"), each.rule)


def _outcome(name: str, house: str | None) -> ReplayOutcome:
    try:
        text = _read(name)
        return _record(name, text) if text.lstrip().startswith("{") else _history(name, text, house)
    except BadFile as error:
        return ReplayOutcome(name, DAMAGED, error=str(error))
    except PitbossError as error:
        return ReplayOutcome(name, DAMAGED, error=f"{name}: {error}")


def _read(name: str) -> str:
    try:
        path = Path(name)
        if not path.is_dir() and path.exists() and not path.is_file():  # a pipe or a device may never end
            raise BadFile(f"{name} is not an ordinary file; give a PHH file or a record written by dump.")
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise BadFile(f"{name} is larger than {MOST_BYTES >> 20} MiB; give a smaller file.")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise BadFile(f"{name} cannot be read: {reason}.") from None
    except UnicodeDecodeError:
        raise BadFile(f"{name} is not text; give a PHH file or a record written by dump.") from None
    if strange := _CONTROL.search(text):  # names in it are printed
        line = text.count("\n", 0, strange.start()) + 1
        raise BadFile(f"{name}, line {line}: there is a control character; remove it.")
    return text


def _history(name: str, text: str, house: str | None) -> ReplayOutcome:
    try:
        history = phh.read(text, name)
    except PitbossError as error:
        raise BadFile(str(error)) from None
    played = phh.replay(history, house)
    stacks = [None if chips is None else _number(chips) for chips in played.stacks]
    retold = _retold(played)
    if played.error:
        return ReplayOutcome(name, DIFFERS, stacks, f"{name}: {played.error}", retold=retold)
    told = "as recorded" if played.history.finishing is not None else "every chip accounted for"
    spelled = ", ".join("unknown" if chips is None else f"{chips:,}" for chips in stacks)
    return ReplayOutcome(name, AGREES, stacks, words=f"finishing stacks {spelled}, {told}", retold=retold)


def _retold(played: ReplayedHand) -> Retold:
    """The hand of a history, with the players' names and the units of the file."""
    hand, named = played.hand, played.history.more.get("players")
    listed = named if isinstance(named, list) and len(named) == len(hand.seats) else list(hand.names.values())
    names = {seat: str(name) for seat, name in zip(hand.seats, listed, strict=True)}
    unit = unit_cents(played.history)
    return Retold([(hand, names)], unit, lambda cents: f"{_units(cents, unit):,}")


def _record(name: str, text: str) -> ReplayOutcome:
    """Replay a record of this card room: a deal of either kind, or a whole session."""
    if kind := _session_kind(text):
        return _session(name, text, kind)
    record = Record.decode(text.encode())
    deal: Deal = _load(name, record.kind, "deal", record, f"a {record.kind} deal")
    chips = deal.chips()
    if lost := _from_nowhere(deal):
        return ReplayOutcome(name, DIFFERS, error=f"{name}: chips in {lost!r} came from nowhere.")
    state = "over" if deal.done else f"waiting for seat {deal.actors[0]}" if deal.actors else "in progress"
    words = f"a {record.kind} record, {len(deal.events)} events, {len(deal.moves)} moves, {state}"
    more = {"kind": record.kind, "done": deal.done, "chips": chips}
    return ReplayOutcome(name, AGREES, _stacks(chips), words=words, retold=Retold([(deal, None)]), more=more)


def _session_kind(text: str) -> str:
    """The kind of a session's record, empty for any other text; format 1 had poker sessions only."""
    try:
        data = json.loads(text)
        setup = data.get("setup")
    except (ValueError, AttributeError, RecursionError):
        return ""
    old = isinstance(setup, dict) and "games" in setup and "kind" not in data
    kind = data.get("session", CHOICE.id if old else "")
    return kind if isinstance(kind, str) else ""


def _session(name: str, text: str, kind: str) -> ReplayOutcome:
    session: Session = _load(name, kind, "session", text.encode(), "a session")
    chips, retold = session.chips(), Retold([(dealing.deal, dealing.players) for dealing in session.dealings()])
    words = f"a session's record, {session.finished} {KINDS[kind].deals}, {len(session.moves)} moves"
    more = {"kind": "session", "done": session.running is None, "chips": chips}
    return ReplayOutcome(name, AGREES, _stacks(chips), words=words, retold=retold, more=more)


def _load(name: str, kind: str, part: str, record: Any, what: str) -> Any:
    """The deal or session of a record, by its kind; ``part`` is ``deal`` or ``session``."""
    if kind not in KINDS:
        raise BadFile(
            f"{name} is a record of a {kind!r} {part}, which this version does not know; use the version that wrote it."
        )
    try:
        return getattr(KINDS[kind], part).load(record)
    except DAMAGE as error:
        if isinstance(error, PitbossError):
            raise
        raise BadFile(f"{name} is a damaged record of {what}: something is missing; use another copy.") from None


def _stacks(chips: dict[str, int]) -> list[int | float | None]:
    return [_units(cents, CENTS) for account, cents in chips.items() if account.startswith("player ")]


def _from_nowhere(deal: Deal) -> str:
    """An account of the table that was not empty before the first move; empty if there is none."""
    chips = deal.chips()
    for move in deal.moves:
        chips[move.source] = chips.get(move.source, 0) + move.cents
        chips[move.target] = chips.get(move.target, 0) - move.cents
    middle = (account for account in chips if not account.startswith(("player ", "rack")))
    return next((account for account in middle if chips[account]), "")


def _units(cents: int, unit: int) -> int | float:
    return _number(Decimal(cents) / unit)


def _number(chips: Decimal) -> int | float:
    """Chips as a number for people and JSON; never computed with."""
    return int(chips) if chips == int(chips) else float(chips)
