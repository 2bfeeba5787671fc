"""A database of the release before, opened by this program: nothing is lost, and everything goes on."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.audit import verify_log
from pitboss.books.docket import Docket
from pitboss.books.past_rounds import past_round
from pitboss.books.stream import StreamEvent, read_event
from pitboss.server.office import Office, open_office
from pitboss.server.people.accounts import Person
from pitboss.server.tables.live import after, opened
from pitboss.store import StoreError, open_store
from pitboss.store.engines import open_engines
from pitboss.table.events import RoundEnded
from server.desk import Crew, desk_in
from server.older import make_older
from server.rooms import HandClock, PlainRoom, open_at, place, plain, player, run
from server.test_corrections import KINGS, PLACES, THREE_KINGS, approve, deal, facts_of, propose, with_hand
from server.test_snapshots import play
from store.postgresql import Server


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the older database is made."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'older.db'}"
    server: Server = request.getfixturevalue("postgresql")
    return server.create_place()


async def wagered(room: PlainRoom, people: list[Person], rounds: int) -> None:
    """Rounds that are over, and one in the middle: its seed is sealed, one player is ready."""
    await play(room, people, rounds)
    wagers = [place(1, wager, "10") for wager in ("ante", "super_bonus")]
    await room.perform(people[0], "t1", "once more", [*wagers, {"command": "ready"}])


def played(folder: Path, clock: HandClock) -> tuple[str, Office]:
    """A database with rounds that are over and one in play."""
    url = f"sqlite:///{folder / 'new.db'}"
    office = open_office(url, folder, clock)
    open_at(office.room, "ma-crazy-4")
    run(wagered(plain(office.room), [player(office.room, "ann"), player(office.room, "bob")], 3))
    return url, office


def told(office: Office, table: str) -> list[StreamEvent]:
    return [read_event(stored) for stored in office.store.events(table)]


def sound(office: Office) -> None:
    office.published.catch_up()
    report = verify_log(b"".join(office.published.lines(office.room.now)))
    assert report.findings == ()
    assert office.store.reconcile() == []


def test_rounds_in_play_and_over_are_brought_over_and_go_on(tmp_path: Path, target: str) -> None:
    clock = HandClock()
    url, before = played(tmp_path, clock)
    events, live = told(before, "t1"), before.room.live("t1")
    rows = before.store.entries(limit=10**6)
    before.close()
    make_older(url, target)
    office = open_office(target, tmp_path, clock)
    try:
        assert told(office, "t1") == events
        assert office.room.live("t1") == live == after(opened(live.spec), events)
        assert office.store.entries(limit=10**6) == rows
        assert live.sealed
        assert live.ready == {1}
        sound(office)

        async def go_on() -> None:
            for _ in range(100):  # one player has wagered, and folds by running out of time
                clock.seconds += 2
                await office.room.tick()

        run(go_on())
        ended = [event for event in told(office, "t1")[len(events) :] if isinstance(event, RoundEnded)]
        assert [event.void for event in ended] == [False]  # its seed was there
        sound(office)
    finally:
        office.close()


def test_dealers_fills_corrections_and_closed_tables_are_brought_over(tmp_path: Path, target: str) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("fin", "floorperson")
        crew = Crew(desk, "ma-criss-cross")
        crew.sit()
        deal(crew, f"{PLACES} {KINGS}")
        found = propose(crew, with_hand(facts_of(crew), 1, THREE_KINGS))
        approve(crew, number=found[-1]["number"])
        filled = {"id": "1", "amount": "500", "reason": "low"}
        assert desk.ask("sue", "POST", f"/api/tables/{crew.table}/fills", filled).status_code == 200
        other = Crew(desk, "nj-criss-cross")
        assert desk.ask("sue", "DELETE", f"/api/tables/{other.table}").status_code in (200, 204)
        names, clock = (crew.table, other.table), desk.clock
        before = {name: (told(desk.office, name), desk.office.room.live(name)) for name in names}
        docket = Docket(desk.office.store, before[names[0]][1].spec).read().corrections
    make_older(f"sqlite:///{tmp_path / 'desk.db'}", target)
    office = open_office(target, tmp_path, clock)
    try:
        assert {name: (told(office, name), office.room.live(name)) for name in names} == before
        assert before[names[1]][1].closed
        spec = before[names[0]][1].spec
        assert Docket(office.store, spec).read().corrections == docket
        past = past_round(office.store, spec, 1)
        assert past is not None
        assert past.dealers == {"dee"}
        sound(office)
    finally:
        office.close()


def test_a_log_that_was_tampered_with_is_not_brought_over(tmp_path: Path) -> None:
    url, before = played(tmp_path, HandClock())
    before.close()
    target = f"sqlite:///{tmp_path / 'older.db'}"
    make_older(url, target)
    engines = open_engines(target, create=False)
    with engines.write.begin() as connection:
        connection.execute(sa.text("DROP TRIGGER log_update"))
        changed = "UPDATE log SET entry = replace(entry, '\"ann\"', '\"bob\"') WHERE number = "
        changed += "(SELECT min(number) FROM log WHERE instr(CAST(entry AS TEXT), '\"ann\"') > 0)"
        connection.execute(sa.text(changed))
        refusal = "SELECT RAISE(ABORT, 'log is only ever added to');"
        connection.execute(sa.text(f"CREATE TRIGGER log_update BEFORE UPDATE ON log BEGIN {refusal} END"))
    engines.dispose()
    with pytest.raises(StoreError, match="not the one its tree was made of"):
        open_store(target)
