"""What each person decided before the coach: a book for each account, of which the latest decisions are kept."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, delete, insert, select, update

from pitboss.store import schema

Change = Callable[[Connection], Any]
Word = Annotated[str, Meta(max_length=60)]
Card = Annotated[str, Meta(pattern="^[2-9TJQKA][cdhs]$")]
Cards = Annotated[tuple[Card, ...], Meta(max_length=20)]

MOST_KEPT = 500


class SeenCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that a decision turned up and what was chosen there; without a decision, cards open from the deal."""

    decision: Word | None
    choice: Word | None
    cards: Cards


class Decided(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A decision at a practice table or in the drill, and what it gave away in antes, exactly and nearly."""

    where: Literal["table", "drill"]
    rulebook: Word
    decision: Word
    cards: Cards
    shown: Annotated[tuple[SeenCards, ...], Meta(max_length=20)]
    chosen: Word
    best: Word
    exact: Annotated[str, Meta(max_length=200)]
    cost: Annotated[float, Meta(ge=0)]
    time: Annotated[int, Meta(ge=0, le=2**53)]


class CoachBooks:
    """The books of everyone."""

    def __init__(
        self, reading: Callable[[], AbstractContextManager[Connection]], change: Callable[[Change], Any]
    ) -> None:
        self._reading, self._change = reading, change

    def of(self, user: str) -> list[Decided]:
        """A person's decisions, the latest last."""
        with self._reading() as connection:
            return _found(connection, user) or []

    def add(self, user: str, decisions: list[Decided]) -> None:
        """Writes some more; the oldest go where there are too many."""
        table = schema.coach_books

        def change(connection: Connection) -> None:
            before = _found(connection, user)
            text = msgspec.json.encode([*(before or []), *decisions][-MOST_KEPT:]).decode()
            if before is None:
                connection.execute(insert(table), [{"user_id": user, "decisions": text}])
            else:
                connection.execute(update(table).where(table.c.user_id == user).values(decisions=text))

        self._change(change)

    def clear(self, user: str) -> None:
        """A new book."""
        table = schema.coach_books
        self._change(lambda connection: connection.execute(delete(table).where(table.c.user_id == user)))


def _found(connection: Connection, user: str) -> list[Decided] | None:
    table = schema.coach_books
    text = connection.scalar(select(table.c.decisions).where(table.c.user_id == user))
    return None if text is None else msgspec.json.decode(text, type=list[Decided])
