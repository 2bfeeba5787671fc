"""The parts of a rulebook that surround a round: opening, decks, shuffle, cut, stub counts, irregularities."""

from enum import StrEnum

import msgspec

from pitboss.rulebooks.parts import Part


class Role(StrEnum):
    """Who does or attests a step."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SYSTEM = "system"


class Step(Part, frozen=True):
    """One attested step."""

    name: str
    by: Role
    says: str


class Opening(Part, frozen=True):
    """What is done with a fresh deck before it is shuffled for the first time."""

    steps: tuple[Step, ...]
    every_deck_clause: str | None = None
    preinspected_clause: str | None = None  # set where preinspected decks need none of it


class TwoDecks(Part, frozen=True):
    """Two decks in turn, only with an automated shuffler."""

    alternate_clause: str
    rack_clause: str
    backs_clause: str
    required: bool = False


class DeckAge(Part, frozen=True):
    """After how many hours in play a deck must be changed, by dealing method."""

    methods: tuple[str, ...]
    hours: int


class Shuffling(Part, frozen=True):
    """When the cards are shuffled, and what a counting shuffler's wrong count brings."""

    wrong_count_clause: str | None = None
    device_clause: str | None = None  # an approved device that reshuffles and counts
    device_waives: tuple[str, ...] = ()  # "cut", "recut", "idle"


class Cut(Part, frozen=True):
    """The cut after a manual shuffle or with preshuffled cards."""

    least: int
    after: tuple[str, ...]  # "manual", "preshuffled"
    required_clause: str
    recut_clause: str


class Idle(Part, frozen=True):
    """What is done with the cards when nobody plays, and when the first player comes."""

    spread: tuple[str, ...]  # "face_down", "face_up": the ways the cards may lie
    steps: tuple[Step, ...]


class StubCount(Part, frozen=True):
    """How often the stub is counted, unless a counting shuffler is used."""

    methods: tuple[str, ...]
    every: int | None  # None: the document gives what follows from a count but no duty to count
    right_clause: str
    misdealt_clause: str
    wrong_deck_clause: str


class Remedy(StrEnum):
    """What a document does about an irregularity."""

    DISCARD_CARD = "discard_card"
    USE_AS_NEXT = "use_as_next"
    BACK_UP_CARD = "back_up_card"
    VOID = "void"  # all hands void, every wager returned
    RESHUFFLE = "reshuffle"
    REMOVE_DECK = "remove_deck"
    FORFEIT_PLAYER = "forfeit_player"
    COVER_DEVICE = "cover_device"
    PLAY_ON = "play_on"


class Irregularity(Part, frozen=True):
    """Something that went wrong, and the document's own remedy."""

    name: str
    title: str
    remedies: tuple[Remedy, ...]
    reading: str | None = None  # an interpretation; its reading "play-on" replaces the remedies


class Conduct(Part, frozen=True):
    """Seating rules of the table."""

    seated_clause: str
    one_position_clause: str | None = None
    leaving_clause: str | None = None


class TableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All of it; a part a document does not have is absent."""

    decks_clause: str
    two_decks: TwoDecks | None = None
    deck_age: tuple[DeckAge, ...] = ()
    opening: Opening | None = None
    shuffling: Shuffling | None = None
    cut: Cut | None = None
    idle: Idle | None = None
    stub_count: tuple[StubCount, ...] = ()
    conduct: Conduct | None = None
    irregularities: tuple[Irregularity, ...] = ()

    def irregularity(self, name: str) -> Irregularity | None:
        """The irregularity of that name, if the document knows it."""
        return next((item for item in self.irregularities if item.name == name), None)
