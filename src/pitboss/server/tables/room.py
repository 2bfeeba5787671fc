"""The room: every table of a store, the commands given at them, and everyone who watches."""

import asyncio
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from pitboss.audit import Cards, Draft, fact
from pitboss.audit.format import MACHINE_STREAM, ClocksRestarted, LogEvent
from pitboss.books.stream import StreamEvent, read_event
from pitboss.books.table_spec import Clock, refused
from pitboss.rulebooks import Refused, load
from pitboss.rulebooks.codec import to_plain
from pitboss.server import metrics
from pitboss.server.commands import CommandAsked
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import Denied
from pitboss.server.requests import VersionChoice
from pitboss.server.tables.approval import Approval, refuse_lone_void
from pitboss.server.tables.asked import carry_out, refuse_closed
from pitboss.server.tables.clocks import Attendance
from pitboss.server.tables.house import IDLE_SECONDS, SYSTEM, House, deadline, look_again
from pitboss.server.tables.known import KnownTables
from pitboss.server.tables.live import Live, after
from pitboss.server.tables.opening import Opening, opening_commit
from pitboss.server.tables.refusals import RefusalLog, log_commit
from pitboss.server.tables.set_aside import SetAside
from pitboss.server.tables.versions import choose, keep, take_due
from pitboss.server.tables.views import TableView, show_event
from pitboss.server.tables.watchers import Money, Seen, Watcher, Watchers
from pitboss.server.tables.work import Work
from pitboss.store import Commit, Conflict, MeterState, Store
from pitboss.table.events import RoundEnded

MOST_TRIES = 20
MOST_RESUMED = 2000
LONGEST_HOLD = 0.002  # seconds for which one table may keep the others waiting

_ENCODER = msgspec.json.Encoder(enc_hook=to_plain, order="sorted")


class Outcome(msgspec.Struct, frozen=True):
    """What became of some commands: the number of the next event, and whether they had been done before."""

    next: int
    repeated: bool = False


class Room:
    """All tables of a store. One per process; other processes may serve the same tables.

    A process keeps every table as it last knew it and decides on that. If another process was first, the store says
    so (`Conflict`); then the table is read on and decided anew. `tick` hears what the others did meanwhile.
    """

    def __init__(self, store: Store, house: House, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.house = house
        self._clock = clock
        self._tables = KnownTables(store)
        self._locks: dict[str, asyncio.Lock] = {}
        self._watchers = Watchers(store)
        self.refusals = RefusalLog(store, lambda: self.now)  # what people are refused, here and elsewhere in the server
        self._attendance = Attendance(self.now // 1000)
        self._set_aside = SetAside(self._tell, self._look_later)
        self.opening = asyncio.Lock()  # one table at a time is opened, so that what is counted before stays true
        self._heard: int | None = None  # the position up to which other processes were heard

    @property
    def now(self) -> int:
        """Milliseconds since the beginning of 1970."""
        return int(self._clock() * 1000)

    # Tables

    @property
    def shut(self) -> dict[str, str]:
        """Tables whose rulebook is not here as it was, and what is wrong."""
        return self._tables.shut

    def names(self) -> list[str]:
        """Every table that is open here."""
        return self._tables.names()

    def forget_closed(self) -> None:
        """Lets go of tables that are closed for good."""
        self._tables.forget_closed(self._watchers.tables)
        for name in self._locks.keys() - {*self.names()}:
            if not self._locks[name].locked():
                del self._locks[name]

    def live(self, name: str) -> Live:
        """A table as this process knows it."""
        return self._tables.live(name)

    def _moved(self, live: Live, events: Sequence[StreamEvent], money: Money | None = None) -> None:
        """A table has moved on, with what money this process knows to have moved: everyone who watches it is told."""
        known, at = self._tables.get(live.spec.name), self.now // 1000
        if known is None or known.next < live.next:
            self._tables.take(live, look_again(live, at))
            told = events if known is None else events[known.next - live.next :]  # the first of them may be known
            self._watchers.tell(live, at, told, money)

    async def _catch_up(self, name: str) -> bool:
        """Reads on what other processes did at a table; whether there was anything."""
        live = self.live(name)
        events = await asyncio.to_thread(self._tables.events, live)
        self._moved(after(live, events), events)
        return bool(events)

    def open_table(
        self, name: str, rulebook: str, choices: dict[str, Any], cards: Cards, practice: bool, clock: Clock, actor: str
    ) -> None:
        """Opens a table with an inventory and meters of its own."""
        self.open(Opening(name, rulebook, choices, cards, practice, clock), actor)

    def open(self, asked: Opening, actor: str) -> None:
        """Opens a table; `Refused` if the submission is unlawful, or the table may not join the link it names."""
        keep(self.store, load(asked.rulebook), self.now)
        chain = self.house.new_chain(asked.name, 1) if asked.cards is Cards.VIRTUAL else ()
        try:
            if not self.store.append(opening_commit(self.store, asked, actor, self.now, chain)).repeated:
                return
        except Conflict:
            pass
        says = f"There is a table named {asked.name} already; choose another name."
        raise refused("the tables", f"another table {asked.name}", "a name not taken", says=says)

    async def close_table(self, name: str, actor: str) -> None:
        """Closes a table for good, between rounds, when nobody sits there; its inventory goes back to the house."""

        def close(work: Work) -> None:
            if work.live.at_stake:
                says = "A round is in play; close the table between rounds."
                raise refused(f"table {name}", "closing it in mid-round", "closing it between rounds", says=says)
            if work.live.table.seats and not work.live.spec.practice:
                tried, says = (
                    "closing it with players seated",
                    "Players are seated; close it when all have left.",
                )
                raise refused(f"table {name}", tried, "closing it when all have left", says=says)
            work.close(actor)

        await self.record(name, "room", f"close {name}", b"", close)

    async def choose_version(self, name: str, by: str, asked: VersionChoice) -> Outcome:
        """Has a table move to the version of its rulebook that is at hand, between rounds, from a date on."""
        digest = f"version {name} {load(self.live(name).spec.rulebook).hash} {asked.effective}".encode()

        def chosen(work: Work) -> None:
            work.note(choose(work.live, self.store, asked.effective_at, asked.reason, work.time), by)

        return await self.record(name, by, asked.id, digest, chosen)

    async def record(
        self,
        name: str,
        client: str,
        id: str,
        digest: bytes,
        do: Callable[[Work], object],
        *,
        closed_too: bool = False,
        approval: Approval | None = None,
    ) -> Outcome:
        """Does to a table what is no command of those who play or deal there: a fill, a credit, its closing.

        What concerns the past of a table can be done when it is closed, too. What a second person approved is done
        under the approval.
        """
        self.live(name)
        async with self._lock(name):
            await self._catch_up(name)
            for _ in range(MOST_TRIES):
                work = self._work(self.live(name))
                try:
                    if not closed_too:
                        refuse_closed(work.live)
                    work.tell(*(approval.drafts if approval else ()))
                    do(work)
                    under = approval.command if approval else (client, id, digest, digest)
                    return await self._write(work, work.commit(*under))
                except Conflict:
                    await self._catch_up(name)
                except Refused:
                    first = self.store.outcome(client, id)
                    if first is not None and digest and first.outcome == digest:
                        return Outcome(first.next or 0, True)
                    raise
        raise Conflict(f"table {name} is too busy")

    async def see_off(self, player: str) -> None:
        """Somebody takes no part any more: he stands up wherever no round keeps him, and elsewhere when it is over."""
        for name in self.names():
            live = self.live(name)
            if live.seat_of(player) is None or live.closed or not self._work(live).barred():
                continue
            await self.record(name, "room", f"see off {name} {player} {live.next}", b"", self.house.see_off)

    def meters(self) -> dict[str, MeterState]:
        """Every meter as it stands."""
        return self.store.meters()

    # Commands

    async def perform(
        self, person: Person, name: str, id: str, asked: Sequence[CommandAsked], approval: Approval | None = None
    ) -> Outcome:
        """Does some commands of one person, all of them or none, and what the house does upon them.

        Sent again under the same id they get their first outcome. `Refused` carries clause and what would be
        allowed; `Denied` that the role is not there. Both are logged, and change nothing. `NeedsSecond` says that it
        takes a second person, whose approval it is then done under.
        """
        digest = hashlib.sha256(_ENCODER.encode([name, *asked])).digest()
        with metrics.failures():
            outcome = await self._perform(person, name, id, digest, asked, approval)
        (metrics.repeated if outcome.repeated else metrics.done).inc()
        return outcome

    async def _perform(
        self,
        person: Person,
        name: str,
        id: str,
        digest: bytes,
        asked: Sequence[CommandAsked],
        approval: Approval | None,
    ) -> Outcome:
        """Tries until no other process was first."""
        self.live(name)
        async with self._lock(name):
            for known in (True, *[False] * MOST_TRIES):
                try:
                    return await self._try(person, name, id, digest, asked, approval, known=known)
                except Conflict:
                    metrics.conflicts.inc()
                    await self._catch_up(name)
                except (Refused, Denied) as error:
                    if await self._catch_up(name) or known:
                        continue  # it was refused on what may be out of date
                    before = await asyncio.to_thread(self._done_before, person, id, digest)
                    if before is not None:
                        return before
                    await self.refusals.write(person.name, f"table {name}", error)
                    raise
        raise Conflict(f"table {name} is too busy")

    async def _try(
        self,
        person: Person,
        name: str,
        id: str,
        digest: bytes,
        asked: Sequence[CommandAsked],
        approval: Approval | None,
        *,
        known: bool,
    ) -> Outcome:
        """Decides on the table, and on the money if so told, as this process knows it, and writes what follows."""
        work = self._work(self.live(name), known=known)
        work.tell(*(approval.drafts if approval else ()))
        for command in asked:
            before, so_far = work.live, len(work.events)
            carry_out(work, person, command, self.house, self._roles_of)
            if approval is None:
                refuse_lone_void(self.store, before, work.events[so_far:])
        if work.live.spec.virtual:
            await self._run_house(work)
        else:
            self.house.see_off(work)
        self.house.draw(work)
        outcome = msgspec.json.encode({"digest": digest.hex(), "next": work.live.next})
        under = approval.command if approval else (person.name, id, digest, outcome)
        return await self._write(work, work.commit(*under))

    def _done_before(self, person: Person, id: str, digest: bytes) -> Outcome | None:
        first = self.store.outcome(person.name, id)
        told = msgspec.json.decode(first.outcome) if first and first.outcome else {}
        return Outcome(told["next"], True) if told.get("digest") == digest.hex() else None

    async def _write(self, work: Work, commit: Commit) -> Outcome:
        committed = await asyncio.wrap_future(self.store.submit(commit))
        if committed.repeated:
            return Outcome(committed.next or 0, True)
        moved, spec = {meter.name: meter.shows for meter in committed.meters}, work.live.spec
        meters = {name: moved[stored] for name, stored in spec.meters.items() if stored in moved}
        money = Money(committed.position, commit.entries, meters)
        self._moved(work.live, work.events, money)
        ended = sum(isinstance(event, RoundEnded) for event in work.events)
        if ended:
            metrics.rounds.labels(work.live.spec.rulebook).inc(ended)
        return Outcome(work.live.next)

    async def _run_house(self, work: Work) -> None:
        """Does what the house does now. A deal or a settlement is long: whoever waits at another table goes between."""
        clock = asyncio.get_running_loop().time
        since = clock()
        for _ in self.house.steps(work, self._watchers.players(work.live.spec.name)):
            if clock() - since > LONGEST_HOLD:
                await asyncio.sleep(0)
                since = clock()

    def _work(self, live: Live, *, known: bool = False) -> Work:
        """Work at a table, at this moment; its clocks begin anew if its players could not be served for a while."""
        store, time = self.store, max(self.now, live.moved_at * 1000)
        meters, balance = (store.latest_meters, store.latest_balance) if known else (store.meters, store.balance)
        work = Work(live, time, meters, balance, store.latest_care if known else store.care)
        if live.at_stake and deadline(live) is not None and live.waits_since < self._attendance.since(work.at):
            work.note(ClocksRestarted(at=work.at), SYSTEM)
        take_due(work)
        return work

    def _lock(self, name: str) -> asyncio.Lock:
        """One command at a time at each table there is: of a name that is none nothing must be kept."""
        return self._locks.setdefault(name, asyncio.Lock())

    async def log(self, *drafts: Draft) -> None:
        """Adds entries to the audit log alone."""
        await asyncio.wrap_future(self.store.submit(log_commit(drafts)))

    def _roles_of(self, name: str) -> frozenset[str]:
        """The roles of somebody who may sign in."""
        found = self.store.people.named(name)
        return frozenset() if found is None or found.disabled else found.roles

    # Time, and what other processes do

    async def tick(self) -> None:
        """Hears what other processes did, then does what has come due at virtual tables."""
        if self._heard is None:
            position = await asyncio.to_thread(self.store.position)
            self.names()
            moved = await asyncio.to_thread(self.store.nexts)
        else:
            position, moved = await asyncio.to_thread(self.store.moved_after, self._heard)
        for name, next in moved.items():
            with self._set_aside.minding(name):
                await self._hear(name, next)
        if position != self._heard:
            self._watchers.due()
        self._heard = position
        await asyncio.to_thread(self.store.check)
        at = self.now // 1000
        back = self._attendance.since(at) == at  # after a while away every clock is looked at
        due = [name for name, look in self._tables.look.items() if back or look <= at]
        await asyncio.gather(*map(self._advance, due))
        await self._watchers.look(at)
        self._attendance.confirm(at)

    async def _hear(self, name: str, next: int) -> None:
        """Makes sure that a table is known up to an event; of what this process did itself it knows already."""
        known = self._tables.get(name)
        if name in self.shut or (known is not None and known.next >= next):
            return
        async with self._lock(name):
            live = self._tables.get(name)
            if live is None:
                header = await asyncio.to_thread(self.store.header, name)
                if header is None or self._tables.stays_shut(name, header):
                    return
                self._tables.take(await asyncio.to_thread(self._tables.load, name))
            elif live.next < next:
                await self._catch_up(name)

    async def _advance(self, name: str) -> None:
        """What is due at a virtual table now. All processes try; the store takes what comes first."""
        async with self._lock(name):
            live, at = self.live(name), self.now // 1000
            self._tables.take(live, look_again(live, at))
            if name not in self._tables.look:
                return
            with self._set_aside.minding(name):
                work = self._work(live, known=True)
                try:
                    await self._run_house(work)
                    if work.events:
                        await self._write(work, work.commit("house", f"{name} {live.next}"))
                    self._set_aside.mended(name)
                except Conflict:
                    await self._catch_up(name)

    def _look_later(self, name: str) -> None:
        """A table at which the house failed is tried again now and then."""
        self._tables.look[name] = self.now // 1000 + IDLE_SECONDS

    @property
    def set_aside(self) -> Mapping[str, str]:
        """Tables at which the house fails, and what is wrong."""
        return self._set_aside.tables

    def _tell(self, event: LogEvent) -> None:
        """Tells the log of what befell the server itself, whenever that can be written."""
        self.store.submit(log_commit([fact(MACHINE_STREAM, event, self.now, SYSTEM)]))

    # Watching

    def view(self, name: str, person: Person) -> TableView:
        """A table as a person may see it."""
        return self._seen(name, person).view(person.name)

    def _seen(self, name: str, person: Person) -> Seen:
        return self._watchers.seen(self.live(name), self.now // 1000, person.name)

    def message(self, name: str, person: Person, first: int | None) -> bytes:
        """The first message of a stream: a snapshot, with the events from a number on for who is not too far behind."""
        return self.watch(name, person, first, stay=False).queue.get_nowait() or b""

    def watch(self, name: str, person: Person, first: int | None, *, stay: bool = True) -> Watcher:
        """A stream of messages about a table: a snapshot, then all that follows."""
        live = self.live(name)
        if first is not None and first > live.next:  # another process is ahead of this one
            events = self._tables.events(live)
            self._moved(after(live, events), events)
            live = self.live(name)
        told: dict[str, Any] = {}
        if first is not None and 0 <= live.next - first <= MOST_RESUMED:
            stored = self.store.events(name, first, live.next - first)
            told = {"events": [show_event(item.sequence, read_event(item)) for item in stored]}
        watcher = Watcher(person.name, self._seen(name, person))
        watcher.greet(watcher.seen.snapshot(person.name, **told))
        if stay:
            self._watchers.add(name, watcher)
        return watcher

    def resync(self, name: str, person: Person, watcher: Watcher) -> bytes:
        """A snapshot for who has lost the thread of a stream."""
        watcher.seen = self._seen(name, person)
        return watcher.seen.snapshot(person.name)

    def unwatch(self, name: str, watcher: Watcher) -> None:
        """Ends a stream."""
        self._watchers.remove(name, watcher)

    @property
    def watching(self) -> int:
        """How many streams are open."""
        return len(self._watchers)
