"""`pitboss accounts`: what is done to accounts on the machine itself, for whoever may read the database anyway."""

import secrets
import time
from typing import Annotated

import typer

from pitboss.audit import Draft
from pitboss.cli.database_options import Data, Database, opened
from pitboss.server.people.accounts import Accounts
from pitboss.server.people.permissions import Role
from pitboss.server.tables.refusals import log_commit
from pitboss.store import Store

app = typer.Typer(no_args_is_help=True)


def _log(store: Store, draft: Draft) -> None:
    store.append(log_commit((draft,)))


@app.callback()
def accounts() -> None:
    """Accounts of a server, on the machine itself."""


@app.command()
def reset(
    name: Annotated[str, typer.Argument(help="The administrator.")] = "admin",
    database: Database = None,
    data: Data = None,
) -> None:
    """Give an administrator a new password, printed once; unlock the account and drop its second factor."""
    with opened(database, data) as store:
        people = Accounts(store.people, lambda: int(time.time()), lambda draft: _log(store, draft))
        password = secrets.token_urlsafe(15)
        people.reset(name, password, Role.ADMINISTRATOR)
    print(f"The password of {name} is {password}")
    print("It is shown only once and must be changed at the first sign-in.")
