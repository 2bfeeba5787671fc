"""What clients get: every answer of the HTTP interface, and the messages of a table's stream."""

from typing import Any, Literal

import msgspec

from pitboss.audit import Cards, Keying
from pitboss.books.cage import Receipt
from pitboss.books.table_spec import Clock
from pitboss.money import Amount
from pitboss.rulebooks import Violation
from pitboss.rulebooks.currency import Currency
from pitboss.server.tables.live import Live
from pitboss.server.tables.views import TableView
from pitboss.store import MeterState


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not done: one line, and what was refused piece by piece."""

    status: int
    error: str
    refusals: tuple[Violation, ...] = ()


class SignedIn(msgspec.Struct, frozen=True):
    """A session: its token is shown this once."""

    name: str
    token: str


class Me(msgspec.Struct, frozen=True):
    """Whoever is signed in, with what they have to wager: chips and game account, and both in play money besides."""

    name: str
    roles: list[str]
    balance: Amount
    practice: Amount
    game_account: Amount
    practice_game_account: Amount
    currency: Currency  # of the house, which its real money is in; play money is in none
    must_change: bool = False  # the password was given, and nothing else is open before it is changed
    second_factor: bool = False
    last_sign_in: int = 0  # before this one, in seconds; 0 where there was none that is known of


class OfferedFactor(msgspec.Struct, frozen=True):
    """A secret for an authenticator app, and the same as an address that apps read; in force once a number is told."""

    secret: str
    address: str


class TokenShown(msgspec.Struct, frozen=True):
    """An API token, without its secret; times are seconds."""

    id: str
    label: str
    scope: str
    created_at: int
    expires_at: int | None
    revoked_at: int | None


class Purse(msgspec.Struct, frozen=True):
    """Play money."""

    practice: Amount


class NewSecret(msgspec.Struct, frozen=True):
    """An API token, shown this once."""

    token: str


class PersonShown(msgspec.Struct, frozen=True):
    """Someone who can sign in."""

    name: str
    roles: list[str]
    disabled: bool


class WagerShown(msgspec.Struct, frozen=True, kw_only=True):
    """A wager on offer: one of some amounts, or between two bounds in steps of a unit; None where it follows others."""

    name: str
    title: str
    required: bool
    decision: bool
    least: Amount | None
    most: Amount | None
    unit: Amount | None
    amounts: tuple[Amount, ...]


class TableListed(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a lobby shows it; `meters` by the rulebook's names, `seats` says who sits where."""

    name: str
    rulebook: str
    title: str
    game: str
    jurisdiction: str
    currency: Currency
    cards: Cards
    keyed: Keying
    practice: bool
    owner: str
    places: int
    seats: dict[int, str]
    rounds: int
    playing: bool
    clock: Clock
    wagers: tuple[WagerShown, ...]
    meters: dict[str, Amount]
    submission: dict[str, Any]


class Done(msgspec.Struct, frozen=True):
    """What became of commands: the number of the next event after them, and whether they had been done before."""

    next: int
    repeated: bool


class SnapshotMessage(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot"):
    """The first message of a stream: the table as it stands; `next` is the number of the event that follows.

    Who comes back with the number of an event, and is not too far behind, gets the events from it on besides.
    """

    next: int
    table: TableView
    events: list[dict[str, Any]] | None = None


class Moved(msgspec.Struct, frozen=True):
    """A player's chips and game account after money went in, out, or from one to the other."""

    player: str
    balance: Amount
    game_account: Amount
    receipt: Receipt | None = None


class Reconciliation(msgspec.Struct, frozen=True):
    """Whether the books are right, what is not, and what all accounts of each money hold together: nothing."""

    balanced: bool
    discrepancies: list[str]
    totals: dict[str, Amount]


class InclusionProof(msgspec.Struct, frozen=True):
    """The proof that an entry is in the log of a size."""

    entry: int
    size: int
    proof: list[str]


class ConsistencyProof(msgspec.Struct, frozen=True):
    """The proof that the log of one size goes on from that of another."""

    old: int
    new: int
    proof: list[str]


class AuditKey(msgspec.Struct, frozen=True):
    """The key that heads of the log are signed with, in hexadecimal."""

    public_key: str


class Health(msgspec.Struct, frozen=True):
    """A server that answers, how many commits its database holds, and what it had to leave aside.

    `set_aside` names tables at which the house fails, whose clocks stand still, and `shut` those that cannot be opened
    here; `failing` the background work that did not succeed when last it was tried. All else goes on.
    """

    status: Literal["ok", "degraded"]
    position: int
    set_aside: list[str]
    shut: list[str]
    failing: list[str]


def listed(live: Live, meters: dict[str, MeterState]) -> TableListed:
    """A table for the lobby."""
    spec, terms = live.spec, live.terms
    return TableListed(
        name=spec.name,
        rulebook=spec.rulebook,
        title=terms.rulebook.title,
        game=terms.rulebook.game,
        jurisdiction=terms.rulebook.jurisdiction,
        currency=terms.rulebook.currency,
        cards=spec.cards,
        keyed=spec.keyed,
        practice=spec.practice,
        owner=spec.owner,
        places=terms.rulebook.seats,
        seats={seat: occupant.player for seat, occupant in sorted(live.table.seats.items())},
        rounds=live.rounds,
        playing=live.table.running is not None,
        clock=spec.clock,
        wagers=wagers_of(live),
        meters={meter: meters[stored].shows for meter, stored in spec.meters.items()},
        submission=spec.submission,
    )


def wagers_of(live: Live) -> tuple[WagerShown, ...]:
    """The wagers on offer, with their figures."""
    found = []
    for wager in live.terms.wagers.values():
        limits, amounts = live.terms.limits(wager), live.terms.amounts(wager)
        found.append(
            WagerShown(
                name=wager.name,
                title=wager.title,
                required=wager.required,
                decision=wager.decision,
                least=min(amounts) if amounts else limits.minimum if limits else None,
                most=max(amounts) if amounts else limits.maximum if limits else None,
                unit=limits.unit if limits and not amounts else None,
                amounts=amounts,
            )
        )
    return tuple(found)
