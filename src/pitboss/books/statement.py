"""A statement of play: what a player bought, cashed, wagered and got back, day by day, from the ledger alone.

Every entry of the player's two accounts is in exactly one column, so that what was held before, with what the columns
say, is what is held after.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from pitboss.books.currencies import house_currency
from pitboss.money import Amount
from pitboss.rulebooks.currency import Currency
from pitboss.store import Store, StoredEntry
from pitboss.store.accounts import CAGE, PLAY_HOUSE, accounts_of, kind_of

PAGE = 1000
GIVEN = "play money"  # why the house fills a practice purse up


class StatementDay(msgspec.Struct, frozen=True, kw_only=True):
    """One day of play, UTC: `wagered` without what was taken back before the cards, `result` what was won by it."""

    day: str
    bought: Amount
    cashed: Amount
    wagered: Amount
    returned: Amount
    result: Amount
    rounds: int


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A player's play in a time, with real or with play money; `currency` is None for play money."""

    player: str
    practice: bool
    currency: Currency | None
    since: int | None
    until: int | None
    opening: Amount
    closing: Amount
    days: list[StatementDay]


class _Day:
    def __init__(self) -> None:
        self.bought = self.cashed = self.wagered = self.returned = 0
        self.rounds: set[str] = set()

    def shown(self, day: str) -> StatementDay:
        return StatementDay(
            day=day,
            bought=Amount(self.bought),
            cashed=Amount(self.cashed),
            wagered=Amount(self.wagered),
            returned=Amount(self.returned),
            result=Amount(self.returned - self.wagered),
            rounds=len(self.rounds),
        )


def statement(
    store: Store, player: str, practice: bool, since: datetime | None = None, until: datetime | None = None
) -> Statement:
    """What a player did from a time on and before a time."""
    own = {*accounts_of(player, practice)}
    days: dict[str, _Day] = {}
    opening = closing = 0
    for time, item in _timed(store, sorted(own)):
        entry = item.entry
        gain = entry.amount.cents * ((entry.target in own) - (entry.source in own))
        if until is not None and time >= until:
            continue
        closing += gain
        if since is not None and time < since:
            opening += gain
        elif gain:
            _count(days.setdefault(f"{time:%Y-%m-%d}", _Day()), item, gain)
    return Statement(
        player=player,
        practice=practice,
        currency=None if practice else house_currency(store),
        since=None if since is None else int(since.timestamp()),
        until=None if until is None else int(until.timestamp()),
        opening=Amount(opening),
        closing=Amount(closing),
        days=[found.shown(day) for day, found in sorted(days.items())],
    )


def _count(day: _Day, item: StoredEntry, gain: int) -> None:
    """An entry in the one column that it belongs to."""
    other = item.entry.source if gain > 0 else item.entry.target
    if other in (CAGE, PLAY_HOUSE) and (other == CAGE or item.entry.why.startswith(GIVEN)):
        day.bought += max(gain, 0)
        day.cashed += max(-gain, 0)
    elif kind_of(other) == "pending" and (gain < 0 or item.entry.why.endswith("taken back")):
        day.wagered -= gain
        if gain < 0:
            day.rounds.add(other.rpartition(":")[0])
    else:
        day.returned += gain


def _timed(store: Store, accounts: list[str]) -> Iterator[tuple[datetime, StoredEntry]]:
    """The entries of some accounts, each once, with the time of its command."""
    seen: set[int] = set()
    for account in accounts:
        after = 0
        while found := store.entries(account, after, PAGE):
            after = found[-1].number
            fresh = [item for item in found if item.number not in seen]
            seen |= {item.number for item in fresh}
            times = store.times({item.position for item in fresh})
            for item in fresh:
                yield datetime.fromtimestamp(times.get(item.position, 0) / 1000, UTC), item
