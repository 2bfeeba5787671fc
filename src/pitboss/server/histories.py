"""Rounds that are over, read back from a table's stream."""

from pitboss.games import RoundEvent
from pitboss.server.stream import read_event
from pitboss.store import Store
from pitboss.table.events import RoundEnded, RoundMoved, RoundOpened


def round_moves(store: Store, table: str, number: int) -> list[RoundEvent] | None:
    """The events of a round, counted from 1; None while it is not over."""
    moves: list[RoundEvent] = []
    rounds = 0
    for stored in store.events(table):
        event = read_event(stored.event)
        if isinstance(event, RoundOpened):
            rounds += 1
        elif rounds == number and isinstance(event, RoundMoved):
            moves.append(event.move)
        elif rounds == number and isinstance(event, RoundEnded):
            return moves
    return None
