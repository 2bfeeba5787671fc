"""The room's office: everything a process needs to serve, opened from a data directory and a database."""

import hmac
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.audit import Cards, Draft, Entry, fact
from pitboss.audit.format import MACHINE_STREAM, LogEvent, ReturnBeyondChance
from pitboss.audit.machine_format import ServerStarted, ServerStopped
from pitboss.audit.sealed_seeds import KEY_BYTES
from pitboss.books.head_book import HeadBook, head_file
from pitboss.books.parting import part_books
from pitboss.books.published_log import Published, log_opened
from pitboss.books.report_rows import WagerReturn
from pitboss.books.table_spec import Clock, refused
from pitboss.money import Amount
from pitboss.rulebooks import Refused, load_all
from pitboss.server import metrics
from pitboss.server.keys import LOG_KEY, fingerprint, log_signer, secret_key
from pitboss.server.machine.program_files import ProgramChecked, look
from pitboss.server.people.accounts import Accounts
from pitboss.server.people.care import Exclusions
from pitboss.server.people.guests import ANYONE, Guests, Strangers
from pitboss.server.people.permissions import Role
from pitboss.server.tables.approval import Approval, set_first_limits
from pitboss.server.tables.clocks import SteadyClock
from pitboss.server.tables.house import SYSTEM, House
from pitboss.server.tables.lone_acts import begin_adding_up
from pitboss.server.tables.refusals import log_commit
from pitboss.server.tables.room import Room
from pitboss.server.tables.treasury import give_play_money, move_chips
from pitboss.server.tables.versions import keep_all
from pitboss.store import Commit, NoDatabase, Store, StoreError, open_store

if TYPE_CHECKING:
    from pitboss.books.returns import Reports

ADMINISTRATOR = "admin"
STARTS = "machine/starts"  # a client of the store's commands: no person can have such a name
REPORTS = "server/reports"  # no account can have such a name, so that nobody answers for the alarm in advance
NEWEST = 20_000  # entries that are read again before a database is served; the others while it is


@dataclass
class Office:
    """The parts of a server."""

    store: Store
    room: Room
    accounts: Accounts
    published: Published
    strangers: Strangers = ANYONE
    keys: Path | None = None  # the folder of its keys, and of the manifest of its program
    _began: bool = False

    @cached_property
    def guests(self) -> Guests:
        """The guests."""
        return Guests(self.accounts, self.room, self.strangers)

    @cached_property
    def reports(self) -> "Reports":
        """The reports; the mathematics they need is loaded with the first of them."""
        reports: Reports = import_module("pitboss.books.returns").Reports(self.store, self._alarm, metrics.alerting)
        return reports

    def look_at_returns(self) -> None:
        """Looks for returns beyond chance, which takes a while where there has been much play."""
        self.reports.look()

    def count_desk(self) -> None:
        """Counts on for the desk, so that whoever asks waits for little."""
        import_module("pitboss.books.counting").catch_up(self.store)

    def _alarm(self, row: WagerReturn) -> None:
        """A return beyond chance goes to the audit log, the first time that any process finds it."""
        figures = {name: getattr(row, name) for name in ("table", "wager", "bets", "staked", "returned")}
        told = fact(
            "reports",
            ReturnBeyondChance(**figures, z=f"{row.z:+.2f}", evidence=f"{row.evidence:.1e}"),
            self.room.now,
            "system",
        )
        command = f"beyond chance {row.table} {row.wager}"
        self.store.append(Commit(client=REPORTS, command=command, log=(told,)))

    def began(self, settings: dict[str, str]) -> ProgramChecked:
        """A server begins: its program is looked at, and the log tells of it, with what is other than the last time."""
        found = look(self.keys)
        if found.faults:
            raise refused("the program", found.faults[0], f"the files that {found.signed_by[:16]} signed for")
        told = {name: getattr(found, name) for name in ("version", "files", "digest", "signed_by")}
        keys = {file.stem: fingerprint(file) for file in sorted(self.keys.glob("*.key") if self.keys else ())}
        before = self.store.outcomes(STARTS)
        last = msgspec.json.decode(before[-1].outcome, type=ServerStarted) if before else None
        started = ServerStarted(
            **told, settings=settings, keys=keys, changed=_changed(last, found.digest, settings, keys)
        )
        draft = fact(MACHINE_STREAM, started, self.room.now, SYSTEM)
        id = secrets.token_hex(8)
        self.store.append(Commit(client=STARTS, command=id, outcome=draft.payload, log=(draft,)))
        self._began = True
        return found

    async def tell(self, event: LogEvent, by: str = SYSTEM) -> None:
        """Tells the log of what befell the machine."""
        await self.room.log(fact(MACHINE_STREAM, event, self.room.now, by))

    def keep_head(self, after: int = 0) -> None:
        """A head of the log is signed and kept outside the database, under a number beyond the given one."""
        self.published.catch_up()
        self.published.head(self.room.now, after=after)

    def close(self, last_number: int = 0) -> None:
        """Closes the database, when a last head of its log is signed."""
        with suppress(StoreError):
            if self._began:
                self.store.append(log_commit((fact(MACHINE_STREAM, ServerStopped(), self.room.now, SYSTEM),)))
            self.keep_head(last_number)
        self.store.close()

    def first_administrator(self) -> str | None:
        """Makes the first administrator where there is nobody yet; the password, to be told once."""
        if self.store.people.users():
            return None
        password = secrets.token_urlsafe(15)
        try:
            self.accounts.add(ADMINISTRATOR, password, frozenset({Role.ADMINISTRATOR}), printed=True)
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

    def move_money(
        self,
        by: str,
        player: str,
        amount: Amount,
        inward: bool,
        id: str,
        approval: Approval | None = None,
        most: Amount | None = None,
    ) -> Amount:
        """A player buys chips at the cage, or cashes them; the balance after it."""
        return move_chips(self.room, by, player, amount, inward, id, approval, most)


def open_office(
    database: str,
    keys: Path,
    clock: Callable[[], float] | None = None,
    strangers: Strangers = ANYONE,
    witness: str = "",
) -> Office:
    """Opens a database and the keys beside it; both are made where they are not there yet.

    `Refused` if a key is not the one it was: without the key of its log nothing can be added to a database.
    """
    keys.mkdir(parents=True, exist_ok=True, mode=0o700)
    house = House(secret_key(keys / "seeds.key", KEY_BYTES), witness=witness)
    heads = HeadBook(head_file(keys, database))
    last = heads.furthest()
    try:
        store = open_store(database, create=last is None, observe=metrics.committed)
    except NoDatabase as error:
        how = "bring it back, or a backup with pitboss restore; or move that file away to begin anew"
        raise NoDatabase(f"{error}, but {heads.file} says that one was served: {how}") from error
    try:
        if damage := store.damage():
            says = f"It is damaged ({damage[0]}). Bring back a sound copy."
            raise refused("the database", damage[0], "a sound copy", says=says)
        signer = log_signer(keys / LOG_KEY, store)
    except Refused:
        store.close()
        raise
    clock = clock or SteadyClock(at_least=_latest(store))
    published = Published(store, signer, heads)
    if faults := published.faults(last, NEWEST):
        store.close()
        allowed = f"the database that was served before, or a backup by pitboss restore; heads: {heads.file.name}"
        says = f"It is not the one that was served before ({faults[0]}). Bring that one back: {allowed}."
        raise refused("the database", faults[0], allowed, says=says)
    opened = log_opened("pitboss", signer, int(clock() * 1000))
    store.append(Commit(client="room", command="open the log", log=(opened,)))
    keep_all(store, int(clock() * 1000))
    set_first_limits(store, int(clock() * 1000))
    begin_adding_up(store, int(clock() * 1000))
    part_books(store, opened.time)
    room = Room(store, house, clock)

    def log(draft: Draft) -> None:
        store.append(log_commit((draft,)))

    def now() -> int:
        return int(clock())

    device_key = hmac.digest(house.key, b"pitboss/devices/1", "sha256")
    accounts = Accounts(store.people, now, log, excluded=Exclusions(store, now), device_key=device_key)
    return Office(store, room, accounts, published, strangers, keys)


def _changed(
    last: ServerStarted | None, digest: str, settings: dict[str, str], keys: dict[str, str]
) -> tuple[str, ...]:
    """What is other than at the last start."""
    if last is None:
        return ()
    found = ["the program"] if last.digest != digest else []
    for kind, before, now in (("setting", last.settings, settings), ("key", last.keys, keys)):
        names = sorted({*before, *now})
        found += [f"the {kind} {name}" for name in names if before.get(name) != now.get(name)]
    return tuple(found)


def _latest(store: Store) -> float:
    """The time of the latest entry of the log, in seconds: nothing that follows may be earlier."""
    last = store.log(store.log_state().size - 1, 1)
    return msgspec.json.decode(last[0], type=Entry).time / 1000 if last else 0
