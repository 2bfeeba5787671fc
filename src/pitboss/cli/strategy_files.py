"""Strategies of one's own: a function in FILE.py:FUNCTION, or a table of choices in FILE.json."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from typing import Any

import msgspec

from pitboss.cli.output import read_text
from pitboss.rulebooks import Refused, Violation
from pitboss.simulation import Decide, Seen
from pitboss.simulation.policy_table import Choices


def strategy_from(text: str, option: str = "--strategy") -> str | Decide | Choices:
    """A strategy by name, a function from a file, or a table from a file of JSON."""
    if text.endswith(".json"):
        return _table(text, option)
    path, colon, function = text.rpartition(":")
    if not colon or not path.endswith(".py"):
        return text
    spec = spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise Refused(_violation(option, f"no file {path}", "FILE.py:FUNCTION"))
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # a stranger's file may fail in any way
        raise Refused(_violation(option, f"{path} ({_where(error, path)})", "a file that runs")) from error
    found: Decide | None = getattr(module, function, None)
    if not callable(found):
        raise Refused(_violation(option, f"no function {function} in {path}", "a function of that file"))

    def asked(seen: Seen) -> Any:
        try:
            return found(seen)
        except Exception as error:
            tried = f"{text} at {seen.decision} ({_where(error, path)})"
            raise Refused(_violation(option, tried, "a function that answers")) from error

    asked.__name__ = function
    return asked


def _where(error: Exception, path: str) -> str:
    """An error in one line, with the last line of the user's own file that led to it."""
    lines = [
        frame.lineno
        for frame in extract_tb(error.__traceback__)
        if Path(frame.filename).resolve() == Path(path).resolve()
    ]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"line {line}: {type(error).__name__}: {' '.join(said.split())}"


def _table(path: str, option: str) -> Choices:
    try:
        return msgspec.json.decode(read_text(path), type=dict[str, str | dict[str, str]])
    except (msgspec.DecodeError, RecursionError) as error:
        allowed = 'choices by decision and cards, such as {"across": {"As Ah": "3x", "else": "1x"}}'
        raise Refused(_violation(option, f"{path} ({error})", allowed)) from error


def _violation(where: str, tried: str, allowed: str) -> Violation:
    return Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed)
