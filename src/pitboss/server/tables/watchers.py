"""Everyone who watches a table, and what they are sent."""

import asyncio
from collections.abc import Sequence

import msgspec

from pitboss.books.stream import StreamEvent
from pitboss.server import metrics
from pitboss.server.tables.live import Live
from pitboss.server.tables.views import Shown, encode, show_event

MOST_WAITING = 256


class Watcher:
    """Someone who watches a table; one too slow to keep up is let go."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    def send(self, message: bytes) -> bool:
        """Queues a message; False if the watcher is too far behind, who then hears the end of the stream next."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.queue.get_nowait()
            self.queue.put_nowait(None)
            return False
        return True


class Watchers:
    """The watchers of all tables, and each table as it was last shown."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self._shown: dict[str, Shown] = {}

    def __len__(self) -> int:
        return sum(map(len, self._watchers.values()))

    def shown(self, live: Live, at: int) -> Shown:
        """A table as it stands, as JSON for any viewer; what was written for one moment is written once."""
        known = self._shown.get(live.spec.name)
        if known is None or known.live is not live or known.at != at:
            known = self._shown[live.spec.name] = Shown(live, at)
        return known

    def add(self, name: str, watcher: Watcher) -> None:
        """Someone begins to watch."""
        self._watchers.setdefault(name, set()).add(watcher)

    def remove(self, name: str, watcher: Watcher) -> None:
        """Someone goes."""
        self._watchers.get(name, set()).discard(watcher)

    def tell(self, live: Live, at: int, events: Sequence[StreamEvent]) -> None:
        """Sends everyone at a table its latest events; `live` is the table after them."""
        watchers = self._watchers.get(live.spec.name)
        if not watchers or not events:
            return
        numbered = enumerate(events, live.next - len(events))
        written = msgspec.Raw(encode([show_event(number, event) for number, event in numbered]))
        shown = self.shown(live, at)
        messages: dict[int | None, bytes] = {}
        for watcher in list(watchers):
            seat = live.seat_of(watcher.player)
            if seat not in messages:
                table = shown.written(watcher.player)
                messages[seat] = encode({"type": "events", "events": written, "next": live.next, "table": table})
            if not watcher.send(messages[seat]):
                watchers.discard(watcher)
                metrics.let_go.inc()
