"""The HTTP interface: signing in, the matrix of roles and actions, limits and headers, and the stream."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from pitboss.server.app import HEADERS, create_app
from pitboss.server.office import Office, open_office
from pitboss.server.people import MOST_FAILURES
from pitboss.server.permissions import ALLOWED, Action, Role
from pitboss.server.spec import Clock

Http = TestClient[Litestar]
PASSWORD = "correct horse battery"

REQUESTS: dict[Action, list[tuple[str, str, dict[str, Any] | None]]] = {
    Action.OPEN_TABLE: [("POST", "/api/tables", {"name": "new", "rulebook": "ma-criss-cross"})],
    Action.MOVE_MONEY: [
        ("POST", "/api/buy-ins", {"id": "1", "player": "ann", "amount": "5"}),
        ("POST", "/api/cash-outs", {"id": "2", "player": "ann", "amount": "5"}),
    ],
    Action.SEE_BALANCES: [("GET", "/api/balances", None)],
    Action.SEE_LEDGER: [("GET", "/api/reconciliation", None)],
    Action.SEE_LOG: [("GET", "/api/audit/log", None)],
    Action.MANAGE_PEOPLE: [
        ("GET", "/api/people", None),
        ("POST", "/api/people", {"name": "new", "password": PASSWORD, "roles": []}),
        ("PATCH", "/api/people/ann", {"disabled": False}),
        ("DELETE", "/api/people/ann/sessions", None),
    ],
}
CELLS = [(role, action) for role in Role for action in REQUESTS]


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return open_office(f"sqlite:///{tmp_path / 'test.db'}", tmp_path)


@pytest.fixture
def http(office: Office) -> Iterator[Http]:
    with TestClient(create_app(office)) as client:
        yield client


def signed(http: Http, office: Office, name: str, *roles: Role) -> dict[str, str]:
    """The headers of someone who signed in."""
    office.accounts.add(name, PASSWORD, frozenset(roles))
    answer = http.post("/api/sign-in", json={"name": name, "password": PASSWORD})
    http.cookies.clear()
    return {"Authorization": f"Bearer {answer.json()['token']}"}


@pytest.mark.parametrize(("role", "action"), CELLS)
def test_each_role_may_do_what_is_listed_and_nothing_else(
    http: Http, office: Office, role: Role, action: Action
) -> None:
    headers = signed(http, office, "eve", role)
    office.accounts.add("ann", PASSWORD, frozenset({Role.PLAYER}))
    for method, path, body in REQUESTS[action]:
        answer = http.request(method, path, json=body, headers=headers)
        if role in ALLOWED[action]:
            assert answer.is_success, answer.text
        else:
            assert answer.status_code == 403
            assert str(action).encode() in office.store.log(0)[-1]


@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/meters", "/api/balances", "/api/audit/head"])
def test_nobody_is_let_in_without_signing_in(http: Http, path: str) -> None:
    assert http.get(path).status_code == 401


def test_repeated_failures_lock_the_account(http: Http, office: Office) -> None:
    office.accounts.add("ann", PASSWORD, frozenset())
    for _ in range(MOST_FAILURES):
        wrong = http.post("/api/sign-in", json={"name": "ann", "password": "wrong"})
        assert wrong.status_code == 401
    assert http.post("/api/sign-in", json={"name": "ann", "password": PASSWORD}).status_code == 401
    assert b'"accepted":false' in office.store.log(0)[-1]
    assert PASSWORD.encode() not in b"".join(office.store.log(0))


def test_a_session_ends_when_it_is_signed_out_and_tokens_when_revoked(http: Http, office: Office) -> None:
    ann = signed(http, office, "ann", Role.PLAYER)
    token = http.post("/api/me/tokens", json={"label": "bot"}, headers=ann).json()["token"]
    assert http.post("/api/sign-out", headers=ann).status_code == 204
    assert http.get("/api/me", headers=ann).status_code == 401
    program = {"Authorization": f"Bearer {token}"}
    assert http.get("/api/me", headers=program).json()["name"] == "ann"
    admin = signed(http, office, "admin", Role.ADMINISTRATOR)
    assert http.delete("/api/people/ann/sessions", headers=admin).status_code == 204
    assert http.get("/api/me", headers=program).status_code == 401


def test_money_goes_in_and_out_at_the_cage_and_no_further_than_it_is_there(http: Http, office: Office) -> None:
    signed(http, office, "ann", Role.PLAYER)
    floor = signed(http, office, "flo", Role.FLOORPERSON)
    bought = {"id": "1", "player": "ann", "amount": "100"}
    for _ in range(2):  # sent twice, done once
        assert http.post("/api/buy-ins", json=bought, headers=floor).json()["balance"] == "100.00"
    over = http.post("/api/cash-outs", json={"id": "2", "player": "ann", "amount": "101"}, headers=floor)
    assert over.status_code == 422
    assert over.json()["refusals"][0]["allowed"] == "at most 100.00"
    own = http.post("/api/buy-ins", json={"id": "3", "player": "flo", "amount": "5"}, headers=floor)
    assert own.status_code == 422


def test_answers_carry_security_headers_and_other_sites_are_turned_away(http: Http, office: Office) -> None:
    headers = signed(http, office, "ann", Role.PLAYER)
    answer = http.get("/healthz")
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert http.get("/api/me", headers={**headers, "Origin": "http://elsewhere.example"}).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        http.websocket_connect("/api/tables/t/stream", headers={**headers, "Origin": "http://x.example"}) as socket,
    ):
        socket.receive_text()


def test_bodies_are_limited(http: Http) -> None:
    assert http.post("/api/sign-in", json={"name": "x" * 100_000, "password": ""}).status_code == 413


def test_a_stream_is_a_snapshot_then_numbered_events_and_goes_on_from_a_number(http: Http, office: Office) -> None:
    office.open_demo(Clock())
    guest = http.post("/api/guest").json()
    http.cookies.clear()
    headers = {"Authorization": f"Bearer {guest['token']}"}
    table = "/api/tables/demo-ma-criss-cross"
    with http.websocket_connect(f"{table}/stream", headers=headers) as socket:
        assert socket.receive_json()["type"] == "snapshot"
        sit = {"id": "1", "commands": [{"command": "sit", "seat": 1}]}
        assert http.post(f"{table}/commands", json=sit, headers=headers).status_code == 200
        told = socket.receive_json()
    assert [event["number"] for event in told["events"]] == list(range(told["next"]))
    assert told["events"][0]["event"] == "player-sat"
    with http.websocket_connect(f"{table}/stream?first=3", headers=headers) as socket:
        assert socket.receive_json()["events"] == told["events"][3:]


@pytest.mark.clause("ma-criss-cross", "6(d)")
def test_a_refusal_by_the_rules_is_a_conflict_with_its_clause(http: Http, office: Office) -> None:
    office.open_demo(Clock())
    guest = http.post("/api/guest").json()
    table = "/api/tables/demo-ma-criss-cross/commands"
    http.post(table, json={"id": "1", "commands": [{"command": "sit", "seat": 1}]})
    wagers = [
        {"command": "play", "action": {"action": "place-wager", "seat": 1, "wager": name, "amount": amount}}
        for name, amount in (("ante_across", "5"), ("ante_down", "10"))
    ]
    answer = http.post(table, json={"id": "2", "commands": wagers})
    assert answer.status_code == 409
    refusal = answer.json()["refusals"][0]
    assert (refusal["rulebook"], refusal["clause"], refusal["where"]) == ("ma-criss-cross", "6(d)", "seat 1")
    assert guest["name"].startswith("guest-")


def test_the_openapi_document_lists_the_operations(http: Http) -> None:
    paths = http.get("/api/schema/openapi.json").json()["paths"]
    assert {"/api/sign-in", "/api/tables", "/api/tables/{name}/commands", "/api/meters"} <= set(paths)


def test_figures_for_prometheus(http: Http) -> None:
    assert "pitboss_command_seconds_count" in http.get("/metrics").text
