"""The one thread that writes. While a transaction is on its way to the disk the next commits gather, and go together.

A caller is answered only after the commit. That makes a full sync to disk affordable: its cost is shared by everything
that waited for it.
"""

import atexit
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection

from pitboss.store.appending import Batch, Known
from pitboss.store.commit import Commit
from pitboss.store.engines import Engines, unavailable, unfit
from pitboss.store.errors import StoreUnavailable

MOST_AT_ONCE = 256
RESTED_SECONDS = 1.0

Change = Callable[[Connection], Any]
"""A change beside the streams, such as a new session."""


Observe = Callable[[int, float], None]
"""Is told of each transaction how much went in it and how many seconds it took."""


class _Job(NamedTuple):
    work: Commit | Change
    answer: "Future[Any]"


class Writer:
    """Takes commits and other changes from any thread and writes them in the order they came."""

    def __init__(self, engines: Engines, observe: Observe) -> None:
        self._engines = engines
        self._observe = observe
        self.known = Known()
        self._waiting: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._connection: Connection | None = None  # kept from one transaction to the next while there is work
        self._used = 0.0
        self.failing = False  # whether the database took no writes when last it should have
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()
        atexit.register(self.close)  # a thread that still speaks to the driver while the interpreter ends may crash it

    def submit(self, work: Commit | Change) -> "Future[Any]":
        """Puts work in the queue; the future is done when it is on the disk, or failed."""
        answer: Future[Any] = Future()
        with self._closing:
            if self._closed:
                raise StoreUnavailable("the store is closed")
            self._waiting.put(_Job(work, answer))
        return answer

    def close(self) -> None:
        """Writes what waits, then stops."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()
        atexit.unregister(self.close)

    def _run(self) -> None:
        going_on = True
        while going_on:
            taken = [self._waiting.get(), *self._rest()]
            going_on = None not in taken
            jobs = [job for job in taken if job is not None and job.answer.set_running_or_notify_cancel()]
            if jobs:
                self._perform(jobs)
        if self._connection is not None:
            self._connection.close()

    def _rest(self) -> Iterator[_Job | None]:
        """What else waits already."""
        for _ in range(MOST_AT_ONCE - 1):
            try:
                yield self._waiting.get_nowait()
            except queue.Empty:
                return

    def _perform(self, jobs: Sequence[_Job]) -> None:
        began = time.monotonic()
        try:
            outcomes = self._transaction([job.work for job in jobs])
            self.failing = False
            self._observe(len(jobs), time.monotonic() - began)
        except Exception as error:  # whatever it is, every caller must get an answer and the thread must live
            down = unavailable(error)
            self.failing = down is not None
            if down is None and len(jobs) > 1:  # one of them is at fault: find it, and spare the others
                for job in jobs:
                    self._perform([job])
                return
            outcomes = [down or error] * len(jobs)
        for job, outcome in zip(jobs, outcomes, strict=True):
            if isinstance(outcome, Exception):
                job.answer.set_exception(outcome)
            else:
                job.answer.set_result(outcome)

    def _transaction(self, works: Sequence[Commit | Change]) -> list[Any]:
        """Does all of it in one transaction; what each came to, an exception where it was refused."""
        commits = [work for work in works if isinstance(work, Commit)]
        outcomes: list[Any] = []
        try:
            with self._engines.lock(), self._begun() as connection:
                batch = Batch(connection, commits, self.known) if commits else None
                for work in works:
                    with _refusals(outcomes):
                        if not isinstance(work, Commit):
                            with connection.begin_nested():
                                outcomes.append(work(connection))
                        elif batch is not None:
                            outcomes.append(batch.admit(work))
                if batch is not None:
                    self.known = batch.write()
        except BaseException:
            self.known = Known()  # a transaction that fails leaves nothing known
            raise
        return outcomes

    @contextmanager
    def _begun(self) -> Iterator[Connection]:
        """A transaction. A connection that failed is not used again, one that rested is looked at first."""
        connection, self._connection = self._connection, None
        if connection is not None and time.monotonic() > self._used + RESTED_SECONDS:
            connection.close()
            connection = None
        connection = connection or self._engines.write.connect()  # which makes sure that it is alive
        try:
            with connection.begin():
                yield connection
        except BaseException:
            connection.invalidate()
            connection.close()
            raise
        self._connection, self._used = connection, time.monotonic()


@contextmanager
def _refusals(outcomes: list[Any]) -> Iterator[None]:
    """A refused member of a batch is its own affair; a database that cannot be used is everybody's."""
    try:
        yield
    except Exception as error:
        if unavailable(error):
            raise
        outcomes.append(unfit(error) or error)
