"""The room: every table of a store, the commands given at them, and everyone who watches."""

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from pitboss.audit import Cards, Draft, Kind, fact, opening
from pitboss.audit.format import MeterOpened, SeedTaken, canonical
from pitboss.games.actions import Settle, Spin, Validate, Void
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import Refused, Violation
from pitboss.rulebooks.codec import builtins, convert, to_plain
from pitboss.rulebooks.table_rules import Role as TableRole
from pitboss.server.house import SYSTEM, House
from pitboss.server.live import Live, after, opened
from pitboss.server.people import GUEST, Person
from pitboss.server.permissions import table_roles
from pitboss.server.showing import TableView, show, show_event
from pitboss.server.spec import Clock, new_spec, read_spec, refused, write_spec
from pitboss.server.stream import DealerCameOn, PlayerReady, StreamEvent, read_event
from pitboss.server.work import Work
from pitboss.store import Commit, Conflict, MeterState, Store, fill, seed
from pitboss.table import TableCommand
from pitboss.table.commands import Play, Sit

INVENTORY = Amount.parse("100000")
MOST_COMMANDS = 32
MOST_TRIES = 20
MOST_WAITING = 256

logger = logging.getLogger("pitboss.room")
_COMMAND: Callable[[dict[str, Any]], TableCommand] = partial(convert, kind=cast(Any, TableCommand))
_ENCODER = msgspec.json.Encoder(enc_hook=to_plain)


class Denied(Exception):
    """Someone without the role tried something."""


class NoSuchTable(LookupError):
    """There is no table of that name."""


class Outcome(msgspec.Struct, frozen=True):
    """What became of some commands: the number of the next event, and whether they had been done before."""

    next: int
    repeated: bool = False


class Watcher:
    """Someone who watches a table; one too slow to keep up is let go."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)


class Room:
    """All tables of a store. One per process; other processes may serve the same tables."""

    def __init__(self, store: Store, house: House, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self._house = house
        self._clock = clock
        self._lives: dict[str, Live] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._watchers: dict[str, set[Watcher]] = {}
        self._position = store.position()

    @property
    def now(self) -> int:
        """Milliseconds since the beginning of 1970."""
        return int(self._clock() * 1000)

    # Tables

    def names(self) -> list[str]:
        """Every table."""
        return list(self.store.streams())

    def live(self, name: str) -> Live:
        """A table as it stands, caught up with its stream."""
        known = self._lives.get(name)
        if known is None:
            header = self.store.streams().get(name)
            if header is None:
                raise NoSuchTable(f"there is no table {name}")
            known = opened(read_spec(header))
        found = [read_event(stored.event) for stored in self.store.events(name, known.next)]
        self._lives[name] = after(known, found)
        return self._lives[name]

    def open_table(
        self, name: str, rulebook: str, choices: dict[str, Any], cards: Cards, practice: bool, clock: Clock, actor: str
    ) -> None:
        """Opens a table with its inventory and its meters at their seeds; `Refused` if the submission is unlawful."""
        spec, terms = new_spec(name, rulebook, choices, cards, practice, clock)
        stamp = self.now
        drafts = [
            fact(f"meter/{stored}", _meter_opened(stored, terms.meters[meter].seed), stamp, actor)
            for meter, stored in spec.meters.items()
        ]
        drafts.append(opening(name, terms, cards, spec.meters, stamp))
        commit = Commit(
            client="room",
            command=f"open {name}",
            stream=name,
            header=write_spec(spec),
            entries=(fill(name, INVENTORY),),
            moves=tuple(seed(stored, terms.meters[meter].seed) for meter, stored in spec.meters.items()),
            log=tuple(map(canonical, drafts)),
        )
        try:
            if not self.store.append(commit).repeated:
                return
        except Conflict:
            pass
        raise refused("the tables", f"another table {name}", "a name not taken")

    def meters(self) -> Mapping[str, MeterState]:
        """Every meter as it stands."""
        return self.store.meters()

    # Commands

    async def perform(self, person: Person, name: str, id: str, requests: Sequence[dict[str, Any]]) -> Outcome:
        """Does some commands of one person, all of them or none, and what the house does upon them.

        Sent again under the same id they get their first outcome. `Refused` carries clause and what would be
        allowed; `Denied` that the role is not there. Both are logged, and change nothing.
        """
        if not 1 <= len(requests) <= MOST_COMMANDS:
            raise refused("the request", f"{len(requests)} commands", f"1 to {MOST_COMMANDS}")
        digest = hashlib.sha256(msgspec.json.encode([name, *requests], order="deterministic")).digest()
        async with self._locks.setdefault(name, asyncio.Lock()):
            for _ in range(MOST_TRIES):
                live = self.live(name)
                work = Work(live, self.now, self.meters)
                try:
                    for request in requests:
                        self._request(work, person, request)
                    if live.spec.virtual:
                        self._house.run(work)
                    outcome = msgspec.json.encode({"digest": digest.hex(), "next": work.live.next})
                    return await self._write(live, work, work.commit(person.name, id, digest, outcome))
                except Conflict:
                    continue
                except (Refused, Denied) as error:
                    before = self._done_before(person, id, digest)
                    if before is not None:
                        return before
                    await self.log(refusal_draft(person.name, f"table {name}", error, self.now))
                    raise
        raise Conflict(f"table {name} is too busy")

    def _done_before(self, person: Person, id: str, digest: bytes) -> Outcome | None:
        first = self.store.outcome(person.name, id)
        told = msgspec.json.decode(first.outcome) if first and first.outcome else {}
        return Outcome(told["next"], True) if told.get("digest") == digest.hex() else None

    async def _write(self, before: Live, work: Work, commit: Commit) -> Outcome:
        committed = await asyncio.wrap_future(self.store.submit(commit))
        if committed.repeated:
            return Outcome(committed.next or 0, True)
        self._lives[before.spec.name] = work.live
        self._tell(before, work.live, work.events)
        return Outcome(work.live.next)

    async def log(self, *drafts: Draft) -> None:
        """Adds entries to the audit log alone."""
        await asyncio.wrap_future(self.store.submit(log_commit(drafts)))

    def _request(self, work: Work, person: Person, request: dict[str, Any]) -> None:
        """One command of a person."""
        live = work.live
        match request.get("command"):
            case "ready":
                seat = live.seat_of(person.name)
                if seat is None:
                    raise refused(f"table {live.spec.name}", "ready without a seat", "a seat first")
                work.note(PlayerReady(at=work.at, seat=seat))
            case "seed":
                if live.shuffled_round is None or live.seat_of(person.name) is None:
                    raise refused(f"table {live.spec.name}", "a seed", "one from a seated player in a virtual round")
                taken = SeedTaken(round=live.shuffled_round.round, player=person.name, seed=str(request.get("seed")))
                work.shuffle_step(taken, person.name)
            case _:
                command, actor = self._command(work, person, request)
                if command.by is TableRole.DEALER and live.dealer != person.name:
                    work.note(DealerCameOn(at=work.at, dealer=person.name))
                work.do(command, actor)

    def _command(self, work: Work, person: Person, request: dict[str, Any]) -> tuple[TableCommand, str]:
        """A command as its person may give it: role, time and player are the room's to say, not the client's."""
        live = work.live
        for_player = str(request.get("player", "")) if not live.spec.virtual and "dealer" in person.roles else ""
        try:
            command = _COMMAND({**request, "by": "player", "at": work.at, "player": ""})
        except (msgspec.ValidationError, ValueError) as error:
            raise refused("the command", str(error), "a command as documented") from error
        roles = table_roles(command)
        if for_player and TableRole.PLAYER in roles:
            return replace(command, by=TableRole.PLAYER, player=for_player), for_player
        held = [role for role in roles if role in person.roles]
        if not held:
            raise Denied(f"{request.get('command')} needs the role {' or '.join(roles) or 'of nobody'}")
        role = held[0]
        if role is TableRole.DEALER and live.spec.virtual:
            raise Denied("at a virtual table the house deals")
        if role is TableRole.FLOORPERSON and isinstance(command, Play):
            _refuse_own_interest(live, person, command)
        if isinstance(command, Sit) and person.name.startswith(GUEST) and not live.spec.practice:
            raise Denied("guests sit at practice tables only")
        if isinstance(command, Play) and isinstance(command.action, Settle | Spin):
            command = replace(command, action=replace(command.action, meters=work.shown()))
        return replace(command, by=role, player=person.name if role is TableRole.PLAYER else ""), person.name

    # Time, and what other processes do

    async def tick(self) -> None:
        """Hears what other processes did, then does what has come due at every virtual table."""
        position = self.store.position()
        if position != self._position:
            for name in {stored.stream for stored in self.store.events_after(self._position)}:
                await self._catch_up(name)
            self._position = position
        for name in self.names():
            await self._advance(name)

    async def _catch_up(self, name: str) -> None:
        async with self._locks.setdefault(name, asyncio.Lock()):
            before = self._lives.get(name)
            live = self.live(name)
            if before is not None and before.next < live.next:
                found = [read_event(stored.event) for stored in self.store.events(name, before.next)]
                self._tell(before, live, found)

    async def _advance(self, name: str) -> None:
        """What is due at a virtual table now."""
        async with self._locks.setdefault(name, asyncio.Lock()):
            live = self._lives.get(name) or self.live(name)
            if not live.spec.virtual or not (live.table.seats or live.table.running):
                return
            work = Work(live, self.now, self.meters)
            try:
                self._house.run(work)
                if work.events:
                    await self._write(live, work, work.commit("house", f"{name} {live.next}"))
            except Conflict:
                self.live(name)
            except Refused as error:
                logger.error("the house is refused", extra={"table": name, "why": str(error)})

    # Watching

    def view(self, name: str, person: Person) -> TableView:
        """A table as a person may see it."""
        return show(self.live(name), person.name, self.now // 1000)

    def watch(self, name: str, person: Person, first: int | None) -> Watcher:
        """A stream of messages about a table: a snapshot, or the events from a number on, then all that follows."""
        live, watcher = self.live(name), Watcher(person.name)
        if first is None:
            watcher.queue.put_nowait(_message(live, person.name, self.now, {"type": "snapshot"}))
        else:
            stored = self.store.events(name, first)
            shown = [show_event(item.sequence, read_event(item.event)) for item in stored]
            told = {"type": "events", "events": shown}
            watcher.queue.put_nowait(_message(live, person.name, self.now, told))
        self._watchers.setdefault(name, set()).add(watcher)
        return watcher

    def unwatch(self, name: str, watcher: Watcher) -> None:
        """Ends a stream."""
        self._watchers.get(name, set()).discard(watcher)

    @property
    def watching(self) -> int:
        """How many streams are open."""
        return sum(map(len, self._watchers.values()))

    def _tell(self, before: Live, live: Live, events: Sequence[StreamEvent]) -> None:
        watchers = self._watchers.get(live.spec.name)
        if not watchers or not events:
            return
        told = {
            "type": "events",
            "events": [show_event(number, item) for number, item in enumerate(events, before.next)],
        }
        for watcher in list(watchers):
            try:
                watcher.queue.put_nowait(_message(live, watcher.player, self.now, told))
            except asyncio.QueueFull:
                watchers.discard(watcher)
                watcher.queue.get_nowait()
                watcher.queue.put_nowait(None)


def _message(live: Live, player: str, now: int, told: dict[str, Any]) -> bytes:
    return _ENCODER.encode({**told, "next": live.next, "table": show(live, player, now // 1000)})


def _meter_opened(stored: str, shown: Amount) -> MeterOpened:
    return MeterOpened(meter=stored, microcents=shown.cents * MICROCENTS_PER_CENT)


def _refuse_own_interest(live: Live, person: Person, command: Play) -> None:
    """Who deals or plays does not validate a jackpot and does not void the round."""
    if not isinstance(command.action, Validate | Void):
        return
    if person.name in live.dealers or live.seat_of(person.name) is not None:
        raise Denied("who deals or plays in a round does not validate its payouts")


def refusal_draft(actor: str, where: str, error: Exception, time: int) -> Draft:
    """What the log says of a refusal."""
    violation = error.violations[0] if isinstance(error, Refused) else _denial(where, error)
    return Draft(kind=Kind.REFUSAL, stream="refusals", time=time, actor=actor, payload=builtins(violation))


def _denial(where: str, error: Exception) -> Violation:
    return Violation(rulebook="", clause="", where=where, tried=str(error), allowed="what the role allows")


def log_commit(drafts: Sequence[Draft]) -> Commit:
    """A commit that only adds to the audit log."""
    return Commit(client=SYSTEM, command=f"log {secrets.token_hex(12)}", log=tuple(map(canonical, drafts)))
