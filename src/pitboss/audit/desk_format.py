"""What the log tells of the desk and the cage: papers that people answer for, in the stream `reports`."""

from pitboss.audit.format import LogEvent
from pitboss.money import Amount

REPORTS_STREAM = "reports"


class ShiftSigned(LogEvent, frozen=True, kw_only=True):
    """Someone signed the close of a shift; `digest` is of all its figures, and `win` what each money brought."""

    since: int  # seconds
    until: int
    digest: str
    win: dict[str, Amount]


class DrawerCounted(LogEvent, frozen=True, kw_only=True):
    """The cash in the drawer was counted at the end of a day; `books` is what should have been there."""

    day: str
    counted: Amount
    books: Amount
