"""Runs tests over and over, each time under another mutant, each time in a process of its own.

One pytest reads its configuration and the program once. For every run it forks; the child puts the mutant in place,
and only then imports the tests it was asked for, so nothing they hold was made from the law as it was. The program
itself holds no rulebook when it has merely been imported; `Bench` refuses to start if it does.
"""

import gc
import os
import pkgutil
import select
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from copy import deepcopy
from importlib import import_module
from typing import Any

import msgspec
import pytest
from hypothesis.internal.conjecture.providers import _get_local_constants

import pitboss
from mutants import code, law
from mutants.mutant import Mutant, applied
from pitboss.rulebooks import Rulebook, folder_faults
from pitboss.rulebooks import loader as loading
from pitboss.rulebooks.library import DATA, SHIPPED

SLOW = 5.0
"""Seconds of the processor from which a test is left out, if its clause has faster ones."""
PATIENCE = 60.0
"""Seconds after which a run hangs, beyond twenty times what the same tests take without a mutant."""

Law = tuple[str, tuple[str, ...]]
"""A rulebook and some of its clauses."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """The tests bound to some clauses, under a mutant or (None) under the law as it stands."""

    law: Law
    mutant: Mutant | None = None
    files: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    seconds: dict[str, float] = {}  # what each test took before; the fastest go first
    patience: float = 300.0


class Binding(msgspec.Struct, frozen=True):
    """A test that is bound to a clause, and its file."""

    test: str
    file: str
    rulebook: str
    clause: str


class Told(msgspec.Struct, kw_only=True):
    """What a child tells: how the run ended and what failed first."""

    outcome: str = "passed"  # "passed", "failed", "refused" by the loader, "hangs"
    by: str = ""
    failed: list[str] = []
    tests: int = 0
    seconds: dict[str, float] = {}
    bound: list[Binding] = []  # when only collected
    hits: list[code.Hit] = []


class Bench:
    """A pytest plugin: gives a function the bench to work at, in place of a collection of tests."""

    def __init__(self, work: Callable[["Bench"], None], jobs: int) -> None:
        self.work, self.jobs = work, jobs
        self.unchanged = {id: loading.read_rulebook(DATA / id) for id in SHIPPED}
        self.session: pytest.Session
        self.told = Told()
        self.run: Run | None = None
        self.hits: set[code.Hit] = set()
        self.hits_at_import: frozenset[code.Hit] = frozenset()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> bool:
        if self.run is not None:
            return False
        self.session = session
        terminal = session.config.pluginmanager.getplugin("terminalreporter")
        session.config.pluginmanager.unregister(terminal)
        gc.collect()
        gc.freeze()
        self.work(self)
        session.items = []
        return True

    # in the parent

    def bound(self, paths: Iterable[str]) -> list[Binding]:
        """Every test bound to a clause."""
        run = Run(law=("", ()), files=tuple(paths))
        told = next(iter(self.every([run])))[1]
        if told.outcome != "passed":
            raise RuntimeError(f"the tests cannot be collected: {told.by}")
        return told.bound

    def every(self, runs: Iterable[Run]) -> Iterator[tuple[Run, Told]]:
        """All runs, as many at a time as there are jobs, each with what it told as soon as it ends."""
        waiting = iter(runs)
        open_runs: dict[int, tuple[Run, int, float]] = {}  # by pipe: the run, its process, its deadline
        while True:
            while len(open_runs) < self.jobs and (run := next(waiting, None)) is not None:
                pipe, child = self._fork(run)
                open_runs[pipe] = (run, child, time.monotonic() + run.patience)
            if not open_runs:
                return
            ready = select.select(list(open_runs), [], [], 1.0)[0]
            for pipe in [pipe for pipe in open_runs if pipe in ready or time.monotonic() > open_runs[pipe][2]]:
                run, child, _ = open_runs.pop(pipe)
                yield run, _ended(pipe, child, pipe in ready)

    def _fork(self, run: Run) -> tuple[int, int]:
        sys.stdout.flush()
        reading, writing = os.pipe()
        child = os.fork()
        if child:
            os.close(writing)
            return reading, child
        try:
            os.setsid()  # so that whatever the tests start can be ended with them
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silence, stream)
            self._go(run)
        except BaseException as error:
            self.told.outcome, self.told.by = "failed", self.told.by or f"{type(error).__name__}: {error}"[:300]
        finally:
            _write(writing, msgspec.json.encode(self.told))
            os._exit(0)

    # in the child

    def _go(self, run: Run) -> None:
        self.run = run
        if run.mutant is not None and not _in_place(run.mutant, self.unchanged):
            self.told.outcome, self.told.by = "refused", "the loader"
            return
        if run.mutant is None and run.law[0]:
            code.watch(self.hits)
        self.session.config.option.maxfail = 1 if run.mutant else 0
        try:
            for files in _one_by_one(run):
                self.session.perform_collect(files)
                self.hits_at_import = frozenset(self.hits)
                if self.told.outcome != "passed":
                    break
                if run.law[0]:
                    self.session.config.hook.pytest_runtestloop(session=self.session)
        except (self.session.Failed, self.session.Interrupted):
            self.told.outcome = "failed"
        finally:
            self.session._setupstate.teardown_exact(None)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        assert self.run is not None
        if not self.run.law[0]:
            self.told.bound = [Binding(item.nodeid, _file(item), *law) for item in items for law in _laws(item)]
            return
        rulebook, clauses = self.run.law
        wanted = {(rulebook, clause) for clause in clauses}
        chosen = [item for item in items if wanted & {*_laws(item)} and item.nodeid not in self.run.skipped]
        seconds = self.run.seconds
        items[:] = sorted(chosen, key=lambda item: (seconds.get(item.nodeid, 0.0), item.nodeid))
        self.told.tests += len(items)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        begun = time.process_time()  # of the processor, so that a busy machine makes no test slow
        self.hits.clear()
        try:
            return (yield)
        finally:
            self.told.seconds[item.nodeid] = time.process_time() - begun
            self._note_refusals(item)

    def _note_refusals(self, item: pytest.Item) -> None:
        """What a test had refused under a clause that it is bound to, or under a reading of it."""
        assert self.run is not None
        rulebook = self.run.law[0]
        bound = {clause for book, clause in _laws(item) if book == rulebook}
        every = self.hits | self.hits_at_import
        found = {hit for hit in every if bound & {*law.clauses_behind(rulebook, hit.clause)}}
        self.told.hits += found.difference(self.told.hits)

    def _note(self, report: pytest.CollectReport | pytest.TestReport) -> None:
        if report.failed:
            self.told.failed.append(report.nodeid)
            if self.told.outcome == "passed":
                self.told.outcome, self.told.by = "failed", report.nodeid


def at_the_bench(work: Callable[[Bench], None], jobs: int) -> None:
    """Sets up a bench and gives it to a function."""
    for module in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
        import_module(module.name)
    if loading._load.cache_info().currsize:
        raise RuntimeError("a module of the program holds a rulebook from its import on; no mutant would reach it")
    code.watched()
    _get_local_constants()  # hypothesis reads every module of the program for them: once will do
    # Capture off: the bench speaks itself, and a child is silent anyway. What only makes a failure readable is
    # left out.
    options = ["-qq", "-s", "--no-header", "--tb=native", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:faker"]
    pytest.main(options, plugins=[Bench(work, jobs)])


def _laws(item: pytest.Item) -> list[tuple[str, str]]:
    return [(mark.args[0], clause) for mark in item.iter_markers("clause") for clause in mark.args[1:]]


def _file(item: pytest.Item) -> str:
    root = item.config.rootpath
    return str(item.path.relative_to(root) if item.path.is_relative_to(root) else item.path)


def _one_by_one(run: Run) -> list[list[str]]:
    """The files of a run, the fastest first: of most mutants the first is all that need be read."""
    if not run.law[0]:
        return [list(run.files)]
    took = {file: sum(run.seconds[test] for test in run.seconds if test.startswith(file)) for file in run.files}
    return [[file] for file in sorted(run.files, key=lambda file: (took[file], file))]


def _in_place(mutant: Mutant, unchanged: dict[str, Rulebook]) -> bool:
    """Puts a mutant in place; False if the loader will not have it. Where data is changed, other rulebooks stay."""
    if mutant.module:
        assert code.put_in_place(mutant.module, mutant.source)
        return True
    read_toml, read_rulebook = vars(folder_faults)["read_toml"], loading.read_rulebook
    wanted = ("data", mutant.rulebook, mutant.file)
    data = applied(law.read(mutant.rulebook, mutant.file), mutant)
    others = {str(DATA / id): book for id, book in unchanged.items() if id != mutant.rulebook}

    def changed(path: Any) -> dict[str, Any]:
        return deepcopy(data) if path.parts[-3:] == wanted else read_toml(path)

    def read(folder: Any) -> Rulebook:
        return others.get(str(folder)) or read_rulebook(folder)

    vars(folder_faults).update(read_toml=changed)
    vars(loading).update(read_rulebook=read)
    try:
        loading.load(mutant.rulebook)
    except Exception:
        return False
    return True


def _write(pipe: int, text: bytes) -> None:
    while text:
        text = text[os.write(pipe, text) :]


def _ended(pipe: int, child: int, in_time: bool) -> Told:
    """What a child told; a child out of time is ended with all it started."""
    text = b""
    while in_time and (more := os.read(pipe, 1 << 16)):
        text += more
    os.close(pipe)
    if not in_time:
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if not text:
        return Told(outcome="hangs" if not in_time else "failed", by="" if not in_time else "the process ended")
    return msgspec.json.decode(text, type=Told)
