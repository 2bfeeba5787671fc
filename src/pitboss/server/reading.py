"""Bodies of requests, read as exactly what is asked for: whatever is not listed is refused, in words."""

import json
import re
from collections.abc import Iterable
from typing import Any

import msgspec
from litestar import Request

from pitboss.books.table_spec import refused
from pitboss.rulebooks import Refused
from pitboss.rulebooks.codec import entering
from pitboss.server.commands import ACTIONS, GIVEN
from pitboss.server.unreadable import given_in_words, in_words

JSON = "application/json"
UNNAMED = "[...]"
MOST_ENTRIES = 100  # of an object that are looked at to name the one that will not do


class Unreadable(Refused):
    """A body that is not what its operation asks for."""


class WrongType(Unreadable):
    """A body that does not say that it is JSON: a page on another site can send one without being asked."""


class StrictRequest(Request[Any, Any, Any]):
    """Reads a body as exactly what its operation asks for: no number for text, and no unknown field."""

    async def json(self) -> Any:
        """The body, or `Refused` with the place that will not do."""
        body = await self.body()
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if body and kind != JSON:
            tried = f"the type {kind[:40]}" if kind else "no type"
            raise WrongType(*refused("the body", tried, JSON).violations)
        field = self.route_handler.parsed_data_field
        return read_body(body, field.annotation if field else Any)


def read_body(body: bytes | str, kind: Any) -> Any:
    """What was sent, as exactly what is asked for; `Unreadable` with the place that will not do."""
    try:
        read = msgspec.json.decode(body or b"null", type=kind, dec_hook=entering)
        json.loads(body or b"null", object_pairs_hook=_once, parse_int=str, parse_float=str)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(*_why(str(error), body, kind).violations) from error
    return read


def _once(pairs: list[tuple[str, Any]]) -> None:
    """No object has a key twice: two readers could take it for two different things."""
    names = set()
    for name, _ in pairs:
        if name in names:
            raise ValueError(f"the field {name[:64]} stands twice")
        names.add(name)


def _named(body: bytes | str, kind: Any, place: str, error: str) -> str:
    """The place with the name of an entry that the reader leaves out: the one that by itself is refused alike."""
    before, _, after = place.partition(UNNAMED)
    plain = held = msgspec.json.decode(body)
    for name, number in re.findall(r"(\w+)|\[(\d+)\]", before):
        held = held[name or int(number)]
    for name, value in list(held.items())[:MOST_ENTRIES] if isinstance(held, dict) else ():
        held.clear()
        held[name] = value
        try:
            msgspec.json.decode(msgspec.json.encode(plain), type=kind, dec_hook=entering)
        except msgspec.DecodeError as again:
            if str(again) == error:
                return f"{before}.{name[:64]}{after}"
    return place


def _why(error: str, body: bytes | str, kind: Any) -> Refused:
    tried, _, where = error.partition(" - at ")
    where = where.strip("`").removeprefix("$").removeprefix(".") or "the body"
    where = _named(body, kind, where, error) if UNNAMED in where else where
    if where.endswith("command") and tried.startswith("Invalid value"):
        return _unknown(where, tried, _tags(GIVEN))
    if where.endswith("action") and tried.startswith("Invalid value"):
        return _unknown(where, tried, _tags(ACTIONS.values()))
    allowed = "what /api/schema/openapi.json describes"
    return refused(where, given_in_words(tried), allowed, says=in_words(tried))


def _unknown(where: str, tried: str, tags: Iterable[str]) -> Refused:
    allowed = f"one of {', '.join(tags)}"
    return refused(where, given_in_words(tried), allowed, says=f"{in_words(tried)} Use {allowed}.")


def _tags(kinds: Iterable[type[msgspec.Struct]]) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in kinds]
