"""Accounts: passwords hashed with Argon2, sessions that expire and can be revoked, lockout, API tokens."""

import hashlib
import re
import secrets
from collections.abc import Callable

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.audit import Draft, signed_in
from pitboss.server.permissions import Role
from pitboss.server.spec import refused
from pitboss.store import People

NAME = re.compile("[a-z0-9][a-z0-9._-]{1,31}")
SHORTEST_PASSWORD = 12
SESSION_SECONDS = 12 * 3600
MOST_FAILURES = 5
LOCKED_SECONDS = 15 * 60
GUEST = "guest-"

_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash(secrets.token_hex())  # so that an unknown name takes as long as a wrong password


class Person(msgspec.Struct, frozen=True):
    """Someone who is signed in."""

    name: str
    roles: frozenset[str]


class SignInFailed(Exception):
    """Name or password are wrong, or there were too many failures."""


class Accounts:
    """Who can sign in. `log` keeps every sign-in, accepted or not."""

    def __init__(self, people: People, now: Callable[[], int], log: Callable[[Draft], None]) -> None:
        self._people = people
        self._now = now
        self._log = log

    def add(self, name: str, password: str, roles: frozenset[Role]) -> None:
        """A new person; `Refused` if name or password will not do."""
        if not NAME.fullmatch(name) or name.startswith(GUEST):
            raise refused("the name", repr(name), "2 to 32 small letters, digits, dots and dashes, not a guest's")
        self._add(name, _hash(password), roles)

    def sign_in(self, name: str, password: str) -> str:
        """A new session's secret; `SignInFailed` says no more than that."""
        failures = self._people.failures(name)
        user = self._people.named(name)
        locked = failures.count >= MOST_FAILURES and self._now() < failures.last_at + LOCKED_SECONDS
        right = _matches(user.password if user else _NOBODY, password)
        accepted = user is not None and right and not locked and not user.disabled
        self._log(signed_in(name[:64], self._now() * 1000, accepted=accepted, details={"locked": locked}))
        if user is None or not accepted:
            self._people.failed(name, self._now())
            raise SignInFailed
        self._people.forget_failures(name)
        return self._open(user.id)

    def guest(self) -> tuple[str, str]:
        """A guest with a name of its own, for practice tables only: the name and a session's secret."""
        name = GUEST + secrets.token_hex(6)
        self._add(name, "", frozenset({Role.PLAYER}))
        self._log(signed_in(name, self._now() * 1000, accepted=True, details={"guest": True}))
        return name, self._open(name)

    def person(self, secret: str) -> Person | None:
        """Who a session or API token belongs to, while it lasts."""
        token = digest(secret)
        session = self._people.session(token) or self._people.api_token(token)
        if session is None or not session.valid_at(self._now()):
            return None
        user = self._people.user(session.user_id)
        return None if user is None or user.disabled else Person(user.name, user.roles)

    def new_token(self, name: str, label: str) -> str:
        """A secret by which a program acts for a person, until it is revoked."""
        secret = secrets.token_urlsafe(32)
        self._people.add_token(digest(secret), name, label, self._now())
        return secret

    def sign_out(self, secret: str) -> None:
        """Ends a session."""
        self._people.revoke(digest(secret), self._now())

    def shut_out(self, name: str, disabled: bool) -> None:
        """Disables a person, who is signed out everywhere, or lets them in again."""
        self._people.set_disabled(name, disabled)
        if disabled:
            self._people.revoke_all(name, self._now())

    def set_roles(self, name: str, roles: frozenset[Role]) -> None:
        """Exactly these roles from now on."""
        self._people.set_roles(name, roles)

    def _add(self, name: str, password: str, roles: frozenset[Role]) -> None:
        self._people.add(name, name, password, roles, self._now())

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
