"""Backups from the command line: where one cannot go or be brought back from is told in one sentence."""

import gzip
from pathlib import Path

import pytest

from cli.calling import Run
from pitboss.server.office import open_office
from pitboss.server.people.permissions import Role
from server.desk import quick_hashes


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder a person is in, with the data of a server, and a file that is no backup."""
    open_office(f"sqlite:///{tmp_path / 'srv' / 'pitboss.db'}", tmp_path / "srv").close()
    (tmp_path / "README.md").write_text("# Read me")
    with gzip.open(tmp_path / "empty.gz", "wb"):
        pass
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["backup", ""], ". is a folder: name a file in it for the backup"),
        (["backup", "."], ". is a folder: name a file in it for the backup"),
        (["backup", "/"], "/ is a folder: name a file in it for the backup"),
        (["backup", "srv"], "srv is a folder: name a file in it for the backup"),
        (["backup", "/no/such/x"], "there is no folder /no/such for the backup"),
        (["backup", "README.md"], "README.md is there already: name another file, or say --force to replace it"),
        (["backup", "README.md/x"], "there is no folder README.md for the backup"),
        (["restore", "none.backup"], "none.backup cannot be read: No such file or directory"),
        (["restore", "srv"], "srv cannot be read: Is a directory"),
        (["restore", "README.md"], "README.md is no backup of this program"),
        (["restore", "empty.gz"], "empty.gz is no backup of this program"),
    ],
    ids=" ".join,
)
def test_what_will_not_do_is_one_sentence_and_leaves_nothing(
    run: Run, place: Path, words: list[str], complaint: str
) -> None:
    before = sorted(place.iterdir())
    code, out, told = run(*words, "--data", str(place / ("srv" if words[0] == "backup" else "fresh")))
    assert (code, out, told.strip()) == (2, "", complaint)
    assert sorted(place.iterdir()) == before
    assert (place / "README.md").read_text() == "# Read me"


def test_a_backup_replaces_another_only_when_told(run: Run, place: Path) -> None:
    assert run("backup", "night", "--data", "srv")[0] == 0
    first = (place / "night").stat().st_ino
    assert run("backup", "night", "--data", "srv")[0] == 2
    assert (place / "night").stat().st_ino == first
    assert run("backup", "night", "--data", "srv", "--force")[0] == 0
    whole = (place / "night").read_bytes()
    (place / "night").write_bytes(whole[:60] + bytes(8) + whole[68:])
    code, _, told = run("restore", "night", "--database", f"sqlite:///{place / 'other.db'}", "--data", "srv")
    assert (code, told.strip()) == (2, "night is no backup that can be read: it was cut short or changed")


def test_a_backup_is_not_brought_back_without_the_key_of_its_log_and_then_it_is(run: Run, place: Path) -> None:
    assert run("backup", "night", "--data", "srv")[0] == 0
    fresh = place / "fresh"
    for key in (None, bytes(32)):
        if key is not None:
            fresh.mkdir()
            (fresh / "log.key").write_bytes(key)
        code, _, told = run("restore", "night", "--data", "fresh")
        assert (code, "Bring back the key this database's log was opened with" in told) == (2, True)
        assert not (fresh / "pitboss.db").exists()
    for name in ("log.key", "seeds.key"):
        (fresh / name).write_bytes((place / "srv" / name).read_bytes())
    assert run("restore", "night", "--data", "fresh")[0] == 0


def test_only_an_administrator_is_let_in_again(run: Run, place: Path) -> None:
    with quick_hashes():
        office = open_office(f"sqlite:///{place / 'srv' / 'pitboss.db'}", place / "srv")
        for name, role in (("admin", Role.ADMINISTRATOR), ("ann", Role.PLAYER)):
            office.accounts.add(name, "correct horse battery", frozenset({role}))
        office.close()
        for name in ("ann", "nobody", ""):
            code, out, told = run("accounts", "reset", name, "--data", "srv")
            assert (code, out, told) == (2, "", f"the administrator: Got {name!r}; expected one of admin.\n")
        code, out, _ = run("accounts", "reset", "admin", "--data", "srv")
        assert (code, "The password of admin is" in out) == (0, True)
