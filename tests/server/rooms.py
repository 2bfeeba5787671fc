"""Rooms for tests: a store in a file, a clock that is set by hand, and commands in short."""

import asyncio
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pitboss.audit import Cards, fact
from pitboss.audit.format import MONEY_STREAM, ChipsBought
from pitboss.books.table_spec import Clock
from pitboss.money import Amount
from pitboss.rulebooks.loader import submission_data
from pitboss.server.commands import Commands
from pitboss.server.people.accounts import Person
from pitboss.server.reading import read_body
from pitboss.server.tables.approval import Approval
from pitboss.server.tables.house import House
from pitboss.server.tables.room import Outcome, Room
from pitboss.server.tables.views import encode
from pitboss.store import Commit, Store, buy_in, open_store

T = TypeVar("T")
CLOCK = Clock(wagers=20, decision=30, pause=5)


class HandClock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


def store_in(folder: Path) -> Store:
    """A store in a file of its own."""
    return open_store(f"sqlite:///{folder / 'room.db'}")


class PlainRoom(Room):
    """A room that is asked in plain data, which is read as that of a client is."""

    async def perform(
        self, person: Person, name: str, id: str, asked: Sequence[Any], approval: Approval | None = None
    ) -> Outcome:
        """Does some commands of one person."""
        read: Commands = read_body(encode({"id": id, "commands": asked}), Commands)
        return await super().perform(person, name, read.id, read.commands, approval)


def plain(room: Room) -> PlainRoom:
    """The same room, from now on asked in plain data."""
    room.__class__ = PlainRoom
    assert isinstance(room, PlainRoom)
    return room


def room_in(folder: Path, clock: HandClock, house: House | None = None) -> PlainRoom:
    """A room over a fresh store."""
    return PlainRoom(store_in(folder), house or House(bytes(64)), clock)


def open_at(room: Room, rulebook: str, cards: Cards = Cards.VIRTUAL, name: str = "t1") -> None:
    """A table with real money."""
    room.open_table(name, rulebook, submission_data(rulebook, "default"), cards, False, CLOCK, "test")


def player(room: Room, name: str, dollars: int = 1000) -> Person:
    """A player with money."""
    entry = buy_in(name, Amount(dollars * 100))
    told = fact(MONEY_STREAM, ChipsBought(player=name, amount=entry.amount), room.now, "cage")
    room.store.append(Commit(client="cage", command=f"buy {name}", entries=(entry,), log=(told,)))
    return Person(name, frozenset({"player"}))


def place(seat: int, wager: str, amount: str) -> dict[str, Any]:
    """A wager."""
    return {"command": "play", "action": {"action": "place-wager", "seat": seat, "wager": wager, "amount": amount}}


def bet(seat: int, amount: str) -> dict[str, Any]:
    """A bet in turn."""
    return {"command": "play", "action": {"action": "bet", "seat": seat, "amount": amount}}


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs to the end."""
    return asyncio.run(coroutine)
