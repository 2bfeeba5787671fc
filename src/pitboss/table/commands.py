"""What can be tried at a table, by whom and when. Time arrives with the command, in seconds."""

import msgspec

from pitboss.cards import Card
from pitboss.engine.actions import RoundAction, kebab
from pitboss.rulebooks.table_rules import Device, Role
from pitboss.table.state import DeviceState, Shuffle


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag=kebab):
    """An attempt. `player` says which player where the role is a player."""

    by: Role
    at: int
    player: str = ""


class ReceiveDeck(Command, frozen=True, kw_only=True):
    """A deck comes to the table."""

    deck: str
    back: str
    design: str
    preshuffled: bool = False  # inspected and shuffled beforehand


class Attest(Command, frozen=True, kw_only=True):
    """A step of opening, idle table, loading or stub is done; an idle spread says which way up and who asked."""

    step: str
    deck: str
    face_up: bool = False
    asked_by: str = ""


class ShuffleDeck(Command, frozen=True, kw_only=True):
    """A deck was shuffled; a device that counts says how many cards it found."""

    deck: str
    count: int | None = None


class CutDeck(Command, frozen=True, kw_only=True):
    """The cover card went in this many cards from the top, and the cards above it to the bottom."""

    deck: str
    depth: int


class OrderShuffle(Command, frozen=True, kw_only=True):
    """The floor orders a shuffle."""

    deck: str
    reason: str


class OrderRecut(Command, frozen=True, kw_only=True):
    """The floor orders another cut."""

    deck: str
    reason: str


class EmptyRack(Command, frozen=True, kw_only=True):
    """The deck in the discard rack goes into the shuffler."""


class StoreDeck(Command, frozen=True, kw_only=True):
    """Of two decks the one that rests goes into the shuffler."""

    deck: str


class RemoveDeck(Command, frozen=True, kw_only=True):
    """A deck leaves the table."""

    deck: str
    reason: str


class DeclareIdle(Command, frozen=True, kw_only=True):
    """Nobody plays: the cards are to be spread."""


class Sit(Command, frozen=True, kw_only=True):
    """A player takes a seat, or comes back to it."""

    seat: int


class Leave(Command, frozen=True, kw_only=True):
    """A player leaves the table."""


class RuleOnLeaving(Command, frozen=True, kw_only=True):
    """The floor rules on the wagers of a player who left in mid-round."""

    seat: int
    abandoned: bool


class OpenRound(Command, frozen=True, kw_only=True):
    """A round begins with a deck."""

    deck: str


class Play(Command, frozen=True, kw_only=True):
    """An action within the round."""

    action: RoundAction


class CountChips(Command, frozen=True, kw_only=True):
    """The dealer squares the chips of progressive wagers with the wagers accepted."""

    chips: int


class RuleOnChips(Command, frozen=True, kw_only=True):
    """After a count that differs: the wager has no chip and is struck, or the chip has no wager and goes back."""

    seat: int
    wager: str
    chip: bool  # a chip lies there


class CountStub(Command, frozen=True, kw_only=True):
    """The dealer counted the stub face down."""

    cards: int


class FindMisdeal(Command, frozen=True, kw_only=True):
    """After a wrong count: whether the cards were misdealt, and how many cards the whole deck has."""

    misdealt: bool
    cards: int


class ReportIrregularity(Command, frozen=True, kw_only=True):
    """Something went wrong; the rulebook says what is done about it."""

    name: str
    seat: int | None = None
    card: Card | None = None
    deck: str | None = None
    note: str = ""


class CoverDevice(Command, frozen=True, kw_only=True):
    """A broken device was covered, or marked with a sign."""

    device: Device
    how: DeviceState


class RestoreDevice(Command, frozen=True, kw_only=True):
    """A device works again."""

    device: Device


class ChangeMethod(Command, frozen=True, kw_only=True):
    """The table changes over to another way of dealing or shuffling."""

    dealing: str
    shuffling: Shuffle


TableCommand = (
    ReceiveDeck
    | Attest
    | ShuffleDeck
    | CutDeck
    | OrderShuffle
    | OrderRecut
    | EmptyRack
    | StoreDeck
    | RemoveDeck
    | DeclareIdle
    | Sit
    | Leave
    | RuleOnLeaving
    | OpenRound
    | Play
    | CountChips
    | RuleOnChips
    | CountStub
    | FindMisdeal
    | ReportIrregularity
    | CoverDevice
    | RestoreDevice
    | ChangeMethod
)
