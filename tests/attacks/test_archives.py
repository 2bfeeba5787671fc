"""Archives of a log: what is in them is neither changed nor left out unnoticed, nor the log rewritten beside them."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import typer

from pitboss.audit import leaf_hash, verify_log
from pitboss.audit.archive import join
from pitboss.audit.format import canonical
from pitboss.books.archives import Archives
from pitboss.books.head_book import HeadBook, head_file
from pitboss.books.published_log import Published
from pitboss.cli.audit import archive
from pitboss.cli.log_files import lines_of
from pitboss.cli.verify import verify
from pitboss.rulebooks import Refused
from pitboss.server.archiving import archive_log
from pitboss.server.keys import log_signer
from pitboss.server.office import open_office
from pitboss.store import Store, open_store
from server.rooms import HandClock, open_at, plain, player, run
from server.test_snapshots import play
from store.postgresql import Server

A_FILE = 40  # entries
Lines = list[bytes]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'pitboss.db'}"
    server: Server = request.getfixturevalue("postgresql")
    return server.create_place()


def played(url: str, folder: Path, rounds: int = 2) -> None:
    """A house where some rounds were played."""
    office = open_office(url, folder, HandClock())
    open_at(office.room, "ma-crazy-4")
    run(play(plain(office.room), [player(office.room, "ann"), player(office.room, "bob")], rounds))
    office.close()


def shown(store: Store, folder: Path) -> Published:
    found = Published(store, log_signer(folder / "log.key", store))
    found.catch_up()
    return found


def test_archives_and_the_rest_of_the_log_are_the_whole_log(place: str, tmp_path: Path) -> None:
    played(place, tmp_path)
    out, heads = tmp_path / "archives", HeadBook(head_file(tmp_path, place))
    with open_store(place) as store:
        size = shown(store, tmp_path).size
        first = archive_log(store, tmp_path, heads, out, None, size // 2, A_FILE)
        again = archive_log(store, tmp_path, heads, out, None, None, A_FILE)
        assert archive_log(store, tmp_path, heads, out, 0, None, A_FILE) == []  # nothing is as old as that
        ends = [0, *(one.size for one in (*first, *again))]
        assert [one.first for one in (*first, *again)] == ends[:-1]
        assert len(first) > 1
        assert len(again) > 1
        assert first[-1].size <= size // 2 < size <= again[-1].size
        published = shown(store, tmp_path)
        told = [msgspec.json.decode(text) for text in store.log(size, 1000)]
        rest, whole = (b"".join(published.lines(0, number)) for number in (first[-1].size, 0))
    logged = [entry["payload"] for entry in told if entry["payload"]["event"] == "log-archived"]
    assert [(entry["file"], entry["root"]) for entry in logged] == [(one.file, one.root) for one in (*first, *again)]

    files = {one.file: lines_of(out / one.file) for one in first} | {"rest": iter(rest.splitlines(keepends=True))}
    joined = join(files)
    assert joined.findings == ()
    report, right = verify_log(joined.log, None, joined.known), verify_log(whole)
    assert report.findings == right.findings == ()
    assert (report.entries, report.rounds, report.money) == (right.entries, right.rounds, right.money)
    assert right.rounds == 2


@pytest.fixture
def archived(tmp_path: Path) -> tuple[Path, Path]:
    """The files of a night in a folder, and its whole log beside it."""
    url = f"sqlite:///{tmp_path / 'pitboss.db'}"
    played(url, tmp_path)
    archive(tmp_path / "archives", segment=A_FILE, data=tmp_path)
    with open_store(url) as store:
        (tmp_path / "night.jsonl").write_bytes(b"".join(shown(store, tmp_path).lines(0)))
    return tmp_path / "archives", tmp_path / "night.jsonl"


Verified = Callable[..., tuple[int, list[str], int]]


@pytest.fixture
def verified(capsys: pytest.CaptureFixture[str]) -> Verified:
    """What `pitboss verify` says: exit code, findings, and how many rounds it played again."""

    def say(*files: Path) -> tuple[int, list[str], int]:
        with pytest.raises(typer.Exit) as left:
            verify(list(files), json=True)
        answer = json.loads(capsys.readouterr().out)
        findings = [f"{one['entry']}: {one['what']}" for one in answer["findings"]]
        return left.value.exit_code, findings, answer["rounds"]

    return say


def test_a_file_that_is_missing_is_missed(archived: tuple[Path, Path], verified: Verified) -> None:
    folder, whole = archived
    files = sorted(folder.iterdir())
    second = [int(part) for part in files[1].name.removesuffix(".jsonl.gz").split("-")[1:]]
    assert verified(*reversed(files)) == (0, [], 2)  # in whatever order
    assert verified(*files, whole) == (0, [], 2)
    assert verified(files[0], *files[2:], whole) == (0, [], 2)  # the log has it all
    gap = f"{second[0]}: entries {second[0]} to {second[1] - 1} are in none of the files"
    code, findings, _ = verified(files[0], *files[2:])
    assert (code, findings) == (1, [gap])
    assert verified(files[1])[:2] == (1, [f"0: entries 0 to {second[0] - 1} are in none of the files"])


def test_what_was_changed_in_a_file_is_found(archived: tuple[Path, Path], verified: Verified) -> None:
    folder, whole = archived
    files = sorted(folder.iterdir())
    right = files[1].read_bytes()
    lines = gzip.decompress(right).splitlines(keepends=True)
    first = json.loads(lines[0])["archive"]["first"]

    def altered(line: bytes) -> bytes:
        """An entry that somebody changed with care, leaf hash and all."""
        plain = json.loads(line)
        plain["entry"]["actor"] = "eve"
        plain["leaf"] = leaf_hash(canonical(plain["entry"])).hex()
        return canonical(plain) + b"\n"

    def opened(**changes: object) -> bytes:
        told = json.loads(lines[0])["archive"]
        return canonical({"archive": {**told, **changes}}) + b"\n"

    peaks = json.loads(lines[0])["archive"]["peaks"]
    forged: dict[str, Callable[[], Lines]] = {
        "the entries do not come to its root": lambda: [lines[0], altered(lines[1]), *lines[2:]],
        "is not written as it was when it was sealed": lambda: [
            *lines[:5],
            lines[5].replace(b"ann", b"eve"),
            *lines[6:],
        ],
        "stands in its place": lambda: [*lines[:5], *lines[6:]],
        "the end was cut off": lambda: lines[:-1],
        "the seal is the last line": lambda: [*lines, lines[-2]],
        "its signature does not stand": lambda: [*lines[:-1], lines[-1].replace(b'"size":', b'"size":1')],
        "come to its root": lambda: [opened(peaks=[*peaks[1:], "0" * 64]), *lines[1:]],
        "is not right": lambda: [opened(peaks=[]), *lines[1:]],
    }
    for why, forge in forged.items():
        made = forge()
        assert made != lines, why
        with gzip.open(files[1], "wb") as target:
            target.writelines(made)
        found = join({file.name: lines_of(file) for file in files}).findings
        assert files[1].name in found[0].what, why
        assert why in found[0].why or why in found[0].what, (why, found)
        assert f"entries {first} to" in found[1].what  # nor do the others stand in for it
        assert verified(*files, whole)[0] == 1
    files[1].write_bytes(right[:-20])
    assert "cannot be read to its end" in join({file.name: lines_of(file) for file in files}).findings[0].what


def test_a_log_that_was_rewritten_since_does_not_go_with_its_archives(
    archived: tuple[Path, Path], verified: Verified, tmp_path: Path
) -> None:
    """The house makes another night, with the same key, that verifies by itself."""
    folder, _ = archived
    other = tmp_path / "other"
    other.mkdir()
    (other / "log.key").write_bytes((tmp_path / "log.key").read_bytes())
    url = f"sqlite:///{other / 'pitboss.db'}"
    played(url, other, 3)
    with open_store(url) as store:
        published = shown(store, other)
        (other / "night.jsonl").write_bytes(b"".join(published.lines(0)))
        with pytest.raises(Refused, match="another log"):
            list(Archives(folder, store, published).write(published.size, A_FILE, 0))
    assert verified(other / "night.jsonl") == (0, [], 3)
    code, findings, _ = verified(*sorted(folder.iterdir()), other / "night.jsonl")
    assert code == 1
    assert "it is not the same in" in findings[0]
