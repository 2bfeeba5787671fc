"""The roles that people of the house have in the database, held against those the log says they were given.

The program gives a role and notes it in the log; what stands in the database and not there, somebody wrote by hand.
"""

import msgspec

from pitboss.audit import Entry, EntryKind
from pitboss.audit.format import PEOPLE_STREAM
from pitboss.audit.second_persons import STAFF
from pitboss.store import Store

PAGE = 2000


def unlogged_powers(store: Store) -> list[str]:
    """Everyone who has a role of the staff that nobody was noted to have given, a sentence each."""
    found = _found(store)
    return [told for told in _found(store) if told in found] if found else []  # what was being noted is noted by now


def _found(store: Store) -> list[str]:
    held = {user.name: user.roles & STAFF for user in store.people.users() if not user.disabled}
    given = _given(store)
    extra = {name: sorted(roles - given.get(name, frozenset())) for name, roles in held.items()}
    says = "in the database, and the log knows of nobody who made them so"
    return [f"{name} is {' and '.join(roles)} {says}" for name, roles in extra.items() if roles]


def _given(store: Store) -> dict[str, frozenset[str]]:
    """What the log says of everybody's roles; of who was shut out and not let in again, none."""
    roles: dict[str, frozenset[str]] = {}
    shut_out: set[str] = set()
    first, named = 0, f'"{PEOPLE_STREAM}"'.encode()
    while rows := store.log_of_no_table(first, PAGE):
        for entry in (msgspec.json.decode(row.entry, type=Entry) for row in rows if named in row.entry):
            name, told = entry.payload.get("person"), entry.payload
            if entry.stream != PEOPLE_STREAM or entry.kind is not EntryKind.COMMAND or not isinstance(name, str):
                continue
            if isinstance(told.get("roles"), list):
                roles[name] = frozenset(map(str, told["roles"]))
            if "disabled" in told:
                (shut_out.add if told["disabled"] else shut_out.discard)(name)
        first = rows[-1].number + 1
    return {name: held for name, held in roles.items() if name not in shut_out}
