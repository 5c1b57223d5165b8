"""The standing of a deal as it is sent: with cards as text, and hands with their words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias, Union

import msgspec

from pitboss.deal.view import DealerAct, DealResult, PotResult, PotStanding, Standing, WagerResult
from pitboss.room.shown_events import KEPT, WireForm


class ShownSeatResult(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type"):
    """The base of a settled wager and of an award of a pot, as they are sent."""

    seat: int


_FORMS = {kind: WireForm(kind, ShownSeatResult) for kind in (WagerResult, PotResult)}

ShownResult: TypeAlias = Union[tuple(form.sent for form in _FORMS.values())]  # type: ignore[valid-type]  # noqa: UP007
"""A settled wager or an award of a pot, told apart by ``type``."""


class ShownStanding(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The standing of a deal, the same for everybody (:class:`~pitboss.deal.view.Standing`)."""

    street: str = ""
    pots: tuple[PotStanding, ...] = ()
    front: dict[int, int] = {}
    level: int = 0
    raises_left: int | None = None
    results: tuple[ShownResult, ...] = ()
    dealer: DealerAct | None = None
    decision: str = ""


def shown_standing(standing: Standing) -> ShownStanding:
    """A standing in the form in which it is sent."""
    return ShownStanding(
        standing.street,
        standing.pots,
        standing.front,
        standing.level,
        standing.raises_left,
        tuple([_shown_result(each) for each in standing.results]) if standing.results else (),
        standing.dealer,
        standing.decision,
    )


@lru_cache(maxsize=KEPT)
def _shown_result(result: DealResult) -> Any:
    return _FORMS[type(result)].convert(result, result.seat)
