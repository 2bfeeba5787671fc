"""The state of a table as bytes, kept in the store now and then, so that a restart need not replay its whole stream.

A snapshot is a convenience and never the truth: one that cannot be read, because the program has changed since, is
left aside, and the stream is read from its beginning.
"""

from typing import Any

import msgspec

from pitboss.books.table_spec import TableSpec, terms_under
from pitboss.rulebooks import Refused, RulebookError, Terms, UnknownRulebook
from pitboss.rulebooks.codec import builtins, from_plain, to_plain
from pitboss.server.tables.live import Live, opened

FORMAT = 4  # raise it whenever what `Live` holds changes its meaning
EVERY = 250  # events


class _Snapshot(msgspec.Struct, frozen=True):
    format: int
    live: Live


def snapshot_due(first: int, next: int) -> bool:
    """Whether a snapshot goes with the events from one number up to another."""
    return first // EVERY < next // EVERY


def write_snapshot(live: Live) -> bytes:
    """A table as it stands."""
    return _ENCODER.encode(_Snapshot(FORMAT, live))


def read_snapshot(spec: TableSpec, state: bytes) -> Live | None:
    """A table as it stood; None if this program cannot read it."""
    filed = opened(spec).terms

    def hook(kind: type, value: Any) -> object:
        return _terms(spec, filed, value) if kind is Terms else from_plain(kind, value)

    try:
        found = msgspec.msgpack.decode(state, type=_Snapshot, dec_hook=hook)
    except (msgspec.MsgspecError, ValueError, Refused, RulebookError, UnknownRulebook):
        return None
    return found.live if found.format == FORMAT and found.live.spec == spec else None


def _plain(value: object) -> Any:
    if isinstance(value, Terms):
        return {"hash": value.rulebook.hash, "submission": builtins(value.submission.as_file())}
    return to_plain(value)


def _terms(spec: TableSpec, filed: Terms, told: dict[str, Any]) -> Terms:
    """Terms from their version and submission; those filed are found again rather than made again."""
    if told["hash"] == filed.rulebook.hash and told["submission"] == builtins(filed.submission.as_file()):
        return filed
    return terms_under(spec.rulebook, told["hash"], told["submission"])


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_plain)
