"""Every HTTP operation fed with what its schema allows and what it does not, as staff, as a player and as nobody.

No answer is a server error or one that is not documented, and whatever is not a success changes nothing. A short run
by default; PITBOSS_FUZZ=2000 tries that many requests of each operation for each caller.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import sampled_from
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from pitboss.server.http.access import USUAL, Limits, Pace
from pitboss.server.http.openapi import document
from server.desk import Desk, desk_in, quick_hashes

EXAMPLES = int(os.environ.get("PITBOSS_FUZZ", "4"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
KNOWN = {"name": "virtual", "id": "ma-criss-cross", "number": 1, "rulebook": "ma-crazy-4", "player": "pat"}

SCHEMA = schemathesis.openapi.from_dict(document())
OPERATIONS: dict[str, Any] = {
    found.ok().definition.raw["operationId"]: found.ok()
    for found in SCHEMA.get_all_operations()
    if isinstance(found, Ok)
}
TRIED = [
    (name, mode)
    for name, operation in OPERATIONS.items()
    for mode in GenerationMode
    if EXAMPLES >= 100 or not (mode is GenerationMode.NEGATIVE and not operation.body)
]


class Unlimited(Limits):
    """Nobody waits."""

    def wait(self, caller: str, pace: Pace = USUAL) -> float:
        return 0.0


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A server with a virtual and a physical table, where passwords are hashed quickly."""
    with quick_hashes(), desk_in(tmp_path_factory.mktemp("fuzz")) as opened:
        opened.http.app.state.limits = Unlimited()
        opened.person("staff", "dealer", "floorperson", "supervisor", "auditor", "administrator")
        opened.person("root", "administrator")
        opened.person("pat", "player", dollars=1000)
        opened.open("staff", "physical", "ma-crazy-4")
        virtual = {"name": "virtual", "rulebook": "ma-criss-cross"}
        assert opened.ask("staff", "POST", "/api/tables", virtual).status_code == 201
        yield opened


def known(parameters: dict[str, Any]) -> None:
    """Every other made-up name becomes one that exists."""
    for key, there in KNOWN.items():
        if key in parameters and len(str(parameters[key])) % 2:
            parameters[key] = there


def state(desk: Desk) -> tuple[object, ...]:
    """Everything that a request could change, but for the audit log and failed sign-ins."""
    store = desk.office.store
    tables = {name: store.next_sequence(name) for name in store.streams()}
    return tables, store.balances(), store.meters(), store.people.users()


@pytest.mark.parametrize(("name", "mode"), TRIED)
def test_no_request_breaks_the_server(desk: Desk, name: str, mode: GenerationMode) -> None:
    @given(case=OPERATIONS[name].as_strategy(generation_mode=mode), who=sampled_from(["staff", "pat", None]))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=EXAMPLES < 100,
        suppress_health_check=list(HealthCheck),
    )
    def try_it(case: Any, who: str | None) -> None:
        known(case.path_parameters or {})
        if mode is GenerationMode.POSITIVE and isinstance(case.body, dict):
            known(case.body)
        check(desk, case, None if name == "sign_out" else who)

    with suppress(Unsatisfiable):  # some operations take anything there is
        try_it()


def check(desk: Desk, case: Any, who: str | None) -> None:
    """One request and its answer."""
    before = state(desk)
    sent = case.as_transport_kwargs(base_url="http://testserver.local", headers=desk.headers(who))
    desk.http.cookies.clear()
    response = desk.http.request(**{key: sent[key] for key in sent if key not in ("allow_redirects", "cookies")})
    desk.http.cookies.clear()
    case.validate_response(response, checks=CHECKS)
    if response.is_success:
        return
    assert state(desk) == before, response.text
    assert httpx.codes.is_client_error(response.status_code)
    answer = response.json()
    assert answer["status"] == response.status_code
    assert answer["error"]
    assert "Traceback" not in response.text
