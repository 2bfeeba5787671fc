"""The parts of a rulebook that surround a round: opening, decks, shuffle, cut, stub counts, irregularities."""

from enum import StrEnum
from functools import cached_property

import msgspec

from pitboss.rulebooks.parts import Part


class Role(StrEnum):
    """Who does or attests a step."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SYSTEM = "system"


class Device(StrEnum):
    """The machines of a table."""

    SHUFFLER = "shuffler"
    SHOE = "shoe"


class Cards(StrEnum):
    """Where the cards of a table come from."""

    VIRTUAL = "virtual"  # from the fair shuffle
    PHYSICAL = "physical"  # keyed or scanned by a dealer


class Keying(StrEnum):
    """When the faces of physical cards become known to the table."""

    DEALT = "dealt"  # as they are dealt: a shoe reads them, or whoever deals may see them
    SEEN = "seen"  # when they are turned up: nobody looks at a card that lies face down


class Step(Part, frozen=True, kw_only=True):
    """One step that one of its roles attests. Where a player may look, the dealer may say that nobody wished to."""

    name: str
    by: tuple[Role, ...]
    title: str
    if_face_down: bool = False  # left out when the cards already lie face up


class Opening(Part, frozen=True, kw_only=True):
    """What is done with a fresh deck before its first shuffle."""

    steps: tuple[Step, ...]
    each_deck_clause: str
    preshuffled_clause: str | None = None  # set where decks inspected and shuffled beforehand need none of it


class TwoDecks(Part, frozen=True, kw_only=True):
    """Two decks in turn, only with an automated shuffler."""

    design_clause: str | None = None
    backs_clause: str | None = None
    stored_clause: str | None = None
    alternate_clause: str
    rack_clause: str | None = None
    required: bool = False  # whether a table with a shuffler must have them


class DeckAge(Part, frozen=True, kw_only=True):
    """After how many hours at the table a deck must be changed, by dealing method."""

    methods: tuple[str, ...]
    hours: int


class Shuffling(Part, frozen=True, kw_only=True):
    """When the cards are shuffled, and what a counting shuffler's wrong count brings."""

    stack_clause: str | None = None  # by which the shuffled deck is one stack, where a clause of its own says so
    ordered_clause: str | None = None  # set where the floor may order a shuffle
    wrong_count_clause: str | None = None
    device_clause: str | None = None  # a device that reshuffles and counts by itself ...
    approval_clause: str | None = None  # ... by which the regulator must have approved it ...
    device_waives: tuple[str, ...] = ()  # ... and what it spares the table: "cut", "idle"


class Cut(Part, frozen=True, kw_only=True):
    """The cut of a stack: how deep, after which shuffles ("manual", "preshuffled"), and again on order."""

    least: int
    after: tuple[str, ...]
    required_clause: str
    uncut_clause: str  # by which cards shuffled otherwise go straight to the deal
    recut_clause: str


class Idle(Part, frozen=True, kw_only=True):
    """What is done with the cards when nobody plays, and when the first player comes."""

    steps: tuple[Step, ...]
    face_up_on_request_only: bool


class StubCount(Part, frozen=True, kw_only=True):
    """A count of the stub and what follows; without `every` it is no duty.

    By `recount_clause` a wrong count may be made again, and a deck of which no card was misdealt and none is missing
    is a right one; where there is none, the first count binds.
    """

    every: int | None = None
    right_clause: str
    wrong_clause: str
    misdealt_clause: str
    wrong_deck_clause: str
    recount_clause: str | None = None


class ChipCount(Part, frozen=True, kw_only=True):
    """Chips of these wagers are squared with the wagers accepted before the first card.

    Where they differ they may be counted again, or the floor settles seat by seat, by `differs_clause`: a wager without
    a chip is struck, a chip too many goes back; then the chips are counted again.
    """

    wagers: tuple[str, ...]
    differs_clause: str


class Handling(Part, frozen=True, kw_only=True):
    """What is done with the deck just before and just after the deal, by dealing method."""

    methods: tuple[str, ...]
    load: tuple[Step, ...] = ()
    chips: ChipCount | None = None
    stub: tuple[Step, ...]
    uncounted_clause: str | None = None  # by which a stub that was not counted is put away; None: that of the step
    count: StubCount | None = None


class Remedy(StrEnum):
    """What a document does about an irregularity."""

    DISCARD_CARD = "discard_card"
    USE_AS_NEXT = "use_as_next"
    BACK_UP_CARD = "back_up_card"
    VOID = "void"  # all hands void, every wager returned
    RESHUFFLE = "reshuffle"
    FORFEIT_PLAYER = "forfeit_player"
    OUT_OF_ORDER = "out_of_order"
    CALL_OFF = "call_off"  # some wagers cannot be decided: their stakes go back, the rest of the round goes on
    PLAY_ON = "play_on"


ANY = "any"
"""Every place a card is dealt to."""


class Irregularity(Part, frozen=True, kw_only=True):
    """Something that went wrong, and the document's own remedy."""

    name: str
    title: str
    remedies: tuple[Remedy, ...]
    again: tuple[Remedy, ...] = ()  # the remedies from the second time in a round, where they differ
    by: tuple[Role, ...] = (Role.DEALER, Role.FLOORPERSON)
    phases: tuple[str, ...] = ()  # when in a round it can come up; empty: also between rounds
    dealt: tuple[str, ...] = ()  # a card must lie at one of these places, of a player (`own`) or of any; empty: none
    device: Device | None = None  # the device that must be in use
    forfeit_clause: str | None = None  # by which a player's wagers are forfeited
    wagers: tuple[str, ...] = ()  # that are called off
    reading: str | None = None  # an interpretation whose reading decides instead ...
    readings: dict[str, tuple[Remedy, ...]] = msgspec.field(default_factory=dict)  # ... and what each of them brings


class VoidRule(Part, frozen=True, kw_only=True):
    """One reason for which a round is void, and where it can come up. There are no others."""

    title: str
    phases: tuple[str, ...]
    methods: tuple[str, ...] = ()  # of dealing; empty: with every one
    devices: tuple[Device, ...] = ()  # one of which must be in use; empty: none need be
    cards: Cards | None = None  # None: with either
    dealt: tuple[str, ...] = ()  # a card must lie at one of these places, of a player (`own`) or of any; empty: none
    until_dealt: bool = False  # only until the first card is out
    until_wagered: bool = False  # only while nobody has wagered
    reading: str | None = None  # an interpretation on which it depends ...
    under: tuple[str, ...] = ()  # ... and its readings under which the round is void


class Authority(Part, frozen=True, kw_only=True):
    """Who may do these things. The engine, the table, the server and the consoles all ask here."""

    by: tuple[Role, ...]
    may: tuple[str, ...]  # actions and commands by their written names


class Conduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who may wager, and what becomes of the wagers of one who leaves."""

    seated_clause: str
    one_position_clause: str
    leaving_clause: str
    floor_rules_on_leaving: bool  # otherwise the wagers are lost at once
    leaver_declines: bool = False  # a player who leaves has declined the next bet, and folds at it


class OutOfOrder(Part, frozen=True, kw_only=True):
    """A device that cannot be used is covered or marked before another method is used."""

    cover_clause: str
    sign_clause: str


class TableRules(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True, kw_only=True):
    """All of it; a part a document does not have is absent."""

    decks_clause: str
    two_decks: TwoDecks
    deck_age: tuple[DeckAge, ...] = ()
    age_void_clause: str | None = None  # by which a round is void whose deck grows too old before its first card
    unready_void_clause: str | None = None  # and one whose cards a broken device cannot make ready
    opening: Opening | None = None
    shuffling: Shuffling
    cut: Cut | None = None
    idle: Idle | None = None
    handling: tuple[Handling, ...]
    conduct: Conduct
    out_of_order: OutOfOrder | None = None
    irregularities: tuple[Irregularity, ...]
    voids: tuple[VoidRule, ...]
    authority: tuple[Authority, ...]

    def handling_of(self, method: str) -> Handling | None:
        """How the deck is handled with a dealing method."""
        return next((item for item in self.handling if method in item.methods), None)

    def age_limit(self, method: str) -> DeckAge | None:
        """How old a deck may be with a dealing method, where the document says."""
        return next((item for item in self.deck_age if method in item.methods), None)

    def irregularity(self, name: str) -> Irregularity | None:
        """The irregularity of that name, if the document knows it."""
        return next((item for item in self.irregularities if item.name == name), None)

    @property
    def call_offs(self) -> tuple[Irregularity, ...]:
        """What goes wrong with some wagers only, which are then called off."""
        return tuple(item for item in self.irregularities if Remedy.CALL_OFF in item.remedies)

    def authority_for(self, name: str) -> Authority | None:
        """Who may do what is written so; None for what only follows from something else."""
        return self._authorities.get(name)

    @cached_property
    def _authorities(self) -> dict[str, Authority]:
        return {name: item for item in reversed(self.authority) for name in item.may}  # the first counts
