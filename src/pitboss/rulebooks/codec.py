"""How the project's own values (amounts, odds, rates, cards) are written to and read from text formats."""

import dataclasses
import sys
import threading
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.cards import Card
from pitboss.money import Amount, Odds, Rate, parse_odds

_WRITTEN = frozenset({Card, Rate})
_SUCH: dict[type, str] = {Odds: "40 to 1", Card: "Ks", Rate: "5%"}
_LOOKING = threading.Lock()


def to_plain(value: object) -> str:
    """Encoding hook: every value of our own has one text form."""
    if type(value) is Amount:
        return _amount(value.cents)
    if type(value) in _WRITTEN or isinstance(value, Odds):
        return str(value)
    raise NotImplementedError(f"no text form for {type(value).__name__}")


@lru_cache(4096)  # few amounts make up most of what is written: limits, stakes, what they pay
def _amount(cents: int) -> str:
    return str(Amount(cents))


def from_plain(kind: type, value: object) -> object:
    """Decoding hook, strict: amounts and odds are text, never numbers."""
    if not isinstance(value, str):
        raise ValueError(f"it must be text such as {_SUCH.get(kind, '10.00')!r}, in quotes, not {value!r}")
    if kind is Amount:
        return Amount.parse(value)
    if kind is Card:
        return Card.parse(value)
    if kind is Rate:
        return Rate.parse(value)
    if kind is Odds:
        return parse_odds(value)
    raise NotImplementedError(f"no text form for {kind.__name__}")


def entering(kind: type, value: object) -> object:
    """Decoding hook for what people and programs hand in: as strict, and no amount beyond the greatest there is."""
    read = from_plain(kind, value)
    if isinstance(read, Amount) and abs(read.cents) > Amount.GREATEST.cents:
        raise ValueError(f"an amount is at most {Amount.GREATEST}, not {read}")
    return read


def convert(data: object, kind: type[Any]) -> Any:
    """Plain data that was handed in as a typed value, or `msgspec.ValidationError` naming the place."""
    return msgspec.convert(data, kind, dec_hook=entering)


def restore(data: object, kind: type[Any]) -> Any:
    """Plain data that we wrote ourselves as a typed value: sums of many amounts may be of any size."""
    return msgspec.convert(data, kind, dec_hook=from_plain)


def know_types() -> None:
    """Shows msgspec every type of the modules loaded so far, before there are threads to meet them.

    It looks at a type when it is first read, and keeps what it finds before it has found all of it: a second thread
    that reads the same type meanwhile follows a null pointer, and the process is gone. Types that it cannot read are
    never read.
    """
    with _LOOKING:
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] == "pitboss":
                for kind in [value for value in vars(module).values() if isinstance(value, type)]:
                    if issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind):
                        with suppress(TypeError, NameError):
                            msgspec.json.Decoder(kind)


def builtins(value: object) -> Any:
    """A typed value as plain data, fit for JSON."""
    return msgspec.to_builtins(value, enc_hook=to_plain, str_keys=True)


def json_text(value: object, indent: int = 2) -> str:
    """A typed value as JSON text."""
    return msgspec.json.format(msgspec.json.encode(value, enc_hook=to_plain), indent=indent).decode()
