"""What the log says of the machine: starts and stops, its program, its clock and its random source."""

from pitboss.audit.format import LogEvent


class ServerStarted(LogEvent, frozen=True, kw_only=True):
    """In the stream `machine`: a server began to serve; with what program, which settings and which keys.

    `digest` is over the hashes of all its files, `signed_by` the key of the manifest they were held against, or "".
    `keys` are fingerprints. `changed` names settings, keys and the program where they are others than the last time.
    """

    version: str
    files: int
    digest: str
    signed_by: str
    settings: dict[str, str]
    keys: dict[str, str]
    changed: tuple[str, ...]


class ServerStopped(LogEvent, frozen=True, kw_only=True):
    """A server stopped as it was told to; a start without one before it follows a crash."""


class LogArchived(LogEvent, frozen=True, kw_only=True):
    """Entries of the log, from a number up to a size, were written to an archive with a seal over this root.

    `digest` is the SHA-256 of the file.
    """

    file: str
    first: int
    size: int
    root: str
    digest: str


class ProgramVerified(LogEvent, frozen=True, kw_only=True):
    """Somebody had the files of the program looked at."""

    version: str
    files: int
    digest: str
    signed_by: str
    faults: tuple[str, ...]


class RandomSourceFailed(LogEvent, frozen=True, kw_only=True):
    """The machine's source of randomness failed a health test."""

    fault: str


class RandomSourceSound(LogEvent, frozen=True, kw_only=True):
    """The source of randomness passes its tests again, and rounds are begun again."""


class ClockStepped(LogEvent, frozen=True, kw_only=True):
    """The machine's clock was set, by so many seconds: below zero, back."""

    seconds: str


class TableSetAside(LogEvent, frozen=True, kw_only=True):
    """The house fails at a table, whose clocks stand still; the others go on."""

    table: str
    why: str


class TableServedAgain(LogEvent, frozen=True, kw_only=True):
    """A table that was set aside is served again."""

    table: str
