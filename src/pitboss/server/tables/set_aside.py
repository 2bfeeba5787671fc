"""Tables at which the house fails: whatever is wrong with one of them must not stop the clocks of the others."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitboss.audit.format import LogEvent
from pitboss.audit.machine_format import TableServedAgain, TableSetAside
from pitboss.rulebooks import Refused
from pitboss.server import metrics
from pitboss.store import StoreError

logger = logging.getLogger("pitboss.room")


class SetAside:
    """Tables that are set aside, each with what is wrong; log and figures say so, and `later` has them tried again."""

    def __init__(self, tell: Callable[[LogEvent], None], later: Callable[[str], None]) -> None:
        self._tell = tell
        self._later = later
        self.tables: dict[str, str] = {}

    @contextmanager
    def minding(self, name: str) -> Iterator[None]:
        """Sets a table aside if what is done at it fails; that the database is away is no fault of a table."""
        try:
            yield
        except StoreError:
            raise
        except Exception as error:
            why = str(error) if isinstance(error, Refused) else type(error).__name__
            logger.error("the house fails", extra={"table": name, "why": why}, exc_info=error)
            if name not in self.tables:
                self._tell(TableSetAside(table=name, why=why))
            self.tables[name] = why
            metrics.set_aside.set(len(self.tables))
            self._later(name)

    def mended(self, name: str) -> None:
        """The house could do what is due at a table."""
        if self.tables.pop(name, None) is not None:
            self._tell(TableServedAgain(table=name))
            metrics.set_aside.set(len(self.tables))
