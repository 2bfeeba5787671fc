"""The clock of the tables: no jump of the machine's clock, no outage and no restart costs a player time."""

from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec
import pytest

from pitboss.audit.format import ClocksRestarted
from pitboss.books.stream import read_event
from pitboss.engine import Phase
from pitboss.server.people.accounts import Person
from pitboss.server.tables.clocks import LONGEST_AWAY, Attendance, SteadyClock
from pitboss.server.tables.house import House
from pitboss.server.tables.work import Work
from pitboss.store import Commit, StoreUnavailable
from server.rooms import CLOCK, HandClock, PlainRoom, bet, open_at, place, player, room_in, run

ANTES = [place(1, "ante_across", "5"), place(1, "ante_down", "5")]


class Machine:
    """A machine's two clocks: one that can be set, and one that only passes."""

    def __init__(self) -> None:
        self.wall, self.passed = 1_000_000.0, 50.0

    def wait(self, seconds: float) -> None:
        self.wall += seconds
        self.passed += seconds

    def clock(self, at_least: float = 0) -> SteadyClock:
        return SteadyClock(at_least, lambda: self.wall, lambda: self.passed)


@pytest.mark.parametrize("jump", [-3600.0, -2.0, 0.0, 2.0, 3600.0])
def test_a_jump_of_the_machines_clock_is_made_up_little_by_little(jump: float) -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wait(10)
    before = clock()
    assert before == 1_000_010
    machine.wall += jump
    assert clock() == before, "no time has passed"
    machine.wait(10)
    # Ten seconds later it is nine to eleven seconds on, whatever the jump: at most a tenth is made up.
    expected = {-3600.0: 9.0, -2.0: 9.0, 0.0: 10.0, 2.0: 11.0, 3600.0: 11.0}
    assert clock() - before == pytest.approx(expected[jump])
    for _ in range(40_000 // 10):
        machine.wait(10)
        clock()
    assert clock() == pytest.approx(machine.wall), "11 hours make up for one"


def test_a_clock_begins_where_the_log_ends() -> None:
    machine = Machine()
    clock = machine.clock(at_least=machine.wall + 5)
    assert clock() == machine.wall + 5
    machine.wait(100)
    assert clock() == machine.wall


def test_attendance_is_broken_by_an_absence_and_by_nothing_shorter() -> None:
    machine = Machine()
    there = Attendance(100, lambda: machine.passed)
    machine.wait(LONGEST_AWAY)
    assert there.since(103) == 100
    there.confirm(103)
    machine.wait(LONGEST_AWAY + 1)
    assert there.since(107) == 107
    there.confirm(107)
    assert there.since(108) == 107


async def decision_open(room: PlainRoom) -> None:
    """Ann's first decision."""
    ann = player(room, "ann")
    await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
    await room.perform(ann, "t1", "wagers", [*ANTES, {"command": "ready"}])
    await room.tick()
    assert phase(room) is Phase.DECISION


def phase(room: PlainRoom) -> Phase | None:
    running = room.live("t1").table.running
    return None if running is None else running.phase


def test_who_could_not_decide_for_an_outage_gets_the_whole_time_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        clock, machine = HandClock(), Machine()
        room = room_in(tmp_path, clock)
        room._attendance = Attendance(int(clock.seconds), lambda: machine.passed)
        open_at(room, "ma-criss-cross")
        await decision_open(room)

        def down(position: int) -> None:
            raise StoreUnavailable("the database cannot be used now")

        with monkeypatch.context() as patched:
            patched.setattr(room.store, "moved_after", down)
            clock.seconds += CLOCK.decision
            machine.wait(CLOCK.decision)
            with pytest.raises(StoreUnavailable):
                await room.tick()
        await room.tick()
        assert phase(room) is Phase.DECISION, "not folded for the outage"
        restarts = [read_event(item) for item in room.store.events("t1")]
        assert [event.at for event in restarts if isinstance(event, ClocksRestarted)] == [int(clock.seconds)]
        assert room.view("t1", player(room, "eve")).deadline == int(clock.seconds) + CLOCK.decision
        clock.seconds += CLOCK.decision - 1
        machine.wait(1)
        await room.tick()
        assert phase(room) is Phase.DECISION
        clock.seconds += 1
        await room.tick()
        assert phase(room) is None, "but folded when that time is up"
        assert room.store.reconcile() == []

    run(play())


def test_a_table_at_which_the_house_fails_stops_no_other_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    steps = House.steps

    def failing(house: House, work: Work, watching: Collection[str]) -> Iterator[None]:
        if work.live.spec.name == "bad":
            raise KeyError("no such thing")
        yield from steps(house, work, watching)

    async def play() -> None:
        clock = HandClock()
        room = room_in(tmp_path, clock)
        open_at(room, "ma-criss-cross")
        open_at(room, "ma-criss-cross", name="bad")
        await room.perform(player(room, "bob"), "bad", "sit", [{"command": "sit", "seat": 1}])
        await decision_open(room)
        with monkeypatch.context() as patched:
            patched.setattr(House, "steps", failing)
            clock.seconds += CLOCK.decision
            room._tables.look["bad"] = 0
            await room.tick()
            room._tables.look["bad"] = 0
            await room.tick()
        assert phase(room) is None, "the other table's clock ran out as ever"
        room._tables.look["bad"] = 0
        await room.tick()
        room.store.append(Commit(client="test", command="after"))  # what was sent before is written now
        told = [msgspec.json.decode(text) for text in room.store.log(0)]
        machine = [entry["payload"] for entry in told if entry["stream"] == "machine"]
        assert machine == [
            {"event": "table-set-aside", "table": "bad", "why": "KeyError"},
            {"event": "table-served-again", "table": "bad"},
        ], "each is told once"

    run(play())
    assert "the house fails" in caplog.text


def test_after_a_restart_clocks_begin_anew(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        room = room_in(tmp_path, clock)
        open_at(room, "ma-criss-cross")
        await decision_open(room)
        clock.seconds += 1000
        other = PlainRoom(room.store, room.house, clock)
        await other.tick()
        assert phase(other) is Phase.DECISION
        clock.seconds += CLOCK.decision
        await other.tick()
        assert phase(other) is None

    run(play())


def test_the_command_of_one_player_after_an_outage_does_not_fold_another(tmp_path: Path) -> None:
    async def play() -> None:
        clock, machine = HandClock(), Machine()
        room = room_in(tmp_path, clock)
        room._attendance = Attendance(int(clock.seconds), lambda: machine.passed)
        open_at(room, "ma-criss-cross")
        bob = player(room, "bob")
        await room.perform(bob, "t1", "sit", [{"command": "sit", "seat": 2}])
        await room.perform(bob, "t1", "nothing", [{"command": "ready"}])
        await decision_open(room)
        clock.seconds += 1000
        machine.wait(1000)
        await room.perform(bob, "t1", "ready", [{"command": "ready"}])
        assert phase(room) is Phase.DECISION

    run(play())


def test_a_server_whose_clock_is_behind_writes_nothing_earlier_than_what_is_there(tmp_path: Path) -> None:
    async def play() -> None:
        clock, behind = HandClock(), HandClock()
        behind.seconds -= 500
        room = room_in(tmp_path, clock)
        open_at(room, "ma-criss-cross")
        await decision_open(room)
        other = PlainRoom(room.store, room.house, behind)
        await other.tick()
        ann = Person("ann", frozenset({"player"}))
        for street in range(3):
            await other.perform(ann, "t1", f"bet {street}", [bet(1, "5")])
        times = [getattr(read_event(item), "at", 0) for item in room.store.events("t1")]
        told = [time for time in times if time]
        assert told == sorted(told)

    run(play())
