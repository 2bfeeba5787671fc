"""The room's office: everything a process needs to serve, opened from a data directory and a database."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.audit import Cards, Draft, Entry, fact
from pitboss.audit.format import ReturnBeyondChance
from pitboss.audit.sealed_seeds import KEY_BYTES
from pitboss.books.published_log import Published, log_opened
from pitboss.books.report_rows import WagerReturn
from pitboss.books.table_spec import Clock
from pitboss.money import Amount
from pitboss.rulebooks import Refused, load_all
from pitboss.server import metrics
from pitboss.server.keys import log_signer, secret_key
from pitboss.server.people.accounts import Accounts
from pitboss.server.people.permissions import Role
from pitboss.server.tables.clocks import SteadyClock
from pitboss.server.tables.house import House
from pitboss.server.tables.refusals import log_commit
from pitboss.server.tables.room import Room
from pitboss.server.tables.treasury import give_play_money, move_chips
from pitboss.store import Commit, Store, open_store

if TYPE_CHECKING:
    from pitboss.books.returns import Reports

ADMINISTRATOR = "admin"


@dataclass
class Office:
    """The parts of a server."""

    store: Store
    room: Room
    accounts: Accounts
    published: Published

    @cached_property
    def reports(self) -> "Reports":
        """The reports; the mathematics they need is loaded with the first of them."""
        reports: Reports = import_module("pitboss.books.returns").Reports(self.store, self._alarm, metrics.alerting)
        return reports

    def look_at_returns(self) -> None:
        """Looks for returns beyond chance, which takes a while where there has been much play."""
        self.reports.look()

    def _alarm(self, row: WagerReturn) -> None:
        """A return beyond chance goes to the audit log, the first time that any process finds it."""
        figures = {name: getattr(row, name) for name in ("table", "wager", "bets", "staked", "returned")}
        told = fact("reports", ReturnBeyondChance(**figures, z=f"{row.z:+.2f}"), self.room.now, "system")
        command = f"beyond chance {row.table} {row.wager}"
        self.store.append(Commit(client="reports", command=command, log=(told,)))

    def close(self) -> None:
        """Closes the database."""
        self.store.close()

    def first_administrator(self) -> str | None:
        """Makes the first administrator where there is nobody yet; the password, to be told once."""
        if self.store.people.users():
            return None
        password = secrets.token_urlsafe(15)
        try:
            self.accounts.add(ADMINISTRATOR, password, frozenset({Role.ADMINISTRATOR}))
        except Refused:  # another server that starts was first
            return None
        return password

    def open_demo(self, clock: Clock) -> list[str]:
        """One practice table for each rulebook, with everything it allows; a line for each that cannot be opened."""
        refusals = []
        for book in load_all():
            name = f"demo-{book.id}"
            try:
                if name not in self.store.streams():
                    choices = book.submissions["full"]
                    self.room.open_table(name, book.id, choices, Cards.VIRTUAL, True, clock, "system")
            except Refused as refused:
                if name not in self.store.streams():  # else another server that starts was first
                    refusals.append(f"there is no table {name}: {refused.violations[0]}")
        return refusals

    def play_money(self, player: str) -> Amount:
        """Fills a player's practice purse up; what is in it now."""
        return give_play_money(self.room, player)

    def move_money(self, by: str, player: str, amount: Amount, inward: bool, id: str) -> Amount:
        """A player buys chips at the cage, or cashes them; the balance after it."""
        return move_chips(self.room, by, player, amount, inward, id)


def open_office(database: str, keys: Path, clock: Callable[[], float] | None = None) -> Office:
    """Opens a database and the keys beside it; both are made where they are not there yet.

    `Refused` if a key is not the one it was: without the key of its log nothing can be added to a database.
    """
    keys.mkdir(parents=True, exist_ok=True)
    house = House(secret_key(keys / "seeds.key", KEY_BYTES))
    store = open_store(database, observe=metrics.committed)
    try:
        signer = log_signer(keys / "log.key", store)
    except Refused:
        store.close()
        raise
    clock = clock or SteadyClock(at_least=_latest(store))
    opened = log_opened("pitboss", signer, int(clock() * 1000))
    store.append(Commit(client="room", command="open the log", log=(opened,)))
    room = Room(store, house, clock)

    def log(draft: Draft) -> None:
        store.append(log_commit((draft,)))

    return Office(store, room, Accounts(store.people, lambda: int(clock()), log), Published(store, signer))


def _latest(store: Store) -> float:
    """The time of the latest entry of the log, in seconds: nothing that follows may be earlier."""
    last = store.log(store.log_state().size - 1, 1)
    return msgspec.json.decode(last[0], type=Entry).time / 1000 if last else 0
