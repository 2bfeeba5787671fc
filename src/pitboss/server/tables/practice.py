"""Practice tables: anyone may open a few for play money, and those that nobody uses are closed."""

from contextlib import suppress

from pitboss.books.table_spec import refused
from pitboss.rulebooks import Refused
from pitboss.server.people.accounts import Person
from pitboss.server.requests import NewTable
from pitboss.server.tables.house import SYSTEM
from pitboss.server.tables.live import Live
from pitboss.server.tables.room import Room

MOST_OWN = 3
UNUSED_SECONDS = 30 * 60


def own(table: NewTable) -> bool:
    """Whether a table is one that anyone may open: virtual cards, play money."""
    return table.practice and table.cards == "virtual" and not table.links


def refuse_too_many(room: Room, person: Person) -> None:
    """A person has only so many practice tables open at a time."""
    held = sum(live.spec.practice and live.spec.owner == person.name for live in open_tables(room))
    if held >= MOST_OWN:
        raise refused("the tables", f"practice table {held + 1} of {person.name}", f"{MOST_OWN} open at a time")


def open_tables(room: Room) -> list[Live]:
    """Every table that is not closed."""
    return [live for live in map(room.live, room.names()) if not live.closed]


async def close_unused(room: Room) -> None:
    """Closes the practice tables of people where nothing has happened for a while."""
    now = room.now // 1000
    for live in open_tables(room):
        spec = live.spec
        idle = now - max(live.moved_at, spec.opened_at) >= UNUSED_SECONDS
        if idle and spec.practice and spec.owner not in ("", SYSTEM) and not live.at_stake:
            with suppress(Refused):  # another process has closed it, or someone plays there after all
                await room.close_table(spec.name, SYSTEM)
