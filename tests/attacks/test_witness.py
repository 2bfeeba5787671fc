"""A house that rolls its log back, or shows another one, does not get the signature of a witness a second time."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import pytest
import typer

from pitboss.audit import Signer, verify_log
from pitboss.audit.witness import Forked, Witness, is_witnessed
from pitboss.books.published_log import Published
from pitboss.cli.bots import bots
from pitboss.cli.witness import FORKS, SIGNED, look, open_witness, witness
from pitboss.client import Client
from pitboss.rulebooks.codec import builtins
from pitboss.server.office import open_office
from pitboss.server.people.permissions import Role
from pitboss.store import open_store
from server.rooms import HandClock, open_at, plain, player, run
from server.test_serving import free_port

PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()"]
OPERATOR = Signer(bytes(range(32)))


class Shown:
    """What a server shows of its log."""

    def __init__(self, published: Published, time: int) -> None:
        self._published, self._time = published, time

    async def get(self, path: str) -> Any:
        """The head, or a proof."""
        self._published.catch_up()
        if path == "/api/audit/head":
            return builtins(self._published.head(self._time))
        old, new = (int(part.partition("=")[2]) for part in path.partition("?")[2].split("&"))
        return {"proof": self._published.consistency(old, new)}


def grown(folder: Path, names: tuple[str, ...]) -> Published:
    """The log of a house where these players bought chips, over what is there."""
    (folder / "log.key").write_bytes(bytes(range(32)))
    office = open_office(f"sqlite:///{folder / 'pitboss.db'}", folder, HandClock())
    if not office.store.streams():
        open_at(plain(office.room), "ma-criss-cross")
    for name in names:
        player(office.room, name)
    office.close()
    return Published(open_store(f"sqlite:///{folder / 'pitboss.db'}"), OPERATOR)


def test_it_signs_what_grows_and_nothing_else(tmp_path: Path) -> None:
    house, own = tmp_path / "house", tmp_path / "witness"
    house.mkdir()
    first = grown(house, ("ann",))
    witness = open_witness(own, OPERATOR.public_key)
    signed = run(look(Shown(first, 1), witness, own, 5))
    assert signed is not None
    assert is_witnessed(signed, witness.public_key, OPERATOR.public_key)
    assert not is_witnessed(signed, OPERATOR.public_key, OPERATOR.public_key)
    assert run(look(Shown(first, 1), witness, own, 6)) is None
    shutil.copytree(house, tmp_path / "copy")
    second = grown(house, ("bob", "cat"))
    again = open_witness(own, OPERATOR.public_key)  # it starts anew, and remembers
    assert again.last == signed
    grew = run(look(Shown(second, 2), again, own, 7))
    assert grew is not None
    assert grew.head.size > signed.head.size
    assert len((own / SIGNED).read_bytes().splitlines()) == 2

    with pytest.raises(Forked, match=r"is over \d+ entries"):  # rolled back
        run(look(Shown(first_again(tmp_path / "copy"), 3), again, own, 8))
    other = grown(tmp_path / "copy", ("eve", "dan", "fay", "gil"))  # and played on from there, otherwise
    with pytest.raises(Forked, match="do not go on from"):
        run(look(Shown(other, 4), again, own, 9))
    assert len((own / FORKS).read_bytes().splitlines()) == 2  # which proves it to anyone
    assert again.last == grew


def first_again(folder: Path) -> Published:
    return Published(open_store(f"sqlite:///{folder / 'pitboss.db'}"), OPERATOR)


def test_a_line_that_was_not_written_to_its_end_is_let_go(tmp_path: Path) -> None:
    house, own = tmp_path / "house", tmp_path / "witness"
    house.mkdir()
    shown = grown(house, ("ann",))
    signed = run(look(Shown(shown, 1), open_witness(own, OPERATOR.public_key), own, 5))
    with (own / SIGNED).open("ab") as file:
        file.write(b'{"head":{"clos')
    again = open_witness(own, OPERATOR.public_key)
    assert again.last == signed
    assert (own / SIGNED).read_bytes().endswith(b"}\n")


def test_a_witness_outlasts_a_server_that_is_killed_and_its_seeds_are_dealt_by(tmp_path: Path) -> None:
    """Both are processes: the server is killed between rounds and comes back, the witness is never started again."""
    data, own = tmp_path / "house", tmp_path / "witness"
    data.mkdir()
    (data / "log.key").write_bytes(bytes(range(32)))
    key, port = open_witness(own, OPERATOR.public_key).public_key.hex(), str(free_port())
    serve = ["serve", "--no-demo", "--no-warm", "--port", port, "--data", str(data), "--witness", key]
    url = f"http://127.0.0.1:{port}"
    follow = ["witness", url, "--folder", str(own), "--key", OPERATOR.public_key.hex(), "--table", "t1"]
    with ExitStack() as stack:
        server = stack.enter_context(process(*serve))
        run(open_practice(url))
        follower = stack.enter_context(process(*follow, "--every", "0.2", says="Witness"))
        for again in (True, False):
            run(chain_of_witness(url))
            signed = heads_signed(own)
            bots(url, seats=1, rounds=1)
            while heads_signed(own) == signed:  # the witness looks five times a second
                assert follower.poll() is None
                sleep(0.05)
            if again:
                server.kill()
                server.wait()
                server = stack.enter_context(process(*serve))
        assert follower.poll() is None
        server.terminate()
        assert server.wait(60) == 0
    with open_store(f"sqlite:///{data / 'pitboss.db'}") as store:
        published = Published(store, OPERATOR)
        published.catch_up()
        report = verify_log(b"".join(published.lines(0)))
    assert report.findings == ()
    assert report.witnessed[key] == 2
    assert not (own / FORKS).exists()
    assert heads_signed(own) >= 2


def test_a_house_without_guests_has_a_witness_with_a_token(tmp_path: Path) -> None:
    data, own = tmp_path / "house", tmp_path / "witness"
    data.mkdir()
    (data / "log.key").write_bytes(bytes(range(32)))
    office = open_office(f"sqlite:///{data / 'pitboss.db'}", data)
    office.accounts.add("inspector", "a password of some length", frozenset({Role.PLAYER}))
    token = office.accounts.new_token("inspector", "witness")
    office.close()
    port = str(free_port())
    follow = ["witness", f"http://127.0.0.1:{port}", "--folder", str(own), "--key", OPERATOR.public_key.hex()]
    with process("serve", "--no-demo", "--no-warm", "--no-guests", "--port", port, "--data", str(data)):
        once = [*PITBOSS, *follow, "--every", "0"]
        refused = subprocess.run(once, capture_output=True, text=True, check=False)
        assert refused.returncode == 2
        assert "no guests" in refused.stderr
        signed = subprocess.run([*once, "--token", token], capture_output=True, text=True, check=False)
        assert (signed.returncode, signed.stderr) == (0, "")
    assert heads_signed(own) == 1


def heads_signed(own: Path) -> int:
    return len((own / SIGNED).read_bytes().splitlines()) if (own / SIGNED).exists() else 0


@contextmanager
def process(*words: str, says: str = "Pitboss is at") -> Iterator[subprocess.Popen[str]]:
    """A command that runs, once it has said something; it is ended at last."""
    with subprocess.Popen([*PITBOSS, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout is not None
        assert any(line.startswith(says) for line in running.stdout)
        try:
            yield running
        finally:
            running.kill()


async def open_practice(url: str) -> None:
    async with Client(url) as client:
        await client.sign_in_as_guest()
        table = {"name": "t1", "rulebook": "ma-crazy-4", "practice": True, "clock": {"pause": 0}}
        await client.post("/api/tables", table)


async def chain_of_witness(url: str) -> None:
    """Waits until the table has a chain of the witness."""
    async with Client(url) as client:
        await client.sign_in_as_guest()
        async for message in client.stream("t1"):
            if message["table"]["witness"] is not None:
                return


@pytest.mark.parametrize("key", ["ab", "0" * 62, "0" * 66, "g" * 64])
def test_a_key_that_is_none_is_said_to_be_none(tmp_path: Path, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as left:
        witness("http://127.0.0.1:9", tmp_path, key, every=0)
    assert left.value.exit_code == 2
    assert (
        capsys.readouterr().err == f"the operator's public key has 64 hexadecimal digits; this one, {key!r}, has not\n"
    )


def test_a_head_of_somebody_else_is_not_signed(tmp_path: Path) -> None:
    stranger = Signer(bytes(32)).sign(1, 1, bytes(32), 0)
    with pytest.raises(Forked, match="not signed with the operator's key"):
        Witness(bytes(32), OPERATOR.public_key).cosign(stranger, [], 0)
