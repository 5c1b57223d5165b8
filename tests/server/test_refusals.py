"""A refusal over HTTP takes its rule from the error, wherever the error is raised."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from litestar.exceptions import PermissionDeniedException

from pitboss.deal.deal import IllegalAction
from pitboss.room.journal import Unavailable
from pitboss.room.table.outcome import Refused
from pitboss.server.access import refusals
from pitboss.server.api import tables
from pitboss.server.api.tables import file_of

NO_REQUEST = cast(Any, SimpleNamespace(url=SimpleNamespace(path="/api/tables")))


def test_an_error_is_answered_with_its_sentence_and_its_rule():
    answer = refusals.refuse_ours(NO_REQUEST, IllegalAction("the spot has folded.", rule="HB-1"))
    told = answer.content
    assert (answer.status_code, told.error, told.rule) == (400, "the spot has folded (HB-1).", "HB-1")
    assert refusals.refuse_ours(NO_REQUEST, Unavailable("try again later (HB-1).")).content.rule == ""


def test_what_a_person_may_not_do_is_answered_with_its_rule_too():
    with pytest.raises(PermissionDeniedException) as denied, tables._as_forbidden():
        raise Refused("only the seat of the button names the game.", rule="PK-2")
    answer = refusals.refuse_http(NO_REQUEST, denied.value)
    told = cast(Any, answer.content)
    assert (answer.status_code, told.error, told.rule) == (
        403,
        "only the seat of the button names the game (PK-2).",
        "PK-2",
    )


def test_a_definition_that_is_refused_is_named_without_our_folder():
    with pytest.raises(refusals.PitbossError) as refused, file_of("My game.toml", "x = 1\n") as path:
        raise IllegalAction(f"{path} cannot be dealt.", rule="HB-8")
    assert (str(refused.value), refused.value.rule) == ("my-game.toml cannot be dealt (HB-8).", "HB-8")
