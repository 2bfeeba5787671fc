"""Events of a table as text in a stream."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.random_rounds import Rng, chance, play_random, tables
from pitboss.rulebooks.table_rules import Role
from pitboss.store import Commit, Store, read_table_event, write_table_event
from pitboss.table import TableEvent, replay
from pitboss.table.commands import Sit
from pitboss.table.events import RoundMoved
from table.staff import NOON, happenings, new_table, player, seated


@given(name=st.sampled_from(list(tables())), rng=chance)
@settings(max_examples=40, deadline=None)
def test_every_event_of_a_round_is_read_as_it_was_written(name: str, rng: Rng) -> None:
    for move in play_random(tables()[name], rng).events:
        event = RoundMoved(by=Role.DEALER, at=NOON, move=move)
        text = write_table_event(event)
        assert read_table_event(text) == event
        assert write_table_event(read_table_event(text)) == text


def test_a_table_is_rebuilt_from_its_stream(store: Store) -> None:
    start = new_table("ma-crazy-4")
    store.append(Commit(client="floor", command="open", stream="t1", header="{}"))
    table, sequence = start, 0
    for seat, name in enumerate(("ann", "bob"), start=1):
        happened = happenings(table, player(name, Sit, seat=seat))
        texts = tuple(map(write_table_event, happened))
        commit = Commit(client=name, command="sit", stream="t1", expected=sequence, events=texts)
        sequence = store.append(commit).next or 0
        table = replay(table, happened)
    found: list[TableEvent] = [read_table_event(stored.event) for stored in store.events("t1")]
    assert replay(start, found) == table
    assert table == seated(start, "ann", "bob")


@pytest.mark.parametrize("text", ["{}", '{"event": "unheard-of"}', "not JSON"])
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)):
        read_table_event(text)
