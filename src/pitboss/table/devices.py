"""Devices: out of order, covered or marked, working again; and changes of the way of dealing and shuffling."""

from contextlib import suppress

import msgspec
from msgspec.structs import replace

from pitboss.rulebooks import Refused, Terms, lawful
from pitboss.rulebooks.submission import NO_SHUFFLER, shuffled_by_hand
from pitboss.rulebooks.table_rules import Device
from pitboss.table.commands import ChangeMethod, CoverDevice, RestoreDevice
from pitboss.table.events import DeviceCovered, DeviceRestored, MethodChanged, TableEvent
from pitboss.table.needs import CHANGE_METHOD, Duty
from pitboss.table.refusal import comes_first, refuse, require_authority, who_may
from pitboss.table.state import COUNTING, DeviceState, Shuffle, Table

WORKS = "This device has not been reported broken."


def device_need(table: Table) -> Duty | None:
    """What a broken device asks for: its cover or sign, then another method."""
    cover = cover_need(table)
    if cover is not None:
        return cover
    for device in table.terms.devices:
        if table.devices[device] is not DeviceState.WORKING:
            title = f"Change to a method without the {device}, or restore it"
            by = who_may(table, "change-method")
            return Duty(CHANGE_METHOD, title, by, device_clause(table), f"the {device}")
    return None


def shoe_broken(table: Table) -> bool:
    """Whether the shoe that deals the cards cannot be used."""
    used = Device.SHOE in table.terms.devices
    return used and table.devices[Device.SHOE] is not DeviceState.WORKING


def cover_need(table: Table) -> Duty | None:
    """The cover or sign a broken device must get, where the document asks for one."""
    rules = table.rules.out_of_order
    for device, state in table.devices.items():
        if rules is not None and state is DeviceState.OUT_OF_ORDER:
            by = who_may(table, "cover-device")
            return Duty("cover_device", "Cover the device or mark it out of order", by, rules.clause, f"the {device}")
    return None


def device_clause(table: Table) -> str:
    """The clause on broken devices, or what another method is taken up by where the document has none."""
    rules = table.rules
    return (rules.out_of_order or rules.authority_for("change-method") or table.terms.dealing).clause


def cover(table: Table, command: CoverDevice) -> list[TableEvent]:
    """A broken device is covered or marked."""
    rules, where = table.rules.out_of_order, f"the {command.device}"
    if rules is None:
        raise refuse(table, "", where, "a cover or sign", "nothing: these rules ask for none")
    require_authority(table, command, "cover-device", "a cover or sign", rules.clause)
    clauses = {DeviceState.COVERED: rules.cover_clause, DeviceState.SIGNED: rules.sign_clause}
    if command.how not in clauses:
        says = f"The device must be {' or '.join(clauses)}; {command.how} was given."
        raise refuse(table, rules.clause, where, command.how, f"{' or '.join(clauses)}", says)
    if table.devices.get(command.device, DeviceState.WORKING) is DeviceState.WORKING:
        raise refuse(table, rules.clause, where, command.how, "it on a device reported broken", WORKS)
    clause = clauses[command.how]
    return [DeviceCovered(by=command.by, at=command.at, clause=clause, device=command.device, how=command.how)]


def restore(table: Table, command: RestoreDevice) -> list[TableEvent]:
    """A device works again."""
    clause, where = device_clause(table), f"the {command.device}"
    require_authority(table, command, "restore-device", "restoring a device", clause)
    if table.devices.get(command.device, DeviceState.WORKING) is DeviceState.WORKING:
        raise refuse(table, clause, where, "restoring it", "it on a device reported broken", WORKS)
    return [DeviceRestored(by=command.by, at=command.at, clause=clause, device=command.device)]


def change_method(table: Table, command: ChangeMethod) -> list[TableEvent]:
    """The table deals or shuffles another lawful way, with every broken device covered or marked."""
    clause = device_clause(table)
    require_authority(table, command, "change-method", "a change of method", clause)
    if table.running is not None:
        says = "The method can be changed only after the round."
        raise refuse(table, clause, "the table", "a change of method", "it after the round", says)
    due = cover_need(table)
    if due is not None:
        allowed, says = f"{due.name}: {due.title}", comes_first(due.title)
        raise refuse(table, due.clause, due.where, "a change of method", allowed, says)
    needed = terms_by(table, command.dealing, command.shuffling).devices
    broken: list[Device] = [
        device for device in needed if table.devices.get(device, DeviceState.WORKING) is not DeviceState.WORKING
    ]
    if broken:
        says = f"The {broken[0]} is out of order; choose a method without it."
        raise refuse(table, clause, f"the {broken[0]}", "its use while out of order", "a method without it", says)
    return [
        MethodChanged(by=command.by, at=command.at, clause=clause, dealing=command.dealing, shuffling=command.shuffling)
    ]


def terms_by(table: Table, dealing: str, shuffling: Shuffle) -> Terms:
    """The filed terms with another way of dealing and shuffling; `Refused` if the rulebook forbids it."""
    if shuffling is Shuffle.DEVICE and table.filed.submission.shuffler == NO_SHUFFLER:
        allowed, says = "the filed way: no shuffler", "This table is filed without a shuffler."
        raise refuse(table, table.terms.dealing.clause, "the table", "a shuffler", allowed, says)
    return _by(table.filed, dealing, shuffling)


def _by(filed: Terms, dealing: str, shuffling: Shuffle) -> Terms:
    book, submission = filed.rulebook, filed.submission
    used = submission if shuffling is Shuffle.DEVICE else shuffled_by_hand(book, submission)
    return lawful(book, replace(used, dealing=dealing))


class Way(msgspec.Struct, frozen=True):
    """A way of dealing and shuffling: the devices it needs, how many decks take turns, whether its shuffler counts."""

    dealing: str
    title: str
    shuffling: Shuffle
    devices: tuple[Device, ...]
    decks: int
    counts: bool


def ways(filed: Terms) -> tuple[Way, ...]:
    """Every way of dealing and shuffling that is lawful at a table as filed."""
    found = []
    shufflings = [Shuffle.MANUAL, *([] if filed.submission.shuffler == NO_SHUFFLER else [Shuffle.DEVICE])]
    for dealing in filed.rulebook.dealings:
        for shuffling in shufflings:
            with suppress(Refused):
                terms = _by(filed, dealing.method, shuffling)
                counts = terms.submission.shuffler in COUNTING
                way = Way(dealing.method, dealing.title, shuffling, terms.devices, terms.submission.decks, counts)
                found.append(way)
    return tuple(found)
