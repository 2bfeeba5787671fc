"""Who tries to stop the clocks: by an amount that no database holds, by a broken table, by an accomplice."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from pitboss.audit import Cards
from pitboss.money import Amount
from pitboss.rulebooks.loader import submission_data
from pitboss.server.office import open_office
from pitboss.server.people.accounts import Person
from pitboss.server.tables.house import deadline
from server.desk import desk_in
from server.rooms import CLOCK, HandClock, PlainRoom, open_at, place, plain, player, room_in, run

SEED = "92233720368.54"  # in millionths of a cent it is the greatest number of 64 bits


def practice(submission: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A practice table as any guest may open one."""
    return {"name": "mine", "rulebook": "ma-crazy-4", "practice": True, "submission": submission, **fields}


@pytest.mark.parametrize(
    "asked",
    [
        practice({"four_card_progressive": "A", "meters": {"four_card": {"rate": "20%", "seed": SEED, "reset": "5"}}}),
        practice({"four_card_progressive": "A", "meters": {"four_card": {"rate": "20%", "seed": "5", "reset": SEED}}}),
        practice({"limits": {"ante": {"minimum": "5", "maximum": SEED}}}),
        practice({}, inventory=SEED),
    ],
)
def test_no_amount_enters_that_the_books_could_not_hold(tmp_path: Path, asked: dict[str, Any]) -> None:
    with desk_in(tmp_path) as desk:
        guest = desk.http.post("/api/guest").json()["token"]
        answer = desk.http.post("/api/tables", json=asked, headers={"Authorization": f"Bearer {guest}"})
        assert answer.status_code == 422, answer.text
        assert str(Amount.GREATEST) in answer.text


def test_a_table_that_cannot_be_read_is_named_and_stops_no_other(tmp_path: Path) -> None:
    """What the database keeps of one table is broken."""
    office = open_office(f"sqlite:///{tmp_path / 'desk.db'}", tmp_path, HandClock())
    room = plain(office.room)
    for name in ("bad", "good"):
        open_at(room, "ma-criss-cross", name=name)
        run(room.perform(player(room, f"p-{name}"), name, "sit", [{"command": "sit", "seat": 1}]))
    office.close()
    engine = create_engine(f"sqlite:///{tmp_path / 'desk.db'}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE streams SET header = '{}' WHERE name = 'bad'"))
    with desk_in(tmp_path) as desk:
        health = desk.http.get("/healthz").json()
        assert (health["status"], health["shut"]) == ("degraded", ["bad"])
        run(desk.office.room.tick())
        assert desk.office.room.live("good").table.seats


def test_a_meter_that_overflows_at_the_time_out_stops_no_other_clock(tmp_path: Path) -> None:
    """A release before let such an amount in: a restart does not help, and the other tables go on all the same."""

    async def played(room: PlainRoom, *people: Person) -> None:
        for name, person in zip(("bad", "good"), people, strict=True):
            await room.perform(person, name, "sit", [{"command": "sit", "seat": 1}])
            wagers = [place(1, wager, "5") for wager in ("ante", "super_bonus")]
            await room.perform(
                person, name, "bet", [*wagers, *([place(1, "four_card_progressive", "1")] if name == "bad" else [])]
            )

    async def timed_out(room: PlainRoom) -> None:
        room._tables.look.clear()
        await room.tick()
        clock.seconds += CLOCK.wagers + CLOCK.decision
        for _ in range(40):
            clock.seconds += 5
            await room.tick()

    clock = HandClock()
    room = room_in(tmp_path, clock)
    chosen = submission_data("ma-crazy-4", "full")
    room.open_table("bad", "ma-crazy-4", chosen, Cards.VIRTUAL, False, CLOCK, "test")
    open_at(room, "ma-crazy-4", name="good")
    run(played(room, player(room, "ann"), player(room, "bob")))
    room.store.close()
    with sqlite3.connect(tmp_path / "room.db") as connection:
        greatest = 2**63 - 1
        connection.execute("UPDATE meters SET seeded = ?, displayed = ?", (greatest, greatest))
    connection.close()
    room = room_in(tmp_path, clock)
    run(timed_out(room))
    assert set(room.set_aside) == {"bad"}
    assert room.live("good").rounds > 1
    room.store.close()


def test_an_accomplice_who_comes_and_goes_gives_nobody_more_time(tmp_path: Path) -> None:
    clock = HandClock()

    async def play() -> None:
        room = room_in(tmp_path, clock)
        open_at(room, "ma-criss-cross")
        ann, bob = player(room, "ann"), player(room, "bob")
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        await room.tick()
        await room.perform(ann, "t1", "ante", [place(1, "ante_across", "10"), place(1, "ante_down", "10")])
        for turn, until in (("wagers", CLOCK.wagers), ("decision", CLOCK.decision)):
            due = deadline(room.live("t1"))
            assert due == clock.seconds + until, turn
            for number in range(3):
                clock.seconds += 2
                await room.perform(bob, "t1", f"{turn} {number} sit", [{"command": "sit", "seat": 2}])
                await room.perform(bob, "t1", f"{turn} {number} go", [{"command": "leave"}])
                assert deadline(room.live("t1")) == due, turn
            if turn == "wagers":  # nor does who moves wagers up and down
                await room.perform(bob, "t1", "sit too", [{"command": "sit", "seat": 2}])
                for number, amount in enumerate(("15", "10", "15")):
                    wagers = dict.fromkeys(("ante_across", "ante_down"), amount)
                    moved = {"command": "set-wagers", "seat": 2, "wagers": wagers}
                    await room.perform(bob, "t1", f"moved {number}", [moved])
                await room.perform(bob, "t1", "none", [{"command": "set-wagers", "seat": 2, "wagers": {}}])
                await room.perform(bob, "t1", "gone", [{"command": "leave"}])
                assert deadline(room.live("t1")) == due
            clock.seconds = due
            await room.tick()
        assert room.live("t1").table.running is None or deadline(room.live("t1")) != due

    run(play())
