"""People: passwords, sessions that end, lockout, tokens, roles that change at once, and the log of all of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher
from litestar.exceptions import WebSocketDisconnect

from pitboss.server.http import doorkeeper as doorkeeping
from pitboss.server.office import ADMINISTRATOR
from pitboss.server.people import accounts as people
from pitboss.server.people.accounts import SESSION_SECONDS, digest
from pitboss.server.people.permissions import Role
from pitboss.server.people.tries import LOCKED_SECONDS, LONGEST_LOCK, MOST_FAILURES
from pitboss.store import Commit, schema
from server.desk import Desk, Json, command, desk_in, quick_hashes

PASSWORD = "correct horse battery"
OTHER = "another good password"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A server with ann, whose password is known; hashes are quick here, and streams looked after often."""
    monkeypatch.setattr(doorkeeping, "RECHECK_SECONDS", 0.02)
    with quick_hashes(), desk_in(tmp_path) as opened:
        opened.person("abe", "administrator")
        opened.office.accounts.add("ann", PASSWORD, frozenset({Role.PLAYER}))
        yield opened


def sign_in(desk: Desk, name: str = "ann", password: str = PASSWORD) -> Any:
    """The answer to a sign-in; a session that begins is kept."""
    answer = desk.http.post("/api/sign-in", json={"name": name, "password": password})
    desk.http.cookies.clear()
    if answer.status_code == 200:
        desk.secrets[name] = answer.json()["token"]
    return answer


def me(desk: Desk, who: str = "ann") -> int:
    """With what status someone is told who they are."""
    status: int = desk.ask(who, "GET", "/api/me").status_code
    return status


def log(desk: Desk, stream: str) -> list[Json]:
    """The entries of one stream of the audit log."""
    desk.office.store.append(Commit(client="test", command=f"log {desk.clock()} {stream}"))
    entries = [msgspec.json.decode(text) for text in desk.office.store.log(0, 10_000)]
    return [entry for entry in entries if entry["stream"] == stream]


# Passwords


def test_passwords_are_hashed_with_argon2id_at_the_usual_cost() -> None:
    hashed = people.hash_of(PASSWORD)
    assert hashed.startswith("$argon2id$")
    assert PasswordHasher().check_needs_rehash(hashed) is False
    assert PASSWORD not in hashed


def test_names_and_passwords_that_will_not_do(desk: Desk) -> None:
    names = [("the name", name) for name in ("Jo", "j", "guest-jo", "system", "jo jo")]
    for where, name in (("the password", "jo"), ("the users", "ann"), *names):
        password = "short" if where == "the password" else PASSWORD
        answer = desk.ask("abe", "POST", "/api/people", {"name": name, "password": password, "roles": []})
        assert answer.status_code == 422
        assert answer.json()["refusals"][0]["where"] == where
        assert password not in answer.text


def test_the_first_administrator_gets_a_password_once(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        password = desk.office.first_administrator()
        assert password
        assert desk.office.first_administrator() is None
        assert sign_in(desk, ADMINISTRATOR, password).status_code == 200
        assert desk.ask(ADMINISTRATOR, "GET", "/api/people").status_code == 403  # whoever reads the journal knows it
        changed = desk.ask(ADMINISTRATOR, "POST", "/api/me/password", {"old": password, "new": OTHER})
        assert changed.status_code == 200
        assert sign_in(desk, ADMINISTRATOR, OTHER).status_code == 200
        assert desk.get(ADMINISTRATOR, "/api/me")["roles"] == ["administrator"]
        assert desk.ask(ADMINISTRATOR, "GET", "/api/people").status_code == 200


def test_ones_own_password_is_changed_with_the_old_one_and_everything_else_is_signed_out(desk: Desk) -> None:
    sign_in(desk)
    token = desk.ask("ann", "POST", "/api/me/tokens", {"label": "bot"}).json()["token"]
    before = desk.secrets["ann"]
    wrong = desk.ask("ann", "POST", "/api/me/password", {"old": OTHER, "new": OTHER})
    assert wrong.status_code == 401
    short = desk.ask("ann", "POST", "/api/me/password", {"old": PASSWORD, "new": "short"})
    assert short.status_code == 422
    assert me(desk) == 200
    changed = desk.ask("ann", "POST", "/api/me/password", {"old": PASSWORD, "new": OTHER})
    desk.http.cookies.clear()
    assert changed.status_code == 200
    for secret in (before, token):
        desk.secrets["ann"] = secret
        assert me(desk) == 401
    desk.secrets["ann"] = changed.json()["token"]
    assert me(desk) == 200
    assert sign_in(desk).status_code == 401
    assert sign_in(desk, password=OTHER).status_code == 200


def test_an_administrator_gives_someone_another_password(desk: Desk) -> None:
    sign_in(desk)
    assert desk.ask("abe", "PATCH", "/api/people/ann", {"password": OTHER}).status_code == 200
    assert me(desk) == 401
    assert sign_in(desk).status_code == 401
    assert sign_in(desk, password=OTHER).status_code == 200


def test_an_unknown_name_takes_the_same_work_and_gets_the_same_answer(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []

    def matches(hashed: str, password: str) -> bool:
        checked.append(hashed)
        return False

    monkeypatch.setattr(people, "_matches", matches)
    answers = [sign_in(desk, name) for name in ("ann", "nobody-like-that")]
    assert len(checked) == 2
    assert all(hashed.startswith("$argon2id$") for hashed in checked)
    assert answers[0].status_code == answers[1].status_code == 401
    assert answers[0].content == answers[1].content


# Sessions and tokens


def test_a_session_ends_after_twelve_hours(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "IDLE_SECONDS", SESSION_SECONDS)
    assert SESSION_SECONDS == 12 * 3600
    sign_in(desk)
    desk.clock.seconds += SESSION_SECONDS - 1
    assert me(desk) == 200
    desk.clock.seconds += 1
    assert me(desk) == 401


def test_signing_out_ends_one_session_and_leaves_the_others(desk: Desk) -> None:
    sign_in(desk)
    first = desk.secrets["ann"]
    sign_in(desk)
    assert desk.ask("ann", "POST", "/api/sign-out").status_code == 204
    assert me(desk) == 401
    desk.secrets["ann"] = first
    assert me(desk) == 200


def test_an_api_token_lasts_until_it_is_signed_out_or_revoked(desk: Desk) -> None:
    sign_in(desk)
    tokens = [desk.ask("ann", "POST", "/api/me/tokens", {"label": "bot"}).json()["token"] for _ in range(2)]
    desk.clock.seconds += 10 * SESSION_SECONDS
    assert me(desk) == 401
    desk.secrets["ann"] = tokens[0]
    assert me(desk) == 200
    assert desk.ask("ann", "POST", "/api/sign-out").status_code == 204
    assert me(desk) == 401
    desk.secrets["ann"] = tokens[1]
    assert me(desk) == 200
    desk.office.store.people.open_session(digest("abe again"), "abe", 0, 2**40)
    desk.secrets["abe"] = "abe again"
    assert desk.ask("abe", "DELETE", "/api/people/ann/sessions").status_code == 204
    assert me(desk) == 401


def test_a_cookie_signs_a_browser_in_and_scripts_cannot_read_it(desk: Desk) -> None:
    answer = desk.http.post("/api/sign-in", json={"name": "ann", "password": PASSWORD})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/api" in cookie
    assert desk.http.get("/api/me").json()["name"] == "ann"
    desk.http.cookies.clear()
    assert desk.http.get("/api/me").status_code == 401


def test_sessions_long_over_and_old_failures_are_forgotten(desk: Desk) -> None:
    sign_in(desk)
    sign_in(desk, password="wrong")
    desk.clock.seconds += SESSION_SECONDS + LONGEST_LOCK + 1
    sign_in(desk)
    desk.office.accounts.prune()
    with desk.office.store.people.reading() as connection:
        kept = connection.execute(schema.sessions.select()).all()
        failures = connection.execute(schema.failures.select()).all()
    assert sorted(row.user_id for row in kept) == ["ann"]
    assert failures == []
    assert me(desk) == 200


# Lockout


def test_after_five_failures_each_more_has_to_wait_longer(desk: Desk) -> None:
    assert (MOST_FAILURES, LOCKED_SECONDS) == (5, 60)
    for _ in range(5):
        assert sign_in(desk, password="wrong").status_code == 401
    for wait in (60, 120, 240):
        desk.clock.seconds += wait - 1
        assert sign_in(desk).status_code == 401, "tries while it is locked do not make it longer"
        desk.clock.seconds += 1
        assert sign_in(desk, password="wrong").status_code == 401
    desk.clock.seconds += 480
    assert sign_in(desk).status_code == 200
    entries = [entry["payload"]["locked"] for entry in log(desk, "sign-ins")]
    assert entries == [False] * 5 + [True, False] * 3 + [False]


def test_a_good_sign_in_clears_the_count(desk: Desk) -> None:
    for _ in range(2):
        for _ in range(4):
            sign_in(desk, password="wrong")
        assert sign_in(desk).status_code == 200


# Shut out, and other roles


def test_a_disabled_account_is_out_at_once_and_back_when_let_in(desk: Desk) -> None:
    sign_in(desk)
    assert desk.ask("abe", "PATCH", "/api/people/ann", {"disabled": True}).json()["disabled"] is True
    assert me(desk) == 401
    assert sign_in(desk).status_code == 401
    desk.ask("abe", "PATCH", "/api/people/ann", {"disabled": False})
    assert me(desk) == 401, "the old session stays ended"
    assert sign_in(desk).status_code == 200


def test_other_roles_hold_at_once_in_sessions_that_are_open(desk: Desk) -> None:
    sign_in(desk)
    assert desk.ask("ann", "GET", "/api/balances").status_code == 403
    changed = desk.ask("abe", "PATCH", "/api/people/ann", {"roles": ["floorperson"]})
    assert changed.json()["roles"] == ["floorperson"]
    assert desk.ask("ann", "GET", "/api/balances").status_code == 200
    desk.ask("abe", "PATCH", "/api/people/ann", {"roles": []})
    assert desk.ask("ann", "GET", "/api/balances").status_code == 403


@pytest.mark.parametrize("change", [{"disabled": True}, {"password": OTHER}, None])
def test_whoever_is_signed_out_is_sent_nothing_more_on_an_open_stream(desk: Desk, change: Json | None) -> None:
    sign_in(desk)
    desk.person("sue", "supervisor")
    desk.person("pat", "player", dollars=100)
    desk.open("sue", "t1", "ma-crazy-4")
    with desk.http.websocket_connect("/api/tables/t1/stream", headers=desk.headers("ann")) as stream:
        assert stream.receive_json()["type"] == "snapshot"
        if change is None:
            desk.ask("abe", "DELETE", "/api/people/ann/sessions")
        else:
            desk.ask("abe", "PATCH", "/api/people/ann", change)
        with pytest.raises(WebSocketDisconnect) as closed:
            stream.receive_json()
        assert closed.value.code == 1008
    desk.do("pat", "t1", command("sit", seat=1))


def test_whoever_has_a_stream_open_is_not_looked_up_for_each_command(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = [0.0]
    store, now = desk.office.store, desk.office.accounts._now
    here, there = (people.Accounts(store.people, now, lambda _: None, lambda: passed[0]) for _ in range(2))
    secrets = [here.sign_in("ann", PASSWORD) for _ in range(2)]
    assert here.confirm([*secrets, "nobody's"]) == set(secrets)
    with monkeypatch.context() as patch:
        patch.setattr(store.people, "holder", None)
        assert all(here.person(secret) == people.Person("ann", frozenset({"player"})) for secret in secrets)
    here.sign_out(secrets[0])
    assert here.person(secrets[0]) is None  # what this process changes holds at once
    assert here.confirm(secrets) == {secrets[1]}
    there.revoke("ann", "abe")
    assert here.person(secrets[1]) is not None  # what another one changes, when next it is looked up
    passed[0] += people.TRUSTED_SECONDS
    assert here.person(secrets[1]) is None
    assert here.confirm(secrets) == set()


def test_a_session_that_was_confirmed_still_ends_on_time(desk: Desk) -> None:
    accounts = people.Accounts(desk.office.store.people, desk.office.accounts._now, lambda _: None, lambda: 0.0)
    secret = accounts.sign_in("ann", PASSWORD)
    accounts.confirm([secret])
    assert accounts.person(secret) is not None
    desk.clock.seconds += SESSION_SECONDS
    assert accounts.person(secret) is None


def test_what_is_read_while_somebody_is_shut_out_is_not_trusted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = people.Accounts(desk.office.store.people, desk.office.accounts._now, lambda _: None, lambda: 0.0)
    secret = accounts.sign_in("ann", PASSWORD)
    read = desk.office.store.people.holders

    def late(tokens: list[bytes]) -> object:
        found = read(tokens)
        accounts.revoke("ann", "abe")  # between the reading and its use
        return found

    monkeypatch.setattr(desk.office.store.people, "holders", late)
    accounts.confirm([secret])
    assert accounts.person(secret) is None


def test_the_last_administrator_stays(desk: Desk) -> None:
    changes: list[Json] = [{"roles": []}, {"disabled": True}, {"roles": ["administrator"], "disabled": True}]
    for change in changes:
        refused = desk.ask("abe", "PATCH", "/api/people/abe", change)
        assert refused.status_code == 422
        assert refused.json()["refusals"][0]["allowed"] == "at least one administrator"
        assert desk.get("abe", "/api/me")["roles"] == ["administrator"]
    desk.ask("abe", "PATCH", "/api/people/ann", {"roles": ["administrator"]})
    assert desk.ask("abe", "PATCH", "/api/people/abe", {"roles": []}).status_code == 200
    sign_in(desk)
    assert desk.ask("ann", "PATCH", "/api/people/ann", {"disabled": True}).status_code == 422


def test_somebody_unknown_cannot_be_changed(desk: Desk) -> None:
    assert desk.ask("abe", "PATCH", "/api/people/zoe", {"disabled": True}).status_code == 404
    assert desk.ask("abe", "DELETE", "/api/people/zoe/sessions").status_code == 404


# The log


def test_everything_about_people_is_in_the_log_with_who_did_it_and_without_secrets(desk: Desk) -> None:
    sign_in(desk)
    sign_in(desk, password="a wrong password")
    token = desk.ask("ann", "POST", "/api/me/tokens", {"label": "bot"}).json()["token"]
    desk.ask("abe", "PATCH", "/api/people/ann", {"roles": ["dealer"], "disabled": True, "password": OTHER})
    desk.ask("abe", "DELETE", "/api/people/ann/sessions")
    told = [(entry["actor"], entry["payload"]) for entry in log(desk, "people")]
    assert told == [
        ("system", {"person": "abe", "roles": ["administrator"], "new": True}),
        ("system", {"person": "ann", "roles": ["player"], "new": True}),
        ("ann", {"person": "ann", "token": "bot", "scope": "everything", "expires": None}),
        ("abe", {"person": "ann", "roles": ["dealer"], "disabled": True, "password": "changed"}),
        ("abe", {"person": "ann", "signed_out": True}),
    ]
    written = b"".join(desk.office.store.log(0, 10_000))
    for secret in (PASSWORD, OTHER, "a wrong password", token, desk.secrets["abe"]):
        assert secret.encode() not in written


def test_what_is_denied_outside_tables_is_in_the_log(desk: Desk) -> None:
    sign_in(desk)
    desk.ask("ann", "GET", "/api/people")
    desk.ask(None, "GET", "/api/people")
    told = [(entry["actor"], entry["payload"]["where"]) for entry in log(desk, "refusals")]
    assert told == [("ann", "manage people and roles"), ("nobody", "GET /api/people")]
