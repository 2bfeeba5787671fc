"""Computer players at practice tables: seated by whoever plays there, and gone with the last person.

They act like any player, by commands of the room, and see only what their own seat may see. They have a task of their
own, so that nothing that goes wrong with them holds a clock: one that fails gets up, and the table goes on.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pitboss.books.table_spec import refused
from pitboss.engine import RoundView
from pitboss.engine.actions import PlayerChoice
from pitboss.engine.computer import by_chance, choose, default_wagers
from pitboss.engine.wagers import with_required
from pitboss.rulebooks import Refused
from pitboss.rulebooks.codec import builtins
from pitboss.server.commands import Commands
from pitboss.server.people.accounts import COMPUTER, Person
from pitboss.server.people.guests import take_play_money
from pitboss.server.people.permissions import Denied, Role
from pitboss.server.reading import read_body
from pitboss.server.requests import Style
from pitboss.server.tables.live import Live
from pitboss.server.tables.room import Room
from pitboss.server.tables.treasury import PLAY_MONEY, give_play_money
from pitboss.server.tables.views import TableView, encode
from pitboss.store import StoreError, player_account
from pitboss.store.accounts import purse_of

MOST_OF_ONE = 5
MOST_IN_ALL = 60
PATIENCE = 5  # refusals in a row before a computer player gives up
NAMES = (
    "ada",
    "ben",
    "cleo",
    "dan",
    "eva",
    "finn",
    "gus",
    "hana",
    "ivo",
    "june",
    "kurt",
    "lea",
    "milo",
    "nora",
    "otis",
)

logger = logging.getLogger("pitboss.room")


Best = Callable[[Live, RoundView], Awaitable[PlayerChoice]]


@dataclass
class Companion:
    """A computer player at a table, whom somebody asked for."""

    person: Person
    table: str
    style: Style
    asked_by: str
    leaving: bool = False
    failed: int = 0  # times in a row


class Company:
    """The computer players that this process minds."""

    def __init__(self, room: Room, best: Best) -> None:
        self._room = room
        self._best = best
        self._companions: dict[str, Companion] = {}  # by name

    async def seat(self, by: Person, table: str, count: int, style: Style) -> None:
        """Seats so many more computer players for somebody who plays there; `Refused` where that is too many."""
        live = self._room.live(table)
        _refuse(live, by)
        free = [seat for seat in range(1, live.terms.rulebook.seats + 1) if seat not in live.table.seats]
        own = sum(one.asked_by == by.name for one in self._companions.values())
        most = min(MOST_OF_ONE - own, MOST_IN_ALL - len(self._companions), len(free))
        if count > most:
            says = f"There is room for {most} more computer players." if most > 0 else "No more of them can sit down."
            raise refused(f"table {table}", f"{count} computer players", f"{max(most, 0)} more", says=says)
        for seat in free[:count]:
            name = f"{COMPUTER}{secrets.choice(NAMES)}-{secrets.token_hex(3)}"
            companion = Companion(Person(name, frozenset({Role.PLAYER})), table, style, by.name)
            await asyncio.to_thread(give_play_money, self._room, name)
            await self._do(companion, f"sit {seat}", {"command": "sit", "seat": seat})
            self._companions[name] = companion

    def send_away(self, by: Person, table: str) -> None:
        """The computer players of a table get up, each when the round no longer needs them."""
        _refuse(self._room.live(table), by)
        for companion in self._at(table):
            companion.leaving = True

    def _at(self, table: str) -> list[Companion]:
        return [one for one in self._companions.values() if one.table == table]

    async def step(self) -> None:
        """Every computer player does what its table waits for from it, if anything."""
        await asyncio.gather(*map(self._mind, {one.table for one in self._companions.values()}))

    async def _mind(self, table: str) -> None:
        live = self._room.live(table)
        deserted = all(seat.player.startswith(COMPUTER) for seat in live.table.seats.values())
        for companion in self._at(table):
            companion.leaving |= deserted
            try:
                await self._act(companion)
                companion.failed = 0
            except StoreError:
                raise
            except Exception as error:  # whatever is wrong with one of them is its own affair
                companion.failed += 1
                known = isinstance(error, Refused | Denied)
                if not known or companion.failed >= PATIENCE:
                    logger.error("a computer player fails", extra={"table": table}, exc_info=error)
                    await self._get_up(companion)

    async def _act(self, companion: Companion) -> None:
        live = self._room.live(companion.table)
        seat = live.seat_of(companion.person.name)
        running = live.table.running
        if seat is None or live.closed or (companion.leaving and (running is None or seat not in running.seats)):
            return await self._get_up(companion)
        view = self._room.view(companion.table, companion.person)
        round = view.round
        if round is None or live.table.running is None:
            return None
        if round.phase == "wagers":
            if not companion.leaving and not any(shown.seat == seat and shown.ready for shown in view.seats):
                await self._wager(companion, live, view, seat)
        elif round.to_act == seat:
            action = await self._decision(companion, live, round)
            key = f"{view.rounds} {round.stage}"
            await self._do(companion, key, {"command": "play", "action": builtins(action)})
        elif round.spin_due == seat:
            spin = {"action": "spin", "seat": seat, "position": 0}  # where it stops follows from the seeds
            await self._do(companion, f"{view.rounds} spin {len(round.spins)}", {"command": "play", "action": spin})
        return None

    async def _wager(self, companion: Companion, live: Live, view: TableView, seat: int) -> None:
        name, terms = companion.person.name, live.terms
        careless = companion.style is Style.CARELESS
        wagers = default_wagers(terms, PLAY_MONEY) if careless else with_required(terms, {})
        held = self._room.store.latest_balance(player_account(purse_of(name, True)))
        if held + held < PLAY_MONEY:
            await asyncio.to_thread(give_play_money, self._room, name)
        placed = {"command": "set-wagers", "seat": seat, "wagers": builtins(wagers)}
        await self._do(companion, f"{view.rounds} wagers", placed, {"command": "ready"})

    async def _decision(self, companion: Companion, live: Live, round: RoundView) -> PlayerChoice:
        match companion.style:
            case Style.BEST:
                with suppress(Refused):  # out of the exact count's reach
                    return await self._best(live, round)
            case Style.CARELESS:
                return by_chance(round, secrets.randbelow)
        return choose(round, live.terms)

    async def _get_up(self, companion: Companion) -> None:
        name = companion.person.name
        self._companions.pop(name, None)
        if self._room.live(companion.table).seat_of(name) is not None:
            with suppress(Refused, Denied):
                await self._do(companion, "leave", {"command": "leave"})
        await asyncio.to_thread(take_play_money, self._room, name)

    async def _do(self, companion: Companion, id: str, *commands: dict[str, Any]) -> None:
        asked: Commands = read_body(encode({"id": f"{companion.table} {id}", "commands": commands}), Commands)
        await self._room.perform(companion.person, companion.table, asked.id, asked.commands)


def _refuse(live: Live, by: Person) -> None:
    """Only at a practice table, and only for who has it alone or opened it: nobody is made to play with a computer."""
    spec, others = live.spec, {seat.player for seat in live.table.seats.values()} - {by.name}
    if not spec.practice or not spec.virtual:
        says = "Computer players sit only at practice tables with virtual cards."
        raise refused(f"table {spec.name}", "a computer player", "a practice table", says=says)
    if live.seat_of(by.name) is None:
        raise Denied("Sit down first; then computer players can join you.")
    if spec.owner != by.name and not all(name.startswith(COMPUTER) for name in others):
        raise Denied("Other people sit here; open a table of your own to play with the computer.")
