"""The state of a table: an immutable value that only events change."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from pitboss.engine import Phase, Round, open_round
from pitboss.engine.once import Kept
from pitboss.progressive import Progression, with_progressions
from pitboss.rulebooks import Terms, lawful, submission_from
from pitboss.rulebooks.submission import NO_SHUFFLER, RESHUFFLING
from pitboss.rulebooks.table_rules import Cards, Device, Handling, Keying, Step, TableRules

COUNTING = ("automated_counting", RESHUFFLING, "player_counting")


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
    drawn: bool = False  # a card was drawn in error, and is dealt next
    chips_squared: bool = False
    chips_differ: bool = False  # from the wagers accepted, until the floor has ruled and they are counted again
    stub_steps: tuple[str, ...] = ()
    counted: bool = False
    wrong_total: int | None = None  # what a wrong stub count came to, until the dealer has looked for a misdeal


class Table(msgspec.Struct, frozen=True, dict=True):
    """A table: its decks, seats and devices, and the round in play or last played."""

    filed: Terms  # as submitted
    terms: Terms  # as dealt and shuffled now
    cards: Cards = Cards.PHYSICAL
    keyed: Keying = Keying.DEALT
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
        return self.terms.handling

    @Kept
    def running(self) -> Round | None:
        """The round in play, if one is: what is asked of a table most."""
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
        if deck.procedure is None:
            return ()
        part = self.rules.opening if deck.procedure is Procedure.OPENING else self.rules.idle
        if part is None:
            return ()
        return tuple(
            step for step in part.steps if step.name not in deck.steps_done and not (step.if_face_down and deck.face_up)
        )

    def cards_out(self, deck: str) -> bool:
        """Whether a card of a deck has been dealt in the round in play."""
        return self.running is not None and self.in_play == deck and self.running.out > 0

    @property
    def may_examine(self) -> bool:
        """Whether the dealing procedures are over, so that players may look at their cards."""
        round = self.round
        if round is None or round.phase in (Phase.WAGERS, Phase.DEALING):
            return False
        done = {*self.notes.stub_steps}
        return round.finished or (self.notes.wrong_total is None and all(s.name in done for s in self.handling.stub))

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        return next((seat for seat, occupant in self.seats.items() if occupant.player == player), None)


def open_table(terms: Terms, cards: Cards = Cards.PHYSICAL, keyed: Keying = Keying.DEALT) -> Table:
    """A table before its first deck, its devices all working."""
    devices = dict.fromkeys(terms.devices, DeviceState.WORKING)
    return Table(filed=terms, terms=terms, cards=cards, keyed=keyed, devices=devices)


def under(table: Table, filed: Terms) -> Table:
    """The table after it moved to terms under another version of its rulebook; a way of dealing changed since stays.

    A round in which nobody has wagered yet begins under them.
    """
    terms = filed
    if table.terms != table.filed:
        terms = lawful(filed.rulebook, submission_from(table.terms.submission.as_file(), filed.rulebook))
    devices = dict.fromkeys(terms.devices, DeviceState.WORKING) | table.devices
    anew = table.running is not None and not table.running.seats
    round = open_round(terms, table.cards, table.keyed) if anew else table.round
    return replace(table, filed=filed, terms=terms, devices=devices, round=round)


def progressing(table: Table, progressions: dict[str, Progression]) -> Table:
    """The table after its meters took on other terms; a round in which nobody has wagered yet begins under them."""
    filed, terms = (with_progressions(terms, progressions) for terms in (table.filed, table.terms))
    anew = table.running is not None and not table.running.seats
    round = open_round(terms, table.cards, table.keyed) if anew else table.round
    return replace(table, filed=filed, terms=terms, round=round)
