"""The disk is lost, or somebody puts an older or another database in its place: nothing of it goes unsaid."""

import json
import os
import shutil
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from pitboss.audit import verify_log
from pitboss.audit.format import HeadLine
from pitboss.books.head_book import HeadBook, head_file
from pitboss.rulebooks import Refused
from pitboss.server.archiving import archive_log
from pitboss.server.office import Office, open_office
from pitboss.server.restoring import restore
from pitboss.store import StoreError, open_store
from pitboss.store.backup import load_backup, write_backup
from pitboss.table.events import RoundEnded
from server.rooms import HandClock, open_at, place, plain, player, run
from server.test_snapshots import play
from server.test_upgrade import told
from store.postgresql import Server


@pytest.fixture(params=["sqlite", "postgresql"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Where the database is, and where another one can be made when its disk is lost."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'first.db'}", f"sqlite:///{tmp_path / 'second.db'}"
    server: Server = request.getfixturevalue("postgresql")
    return server.create_place(), server.create_place()


def opened(url: str, folder: Path, clock: HandClock) -> Office:
    office = open_office(url, folder, clock)
    plain(office.room)
    return office


def dealt(office: Office, clock: HandClock, rounds: int) -> None:
    """Two players, some rounds that are over, and one after the deal: the seeds are closed, the cards out."""
    people = [player(office.room, "ann"), player(office.room, "bob")]
    run(play(plain(office.room), people, rounds))
    wagers = [place(1, wager, "10") for wager in ("ante", "super_bonus")]
    run(plain(office.room).perform(people[0], "t1", "once more", [*wagers, {"command": "ready"}]))
    clock.seconds += 25
    run(office.room.tick())
    running = office.room.live("t1").table.running
    assert running is not None
    assert running.cards_out


def test_backup_play_on_lose_the_disk_restore_verify(places: tuple[str, str], tmp_path: Path) -> None:
    first, second = places
    clock, file = HandClock(), tmp_path / "night.backup"
    office = opened(first, tmp_path, clock)
    open_at(office.room, "ma-crazy-4")
    dealt(office, clock, 2)
    backup = write_backup(first, file, office.room.now, "")  # while it is served
    held = office.store.balance("player:ann")
    for _ in range(60):  # play on: the round ends, and its seed is shown to everyone
        clock.seconds += 5
        run(office.room.tick())
    fairness = office.room.live("t1").shuffled_round
    assert fairness is not None
    office.close()
    heads = head_file(tmp_path, first)
    last = HeadBook(heads).last()
    assert last is not None
    assert last.size > backup.log_size
    with pytest.raises(StoreError, match="empty database"):
        load_backup(file, first)

    done = run(restore(file, second, tmp_path, clock, heads))
    assert (done.missing, done.lost) == (last.size - backup.log_size, last)
    assert done.rounds == ("t1/3",)
    office = opened(second, tmp_path, clock)
    ended = [event for event in told(office, "t1") if isinstance(event, RoundEnded)]
    assert [event.void for event in ended] == [False, False, True]
    assert office.store.balance("player:ann") > held  # the wagers of the round are back
    clock.seconds += 30
    run(office.room.tick())
    again = office.room.live("t1").shuffled_round
    assert again is None or again.round != "t1/3" or again.server_seed is None  # no seed of before is dealt by
    chain = office.room.live("t1").chain
    assert chain is not None
    assert chain.name == "t1/chain/2"
    head = office.published.head(office.room.now)
    assert head.number > last.number
    office.published.catch_up()
    report = verify_log(b"".join(office.published.lines(office.room.now)))
    assert report.findings == ()
    assert (report.rounds, report.restores) == (3, 1)
    assert office.store.reconcile() == []
    office.close()


def test_a_head_that_was_given_out_with_the_log_is_kept_and_tells_what_is_lost(tmp_path: Path) -> None:
    url, clock, file = f"sqlite:///{tmp_path / 'first.db'}", HandClock(), tmp_path / "night.backup"
    office = opened(url, tmp_path, clock)
    backup = write_backup(url, file, office.room.now, "")
    player(office.room, "ann")
    office.published.catch_up()
    archive_log(office.store, tmp_path, HeadBook(head_file(tmp_path, url)), tmp_path / "out", None, 2, 2)
    office.published.catch_up()
    night = list(office.published.lines(office.room.now))
    given = msgspec.json.decode(night[-1], type=HeadLine).head
    archive_log(office.store, tmp_path, HeadBook(head_file(tmp_path, url)), tmp_path / "out", None, 4, 2)
    office.store.close()  # it is killed: no head is signed at the end
    numbers = [json.loads(line)["number"] for line in head_file(tmp_path, url).read_bytes().splitlines()]
    assert numbers == [1, 2, 3]  # an archive, the download, an archive of less
    (tmp_path / "first.db").unlink()

    done = run(restore(file, url, tmp_path, clock))
    assert (done.lost, done.missing) == (given, given.size - backup.log_size)
    assert done.missing > 0
    office = opened(url, tmp_path, clock)
    office.published.catch_up()
    again = b"".join(office.published.lines(office.room.now))
    assert msgspec.json.decode(again.splitlines()[-1], type=HeadLine).head.number > 3
    assert verify_log(again).findings == ()
    assert verify_log(b"".join(night)).findings == ()
    assert len(verify_log(again, None, [given]).findings) == 1
    office.close()


def test_a_backup_cut_short_brings_nothing(tmp_path: Path) -> None:
    url, clock = f"sqlite:///{tmp_path / 'first.db'}", HandClock()
    office = opened(url, tmp_path, clock)
    open_at(office.room, "ma-criss-cross")
    file = tmp_path / "night.backup"
    write_backup(url, file, 0, "")
    office.close()
    whole = file.read_bytes()
    for data in (whole[: len(whole) // 2], whole[:-9], b"nonsense"):
        file.write_bytes(data)
        with pytest.raises(StoreError, match="backup"):
            load_backup(file, f"sqlite:///{tmp_path / 'second.db'}")
        with open_store(f"sqlite:///{tmp_path / 'second.db'}") as store:
            assert store.log_state().size == 0
        (tmp_path / "second.db").unlink()


def rolled_back(folder: Path) -> None:
    shutil.copy(folder / "older.db", folder / "first.db")


def deleted(folder: Path) -> None:
    (folder / "first.db").unlink()


def truncated(folder: Path) -> None:
    change(folder, "DELETE FROM log WHERE number > 20", "UPDATE tip SET log_size = 21")


def edited(folder: Path) -> None:
    change(folder, "UPDATE log SET entry = (SELECT entry FROM log WHERE number = 8) WHERE number = 9")


def change(folder: Path, *statements: str) -> None:
    """Somebody with the file in hand, who takes the guards off first."""
    engine = sa.create_engine(f"sqlite:///{folder / 'first.db'}")
    with engine.begin() as connection:
        for trigger in ("log_update", "log_delete"):
            connection.execute(sa.text(f"DROP TRIGGER {trigger}"))
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


@pytest.mark.parametrize("attack", [rolled_back, deleted, truncated, edited])
def test_a_database_that_is_not_the_one_is_not_served(tmp_path: Path, attack: object) -> None:
    url, clock = f"sqlite:///{tmp_path / 'first.db'}", HandClock()
    office = opened(url, tmp_path, clock)
    open_at(office.room, "ma-crazy-4")
    people = [player(office.room, "ann"), player(office.room, "bob")]
    run(play(plain(office.room), people, 1))
    office.close()
    shutil.copy(tmp_path / "first.db", tmp_path / "older.db")
    office = opened(url, tmp_path, clock)
    run(plain(office.room).perform(people[0], "t1", "more", [place(1, "ante", "10")]))
    office.close()
    opened(url, tmp_path, clock).close()  # as it is, it is served again and again
    assert callable(attack)
    attack(tmp_path)
    for extra in ("first.db-wal", "first.db-shm"):
        if os.path.exists(tmp_path / extra):
            os.unlink(tmp_path / extra)
    with pytest.raises((Refused, StoreError), match=r"its log|its first|an entry of its log|there is no database"):
        open_office(url, tmp_path, clock)
