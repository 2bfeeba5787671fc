"""Entries of the log as they lie in the database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit.recorder import attempt
from pitboss.cards import Card
from pitboss.engine.actions import Deal
from pitboss.rulebooks import SHIPPED, terms_for
from pitboss.rulebooks.table_rules import Cards, Role
from pitboss.store import Commit, Store, appending
from pitboss.store.packing import packed, unpacked
from pitboss.table import open_table
from pitboss.table.commands import Play
from store.facts import draft, logged


@given(st.binary(max_size=5000))
def test_what_is_packed_comes_out_as_it_was(entry: bytes) -> None:
    assert unpacked(packed(entry)) == entry


@given(st.binary(max_size=200))
def test_what_nobody_packed_stays_as_it_is(stored: bytes) -> None:
    assert unpacked(b"{" + stored) == b"{" + stored
    damaged = b"\x01\x07" + stored  # a block of a kind there is not
    assert unpacked(damaged) == damaged


@given(st.binary(min_size=1, max_size=200))
def test_what_is_cut_short_is_no_entry(entry: bytes) -> None:
    stored = packed(entry)
    assert unpacked(stored[:-1]) == stored[:-1]


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_an_entry_takes_less_than_half_of_its_bytes(rulebook: str) -> None:
    """The commonest entry of all, with a rulebook's hash that no word can be known of beforehand."""
    table = open_table(terms_for(rulebook), Cards.VIRTUAL)
    deal = Play(by=Role.SYSTEM, at=1_790_000_000, action=Deal((Card.parse("Kd"),)))
    entry = attempt("monday-night", table, deal, "system", 1_790_000_000_123).drafts[0].numbered(1_234_567, 8_901)
    assert len(packed(entry)) < len(entry) / 2


def test_entries_of_before_are_read_beside_packed_ones(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(appending, "packed", lambda entry: entry)
        store.append(Commit(client="ann", command="1", log=(draft("plain"),)))
    store.append(Commit(client="ann", command="2", log=(draft("packed"),)))
    assert logged(store) == ["plain", "packed"]
    assert [row.entry for row in store.log_rows()] == store.log()
