"""A real server in a process of its own, for a real browser: started, killed and started again."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()"]
ADDRESS = re.compile(r"Pitboss is at (http://\S+)")
SECONDS = 30


class Site:
    """`pitboss serve` over a folder of its own; it keeps its address when it is started again."""

    def __init__(self, folder: Path, pause: int = 1) -> None:
        self.folder = folder
        self.pause = pause
        self.url = ""
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it and waits until it answers."""
        out = self.folder / "server.out"
        options = ("--no-warm", "--data", str(self.folder), "--port", str(self._port), "--pause", str(self.pause))
        command = [*PITBOSS, "serve", *options]
        out.write_text("")
        with out.open("a") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, text=True)
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            found = ADDRESS.search(out.read_text())
            if found and _answers(found[1]):
                self.url = found[1]
                self._port = int(self.url.rpartition(":")[2])
                return
            time.sleep(0.05)
        raise AssertionError(out.read_text())

    def kill(self) -> None:
        """Ends it as a power cut would."""
        if self._process is not None and self._process.poll() is None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz").is_success
    except httpx.HTTPError:
        return False
