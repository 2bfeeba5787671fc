"""Users, their roles, sessions and tokens, and failed sign-ins.

Passwords and tokens come in as hashes; what is allowed to whom, and for how long, is decided above. Times come in too.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
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
    or_,
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
    must_change: bool = False  # the password was given by someone else
    totp: str = ""  # the secret of the second factor, where there is one
    totp_step: int = 0  # the last number of it that was used


class Session(msgspec.Struct, frozen=True):
    """A session or an API token; one without an end never expires."""

    user_id: str
    created_at: int
    expires_at: int | None
    revoked_at: int | None
    label: str = ""
    seen_at: int = 0  # of a session: when it was last used, to the minute
    scope: str = ""  # of a token: what it is for, "" for everything

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
    def reading(self) -> Iterator[Connection]:
        """A connection to read by."""
        with translated(), self._engine.begin() as connection:
            yield connection

    # Users

    def add(
        self,
        id: str,
        name: str,
        password: str,
        roles: Iterable[str],
        at: int,
        session: tuple[bytes, int] | None = None,
    ) -> None:
        """A new user, with a session if one is given, token and end; `Refused` when the id or the name is taken."""
        row = {"id": id, "name": name, "password": password, "disabled": False, "created_at": at}
        held = list(roles)

        def change(connection: Connection) -> None:
            connection.execute(insert(schema.users), [row])
            _give_roles(connection, id, held)
            if session is not None:
                connection.execute(insert(schema.sessions), [_session_row(session[0], id, at, session[1])])

        try:
            self._change(change)
        except IntegrityError:
            where, tried = "the users", f"another user {name}"
            allowed, says = "a name not taken", f"The name {name} is taken; choose another."
            raise Refused(
                Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says)
            ) from None

    def user(self, id: str) -> User | None:
        """A user by id."""
        return self._user("id", id)

    def named(self, name: str) -> User | None:
        """A user by name."""
        return self._user("name", name)

    def users(self) -> list[User]:
        """Every user, by name."""
        with self.reading() as connection:
            held: dict[str, set[str]] = {}
            for id, role in connection.execute(select(schema.roles)):
                held.setdefault(id, set()).add(role)
            rows = connection.execute(select(schema.users).order_by(schema.users.c.name))
            return [_user(row, held.get(row.id, ())) for row in rows]

    def starting_with(self, prefix: str) -> set[str]:
        """The names that begin so."""
        table = schema.users
        with self.reading() as connection:
            return set(connection.scalars(select(table.c.name).where(table.c.name.startswith(prefix, autoescape=True))))

    def without_session(self, prefix: str, now: int, idle: int) -> set[str]:
        """Those of them who are signed in nowhere, or have used no session for so many seconds."""
        here = schema.sessions
        used = or_(here.c.seen_at == 0, here.c.seen_at >= now - idle)
        valid = select(here.c.user_id).where(here.c.expires_at > now, here.c.revoked_at.is_(None), used)
        with self.reading() as connection:
            return self.starting_with(prefix) - set(connection.scalars(valid))

    def remove(self, id: str) -> None:
        """Forgets a user with roles, sessions and tokens; what the user did stays in the log."""

        def change(connection: Connection) -> None:
            for table in (schema.roles, schema.sessions, schema.api_tokens, schema.lessons, schema.coach_books):
                connection.execute(delete(table).where(table.c.user_id == id))
            connection.execute(delete(schema.users).where(schema.users.c.id == id))

        self._change(change)

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
        with self.reading() as connection:
            row = connection.execute(select(schema.users).where(schema.users.c[column] == value)).one_or_none()
            if row is None:
                return None
            held = connection.scalars(select(schema.roles.c.role).where(schema.roles.c.user_id == row.id))
            return _user(row, held)

    # Sessions and tokens, known by the hash of their secret

    def open_session(self, token: bytes, user_id: str, at: int, expires_at: int) -> None:
        """A user signed in."""
        row = _session_row(token, user_id, at, expires_at)
        self._change(lambda connection: connection.execute(insert(schema.sessions), [row]).close())

    def session(self, token: bytes) -> Session | None:
        """The session of a token, valid or not."""
        table = schema.sessions
        with self.reading() as connection:
            row = connection.execute(select(table).where(table.c.token == token)).one_or_none()
            return msgspec.convert(row, Session, from_attributes=True) if row else None

    def holder(self, token: bytes) -> Holder | None:
        """Who a session or an API token belongs to, valid or not. Every request asks this: it is one statement."""
        with self.reading() as connection:
            rows = connection.execute(_HOLDER, {"token": token}).all()
            return _holder(rows) if rows else None

    def holders(self, tokens: Sequence[bytes]) -> dict[bytes, Holder]:
        """The same for many at a time."""
        found: dict[bytes, Holder] = {}
        with self.reading() as connection:
            for first in range(0, len(tokens), MOST_ASKED):
                rows = connection.execute(_HOLDERS, {"tokens": tokens[first : first + MOST_ASKED]})
                for token, of_one in groupby(rows, key=lambda row: row.token):
                    found[token] = _holder(list(of_one))
        return found

    def seen(self, tokens: Collection[bytes], at: int) -> None:
        """Sessions were used."""
        table = schema.sessions
        query = update(table).where(table.c.token.in_(tokens)).values(seen_at=at)
        self._change(lambda connection: connection.execute(query).close())

    def tokens(self, user_id: str) -> list[tuple[bytes, Session]]:
        """The API tokens of a user, those that ended included, the latest first."""
        table = schema.api_tokens
        query = select(table).where(table.c.user_id == user_id).order_by(table.c.created_at.desc())
        with self.reading() as connection:
            return [
                (row.token, msgspec.convert(row, Session, from_attributes=True)) for row in connection.execute(query)
            ]

    def add_token(
        self, token: bytes, user_id: str, label: str, at: int, expires_at: int | None = None, scope: str = ""
    ) -> None:
        """A program may act for a user."""
        row = {"token": token, "user_id": user_id, "label": label, "created_at": at, "expires_at": expires_at}
        row["scope"] = scope
        self._change(lambda connection: connection.execute(insert(schema.api_tokens), [row]).close())

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
        with self.reading() as connection:
            row = connection.execute(select(schema.failures).where(schema.failures.c.key == key)).one_or_none()
            return Failures(row.failed, row.last_at) if row else Failures()

    def forgiven(self, key: str) -> None:
        """One of the failures counted under a key was none."""
        table = schema.failures

        def change(connection: Connection) -> None:
            connection.execute(delete(table).where(table.c.key == key, table.c.failed <= 1))
            connection.execute(update(table).where(table.c.key == key).values(failed=table.c.failed - 1))

        self._change(change)

    def set(self, id: str, **values: object) -> None:
        """Something of a user alone."""
        self._change(lambda connection: _execute(connection, schema.users, "id", id, values))

    def signed_in(self, id: str, at: int) -> None:
        """A user signed in; when they did so the time before is kept, too."""
        table = schema.users
        change = update(table).where(table.c.id == id).values(signed_in_before=table.c.signed_in_at, signed_in_at=at)
        self._change(lambda connection: connection.execute(change).close())

    def signed_in_before(self, name: str) -> int:
        """When a user signed in the time before the last; 0 where it is not known."""
        table = schema.users
        with self.reading() as connection:
            return connection.scalar(select(table.c.signed_in_before).where(table.c.name == name)) or 0

    def forget_failures(self, key: str) -> None:
        """A good sign-in, or an administrator, clears the count: of one key, or with a % at its end of all like it."""
        table = schema.failures
        of = table.c.key.startswith(key[:-1], autoescape=True) if key.endswith("%") else table.c.key == key
        self._change(lambda connection: connection.execute(delete(table).where(of)).close())


def _holder(rows: Sequence[Any]) -> Holder:
    row = rows[0]
    session = Session(row.id, row.opened_at, row.expires_at, row.revoked_at, row.label, row.seen_at, row.scope)
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
    scope = table.c.scope if "scope" in table.c else literal("").label("scope")
    seen = table.c.seen_at if "seen_at" in table.c else literal(0).label("seen_at")
    return select(*columns, label, scope, seen).where(of(table.c.token))


def _held(of: Callable[[Column[Any]], ColumnElement[bool]]) -> Select[Any]:
    """One row for each role of the users that tokens belong to."""
    held = union_all(_tokens(schema.sessions, of), _tokens(schema.api_tokens, of)).subquery()
    users, roles = schema.users, schema.roles
    joined = held.join(users, users.c.id == held.c.user_id).join(roles, roles.c.user_id == users.c.id, isouter=True)
    columns = (held.c.token, held.c.opened_at, held.c.expires_at, held.c.revoked_at, held.c.label)
    besides = (held.c.scope, held.c.seen_at)
    return select(*columns, *besides, users, roles.c.role).select_from(joined).order_by(held.c.token)


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
        allowed, says = f"at least one {role}", f"Nobody would be left as {role}; there must be at least one."
        raise Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says))


def _give_roles(connection: Connection, id: str, roles: Iterable[str]) -> None:
    rows = [{"user_id": id, "role": role} for role in sorted(set(roles))]
    if rows:
        connection.execute(insert(schema.roles), rows)


def _user(row: Any, roles: Iterable[str]) -> User:
    kept = (row.disabled, row.created_at, row.must_change, row.totp, row.totp_step)
    return User(row.id, row.name, row.password, frozenset(roles), *kept)


def _session_row(token: bytes, user_id: str, at: int, expires_at: int) -> dict[str, object]:
    return {"token": token, "user_id": user_id, "created_at": at, "expires_at": expires_at, "seen_at": at}
