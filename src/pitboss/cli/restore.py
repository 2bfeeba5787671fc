"""`pitboss restore`: a backup into an empty database."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.database_options import Data, Database, data_folder
from pitboss.cli.output import complain, console, emit_json
from pitboss.cli.terms_options import AsJson
from pitboss.rulebooks import Refused


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = None,
    data: Data = None,
    heads: Annotated[Path | None, typer.Option(help="The heads of the lost database, if it had another name.")] = None,
    json: AsJson = False,
) -> None:
    """Bring a backup back into an empty database, with the keys it was served with in the data directory.

    What is known to be missing is told; rounds that were in play are void, for their seeds may have been shown since.
    """
    from pitboss.server.restoring import restore as brought_back
    from pitboss.store import StoreError

    folder = data or data_folder()
    try:
        done = asyncio.run(brought_back(file, database or f"sqlite:///{folder / 'pitboss.db'}", folder, None, heads))
    except (StoreError, Refused) as error:
        complain(str(error))
        raise typer.Exit(2) from error
    if json:
        emit_json({"missing": done.missing, **{name: getattr(done, name) for name in done.__struct_fields__}})
        return
    at = datetime.fromtimestamp(done.backup.taken / 1000, UTC)
    console.print(f"Restored {done.backup.log_size} entries of the log, as of {at:%Y-%m-%d %H:%M:%S} UTC.")
    if done.lost is None:
        console.print("No signed head covers more than that; what came after the last head is not known.")
    else:
        then = datetime.fromtimestamp(done.lost.time / 1000, UTC)
        told = f"{done.missing} entries are lost, up to head {done.lost.number} of {then:%Y-%m-%d %H:%M:%S} UTC"
        console.print(f"{told}; more may be.")
    for round in done.rounds:
        console.print(f"Round {round} was in play: it is void, and its wagers were returned.")
    for round in done.on_the_table:
        console.print(f"Round {round} was in play with physical cards; the floor must end it.")
