"""Who asks for so much, so often or so long that nothing is left for those who play."""

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import current_thread

import msgspec
import pytest
from litestar.exceptions import TooManyRequestsException
from litestar.testing import TestClient

from pitboss.books.currencies import house_currency
from pitboss.rulebooks import Refused, load, terms_for
from pitboss.server.http.access import ANSWER_BYTES, USUAL, Limits
from pitboss.server.http.app import create_app
from pitboss.server.http.hosts import place_of
from pitboss.server.office import open_office
from pitboss.server.people.accounts import MOST_TOKENS, Person
from pitboss.server.people.guests import Strangers
from pitboss.server.study import workers
from pitboss.server.study.jobs import MOST_OF_GUESTS, Jobs
from pitboss.server.study.questions import Game, Odds, Par, Risk
from pitboss.server.study.work import answer
from pitboss.server.study.workers import Studies
from pitboss.server.tables import refusals
from pitboss.server.tables.refusals import Refusals
from pitboss.server.tables.room import Room
from server.desk import Desk, Json, desk_in
from server.rooms import run

PRACTICE: Json = {"rulebook": "ma-criss-cross", "practice": True}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as opened:
        yield opened


def come(desk: Desk) -> str:
    """A guest, by the name under which the desk knows them."""
    answer = desk.http.post("/api/guest").json()
    desk.secrets[answer["name"]] = answer["token"]
    return str(answer["name"])


def test_nothing_is_kept_of_tables_that_are_none(desk: Desk) -> None:
    """Names of tables that a guest makes up, each as long as an address may be."""
    guest, room = come(desk), desk.office.room
    before = len(room._locks)
    for number in range(20):
        name = f"{number}-{'x' * 3000}"
        told = desk.tell(guest, name, {"command": "ready"})
        assert told.status_code == 404
        assert len(told.content) < 300
        assert desk.ask(guest, "DELETE", f"/api/tables/{name}").status_code == 404
    assert len(room._locks) == before


def test_a_table_is_opened_beside_the_loop_that_all_tables_share(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It draws seeds and waits for the disk: in the loop every guest could stop all rounds, as often as they like."""
    threads, opening = list[str](), Room.open

    def noting(room: Room, *told: object) -> None:
        threads.append(current_thread().name)
        opening(room, *told)  # type: ignore[arg-type]  # whatever it was

    monkeypatch.setattr(Room, "open", noting)
    guest = come(desk)
    assert desk.ask(guest, "POST", "/api/tables", {**PRACTICE, "name": "own"}).status_code == 201
    assert [thread.startswith("asyncio_") for thread in threads] == [True]


def test_the_practice_tables_of_an_address_are_so_many(desk: Desk) -> None:
    desk.office.strangers = Strangers(tables_per_address=4)
    statuses = []
    for number in range(3):
        guest = come(desk)
        for own in range(2):
            asked = {**PRACTICE, "name": f"own-{number}-{own}"}
            statuses.append(desk.ask(guest, "POST", "/api/tables", asked).status_code)
    assert statuses == [201] * 4 + [422] * 2
    named = desk.person("ann", "player")
    assert desk.ask(named, "POST", "/api/tables", {**PRACTICE, "name": "anns"}).status_code == 201


def test_who_opens_and_closes_tables_all_day_is_told_to_wait(desk: Desk) -> None:
    """Every table that ever was stays in the log."""
    desk.http.app.state.limits = Limits(lambda: 0.0)
    guest, statuses = come(desk), []
    for number in range(70):
        statuses.append(desk.ask(guest, "POST", "/api/tables", {**PRACTICE, "name": f"own-{number}"}).status_code)
        desk.ask(guest, "DELETE", f"/api/tables/own-{number}")
    assert statuses == [201] * 60 + [429] * 10


def test_who_asks_for_much_has_asked_often(desk: Desk) -> None:
    """A table's whole past, again and again: it is paid for by its length, and others pay nothing for it."""
    now = 0.0
    desk.http.app.state.limits = Limits(lambda: now)
    guest, other = come(desk), come(desk)
    assert desk.ask(guest, "POST", "/api/tables", {**PRACTICE, "name": "own"}).status_code == 201
    sizes, status = [], 200
    while status == 200:
        told = desk.ask(guest, "GET", "/api/tables/own/events?first=0")
        sizes.append(len(told.content))
        status = told.status_code
    worth = 1 + sizes[0] / ANSWER_BYTES
    assert status == 429
    assert (USUAL.burst - 1) / worth <= len(sizes) <= (USUAL.burst - 1) / worth + 2
    assert desk.ask(other, "GET", "/api/tables/own").status_code == 200
    now += worth / USUAL.per_second + 0.02
    assert desk.ask(guest, "GET", "/api/tables/own").status_code == 200


def test_refusals_of_guests_do_not_fill_the_disk() -> None:
    now = 0.0
    written = Refusals(lambda: now)
    entries = [
        written.drafts(f"guest-{number % 7}", "table t1", ValueError("no"), 0)
        for number in range(refusals.AT_ONCE + 500)
    ]
    assert sum(map(len, entries)) == refusals.AT_ONCE
    assert len(written.drafts("ann", "table t1", ValueError("no"), 0)) == 1, "whoever has a name has their own measure"
    now += 0.5
    told = [msgspec.json.decode(draft.payload)["says"] for draft in written.drafts("guest-1", "t", ValueError("no"), 0)]
    assert told == ["500 more refusals of guests came too fast to be written one by one.", "no"]
    now += 10_000
    entries = [written.drafts("guest-1", "t", ValueError("no"), 0) for _ in range(refusals.AT_ONCE + 1)]
    assert list(map(len, entries)) == [1] * refusals.AT_ONCE + [0]


def test_tokens_of_a_person_are_so_many(desk: Desk) -> None:
    guest = come(desk)
    made = [desk.ask(guest, "POST", "/api/me/tokens", {"label": str(n)}).status_code for n in range(MOST_TOKENS + 1)]
    assert made == [201] * MOST_TOKENS + [422]
    first = desk.get(guest, "/api/me/tokens")[-1]["id"]
    assert desk.ask(guest, "DELETE", f"/api/me/tokens/{first}").status_code == 204
    assert desk.ask(guest, "POST", "/api/me/tokens", {"label": "again"}).status_code == 201


def test_whoever_has_a_whole_network_is_one_address() -> None:
    assert place_of("2001:db8:1:2::1") == place_of("2001:db8:1:2:ffff::9") != place_of("2001:db8:1:3::1")


def test_a_question_that_has_no_end_is_ended_and_takes_no_other_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as one guest may ask what keeps the worker for minutes, nobody else has a coach."""

    async def story() -> None:
        studies = Studies()
        try:
            monkeypatch.setattr(workers, "LONGEST_SECONDS", 0.3)
            endless = Risk(rulebook="ma-crazy-4", rounds=20_000, bankroll=None, hours=24, rounds_per_hour=200, seats=6)
            asked = asyncio.create_task(studies.ask("mallory", endless))
            await asyncio.sleep(0)
            other = asyncio.create_task(studies.ask("", Game(rulebook="ma-criss-cross")))
            with pytest.raises(Refused, match="takes longer than"):
                await asked
            assert (await other).house_edge.exact == "579091/6689228"
        finally:
            studies.close()

    asyncio.run(story())


@pytest.mark.parametrize("rulebook", ["ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross"])
def test_every_table_can_be_asked_for_under_any_submission(rulebook: str) -> None:
    """A wheel that this submission gives no weights is counted by those of the full one, and says so."""
    found = answer(Odds(rulebook=rulebook, every=True))
    wheels = {wheel.wager for wheel in terms_for(rulebook).rulebook.wheels}
    assert wheels <= {wager.wager for wager in found.wagers}
    assert {wager.wager for wager in found.wagers if any("weights" in note for note in wager.notes)} == wheels


def test_a_guest_has_no_password_to_guess_at(tmp_path: Path) -> None:
    """A wrong old one counts against the whole address."""
    office = open_office(f"sqlite:///{tmp_path / 'g.db'}", tmp_path)
    app = create_app(office)
    app.state.limits = Limits(itertools.count().__next__)
    with TestClient(app) as http:
        http.post("/api/guest")
        asked = {"old": "x" * 20, "new": "y" * 20}
        assert {http.post("/api/me/password", json=asked).status_code for _ in range(60)} == {403}
        assert office.store.people.failures("@testclient").count == 0


def test_tables_that_were_closed_long_ago_cost_nothing(desk: Desk) -> None:
    """Every guest opens one and closes it, year after year: those are no longer gone through, but can be read."""
    guest, room = come(desk), desk.office.room
    for number in range(5):
        desk.ask(guest, "POST", "/api/tables", {**PRACTICE, "name": f"gone-{number}"})
        assert desk.ask(guest, "DELETE", f"/api/tables/gone-{number}").status_code == 204
    desk.ask(guest, "POST", "/api/tables", {**PRACTICE, "name": "here"})
    assert room.names() == ["here"]
    watcher = room.watch("gone-3", Person(guest, frozenset()), None)
    room.forget_closed()
    assert sorted(room._tables._lives) == ["gone-3", "here"], "who watches one goes on watching it"
    room.unwatch("gone-3", watcher)
    room.forget_closed()
    assert room._tables._lives.keys() == {"here"} >= room._locks.keys()
    assert desk.get(guest, "/api/tables/gone-1")["next"] > 0
    told = desk.tell(guest, "gone-2", {"command": "sit", "seat": 1})
    assert (told.status_code, "closed" in told.text) == (422, True)
    run(room.tick())
    assert room.names() == ["here"]


def test_whether_there_is_real_money_is_not_asked_of_every_table_each_time(desk: Desk) -> None:
    guest, store = come(desk), desk.office.store
    desk.ask(guest, "POST", "/api/tables", {**PRACTICE, "name": "own"})
    assert house_currency(store).code == "USD"
    read = list[str]()
    asked = store.header
    with pytest.MonkeyPatch.context() as patch:

        def noting(name: str) -> str | None:
            read.append(name)
            return asked(name)

        patch.setattr(store, "header", noting)
        patch.setattr(store, "streams", lambda: pytest.fail("every table is read again"))
        for _ in range(3):
            assert house_currency(store).code == "USD"
        assert read == []
        patch.undo()
    desk.person("sue", "supervisor")
    desk.ask("sue", "POST", "/api/tables", {"rulebook": "ma-crazy-4", "name": "real"})
    assert house_currency(store) == load("ma-crazy-4").currency


def test_guests_leave_room_for_the_studies_of_the_house(desk: Desk) -> None:
    """Each asks for what takes a quarter of an hour."""

    async def story() -> list[int]:
        jobs, held = Jobs(), 0
        try:
            async with jobs._turn:  # none of them is begun
                for number in range(MOST_OF_GUESTS + 2):
                    with suppress(TooManyRequestsException):
                        await jobs.begin(f"guest-{number}", Par(rulebook="ma-crazy-4", date=str(number)))
                        held += 1
                await jobs.begin("sue", Par(rulebook="ma-crazy-4"))
                return [held, len(jobs.of("sue"))]
        finally:
            jobs.close()

    assert run(story()) == [MOST_OF_GUESTS, 1]
