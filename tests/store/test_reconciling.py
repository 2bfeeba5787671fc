"""Books that were tampered with do not reconcile, and the line says where."""

from concurrent.futures import wait

import pytest
import sqlalchemy as sa

from pitboss.money import Amount
from pitboss.store import Commit, Store, buy_in, open_store
from pitboss.store.engines import open_engines
from store.appender import command, prepare

TAMPERED = {
    "UPDATE accounts SET cents = cents + 1 WHERE name = 'player:p0'": [
        "account player:p0 holds 10000000.01, its entries come to 10000000.00",
        "all accounts together hold 0.01, not nothing",
    ],
    "UPDATE meters SET displayed = displayed + 5, seeded = seeded + 5": [
        "meter link has 1000000000005 microcents of seed, its moves come to 1000000000000",
    ],
    "UPDATE meters SET displayed = displayed - 1000000, reserve = reserve + 1000000": [
        "meter link has 1000000 microcents of reserve, its moves come to 0",
    ],
    "UPDATE accounts SET cents = cents - 7 WHERE name IN ('meter:link', 'house')": [
        "account house holds -10000.07, its entries come to -10000.00",
        "account meter:link holds 9999.93, its entries come to 10000.00",
        "all accounts together hold -0.14, not nothing",
        "meter link holds 10000.00, its account 9999.93",
    ],
    "UPDATE streams SET next = 1 WHERE name = 't1'": [
        "stream t1 goes on at 1, but has (count, first, last) None",
    ],
    "UPDATE tip SET position = 9": ["commands should count 9 from 1, but has (count, first, last) (4, 1, 4)"],
    "UPDATE tip SET log_size = 2": ["log should count 2 from 0, but has (count, first, last) (0, None, None)"],
}


@pytest.mark.parametrize(("statement", "lines"), TAMPERED.items(), ids=[text[:40] for text in TAMPERED])
def test_what_was_tampered_with_is_named(url: str, statement: str, lines: list[str]) -> None:
    with open_store(url) as store:
        prepare(store)
        assert store.reconcile() == []
        engines = open_engines(url, create=False)
        with engines.write.begin() as connection:
            connection.execute(sa.text(statement))
        engines.dispose()
        assert sorted(store.reconcile()) == lines


IMPOSSIBLE = (
    "UPDATE accounts SET cents = -1 WHERE name = 'player:p0'",
    "UPDATE meters SET displayed = displayed + 1",
    "UPDATE meters SET paid = -1, displayed = displayed + 1",
    "INSERT INTO tip VALUES (2, 0, 0, 0, 0, '')",
    "INSERT INTO entries VALUES (99, 99, 'house', 'cage', 0, 'nothing')",
    "INSERT INTO entries VALUES (99, 99, 'house', 'house', 5, 'itself')",
    "INSERT INTO entries VALUES (99, 99, 'house', 'player:nobody', 5, 'gift')",
    "INSERT INTO log VALUES (99, 99, '', 'nowhere', 0)",
    "INSERT INTO commands VALUES (99, 'floor', 'open', '', '', NULL)",
)


def test_the_database_itself_refuses_what_can_never_be(url: str) -> None:
    with open_store(url) as store:
        prepare(store)
        store.append(Commit(client="cage", command="1", entries=(buy_in("bob", Amount(5)),)))
    engines = open_engines(url, create=False)
    for statement in IMPOSSIBLE:
        with pytest.raises(sa.exc.IntegrityError), engines.write.begin() as connection:
            connection.execute(sa.text(statement))
    engines.dispose()


def test_the_books_balance_at_every_moment_of_a_busy_store(store: Store) -> None:
    prepare(store)
    futures = [store.submit(command(0, f"busy-{number}", number * 2)) for number in range(600)]
    looks = 0
    while not all(future.done() for future in futures):
        assert store.reconcile() == []
        looks += 1
    wait(futures)
    assert looks > 1
    assert store.reconcile() == []
