"""What the stream of a table holds: the table's own events, the steps of its fair shuffle, and what the room adds."""

import msgspec

from pitboss.audit.format import SeedCommitted, SeedRevealed, SeedsClosed, SeedTaken
from pitboss.games.actions import kebab
from pitboss.rulebooks.codec import from_plain, to_plain
from pitboss.table import TableEvent


class RoomEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=kebab):
    """A fact of a table that its rules do not know."""

    at: int


class SeedSealed(RoomEvent, frozen=True, kw_only=True):
    """The server seed of a round, encrypted until it is revealed."""

    round: str
    sealed: str


class DealerCameOn(RoomEvent, frozen=True, kw_only=True):
    """Another person deals from here on."""

    dealer: str


class PlayerReady(RoomEvent, frozen=True, kw_only=True):
    """A player has made all the wagers they want to make."""

    seat: int


StreamEvent = (
    TableEvent | SeedCommitted | SeedTaken | SeedsClosed | SeedRevealed | SeedSealed | DealerCameOn | PlayerReady
)

_ENCODER = msgspec.json.Encoder(enc_hook=to_plain, order="deterministic")
_DECODER: msgspec.json.Decoder[StreamEvent] = msgspec.json.Decoder(StreamEvent, dec_hook=from_plain)


def write_event(event: StreamEvent) -> str:
    """An event as JSON text, always the same for the same event."""
    return _ENCODER.encode(event).decode()


def read_event(text: str) -> StreamEvent:
    """An event from its text."""
    return _DECODER.decode(text)
