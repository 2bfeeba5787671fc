"""A server with rulebooks that its operator added: served, shut where they are missing, and no way to the disk."""

import os
from pathlib import Path

import pytest
from litestar.testing import TestClient

from pitboss.audit import Cards
from pitboss.books.table_spec import Clock
from pitboss.rulebooks import SHIPPED
from pitboss.rulebooks.library import VARIABLE
from pitboss.server.http.app import create_app
from pitboss.server.office import Office, open_office
from pitboss.server.tables.practice import open_tables
from rulebooks.folders import changed, copied
from server.rooms import HandClock, open_at, player, room_in, run

Patch = pytest.MonkeyPatch


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A folder of rulebooks that the environment adds: a sound one and a broken one."""
    folder = tmp_path / "rulebooks"
    copied(folder, "my-cross")
    changed(copied(folder, "no-cross"), "rulebook.toml", 'seats_clause = "', 'seats_clause = "99(z) ')
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


def office_in(folder: Path) -> Office:
    return open_office(f"sqlite:///{folder / 'test.db'}", folder)


def test_an_added_rulebook_has_a_table_and_a_broken_one_costs_only_itself(tmp_path: Path, mine: Path) -> None:
    office = office_in(tmp_path)
    assert office.open_demo(Clock()) == []
    assert sorted(office.room.names()) == sorted(f"demo-{id}" for id in (*SHIPPED, "my-cross"))
    with TestClient(create_app(office)) as http:
        assert http.get("/healthz").status_code == 200
        assert [book["id"] for book in http.get("/api/rulebooks").json()] == [*SHIPPED, "my-cross"]
        assert http.get("/api/rulebooks/my-cross").status_code == 200
        broken = http.get("/api/rulebooks/no-cross")
        assert broken.status_code == 404
        assert str(mine) not in broken.text


def test_a_rulebook_whose_full_submission_is_unlawful_has_no_table_and_the_others_have(
    tmp_path: Path, mine: Path
) -> None:
    changed(mine / "my-cross", "full.toml", 'payout_limit = "50000"', 'payout_limit = "1"')
    office = office_in(tmp_path)
    (line,) = office.open_demo(Clock())
    assert line.startswith("there is no table demo-my-cross: my-cross ")
    assert sorted(office.room.names()) == sorted(f"demo-{id}" for id in SHIPPED)
    office.close()


def test_a_client_names_no_folder_that_the_server_was_not_started_with(tmp_path: Path, mine: Path) -> None:
    """Of one that it was started with the path will do as well as the id."""
    elsewhere = copied(tmp_path / "elsewhere", "our-cross")
    with TestClient(create_app(office_in(tmp_path))) as http:
        for path in (str(elsewhere), os.path.relpath(elsewhere), str(tmp_path)):
            answer = http.post("/api/check", json={"rulebook": path, "submission": {}})
            assert answer.status_code == 404
            assert "our-cross" not in answer.json()["error"].replace(path, "")
        assert http.post("/api/check", json={"rulebook": str(mine / "my-cross"), "submission": {}}).status_code == 200


def test_a_table_whose_rulebook_is_gone_goes_on_by_the_version_that_was_kept(
    tmp_path: Path, mine: Path, monkeypatch: Patch
) -> None:
    office = office_in(tmp_path)
    office.open_demo(Clock())
    office.close()
    monkeypatch.setenv(VARIABLE, "")
    office = office_in(tmp_path)
    assert office.room.shut == {}
    assert office.room.live("demo-my-cross").terms.rulebook.id == "my-cross"
    assert office.open_demo(Clock()) == []
    run(office.room.tick())
    assert sorted(live.spec.rulebook for live in open_tables(office.room)) == sorted((*SHIPPED, "my-cross"))
    office.close()


def test_a_table_that_another_server_opens_under_a_rulebook_unknown_here_is_served_from_the_database(
    tmp_path: Path, mine: Path, monkeypatch: Patch
) -> None:
    clock = HandClock()
    here, there = room_in(tmp_path, clock), room_in(tmp_path, clock)
    open_at(there, "my-cross", name="t1")
    open_at(there, "ma-criss-cross", Cards.VIRTUAL, name="t2")
    monkeypatch.setenv(VARIABLE, "")
    run(here.tick())
    assert here.names() == ["t1", "t2"]
    ann = player(here, "ann")
    for table in ("t1", "t2"):
        run(here.perform(ann, table, f"sit at {table}", [{"command": "sit", "seat": 1}]))
    for room in (here, there):
        room.store.close()
