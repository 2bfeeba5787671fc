"""Guests: strangers with play money. So many of an address, so many in all, and none is kept once gone."""

import threading

import msgspec

from pitboss.audit import fact
from pitboss.audit.format import MONEY_STREAM, PlayMoneyTaken
from pitboss.books.table_spec import refused
from pitboss.rulebooks.parts import Account
from pitboss.server.people.accounts import GUEST, IDLE_SECONDS, Accounts, Person
from pitboss.server.people.permissions import Denied
from pitboss.server.tables.practice import open_tables, refuse_too_many
from pitboss.server.tables.room import Room
from pitboss.store import Commit, Entry
from pitboss.store.accounts import PLAY_HOUSE, accounts_of


class Strangers(msgspec.Struct, frozen=True):
    """What a house lets strangers do: be guests, so many of an address and in all; open practice tables, so many."""

    guests: bool = True
    own_tables: bool = True
    per_address: int = 100
    in_all: int = 1000
    tables: int = 200
    tables_per_address: int = 40  # of guests; whoever has a name is known by it


ANYONE = Strangers()


def refuse_own(room: Room, person: Person, allowed: Strangers, guests: "Guests") -> None:
    """Whether someone may open a practice table more."""
    if not allowed.own_tables:
        raise Denied("Here only the house opens tables.")
    refuse_too_many(room, person, guests.from_where(person.name), allowed.tables_per_address, allowed.tables)


class Guests:
    """The guests of a house. Where each came from is known to the process that let them in."""

    def __init__(self, accounts: Accounts, room: Room, allowed: Strangers) -> None:
        self._accounts = accounts
        self._room = room
        self._people = room.store.people
        self._allowed = allowed
        self._from: dict[str, str] = {}
        self._coming = threading.Lock()  # one at a time, so that they are counted

    def come(self, address: str) -> tuple[str, str]:
        """A new guest of an address: the name and a session's secret; `Refused` where there are too many."""
        if not self._allowed.guests:
            raise Denied("This house takes no guests; sign in with a name and a password.")
        with self._coming:
            return self._counted_in(address)

    def _counted_in(self, address: str) -> tuple[str, str]:
        here = self._people.starting_with(GUEST)
        self._from = {name: place for name, place in self._from.items() if name in here}
        if len(here) >= self._allowed.in_all:
            allowed, says = f"{self._allowed.in_all} at a time", "The house is full of guests; try again later."
            raise refused("the guests", f"guest {len(here) + 1}", allowed, says=says)
        own = sum(place == address for place in self._from.values())
        if own >= self._allowed.per_address:
            tried = f"guest {own + 1} of {address}"
            says = "There are too many guests from your address; try again later."
            raise refused("the guests", tried, f"{self._allowed.per_address} of an address at a time", says=says)
        name, secret = self._accounts.guest()
        self._from[name] = address
        return name, secret

    def from_where(self, name: str) -> set[str]:
        """The guests from the address of one of them; none of whoever is no guest, or came by another server."""
        address = self._from.get(name)
        return set() if address is None else {other for other, place in self._from.items() if place == address}

    def see_off(self) -> int:
        """Forgets the guests who are signed in no more and sit nowhere; their play money goes back to the house."""
        seated = {seat.player for live in open_tables(self._room) for seat in live.table.seats.values()}
        gone = self._people.without_session(GUEST, self._room.now // 1000, IDLE_SECONDS) - seated
        for name in gone:
            take_play_money(self._room, name)
            self._people.remove(name)
            self._from.pop(name, None)
        return len(gone)


def take_play_money(room: Room, name: str) -> None:
    """What somebody who is gone for good has of play money goes back to the house."""
    store = room.store
    for kind, account in zip((Account.CHIPS, Account.GAME), accounts_of(name, True), strict=True):
        left = store.balance(account)
        if left:
            told = fact(MONEY_STREAM, PlayMoneyTaken(player=name, amount=left, account=kind), room.now, "system")
            entry = Entry(account, PLAY_HOUSE, left, "play money taken back")
            store.append(Commit(client="room", command=f"gone {name} {kind}", entries=(entry,), log=(told,)))
    store.forget_care(name)
