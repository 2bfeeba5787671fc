"""A house with tables in several currencies: real money is in one of them, play money in none, and nothing is mixed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.calling import Run
from pitboss.books.balance import balance_database
from pitboss.books.currencies import house_currency
from pitboss.books.exports import Excerpt, What, rows
from pitboss.books.returns import Reports
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.rulebooks.library import VARIABLE
from pitboss.rulebooks.loader import submission_data
from pitboss.server.tables.treasury import give_play_money
from rulebooks.folders import changed, copied
from server.desk import desk_in
from server.rigged import Rig, open_rigged, rigged_room, round_at
from server.rooms import PlainRoom, player
from server.rooms import run as finish

EURO = 'currency = { code = "EUR", symbol = "€", after = true }'


@pytest.fixture(autouse=True)
def euros(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Crazy 4 Poker as it is shipped, and in euros."""
    folder = copied(tmp_path / "rulebooks", "euro-crazy-4", "ma-crazy-4")
    changed(folder, "rulebook.toml", "\nseats = ", f"\n{EURO}\nseats = ")
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.fixture
def room(tmp_path: Path, rig: Rig) -> Iterator[PlainRoom]:
    found = rigged_room(tmp_path, rig)
    yield found
    found.store.close()


def test_real_money_in_a_second_currency_is_refused_in_one_line(room: PlainRoom) -> None:
    open_rigged(room, "dollars", "ma-crazy-4")
    with pytest.raises(Refused) as refusal:
        open_rigged(room, "euros", "euro-crazy-4")
    assert str(refusal.value) == ("table euros: Real money is in USD here; a table in EUR can only use play money.")
    open_rigged(room, "euros", "euro-crazy-4", practice=True)
    assert house_currency(room.store).code == "USD"


def test_the_first_table_for_real_money_says_what_money_that_is(room: PlainRoom) -> None:
    open_rigged(room, "play", "ma-crazy-4", practice=True)
    open_rigged(room, "euros", "euro-crazy-4")
    assert house_currency(room.store).symbol == "€"
    with pytest.raises(Refused, match="Real money is in EUR here; a table in USD"):
        open_rigged(room, "dollars", "ma-crazy-4")


def test_chips_that_were_bought_before_the_first_table_are_dollars(room: PlainRoom) -> None:
    player(room, "ann")
    with pytest.raises(Refused, match="Real money is in USD here; a table in EUR"):
        open_rigged(room, "euros", "euro-crazy-4")


def test_a_meter_is_in_one_currency(room: PlainRoom) -> None:
    open_rigged(room, "dollars", "ma-crazy-4", practice=True)
    meters = [name for name in room.live("dollars").spec.meters if "four_card" in name]
    links = {name: f"dollars.{name}" for name in meters}
    with pytest.raises(Refused, match="This meter is in USD, and the table is in EUR"):
        open_rigged(room, "euros", "euro-crazy-4", links=links, practice=True)


def played(room: PlainRoom, rig: Rig) -> None:
    """A round of real dollars and one of play money in euros: 5 on the ante, the Super Bonus and the play wager."""
    open_rigged(room, "dollars")
    open_rigged(room, "euros", "euro-crazy-4", practice=True)
    ann = player(room, "ann")
    give_play_money(room, "ann")
    for table in ("dollars", "euros"):
        rig.crazy_four({1: "2c 6d 9s Jh Kc"})
        finish(round_at(room, table, {1: ann}, {"ante": "5", "super_bonus": "5"}, table))


def test_reports_and_exports_say_which_money(room: PlainRoom, rig: Rig, tmp_path: Path, run: Run, euros: Path) -> None:
    played(room, rig)
    holds = [(row.table, row.currency.code, row.practice, str(row.staked)) for row in Reports(room.store).hold()]
    assert holds == [("dollars", "USD", False, "15.00"), ("euros", "EUR", True, "15.00")]
    hands = list(rows(room.store, What.HANDS, Excerpt()))
    assert {(row["table"], row["currency"], row["practice"]) for row in hands} == {
        ("dollars", "USD", False),
        ("euros", "EUR", True),
    }
    ledger = list(rows(room.store, What.LEDGER, Excerpt()))
    for row in ledger:
        both = f"{row['source']} {row['target']}"
        assert row["money"] == ("play money" if "practice/" in both or "euros" in both else "USD"), both
    moves = {(row["meter"].partition(".")[0], row["money"]) for row in rows(room.store, What.METERS, Excerpt())}
    assert moves == {("dollars", "USD"), ("euros", "play money")}
    code, shown, _ = run("report", "--rulebooks", str(euros), "--database", f"sqlite:///{tmp_path / 'room.db'}")
    assert code == 0
    assert all(("€" in line, "$" in line) == (True, False) for line in shown.split("\n") if "│ euros" in line)
    assert "$15.00" in shown
    assert "15.00 €" in shown


def test_the_books_balance_in_each_money(room: PlainRoom, rig: Rig) -> None:
    """Of real money ann bought 1,000; of play money she was given 5,000; the house put up inventories and seeds."""
    played(room, rig)
    found = balance_database(room.store)
    assert found.totals == {"USD": Amount.ZERO, "play money": Amount.ZERO}
    assert not [line for line in found.discrepancies if "all accounts" in line]
    kinds = {(kind.kind, kind.money): kind.total for kind in found.kinds}
    assert kinds["cage", "USD"] == -Amount.parse("1000")
    assert ("cage", "play money") not in kinds
    for money, brought in (("USD", "0"), ("play money", "5000")):
        seeds = kinds["meter", money]
        assert kinds["house", money] == -(Amount.parse("100000") + Amount.parse(brought) + seeds)
    assert found.written("play money", Amount(123456)) == "1,234.56"
    assert found.written("USD", Amount(123456)) == "$1,234.56"


def test_lobby_and_purse_say_their_currencies(tmp_path: Path, euros: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("sue", "supervisor")
        desk.person("ann", "player")
        for table, book in (("one", "ma-crazy-4"), ("two", "euro-crazy-4")):
            body = {"name": table, "rulebook": book, "practice": True, "submission": submission_data(book, "full")}
            assert desk.ask("sue", "POST", "/api/tables", body).status_code == 201
        listed = {table["name"]: table["currency"]["symbol"] for table in desk.get("ann", "/api/tables")}
        assert listed == {"one": "$", "two": "€"}
        assert desk.get("ann", "/api/me")["currency"]["code"] == "USD"
        meter = next(name for name in desk.get("sue", "/api/meters") if name.startswith("two."))
        assert desk.get("sue", f"/api/meters/{meter}")["currency"]["code"] == "EUR"
