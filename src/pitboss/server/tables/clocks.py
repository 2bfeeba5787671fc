"""Time as the tables count it: it never jumps, and it stands still for players while nobody could serve them."""

import time
from collections.abc import Callable

MOST_CORRECTED = 0.1  # of the time that passes
LONGEST_AWAY = 3.0  # seconds; beyond that, players have lost time that was theirs

Seconds = Callable[[], float]


class SteadyClock:
    """The machine's clock without its jumps.

    When the machine's clock is set forwards or backwards, this one goes up to a tenth faster or slower until both
    agree again: events stay in order, and nobody's time is up for it. It begins no earlier than `at_least`.
    """

    def __init__(self, at_least: float = 0, wall: Seconds = time.time, passing: Seconds = time.monotonic) -> None:
        self._wall = wall
        self._passing = passing
        self._now = max(wall(), at_least)
        self._passed = passing()

    def __call__(self) -> float:
        """Seconds since the beginning of 1970, or nearly so."""
        passed = self._passing()
        gone = passed - self._passed
        apart = self._wall() - (self._now + gone)
        most = gone * MOST_CORRECTED
        self._now += gone + min(max(apart, -most), most)
        self._passed = passed
        return self._now


class Attendance:
    """Whether a process was there for its tables all the time, with a database that takes what they write."""

    def __init__(self, at: int, passing: Seconds = time.monotonic) -> None:
        self._passing = passing
        self._last = passing()
        self._since = at

    def confirm(self, at: int) -> None:
        """It is there, at this second at the tables."""
        self._since = self.since(at)
        self._last = self._passing()

    def since(self, at: int) -> int:
        """Since which second it has been there; this very one, if it was away."""
        return at if self._passing() - self._last > LONGEST_AWAY else self._since
