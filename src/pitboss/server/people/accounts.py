"""Accounts: passwords hashed with Argon2, sessions that expire and can be revoked, lockout, API tokens."""

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.audit import Draft, EntryKind, signed_in
from pitboss.audit.format import canonical
from pitboss.books.table_spec import refused
from pitboss.server.people.permissions import Role
from pitboss.store import People
from pitboss.store.people import Holder, User

NAME = re.compile("[a-z0-9][a-z0-9._-]{1,31}")
SHORTEST_PASSWORD = 12
SESSION_SECONDS = 12 * 3600
TRUSTED_SECONDS = 3.0
MOST_FAILURES = 5
LOCKED_SECONDS = 15 * 60
GUEST = "guest-"
SYSTEM = "system"
NOT_PEOPLE = frozenset({SYSTEM, "house", "room", "nobody"})
"""Names the server itself uses, in the store and in the log."""

_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash(secrets.token_hex())  # so that an unknown name takes as long as a wrong password


class Person(msgspec.Struct, frozen=True):
    """Someone who is signed in."""

    name: str
    roles: frozenset[str]


class NoSuchPerson(LookupError):
    """There is nobody of that name."""


class SignInFailed(Exception):
    """Name or password are wrong, or there were too many failures."""


class _Confirmed(NamedTuple):
    """Who was found behind some secrets, and until when that is trusted."""

    holders: Mapping[str, Holder] = {}
    until: float = 0


class Accounts:
    """Who can sign in. `log` keeps every sign-in, accepted or not.

    Whoever has a stream open is looked up every other second, for all of them at once; that spares their commands a
    question to the database each. What this process changes is heeded at once, what another one changes when next it
    is looked up.
    """

    def __init__(
        self,
        people: People,
        now: Callable[[], int],
        log: Callable[[Draft], None],
        passing: Callable[[], float] = time.monotonic,
    ) -> None:
        self._people = people
        self._now = now
        self._log = log
        self._passing = passing
        self._confirmed = _Confirmed()
        self._changes = 0

    def add(self, name: str, password: str, roles: frozenset[Role], by: str = SYSTEM) -> None:
        """A new person; `Refused` if name or password will not do."""
        if not NAME.fullmatch(name) or name.startswith(GUEST) or name in NOT_PEOPLE:
            raise refused("the name", repr(name), "2 to 32 small letters, digits, dots and dashes, not a guest's")
        self._people.add(name, name, _hash(password), roles, self._now())
        self._note(by, person=name, roles=sorted(roles), new=True)

    def sign_in(self, name: str, password: str) -> str:
        """A new session's secret; `SignInFailed` says no more than that."""
        user, locked = self._people.named(name), self._locked(name)
        right = _matches(user.password if user else _NOBODY, password)
        accepted = user is not None and right and not locked and not user.disabled
        self._log(signed_in(name, self._now() * 1000, accepted=accepted, details={"locked": locked}))
        if user is None or not accepted:
            if not locked:
                self._people.failed(name, self._now())
            raise SignInFailed
        self._people.forget_failures(name)
        return self._open(user.id)

    def _locked(self, name: str) -> bool:
        """Whether there were too many failures just now; once the lock is over they no longer count."""
        failures = self._people.failures(name)
        if failures.count < MOST_FAILURES:
            return False
        if self._now() < failures.last_at + LOCKED_SECONDS:
            return True
        self._people.forget_failures(name)
        return False

    def guest(self) -> tuple[str, str]:
        """A guest with a name of its own, for practice tables only: the name and a session's secret."""
        name = GUEST + secrets.token_hex(6)
        self._people.add(name, name, "", frozenset({Role.PLAYER}), self._now())
        self._log(signed_in(name, self._now() * 1000, accepted=True, details={"guest": True}))
        return name, self._open(name)

    def person(self, secret: str) -> Person | None:
        """Who a session or API token belongs to, while it lasts."""
        confirmed = self._confirmed
        known = confirmed.holders.get(secret) if self._passing() < confirmed.until else None
        return self._let_in(known or self._people.holder(digest(secret)))

    def confirm(self, secrets: Iterable[str]) -> set[str]:
        """Those sessions and API tokens that still let someone in; for a moment they need not be looked up again."""
        changes, until = self._changes, self._passing() + TRUSTED_SECONDS
        found = self._people.holders([digest(secret) for secret in secrets])
        held = {secret: holder for secret in secrets if (holder := found.get(digest(secret)))}
        if changes == self._changes:  # else what was read may be out of date already
            self._confirmed = _Confirmed(held, until)
        return {secret for secret, holder in held.items() if self._let_in(holder)}

    def _let_in(self, holder: Holder | None) -> Person | None:
        if holder is None or holder.user.disabled or not holder.session.valid_at(self._now()):
            return None
        return Person(holder.user.name, holder.user.roles)

    def _changed(self) -> None:
        """Someone may have been shut out, or has another role: everybody is looked up again."""
        self._changes += 1
        self._confirmed = _Confirmed()

    def new_token(self, name: str, label: str) -> str:
        """A secret by which a program acts for a person, until it is revoked."""
        secret = secrets.token_urlsafe(32)
        self._people.add_token(digest(secret), name, label, self._now())
        self._note(name, person=name, token=label)
        return secret

    def sign_out(self, secret: str) -> None:
        """Ends a session or an API token."""
        self._people.revoke(digest(secret), self._now())
        self._changed()

    def change_password(self, name: str, old: str, new: str) -> str:
        """Another password of one's own; whatever was signed in before is signed out, and a new session begins.

        A wrong old password counts like a failed sign-in.
        """
        self.sign_out(self.sign_in(name, old))
        self.change(name, name, password=new)
        return self._open(name)

    # What an administrator does

    def change(
        self,
        name: str,
        by: str,
        roles: frozenset[Role] | None = None,
        disabled: bool | None = None,
        password: str | None = None,
    ) -> User:
        """Other roles, shut out or let in again, another password: `Refused` if no administrator were left."""
        self._require(name)
        values: dict[str, object] = {} if disabled is None else {"disabled": disabled}
        told: dict[str, object] = dict(values) if roles is None else {"roles": sorted(roles), **values}
        if password is not None:
            values["password"], told["password"] = _hash(password), "changed"
        self._people.change(name, Role.ADMINISTRATOR, roles, **values)
        if password is not None:
            self._people.forget_failures(name)
        if disabled or password is not None:
            self._people.revoke_all(name, self._now())
        self._changed()
        self._note(by, person=name, **told)
        return self._require(name)

    def revoke(self, name: str, by: str) -> None:
        """Signs a person out everywhere and ends their tokens."""
        self._require(name)
        self._people.revoke_all(name, self._now())
        self._changed()
        self._note(by, person=name, signed_out=True)

    def prune(self) -> None:
        """Forgets sessions and failures that can no longer matter."""
        self._people.prune(self._now() - LOCKED_SECONDS)

    def _require(self, name: str) -> User:
        user = self._people.named(name)
        if user is None:
            raise NoSuchPerson(f"there is nobody called {name}")
        return user

    def _note(self, by: str, **what: object) -> None:
        """An entry of the audit log about people."""
        self._log(
            Draft(kind=EntryKind.COMMAND, stream="people", time=self._now() * 1000, actor=by, payload=canonical(what))
        )

    def _open(self, user_id: str) -> str:
        secret = secrets.token_urlsafe(32)
        self._people.open_session(digest(secret), user_id, self._now(), self._now() + SESSION_SECONDS)
        return secret


def digest(secret: str) -> bytes:
    """What the store keeps of a secret with full entropy."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


def _hash(password: str) -> str:
    if len(password) < SHORTEST_PASSWORD:
        tried = f"a password of {len(password)} characters"
        raise refused("the password", tried, f"{SHORTEST_PASSWORD} characters or more")
    return _HASHER.hash(password)


def _matches(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
