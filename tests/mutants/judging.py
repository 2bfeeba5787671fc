"""Which mutants there are, and what becomes of each: killed by the tests bound to its clauses, or survived."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

import msgspec

from mutants.bench import PATIENCE, SLOW, Bench, Law, Run, Told
from mutants.code import Hit, listed_mutants, refusal_mutant
from mutants.law import clauses_behind, data_mutants, register
from mutants.mutant import Kind, Mutant
from pitboss.rulebooks.library import SHIPPED

EQUIVALENTS = Path(__file__).parent / "equivalents.toml"
TESTS = ("tests",)
ELSEWHERE = 300.0
"""Seconds for all tests of a rulebook."""
IGNORED = ("tests/browser/", "tests/mutants/")
"""Not run under mutants: the browser's tests take long, and no clause is bound to them alone."""
HEAVY = tuple(f"tests/{room}/" for room in ("mathematics", "simulation", "envs", "store", "audit", "server", "cli"))
"""Tests above the table: they only see what the others let live."""


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    REFUSED = "refused by the loader"
    HANGS = "hangs"
    SURVIVED = "survived"
    UNBOUND = "survived, no test bound"
    EQUIVALENT = "equivalent"
    STALE = "listed as equivalent, yet killed"
    INVALID = "its tests fail without it"

    @property
    def is_failure(self) -> bool:
        """Whether something is to be done about it."""
        return self in (Outcome.SURVIVED, Outcome.UNBOUND, Outcome.STALE, Outcome.INVALID)


class Judged(msgspec.Struct, kw_only=True):
    """A mutant and what became of it."""

    rulebook: str
    clauses: tuple[str, ...]
    kind: Kind
    mutant: str
    outcome: Outcome
    by: str = ""  # the test that killed it
    elsewhere: str = ""  # of a survivor: the first test bound to other clauses that would have killed it


class Wanted(msgspec.Struct, kw_only=True):
    """Which mutants are to be judged."""

    rulebooks: tuple[str, ...] = SHIPPED
    clauses: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = tuple(Kind)
    sample: int = 0
    seed: int = 0
    elsewhere: bool = False
    light: bool = False  # without the heavy tests, unless a clause has no others
    tests: tuple[str, ...] = TESTS
    equivalents: Path = EQUIVALENTS

    def takes(self, mutant: Mutant) -> bool:
        """Whether a mutant is among them."""
        named = not self.clauses or bool({*self.clauses} & {*mutant.clauses})
        return named and mutant.kind in self.kinds and mutant.rulebook in self.rulebooks


class Judge:
    """Judges mutants at a bench."""

    def __init__(self, bench: Bench, wanted: Wanted) -> None:
        self.bench, self.wanted = bench, wanted
        self.equivalents = equivalents(wanted.equivalents)
        self.tests: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.files: dict[str, str] = {}
        for bound in bench.bound(wanted.tests):
            if not bound.file.startswith(IGNORED):
                self.tests[bound.rulebook, bound.clause].append(bound.test)
                self.files[bound.test] = bound.file
        self.seconds: dict[str, float] = {}
        self.asked: set[tuple[str, str]] = set()  # the tests that have run without a mutant, by rulebook
        self.passed: set[tuple[str, str]] = set()  # ... and passed
        self.sound: dict[tuple[Law, bool], bool] = {}
        self.refusing: dict[Law, list[Mutant]] = {}

    def mutants(self) -> list[Mutant]:
        """The mutants wanted; finding the refusals runs every test concerned once, without a mutant."""
        found: list[Mutant] = []
        for rulebook in self.wanted.rulebooks:
            found += data_mutants(rulebook)
        if Kind.CODE in self.wanted.kinds:
            found += [mutant for rulebook in self.wanted.rulebooks for mutant in listed_mutants(rulebook)]
            laws = [law for law in self._single_laws() if not self.wanted.clauses or {*self.wanted.clauses} & {*law[1]}]
            self.baseline(laws)
            found += [mutant for refused in self.refusing.values() for mutant in refused]
        taken = [mutant for mutant in found if self.wanted.takes(mutant)]
        if self.wanted.sample and self.wanted.sample < len(taken):
            taken = sorted(taken, key=self._lot)[: self.wanted.sample]
        return sorted(taken, key=lambda mutant: (SHIPPED.index(mutant.rulebook), mutant.clauses))

    def _lot(self, mutant: Mutant) -> bytes:
        """Decides who is in the sample; what others there are does not matter, so a sample stays what it was."""
        return sha256(f"{self.wanted.seed} {mutant.id}".encode()).digest()

    def judge(self, mutants: Iterable[Mutant]) -> Iterator[Judged]:
        """Every mutant with its outcome, as soon as it is known."""
        alive: list[Mutant] = []
        for mutant in mutants:
            if self._bound(_law(mutant)):
                alive.append(mutant)
            else:
                yield self._judged(mutant, Outcome.UNBOUND)
        for heavy in (False, True):
            tried = [mutant for mutant in alive if self._asks(_law(mutant), heavy)]
            left = {mutant.id: mutant for mutant in alive if not self._asks(_law(mutant), heavy)}
            for judged, mutant in self._tried(tried, heavy):
                if judged.outcome is Outcome.SURVIVED and self._more(mutant, heavy):
                    left[mutant.id] = mutant
                else:
                    yield judged
            alive = list(left.values())
        yield from self._elsewhere(alive)

    def _more(self, mutant: Mutant, heavy: bool) -> bool:
        """Whether a survivor is to be tried by further tests."""
        return self.wanted.elsewhere or (not heavy and self._asks(_law(mutant), heavy=True))

    def _asks(self, law: Law, heavy: bool) -> bool:
        """Whether the heavy tests of a law, or the others, are to be asked."""
        spared = heavy and self.wanted.light and bool(self._bound(law, heavy=False))
        return bool(self._bound(law, heavy)) and not spared

    def _tried(self, mutants: list[Mutant], heavy: bool) -> Iterator[tuple[Judged, Mutant]]:
        self.baseline(dict.fromkeys(_law(mutant) for mutant in mutants), heavy)
        runs = []
        for mutant in mutants:
            if self.sound[_law(mutant), heavy]:
                runs.append(self._run(_law(mutant), mutant, heavy))
            else:
                yield self._judged(mutant, Outcome.INVALID), mutant
        for run, told in self.bench.every(runs):
            assert run.mutant is not None
            yield self._judged(run.mutant, _outcome(told), told.by), run.mutant

    def baseline(self, laws: Iterable[Law], heavy: bool = False) -> None:
        """Runs the tests of each law as it stands, each once: they must pass, or a verdict means nothing."""
        waiting = [law for law in laws if (law, heavy) not in self.sound and self._bound(law, heavy)]
        found: dict[Law, set[Hit]] = defaultdict(set)
        for run, told in self.bench.every(list(self._first_runs(waiting, heavy))):
            self.seconds |= told.seconds
            ran = {*told.seconds} - {*told.failed}
            self.passed |= {(run.law[0], test) for test in ran}
            for hit in told.hits if not heavy else ():
                found[run.law[0], clauses_behind(run.law[0], hit.clause)].add(hit)
        for (rulebook, clauses), hits in found.items():
            known = self.refusing.setdefault((rulebook, clauses), [])
            listed = sorted(hits, key=lambda hit: (hit.module, hit.number))
            mutants = (refusal_mutant(hit, rulebook) for hit in listed)
            known += [mutant for mutant in mutants if mutant.id not in {each.id for each in known}]
        for law in waiting:
            self.sound[law, heavy] = all((law[0], test) in self.passed for test in self._bound(law, heavy))

    def _first_runs(self, laws: list[Law], heavy: bool) -> Iterator[Run]:
        """One run for each rulebook and file: the tests bound to these laws that have not run yet."""
        tests: dict[tuple[str, str], set[str]] = defaultdict(set)
        for law in laws:
            for test in self._bound(law, heavy):
                if (law[0], test) not in self.asked:
                    tests[law[0], self.files[test]].add(test)
        for (rulebook, file), wanted in tests.items():
            clauses = dict.fromkeys(clause for law in laws if law[0] == rulebook for clause in law[1])
            done = [test for test, place in self.files.items() if place == file and test not in wanted]
            self.asked |= {(rulebook, test) for test in wanted}
            yield Run(law=(rulebook, tuple(clauses)), files=(file,), skipped=tuple(done), patience=600.0)

    def unmutated(self, judged: Iterable[Judged]) -> list[tuple[str, str]]:
        """The enforced clauses that no mutant of behaviour was judged for."""
        had = {(each.rulebook, clause) for each in judged if each.kind is not Kind.CITATION for clause in each.clauses}
        return [
            (rulebook, clause)
            for rulebook in self.wanted.rulebooks
            for clause, met in register(rulebook).items()
            if met == "enforced" and (rulebook, clause) not in had
        ]

    def unknown_equivalents(self, mutants: Iterable[Mutant]) -> list[str]:
        """Equivalents on the list of which there is no mutant any more."""
        known = {mutant.id for mutant in mutants}
        return [id for id in self.equivalents if id not in known]

    def _elsewhere(self, survivors: list[Mutant]) -> Iterator[Judged]:
        """The survivors once more, under every test bound to their rulebook: is it unproved, or proved elsewhere?"""
        runs = []
        for mutant in survivors:
            clauses = tuple(clause for rulebook, clause in self.tests if rulebook == mutant.rulebook)
            run = self._run((mutant.rulebook, clauses), mutant, heavy=False)
            runs.append(msgspec.structs.replace(run, patience=ELSEWHERE))
        for run, told in self.bench.every(runs):
            assert run.mutant is not None
            judged = self._judged(run.mutant, Outcome.SURVIVED)
            judged.elsewhere = told.by or told.outcome if told.outcome != "passed" else ""
            yield judged

    def _judged(self, mutant: Mutant, outcome: Outcome, by: str = "") -> Judged:
        if mutant.id in self.equivalents:
            survived = outcome in (Outcome.SURVIVED, Outcome.UNBOUND)
            outcome, by = (Outcome.EQUIVALENT, self.equivalents[mutant.id]) if survived else (Outcome.STALE, by)
        return Judged(
            rulebook=mutant.rulebook,
            clauses=mutant.clauses,
            kind=mutant.kind,
            mutant=mutant.id,
            outcome=outcome,
            by=by,
        )

    def _bound(self, law: Law, heavy: bool | None = None) -> list[str]:
        """The tests bound to a law; only the heavy ones, or only the others, if so asked."""
        rulebook, clauses = law
        bound = {test for clause in clauses for test in self.tests.get((rulebook, clause), ())}
        return sorted(test for test in bound if heavy is None or self.files[test].startswith(HEAVY) == heavy)

    def _run(self, law: Law, mutant: Mutant, heavy: bool) -> Run:
        """A run of the tests bound to a law; the slow ones are left out where there are others."""
        bound = self._bound(law, heavy)
        slow = [test for test in bound if self.seconds.get(test, 0.0) > SLOW]
        skipped = slow if len(slow) < len(bound) else []
        kept = [test for test in bound if test not in skipped]
        took = {test: self.seconds.get(test, 0.0) for test in kept}
        return Run(
            law=law,
            mutant=mutant,
            files=tuple(sorted({self.files[test] for test in kept})),
            skipped=tuple(skipped),
            seconds=took,
            patience=PATIENCE + 20 * sum(took.values()),
        )

    def _single_laws(self) -> list[Law]:
        return [
            (rulebook, (clause,))
            for rulebook in self.wanted.rulebooks
            for clause in register(rulebook)
            if self.tests.get((rulebook, clause))
        ]


def _law(mutant: Mutant) -> Law:
    return mutant.rulebook, mutant.clauses


def equivalents(path: Path) -> dict[str, str]:
    """The mutants known to change nothing, each with the reason."""
    if not path.exists():
        return {}
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    return {mutant: entry["why"] for entry in entries for mutant in entry["mutants"]}


def _outcome(told: Told) -> Outcome:
    return {
        "passed": Outcome.SURVIVED,
        "failed": Outcome.KILLED,
        "refused": Outcome.REFUSED,
        "hangs": Outcome.HANGS,
    }[told.outcome]
