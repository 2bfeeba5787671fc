"""Players who are not there are waited for a moment, then stood up; a full practice table opens another."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.audit import Cards
from pitboss.engine import Phase
from pitboss.rulebooks.loader import submission_data
from pitboss.server.people.accounts import Person
from pitboss.server.tables.house import ABSENT_SECONDS, IDLE_SECONDS
from pitboss.server.tables.live import MOMENT
from pitboss.server.tables.practice import close_unused, open_another, open_tables
from server.rigged import discrepancies
from server.rooms import CLOCK, HandClock, PlainRoom, bet, open_at, place, player, room_in, run

ANTES = [place(1, "ante_across", "5"), place(1, "ante_down", "5")]
READY = {"command": "ready"}


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def room(tmp_path: Path, clock: HandClock) -> Iterator[PlainRoom]:
    found = room_in(tmp_path, clock)
    yield found
    found.store.close()


async def later(room: PlainRoom, clock: HandClock, seconds: float) -> None:
    """Time passes while the server is there."""
    for _ in range(int(seconds)):
        clock.seconds += 1
        await room.tick()


async def bets_made(room: PlainRoom) -> None:
    """Ann makes the three bets of a round."""
    for number in range(3):
        await room.perform(player_of("ann"), "t1", f"bet {room.live('t1').next} {number}", [bet(1, "5")])


def player_of(name: str) -> Person:
    """A player who has bought in already."""
    return Person(name, frozenset({"player"}))


def phase(room: PlainRoom) -> Phase | None:
    """Where the round stands."""
    running = room.live("t1").table.running
    return running.phase if running is not None else None


def seated(room: PlainRoom, name: str = "t1") -> list[str]:
    return [item.player for item in room.live(name).table.seats.values()]


def test_who_lets_the_time_run_out_is_waited_for_a_moment_and_then_stood_up(room: PlainRoom, clock: HandClock) -> None:
    async def story() -> None:
        open_at(room, "ma-criss-cross")
        ann, bob = player(room, "ann"), player(room, "bob")
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        await room.perform(bob, "t1", "sit", [{"command": "sit", "seat": 2}])
        await room.perform(ann, "t1", "wagers 1", [*ANTES, READY])
        await later(room, clock, CLOCK.wagers - 1)
        assert phase(room) is Phase.WAGERS, "bob has the whole time"
        await later(room, clock, 1)
        assert room.live("t1").missed == {2: 1}
        await bets_made(room)
        await later(room, clock, CLOCK.pause)
        await room.perform(ann, "t1", "wagers 2", [*ANTES, READY])
        await later(room, clock, MOMENT - 1)
        assert phase(room) is Phase.WAGERS
        await later(room, clock, 1)
        assert phase(room) is Phase.DECISION, "only a moment this time"
        await bets_made(room)
        await later(room, clock, 1)
        assert seated(room) == ["ann"]
        assert room.store.reconcile() == []

    run(story())
    assert discrepancies(room) == [], "what the house did for who was not there stands in log and ledger alike"


def test_a_decision_that_runs_out_counts_and_one_that_is_made_forgives(room: PlainRoom, clock: HandClock) -> None:
    async def story() -> None:
        open_at(room, "ma-criss-cross")
        ann = player(room, "ann")
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        await room.perform(ann, "t1", "wagers 1", [*ANTES, READY])
        await later(room, clock, CLOCK.decision)
        assert room.live("t1").missed == {1: 1}, "folded by the clock"
        await later(room, clock, CLOCK.pause)
        await room.perform(ann, "t1", "wagers 2", [*ANTES, READY])
        await room.perform(ann, "t1", "back", [bet(1, "5")])
        assert room.live("t1").missed == {1: 0}
        await later(room, clock, MOMENT + 1)
        assert room.live("t1").table.running is not None, "the whole time again"

    run(story())
    assert discrepancies(room) == [], "what the house did for who was not there stands in log and ledger alike"


def test_where_nobody_wagers_only_those_who_watch_keep_their_seats(room: PlainRoom, clock: HandClock) -> None:
    async def story() -> None:
        open_at(room, "ma-criss-cross")
        for seat, name in enumerate(("ann", "bob", "cat"), start=1):
            await room.perform(player(room, name), "t1", "sit", [{"command": "sit", "seat": seat}])
        watcher = room.watch("t1", player_of("bob"), None)
        await later(room, clock, ABSENT_SECONDS - 1)
        assert seated(room) == ["ann", "bob", "cat"]
        await later(room, clock, IDLE_SECONDS)
        assert seated(room) == ["bob"]
        room.unwatch("t1", watcher)

    run(story())
    assert discrepancies(room) == [], "what the house did for who was not there stands in log and ledger alike"


def test_a_full_practice_table_of_the_house_opens_another(room: PlainRoom, clock: HandClock) -> None:
    async def story() -> None:
        choices = submission_data("ma-criss-cross", "default")
        room.open_table("demo-4", "ma-criss-cross", choices, Cards.VIRTUAL, True, CLOCK, "system")
        for seat in range(1, 7):
            await open_another(room, "demo-4")
            assert [live.spec.name for live in open_tables(room)] == ["demo-4"], "a seat is free"
            await room.perform(player(room, f"p{seat}"), "demo-4", "sit", [{"command": "sit", "seat": seat}])
        await open_another(room, "demo-4")
        await open_another(room, "demo-4")
        assert [live.spec.name for live in open_tables(room)] == ["demo-4", "demo-4-2"]
        assert room.live("demo-4-2").spec.submission == room.live("demo-4").spec.submission
        clock.seconds += 3600
        await close_unused(room)
        assert [live.spec.name for live in open_tables(room)] == ["demo-4"], "nobody came"

    run(story())
