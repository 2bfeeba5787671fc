"""The state of a table: an immutable value that only events change."""

from enum import StrEnum

import msgspec

from pitboss.cards import Card
from pitboss.games import Phase, Round
from pitboss.rulebooks import Terms
from pitboss.rulebooks.table_rules import Device, Handling, Step, TableRules

AUTOMATED_SHOE = "automated_shoe"
NO_SHUFFLER = "none"
COUNTING = ("automated_counting", "reshuffling_device")
RESHUFFLING = "reshuffling_device"


class Shuffle(StrEnum):
    """How a deck was last shuffled."""

    MANUAL = "manual"
    DEVICE = "device"
    PRESHUFFLED = "preshuffled"  # before it came to the table


class Procedure(StrEnum):
    """The steps a deck goes through before it is shuffled for play."""

    OPENING = "opening"
    IDLE = "idle"


class DeviceState(StrEnum):
    """Whether a device works, and if not, whether players can see so."""

    WORKING = "working"
    OUT_OF_ORDER = "out of order"
    COVERED = "covered"
    SIGNED = "signed"


class Deck(msgspec.Struct, frozen=True):
    """A deck at the table and how far it has been readied."""

    id: str
    back: str
    design: str
    received_at: int
    preshuffled: bool = False  # until its first round
    procedure: Procedure | None = None
    steps_done: tuple[str, ...] = ()  # of the procedure
    face_up: bool = False
    shuffled: Shuffle | None = None  # None: must be shuffled before it is dealt
    cut: bool = False
    loaded: tuple[str, ...] = ()
    in_shuffler: bool = False


class Occupant(msgspec.Struct, frozen=True):
    """The player of a seat."""

    player: str
    away: bool = False  # left in mid-round
    stands: bool = False  # the floor ruled that the wagers are not abandoned


class Notes(msgspec.Struct, frozen=True):
    """What the table keeps beside a round."""

    reported: tuple[str, ...] = ()  # irregularities
    next_card: Card | None = None  # drawn in error, and dealt next
    chips_squared: bool = False
    stub_steps: tuple[str, ...] = ()
    counted: bool = False
    wrong_total: int | None = None  # what a wrong stub count came to, until the dealer has looked for a misdeal


class Table(msgspec.Struct, frozen=True):
    """A table: its decks, seats and devices, and the round in play or last played."""

    filed: Terms  # as submitted
    terms: Terms  # as dealt and shuffled now
    decks: dict[str, Deck] = {}
    removed: tuple[str, ...] = ()
    in_play: str | None = None
    last_deck: str | None = None
    rack: str | None = None  # the deck whose cards are in the discard rack
    seats: dict[int, Occupant] = {}
    devices: dict[Device, DeviceState] = {}
    round: Round | None = None
    notes: Notes = Notes()
    uncounted: int = 0  # rounds finished since the last stub count

    @property
    def rules(self) -> TableRules:
        """What the document says about the table."""
        return self.terms.rulebook.table

    @property
    def handling(self) -> Handling:
        """How the deck is handled with the dealing method in use."""
        handling = self.rules.handling_of(self.terms.submission.dealing)
        assert handling is not None, "every dealing method of a rulebook has its handling"
        return handling

    @property
    def running(self) -> Round | None:
        """The round in play, if one is."""
        round = self.round
        return None if round is None or round.finished else round

    @property
    def shuffling(self) -> Shuffle:
        """How the cards are shuffled now."""
        return Shuffle.MANUAL if self.terms.submission.shuffler == NO_SHUFFLER else Shuffle.DEVICE

    @property
    def counts(self) -> bool:
        """Whether a shuffler that counts the cards is in use."""
        return self.terms.submission.shuffler in COUNTING

    @property
    def two_decks(self) -> bool:
        """Whether two decks take turns."""
        return self.terms.submission.decks > 1

    @property
    def idle(self) -> bool:
        """Whether the cards lie spread because nobody plays."""
        return any(deck.procedure is Procedure.IDLE and self.steps_left(deck) for deck in self.decks.values())

    def waived(self, part: str) -> bool:
        """Whether the device in use spares the table a part of the procedures."""
        return self.terms.submission.shuffler == RESHUFFLING and part in self.rules.shuffling.device_waives

    def steps_left(self, deck: Deck) -> tuple[Step, ...]:
        """The steps of opening or idle table that a deck still has to go through, in order."""
        part = {Procedure.OPENING: self.rules.opening, Procedure.IDLE: self.rules.idle, None: None}[deck.procedure]
        if part is None:
            return ()
        return tuple(
            step for step in part.steps if step.name not in deck.steps_done and not (step.if_face_down and deck.face_up)
        )

    def cards_out(self, deck: str) -> bool:
        """Whether cards of a deck are being dealt or played."""
        return self.running is not None and self.in_play == deck and self.running.phase is not Phase.WAGERS

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        return next((seat for seat, occupant in self.seats.items() if occupant.player == player), None)


def devices_of(terms: Terms) -> dict[Device, DeviceState]:
    """The devices a table needs for its way of shuffling and dealing, all working."""
    used = {
        Device.SHUFFLER: terms.submission.shuffler != NO_SHUFFLER,
        Device.SHOE: terms.submission.dealing == AUTOMATED_SHOE,
    }
    return {device: DeviceState.WORKING for device, present in used.items() if present}


def open_table(terms: Terms) -> Table:
    """A table before its first deck."""
    return Table(filed=terms, terms=terms, devices=devices_of(terms))
