"""Everyone who watches a table, and what they are sent: a snapshot, then what changed of what they see."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from pitboss.books.stream import StreamEvent
from pitboss.books.table_spec import TableSpec
from pitboss.money import Amount
from pitboss.server import metrics
from pitboss.server.tables.deltas import Changes
from pitboss.server.tables.live import Live
from pitboss.server.tables.views import Purse, Shown, TableView, encode, show_event
from pitboss.store import Entry, Store, StoreError

MOST_WAITING = 256
LOOK_SECONDS = 1.0


class Money:
    """What a commit of this process moved: its place among all commits, cents by account, and its meters."""

    def __init__(self, position: int, entries: Sequence[Entry], meters: dict[str, Amount]) -> None:
        self.position = position
        self.meters = meters
        self.cents: dict[str, int] = {}
        for entry in entries:
            self.cents[entry.target] = self.cents.get(entry.target, 0) + entry.amount.cents
            self.cents[entry.source] = self.cents.get(entry.source, 0) - entry.amount.cents


class Held(NamedTuple):
    """What a person has to wager at a table, in two accounts, after all commits up to a position.

    So a commit counts once, whether it was there when this was read or comes after it. What moved elsewhere meanwhile
    is seen with the next look.
    """

    purse: Purse
    position: int
    chips: str
    game: str

    def after(self, money: Money) -> "Held":
        """The same after one more commit; one that leaves both accounts alone changes nothing here."""
        cents = money.cents
        if money.position <= self.position or (self.chips not in cents and self.game not in cents):
            return self
        chips, game = Amount(cents.get(self.chips, 0)), Amount(cents.get(self.game, 0))
        purse = Purse(self.purse.chips + chips, self.purse.game_account + game)
        return Held(purse, money.position, self.chips, self.game)


class Seen(NamedTuple):
    """What someone was sent last: the table at a moment, and what is the own."""

    shown: Shown
    held: Held

    def view(self, player: str) -> TableView:
        """The table as that person sees it."""
        return replace(self.shown.view(player), purse=self.held.purse)

    def snapshot(self, player: str, **more: Any) -> bytes:
        """All of it as a message."""
        return encode({"type": "snapshot", "next": self.shown.live.next, **more, "table": self.view(player)})


class Watcher:
    """Someone who watches a table; one too slow to keep up is let go.

    A message goes out at once where the way is free, and else waits for its turn: to wake a task for each message of
    each watcher would cost more than all the rest of telling them.
    """

    def __init__(self, player: str, seen: Seen) -> None:
        self.player = player
        self.seen = seen
        self.greeted = 0  # bytes
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.write: Callable[[bytes], bool] | None = None  # sends at once, or says that it cannot
        self._waiting = 0  # messages queued and not sent yet, the one in hand among them

    def sent(self) -> None:
        """A message that had to wait is on its way."""
        self._waiting -= 1

    def greet(self, message: bytes) -> None:
        """Queues the first message, which may be long."""
        self.greeted = len(message)
        self.send(message)

    def send(self, message: bytes) -> bool:
        """Sends or queues a message; False if the watcher is too far behind, who then next hears that it ends."""
        if self.write is not None and not self._waiting and self.write(message):
            return True
        self._waiting += 1
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.queue.get_nowait()
            self.queue.put_nowait(None)
            return False
        return True


class Deltas:
    """What one moment of a table is to everyone who was sent an earlier one; what is the same is written once."""

    def __init__(self, shown: Shown, events: Sequence[Any]) -> None:
        self._shown = shown
        self._events = encode(events)
        self._changes: dict[int, Changes] = {}  # by what was sent last; watchers keep it while they are told
        self._begun: dict[tuple[int, int | None, int | None], bytes] = {}

    def message(self, player: str, last: Seen, purse: Purse) -> bytes:
        """What a watcher is sent."""
        begun = self._beginning(player, last.shown)
        if purse is last.held.purse or purse == last.held.purse:
            return begun + b"]}"
        comma = b"" if begun.endswith(b"[") else b","
        return b"%b%b%b]}" % (begun, comma, encode([("purse",), purse]))

    def _beginning(self, player: str, last: Shown) -> bytes:
        """The message up to the last row that does not concern the viewer's purse."""
        key = (id(last), last.seats.get(player), self._shown.seats.get(player))
        begun = self._begun.get(key)
        if begun is None:
            changes = self._changes.setdefault(id(last), Changes())
            rows = changes.rows(last.view(player), self._shown.view(player))
            begun = self._begun[key] = b'{"type":"delta","from":%d,"next":%d,"events":%b,"changed":[%b' % (
                last.live.next,
                self._shown.live.next,
                self._events,
                b",".join(rows),
            )
        return begun


class Watchers:
    """The watchers of all tables, and each table as it was last shown."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watchers: dict[str, set[Watcher]] = {}
        self._shown: dict[str, Shown] = {}
        self._due = True  # whether money may have moved elsewhere since the last look
        self._looked = 0.0

    def __len__(self) -> int:
        return sum(map(len, self._watchers.values()))

    def seen(self, live: Live, at: int, player: str) -> Seen:
        """What a person sees now, meters and purse read anew."""
        read = Purses(self._store, [(live.spec, [player])])
        return Seen(self._now(live, at, read.meters(live.spec)), read.held(live.spec, player))

    def add(self, name: str, watcher: Watcher) -> None:
        """Someone begins to watch."""
        self._watchers.setdefault(name, set()).add(watcher)

    @property
    def tables(self) -> set[str]:
        """The tables that somebody watches."""
        return {*self._watchers}

    def players(self, name: str) -> set[str]:
        """Who watches a table."""
        return {watcher.player for watcher in self._watchers.get(name, ())}

    def remove(self, name: str, watcher: Watcher) -> None:
        """Someone goes."""
        self._watchers.get(name, set()).discard(watcher)
        if not self._watchers.get(name):
            self._watchers.pop(name, None)

    def tell(self, live: Live, at: int, events: Sequence[StreamEvent], money: Money | None) -> None:
        """Sends everyone at a table its latest events and what they changed; `live` is the table after them.

        Of what another process did it is not known what money it moved: the next look tells.
        """
        watchers = self._watchers.get(live.spec.name)
        if not watchers or not events:
            return
        told = [show_event(number, event) for number, event in enumerate(events, live.next - len(events))]
        meters, held = self._shown[live.spec.name].meters, dict[str, Held]()
        if money is None:
            self._due = True
        else:
            meters = {**meters, **money.meters}
            held = {watcher.player: watcher.seen.held.after(money) for watcher in watchers}
        self._send(self._now(live, at, meters), told, held)

    def _now(self, live: Live, at: int, meters: dict[str, Amount]) -> Shown:
        """A table as it stands; what was worked out for one moment is worked out once."""
        known = self._shown.get(live.spec.name)
        if known is None or known.live is not live or known.at != at or known.meters != meters:
            known = self._shown[live.spec.name] = Shown(live, at, meters)
        return known

    def _send(self, shown: Shown, events: Sequence[Any], held: Mapping[str, Held]) -> None:
        watchers, deltas = self._watchers[shown.live.spec.name], Deltas(shown, events)
        for watcher in list(watchers):
            last, now = watcher.seen, Seen(shown, held.get(watcher.player, watcher.seen.held))
            watcher.seen = now
            if not events and last.shown is shown and last.held.purse == now.held.purse:
                continue
            if not watcher.send(deltas.message(watcher.player, last, now.held.purse)):
                self.remove(shown.live.spec.name, watcher)
                metrics.let_go.inc()

    def due(self) -> None:
        """Money may have moved elsewhere: the next look that succeeds tells."""
        self._due = True

    async def look(self, at: int) -> None:
        """Sends those who watch what money did elsewhere, at other tables or at the cage, once a second at most."""
        now = asyncio.get_running_loop().time()
        if not self._due or now < self._looked + LOOK_SECONDS:
            return
        self._due, self._looked = False, now
        before = {name: self._watched(name) for name in self._watchers}
        players = {name: {watcher.player for watcher in self._watchers[name]} for name in before}
        wanted = [(shown.live.spec, players[name]) for name, shown in before.items()]
        try:
            read = await asyncio.to_thread(Purses, self._store, wanted)
        except StoreError:
            self._due = True
            raise
        for name, shown in before.items():
            if name not in self._watchers:
                continue
            if self._watched(name) is not shown:  # something happened meanwhile: what was read may be out of date
                self._due = True
                continue
            spec, watchers = shown.live.spec, self._watchers[name]
            meters, held = read.meters(spec), {player: read.held(spec, player) for player in players[name]}
            if any(_moved(watcher, meters, held) for watcher in watchers):
                self._send(self._now(shown.live, at, meters), (), held)

    def _watched(self, name: str) -> Shown:
        """A table as those who watch it saw it last."""
        return next(iter(self._watchers[name])).seen.shown


class Purses:
    """Meters of some tables, and what some people have to wager there, read at once for all of them."""

    def __init__(self, store: Store, wanted: Iterable[tuple[TableSpec, Collection[str]]]) -> None:
        wanted = list(wanted)
        meters = {stored for spec, _ in wanted for stored in spec.meters.values()}
        accounts = {name for spec, players in wanted for player in players for name in spec.accounts(player)}
        self._meters = store.meters(meters) if meters else {}
        self._position, self._found = store.held(accounts)

    def meters(self, spec: TableSpec) -> dict[str, Amount]:
        """What the meters of a table show."""
        return {meter: self._meters[stored].shows for meter, stored in spec.meters.items()}

    def held(self, spec: TableSpec, player: str) -> Held:
        """What a person has to wager at a table."""
        accounts = spec.accounts(player)
        chips, game = (self._found.get(account, Amount.ZERO) for account in accounts)
        return Held(Purse(chips, game), self._position, *accounts)


def _moved(watcher: Watcher, meters: Mapping[str, Amount], held: Mapping[str, Held]) -> bool:
    """Whether a watcher was sent other figures."""
    seen, now = watcher.seen, held.get(watcher.player, watcher.seen.held)
    return seen.shown.meters != meters or seen.held.purse != now.purse
