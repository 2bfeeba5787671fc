"""The room: every table of a store, the commands given at them, and everyone who watches."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pitboss.audit import Cards, Draft
from pitboss.audit.format import ClocksRestarted, PlayerReady, SeedTaken
from pitboss.books.stream import StreamEvent, read_event
from pitboss.books.table_spec import Clock, TableSpec, read_spec, refused, terms_of
from pitboss.rulebooks import Refused, RulebookError, UnknownRulebook
from pitboss.rulebooks.codec import to_plain
from pitboss.rulebooks.table_rules import Role as TableRole
from pitboss.server import metrics
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import Denied
from pitboss.server.requests import CommandAsked, Ready, Seed, SetWagers
from pitboss.server.tables.asked import given, wager_requests
from pitboss.server.tables.clocks import Attendance
from pitboss.server.tables.house import IDLE_SECONDS, SYSTEM, House, deadline, look_again
from pitboss.server.tables.live import Live, after, opened
from pitboss.server.tables.opening import Opening, opening_commit
from pitboss.server.tables.refusals import log_commit, refusal_draft
from pitboss.server.tables.snapshots import read_snapshot
from pitboss.server.tables.views import TableView, show_event
from pitboss.server.tables.watchers import Money, Seen, Watcher, Watchers
from pitboss.server.tables.work import Work
from pitboss.store import Commit, Conflict, MeterState, Store, StoreError
from pitboss.store.reading import Standing
from pitboss.table.events import RoundEnded

MOST_TRIES = 20
MOST_RESUMED = 2000

logger = logging.getLogger("pitboss.room")
_ENCODER = msgspec.json.Encoder(enc_hook=to_plain, order="sorted")


class NoSuchTable(LookupError):
    """There is no table of that name."""


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
        self._house = house
        self._clock = clock
        self._lives: dict[str, Live] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._look: dict[str, int] = {}  # at which second the house looks at a table next
        self._watchers = Watchers(store)
        self._attendance = Attendance(self.now // 1000)
        self.shut: dict[str, str] = {}  # tables whose rulebook is not here as it was, and what is wrong
        self._heard: int | None = None  # the position up to which other processes were heard

    @property
    def now(self) -> int:
        """Milliseconds since the beginning of 1970."""
        return int(self._clock() * 1000)

    # Tables

    def names(self) -> list[str]:
        """Every table that can be opened here; those not known yet are read all at once."""
        names = self.store.nexts()
        if not self._lives.keys() | self.shut.keys() >= {*names}:
            for stream in self.store.standing():
                if stream.name not in self._lives and not self._stays_shut(stream.name, stream.header):
                    self._now_at(self._read(stream))
        return [name for name in names if name not in self.shut]

    def _stays_shut(self, name: str, header: str) -> bool:
        """Whether a table's rulebook is missing or has changed; `shut` then says so, and the other tables go on."""
        if name not in self._lives and name not in self.shut:
            try:
                terms_of(read_spec(header))
            except (UnknownRulebook, RulebookError, Refused) as error:
                self.shut[name] = f"table {name} stays shut: {error}"
                logger.error("a table stays shut", extra={"table": name, "why": str(error)})
        return name in self.shut

    def live(self, name: str) -> Live:
        """A table as this process last knew it; read from the store if it never did."""
        known = self._lives.get(name)
        return known if known is not None else self._now_at(self._load(name))

    def _load(self, name: str) -> Live:
        header = self.store.header(name)
        if header is None:
            raise NoSuchTable(f"there is no table {name}")
        _next, kept = self.store.snapshot(name) or (None, None)
        live = _kept(read_spec(header), kept)
        return after(live, self._events(live))

    def _read(self, stream: Standing) -> Live:
        live = _kept(read_spec(stream.header), stream.snapshot)
        return after(live, self._events(live)) if live.next < stream.next else live

    def _events(self, live: Live) -> list[StreamEvent]:
        """What happened at a table after the moment it is known at."""
        return [read_event(stored) for stored in self.store.events(live.spec.name, live.next)]

    def _now_at(self, live: Live, look: int | None = 0) -> Live:
        """Takes a table as it stands; the house looks at it at the given second, or not by itself."""
        name = live.spec.name
        self._lives[name] = live
        if look is None:
            self._look.pop(name, None)
        else:
            self._look[name] = look
        return live

    def _moved(self, live: Live, events: Sequence[StreamEvent], money: Money | None = None) -> None:
        """A table has moved on, with what money this process knows to have moved: everyone who watches it is told."""
        known, at = self._lives.get(live.spec.name), self.now // 1000
        if known is None or known.next < live.next:
            self._now_at(live, look_again(live, at))
            told = events if known is None else events[known.next - live.next :]  # the first of them may be known
            self._watchers.tell(live, at, told, money)

    async def _catch_up(self, name: str) -> bool:
        """Reads on what other processes did at a table; whether there was anything."""
        live = self.live(name)
        events = await asyncio.to_thread(self._events, live)
        self._moved(after(live, events), events)
        return bool(events)

    def open_table(
        self, name: str, rulebook: str, choices: dict[str, Any], cards: Cards, practice: bool, clock: Clock, actor: str
    ) -> None:
        """Opens a table with an inventory and meters of its own."""
        self.open(Opening(name, rulebook, choices, cards, practice, clock), actor)

    def open(self, asked: Opening, actor: str) -> None:
        """Opens a table; `Refused` if the submission is unlawful, or the table may not join the link it names."""
        try:
            if not self.store.append(opening_commit(self.store, asked, actor, self.now)).repeated:
                return
        except Conflict:
            pass
        raise refused("the tables", f"another table {asked.name}", "a name not taken")

    async def close_table(self, name: str, actor: str) -> None:
        """Closes a table for good, between rounds, when nobody sits there; its inventory goes back to the house."""

        def close(work: Work) -> None:
            if work.live.at_stake:
                raise refused(f"table {name}", "closing it in mid-round", "closing it between rounds")
            if work.live.table.seats and not work.live.spec.practice:
                raise refused(f"table {name}", "closing it with players seated", "closing it when all have left")
            work.close(actor)

        await self.record(name, "room", f"close {name}", b"", close)

    async def record(
        self, name: str, client: str, id: str, digest: bytes, do: Callable[[Work], None], *, closed_too: bool = False
    ) -> Outcome:
        """Does to a table what is no command of those who play or deal there: a fill, a credit, its closing.

        What concerns the past of a table can be done when it is closed, too.
        """
        async with self._lock(name):
            await self._catch_up(name)
            for _ in range(MOST_TRIES):
                work = self._work(self.live(name))
                try:
                    if not closed_too:
                        _refuse_closed(work.live)
                    do(work)
                    return await self._write(work, work.commit(client, id, digest, digest))
                except Conflict:
                    await self._catch_up(name)
                except Refused:
                    first = self.store.outcome(client, id)
                    if first is not None and digest and first.outcome == digest:
                        return Outcome(first.next or 0, True)
                    raise
        raise Conflict(f"table {name} is too busy")

    def meters(self) -> dict[str, MeterState]:
        """Every meter as it stands."""
        return self.store.meters()

    # Commands

    async def perform(self, person: Person, name: str, id: str, asked: Sequence[CommandAsked]) -> Outcome:
        """Does some commands of one person, all of them or none, and what the house does upon them.

        Sent again under the same id they get their first outcome. `Refused` carries clause and what would be
        allowed; `Denied` that the role is not there. Both are logged, and change nothing.
        """
        digest = hashlib.sha256(_ENCODER.encode([name, *asked])).digest()
        with metrics.failures():
            outcome = await self._perform(person, name, id, digest, asked)
        metrics.outcomes.labels("repeated" if outcome.repeated else "done").inc()
        return outcome

    async def _perform(
        self, person: Person, name: str, id: str, digest: bytes, asked: Sequence[CommandAsked]
    ) -> Outcome:
        """Tries until no other process was first."""
        async with self._lock(name):
            for known in (True, *[False] * MOST_TRIES):
                try:
                    return await self._try(person, name, id, digest, asked, known=known)
                except Conflict:
                    metrics.conflicts.inc()
                    await self._catch_up(name)
                except (Refused, Denied) as error:
                    if await self._catch_up(name) or known:
                        continue  # it was refused on what may be out of date
                    before = await asyncio.to_thread(self._done_before, person, id, digest)
                    if before is not None:
                        return before
                    await self.log(refusal_draft(person.name, f"table {name}", error, self.now))
                    raise
        raise Conflict(f"table {name} is too busy")

    async def _try(
        self, person: Person, name: str, id: str, digest: bytes, asked: Sequence[CommandAsked], *, known: bool
    ) -> Outcome:
        """Decides on the table, and on the money if so told, as this process knows it, and writes what follows."""
        work = self._work(self.live(name), known=known)
        for command in asked:
            self._request(work, person, command)
        if work.live.spec.virtual:
            await self._run_house(work)
        self._house.draw(work)
        outcome = msgspec.json.encode({"digest": digest.hex(), "next": work.live.next})
        return await self._write(work, work.commit(person.name, id, digest, outcome))

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
        for _ in self._house.steps(work):
            await asyncio.sleep(0)

    def _work(self, live: Live, *, known: bool = False) -> Work:
        """Work at a table, at this moment; its clocks begin anew if its players could not be served for a while."""
        store, time = self.store, max(self.now, live.moved_at * 1000)
        meters, balance = (store.latest_meters, store.latest_balance) if known else (store.meters, store.balance)
        work = Work(live, time, meters, balance)
        if live.at_stake and deadline(live) is not None and live.moved_at < self._attendance.since(work.at):
            work.note(ClocksRestarted(at=work.at), SYSTEM)
        return work

    def _lock(self, name: str) -> asyncio.Lock:
        """One command at a time at each table."""
        return self._locks.setdefault(name, asyncio.Lock())

    async def log(self, *drafts: Draft) -> None:
        """Adds entries to the audit log alone."""
        await asyncio.wrap_future(self.store.submit(log_commit(drafts)))

    def _request(self, work: Work, person: Person, asked: CommandAsked) -> None:
        """One command of a person."""
        live = work.live
        _refuse_closed(live)
        match asked:
            case Ready():
                seat = live.seat_of(person.name)
                if seat is None:
                    raise refused(f"table {live.spec.name}", "ready without a seat", "a seat first")
                work.note(PlayerReady(seat=seat), person.name)
            case Seed():
                if live.shuffled_round is None or live.seat_of(person.name) is None:
                    raise refused(f"table {live.spec.name}", "a seed", "one from a seated player in a virtual round")
                taken = SeedTaken(round=live.shuffled_round.round, player=person.name, seed=asked.seed)
                work.shuffle_step(taken, person.name)
            case SetWagers():
                for each in wager_requests(live, person, asked):
                    self._request(work, person, each)
            case _:
                command = self._house.turned(work, given(work, person, asked, self._plays))
                deals = command.by is TableRole.DEALER or command.player not in ("", person.name)
                if deals and live.dealer != person.name:
                    work.come_on(person.name)
                work.do(command, person.name)

    def _plays(self, name: str) -> bool:
        """Whether someone has an account as a player."""
        found = self.store.people.named(name)
        return found is not None and not found.disabled and TableRole.PLAYER in found.roles

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
            await self._hear(name, next)
        if position != self._heard:
            self._watchers.due()
        self._heard = position
        await asyncio.to_thread(self.store.check)
        at = self.now // 1000
        back = self._attendance.since(at) == at  # after a while away every clock is looked at
        due = [name for name, look in self._look.items() if back or look <= at]
        await asyncio.gather(*map(self._advance, due))
        await self._watchers.look(at)
        self._attendance.confirm(at)

    async def _hear(self, name: str, next: int) -> None:
        """Makes sure that a table is known up to an event; of what this process did itself it knows already."""
        known = self._lives.get(name)
        if name in self.shut or (known is not None and known.next >= next):
            return
        async with self._lock(name):
            if name not in self._lives:
                header = await asyncio.to_thread(self.store.header, name)
                if header is None or self._stays_shut(name, header):
                    return
                self._now_at(await asyncio.to_thread(self._load, name))
            elif self._lives[name].next < next:
                await self._catch_up(name)

    async def _advance(self, name: str) -> None:
        """What is due at a virtual table now. All processes try; the store takes what comes first."""
        async with self._lock(name):
            live, at = self.live(name), self.now // 1000
            self._now_at(live, look_again(live, at))
            if name not in self._look:
                return
            work = self._work(live, known=True)
            try:
                await self._run_house(work)
                if work.events:
                    await self._write(work, work.commit("house", f"{name} {live.next}"))
            except Conflict:
                await self._catch_up(name)
            except Refused as error:
                logger.error("the house is refused", extra={"table": name, "why": str(error)})
            except StoreError:
                raise
            except Exception:  # whatever is wrong with one table must not stop the clocks of the others
                logger.exception("the house fails", extra={"table": name})
                self._look[name] = at + IDLE_SECONDS

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
            events = self._events(live)
            self._moved(after(live, events), events)
            live = self.live(name)
        told: dict[str, Any] = {}
        if first is not None and 0 <= live.next - first <= MOST_RESUMED:
            stored = self.store.events(name, first, live.next - first)
            told = {"events": [show_event(item.sequence, read_event(item)) for item in stored]}
        watcher = Watcher(person.name, self._seen(name, person))
        watcher.send(watcher.seen.snapshot(person.name, **told))
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


def _kept(spec: TableSpec, snapshot: bytes | None) -> Live:
    """A table as its snapshot has it, or as it opened."""
    return (read_snapshot(spec, snapshot) if snapshot is not None else None) or opened(spec)


def _refuse_closed(live: Live) -> None:
    if live.closed:
        raise refused(f"table {live.spec.name}", "anything more at a closed table", "a table that is open")
