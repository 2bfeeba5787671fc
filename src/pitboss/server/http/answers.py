"""What clients get: every answer of the HTTP interface, and the messages of a table's stream."""

from typing import Any, Literal

import msgspec

from pitboss.audit import Cards
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


class Reconciliation(msgspec.Struct, frozen=True):
    """Whether the books are right, and what is not."""

    balanced: bool
    discrepancies: list[str]


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


class Health(msgspec.Struct, frozen=True):
    """A server that answers, and how many commits its database holds."""

    status: Literal["ok"]
    position: int


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
