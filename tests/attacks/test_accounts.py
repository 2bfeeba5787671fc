"""Who guesses passwords, keeps given ones, steals tokens or leaves a session open."""

import base64
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.books.table_spec import Clock
from pitboss.server.people.accounts import IDLE_SECONDS, SignInFailed
from pitboss.server.people.permissions import Role
from pitboss.server.people.second_factor import number_at
from pitboss.server.people.tries import MOST_FAILURES, MOST_OF_ADDRESS
from server.desk import Desk, command, desk_in, quick_hashes

PASSWORD = "correct horse battery"
OTHER = "another good password"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with quick_hashes(), desk_in(tmp_path) as opened:
        opened.person("abe", "administrator")
        opened.office.accounts.add("admin", PASSWORD, frozenset({Role.ADMINISTRATOR}))
        opened.office.accounts.add("ann", PASSWORD, frozenset({Role.PLAYER}))
        yield opened


def test_strangers_elsewhere_lock_nobody_out(desk: Desk) -> None:
    accounts = desk.office.accounts
    for number in range(40):
        with pytest.raises(SignInFailed):
            accounts.sign_in("admin", "wrong", f"10.0.0.{number % 4}")
    assert accounts.sign_in("admin", PASSWORD, "10.1.1.1")
    with pytest.raises(SignInFailed):
        accounts.sign_in("admin", PASSWORD, "10.0.0.1")


def test_guesses_made_at_the_same_moment_count(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[bool] = []
    tries = desk.office.accounts._tries
    locked = tries.locked

    def noting(keys: Mapping[str, int]) -> bool:
        looked_at.append(found := locked(keys))
        return found

    monkeypatch.setattr(tries, "locked", noting)

    def guess(number: int) -> None:
        with pytest.raises(SignInFailed):
            desk.office.accounts.sign_in("ann", f"guess {number}", "10.0.0.1")

    with ThreadPoolExecutor(16) as at_once:
        list(at_once.map(guess, range(48)))
    assert looked_at.count(False) <= MOST_FAILURES + 1


def test_one_address_does_not_try_every_name(desk: Desk) -> None:
    for number in range(MOST_OF_ADDRESS):
        with pytest.raises(SignInFailed):
            desk.office.accounts.sign_in(f"name-{number}", "wrong", "10.0.0.1")
    with pytest.raises(SignInFailed):
        desk.office.accounts.sign_in("ann", PASSWORD, "10.0.0.1")


def test_strangers_at_the_same_address_lock_nobody_out_who_signed_in_there_before(desk: Desk) -> None:
    """Behind one router of a casino: a guest tries passwords of anybody's, without end."""
    http, signing_in = desk.http, {"name": "admin", "password": PASSWORD}
    assert http.post("/api/sign-in", json=signing_in).status_code == 200
    marks = {name: kept for name, kept in http.cookies.items() if name.startswith("pitboss_device_")}
    assert len(marks) == 1
    http.cookies.clear()
    for number in range(MOST_OF_ADDRESS + 10):
        http.post("/api/sign-in", json={"name": ("admin", f"name-{number}")[number % 2], "password": "wrong"})
    assert http.post("/api/sign-in", json=signing_in).status_code == 401, "from a browser that is not known"
    mark = {"Cookie": "; ".join(f"{name}={kept}" for name, kept in marks.items())}
    for _ in range(2):
        assert http.post("/api/sign-in", json=signing_in, headers=mark).status_code == 200
    http.cookies.clear()
    wrong = {**signing_in, "password": "wrong"}
    told = [http.post("/api/sign-in", json=wrong, headers=mark).status_code for _ in range(MOST_FAILURES)]
    assert told == [401] * MOST_FAILURES
    assert http.post("/api/sign-in", json=signing_in, headers=mark).status_code == 401, (
        "who has stolen it guesses no more"
    )
    desk.office.accounts.change("admin", "abe", password=OTHER)
    assert desk.office.accounts.device_of("admin") not in marks.values(), "it is good for the old password only"


def test_a_given_password_opens_nothing_but_its_own_change(desk: Desk) -> None:
    desk.ask("abe", "POST", "/api/people", {"name": "sue", "password": PASSWORD, "roles": ["supervisor"]})
    desk.secrets["sue"] = desk.office.accounts.sign_in("sue", PASSWORD)
    assert desk.get("sue", "/api/me")["must_change"] is True
    assert desk.ask("sue", "GET", "/api/tables").status_code == 403
    changed = desk.ask("sue", "POST", "/api/me/password", {"old": PASSWORD, "new": OTHER})
    desk.http.cookies.clear()
    desk.secrets["sue"] = changed.json()["token"]
    assert desk.ask("sue", "GET", "/api/tables").status_code == 200


@pytest.mark.parametrize(
    ("seconds", "number"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
    ],
)
def test_numbers_are_those_of_the_standard(seconds: int, number: str) -> None:
    """RFC 6238, appendix B, with SHA-1."""
    assert number_at(b"12345678901234567890", seconds // 30, digits=8) == number


def test_one_is_told_when_one_signed_in_the_time_before(desk: Desk) -> None:
    """So that whoever else signed in with the password is noticed."""
    signed_in = []
    for wait in (0, 500, 700):
        desk.clock.seconds += wait
        signed_in.append(int(desk.clock()))
        session = desk.http.post("/api/sign-in", json={"name": "ann", "password": PASSWORD}).json()["token"]
        me = desk.http.get("/api/me", headers={"Authorization": f"Bearer {session}"}).json()
        assert me["last_sign_in"] == ([0, *signed_in][-2])


def test_who_has_a_second_factor_needs_it_and_each_number_is_good_once(desk: Desk) -> None:
    desk.secrets["ann"] = desk.office.accounts.sign_in("ann", PASSWORD)
    secret = desk.ask("ann", "POST", "/api/me/second-factor").json()["secret"]

    def number() -> str:
        return number_at(base64.b32decode(secret), int(desk.clock()) // 30)

    wrong = desk.ask("ann", "PUT", "/api/me/second-factor", {"secret": secret, "number": "000000"})
    assert wrong.status_code == 422
    assert desk.ask("ann", "PUT", "/api/me/second-factor", {"secret": secret, "number": number()}).status_code == 204
    desk.clock.seconds += 60
    sign_in = desk.office.accounts.sign_in
    with pytest.raises(SignInFailed):
        sign_in("ann", PASSWORD, "10.0.0.1")
    told = number()
    assert sign_in("ann", PASSWORD, "10.0.0.1", told)
    with pytest.raises(SignInFailed):
        sign_in("ann", PASSWORD, "10.0.0.2", told)
    assert desk.ask("abe", "DELETE", "/api/people/ann/second-factor").status_code == 204
    assert sign_in("ann", PASSWORD, "10.0.0.3")


def test_tokens_have_a_scope_an_end_and_a_list(desk: Desk) -> None:
    desk.secrets["ann"] = desk.office.accounts.sign_in("ann", PASSWORD)
    asked = {"label": "reader", "scope": "read", "days": 1}
    desk.secrets["bot"] = desk.ask("ann", "POST", "/api/me/tokens", asked).json()["token"]
    assert desk.ask("bot", "GET", "/api/me").status_code == 200
    assert desk.ask("bot", "POST", "/api/me/play-money").status_code == 403
    desk.office.open_demo(Clock())
    assert desk.tell("bot", "demo-ma-crazy-4", command("sit", seat=1)).status_code == 403
    (shown,) = desk.get("ann", "/api/me/tokens")
    assert (shown["label"], shown["scope"], shown["revoked_at"]) == ("reader", "read", None)
    assert desk.secrets["bot"] not in str(shown)
    desk.clock.seconds += 86_400
    assert desk.ask("bot", "GET", "/api/me").status_code == 401
    desk.secrets["ann"] = desk.office.accounts.sign_in("ann", PASSWORD)
    lasting = desk.ask("ann", "POST", "/api/me/tokens", {"label": "lasting"}).json()["token"]
    desk.secrets["bot"] = lasting
    id = desk.get("ann", "/api/me/tokens")[0]["id"]
    assert desk.ask("ann", "DELETE", f"/api/me/tokens/{id}").status_code == 204
    assert desk.ask("bot", "GET", "/api/me").status_code == 401


def test_a_session_that_nobody_uses_ends(desk: Desk) -> None:
    desk.secrets["ann"] = desk.office.accounts.sign_in("ann", PASSWORD)
    for _ in range(3):
        desk.clock.seconds += IDLE_SECONDS - 100
        assert desk.ask("ann", "GET", "/api/me").status_code == 200, "each use begins it anew"
    desk.clock.seconds += IDLE_SECONDS + 1
    assert desk.ask("ann", "GET", "/api/me").status_code == 401


def test_an_administrator_who_is_locked_out_is_let_in_on_the_machine_itself(desk: Desk) -> None:
    accounts = desk.office.accounts
    for number in range(MOST_OF_ADDRESS + MOST_FAILURES + 1):
        with pytest.raises(SignInFailed):
            accounts.sign_in("admin" if number <= MOST_FAILURES else f"name-{number}", "wrong", "10.0.0.1")
    accounts.reset("admin", OTHER, Role.ADMINISTRATOR)
    desk.secrets["admin"] = accounts.sign_in("admin", OTHER, "10.0.0.1")
    assert desk.get("admin", "/api/me")["must_change"] is True
