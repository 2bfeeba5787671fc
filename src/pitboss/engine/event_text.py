"""One event as one line of text: its name, then `key=value` for each of its fields.

>>> from pitboss.cards import parse_cards
>>> from pitboss.engine.events import CardsDealt
>>> write_event(CardsDealt("seat 1", parse_cards("9s Jd")))
'cards-dealt to="seat 1" cards=9s,Jd'
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from pitboss.cards import Card
from pitboss.engine.actions import kebab
from pitboss.engine.events import LineSettled, PayoutHeld, RoundEvent
from pitboss.engine.lines import Result, SettlementLine, Source
from pitboss.money import Amount, Odds, parse_odds
from pitboss.rulebooks.parts import Account

_PAIR = re.compile(r' ([a-z_]+)=("(?:[^"\\]|\\.)*"|[^ "]+)')
_BARE = re.compile(r"[A-Za-z0-9_.,:()%-]+")


class Garbled(ValueError):
    """A line that no event is written as; `allowed` says what would be read."""

    def __init__(self, tried: str, allowed: str) -> None:
        super().__init__(tried)
        self.allowed = allowed


def write_event(event: RoundEvent) -> str:
    """An event as a line."""
    kind = type(event)
    words = [kebab(kind.__name__)]
    for column in _COLUMNS[kind]:
        line = event.line if isinstance(event, LineSettled | PayoutHeld) else None
        value = getattr(line if column.in_line else event, column.field)
        if value != column.default:
            text = column.form.write(value)
            words.append(f"{column.key}={text if _BARE.fullmatch(text) else json.dumps(text)}")
    return " ".join(words)


def read_event(line: str) -> RoundEvent:
    """The event a line tells of; `Garbled` if it is not exactly how an event is written."""
    name, _, _ = line.partition(" ")
    kind = _KINDS.get(name)
    if kind is None:
        raise Garbled(f"an unknown event {_short(name)}", f"one of {', '.join(_KINDS)}")
    event = _event(kind, _pairs(line, line[len(name) :]))
    if write_event(event) != line:
        raise Garbled(_short(line), f"'{write_event(event)}'")
    return event


def _pairs(line: str, rest: str) -> dict[str, str]:
    pairs: dict[str, str] = dict(_PAIR.findall(rest))
    if not re.fullmatch(f"(?:{_PAIR.pattern})*", rest):
        raise Garbled(_short(line), "a name and then key=value, single spaces between them")
    return pairs


def _event(kind: type[Any], pairs: dict[str, str]) -> RoundEvent:
    own: dict[str, Any] = {}
    line: dict[str, Any] = {}
    for column in _COLUMNS[kind]:
        (line if column.in_line else own)[column.field] = _value(column, pairs)
    unknown = set(pairs) - {column.key for column in _COLUMNS[kind]}
    if unknown:
        keys = ", ".join(column.key for column in _COLUMNS[kind]) or "no key"
        raise Garbled(f"an unknown key {_short(min(unknown))}", keys)
    event: RoundEvent = kind(line=SettlementLine(**line), **own) if line else kind(**own)
    return event


def _value(column: "_Column", pairs: dict[str, str]) -> object:
    text = pairs.get(column.key)
    if text is None:
        if column.default is msgspec.NODEFAULT:
            raise Garbled(f"no {column.key}", f"{column.key}=...")
        return column.default
    try:
        return column.form.read(json.loads(text) if text.startswith('"') else text)
    except (ValueError, KeyError) as error:
        raise Garbled(f"{column.key}={_short(text)}", f"{column.form.example} for {column.key}") from error


def _short(text: str) -> str:
    return ascii(text if len(text) <= 60 else text[:60] + "...")


# How values of each kind are written and read.


class _Form(NamedTuple):
    write: Callable[[Any], str]
    read: Callable[[str], Any]
    example: str


def _read_meters(text: str) -> dict[str, Amount]:
    pairs = (entry.split(":") for entry in text.split(","))
    return {name: Amount.parse(amount) for name, amount in pairs}


def _write_meters(meters: dict[str, Amount]) -> str:
    return ",".join(f"{name}:{amount}" for name, amount in meters.items())


def _joined(items: tuple[object, ...]) -> str:
    return ",".join(map(str, items))


_FORMS: dict[object, _Form] = {
    str: _Form(str, str, "text"),
    int: _Form(str, int, "a whole number"),
    int | str: _Form(str, lambda text: int(text) if text.isdecimal() else text, "a seat or 'dealer'"),
    bool: _Form(lambda value: "yes" if value else "no", lambda text: {"yes": True, "no": False}[text], "yes or no"),
    Amount: _Form(str, Amount.parse, "an amount such as 10.00"),
    Card: _Form(str, Card.parse, "a card such as 9s"),
    Odds: _Form(str, parse_odds, "odds such as 3 to 2"),
    Result: _Form(str, Result, f"one of {', '.join(Result)}"),
    Source: _Form(str, Source, f"one of {', '.join(Source)}"),
    Account: _Form(str, Account, f"one of {', '.join(Account)}"),
    tuple[Card, ...]: _Form(_joined, lambda text: tuple(map(Card.parse, text.split(","))), "cards such as 9s,Jd"),
    tuple[int, ...]: _Form(_joined, lambda text: tuple(map(int, text.split(","))), "seats such as 2,5"),
    tuple[str, ...]: _Form(_joined, lambda text: tuple(text.split(",")), "names with commas between them"),
    dict[str, Amount]: _Form(_write_meters, _read_meters, "meters such as mega:10000.00"),
}


class _Column(NamedTuple):
    """A field as it stands in a line: left out where it has its default; `in_line` if of the settlement line."""

    key: str
    field: str
    form: _Form
    default: object
    in_line: bool


def _columns(kind: type[Any], in_line: bool = False) -> Iterator[_Column]:
    hints = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        if hint is SettlementLine:
            yield from _columns(SettlementLine, in_line=True)
            continue
        default = field.default
        if type(None) in get_args(hint):
            hint, default = _without_none(hint), None
        key = _KEYS.get((kind, field.name), field.name)
        yield _Column(key, field.name, _FORMS[hint], default, in_line)


def _without_none(hint: object) -> object:
    first, *others = (kind for kind in get_args(hint) if kind is not type(None))
    for kind in others:
        first = first | kind
    return first


# A settlement line has a clause of its own, the one that decides the wager.
_KEYS: dict[tuple[type, str], str] = {(PayoutHeld, "clause"): "held_by"}
_KINDS: dict[str, type[Any]] = {kebab(kind.__name__): kind for kind in get_args(RoundEvent)}
_COLUMNS: dict[type, tuple[_Column, ...]] = {kind: tuple(_columns(kind)) for kind in _KINDS.values()}
