"""The OpenAPI document: complete, strict, and correct, as checked by a fuzzer driven by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from pitboss.room.people import ROLES
from pitboss.server.api import ROUTES
from pitboss.server.api.schemas import document
from pitboss.server.config import Config
from tests.examples import examples

from .conftest import PLENTY
from .serving import Served, served


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document(ROUTES)["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_every_route_of_the_interface_is_in_the_document() -> None:
    documented = {(method.upper(), path) for method, path, _ in operations()}
    served_routes = {
        (method, re.sub(r"\{(\w+):\w+\}", r"{\1}", path))
        for route in ROUTES
        for path in route.paths
        for method in route.http_methods
        if path.startswith("/api") or path in ("/healthz", "/readyz", "/metrics")
    }
    assert served_routes == documented
    assert ("POST", "/api/guest") in documented


def test_every_operation_explains_itself_and_its_refusals() -> None:
    for method, path, operation in operations():
        assert operation["description"].endswith("."), (method, path)
        assert operation["tags"], (method, path)
        refusal = operation["responses"]["default"]["content"]["application/json"]["schema"]
        assert refusal == {"$ref": "#/components/schemas/ErrorReply"}


def test_bodies_refuse_unknown_fields_and_the_document_says_so() -> None:
    schemas = document(ROUTES)["components"]["schemas"]
    bodies = [
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for _, _, operation in operations()
        if "requestBody" in operation
    ]
    assert len(bodies) > 5
    for name in bodies:
        assert schemas[name]["additionalProperties"] is False, name


def test_the_document_names_nothing_that_is_not_in_it() -> None:
    text = repr(document(ROUTES))
    schemas = document(ROUTES)["components"]["schemas"]
    for name in re.findall(r"#/components/schemas/([\w.]+)", text):
        assert name in schemas


def test_the_messages_of_the_socket_have_a_schema(shared: Served) -> None:
    schema = shared.client().get("/api/protocol").json()
    words = {each.get("properties", {}).get("type", {}).get("enum", [""])[0] for each in schema["$defs"].values()}
    assert {"act", "place", "sit", "hello", "welcome", "ack", "ev", "snap", "seal", "open", "clock"} <= words


# Fuzzing --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def target() -> Iterator[Served]:
    """A server asked by an owner with every role, so that no request is refused for lack of a role."""
    with served(Config(port=0, tables_each=10**6, **PLENTY)) as running:
        owner = running.owner("Olga")
        running.wait(running.context.accounts.set_roles("Olga", ROLES))
        owner.post("/api/tables", json={"game": "toy"})
        yield running


CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
ALONE = {"/api/sheets/{game}"}
"""Proves games in processes of its own; tested by itself."""
STRANGERS = {"/api/guest", "/api/register", "/api/login", "/api/logout", "/api/owner"}
"""Operations that begin or end a session are asked without one."""


@cache
def cases() -> list[Any]:
    """Every operation with what its schema allows, and those that take anything with what it does not allow."""
    schema = schemathesis.openapi.from_dict(document(ROUTES))
    listed = [result.ok() for result in schema.get_all_operations()]
    wanted = []
    for each in listed:
        if each.path not in ALONE:
            wanted.append(pytest.param(each, GenerationMode.POSITIVE, id=f"{each.label} allowed"))
            if list(each.iter_parameters()) or each.body:
                wanted.append(pytest.param(each, GenerationMode.NEGATIVE, id=f"{each.label} not allowed"))
    return wanted


def fuzz(operation: Any, mode: GenerationMode, target: Served, times: float) -> None:
    """Ask an operation with what its schema allows, or with what it does not allow."""
    cookies = {} if operation.path in STRANGERS else {"pitboss": target.clients[0].cookies["pitboss"]}

    @examples(times, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(mode))
    def ask(case: schemathesis.Case) -> None:
        answer = case.call(base_url=target.url, cookies=cookies)
        assert answer.status_code != 401 or operation.path in STRANGERS
        case.validate_response(answer, checks=CHECKS)

    ask()


@pytest.mark.parametrize(("operation", "mode"), cases())
def test_the_interface_answers_as_its_document_says(target: Served, operation: Any, mode: GenerationMode) -> None:
    fuzz(operation, mode, target, 0.04)


@pytest.mark.long
@pytest.mark.parametrize(("operation", "mode"), cases())
def test_the_interface_answers_as_its_document_says_at_length(
    target: Served, operation: Any, mode: GenerationMode
) -> None:
    fuzz(operation, mode, target, 0.6)
