"""A game's script in words: what physically happens, step by step, with the rule behind each step."""

from __future__ import annotations

from pitboss.cards import RANK_WORDS
from pitboss.house.definition import (
    AnnounceStep,
    BurnStep,
    CollectStep,
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    DispenseStep,
    SetStep,
    SettleStep,
    Step,
    TurnStep,
)


def script(game: Definition) -> list[tuple[str, str]]:
    """Every step as a sentence, with its rule ID ("" where the file names none)."""
    return [(_sentence(game, step), step.rule) for step in game.script]


def _sentence(game: Definition, step: Step) -> str:
    match step:
        case DealStep():
            whom = "each spot" if step.pile == "player" else f"the {step.pile}"
            condition = f" with {' or '.join(step.if_placed)}" if step.if_placed else ""
            return f"Deal {_count(step.cards)} face {'up' if step.up else 'down'} to {whom}{condition}."
        case BurnStep():
            return f"Burn {_count(step.cards)}."
        case DispenseStep():
            return "Dispense the rest of the deck unused."
        case TurnStep():
            what = f"{_count(step.cards)} of the {step.pile}" if step.cards else f"all cards of the {step.pile}"
            condition = f", if the {step.if_none_up} shows none" if step.if_none_up else ""
            return f"Turn up {what}{condition}."
        case DiscardStep():
            return f"Discard what the {step.pile} shows of rank {RANK_WORDS[step.up_at_least]} or higher."
        case DecideStep():
            words = ", ".join(choice.word for choice in game.decisions[step.decision].choices)
            who = f"Spots with {' or '.join(step.if_placed)}" if step.if_placed else "The spots"
            unless = f" that have not placed {' or '.join(step.unless_placed)}" if step.unless_placed else ""
            return f"{who}{unless} decide: {words}."
        case CollectStep():
            return f"Collect {' and '.join(_COLLECTED.get(each, each) for each in step.what)} face down."
        case SetStep():
            return f"Set the hand of the {step.hand}."
        case AnnounceStep():
            return f"Announce the hand of the {step.hand}."
        case SettleStep():
            what = " and ".join(step.wagers) if step.wagers else "every wager left"
            return f"Settle {what}{_ONLY[step.only]}."


_COLLECTED = {"folded": "folded hands", "out": "discards"}
_ONLY = {"": "", "folded": " of the folded spots", "losing": " where it loses"}


def _count(cards: int) -> str:
    return "one card" if cards == 1 else f"{cards} cards"
