"""Duty of care over HTTP and the stream: choices, an exclusion that nobody undoes, last log-on, statement of play."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import Connection, Executable, delete, update

from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.server.http import doorkeeper as doorkeeping
from pitboss.server.people import accounts as people
from pitboss.server.people import care as caring
from pitboss.server.people.permissions import Role
from pitboss.store import open_store, schema
from server.desk import Desk, Json, command, desk_in, quick_hashes
from store.postgresql import Server

PASSWORD = "correct horse battery"
DAY = 86_400


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A server with ann, who has a password and a thousand dollars, and staff; streams are looked after often."""
    for module, name in ((doorkeeping, "RECHECK_SECONDS"), (people, "TRUSTED_SECONDS"), (caring, "TRUSTED_SECONDS")):
        monkeypatch.setattr(module, name, 0.02)
    with quick_hashes(), desk_in(tmp_path) as opened:
        for name, role in (("abe", "administrator"), ("flo", "floorperson"), ("sue", "supervisor"), ("aud", "auditor")):
            opened.person(name, role)
        opened.office.accounts.add("ann", PASSWORD, frozenset({Role.PLAYER}))
        opened.secrets["ann"] = sign_in(opened).json()["token"]
        opened.office.move_money("cage", "ann", Amount(1000_00), True, "buy")
        yield opened


def sign_in(desk: Desk, password: str = PASSWORD) -> Any:
    answer = desk.http.post("/api/sign-in", json={"name": "ann", "password": password})
    desk.http.cookies.clear()
    return answer


def limit(desk: Desk, **choice: Any) -> Json:
    answer = desk.ask("ann", "PUT", "/api/me/care/limits", choice)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def virtual(desk: Desk, table: str = "t1") -> None:
    body = {"name": table, "rulebook": "ma-criss-cross", "cards": "virtual", "practice": False}
    assert desk.ask("sue", "POST", "/api/tables", body).status_code == 201


def exclude(desk: Desk, days: int | None = None) -> None:
    answer = desk.ask("ann", "POST", "/api/me/care/exclusion", {"name": "ann", "days": days})
    assert answer.status_code == 204, answer.text


def all_told(socket: Any) -> None:
    """Reads on until the stream is closed."""
    while True:
        socket.receive_json(timeout=5)


def test_limits_are_shown_as_they_are_and_as_they_will_be(desk: Desk) -> None:
    limit(desk, limit="loss-day", amount="100")
    shown = limit(desk, limit="loss-day", amount="300")["real"]["limits"]
    now = int(desk.clock())
    assert shown == [
        {
            "limit": "loss-day",
            "amount": "100.00",
            "minutes": None,
            "later": True,
            "later_amount": "300.00",
            "later_minutes": None,
            "later_at": now + DAY,
        }
    ]
    desk.clock.seconds += DAY
    desk.secrets["ann"] = sign_in(desk).json()["token"]
    (after,) = desk.get("ann", "/api/me/care")["real"]["limits"]
    assert (after["amount"], after["later"]) == ("300.00", False)
    assert limit(desk, limit="time-session", minutes=90)["real"]["limits"][1]["minutes"] == 90


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ({"limit": "loss-day", "minutes": 5}, "an amount"),
        ({"limit": "time-day", "amount": "5"}, "minutes"),
        ({"limit": "loss-day", "amount": "0"}, "A limit must be above zero"),
        ({"limit": "loss-day", "amount": "-5"}, "A limit must be above zero"),
        ({"limit": "luck"}, "luck"),
    ],
)
def test_a_limit_that_will_not_do_is_refused_in_one_line(desk: Desk, choice: Json, says: str) -> None:
    answer = desk.ask("ann", "PUT", "/api/me/care/limits", choice)
    assert answer.status_code == 422
    assert says in answer.json()["error"]


def test_play_money_has_limits_of_its_own(desk: Desk) -> None:
    limit(desk, limit="deposit-day", amount="10", practice=True)
    answer = desk.ask("ann", "POST", "/api/me/play-money")
    assert answer.status_code == 422
    assert "own limit on what is bought in a day" in answer.json()["error"]
    assert desk.get("ann", "/api/me/care")["real"]["limits"] == []


def test_who_is_excluded_is_out_of_everything_at_once_and_the_cage_pays_out(desk: Desk) -> None:
    virtual(desk)
    token = desk.ask("ann", "POST", "/api/me/tokens", {"label": "robot"}).json()["token"]
    desk.secrets["robot"] = token
    with desk.http.websocket_connect("/api/tables/t1/stream", headers=desk.headers("robot")) as socket:
        socket.receive_json()
        desk.do("ann", "t1", command("sit", seat=1))
        exclude(desk, 365)
        with pytest.raises(WebSocketDisconnect):
            all_told(socket)
    assert desk.office.room.live("t1").table.seats == {}
    for who in ("ann", "robot"):
        assert desk.ask(who, "GET", "/api/me").status_code == 401
        assert desk.tell(who, "t1", command("sit", seat=1)).status_code == 401
    answer = sign_in(desk)
    assert (answer.status_code, answer.json()["error"]) == (403, people.EXCLUDED)
    assert sign_in(desk, "wrong password here").status_code == 401, "a stranger is not told"
    move = {"player": "ann", "amount": "1000"}
    assert desk.ask("flo", "POST", "/api/buy-ins", {"id": "1", **move}).status_code == 422
    assert desk.ask("flo", "POST", "/api/cash-outs", {"id": "2", **move}).status_code == 200


def test_no_staff_ends_an_exclusion_by_any_means_they_have(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    exclude(desk, 365)
    changes: list[Json] = [
        {"disabled": False},
        {"roles": ["player"]},
        {"roles": []},
        {"roles": ["player"], "password": "another good password"},
    ]
    for change in changes:
        assert desk.ask("abe", "PATCH", "/api/people/ann", change).status_code == 200
        assert sign_in(desk, "another good password").status_code in (401, 403)
    again = {"name": "ann", "password": "another good password", "roles": ["player"]}
    assert desk.ask("abe", "POST", "/api/people", again).status_code == 422, "the name is taken"
    renamed = desk.ask("abe", "PATCH", "/api/people/ann", {"name": "anna"})
    assert renamed.status_code == 422, "nobody is renamed"
    desk.office.accounts.reset("ann", "yet another password", Role.PLAYER)  # on the machine itself
    assert sign_in(desk, "yet another password").status_code == 403
    for who in ("abe", "sue", "aud", "flo"):
        for method in ("DELETE", "PUT", "PATCH", "POST"):
            assert desk.ask(who, method, "/api/players/ann/care", {}).status_code == 405
    desk.clock.seconds += 365 * DAY - 1
    assert sign_in(desk, "yet another password").status_code == 403
    desk.clock.seconds += 1
    assert sign_in(desk, "yet another password").status_code == 200, "it ends when it was to end"


def test_a_member_of_the_staff_who_excludes_himself_works_on_and_plays_no_more(desk: Desk) -> None:
    desk.person("deb", "dealer", "player")
    virtual(desk)
    assert desk.ask("deb", "POST", "/api/me/care/exclusion", {"name": "deb"}).status_code == 204
    token = "d" * 32
    desk.office.store.people.add_token(people.digest(token), "deb", "desk", 0, 10**9)
    desk.secrets["deb"] = token
    assert desk.get("deb", "/api/me")["roles"] == ["dealer"]
    assert desk.tell("deb", "t1", command("sit", seat=1)).status_code == 403


def _execute(change: Executable, connection: Connection) -> None:
    connection.execute(change)


def test_the_database_itself_keeps_an_exclusion(desk: Desk, tmp_path: Path, postgresql: Server) -> None:
    for url in (f"sqlite:///{tmp_path / 'other.db'}", postgresql.create_place()):
        with open_store(url) as store:
            caring.exclude(store, "ann", None, 0)
            caring.choose_check(store, "bob", False, 30, 0)
            shorter = update(schema.care).values(excluded_until=0)
            for change in (
                shorter,
                delete(schema.care),
                update(schema.care).values(name="anna", excluded_until=10**12),
            ):
                with pytest.raises(Exception, match="never shortened"):
                    store._change(partial(_execute, change))
            store.forget_care("bob")
            assert store.care("ann").care.excluded_at(10**11)


def test_an_exclusion_needs_ones_own_name_and_guests_have_none(desk: Desk) -> None:
    answer = desk.ask("ann", "POST", "/api/me/care/exclusion", {"name": "bob"})
    assert answer.status_code == 422
    answer = desk.ask("ann", "POST", "/api/me/care/exclusion", {"name": "ann", "days": 30})
    assert "180 to 3650 days" in answer.json()["error"]
    with pytest.raises(Refused, match="Only a player with an account"):
        caring.exclude(desk.office.store, "guest-1", None, 0)
    assert sign_in(desk).status_code == 200


def test_the_last_log_on_is_shown_with_the_one_before(desk: Desk) -> None:
    first = int(desk.clock())
    desk.clock.seconds += 500
    assert sign_in(desk).status_code == 200
    assert sign_in(desk, "wrong password here").status_code == 401
    shown = desk.get("ann", "/api/me/care")
    assert (shown["last_log_on"], shown["log_on_before"]) == (first + 500, first)


def test_a_statement_adds_up_and_its_columns_are_those_of_the_player(desk: Desk) -> None:
    virtual(desk)
    desk.do("ann", "t1", command("sit", seat=1))
    five = {"command": "set-wagers", "seat": 1, "wagers": {"ante_across": "5", "ante_down": "5"}}
    ten = {"command": "set-wagers", "seat": 1, "wagers": {"ante_across": "10", "ante_down": "10"}}
    desk.do("ann", "t1", ten)
    desk.do("ann", "t1", five, command("ready"))
    desk.do("ann", "t1", {"command": "play", "action": {"action": "fold", "seat": 1}})
    desk.clock.seconds += DAY
    desk.secrets["ann"] = sign_in(desk).json()["token"]
    desk.office.move_money("cage", "ann", Amount(90_00), False, "cash")
    found = desk.get("ann", "/api/me/statement")
    days = [
        {name: day[name] for name in ("bought", "cashed", "wagered", "returned", "result", "rounds")}
        for day in found["days"]
    ]
    assert days == [
        {
            "bought": "1000.00",
            "cashed": "0.00",
            "wagered": "10.00",
            "returned": "0.00",
            "result": "-10.00",
            "rounds": 1,
        },
        {"bought": "0.00", "cashed": "90.00", "wagered": "0.00", "returned": "0.00", "result": "0.00", "rounds": 0},
    ]
    assert (found["opening"], found["closing"]) == ("0.00", "900.00")
    second = found["days"][1]["day"]
    later = desk.get("aud", f"/api/players/ann/statement?since={second}")
    assert (later["opening"], later["closing"], len(later["days"])) == ("990.00", "900.00", 1)
    before = desk.get("sue", f"/api/players/ann/statement?until={second}")
    assert (before["opening"], before["closing"], len(before["days"])) == ("0.00", "990.00", 1)
    assert desk.ask("flo", "GET", "/api/players/ann/statement").status_code == 403
    assert desk.ask("aud", "GET", "/api/players/nobody-here/statement").status_code == 404


def test_every_choice_is_in_the_log(desk: Desk) -> None:
    limit(desk, limit="loss-day", amount="100")
    desk.ask("ann", "PUT", "/api/me/care/reality-check", {"minutes": 30})
    desk.ask("ann", "POST", "/api/me/care/cooling-off", {"days": 2})
    exclude(desk)
    entries = desk.get("aud", "/api/audit/entries?stream=care/ann")["entries"]
    told = [entry["payload"]["event"] for entry in entries]
    assert told == ["self-excluded", "cooling-off-begun", "reality-check-chosen", "limit-chosen"]
    assert {entry["actor"] for entry in entries} == {"ann"}
