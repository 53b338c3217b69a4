"""Whatever the API's own description allows, and whatever it does not: never a server error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode

from tests.web.conftest import Server

QUIET = (HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large)


def assert_answered_in_a_sentence(case: Any) -> None:
    response = case.call(timeout=60)
    case.validate_response(response, checks=[not_a_server_error])
    assert response.status_code < 500, response.text
    if response.status_code >= 400:
        said = response.json()
        assert list(said) == ["error"], (response.request.method, response.request.url, said)
        assert isinstance(said["error"], str)
        assert said["error"].endswith((".", "?", "!")), said
        assert "Traceback" not in said["error"]


@pytest.mark.parametrize("examples", [60, pytest.param(2_000, marks=pytest.mark.slow)])
def test_every_request_is_answered_and_every_refusal_is_a_sentence(
    server: Server, report: Callable[[str], None], examples: int
) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    operations: list[Any] = [each.ok() for each in schema.get_all_operations()]  # type: ignore[union-attr]
    sent = 0
    for operation in operations:
        sound = operation.as_strategy()
        unsound = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

        @given(case=st.one_of(sound, unsound) if operation.body or operation.query else sound)
        @settings(
            max_examples=examples * 3 // (2 * len(operations)), deadline=None, suppress_health_check=QUIET
        )
        def ask(case: Any) -> None:
            nonlocal sent
            sent += 1
            assert_answered_in_a_sentence(case)

        ask()
    report(f"{sent} generated requests to {len(operations)} addresses: all answered, no server error")
    assert sent >= examples
