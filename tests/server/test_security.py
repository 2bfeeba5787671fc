"""Other sites, floods, long bodies, headers on every answer, and secrets that stay secret."""

import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from pitboss.server.http.access import MOST_KEPT, SIGN_INS, STRANGERS, USUAL, Limits, Pace
from pitboss.server.http.app import HEADERS
from pitboss.server.http.problems import LARGEST_BODY
from pitboss.server.people.permissions import Role
from server.desk import Desk, command, desk_in, quick_hashes

PASSWORD = "correct horse battery"
HERE = "http://testserver.local"
FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": f"{HERE}.evil.example"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Origin": HERE, "Sec-Fetch-Site": "same-site"},
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with quick_hashes(), desk_in(tmp_path_factory.mktemp("security")) as opened:
        opened.person("sue", "supervisor")
        opened.person("abe", "administrator")
        opened.office.accounts.add("ann", PASSWORD, frozenset({Role.PLAYER}))
        opened.open("sue", "t1", "ma-criss-cross")
        yield opened


@pytest.fixture(autouse=True)
def fresh(desk: Desk) -> None:
    """Nobody has asked for anything yet, and no browser is signed in."""
    desk.http.app.state.limits = Limits()
    desk.http.cookies.clear()


# Other sites


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_browser_on_another_site_gets_nothing_even_with_the_cookie(desk: Desk, headers: dict[str, str]) -> None:
    desk.http.post("/api/sign-in", json={"name": "ann", "password": PASSWORD})
    assert desk.http.get("/api/me", headers={"Origin": HERE, "Sec-Fetch-Site": "same-origin"}).status_code == 200
    for method, path in (("GET", "/api/me"), ("POST", "/api/me/play-money"), ("POST", "/api/guest")):
        answer = desk.http.request(method, path, headers=headers)
        assert answer.status_code == 403, f"{method} {path}"
    signing = desk.http.post("/api/sign-in", json={"name": "ann", "password": PASSWORD}, headers=headers)
    assert signing.status_code == 403
    assert desk.http.get("/api/me").json()["practice"] == "0.00"


def test_the_cookie_is_for_https_only_where_the_server_is_asked_by_https(desk: Desk) -> None:
    for url, secure in (("http://testserver.local", False), ("https://testserver.local", True)):
        answer = desk.http.post(f"{url}/api/sign-in", json={"name": "ann", "password": PASSWORD})
        assert ("secure" in answer.headers["set-cookie"].lower()) is secure


# How much and how often


class Ticking:
    """Seconds that pass when told."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_burst_is_allowed_and_then_so_many_a_second() -> None:
    clock = Ticking()
    limits = Limits(clock)
    assert not any(limits.wait("ann") for _ in range(int(USUAL.burst)))
    assert limits.wait("ann") == pytest.approx(1 / USUAL.per_second)
    assert limits.wait("bob") == 0
    clock.seconds += 1
    assert not any(limits.wait("ann") for _ in range(int(USUAL.per_second)))
    assert limits.wait("ann") > 0


def test_the_limits_forget_only_those_who_have_all_their_requests_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Ticking()
    limits = Limits(clock)
    for _ in range(int(USUAL.burst)):
        limits.wait("ann")
    clock.seconds += 1
    for number in range(MOST_KEPT + 1):
        limits._left[f"caller {number}"] = (USUAL.burst, clock(), USUAL)
    limits.wait("bob")
    assert len(limits._left) == 2
    assert not all(limits.wait("ann") == 0 for _ in range(int(USUAL.burst)))


def test_too_many_requests_of_a_person_are_turned_away_with_the_time_to_wait(desk: Desk) -> None:
    clock = Ticking()
    desk.http.app.state.limits = Limits(clock)
    for _ in range(int(USUAL.burst)):
        desk.http.app.state.limits.wait("person sue")
    answer = desk.ask("sue", "GET", "/api/me")
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["error"] == "too many requests; wait 1 s"
    assert desk.ask("abe", "GET", "/api/me").status_code == 200
    clock.seconds += 1
    assert desk.ask("sue", "GET", "/api/me").status_code == 200


@pytest.mark.parametrize(
    ("pace", "status", "path", "body"),
    [
        (STRANGERS, 401, "/api/me", None),
        (SIGN_INS, 401, "/api/sign-in", {"name": "zoe", "password": "wrong"}),
    ],
)
def test_too_many_requests_of_an_address_are_turned_away(
    desk: Desk, pace: Pace, status: int, path: str, body: dict[str, str] | None
) -> None:
    desk.http.app.state.limits = Limits(Ticking())
    burst, method = int(pace.burst), "POST" if body else "GET"
    answers = [desk.ask(None, method, path, body).status_code for _ in range(burst + 2)]
    assert answers == [status] * burst + [429] * 2
    assert desk.ask("sue", "GET", "/api/me").status_code == 200, "who is signed in is not held up by strangers"


@pytest.mark.parametrize("extra", [1, 10 * LARGEST_BODY])
def test_long_bodies_are_turned_away(desk: Desk, extra: int) -> None:
    body = b'{"name": "' + b"x" * (LARGEST_BODY + extra) + b'"}'
    answer = desk.http.post("/api/sign-in", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["status"] == 413


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/tables", b"{"),
        ("POST", "/api/people", b'{"name": 5}'),
        ("PATCH", "/api/people/ann", b"[]"),
        ("POST", "/api/tables/t1/commands", b'{"id": "1", "commands": []}'),
        ("GET", "/api/tables/t1/events?first=x", None),
    ],
)
def test_nobody_is_told_what_is_wrong_with_a_request_before_signing_in(
    desk: Desk, method: str, path: str, body: bytes | None
) -> None:
    desk.http.app.state.limits = Limits(Ticking())
    answers = [desk.http.request(method, path, content=body) for _ in range(int(STRANGERS.burst) + 1)]
    assert [answer.status_code for answer in answers] == [401] * int(STRANGERS.burst) + [429]
    assert answers[0].json() == {"status": 401, "error": "sign in first", "refusals": []}
    headers = {**desk.headers("sue"), "Content-Type": "application/json"}
    assert desk.http.request(method, path, content=body, headers=headers).status_code == 422


# Headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 401),
        ("GET", "/api/me", 401),
        ("POST", "/api/sign-in", 422),
        ("GET", "/api/nowhere", 404),
        ("DELETE", "/api/me", 405),
        ("GET", "/api/tables/none", 401),
        ("GET", "/api/schema/openapi.json", 200),
        ("GET", "/api/rulebooks/none", 404),
    ],
)
def test_every_answer_carries_the_security_headers(desk: Desk, method: str, path: str, status: int) -> None:
    answer = desk.http.request(method, path)
    assert answer.status_code == status, answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_a_mistake_of_ours_tells_the_client_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(secret: str) -> None:
        raise RuntimeError(f"broken with {secret}")

    monkeypatch.setattr(desk.office.accounts, "person", broken)
    answer = desk.ask("sue", "GET", "/api/me")
    assert answer.status_code == 500
    assert answer.json() == {
        "status": 500,
        "error": "Something went wrong on the server; its log says what.",
        "refusals": [],
    }
    assert answer.headers["X-Frame-Options"] == "DENY"


# Secrets


def test_no_secret_is_in_the_log_of_a_run_or_in_any_answer_but_the_one_that_gives_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with desk_in(tmp_path) as desk:
        desk.person("sue", "supervisor")
        desk.person("pat", "player", dollars=1000)
        desk.office.accounts.add("ann", PASSWORD, frozenset({Role.PLAYER}))
        signed = desk.http.post("/api/sign-in", json={"name": "ann", "password": PASSWORD}).json()
        desk.secrets["ann"] = signed["token"]
        token = desk.ask("ann", "POST", "/api/me/tokens", {"label": "bot"}).json()["token"]
        answers = _a_run(desk)
        audit = b"".join(desk.office.store.log(0, 10_000)).decode()
        keys = [file.read_bytes() for file in tmp_path.glob("*.key")]
        seeds = re.findall(r'"server_seed":"([0-9a-f]+)"', audit)
    assert len(keys) == 2
    written = "\n".join(record.getMessage() + str(record.__dict__.get("why", "")) for record in caplog.records)
    secrets = [PASSWORD, "a guess", token, *desk.secrets.values(), *(key.hex() for key in keys)]
    for secret in secrets:
        for place in (written, audit, *answers):
            assert secret not in place
    for seed in seeds:
        assert seed not in written


def _a_run(desk: Desk) -> list[str]:
    """Sign-ins, refusals, malformed requests and a round opened; the answers."""
    desk.http.cookies.clear()
    table = {"name": "v1", "rulebook": "ma-criss-cross"}
    asked: list[httpx.Response] = [
        desk.ask(None, "POST", "/api/sign-in", {"name": "ann", "password": "a guess"}),
        desk.ask(None, "POST", "/api/sign-in", {"name": "ann", "password": ["a guess"]}),
        desk.ask(None, "POST", "/api/sign-in", {"name": "ann", "pass": "a guess"}),
        desk.ask("ann", "POST", "/api/people", {"name": "x", "password": "a guess", "roles": []}),
        desk.ask("ann", "POST", "/api/me/password", {"old": "a guess", "new": "a guess"}),
        desk.ask("ann", "GET", "/api/balances"),
        desk.ask("sue", "POST", "/api/tables", table),
        desk.tell("pat", "v1", command("sit", seat=1)),
        desk.tell("pat", "v1", command("sit", seat=2)),
        desk.ask("pat", "GET", "/api/tables/v1/events?first=0"),
        desk.ask("pat", "GET", "/api/tables"),
        desk.ask("sue", "GET", "/api/audit/log"),
    ]
    assert [answer.status_code for answer in asked] == [401, 422, 422, 403, 401, 403, 201, 200, 409, 200, 200, 403]
    return [answer.text for answer in asked]


# A process of its own, as it is served


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The address of a server that runs."""
    command = ["serve", "--no-demo", "--no-warm", "--port", "0", "--data", str(folder), *options]
    with subprocess.Popen(
        [sys.executable, "-c", "from pitboss.cli import main; main()", *command], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield next(line.split()[-1] for line in server.stdout if line.startswith("Pitboss is at"))
        finally:
            server.terminate()


def statuses(http: httpx.Client, address: str, count: int) -> list[int]:
    """What a stranger is answered who says that a proxy had them from an address."""
    return [http.get("/api/me", headers={"X-Forwarded-For": address}).status_code for _ in range(count)]


@pytest.mark.parametrize(("options", "believed"), [((), False), (("--proxy-headers", "127.0.0.1"), True)])
def test_an_address_is_taken_from_a_proxy_only_where_that_was_asked_for(
    tmp_path: Path, options: tuple[str, ...], believed: bool
) -> None:
    with serving(tmp_path, *options) as url, httpx.Client(base_url=url) as http:
        assert any(statuses(http, "192.0.2.1", 1) == [429] for _ in range(1000))
        assert (429 in statuses(http, "192.0.2.2", 60)) is not believed


def _send_and_wait(stream: ClientConnection, text: str) -> None:
    """The stream may end while a long frame is still being sent."""
    stream.send(text)
    stream.recv(timeout=10)


def test_a_frame_too_long_is_refused_and_one_far_too_long_ends_the_stream_and_nothing_else(tmp_path: Path) -> None:
    with serving(tmp_path) as url, httpx.Client(base_url=url) as http:
        headers = {"Authorization": f"Bearer {http.post('/api/guest').json()['token']}"}
        table = {"name": "own", "rulebook": "ma-crazy-4", "practice": True}
        assert http.post("/api/tables", json=table, headers=headers).status_code == 201
        for length, code in ((LARGEST_BODY, 422), (LARGEST_BODY + 1, 413), (20 * LARGEST_BODY, 1009)):
            address = f"{url.replace('http', 'ws', 1)}/api/tables/own/stream"
            with connect(address, additional_headers=headers) as stream:
                assert msgspec.json.decode(stream.recv())["type"] == "snapshot"
                if code < 1000:
                    stream.send("x" * length)
                    refused = msgspec.json.decode(stream.recv(timeout=10))
                    assert (refused["type"], refused["id"], refused["status"]) == ("refused", None, code)
                    assert stream.ping().wait(10)
                    continue
                with pytest.raises(ConnectionClosedError) as closed:
                    _send_and_wait(stream, "x" * length)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == code
        assert http.get("/healthz").status_code == 200
