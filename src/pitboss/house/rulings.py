"""Irregularities: rulings of the floor, and misdeals the engine detects by itself (HB-6, HB-9, S4-9, T5-18).

Each ruling has a procedure (``procedures.toml``: facts, steps, rules) and a case that carries it out. A case returns
the void that follows from it, which the round carries out (:meth:`pitboss.house.round.Round.void`). If a game's file
names another rule for a ruling, that one is cited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitboss.deal.deal import IllegalAction
from pitboss.deal.procedures import Procedure, RulingFact, read_facts, read_procedures
from pitboss.deal.round_events import HandsVoided, PacketMiscounted, RoundPlayedOn, ShufflerStep
from pitboss.deal.view import Option
from pitboss.house.definition import PLAYER, BurnStep, DealStep, Definition
from pitboss.house.layout import PLAYERS, Layout


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


def options(layout: Layout, done: bool) -> tuple[Option, ...]:
    """Every ruling; one that is not possible now says why. ``done``: the round is over."""
    listed = []
    for name in procedures():
        why = "the round is over" if done else _why_not(layout, name)
        listed.append(Option(name, actions=() if why else (name,), why=why, rule=rule_of(layout.game, name)))
    return tuple(listed)


def _why_not(layout: Layout, ruling: str) -> str:
    """Why a ruling cannot arise now; empty if it can."""
    if ruling == "wrong count" and not layout.dealt:
        return "no card has been dealt"
    if ruling == "packet" and not _to_come(layout):
        return "every packet has been dealt"
    return ""


def rule(layout: Layout, done: bool, ruling: str, stated: dict[str, Any]) -> HandsVoided | None:
    """Carry out a ruling, or raise with nothing changed; returns the void that follows from it, for the round."""
    option = next((option for option in options(layout, done) if option.word == ruling), None)
    if option is None:
        raise IllegalAction(f"{ruling!r} is not a ruling of a house game; rulings are {', '.join(procedures())}.")
    if not option.allowed:
        raise IllegalAction(f"{ruling!r} cannot be ruled now: {option.why}.", rule=option.rule, cite=False)
    return CASES[ruling](layout, _facts(layout, ruling, stated), option.rule)


def _facts(layout: Layout, ruling: str, stated: dict[str, Any]) -> dict[str, Any]:
    """Check the stated facts: spots must be in the round and not void, piles on the layout."""

    def spot(fact: RulingFact, value: Any) -> int:
        if type(value) is not int or value not in layout.money.stakes:
            raise IllegalAction(f"spot {value} is not in the round; it has {', '.join(map(str, layout.money.stakes))}.")
        if value in layout.voided:
            raise IllegalAction(f"the hand of spot {value} is void already and its wagers are returned.")
        return value

    def pile(fact: RulingFact, value: Any) -> str:
        if value == PLAYER or value not in tuple(layout.game.piles):
            piles = ", ".join(name for name in layout.game.piles if name != PLAYER)
            raise IllegalAction(f"{value!r} is not a pile on the table; piles are {piles}, and spots by number.")
        return str(value)

    return read_facts(procedures()[ruling], stated, {"spot": spot, "pile": pile})


def _misdeal(layout: Layout, facts: dict[str, Any], rule: str) -> HandsVoided:
    return HandsVoided("void", facts["spot"] or 0, rule=rule, cause="misdeal", stated=facts["reason"])


def _wrong_count(layout: Layout, facts: dict[str, Any], rule: str) -> HandsVoided:
    """The floor has counted a hand."""
    name, spot = _whose(facts)
    count, due = facts["count"], layout.due.get(name, 0)
    if name not in layout.dealt:
        raise IllegalAction(f"no card has been dealt to {name}; its number cannot be wrong yet.")
    if count == due:
        raise IllegalAction(f"{name} was to get {due} card{'s' * (due != 1)}; state another number with count=….")
    return _counted(name, spot, count, due, rule)


def _counted(name: str, spot: int, count: int, due: int, rule: str) -> HandsVoided:
    return HandsVoided("void", spot, rule=rule, cause="count", miscounted=name, counted=count, due=due)


def _whose(facts: dict[str, Any]) -> tuple[str, int]:
    """The pile that the facts name, and its spot (0 for a pile of the table)."""
    spot, pile = facts["spot"], facts["pile"]
    if (spot is None) == (pile is None):
        raise IllegalAction("say whose cards they are: a spot's (spot=2) or a pile's (pile='dealer').")
    return (PLAYERS[spot], spot) if spot else (pile, 0)


def _packet(layout: Layout, facts: dict[str, Any], rule: str) -> None:
    """The shuffler gives a packet with a wrong number of cards; the engine notices when it counts."""
    name, _ = _whose(facts)
    if name not in _to_come(layout):
        raise IllegalAction(f"{name} gets no more cards in this round.")
    layout.packets[name] = facts["cards"]
    layout.events.append(PacketMiscounted("packet", rule=rule, target=name, count=facts["cards"]))


def _shuffler_fault(layout: Layout, facts: dict[str, Any], rule: str) -> HandsVoided | None:
    """Follow the procedure step by step; the round is void unless all its cards were already out (HB-9)."""
    for step in procedures()["shuffler fault"].steps:
        if step.act and (not step.given or facts[step.given]):
            layout.events.append(ShufflerStep(step.act, rule=rule, instruction=step.words))
    if _to_come(layout):
        return HandsVoided("void", rule=rule, cause="shuffler")
    layout.events.append(RoundPlayedOn("shuffler", rule=rule))
    return None


def _to_come(layout: Layout) -> set[str]:
    """The piles that still get cards in this round: piles of the table, spots' piles and ``burn``."""
    total: dict[str, int] = {}
    for step in layout.game.script:
        if isinstance(step, BurnStep):
            total["burn"] = total.get("burn", 0) + step.cards
        elif isinstance(step, DealStep):
            for name in [PLAYERS[spot] for spot in layout.dealt_in(step)] if step.pile == PLAYER else [step.pile]:
                total[name] = total.get(name, 0) + step.cards
    given = {**layout.due, "burn": len(layout.piles.get("burn", ()))}
    return {name for name, cards in total.items() if given.get(name, 0) < cards}


def miscounted(layout: Layout) -> HandsVoided | None:
    """Count every hand, before players decide and before chips are paid; a wrong number is a misdeal (HB-6, S4-9).

    Returns the void that follows from it; None if all hands are right.
    """
    layout.uncounted = False
    for name, due in layout.due.items():
        count = len(layout.dealt[name])
        if count != due:
            spot = PLAYERS.index(name) if name in PLAYERS else 0
            if spot not in layout.voided:
                return _counted(name, spot, count, due, rule_of(layout.game, "wrong count"))
    return None


CASES: dict[str, Callable[[Layout, dict[str, Any], str], HandsVoided | None]] = {
    "void": lambda layout, facts, rule: HandsVoided("void", rule=rule, cause="void", stated=facts["reason"]),
    "misdeal": _misdeal,
    "wrong count": _wrong_count,
    "shuffler fault": _shuffler_fault,
    "packet": _packet,
}
