"""Points around every statement that is sent to a database, through SQLAlchemy or straight to the driver."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Engine, event

from pitboss.store.statements import Driver


def around_statements(before: Callable[[str], None], after: Callable[[str], None]) -> None:
    """Calls these around each statement, with its text, for as long as the process lives."""
    run = Driver.run

    def between(driver: Driver, text: str, *values: Any) -> Any:
        before(text)
        cursor = run(driver, text, *values)
        after(text)
        return cursor

    pytest.MonkeyPatch().setattr(Driver, "run", between)
    event.listen(Engine, "before_cursor_execute", lambda _c, _cursor, text, *_: before(text))
    event.listen(Engine, "after_cursor_execute", lambda _c, _cursor, text, *_: after(text))
