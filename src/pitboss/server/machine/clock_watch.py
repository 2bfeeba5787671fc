"""A watch on the machine's clock: whoever sets it back, or far ahead, is noticed.

Tables do not mind, for their time is steady; but the log's times and every report stand on this clock.
"""

import time

from pitboss.server.tables.clocks import Seconds

BACK = 1.0  # seconds that it may go back, as it does when it is kept right
AHEAD = 5.0
REMEMBERED = 24 * 3600.0


class ClockWatch:
    """Holds the machine's clock against the time that really passes."""

    def __init__(self, wall: Seconds = time.time, passing: Seconds = time.monotonic) -> None:
        self._wall = wall
        self._passing = passing
        self._apart = wall() - passing()
        self._stepped = (0.0, 0.0)  # by how much, and when by the time that passes

    def look(self) -> float:
        """By how many seconds the clock was set since the last look; 0 within what keeping it right takes."""
        apart = self._wall() - self._passing()
        step, self._apart = apart - self._apart, apart
        if -BACK <= step <= AHEAD:
            return 0.0
        self._stepped = (step, self._passing())
        return step

    @property
    def stepped(self) -> float:
        """By how much it was last set, within a day."""
        step, at = self._stepped
        return step if step and self._passing() - at < REMEMBERED else 0.0
