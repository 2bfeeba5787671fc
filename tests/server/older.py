"""A database as the release before kept it: events in a table of their own, entries of the log without numbers."""

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command

from pitboss.audit import Entry, Frontier, leaf_hash
from pitboss.audit.format import CORRECTIONS_STREAM, canonical
from pitboss.store.engines import open_engines
from pitboss.store.migrating import migration_config
from pitboss.store.packing import unpacked

UNLOGGED = ("seed-sealed", "player-ready", "clocks-restarted", "rulebook-kept")
"""What the log of that release did not tell of."""

LATER = ("log", "log_streams", "tip", "rulebooks", "alembic_version")
Rows = list[dict[str, Any]]


def make_older(source: str, target: str) -> None:
    """Writes everything in one database into another, empty one, as that release would have."""
    tables = _read(source)
    engines = open_engines(target, create=True)
    with engines.write.begin() as connection:
        command.upgrade(migration_config(connection), "0002")
        old = sa.MetaData()
        old.reflect(connection)
        events, log, tip = _rewritten(tables)
        rows = {name: rows for name, rows in tables.items() if name not in LATER} | {"events": events, "log": log}
        rows["commands"] = [_old_command(row) for row in rows["commands"]]
        connection.execute(sa.update(old.tables["tip"]), tip)
        for table in old.sorted_tables:
            if rows.get(table.name):
                known = [
                    {name: row[name] for name in map(str, table.columns.keys()) if name in row}
                    for row in rows[table.name]
                ]
                connection.execute(sa.insert(table), known)
    engines.dispose()


def _read(source: str) -> dict[str, Rows]:
    engines = open_engines(source, create=False)
    with engines.read.begin() as connection:
        found = sa.MetaData()
        found.reflect(connection)
        tables = {
            table.name: [dict(row) for row in connection.execute(sa.select(table)).mappings()]
            for table in found.sorted_tables
        }
    engines.dispose()
    return tables


def _rewritten(tables: dict[str, Rows]) -> tuple[Rows, Rows, dict[str, Any]]:
    events: Rows = []
    log: Rows = []
    tree, sequences = Frontier(), dict[str, int]()
    for row in sorted(tables["log"], key=lambda row: int(row["number"])):
        entry = msgspec.json.decode(unpacked(row["entry"]), type=Entry)
        if row["stream"] is not None:
            place = {name: row[name] for name in ("stream", "sequence", "position")}
            events.append({**place, "event": msgspec.json.encode(_old_event(entry)).decode()})
        if entry.payload.get("event") in UNLOGGED:
            continue
        sequences[entry.stream] = sequences.get(entry.stream, 0) + 1
        fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
        draft = {name: value for name, value in fields.items() if name not in ("entry", "sequence")}
        log.append({"number": len(log), "position": row["position"], "entry": canonical(draft)})
        numbers = {"entry": tree.size, "sequence": sequences[entry.stream]}
        tree = tree.plus(leaf_hash(canonical({**fields, **numbers})))
    (tip,) = tables["tip"]
    state = msgspec.msgpack.encode({"tree": tree, "sequences": sequences})
    return events, log, {**tip, "log_size": len(log), "log_state": state}


def _old_command(row: dict[str, Any]) -> dict[str, Any]:
    """That release kept no rulebooks: what did so is a command that nobody will give again."""
    kept = str(row["command"]).startswith("keep rulebook ")
    return {**row, "command": f"nothing {row['position']}"} if kept else row


def _old_event(entry: Entry) -> dict[str, Any]:
    """An event of the room had the second it was at, and a correction who made it."""
    told, at = dict(entry.payload), entry.time // 1000
    match told["event"]:
        case "progressions-taken":
            return {**told, "event": "progressions-set", "at": at}
        case "inventory-filled" | "inventory-credited" | "table-closed":
            closed = told["event"] == "table-closed"
            return {name: told[name] for name in told if name != "table" and not (closed and name == "amount")} | {
                "at": at
            }
        case "player-ready" | "seed-sealed" | "dealer-came-on":
            return {**told, "at": at}
    if entry.stream.startswith(CORRECTIONS_STREAM):
        return {"event": "correction-step", "at": at, "by": entry.actor, "step": told}
    return told
