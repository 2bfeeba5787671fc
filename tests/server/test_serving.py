"""The real thing: `pitboss serve` in a process of its own, bots at a table of every rulebook, and a kill -9."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from pitboss.audit import verify_log
from pitboss.client import Client
from pitboss.rulebooks import SHIPPED
from pitboss.store import open_store

PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()"]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def started(folder: Path, port: int) -> "subprocess.Popen[str]":
    """A server that answers."""
    command = [*PITBOSS, "serve", "--no-warm", "--data", str(folder), "--port", str(port), "--pause", "0"]
    with (folder / "server.out").open("a") as out:
        server = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, text=True)
    for _ in range(200):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/healthz").is_success:
                return server
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError((folder / "server.out").read_text())


def bots(port: int, rounds: int) -> "subprocess.Popen[str]":
    command = [*PITBOSS, "bots", f"http://127.0.0.1:{port}", "--seats", "2", "--rounds", str(rounds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_bots_play_every_rulebook_and_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    port = free_port()
    server = started(tmp_path, port)
    playing = bots(port, rounds=2)
    out, errors = playing.communicate(timeout=60)
    assert out.startswith(f"{2 * 2 * len(SHIPPED)} seat-rounds at {len(SHIPPED)} tables"), errors
    interrupted = bots(port, rounds=1000)
    time.sleep(3)
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    interrupted.kill()
    interrupted.communicate()
    with open_store(f"sqlite:///{tmp_path / 'pitboss.db'}") as store:
        assert store.reconcile() == []
        before = store.position()
        left = {name: store.next_sequence(name) for name in store.streams()}
    server = started(tmp_path, port)
    try:
        password = re.findall("password (.*)", (tmp_path / "server.out").read_text())
        assert len(password) == 1, "told once, at the first start"
        asyncio.run(_audit(port, password[0]))
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=10) == 0
    with open_store(f"sqlite:///{tmp_path / 'pitboss.db'}") as store:
        assert store.reconcile() == []
        assert store.position() > before
        assert all(store.next_sequence(name) >= number for name, number in left.items())


def test_a_server_whose_disk_was_lost_does_not_begin_anew_as_if_nothing_had_been(tmp_path: Path) -> None:
    """Killed soon after its first start, nobody having asked for a head; the keys are left, the database is gone."""
    port = free_port()
    server = started(tmp_path, port)
    for _ in range(100):
        if (tmp_path / "heads-pitboss.jsonl").exists():
            break
        time.sleep(0.1)
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    for file in tmp_path.glob("pitboss.db*"):
        file.unlink()
    again = subprocess.run(
        [*PITBOSS, "serve", "--data", str(tmp_path), "--port", str(port)], capture_output=True, text=True, check=False
    )
    assert again.returncode == 2
    assert "pitboss restore" in again.stderr


async def _audit(port: int, password: str) -> None:
    """The administrator makes an auditor, who takes the log; the verifier finds nothing in it."""
    async with Client(f"http://127.0.0.1:{port}") as client:
        await client.sign_in("admin", password)
        await client.post("/api/me/password", {"old": password, "new": "an own password"})
        await client.sign_in("admin", "an own password")
        auditor = {"name": "aud", "password": "twelve letters", "roles": ["auditor"]}
        await client.post("/api/people", auditor)
        await client.sign_in("aud", "twelve letters")
        await client.post("/api/me/password", {"old": "twelve letters", "new": "twelve other letters"})
        await client.sign_in("aud", "twelve other letters")
        assert (await client.get("/api/reconciliation"))["balanced"]
        async with httpx.AsyncClient() as plain:
            log = await plain.get(f"{client.url}/api/audit/log", headers=client.headers)
    report = verify_log(log.content)
    assert report.findings == ()
    assert report.tables == len(SHIPPED)
    assert report.rounds >= 2 * len(SHIPPED)
    assert report.shuffles_checked >= 2 * len(SHIPPED)
