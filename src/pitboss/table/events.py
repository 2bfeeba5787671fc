"""What happened at a table: by whom, when, and under which clause."""

import msgspec

from pitboss.cards import Card
from pitboss.engine.actions import kebab
from pitboss.engine.events import RoundEvent
from pitboss.rulebooks.table_rules import Device, Remedy, Role
from pitboss.table.state import DeviceState, Shuffle


class TableFact(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=kebab):
    """A fact of a table."""

    by: Role
    at: int
    clause: str = ""


class DeckReceived(TableFact, frozen=True, kw_only=True):
    """A deck came to the table."""

    deck: str
    back: str
    design: str
    preshuffled: bool


class StepAttested(TableFact, frozen=True, kw_only=True):
    """A step of opening or idle table was done."""

    deck: str
    step: str
    player: str = ""
    face_up: bool = False
    asked_by: str = ""


class DeckLoaded(TableFact, frozen=True, kw_only=True):
    """A step of placing the stack in the shoe was done."""

    deck: str
    step: str


class StubHandled(TableFact, frozen=True, kw_only=True):
    """A step with the stub, after the deal, was done."""

    step: str


class DeckShuffled(TableFact, frozen=True, kw_only=True):
    """A deck was shuffled and stacked."""

    deck: str
    how: Shuffle
    count: int | None = None
    stack_clause: str = ""  # by which it lies in one stack, where a clause of its own says so


class DeckCut(TableFact, frozen=True, kw_only=True):
    """A deck was cut."""

    deck: str
    depth: int


class ShuffleRequired(TableFact, frozen=True, kw_only=True):
    """A deck must be shuffled before it is dealt."""

    deck: str
    reason: str


class RecutRequired(TableFact, frozen=True, kw_only=True):
    """A deck must be cut again before it is dealt."""

    deck: str
    reason: str


class RackEmptied(TableFact, frozen=True, kw_only=True):
    """The deck in the discard rack went into the shuffler."""

    deck: str


class DeckStored(TableFact, frozen=True, kw_only=True):
    """The resting deck went into the shuffler."""

    deck: str


class DeckRemoved(TableFact, frozen=True, kw_only=True):
    """A deck left the table for good."""

    deck: str
    reason: str


class TableIdle(TableFact, frozen=True, kw_only=True):
    """Nobody plays."""


class PlayerSat(TableFact, frozen=True, kw_only=True):
    """A player took a seat, or came back to it."""

    seat: int
    player: str


class PlayerLeft(TableFact, frozen=True, kw_only=True):
    """A player gave up a seat."""

    seat: int
    player: str


class PlayerAway(TableFact, frozen=True, kw_only=True):
    """A player left in mid-round; the seat stays theirs until the round is over."""

    seat: int
    player: str


class LeavingRuled(TableFact, frozen=True, kw_only=True):
    """The floor ruled on the wagers of a player who left."""

    seat: int
    abandoned: bool


class RoundOpened(TableFact, frozen=True, kw_only=True):
    """A round began with a deck."""

    deck: str


class RoundMoved(TableFact, frozen=True, kw_only=True):
    """Something happened in the round; the move cites its own clause where it needs one."""

    move: RoundEvent


class RoundEnded(TableFact, frozen=True, kw_only=True):
    """The round is settled or void; its deck is used."""

    deck: str
    void: bool


class ChipsSquared(TableFact, frozen=True, kw_only=True):
    """The chips of progressive wagers agree with the wagers accepted."""

    chips: int


class ChipsDiffered(TableFact, frozen=True, kw_only=True):
    """The chips of progressive wagers were not as many as the wagers accepted."""

    chips: int
    accepted: int


class ChipsRuled(TableFact, frozen=True, kw_only=True):
    """The floor ruled on a difference: a wager without a chip was struck, or a chip without a wager returned."""

    seat: int
    wager: str
    chip: bool


class StubCounted(TableFact, frozen=True, kw_only=True):
    """The stub was counted; `total` is what it and the cards dealt come to."""

    cards: int
    total: int


class MisdealLookedFor(TableFact, frozen=True, kw_only=True):
    """After a wrong count the dealer looked whether the cards were misdealt."""

    misdealt: bool
    cards: int


class IrregularityReported(TableFact, frozen=True, kw_only=True):
    """Something went wrong, and these remedies apply."""

    name: str
    remedies: tuple[Remedy, ...]
    seat: int | None = None
    card: Card | None = None
    deck: str | None = None
    note: str = ""


class DeviceFailed(TableFact, frozen=True, kw_only=True):
    """A device cannot be used."""

    device: Device


class DeviceCovered(TableFact, frozen=True, kw_only=True):
    """A broken device was covered or marked."""

    device: Device
    how: DeviceState


class DeviceRestored(TableFact, frozen=True, kw_only=True):
    """A device works again."""

    device: Device


class MethodChanged(TableFact, frozen=True, kw_only=True):
    """The table deals or shuffles another way."""

    dealing: str
    shuffling: Shuffle


TableEvent = (
    DeckReceived
    | StepAttested
    | DeckLoaded
    | StubHandled
    | DeckShuffled
    | DeckCut
    | ShuffleRequired
    | RecutRequired
    | RackEmptied
    | DeckStored
    | DeckRemoved
    | TableIdle
    | PlayerSat
    | PlayerLeft
    | PlayerAway
    | LeavingRuled
    | RoundOpened
    | RoundMoved
    | RoundEnded
    | ChipsSquared
    | ChipsDiffered
    | ChipsRuled
    | StubCounted
    | MisdealLookedFor
    | IrregularityReported
    | DeviceFailed
    | DeviceCovered
    | DeviceRestored
    | MethodChanged
)
