"""Guests who would spend what the house has, and play money that would become real."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.audit import Draft, Signer, verify_log
from pitboss.books.balance import balance_database
from pitboss.books.parting import discrepancies, totals
from pitboss.books.powers import unlogged_powers
from pitboss.books.published_log import log_opened
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.server.http import app
from pitboss.server.office import Office, open_office
from pitboss.server.people.guests import Strangers
from pitboss.store import CAGE, HOUSE, Commit, Entry, open_store, player_account, table_account
from pitboss.store.accounts import PLAY_HOUSE
from pitboss.store.meters import MOST
from server.casino import SLOW, Casino, wagers
from server.desk import desk_in
from server.rooms import HandClock, open_at, place, plain, player, room_in, run


def test_practice_tables_draw_nothing_from_the_house_that_pays_real_money(tmp_path: Path) -> None:
    casino = Casino(f"sqlite:///{tmp_path / 'casino.db'}", tmp_path)
    casino.open(("play", "ma-crazy-4", SLOW))
    office = open_office(casino.url, tmp_path)
    open_at(office.room, "ma-crazy-4", name="real")
    for table, bets in (
        ("play", wagers("ma-crazy-4", 1)),
        ("real", [place(1, "ante", "5"), place(1, "super_bonus", "5")]),
    ):
        run(one_round(office, table, bets))
    books = totals(office.store)
    assert set(books.values()) == {Amount.ZERO}, "each set of books by itself"
    assert discrepancies(office.store) == []
    assert office.store.balance(HOUSE) == Amount.parse("-100000"), "the inventory of the one real table"
    found = balance_database(office.store)
    assert found.discrepancies == (), "and the log says the same of every command"
    office.close()


async def one_round(office: Office, table: str, bets: list[dict[str, object]]) -> None:
    room = plain(office.room)
    ann = office.accounts.person("ann" * 8)
    assert ann is not None
    await room.perform(ann, table, f"{table} sit", [{"command": "sit", "seat": 1}])
    await room.tick()
    await room.perform(ann, table, f"{table} bets", [*bets, {"command": "ready"}])
    await room.tick()


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (PLAY_HOUSE, player_account("ann")),
        (player_account("practice/ann"), CAGE),
        (player_account("practice/ann"), player_account("ann")),
        (HOUSE, player_account("practice/ann")),
        (HOUSE, PLAY_HOUSE),
    ],
)
def test_no_entry_goes_from_one_set_of_books_to_the_other(tmp_path: Path, source: str, target: str) -> None:
    room = room_in(tmp_path, HandClock())
    player(room, "ann")
    room.store.append(
        Commit(
            client="x", command="1", entries=(Entry(PLAY_HOUSE, player_account("practice/ann"), Amount(500), "play"),)
        )
    )
    with pytest.raises(Refused, match="Real money and play money never meet"):
        room.store.append(Commit(client="x", command="2", entries=(Entry(source, target, Amount(100), "theft"),)))


def test_a_wager_that_the_house_could_not_cover_is_refused_before_the_deal(tmp_path: Path) -> None:
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-criss-cross")
    most = Amount(MOST - 10**9)
    room.store.append(Commit(client="x", command="1", entries=(Entry(HOUSE, table_account("t9"), most, "fill"),)))
    ann = player(room, "ann")
    run(room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}]))
    run(room.tick())
    with pytest.raises(Refused, match="could not cover"):
        run(room.perform(ann, "t1", "ante", [place(1, "ante_across", "10"), place(1, "ante_down", "10")]))


def test_a_database_of_the_release_before_has_its_books_parted_when_it_is_opened(tmp_path: Path) -> None:
    """The house had one account for both moneys; its log did not say that the books are parted."""
    url = f"sqlite:///{tmp_path / 'older.db'}"
    older = "pitboss.server.tables"
    with pytest.MonkeyPatch.context() as before:
        for place_of in (f"{older}.work.in_books", f"{older}.opening.in_books"):
            before.setattr(place_of, lambda entry, practice: entry)
        for place_of in (f"{older}.work.move_in_books", f"{older}.opening.move_in_books"):
            before.setattr(place_of, lambda move, practice: move)
        before.setattr(f"{older}.treasury.PLAY_HOUSE", HOUSE)
        before.setattr("pitboss.store.appending.real_money", lambda account: None)
        before.setattr("pitboss.server.office.log_opened", _unparted)
        before.setattr("pitboss.server.office.part_books", lambda store, time: None)
        office = open_office(url, tmp_path, HandClock())
        guest, _ = office.guests.come("10.0.0.1")
        office.play_money(guest)
        open_at(office.room, "ma-crazy-4", name="real")
        office.open_demo(SLOW)
        shared = office.store.balance(HOUSE)
        office.close()
    for _ in range(2):  # the second time there is nothing to do
        office = open_office(url, tmp_path, HandClock())
        assert office.store.balance(HOUSE) == Amount.parse("-100000")
        assert office.store.balance(PLAY_HOUSE) == shared - Amount.parse("-100000")
        assert balance_database(office.store).discrepancies == ()
        office.published.catch_up()
        assert verify_log(b"".join(office.published.lines(office.room.now))).findings == ()
        office.close()


def _unparted(name: str, signer: Signer, time: int) -> Draft:
    draft = log_opened(name, signer, time)
    return replace(draft, payload=draft.payload.replace(b',"parted":true', b""))


async def _nothing(office: Office) -> None:
    """Chores that leave the guests to the test."""


def test_guests_of_an_address_and_in_all_are_so_many_and_go_when_they_are_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "_chores", _nothing)
    with desk_in(tmp_path) as desk:
        desk.office.strangers = Strangers(per_address=2, in_all=3, tables=1)
        guests = desk.office.guests
        names = [guests.come("10.0.0.1")[0] for _ in range(2)]
        with pytest.raises(Refused, match="too many guests from your address"):
            guests.come("10.0.0.1")
        third, secret = guests.come("10.0.0.2")
        with pytest.raises(Refused, match="full of guests"):
            guests.come("10.0.0.3")
        headers = {"Authorization": f"Bearer {secret}"}
        table = {"rulebook": "ma-criss-cross", "practice": True}
        answers = [desk.http.post("/api/tables", json={**table, "name": f"t{n}"}, headers=headers) for n in range(2)]
        assert [answer.status_code for answer in answers] == [201, 422], "tables that strangers open, all together"
        for name in (*names, third):
            desk.office.play_money(name)
        desk.clock.seconds += 5 * 3600
        assert guests.see_off() == 3
        assert desk.office.store.people.starting_with("guest-") == set()
        assert totals(desk.office.store)["play money"] == Amount.ZERO
        assert balance_database(desk.office.store).discrepancies == ()
        desk.office.strangers = Strangers(guests=False, own_tables=False)
        del desk.office.__dict__["guests"]
        assert desk.http.post("/api/guest").status_code == 403
        assert desk.ask(desk.person("ann", "player"), "POST", "/api/tables", {**table, "name": "x"}).status_code == 403


def test_guests_who_come_at_the_same_moment_are_counted(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.office.strangers = Strangers(per_address=5)
        guests = desk.office.guests

        def come(number: int) -> bool:
            try:
                guests.come("10.0.0.1")
            except Refused:
                return False
            return True

        with ThreadPoolExecutor(16) as at_once:
            assert sum(at_once.map(come, range(32))) == 5


def test_a_guest_who_is_idle_makes_room_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_chores", _nothing)
    with desk_in(tmp_path) as desk:
        accounts, guests = desk.office.accounts, desk.office.guests
        idle, (there, secret) = guests.come("10.0.0.1")[0], guests.come("10.0.0.1")
        for _ in range(2):
            desk.clock.seconds += 3600 + 60
            assert accounts.person(secret) is not None
        assert guests.see_off() == 1
        assert desk.office.store.people.starting_with("guest-") == {there} != {idle}


def test_a_guest_who_is_just_coming_is_not_seen_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another server does its chores at any moment, also while this one signs a guest in."""
    monkeypatch.setattr(app, "_chores", _nothing)
    with desk_in(tmp_path) as desk:
        accounts, guests = desk.office.accounts, desk.office.guests
        log, seen_off = accounts._log, list[int]()

        def chores_meanwhile(draft: Draft) -> None:
            seen_off.append(guests.see_off())
            log(draft)

        monkeypatch.setattr(accounts, "_log", chores_meanwhile)
        name, secret = guests.come("10.0.0.1")
        assert seen_off == [0]
        found = accounts.person(secret)
        assert found is not None
        assert found.name == name


def test_a_balance_that_was_written_by_hand_is_not_served_in_silence(tmp_path: Path) -> None:
    """An insider with the database gives a player a million, takes it from the house, and waits at the cage."""
    with desk_in(tmp_path) as desk:
        desk.person("ann", "player", dollars=50)
    million = 100_000_000
    with sqlite3.connect(tmp_path / "desk.db") as connection:
        for account, cents in ((player_account("ann"), million), (CAGE, -million)):
            connection.execute("UPDATE accounts SET cents = cents + ? WHERE name = ?", (cents, account))
    connection.close()
    assert alarm_at_start(tmp_path).startswith("the books do not add up: ")


@pytest.mark.parametrize(
    ("by_hand", "roles"),
    [
        ("INSERT INTO roles (user_id, role) SELECT id, 'supervisor' FROM users WHERE name = 'ann'", "supervisor"),
        ("UPDATE users SET disabled = 0 WHERE name = 'flo'", "floorperson"),
    ],
)
def test_a_role_that_was_written_by_hand_is_not_served_in_silence(tmp_path: Path, by_hand: str, roles: str) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("ann", "player")
        desk.person("flo", "floorperson")
        desk.person("abe", "administrator")
        desk.office.accounts.change("flo", "system", disabled=True)
        assert unlogged_powers(desk.office.store) == []
    with sqlite3.connect(tmp_path / "desk.db") as connection:
        connection.execute(by_hand)
    connection.close()
    name = "ann" if "ann" in by_hand else "flo"
    told = f"{name} is {roles} in the database, and the log knows of nobody who made them so"
    assert alarm_at_start(tmp_path) == told
    with open_store(f"sqlite:///{tmp_path / 'desk.db'}") as store:
        assert told in balance_database(store).discrepancies


def alarm_at_start(folder: Path) -> str:
    """What a server that is started finds wrong with its books, as `/healthz` tells that something is."""
    with desk_in(folder) as desk:
        for _ in range(100):
            health = desk.http.get("/healthz").json()
            if health["status"] != "ok":
                break
            time.sleep(0.05)
        assert health["failing"] == ["the look through the books"]
        found: str = desk.http.app.state.background.failing["the look through the books"]
        return found
