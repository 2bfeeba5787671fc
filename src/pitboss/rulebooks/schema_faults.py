"""A file of a rulebook held against the schema: every key that is unknown, missing or of the wrong kind.

The schema's own types say what is wanted, so a new part of it is checked without a word here.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, Literal

import msgspec
from msgspec import inspect

from pitboss.rulebooks.codec import convert
from pitboss.rulebooks.fault import Fault, labelled, shown

WANTED: dict[type[inspect.Type], tuple[type, str]] = {
    inspect.StrType: (str, "text"),
    inspect.IntType: (int, "a whole number"),
    inspect.BoolType: (bool, "true or false"),
    inspect.FloatType: (float, "a number"),
}
LISTS = (inspect.VarTupleType, inspect.ListType, inspect.SetType, inspect.FrozenSetType)


def schema_faults(file: str, data: object, kind: Any, without: tuple[str, ...] = ()) -> list[Fault]:
    """Every fault of some plain data as a value of that kind; `without` names fields that other files fill."""
    info = inspect.type_info(kind)
    if isinstance(info, inspect.StructType) and without:
        return list(_struct(file, "", data, info, without))
    return list(_faults(file, "", data, info))


def _faults(file: str, key: str, data: object, info: inspect.Type) -> Iterator[Fault]:
    match info:
        case inspect.StructType():
            yield from _struct(file, key, data, info)
        case inspect.UnionType():
            yield from _union(file, key, data, info)
        case inspect.DictType():
            yield from _table(file, key, data, info)
        case inspect.AnyType():
            return
        case _ if isinstance(info, LISTS):
            if isinstance(data, list):
                for label, item in labelled(data):
                    yield from _faults(file, f"{key}[{label}]", item, info.item_type)
            else:
                yield Fault(file, key, f"it must be a list, not {shown(data)}")
        case _:
            yield from _value(file, key, data, info)


def _table(file: str, key: str, data: object, info: inspect.DictType) -> Iterator[Fault]:
    if not isinstance(data, dict):
        yield Fault(file, key, f"it must be a table, not {shown(data)}")
        return
    for name, value in data.items():
        if isinstance(info.key_type, inspect.IntType) and not isinstance(name, int):
            yield Fault(file, key, f"its keys must be whole numbers, not {shown(name)}")
        yield from _faults(file, _joined(key, name), value, info.value_type)


def _struct(
    file: str, key: str, data: object, info: inspect.StructType, without: tuple[str, ...] = ()
) -> Iterator[Fault]:
    if not isinstance(data, dict):
        yield Fault(file, key, f"it must be a table, not {shown(data)}")
        return
    fields = {field.encode_name: field for field in info.fields if field.encode_name not in without}
    found = []
    for name in data:
        if name not in fields and info.forbid_unknown_fields:
            near = get_close_matches(name, fields, 1)
            said = f"did you mean {near[0]}?" if near else f"there are {', '.join(fields)}"
            found.append(Fault(file, _joined(key, name), f"unknown key; {said}"))
    for name, field in fields.items():
        if name in data:
            found += _faults(file, _joined(key, name), data[name], field.type)
        elif field.required:
            found.append(Fault(file, _joined(key, name), "missing"))
    yield from found
    if not found and not without:
        yield from _whole(file, key, data, info.cls)


def _whole(file: str, key: str, data: object, kind: Any) -> Iterator[Fault]:
    """What a value checks of itself when all its parts are sound."""
    try:
        convert(data, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        yield Fault(file, key, _plain(error))


def _union(file: str, key: str, data: object, info: inspect.UnionType) -> Iterator[Fault]:
    """What is wrong as the kind of the union that it comes nearest to."""
    kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
    tried = [list(_faults(file, key, data, kind)) for kind in kinds]
    yield from min(tried, key=len, default=[])


def _value(file: str, key: str, data: object, info: inspect.Type) -> Iterator[Fault]:
    kind: Any
    match info:
        case inspect.LiteralType(values):
            kind, means = Literal[tuple(values)], f"one of {', '.join(map(str, values))}"
        case inspect.EnumType(cls):
            kind, means = cls, f"one of {', '.join(str(member.value) for member in cls)}"
        case inspect.CustomType(cls):
            kind, means = cls, ""
        case _:
            kind, means = WANTED.get(type(info), (Any, ""))
    try:
        convert(data, kind)
    except (msgspec.ValidationError, ValueError) as error:
        own = _plain(error).replace(repr(data), shown(data))  # a value of our own says itself what was given
        yield Fault(file, key, f"it must be {means}, not {shown(data)}" if means else own)


def _plain(error: Exception) -> str:
    """An error without the path that msgspec adds."""
    return str(error).split(" - at `$")[0]


def _joined(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name
