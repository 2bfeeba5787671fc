"""A process that appends until it is killed, and what must be true of a store after that."""

import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any

from sqlalchemy import Engine, event

from pitboss.money import Amount
from pitboss.store import Commit, Conflict, Entry, MeterMove, MoveKind, Store, buy_in, open_store, seed
from store.facts import happened, logged, said
from store.kill_points import around_statements

# A server process that has everything imported, and forks the processes that are killed.
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["pitboss.store", "psycopg", "alembic.command", "sqlalchemy.dialects.postgresql"])

THREADS = 3
METER = "link"
STAKE = Amount(100)
SHARE = 333_333  # microcents of each command's contribution: never a whole cent


def prepare(store: Store) -> None:
    """Streams, money and a meter to work with."""
    opening = (buy_in(f"p{thread}", Amount(10**9)) for thread in range(THREADS))
    store.append(Commit(client="floor", command="open", entries=tuple(opening), moves=(seed(METER, Amount(10**6)),)))
    for thread in range(THREADS):
        stream = f"t{thread}"
        store.append(Commit(client="floor", command=stream, stream=stream, header="{}"))


def command(thread: int, id: str, expected: int) -> Commit:
    """A bet that is placed and lost: two events, two entries, a contribution and a log entry, all with its name."""
    player, pending, table = f"player:p{thread}", f"pending:t{thread}:{id}:1", f"table:t{thread}"
    return Commit(
        client=f"p{thread}",
        command=id,
        outcome=id.encode(),
        stream=f"t{thread}",
        expected=expected,
        **happened(f"{id} placed", f"{id} lost", besides=(id,)),
        entries=(Entry(player, pending, STAKE, f"{id} placed"), Entry(pending, table, STAKE, f"{id} lost")),
        moves=(MeterMove(METER, MoveKind.CONTRIBUTION, SHARE, table),),
    )


def append_until_killed(url: str, run: str, kill_at: int, pipe: Connection) -> None:
    """Appends from several threads and reports what was sent and what was acknowledged.

    Dies at the given point: there is one before and one after every statement, before a commit, and around a report.
    """
    point = _dying_at(kill_at)

    def at_statement(*_: Any) -> None:
        point()

    def at_commit(*_: Any) -> None:
        time.sleep(0.005 if kill_at else 0)  # an answer given too early would be reported by now
        point()

    def work(store: Store, thread: int) -> None:
        sequence = store.next_sequence(f"t{thread}")
        for number in range(10**6):
            id = f"{run}-{thread}-{number}"
            _report(pipe, "sent", thread, id)
            point()
            sequence = store.append(command(thread, id, sequence)).next or 0
            point()
            _report(pipe, "done", thread, id)

    with open_store(url) as store:
        around_statements(at_statement, at_statement)
        event.listen(Engine, "commit", at_commit)
        threads = [threading.Thread(target=work, args=(store, thread)) for thread in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def _dying_at(kill_at: int) -> Callable[[], None]:
    """A point that kills its process the given time it is passed; at 0 it never does."""
    passed = iter(range(1, 10**9))

    def point() -> None:
        if next(passed) == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    return point


def _report(pipe: Connection, what: str, thread: int, id: str) -> None:
    os.write(pipe.fileno(), f"{what} {thread} {id}\n".encode())


class Killed:
    """What a killed process had sent, and what of it was acknowledged."""

    def __init__(self) -> None:
        self.sent: dict[str, int] = {}
        self.done: set[str] = set()

    def hear(self, lines: Iterator[str]) -> Iterator[None]:
        """Takes reports in, one at a time."""
        for line in lines:
            what, thread, id = line.split()
            if what == "sent":
                self.sent[id] = int(thread)
            else:
                self.done.add(id)
            yield


def run_and_kill(url: str, run: str, killed: Killed, *, kill_at: int = 0, after: int = 0, moment: float = 0) -> None:
    """Runs a process that dies at a point, or is killed some time after so many reports."""
    receiver, sender = processes.Pipe(duplex=False)
    process = processes.Process(target=append_until_killed, args=(url, run, kill_at, sender))
    process.start()
    sender.close()
    for number, _ in enumerate(killed.hear(_lines(receiver)), start=1):
        if kill_at == 0 and number == after:
            process.join(moment)
            process.kill()
    process.join()
    receiver.close()
    assert process.exitcode == -signal.SIGKILL


def _lines(pipe: Connection) -> Iterator[str]:
    """Whole lines from a pipe until its other end is gone."""
    rest = b""
    while chunk := os.read(pipe.fileno(), 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.decode() for line in lines)


def check(store: Store, killed: Killed) -> None:
    """Every acknowledged command is there once; every other one whole or not at all; the books balance."""
    assert store.reconcile() == []
    there = Counter(text for text in logged(store) if " " not in text)
    assert set(there.values()) <= {1}
    assert killed.done <= set(there) <= set(killed.sent)
    for thread in range(THREADS):
        due = {id for id in there if killed.sent[id] == thread}
        told = [said(stored) for stored in store.events(f"t{thread}")]
        assert Counter(told) == Counter(f"{id} {what}" for id in due for what in ("placed", "lost"))
        paid = STAKE * len(due)
        assert store.balance(f"player:p{thread}") == Amount(10**9) - paid
    meter = store.meter(METER)
    assert meter is not None
    assert meter.contributed == SHARE * len(there)
    assert not [name for name, _ in store.balances("pending").items()]


def resend(store: Store, killed: Killed) -> None:
    """Whoever got no answer asks again: done once in the end, whether it had been done or not."""
    there = set(logged(store))
    for id in killed.sent.keys() - killed.done:
        thread = killed.sent[id]
        answer = store.append(command(thread, id, store.next_sequence(f"t{thread}")))
        assert answer.repeated == (id in there)
        assert answer.outcome == id.encode()
        killed.done.add(id)


def race(url: str, racer: int, times: int) -> None:
    """Appends to the stream everybody appends to; whoever loses a race decides again. Every fifth wins the meter."""
    with open_store(url) as store:
        for number in range(times):
            while True:
                try:
                    store.append(_race_step(store, racer, number))
                    break
                except Conflict:
                    continue


def _race_step(store: Store, racer: int, number: int) -> Commit:
    id = f"{racer}-{number}"
    moves: tuple[MeterMove, ...] = (MeterMove(METER, MoveKind.CONTRIBUTION, SHARE, "table:t0"),)
    if number % 5 == 0:
        meter = store.meter(METER)
        assert meter is not None
        shown = meter.shows.cents * 1_000_000
        read = MeterMove(METER, MoveKind.READ, shown)
        moves = (read, MeterMove(METER, MoveKind.PAYMENT, shown, f"player:r{racer}"), seed(METER, Amount(5000)))
    expected = store.next_sequence("t0")
    return Commit(client=f"r{racer}", command=id, stream="t0", expected=expected, moves=moves, **happened(id))
