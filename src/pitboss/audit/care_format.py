"""What the log tells of players' own protection: the streams `care/` with the name of each player."""

from pitboss.audit.format import LogEvent
from pitboss.care import Limit
from pitboss.money import Amount

CARE_STREAM = "care/"  # and the name of the player


class LimitChosen(LogEvent, frozen=True, kw_only=True):
    """A player chose a limit, in force from a second on; `figure` is cents or seconds, None for no limit any more."""

    player: str
    practice: bool
    limit: Limit
    figure: int | None
    effective: int


class RealityCheckChosen(LogEvent, frozen=True, kw_only=True):
    """A player chose how often to be told of time and money; 0 for never."""

    player: str
    practice: bool
    seconds: int


class RealityCheckSeen(LogEvent, frozen=True, kw_only=True):
    """A player was told, and goes on: of the time since the last check and in the session, and of what was won."""

    player: str
    practice: bool
    seconds: int
    result: Amount
    session_seconds: int
    session_result: Amount


class CoolingOffBegun(LogEvent, frozen=True, kw_only=True):
    """A player takes no part in any game until a second."""

    player: str
    until: int


class SelfExcluded(LogEvent, frozen=True, kw_only=True):
    """A player excluded himself until a second; nobody can make that earlier."""

    player: str
    until: int


CareEvent = LimitChosen | RealityCheckChosen | RealityCheckSeen | CoolingOffBegun | SelfExcluded
