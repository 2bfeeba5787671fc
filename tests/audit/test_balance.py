"""`pitboss audit balance`: the books recomputed from a log alone, and a forger's one altered amount.

The same with a database, whose ledger and balances are held against its log.
"""

import shutil
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from audit.logs import BANKROLL, edited, record, rewritten, where
from cli.calling import Run
from pitboss.audit import Entry, EntryKind, read_entries, verify_books
from pitboss.audit.balance import Balance, balance_of
from pitboss.audit.format import MONEY_STREAM, ChipsBought, InventoryOpened, MovedToGameAccount
from pitboss.money import Amount
from pitboss.rulebooks import full_terms
from pitboss.rulebooks.codec import builtins
from server.rooms import HandClock, bet, open_at, place, player, room_in
from server.rooms import run as finish

Change = Callable[[list[Entry]], list[Entry]]
ON_GAME = Amount.parse("100")


def with_money(entries: list[Entry]) -> list[Entry]:
    """The log of a house that also logs its cage: two players buy in and fund their game accounts."""
    told = [
        *(ChipsBought(player=f"player {seat}", amount=BANKROLL) for seat in (1, 4)),
        *(MovedToGameAccount(player=f"player {seat}", amount=ON_GAME, practice=False) for seat in (1, 4)),
        InventoryOpened(table="table/1", amount=Amount.parse("5000"), practice=False),
    ]
    first = entries[1]
    facts = [
        replace(first, kind=EntryKind.EVENT, stream=MONEY_STREAM, rulebook=None, payload=builtins(event))
        for event in told
    ]
    return [entries[0], *facts, *entries[1:]]


@cache
def sound() -> bytes:
    """Four rounds of Crazy 4 Poker with everything on offer."""
    return rewritten(record(full_terms("ma-crazy-4"), 4).text(), with_money)


def balance(data: bytes) -> Balance:
    report, books = verify_books(data)
    return balance_of(books, report.entries, report.rounds, [str(finding) for finding in report.findings])


def test_a_sound_log_balances_to_nothing() -> None:
    found = balance(sound())
    assert found.balanced
    assert (found.totals, found.rounds) == ({"USD": Amount.ZERO}, 4)
    totals = {kind.kind: kind.total for kind in found.kinds}
    assert totals["cage"] == -BANKROLL * 2
    # Every chip is a player's, the table's or a meter's: what they brought, the inventory and the seeds.
    seeds = sum((figures.seed for figures in full_terms("ma-crazy-4").meters.values()), Amount.ZERO)
    players = totals["player"] + totals["game"]
    assert players + totals["table"] + totals["meter"] == BANKROLL * 2 + Amount.parse("5000") + seeds
    for meter in found.meters:
        assert meter.seeded + meter.contributed == meter.displayed + meter.reserve + meter.paid


def altered(tag: str, **fields: object) -> Change:
    """One entry that says something else, everything after it hashed and signed anew."""

    def change(entries: list[Entry]) -> list[Entry]:
        number = where(entries, tag)
        return [edited(entry, **fields) if entry.entry == number else entry for entry in entries]

    return change


FORGED: dict[str, tuple[Change, str]] = {
    "a smaller buy-in": (altered("chips-bought", amount="10.00"), "player:player 1 would stand at -"),
    "less on the game account": (altered("moved-to-game-account", amount="0.50"), "game:player 1 would stand at -"),
    "more on the game account": (
        altered("moved-to-game-account", amount="2000.00"),
        "player:player 1 would stand at -",
    ),
    "a wager": (altered("wager-placed", move={"amount": "6.00"}), "by the rules 'wager-placed"),
    "a contribution": (altered("meter-fed", move={"microcents": 1}), "by the rules 'meter-fed"),
    "a meter's seed": (altered("meter-opened", microcents=7), "opened at 0.00; the submission seeds it with 5000.00"),
    "an amount below zero": (altered("inventory-opened", amount="-5.00"), "amounts are not below zero"),
}


@pytest.mark.parametrize(("change", "said"), [pytest.param(*case, id=name) for name, case in FORGED.items()])
def test_one_altered_amount_is_found_even_if_the_forger_holds_the_key(change: Change, said: str) -> None:
    found = balance(rewritten(sound(), change))
    assert not found.balanced
    assert said in found.discrepancies[0]


def test_the_command_names_the_first_discrepancy_and_exits_with_2(tmp_path: Path, run: Run) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(sound())
    code, shown, complaint = run("audit", "balance", str(log))
    assert (code, complaint) == (0, "")
    assert "all together" in shown
    assert "The books balance." in shown
    told = msgspec.json.decode(run("audit", "balance", str(log), "--json")[1])
    assert (told["balanced"], told["totals"]) == (True, {"USD": "0.00"})
    number = where(read_entries(sound()), "line-settled")
    lines = sound().split(b"\n")
    at = next(place for place, line in enumerate(lines) if f'"entry":{number},'.encode() in line)
    lines[at] = lines[at].replace(b'"stake":"', b'"stake":"1', 1)
    log.write_bytes(b"\n".join(lines))
    code, _, complaint = run("audit", "balance", str(log))
    assert code == 2
    assert complaint.startswith(f"first discrepancy: entry {number}: the entry was changed")


# A database


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SQLite file of a room where ann bought chips for 1,000 and staked 5.00 five times in a round."""
    folder, clock = tmp_path_factory.mktemp("books"), HandClock()

    async def play() -> None:
        room = room_in(folder, clock)
        open_at(room, "ma-criss-cross")
        ann = player(room, "ann")
        await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
        antes = [place(1, "ante_across", "5"), place(1, "ante_down", "5")]
        await room.perform(ann, "t1", "wagers", [*antes, {"command": "ready"}])
        for street in range(3):
            await room.perform(ann, "t1", f"bet {street}", [bet(1, "5")])
        room.store.close()

    finish(play())
    return folder / "room.db"


def test_a_sound_database_balances(played: Path, run: Run) -> None:
    code, shown, complaint = run("audit", "balance", "--database", f"sqlite:///{played}")
    assert (code, complaint) == (0, "")
    assert "The books balance." in shown
    with sqlite3.connect(played) as file:
        (entries,) = file.execute("SELECT count(*) FROM entries").fetchone()
    assert f"{entries} entries of the ledger were held against the log." in shown


def test_sums_of_the_desk_that_were_changed_are_counted_anew_when_asked_for(
    played: Path, tmp_path: Path, run: Run
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(played.read_bytes())
    balance = ("audit", "balance", "--database", f"sqlite:///{copy}")
    assert run("report", "--by", "table", "--database", f"sqlite:///{copy}")[0] == 0  # counts what was not counted yet
    with sqlite3.connect(copy) as file:
        assert file.execute("UPDATE counted_bets SET staked = staked + 100").rowcount
    code, _, complaint = run(*balance)
    assert (code, "the desk" in complaint) == (2, True)
    assert run(*balance, "--recount")[0] == 0
    assert run(*balance)[0] == 0


OF_THE_FIRST_ANTE = "WHERE number = (SELECT min(number) FROM entries WHERE source = 'player:ann')"
BROUGHT = "account pending:t1:1:1: the ledger moves {}, the log 10.00"  # the command brought both antes

TAMPERED: dict[str, tuple[str, str]] = {
    "an amount": (f"UPDATE entries SET cents = 600 {OF_THE_FIRST_ANTE}", BROUGHT.format("11.00")),
    "an account": (f"UPDATE entries SET target = 'house' {OF_THE_FIRST_ANTE}", "account house: the ledger moves 5.00,"),
    "a deleted entry": (f"DELETE FROM entries {OF_THE_FIRST_ANTE}", BROUGHT.format("5.00")),
    "a deleted purchase": (
        "DELETE FROM entries WHERE target = 'player:ann' AND source = 'cage'",
        "account cage: the ledger moves 0.00, the log -1000.00",
    ),
    "a balance": (
        "UPDATE accounts SET cents = cents + 1 WHERE name = 'cage'",
        "account cage holds -999.99, its entries come to -1000.00",
    ),
    "two balances": (
        "UPDATE accounts SET cents = CASE name WHEN 'cage' THEN cents - 500 ELSE cents + 500 END "
        "WHERE name IN ('cage', 'player:ann')",
        "account cage holds -1005.00, its entries come to -1000.00",
    ),
    "a gift, balances and all": (
        "INSERT INTO entries SELECT entries + 1, position, 'house', 'player:ann', 700, 'gift' FROM tip; "
        "UPDATE tip SET entries = entries + 1; "
        "UPDATE accounts SET cents = CASE name WHEN 'house' THEN cents - 700 ELSE cents + 700 END "
        "WHERE name IN ('house', 'player:ann')",
        "account house: the ledger moves -7.00, the log 0.00",
    ),
}


@pytest.mark.parametrize(("statements", "said"), TAMPERED.values(), ids=TAMPERED.keys())
def test_whatever_was_changed_in_a_database_is_named(
    played: Path, tmp_path: Path, run: Run, statements: str, said: str
) -> None:
    """Whoever can write to the file can also take its triggers away."""
    copy = shutil.copy(played, tmp_path / "books.db")
    with sqlite3.connect(copy) as file:
        for change in ("update", "delete"):
            file.execute(f"DROP TRIGGER entries_{change}")
        file.executescript(statements)
    code, _, complaint = run("audit", "balance", "--database", f"sqlite:///{copy}")
    assert code == 2
    assert complaint.startswith("first discrepancy: ")
    assert said in complaint
