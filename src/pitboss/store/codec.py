"""How the events of a table are written into its stream."""

import msgspec

from pitboss.rulebooks.codec import from_plain, to_plain
from pitboss.table import TableEvent

_ENCODER = msgspec.json.Encoder(enc_hook=to_plain, order="deterministic")
_DECODER: msgspec.json.Decoder[TableEvent] = msgspec.json.Decoder(TableEvent, dec_hook=from_plain)


def write_table_event(event: TableEvent) -> str:
    """An event of a table as JSON text, always the same for the same event."""
    return _ENCODER.encode(event).decode()


def read_table_event(text: str) -> TableEvent:
    """An event of a table from its text; `msgspec.ValidationError` names what is wrong in it."""
    return _DECODER.decode(text)
