"""Exports: every cent of the books in the rows, whichever way they are written."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from cli.calling import Run
from pitboss.audit import Signer
from pitboss.books.exports import COLUMNS, Excerpt, What, csv_lines, histories, read_time, rows
from pitboss.books.parquet import pa, parquet
from pitboss.books.published_log import Published
from pitboss.engine.history import read_histories
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.server.http.app import create_app
from pitboss.server.office import Office
from pitboss.server.people.accounts import Accounts, digest
from server.rigged import Rig, open_rigged, rigged_room, round_at, validate_all
from server.rooms import HandClock, PlainRoom, player
from server.rooms import run as finish

WAGERS = {"ante": "5", "super_bonus": "5", "queens_up": "1", "five_card_progressive": "1"}
DAY = datetime(1970, 1, 12, tzinfo=UTC)  # where the clock of the tests begins


async def played(folder: Path) -> PlainRoom:
    """One round at t1, and a day later one at t2 that wins the meter whole."""
    rig, clock = Rig(), HandClock()
    room = rigged_room(folder, rig, clock)
    for name in ("t1", "t2"):
        open_rigged(room, name)
    ann = player(room, "ann")
    rig.crazy_four({1: "2c 6d 9s Jh Kc"})
    await round_at(room, "t1", {1: ann}, WAGERS, "1")
    await room.perform(ann, "t1", "leave", [{"command": "leave"}])
    clock.seconds += 24 * 3600
    rig.crazy_four({1: "Ah Kh Qh Jh Th"})
    await round_at(room, "t2", {1: ann}, WAGERS, "2")
    await validate_all(room, "t2", "2")
    return room


@pytest.fixture
def room(tmp_path: Path) -> PlainRoom:
    return finish(played(tmp_path))


def table_of(room: PlainRoom, what: What, **wanted: Any) -> list[dict[str, Any]]:
    return list(rows(room.store, what, Excerpt(**wanted)))


def test_the_ledger_adds_up_to_every_balance(room: PlainRoom) -> None:
    balances: Counter[str] = Counter()
    for row in table_of(room, What.LEDGER):
        balances[row["source"]] -= row["cents"]
        balances[row["target"]] += row["cents"]
        assert row["amount"] == str(Amount(row["cents"]))
    assert {name: Amount(cents) for name, cents in balances.items() if cents} == room.store.balances()


def test_the_moves_of_meters_add_up_to_what_they_show(room: PlainRoom) -> None:
    sums: Counter[tuple[str, str]] = Counter()
    for row in table_of(room, What.METERS):
        sums[row["meter"], row["kind"]] += row["microcents"]
    for name, meter in room.store.meters().items():
        assert [sums[name, kind] for kind in ("seed", "contribution", "payment")] == [
            meter.seeded, meter.contributed, meter.paid,
        ]  # fmt: skip


def test_hands_are_one_row_for_each_settlement_line(room: PlainRoom) -> None:
    found = table_of(room, What.HANDS)
    assert [row["wager"] for row in found if row["table"] == "t1"] == [
        "ante", "play", "super_bonus", "queens_up", "five_card_progressive",
    ]  # fmt: skip
    jackpot = next(row for row in found if row["source"] == "meter")
    assert (jackpot["player"], jackpot["paid_cents"], jackpot["paid"]) == ("ann", 1_000_010, "10000.10")
    assert (jackpot["meter"], jackpot["hand"], jackpot["cards"]) == ("five_card", "royal flush", "Ah Kh Qh Jh Th")
    kept = sum(row["stake_cents"] - row["returned_cents"] for row in found)
    assert room.store.balance("player:ann") == Amount.parse("1000") - Amount(kept)


WANTED: dict[str, tuple[dict[str, Any], set[str]]] = {
    "all": ({}, {"t1", "t2"}),
    "one table": ({"table": "t2"}, {"t2"}),
    "since": ({"since": DAY.replace(day=13)}, {"t2"}),
    "until": ({"until": DAY.replace(day=13)}, {"t1"}),
}


@pytest.mark.parametrize(("wanted", "tables"), WANTED.values(), ids=WANTED.keys())
def test_rows_are_chosen_by_time_and_table(room: PlainRoom, wanted: dict[str, Any], tables: set[str]) -> None:
    assert {row["table"] for row in table_of(room, What.HANDS, **wanted)} == tables
    moved = {row["meter"].partition(".")[0] for row in table_of(room, What.METERS, **wanted) if row["kind"] != "seed"}
    assert moved == tables
    staked = {row["target"].split(":")[1] for row in table_of(room, What.LEDGER, **wanted) if row["why"] == "ante"}
    assert staked == tables


def test_hand_histories_read_back_and_replay(room: PlainRoom) -> None:
    found = read_histories("".join(histories(room.store, Excerpt())))
    assert [history.round().finished for history in found] == [True, True]


def test_what_cannot_be_exported_is_refused_in_one_line(room: PlainRoom) -> None:
    with pytest.raises(Refused, match="the export: Got table t9; expected one of t1, t2"):
        table_of(room, What.HANDS, table="t9")
    with pytest.raises(Refused, match="the time: Got yesterday"):
        read_time("yesterday")


def test_cells_that_look_like_formulas_are_kept_from_being_any() -> None:
    text = b"".join(csv_lines(["player"], [{"player": "=1+1"}, {"player": "ann"}])).decode()
    assert [row["player"] for row in csv.DictReader(io.StringIO(text))] == ["'=1+1", "ann"]


# Over HTTP

Get = Callable[[str], httpx.Response]


@pytest.fixture
def get(room: PlainRoom) -> Iterator[Get]:
    """What an auditor is sent."""
    people, now = room.store.people, room.now // 1000
    people.add("ava", "ava", "", {"auditor"}, now)
    people.open_session(digest("secret"), "ava", now, now + 60)
    office = Office(
        room.store, room, Accounts(people, lambda: now, lambda _: None), Published(room.store, Signer(bytes(32)))
    )
    with TestClient(create_app(office)) as http:
        yield lambda path: http.get(f"/api/export/{path}", headers={"Authorization": "Bearer secret"})


def read_csv(answer: httpx.Response) -> list[dict[str, str]]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.text, newline=""), strict=True))


def test_the_ledger_sent_is_the_ledger_kept_and_adds_up_to_nothing(room: PlainRoom, get: Get) -> None:
    sent, kept = read_csv(get("ledger")), room.store.entries()
    assert [(row["entry"], row["command"], row["source"], row["target"], row["cents"], row["why"]) for row in sent] == [
        (
            str(item.number),
            str(item.position),
            item.entry.source,
            item.entry.target,
            str(item.entry.amount.cents),
            item.entry.why,
        )
        for item in kept
    ]
    balances: Counter[str] = Counter()
    for row in sent:
        balances[row["source"]] -= int(row["cents"])
        balances[row["target"]] += int(row["cents"])
        assert Amount.parse(row["amount"]).cents == int(row["cents"])
    assert sum(balances.values()) == 0
    assert {name: Amount(cents) for name, cents in balances.items() if cents} == room.store.balances()


ASKED: dict[str, tuple[dict[str, Any], set[str]]] = {
    "": ({}, {"t1", "t2"}),
    "?table=t2": ({"table": "t2"}, {"t2"}),
    "?since=1970-01-13": ({"since": DAY.replace(day=13)}, {"t2"}),
}


@pytest.mark.parametrize("what", What)
@pytest.mark.parametrize("asked", ASKED)
def test_every_row_that_was_asked_for_is_sent(room: PlainRoom, get: Get, what: What, asked: str) -> None:
    wanted, tables = ASKED[asked]
    sent, kept = read_csv(get(f"{what}{asked}")), table_of(room, what, **wanted)
    assert [list(row) for row in sent] == [list(COLUMNS[what])] * len(kept)
    for name in COLUMNS[what]:
        if name.endswith(("cents", "round", "seat", "entry", "command", "move")):
            assert [row[name] for row in sent] == [str(row[name]) for row in kept]
    if what is What.HANDS:
        assert {row["table"] for row in sent} == tables
        assert get(f"hands/text{asked}").text == "".join(histories(room.store, Excerpt(**wanted)))


def test_the_command_writes_csv_parquet_and_text(room: PlainRoom, tmp_path: Path, run: Run) -> None:
    database = f"sqlite:///{tmp_path / 'room.db'}"
    for what in What:
        expected = table_of(room, what)
        file = tmp_path / f"{what}.csv"
        code, told, _ = run("export", what, "--database", database, "--out", str(file), "--json")
        assert (code, json.loads(told)["rows"]) == (0, len(expected))
        with file.open(newline="") as source:
            assert len(list(csv.DictReader(source))) == len(expected)
        file = tmp_path / f"{what}.parquet"
        assert run("export", what, "--database", database, "--out", str(file), "--format", "parquet")[0] == 0
        found = parquet.read_table(file)
        assert found.to_pylist() == expected
        assert found.schema.names == list(COLUMNS[what])
        for field in found.schema:
            if field.name.endswith(("cents", "round", "seat")):
                assert field.type == pa.int64()
            if field.name in ("time", "ended"):
                assert field.type == pa.timestamp("ms", tz="UTC")
    file = tmp_path / "hands.txt"
    assert run("export", "hands", "--database", database, "--out", str(file), "--format", "text")[0] == 0
    assert file.read_text() == "".join(histories(room.store, Excerpt()))
    code, _, complaint = run("export", "ledger", "--database", database, "--out", "-", "--format", "text")
    assert (code, complaint) == (2, "--format: Got text of ledger; expected csv or parquet (text is for hands).\n")
    assert run("export", "ledger", "--database", f"sqlite:///{tmp_path}/none.db", "--out", "-")[0] == 2
