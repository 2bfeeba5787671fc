"""Practice tables: anyone may open a few for play money, a full one of the house opens another, unused ones close."""

import asyncio
from collections.abc import Collection
from contextlib import suppress

from pitboss.books.table_spec import refused
from pitboss.rulebooks import Refused
from pitboss.server.people.accounts import Person
from pitboss.server.requests import NewTable
from pitboss.server.tables.house import SYSTEM
from pitboss.server.tables.live import Live
from pitboss.server.tables.opening import Opening
from pitboss.server.tables.room import Room

MOST_OWN = 3
UNUSED_SECONDS = 30 * 60
ANOTHER = "room"  # who opens another table where one is full


def own(table: NewTable) -> bool:
    """Whether a table is one that anyone may open: virtual cards, play money."""
    return table.practice and table.cards == "virtual" and not table.links


def refuse_too_many(room: Room, person: Person, near: Collection[str], from_there: int, in_all: int) -> None:
    """A person has only so many practice tables open at a time, and so have all of an address, and all together."""
    owners = [live.spec.owner for live in open_tables(room) if live.spec.practice and live.spec.owner != SYSTEM]
    held = owners.count(person.name)
    if held >= MOST_OWN:
        tried = f"practice table {held + 1} of {person.name}"
        says = f"You have {held} practice tables open, which is the most; close one first."
        raise refused("the tables", tried, f"{MOST_OWN} open at a time", says=says)
    together = sum(owner in near for owner in owners)
    if together >= from_there:
        says = "Too many practice tables were opened from your address; close one, or try again later."
        allowed = f"{from_there} of an address at a time"
        raise refused("the tables", f"practice table {together + 1} of an address", allowed, says=says)
    if len(owners) >= in_all:
        says = "Too many practice tables are open; try again later."
        raise refused("the tables", f"practice table {len(owners) + 1}", f"{in_all} open at a time", says=says)


def open_tables(room: Room) -> list[Live]:
    """Every table that is not closed."""
    return [live for live in map(room.live, room.names()) if not live.closed]


async def open_another(room: Room, name: str) -> None:
    """Where the last seat of the house's own practice tables of a game was taken, another table like it."""
    spec = room.live(name).spec
    if not spec.practice or spec.owner not in (SYSTEM, ANOTHER):
        return
    async with room.opening:
        owned = [live for live in open_tables(room) if live.spec.practice and live.spec.owner in (SYSTEM, ANOTHER)]
        alike = [live for live in owned if live.spec.rulebook == spec.rulebook]
        if any(len(live.table.seats) < live.terms.rulebook.seats for live in alike):
            return
        first = next((live.spec.name for live in alike if live.spec.owner == SYSTEM), name)
        taken, number = {*room.store.streams()}, 2
        while f"{first}-{number}" in taken:
            number += 1
        with suppress(Refused):  # another process was first
            asked = Opening(f"{first}-{number}", spec.rulebook, dict(spec.submission), spec.cards, True, spec.clock)
            await asyncio.to_thread(room.open, asked, ANOTHER)


async def close_unused(room: Room) -> None:
    """Closes the practice tables of people where nothing has happened for a while."""
    now = room.now // 1000
    for live in open_tables(room):
        spec = live.spec
        idle = now - max(live.moved_at, spec.opened_at) >= UNUSED_SECONDS
        if idle and spec.practice and spec.owner not in ("", SYSTEM) and not live.at_stake:
            with suppress(Refused):  # another process has closed it, or someone plays there after all
                await room.close_table(spec.name, SYSTEM)
