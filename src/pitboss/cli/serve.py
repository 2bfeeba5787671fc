"""`pitboss serve`: live tables over HTTP and WebSocket."""

import json
import logging
import os
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from pitboss.cli.output import complain
from pitboss.server.app import LARGEST_BODY, create_app
from pitboss.server.office import ADMINISTRATOR, open_office
from pitboss.server.spec import Clock
from pitboss.store import StoreError


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.")] = 8321,
    data: Annotated[Path | None, typer.Option(help="Where keys and the SQLite file are kept.")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://USER@HOST/NAME.")] = None,
    demo: Annotated[bool, typer.Option(help="Open one practice table for each rulebook.")] = True,
    pause: Annotated[int, typer.Option(help="Seconds between two rounds at the practice tables.")] = 3,
) -> None:
    """Serves tables until Ctrl-C. On the first start an administrator is made, and the password printed once."""
    logging.basicConfig(level=logging.INFO, handlers=[_handler()])
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    folder = data or _data_folder()
    try:
        office = open_office(database or f"sqlite:///{folder / 'pitboss.db'}", _made(folder))
    except StoreError as error:
        complain(str(error))
        raise typer.Exit(2) from error
    password = office.first_administrator()
    if password:
        print(f"The first administrator is {ADMINISTRATOR}, password {password}", flush=True)
        print("This is told once: keep it, or change it.", flush=True)
    if demo:
        office.open_demo(Clock(pause=pause))
    print(f"Pitboss is at http://{host}:{port}", flush=True)
    uvicorn.run(create_app(office), host=host, port=port, log_config=None, access_log=False, ws_max_size=LARGEST_BODY)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
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
