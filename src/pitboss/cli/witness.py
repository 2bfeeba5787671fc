"""`pitboss witness`: follows the log of a server and signs its heads, with a key and a folder of its own."""

import asyncio
import os
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import httpx
import msgspec
import typer
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from pitboss.audit import Fairness, SignedHead, Stage
from pitboss.audit.witness import Cosigned, Forked, Witness
from pitboss.cli.output import complain
from pitboss.cli.server_url import server_url
from pitboss.client import Client, ServerRefused
from pitboss.rulebooks.codec import builtins

KEY, SIGNED, FORKS, SHOWN = "witness.key", "cosigned.jsonl", "forks.jsonl", "seeds.jsonl"
KEY_BYTES = 32
PATIENCE_SECONDS = 1.0
UNKNOWN, FAILING = 401, 500  # answers of a server to whom it does not know, and when it cannot


def witness(
    url: Annotated[str, typer.Argument(help="A running server, such as http://127.0.0.1:8321.")],
    folder: Annotated[Path, typer.Option(help="The witness's own folder: its key, and the heads it signed.")],
    key: Annotated[str, typer.Option(help="The operator's public key, 64 hexadecimal digits.")],
    table: Annotated[
        list[str] | None,
        typer.Option(help="A virtual table to add seeds to the shuffles of; may be given several times."),
    ] = None,
    every: Annotated[float, typer.Option(min=0, help="Seconds between two checks; 0 to check once.")] = 60,
    token: Annotated[
        str,
        typer.Option(envvar="PITBOSS_TOKEN", help="An API token, or PITBOSS_TOKEN; without one it comes as a guest."),
    ] = "",
) -> None:
    """Sign a server's heads while each extends the last; stop with exit code 1 at the first that does not.

    Best run by someone other than the operator, on a machine of their own.
    """
    server_url(url)
    if not re.fullmatch("[0-9a-fA-F]{64}", key):
        complain(f"the operator's public key has 64 hexadecimal digits; this one, {key[:70]!r}, has not")
        raise typer.Exit(2)
    try:
        own = open_witness(folder, bytes.fromhex(key))
    except (msgspec.MsgspecError, ValueError) as error:
        complain(f"{folder} does not hold what a witness keeps: {error}")
        raise typer.Exit(2) from error
    try:
        _run(url, own, folder, every, table or [], token)
    except Forked as fork:
        complain(f"the log is not the one that was signed: {fork}")
        raise typer.Exit(1) from fork
    except (ServerRefused, httpx.HTTPError, OSError, ValueError) as error:
        complain(f"{url} cannot be followed: {error}")
        raise typer.Exit(2) from error


def _run(url: str, witness: Witness, folder: Path, every: float, tables: list[str], token: str) -> None:
    try:
        asyncio.run(_follow(url, witness, folder, every, tables, token))
    except ExceptionGroup as found:
        raise found.exceptions[0] from found


def open_witness(folder: Path, operator: bytes) -> Witness:
    """A witness from its folder, which is made where there is none."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not (folder / KEY).exists():
        with os.fdopen(os.open(folder / KEY, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
            target.write(secrets.token_bytes(KEY_BYTES))
    kept = _lines(folder / SIGNED)
    last = msgspec.json.decode(kept[-1], type=Cosigned) if kept else None
    return Witness((folder / KEY).read_bytes(), operator, last)


async def look(client: Any, witness: Witness, folder: Path, now: int) -> Cosigned | None:
    """One look at a server: the head it shows, signed and kept; None if it is the last one again."""
    head = msgspec.convert(await client.get("/api/audit/head"), SignedHead)
    last, proof = witness.last, list[bytes]()
    if last is not None and last.head == head:
        return None
    if last is not None and 0 < last.head.size < head.size:
        found = await client.get(f"/api/audit/consistency?old={last.head.size}&new={head.size}")
        proof = [bytes.fromhex(node) for node in found["proof"]]
    try:
        signed = witness.cosign(head, proof, now)
    except Forked:
        _append(
            folder / FORKS, msgspec.json.encode({"last": last, "told": head, "proof": [node.hex() for node in proof]})
        )
        raise
    _append(folder / SIGNED, msgspec.json.encode(signed))
    return signed


def _lines(file: Path) -> list[bytes]:
    """What was kept. A last line that was not written to its end is taken away: nothing was told of it."""
    kept = file.read_bytes() if file.exists() else b""
    whole = kept[: kept.rfind(b"\n") + 1]
    if whole != kept:
        os.truncate(file, len(whole))
    return whole.splitlines()


def _append(file: Path, line: bytes) -> None:
    """Keeps a line for good before anything is told of it."""
    with file.open("ab") as target:
        target.write(line + b"\n")
        target.flush()
        os.fsync(target.fileno())


class Shower:
    """Adds a witness's seeds to the shuffles of a table, each for one set of players' seeds and no other."""

    def __init__(self, witness: Witness, folder: Path) -> None:
        self._witness, self._file = witness, folder / SHOWN
        kept = [msgspec.json.decode(line) for line in _lines(self._file)]
        self._shown = {(line["chain"], line["link"]): line["digest"] for line in kept}

    def due(self, table: dict[str, Any]) -> dict[str, Any] | None:
        """The command that a table waits for, if it waits for this witness; `Forked` if it asks twice otherwise.

        What was asked is kept for good before it is answered.
        """
        chain, told = table["witness"], table["fairness"]
        own = chain is not None and chain["witness"] == self._witness.public_key.hex()
        if told is not None and told["stage"] == Stage.AWAITING_WITNESS and own and told["witness"] == chain["name"]:
            return self._seed(msgspec.convert(told, Fairness), chain["links"])
        waits = told is not None and told["witness"] and told["server_seed"] is None
        if waits or (own and chain["shown"] and chain["used"] < chain["links"]):
            return None
        opened = builtins(self._witness.open_chain(f"{table['name']}/witness/{secrets.token_hex(8)}"))
        return {"command": "witness-chain"} | {name: opened[name] for name in ("chain", "anchor", "links", "signature")}

    def _seed(self, fairness: Fairness, links: int) -> dict[str, Any]:
        link, digest = (fairness.witness, fairness.witness_link), fairness.fixed.digest
        if self._shown.setdefault(link, digest) != digest:
            raise Forked(f"seed {link[1]} of {link[0]} is asked for again, after other seeds of players")
        _append(self._file, msgspec.json.encode({"chain": link[0], "link": link[1], "digest": digest}))
        shown = self._witness.seed_for(fairness, links)
        return {"command": "witness-seed", "round": shown.round, "seed": shown.seed, "signature": shown.signature}


async def _add_seeds(client: Client, shower: Shower, table: str) -> None:
    """Follows a table and does what it waits for; what is refused, because the moment has passed, is let go."""
    async for message in client.stream(table):
        command = shower.due(message["table"])
        if command is not None:
            with suppress(ServerRefused):
                await client.do(table, command)


async def _sign_heads(client: Client, witness: Witness, folder: Path) -> None:
    signed = await look(client, witness, folder, int(time.time() * 1000))
    if signed is not None:
        print(f"Signed head {signed.head.number} over {signed.head.size} entries", flush=True)


async def _again(
    client: Client, every: float, come: Callable[[], Awaitable[None]], do: Callable[[], Awaitable[None]]
) -> None:
    """Does something again and again. A server that is away is waited for, and one that forgot its guest is told anew.

    A server that was killed comes back with the log it had, or the witness finds out.
    """
    told = ""
    while True:
        wait, why = every, ""
        try:
            await do()
        except (ConnectionClosed, InvalidHandshake, httpx.TransportError, OSError) as error:
            wait, why = min(every, PATIENCE_SECONDS), str(error) or type(error).__name__
            forgotten = isinstance(error, InvalidStatus) and error.response.status_code == UNKNOWN
        except ServerRefused as error:
            forgotten = error.status == UNKNOWN
            if not forgotten and error.status < FAILING:
                raise
            wait, why = min(every, PATIENCE_SECONDS), str(error)
        if why and why != told:
            complain(f"waiting for {client.url}: {why}")
        told = why
        if why and forgotten:
            with suppress(httpx.TransportError, ServerRefused):
                await come()
        await asyncio.sleep(wait)


async def _follow(url: str, witness: Witness, folder: Path, every: float, tables: list[str], token: str) -> None:
    print(f"Witness {witness.public_key.hex()}", flush=True)
    async with Client(url, token) as client, asyncio.TaskGroup() as group:

        async def come() -> None:
            if not token:
                await client.sign_in_as_guest()

        await come()
        await _sign_heads(client, witness, folder)
        if not every:
            return
        shower = Shower(witness, folder)
        for table in tables:
            group.create_task(_again(client, PATIENCE_SECONDS, come, partial(_add_seeds, client, shower, table)))
        await _again(client, every, come, partial(_sign_heads, client, witness, folder))
