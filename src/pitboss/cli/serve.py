"""`pitboss serve`: live tables over HTTP and WebSocket."""

from __future__ import annotations

import gc
import json
import logging
import os
import re
import signal
import socket
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cards import five_card_values, four_card_values
from pitboss.cli.output import complain
from pitboss.rulebooks import Refused, Violation, left_out

if TYPE_CHECKING:
    from litestar.types import ASGIApp

    from pitboss.server.http.connections import Patience

GARBAGE_THRESHOLDS = (50_000, 20, 1_000)  # objects, then rounds of the next younger generation
STOPPING_SECONDS = 5
IDLE_SECONDS = 75  # longer than clients and proxies keep a connection that nobody uses
BACKLOG = 1024


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any that is free.")] = 8321,
    data: Annotated[Path | None, typer.Option(help="Where keys and the SQLite file are kept.")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://USER@HOST/NAME.")] = None,
    demo: Annotated[bool, typer.Option(help="Open one practice table for each rulebook.")] = True,
    pause: Annotated[int, typer.Option(help="Seconds between two rounds at the practice tables.")] = 3,
    warm: Annotated[bool, typer.Option(help="Compile the mathematics at the start, in the background.")] = True,
    share_port: Annotated[
        bool, typer.Option("--share-port", help="Let several servers of one database listen on the same port.")
    ] = False,
    proxy_headers: Annotated[
        str, typer.Option(help="Addresses of proxies whose X-Forwarded headers are trusted; none by default.")
    ] = "",
    host_name: Annotated[
        list[str] | None,
        typer.Option(help="A name the server goes by, besides its address; may be given several times."),
    ] = None,
    connections_per_address: Annotated[
        int, typer.Option(min=1, help="How many connections one address may hold; a trusted proxy may hold any number.")
    ] = 256,
    witness: Annotated[
        str, typer.Option(help="The public key of a witness who adds seeds to the shuffles, 64 hexadecimal digits.")
    ] = "",
    guests: Annotated[bool, typer.Option(help="Let strangers in as guests, with play money.")] = True,
    own_tables: Annotated[bool, typer.Option(help="Let anyone open practice tables.")] = True,
    most_guests: Annotated[int, typer.Option(min=0, help="How many guests there may be at a time.")] = 1000,
    guests_per_address: Annotated[int, typer.Option(min=0, help="How many of them one address may bring.")] = 100,
) -> None:
    """Serves tables until Ctrl-C. On the first start an administrator is made, and the password printed once."""
    from pitboss.books.table_spec import Clock
    from pitboss.server.http.app import create_app
    from pitboss.server.http.connections import Patience
    from pitboss.server.http.hosts import only_under
    from pitboss.server.office import ADMINISTRATOR, open_office
    from pitboss.server.people.guests import Strangers
    from pitboss.server.study.workers import Studies
    from pitboss.store import StoreError

    logging.basicConfig(level=logging.INFO, handlers=[_handler()])
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    witness = _witness_key(witness)
    settings = {name: str(value) for name, value in sorted(locals().copy().items()) if name in _SETTINGS}
    folder = data or _data_folder()
    proxies = _addresses(proxy_headers)
    strangers = Strangers(guests, own_tables, guests_per_address, most_guests)
    try:
        listener = _listener(host, port, share_port)
        place = database or f"sqlite:///{folder / 'pitboss.db'}"
        office = open_office(place, _made(folder), strangers=strangers, witness=witness)
    except (StoreError, Refused) as error:
        complain(str(error))
        raise typer.Exit(2) from error
    try:
        office.room.house.source.require()  # before anything is drawn from it
        office.began(settings)
    except Refused as error:
        office.close()
        complain(str(error))
        raise typer.Exit(2) from error
    password = office.first_administrator()
    if password:
        print(f"The first administrator is {ADMINISTRATOR}, password {password}", flush=True)
        print("It is shown only once, and the first thing to do with it is to sign in and choose another.", flush=True)
    office.room.names()  # which finds the tables that have to stay shut, and logs a line for each
    complain(*map(str, left_out()), *office.accounts.part_roles())
    if demo:
        complain(*office.open_demo(Clock(pause=pause)))
    print(f"Pitboss is at http://{host}:{listener.getsockname()[1]}", flush=True)
    app = only_under(create_app(office, Studies(warm)), [host, *(host_name or ())])
    _run(app, listener, Patience(per_address=connections_per_address, proxies=proxies))


_SETTINGS = (
    *("host", "port", "demo", "pause", "share_port", "proxy_headers", "host_name", "connections_per_address"),
    *("witness", "guests", "own_tables", "most_guests", "guests_per_address"),
)
"""What the log tells of at each start; the database's address may hold a password."""


def _addresses(text: str) -> tuple[str, ...]:
    """Addresses or networks, a comma between two; `Refused` where one is none: nobody would ever come from there."""
    found = tuple(address.strip() for address in text.split(",") if address.strip())
    for address in found:
        try:
            ip_network(address, strict=False)
        except ValueError as error:
            allowed = "addresses of machines, such as 127.0.0.1"
            wrong = Violation(rulebook="", clause="", where="--proxy-headers", tried=repr(address), allowed=allowed)
            raise Refused(wrong) from error
    return found


def _witness_key(text: str) -> str:
    """A witness's public key as its signatures name it; `Refused` where it is none: nobody could sign with it."""
    if text and not re.fullmatch("[0-9a-fA-F]{64}", text):
        allowed = "a public key of 64 hexadecimal digits"
        raise Refused(Violation(rulebook="", clause="", where="--witness", tried=repr(text[:70]), allowed=allowed))
    return text.lower()


def _listener(host: str, port: int, shared: bool) -> socket.socket:
    """A socket that listens; `OSError` says in one line why it cannot."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:  # the system deals new connections out among all who listen
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(address)
        listener.listen(BACKLOG)  # whoever comes before the server is up waits a moment
    except OSError as error:
        raise OSError(f"cannot listen on {host or 'an empty address'}, port {port}: {error.strerror}") from error
    return listener


def _run(app: ASGIApp, listener: socket.socket, patience: Patience) -> None:
    """Serves until SIGINT or SIGTERM: requests in hand are finished, streams closed, and the database last."""
    import uvicorn

    from pitboss.server.http.connections import PlainStream, guarded
    from pitboss.server.http.problems import LARGEST_BODY

    for ranking in (four_card_values, five_card_values):
        ranking()  # built with the first hand that is judged: no player should have to wait for it
    # What is there at the start stays, and what comes is mostly without cycles: a search for them through all of it
    # would stop every table for some tenths of a second, several times a minute.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # uvicorn raises it again when it is done; that is no failure
    config = uvicorn.Config(
        app,
        http=guarded(patience),
        ws=PlainStream,
        log_config=None,
        access_log=False,
        ws_max_size=4 * LARGEST_BODY,  # a command too long is refused by us, one far too long ends the stream
        ws_per_message_deflate=False,  # it would cost more than all the rest of sending; a plain stream has none
        proxy_headers=bool(patience.proxies),
        forwarded_allow_ips=list(patience.proxies),
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOPPING_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[listener])


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def _data_folder() -> Path:
    """Where programs keep their data for a user."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pitboss"


class _JsonLines(logging.Formatter):
    """One JSON object for each record: what, where and why, and never what a client sent."""

    def format(self, record: logging.LogRecord) -> str:
        told = {"time": self.formatTime(record), "level": record.levelname, "event": record.getMessage()}
        told |= {name: getattr(record, name) for name in ("table", "why") if hasattr(record, name)}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told)


def _handler() -> logging.Handler:
    handler = logging.StreamHandler()
    handler.setFormatter(_JsonLines())
    return handler
