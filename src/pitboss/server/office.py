"""The room's office: everything a process needs to serve, opened from a data directory and a database."""

import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from pitboss.audit import Cards, Draft, Signer
from pitboss.audit.sealing import KEY_BYTES
from pitboss.money import Amount
from pitboss.rulebooks import IDS
from pitboss.rulebooks.loading import submission_data
from pitboss.server.auditing import Published, extend, log_opened
from pitboss.server.house import House
from pitboss.server.people import Accounts
from pitboss.server.permissions import Role
from pitboss.server.room import Room, log_commit
from pitboss.server.spec import Clock, refused
from pitboss.store import HOUSE, Commit, Entry, Store, buy_in, cash_out, open_store, player_account

ADMINISTRATOR = "admin"
PLAY_MONEY = Amount.parse("5000")


@dataclass
class Office:
    """The parts of a server."""

    store: Store
    room: Room
    accounts: Accounts
    published: Published

    def close(self) -> None:
        """Closes the database."""
        self.store.close()

    def first_administrator(self) -> str | None:
        """Makes the first administrator where there is nobody yet; the password, to be told once."""
        if self.store.people.users():
            return None
        password = secrets.token_urlsafe(15)
        self.accounts.add(ADMINISTRATOR, password, frozenset({Role.ADMINISTRATOR}))
        return password

    def open_demo(self, clock: Clock) -> None:
        """One practice table for each rulebook, with everything it allows."""
        known = set(self.room.names())
        for id in IDS:
            if f"demo-{id}" not in known:
                choices = submission_data(id, "full")
                self.room.open_table(f"demo-{id}", id, choices, Cards.VIRTUAL, True, clock, "system")

    def play_money(self, player: str) -> Amount:
        """Fills a player's practice purse up; what is in it now."""
        account = player_account(f"practice/{player}")
        has = self.store.balance(account)
        if has < PLAY_MONEY:
            entry = Entry(HOUSE, account, PLAY_MONEY - has, "play money")
            self.store.append(Commit(client="room", command=f"play {secrets.token_hex(12)}", entries=(entry,)))
        return self.store.balance(account)

    def move_money(self, by: str, player: str, amount: Amount, inward: bool, id: str) -> Amount:
        """A player buys chips at the cage, or cashes them; the balance after it."""
        if by == player:
            raise refused("the cage", "one's own chips", "another person at the cage")
        if self.store.people.named(player) is None:
            raise refused("the cage", f"chips for {player}", "a player who has an account")
        if amount <= Amount.ZERO:
            raise refused("the cage", f"{amount}", "an amount above zero")
        entry = (buy_in if inward else cash_out)(player, amount)
        self.store.append(Commit(client=by, command=id, digest=repr(entry).encode(), entries=(entry,)))
        return self.store.balance(player_account(player))


def open_office(database: str, keys: Path) -> Office:
    """Opens a database and the keys beside it; both are made where they are not there yet."""
    keys.mkdir(parents=True, exist_ok=True)
    house = House(_key(keys / "seeds.key", KEY_BYTES))
    signer = Signer(_key(keys / "log.key", 32))
    store = open_store(database, extend=extend)
    opened = log_opened("pitboss", signer, int(time.time() * 1000))
    store.append(Commit(client="room", command="open the log", log=(opened,)))
    room = Room(store, house)

    def log(draft: Draft) -> None:
        store.append(log_commit((draft,)))

    return Office(store, room, Accounts(store.people, lambda: int(time.time()), log), Published(store, signer))


def _key(file: Path, length: int) -> bytes:
    """A secret key from its file, readable by its owner alone; a new one where there is none."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_bytes()
    with os.fdopen(descriptor, "wb") as target:
        target.write(secrets.token_bytes(length))
    return file.read_bytes()
