"""Which database a command reads: an address, or the data directory of a server."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.output import complain
from pitboss.store import Store, StoreError, open_store

Database = Annotated[str | None, typer.Option("--database", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")]
Data = Annotated[Path | None, typer.Option("--data", help="The data directory of a server, with its pitboss.db.")]


def data_folder() -> Path:
    """Where a server keeps its data unless it is told otherwise."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pitboss"


@contextmanager
def opened(database: str | None, data: Path | None) -> Iterator[Store]:
    """An existing database; one plain line and exit code 2 where it cannot be used."""
    try:
        with open_store(database or f"sqlite:///{(data or data_folder()) / 'pitboss.db'}", create=False) as store:
            yield store
    except StoreError as error:
        complain(str(error))
        raise typer.Exit(2) from error
