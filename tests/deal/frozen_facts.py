"""Frozen facts: what golden records, stored rooms and seeded play must replay to, however the engine changes.

``tests/deal/frozen/facts`` has every event without its words, every move of chips, and the version of the table after
each entry or stored line. These files are never rewritten: a difference is a mistake in the engine, since stored rooms
count versions in events and keep the moves. ``tests/deal/frozen/words`` has the words of the same events; a deliberate
change of words shows up there as a difference to review. Rewrite them with

    .venv/bin/python -m tests.deal.frozen_facts words

The facts of something new, such as another game or the room of a new revision, are written once; existing files
are left alone:

    .venv/bin/python -m tests.deal.frozen_facts new
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.deal.deal import Deal
from pitboss.deal.event import Event
from pitboss.deal.session import Session
from pitboss.deal.session_record import Checkpoint, Entry, SessionRecord, Undone
from pitboss.house.round import Round
from pitboss.house.session import HouseSession
from pitboss.move import Move
from pitboss.poker.hand import Hand
from pitboss.poker.session.session import PokerSession
from tests.deal import golden_records
from tests.house.games import golden_play as house_play
from tests.poker.games import golden_play as poker_play
from tests.poker.table import SPREAD

FOLDER = Path(__file__).parent / "frozen"
HEAD = "== "
DEALS: dict[str, type[Deal]] = {"house": Round, "poker": Hand}
SESSIONS: dict[str, type[Session]] = {"house": HouseSession, "poker": PokerSession}


def event_facts(event: Event) -> str:
    """Everything of an event but its words, on one line."""
    facts = (event.verb, event.seat, event.pile, event.cards, event.up, event.cents, event.rule, event.to)
    return f"event {as_text(facts)}"


def move_facts(move: Move) -> str:
    return f"move {as_text((move.source, move.target, move.cents, move.why, move.rule))}"


def words_of(event: Event) -> str:
    """What the dealer announces with an event."""
    return event.words


def as_text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@dataclass
class Told:
    """The facts of a deal or table, and the words beside them."""

    facts: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def add(self, events: Iterable[Event], moves: Iterable[Move]) -> None:
        for event in events:
            self.facts.append(event_facts(event))
            if words_of(event):
                self.words.append(f"{event.verb} {event.seat}: {words_of(event)}")
        self.facts += map(move_facts, moves)

    def follow(self, session: Session, entries: Iterable[Entry]) -> None:
        """Carry out entries and tell what each does; the floor sees every card."""
        for entry in entries:
            before = session.version
            session.follow((entry,))
            if not isinstance(entry.did, Undone):  # an undo leaves no news, but a table to be looked at anew
                self.add(session.events_since(before, "floor"), session.moves_since(before))
            self.facts.append(f"version {session.version} after {msgspec.to_builtins(entry.did)['type']}")

    def end(self, session: Session) -> None:
        self.facts.append(f"chips {as_text(session.chips())}")

    def digest(self) -> str:
        """Number of events and a hash of all facts."""
        events = sum(line.startswith("event ") for line in self.facts)
        lines = "\n".join(self.facts)
        return f"{events} events {hashlib.sha256(lines.encode()).hexdigest()}"


def deal_told(deal: Deal) -> Told:
    told = Told()
    told.add(deal.events, deal.moves)
    told.facts.append(f"chips {as_text(deal.chips())}")
    return told


# Golden records -------------------------------------------------------------------------------------------------------


def records(format_number: int) -> dict[str, Told]:
    """The golden records of a format."""
    told = {}
    for path in sorted((golden_records.FOLDER / f"format-{format_number}").glob("*.json")):
        # Format 1 named the games that ship by digest, and such records are refused once the games' files change.
        if path.name.count(".") == 1 and not path.stem.endswith("-shipped"):
            told[path.stem] = _record(path, format_number)
            if (later := path.with_suffix(".later.json")).exists():
                told[f"{path.stem} from its checkpoint"] = _checkpoint(path, later)
    return told


def _record(path: Path, format_number: int) -> Told:
    what, kind, *_ = path.stem.split("-")
    if what == "hand":
        return deal_told(DEALS[kind].load(path.read_bytes()))
    told = Told()
    if format_number == 1:
        session = SESSIONS[kind].load(path.read_bytes())
        told.add(session.events_since(0, "floor"), session.moves_since(0))
        told.facts.append(f"version {session.version}")
    else:
        record = SessionRecord.decode(path.read_bytes())
        session = SESSIONS[kind].load(SessionRecord(record.session, record.setup, [], record.format))
        told.follow(session, record.entries)
    told.end(session)
    return told


def _checkpoint(path: Path, later: Path) -> Told:
    told, kind = Told(), path.stem.split("-")[1]
    record = SessionRecord.decode(path.read_bytes())
    checkpoint = Checkpoint.decode(path.with_suffix(".checkpoint.json").read_bytes())
    session = SESSIONS[kind].restore(record, checkpoint, ())
    told.facts.append(f"version {session.version}")
    told.follow(session, msgspec.json.decode(later.read_bytes(), type=list[Entry]))
    told.end(session)
    return told


# Golden playthroughs --------------------------------------------------------------------------------------------------


def house_games() -> dict[str, Told]:
    return {
        f"{name} round {number}": deal_told(house_play.play(name, played))
        for name, (_, rounds) in house_play.GAMES.items()
        for number, played in enumerate(rounds, 1)
    }


def poker_games() -> dict[str, Told]:
    return {
        f"{house} {game} hand {number + 1}": deal_told(poker_play.play(house, game, number))
        for house, game in SPREAD
        for number in range(len(poker_play.STACKS))
    }


# Groups ---------------------------------------------------------------------------------------------------------------


def _room(revision: str) -> Mapping[str, Told]:
    from tests.deal.frozen_rooms import room_told

    return room_told(revision)


def _at_random(what: str) -> Mapping[str, Told]:
    from tests.deal import random_play

    games: dict[str, Told] = {}
    for game, line in getattr(random_play, what)():
        games.setdefault(game, Told()).facts.append(line)
    return games


GROUPS: dict[str, Callable[[], Mapping[str, Told]]] = {
    "records-format-1": lambda: records(1),
    "records-format-2": lambda: records(2),
    "house-games": house_games,
    "poker-games": poker_games,
    "room-0001": lambda: _room("0001"),
    "room-0002": lambda: _room("0002"),
    "room-0003": lambda: _room("0003"),
    "random-rounds": lambda: _at_random("rounds"),
    "random-hands": lambda: _at_random("hands"),
    "random-sessions": lambda: _at_random("sessions"),
}
WITH_WORDS = [group for group in GROUPS if not group.startswith("random")]


@cache
def told(group: str) -> Mapping[str, Told]:
    return GROUPS[group]()


def facts_now(group: str) -> dict[str, list[str]]:
    return {name: each.facts for name, each in told(group).items()}


def words_now(group: str) -> dict[str, list[str]]:
    return {name: each.words for name, each in told(group).items()}


def read(path: Path) -> dict[str, list[str]]:
    """The lines of a file by section."""
    parts: dict[str, list[str]] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        if line.startswith(HEAD):
            lines = parts[line.removeprefix(HEAD)] = []
        elif line:
            lines.append(line)
    return parts


def write(path: Path, parts: Mapping[str, list[str]]) -> None:
    text = "".join(f"{line}\n" for name, lines in parts.items() for line in (f"{HEAD}{name}", *lines, ""))
    path.write_text(text, "utf-8")


def facts_file(group: str) -> Path:
    return FOLDER / "facts" / f"{group}.txt"


def words_file(group: str) -> Path:
    return FOLDER / "words" / f"{group}.txt"


def main(what: str) -> None:
    if what == "words":
        for group in WITH_WORDS:
            write(words_file(group), words_now(group))
    elif what == "new":
        for group in GROUPS:
            write(facts_file(group), {**facts_now(group), **read(facts_file(group))})
    else:
        sys.exit("say 'words' to write the words again, or 'new' for the facts of what has none yet")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
