"""Mutants of behaviour: the changed code reaches every name a function is known by."""

import ast
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mutants.code import Hit, listed_mutants, put_in_place, refusal_mutant, refusals, source
from mutants.law import register
from pitboss.rulebooks.library import SHIPPED

SOURCE = """
from functools import cache, cached_property

def plain(n):
    return n + 1

@cache
def cached(n):
    return n + 1

class Thing:
    @property
    def size(self):
        return 1
    @cached_property
    def sum(self):
        return 1
    @classmethod
    def made(cls):
        return 1
"""


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("scratch")
    module.__file__ = str(tmp_path / "scratch.py")
    monkeypatch.setitem(sys.modules, "scratch", module)
    exec(SOURCE, vars(module))
    return module


def test_functions_get_the_new_code_whatever_wraps_them_and_whoever_holds_them(scratch: ModuleType) -> None:
    held, thing = scratch.plain, scratch.Thing()
    assert put_in_place("scratch", SOURCE.replace("1", "20")) == 5
    assert (held(1), scratch.cached(2), thing.size, thing.sum, thing.made()) == (21, 22, 20, 20, 20)


def test_a_refusal_left_out_is_one_statement_less() -> None:
    first = next(refusal for refusal in refusals() if refusal.module == "pitboss.engine.deal")
    mutant = refusal_mutant(Hit(first.module, first.number, "7(d)"), "ma-criss-cross")
    before, after = (ast.unparse(ast.parse(text)) for text in (source(first.module), mutant.source))
    assert before.count("raise refuse(") == after.count("raise refuse(") + 1
    assert mutant.clauses == ("7(d)",)


def test_refusals_are_found_in_all_rooms_of_the_law() -> None:
    rooms = {refusal.module.split(".")[1] for refusal in refusals()}
    assert rooms >= {"engine", "table", "rulebooks"}
    assert len(refusals()) > 100


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_listed_fragment_stands_once_and_names_clauses_that_exist(rulebook: str) -> None:
    for mutant in listed_mutants(rulebook):
        assert mutant.source != source(mutant.module)
        compile(mutant.source, mutant.module, "exec")
        assert {*mutant.clauses} <= {*register(rulebook)}, mutant.id


def test_a_fragment_that_is_not_there_any_more_is_an_error(tmp_path: Path) -> None:
    listed = tmp_path / "listed.toml"
    listed.write_text(
        '[[mutant]]\nmodule = "pitboss.engine.deal"\nold = "no such text"\nnew = "x"\nwhy = "x"\nclauses = {}\n'
    )
    with pytest.raises(LookupError, match="no such text"):
        list(listed_mutants("ma-criss-cross", listed))
