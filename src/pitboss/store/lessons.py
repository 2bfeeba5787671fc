"""How far each person has come in the dealer school: by rulebook and kind of drill, how many, how well, how fast."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from pitboss.store import schema

Change = Callable[[Connection], Any]


class Lesson(msgspec.Struct, frozen=True):
    """What a person has done of one kind of drill under one rulebook."""

    rulebook: str
    kind: str
    asked: int = 0
    right: int = 0
    milliseconds: int = 0  # for all of them
    streak: int = 0  # right ones in a row, up to now
    best: int = 0  # the longest such row

    def after(self, right: bool, milliseconds: int) -> "Lesson":
        """One more answer."""
        streak = self.streak + 1 if right else 0
        return Lesson(
            rulebook=self.rulebook,
            kind=self.kind,
            asked=self.asked + 1,
            right=self.right + right,
            milliseconds=self.milliseconds + milliseconds,
            streak=streak,
            best=max(self.best, streak),
        )


class Lessons:
    """The lessons of everyone."""

    def __init__(
        self, reading: Callable[[], AbstractContextManager[Connection]], change: Callable[[Change], Any]
    ) -> None:
        self._reading, self._change = reading, change

    def of(self, user: str) -> list[Lesson]:
        """A person's lessons."""
        with self._reading() as connection:
            return _found(connection, user)

    def answered(self, user: str, rulebook: str, kind: str, right: bool, milliseconds: int) -> Lesson:
        """Keeps one more answer; the lesson after it."""
        table = schema.lessons

        def change(connection: Connection) -> Lesson:
            held = {(one.rulebook, one.kind): one for one in _found(connection, user)}
            lesson = held.get((rulebook, kind), Lesson(rulebook, kind)).after(right, milliseconds)
            row = msgspec.structs.asdict(lesson)
            if (rulebook, kind) in held:
                own = (table.c.user_id == user, table.c.rulebook == rulebook, table.c.kind == kind)
                connection.execute(update(table).where(*own).values(row))
            else:
                connection.execute(insert(table), [{"user_id": user, **row}])
            return lesson

        found: Lesson = self._change(change)
        return found


def _found(connection: Connection, user: str) -> list[Lesson]:
    table = schema.lessons
    rows = connection.execute(select(table).where(table.c.user_id == user).order_by(table.c.rulebook, table.c.kind))
    return [Lesson(**{name: getattr(row, name) for name in Lesson.__struct_fields__}) for row in rows]
