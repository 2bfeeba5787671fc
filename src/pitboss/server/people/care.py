"""Duty of care: what players choose for their own protection, and who is excluded, at every server alike."""

import secrets
import time
from collections.abc import Callable

from msgspec.structs import replace

from pitboss.audit import fact
from pitboss.audit.care_format import (
    CARE_STREAM,
    CareEvent,
    CoolingOffBegun,
    LimitChosen,
    RealityCheckChosen,
    RealityCheckSeen,
    SelfExcluded,
)
from pitboss.books.table_spec import refused
from pitboss.care import Care, Limit, Purse, cooled_off, excluded
from pitboss.care.purse import MINUTE, checked, session_at, with_limit
from pitboss.money import Amount
from pitboss.server.people.accounts import GUEST
from pitboss.store import CareRead, Commit, Conflict, Store
from pitboss.store.accounts import accounts_of

MOST_TRIES = 20
SHORTEST_CHECK, LONGEST_CHECK = 5, 240  # minutes
TRUSTED_SECONDS = 2.0  # for which it is trusted that nobody was excluded at another server

Change = Callable[[Care], tuple[Care, CareEvent]]


class Exclusions:
    """Who is excluded, as one process knows it: read anew every other second, and whenever somebody signs in.

    No wager depends on it: each is held against what the player has chosen in the transaction that takes it.
    """

    def __init__(self, store: Store, now: Callable[[], int], passing: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._now = now
        self._passing = passing
        self._known: frozenset[str] = frozenset()
        self._until = -1.0

    def __call__(self, name: str, fresh: bool) -> bool:
        """Whether someone is excluded; `fresh` if it must not be out of date."""
        if fresh or self._passing() >= self._until:
            self._until = self._passing() + TRUSTED_SECONDS
            self._known = self._store.excluded(self._now())
        return name in self._known


def result_of(store: Store, player: str, practice: bool, purse: Purse) -> int:
    """The cents a player holds less those bought and not cashed."""
    return held_by(store, player, practice) - purse.bought


def held_by(store: Store, player: str, practice: bool) -> int:
    """The cents a player holds, in chips and on the game account."""
    return sum(store.balance(account).cents for account in accounts_of(player, practice))


def choose_limit(store: Store, player: str, practice: bool, limit: Limit, figure: int | None, now: int) -> Care:
    """A limit of one's own: a lower one at once, a higher one or none after a day."""
    if figure is not None and figure <= 0:
        says = "A limit must be above zero; to stop playing, take a cooling off."
        raise refused("the limit", "nothing", "a figure above zero", says=says)

    def change(care: Care) -> tuple[Care, CareEvent]:
        purse = with_limit(care.purse(practice), limit, figure, now // 1000)
        later = purse.raises.get(limit)
        effective = now // 1000 if later is None else later.at
        told = LimitChosen(player=player, practice=practice, limit=limit, figure=figure, effective=effective)
        return care.with_purse(practice, purse), told

    return _change(store, player, now, change)


def choose_check(store: Store, player: str, practice: bool, minutes: int, now: int) -> Care:
    """How often one wants to be told of time and money; 0 for never."""
    if minutes and not SHORTEST_CHECK <= minutes <= LONGEST_CHECK:
        allowed = f"{SHORTEST_CHECK} to {LONGEST_CHECK} minutes, or 0 for none"
        raise refused("the reality check", f"every {minutes} minutes", allowed)

    def change(care: Care) -> tuple[Care, CareEvent]:
        purse = replace(care.purse(practice), check_every=minutes * MINUTE)
        told = RealityCheckChosen(player=player, practice=practice, seconds=minutes * MINUTE)
        return care.with_purse(practice, purse), told

    return _change(store, player, now, change)


def answer_check(store: Store, player: str, practice: bool, now: int) -> Care:
    """The player has seen the reality check and goes on."""
    at = now // 1000

    def change(care: Care) -> tuple[Care, CareEvent]:
        purse = care.purse(practice)
        session, result = session_at(purse, at), result_of(store, player, practice, purse)
        if session is None:
            says = "A reality check is answered only while you play."
            raise refused("the reality check", "an answer to it", "one while you play", says=says)
        told = RealityCheckSeen(
            player=player,
            practice=practice,
            seconds=at - session.checked,
            result=Amount(result - session.checked_result),
            session_seconds=at - session.began,
            session_result=Amount(result - session.result),
        )
        return care.with_purse(practice, checked(purse, at, result)), told

    return _change(store, player, now, change)


def cool_off(store: Store, player: str, days: int, now: int) -> Care:
    """No play for some days, from this moment on."""

    def change(care: Care) -> tuple[Care, CareEvent]:
        after = cooled_off(care, days, now // 1000)
        return after, CoolingOffBegun(player=player, until=after.cooling_until)

    return _change(store, player, now, change)


def exclude(store: Store, player: str, days: int | None, now: int) -> Care:
    """No play and no account, from this moment on; nobody can end it early."""
    if player.startswith(GUEST):
        says = "Only a player with an account can be excluded."
        raise refused("the exclusion", "a guest", "a player who has an account", says=says)

    def change(care: Care) -> tuple[Care, CareEvent]:
        after = excluded(care, days, now // 1000)
        return after, SelfExcluded(player=player, until=after.excluded_until)

    return _change(store, player, now, change)


def _change(store: Store, player: str, now: int, change: Change) -> Care:
    """Writes another choice and the log's word of it, at once; decided anew where something else came between."""
    for _ in range(MOST_TRIES):
        kept = store.care(player)
        after, told = change(kept.care)
        draft = fact(f"{CARE_STREAM}{player}", told, now, player)
        read = CareRead(player, kept.version, after)
        try:
            store.append(Commit(client=player, command=f"care {secrets.token_hex(12)}", log=(draft,), cares=(read,)))
        except Conflict:
            continue
        return after
    raise Conflict(f"what {player} has chosen changes too often")
