"""Calling the floor at a practice table: list the rulings that apply now, ask for the facts, rule."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from pitboss import cards
from pitboss.cli.terminal.screen import UNDO, Prompt
from pitboss.cli.terminal.table import Dropped
from pitboss.deal import Option
from pitboss.errors import PitbossError, closest
from pitboss.money import parse_dollars
from pitboss.poker.hand import Hand
from pitboss.poker.rulings.procedures import Procedure, RulingFact, procedures

CALLS = ("!", "floor", "ruling", "rulings")
NONE = ("", "-", "no", "cancel", *UNDO)
YES, NO = ("y", "yes", "true"), ("n", "no", "false")
LIST_HELP = "  Type the number or the name of a ruling; ! lists them again, - or Enter calls none."

_HOW = {
    "seat": "a seat's number",
    "flag": "y or n",
    "text": "a few words",
    "cents": "dollars, such as 5",
    "count": "a number",
    "amounts": "dollars one after the other, such as 2 4",
    "cards": "cards such as As Td",
    "card": "a card such as As",
}


def rule(prompt: Prompt, hand: Hand) -> str:
    """Let the person call a ruling and return its name; if it raises, nothing has changed."""
    options = {option.word: option for option in hand.rulings()}
    _list(prompt, options)
    while True:
        name = _choose(prompt, options)
        facts = _facts(prompt, procedures()[name])
        if facts is not None:
            hand.floor(name, **{key: value for key, value in facts.items() if value is not None})
            return name


def _list(prompt: Prompt, options: dict[str, Option]) -> None:
    possible = [option for option in options.values() if option.allowed]
    prompt.screen.say("  The floor can rule now:" if possible else "  Nothing can be ruled at this moment.")
    for number, option in enumerate(possible, 1):
        text = Text.assemble("    ", (f"{number:<4}", "bold cyan"), (option.word, "bold"))
        prompt.screen.ruled(text, option.rule)
        prompt.screen.ruled(Text(f"        {procedures()[option.word].about}", style="dim"), "")


def _choose(prompt: Prompt, options: dict[str, Option]) -> str:
    """Ask until a ruling is named that can be called now."""
    possible = [option.word for option in options.values() if option.allowed]
    while True:
        line = prompt.ask("ruling> ", LIST_HELP)
        if line.lower() in CALLS:
            _list(prompt, options)
            continue
        if line.lower() in NONE:
            raise Dropped("No ruling was called.")
        try:
            name = _named(line, possible, list(options))
            option = options[name]
            if option.allowed:
                return name
            prompt.screen.refuse(f"{name} cannot be ruled now: {option.why} ({option.rule}).")
        except PitbossError as error:
            prompt.screen.refuse(str(error))


def _named(line: str, possible: list[str], known: list[str]) -> str:
    word = line.lower()
    if word.isdecimal():
        if not 1 <= int(word) <= len(possible):
            raise PitbossError(f"there is no ruling {word} in the list; type a number from 1 to {len(possible)}.")
        return possible[int(word) - 1]
    begun = [one for one in known if one.startswith(word)]
    if word in known or len(begun) == 1:
        return word if word in known else begun[0]
    near = closest(word, known)
    raise PitbossError(
        f'"{line}" is not a ruling; {f"did you mean {near!r}?" if near else "type a number from the list."}'
    )


def _facts(prompt: Prompt, procedure: Procedure) -> dict[str, Any] | None:
    """Ask for the facts of a ruling; ``u`` goes back one question, and from the first one to the list (None)."""
    answers: dict[str, Any] = {}
    at = 0
    while at < len(procedure.facts):
        fact = procedure.facts[at]
        answer = _ask(prompt, fact, procedure)
        if answer is _BACK:
            if not at:
                prompt.screen.say("  Taken back; choose another ruling, or - to call none.")
                return None
            at -= 1
            continue
        answers[fact.name] = answer
        at += 1
    return answers


_BACK = object()
"""The answer that asks for the previous question."""


def _ask(prompt: Prompt, fact: RulingFact, procedure: Procedure) -> Any:
    """Ask for one fact until it can be parsed; None stands for its default."""
    how = " or ".join(fact.of) if fact.of else _HOW[fact.kind]
    usual = "" if fact.required else f", Enter: {_spelled(fact)}"
    says = fact.says.replace(", in cents", "")  # people say dollars
    question = f"  {fact.name.replace('_', ' ')}: {says} ({how}{usual}; - calls it off)"
    about = f"  {procedure.name}: {procedure.about}\n{question}\n  u goes back one question."
    prompt.screen.say(question)
    while True:
        line = prompt.ask(f"{fact.name.replace('_', ' ')}> ", about)
        if line == "-":
            raise Dropped("No ruling was called.")
        if line.lower() in UNDO:
            return _BACK
        if not line and not fact.required:
            return None
        try:
            return _read(fact, line)
        except (ValueError, PitbossError):
            prompt.screen.refuse(f'"{line}" is not what is asked for; write {how}, or - to call it off.')


def _spelled(fact: RulingFact) -> str:
    if isinstance(fact.default, bool):
        return "yes" if fact.default else "no"
    return str(fact.default) if fact.default else "nothing"


def _read(fact: RulingFact, line: str) -> Any:
    word = line.lower().strip()
    if fact.kind in ("seat", "count"):
        return int(word.removeprefix("seat"))
    if fact.kind == "flag":
        if word not in YES + NO:
            raise ValueError
        return word in YES
    if fact.kind == "cents":
        return parse_dollars(word)
    if fact.kind == "amounts":
        return [parse_dollars(part) for part in word.replace(",", " ").split()]
    if fact.of:
        for choice in fact.of:
            if word in (choice, choice.split()[0]):
                return choice
        raise ValueError
    named = cards.parse(word) if fact.kind in ("card", "cards") else word
    if not named or (fact.kind == "card" and len(named) > 1):
        raise ValueError
    return line
