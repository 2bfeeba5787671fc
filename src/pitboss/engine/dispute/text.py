"""The text of a disputed round: strict JSON, and lines that say what is wrong with it."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from pitboss.money import Amount
from pitboss.rulebooks import Rulebook, Violation

MAX_LINE = 600
MAX_SHOWN = 40
MAX_DIGITS = 18


Problem = Violation | str
"""Something wrong with a document: a refusal, or a line where the document cannot even be read."""


class Unsettled(Exception):
    """A disputed round that cannot be settled: one line for each thing that is wrong."""

    def __init__(self, *problems: Problem) -> None:
        found = {one_line(str(problem)): problem for problem in problems}
        self.problems = tuple(found)
        self.violations = tuple(map(_violation, found.values()))
        super().__init__("\n".join(self.problems))


def _violation(problem: Problem) -> Violation:
    if isinstance(problem, Violation):
        return problem
    says = f"{problem[:1].upper()}{problem[1:].rstrip('.')}."
    return Violation(rulebook="", clause="", where="the facts", tried=problem, allowed="facts to settle", says=says)


class _Object(dict[str, Any]):
    """A JSON object that remembers which keys were written more than once."""

    repeated: tuple[str, ...] = ()


def parse(text: str) -> tuple[dict[str, Any], list[Problem]]:
    """The JSON object in a text and a line for each key written twice in it; `Unsettled` if there is none."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise Unsettled("the document is empty; write a JSON object as docs/settle.md shows")
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_integer)
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise Unsettled(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except UnicodeEncodeError as error:
        raise Unsettled("not JSON of this format: it has half a character in it, a lone surrogate") from error
    except RecursionError as error:
        raise Unsettled("not JSON of this format: lists and objects are nested too deeply") from error
    except ValueError as error:
        raise Unsettled(f"not JSON of this format: {error}") from error
    if not isinstance(data, dict):
        raise Unsettled(f"the document is {said(data)}; write a JSON object")
    return data, _repeated(data)


def said(value: object) -> str:
    """A value of the document in a few words, short enough for a line.

    >>> said(True), said("9c"), said([1, 2])
    ('true', "'9c'", 'a list')
    """
    match value:
        case None | bool():
            return {None: "null", True: "true", False: "false"}[value]
        case dict():
            return "an object"
        case list():
            return "a list"
        case str() if len(value) > MAX_SHOWN:
            return repr(value[:MAX_SHOWN] + "…")
    return repr(value)


def one_line(text: str) -> str:
    """A text with nothing in it that could break the line or the terminal, and not endless."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: MAX_LINE + 1])
    return plain if len(plain) <= MAX_LINE else plain[:MAX_LINE] + "…"


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    found = _Object(pairs)
    if len(found) < len(pairs):
        found.repeated = tuple(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
    return found


def _repeated(data: object) -> list[Problem]:
    """A line for each key that stands twice in one object, wherever that is."""
    problems: list[str] = []
    waiting = [("the document", data)]
    while waiting:
        where, value = waiting.pop()
        if isinstance(value, _Object):
            problems += [f"{where}: key {said(key)} is written more than once" for key in value.repeated]
            waiting += [(key if where == "the document" else f"{where}.{key}", item) for key, item in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{where}[{number}]", item) for number, item in enumerate(value)]
    return [*sorted(problems)]


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


_DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,2})?")


class Findings:
    """The problems of one document, a line each, and the small things that every part of it is read by."""

    def __init__(self, book: Rulebook, problems: list[Problem]) -> None:
        self.book = book
        self.problems = problems

    def amount(self, where: str, value: object) -> Amount | None:
        """Dollars, if the value is that."""
        if isinstance(value, str) and _DECIMAL.fullmatch(value):
            return Amount.parse(value)
        self.wrong(where, said(value), 'an amount as a decimal string such as "10" or "12.50"')
        return None

    def known_keys(self, where: str, given: Iterable[str], known: Iterable[str]) -> None:
        """Tells of each key that nobody knows."""
        for key in given:
            if key not in known:
                self.wrong(where, f"the unknown key {said(key)}", f"one of {', '.join(known)}")

    def wrong(self, where: str, tried: str, allowed: str) -> None:
        """Tells what the format does not allow."""
        self.problems.append(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed))

    def refuse(self, clause: str, where: str, tried: str, allowed: str) -> None:
        """Tells what the rules do not allow, with the clause."""
        found = Violation(rulebook=self.book.id, clause=clause, where=where, tried=tried, allowed=allowed)
        self.problems.append(found)
