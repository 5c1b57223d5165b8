"""Acts: the options of a decision that a proof chooses between; the cards to keep are left open."""

from __future__ import annotations

from typing import Any

from pitboss.exact.options import ProofOption


def acts_of(options: tuple[ProofOption, ...], own: int) -> tuple[ProofOption, ...]:
    """Merge options that differ only in the number of cards they keep.

    Folding comes last: of options worth exactly the same the first is taken, and nobody folds what costs nothing to
    play.
    """
    acts: dict[tuple[Any, ...], list[ProofOption]] = {}
    for option in options:
        acts.setdefault((option.fold, option.stakes, option.needs), []).append(option)
    every = [same[0] if len(same) == 1 else _joined(same, own) for same in acts.values()]
    return tuple(sorted(every, key=lambda act: act.fold))


def _joined(same: list[ProofOption], own: int) -> ProofOption:
    hold = tuple(sorted({many for one in same for many in one.hold or (own,)}))
    choices = tuple(choice for one in same for choice in one.choices)
    return ProofOption(same[0].fold, same[0].stakes, hold, same[0].needs, choices)
