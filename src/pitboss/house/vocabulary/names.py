"""Check the names in a game file: every reference has a target, and every named thing is used."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pitboss.datafile import DataFile, Section
from pitboss.house.decisions import offers
from pitboss.house.definition import PLAYER, DecideStep, Decision, Definition, JudgedHand, Wager

_NAME = re.compile(r"[^\W_][\w-]*")
_TAKEN = {
    ("wager", "all"): '{ settle = "all" } means every wager',
    ("decision", "deal"): '"deal" means the moment of the deal in a hand',
}


MOST_NAMES = 40
"""The most wagers, hands or decisions a game may have."""


def check_names(table: Section, kind: str, most: int = MOST_NAMES) -> None:
    """Check that names consist of letters, digits and dashes, so that they can be typed and listed with commas."""
    if len(table.data) > most:
        table.problem(None, f"there are {len(table.data)} of them; a game has at most {most}.")
    for name in table.data:
        if not _NAME.fullmatch(name):
            table.problem(name, f'"{name}" is not a name for a {kind}; use letters, digits and dashes.')
        elif why := _TAKEN.get((kind, name)):
            table.problem(name, f"{why}; choose another name.")


def check_decisions(
    file: DataFile,
    decisions: Mapping[str, Decision],
    wagers: Mapping[str, Wager],
    asked: Sequence[tuple[Section, DecideStep]] | None,
) -> None:
    """Check that decisions place and take existing wagers, and that every decision and placed wager is used.

    ``asked`` are the steps that ask for a decision; None if the script could not be read.
    """
    if asked is not None:
        _check_asked(file, decisions, asked)
    for name, decision in decisions.items():
        _check_options(file, name, decision, wagers)
    if any(step.decision not in decisions for _, step in asked or ()):
        return  # the missing decision may be the one that places it
    put = {key for decision in decisions.values() for choice in decision.choices for key in choice.place}
    for key, wager in wagers.items():
        if wager.of and key not in put:
            file.problem(("wager", key, "of"), "no option of a decision places this wager; add place to one.")


def _check_asked(
    file: DataFile, decisions: Mapping[str, Decision], asked: Sequence[tuple[Section, DecideStep]]
) -> None:
    """Check that every decision is asked for once."""
    before: set[str] = set()
    for section, step in asked:
        if step.decision in before:
            section.problem("decide", f'"{step.decision}" was decided before; give the second decision its own name.')
        before.add(step.decision)
        if step.decision not in decisions:
            known = f"the decisions are {', '.join(decisions)}" if decisions else "write it under [decision]"
            section.problem("decide", f'there is no decision "{step.decision}"; {known}.')
        elif step.timeout:
            _check_timeout(section, step.timeout, decisions[step.decision])
    for name in decisions:
        if name not in before:
            file.problem(("decision", name), f'no step of the script says decide = "{name}"; add one or drop it.')


def _check_timeout(section: Section, timeout: str, decision: Decision) -> None:
    """Check that the option for players who do not answer is one of the decision's, open with any hand."""
    listed = {offer.word: offer.choice for offer in offers(decision)}
    if timeout not in listed:
        options = ", ".join(listed)
        section.problem("timeout", f'"{timeout}" is not an option of this decision; the options are {options}.')
    elif listed[timeout].needs_line:
        section.problem("timeout", f'"{timeout}" needs a good hand; name an option that is open with any.')


def _check_options(file: DataFile, name: str, decision: Decision, wagers: Mapping[str, Wager]) -> None:
    """Check that the options of a decision place and take wagers of this game."""
    for index, choice in enumerate(decision.choices if wagers else ()):
        path = ("decision", name, index)
        for key in choice.place:
            if key not in wagers or wagers[key].initial:
                can = ", ".join(wager.key for wager in wagers.values() if not wager.initial) or "none"
                file.problem((*path, "place", key), f"a decision cannot place this; wagers with of: {can}.")
        if choice.take and choice.take not in wagers:
            file.problem((*path, "take"), f'"{choice.take}" is not a wager; the wagers are {", ".join(wagers)}.')


def check_moments(file: DataFile, hands: Mapping[str, JudgedHand], decisions: Mapping[str, Decision]) -> None:
    """Check that the moment at which a hand is judged exists."""
    for name, hand in hands.items():
        if hand.at not in ("", "deal", *decisions):
            moments = ", ".join(["deal", *decisions])
            file.problem(("hand", name, "at"), f'"{hand.at}" is not a moment of this game; it may be {moments}.')


def sound(game: Definition) -> bool:
    """True if every reference has a target, so that the script can be walked through."""
    piles, hands, wagers = game.piles, game.hands, game.wagers
    placed = {key for each in game.decisions.values() for choice in each.choices for key in choice.place}
    taken = {choice.take for each in game.decisions.values() for choice in each.choices if choice.take}
    needed = any(choice.needs for each in game.decisions.values() for choice in each.choices)
    asked = [step.decision for step in game.script if isinstance(step, DecideStep)]
    return (
        sorted(asked) == sorted(game.decisions)
        and all(set(hand.of) <= set(piles) and set(hand.must) <= set(hand.of) for hand in hands.values())
        and all(wager.hand in hands and (not wager.against or wager.against in hands) for wager in wagers.values())
        and placed | taken <= set(wagers)
        and (PLAYER in hands or not needed)
    )
