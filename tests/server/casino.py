"""A casino for the tests of reliability: people with tokens and money, tables with all wagers, and its books."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.audit import Cards, fact, verify_log
from pitboss.audit.format import MONEY_STREAM, ChipsBought, PlayMoneyGiven
from pitboss.books.stream import read_event
from pitboss.books.table_spec import Clock
from pitboss.engine.computer import default_wagers
from pitboss.engine.events import LineSettled, PayoutHeld
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, terms_for
from pitboss.rulebooks.loader import submission_data
from pitboss.server.office import open_office
from pitboss.server.people.accounts import digest
from pitboss.server.people.permissions import Role
from pitboss.server.tables.refusals import log_commit
from pitboss.store import Commit, Entry, Store, buy_in, game_account, open_store, player_account
from pitboss.store.accounts import PLAY_HOUSE
from pitboss.table.events import RoundMoved
from server.desk import hired
from server.rooms import place
from server.second import approved

Request = dict[str, Any]
PURSE = Amount.parse("100000")
SLOW = Clock(wagers=3600, decision=3600, pause=0)  # nothing happens by itself but the next round
BETS = {id: 1 if id == "ma-crazy-4" else 3 for id in SHIPPED}


@dataclass
class Casino:
    """A database with people in it. Everybody's token is their name, made long."""

    url: str
    keys: Path
    players: tuple[str, ...] = ("ann",)
    staff: dict[str, Role] = field(
        default_factory=lambda: {"flo": Role.FLOORPERSON, "sue": Role.SUPERVISOR, "aud": Role.AUDITOR}
    )

    def open(self, *tables: tuple[str, str, Clock], practice: bool = True) -> None:
        """Makes the database, the people and the tables."""
        office = open_office(self.url, self.keys)
        people = {**dict.fromkeys(self.players, Role.PLAYER), **self.staff}
        for name, role in people.items():
            office.store.people.add(name, name, "", frozenset({role}), 0)
            office.store.append(log_commit([hired(name, {role}, 0)]))
            office.store.people.open_session(digest(token(name)), name, 0, 2**40)
        for name in self.players:
            given = Entry(PLAY_HOUSE, player_account(f"practice/{name}"), PURSE, "play money")
            bought = ChipsBought(player=name, amount=PURSE)
            told = (PlayMoneyGiven(player=name, amount=PURSE), bought)
            log = (*approved(bought, "test", 0, name), *(fact(MONEY_STREAM, event, 0, "test") for event in told))
            fund = (given, buy_in(name, PURSE))
            office.store.append(Commit(client="test", command=f"fund {name}", entries=fund, log=log))
        for name, rulebook, clock in tables:
            choices = submission_data(rulebook, "full")
            office.room.open_table(name, rulebook, choices, Cards.VIRTUAL, practice, clock, "sue")
        office.close()

    def books(self) -> Store:
        """The database, to look into beside the servers."""
        return open_store(self.url)


def token(name: str) -> str:
    """A token as hard to guess as a test needs."""
    return name * 8


def headers(name: str) -> dict[str, str]:
    """What a signed-in person sends."""
    return {"Authorization": f"Bearer {token(name)}"}


def wagers(rulebook: str, seat: int) -> list[Request]:
    """Every wager there is, each at its least."""
    return [place(seat, name, str(amount)) for name, amount in _least(rulebook).items()]


@cache
def _least(rulebook: str) -> dict[str, Amount]:
    return default_wagers(terms_for(rulebook, submission_data(rulebook, "full")), PURSE)


def placed(requests: list[Request]) -> Amount:
    """What some wagers and bets come to."""
    amounts = (request.get("action", {}).get("amount", "0") for request in requests)
    return sum((Amount.parse(amount) for amount in amounts), Amount.ZERO)


def returned(store: Store, table: str, seat: int, first: int = 0) -> Amount:
    """What the settlement lines of a table, from an event on, give back to a seat; held payouts were validated."""
    events = (read_event(stored) for stored in store.events(table, first))
    moves = (event.move for event in events if isinstance(event, RoundMoved))
    lines = (move.line for move in moves if isinstance(move, LineSettled | PayoutHeld) and move.line.seat == seat)
    return sum((line.returned for line in lines), Amount.ZERO)


def held(store: Store, purse: str) -> Amount:
    """What a purse holds, as chips and in its game account: which of the two a win goes to is the rulebook's affair."""
    return store.balance(player_account(purse)) + store.balance(game_account(purse))


def assert_log_is_right(log: bytes) -> int:
    """The verifier finds nothing; how many rounds it replayed."""
    report = verify_log(log)
    assert report.findings == ()
    return report.rounds
