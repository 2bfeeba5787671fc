"""A PostgreSQL server of our own: started by the tests, in a private directory, reached by a socket in it."""

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

INSTALLED = "/usr/lib/postgresql"
OWNER = "pitboss"
NOT_ROOT = "postgres"  # Debian's package brings this user; the server refuses to run as root


class Server:
    """One server with one directory; a new place for a store is made as a test asks for it."""

    def __init__(self, durable: bool = False) -> None:
        self._durable = durable  # tests kill processes, not machines: what was written need not reach the disk
        self._directory = Path(tempfile.mkdtemp(prefix="pitboss-postgresql-"))
        self._user = NOT_ROOT if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        shutil.chown(self._directory, self._user)
        data = str(self._data)
        self._run("initdb", "--pgdata", data, "--username", OWNER, "--auth", "trust", "--no-sync")

    @property
    def _data(self) -> Path:
        return self._directory / "data"

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        command = [_program("postgres"), "-D", str(self._data), "-k", str(self._directory)]
        settings = [
            "-c",
            "listen_addresses=",
            "-c",
            "max_connections=200",
            "-c",
            f"fsync={'on' if self._durable else 'off'}",
        ]
        with (self._directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *settings], user=self._owner, stdout=log, stderr=log, cwd=self._directory
            )
        deadline = time.monotonic() + 30
        while not self._answers():
            assert self._process.poll() is None, (self._directory / "log").read_text(encoding="utf-8")
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends the server: at once with SIGINT, as in a crash with SIGQUIT."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(30)

    def remove(self) -> None:
        """Stops the server and deletes everything."""
        self.stop()
        shutil.rmtree(self._directory)

    def url(self, role: str = OWNER) -> str:
        """How a role reaches the database."""
        return f"postgresql://{role}@/postgres?host={self._directory}"

    def create_place(self) -> str:
        """The URL of an empty place for a store: a role with a schema of its own, many times faster than a database."""
        role = f"test_{next(self._numbers)}"
        self.execute(f"CREATE ROLE {role} LOGIN")
        self.execute(f"CREATE SCHEMA AUTHORIZATION {role}")
        return self.url(role)

    def execute(self, statement: str) -> None:
        """Runs a statement outside of any transaction."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement.encode())

    @property
    def _owner(self) -> str | None:
        return self._user if os.geteuid() == 0 else None

    def _run(self, program: str, *arguments: str) -> None:
        command = [_program(program), *arguments]
        done = subprocess.run(
            command, user=self._owner, capture_output=True, text=True, check=False, cwd=self._directory
        )
        assert done.returncode == 0, done.stderr

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url()).close()
        except psycopg.OperationalError:
            return False
        return True


def _program(name: str) -> str:
    """A program of the server, where Debian or the path has it."""
    found = sorted(Path(INSTALLED).glob(f"*/bin/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    assert path, f"{name} is not installed: `make postgresql` (or apt-get install postgresql) brings it"
    return path
