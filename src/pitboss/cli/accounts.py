"""`pitboss accounts`: what is done to accounts on the machine itself, for whoever may read the database anyway."""

import secrets
import time
from typing import Annotated

import typer

from pitboss.audit import Draft
from pitboss.cli.database_options import Data, Database, opened
from pitboss.rulebooks import Refused, Violation, one_of
from pitboss.server.people.accounts import Accounts
from pitboss.server.people.permissions import Role
from pitboss.server.tables.refusals import log_commit
from pitboss.store import Store

app = typer.Typer(no_args_is_help=True)


def _log(store: Store, draft: Draft) -> None:
    store.append(log_commit((draft,)))


def _require_administrator(store: Store, name: str) -> None:
    """`Refused` where that is none: nobody is made one here."""
    there = [user.name for user in store.people.users() if Role.ADMINISTRATOR in user.roles]
    if name not in there:
        known = one_of(there, "nobody: there is no administrator")
        raise Refused(Violation(rulebook="", clause="", where="the administrator", tried=repr(name), allowed=known))


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
        _require_administrator(store, name)
        people = Accounts(store.people, lambda: int(time.time()), lambda draft: _log(store, draft))
        password = secrets.token_urlsafe(15)
        people.reset(name, password, Role.ADMINISTRATOR)
    print(f"The password of {name} is {password}")
    print("It is shown only once and must be changed at the first sign-in.")
