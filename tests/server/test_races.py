"""Several servers on one PostgreSQL database, and players who use them all at once: one order, nothing lost."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.books.stream import read_event
from pitboss.engine.events import BetMade, Folded
from pitboss.table.events import PlayerSat, RoundMoved
from server.casino import PURSE, SLOW, Casino, assert_log_is_right, headers, held, placed, returned, wagers
from server.nursery import Nursery, Served
from server.rooms import bet
from store.postgresql import Server

SERVERS, ROUNDS = 3, 4
RULEBOOK, TABLE = "ma-crazy-4", "t"
FOLD = {"command": "play", "action": {"action": "fold", "seat": 1}}
Sent = tuple[Served, str, str, list[dict[str, Any]]]  # to which server, by whom, under which id, what


@pytest.fixture
def casino(postgresql: Server, tmp_path: Path) -> Casino:
    casino = Casino(postgresql.create_place(), tmp_path, ("ann", "bob"))
    casino.open((TABLE, RULEBOOK, SLOW), ("other", RULEBOOK, SLOW))
    return casino


@pytest.fixture
def servers(casino: Casino) -> Iterator[list[Served]]:
    with Nursery() as nursery:
        yield [nursery.serve(casino.url, casino.keys) for _ in range(SERVERS)]


def at_once(sent: Sequence[Sent], table: str = TABLE) -> list[httpx.Response]:
    """All of these at the same time."""

    def post(message: Sent) -> httpx.Response:
        server, who, id, commands = message
        body = {"id": id, "commands": commands}
        return server.http.post(f"/api/tables/{table}/commands", json=body, headers=headers(who))

    with ThreadPoolExecutor(len(sent)) as pool:
        return list(pool.map(post, sent))


def done(answers: Sequence[httpx.Response]) -> list[dict[str, Any]]:
    """Those that were done; the others a rule refused, or were told to come again."""
    assert all(answer.status_code in (200, 409, 422, 503) for answer in answers), [answer.text for answer in answers]
    return [answer.json() for answer in answers if answer.status_code == 200]


def test_one_seat_through_three_servers_at_once(casino: Casino, servers: list[Served]) -> None:
    """Two sit at one seat; the same and other ids at once; bet and fold at once."""
    seat = [{"command": "sit", "seat": 1}]
    racing = [
        (server, who, f"sit {who} {number}", seat) for number, server in enumerate(servers) for who in ("ann", "bob")
    ]
    assert len(done(at_once(racing))) == 1, "one of them sits"
    with casino.books() as books:
        sat = [event for stored in books.events(TABLE) if isinstance(event := read_event(stored), PlayerSat)]
    assert len(sat) == 1
    who, wagered = sat[0].player, PURSE - PURSE
    for number in range(ROUNDS):
        # The same id everywhere: done once, and everyone is told the same.
        made = [*wagers(RULEBOOK, 1), {"command": "ready"}]
        told = done(at_once([(server, who, f"deal {number}", made) for server in servers]))
        assert len({answer["next"] for answer in told}) == 1
        assert sum(not answer["repeated"] for answer in told) <= 1
        wagered += placed(made)
        # Other ids, bet and fold: one of them counts.
        tries = [(servers[0], who, f"bet {number}", [bet(1, "5")]), (servers[1], who, f"fold {number}", [FOLD])]
        decided = at_once([*tries, (servers[2], who, f"also bet {number}", [bet(1, "5")])])
        assert len(done(decided)) == 1, [answer.text for answer in decided]
        with casino.books() as books:
            moves = [
                event.move for stored in books.events(TABLE) if isinstance(event := read_event(stored), RoundMoved)
            ]
        decisions = [move for move in moves if isinstance(move, BetMade | Folded)]
        assert len(decisions) == number + 1
        wagered += placed([bet(1, "5")]) if isinstance(decisions[-1], BetMade) else PURSE - PURSE
    with casino.books() as books:
        assert books.reconcile() == []
        assert books.balances("pending") == {}
        assert held(books, f"practice/{who}") == PURSE - wagered + returned(books, TABLE, 1)
        assert_one_order(books.events(TABLE))
    assert_log_is_right(servers[0].http.get("/api/audit/log", headers=headers("aud")).content)


def test_two_tables_race_and_every_server_tells_the_same(casino: Casino, servers: list[Served]) -> None:
    """Rounds at two tables through all servers: each acknowledged command is there once, and all servers agree."""
    for table, who in ((TABLE, "ann"), ("other", "bob")):
        assert done(at_once([(servers[0], who, "sit", [{"command": "sit", "seat": 1}])], table))

    def play(table: str, who: str) -> list[tuple[str, int]]:
        told: list[tuple[str, int]] = []
        for number in range(ROUNDS * 2):
            server = servers[number % SERVERS]
            for id, commands in (
                (f"deal {number}", [*wagers(RULEBOOK, 1), {"command": "ready"}]),
                (f"bet {number}", [bet(1, "5")]),
            ):
                answers = done(at_once([(server, who, id, commands)], table))
                told += [(id, answer["next"]) for answer in answers]
        return told

    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(play, (TABLE, "other"), ("ann", "bob")))
    with casino.books() as books:
        assert books.reconcile() == []
        for who, table, told in (("ann", TABLE, both[0]), ("bob", "other", both[1])):
            assert len(told) == ROUNDS * 4
            for id, following in told:
                first = books.outcome(who, id)
                assert first is not None
                assert first.next == following
            assert_one_order(books.events(table))
    wait_until_agreed(servers, TABLE)
    assert_log_is_right(servers[1].http.get("/api/audit/log", headers=headers("aud")).content)


def wait_until_agreed(servers: Sequence[Served], table: str) -> None:
    """Until every server has heard what the others did."""
    for _ in range(200):
        shown = [server.http.get(f"/api/tables/{table}", headers=headers("aud")).json() for server in servers]
        if all(view == shown[0] for view in shown):
            return
        time.sleep(0.05)
    raise AssertionError("the servers show different tables")


def assert_one_order(events: Sequence[Any]) -> None:
    """Numbered without a gap, in the order of the commands."""
    assert [event.sequence for event in events] == list(range(len(events)))
    assert all(one.position <= two.position for one, two in pairwise(events))
