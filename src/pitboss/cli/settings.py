"""Settings: what the options of `serve` are unless the line says otherwise, from one file and the environment.

A file of settings is TOML with a key for each option: `port = 8321`, `guests = false`. Over it stands the environment,
`PITBOSS_PORT=8321`, and over both the line itself. Commands that read a server's database take `data` and `database`.
"""

import os
import re
import tomllib
from difflib import get_close_matches
from inspect import signature
from pathlib import Path
from typing import Annotated, get_args, get_origin, get_type_hints

from pitboss.rulebooks import Refused, Violation

OPTION = "--settings"
PREFIX = "PITBOSS_"
VARIABLE = "PITBOSS_SETTINGS"
OTHERS = ("settings", "rulebooks", "token")  # variables that are no settings
ALIKE = 0.75  # how near a variable comes to a name that it must have been meant for
YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
MEANINGS = {bool: "true or false", int: "a whole number", list: "a list of texts", str: "a text", Path: "a path"}

Setting = str | int | bool | list[str]


def take_settings(words: list[str]) -> tuple[list[str], dict[str, Setting]]:
    """The words of a command without its `--settings FILE`, and what is set by that file and the environment."""
    rest: list[str] = []
    file = os.environ.get(VARIABLE) or None
    left = iter(words)
    for word in left:
        if word == "--":
            rest += [word, *left]
            break
        option, equals, value = word.partition("=")
        if option == OPTION:
            file = value if equals else next(left, "")
        else:
            rest.append(word)
    named = [name for name in os.environ if name.startswith(PREFIX)]
    return rest, _settings(file, named) if file is not None or named else {}


def _settings(file: str | None, variables: list[str]) -> dict[str, Setting]:
    kinds = _kinds()
    found = {} if file is None else _read(file, kinds)
    wrong = [fault for variable in variables if (fault := _misspelt(variable, [*kinds, *OTHERS])) is not None]
    if wrong:
        raise Refused(*wrong)
    for name, kind in kinds.items():
        variable = PREFIX + name.upper()
        if variable in variables:
            found[name] = _from_text(variable, os.environ[variable], kind)
    return found


def _kinds() -> dict[str, type]:
    """Every setting and the type of its values: the options of `serve`."""
    from pitboss.cli.serve import serve

    hints = get_type_hints(serve, include_extras=True)
    return {name: _kind(hints[name]) for name in signature(serve).parameters}


def _kind(hint: object) -> type:
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    found = [part for part in get_args(hint) if part is not type(None)]
    if found and get_origin(hint) is not list:
        return _kind(found[0])
    kind = get_origin(hint) or hint
    assert isinstance(kind, type)
    return kind


def _read(file: str, kinds: dict[str, type]) -> dict[str, Setting]:
    """The settings of a file; `Refused` with a line for each thing that is wrong with it."""
    try:
        written = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise Refused(_wrong(file, "This file is not UTF-8 text.")) from error
    except ValueError as error:
        raise Refused(_wrong(file, f"This file cannot be read as TOML: {error}.")) from error
    except RecursionError as error:
        raise Refused(_wrong(file, "This file cannot be read as TOML: it is nested too deeply.")) from error
    except OSError as error:
        raise Refused(_wrong(file or OPTION, f"The settings cannot be read: {error.strerror}.")) from error
    faults = [_fault(file, key, value, kinds) for key, value in written.items()]
    wrong = [fault for fault in faults if fault is not None]
    if wrong:
        raise Refused(*wrong)
    return {key.replace("-", "_"): value for key, value in written.items()}


def _fault(file: str, key: str, value: object, kinds: dict[str, type]) -> Violation | None:
    kind = kinds.get(key.replace("-", "_"))
    if kind is None:
        near = get_close_matches(key.replace("-", "_"), kinds, 1)
        meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(kinds)}."
        return _wrong(file, f"There is no setting {key}; {meant}")
    fits = isinstance(value, str if kind is Path else kind) and (kind is bool or not isinstance(value, bool))
    if not fits or (isinstance(value, list) and not all(isinstance(item, str) for item in value)):
        written = str(value).lower() if isinstance(value, bool) else repr(value)
        return _wrong(file, f"The setting {key} must be {MEANINGS[kind]}, not {written}.")
    if kind is Path and not value:
        return _wrong(file, f"The setting {key} is empty; name a folder, or leave it out.")
    return None


def _misspelt(variable: str, names: list[str]) -> Violation | None:
    """A variable that is nearly one of ours would otherwise leave its setting as it is without a word."""
    name = variable.removeprefix(PREFIX).lower()
    near = get_close_matches(name, names, 1, ALIKE)
    if name in names or not near:
        return None
    return _wrong(variable, f"There is no such setting; did you mean {PREFIX}{near[0].upper()}?")


def _from_text(variable: str, text: str, kind: type) -> Setting:
    if kind is bool and text.lower() in (*YES, *NO):
        return text.lower() in YES
    if kind is int and re.fullmatch("[0-9]{1,18}", text):
        return int(text)
    if kind is list:
        return text.split()
    if kind is str or (kind is Path and text):
        return text
    if kind is Path:
        raise Refused(_wrong(variable, "This is empty; name a folder, or leave it out."))
    raise Refused(_wrong(variable, f"This must be {MEANINGS[kind]}, not {text!r}."))


def _wrong(where: str, says: str) -> Violation:
    return Violation(rulebook="", clause="", where=where, tried="", allowed="", says=says)
