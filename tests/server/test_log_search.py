"""Looking for entries in the published audit log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pitboss.books.table_spec import Clock
from pitboss.server.http.app import create_app
from pitboss.server.office import Office, open_office
from pitboss.server.people.permissions import Role

Http = TestClient[Litestar]
PASSWORD = "correct horse battery"


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return open_office(f"sqlite:///{tmp_path / 'test.db'}", tmp_path)


@pytest.fixture
def http(office: Office) -> Iterator[Http]:
    with TestClient(create_app(office)) as client:
        office.open_demo(Clock())
        office.accounts.add("ada", PASSWORD, frozenset({Role.AUDITOR}))
        for number in range(5):
            client.post("/api/sign-in", json={"name": f"x{number}", "password": "wrong"})
        client.post("/api/sign-in", json={"name": "ada", "password": PASSWORD})
        yield client


def test_entries_are_told_in_words_and_found_by_person_table_time_and_what(http: Http) -> None:
    tried = found(http, person="x3")["entries"]
    assert [(entry["says"], entry["about"]) for entry in tried] == [("tried to sign in", "x3")]
    opened = found(http, table="demo-ma-crazy-4", what="table-opened")["entries"]
    assert [entry["says"] for entry in opened] == [
        "the table was opened by the rulebook ma-crazy-4, with virtual cards"
    ]
    assert found(http, what="chips-bought")["entries"] == []
    assert found(http, since="2999-01-01") == {"entries": [], "size": found(http)["size"], "before": None}
    assert found(http, until="1970-01-02")["entries"] == []
    assert all(entry["says"] for entry in found(http, limit=200)["entries"])


def found(http: Http, **query: Any) -> Any:
    answer = http.get("/api/audit/entries", params=query)
    assert answer.is_success, answer.text
    return answer.json()


def test_entries_are_found_by_kind_stream_actor_and_text(http: Http) -> None:
    assert {entry["kind"] for entry in found(http, kind="sign-in")["entries"]} == {"sign-in"}
    assert [entry["actor"] for entry in found(http, kind="sign-in", text="X3")["entries"]] == ["x3"]
    assert {entry["stream"] for entry in found(http, stream="demo-ma-crazy-4")["entries"]} == {"demo-ma-crazy-4"}
    assert found(http, text="no such thing")["entries"] == []


def test_the_pages_have_every_entry_once_and_in_order(http: Http) -> None:
    whole = [entry["entry"] for entry in found(http, limit=200)["entries"]]
    paged, before = [], None
    while True:
        page = found(http, limit=4, **({} if before is None else {"before": before}))
        paged += [entry["entry"] for entry in page["entries"]]
        before = page["before"]
        if before is None:
            break
    assert paged == whole == list(range(whole[0], -1, -1))


def test_only_auditors_look_and_only_for_so_many(http: Http, office: Office) -> None:
    assert http.get("/api/audit/entries", params={"limit": 0}).status_code in (400, 422)
    assert http.get("/api/audit/entries", params={"limit": 100000}).status_code in (400, 422)
    office.accounts.add("sue", PASSWORD, frozenset({Role.SUPERVISOR}))
    http.post("/api/sign-in", json={"name": "sue", "password": PASSWORD})
    assert http.get("/api/audit/entries").status_code == 403
