"""The server and its machine: files against a manifest, health of the random source, the clock, starts and stops."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import requires
from math import comb
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from packaging.requirements import Requirement

from pitboss.audit import read_entries
from pitboss.audit.random_health import DOUBT, ENTROPY, MOST_REPEATED, STARTUP, WINDOW, RandomHealth, most_of_window
from pitboss.rulebooks import Refused
from pitboss.rulebooks.loader import submission_data
from pitboss.server.background import Alarm
from pitboss.server.http.app import _test_randomness
from pitboss.server.machine.clock_watch import ClockWatch
from pitboss.server.machine.program_files import NAME, checked, files_of, signed_manifest
from pitboss.server.machine.random_source import RandomSource
from pitboss.server.office import open_office
from pitboss.server.tables.house import House
from pitboss.server.tables.room import Room
from server.desk import Crew, desk_in
from server.rooms import HandClock, open_at, plain, player, run

ROOT = Path(__file__).parents[2]
SECRET, OTHER = bytes(range(32)), bytes(32)
KEY = Ed25519PrivateKey.from_private_bytes(SECRET).public_key().public_bytes_raw().hex()
FILES = {"pitboss/a.py": "0" * 64, "pitboss/b.toml": "1" * 64}
PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()"]


# The files of the program


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        (FILES, None),
        ({**FILES, "pitboss/a.py": "2" * 64}, "pitboss/a.py was changed"),
        ({"pitboss/a.py": "0" * 64}, "pitboss/b.toml is missing"),
        ({**FILES, "pitboss/c.py": "0" * 64}, "pitboss/c.py was added"),
    ],
)
def test_files_are_held_against_a_signed_manifest(files: dict[str, str], fault: str | None) -> None:
    found = checked(files, signed_manifest(SECRET, FILES), KEY)
    assert (found.signed_by, found.faults) == (KEY, () if fault is None else (fault,))


def test_a_manifest_that_is_not_signed_by_the_right_key_is_worth_nothing() -> None:
    mine = signed_manifest(SECRET, FILES)
    changed = mine.replace(b"1" * 64, b"3" * 64)
    assert "signature" in checked(FILES, changed, KEY).faults[0]
    assert checked(FILES, signed_manifest(OTHER, FILES), KEY).faults == ("the manifest is signed with another key",)
    for unreadable in (b"{}", b"[" * 200_000):
        assert checked(FILES, unreadable, KEY).faults == ("the manifest cannot be read",)
    older = json.loads(mine) | {"version": "0.0.0"}
    assert checked(FILES, json.dumps(older).encode(), KEY).faults, "nor can its version be changed"
    assert checked(FILES, None).signed_by == ""


def test_every_file_of_the_program_is_looked_at() -> None:
    files = files_of()
    assert {"pitboss/cli/serve.py", "pitboss/rulebooks/data/ma-crazy-4/rulebook.toml"} <= {*files}
    assert not [name for name in files if "__pycache__" in name]


def test_a_program_that_is_not_what_was_signed_is_not_served_and_the_office_can_look_again(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.person("ava", "auditor")
        (tmp_path / NAME).write_bytes(signed_manifest(SECRET, files_of()))
        looked = desk.ask("ava", "POST", "/api/machine/verification").json()
        assert (looked["signed_by"], looked["faults"]) == (KEY, [])
        (tmp_path / NAME).write_bytes(signed_manifest(SECRET, files_of() | {"pitboss/rng.py": "0" * 64}))
        assert desk.ask("ava", "POST", "/api/machine/verification").json()["faults"] == ["pitboss/rng.py is missing"]
        with pytest.raises(Refused, match=r"rng\.py is missing"):
            desk.office.began({})
        log = bytes(desk.ask("ava", "GET", "/api/audit/log").content)
    told = [entry.payload for entry in read_entries(log) if entry.stream == "machine"]
    assert [payload["faults"] for payload in told if payload["event"] == "program-verified"] == [
        [], ["pitboss/rng.py is missing"],
    ]  # fmt: skip


def test_the_command_signs_and_verifies(tmp_path: Path) -> None:
    key, manifest = tmp_path / "release.key", tmp_path / "manifest.json"
    key.write_bytes(SECRET)

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*PITBOSS, "verify-self", *words], capture_output=True, text=True, check=False)

    manifest.write_text(call("--sign", str(key)).stdout)
    good = call("--manifest", str(manifest), "--key", KEY)
    assert (good.returncode, KEY in good.stdout.replace("\n", "")) == (0, True), good.stdout + good.stderr
    key.write_bytes(b"short")
    bad = call("--sign", str(key))
    assert (bad.returncode, bad.stderr) == (2, f"{key} has 5 bytes; a key to sign with has 32\n")


# Starts and stops


def test_starts_and_stops_are_in_the_log_with_what_changed(tmp_path: Path) -> None:
    url, clock = f"sqlite:///{tmp_path / 'm.db'}", HandClock()
    for settings in ({"port": "1"}, {"port": "1"}, {"port": "2"}):
        office = open_office(url, tmp_path, clock)
        office.began(settings)
        office.close()
    (tmp_path / "seeds.key").write_bytes(os.urandom((tmp_path / "seeds.key").stat().st_size))
    office = open_office(url, tmp_path, clock)
    office.began({"port": "2"})
    office.published.catch_up()
    lines = b"".join(office.published.lines(0))
    office.close()
    told = [entry.payload for entry in read_entries(lines) if entry.stream == "machine"]
    assert [payload["event"] for payload in told] == [*["server-started", "server-stopped"] * 3, "server-started"]
    changed = [payload["changed"] for payload in told if payload["event"] == "server-started"]
    assert changed == [[], [], ["the setting port"], ["the key seeds"]]


# The random source


def test_the_cutoffs_are_those_of_the_standard() -> None:
    """SP 800-90B, 4.4: 1 + ceil(-log2 a / H) in a row; the least count whose binomial tail is at most a."""
    assert MOST_REPEATED == 1 + -(-DOUBT // ENTROPY) == 8
    whole = 2 ** (ENTROPY * WINDOW)

    def tail(least: int) -> int:  # times `whole`
        return sum(comb(WINDOW, n) * (2**ENTROPY - 1) ** (WINDOW - n) for n in range(least, WINDOW + 1))

    assert tail(most_of_window()) * 2**DOUBT <= whole < tail(most_of_window() - 1) * 2**DOUBT


def test_a_sound_source_passes_and_broken_ones_do_not() -> None:
    health = RandomHealth()
    assert health.look(os.urandom(STARTUP)) is None
    assert "in a row" in (health.look(bytes(MOST_REPEATED)) or "")
    assert RandomHealth().look(bytes(MOST_REPEATED - 1)) is None
    assert "times among" in (RandomHealth().look(bytes([7, 9]) * WINDOW) or ""), "two bytes that take turns"
    often = bytes([1, *range(2, 12)]) * WINDOW  # one in eleven
    assert "the byte 1 came" in (RandomHealth().look(often) or "")


def test_a_source_that_breaks_stops_tables_and_one_that_is_mended_lets_them_go_on(tmp_path: Path) -> None:
    clock, source = HandClock(), RandomSource()
    office = open_office(f"sqlite:///{tmp_path / 'pitboss.db'}", tmp_path, clock)
    room = office.room = plain(Room(office.store, House(bytes(64), source=source), clock))
    open_at(room, "ma-crazy-4")
    source._read = bytes
    for _ in range(2):
        with pytest.raises(Alarm, match="in a row"):
            run(_test_randomness(office))
    run(room.perform(player(room, "ann"), "t1", "sit", [{"command": "sit", "seat": 1}]))
    run(room.tick())
    assert room.live("t1").table.running is None
    assert room.set_aside == {}, "the table is sound, it only waits"
    with pytest.raises(Refused, match="nothing is drawn from it"):
        open_at(room, "ma-crazy-4", name="t2")
    source._read = os.urandom
    run(_test_randomness(office))
    clock.seconds += 5
    run(room.tick())
    assert room.live("t1").table.running is not None
    office.published.catch_up()
    told = [entry.payload for entry in read_entries(b"".join(office.published.lines(0))) if entry.stream == "machine"]
    assert [payload["event"] for payload in told] == ["random-source-failed", "random-source-sound"]
    office.close()


def test_no_round_with_draws_is_opened_on_the_table_while_the_source_is_broken(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        source = desk.office.room.house.source
        full = {name: choice for name, choice in submission_data("ma-crazy-4", "full").items() if name != "rulebook"}
        drawn, other = Crew(desk, "ma-crazy-4", **full), Crew(desk, "ma-crazy-4")
        opens = {}
        for crew in (drawn, other):
            crew.sit()
            crew.until("open_round")
            opens[crew.table] = crew.answer(crew.view, crew.view["duties"][0])
        source._read, read = bytes, source._read
        source.look()
        for crew, code in ((drawn, 422), (other, 200)):
            answer = desk.tell(opens[crew.table][0], crew.table, *opens[crew.table][1])
            assert answer.status_code == code, answer.text
        source._read = read
        source.look()
        drawn.step()


# The clock


def test_a_clock_that_is_set_back_or_far_ahead_is_noticed() -> None:
    wall, passing = HandClock(), HandClock()
    watch = ClockWatch(wall, passing)

    def after(passed: float, by_the_clock: float) -> float:
        wall.seconds += by_the_clock
        passing.seconds += passed
        return watch.look()

    assert after(5, 5) == after(5, 9) == after(5, 4.5) == 0, "it is kept right"
    assert after(5, -3595) == -3600
    assert watch.stepped == -3600
    assert after(5, 5) == 0
    assert watch.stepped == -3600, "it is named for a day"
    assert after(5, 65) == 60
    after(90_000, 90_000)
    assert watch.stepped == 0


# What a release runs with


def test_every_dependency_of_a_release_is_pinned_with_its_hash() -> None:
    text = (ROOT / "requirements.lock").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    pinned = re.compile(r"[a-z0-9.-]+==[0-9][a-z0-9.]* --hash=sha256:[0-9a-f]{64}")
    assert lines
    assert [line for line in lines if not pinned.fullmatch(line)] == []
    assert "://" not in text, "it names no place to take them from"
    versions = dict(line.partition(" ")[0].split("==") for line in lines)
    missing, seen = list[str](), set[str]()
    due = [("pitboss", text) for text in requires("pitboss") or ()]
    while due:
        of, written = due.pop()
        needed = Requirement(written)
        if needed.marker and not needed.marker.evaluate({"extra": ""}):
            continue
        name = re.sub("[-_.]+", "-", needed.name).lower()
        if name not in versions or not needed.specifier.contains(versions[name]):
            missing.append(f"{of}: {written}")
        elif name not in seen:
            seen.add(name)
            due += [(name, text) for text in requires(name) or ()]
    assert missing == []
