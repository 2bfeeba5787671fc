"""How the project's own values (amounts, odds, rates, cards) are written to and read from text formats."""

from typing import Any

import msgspec

from pitboss.cards import Card
from pitboss.money import Amount, Odds, Rate, parse_odds

_WRITTEN = frozenset({Amount, Card, Rate})
_SUCH: dict[type, str] = {Odds: "40 to 1", Card: "Ks", Rate: "5%"}


def to_plain(value: object) -> str:
    """Encoding hook: every value of our own has one text form."""
    if type(value) in _WRITTEN or isinstance(value, Odds):
        return str(value)
    raise NotImplementedError(f"no text form for {type(value).__name__}")


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


def convert(data: object, kind: type[Any]) -> Any:
    """Plain data as a typed value, or `msgspec.ValidationError` naming the place."""
    return msgspec.convert(data, kind, dec_hook=from_plain)


def builtins(value: object) -> Any:
    """A typed value as plain data, fit for JSON."""
    return msgspec.to_builtins(value, enc_hook=to_plain, str_keys=True)


def json_text(value: object, indent: int = 2) -> str:
    """A typed value as JSON text."""
    return msgspec.json.format(msgspec.json.encode(value, enc_hook=to_plain), indent=indent).decode()
