"""Long questions as jobs: each in a process of its own, one at a time, with progress told and a way to end it."""

import asyncio
import importlib
import secrets
import time
from contextlib import suppress
from enum import StrEnum
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

import msgspec
from litestar.exceptions import NotFoundException, TooManyRequestsException

from pitboss.rulebooks import Refused, Violation
from pitboss.server.people.accounts import GUEST
from pitboss.server.study.answers import LongAnswer
from pitboss.server.study.questions import Long, key_of
from pitboss.server.study.workers import SPAWN, WORK, begin_work

MOST_UNFINISHED = 2
MOST_WAITING = 20
MOST_OF_GUESTS = 6  # of those, so that whoever has a name waits behind few strangers
MOST_KEPT = 60
LONGEST_SECONDS = 900
NICENESS = 8


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class JobShown(msgspec.Struct, frozen=True, kw_only=True):
    """A job as whoever asked for it sees it."""

    id: str
    kind: str
    rulebook: str
    state: JobState
    progress: str
    seconds: float
    answer: LongAnswer | None
    violations: tuple[Violation, ...]


class Job:
    """A long question, who waits for it, and what came of it."""

    def __init__(self, key: str, question: Long) -> None:
        self.id = secrets.token_urlsafe(9)
        self.key = key
        self.question = question
        self.people: set[str] = set()
        self.state = JobState.WAITING
        self.progress = "waiting for its turn"
        self.began: float | None = None
        self.ended: float | None = None
        self.answer: LongAnswer | None = None
        self.content = b""
        self.violations: tuple[Violation, ...] = ()
        self.process: SpawnProcess | None = None

    @property
    def unfinished(self) -> bool:
        """Whether it waits or runs."""
        return self.state in (JobState.WAITING, JobState.RUNNING)

    def end(self, state: JobState, progress: str) -> None:
        """Ends the job, and its process if there is one; what ended before stays as it is."""
        if self.unfinished:
            self.state, self.progress, self.ended = state, progress, time.monotonic()
        if self.process is not None and self.process.is_alive():  # one that is just being started is ended after it
            self.process.kill()

    def shown(self) -> JobShown:
        """What is told of it."""
        seconds = (self.ended or time.monotonic()) - self.began if self.began is not None else 0.0
        return JobShown(
            id=self.id,
            kind=str(type(self.question).__struct_config__.tag),
            rulebook=self.question.rulebook,
            state=self.state,
            progress=self.progress,
            seconds=round(seconds, 1),
            answer=self.answer,
            violations=self.violations,
        )


class Jobs:
    """All jobs of a server process; who asks what another has asked shares it."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Ends every job."""
        for job in self._jobs.values():
            job.end(JobState.CANCELLED, "the server stops")

    async def begin(self, person: str, question: Long) -> Job:
        """A job for a question, or the one that has it already; `Refused` where it cannot be asked."""
        key = key_of(question, await asyncio.to_thread(question.terms))
        for job in self._jobs.values():
            if job.key == key and job.state not in (JobState.FAILED, JobState.CANCELLED):
                job.people.add(person)
                return job
        self._refuse_too_many(person)
        job = Job(key, question)
        job.people.add(person)
        self._jobs[job.id] = job
        self._forget()
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def of(self, person: str) -> list[Job]:
        """The jobs of a person, the latest first."""
        return [job for job in reversed(self._jobs.values()) if person in job.people]

    def job(self, person: str, id: str) -> Job:
        """A job of a person; not found where it is another's."""
        job = self._jobs.get(id)
        if job is None or person not in job.people:
            raise NotFoundException(f"you have no job {id}")
        return job

    def cancel(self, person: str, id: str) -> None:
        """A person does not want a job any more; it ends when nobody does."""
        job = self.job(person, id)
        job.people.discard(person)
        if not job.people:
            job.end(JobState.CANCELLED, "cancelled")
            del self._jobs[id]

    def _refuse_too_many(self, person: str) -> None:
        unfinished = [job for job in self._jobs.values() if job.unfinished]
        own = sum(person in job.people for job in unfinished)
        of_guests = sum(all(name.startswith(GUEST) for name in job.people) for job in unfinished)
        full = person.startswith(GUEST) and of_guests >= MOST_OF_GUESTS
        if full or own >= MOST_UNFINISHED or len(unfinished) >= MOST_WAITING:
            raise TooManyRequestsException(
                f"{own} jobs of yours are not done yet; wait for them or cancel one", headers={"Retry-After": "10"}
            )

    def _forget(self) -> None:
        """The oldest jobs that are over make room."""
        over = [job for job in self._jobs.values() if not job.unfinished]
        for job in over[: max(0, len(self._jobs) - MOST_KEPT)]:
            del self._jobs[job.id]

    async def _run(self, job: Job) -> None:
        async with self._turn:
            if not job.unfinished:
                return
            job.state, job.progress, job.began = JobState.RUNNING, "starting", time.monotonic()
            reading, writing = SPAWN.Pipe(duplex=False)
            job.process = SPAWN.Process(target=_work, args=(writing, job.question), daemon=True)
            await asyncio.to_thread(job.process.start)
            writing.close()
            try:
                async with asyncio.timeout(LONGEST_SECONDS):
                    await _follow(job, reading)
            except TimeoutError:
                job.end(JobState.FAILED, f"took longer than {LONGEST_SECONDS} seconds")
            job.end(JobState.FAILED, "interrupted")
            await asyncio.to_thread(job.process.join)
            reading.close()


async def _follow(job: Job, reading: Connection) -> None:
    """Takes what the process tells until it has told its last."""
    with suppress(EOFError, OSError):
        while job.unfinished:
            kind, told = await asyncio.to_thread(reading.recv)
            match kind:
                case "progress":
                    job.progress = told
                case "answer":
                    job.answer, job.content = told
                    job.end(JobState.DONE, "done")
                case "refused":
                    job.violations = told
                    job.end(JobState.FAILED, str(told[0]))


def _work(writing: Connection, question: Any) -> None:
    begin_work(NICENESS)
    work = importlib.import_module(WORK)
    try:
        writing.send(("answer", work.long_answer(question, lambda text: writing.send(("progress", text)))))
    except Refused as refused:
        writing.send(("refused", refused.violations))
