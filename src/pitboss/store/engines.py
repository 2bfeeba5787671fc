"""Opens SQLite and PostgreSQL so that what was acknowledged is on the disk, and one process writes at a time."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from pitboss.rulebooks import Refused, Violation
from pitboss.store.errors import NoDatabase, StoreUnavailable
from pitboss.store.statements import Driver

LOCK_SECONDS = 10.0
SQLITE = b"SQLite format 3\0"  # how each of its files begins, once there is anything in it

WriteLock = Callable[[], AbstractContextManager[None]]


class Engines(NamedTuple):
    """A database: one connection that writes, several that read, and what keeps processes from writing at once."""

    write: Engine
    read: Engine
    lock: WriteLock

    def dispose(self) -> None:
        """Closes every connection."""
        self.read.dispose()
        self.write.dispose()


def open_engines(url: str, create: bool) -> Engines:
    """The engines of a database: `sqlite:///file` or `postgresql://user@host/name`."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreUnavailable(f"{url!r} is not the address of a database: {_EXAMPLES}") from None
    match parsed.get_backend_name():
        case "sqlite":
            return _sqlite(parsed, create)
        case "postgresql" | "postgres":
            return _postgresql(parsed)
    raise StoreUnavailable(f"databases of the kind {parsed.get_backend_name()} are not supported: {_EXAMPLES}")


_EXAMPLES = "write sqlite:///file.db or postgresql://user@host/name"


def _postgresql(url: URL) -> Engines:
    url = url.set(drivername="postgresql+psycopg")
    # An idle transaction or a stuck statement must never hold up the other processes for good.
    settings = (
        "synchronous_commit=on",
        f"lock_timeout={int(LOCK_SECONDS * 1000)}",
        "statement_timeout=30000",
        "idle_in_transaction_session_timeout=30000",
    )
    options = {"options": " ".join(f"-c {setting}" for setting in settings), "connect_timeout": 5}
    common = {"pool_pre_ping": True, "connect_args": options}
    # Who waited for the lock must see what the one before wrote; who reads several tables must see one moment.
    write = create_engine(url, pool_size=1, max_overflow=0, isolation_level="READ COMMITTED", **common)
    read = create_engine(url, pool_size=4, max_overflow=4, isolation_level="REPEATABLE READ", **common)
    return Engines(write, read, nullcontext)


def _sqlite(url: URL, create: bool) -> Engines:
    file = url.database
    if not file or file == ":memory:":
        raise StoreUnavailable(f"an SQLite store is kept in a file: {_EXAMPLES}")
    _look_first(file, create)
    _only_the_owner_reads(file)
    write = create_engine(url, pool_size=1, max_overflow=0)
    read = create_engine(url, pool_size=4, max_overflow=4)
    _prepare(write, "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON")
    _prepare(read, "PRAGMA query_only=ON")
    # Said to the driver itself: it is said before everything else, and SQLAlchemy takes longer for it than SQLite does.
    event.listen(write, "begin", lambda connection: Driver(connection).run("BEGIN IMMEDIATE"))
    event.listen(read, "begin", lambda connection: Driver(connection).run("BEGIN"))
    return Engines(write, read, lambda: _file_lock(f"{file}.lock"))


def _look_first(file: str, create: bool) -> None:
    """A mistyped name may be that of any file: nothing is changed of one that is no database, not even its rights."""
    try:
        with open(file, "rb") as source:
            begins = source.read(len(SQLITE))
    except FileNotFoundError:
        begins = b""
    except OSError:  # told when it is opened for writing
        return
    if begins not in (b"", SQLITE):
        raise StoreUnavailable(f"the database {file} cannot be opened: the file is not a database")
    if not begins and not create:
        raise NoDatabase(f"there is no database {file}{' yet, only an empty file' if os.path.exists(file) else ''}")


def _only_the_owner_reads(file: str) -> None:
    """The books of a house are nobody else's; the files that SQLite puts beside one are made with its rights."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        if os.stat(file).st_mode & 0o077:
            os.chmod(file, 0o600)
    except PermissionError:  # it is another user's, who decides; if it cannot be used SQLite says why
        return
    except OSError as error:
        raise StoreUnavailable(f"the database {file} cannot be opened: {error.strerror}") from error


def _prepare(engine: Engine, *pragmas: str) -> None:
    """Python's driver would delay BEGIN until the first change; without an isolation level it leaves BEGIN to us."""

    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in (f"PRAGMA busy_timeout={int(LOCK_SECONDS * 1000)}", "PRAGMA cell_size_check=ON", *pragmas):
            connection.execute(pragma)

    event.listen(engine, "connect", connected)


@contextmanager
def _file_lock(file: str) -> Iterator[None]:
    """Keeps other processes from writing, and so from checkpointing, at the same instant.

    SQLite locks by itself, but releases before 3.51.3 can corrupt a WAL database when one connection writes while
    another checkpoints. The lock of a process that is killed goes with it.
    """
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + LOCK_SECONDS
        while not _try_lock(descriptor):
            if time.monotonic() > deadline:
                raise StoreUnavailable(f"another process has held {file} for {LOCK_SECONDS:.0f} seconds")
            time.sleep(0.001)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def unavailable(error: Exception) -> StoreUnavailable | None:
    """The one line for a database that cannot be used now, if that is what an error means."""
    if isinstance(error, StoreUnavailable):
        return error
    ours = isinstance(error, IntegrityError | DataError | ProgrammingError) and not error.connection_invalidated
    if ours or not isinstance(error, DBAPIError | PoolTimeout | OSError):
        return None
    cause = error.orig if isinstance(error, DBAPIError) else error
    line = " ".join(str(cause).split())
    return StoreUnavailable(f"the database cannot be used now: {line}; the command can be sent again")


def unfit(error: Exception) -> Refused | None:
    """The refusal of a value that the database can neither keep nor look up, if that is what an error means."""
    if not isinstance(error, DataError):
        return None
    tried, allowed = "a text or number that it cannot hold", "printable letters, and numbers of a common size"
    says = f"It cannot hold this text or number; use {allowed}."
    return Refused(Violation(rulebook="", clause="", where="the database", tried=tried, allowed=allowed, says=says))


@contextmanager
def translated() -> Iterator[None]:
    """Turns what the database raises when it cannot be used, or not for this, into one of our own errors."""
    try:
        yield
    except Exception as error:
        found = unavailable(error) or unfit(error)
        if found is None:
            raise
        raise found from error
