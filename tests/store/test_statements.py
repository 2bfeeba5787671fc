"""Many rows go in by few statements, and none is lost between them."""

from typing import Any

import pytest

from pitboss.money import Amount
from pitboss.store import HOUSE, Commit, Store, fill
from pitboss.store.statements import MOST_ROWS, _pieces
from store.facts import happened, logged, said


@pytest.mark.parametrize("count", [0, 1, 2, 3, 63, 64, 65, 173, 1000])
def test_pieces_are_powers_of_two_and_together_all_rows(count: int) -> None:
    rows = [(number,) for number in range(count)]
    pieces = list(_pieces(rows))
    assert [row for piece in pieces for row in piece] == rows
    assert {len(piece) for piece in pieces} <= {1 << power for power in range(7)}
    assert len(pieces) <= count // MOST_ROWS + 6


@pytest.mark.parametrize("count", [1, 2, 3, 64, 65, 200])
def test_rows_of_every_kind_are_written_whatever_their_number(store: Store, count: int) -> None:
    texts = tuple(f'{{"number":{number}}}' for number in range(count))
    fills = tuple(fill(f"t{number}", Amount(number + 1)) for number in range(count))
    opening: dict[str, Any] = {"stream": "s", "header": "{}", "entries": fills, **happened(*texts)}
    store.append(Commit(client="test", command="all", outcome=b"\x00\xff", **opening))
    assert [said(stored) for stored in store.events("s")] == logged(store) == list(texts)
    assert [stored.entry for stored in store.entries(limit=1000)] == list(fills)
    assert store.balance(HOUSE) == -Amount(count * (count + 1) // 2)
    again = store.append(Commit(client="test", command="all", outcome=b"", **opening))
    assert (again.repeated, again.outcome) == (True, b"\x00\xff")
    assert store.reconcile() == []


@pytest.mark.parametrize("name", ['a "quoted" one', "o'brien", "[1, 2]", "{a,b}", "NULL", "ä ♠ 🂡", "back\\slash"])
def test_commands_are_found_by_whatever_name_their_client_gives_them(store: Store, name: str) -> None:
    first = [store.submit(Commit(client=client, command=name)) for client in ("ann", name, "bob")]
    done = [answer.result() for answer in first]
    assert [committed.repeated for committed in done] == [False] * 3
    assert store.append(Commit(client=name, command=name)).position == done[1].position
    assert not store.append(Commit(client=name, command=f"{name} again")).repeated
