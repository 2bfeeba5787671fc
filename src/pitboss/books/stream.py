"""What the stream of a table holds: the table's own events, the steps of its fair shuffle, and what the room adds."""

import msgspec

from pitboss.audit.format import (
    ClocksRestarted,
    CorrectionApproved,
    CorrectionProposed,
    CorrectionRejected,
    CorrectionWithdrawn,
    DealerCameOn,
    InventoryCredited,
    InventoryFilled,
    PlayerReady,
    ProgressionsTaken,
    RulebookChosen,
    RulebookTaken,
    SeedSealed,
    TableClosed,
)
from pitboss.audit.shuffle_format import (
    ChainOpened,
    SeedCommitted,
    SeedPledged,
    SeedRevealed,
    SeedsClosed,
    SeedsFixed,
    SeedTaken,
    WitnessShown,
)
from pitboss.rulebooks.codec import from_plain
from pitboss.store import StoredEvent
from pitboss.table import TableEvent

StreamEvent = (
    TableEvent
    | ChainOpened
    | SeedCommitted
    | SeedPledged
    | SeedTaken
    | SeedsClosed
    | SeedsFixed
    | WitnessShown
    | SeedRevealed
    | SeedSealed
    | DealerCameOn
    | PlayerReady
    | ClocksRestarted
    | ProgressionsTaken
    | RulebookChosen
    | RulebookTaken
    | InventoryFilled
    | InventoryCredited
    | TableClosed
    | CorrectionProposed
    | CorrectionApproved
    | CorrectionRejected
    | CorrectionWithdrawn
)

_DECODER: msgspec.json.Decoder[StreamEvent] = msgspec.json.Decoder(StreamEvent, dec_hook=from_plain)


def read_event(stored: StoredEvent) -> StreamEvent:
    """An event as it was written into the log."""
    return _DECODER.decode(stored.event)
