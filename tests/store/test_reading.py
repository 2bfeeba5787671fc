"""What a server asks of a store all the time: who moved, who is let in, and how long transactions take."""

import pytest

from pitboss.money import Amount
from pitboss.store import Commit, Store, open_store, seed
from store.facts import happened


def _append(store: Store, command: str, stream: str, expected: int, events: int) -> int:
    header = "{}" if expected == 0 else None
    told = happened(*(f"{command} {number}" for number in range(events)))
    commit = Commit(client="test", command=command, stream=stream, expected=expected, header=header, **told)
    return store.append(commit).position


def test_only_streams_that_moved_after_a_position_are_told(store: Store) -> None:
    assert store.moved_after(-1) == (0, {})
    first = _append(store, "1", "a", 0, 3)
    second = _append(store, "2", "b", 0, 2)
    last = _append(store, "3", "a", 3, 1)
    assert store.moved_after(0) == (last, {"a": 4, "b": 2})
    assert store.moved_after(first) == (last, {"a": 4, "b": 2})
    assert store.moved_after(second) == (last, {"a": 4})
    assert store.moved_after(last) == (last, {})


def test_a_header_is_found_by_name(store: Store) -> None:
    _append(store, "1", "a", 0, 1)
    assert (store.header("a"), store.header("b")) == ("{}", None)


def test_meters_are_found_by_name(store: Store) -> None:
    for name in ("one", "two"):
        store.append(Commit(client="test", command=name, moves=(seed(name, Amount.parse("5")),)))
    assert set(store.meters()) == {"one", "two"}
    assert set(store.meters(["two", "none"])) == {"two"}
    assert store.meters([]) == {}


def test_holders_of_sessions_and_tokens_come_with_their_roles(store: Store) -> None:
    people = store.people
    people.add("1", "ann", "hash", ["player", "dealer"], at=5)
    people.add("2", "bob", "hash", [], at=6)
    people.open_session(b"session", "1", at=7, expires_at=99)
    people.add_token(b"token", "2", "a program", at=8)
    found = people.holders([b"token", b"nobody's", b"session"])
    assert set(found) == {b"session", b"token"}
    session, ann = found[b"session"]
    assert (ann.name, ann.roles) == ("ann", frozenset({"player", "dealer"}))
    assert (session.created_at, session.expires_at, session.label) == (7, 99, "")
    token, bob = found[b"token"]
    assert (bob.name, bob.roles) == ("bob", frozenset())
    assert (token.created_at, token.expires_at, token.label) == (8, None, "a program")
    assert people.holder(b"session") == found[b"session"]
    assert people.holder(b"token") == found[b"token"]
    assert people.holder(b"nobody's") is None
    people.revoke(b"session", at=9)
    assert not people.holders([b"session"])[b"session"].session.valid_at(10)


def test_more_tokens_than_one_statement_takes(store: Store) -> None:
    store.people.add("1", "ann", "hash", ["player"], at=5)
    tokens = [number.to_bytes(2, "big") for number in range(1200)]
    for token in tokens[::400]:
        store.people.open_session(token, "1", at=7, expires_at=99)
    assert set(store.people.holders(tokens)) == set(tokens[::400])


def test_every_transaction_is_observed(url: str) -> None:
    seen: list[tuple[int, float]] = []
    with open_store(url, observe=lambda size, seconds: seen.append((size, seconds))) as store:
        answers = [store.submit(Commit(client="test", command=str(number))) for number in range(20)]
        for answer in answers:
            answer.result()
    assert sum(size for size, _ in seen) == 20
    assert all(seconds > 0 for _, seconds in seen)


@pytest.mark.parametrize("position", [0, 10**9])
def test_a_position_that_is_not_there_yet_tells_of_nothing(store: Store, position: int) -> None:
    assert store.moved_after(position) == (0, {})
