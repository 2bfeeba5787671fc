"""Insiders: roles that must not meet, roles for oneself, chips for those who get none."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.server.people.permissions import APART, Role
from server.desk import Desk, desk_in, quick_hashes

PASSWORD = "correct horse battery"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with quick_hashes(), desk_in(tmp_path) as opened:
        opened.person("abe", "administrator")
        opened.person("flo", "floorperson")
        opened.person("sue", "supervisor")
        yield opened


@pytest.mark.parametrize("pair", APART, ids=lambda pair: "-".join(sorted(pair)))
def test_roles_that_must_not_meet_do_not(desk: Desk, pair: frozenset[Role]) -> None:
    both = sorted(pair)
    body = {"name": "kim", "password": PASSWORD, "roles": both}
    assert desk.ask("abe", "POST", "/api/people", body).status_code == 422
    assert desk.ask("abe", "POST", "/api/people", {**body, "roles": both[:1]}).status_code == 201
    assert desk.ask("abe", "PATCH", "/api/people/kim", {"roles": both}).status_code == 422


def test_nobody_gives_himself_a_role(desk: Desk) -> None:
    assert desk.ask("abe", "PATCH", "/api/people/abe", {"roles": ["administrator", "player"]}).status_code == 422
    assert desk.ask("abe", "PATCH", "/api/people/flo", {"roles": ["floorperson", "player"]}).status_code == 200


def test_real_chips_are_not_sold_to_guests_or_to_who_is_shut_out(desk: Desk) -> None:
    guest = desk.http.post("/api/guest").json()["name"]
    desk.http.cookies.clear()
    desk.person("ann", "player", dollars=50)
    desk.office.accounts.change("ann", "abe", disabled=True)
    for player in (guest, "ann"):
        sold = desk.ask("flo", "POST", "/api/buy-ins", {"id": f"b {player}", "player": player, "amount": "5"})
        assert sold.status_code == 422
    back = desk.ask("flo", "POST", "/api/cash-outs", {"id": "c", "player": "ann", "amount": "50"})
    assert back.status_code == 200, "what is theirs they get back"


def test_roles_that_a_database_of_before_let_meet_are_taken_at_the_start(desk: Desk) -> None:
    """Whoever held them plays and administrates at most, until they are given anew."""
    desk.person("mel", "dealer", "floorperson", "supervisor", "player")
    desk.person("ada", "administrator", "auditor")
    assert desk.office.accounts.part_roles() == [
        "ada was both administrator and auditor, which must not meet: an administrator gives the roles anew",
        "mel was both dealer and floorperson, which must not meet: an administrator gives the roles anew",
    ]
    assert desk.office.accounts.part_roles() == []
    assert [desk.get(name, "/api/me")["roles"] for name in ("mel", "ada")] == [["player"], ["administrator"]]
    for path in ("/api/approvals", "/api/balances", "/api/reports/returns"):
        assert desk.ask("mel", "GET", path).status_code == 403, path
    told = [json.loads(entry)["payload"] for entry in desk.office.store.log(0, 100)]
    assert {"person": "mel", "roles": ["player"]} in told
