"""What the stream of a table holds: the table's own events, the steps of its fair shuffle, and what the room adds."""

import msgspec

from pitboss.audit.format import CorrectionEvent, SeedCommitted, SeedRevealed, SeedsClosed, SeedTaken
from pitboss.engine.actions import kebab
from pitboss.money import Amount
from pitboss.progressive import Progression
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


class ClocksRestarted(RoomEvent, frozen=True, kw_only=True):
    """The clocks of wagers and decisions begin anew: for a while the players could not be served."""


class ProgressionsSet(RoomEvent, frozen=True, kw_only=True):
    """Meters of the table run by other terms from here on."""

    meters: dict[str, Progression]


class InventoryFilled(RoomEvent, frozen=True, kw_only=True):
    """Chips went into the table inventory; `automatic` where the house covered what the table could not pay."""

    amount: Amount
    reason: str
    automatic: bool = False


class InventoryCredited(RoomEvent, frozen=True, kw_only=True):
    """Chips left the table inventory."""

    amount: Amount
    reason: str


class TableClosed(RoomEvent, frozen=True, kw_only=True):
    """The table is closed for good."""


class CorrectionStep(RoomEvent, frozen=True, kw_only=True):
    """A correction of an earlier round was proposed or decided on, by whom, as the audit log tells it."""

    by: str
    step: CorrectionEvent


StreamEvent = (
    TableEvent
    | SeedCommitted
    | SeedTaken
    | SeedsClosed
    | SeedRevealed
    | SeedSealed
    | DealerCameOn
    | PlayerReady
    | ClocksRestarted
    | ProgressionsSet
    | InventoryFilled
    | InventoryCredited
    | TableClosed
    | CorrectionStep
)

_ENCODER = msgspec.json.Encoder(enc_hook=to_plain, order="deterministic")
_DECODER: msgspec.json.Decoder[StreamEvent] = msgspec.json.Decoder(StreamEvent, dec_hook=from_plain)


def write_event(event: StreamEvent) -> str:
    """An event as JSON text, always the same for the same event."""
    return _ENCODER.encode(event).decode()


def read_event(text: str) -> StreamEvent:
    """An event from its text."""
    return _DECODER.decode(text)
