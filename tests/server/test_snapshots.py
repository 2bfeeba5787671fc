"""A table from its snapshot is the table from its whole stream."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.audit import fact
from pitboss.audit.format import DealerCameOn
from pitboss.books.stream import read_event
from pitboss.engine import to_act, view
from pitboss.engine.computer import choose, default_wagers
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED
from pitboss.rulebooks.codec import builtins
from pitboss.server.people.accounts import Person
from pitboss.server.tables import snapshots
from pitboss.server.tables.live import after, opened
from pitboss.server.tables.snapshots import read_snapshot, snapshot_due, write_snapshot
from pitboss.store import Commit, StoredEvent
from server.rooms import HandClock, PlainRoom, open_at, place, player, room_in, run

MANY = 100_000
EVENTS = tuple(range(1000))


async def play(room: PlainRoom, people: list[Person], rounds: int) -> None:
    """Some rounds of the people at table t1."""
    for seat, person in enumerate(people, start=1):
        await room.perform(person, "t1", "sit", [{"command": "sit", "seat": seat}])
    wagers = default_wagers(room.live("t1").terms, Amount.parse("100"))
    for number in range(rounds):
        for seat, person in enumerate(people, start=1):
            placed = [place(seat, name, str(amount)) for name, amount in wagers.items()]
            await room.perform(person, "t1", f"wagers {number}", [*placed, {"command": "ready"}])
        turn = 0
        while (round := room.live("t1").table.running) is not None and (acting := to_act(round)) is not None:
            action = builtins(choose(view(round, acting), round.terms))
            await room.perform(people[acting - 1], "t1", f"{number} {turn}", [{"command": "play", "action": action}])
            turn += 1
        assert isinstance(room._clock, HandClock)
        room._clock.seconds += 5
        await room.tick()


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_at_every_event_the_snapshot_reads_back_as_the_table(tmp_path: Path, rulebook: str) -> None:
    async def check() -> None:
        room = room_in(tmp_path, HandClock())
        open_at(room, rulebook)
        await play(room, [player(room, "ann"), player(room, "bob")], 2)
        live = opened(room.live("t1").spec)
        for stored in room.store.events("t1"):
            live = after(live, [read_event(stored)])
            assert read_snapshot(live.spec, write_snapshot(live)) == live

    run(check())


def test_a_room_goes_on_from_the_snapshot_and_the_events_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 20)

    async def check() -> None:
        clock = HandClock()
        room = room_in(tmp_path, clock)
        open_at(room, "ma-criss-cross")
        await play(room, [player(room, "ann"), player(room, "bob")], 3)
        kept = room.store.snapshot("t1")
        assert kept is not None
        assert room.live("t1").next - 40 <= kept[0] <= room.live("t1").next
        again = PlainRoom(room.store, room.house, clock).live("t1")
        whole = after(opened(again.spec), [read_event(stored) for stored in room.store.events("t1")])
        assert again == whole == room.live("t1")

    run(check())


def test_a_snapshot_of_another_program_is_left_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-crazy-4")
    live = room.live("t1")
    assert read_snapshot(live.spec, b"nonsense") is None
    written = write_snapshot(live)
    monkeypatch.setattr(snapshots, "FORMAT", snapshots.FORMAT + 1)
    assert read_snapshot(live.spec, written) is None


def test_a_snapshot_goes_with_the_commit_that_passes_a_multiple() -> None:
    every = snapshots.EVERY
    assert [snapshot_due(*numbers) for numbers in ((0, 1), (every - 1, every), (every, every + 9))] == [
        False,
        True,
        False,
    ]


def test_a_table_with_a_hundred_thousand_events_reads_only_the_last_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-criss-cross")
    came = (fact("t1", DealerCameOn(dealer="dora"), 1000, "dora"),) * 1000
    live = room.live("t1")
    begin = live.next
    for first in range(begin, begin + MANY, 1000):
        live = replace(live, next=first + 1000, dealer="dora", dealers=frozenset({"dora"}))
        commit = Commit(client="test", command=str(first), stream="t1", expected=first, log=came, events=EVENTS)
        room.store.append(replace(commit, snapshot=write_snapshot(live)))
    room.store.append(replace(commit, command="last", expected=begin + MANY, log=came[:5], events=EVENTS[:5]))
    read: list[int] = []
    events = room.store.events

    def spied(stream: str, first: int = 0, limit: int | None = None) -> list[StoredEvent]:
        found = events(stream, first, limit)
        read.append(len(found))
        return found

    monkeypatch.setattr(room.store, "events", spied)
    again = PlainRoom(room.store, room.house, HandClock()).live("t1")
    assert again == replace(live, next=begin + MANY + 5)
    assert read == [5]
