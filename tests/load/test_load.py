"""The load program itself: it plays whole rounds, says what they took, and its shortcuts are sound."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.databases import databases
from bench.filling import fill
from bench.load import Load, played
from bench.wire import Wire

from pitboss.audit.verifier import verify_log
from pitboss.server.office import open_office


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for a database and its keys."""
    with tempfile.TemporaryDirectory(prefix="pitboss-load-") as name:
        yield Path(name)


def test_whole_rounds_and_what_they_took(folder: Path) -> None:
    """Two players and one who looks on at one table: every key is there, and nothing was refused."""
    with databases("sqlite", str(folder)) as source:
        found = played(source, source.empty(), folder, Load(tables=1, seats=2, watchers=1, seconds=1))
    assert found["refused"] == 0
    assert found["rounds"] >= 1
    assert found["commands"] >= 2 * found["rounds"]  # each wagers once in each round, whatever else they do
    assert found["cpu_ms_per_command"] > 0
    assert 0 < found["load_cpu_share"] < 1
    # Every message goes to all three, and what the house does by itself comes on top of the commands.
    assert found["bytes_per_command_and_watcher"] >= found["bytes_per_message"]
    assert found["bytes_per_round"] >= 0


def test_a_filled_log_is_a_log(folder: Path) -> None:
    """What was written past the store reconciles, opens, and is verified from its first entry to its last."""
    url = f"sqlite:///{folder}/filled.db"
    fill(url, folder, 2000)
    office = open_office(url, folder)
    try:
        assert office.store.reconcile() == []
        state = office.store.log_state()
        assert state.size >= 2000
        tables = [office.room.live(name) for name in office.room.names()]
        assert sum(live.next for live in tables) == 2000 + 2 * len(tables), "each opened with a chain of seeds"
        office.published.catch_up()
        assert verify_log(b"".join(office.published.lines(office.room.now))).findings == ()
    finally:
        office.close()


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 200, 100_000])
def test_frames_are_heard_whole_however_they_arrive(piece: int) -> None:
    """Three sizes of frame, each with another form of length, in pieces of any size."""
    texts = [b"a" * 5, b"b" * 300, b"c" * 70_000]
    sizes = [b"\x05", b"\x7e\x01\x2c", b"\x7f" + (70_000).to_bytes(8, "big")]
    sent = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
    sent += b"".join(b"\x81" + size + text for size, text in zip(sizes, texts, strict=True))
    heard: list[bytes] = []

    async def arrive() -> None:
        wire = Wire(b"", heard.append)
        for first in range(0, len(sent), piece):
            wire.data_received(sent[first : first + piece])

    asyncio.run(arrive())
    assert heard == texts
