"""What persons did alone to one player's chips, or to one table's, is added up: split sums are no way round a limit."""

import msgspec

from pitboss.audit import Entry as LogEntry
from pitboss.audit import fact
from pitboss.audit.approval_format import ActApproved, SumsAddedUp
from pitboss.audit.format import APPROVALS_STREAM, ChipsBought, ChipsCashed, InventoryCredited, InventoryFilled
from pitboss.money import Amount
from pitboss.rulebooks.codec import from_plain
from pitboss.server.tables.approval import NeedsSecond
from pitboss.store import Commit, Entry, Store

HOURS = 24
SUMS = "acts/sums"  # a client of the store's commands: no person can have such a name
Moved = ChipsBought | ChipsCashed | InventoryFilled | InventoryCredited


def begin_adding_up(store: Store, time: int) -> None:
    """The log says once from where on sums are added up."""
    draft = fact(APPROVALS_STREAM, SumsAddedUp(hours=HOURS), time, "system")
    store.append(Commit(client=SUMS, command="first", log=(draft,)))


def refuse_split(store: Store, told: Moved, entry: Entry, time: int, most: Amount) -> None:
    """`NeedsSecond` where this, and what nobody else approved of its kind within a day, is more than one may do alone.

    To be asked in the course of a commit that fails if the accounts of `entry` have moved meanwhile.
    """
    since = time - HOURS * 3_600_000
    positions = store.moved_between(entry.source, entry.target, since)
    before = sum((_alone(store, position, type(told), since) for position in positions), Amount.ZERO)
    if before + told.amount > most:
        raise NeedsSecond(before + told.amount)


def _alone(store: Store, position: int, kind: type[Moved], since: int) -> Amount:
    """What a command moved that one person did alone; nothing where another approved it, or the house did it itself."""
    entries = [msgspec.json.decode(text, type=LogEntry) for _, text in store.log_between(position, position)]
    tags = {cls.__struct_config__.tag: cls for cls in (kind, ActApproved)}
    told = [(entry, tags[tag]) for entry in entries if (tag := entry.payload.get("event")) in tags]
    if any(cls is ActApproved for _, cls in told):
        return Amount.ZERO
    moved = [msgspec.convert(entry.payload, kind, dec_hook=from_plain) for entry, _ in told if entry.time >= since]
    return sum((one.amount for one in moved if not getattr(one, "automatic", False)), Amount.ZERO)
