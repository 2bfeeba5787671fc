"""`pitboss witness` as a process beside servers that are killed: it is never started again, and finds no other log."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.audit import Signer, verify_log
from pitboss.audit.witness import Witness
from pitboss.cli.witness import FORKS, open_witness
from server.test_serving import free_port

PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()"]


@dataclass
class Follower:
    """A witness with a folder of its own, of servers that come back at one port."""

    folder: Path
    keys: Path
    port: int = field(default_factory=free_port)

    def __post_init__(self) -> None:
        self._operator = Signer((self.keys / "log.key").read_bytes()).public_key
        self.key = self._witness().public_key.hex()
        self._process: subprocess.Popen[str] | None = None

    def follow(self, *tables: str) -> None:
        """Starts it; it adds seeds to the shuffles of these tables."""
        options = [word for table in tables for word in ("--table", table)]
        to = ["--folder", str(self.folder), "--key", self._operator.hex(), "--every", "0.5", *options]
        command = [*PITBOSS, "witness", f"http://127.0.0.1:{self.port}", *to]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)

    def end(self, log: bytes) -> int:
        """Ends it, which must still follow, and have signed nothing but this log; how many shuffles have its seeds."""
        assert self._process is not None
        assert self._process.poll() is None, "the witness left"
        self._process.kill()
        self._process.wait()
        assert not (self.folder / FORKS).exists()
        last = self._witness().last
        assert last is not None
        report = verify_log(log, self._operator, [last.head])
        assert report.findings == ()
        return report.witnessed.get(self.key, 0)

    def _witness(self) -> Witness:
        return open_witness(self.folder, self._operator)
