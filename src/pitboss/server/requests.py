"""What clients send. Whatever is not listed here is refused."""

from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pitboss.audit import Cards, Keying
from pitboss.books.table_spec import Clock
from pitboss.care import Limit
from pitboss.money import Amount, Rate
from pitboss.rulebooks.parts import Account
from pitboss.school import DrillKind
from pitboss.server.people.permissions import Role
from pitboss.store import Decided

ID = "^[ -~]{1,64}$"
LONGEST_NAME = 64
LONGEST_PASSWORD = 256

Id = Annotated[str, Meta(pattern=ID)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]
Reason = Annotated[str, Meta(min_length=3, max_length=200)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request carries."""


class SignIn(Body, frozen=True):
    """A name and a password; and the number that the app shows, of whoever has a second factor."""

    name: Name
    password: Password
    number: Annotated[str, Meta(max_length=12)] = ""


class SecondFactor(Body, frozen=True):
    """A secret that was offered, and the number that the app shows of it."""

    secret: Annotated[str, Meta(pattern="^[A-Z2-7]{32}$")]
    number: Annotated[str, Meta(max_length=12)]


class NewPassword(Body, frozen=True):
    """Another password for oneself."""

    old: Password
    new: Password


class NewPerson(Body, frozen=True):
    """Someone who can sign in from now on."""

    name: Name
    password: Password
    roles: list[Role]


class PersonChange(Body, frozen=True):
    """Other roles, shut out or let in again, another password; what is left out stays as it is."""

    roles: list[Role] | None = None
    disabled: bool | None = None
    password: Password | None = None


class NewToken(Body, frozen=True):
    """An API token for a program, with a label to tell it by; `read` changes nothing, and it lasts so many days."""

    label: Annotated[str, Meta(max_length=LONGEST_NAME)]
    scope: Literal["", "read"] = ""
    days: Annotated[int, Meta(ge=1, le=366)] | None = None


class NewTable(Body, frozen=True):
    """A table to open: its rulebook, and what its submission changes of the default."""

    name: str
    rulebook: str
    submission: dict[str, Any] = {}
    cards: Cards = Cards.VIRTUAL
    practice: bool = False
    clock: Clock = Clock()
    links: dict[str, str] = {}  # meters that are there already, by the table's names for them
    inventory: Amount | None = None
    keyed: Keying = Keying.DEALT  # when the faces of physical cards are keyed


class Style(StrEnum):
    """How a computer player decides: by exact count, by a few plain rules, or by chance."""

    BEST = "best"
    PLAIN = "plain"
    CARELESS = "careless"


class CompanyAsked(Body, frozen=True):
    """Computer players for a practice table: how many more, and how they play."""

    count: Annotated[int, Meta(ge=1, le=5)]
    style: Style = Style.PLAIN


class Drilled(Body, frozen=True):
    """A drill of the dealer school: the same seed brings the same question."""

    rulebook: str
    kind: DrillKind
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)]


class DrillAnswer(Drilled, frozen=True):
    """An answer to it, and how long it took."""

    given: Annotated[str, Meta(max_length=200)]
    milliseconds: Annotated[int, Meta(ge=0, le=3_600_000)]


class CoachPage(Body, frozen=True):
    """Decisions for the coach's book."""

    decisions: Annotated[tuple[Decided, ...], Meta(min_length=1, max_length=100)]


class InventoryMove(Body, frozen=True):
    """Chips into a table inventory or out of it, and why."""

    id: Id
    amount: Amount
    reason: Reason


class VersionChoice(Body, frozen=True):
    """A table moves to the version of its rulebook that is at hand: from a day on (UTC), or with its next round."""

    id: Id
    reason: Reason
    effective: date | None = None

    @property
    def effective_at(self) -> int | None:
        """The first second of that day."""
        day = self.effective
        return None if day is None else int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


class MeterChange(Body, frozen=True):
    """Other terms for a meter, and why; what is left out stays. `reserve` is kept hidden for the next reset."""

    id: Id
    reason: Reason
    rate: Rate | None = None
    reset: Amount | None = None
    reserve: Rate | None = None


class CorrectedFacts(Body, frozen=True):
    """The facts of a round as they are now known, as `pitboss settle` takes them."""

    facts: dict[str, Any]


class NewCorrection(Body, frozen=True):
    """A correction to propose: the facts as they are now known, and why."""

    id: Id
    facts: dict[str, Any]
    reason: Reason


class Approval(Body, frozen=True):
    """A second person approves a correction."""

    id: Id


class Rejection(Body, frozen=True):
    """A second person rejects a correction, or whoever proposed it takes it back, and why."""

    id: Id
    reason: Reason


class Declined(Body, frozen=True):
    """A second person declines an act, or whoever asked for it takes it back, and why."""

    reason: Reason


class NewLimits(Body, frozen=True):
    """The amounts above which a second person is needed, and why they change."""

    id: Id
    reason: Reason
    buy_in: Amount
    cash_out: Amount
    fill: Amount
    credit: Amount
    meter_change: Amount
    void: Amount


class MoneyMove(Body, frozen=True):
    """Chips for cash, or cash for chips."""

    id: Id
    player: Name
    amount: Amount


class ShiftSigning(Body, frozen=True):
    """Someone answers for the close of the shift that begins at this hour, UTC."""

    shift: str
    shifts: str = "6,14,22"


class DrawerCount(Body, frozen=True):
    """The cash that is in the drawer at the end of a day."""

    id: Id
    day: str
    counted: Amount


class GameAccountMove(Body, frozen=True):
    """A player's money from the chips to the game account, or back."""

    id: Id
    player: Name
    amount: Amount
    to: Account


class OwnMoneyMove(Body, frozen=True):
    """One's own money from the chips to the game account, or back; `practice` for play money."""

    id: Id
    amount: Amount
    to: Account
    practice: bool = False


class LimitChoice(Body, frozen=True):
    """A limit of one's own: an amount, or minutes where time is limited; neither for no limit any more."""

    limit: Limit
    amount: Amount | None = None
    minutes: Annotated[int, Meta(ge=1, le=44_640)] | None = None
    practice: bool = False


class CheckChoice(Body, frozen=True):
    """How many minutes there are to be between two reality checks; 0 for none."""

    minutes: Annotated[int, Meta(ge=0, le=1440)]
    practice: bool = False


class CheckAnswer(Body, frozen=True):
    """The reality check was seen."""

    practice: bool = False


class CoolingOff(Body, frozen=True):
    """No play for some days."""

    days: Annotated[int, Meta(ge=1, le=36_500)]


class Exclusion(Body, frozen=True):
    """No play and no account for some days, or for ever where none are said; one's own name, to be sure of it."""

    name: Name
    days: Annotated[int, Meta(ge=1, le=36_500)] | None = None
