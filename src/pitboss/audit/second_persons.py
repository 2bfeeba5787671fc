"""The verifier on second persons: whatever was above the limits in force was asked for by one and approved by another.

A log that was begun before there were limits is held to none, up to where they are first set.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from pitboss.audit.approval_format import (
    ActApproved,
    ActAsked,
    ActDeclined,
    ActWithdrawn,
    ApprovalEvent,
    LimitsSet,
    SumsAddedUp,
)
from pitboss.audit.books import Books
from pitboss.audit.format import (
    ChipsBought,
    ChipsCashed,
    Entry,
    EntryKind,
    InventoryCredited,
    InventoryFilled,
    LogEvent,
    MeterChanged,
)
from pitboss.audit.mismatch import Mismatch
from pitboss.audit.table_replay import read
from pitboss.money import Amount

Find = Callable[[int, str, str], None]
SYSTEM = "system"
LONE = "it takes a second person, and nobody approved it"
STAFF = frozenset({"dealer", "floorperson", "supervisor", "auditor", "administrator"})
ADMINISTRATOR = "administrator"
Limited = ChipsBought | ChipsCashed | InventoryFilled | InventoryCredited
LIMITED: dict[type[Limited], str] = {
    ChipsBought: "buy_in",
    ChipsCashed: "cash_out",
    InventoryFilled: "fill",
    InventoryCredited: "credit",
}


class SecondPersons:
    """Acts that were asked for and approved, and the limits they are held against."""

    def __init__(self, books: Books, find: Find) -> None:
        self.limits: LimitsSet | None = None
        self.hours = 0  # over which what persons do alone is added up
        self.approved = 0
        self._books = books
        self._find = find
        self._waiting: dict[str, tuple[ActAsked, str]] = {}
        self._granted: list[tuple[ActAsked, str]] = []  # approved, and not done yet
        self._alone: dict[
            tuple[str, str], deque[tuple[int, Amount]]
        ] = {}  # by limit and player or table: when, how much
        self._roles: dict[str, frozenset[str]] = {}
        self._shut_out: set[str] = set()

    def step(self, entry: Entry) -> None:
        """The next entry of the stream of approvals."""
        event: ApprovalEvent = read(entry.payload, ApprovalEvent)
        match event:
            case LimitsSet():
                if self.limits is None and entry.actor != SYSTEM:
                    raise Mismatch(f"{entry.actor} sets the first limits", "they are the house's own")
                if self.limits is not None:
                    self._require(entry, "other limits", entry.payload)
                self.limits, self._books.four_eyes = event, True
            case SumsAddedUp():
                if self.hours or event.hours < 1 or entry.actor != SYSTEM:
                    raise Mismatch(f"{entry.actor} has sums added up", "the house begins it once, over some hours")
                self.hours = event.hours
            case ActAsked():
                if event.act in self._waiting:
                    raise Mismatch(f"act {event.act} is asked for", "it was before")
                self._waiting[event.act] = (event, entry.actor)
            case ActApproved() | ActDeclined() | ActWithdrawn():
                self._decided(event, entry.actor)

    def _decided(self, event: ActApproved | ActDeclined | ActWithdrawn, actor: str) -> None:
        asked = self._waiting.pop(event.act, None)
        if asked is None:
            raise Mismatch(f"a decision on act {event.act}", "no such act waits")
        told, by = asked
        if isinstance(event, ActWithdrawn) != (actor == by):
            did = "approves" if isinstance(event, ActApproved) else "decides on"
            raise Mismatch(f"{actor} {did} act {event.act}", f"{by} asked for it")
        if isinstance(event, ActApproved):
            if actor == told.about:
                raise Mismatch(f"{actor} approves act {event.act}", f"it is about {actor}")
            self.approved += 1
            self._granted.append(asked)

    def money(self, entry: Entry, event: LogEvent) -> None:
        """Money that moved outside of rounds."""
        automatic = isinstance(event, InventoryFilled) and event.automatic
        if not isinstance(event, Limited) or automatic or self._books.practice.get(getattr(event, "table", "")):
            return
        limit = LIMITED[type(event)]
        if self._grant(entry, entry.payload) or self.limits is None:
            return
        about = event.player if isinstance(event, ChipsBought | ChipsCashed) else event.table
        total = self._added_up((limit, about), entry.time, event.amount)
        if total > getattr(self.limits, limit):
            what = f"{event.amount} in a {limit.replace('_', '-')}"
            within = f", {total} within {self.hours} hours," if total > event.amount else ""
            self._find(entry.entry, f"{what}{within} by {entry.actor} alone", LONE)

    def _added_up(self, key: tuple[str, str], time: int, amount: Amount) -> Amount:
        """What was done alone in the hours before, this included; nothing before where sums are not added up."""
        lately = self._alone.setdefault(key, deque())
        lately.append((time, amount))
        while lately[0][0] < time - (self.hours or 24) * 3_600_000:
            lately.popleft()
        return sum((some for _, some in lately), Amount.ZERO) if self.hours else amount

    def meter(self, entry: Entry, event: MeterChanged) -> None:
        """Other terms that were recorded for a meter."""
        book = self._books.meters.get(event.meter)
        if book is not None and not book.practice:
            amount = max(book.shows, event.to.reset)
            self._check(entry, "meter_change", amount, f"other terms of meter {event.meter}", entry.payload)

    def void(self, entry: Entry, staked: Amount) -> None:
        """A round that is void by what a person did."""
        if entry.actor != SYSTEM and not self._books.practice.get(entry.stream):
            self._check(entry, "void", staked, f"a void of {staked}", {"void": entry.stream})

    def people(self, entry: Entry) -> None:
        """What was noted of a person; where two administrate, what concerns the staff is not for one alone."""
        told, name = entry.payload, entry.payload.get("person")
        if entry.kind is not EntryKind.COMMAND or not isinstance(name, str):
            return
        others = {other for other, roles in self._roles.items() if ADMINISTRATOR in roles} - self._shut_out
        alone = entry.actor in (SYSTEM, name) or not others - {entry.actor}
        if self.limits is not None and not alone and self._concerns_staff(told, name):
            self._require(entry, f"{name}, of the staff, is changed", told)
        if isinstance(told.get("roles"), list):
            self._roles[name] = frozenset(map(str, told["roles"]))
        if "disabled" in told:
            (self._shut_out.add if told["disabled"] else self._shut_out.discard)(name)

    def _concerns_staff(self, told: dict[str, Any], name: str) -> bool:
        held = self._roles.get(name, frozenset())
        roles = frozenset(map(str, told["roles"])) if isinstance(told.get("roles"), list) else held
        let_in = "password" in told or told.get("second_factor") == "dropped" or told.get("disabled") is False
        goes = ADMINISTRATOR in held and (told.get("disabled") is True or ADMINISTRATOR not in roles)
        return bool((roles - held) & STAFF) or (let_in and bool(held & STAFF)) or goes

    def _check(self, entry: Entry, limit: str, amount: Amount, what: str, told: dict[str, Any]) -> None:
        if self.limits is not None and amount > getattr(self.limits, limit):
            self._require(entry, what, told)

    def _require(self, entry: Entry, what: str, told: dict[str, Any]) -> None:
        """Something that takes a second person."""
        if not self._grant(entry, told):
            self._find(entry.entry, f"{what} by {entry.actor} alone", LONE)

    def _grant(self, entry: Entry, told: dict[str, Any]) -> bool:
        """Whether another person approved it; one approval is good for one act."""
        for grant in self._granted:
            asked, by = grant
            if by == entry.actor and asked.does.items() <= told.items():
                self._granted.remove(grant)
                return True
        return False
