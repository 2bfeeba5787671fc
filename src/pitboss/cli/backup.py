"""`pitboss backup`: a whole database in one file, while it is served."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pitboss.cli.database_options import Data, Database, data_folder, opened
from pitboss.cli.output import complain, console, emit_json
from pitboss.cli.terms_options import AsJson


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the backup goes; preferably another disk.")],
    database: Database = None,
    data: Data = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file of that name.")] = False,
    json: AsJson = False,
) -> None:
    """Take a backup of a database as it stands at one moment; servers go on meanwhile.

    The keys are not in it: keep copies of log.key and seeds.key apart from it.
    """
    from pitboss.audit import Entry
    from pitboss.store import StoreError
    from pitboss.store.backup import write_backup

    url = database or f"sqlite:///{(data or data_folder()) / 'pitboss.db'}"
    with opened(database, data) as store:
        first = store.log(0, 1)
    key = str(msgspec.json.decode(first[0], type=Entry).payload["public_key"]) if first else ""
    try:
        taken = write_backup(url, file, int(time.time() * 1000), key, replace=force)
    except (StoreError, OSError) as error:
        complain(str(error))
        raise typer.Exit(2) from error
    if json:
        emit_json(taken)
        return
    at = datetime.fromtimestamp(taken.taken / 1000, UTC)
    console.print(f"{file}: {taken.position} commands, {taken.log_size} entries of the log, {at:%Y-%m-%d %H:%M:%S} UTC")
