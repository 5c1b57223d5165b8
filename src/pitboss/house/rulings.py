"""Irregularities: rulings of the floor, and misdeals the engine detects by itself (HB-6, HB-9, S4-9, T5-18).

Each ruling has a procedure (``procedures.toml``: facts, steps, rules) and a case that carries it out. A void returns
every wager at any stage: settled wagers are undone chip by chip, with the reason. If a game's file names another rule
for a ruling, that one is cited.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.deal.deal import IllegalAction
from pitboss.deal.english import void_reason
from pitboss.deal.option import Option
from pitboss.deal.procedures import Case, Procedure, RulingFact, read_facts, read_procedures
from pitboss.deal.round_events import HandsVoided, PacketMiscounted, RoundPlayedOn, ShufflerStep
from pitboss.house.definition import PLAYER, BurnStep, DealStep, Definition
from pitboss.house.layout import PLAYERS, LayoutTable


@lru_cache(maxsize=1)
def procedures() -> dict[str, Procedure]:
    """The procedures by name."""
    return read_procedures(Path(__file__).parent / "procedures.toml", "house")


def rule_of(game: Definition, ruling: str) -> str:
    """The rule of a ruling in this game: the one in its file for it or for a more general ruling, or the common one."""
    named, written = game.rulings, procedures()[ruling]
    return next((named[name] for name in (ruling, *written.under) if name in named), written.rule)


def of_game(game: Definition) -> list[Procedure]:
    """The procedures of a game's rulings, with the rules of its own file."""
    return [replace(one, rule=rule_of(game, name)) for name, one in procedures().items()]


def options(table: LayoutTable) -> tuple[Option, ...]:
    """Every ruling; one that is not possible now says why."""
    listed = []
    for name in procedures():
        why = "the round is over" if table.done else CASES[name].why_not(table)
        listed.append(Option(name, actions=() if why else (name,), why=why, rule=rule_of(table.game, name)))
    return tuple(listed)


def rule(table: LayoutTable, ruling: str, stated: dict[str, Any]) -> None:
    """Carry out a ruling, or raise with nothing changed."""
    option = next((option for option in options(table) if option.word == ruling), None)
    if option is None:
        raise IllegalAction(f"{ruling!r} is not a ruling of a house game; rulings are {', '.join(procedures())}.")
    if not option.allowed:
        raise IllegalAction(f"{ruling!r} cannot be ruled now: {option.why}.", rule=option.rule, cite=False)
    CASES[ruling].do(table, _facts(table, ruling, stated), option.rule)


def _facts(table: LayoutTable, ruling: str, stated: dict[str, Any]) -> dict[str, Any]:
    """Check the stated facts: spots must be in the round and not void, piles on the table."""

    def spot(fact: RulingFact, value: Any) -> int:
        if type(value) is not int or value not in table.stakes:
            raise IllegalAction(f"spot {value} is not in the round; it has {', '.join(map(str, table.stakes))}.")
        if value in table.voided:
            raise IllegalAction(f"the hand of spot {value} is void already and its wagers are returned.")
        return value

    def pile(fact: RulingFact, value: Any) -> str:
        if value == PLAYER or value not in tuple(table.game.piles):
            piles = ", ".join(name for name in table.game.piles if name != PLAYER)
            raise IllegalAction(f"{value!r} is not a pile on the table; those are {piles}, and spots by number.")
        return str(value)

    return read_facts(procedures()[ruling], stated, {"spot": spot, "pile": pile})


def _always(table: LayoutTable) -> str:
    return ""


def _void(table: LayoutTable, facts: dict[str, Any], rule: str) -> None:
    void(table, HandsVoided("void", rule=rule, cause="void", stated=facts["reason"]))


def _misdeal(table: LayoutTable, facts: dict[str, Any], rule: str) -> None:
    event = HandsVoided("void", facts["spot"] or 0, rule=rule, cause="misdeal", stated=facts["reason"])
    _misdealt(table, event)


def _misdealt(table: LayoutTable, event: HandsVoided) -> None:
    """All hands are void, unless the house's file limits it to the spot it happened to (T5-18)."""
    if event.seat and table.game.misdeal == "spot":
        void_spot(table, event)
    else:
        void(table, msgspec.structs.replace(event, seat=0))


def _wrong_count(table: LayoutTable, facts: dict[str, Any], rule: str) -> None:
    """The floor has counted a hand."""
    name, spot = _whose(facts)
    count, due = facts["count"], table.due.get(name, 0)
    if name not in table.dealt:
        raise IllegalAction(f"no card has been dealt to {name}; its number cannot be wrong yet.")
    if count == due:
        raise IllegalAction(f"{name} was to get {due} card{'s' * (due != 1)}; state another number with count=….")
    _misdealt(table, _counted(name, spot, count, due, rule))


def _counted(name: str, spot: int, count: int, due: int, rule: str) -> HandsVoided:
    return HandsVoided("void", spot, rule=rule, cause="count", miscounted=name, counted=count, due=due)


def _whose(facts: dict[str, Any]) -> tuple[str, int]:
    """The pile that the facts name, and its spot (0 for a pile of the table)."""
    spot, pile = facts["spot"], facts["pile"]
    if (spot is None) == (pile is None):
        raise IllegalAction("say whose cards they are: a spot's (spot=2) or a pile's (pile='dealer').")
    return (PLAYERS[spot], spot) if spot else (pile, 0)


def _packet(table: LayoutTable, facts: dict[str, Any], rule: str) -> None:
    """The shuffler gives a packet with a wrong number of cards; the engine notices when it counts."""
    name, _ = _whose(facts)
    if name not in _to_come(table):
        raise IllegalAction(f"{name} gets no more cards in this round.")
    table.packets[name] = facts["cards"]
    table.events.append(PacketMiscounted("packet", rule=rule, target=name, count=facts["cards"]))


def _shuffler_fault(table: LayoutTable, facts: dict[str, Any], rule: str) -> None:
    """Follow the procedure step by step; the round is void unless all its cards were already out (HB-9)."""
    for step in procedures()["shuffler fault"].steps:
        if step.act and (not step.given or facts[step.given]):
            table.events.append(ShufflerStep(step.act, rule=rule, instruction=step.words))
    if _to_come(table):
        void(table, HandsVoided("void", rule=rule, cause="shuffler"))
    else:
        table.events.append(RoundPlayedOn("shuffler", rule=rule))


def _to_come(table: LayoutTable) -> set[str]:
    """The piles that still get cards in this round: piles of the table, spots' piles and ``burn``."""
    total: dict[str, int] = {}
    for step in table.game.script:
        if isinstance(step, BurnStep):
            total["burn"] = total.get("burn", 0) + step.cards
        elif isinstance(step, DealStep):
            for name in [PLAYERS[spot] for spot in table.dealt_in(step)] if step.pile == PLAYER else [step.pile]:
                total[name] = total.get(name, 0) + step.cards
    given = {**table.due, "burn": len(table.piles.get("burn", ()))}
    return {name for name, cards in total.items() if given.get(name, 0) < cards}


def miscounted(table: LayoutTable) -> bool:
    """Count every hand, before players decide and before chips are paid; a wrong number is a misdeal.

    Return True if there was one; it has been ruled (HB-6, S4-9).
    """
    dealt = table.dealt
    table.uncounted = False
    for name, due in table.due.items():
        if len(dealt[name]) != due:
            spot = int(name.removeprefix(f"{PLAYER} ")) if name.startswith(f"{PLAYER} ") else 0
            if spot not in table.voided:
                rule = rule_of(table.game, "wrong count")
                _misdealt(table, _counted(name, spot, len(dealt[name]), due, rule))
                return True
    return False


def void(table: LayoutTable, event: HandsVoided) -> None:
    """Return every wager, settled or not, and end the round; the cards are reshuffled (HB-6)."""
    for spot in table.stakes:
        if spot not in table.voided:  # its wagers went back when its own hand was void
            table.return_all(spot, void_reason(event), event.rule)
    table.actors, table.asked, table.done = (), (), True
    table.events.append(event)


def void_spot(table: LayoutTable, event: HandsVoided) -> None:
    """Return only this spot's wagers; its cards leave the game unseen and the others play on (T5-18)."""
    spot = event.seat
    table.return_all(spot, void_reason(event), event.rule)
    table.voided.add(spot)
    table.folded.discard(spot)
    for name in (f"{PLAYER} {spot}", f"out {spot}"):
        if table.piles.get(name):
            table.to_rack(name, tuple(table.piles[name]))
    table.leave(spot)
    table.events.append(event)


CASES: dict[str, Case[LayoutTable]] = {
    "void": Case(_always, _void),
    "misdeal": Case(_always, _misdeal),
    "wrong count": Case(lambda table: "" if table.dealt else "no card has been dealt", _wrong_count),
    "shuffler fault": Case(_always, _shuffler_fault),
    "packet": Case(lambda table: "" if _to_come(table) else "every packet has been dealt", _packet),
}
