"""The desk: figures by anything they can be told apart by, each the sum of its rounds, counted again from the log."""

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from cli.calling import Run
from pitboss.books import counting
from pitboss.books.balance import balance_database
from pitboss.books.counting import MAIN, catch_up
from pitboss.books.desk import DeskQuery, DeskRow, report, rounds_behind
from pitboss.books.theory import main_theory
from pitboss.money import Amount
from pitboss.rulebooks import Refused, terms_for
from pitboss.store import Store, open_store
from pitboss.store.counted import Added, By
from pitboss.store.engines import open_engines
from server.desk import Crew, Desk, desk_in, play
from server.test_corrections import KINGS, PLACES, THREE_KINGS, approve, deal, facts_of, propose, with_hand

parquet: Any = import_module("pyarrow.parquet")  # it carries no types
EDGE = Fraction(579091, 6689228)  # of an ante, as the counted game has it
HOUR = 3600
NOON = 20_000 * 86_400 + 12 * HOUR  # a day in 2024
DAY = "2024-10-04"
TABLES = ("bets", "wagers", "players", "play", "cash")


def dollars(words: str) -> Amount:
    return Amount.parse(words)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with desk_in(tmp_path_factory.mktemp("desk")) as opened:
        opened.clock.seconds = float(NOON)
        opened.person("ava", "auditor")
        opened.person("fin", "floorperson")
        yield opened


@pytest.fixture(scope="module")
def crew(desk: Desk) -> Crew:
    """Two rounds at a table for real money, three hours apart, the first corrected; a void one; a round of play money.

    In a round ann and bob stake 5.00 each: ann wins 5.00 and bob loses 5.00. The correction of the first gives ann
    6.00 more.
    """
    crew = Crew(desk, "ma-criss-cross")
    crew.sit()
    deal(crew, f"{PLACES} {KINGS}")
    desk.clock.seconds += 3 * HOUR
    deal(crew, f"{PLACES} {KINGS}")
    catch_up(desk.office.store)  # so that the correction is of a round that was counted before
    approve(crew, number=propose(crew, with_hand(facts_of(crew), 1, THREE_KINGS))[-1]["number"])
    for what, amount in (("fills", "500"), ("credits", "120")):
        body = {"id": what, "amount": amount, "reason": "low"}
        assert desk.ask("sue", "POST", f"/api/tables/{crew.table}/{what}", body).status_code == 200
    crew.until("deal")
    crew.step()
    desk.do("flo", crew.table, play("void", clause="12(c)", reason="a card too many"))
    other = Crew(desk, "ma-criss-cross", practice=True)
    other.sit()
    deal(other, f"{PLACES} {KINGS}")
    return crew


def rows(store: Store, by: By | None = None, **wanted: Any) -> dict[tuple[str, bool], DeskRow]:
    return {(row.name, row.practice): row for row in report(store, DeskQuery(**wanted), by).rows}


def test_figures_by_everything_they_can_be_told_apart_by(desk: Desk, crew: Crew) -> None:
    store = desk.office.store
    whole = rows(store)
    real, practice = whole["all", False], whole["all", True]
    assert (real.handle, real.win, practice.handle, practice.win) == (
        *(dollars("20"), -dollars("6")),
        *(dollars("10"), dollars("0")),
    )
    # What the players have lost is what the table has won, by the ledger: fills are no win, credits no loss.
    had = crew.had[0] + crew.had[1]
    assert had - sum(crew.balances, Amount.ZERO) == real.win
    assert store.balance(f"table:{crew.table}") == dollars("100000") + dollars("500") - dollars("120") + real.win
    assert (real.fills, real.credits, real.drop) == (dollars("500"), dollars("120"), dollars("200000"))
    assert (real.rounds, real.voids, real.corrections, practice.rounds) == (3, 1, 1, 1)
    assert real.decisions == 12  # three of each player in each of two rounds
    assert Fraction(real.expected) == EDGE * 400  # four antes of 1.00 that the theory counts in
    by_table = rows(store, By.TABLE)
    assert {name: row.win for (name, _), row in by_table.items()} == {crew.table: -dollars("6"), "t2": dollars("0")}
    by_player = rows(store, By.PLAYER)
    assert (by_player["ann", False].win, by_player["bob", False].win) == (-dollars("16"), dollars("10"))
    assert (by_player["ann", True].win, by_player["ann", False].rounds) == (-dollars("5"), 2)
    assert {name for name, _ in rows(store, By.DEALER)} == {"dee"}
    assert {name for name, _ in rows(store, By.GAME)} == {"ma-criss-cross"}
    assert {name for name, _ in rows(store, By.WAGER)} == {MAIN}


def test_figures_of_a_time_and_of_a_shift(desk: Desk, crew: Crew) -> None:
    """At 12:00 the first round, which was corrected later, and at 15:00 all the rest."""
    store = desk.office.store
    assert {name: row.win for (name, practice), row in rows(store, By.SHIFT).items() if not practice} == {
        f"{DAY} 06:00": -dollars("6"),
        f"{DAY} 14:00": dollars("0"),
    }
    assert rows(store, shift="6")["all", False].rounds == 1
    assert rows(store, since=f"{DAY}T13:00")["all", False].handle == dollars("10")
    assert rows(store, until=f"{DAY}T13:00")["all", False].corrections == 1
    assert set(rows(store, By.DAY)) == {(DAY, False), (DAY, True)}
    assert rows(store, By.SHIFT, shifts="0,13")[f"{DAY} 13:00", False].handle == dollars("10")
    for name, wrong in (("since", f"{DAY}T13:30"), ("shifts", "25"), ("shift", "7"), ("table", "t9")):
        with pytest.raises(Refused):
            report(store, DeskQuery(**{name: wrong}))


def test_the_spread_is_that_of_the_exact_distribution(desk: Desk, crew: Crew) -> None:
    """One player alone: twice the variance of an ante of 100 cents. Two share the cards: at most that of 200."""
    store, variance = desk.office.store, main_theory(terms_for("ma-criss-cross", {}))[0].variance
    ann = rows(store, By.PLAYER)["ann", False]
    assert ann.spread == pytest.approx(float(2 * variance) ** 0.5 * 100)
    assert rows(store)["all", False].spread == pytest.approx(float(2 * variance) ** 0.5 * 200)
    won = ann.rated.cents - (ann.rated.cents - ann.win.cents)
    assert ann.z == pytest.approx((won - float(Fraction(ann.expected))) / ann.spread)


def test_every_figure_opens_to_its_rounds(desk: Desk, crew: Crew) -> None:
    store = desk.office.store
    behind = rounds_behind(store, DeskQuery(table=crew.table, player="ann"))
    assert [(found.round, found.corrected, found.win) for found in behind.rounds] == [
        (2, False, -dollars("5")),
        (1, True, -dollars("11")),
    ]
    assert sum((found.win for found in behind.rounds), Amount.ZERO) == rows(store, By.PLAYER)["ann", False].win
    entries = store.log(behind.rounds[-1].first_entry, 1), store.log(behind.rounds[-1].last_entry, 1)
    assert [b"round-opened" in entries[0][0], b"round-ended" in entries[1][0]] == [True, True]
    assert [found.void for found in rounds_behind(store, DeskQuery(table=crew.table)).rounds] == [True, False, False]
    first = rounds_behind(store, DeskQuery(), limit=1)
    rest = rounds_behind(store, DeskQuery(), first.before)
    assert (first.rounds[0].table, first.rounds[0].round) == ("t2", 1)
    assert len(rest.rounds) == 3
    with pytest.raises(Refused):
        rounds_behind(store, DeskQuery(), "yesterday")


def kept(store: Store) -> list[Any]:
    return [sorted(map(str, store.counted.hours(what))) for what in TABLES]


def test_counted_step_by_step_or_all_at_once_it_is_the_same_and_the_log_says_so(
    desk: Desk, crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = desk.office.store
    catch_up(store)
    at_once = kept(store)
    assert balance_database(store).discrepancies == ()
    store.counted.forget()
    monkeypatch.setattr(counting, "PAGE", 3)
    catch_up(store)
    assert kept(store) == at_once
    standing = store.counted.standing()
    assert not store.counted.keep(crew.table, 3, 9, b"", Added()), "another process was first"
    catch_up(store)
    assert (kept(store), store.counted.standing()) == (at_once, standing)


@pytest.mark.parametrize(
    ("table", "where", "rows", "told"),
    [
        ("bets", "player = 'bob'", 2, "returned of t1, bob in hour"),
        ("wagers", "hour > 0", 2, "returned of t1 in hour"),
        ("players", "player = 'bob'", 1, "returned of bob in hour"),
    ],
)
def test_a_figure_that_was_changed_is_found_by_the_balance(
    desk: Desk, crew: Crew, table: str, where: str, rows: int, told: str
) -> None:
    store = desk.office.store
    catch_up(store)
    change = text(f"UPDATE counted_{table} SET returned = returned - 100 WHERE NOT practice AND {where}")
    store.counted._change(lambda connection: connection.execute(change))
    found = balance_database(store).discrepancies
    store.counted.forget()
    assert len(found) == rows
    assert f"the desk: {told}" in found[0]
    assert balance_database(store).discrepancies == ()


@pytest.mark.parametrize("by", list(By))
def test_whatever_table_a_report_reads_the_figures_are_the_same(desk: Desk, crew: Crew, by: By) -> None:
    """Asked for less than whole days, or about one player, it reads other tables than for everything."""
    store, hours = desk.office.store, {"since": f"{DAY}T01:00", "until": f"{DAY}T23:00"}
    for player in (None, "ann", "bob"):
        whole, part = (rows(store, by, player=player, **span) for span in ({}, hours))
        assert len(part) > 1
        for key, row in part.items():
            other = whole[key]
            assert (row.bets, row.handle, row.win, row.rated) == (other.bets, other.handle, other.win, other.rated)
            assert (row.expected, row.spread, row.z) == (other.expected, other.spread, other.z)


def test_sums_of_a_database_of_before_are_made_of_what_it_counted(desk: Desk, crew: Crew, tmp_path: Path) -> None:
    catch_up(desk.office.store)
    with (
        closing(sqlite3.connect(f"{desk.office.keys}/desk.db")) as served,
        closing(sqlite3.connect(tmp_path / "before.db")) as copy,
    ):
        served.backup(copy)
    url = f"sqlite:///{tmp_path / 'before.db'}"
    engines = open_engines(url, create=False)
    with engines.write.begin() as connection:
        for table in ("counted_wagers", "counted_players", "coach_books"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0010'"))
    engines.dispose()
    with open_store(url) as store:
        assert kept(store) == kept(desk.office.store)


def test_over_http_as_files_and_on_the_command_line(desk: Desk, crew: Crew, run: Run, tmp_path: Path) -> None:
    found = desk.get("sue", "/api/desk?by=player")
    assert {(row["name"], row["practice"]): row["win"] for row in found["rows"]}["bob", False] == "10.00"
    assert [row["win"] for row in found["totals"]] == ["-6.00", "0.00"]
    assert len(desk.get("ava", f"/api/desk/rounds?table={crew.table}&limit=2")["rounds"]) == 2
    table = list(csv.DictReader(desk.ask("ava", "GET", "/api/desk/export/csv?by=table").text.splitlines()))
    assert [(row["name"], row["money"], row["win_cents"]) for row in table] == [
        ("t1", "real money", "-600"),
        ("t2", "play money", "0"),
    ]
    binary = desk.ask("ava", "GET", "/api/desk/export/parquet?by=table").content
    assert parquet.read_table(io.BytesIO(binary)).column("win_cents").to_pylist() == [-600, 0]
    assert desk.ask("flo", "GET", "/api/desk").status_code == 403
    assert desk.ask("ava", "GET", "/api/desk?shift=7").status_code == 422
    for odd in ("\u00b2", "9" * 5000, "\u0666"):  # figures, but none of a clock or a page
        assert desk.ask("ava", "GET", f"/api/desk?shift={odd}").status_code == 422
        assert desk.ask("ava", "GET", f"/api/desk/rounds?before={odd}/t1/{odd}").status_code == 422
    database = f"sqlite:///{desk.office.keys}/desk.db"
    code, out, err = run("report", "--database", database, "--by", "table", "--json")
    assert not err
    assert (code, [row["win"] for row in json.loads(out)["rows"]]) == (0, ["-6.00", "0.00"])
    code, out, _ = run("report", "--database", database, "--by", "dealer", "--from", DAY, "--to", f"{DAY}T23:00")
    assert (code, "Real money" in out, "Play money" in out, "dee" in out) == (0, True, True, True)
    code, out, _ = run("report", "--database", database, "--player", "ann", "--rounds")
    assert (code, out.count("t1")) == (0, 2)
    assert run("report", "--database", database, "--by", "day", "--to-file", f"{tmp_path}/desk.csv")[0] == 0
    assert (tmp_path / "desk.csv").read_text().count("\n") == 3
    assert run("report", "--database", database, "--to-file", "desk.txt")[0] == 2
    code, _, err = run("report", "--database", database, "--game", "crazy")
    assert (code, "Got game crazy; expected one of ma-criss-cross" in err) == (2, True), err
    code, out, _ = run("report", "--database", database, "--by", "day", "--to-file", f"{tmp_path}/both.csv", "--json")
    assert (code, json.loads(out)["by"], (tmp_path / "both.csv").exists()) == (0, "day", True)
    code, _, err = run("report", "--database", database, "--rounds", "--to-file", f"{tmp_path}/rounds.csv")
    assert (code, err) == (2, "--to-file: Got a list of rounds; expected the desk's figures, without --rounds.\n")


def test_the_close_of_a_shift_and_who_signs_it(desk: Desk, crew: Crew) -> None:
    """From 14:00: the table began with its inventory less the 0.00 of the first round, was filled and credited."""
    begins = f"{DAY}T14:00"
    close = desk.get("flo", f"/api/desk/shift?begins={begins}")
    own = next(table for table in close["tables"] if table["table"] == crew.table)
    # The correction of the first round is booked now, though it counts to that round's hour.
    assert (own["opener"], own["closer"]) == ("100000.00", "100374.00")
    assert (own["figures"]["fills"], own["figures"]["credits"], own["figures"]["win"]) == ("500.00", "120.00", "0.00")
    assert (own["opened_by"], own["closed_by"], own["dealers"]) == ("sue", "", ["dee"])
    assert (close["over"], close["signatures"]) == (False, [])
    body = {"shift": begins}
    assert desk.ask("flo", "POST", "/api/desk/shift", body).status_code == 422  # it goes on
    desk.clock.seconds += 8 * HOUR
    for who in ("flo", "sue", "flo"):
        signed = desk.ask(who, "POST", "/api/desk/shift", body).json()
    assert [(each["by"], each["holds"]) for each in signed["signatures"]] == [("flo", True), ("sue", True)]
    assert b"shift-signed" in desk.office.store.log(signed["signatures"][0]["entry"], 1)[0]
    assert desk.ask("ava", "POST", "/api/desk/shift", body).status_code == 403
    assert desk.ask("flo", "GET", f"/api/desk/shift?begins={DAY}T15:00").status_code == 422
    assert balance_database(desk.office.store).discrepancies == ()


def test_what_a_compliance_officer_looks_into(desk: Desk, crew: Crew) -> None:
    desk.person("exe", "player")
    assert desk.ask("exe", "POST", "/api/me/care/exclusion", {"name": "exe"}).status_code < 300
    buy = {"id": "x", "player": "exe", "amount": "50"}
    assert desk.ask("flo", "POST", "/api/buy-ins", buy).status_code == 422
    limit = {"limit": "loss-day", "amount": "500"}
    assert desk.ask("bob", "PUT", "/api/me/care/limits", limit).status_code < 300
    found = desk.get("ava", "/api/compliance?limit=200")["entries"]
    matters = {entry["matter"]: entry for entry in found}
    assert {"exclusions", "limits", "refused attempts", "large cash"} <= matters.keys()
    assert matters["exclusions"]["about"] == "exe"
    assert "exe has excluded himself" in matters["refused attempts"]["says"]
    (only,) = desk.get("ava", "/api/compliance?matter=exclusions")["entries"]
    assert only["entry"] == matters["exclusions"]["entry"]
    proof = desk.get("ava", f"/api/audit/inclusion?entry={only['entry']}&size={only['entry'] + 1}")
    assert proof["entry"] == only["entry"]
    assert desk.get("ava", "/api/compliance?until=1970-01-01")["entries"] == []
    assert desk.ask("sue", "GET", "/api/compliance").status_code == 403


def test_a_table_in_the_middle_of_a_round_is_counted_to_there_and_on(desk: Desk, crew: Crew) -> None:
    """What happens while a round is open is counted at once; the round when it is over, though read in two pieces."""
    store = desk.office.store
    crew.until("deal")
    crew.step()
    body = {"id": "more", "amount": "30", "reason": "low"}
    assert desk.ask("sue", "POST", f"/api/tables/{crew.table}/fills", body).status_code == 200
    before = rows(store)["all", False]
    assert (before.rounds, before.fills) == (3, dollars("530"))
    crew.until("open_round")
    after = rows(store)["all", False]
    assert (after.rounds, after.fills, after.bets) == (4, dollars("530"), before.bets + 2)
    assert balance_database(store).discrepancies == ()
