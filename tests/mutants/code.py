"""Mutants of behaviour: a refusal that is left out, and the changes listed in `code_mutants.toml`.

A changed module is compiled, and the functions that are already there are given the new code. So every name that any
other module has imported means the changed function too, and nothing is imported twice.
"""

import ast
import inspect
import sys
import tomllib
from collections.abc import Iterator
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec

from mutants.law import clauses_behind
from mutants.mutant import Kind, Mutant
from pitboss.rulebooks import Refused

LISTED = Path(__file__).parent / "code_mutants.toml"
ROOMS = ("pitboss.engine", "pitboss.table", "pitboss.rulebooks", "pitboss.progressive")
"""Where refusals are looked for: the rooms in which the law is decided."""
HIT = "_mutants_hit"
RAISED = ("refuse", "_refuse", "refuse_now", "_not_offered", "wrong")
"""What makes a refusal that is raised."""


class Refusal(msgspec.Struct, frozen=True):
    """A statement that refuses: where it stands, and which one of its module it is."""

    module: str
    number: int
    line: int
    text: str


class Hit(msgspec.Struct, frozen=True):
    """A refusal that was made, and the clause it cited."""

    module: str
    number: int
    clause: str


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of behaviour written by hand: the fragment of a module, what takes its place, and whom it concerns."""

    module: str
    old: str
    new: str
    why: str
    clauses: dict[str, list[str]]


@cache
def refusals() -> tuple[Refusal, ...]:
    """Every statement that refuses, in the order of modules and lines."""
    found = []
    for module in modules():
        for number, node in enumerate(_refusing(ast.parse(source(module)))):
            found.append(Refusal(module, number, node.lineno, ast.unparse(node).split("\n")[0]))
    return tuple(found)


def refusal_mutant(hit: Hit, rulebook: str) -> Mutant:
    """The refusal left out, for the clause it cites under a rulebook."""
    refusal = next(each for each in refusals() if (each.module, each.number) == (hit.module, hit.number))
    alike = [each.number for each in refusals() if (each.module, each.text) == (hit.module, refusal.text)]
    which = f" #{alike.index(hit.number) + 1}" if len(alike) > 1 else ""
    tree = _Without(hit.number).visit(ast.parse(source(hit.module)))
    return Mutant(
        rulebook=rulebook,
        clauses=clauses_behind(rulebook, hit.clause),
        kind=Kind.CODE,
        where=hit.module.removeprefix("pitboss."),
        change=f"without {refusal.text}{which}, by {hit.clause}",
        module=hit.module,
        source=ast.unparse(ast.fix_missing_locations(tree)),
    )


def listed_mutants(rulebook: str, listed: Path = LISTED) -> Iterator[Mutant]:
    """The changes of `code_mutants.toml` that concern a rulebook, one for each clause."""
    entries = tomllib.loads(listed.read_text(encoding="utf-8")).get("mutant", []) if listed.exists() else []
    for entry in msgspec.convert(entries, list[Listed]):
        text = source(entry.module)
        if text.count(entry.old) != 1:
            raise LookupError(f"{entry.module} has {text.count(entry.old)} times: {entry.old}")
        for clause in entry.clauses.get(rulebook, ()):
            yield Mutant(
                rulebook=rulebook,
                clauses=(clause,),
                kind=Kind.CODE,
                where=entry.module.removeprefix("pitboss."),
                change=f"{entry.why}, by {clause}",
                module=entry.module,
                source=text.replace(entry.old, entry.new),
            )


def put_in_place(module: str, text: str, names: dict[str, Any] | None = None) -> int:
    """Gives the functions of a module the code of a changed source; says how many there were."""
    return _given(module, compile(text, str(import_module(module).__file__), "exec"), names or {})


def _given(module: str, changed: CodeType, names: dict[str, Any]) -> int:
    loaded = import_module(module)
    vars(loaded).update(names)
    codes = dict(_codes(changed))
    done = 0
    for name, function in _functions(loaded):
        if name in codes:
            function.__code__ = codes[name]
            done += 1
    _forget()
    return done


def _forget() -> None:
    """Empties every cache of the program: what was worked out before a change is not true after it."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "pitboss":
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if callable(clear):
                    clear()


def watch(hits: set[Hit]) -> None:
    """From now on every refusal that is made is noted, with the clause it cites."""
    for module, changed in watched().items():

        def hit(number: int, value: Any, module: str = module) -> Any:
            hits.add(Hit(module, number, _clause_of(value)))
            return value

        _given(module, changed, {HIT: hit})


@cache
def watched() -> dict[str, CodeType]:
    """Every module that refuses, compiled so that it tells; worth doing once, before there are children."""
    found = {}
    for module in dict.fromkeys(refusal.module for refusal in refusals()):
        tree = ast.fix_missing_locations(_Watched().visit(ast.parse(source(module))))
        found[module] = compile(ast.unparse(tree), str(import_module(module).__file__), "exec")
    return found


@cache
def modules() -> tuple[str, ...]:
    """The modules in which the law is decided."""
    found = []
    for room in ROOMS:
        package = import_module(room)
        found += [room, *(item.name for item in walk_packages(package.__path__, room + "."))]
    return tuple(found)


@cache
def source(module: str) -> str:
    """The source of a module."""
    return inspect.getsource(import_module(module))


def _refusing(tree: ast.AST) -> list[ast.stmt]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and _refused(node) is not None]


def _refused(node: ast.stmt) -> ast.expr | None:
    """What carries the clause in a statement that refuses: `raise refuse(...)`, `self._refuse(...)`, a breach."""
    if isinstance(node, ast.Raise) and _called(node.exc) in RAISED:
        return node.exc
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _called(node.value) in ("refuse", "_refuse"):
        return node.value.args[0]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield) and _is_breach(node.value.value):
        return node.value.value
    return None


def _called(node: ast.expr | None) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _is_breach(node: ast.expr | None) -> bool:
    """A breach of a submission is a tuple of four: clause, where, tried, allowed."""
    return isinstance(node, ast.Tuple) and len(node.elts) == 4


def _clause_of(value: Any) -> str:
    if isinstance(value, Refused):
        return value.violations[0].clause
    return str(value[0]) if isinstance(value, tuple) else str(value)


class _Numbered(ast.NodeTransformer):
    """Goes over the refusing statements in the order of `_refusing`."""

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Module):
            self.numbers = {id(each): number for number, each in enumerate(_refusing(node))}
        if id(node) in self.numbers and isinstance(node, ast.stmt):
            return self.refusing(node, self.numbers[id(node)])
        return self.generic_visit(node)

    def refusing(self, node: ast.stmt, number: int) -> ast.stmt:
        raise NotImplementedError


class _Without(_Numbered):
    def __init__(self, number: int) -> None:
        self.number = number

    def refusing(self, node: ast.stmt, number: int) -> ast.stmt:
        return ast.Pass() if number == self.number else node


class _Watched(_Numbered):
    def refusing(self, node: ast.stmt, number: int) -> ast.stmt:
        told = _refused(node)
        assert told is not None
        noted = ast.Call(ast.Name(HIT, ast.Load()), [ast.Constant(number), told], [])
        if isinstance(node, ast.Raise):
            node.exc = noted
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield):
            node.value.value = noted
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            node.value.args[0] = noted
        return node


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner.co_qualname, inner
            yield from _codes(inner)


def _functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The module's own functions and methods, whatever wraps them, by qualified name."""
    for value in list(vars(module).values()):
        if isinstance(value, type) and value.__module__ == module.__name__:
            members = list(vars(value).values())
        else:
            members = [value]
        for member in members:
            function = _unwrapped(member)
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                yield function.__qualname__, function


def _unwrapped(value: Any) -> Any:
    if isinstance(value, property):
        value = value.fget
    elif isinstance(value, cached_property):
        value = value.func
    elif isinstance(value, staticmethod | classmethod):
        value = value.__func__
    return inspect.unwrap(value) if callable(value) else value
