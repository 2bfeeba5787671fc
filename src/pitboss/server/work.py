"""What one commit will hold: commands tried one after the other, and everything that follows from each."""

from collections.abc import Callable, Mapping

from pitboss.audit import Draft, attempt, fact
from pitboss.audit.format import FairnessEvent, canonical
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.server.live import Live, after
from pitboss.server.stream import RoomEvent, StreamEvent, write_event
from pitboss.store import Commit, Entry, MeterMove, MeterState, meter_moves, postings
from pitboss.table import TableCommand
from pitboss.table.events import RoundMoved

Meters = Callable[[], Mapping[str, MeterState]]


class Work:
    """A table and what has happened at it since it was read; nothing is kept until the commit is written."""

    def __init__(self, live: Live, time: int, read_meters: Meters) -> None:
        self.live = live
        self.time = time  # milliseconds
        self._first = live.next
        self._read_meters = read_meters
        self._meters: dict[str, MeterState] | None = None
        self.events: list[StreamEvent] = []
        self._entries: list[Entry] = []
        self._moves: list[MeterMove] = []
        self._drafts: list[Draft] = []

    @property
    def at(self) -> int:
        """The time in seconds, as tables count it."""
        return self.time // 1000

    def do(self, command: TableCommand, actor: str) -> None:
        """Tries a command of the table; `Refused` if it is not allowed."""
        live, name = self.live, self.live.spec.name
        tried = attempt(name, live.table, command, actor, self.time)
        if tried.violation is not None:
            raise Refused(tried.violation)
        moves = [event.move for event in tried.events if isinstance(event, RoundMoved)]
        if live.table.running is not None and moves:
            self._entries += postings(live.accounts, live.table.running, moves)
            self._move_meters(meter_moves(live.accounts, live.terms, moves))
        self._drafts += tried.drafts
        self.events += tried.events
        self.live = after(live, tried.events)

    def shuffle_step(self, event: FairnessEvent, actor: str) -> None:
        """A step of the fair shuffle; `Refused` out of turn."""
        self._drafts.append(fact(self.live.spec.name, event, self.time, actor, self.live.spec.hash))
        self._happened(event)

    def note(self, event: RoomEvent) -> None:
        """A fact of the room."""
        assert isinstance(event, StreamEvent)
        self._happened(event)

    def shown(self) -> dict[str, Amount]:
        """What the meters of the table show now, this work's own moves included."""
        held = self._held()
        return {name: held[stored].shows for name, stored in self.live.spec.meters.items()}

    def commit(self, client: str, command: str, digest: bytes = b"", outcome: bytes = b"") -> Commit:
        """Everything that happened, to be written at once."""
        return Commit(
            client=client,
            command=command,
            digest=digest,
            outcome=outcome,
            stream=self.live.spec.name,
            expected=self._first,
            events=tuple(map(write_event, self.events)),
            entries=tuple(self._entries),
            moves=tuple(self._moves),
            log=tuple(map(canonical, self._drafts)),
        )

    def _happened(self, event: StreamEvent) -> None:
        self.live = after(self.live, [event])
        self.events.append(event)

    def _held(self) -> dict[str, MeterState]:
        if self._meters is None:
            self._meters = dict(self._read_meters()) if self.live.spec.meters else {}
        return self._meters

    def _move_meters(self, moves: list[MeterMove]) -> None:
        for move in moves:
            held = self._held()
            held[move.meter] = held[move.meter].after(move)
        self._moves += moves
