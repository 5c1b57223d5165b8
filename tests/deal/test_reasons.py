"""The reasons in lists of options are clauses: no full stop, and the rule in its own field only."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

from pitboss.deal.session import Session
from pitboss.deal.view import Option
from pitboss.errors import PitbossError
from pitboss.rules import ID

from .tables import TABLES, begin, decide, opened

STEPS = 40


def listed(session: Session) -> Iterator[Option]:
    """Every option that anybody at the table is shown now."""
    for seat in session.seats:
        yield from session.wagers(seat)
    if session.running is not None:
        yield from session.rulings()
        for seat in (*session.seats, session.size + 1):
            yield from session.legal(seat)


@pytest.mark.parametrize("table", TABLES)
def test_a_reason_has_no_full_stop_and_does_not_repeat_its_rule(table: str):
    session, rng, reasons = opened(table, 5), random.Random(5), set()
    for _ in range(STEPS):
        if session.actors:
            decide(session, rng)
        else:
            with suppress(PitbossError):  # too few players can pay for another deal
                begin(session, rng, auto=False)
            while not session.actors and session.running is not None and not session.done:
                reasons |= {(each.why, each.rule) for each in listed(session) if each.why}
                session.step()
            if session.running is not None and session.done:
                reasons |= {(each.why, each.rule) for each in listed(session) if each.why}
                session.finish()
        reasons |= {(each.why, each.rule) for each in listed(session) if each.why}
    assert len(reasons) > 3
    for why, rule in reasons:
        assert why[-1] not in ".;,: ", why
        assert not (rule and rule in why), why
        assert not ID.search(why), why
