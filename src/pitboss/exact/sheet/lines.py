"""The pay lines of a sheet in words, their sensitivity, and the steps of a script as sentences."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import RANK_WORDS
from pitboss.exact.figures import Figures, ResultLine
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
from pitboss.house.pay_words import line_words

THRESHOLDS = "A pay line counts every hand from its own up to just below the next better line of its table."


def hand_words(game: Definition, group: str, line: ResultLine) -> str:
    """The name of a row's hands on a posted pay table; empty where no table decides."""
    wager = game.wagers[line.wager]
    key, _, name = group.partition("/")
    table = wager.tables.get(name, wager.table) if key == wager.key else wager.table
    return line_words(wager, game.hands[wager.hand], wager.bonus if line.outcome == "bonus" else table, line.hand)


def reaches(game: Definition, figures: Figures) -> bool:
    """True if a pay line counts other hands than the one it is called by."""
    for line in figures.lines:
        if line.hand:
            ranking = game.hands[game.wagers[line.wager].hand].ranking
            table = [each for each in figures.lines if each.wager == line.wager and each.hand]
            same = [each.least for each in table if (each.outcome == "bonus") == (line.outcome == "bonus")]
            best = min((least for least in same if least > line.least), default=ranking.top + 1) - 1
            said = ranking.category if line.hand in ranking.categories else ranking.words
            if said(best) != said(line.least):
                return True
    return False


@dataclass(frozen=True)
class Cell:
    """One cell of a pay table and what one more to 1 on it takes from the house edge, play unchanged.

    Wagers that share a pay table share its cells.
    """

    name: str
    pays: Fraction
    slope: Fraction


def sensitivity(game: Definition, figures: Figures) -> tuple[Cell, ...]:
    """Every pay cell of the wagers of a stake group, the most telling first."""
    cells: dict[tuple[str, Fraction], Fraction] = {}
    for line in figures.lines:
        if line.hand:
            bonus = line.outcome == "bonus"
            owner = line.wager if bonus else game.wagers[line.wager].shares or line.wager
            key = (f"{owner}{' bonus' if bonus else ''}: {line.hand}", line.pays)
            cells[key] = cells.get(key, Fraction(0)) + line.staked
    rated = [Cell(name, pays, slope) for (name, pays), slope in cells.items()]
    return tuple(sorted(rated, key=lambda cell: -cell.slope))  # of equal ones the better hand first


def step_sentence(game: Definition, step: Step) -> str:
    """A step of the script as a sentence."""
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
