"""The machine's source of randomness under its health tests: while it fails them, nothing is dealt by what it gives."""

import os
import threading
from collections.abc import Callable

from pitboss.audit.random_health import STARTUP, RandomHealth
from pitboss.books.table_spec import refused


class RandomSource:
    """A source and what was last found of it; `news` are the findings that nobody has told of yet, "" where sound."""

    def __init__(self, read: Callable[[int], bytes] = os.urandom) -> None:
        self.fault = ""
        self.news: list[str] = []
        self._read = read
        self._health = RandomHealth()
        self._looking = threading.Lock()  # tables are opened beside the one that deals

    def look(self) -> None:
        """Tests what it gives now. After a failure the tests begin anew, as at a start."""
        with self._looking:
            fault = self._health.look(self._read(STARTUP)) or ""
            if fault:
                self._health = RandomHealth()
            if bool(fault) != bool(self.fault):
                self.news.append(fault)
            self.fault = fault

    def require(self) -> None:
        """`Refused` unless it passes its tests at this moment."""
        self.look()
        if self.fault:
            says = f"The machine's source of randomness fails its tests ({self.fault}); nothing is drawn from it."
            raise refused("the machine's source of randomness", self.fault, "one that passes its tests", says=says)
