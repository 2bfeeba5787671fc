"""Accounts: passwords hashed with Argon2, sessions that expire and can be revoked, lockout, API tokens."""

import hashlib
import hmac
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
from pitboss.server.people.permissions import STAFF, Denied, Role, apart, met
from pitboss.server.people.second_factor import step_of
from pitboss.server.people.tries import DEVICE, LONGEST_LOCK, Tries, counted_under
from pitboss.store import People
from pitboss.store.people import Holder, User

NAME = re.compile("[a-z0-9][a-z0-9._-]{1,31}")
SHORTEST_PASSWORD = 12
SESSION_SECONDS = 12 * 3600
GUEST_SECONDS = 4 * 3600
TRUSTED_SECONDS = 3.0
IDLE_SECONDS = 2 * 3600
STAFF_IDLE_SECONDS = 30 * 60
SEEN_SECONDS = 60  # how often it is noted that a session is used
MOST_TOKENS = 50  # of a person, at a time
READ = "read"  # the scope of a token that changes nothing
GUEST = "guest-"
COMPUTER = "computer-"  # players that the server itself plays
SYSTEM = "system"
NOT_PEOPLE = frozenset({SYSTEM, "house", "room", "nobody"})
"""Names the server itself uses, in the store and in the log."""

EXCLUDED = "you have excluded yourself from play, and nobody can end that early; the cage pays out what you have"

_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash(secrets.token_hex())  # so that an unknown name takes as long as a wrong password


class Person(msgspec.Struct, frozen=True):
    """Someone who is signed in."""

    name: str
    roles: frozenset[str]
    must_change: bool = False  # nothing else is open before the password is changed
    scope: str = ""  # of a token: "" for everything, or `READ`


class NoSuchPerson(LookupError):
    """There is nobody of that name."""


class SignInFailed(Exception):
    """Name, password or number are wrong, or there were too many failures."""


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
        excluded: Callable[[str, bool], bool] = lambda name, fresh: False,
        device_key: bytes = b"",
    ) -> None:
        self._people = people
        self._tries = Tries(people, now)
        self._now = now
        self._log = log
        self._passing = passing
        self._excluded = excluded  # who takes no part in any game, by their own wish
        self._device_key = device_key or secrets.token_bytes(32)
        self._confirmed = _Confirmed()
        self._changes = 0
        self._noted: dict[str, int] = {}

    def add(self, name: str, password: str, roles: frozenset[Role], by: str = SYSTEM, *, printed: bool = False) -> None:
        """A new person; `Refused` if name or password will not do. A password others have seen is changed first."""
        if not NAME.fullmatch(name) or name.startswith((GUEST, COMPUTER)) or name in NOT_PEOPLE:
            allowed = "2 to 32 small letters, digits, dots and dashes"
            says = f"A name has {allowed}, and is not one that guests or the house use; {name!r} was given."
            raise refused("the name", repr(name), allowed, says=says)
        refuse_roles(roles)
        self._people.add(name, name, hash_of(password), roles, self._now())
        if printed or by != SYSTEM:
            self._people.set(name, must_change=True)
        self._note(by, person=name, roles=sorted(roles), new=True)

    def sign_in(self, name: str, password: str, address: str = "", number: str = "", device: str = "") -> str:
        """A new session's secret; `SignInFailed` says no more than that."""
        user = self._people.named(name)
        keys = counted_under(name, DEVICE if user is not None and self._knows(user, device) else address)
        locked = self._tries.locked(keys)
        right = _matches(user.password if user else _NOBODY, password) and user is not None
        right = right and not locked and self._second(user, number)
        accepted = user is not None and right and not user.disabled
        shut_out = user is not None and accepted and not self._roles(user, fresh=True) and bool(user.roles)
        told = {"locked": locked, **({"excluded": True} if shut_out else {})}
        self._log(signed_in(name, self._now() * 1000, accepted=accepted and not shut_out, details=told))
        if user is None or not accepted:
            raise SignInFailed
        if shut_out:
            raise Denied(EXCLUDED)
        self._tries.forgive(keys)
        self._people.signed_in(user.id, self._now())
        return self._open(user.id)

    def device_of(self, name: str) -> str:
        """What a browser keeps of somebody who signed in there, until the password is another."""
        return self._device_of(self.require(name))

    def _device_of(self, user: User) -> str:
        told = "\n".join(("pitboss/device/1", user.name, user.password))
        return hmac.new(self._device_key, told.encode(), hashlib.sha256).hexdigest()

    def _knows(self, user: User, device: str) -> bool:
        return hmac.compare_digest(self._device_of(user).encode(), device.encode("utf-8", "replace"))

    def _second(self, user: User | None, number: str) -> bool:
        """Whether the second factor is right, where there is one; each of its numbers is good once."""
        if user is None or not user.totp:
            return user is not None
        step = step_of(user.totp, number, self._now(), user.totp_step)
        if step is None:
            return False
        self._people.set(user.id, totp_step=step)
        return True

    def guest(self) -> tuple[str, str]:
        """A guest with a name of its own, for practice tables only: the name and a session's secret."""
        name, secret, now = GUEST + secrets.token_hex(6), secrets.token_urlsafe(32), self._now()
        # At once with the session: a guest without one is gone, and whichever server sees that first forgets them.
        self._people.add(name, name, "", frozenset({Role.PLAYER}), now, (digest(secret), now + GUEST_SECONDS))
        self._log(signed_in(name, now * 1000, accepted=True, details={"guest": True}))
        return name, secret

    def person(self, secret: str) -> Person | None:
        """Who a session or API token belongs to, while it lasts."""
        confirmed = self._confirmed
        known = confirmed.holders.get(secret) if self._passing() < confirmed.until else None
        found = self._let_in(known or self._people.holder(digest(secret)))
        if found is not None:
            self._seen([secret])
        return found

    def confirm(self, secrets: Iterable[str]) -> set[str]:
        """Those sessions and API tokens that still let someone in; for a moment they need not be looked up again."""
        changes, until = self._changes, self._passing() + TRUSTED_SECONDS
        found = self._people.holders([digest(secret) for secret in secrets])
        held = {secret: holder for secret in secrets if (holder := found.get(digest(secret)))}
        if changes == self._changes:  # else what was read may be out of date already
            self._confirmed = _Confirmed(held, until)
        inside = {secret for secret, holder in held.items() if self._let_in(holder)}
        self._seen(inside)
        return inside

    def _seen(self, secrets: Iterable[str]) -> None:
        """Sessions are used; it is noted once a minute."""
        now = self._now()
        late = [secret for secret in secrets if now >= self._noted.get(secret, 0) + SEEN_SECONDS]
        if late:
            self._noted = {secret: at for secret, at in self._noted.items() if now < at + SEEN_SECONDS}
            self._noted |= dict.fromkeys(late, now)
            self._people.seen([digest(secret) for secret in late], now)

    def _let_in(self, holder: Holder | None) -> Person | None:
        now = self._now()
        if holder is None or holder.user.disabled or not holder.session.valid_at(now) or _idle(holder, now):
            return None
        roles = self._roles(holder.user)
        if not roles and holder.user.roles:
            return None
        return Person(holder.user.name, roles, holder.user.must_change, holder.session.scope)

    def _roles(self, user: User, *, fresh: bool = False) -> frozenset[str]:
        """What someone is to the house now: who is excluded is no player, whatever else he is."""
        return user.roles - {Role.PLAYER} if self._excluded(user.name, fresh) else user.roles

    def _changed(self) -> None:
        """Someone may have been shut out, or has another role: everybody is looked up again."""
        self._changes += 1
        self._confirmed = _Confirmed()

    def new_token(self, name: str, label: str, scope: str = "", expires_at: int | None = None) -> str:
        """A secret by which a program acts for a person, until it expires or is revoked."""
        lasting = [kept for _, kept in self._people.tokens(name) if kept.valid_at(self._now())]
        if len(lasting) >= MOST_TOKENS:
            says = f"You have {MOST_TOKENS} tokens that last, which is the most; end one first."
            raise refused("the tokens", f"token {len(lasting) + 1}", f"{MOST_TOKENS} at a time", says=says)
        secret = secrets.token_urlsafe(32)
        self._people.add_token(digest(secret), name, label, self._now(), expires_at, scope)
        self._note(name, person=name, token=label, scope=scope or "everything", expires=expires_at)
        return secret

    def end_token(self, name: str, id: str) -> None:
        """Ends one of a person's own API tokens."""
        found = [token for token, _ in self._people.tokens(name) if token_id(token) == id]
        if not found:
            raise NoSuchPerson(f"{name} has no token {id}")
        self._people.revoke(found[0], self._now())
        self._changed()
        self._note(name, person=name, ended=id)

    # The second factor

    def has_second_factor(self, name: str) -> bool:
        """Whether a number is asked for when someone signs in."""
        user = self._people.named(name)
        return user is not None and bool(user.totp)

    def take_second_factor(self, name: str, secret: str, number: str) -> None:
        """The second factor is in force from now on; `Refused` if the number is not one of this secret."""
        step = step_of(secret, number, self._now(), 0)
        if step is None:
            says = "That is not the number your app shows now."
            raise refused("the second factor", "that number", "the one that the app shows now", says=says)
        self._people.set(name, totp=secret, totp_step=step)
        self._note(name, person=name, second_factor="taken")

    def drop_second_factor(self, name: str, by: str) -> None:
        """Someone has lost the app: an administrator lets them in without it."""
        self.require(name)
        self._people.set(name, totp="", totp_step=0)
        self._note(by, person=name, second_factor="dropped")

    def sign_out(self, secret: str) -> None:
        """Ends a session or an API token."""
        self._people.revoke(digest(secret), self._now())
        self._changed()

    def change_password(self, name: str, old: str, new: str) -> str:
        """Another password of one's own; whatever was signed in before is signed out, and a new session begins.

        A wrong old password counts like a failed sign-in from a browser that is known.
        """
        user = self.require(name)
        if not user.password:
            raise Denied("a guest has no password")
        keys = counted_under(name, DEVICE)
        if self._tries.locked(keys) or not _matches(user.password, old):
            raise SignInFailed
        self._tries.forgive(keys)
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
        hashed: str | None = None,
    ) -> User:
        """Other roles, shut out or let in again, another password: `Refused` if no administrator were left.

        A password may come hashed already, as `hash_of` did it.
        """
        user = self.require(name)
        if roles is not None:
            refuse_roles(roles)
            if by == name and roles - user.roles:
                tried = f"{', '.join(sorted(roles - user.roles))} for oneself"
                says = "You cannot give roles to yourself; another administrator must."
                raise refused("the roles", tried, "another person to give them", says=says)
        values: dict[str, object] = {} if disabled is None else {"disabled": disabled}
        told: dict[str, object] = dict(values) if roles is None else {"roles": sorted(roles), **values}
        hashed = hashed if password is None else hash_of(password)
        if hashed is not None:
            values["password"], told["password"] = hashed, "changed"
            values["must_change"] = by not in (name, SYSTEM)
        self._people.change(name, Role.ADMINISTRATOR, roles, **values)
        if hashed is not None:
            self._tries.forget_name(name)
        if disabled or hashed is not None:
            self._people.revoke_all(name, self._now())
        self._changed()
        self._note(by, person=name, **told)
        return self.require(name)

    def reset(self, name: str, password: str, role: Role) -> None:
        """On the machine itself: someone is let in again with a role, a given password and no second factor."""
        user = self.require(name)
        held = frozenset({*map(Role, user.roles), role})
        self.change(name, SYSTEM, frozenset({role}) if met(held) else held, False, password)
        self._people.set(name, must_change=True, totp="", totp_step=0)
        self._tries.forget_addresses()  # wherever they sign in from
        self._note(SYSTEM, person=name, reset=True)

    def held(self, name: str) -> User | None:
        """Someone as they are kept, if there is such a person."""
        return self._people.named(name)

    def see_exclusion(self, name: str) -> bool:
        """Whether someone has excluded himself; from now on this process knows it."""
        return self._excluded(name, True)

    def part_roles(self) -> list[str]:
        """Takes roles that must not meet from whoever was given them by an earlier release; a sentence each."""
        told = []
        for user in self._people.users():
            pair = met(user.roles)
            if pair is not None:
                self.change(user.name, SYSTEM, frozenset(map(Role, apart(user.roles))))
                both = " and ".join(sorted(pair))
                told.append(f"{user.name} was both {both}, which must not meet: an administrator gives the roles anew")
        return told

    def revoke(self, name: str, by: str) -> None:
        """Signs a person out everywhere and ends their tokens."""
        self.require(name)
        self._people.revoke_all(name, self._now())
        self._changed()
        self._note(by, person=name, signed_out=True)

    def prune(self) -> None:
        """Forgets sessions and failures that can no longer matter."""
        self._people.prune(self._now() - LONGEST_LOCK)

    def require(self, name: str) -> User:
        """Someone as they are kept; `NoSuchPerson` if there is nobody of that name."""
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


def refuse_roles(roles: frozenset[Role]) -> None:
    """`Refused` where roles meet that must not."""
    pair = met(roles)
    if pair is not None:
        both = " and ".join(sorted(pair))
        says = f"One person cannot be both {both}."
        raise refused("the roles", f"{both} in one person", "each in a person of its own", says=says)


def concerns_staff(user: User | None, roles: frozenset[Role] | None, let_in: bool, *, shut_out: bool) -> bool:
    """Whether a change could give somebody the powers of the staff, or leave one administrator without another.

    So do roles of the staff that are given, whatever lets somebody in who has them, and an administrator who goes.
    """
    held = frozenset() if user is None else user.roles
    given = (roles or frozenset()) - held
    administers = Role.ADMINISTRATOR in held
    goes = administers and (shut_out or (roles is not None and Role.ADMINISTRATOR not in roles))
    return bool(given & STAFF) or (let_in and bool(held & STAFF)) or goes


def token_id(token: bytes) -> str:
    """By what a token is told from others, without telling it."""
    return token.hex()[:12]


def _idle(holder: Holder, now: int) -> bool:
    """Whether a session has not been used for long; a token of a program has no such end."""
    session, staff = holder.session, bool(holder.user.roles - {Role.PLAYER})
    return session.seen_at > 0 and now > session.seen_at + (STAFF_IDLE_SECONDS if staff else IDLE_SECONDS)


def digest(secret: str) -> bytes:
    """What the store keeps of a secret with full entropy."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


def hash_of(password: str) -> str:
    """What is kept of a password; `Refused` if it is too short."""
    if len(password) < SHORTEST_PASSWORD:
        tried = f"a password of {len(password)} characters"
        allowed = f"{SHORTEST_PASSWORD} characters or more"
        raise refused("the password", tried, allowed, says=f"A password needs {allowed}; this one has {len(password)}.")
    return _HASHER.hash(password)


def _matches(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
