"""Devices: out of order, covered or marked, working again; and changes of the way of dealing and shuffling."""

from msgspec.structs import replace

from pitboss.rulebooks import Terms, lawful
from pitboss.rulebooks.table_rules import Device
from pitboss.table.commands import ChangeMethod, CoverDevice, RestoreDevice
from pitboss.table.events import DeviceCovered, DeviceRestored, MethodChanged, TableEvent
from pitboss.table.needs import Duty
from pitboss.table.refusing import FLOOR, STAFF, refuse, require_role
from pitboss.table.state import NO_SHUFFLER, DeviceState, Shuffle, Table, devices_of


def device_need(table: Table) -> Duty | None:
    """What a broken device asks for: its cover or sign, then another method."""
    cover = cover_need(table)
    if cover is not None:
        return cover
    for device in devices_of(table.terms):
        if table.devices[device] is not DeviceState.WORKING:
            title = f"Change to a method without the {device}, or restore it"
            return Duty("change_method", title, FLOOR, device_clause(table), f"the {device}")
    return None


def cover_need(table: Table) -> Duty | None:
    """The cover or sign a broken device must get, where the document asks for one."""
    rules = table.rules.out_of_order
    for device, state in table.devices.items():
        if rules is not None and state is DeviceState.OUT_OF_ORDER:
            return Duty(
                "cover_device", "Cover the device or mark it out of order", STAFF, rules.clause, f"the {device}"
            )
    return None


def device_clause(table: Table) -> str:
    """The clause on broken devices, or on dealing where the document has none."""
    return table.rules.out_of_order.clause if table.rules.out_of_order else table.terms.dealing.clause


def cover(table: Table, command: CoverDevice) -> list[TableEvent]:
    """A broken device is covered or marked."""
    rules, where = table.rules.out_of_order, f"the {command.device}"
    if rules is None:
        raise refuse(table, "", where, "a cover or sign", "nothing: these rules ask for none")
    require_role(table, command, STAFF, rules.clause, "a cover or sign")
    clauses = {DeviceState.COVERED: rules.cover_clause, DeviceState.SIGNED: rules.sign_clause}
    if command.how not in clauses:
        raise refuse(table, rules.clause, where, command.how, f"{' or '.join(clauses)}")
    if table.devices.get(command.device, DeviceState.WORKING) is DeviceState.WORKING:
        raise refuse(table, rules.clause, where, command.how, "it on a device reported broken")
    clause = clauses[command.how]
    return [DeviceCovered(by=command.by, at=command.at, clause=clause, device=command.device, how=command.how)]


def restore(table: Table, command: RestoreDevice) -> list[TableEvent]:
    """A device works again."""
    clause, where = device_clause(table), f"the {command.device}"
    require_role(table, command, FLOOR, clause, "restoring a device")
    if table.devices.get(command.device, DeviceState.WORKING) is DeviceState.WORKING:
        raise refuse(table, clause, where, "restoring it", "it on a device reported broken")
    return [DeviceRestored(by=command.by, at=command.at, clause=clause, device=command.device)]


def change_method(table: Table, command: ChangeMethod) -> list[TableEvent]:
    """The table deals or shuffles another lawful way, with every broken device covered or marked."""
    clause = device_clause(table)
    require_role(table, command, FLOOR, clause, "a change of method")
    if table.running is not None:
        raise refuse(table, clause, "the table", "a change of method", "it after the round")
    due = cover_need(table)
    if due is not None:
        raise refuse(table, due.clause, due.where, "a change of method", f"{due.name}: {due.title}")
    needed = devices_of(terms_by(table, command.dealing, command.shuffling))
    broken: list[Device] = [
        device for device in needed if table.devices.get(device, DeviceState.WORKING) is not DeviceState.WORKING
    ]
    if broken:
        raise refuse(table, clause, f"the {broken[0]}", "its use while out of order", "a method without it")
    return [
        MethodChanged(by=command.by, at=command.at, clause=clause, dealing=command.dealing, shuffling=command.shuffling)
    ]


def terms_by(table: Table, dealing: str, shuffling: Shuffle) -> Terms:
    """The filed terms with another way of dealing and shuffling; `Refused` if the rulebook forbids it."""
    filed = table.filed.submission
    if shuffling is Shuffle.DEVICE and filed.shuffler == NO_SHUFFLER:
        raise refuse(table, table.terms.dealing.clause, "the table", "a shuffler", "the filed way: no shuffler")
    by_hand = {} if shuffling is Shuffle.DEVICE else {"shuffler": NO_SHUFFLER, "decks": 1}
    return lawful(table.filed.rulebook, replace(filed, dealing=dealing, **by_hand))
