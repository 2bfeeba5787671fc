"""A pytest plugin: tells which clauses a test bound to them has brought to the record, and which to a refusal.

A clause that is `recorded` is held true by an event that cites it or, where the record speaks without citing it, by an
event of the kind named here. One of which the register says that something is refused is held true by a refusal that
cites it. The plugin runs only tests bound to such clauses, skips those from which nothing more is to be learnt, and
writes what it has found to the file that the environment names.
"""

import importlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mutants.code import Hit, watch
from pitboss.rulebooks import Met, load_all
from pitboss.rulebooks.codec import builtins

FILE = "PITBOSS_ATTESTATIONS"
Law = tuple[str, str]

MA, MD, NJ, CRAZY = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "ma-crazy-4"
KINDS: dict[str, dict[str, tuple[str, ...]]] = {
    "bets-closed": {
        MA: ("7(b)", "8(a)(3)", "9(a)(2)"),
        MD: ("8.C", "9.A(5)", "10.A(2)"),
        NJ: ("40.7(b)", "40.8(b)3", "40.9(b)2"),
    },
    "stub-counted": {MA: ("7(f)", "8(d)", "9(d)"), MD: ("8.F(1)", "9.D(1)"), CRAZY: ("7(f)", "8(d)", "9(d)")},
    "step-attested": {MA: ("3(d)",), MD: ("4.E",), NJ: ("40.4(d)",), CRAZY: ("3(d)",)},
    "deck-loaded": {MD: ("5.D(2)",)},
    "deck-cut": {NJ: ("40.5(c)1",)},
    "player-away": {MD: ("7.B(2)",)},
    "chips-squared": {CRAZY: ("13(b)",)},
}
"""What is recorded by an event that cites another clause, or none."""
INSTEAD: dict[Law, str] = {
    (MD, "4.D"): "5.A",
    (MD, "5.A(1)"): "5.A",
    (MD, "7.A"): "",  # a wager that no area is for has no clause of its own
    (NJ, "40.6(b)"): "",
    (CRAZY, "11(d)(5)"): "reading progressive-amounts",
    (CRAZY, "11(e)(5)"): "reading progressive-amounts",
    (CRAZY, "13(f) PTMGL02"): "reading link-wager-amount",
}
"""What is refused by the citation of another clause, of a reading, or of none."""
KIND = {(book, clause): kind for kind, laws in KINDS.items() for book, listed in laws.items() for clause in listed}

every = {(book.id, clause.id): clause for book in load_all() for clause in book.clauses}
recorded = {law for law, clause in every.items() if clause.met is Met.RECORDED}
refusing = {law for law, clause in every.items() if clause.met is Met.ENFORCED and "refuse" in clause.how}
found: dict[str, set[Law]] = {"recorded": set(), "refused": set()}
_noted: set[str] = set()
_refused: set[Hit] = set()


def pytest_configure() -> None:
    """From now on every refusal is noted, and every event, at a table or in a round alone."""
    watch(_refused)
    for room in ("pitboss.table.decide", "pitboss.engine.decide"):
        handlers = importlib.import_module(room)._HANDLERS
        handlers |= {kind: _noting(handler) for kind, handler in handlers.items()}


def _noting(handler: Callable[[Any, Any], list[Any]]) -> Callable[[Any, Any], list[Any]]:
    def noting(state: Any, step: Any) -> list[Any]:
        events = list(handler(state, step))
        _noted.update(word for event in events for word in _words(builtins(event)))
        return events

    return noting


def _words(data: Any) -> Iterator[str]:
    """The kinds of an event and of what is in it, and every clause they cite."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("event", "clause") or key.endswith("_clause"):
                yield value
            yield from _words(value)
    elif isinstance(data, list):
        for value in data:
            yield from _words(value)


def _laws(item: pytest.Item) -> set[Law]:
    return {(mark.args[0], clause) for mark in item.iter_markers("clause") for clause in mark.args[1:]}


def _left(item: pytest.Item) -> set[Law]:
    return _laws(item) & ((recorded - found["recorded"]) | (refusing - found["refused"]))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = [item for item in items if _left(item)]


def pytest_runtest_setup(item: pytest.Item) -> None:
    if not _left(item):
        pytest.skip("nothing more to be learnt")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[Any]:
    _noted.clear()
    _refused.clear()
    result = yield
    laws = _laws(pyfuncitem)
    found["recorded"] |= {law for law in laws & recorded if law[1] in _noted or KIND.get(law) in _noted}
    cited = {hit.clause for hit in _refused}
    found["refused"] |= {law for law in laws & refusing if {law[1], INSTEAD.get(law)} & cited}
    return result


def pytest_sessionfinish() -> None:
    Path(os.environ[FILE]).write_bytes(msgspec.json.encode({name: sorted(laws) for name, laws in found.items()}))
