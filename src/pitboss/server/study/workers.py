"""Who computes what is studied: a process of its own, so that live tables never wait for the mathematics.

Equal questions share one computation, and its answer is kept. Long questions are jobs, in `study_jobs`.
"""

import asyncio
import importlib
import os
import signal
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from typing import Any

import msgspec
from litestar.exceptions import ServiceUnavailableException, TooManyRequestsException

from pitboss.rulebooks import Refused, Violation
from pitboss.server.people.accounts import GUEST
from pitboss.server.study.answers import GameAnswer
from pitboss.server.study.questions import Game, Odds, OpeningHands, Question, Spread, key_of

MOST_KEPT = 500
MOST_ASKED_AT_ONCE = 4
MOST_WAITING = 40
MOST_OF_GUESTS = 30  # of those
LONGEST_SECONDS = 60  # of a question of somebody; what takes longer is for the command line
VISITORS = "whoever comes by"  # no name of a person has blanks
NICENESS = 5
SPAWN = get_context("spawn")
WORK = "pitboss.server.study.work"
USUAL = tuple(
    kind(rulebook=id) for id in ("ma-criss-cross", "ma-crazy-4") for kind in (Game, Odds, OpeningHands, Spread)
)


class StudyState(msgspec.Struct, frozen=True):
    """Whether the mathematics answer at once, and if not, why."""

    ready: bool
    message: str
    waiting: int


class Outcome(msgspec.Struct, frozen=True):
    """What came of a question: an answer, or why there is none."""

    answer: Any
    violations: tuple[Violation, ...] = ()


class Studies:
    """All questions, and the process that answers them; it starts with the first question, or to warm up."""

    def __init__(self, warm: bool = False) -> None:
        self._warm = warm
        self._pool: ProcessPoolExecutor | None = None
        self._warming: asyncio.Task[None] | None = None
        self._answers: OrderedDict[str, Any] = OrderedDict()
        self._running: dict[str, asyncio.Task[Any]] = {}
        self._turn = asyncio.Lock()
        self._asking: Counter[str] = Counter()
        self._coming_by = asyncio.Lock()
        self._unanswered: set[str] = set()

    def open(self) -> None:
        """Begins to compile in the background, if so asked."""
        if self._warm:
            self._warming = asyncio.create_task(self._warm_up())

    async def _warm_up(self) -> None:
        """Asks the usual questions, one by one, so that those of people come in between."""
        for question in USUAL:
            with suppress(ServiceUnavailableException):
                await self.ask("", question)

    def close(self) -> None:
        """Ends the process, whatever it is at."""
        if self._warming is not None:
            self._warming.cancel()
        self._stop()

    def _stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            stop(pool)

    def state(self) -> StudyState:
        """Whether an answer would come at once."""
        if self._warming is not None and not self._warming.done():
            message = "the mathematics are being compiled; after a new installation this takes up to half a minute"
            return StudyState(False, message, len(self._running))
        return StudyState(True, "ready", len(self._running))

    async def ask(self, person: str, question: Question) -> Any:
        """The answer to a question; `Refused` where there is none."""
        terms = await asyncio.to_thread(question.terms)
        key = key_of(question, terms)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        with self._asked_by(person):
            task = self._running.get(key)
            if task is None:
                seconds = LONGEST_SECONDS if person else None
                task = self._running[key] = asyncio.create_task(self._computed(key, question, seconds))
            return await asyncio.shield(task)

    async def published(self, rulebook: str, submission: dict[str, Any]) -> GameAnswer | None:
        """The main game for whoever comes by, or `None`: one game at a time, and what has no answer is asked once."""
        async with self._coming_by:
            if rulebook in self._unanswered:
                return None
            try:
                found: GameAnswer = await self.ask(VISITORS, Game(rulebook=rulebook, submission=submission))
            except (Refused, ServiceUnavailableException) as error:
                if isinstance(error, Refused):
                    self._unanswered.add(rulebook)
                return None
            return found

    async def _computed(self, key: str, question: Question, seconds: float | None) -> Any:
        """One question at a time is with the worker, so that one that is ended takes no other along."""
        try:
            async with self._turn:
                outcome = await self._worked_out(question, seconds)
        finally:
            del self._running[key]
        if outcome.violations:
            raise Refused(*outcome.violations)
        self._answers[key] = outcome.answer
        if len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)
        return outcome.answer

    async def _worked_out(self, question: Question, seconds: float | None) -> Outcome:
        try:
            async with asyncio.timeout(seconds):
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._started(), _answer, question)
        except BrokenProcessPool as error:
            self._stop()
            raise ServiceUnavailableException("the mathematics were interrupted; ask again") from error
        except TimeoutError:
            self._stop()
            return Outcome(None, (_too_long(question),))

    @contextmanager
    def _asked_by(self, person: str) -> Iterator[None]:
        of_guests = sum(count for name, count in self._asking.items() if name.startswith(GUEST))
        full = person.startswith(GUEST) and of_guests >= MOST_OF_GUESTS
        if full or self._asking[person] >= MOST_ASKED_AT_ONCE or self._asking.total() >= MOST_WAITING:
            raise TooManyRequestsException(
                f"{self._asking[person]} questions of yours wait already; wait for their answers",
                headers={"Retry-After": "2"},
            )
        self._asking[person] += 1
        try:
            yield
        finally:
            self._asking[person] -= 1
            if not self._asking[person]:
                del self._asking[person]

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, SPAWN, begin_work, (NICENESS,))
        return self._pool


def begin_work(niceness: int) -> None:
    """What a worker does first: it gives way to live tables, leaves Ctrl-C to its parent, and ends when that ends."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def stop(pool: ProcessPoolExecutor) -> None:
    """Ends a pool without waiting for what it is at.

    A worker may be killed in the middle of writing an answer. The thread that reads it would wait for ever for the
    rest, because this process holds the writing end open as well; closed, it reads the end of the stream.
    """
    for process in list((pool._processes or {}).values()):
        process.kill()
    vars(pool._result_queue)["_writer"].close()
    pool.shutdown(wait=True, cancel_futures=True)


def _too_long(question: Question) -> Violation:
    says = f"This takes longer than {LONGEST_SECONDS} seconds; ask for less, or count it on the command line."
    allowed = f"what is answered within {LONGEST_SECONDS} seconds"
    kind = type(question).__name__.lower()
    return Violation(
        rulebook=question.rulebook, clause="", where="the question", tried=kind, allowed=allowed, says=says
    )


def _answer(question: Question) -> Outcome:
    try:
        return Outcome(importlib.import_module(WORK).answer(question))
    except Refused as refused:
        return Outcome(None, refused.violations)
