"""Which test proves which clause.

Tests name the clauses they prove by `@pytest.mark.clause(rulebook, *clauses)`. Collecting them needs the tests, which
an installed package does not have; so the answer is kept as an index among the package's data, and a test refuses an
index that is out of date.
"""

from collections.abc import Iterable
from functools import cache

import msgspec

from pitboss.rulebooks.clauses import Clause, Met
from pitboss.rulebooks.library import DATA
from pitboss.rulebooks.rulebook import Rulebook

Index = dict[str, dict[str, list[str]]]
"""Rulebook id, clause id, the tests that prove it."""


class Proof(msgspec.Struct, frozen=True):
    """A clause and the tests bound to it."""

    clause: Clause
    tests: tuple[str, ...]

    @property
    def missing(self) -> bool:
        """Whether a test ought to prove the clause and none does."""
        return self.clause.met.needs_test and not self.tests


class Summary(msgspec.Struct, frozen=True):
    """How many clauses of a rulebook are met in which way, how many need a proof, how many have one."""

    rulebook: str
    clauses: int
    met: dict[Met, int]
    to_prove: int
    proved: int


@cache
def shipped_index() -> Index:
    """The index that ships with the package."""
    return msgspec.json.decode((DATA / "clause-tests.json").read_bytes(), type=Index)


def index_of(bindings: Iterable[tuple[str, str, str]]) -> Index:
    """An index of (rulebook, clause, test), sorted so that equal bindings give equal text."""
    index: Index = {}
    for rulebook, clause, test in sorted(set(bindings)):
        index.setdefault(rulebook, {}).setdefault(clause, []).append(test)
    return index


def index_text(index: Index) -> str:
    """An index as it is kept in its file."""
    return msgspec.json.format(msgspec.json.encode(index), indent=1).decode() + "\n"


def proofs(rulebook: Rulebook, index: Index) -> tuple[Proof, ...]:
    """Every clause of a rulebook with its tests, in the document's order."""
    bound = index.get(rulebook.id, {})
    return tuple(Proof(clause, tuple(bound.get(clause.id, ()))) for clause in rulebook.clauses)


def summary(rulebook: Rulebook, index: Index) -> Summary:
    """The counts of one rulebook."""
    rows = proofs(rulebook, index)
    met = {way: sum(row.clause.met is way for row in rows) for way in Met}
    to_prove = [row for row in rows if row.clause.met.needs_test]
    return Summary(rulebook.id, len(rows), met, len(to_prove), sum(not row.missing for row in to_prove))
