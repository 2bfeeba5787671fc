"""The secret keys of a server, each in a file that only its owner can read."""

import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from pitboss.audit import Entry, Signer
from pitboss.books.table_spec import refused
from pitboss.store import Store

LOG_KEY = "log.key"
LOG_KEY_BYTES = 32


OPENED_WITH = "the key this database's log was opened with"


def secret_key(file: Path, length: int) -> bytes:
    """A key from its file; a new one where there is none, whole or not at all. `Refused` if it is no key."""
    if not file.exists():
        _make(file, length)
    key = file.read_bytes()
    if len(key) != length:
        says = f"This is not a key: it has {len(key)} bytes, and a key has {length}. Bring back the one that was there."
        raise refused(str(file), f"a key of {len(key)} bytes", f"the key that was there, of {length} bytes", says=says)
    return key


def fingerprint(file: Path) -> str:
    """By what a key is told from others, without telling it."""
    return hashlib.sha256(b"pitboss fingerprint\n" + file.read_bytes()).hexdigest()[:16]


def _make(file: Path, length: int) -> None:
    made = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
        target.write(secrets.token_bytes(length))
        target.flush()
        os.fsync(target.fileno())
    with suppress(FileExistsError):  # another process that starts may have been first
        os.link(made, file)
    made.unlink()


def log_signer(file: Path, store: Store) -> Signer:
    """Who signs the log of a store; `Refused` without the key the log was opened with, which no other can replace."""
    opened = store.log(0, 1)
    return _signer(file, _public_key(opened[0]) if opened else "")


def require_log_key(file: Path, public_key: str) -> None:
    """`Refused` without the key of a log that is to come here; where it has none, any will do."""
    if public_key:
        _signer(file, public_key)


def _signer(file: Path, public_key: str) -> Signer:
    """Who signs with a key that a log may have been opened with; a new one where there is neither."""
    if public_key and not file.exists():
        raise refused(str(file), "no key", OPENED_WITH, says=f"The key is missing. Bring back {OPENED_WITH}.")
    signer = Signer(secret_key(file, LOG_KEY_BYTES))
    if public_key not in ("", signer.public_key.hex()):
        raise refused(str(file), "another key", OPENED_WITH, says=f"This is another key. Bring back {OPENED_WITH}.")
    return signer


def _public_key(entry: bytes) -> str:
    return str(msgspec.json.decode(entry, type=Entry).payload["public_key"])
