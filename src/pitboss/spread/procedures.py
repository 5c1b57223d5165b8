"""The written procedures of rulings, and how far each is met at a table now."""

from __future__ import annotations

from typing import Any

from pitboss.deal.option import Option
from pitboss.deal.procedures import Procedure
from pitboss.deal.session import Session
from pitboss.kinds import KINDS


def procedure(kind: str, name: str) -> Procedure | None:
    """The procedure of a ruling, or None if it has none."""
    known: Procedure | None = KINDS[kind].rulings.procedures().get(name)
    return known


def walked_through(session: Session, option: Option) -> dict[str, Any]:
    """A ruling of this moment as plain data: its procedure, with what is met already said in ``met`` of a step."""
    known = procedure(session.kind, option.word)
    data: dict[str, Any] = known.data() if known is not None else {}
    if known is not None and not option.why:
        data["steps"] = [
            {**step.data(), **({"met": step.says} if step.met and _met(session, step.met) else {})}
            for step in known.steps
        ]
    return {**data, "name": option.word, "rule": option.rule, "why": option.why}


def _met(session: Session, condition: str) -> bool:
    deal = session.running
    return deal is not None and bool(KINDS[deal.kind].tables.met(deal, condition))
