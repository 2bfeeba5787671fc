"""Users, their roles, sessions and tokens, and failed sign-ins.

Passwords and tokens come in as hashes; what is allowed to whom, and for how long, is decided above. Times come in too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Select,
    Table,
    bindparam,
    delete,
    insert,
    literal,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError

from pitboss.rulebooks import Refused, Violation
from pitboss.store import schema
from pitboss.store.engines import translated

Change = Callable[[Connection], Any]


MOST_ASKED = 500
"""How many tokens are asked for at once."""


class User(msgspec.Struct, frozen=True):
    """A person or program that can sign in."""

    id: str
    name: str
    password: str  # a hash
    roles: frozenset[str]
    disabled: bool
    created_at: int


class Session(msgspec.Struct, frozen=True):
    """A session or an API token; one without an end never expires."""

    user_id: str
    created_at: int
    expires_at: int | None
    revoked_at: int | None
    label: str = ""

    def valid_at(self, now: int) -> bool:
        """Whether it lets its user in."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


class Holder(NamedTuple):
    """A session or API token with the user it belongs to."""

    session: Session
    user: User


class Failures(msgspec.Struct, frozen=True):
    """Failed sign-ins in a row, under a key such as a user name or an address."""

    count: int = 0
    last_at: int = 0


class People:
    """The people part of a store; changes go through the store's writer."""

    def __init__(self, engine: Engine, change: Callable[[Change], Any]) -> None:
        self._engine = engine
        self._change = change

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with translated(), self._engine.begin() as connection:
            yield connection

    # Users

    def add(self, id: str, name: str, password: str, roles: Iterable[str], at: int) -> None:
        """A new user; `Refused` when the id or the name is taken."""
        row = {"id": id, "name": name, "password": password, "disabled": False, "created_at": at}
        held = list(roles)

        def change(connection: Connection) -> None:
            connection.execute(insert(schema.users), [row])
            _give_roles(connection, id, held)

        try:
            self._change(change)
        except IntegrityError:
            where, tried = "the users", f"another user {name}"
            raise Refused(
                Violation(rulebook="", clause="", where=where, tried=tried, allowed="a name not taken")
            ) from None

    def user(self, id: str) -> User | None:
        """A user by id."""
        return self._user("id", id)

    def named(self, name: str) -> User | None:
        """A user by name."""
        return self._user("name", name)

    def users(self) -> list[User]:
        """Every user, by name."""
        with self._reading() as connection:
            held: dict[str, set[str]] = {}
            for id, role in connection.execute(select(schema.roles)):
                held.setdefault(id, set()).add(role)
            rows = connection.execute(select(schema.users).order_by(schema.users.c.name))
            return [_user(row, held.get(row.id, ())) for row in rows]

    def change(self, id: str, keep: str, roles: Iterable[str] | None, **values: object) -> None:
        """Other roles, standing or password, all or nothing; `Refused` if nobody were left in with the role `keep`."""
        kept = None if roles is None else list(roles)

        def change(connection: Connection) -> None:
            if kept is not None:
                connection.execute(delete(schema.roles).where(schema.roles.c.user_id == id))
                _give_roles(connection, id, kept)
            if values:
                _execute(connection, schema.users, "id", id, values)
            _require_someone(connection, keep)

        self._change(change)

    def _user(self, column: str, value: str) -> User | None:
        with self._reading() as connection:
            row = connection.execute(select(schema.users).where(schema.users.c[column] == value)).one_or_none()
            if row is None:
                return None
            held = connection.scalars(select(schema.roles.c.role).where(schema.roles.c.user_id == row.id))
            return _user(row, held)

    # Sessions and tokens, known by the hash of their secret

    def open_session(self, token: bytes, user_id: str, at: int, expires_at: int) -> None:
        """A user signed in."""
        row = {"token": token, "user_id": user_id, "created_at": at, "expires_at": expires_at}
        self._change(lambda connection: connection.execute(insert(schema.sessions), [row]).close())

    def session(self, token: bytes) -> Session | None:
        """The session of a token, valid or not."""
        return self._session(schema.sessions, token)

    def holder(self, token: bytes) -> Holder | None:
        """Who a session or an API token belongs to, valid or not. Every request asks this: it is one statement."""
        with self._reading() as connection:
            rows = connection.execute(_HOLDER, {"token": token}).all()
            return _holder(rows) if rows else None

    def holders(self, tokens: Sequence[bytes]) -> dict[bytes, Holder]:
        """The same for many at a time."""
        found: dict[bytes, Holder] = {}
        with self._reading() as connection:
            for first in range(0, len(tokens), MOST_ASKED):
                rows = connection.execute(_HOLDERS, {"tokens": tokens[first : first + MOST_ASKED]})
                for token, of_one in groupby(rows, key=lambda row: row.token):
                    found[token] = _holder(list(of_one))
        return found

    def add_token(self, token: bytes, user_id: str, label: str, at: int, expires_at: int | None = None) -> None:
        """A program may act for a user."""
        row = {"token": token, "user_id": user_id, "label": label, "created_at": at, "expires_at": expires_at}
        self._change(lambda connection: connection.execute(insert(schema.api_tokens), [row]).close())

    def api_token(self, token: bytes) -> Session | None:
        """What a program's token stands for, valid or not."""
        return self._session(schema.api_tokens, token)

    def revoke(self, token: bytes, at: int) -> None:
        """Ends a session or an API token."""

        def change(connection: Connection) -> None:
            for table in (schema.sessions, schema.api_tokens):
                _execute(connection, table, "token", token, {"revoked_at": at})

        self._change(change)

    def revoke_all(self, user_id: str, at: int) -> None:
        """Ends every session and API token of a user."""

        def change(connection: Connection) -> None:
            for table in (schema.sessions, schema.api_tokens):
                _execute(connection, table, "user_id", user_id, {"revoked_at": at})

        self._change(change)

    def _session(self, table: Table, token: bytes) -> Session | None:
        with self._reading() as connection:
            row = connection.execute(select(table).where(table.c.token == token)).one_or_none()
            return msgspec.convert(row, Session, from_attributes=True) if row else None

    def prune(self, before: int) -> None:
        """Forgets sessions that ended before a time, and failed sign-ins of before it."""
        sessions, failures = schema.sessions, schema.failures

        def change(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.expires_at < before))
            connection.execute(delete(failures).where(failures.c.last_at < before))

        self._change(change)

    # Failed sign-ins

    def failed(self, key: str, at: int) -> Failures:
        """Counts another failed sign-in under a key."""

        def change(connection: Connection) -> Failures:
            table = schema.failures
            again = update(table).where(table.c.key == key).values(failed=table.c.failed + 1, last_at=at)
            count = connection.scalar(again.returning(table.c.failed))
            if count is None:
                connection.execute(insert(table), [{"key": key, "failed": 1, "last_at": at}])
            return Failures(count or 1, at)

        found: Failures = self._change(change)
        return found

    def failures(self, key: str) -> Failures:
        """The failed sign-ins under a key since the last good one."""
        with self._reading() as connection:
            row = connection.execute(select(schema.failures).where(schema.failures.c.key == key)).one_or_none()
            return Failures(row.failed, row.last_at) if row else Failures()

    def forget_failures(self, key: str) -> None:
        """A good sign-in, or an administrator, clears the count."""
        table = schema.failures
        self._change(lambda connection: connection.execute(delete(table).where(table.c.key == key)).close())


def _holder(rows: Sequence[Any]) -> Holder:
    row = rows[0]
    session = Session(row.id, row.opened_at, row.expires_at, row.revoked_at, row.label)
    return Holder(session, _user(row, (each.role for each in rows if each.role is not None)))


def _tokens(table: Table, of: Callable[[Column[Any]], ColumnElement[bool]]) -> Select[Any]:
    columns = (
        table.c.token,
        table.c.user_id,
        table.c.created_at.label("opened_at"),
        table.c.expires_at,
        table.c.revoked_at,
    )
    label = table.c.label if "label" in table.c else literal("").label("label")
    return select(*columns, label).where(of(table.c.token))


def _held(of: Callable[[Column[Any]], ColumnElement[bool]]) -> Select[Any]:
    """One row for each role of the users that tokens belong to."""
    held = union_all(_tokens(schema.sessions, of), _tokens(schema.api_tokens, of)).subquery()
    users, roles = schema.users, schema.roles
    joined = held.join(users, users.c.id == held.c.user_id).join(roles, roles.c.user_id == users.c.id, isouter=True)
    columns = (held.c.token, held.c.opened_at, held.c.expires_at, held.c.revoked_at, held.c.label)
    return select(*columns, users, roles.c.role).select_from(joined).order_by(held.c.token)


_HOLDER = _held(lambda token: token == bindparam("token"))
_HOLDERS = _held(lambda token: token.in_(bindparam("tokens", expanding=True)))


def _execute(connection: Connection, table: Table, column: str, value: object, values: dict[str, object]) -> None:
    """Updates rows; what was revoked once keeps the time of the first."""
    query = update(table).where(table.c[column] == value)
    if "revoked_at" in values:
        query = query.where(table.c.revoked_at.is_(None))
    connection.execute(query.values(**values))


def _require_someone(connection: Connection, role: str) -> None:
    """Undoes a change after which nobody with a role could sign in."""
    users, roles = schema.users, schema.roles
    holds = select(users.c.id).join(roles, roles.c.user_id == users.c.id).where(~users.c.disabled, roles.c.role == role)
    if connection.scalar(holds.limit(1)) is None:
        where, tried = "the users", f"nobody left as {role}"
        raise Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=f"at least one {role}"))


def _give_roles(connection: Connection, id: str, roles: Iterable[str]) -> None:
    rows = [{"user_id": id, "role": role} for role in sorted(set(roles))]
    if rows:
        connection.execute(insert(schema.roles), rows)


def _user(row: Any, roles: Iterable[str]) -> User:
    return User(row.id, row.name, row.password, frozenset(roles), row.disabled, row.created_at)
